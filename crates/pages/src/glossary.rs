//! Card names in sentences, each with what the card says; rules and rulings, each with the way to it.

use std::collections::BTreeMap;

use maud::{Markup, html};

use crate::cites::Cites;
use crate::drawn::{Drawn, slug};

/// The cards of a table by their first words, so that names are found in a sentence at once.
#[derive(Clone, Debug, Default)]
pub struct Glossary {
    page: String,
    rules: String,
    cites: Cites,
    cards: BTreeMap<String, Vec<(String, String)>>,
}

/// What a part of a sentence leads to.
enum Leads<'g> {
    Nowhere,
    Card(&'g (String, String)),
    Rule(String),
}

fn first_word(text: &str) -> &str {
    let end = text.find(|letter: char| !(letter.is_alphanumeric() || letter == '\'')).unwrap_or(text.len());
    &text[..end]
}

impl Glossary {
    /// The cards of these rules; `query` leads to them in the card browser.
    pub fn new<G: Drawn>(rules: &G::Rules, query: &str) -> Self {
        let mut cards: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
        for (name, text) in G::cards(rules) {
            cards.entry(first_word(&name).to_owned()).or_default().push((name, text));
        }
        // Of two names that begin alike the longer one is meant.
        for names in cards.values_mut() {
            names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        }
        let (page, rules) = (format!("/cards/{}{query}", G::INFO.name), format!("/rules/{}", G::INFO.name));
        Self { page, rules, cites: Cites::new(G::RULES, G::INFO.prefix), cards }
    }

    /// The address of the card browser for this table.
    pub fn page(&self) -> &str {
        &self.page
    }

    fn found<'g>(&'g self, rest: &str) -> Option<&'g (String, String)> {
        let ends = |name: &str| !rest[name.len()..].starts_with(|next: char| next.is_alphanumeric());
        let names = self.cards.get(first_word(rest))?;
        names.iter().find(|(name, _)| rest.starts_with(name.as_str()) && ends(name))
    }

    /// The text with every card's name a link to it that shows what the card says, and every rule that is cited a link to it.
    pub fn mark(&self, text: &str) -> Markup {
        let mut parts: Vec<(&str, Leads<'_>)> = Vec::new();
        let (mut plain, mut at) = (0, 0);
        let mut inside = false;
        while let Some(letter) = text[at..].chars().next() {
            let card = if inside || !letter.is_uppercase() { None } else { self.found(&text[at..]) };
            if let Some(card) = card {
                parts.push((&text[plain..at], Leads::Nowhere));
                parts.push((&text[at..at + card.0.len()], Leads::Card(card)));
                at += card.0.len();
                plain = at;
                inside = false;
            } else {
                inside = letter.is_alphanumeric();
                at += letter.len_utf8();
            }
        }
        parts.push((&text[plain..], Leads::Nowhere));
        let cited = parts.into_iter().flat_map(|(words, leads)| match leads {
            Leads::Nowhere => self.cites.split(words).into_iter().map(lead).collect(),
            Leads::Card(_) | Leads::Rule(_) => vec![(words, leads)],
        });
        self.written(cited)
    }

    /// The text with every rule that is cited a link to it.
    pub fn cite(&self, text: &str) -> Markup {
        self.written(self.cites.split(text).into_iter().map(lead))
    }

    fn written<'t>(&self, parts: impl Iterator<Item = (&'t str, Leads<'t>)>) -> Markup {
        html! {
            @for (words, leads) in parts {
                @match leads {
                    Leads::Card((name, says)) => { a class="cardname" href={ (self.page) "#card-" (slug(name)) } title=(says) { (words) } }
                    Leads::Rule(anchor) => { a class="cited" href={ (self.rules) "#" (anchor) } { (words) } }
                    Leads::Nowhere => { (words) }
                }
            }
        }
    }
}

fn lead<'g>((words, anchor): (&str, Option<String>)) -> (&str, Leads<'g>) {
    (words, anchor.map_or(Leads::Nowhere, Leads::Rule))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_as_whole_words_and_the_longest_wins() {
        let rules = "- GTR-31 So.\n- Ruling 4: so.\n";
        let mut glossary = Glossary {
            page: "/cards/x".to_owned(),
            rules: "/rules/x".to_owned(),
            cites: Cites::new(rules, "GTR"),
            cards: BTreeMap::new(),
        };
        for name in ["Circus Maximus", "Circus"] {
            glossary
                .cards
                .entry("Circus".to_owned())
                .or_default()
                .push((name.to_owned(), "<says>".to_owned()));
        }
        let html = glossary.mark("lay Circus Maximus & Circus, not Circuses").into_string();
        assert_eq!(html.matches("<a ").count(), 2, "{html}");
        assert!(
            html.contains("#card-Circus-Maximus\" title=\"&lt;says&gt;\">Circus Maximus</a> &amp; <a"),
            "{html}"
        );
        assert!(html.ends_with(", not Circuses"), "{html}");
        let html = glossary.mark("Circus (GTR-31, ruling 4)").into_string();
        assert!(html.contains("href=\"/rules/x#GTR-31\">GTR-31</a>, <a"), "{html}");
        assert!(html.contains("href=\"/rules/x#ruling-4\">ruling 4</a>"), "{html}");
        assert_eq!(glossary.cite("Circus").into_string(), "Circus");
    }
}
