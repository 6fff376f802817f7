//! Positions for scenario files, and the facts they can be asked for.

use table::scenario::{Fault, SetupLine};
use table::{BySeat, Items, Light, Script, Seat, Staged};

use crate::action::{self, Action};
use crate::cards::{ArenaId, Home, Kind};
use crate::effect::Deck;
use crate::facts::{list, seat_fact};
use crate::pile::{Half, Pair};
use crate::procedures::{Frame, Machinations, NOBODY, Phase};
use crate::rules::{BlessingTiming, Rules};
use crate::state::{Gladiator, KNOWN, Patron, Place, SLOTS, State, Stops};
use crate::stats::arenas_in;
use crate::view::View;

const SETUP: &str = "'SEAT hand | deck | top | discard | reserve | patrons | arenas | coins | glory | stops', 'near | far | lasting', \
                     'arenas', 'tokens', 'exhausted', 'favor', 'turn', 'turns', 'round', 'boast', 'orders', 'supply DECK', 'supply discard', \
                     'phase', 'acts', 'done', 'passes', 'rounds', 'passed', 'attacks' or 'damage'";

const MIDDLE: &str = "in a battle 'done: attack, tactic', 'passes: N', 'rounds: N', 'attacks: SEAT GLADIATOR', 'damage: by SEAT GLADIATOR | nobody'; \
                      in late registration 'passed: SEAT, …'";

/// A position being set up.
struct Stager<'a> {
    rules: &'a Rules,
    state: State,
    /// Starting cards that each seat has not yet been given.
    left: BySeat<Pair, { crate::state::SEATS }>,
    deck_named: BySeat<bool, { crate::state::SEATS }>,
    phase: Option<(usize, String)>,
    acts: Option<Seat>,
    /// What the middle of a turn needs, line by line, once the phase has begun.
    middle: Vec<SetupLine>,
}

impl<'a> Stager<'a> {
    fn new(rules: &'a Rules) -> Self {
        let mut left: BySeat<Pair, { crate::state::SEATS }> = BySeat::default();
        for seat in Seat::all(rules.players) {
            for (kind, card) in rules.set.cards().filter(|(_, card)| card.home == Home::Starting) {
                (0..card.copies).for_each(|_| left[seat].add(Half::First, kind));
            }
        }
        let mut state = State::undealt(rules);
        state.shuffle_orders(rules);
        state.public.favor = Seat::default().next(rules.sides);
        Self {
            rules,
            state,
            left,
            deck_named: BySeat::default(),
            phase: None,
            acts: None,
            middle: Vec::new(),
        }
    }

    fn card(&self, line: usize, name: &str) -> Result<Kind, Fault> {
        let found = self.rules.set.find(name);
        found.ok_or_else(|| {
            Fault::new(line, format!("'{name}' is no card of this set: expected a card's name"))
        })
    }

    fn arena(&self, line: usize, name: &str) -> Result<ArenaId, Fault> {
        let found = self.rules.set.find_arena(name);
        found.ok_or_else(|| {
            Fault::new(line, format!("'{name}' is no arena of this set: expected an arena's name"))
        })
    }

    /// Something of which there is one; a number before it would say nothing.
    fn once(line: usize, count: u32, name: &str) -> Result<(), Fault> {
        if count == 1 {
            return Ok(());
        }
        Err(Fault::new(line, format!("'{count} {name}' is too many: expected it once, without a number")))
    }

    /// An arena card, out of the arena deck.
    fn take_arena(&mut self, line: usize, count: u32, name: &str) -> Result<ArenaId, Fault> {
        Self::once(line, count, name)?;
        let id = self.arena(line, name)?;
        if self.state.public.arena_deck & id.bit() == 0 {
            return Err(Fault::new(line, format!("there is only one {name}: expected it once")));
        }
        self.state.public.arena_deck &= !id.bit();
        Ok(id)
    }

    fn seat(&self, line: usize, text: &str) -> Result<Seat, Fault> {
        Seat::from_letter(text)
            .filter(|seat| seat.index() < self.rules.sides)
            .ok_or_else(|| Fault::new(line, format!("'{text}' is no seat of this table: expected A, B, …")))
    }

    fn number(line: usize, text: &str) -> Result<u8, Fault> {
        text.parse().map_err(|_| Fault::new(line, format!("'{text}' is no number: expected 0 to 255")))
    }

