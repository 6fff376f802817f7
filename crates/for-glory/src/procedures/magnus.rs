//! The Ludus Magnus in battle: its combat turns and reactions (FG-102 to FG-105, FG-108).

use super::prelude::*;
use crate::rules::BotReaction;

/// A combat section of the Ludus Magnus (FG-102), or its reactions where the player says which comes first (FG-105).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Magnus {
    /// Its attack, its tactic or its reaction.
    pub section: Section,
    /// The order.
    pub order: u8,
    /// Whether the window for tactics has been opened.
    pub opened: bool,
}

impl Magnus {
    /// The gladiators it selects, as a set of slots: among several only the player can choose (FG-108).
    fn selected(self, state: &State, rules: &Rules) -> u64 {
        // Ruling 82: those that damage was assigned to at once react in the active player's order.
        if self.section == Section::Reaction {
            return state.alarmed();
        }
        match State::order(rules, self.order).and_then(|order| self.eligible(state, rules, order)) {
            Some((selector, fitting)) => state.best(rules, selector, fitting),
            None => 0,
        }
    }

    /// The gladiators that its section may select by the rules of the game (FG-108), as a set of slots, and how it selects.
    fn eligible(self, state: &State, rules: &Rules, order: &Order) -> Option<(Selector, u64)> {
        let (magnus, battle) = (rules.magnus()?, state.battle()?);
        let sand = &state.public.sand;
        let here = sand.at(battle.place);
        let (own, opposing) = (here & sand.of(magnus), here & !sand.of(magnus));
        let those = |set: u64, test: &dyn Fn(&Gladiator) -> bool| {
            let fitting = sand.among(set).filter(|(_, it)| test(it));
            fitting.fold(0, |set, (slot, _)| set | 1 << slot)
        };
        let open = opposing & !sand.out_of_reach();
        if self.section == Section::Attack {
            let prey = state.has_prey(rules, magnus, battle.place);
            return Some((order.attack.0, if prey { those(own, &|it| !it.exhausted) } else { 0 }));
        }
        Some(match order.ploy {
            Ploy::Nothing | Ploy::DealEach(_) => return None,
            Ploy::Exhaust(who) => (who, those(open, &|it| !it.exhausted)),
            Ploy::Deal(_, who) => (who, open),
            Ploy::Ready(who) => (who, those(own, &|it| it.exhausted)),
            Ploy::Remove(_, who) => (who, those(own, &|it| it.damage > 0)),
            Ploy::Strengthen(_, who) => (who, own),
        })
    }

    /// Its section is done with the gladiator it selected.
    fn acts<C: Chance>(self, state: &mut State, rules: &Rules, slot: u8, chance: &mut C) {
        state.done();
        if let Some(kind) = state.public.sand.get(slot).map(|it| it.kind) {
            state.note_chosen(self.order, kind);
        }
        let (Some(magnus), Some(order)) = (rules.magnus(), State::order(rules, self.order)) else { return };
        if self.section == Section::Attack {
            state.attack(magnus, slot, self.order, chance);
            return;
        }
        match order.ploy {
            Ploy::Nothing | Ploy::DealEach(_) => {}
            Ploy::Deal(amount, _) => {
                state.deal(rules, slot, amount, 0, chance);
                state.damage_assigned(rules, NOBODY);
            }
            Ploy::Exhaust(_) => state.turn_gladiator(slot, Turned::Exhausted, chance),
            Ploy::Ready(_) => state.turn_gladiator(slot, Turned::Ready, chance),
            Ploy::Remove(amount, _) => state.remove_damage(slot, amount, chance),
            Ploy::Strengthen(amount, _) => {
                state.strengthen(slot, Stat::Attack, amount.min(20) as i8, chance);
            }
        }
    }
}

impl Procedure for Magnus {
    const INTERRUPTIBLE: bool = true;

