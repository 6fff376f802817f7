//! The table in words, made from views only.

use table::{BySeat, Part, Say, Tell, Text, many, say};

use crate::action::Action;
use crate::cards::{Card, Material};
use crate::event::Event;
use crate::procedures::Frame;
use crate::rules::Rules;
use crate::state::State;
use crate::view::View;
use crate::zone::{Demands, Materials};
use crate::{board, effect, news, score};

impl Tell for State {
    type Event = Event;

    fn table(_: &Rules, view: &View, width: usize) -> String {
        board::table(view, width)
    }

    fn prompt(_: &Rules, view: &View) -> Vec<Text> {
        let public = &view.public;
        let leads = public.role.map(|role| say!(": {} leads {role}", public.leader));
        let turn = say!("Turn {}{leads}", public.turn);
        let over = public.is_over().then(|| say!("The game is over"));
        let crumbs = Frame::crumbs(public.stack.as_slice(), public);
        [turn].into_iter().chain(crumbs).chain(over).collect()
    }

    fn explain(rules: &Rules, view: &View, action: Action) -> Text {
        view.public.explain(rules, action)
    }

    fn news(rules: &Rules, _: &View, after: &View, events: &[Event]) -> Vec<Text> {
        news::news(rules, after.viewer, events)
    }

    fn opening(rules: &Rules, view: &View, events: &[Event]) -> Vec<Text> {
        news::news(rules, view.viewer, events)
    }

    fn standing(&self, rules: &Rules) -> BySeat<i32> {
        score::scores(self, rules)
    }

    fn tally(&self, rules: &Rules) -> Vec<Vec<Part>> {
        if self.public.is_over() { score::tally(self, rules) } else { Vec::new() }
    }

    fn cards(rules: &Rules) -> Vec<(String, Text)> {
        let in_play = Card::all().filter(|card| rules.copies(*card) > 0);
        in_play.map(|card| (card.name().to_owned(), card_text(rules, card))).collect()
    }
}

fn card_text(rules: &Rules, card: Card) -> Text {
    let (role, material, copies) = (card.role(), card.material(), rules.copies(card));
    let stars = "●".repeat(material.value().into());
    let (rule, text) = (table::rule(card.rule()), effect::text(card));
    say!("{role} / {material} {stars} · {copies} copies · {rule}\n{text}")
}

/// Something with its article: "a Brick", "an Architect", "an Insula".
pub(crate) fn a(what: impl Say) -> Text {
    let what = Text::of(what);
    say!("{} {what}", table::article(&what.to_string()))
}

/// One thing alone, several with their number: "Brick", "2 Brick".
pub(crate) fn count(count: u8, what: impl Say) -> Text {
    if count == 1 { Text::of(what) } else { say!("{count} {what}") }
}

pub(crate) fn jacks(count: u8) -> Text {
    if count == 1 { say!("a Jack") } else { many(count, "Jack") }
}

/// What is counted there: "2 Brick, Wood".
pub(crate) fn counts<T: Say>(parts: impl Iterator<Item = (T, u8)>) -> Text {
    Text::joined(parts.map(|(what, number)| count(number, what)), ", ")
}

/// What is counted there, as a sentence has it: "2 Brick and Wood"; "nothing" if it is empty.
fn counted<T: Say>(parts: impl Iterator<Item = (T, u8)>) -> Text {
    let all = Text::listed(parts.map(|(what, number)| count(number, what)));
    if all.is_empty() { say!("nothing") } else { all }
}

/// Cards, equal ones counted, in the order in which they came.
pub(crate) fn names(cards: &[Card]) -> Text {
    let mut kinds: Vec<(Card, u8)> = Vec::new();
    for card in cards {
        match kinds.iter_mut().find(|(kind, _)| kind == card) {
            Some((_, number)) => *number += 1,
            None => kinds.push((*card, 1)),
        }
    }
    counted(kinds.into_iter())
}

/// What a pile holds.
pub(crate) fn pile(pile: &Materials) -> Text {
    counted(pile.kinds().map(|material| (material, pile[material])))
}

/// What is demanded.
pub(crate) fn demanded(demands: Demands) -> Text {
    counted(demands.kinds().map(|material| (material, demands.of(material))))
}

/// A warning, where the action ends the game.
pub(crate) fn ends_if(ends: bool) -> Option<Text> {
    ends.then(|| say!(" – this ends the game!"))
}

/// What goes into the vault is worth.
pub(crate) fn into_vault(material: Material) -> Text {
    say!("Into your vault: {}", many(material.value(), "point"))
}

/// What becomes a client.
pub(crate) fn new_client(colour: Material) -> Text {
    say!("{} as a new client", a(colour.role()).capital())
}

impl Say for Card {
    fn say(&self, text: &mut Text) {
        table::card(self.name()).say(text);
    }
}