    /// Takes a copy of a card for a seat: its own starting card, or one of the supply.
    fn take(&mut self, line: usize, seat: Option<Seat>, kind: Kind) -> Result<(), Fault> {
        let card = self.rules.set.card(kind);
        let there = match (card.home, seat) {
            (Home::Starting, Some(seat)) => self.left[seat].take(Half::First, kind),
            (Home::Starting | Home::Champion(_), None) => false,
            (Home::Supply(_), _) => self.state.public.supply.take(Half::First, kind),
            (Home::Champion(level), Some(seat)) => {
                let first = Kind(kind.0 - (level - 1));
                self.state.ludus_mut(seat).champion.replace(first).is_none()
            }
            (Home::Boast, _) => {
                self.state.public.boasts += 1;
                true
            }
        };
        if there {
            return Ok(());
        }
        Err(Fault::new(
            line,
            format!("there is no further {}: expected at most as many as there are", card.name),
        ))
    }

    /// The cards of a list, each taken.
    fn cards(&mut self, line: usize, seat: Option<Seat>, value: &str) -> Result<Vec<Kind>, Fault> {
        let mut kinds = Vec::new();
        for (count, name) in Items::parts(value) {
            let kind = self.card(line, name)?;
            for _ in 0..count {
                self.take(line, seat, kind)?;
                kinds.push(kind);
            }
        }
        Ok(kinds)
    }

    fn line(&mut self, setup: &SetupLine) -> Result<(), Fault> {
        let SetupLine { line, key, value } = setup;
        let (line, value) = (*line, value.as_str());
        match key.split_once(' ') {
            Some(("supply", deck)) => self.supply(line, deck, value),
            Some((seat, zone)) => {
                let seat = self.seat(line, seat)?;
                self.zone(line, seat, zone, value)
            }
            None => self.table(line, key, value),
        }
    }

    fn zone(&mut self, line: usize, seat: Seat, zone: &str, value: &str) -> Result<(), Fault> {
        match zone {
            "hand" => {
                for kind in self.cards(line, Some(seat), value)? {
                    self.state.hold(seat, kind);
                }
            }
            "reserve" => {
                for kind in self.cards(line, Some(seat), value)? {
                    self.state.held[seat].get_mut().add(Half::Second, kind);
                    let ludus = self.state.ludus_mut(seat);
                    ludus.piles.add(Half::Second, kind);
                    ludus.reserve += 1;
                }
            }
            "deck" | "top" => {
                let known = zone == "top";
                self.deck_named[seat] |= !known;
                let mut kinds = self.cards(line, Some(seat), value)?;
                kinds.reverse();
                for kind in kinds {
                    let ludus = self.state.ludus_mut(seat);
                    ludus.piles.add(Half::Second, kind);
                    ludus.deck += 1;
                    if known && ludus.top.push(kind).is_err() {
                        let message = format!("too many cards are known: expected at most {KNOWN}");
                        return Err(Fault::new(line, message));
                    }
                }
            }
            "discard" => {
                for kind in self.cards(line, Some(seat), value)? {
                    self.state.discard(seat, kind);
                }
            }
            "patrons" => self.patrons(line, seat, value)?,
            "arenas" => {
                for (count, name) in Items::parts(value) {
                    let id = self.take_arena(line, count, name)?;
                    self.state.ludus_mut(seat).arenas |= id.bit();
                }
            }
            "coins" => self.state.ludus_mut(seat).coins = u16::from(Self::number(line, value)?),
            "glory" => self.state.ludus_mut(seat).glory = Self::number(line, value)?,
            "stops" => match Stops::ALL.into_iter().find(|stops| stops.name() == value) {
                Some(stops) => self.state.ludus_mut(seat).stops = stops,
                None => {
                    return Err(Fault::new(
                        line,
                        format!("'{value}' is no setting: expected all, mine or never"),
                    ));
                }
            },
            _ => return Err(Fault::new(line, format!("'{seat} {zone}' can't be set: expected {SETUP}"))),
        }
        Ok(())
    }

    fn patrons(&mut self, line: usize, seat: Seat, value: &str) -> Result<(), Fault> {
        for (count, text) in Items::parts(value) {
            let (name, exhausted) = match text.strip_suffix("(exhausted)") {
                Some(name) => (name.trim(), true),
                None => (text, false),
            };
            let kind = self.card(line, name)?;
            for _ in 0..count {
                self.take(line, Some(seat), kind)?;
                self.state.add_patron(self.rules, seat, Patron { kind, exhausted });
            }
        }
        Ok(())
    }

