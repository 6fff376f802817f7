//! Plurals, lists and names: what all words of the game share.

use table::{Seat, Span, Text};

use crate::action::Fighter;
use crate::cards::{ArenaId, Kind};
use crate::event::Turned;
use crate::procedures::Bearer;
use crate::rules::Rules;

/// What the side that nobody plays is called inside a sentence (FG-24).
pub const LUDUS_MAGNUS: &str = "the Ludus Magnus";

/// The text with its first letter in upper case.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A number with its noun: `1 card`, `2 cards`.
pub(crate) fn several(count: impl Into<u32>, noun: &str) -> String {
    match count.into() {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    }
}

/// A card by its name.
pub(crate) fn name(rules: &Rules, kind: Kind) -> Span {
    table::card(&rules.set.card(kind).name)
}

/// An arena by its name.
pub(crate) fn place_name(rules: &Rules, id: ArenaId) -> Span {
    table::card(&rules.set.arena(id).name)
}

/// A side: a seat, or the Ludus Magnus.
pub(crate) fn who(rules: &Rules, seat: Seat) -> Text {
    if rules.magnus() == Some(seat) { Text::of(LUDUS_MAGNUS) } else { Text::of(seat) }
}

/// So much coin.
pub(crate) fn coins(count: impl Into<u32>) -> String {
    several(count, "coin")
}

/// Things in a row: `a`, `a and b`, `a, b and c`.
pub(crate) fn joined(parts: &[String]) -> String {
    match parts {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Names in the order of their first coming, those that come often with their number: `2 Tiro, Cestus and Cull`.
pub(crate) fn counted(names: impl Iterator<Item = String>) -> String {
    let mut counts: Vec<(String, u32)> = Vec::new();
    for name in names {
        match counts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    let parts: Vec<_> = counts
        .into_iter()
        .map(|(name, count)| match name.split_once("'s ") {
            _ if count == 1 => name,
            Some((whose, what)) => format!("{whose}'s {count} {what}"),
            None => format!("{count} {name}"),
        })
        .collect();
    joined(&parts)
}

/// A place as a word.
pub(crate) const fn ordinal(place: u8) -> &'static str {
    match place {
        1 => "first",
        2 => "second",
        3 => "third",
        _ => "fourth",
    }
}

/// A side by name: a seat's letter, or the Ludus Magnus.
pub(crate) fn side(rules: &Rules, seat: Seat) -> String {
    if rules.magnus() == Some(seat) { LUDUS_MAGNUS.to_owned() } else { seat.to_string() }
}

/// A gladiator by its owner and card: `A's Cestus`, `A's Cestus 2`.
pub(crate) fn fighter(rules: &Rules, it: Fighter) -> String {
    let (owner, name) = (side(rules, it.owner), &rules.set.card(it.kind).name);
    if it.nth > 1 { format!("{owner}'s {name} {}", it.nth) } else { format!("{owner}'s {name}") }
}

/// What bears an ability, by name.
pub(crate) fn bearer(rules: &Rules, bearer: Bearer) -> &str {
    match bearer {
        Bearer::Card(kind) | Bearer::Patron(kind) | Bearer::Gladiator(kind) => &rules.set.card(kind).name,
        Bearer::Arena(id) => &rules.set.arena(id).name,
    }
}

/// What happened to a card that was turned (FG-7).
pub(crate) const fn turned_up(turned: Turned) -> &'static str {
    match turned {
        Turned::Exhausted => "is exhausted",
        Turned::Ready => "is readied",
    }
}
