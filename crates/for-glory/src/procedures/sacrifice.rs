//! FG-144: a gladiator of one's own is defeated as a cost.

use super::prelude::*;

/// A cost that another gladiator of the user's pays with its defeat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Sacrifice {
    /// Who pays.
    pub seat: Seat,
    /// In which arena, or in any.
    pub place: Option<Place>,
    /// The gladiator that asks for it and so can't be the one, if any.
    pub besides: u8,
}

impl Sacrifice {
    /// The one that an ability asks for: where its text reaches, and not the gladiator that bears it.
    pub(crate) const fn of(it: &Use) -> Self {
        Self { seat: it.seat, place: it.place, besides: it.slot }
    }

    /// The slots of those who could be defeated, as a set.
    pub(crate) fn victims(self, state: &State) -> u64 {
        let sand = &state.public.sand;
        let asks = if self.besides == NOBODY { 0 } else { 1 << self.besides };
        sand.of(self.seat) & sand.within(self.place) & !asks
    }

    fn defeat<C: Chance>(state: &mut State, rules: &Rules, slot: u8, chance: &mut C) {
        state.done();
        chance.note(|| Happening::GivesUp(state.fighter(slot)));
        let attack = state.stat(rules, slot, Stat::Attack);
        state.defeat_as_cost(rules, slot, attack, chance);
    }
}

impl Procedure for Sacrifice {
    const INTERRUPTIBLE: bool = true;

    seat_decides!();

    fn asks(self, state: &State, _: &Rules) -> bool {
        self.victims(state).count_ones() > 1
    }

    fn moves<O: Offer<Action, Why>>(self, state: &State, _: &Rules, _: Seat, offer: &mut O) {
        offer.all(slots_in(self.victims(state)).map(|slot| Action::Target(state.fighter(slot))));
    }

    fn against(self, state: &State, _: &Rules, _: Seat, action: Action) -> Option<Why> {
        let Action::Target(fighter) = action else { return Some(Why::MustSacrifice) };
        Some(state.slot(fighter).err().unwrap_or(Why::CantSacrifice))
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, _: Seat, action: Action, chance: &mut C) {
        let Action::Target(fighter) = action else { return };
        if let Ok(slot) = state.slot(fighter) {
            Self::defeat(state, rules, slot, chance);
        }
    }

    /// The only one there is; nobody, where a free action has taken the last one away meanwhile.
    fn go_on<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) {
        match slots_in(self.victims(state)).next() {
            Some(slot) => Self::defeat(state, rules, slot, chance),
            None => state.done(),
        }
    }

    fn crumb(self, rules: &Rules, _: &State) -> Text {
        say!("{} gives up a gladiator as a cost", who(rules, self.seat))
    }

    fn explain(self, _: &Rules, _: &State, _: Seat, _: Action) -> Text {
        say!("Give it up as the cost. It counts as defeated.")
    }
}
