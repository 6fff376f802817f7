//! The Ludus Magnus: a side that its deck plays (FG-100 to FG-111).

use serde::{Serialize, Serializer};
use table::{Chance, List, Seat, SeatSet};

use crate::action::Action;
use crate::cards::Kind;
use crate::effect::{Deck, Occasion, Stat};
use crate::events::{Happening, Turned};
use crate::facts::Mark;
use crate::frame::{Battle, Event, Frame, NOBODY};
use crate::ludus::{Answer, Combat, Extreme, Into, Order, Ploy, Section, Selector};
use crate::pile::{bits_up_to_bytes, byte_above};
use crate::rules::{BotReaction, Rules};
use crate::state::{Gladiator, Place, Sand, State, slots_in};

/// A boast drawn from the deck: a blank (FG-110).
pub const BLANK: u8 = 127;

/// The Ludus Magnus deck. Nobody knows its order, so it is kept as what is left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Orders {
    /// Orders left in the deck, as a set.
    #[serde(serialize_with = "numbers")]
    pub left: u128,
    /// Orders drawn, as a set.
    #[serde(serialize_with = "numbers")]
    pub spent: u128,
    /// Boasts on top of the deck.
    pub boasts: u8,
    /// Boasts shuffled into the deck.
    pub blanks: u8,
    /// Boasts drawn.
    pub spent_blanks: u8,
}

/// A set as the list of its members: no reader of JSON takes numbers of 128 bits.
#[allow(clippy::trivially_copy_pass_by_ref)] // The serializer asks by reference.
fn numbers<S: Serializer>(set: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq((0..u128::BITS).filter(|at| set >> at & 1 == 1))
}

/// A card that was drawn, and the section that counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Drawn {
    /// The order, or a blank.
    pub order: u8,
    /// Its section.
    pub section: Section,
    /// Whom it concerned: who entered, attacker and target, the one selected, the one that reacted.
    pub chosen: List<Kind, 3>,
}

/// The members of a set, counted byte by byte: half of it each.
struct Counted([(u64, u64); 2]);

impl Counted {
    fn new(set: u128) -> Self {
        Self([set as u64, (set >> 64) as u64].map(|half| (half, bits_up_to_bytes(half))))
    }

    /// How many there are.
    fn total(&self) -> u32 {
        let Self([(_, low), (_, high)]) = self;
        ((low >> 56) + (high >> 56)) as u32
    }

    /// The nth of them, from 0, if there are so many.
    fn nth(&self, nth: u32) -> Option<usize> {
        let Self([low, high]) = *self;
        let before = (low.1 >> 56) as u32;
        let (start, (half, sums), nth) = if nth < before { (0, low, nth) } else { (64, high, nth - before) };
        if nth >= (sums >> 56) as u32 {
            return None;
        }
        // Its byte first, then the bits of that one by one.
        let byte = byte_above(sums, nth);
        let before = sums << 8 >> (byte * 8) & 0xFF;
        let mut left = half >> (byte * 8);
        (before..u64::from(nth)).for_each(|_| left &= left - 1);
        Some(start + byte * 8 + left.trailing_zeros() as usize)
    }
}

/// The gladiators of a set of slots for which a value is highest.
#[inline]
fn keep_highest(sand: &Sand, slots: u64, value: impl Fn((u8, &Gladiator)) -> i32) -> u64 {
    if has_one_at_most(slots) {
        return slots;
    }
    let (mut best, mut kept) = (i32::MIN, 0);
    for one in sand.among(slots) {
        match value(one) {
            value if value > best => (best, kept) = (value, 1 << one.0),
            value if value == best => kept |= 1 << one.0,
            _ => {}
        }
    }
    kept
}

/// Whether a set has no two members.
const fn has_one_at_most(set: u64) -> bool {
    set & set.wrapping_sub(1) == 0
}

impl State {
    fn order(rules: &Rules, order: u8) -> Option<&Order> {
        rules.set.orders().get(usize::from(order))
    }

