//! The facts that scenario files look at.

use table::Seat;

use crate::action;
use crate::cards::ArenaId;
use crate::effect::{Deck, Stat};
use crate::known::{Known, Whereabouts};
use crate::pile::{Half, Pair};
use crate::rules::Rules;
use crate::state::{Ludus, Patron, Place, State};
use crate::stats::arenas_in;

pub(crate) fn list(rules: &Rules, pair: &Pair, half: Half) -> String {
    let names: Vec<_> = pair
        .kinds(half)
        .map(|kind| format!("{} {}", pair.count(half, kind), rules.set.card(kind).name))
        .collect();
    or_none(&names)
}

pub(crate) fn or_none(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// The cards that everyone knows a player to hold, and where.
pub(crate) fn known(rules: &Rules, ludus: &Ludus) -> Vec<String> {
    let place = |known: &Known| match known.place {
        Whereabouts::Hand => "",
        Whereabouts::Either => " (hand or reserve)",
        Whereabouts::Reserve => " (reserve)",
    };
    ludus.known.iter().map(|it| format!("{}{}", rules.set.card(it.kind).name, place(it))).collect()
}

impl State {
    /// A seat's fact that everyone may know.
    pub(crate) fn open_fact(&self, rules: &Rules, seat: Seat, zone: &str) -> Option<String> {
        let ludus = self.ludus(seat);
        Some(match zone {
            "discard" => list(rules, &ludus.piles, Half::First),
            "hand size" => ludus.hand.to_string(),
            "deck size" => ludus.deck.to_string(),
            "reserve size" => ludus.reserve.to_string(),
            "known" => or_none(&known(rules, ludus)),
            "top" => {
                let names: Vec<_> = ludus.top.iter().map(|kind| rules.set.card(*kind).name.clone()).collect();
                or_none(&names)
            }
            "patrons" => {
                let mark = |patron: &Patron| if patron.exhausted { " (exhausted)" } else { "" };
                let name = |patron: &Patron| format!("{}{}", rules.set.card(patron.kind).name, mark(patron));
                or_none(&ludus.patrons.iter().map(name).collect::<Vec<_>>())
            }
            "arenas" => or_none(
                &arenas_in(ludus.arenas).map(|id| rules.set.arena(id).name.clone()).collect::<Vec<_>>(),
            ),
            "coins" => ludus.coins.to_string(),
            "glory" => ludus.glory.to_string(),
            "stops" => ludus.stops.name().to_owned(),
            "influence" => self.influence(rules, seat).to_string(),
            "requirement" => self.requirement(rules, seat).to_string(),
            "bloodlust" => {
                let own = self.public.sand.iter().filter(|(_, it)| it.owner == seat);
                own.map(|(_, it)| u32::from(rules.set.card(it.kind).bloodlust)).sum::<u32>().to_string()
            }
            "tokens" => self.public.tokens.iter().filter(|it| **it == Some(seat)).count().to_string(),
            "place" => match self.public.standing.iter().position(|it| *it == seat) {
                Some(at) => (rules.sides - at).to_string(),
                None => "none".to_owned(),
            },
            _ => return None,
        })
    }

    pub(crate) fn table_fact(&self, rules: &Rules, name: &str) -> Option<String> {
        if let Some(place) = Place::read(name) {
            return Some(self.gladiators_at(rules, place));
        }
        let arena = |id: ArenaId| rules.set.arena(id).name.clone();
        Some(match name {
            "favor" => self.public.favor.to_string(),
            "active" => self.public.active.to_string(),
            "boast" => match rules.boasts.get(usize::from(self.public.boasts)) {
                Some(boast) => boast.to_string(),
                None => "none".to_owned(),
            },
            "bloodlust" => self.bloodlust(rules).to_string(),
            "orders" => self.orders_left().to_string(),
            "removed" => self.public.removed.to_string(),
            "standing" => {
                let seats: Vec<_> = self.public.standing.iter().rev().map(Seat::to_string).collect();
                if seats.is_empty() { "none".to_owned() } else { seats.join(" ") }
            }
            "phases" => self.public.phases.to_string(),
            "turns" => self.public.turns.to_string(),
            "done" => match self.battle() {
                Some(battle) => {
                    let done = [(battle.attacked, "attack"), (battle.tactic, "tactic")];
                    let done = done.into_iter().filter(|(done, _)| *done).map(|(_, name)| name.to_owned());
                    or_none(&done.collect::<Vec<_>>())
                }
                None => "none".to_owned(),
            },
            "passes" => self.battle().map_or("none".to_owned(), |battle| battle.passes.to_string()),
            "rounds" => self.battle().map_or("none".to_owned(), |battle| battle.rounds.to_string()),
            "arenas" => {
                or_none(&self.public.arenas.iter().flatten().map(|id| arena(*id)).collect::<Vec<_>>())
            }
            "exhausted" => or_none(&arenas_in(self.public.tired).map(arena).collect::<Vec<_>>()),
            "glory" => self.public.glory.map(|glory| glory.to_string()).join("/"),
            "tokens" => {
                let held = Place::ALL.into_iter().zip(self.public.tokens);
                let held = held.filter_map(|(place, token)| Some(format!("{} {}", place.name(), token?)));
                or_none(&held.collect::<Vec<_>>())
            }
            "supply discard" => list(rules, &self.public.supply, Half::Second),
            "frame" => self.public.stack.last().map_or("over".to_owned(), |top| top.name().to_lowercase()),
            _ => return self.worded_fact(rules, name),
        })
    }

    /// Facts with something after their first word: `attack A Thraex`, `supply economy`, `price A Thraex`.
    fn worded_fact(&self, rules: &Rules, name: &str) -> Option<String> {
        let (word, rest) = name.split_once(' ')?;
        if word == "supply" {
            let row = &self.public.rows[Deck::read(rest)?.index()];
            return Some(or_none(
                &row.iter().map(|kind| rules.set.card(*kind).name.clone()).collect::<Vec<_>>(),
            ));
        }
        if word == "price" {
            let (seat, card) = rest.split_once(' ')?;
            return Some(self.price(rules, Seat::from_letter(seat)?, rules.set.find(card)?).to_string());
        }
        let stat = match word {
            "attack" => Stat::Attack,
            "health" => Stat::Health,
            "agility" => Stat::Agility,
            _ => return None,
        };
        let action::Action::Target(fighter) = action::read(rules, &format!("target {rest}")).ok()? else {
            return None;
        };
        let slot = self.find(fighter.owner, fighter.kind, fighter.nth)?;
        Some(self.stat(rules, slot, stat).to_string())
    }

    /// The gladiators of an arena with their marks.
    pub(crate) fn gladiators_at(&self, rules: &Rules, place: Place) -> String {
        let mut names = Vec::new();
        for (_, it) in self.public.sand.iter().filter(|(_, it)| it.place == place) {
            let mut marks = Vec::new();
            if it.exhausted {
                marks.push("exhausted".to_owned());
            }
            for (count, what) in
                [(it.damage, "damage"), (it.assigned, "assigned"), (it.blessings, "blessings")]
            {
                if count > 0 {
                    marks.push(format!("{what} {count}"));
                }
            }
            let marks = if marks.is_empty() { String::new() } else { format!(" ({})", marks.join(", ")) };
            names.push(format!("{} {}{marks}", it.owner, rules.set.card(it.kind).name));
        }
        or_none(&names)
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
