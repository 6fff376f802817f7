//! Positions for scenario files, and the facts they can be asked for.

use table::scenario::{Fault, SetupLine};
use table::{BySeat, Items, Light, Script, Seat, Staged};

use crate::action::Fighter;
use crate::cards::{ArenaId, Home, Kind};
use crate::effect::{Deck, Stat};
use crate::facts::{list, or_none, seat_fact};
use crate::label::Piece;
use crate::pile::{Half, Pair};
use crate::procedures::{Frame, Machinations, NOBODY, Phase};
use crate::rules::{BlessingTiming, Rules};
use crate::state::{Gladiator, KNOWN, Passing, Patron, Place, SEATS, SLOTS, State, Stops};
use crate::stats::arenas_in;
use crate::view::View;

const SETUP: &str = "'SEAT hand | deck | top | seen | discard | reserve | patrons | arenas | coins | glory | stops', 'near | far | lasting', \
                     'arenas', 'tokens', 'exhausted', 'favor', 'turn', 'turns', 'round', 'boast', 'orders', 'supply DECK', 'supply discard', \
                     'phase', 'acts', 'done', 'passes', 'rounds', 'passed', 'attacks' or 'damage'";

const MIDDLE: &str = "in a battle 'done: attack, tactic', 'passes: N', 'rounds: N', 'attacks: SEAT GLADIATOR', 'damage: by SEAT GLADIATOR | nobody'; \
                      in late registration 'passed: SEAT, …'";

const MARKS: &str = "exhausted, bound, damage N, blessings N, assigned N, unpreventable N, 'STAT +N' or 'STAT -N', or one of these with 'passing' before it";

const MIDDLE_KEYS: [&str; 7] = ["done", "played", "passes", "rounds", "passed", "attacks", "damage"];

/// A position being set up.
struct Stager<'a> {
    rules: &'a Rules,
    state: State,
    /// Starting cards that each seat has not yet been given.
    left: BySeat<Pair, SEATS>,
    deck_named: BySeat<bool, SEATS>,
    acts: Option<Seat>,
}

impl<'a> Stager<'a> {
    fn new(rules: &'a Rules) -> Self {
        let mut left: BySeat<Pair, SEATS> = BySeat::default();
        for seat in Seat::all(rules.players) {
            rules
                .set
                .starting
                .iter()
                .for_each(|(kind, copies)| left[seat].add_many(Half::First, *kind, *copies));
        }
        let mut state = State::undealt(rules);
        state.shuffle_orders(rules);
        state.public.favor = Seat::default().next(rules.sides);
        Self { rules, state, left, deck_named: BySeat::default(), acts: None }
    }

    /// Something of which there is one; a number before it would say nothing.
    fn once(count: u32, name: &str) -> Result<(), String> {
        if count == 1 {
            return Ok(());
        }
        Err(format!("'{count} {name}' is too many: expected it once, without a number"))
    }

    /// An arena card, out of the arena deck.
    fn take_arena(&mut self, count: u32, name: &str) -> Result<ArenaId, String> {
        Self::once(count, name)?;
        let id = ArenaId::read(self.rules, name)?;
        if self.state.public.arena_deck & id.bit() == 0 {
            return Err(format!("there is only one {name}: expected it once"));
        }
        self.state.public.arena_deck &= !id.bit();
        Ok(id)
    }

    fn seat(&self, text: &str) -> Result<Seat, String> {
        Seat::read(self.rules, text)
    }

    fn number(text: &str) -> Result<u8, String> {
        text.parse().map_err(|_| format!("'{text}' is no number: expected 0 to 255"))
    }

    /// Takes a copy of a card for a seat: its own starting card, or one of the supply.
    fn take(&mut self, seat: Option<Seat>, kind: Kind) -> Result<(), String> {
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
        Err(format!("there is no further {}: expected at most as many as there are", card.name))
    }

    /// The cards of a list, each taken.
    fn cards(&mut self, seat: Option<Seat>, value: &str) -> Result<Vec<Kind>, String> {
        let mut kinds = Vec::new();
        for (count, name) in Items::parts(value) {
            let kind = Kind::read(self.rules, name)?;
            for _ in 0..count {
                self.take(seat, kind)?;
                kinds.push(kind);
            }
        }
        Ok(kinds)
    }

    fn line(&mut self, setup: &SetupLine) -> Result<(), String> {
        let SetupLine { key, value, .. } = setup;
        match key.split_once(' ') {
            Some(("supply", deck)) => self.supply(deck, value),
            Some((seat, zone)) => {
                let seat = self.seat(seat)?;
                self.zone(seat, zone, value)
            }
            None => self.table(key, value),
        }
    }