    /// The next card of the deck; an empty deck is rebuilt from what was drawn (ruling 84). A boast is a blank (ruling 83).
    fn draw_order<C: Chance>(&mut self, rules: &Rules, section: Section, chance: &mut C) -> u8 {
        let orders = &mut self.public.orders;
        chance.learned(SeatSet::all(rules.players));
        let drawn = if orders.boasts > 0 {
            orders.boasts -= 1;
            orders.spent_blanks += 1;
            BLANK
        } else {
            if orders.left == 0 && orders.blanks == 0 {
                orders.left = std::mem::take(&mut orders.spent);
                orders.blanks = std::mem::take(&mut orders.spent_blanks);
                chance.note(|| Happening::OrdersShuffled);
            }
            let (left, blanks) = (orders.left, orders.blanks);
            let counted = Counted::new(left);
            let total = counted.total() + u32::from(blanks);
            let nth = |number| counted.nth(number).unwrap_or(usize::from(BLANK));
            let has =
                |at| if at == usize::from(BLANK) { blanks > 0 } else { at < 127 && left >> at & 1 != 0 };
            let at = if total == 0 { BLANK } else { chance.pick_nth(total, nth, has) as u8 };
            if at == BLANK {
                orders.blanks = orders.blanks.saturating_sub(1);
                orders.spent_blanks += u8::from(total > 0);
            } else {
                orders.left &= !(1 << at);
                orders.spent |= 1 << at;
            }
            at
        };
        // What it drew is only told: where there is too much to tell, the oldest goes.
        if self.public.log.room() == 0 {
            self.public.log.remove(0);
        }
        self.public.log.push(Drawn { order: drawn, section, chosen: List::new() }).expect("room was made");
        drawn
    }

    /// Whom the card drawn last concerned, for everyone to follow.
    pub(crate) fn note_chosen(&mut self, order: u8, kind: Kind) {
        if let Some(last) = self.public.log.last_mut().filter(|last| last.order == order) {
            last.chosen.push(kind).expect("an order concerns three at most: so many may be mustered");
        }
    }

    /// FG-52: one card for each glory of the player and each token of its own.
    pub(crate) fn registration_orders(&self, rules: &Rules, magnus: Seat) -> u8 {
        let tokens = self.public.tokens.iter().filter(|token| **token == Some(magnus)).count() as u8;
        self.ludus(magnus.next(rules.sides)).glory + tokens
    }

    /// FG-101: machinations sections, one after the other.
    #[inline(never)]
    pub(crate) fn advance_muster<C: Chance>(&mut self, rules: &Rules, cards: u8, chance: &mut C) {
        let Some(magnus) = rules.magnus().filter(|_| cards > 0) else {
            self.public.stack.pop();
            return;
        };
        self.set_top(Frame::Muster { cards: cards - 1 });
        let drawn = self.draw_order(rules, Section::Machinations, chance);
        chance.note(|| Happening::Order(drawn, Section::Machinations));
        let Some(muster) = Self::order(rules, drawn).map(|order| order.muster) else {
            return;
        };
        for _ in 0..muster.gladiators {
            let place = self.muster_place(rules, magnus, muster.into);
            if !self.is_open(place) {
                continue;
            }
            if let Some(kind) = self.take_from_supply(rules, Deck::Gladiators, chance) {
                self.note_chosen(drawn, kind);
                self.enter(rules, magnus, kind, place, chance);
            }
        }
    }

    /// FG-109, ruling 87. The arena with most of the player's gladiators: a tie goes to the Lasting arena, none at all to a
    /// Fleeting one (ours).
    fn muster_place(&self, rules: &Rules, magnus: Seat, into: Into) -> Place {
        let player = magnus.next(rules.sides);
        let own = self.public.sand.of(player);
        let count = |place| (self.public.sand.at(place) & own).count_ones();
        match into {
            Into::Lasting => return Place::Lasting,
            Into::MostPlayer => {
                let fleeting = count(Place::Near).max(count(Place::Far));
                if count(Place::Lasting) > 0 && count(Place::Lasting) >= fleeting {
                    return Place::Lasting;
                }
            }
            Into::Fleeting => {}
        }
        if let Some(place) =
            [Place::Near, Place::Far].into_iter().find(|place| self.public.sand.at(*place) != 0)
        {
            return place;
        }
        match self.public.tokens {
            [Some(near), far] if near == player && far != Some(player) => Place::Near,
            [near, Some(far)] if far == player && near != Some(player) => Place::Far,
            [Some(near), None] if near == magnus => Place::Far,
            [_, _] => Place::Near,
        }
    }

