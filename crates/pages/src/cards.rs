//! The card browser.

use maud::Markup;

use crate::drawn::{Drawn, slug};
use crate::glossary::Glossary;
use crate::layout::{Guest, page};

/// All cards of the rules in force.
pub fn cards<G: Drawn>(guest: &Guest<'_>, rules: &G::Rules, variants: &[(String, String)]) -> Markup {
    let (cards, glossary) = (G::cards(rules), Glossary::new::<G>(rules, ""));
    let body = html! {
        div class="cards-page" {
            h1 { (G::INFO.title) ": the cards" }
            form class="search" role="search" {
                label for="find" { "Search the cards" }
                input id="find" type="search" data-search=".browser > li" autocomplete="off";
                @for (name, href) in variants { a href=(href) { (name) } " " }
                a href={ "/rules/" (G::INFO.name) } { "Rules" }
            }
            ul class="browser" {
                @for (name, text) in &cards {
                    li id={ "card-" (slug(name)) } {
                        @if let Some(picture) = G::picture(rules, name) { (picture) }
                        div {
                            h2 { (name) }
                            @for line in text.lines() { p { (glossary.text(&line, &[])) } }
                        }
                    }
                }
            }
        }
    };
    page(&format!("{}: the cards", G::INFO.title), Some(guest), "reading", &body)
}
