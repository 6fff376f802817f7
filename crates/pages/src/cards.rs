//! The card browser.

use maud::Markup;

use table::{say, tongue};

use crate::drawn::{Drawn, slug};
use crate::glossary::Glossary;
use crate::layout::{Guest, page};

/// All cards of the rules in force.
pub fn cards<G: Drawn>(guest: &Guest<'_>, rules: &G::Rules, variants: &[(String, String)]) -> Markup {
    let (cards, glossary) = (G::cards(rules), Glossary::new::<G>(rules, ""));
    let title = say!("{}: the cards", G::INFO.title).to_string();
    let body = html! {
        div class="cards-page" {
            h1 { (title) }
            form class="search" role="search" {
                label for="find" { "Search the cards" }
                input id="find" type="search" data-search=".browser > li" autocomplete="off";
                @for (name, href) in variants { a href=(href) { (tongue::phrase(name)) } " " }
                a href={ "/rules/" (G::INFO.name) } { "Rules" }
                a href={ "/gallery?game=" (G::INFO.name) } { "Pictures" }
            }
            ul class="browser" {
                @for (name, text) in &cards {
                    li id={ "card-" (slug(name)) } {
                        @if let Some(picture) = G::picture(rules, name) { (picture) }
                        div {
                            h2 { (tongue::name(name)) }
                            @for line in text.lines() { p { (glossary.text(&line, &[])) } }
                        }
                    }
                }
            }
        }
    };
    page(&title, Some(guest), "reading", &body)
}