    /// FG-102 to FG-104, rulings 79 to 81: a combat turn, one card at a time.
    pub(crate) fn magnus_turn<C: Chance>(&mut self, rules: &Rules, mut battle: Battle, chance: &mut C) {
        // One that has nobody to attack counts as none: otherwise it would never pass.
        let ready = self.can_attack(rules, battle.seat, battle.place);
        let passes = battle.cards == 0 && !ready && battle.passes > 0;
        let done = battle.cards >= 2 || battle.cards == 1 && battle.late && !ready;
        if passes {
            chance.note(|| Happening::Passes(battle.seat));
        }
        if passes || done {
            self.end_combat_turn(rules, battle);
            return;
        }
        if battle.cards == 0 {
            battle.late = !ready;
        }
        battle.cards += 1;
        self.set_top(Frame::Battle(battle));
        // Which kind the card gives; a first card that was blank has fixed none (ruling 83).
        let fixed = match (battle.attacked, battle.tactic) {
            (true, _) => Some(Combat::Tactic),
            (false, true) => Some(Combat::Attack),
            (false, false) if battle.late => Some(Combat::Tactic),
            (false, false) => None,
        };
        let section = match fixed {
            Some(Combat::Tactic) => Section::Tactic,
            Some(Combat::Attack) | None => Section::Attack,
        };
        let drawn = self.draw_order(rules, section, chance);
        let Some(order) = Self::order(rules, drawn) else {
            chance.note(|| Happening::Order(drawn, section));
            return;
        };
        let kind = fixed.unwrap_or(order.first);
        let section = match kind {
            Combat::Attack => Section::Attack,
            Combat::Tactic => Section::Tactic,
        };
        if let Some(last) = self.public.log.last_mut() {
            last.section = section;
        }
        chance.note(|| Happening::Order(drawn, section));
        battle.attacked |= kind == Combat::Attack;
        battle.tactic |= kind == Combat::Tactic;
        self.set_top(Frame::Battle(battle));
        self.public.push(Frame::Magnus { section, order: drawn, opened: false });
    }

    /// Carries a combat section out. Answers whether anything happened; if not, the player breaks a tie.
    #[inline(never)]
    pub(crate) fn advance_magnus<C: Chance>(
        &mut self,
        rules: &Rules,
        section: Section,
        order: u8,
        opened: bool,
        chance: &mut C,
    ) -> bool {
        if section == Section::Reaction {
            let waits = self.alarmed().count_ones() > 1;
            if !waits {
                self.public.stack.pop();
            }
            return !waits;
        }
        let (Some(magnus), Some(battle)) = (rules.magnus(), self.battle()) else {
            self.public.stack.pop();
            return true;
        };
        if section == Section::Tactic && !opened {
            self.set_top(Frame::Magnus { section, order, opened: true });
            let (occasion, kind) = (Occasion::Tactic, Kind(0));
            let place = Some(battle.place);
            self.open_window(rules, Event { occasion, place, slot: NOBODY, kind, owner: magnus, value: 0 });
            return true;
        }
        if let Some(Ploy::DealEach(amount)) = Self::order(rules, order).map(|it| it.ploy)
            && section == Section::Tactic
        {
            self.public.stack.pop();
            for slot in slots_in(self.public.sand.at(battle.place) & !self.public.sand.of(magnus)) {
                chance.note(|| Happening::Assigned(self.fighter(slot), amount));
                self.assign(rules, slot, amount, 0, chance);
            }
            self.damage_assigned(rules, NOBODY);
            return true;
        }
        let best = self.selection(rules).map_or(0, |(selector, fitting)| self.best(rules, selector, fitting));
        if best == 0 {
            self.public.stack.pop();
            // What was countered has been told of.
            if order != BLANK {
                chance.note(|| Happening::OrderIdle);
            }
            return true;
        }
        // Among several only the player can choose (FG-108).
        let one = best.is_power_of_two();
        if one {
            self.magnus_acts(rules, section, order, best.trailing_zeros() as u8, chance);
        }
        one
    }