    fn zone(&mut self, seat: Seat, zone: &str, value: &str) -> Result<(), String> {
        match zone {
            "hand" => {
                for kind in self.cards(Some(seat), value)? {
                    self.state.hold(seat, kind);
                }
            }
            "reserve" => {
                for kind in self.cards(Some(seat), value)? {
                    self.state.held[seat].get_mut().add(Half::Second, kind);
                    let ludus = self.state.ludus_mut(seat);
                    ludus.piles.add(Half::Second, kind);
                    ludus.reserve += 1;
                }
            }
            "deck" | "top" | "seen" => {
                let (open, known) = (zone == "top", zone != "deck");
                self.deck_named[seat] |= !known;
                let mut kinds = self.cards(Some(seat), value)?;
                kinds.reverse();
                for kind in kinds {
                    let ludus = self.state.ludus_mut(seat);
                    ludus.put_in_deck(kind);
                    let mut full = known && ludus.top.push(open.then_some(kind)).is_err();
                    full |= zone == "seen" && self.state.seen[seat].get_mut().push(kind).is_err();
                    if full {
                        let message = format!("too many cards are known: expected at most {KNOWN}");
                        return Err(message);
                    }
                }
            }
            "discard" => {
                for kind in self.cards(Some(seat), value)? {
                    self.state.discard(seat, kind);
                }
            }
            "patrons" => self.patrons(seat, value)?,
            "arenas" => {
                for (count, name) in Items::parts(value) {
                    let id = self.take_arena(count, name)?;
                    self.state.ludus_mut(seat).arenas |= id.bit();
                }
            }
            "coins" => self.state.ludus_mut(seat).coins = u16::from(Self::number(value)?),
            "glory" => self.state.ludus_mut(seat).glory = Self::number(value)?,
            "stops" => {
                let wrong = || format!("'{value}' is no setting: expected all, mine or never");
                self.state.ludus_mut(seat).stops = Stops::read(value).ok_or_else(wrong)?;
            }
            _ => return Err(format!("'{seat} {zone}' can't be set: expected {SETUP}")),
        }
        Ok(())
    }

    fn patrons(&mut self, seat: Seat, value: &str) -> Result<(), String> {
        for (count, text) in Items::parts(value) {
            let (name, exhausted) = match text.strip_suffix("(exhausted)") {
                Some(name) => (name.trim(), true),
                None => (text, false),
            };
            let kind = Kind::read(self.rules, name)?;
            for _ in 0..count {
                self.take(Some(seat), kind)?;
                self.state.add_patron(self.rules, seat, Patron { kind, exhausted });
            }
        }
        Ok(())
    }

    fn supply(&mut self, deck: &str, value: &str) -> Result<(), String> {
        if deck == "discard" {
            for kind in self.cards(None, value)? {
                self.state.public.supply.add(Half::Second, kind);
            }
            return Ok(());
        }
        let Some(deck) = Deck::read(deck) else {
            let message =
                format!("'{deck}' is no supply deck: expected gladiators, training, economy or discard");
            return Err(message);
        };
        for kind in self.cards(None, value)? {
            if self.state.public.rows[deck.index()].push(kind).is_err() {
                return Err("a row is too long: expected at most 3 cards".to_owned());
            }
        }
        Ok(())
    }

    fn table(&mut self, key: &str, value: &str) -> Result<(), String> {
        if let Some(place) = Place::read(key) {
            return self.gladiators(place, value);
        }
        match key {
            "arenas" => {
                let names = Items::parts(value);
                // FG-23: with three or four there is the one in the middle.
                let places = if self.rules.is_multi() { &Place::ALL[2..] } else { &Place::ALL[..] };
                if names.len() > places.len() {
                    let message = format!("there is room for {} arenas: expected no more", places.len());
                    return Err(message);
                }
                for (place, (count, name)) in places.iter().zip(names) {
                    self.state.public.arenas[place.index()] = Some(self.take_arena(count, name)?);
                }
            }
            "tokens" => {
                for (count, text) in Items::parts(value) {
                    Self::once(count, text)?;
                    let (place, seat) = text.split_once(' ').unwrap_or((text, ""));
                    // With three or four the two tokens lie beside the deck; they are named all the same.
                    match Place::read(place).filter(|place| place.is_fleeting()) {
                        Some(place) => self.state.public.tokens[place.index()] = Some(self.seat(seat)?),
                        None => return Err("expected 'near SEAT' or 'far SEAT'".to_owned()),
                    }
                }
            }
            "exhausted" => {
                for (count, name) in Items::parts(value) {
                    Self::once(count, name)?;
                    self.state.public.tired |= ArenaId::read(self.rules, name)?.bit();
                }
            }
            "favor" => self.state.public.favor = self.seat(value)?,
            "turn" => {
                self.state.public.turn = self.seat(value)?;
                self.state.public.active = self.state.public.turn;
            }
            "round" => self.state.public.phases = Self::number(value)?.saturating_sub(1),
            "turns" => self.state.public.turns = u16::from(Self::number(value)?),
            "boast" => {
                let value = Self::number(value)?;
                match self.rules.boasts.iter().position(|boast| *boast == value) {
                    Some(at) => self.state.public.boasts = at as u8,
                    None => return Err(format!("no boast is {value}")),
                }
            }
            "orders" => self.orders(value)?,
            "acts" => self.acts = Some(self.seat(value)?),
            _ => return Err(format!("'{key}' can't be set: expected {SETUP}")),
        }
        Ok(())
    }

