//! The card browser: every card with its picture, its text and the rulings that speak of it.

use std::collections::BTreeMap;

use maud::Markup;

use table::{say, tongue};

use crate::drawn::{Drawn, slug};
use crate::glossary::Glossary;
use crate::layout::{Guest, page};

/// The rulings of a game that speak of each card, each with its number first.
fn rulings<G: Drawn>(glossary: &Glossary) -> BTreeMap<String, Vec<Markup>> {
    let mut found: BTreeMap<String, Vec<Markup>> = BTreeMap::new();
    let numbered = table::numbered(G::RULES, G::INFO.prefix);
    for item in numbered.iter().filter(|item| !item.number.starts_with(G::INFO.prefix)) {
        let mut named = glossary.named_in(&item.text);
        named.sort();
        named.dedup();
        for card in named {
            let number = glossary.text(&table::rule(&item.number).into(), &[]);
            let text = tongue::phrase(&item.text);
            // Names of options stand between backticks.
            let said = html! { @for (at, part) in text.split('`').enumerate() { @if at % 2 == 1 { code { (part) } } @else { (glossary.said(part)) } } };
            found.entry(card).or_default().push(html! { (number) ": " (said) });
        }
    }
    found
}

/// All cards of the rules in force.
pub fn cards<G: Drawn>(guest: &Guest<'_>, rules: &G::Rules, variants: &[(String, String)]) -> Markup {
    let (cards, glossary) = (G::cards(rules), Glossary::new::<G>(rules, ""));
    let rulings = rulings::<G>(&glossary);
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
                            @if let Some(rulings) = rulings.get(name) {
                                details class="rulings" { summary { "Rulings" } ul { @for ruling in rulings { li { (ruling) } } } }
                            }
                        }
                    }
                }
            }
        }
    };
    page(&title, Some(guest), "reading", &body)
}
