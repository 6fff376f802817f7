//! The facts that scenario files look at.

use table::{Seat, Text, say};

use crate::action::Fighter;
use crate::cards::{ArenaId, Kind};
use crate::effect::{Deck, Stat};
use crate::known::Whereabouts;
use crate::label::Piece;
use crate::phrase::name;
use crate::pile::{Half, Pair};
use crate::procedures::Frame;
use crate::rules::Rules;
use crate::state::{Ludus, Patron, Place, State};
use crate::stats::arenas_in;

pub(crate) fn list(rules: &Rules, pair: &Pair, half: Half) -> String {
    or_none(pair.kinds(half).map(|kind| format!("{} {}", pair.count(half, kind), rules.set.card(kind).name)))
}

fn or_nothing(value: Option<impl ToString>) -> String {
    value.map_or("none".to_owned(), |value| value.to_string())
}

pub(crate) fn or_none(names: impl Iterator<Item = String>) -> String {
    let names = names.collect::<Vec<_>>();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// The cards that everyone knows a player to hold, and where.
pub(crate) fn known<'a>(rules: &'a Rules, ludus: &'a Ludus) -> impl Iterator<Item = Text> + 'a {
    ludus.known.iter().map(|it| match (name(rules, it.kind), it.place) {
        (card, Whereabouts::Hand) => Text::of(card),
        (card, Whereabouts::Either) => say!("{card} (hand or reserve)"),
        (card, Whereabouts::Reserve) => say!("{card} (reserve)"),
    })
}

impl State {
    /// A seat's fact that everyone may know.
    pub(crate) fn open_fact(&self, rules: &Rules, seat: Seat, zone: &str) -> Option<String> {
        let ludus = self.ludus(seat);
        let card = |kind: &Kind| rules.set.card(*kind).name.clone();
        Some(match zone {
            "discard" => list(rules, &ludus.piles, Half::First),
            "hand size" => ludus.hand.to_string(),
            "deck size" => ludus.deck.to_string(),
            "reserve size" => ludus.reserve.to_string(),
            "known" => or_none(known(rules, ludus).map(|it| it.to_string())),
            "top" => {
                or_none(ludus.top.iter().map(|top| top.as_ref().map_or_else(|| "unknown".to_owned(), card)))
            }
            "patrons" => {
                let mark = |patron: &Patron| if patron.exhausted { " (exhausted)" } else { "" };
                or_none(ludus.patrons.iter().map(|patron| card(&patron.kind) + mark(patron)))
            }
            "arenas" => or_none(arenas_in(ludus.arenas).map(|id| rules.set.arena(id).name.clone())),
            "coins" => ludus.coins.to_string(),
            "glory" => ludus.glory.to_string(),
            "stops" => ludus.stops.name().to_owned(),
            "influence" => self.influence(rules, seat).to_string(),
            "requirement" => self.requirement(rules, seat).to_string(),
            "bloodlust" => self.bloodlust_of(rules, seat).to_string(),
            "tokens" => self.public.tokens.iter().filter(|it| **it == Some(seat)).count().to_string(),
            "place" => {
                or_nothing(self.public.standing.iter().position(|it| *it == seat).map(|at| rules.sides - at))
            }
            _ => return None,
        })
    }

    pub(crate) fn table_fact(&self, rules: &Rules, name: &str) -> Option<String> {
        if let Some(place) = Place::read(name) {
            return Some(self.gladiators_at(rules, place));
        }
        let arena = |id: ArenaId| rules.set.arena(id).name.clone();
        let (public, battle) = (&self.public, self.battle());
        Some(match name {
            "favor" => public.favor.to_string(),
            "active" => public.active.to_string(),
            "boast" => or_nothing(self.top_boast(rules)),
            "bloodlust" => self.bloodlust(rules).to_string(),
            "orders" => self.orders_left().to_string(),
            "removed" => public.removed.to_string(),
            "standing" => or_none(public.standing.iter().rev().map(Seat::to_string)).replace(", ", " "),
            "phases" => public.phases.to_string(),
            "turns" => public.turns.to_string(),
            "done" => {
                let done = battle.map(|it| [(it.attacked, "attack"), (it.tactic, "tactic")]);
                let done = done.into_iter().flatten().filter(|(done, _)| *done);
                or_none(done.map(|(_, name)| name.to_owned()))
            }
            "played" => or_nothing(public.stack.iter().find_map(|frame| {
                if let Frame::Machinations(turn) = frame { Some(turn.played) } else { None }
            })),
            "passes" => or_nothing(battle.map(|battle| battle.passes)),
            "rounds" => or_nothing(battle.map(|battle| battle.rounds)),
            "arenas" => or_none(public.arenas.into_iter().flatten().map(arena)),
            "exhausted" => or_none(arenas_in(public.tired).map(arena)),
            "glory" => public.glory.map(|glory| glory.to_string()).join("/"),
            "tokens" => {
                let held = Place::ALL.into_iter().zip(public.tokens);
                or_none(held.filter_map(|(place, token)| Some(format!("{} {}", place.name(), token?))))
            }
            "supply discard" => list(rules, &public.supply, Half::Second),
            "frame" => public.stack.last().map_or("over".to_owned(), |top| top.name().to_lowercase()),
            _ => return self.worded_fact(rules, name),
        })
    }

    /// Facts with something after their first word: `attack A Thraex`, `supply economy`, `price A Thraex`.
    fn worded_fact(&self, rules: &Rules, name: &str) -> Option<String> {
        let (word, rest) = name.split_once(' ')?;
        if word == "supply" {
            let row = self.public.rows[Deck::read(rest)?.index()].iter();
            return Some(or_none(row.map(|kind| rules.set.card(*kind).name.clone())));
        }
        if word == "price" {
            let (seat, card) = rest.split_once(' ')?;
            return Some(self.price(rules, Seat::from_letter(seat)?, rules.set.find(card)?).to_string());
        }
        let slot = self.slot(Fighter::read(rules, rest).ok()?).ok()?;
        Some(self.stat(rules, slot, Stat::read(word)?).to_string())
    }

    /// The gladiators of an arena with their marks.
    pub(crate) fn gladiators_at(&self, rules: &Rules, place: Place) -> String {
        let there = self.public.sand.among(self.public.sand.at(place));
        or_none(there.map(|(_, it)| {
            let counts = [(it.damage, "damage"), (it.assigned, "assigned"), (it.blessings, "blessings")];
            let counts = counts.into_iter().filter(|(count, _)| *count > 0);
            let marks = it.exhausted.then(|| "exhausted".to_owned()).into_iter();
            let marks = marks.chain(it.bound.then(|| "bound".to_owned()));
            let marks = marks.chain(counts.map(|(count, what)| format!("{what} {count}")));
            let changes = |how: &'static str, changes: [i8; 4]| {
                let changed = Stat::ALL.into_iter().zip(changes).filter(|(_, change)| *change != 0);
                changed.map(move |(stat, change)| format!("{how}{} {change:+}", stat.name()))
            };
            let marks = marks.chain(changes("", it.boosts)).chain(changes("passing ", it.passing.all()));
            let marks: Vec<_> = marks.collect();
            let marks = if marks.is_empty() { String::new() } else { format!(" ({})", marks.join(", ")) };
            format!("{} {}{marks}", it.owner, rules.set.card(it.kind).name)
        }))
    }

    /// How many cards are not on the table.
    pub(crate) fn missing(&self, rules: &Rules) -> usize {
        let there: usize = rules.set.cards().map(|(kind, _)| self.count_everywhere(rules, kind)).sum();
        self.expected(rules).saturating_sub(there)
    }
}

pub(crate) fn seat_fact(rules: &Rules, name: &str) -> Option<(Seat, String)> {
    let (seat, zone) = name.split_once(' ')?;
    let seat = Seat::from_letter(seat).filter(|seat| seat.index() < rules.sides)?;
    Some((seat, zone.to_owned()))
}