    /// The gladiators a section may select, by the rules of the game (FG-108), as a set of slots.
    fn eligible(&self, rules: &Rules, section: Section, order: &Order) -> u64 {
        let (Some(magnus), Some(battle)) = (rules.magnus(), self.battle()) else {
            return 0;
        };
        let sand = &self.public.sand;
        let here = sand.at(battle.place);
        let (own, opposing) = (here & sand.of(magnus), here & !sand.of(magnus));
        let those = |set: u64, test: &dyn Fn(&Gladiator) -> bool| {
            let fitting = sand.among(set).filter(|(_, it)| test(it));
            fitting.fold(0, |set, (slot, _)| set | 1 << slot)
        };
        let open = opposing & !sand.marked(Mark::Untargetable);
        match section {
            Section::Attack if !self.has_prey(rules, magnus, battle.place) => 0,
            Section::Attack => those(own, &|it| !it.exhausted),
            Section::Tactic => match order.ploy {
                Ploy::Nothing | Ploy::DealEach(_) => 0,
                Ploy::Exhaust(_) => those(open, &|it| !it.exhausted),
                Ploy::Deal(..) => open,
                Ploy::Ready(_) => those(own, &|it| it.exhausted),
                Ploy::Remove(..) => those(own, &|it| it.damage > 0),
                Ploy::Strengthen(..) => own,
            },
            Section::Machinations | Section::Reaction => 0,
        }
    }

    const fn selector(section: Section, order: &Order) -> Option<Selector> {
        match section {
            Section::Attack => Some(order.attack.0),
            Section::Tactic => match order.ploy {
                Ploy::Nothing | Ploy::DealEach(_) => None,
                Ploy::Exhaust(who)
                | Ploy::Deal(_, who)
                | Ploy::Ready(who)
                | Ploy::Remove(_, who)
                | Ploy::Strengthen(_, who) => Some(who),
            },
            Section::Machinations | Section::Reaction => None,
        }
    }

    /// The best of some gladiators, as a set of slots: by the stat asked for, then the sum of all stats, then readiness
    /// (FG-108, ruling 86). More than one are tied.
    fn best(&self, rules: &Rules, selector: Selector, fitting: u64) -> u64 {
        if has_one_at_most(fitting) {
            return fitting;
        }
        let sand = &self.public.sand;
        let place = sand.get(fitting.trailing_zeros() as u8).map_or(Place::Near, |it| it.place);
        let may_change = self.may_change(rules, place, selector.stat);
        let best = keep_highest(sand, fitting, |one| {
            let value = i32::from(self.stat_where(rules, may_change, one, selector.stat));
            match selector.extreme {
                Extreme::Highest => value,
                Extreme::Lowest => -value,
            }
        });
        if has_one_at_most(best) {
            return best;
        }
        let stats = [Stat::Attack, Stat::Health, Stat::Agility];
        let stats = stats.map(|stat| (stat, self.may_change(rules, place, stat)));
        let best = keep_highest(sand, best, |one| {
            stats.iter().map(|(stat, may)| i32::from(self.stat_where(rules, *may, one, *stat))).sum()
        });
        keep_highest(sand, best, |(_, it)| i32::from(!it.exhausted))
    }