    /// The orders left in the Ludus Magnus deck, by number; all others have been drawn.
    fn orders(&mut self, value: &str) -> Result<(), String> {
        let orders = &mut self.state.public.orders;
        let all = orders.left;
        let mut left = 0;
        for (count, text) in Items::parts(value) {
            Self::once(count, text)?;
            let number = text.parse::<u32>().ok().and_then(|number| number.checked_sub(1));
            match number.and_then(|at| 1_u128.checked_shl(at)).filter(|order| all & order != 0) {
                Some(order) => left |= order,
                None => return Err(format!("'{text}' is no order: expected its number")),
            }
        }
        (orders.left, orders.spent) = (left, all & !left);
        Ok(())
    }

    fn gladiators(&mut self, place: Place, value: &str) -> Result<(), String> {
        for (count, text) in Items::parts(value) {
            let (name, marks) = text.split_once('(').unwrap_or((text, ""));
            let Some((seat, name)) = name.trim().split_once(' ') else {
                return Err(format!("'{text}' is not understood: expected 'SEAT GLADIATOR (marks)'"));
            };
            let (seat, kind) = (self.seat(seat)?, Kind::read(self.rules, name.trim())?);
            let mut gladiator = Gladiator::fresh(kind, seat, place);
            let marks = marks.trim_end_matches(')').split(',').map(str::trim);
            for mark in marks.filter(|mark| !mark.is_empty()) {
                let passing = mark.strip_prefix("passing ");
                let (name, number) = passing.unwrap_or(mark).split_once(' ').unwrap_or((mark, ""));
                if let Some(stat) = Stat::read(name) {
                    let wrong = || format!("'{mark}' is no mark: expected {MARKS}");
                    let change: i8 = number.parse().map_err(|_| wrong())?;
                    if passing.is_none() {
                        gladiator.boosts[stat.index()] = change;
                    } else if change.unsigned_abs() <= Passing::most(stat).unsigned_abs() {
                        gladiator.passing.change(stat, change);
                    } else {
                        return Err(wrong());
                    }
                    continue;
                }
                let counted = match name {
                    "bound" if number.is_empty() => {
                        gladiator.bound = true;
                        continue;
                    }
                    "exhausted" if number.is_empty() => {
                        gladiator.exhausted = true;
                        continue;
                    }
                    "damage" => &mut gladiator.damage,
                    "blessings" => &mut gladiator.blessings,
                    "assigned" => &mut gladiator.assigned,
                    "unpreventable" => &mut gladiator.fixed,
                    _ => return Err(format!("'{mark}' is no mark: expected {MARKS}")),
                };
                *counted = Self::number(number)?;
            }
            for _ in 0..count {
                self.take(Some(seat), kind)?;
                let sand = &mut self.state.public.sand;
                let Some(slot) = sand.enter(gladiator, State::marks(self.rules, seat, kind)) else {
                    return Err(format!("too many gladiators: expected at most {SLOTS}"));
                };
                if gladiator.assigned > 0 || gladiator.fixed > 0 {
                    sand.strike(slot);
                }
            }
        }
        Ok(())
    }

