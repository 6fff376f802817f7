//! Card names in sentences, each with what the card says.

use std::collections::BTreeMap;

use maud::{Markup, html};

use crate::drawn::{Drawn, slug};

/// The cards of a table by their first words, so that names are found in a sentence at once.
#[derive(Clone, Debug, Default)]
pub struct Glossary {
    page: String,
    cards: BTreeMap<String, Vec<(String, String)>>,
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
        Self { page: format!("/cards/{}{query}", G::INFO.name), cards }
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

    /// The text with every card's name a link to it that shows what the card says.
    pub fn mark(&self, text: &str) -> Markup {
        let mut parts: Vec<(&str, Option<&(String, String)>)> = Vec::new();
        let (mut plain, mut at) = (0, 0);
        let mut inside = false;
        while let Some(letter) = text[at..].chars().next() {
            let card = if inside || !letter.is_uppercase() { None } else { self.found(&text[at..]) };
            if let Some(card) = card {
                parts.push((&text[plain..at], None));
                parts.push((&text[at..at + card.0.len()], Some(card)));
                at += card.0.len();
                plain = at;
                inside = false;
            } else {
                inside = letter.is_alphanumeric();
                at += letter.len_utf8();
            }
        }
        parts.push((&text[plain..], None));
        html! {
            @for (words, card) in parts {
                @match card {
                    Some((name, says)) => { a class="cardname" href={ (self.page) "#card-" (slug(name)) } title=(says) { (words) } }
                    None => { (words) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_as_whole_words_and_the_longest_wins() {
        let mut glossary = Glossary { page: "/cards/x".to_owned(), cards: BTreeMap::new() };
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
    }
}