    fn decides(self, _: &State, rules: &Rules) -> Option<Seat> {
        rules.magnus().map(|seat| seat.next(rules.sides))
    }

    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, _: Seat, offer: &mut O) {
        let selected = slots_in(self.selected(state, rules));
        offer.all(selected.map(|slot| Action::Target(state.fighter(slot))));
    }

    fn against(self, _: &State, _: &Rules, _: Seat, _: Action) -> Option<Why> {
        Some(if self.section == Section::Reaction { Why::Order } else { Why::Tie })
    }

    /// A tie is broken by the player.
    fn act<C: Chance>(self, state: &mut State, rules: &Rules, _: Seat, action: Action, chance: &mut C) {
        let Action::Target(fighter) = action else { return };
        let slot = state.slot(fighter).unwrap_or(NOBODY);
        if self.section == Section::Reaction {
            state.done();
            state.magnus_answers(rules, slot, chance);
        } else {
            self.acts(state, rules, slot, chance);
        }
    }

    /// Carries a combat section out, where no tie is to be broken.
    #[inline(never)]
    fn advance<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) -> bool {
        if self.section == Section::Reaction {
            let waits = self.selected(state, rules).count_ones() > 1;
            if !waits {
                state.done();
            }
            return !waits;
        }
        let (Some(magnus), Some(battle)) = (rules.magnus(), state.battle()) else {
            state.done();
            return true;
        };
        if self.section == Section::Tactic && !self.opened {
            state.turn_to(Self { opened: true, ..self });
            let (occasion, kind) = (Occasion::Tactic, Kind(0));
            let place = Some(battle.place);
            state.open_window(rules, Event { occasion, place, slot: NOBODY, kind, owner: magnus, value: 0 });
            return true;
        }
        if let Some(Ploy::DealEach(amount)) = State::order(rules, self.order).map(|it| it.ploy)
            && self.section == Section::Tactic
        {
            state.done();
            for slot in slots_in(state.public.sand.at(battle.place) & !state.public.sand.of(magnus)) {
                state.deal(rules, slot, amount, 0, chance);
            }
            state.damage_assigned(rules, NOBODY);
            return true;
        }
        let selected = self.selected(state, rules);
        if selected == 0 {
            state.done();
            // What was countered has been told of.
            if self.order != BLANK {
                chance.note(|| Happening::OrderIdle);
            }
        } else if selected.is_power_of_two() {
            self.acts(state, rules, selected.trailing_zeros() as u8, chance);
        } else {
            return false;
        }
        true
    }

    fn crumb(self, rules: &Rules, _: &State) -> Text {
        match State::order(rules, self.order) {
            _ if self.section == Section::Reaction => {
                say!("the Ludus Magnus reacts: choose the gladiator it reacts for first")
            }
            Some(order) => {
                say!("the Ludus Magnus: {}. Several fit: choose one", order.text(self.section))
            }
            None => say!("the Ludus Magnus"),
        }
    }

    fn explain(self, _: &Rules, _: &State, _: Seat, _: Action) -> Text {
        Text::of(if self.section == Section::Reaction {
            "The Ludus Magnus draws its reaction for this one first."
        } else {
            "Let the Ludus Magnus select this one."
        })
    }
}

impl State {
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
            battle.end_turn(self, rules, chance);
            return;
        }
        if battle.cards == 0 {
            battle.late = !ready;
        }
        battle.cards += 1;
        self.turn_to(battle);
        // Which kind the card gives; a first card that was blank has fixed none (ruling 83).
        let fixed = match (battle.attacked, battle.tactic) {
            (true, _) => Some(Combat::Tactic),
            (false, true) => Some(Combat::Attack),
            (false, false) if battle.late => Some(Combat::Tactic),
            (false, false) => None,
        };
        let section = fixed.map_or(Section::Attack, Combat::section);
        let drawn = self.draw_order(rules, section, chance);
        let Some(order) = Self::order(rules, drawn) else {
            chance.note(|| Happening::Order(drawn, section));
            return;
        };
        let kind = fixed.unwrap_or(order.first);
        let section = kind.section();
        if let Some(last) = self.public.log.last_mut() {
            last.section = section;
        }
        chance.note(|| Happening::Order(drawn, section));
        battle.attacked |= kind == Combat::Attack;
        battle.tactic |= kind == Combat::Tactic;
        self.turn_to(battle);
        self.public.push(Magnus { section, order: drawn, opened: false });
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
        if alarmed.count_ones() > 1 && rules.magnus() != Some(self.public.active) {
            self.public.push(Magnus { section: Section::Reaction, order: BLANK, opened: true });
        } else if alarmed != 0 {
            self.magnus_answers(rules, alarmed.trailing_zeros() as u8, chance);
        }
        alarmed != 0
    }

    /// The attacker whose damage the Ludus Magnus may answer now, or nobody for other damage; `None` if it is not the time.
    fn attacker_to_answer(&self, rules: &Rules) -> Option<u8> {
        match self.public.stack.last() {
            Some(Frame::Damage(damage)) => Some(damage.attacker),
            Some(Frame::Window(window)) if window.occasion == Occasion::Damage => {
                let waits = rules.choice.bot_reaction_timing == BotReaction::InTurn
                    && Some(window.seat) != rules.magnus();
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
                    self.deal(rules, attacker, amount, 0, chance);
                    self.damage_assigned(rules, NOBODY);
                }
            }
        }
    }
}