    /// The gladiators that the frame at hand may select, if it asks for one, and how it selects.
    fn selection(&self, rules: &Rules) -> Option<(Selector, u64)> {
        match self.public.stack.last()? {
            Frame::Magnus { section, order, .. } => {
                let order = Self::order(rules, *order)?;
                let selector = Self::selector(*section, order)?;
                Some((selector, self.eligible(rules, *section, order)))
            }
            Frame::Attack { slot, order, .. } => {
                Some((Self::order(rules, *order)?.attack.1, self.attack_targets(rules, *slot)))
            }
            Frame::Machinations
            | Frame::Phase(_)
            | Frame::Register { .. }
            | Frame::Battle(_)
            | Frame::Damage { .. }
            | Frame::Muster { .. }
            | Frame::Window(_)
            | Frame::Use(_)
            | Frame::Pay { .. }
            | Frame::Lose { .. }
            | Frame::Events { .. }
            | Frame::Moment { .. }
            | Frame::Discard { .. }
            | Frame::Draft { .. }
            | Frame::Check { .. }
            | Frame::Token { .. }
            | Frame::Reclaim { .. } => None,
        }
    }

    /// Those the player may choose among for the Ludus Magnus: the attacker or target of the frame that waits.
    pub(crate) fn ties(&self, rules: &Rules, take: impl FnMut(u8)) {
        // Ruling 82: those that damage was assigned to at once react in the active player's order.
        if let Some(Frame::Magnus { section: Section::Reaction, .. }) = self.public.stack.last() {
            slots_in(self.alarmed()).for_each(take);
            return;
        }
        if let Some((selector, fitting)) = self.selection(rules) {
            slots_in(self.best(rules, selector, fitting)).for_each(take);
        }
    }

    /// Its attack finds its target: answers the target if there is only one.
    pub(crate) fn magnus_target(&self, rules: &Rules, order: u8, targets: u64) -> Option<u8> {
        let selector = Self::order(rules, order)?.attack.1;
        let best = self.best(rules, selector, targets);
        best.is_power_of_two().then(|| best.trailing_zeros() as u8)
    }

    /// A section is done with the gladiator it selected.
    pub(crate) fn magnus_acts<C: Chance>(
        &mut self,
        rules: &Rules,
        section: Section,
        order: u8,
        slot: u8,
        chance: &mut C,
    ) {
        self.public.stack.pop();
        if let Some(kind) = self.public.sand.get(slot).map(|it| it.kind) {
            self.note_chosen(order, kind);
        }
        let (Some(magnus), Some(ploy)) = (rules.magnus(), Self::order(rules, order).map(|it| it.ploy)) else {
            return;
        };
        if section == Section::Attack {
            self.attack(magnus, slot, chance);
            if let Some(Frame::Attack { order: own, .. }) = self.public.stack.last_mut() {
                *own = order;
            }
            return;
        }
        if let Ploy::Deal(amount, _) = ploy {
            chance.note(|| Happening::Assigned(self.fighter(slot), amount));
            self.assign(rules, slot, amount, 0, chance);
            self.damage_assigned(rules, NOBODY);
            return;
        }
        if let Some(it) = self.public.sand.get_mut(slot) {
            let removed = if let Ploy::Remove(amount, _) = ploy { amount.min(it.damage) } else { 0 };
            match ploy {
                Ploy::Exhaust(_) => it.exhausted = true,
                Ploy::Ready(_) => it.exhausted = false,
                Ploy::Remove(amount, _) => it.damage -= amount.min(it.damage),
                Ploy::Strengthen(amount, _) => it.fury = it.fury.saturating_add(amount).min(50),
                Ploy::Nothing | Ploy::Deal(..) | Ploy::DealEach(_) => {}
            }
            chance.note(|| match ploy {
                Ploy::Exhaust(_) => Happening::Gladiator(self.fighter(slot), Turned::Exhausted),
                Ploy::Ready(_) => Happening::Gladiator(self.fighter(slot), Turned::Ready),
                Ploy::Remove(..) => Happening::Removed(self.fighter(slot), removed),
                Ploy::Strengthen(amount, _) => Happening::Strengthened(self.fighter(slot), amount),
                Ploy::Nothing | Ploy::Deal(..) | Ploy::DealEach(_) => Happening::OrderIdle,
            });
        }
    }

    /// Its gladiators that it has still to react for.
    fn alarmed(&self) -> u64 {
        let own = self.public.magnus.map_or(0, |magnus| self.public.sand.of(magnus));
        let struck = self.public.sand.struck();
        let alarmed = self.public.sand.among(own & struck).filter(|(_, it)| it.alarm > 0);
        alarmed.fold(0, |set, (slot, _)| set | 1 << slot)
    }

