//! Cards in sentences, each with what the card says; rules and rulings, each with the way to it.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, PoisonError, RwLock};

use maud::Markup;
use table::{Span, Text, tongue};

use crate::cites::Cites;
use crate::drawn::{Drawn, slug};
use crate::names::name;
use crate::words::Words;

/// The cards and rules of a table, for links from sentences.
#[derive(Clone, Debug, Default)]
pub struct Glossary {
    page: String,
    rules: String,
    cites: Cites,
    cards: BTreeMap<String, Text>,
    tongue: &'static str,
    once: Once,
}

/// What was put together once, by its sort and number.
#[derive(Debug, Default)]
struct Once(RwLock<HashMap<(&'static str, usize), Arc<str>>>);

impl Clone for Once {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Glossary {
    /// What is the same at every table of these rules, by its sort and a number: put together once.
    pub fn once(&self, sort: &'static str, number: usize, make: impl FnOnce() -> String) -> Arc<str> {
        let all = self.once.0.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = all.get(&(sort, number)) {
            #[cfg(debug_assertions)]
            assert_eq!(**found, make(), "{sort} {number} is not always the same");
            return Arc::clone(found);
        }
        drop(all);
        let made: Arc<str> = make().into();
        let mut all = self.once.0.write().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(all.entry((sort, number)).or_insert(made))
    }

    /// The cards of these rules; `query` leads to them in the card browser.
    pub fn new<G: Drawn>(rules: &G::Rules, query: &str) -> Self {
        let cards = G::cards(rules).into_iter().collect();
        let (page, rules) = (format!("/cards/{}{query}", G::INFO.name), format!("/rules/{}", G::INFO.name));
        Self {
            page,
            rules,
            cites: Cites::new(G::RULES, G::INFO.prefix),
            cards,
            tongue: tongue::spoken().code(),
            once: Once::default(),
        }
    }

    /// Whether its texts are in the language that is spoken.
    pub fn is_spoken(&self) -> bool {
        self.tongue == tongue::spoken().code()
    }

    /// The address of the card browser for this table.
    pub fn page(&self) -> &str {
        &self.page
    }

    /// A text with names for seats; every card is a link to it, from which the script shows the card, and every rule a link to it.
    pub fn text(&self, text: &Text, names: &[String]) -> Markup {
        let tongue = tongue::spoken();
        html! {
            @for span in text.spans() {
                @match span {
                    Span::Words(words) => { (Words(words)) }
                    Span::Seat(seat) => { (name(names, *seat)) }
                    Span::Whose(seat) => { (tongue.whose(name(names, *seat))) }
                    Span::Number(number) => { (number) }
                    Span::Place(place) => { (tongue.name(place)) }
                    Span::Card(card) => { (self.card(card, &tongue.name(card))) }
                    Span::Rule(number) => { (self.rule(number)) }
                }
            }
        }
    }

    fn card(&self, card: &str, words: &str) -> Markup {
        html! {
            @match self.cards.get(card) {
                Some(_) => { a class="cardname" href={ (self.page) "#card-" (slug(card)) } { (words) } }
                None => { (words) }
            }
        }
    }

    fn rule(&self, number: &str) -> Markup {
        html! {
            @match self.cites.at(number) {
                Some((_, anchor)) => { a class="cited" href={ (self.rules) "#" (anchor) } { (tongue::number(number)) } }
                None => { (tongue::number(number)) }
            }
        }
    }

    /// A written document, such as a lesson: the names of cards and the numbers of rules that stand in it become links too.
    pub fn mark(&self, document: &str) -> Markup {
        self.said(&tongue::phrase(document))
    }

    /// What somebody wrote, in whatever language: the names of cards and the numbers of rules that stand in it become links too.
    pub fn said(&self, document: &str) -> Markup {
        self.text(&self.read(document), &[])
    }

    /// The cards that a document names.
    pub fn named_in(&self, document: &str) -> Vec<String> {
        let card = |span: &Span| if let Span::Card(card) = span { Some(card.clone()) } else { None };
        self.read(document).spans().iter().filter_map(card).collect()
    }

    /// A document with what it names as values.
    fn read(&self, document: &str) -> Text {
        let mut text = Text::new();
        let (mut plain, mut at, mut inside) = (0, 0, false);
        while let Some(letter) = document[at..].chars().next() {
            let found = if inside || !letter.is_alphabetic() { None } else { self.found(&document[at..]) };
            if let Some(span) = found {
                text.push(document[plain..at].to_owned());
                at += span.1;
                text.push(span.0);
                (plain, inside) = (at, false);
            } else {
                inside = letter.is_alphanumeric();
                at += letter.len_utf8();
            }
        }
        text.push(document[plain..].to_owned());
        text
    }

    /// The card or rule that a document goes on with, and how long it is; of two names that begin alike the longer one is meant.
    fn found(&self, rest: &str) -> Option<(Span, usize)> {
        let ends = |length: usize| !rest[length..].starts_with(|next: char| next.is_alphanumeric());
        let cards = self.cards.keys().filter_map(|card| {
            let name = tongue::name(card);
            (rest.starts_with(&*name) && ends(name.len())).then(|| (table::card(card), name.len()))
        });
        cards
            .max_by_key(|(_, length)| *length)
            .or_else(|| self.cites.at(rest).map(|(length, _)| (table::rule(&rest[..length]), length)))
    }
}

#[cfg(test)]
mod tests {
    use table::{Seat, card, rule, say};

    use super::*;

    #[test]
    fn cards_and_rules_are_links_and_in_documents_they_are_found() {
        let rules = "- GTR-31 So.\n- Ruling 4: so.\n";
        let says = || Text::from("<says>".to_owned());
        let glossary = Glossary {
            page: "/cards/x".to_owned(),
            rules: "/rules/x".to_owned(),
            cites: Cites::new(rules, "GTR"),
            cards: ["Circus Maximus", "Circus"].map(|name| (name.to_owned(), says())).into(),
            tongue: "en",
            once: Once::default(),
        };
        let html = glossary.mark("lay Circus Maximus & Circus, not Circuses").into_string();
        assert_eq!(html.matches("<a ").count(), 2, "{html}");
        assert!(html.contains("#card-Circus-Maximus\">Circus Maximus</a> &amp; <a"), "{html}");
        assert!(html.ends_with(", not Circuses"), "{html}");
        let html = glossary.mark("Circus (GTR-31, ruling 4)").into_string();
        assert!(html.contains("href=\"/rules/x#GTR-31\">GTR-31</a>, <a"), "{html}");
        assert!(html.contains("href=\"/rules/x#ruling-4\">ruling 4</a>"), "{html}");
        let said = say!("{} lays {} by {}, not Circus", Seat::new(0), card("Circus"), rule("GTR-31"));
        let html = glossary.text(&said, &["Ann".to_owned()]).into_string();
        assert!(html.starts_with("Ann lays <a class=\"cardname\""), "{html}");
        assert!(html.ends_with("\">GTR-31</a>, not Circus"), "prose is not searched: {html}");
        let unknown = say!("{} by {}", card("Forum"), rule("GTR-99"));
        assert_eq!(glossary.text(&unknown, &[]).into_string(), "Forum by GTR-99");
    }
}