    fn supply(&mut self, line: usize, deck: &str, value: &str) -> Result<(), Fault> {
        if deck == "discard" {
            for kind in self.cards(line, None, value)? {
                self.state.public.supply.add(Half::Second, kind);
            }
            return Ok(());
        }
        let Some(deck) = Deck::read(deck) else {
            let message =
                format!("'{deck}' is no supply deck: expected gladiators, training, economy or discard");
            return Err(Fault::new(line, message));
        };
        for kind in self.cards(line, None, value)? {
            if self.state.public.rows[deck.index()].push(kind).is_err() {
                return Err(Fault::new(line, "a row is too long: expected at most 3 cards"));
            }
        }
        Ok(())
    }

    fn table(&mut self, line: usize, key: &str, value: &str) -> Result<(), Fault> {
        if let Some(place) = Place::read(key) {
            return self.gladiators(line, place, value);
        }
        match key {
            "arenas" => {
                let names = Items::parts(value);
                // FG-23: with three or four there is the one in the middle.
                let places = if self.rules.is_multi() { &Place::ALL[2..] } else { &Place::ALL[..] };
                if names.len() > places.len() {
                    let message = format!("there is room for {} arenas: expected no more", places.len());
                    return Err(Fault::new(line, message));
                }
                for (place, (count, name)) in places.iter().zip(names) {
                    self.state.public.arenas[place.index()] = Some(self.take_arena(line, count, name)?);
                }
            }
            "tokens" => {
                for (count, text) in Items::parts(value) {
                    Self::once(line, count, text)?;
                    let (place, seat) = text.split_once(' ').unwrap_or((text, ""));
                    // With three or four the two tokens lie beside the deck; they are named all the same.
                    match Place::read(place).filter(|place| place.is_fleeting()) {
                        Some(place) => self.state.public.tokens[place.index()] = Some(self.seat(line, seat)?),
                        None => return Err(Fault::new(line, "expected 'near SEAT' or 'far SEAT'")),
                    }
                }
            }
            "exhausted" => {
                for (count, name) in Items::parts(value) {
                    Self::once(line, count, name)?;
                    self.state.public.tired |= self.arena(line, name)?.bit();
                }
            }
            "favor" => self.state.public.favor = self.seat(line, value)?,
            "turn" => {
                self.state.public.turn = self.seat(line, value)?;
                self.state.public.active = self.state.public.turn;
            }
            "round" => self.state.public.phases = Self::number(line, value)?.saturating_sub(1),
            "turns" => self.state.public.turns = u16::from(Self::number(line, value)?),
            "boast" => {
                let value = Self::number(line, value)?;
                match self.rules.boasts.iter().position(|boast| *boast == value) {
                    Some(at) => self.state.public.boasts = at as u8,
                    None => return Err(Fault::new(line, format!("no boast is {value}"))),
                }
            }
            "orders" => self.orders(line, value)?,
            "acts" => self.acts = Some(self.seat(line, value)?),
            "phase" => self.phase = Some((line, value.to_owned())),
            "done" | "passes" | "rounds" | "passed" | "attacks" | "damage" => {
                let (key, value) = (key.to_owned(), value.to_owned());
                self.middle.push(SetupLine { line, key, value });
            }
            _ => return Err(Fault::new(line, format!("'{key}' can't be set: expected {SETUP}"))),
        }
        Ok(())
    }

    /// The orders left in the Ludus Magnus deck, by number; all others have been drawn.
    fn orders(&mut self, line: usize, value: &str) -> Result<(), Fault> {
        let orders = &mut self.state.public.orders;
        let all = orders.left;
        let mut left = 0;
        for (count, text) in Items::parts(value) {
            Self::once(line, count, text)?;
            let number = text.parse::<u32>().ok().and_then(|number| number.checked_sub(1));
            match number.and_then(|at| 1_u128.checked_shl(at)).filter(|order| all & order != 0) {
                Some(order) => left |= order,
                None => return Err(Fault::new(line, format!("'{text}' is no order: expected its number"))),
            }
        }
        (orders.left, orders.spent) = (left, all & !left);
        Ok(())
    }

