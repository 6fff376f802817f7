//! FG-38: whoever has less influence than the gladiators need gives some of them up.

use super::prelude::*;
use crate::stats::needed;

/// A loss of influence: gladiators to be given up (FG-38).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Lose {
    /// Who loses.
    pub seat: Seat,
}

impl Procedure for Lose {
    const INTERRUPTIBLE: bool = true;

    seat_decides!();

    /// Until the shortfall is met, or nobody is left who may be chosen.
    fn asks(self, state: &State, rules: &Rules) -> bool {
        state.lacks_influence(rules, self.seat)
    }

    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, seat: Seat, offer: &mut O) {
        for slot in slots_in(state.public.sand.of(seat)) {
            let why = || (!state.may_lose(rules, seat, slot)).then_some(Why::CantLose);
            offer.unless(Action::Target(state.fighter(slot)), why);
        }
    }

    fn against(self, state: &State, _: &Rules, _: Seat, action: Action) -> Option<Why> {
        let Action::Target(fighter) = action else { return Some(Why::MustLose) };
        Some(state.slot(fighter).err().unwrap_or(Why::CantLose))
    }

    /// A gladiator is given up; it counts as defeated.
    fn act<C: Chance>(self, state: &mut State, rules: &Rules, _: Seat, action: Action, chance: &mut C) {
        let Action::Target(fighter) = action else { return };
        let Ok(slot) = state.slot(fighter) else { return };
        chance.note(|| Happening::GivesUp(state.fighter(slot)));
        let attack = state.stat(rules, slot, Stat::Attack);
        state.defeat_as_cost(rules, slot, attack, chance);
    }

    fn crumb(self, rules: &Rules, _: &State) -> Text {
        say!("{} has too little influence and gives up gladiators", who(rules, self.seat))
    }

    fn explain(self, _: &Rules, _: &State, _: Seat, _: Action) -> Text {
        say!("Give it up. It counts as defeated.")
    }
}

impl State {
    /// Whoever has more required than influence gives gladiators up, one by one.
    pub(crate) fn enforce_influence<C: Chance>(&mut self, rules: &Rules, seat: Seat, chance: &mut C) {
        // FG-106: the Ludus Magnus needs no influence.
        if rules.magnus() != Some(seat) && self.lacks_influence(rules, seat) {
            chance.note(|| Happening::LacksInfluence(seat));
            self.public.push(Lose { seat });
        }
    }

    pub(super) fn lacks_influence(&self, rules: &Rules, seat: Seat) -> bool {
        self.requirement(rules, seat) > self.influence(rules, seat)
            && slots_in(self.public.sand.of(seat)).any(|slot| self.may_lose(rules, seat, slot))
    }

    /// Ruling 35: in a Lasting battle nobody in a Fleeting arena may be chosen.
    pub(crate) fn may_lose(&self, rules: &Rules, seat: Seat, slot: u8) -> bool {
        let Some(it) = self.public.sand.get(slot) else {
            return false;
        };
        let lasting = self.battle().is_some_and(|battle| battle.place == Place::Lasting);
        it.owner == seat
            && needed(rules, it.kind, self.relief(rules, seat)) > 0
            && !(lasting && it.place.is_fleeting())
    }
}
