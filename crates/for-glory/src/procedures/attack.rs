//! FG-65: an attack. Its window first, then its target (ruling 46).

use super::prelude::*;
use crate::rules::Protection;

/// An attack: its window is closed or closing, its target is to be named (FG-65).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Attack {
    /// Who attacks.
    pub slot: u8,
    /// Whose attack it is.
    pub seat: Seat,
    /// Whether its window has been opened already.
    pub opened: bool,
    /// Whether it was parried.
    pub parried: bool,
    /// The order of the Ludus Magnus that says whom it attacks; none for players.
    pub order: u8,
}

impl Attack {
    /// The targets among which its owner chooses; the player chooses for the Ludus Magnus, whose order leaves only ties (FG-108).
    fn choices(self, state: &State, rules: &Rules) -> u64 {
        let targets = state.attack_targets(rules, self.slot);
        match State::order(rules, self.order) {
            Some(order) if rules.magnus() == Some(self.seat) => state.best(rules, order.attack.1, targets),
            _ => targets,
        }
    }

    /// Attack damage is dealt (FG-65, FG-70). The value is read now (ruling 47).
    fn strike<C: Chance>(self, state: &mut State, rules: &Rules, target: u8, chance: &mut C) {
        let slot = self.slot;
        state.done();
        let attack = state.stat(rules, slot, Stat::Attack);
        let fixed = if state.public.sand.has(slot, Perk::Ruthless) { attack } else { 0 };
        chance.note(|| Happening::Strikes(state.fighter(slot), state.fighter(target), attack));
        state.assign(rules, target, attack, fixed, chance);
        state.damage_assigned(rules, slot);
    }
}

impl Procedure for Attack {
    const INTERRUPTIBLE: bool = true;

    fn decides(self, _: &State, rules: &Rules) -> Option<Seat> {
        Some(if rules.magnus() == Some(self.seat) { self.seat.next(rules.sides) } else { self.seat })
    }

    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, _: Seat, offer: &mut O) {
        let targets = slots_in(self.choices(state, rules));
        offer.all(targets.map(|slot| Action::Target(state.fighter(slot))));
    }

    fn against(self, state: &State, rules: &Rules, _: Seat, action: Action) -> Option<Why> {
        Some(match action {
            _ if rules.magnus() == Some(self.seat) => Why::Tie,
            Action::Target(fighter) => state.slot(fighter).err().unwrap_or(Why::NoTarget),
            _ => Why::MustAim,
        })
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, _: Seat, action: Action, chance: &mut C) {
        if let Action::Target(fighter) = action {
            let target = state.slot(fighter).unwrap_or(NOBODY);
            self.strike(state, rules, target, chance);
        }
    }

    #[inline(never)]
    fn advance<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) -> bool {
        if !self.opened {
            state.turn_to(Self { opened: true, ..self });
            if let Some(it) = state.public.sand.get(self.slot) {
                state.open_window(rules, Event::of(Occasion::Attack, self.slot, it));
            }
            return true;
        }
        // Ruling 47: no attacker, no damage.
        let targets = if self.parried { 0 } else { self.choices(state, rules) };
        if targets == 0 {
            state.done();
            let why = if self.parried { AttackEnd::Parried } else { AttackEnd::NoTarget };
            chance.note(|| Happening::AttackFails(state.fighter(self.slot), why));
            return true;
        }
        if !targets.is_power_of_two() {
            return false;
        }
        let target = targets.trailing_zeros() as u8;
        if let Some(kind) = state.public.sand.get(target).map(|it| it.kind) {
            state.note_chosen(self.order, kind);
        }
        self.strike(state, rules, target, chance);
        true
    }

    fn crumb(self, rules: &Rules, state: &State) -> Text {
        let who = who(rules, self.seat);
        let Some(it) = state.public.sand.get(self.slot) else { return say!("{who}'s attack") };
        say!("{who} attacks with {}", name(rules, it.kind))
    }

    fn explain(self, rules: &Rules, state: &State, _: Seat, _: Action) -> Text {
        if rules.magnus() == Some(self.seat) {
            return say!("Let the Ludus Magnus attack this one.");
        }
        say!("Deal it {} damage.", state.stat(rules, self.slot, Stat::Attack))
    }
}

impl State {
    /// The gladiator is exhausted, and its window opens. `order` is that of the Ludus Magnus, or nobody.
    pub(crate) fn attack<C: Chance>(&mut self, seat: Seat, slot: u8, order: u8, chance: &mut C) {
        chance.note(|| Happening::Attacks(self.fighter(slot)));
        if let Some(gladiator) = self.public.sand.get_mut(slot) {
            gladiator.exhausted = true;
        }
        if let Some(Frame::Battle(battle)) = self.public.stack.last_mut() {
            battle.attacked = true;
        }
        self.public.push(Attack { slot, seat, opened: false, parried: false, order });
    }

    /// Every attack under way comes to nothing.
    pub(crate) fn parry(&mut self) {
        for frame in &mut self.public.stack {
            if let Frame::Attack(attack) = frame {
                attack.parried = true;
            }
        }
    }

    /// Opposing gladiators of an arena that may be attacked at all, guards apart (FG-9), as a set of slots.
    fn prey(&self, rules: &Rules, seat: Seat, place: Place) -> u64 {
        let sand = &self.public.sand;
        let opposing = sand.at(place) & !sand.of(seat);
        match rules.choice.protection {
            Protection::Attacks => opposing & !sand.out_of_reach(),
            Protection::Texts => opposing,
        }
    }

    /// Whether a seat's gladiators would find anybody to attack in an arena.
    pub(crate) fn has_prey(&self, rules: &Rules, seat: Seat, place: Place) -> bool {
        self.prey(rules, seat, place) != 0
    }

    /// FG-65, FG-9: opposing gladiators here, as a set of slots; a guard must be attacked first.
    pub(crate) fn attack_targets(&self, rules: &Rules, slot: u8) -> u64 {
        let Some(attacker) = self.public.sand.get(slot) else { return 0 };
        let open = self.prey(rules, attacker.owner, attacker.place);
        let guards = open & self.public.sand.marked(Perk::Guard);
        if guards == 0 { open } else { guards }
    }
}