    fn gladiators(&mut self, line: usize, place: Place, value: &str) -> Result<(), Fault> {
        for (count, text) in Items::parts(value) {
            let (name, marks) = text.split_once('(').unwrap_or((text, ""));
            let Some((seat, name)) = name.trim().split_once(' ') else {
                return Err(Fault::new(
                    line,
                    format!("'{text}' is not understood: expected 'SEAT GLADIATOR (marks)'"),
                ));
            };
            let (seat, kind) = (self.seat(line, seat)?, self.card(line, name.trim())?);
            let mut gladiator = Gladiator::fresh(kind, seat, place);
            for mark in marks.trim_end_matches(')').split(',').map(str::trim).filter(|mark| !mark.is_empty())
            {
                match mark.split_once(' ') {
                    Some(("damage", number)) => gladiator.damage = Self::number(line, number)?,
                    Some(("blessings", number)) => gladiator.blessings = Self::number(line, number)?,
                    Some(("assigned", number)) => gladiator.assigned = Self::number(line, number)?,
                    Some(("unpreventable", number)) => gladiator.fixed = Self::number(line, number)?,
                    Some(("fury", number)) => gladiator.fury = Self::number(line, number)?,
                    None if mark == "exhausted" => gladiator.exhausted = true,
                    _ => {
                        return Err(Fault::new(
                            line,
                            format!(
                                "'{mark}' is no mark: expected exhausted, damage N, blessings N, assigned N, unpreventable N or fury N"
                            ),
                        ));
                    }
                }
            }
            for _ in 0..count {
                self.take(line, Some(seat), kind)?;
                let sand = &mut self.state.public.sand;
                let Some(slot) = sand.enter(gladiator, State::marks(self.rules, seat, kind)) else {
                    return Err(Fault::new(line, format!("too many gladiators: expected at most {SLOTS}")));
                };
                if gladiator.assigned > 0 || gladiator.fixed > 0 {
                    sand.strike(slot);
                }
            }
        }
        Ok(())
    }

    /// What was not mentioned falls into place, and the position goes on to its first decision.
    fn finish(mut self) -> Result<State, Fault> {
        let rules = self.rules;
        for seat in Seat::all(rules.sides).filter(|seat| !self.deck_named[*seat]) {
            for kind in self.left[seat].kinds(Half::First) {
                while self.left[seat].take(Half::First, kind) {
                    let ludus = self.state.ludus_mut(seat);
                    ludus.piles.add(Half::Second, kind);
                    ludus.deck += 1;
                }
            }
        }
        for place in Place::ALL {
            if self.state.public.arenas[place.index()].is_none()
                && !(rules.is_multi() && place.is_fleeting())
                && let Some(id) = arenas_in(self.state.public.arena_deck).next()
            {
                self.state.public.arena_deck &= !id.bit();
                self.state.public.arenas[place.index()] = Some(id);
            }
        }
        self.state.public.removed = self.state.missing(rules) as u16;
        self.state.public.turns = self.state.public.turns.max(1);
        self.state.public.push(Machinations);
        let (line, phase) = self.phase.take().unwrap_or((0, "machinations".to_owned()));
        match phase.split_once(' ') {
            None if phase == "machinations" => {}
            None if phase == "registration" => self.state.begin_phase(rules, &mut Light::new(0)),
            Some(("battle", place)) => {
                let Some(place) = Place::read(place) else {
                    return Err(Fault::new(
                        line,
                        format!("'{place}' is no place: expected near, far or lasting"),
                    ));
                };
                self.state.public.phases += 1;
                self.state.public.stack.clear();
                let next = if place.is_fleeting() { Phase::Lasting } else { Phase::Resolution };
                self.state.public.push(next);
                self.state.begin_battle(rules, place, &mut Light::new(0));
                if let (Some(seat), Some(Frame::Battle(battle))) =
                    (self.acts, self.state.public.stack.last_mut())
                {
                    battle.seat = seat;
                }
            }
            _ => {
                let message =
                    format!("'{phase}' is no phase: expected machinations, registration or battle PLACE");
                return Err(Fault::new(line, message));
            }
        }
        for setup in std::mem::take(&mut self.middle) {
            self.middle(&setup)?;
        }
        if self.state.public.sand.iter().any(|(_, it)| it.assigned > 0) && !self.has_damage() {
            let message = "damage is assigned, but nothing dealt it: expected 'damage: by SEAT GLADIATOR' or 'damage: by nobody'";
            return Err(Fault::new(line, message));
        }
        self.state.settle(rules, &mut Script::then_light([], 1));
        Ok(self.state)
    }

    fn has_damage(&self) -> bool {
        self.state.public.stack.iter().any(|frame| matches!(frame, Frame::Damage(_)))
    }

