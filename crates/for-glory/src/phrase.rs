//! Names and lists: what all words of the game share.

use table::{Say, Seat, Span, Text, say};

use crate::action::Fighter;
use crate::cards::{ArenaId, Kind};
use crate::event::Turned;
use crate::procedures::Bearer;
use crate::rules::Rules;

/// What the side that nobody plays is called inside a sentence (FG-24).
pub const LUDUS_MAGNUS: &str = "the Ludus Magnus";

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

/// Something of a side: `A's Cestus`.
pub(crate) fn whose(rules: &Rules, seat: Seat, what: impl Say) -> Text {
    say!("{}'s {what}", who(rules, seat))
}

/// A gladiator by its owner and card: `A's Cestus`, `A's Cestus 2`.
pub(crate) fn fighter(rules: &Rules, it: Fighter) -> Text {
    let whole = whose(rules, it.owner, name(rules, it.kind));
    if it.nth > 1 { say!("{whole} {}", it.nth) } else { whole }
}

/// What bears an ability, by name.
pub(crate) fn bearer(rules: &Rules, bearer: Bearer) -> Span {
    match bearer {
        Bearer::Card(kind) | Bearer::Patron(kind) | Bearer::Gladiator(kind) => name(rules, kind),
        Bearer::Arena(id) => place_name(rules, id),
    }
}

/// Things in a row: `a`, `a and b`, `a, b and c`.
pub(crate) fn listed(parts: Vec<Text>) -> Text {
    if parts.is_empty() { say!("nothing") } else { Text::listed(parts) }
}

/// Cards in the order of their first coming, with their owners where these are given, those that come often with their number:
/// `2 Tiro, Cestus and Cull`.
pub(crate) fn counted(rules: &Rules, cards: impl Iterator<Item = (Option<Seat>, Kind)>) -> Text {
    let mut counts: Vec<((Option<Seat>, Kind), u32)> = Vec::new();
    for card in cards {
        match counts.iter_mut().find(|(known, _)| *known == card) {
            Some((_, count)) => *count += 1,
            None => counts.push((card, 1)),
        }
    }
    let part = |((owner, kind), count): ((Option<Seat>, Kind), u32)| {
        let what = some(count, name(rules, kind));
        owner.map_or(what.clone(), |owner| whose(rules, owner, what))
    };
    listed(counts.into_iter().map(part).collect())
}

/// So many of a card; one needs no number.
pub(crate) fn some(count: impl Into<u32>, what: Span) -> Text {
    match count.into() {
        1 => Text::of(what),
        count => say!("{count} {what}"),
    }
}

/// What happened to a card that was turned (FG-7).
pub(crate) fn turned_up(what: impl Say, turned: Turned) -> Text {
    match turned {
        Turned::Exhausted => say!("{what} is exhausted"),
        Turned::Ready => say!("{what} is readied"),
    }
}