    /// FG-105, ruling 82: one card for each of its gladiators that damage was assigned to; with several at once the player says
    /// which first in an own turn, and it goes by their places in its own. Answers whether anything happened.
    #[inline(never)]
    pub(crate) fn magnus_reacts<C: Chance>(&mut self, rules: &Rules, chance: &mut C) -> bool {
        if self.attacker_to_answer(rules).is_none() {
            return false;
        }
        let alarmed = self.alarmed();
        if alarmed == 0 {
            return false;
        }
        if alarmed.count_ones() > 1 && rules.magnus() != Some(self.public.active) {
            self.public.push(Frame::Magnus { section: Section::Reaction, order: BLANK, opened: true });
            return true;
        }
        self.magnus_answers(rules, alarmed.trailing_zeros() as u8, chance);
        true
    }

    /// The attacker whose damage the Ludus Magnus may answer now, or nobody for other damage; `None` if it is not the time.
    fn attacker_to_answer(&self, rules: &Rules) -> Option<u8> {
        match self.public.stack.last() {
            Some(Frame::Damage { attacker }) => Some(*attacker),
            Some(Frame::Window(window)) if window.occasion == Occasion::Damage => {
                let waits = rules.bot_reaction == BotReaction::InTurn && Some(window.seat) != rules.magnus();
                (!waits).then_some(window.slot)
            }
            _ => None,
        }
    }

    /// One card for one of its gladiators (FG-105).
    fn magnus_answers<C: Chance>(&mut self, rules: &Rules, slot: u8, chance: &mut C) {
        let attacker = self.attacker_to_answer(rules).unwrap_or(NOBODY);
        let drawn = self.draw_order(rules, Section::Reaction, chance);
        chance.note(|| Happening::Order(drawn, Section::Reaction));
        if let Some(it) = self.public.sand.get_mut(slot) {
            it.alarm = it.alarm.saturating_sub(1);
            let kind = it.kind;
            self.note_chosen(drawn, kind);
        }
        match Self::order(rules, drawn).map_or(Answer::Nothing, |order| order.answer) {
            Answer::Nothing => {}
            Answer::Prevent(amount) => self.prevent(slot, amount, chance),
            Answer::Deflect(amount) => {
                if self.public.sand.get(attacker).is_some() {
                    self.reassign(rules, amount, slot, attacker, chance);
                }
            }
            Answer::Strike(amount) => {
                if self.public.sand.get(attacker).is_some() {
                    chance.note(|| Happening::Assigned(self.fighter(attacker), amount));
                    self.assign(rules, attacker, amount, 0, chance);
                    self.damage_assigned(rules, NOBODY);
                }
            }
        }
    }

    /// A tie broken by the player.
    pub(crate) fn break_tie<C: Chance>(&mut self, rules: &Rules, action: Action, chance: &mut C) {
        let Action::Target(fighter) = action else {
            return;
        };
        let slot = self.find(fighter.owner, fighter.kind, fighter.nth).unwrap_or(NOBODY);
        match self.public.stack.last().copied() {
            Some(Frame::Magnus { section: Section::Reaction, .. }) => {
                self.public.stack.pop();
                self.magnus_answers(rules, slot, chance);
            }
            Some(Frame::Magnus { section, order, .. }) => {
                self.magnus_acts(rules, section, order, slot, chance);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Light;

    #[test]
    fn members_are_found_by_their_number() {
        let mut light = Light::new(1);
        for round in 0..200 {
            let mut random = || u128::from(light.next_u64()) << 64 | u128::from(light.next_u64());
            let set = if round % 2 == 0 { random() } else { random() & random() & random() };
            let members: Vec<usize> = (0..128).filter(|at| set >> at & 1 != 0).collect();
            let counted = Counted::new(set);
            assert_eq!(counted.total() as usize, members.len());
            for nth in 0..130 {
                assert_eq!(counted.nth(nth), members.get(nth as usize).copied(), "{nth} of {set:b}");
            }
        }
    }
}