    /// A line that says how far a turn has come; its phase has begun.
    fn middle(&mut self, setup: &SetupLine) -> Result<(), Fault> {
        let SetupLine { line, key, value } = setup;
        let (line, value) = (*line, value.as_str());
        let wrong =
            || Fault::new(line, format!("'{key}' does not fit this phase or its value: expected {MIDDLE}"));
        let slot = match value.strip_prefix("by ").unwrap_or(value) {
            "nobody" => NOBODY,
            fighter => self.fighter(fighter).unwrap_or(NOBODY),
        };
        match (key.as_str(), self.state.public.stack.last_mut().ok_or_else(wrong)?) {
            ("done", Frame::Battle(battle)) => {
                for (_, text) in Items::parts(value) {
                    match text {
                        "attack" => battle.attacked = true,
                        "tactic" => battle.tactic = true,
                        _ => return Err(wrong()),
                    }
                }
                battle.opened = true;
            }
            ("passes", Frame::Battle(battle)) => battle.passes = Self::number(line, value)?,
            ("rounds", Frame::Battle(battle)) => battle.rounds = Self::number(line, value)?,
            ("passed", Frame::Register(_)) => {
                for (_, text) in Items::parts(value) {
                    let seat = self.seat(line, text)?;
                    if let Some(Frame::Register(register)) = self.state.public.stack.last_mut() {
                        register.passed = register.passed.with(seat);
                    }
                }
            }
            ("attacks", Frame::Battle(battle)) if slot != NOBODY => {
                let seat = battle.seat;
                self.state.attack(seat, slot, NOBODY, &mut Light::new(0));
            }
            ("damage", Frame::Battle(_) | Frame::Machinations(_))
                if slot != NOBODY || value == "by nobody" =>
            {
                let owes = self.rules.blessing_timing == BlessingTiming::Window;
                self.state.public.sand.for_each_mut(|it| {
                    it.owed = u8::from(owes && it.blessings > 0 && it.assigned > it.fixed);
                });
                self.state.damage_assigned(self.rules, slot);
            }
            _ => return Err(wrong()),
        }
        Ok(())
    }

    fn fighter(&self, text: &str) -> Option<u8> {
        let Ok(Action::Target(it)) = action::read(self.rules, &format!("target {text}")) else {
            return None;
        };
        self.state.find(it.owner, it.kind, it.nth)
    }
}

impl Staged for State {
    fn stage(rules: &Rules, lines: &[SetupLine]) -> Result<Self, Fault> {
        let mut stager = Stager::new(rules);
        for line in lines {
            stager.line(line)?;
        }
        stager.finish()
    }

    fn fact(&self, rules: &Rules, name: &str) -> Option<String> {
        let Some((seat, zone)) = seat_fact(rules, name) else {
            return self.table_fact(rules, name);
        };
        match zone.as_str() {
            "hand" => Some(list(rules, self.held(seat), Half::First)),
            "reserve" => Some(list(rules, self.held(seat), Half::Second)),
            "deck" => {
                let mut deck = Pair::default();
                for (kind, _) in rules.set.cards() {
                    let held =
                        self.held(seat).count(Half::First, kind) + self.held(seat).count(Half::Second, kind);
                    (held..self.ludus(seat).unseen(kind)).for_each(|_| deck.add(Half::First, kind));
                }
                Some(list(rules, &deck, Half::First))
            }
            zone => self.open_fact(rules, seat, zone),
        }
    }

    fn seen(rules: &Rules, view: &View, name: &str) -> Option<String> {
        // What everyone may know is told from the public part alone.
        let table = Self { public: view.public, held: BySeat::default() };
        let Some((seat, zone)) = seat_fact(rules, name) else {
            return table.table_fact(rules, name);
        };
        let ludus = table.ludus(seat);
        let own = view.viewer.is(seat);
        match zone.as_str() {
            "hand" if own => Some(list(rules, &view.held, Half::First)),
            "reserve" if own => Some(list(rules, &view.held, Half::Second)),
            "hand" => Some(format!("{} cards", ludus.hand)),
            "reserve" => Some(format!("{} cards", ludus.reserve)),
            "deck" => Some(format!("{} cards", ludus.deck)),
            zone => table.open_fact(rules, seat, zone),
        }
    }

    fn wish(rules: &Rules, text: &str) -> Result<u32, String> {
        if let Some(kind) = rules.set.find(text) {
            return Ok(u32::from(kind.0));
        }
        if let Some(id) = rules.set.find_arena(text) {
            return Ok(u32::from(id.0));
        }
        if text == "blank" {
            return Ok(u32::from(crate::orders::BLANK));
        }
        if let Some(number) = text.strip_prefix("order ").and_then(|number| number.parse::<u32>().ok()) {
            return Ok(number.saturating_sub(1));
        }
        if let Some(seat) = Seat::from_letter(text) {
            return Ok(seat.index() as u32);
        }
        Err(format!("'{text}' can't be drawn: expected a card, an arena or a seat"))
    }
}
