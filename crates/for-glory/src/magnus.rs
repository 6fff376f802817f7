//! The Ludus Magnus: a side that its deck plays (FG-100 to FG-111).

use serde::Serialize;
use table::{Chance, Seat, SeatSet};

use crate::action::Action;
use crate::effect::{Deck, Occasion, Stat};
use crate::frame::{Battle, Event, Frame, NOBODY};
use crate::ludus::{Answer, Combat, Extreme, Into, Order, Ploy, Section, Selector};
use crate::rules::{BotReaction, Rules};
use crate::state::{Place, SLOTS, State};

/// A boast drawn from the deck: a blank (FG-110).
pub const BLANK: u8 = 127;

/// The Ludus Magnus deck. Nobody knows its order, so it is kept as what is left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Orders {
    /// Orders left in the deck, as a set.
    pub left: u128,
    /// Orders drawn, as a set.
    pub spent: u128,
    /// Boasts on top of the deck.
    pub boasts: u8,
    /// Boasts shuffled into the deck.
    pub blanks: u8,
    /// Boasts drawn.
    pub spent_blanks: u8,
}

/// A card that was drawn, and the section that counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Drawn {
    /// The order, or a blank.
    pub order: u8,
    /// Its section.
    pub section: Section,
}

/// Whom a selector finds.
enum Found {
    Nobody,
    One(u8),
    /// Several that only the player can choose among (FG-108).
    Tied,
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
            }
            let mut weights = [0_u8; 128];
            for (at, weight) in weights.iter_mut().enumerate() {
                *weight = (orders.left >> at & 1) as u8;
            }
            weights[usize::from(BLANK)] = orders.blanks;
            let total = orders.left.count_ones() + u32::from(orders.blanks);
            let at = if total == 0 { BLANK } else { chance.pick(&weights, total) as u8 };
            if at == BLANK {
                orders.blanks = orders.blanks.saturating_sub(1);
                orders.spent_blanks += u8::from(total > 0);
            } else {
                orders.left &= !(1 << at);
                orders.spent |= 1 << at;
            }
            at
        };
        self.public.log.push(Drawn { order: drawn, section });
        drawn
    }

    /// FG-52: one card for each glory of the player and each token of its own.
    pub(crate) fn registration_orders(&self, rules: &Rules, magnus: Seat) -> u8 {
        let tokens = self.public.tokens.iter().filter(|token| **token == Some(magnus)).count() as u8;
        self.ludus(magnus.next(rules.sides)).glory + tokens
    }

    /// FG-101: machinations sections, one after the other.
    pub(crate) fn advance_muster<C: Chance>(&mut self, rules: &Rules, cards: u8, chance: &mut C) {
        let Some(magnus) = rules.magnus().filter(|_| cards > 0) else {
            self.public.stack.pop();
            return;
        };
        self.set_top(Frame::Muster { cards: cards - 1 });
        let drawn = self.draw_order(rules, Section::Machinations, chance);
        let Some(muster) = Self::order(rules, drawn).map(|order| order.muster) else {
            return;
        };
        for _ in 0..muster.gladiators {
            let place = self.muster_place(rules, magnus, muster.into);
            if !self.is_open(place) || !self.public.sand.has_room() {
                continue;
            }
            if let Some(kind) = self.take_from_supply(rules, Deck::Gladiators, chance) {
                self.enter(rules, magnus, kind, place);
            }
        }
    }

    /// FG-109, ruling 87. The arena with most of the player's gladiators: a tie goes to the Lasting arena, none at all to a
    /// Fleeting one (ours).
    fn muster_place(&self, rules: &Rules, magnus: Seat, into: Into) -> Place {
        let player = magnus.next(rules.sides);
        let count =
            |place| self.public.sand.iter().filter(|(_, it)| it.owner == player && it.place == place).count();
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
        if let Some(place) = [Place::Near, Place::Far]
            .into_iter()
            .find(|place| self.public.sand.iter().any(|(_, it)| it.place == *place))
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
        battle.attacked |= kind == Combat::Attack;
        battle.tactic |= kind == Combat::Tactic;
        self.set_top(Frame::Battle(battle));
        self.public.stack.push(Frame::Magnus { section, order: drawn, opened: false });
    }

    /// Carries a combat section out. Answers whether anything happened; if not, the player breaks a tie.
    pub(crate) fn advance_magnus(
        &mut self,
        rules: &Rules,
        section: Section,
        order: u8,
        opened: bool,
    ) -> bool {
        let (Some(magnus), Some(battle)) = (rules.magnus(), self.battle()) else {
            self.public.stack.pop();
            return true;
        };
        if section == Section::Tactic && !opened {
            self.set_top(Frame::Magnus { section, order, opened: true });
            let (occasion, kind) = (Occasion::Tactic, crate::cards::Kind(0));
            let place = Some(battle.place);
            self.open_window(rules, Event { occasion, place, slot: NOBODY, kind, owner: magnus, value: 0 });
            return true;
        }
        if let Some(Ploy::DealEach(amount)) = Self::order(rules, order).map(|it| it.ploy)
            && section == Section::Tactic
        {
            self.public.stack.pop();
            for slot in 0..SLOTS as u8 {
                let fits = |it: &crate::state::Gladiator| it.owner != magnus && it.place == battle.place;
                if self.public.sand.get(slot).is_some_and(fits) {
                    self.assign(rules, slot, amount, false);
                }
            }
            self.damage_assigned(rules, NOBODY);
            return true;
        }
        match self.find_for(rules, section, order) {
            Found::Nobody => {
                self.public.stack.pop();
            }
            Found::One(slot) => self.magnus_acts(rules, section, order, slot),
            Found::Tied => return false,
        }
        true
    }

    /// The gladiators a section may select, by the rules of the game (FG-108).
    fn eligible(&self, rules: &Rules, section: Section, order: u8, slot: u8) -> bool {
        let (Some(magnus), Some(battle), Some(order), Some(it)) =
            (rules.magnus(), self.battle(), Self::order(rules, order), self.public.sand.get(slot))
        else {
            return false;
        };
        let own = it.owner == magnus;
        let protected = self.is(rules, slot, crate::effect::Static::Untargetable {});
        it.place == battle.place
            && match section {
                Section::Attack => own && !it.exhausted && self.has_attack_target(rules, slot),
                Section::Tactic => match order.ploy {
                    Ploy::Nothing | Ploy::DealEach(_) => false,
                    Ploy::Exhaust(_) => !own && !it.exhausted && !protected,
                    Ploy::Deal(..) => !own && !protected,
                    Ploy::Ready(_) => own && it.exhausted,
                    Ploy::Remove(..) => own && it.damage > 0,
                    Ploy::Strengthen(..) => own,
                },
                Section::Machinations | Section::Reaction => false,
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

    fn find_for(&self, rules: &Rules, section: Section, order: u8) -> Found {
        match Self::order(rules, order).and_then(|it| Self::selector(section, it)) {
            Some(selector) => {
                self.find_by(rules, selector, |slot| self.eligible(rules, section, order, slot))
            }
            None => Found::Nobody,
        }
    }

    /// How a gladiator ranks: the stat asked for, then the sum of all stats, then a ready one (FG-108, ruling 86).
    fn rank(&self, rules: &Rules, selector: Selector, slot: u8) -> (i32, i32, bool) {
        let stat = |stat| i32::from(self.stat(rules, slot, stat));
        let value = match selector.extreme {
            Extreme::Highest => stat(selector.stat),
            Extreme::Lowest => -stat(selector.stat),
        };
        let ready = self.public.sand.get(slot).is_some_and(|it| !it.exhausted);
        (value, stat(Stat::Attack) + stat(Stat::Health) + stat(Stat::Agility), ready)
    }

    fn find_by(&self, rules: &Rules, selector: Selector, fits: impl Fn(u8) -> bool) -> Found {
        let fitting = || self.public.sand.iter().map(|(slot, _)| slot).filter(|slot| fits(*slot));
        let Some(best) = fitting().map(|slot| self.rank(rules, selector, slot)).max() else {
            return Found::Nobody;
        };
        let mut tied = fitting().filter(|slot| self.rank(rules, selector, *slot) == best);
        match (tied.next(), tied.next()) {
            (Some(slot), None) => Found::One(slot),
            _ => Found::Tied,
        }
    }

    /// Those the player may choose among for the Ludus Magnus: the attacker or target of the frame that waits.
    pub(crate) fn ties(&self, rules: &Rules, mut take: impl FnMut(u8)) {
        let (selector, fits): (Option<Selector>, Box<dyn Fn(u8) -> bool + '_>) =
            match self.public.stack.last() {
                Some(Frame::Magnus { section, order, .. }) => {
                    let (section, order) = (*section, *order);
                    let selector = Self::order(rules, order).and_then(|it| Self::selector(section, it));
                    (selector, Box::new(move |slot| self.eligible(rules, section, order, slot)))
                }
                Some(Frame::Attack { slot, order, .. }) => {
                    let mut targets = [NOBODY; SLOTS];
                    let count = self.attack_targets(rules, *slot, &mut targets);
                    let selector = Self::order(rules, *order).map(|it| it.attack.1);
                    (selector, Box::new(move |slot| targets[..count].contains(&slot)))
                }
                _ => return,
            };
        let Some(selector) = selector else {
            return;
        };
        let fitting = || self.public.sand.iter().map(|(slot, _)| slot).filter(|slot| fits(*slot));
        let best = fitting().map(|slot| self.rank(rules, selector, slot)).max();
        for slot in fitting().filter(|slot| Some(self.rank(rules, selector, *slot)) == best) {
            take(slot);
        }
    }

    /// Its attack finds its target: answers the target if there is only one.
    pub(crate) fn magnus_target(&self, rules: &Rules, order: u8, targets: &[u8]) -> Option<u8> {
        let selector = Self::order(rules, order)?.attack.1;
        match self.find_by(rules, selector, |slot| targets.contains(&slot)) {
            Found::One(slot) => Some(slot),
            Found::Nobody | Found::Tied => None,
        }
    }

    /// A section is done with the gladiator it selected.
    pub(crate) fn magnus_acts(&mut self, rules: &Rules, section: Section, order: u8, slot: u8) {
        self.public.stack.pop();
        let (Some(magnus), Some(ploy)) = (rules.magnus(), Self::order(rules, order).map(|it| it.ploy)) else {
            return;
        };
        if section == Section::Attack {
            self.attack(magnus, slot);
            if let Some(Frame::Attack { order: own, .. }) = self.public.stack.last_mut() {
                *own = order;
            }
            return;
        }
        if let Ploy::Deal(amount, _) = ploy {
            self.assign(rules, slot, amount, false);
            self.damage_assigned(rules, NOBODY);
            return;
        }
        if let Some(it) = self.public.sand.get_mut(slot) {
            match ploy {
                Ploy::Exhaust(_) => it.exhausted = true,
                Ploy::Ready(_) => it.exhausted = false,
                Ploy::Remove(amount, _) => it.damage = it.damage.saturating_sub(amount),
                Ploy::Strengthen(amount, _) => it.fury = it.fury.saturating_add(amount).min(50),
                Ploy::Nothing | Ploy::Deal(..) | Ploy::DealEach(_) => {}
            }
        }
    }

    /// FG-105, ruling 82: one card for each of its gladiators that damage was assigned to. Answers whether there was one.
    pub(crate) fn magnus_reacts<C: Chance>(&mut self, rules: &Rules, chance: &mut C) -> bool {
        if rules.magnus().is_none() {
            return false;
        }
        let attacker = match self.public.stack.last() {
            Some(Frame::Damage { attacker }) => *attacker,
            Some(Frame::Window(window)) if window.occasion == Occasion::Damage => {
                if rules.bot_reaction == BotReaction::InTurn && Some(window.seat) != rules.magnus() {
                    return false;
                }
                window.slot
            }
            _ => return false,
        };
        let Some(slot) = self.public.sand.iter().find(|(_, it)| it.alarm).map(|(slot, _)| slot) else {
            return false;
        };
        if let Some(it) = self.public.sand.get_mut(slot) {
            it.alarm = false;
        }
        let drawn = self.draw_order(rules, Section::Reaction, chance);
        match Self::order(rules, drawn).map_or(Answer::Nothing, |order| order.answer) {
            Answer::Nothing => {}
            Answer::Prevent(amount) => self.prevent(slot, amount),
            Answer::Deflect(amount) => {
                if self.public.sand.get(attacker).is_some() {
                    self.reassign(rules, amount, slot, attacker);
                }
            }
            Answer::Strike(amount) => {
                if self.public.sand.get(attacker).is_some() {
                    self.assign(rules, attacker, amount, false);
                    self.damage_assigned(rules, NOBODY);
                }
            }
        }
        true
    }

    /// A tie broken by the player.
    pub(crate) fn break_tie(&mut self, rules: &Rules, action: Action) {
        let Action::Target(fighter) = action else {
            return;
        };
        let slot = self.find(fighter.owner, fighter.kind, fighter.nth).unwrap_or(NOBODY);
        if let Some(Frame::Magnus { section, order, .. }) = self.public.stack.last().copied() {
            self.magnus_acts(rules, section, order, slot);
        }
    }
}