    /// What was not mentioned falls into place, and the phase begins.
    fn begin(&mut self, phase: &str) -> Result<(), String> {
        let rules = self.rules;
        for seat in Seat::all(rules.sides).filter(|seat| !self.deck_named[*seat]) {
            for kind in self.left[seat].kinds(Half::First) {
                while self.left[seat].take(Half::First, kind) {
                    self.state.ludus_mut(seat).put_in_deck(kind);
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
        self.state.public.push(Machinations::default());
        match phase.split_once(' ') {
            None if phase == "machinations" => {}
            None if phase == "registration" => self.state.begin_phase(rules, &mut Light::new(0)),
            Some(("battle", place)) => {
                let Some(place) = Place::read(place) else {
                    return Err(format!("'{place}' is no place: expected near, far or lasting"));
                };
                self.state.public.phases += 1;
                self.state.public.stack.clear();
                self.state.public.push(if place.is_fleeting() { Phase::Lasting } else { Phase::Resolution });
                self.state.begin_battle(rules, place, &mut Light::new(0));
                let mut stack = self.state.public.stack.iter_mut();
                let battle = stack
                    .find_map(|frame| if let Frame::Battle(battle) = frame { Some(battle) } else { None });
                if let (Some(seat), Some(battle)) = (self.acts, battle) {
                    battle.seat = seat;
                }
            }
            _ => {
                let expected = "machinations, registration or battle PLACE";
                return Err(format!("'{phase}' is no phase: expected {expected}"));
            }
        }
        Ok(())
    }

    /// The position goes on to its first decision.
    fn finish(mut self) -> Result<State, String> {
        if self.state.public.sand.iter().any(|(_, it)| it.assigned > 0) && !self.has_damage() {
            let expected = "'damage: by SEAT GLADIATOR' or 'damage: by nobody'";
            return Err(format!("damage is assigned, but nothing dealt it: expected {expected}"));
        }
        self.state.settle(self.rules, &mut Script::then_light([], 1));
        Ok(self.state)
    }

    fn has_damage(&self) -> bool {
        self.state.public.stack.iter().any(|frame| matches!(frame, Frame::Damage(_)))
    }

    /// A line that says how far a turn has come; its phase has begun.
    fn middle(&mut self, setup: &SetupLine) -> Result<(), String> {
        let SetupLine { key, value, .. } = setup;
        let value = value.as_str();
        let wrong = || format!("'{key}' does not fit this phase or its value: expected {MIDDLE}");
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
            ("played", Frame::Machinations(turn)) => turn.played = Self::number(value)?,
            ("passes", Frame::Battle(battle)) => battle.passes = Self::number(value)?,
            ("rounds", Frame::Battle(battle)) => battle.rounds = Self::number(value)?,
            ("passed", Frame::Register(_)) => {
                for (_, text) in Items::parts(value) {
                    let seat = self.seat(text)?;
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
                let owes = self.rules.choice.blessing_timing == BlessingTiming::Window;
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
        self.state.slot(Fighter::read(self.rules, text).ok()?).ok()
    }
}

impl Staged for State {
    fn stage(rules: &Rules, lines: &[SetupLine]) -> Result<Self, Fault> {
        let mut stager = Stager::new(rules);
        let phase = lines.iter().rfind(|setup| setup.key == "phase");
        let (at, phase) = phase.map_or((0, "machinations"), |setup| (setup.line, setup.value.as_str()));
        // How far a turn has come can be said only once its phase has begun.
        let (late, early): (Vec<_>, Vec<_>) =
            lines.iter().partition(|setup| MIDDLE_KEYS.contains(&setup.key.as_str()));
        for setup in early.into_iter().filter(|setup| setup.key != "phase") {
            stager.line(setup).map_err(|message| Fault::new(setup.line, message))?;
        }
        stager.begin(phase).map_err(|message| Fault::new(at, message))?;
        for setup in late {
            stager.middle(setup).map_err(|message| Fault::new(setup.line, message))?;
        }
        stager.finish().map_err(|message| Fault::new(at, message))
    }

    fn fact(&self, rules: &Rules, name: &str) -> Option<String> {
        let Some((seat, zone)) = seat_fact(rules, name) else {
            return self.table_fact(rules, name);
        };
        let held = self.held(seat);
        match zone.as_str() {
            "hand" => Some(list(rules, held, Half::First)),
            "reserve" => Some(list(rules, held, Half::Second)),
            "deck" => {
                let mut deck = Pair::default();
                for (kind, _) in rules.set.cards() {
                    deck.add_many(Half::First, kind, self.ludus(seat).unseen(kind) - held.both(kind));
                }
                Some(list(rules, &deck, Half::First))
            }
            "seen" => {
                Some(or_none(self.seen[seat].get().iter().map(|kind| rules.set.card(*kind).name.clone())))
            }
            zone => self.open_fact(rules, seat, zone),
        }
    }

    fn seen(rules: &Rules, view: &View, name: &str) -> Option<String> {
        // What everyone may know is told from the public part alone.
        let table = view.table();
        let Some((seat, zone)) = seat_fact(rules, name) else {
            return table.table_fact(rules, name);
        };
        let ludus = table.ludus(seat);
        match zone.as_str() {
            "hand" | "reserve" | "seen" if view.viewer.is(seat) => table.fact(rules, name),
            "hand" => Some(format!("{} cards", ludus.hand)),
            "reserve" => Some(format!("{} cards", ludus.reserve)),
            "seen" => Some(format!("{} cards", ludus.top.iter().filter(|card| card.is_none()).count())),
            "deck" => Some(format!("{} cards", ludus.deck)),
            zone => table.open_fact(rules, seat, zone),
        }
    }

    fn wish(rules: &Rules, text: &str) -> Result<u32, table::Unread> {
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
        Err(format!("'{text}' can't be drawn: expected a card, an arena or a seat").into())
    }
}
