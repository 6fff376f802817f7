//! The table in words, made from views only.

use table::{Part, Say, Tell, Text, many, say};

use crate::action::Action;
use crate::cards::{Card, Material, Role};
use crate::event::Event;
use crate::procedures::Frame;
use crate::rules::Rules;
use crate::state::State;
use crate::view::View;
use crate::zone::{Demands, Materials};
use crate::{board, news, score};

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
        let crumbs = Frame::crumbs(public.frames.as_slice(), public);
        [turn].into_iter().chain(crumbs).chain(over).collect()
    }

    fn explain(rules: &Rules, view: &View, action: Action) -> Text {
        view.public.explain(rules, action)
    }

    fn news(rules: &Rules, _: &View, after: &View, events: &[Event]) -> Vec<Text> {
        news::news(rules, after.viewer, events).into_iter().map(Text::from).collect()
    }

    fn opening(rules: &Rules, view: &View, events: &[Event]) -> Vec<Text> {
        news::news(rules, view.viewer, events).into_iter().map(Text::from).collect()
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
    let (material, copies) = (card.material(), rules.copies(card));
    let stars = "●".repeat(material.value().into());
    let (role, rule) = (card.role(), table::rule(card.rule()));
    say!("{role} / {material} {stars} · {copies} copies · {rule}\n{}", crate::text::of(card))
}

/// One name alone, several with their number: "Brick", "2 Brick".
pub(crate) fn count(count: u8, name: &str) -> String {
    if count == 1 { name.to_owned() } else { format!("{count} {name}") }
}

/// A number of things with the right ending: "1 card", "2 cards".
pub(crate) fn number(count: impl Into<u32>, one: &str) -> String {
    let count = count.into();
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

pub(crate) fn jacks(count: u8) -> String {
    if count == 1 { "a Jack".to_owned() } else { format!("{count} Jacks") }
}

/// The parts as a sentence has them: "Dock, Bar and Road".
pub(crate) fn joined(parts: &[String], last: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// What a pile holds, as a sentence has it; "nothing" if it is empty.
pub(crate) fn pile(pile: &Materials) -> String {
    let parts: Vec<_> = pile.kinds().map(|material| count(pile[material], material.name())).collect();
    if parts.is_empty() { "nothing".to_owned() } else { joined(&parts, "and") }
}

/// What is demanded: "2 Brick and Wood".
pub(crate) fn demanded(demands: Demands) -> String {
    let mut asked = Materials::default();
    demands.kinds().for_each(|material| asked[material] = demands.of(material));
    pile(&asked)
}

/// A warning, where the action ends the game.
pub(crate) const fn ends_if(ends: bool) -> &'static str {
    if ends { " – this ends the game!" } else { "" }
}

/// What goes into the vault is worth.
pub(crate) fn into_vault(material: Material) -> Text {
    say!("Into your vault: {}", many(material.value(), "point"))
}

/// What becomes a client.
pub(crate) fn new_client(colour: Material) -> Text {
    let role = colour.role();
    say!("{}{role} as a new client", if role == Role::Architect { "An " } else { "A " })
}

impl Say for Card {
    fn say(&self, text: &mut Text) {
        table::card(self.name()).say(text);
    }
}
