//! Rulings 19, 70: before a turn goes on, the others may buy back their reserve or use a free action.

use super::prelude::*;

/// A moment in which seats may buy back their reserve or use a free action (rulings 19, 70).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Moment {
    /// Who has not passed.
    pub seats: SeatSet,
}

impl Procedure for Moment {
    /// Clockwise from the active player.
    fn decides(self, state: &State, rules: &Rules) -> Option<Seat> {
        state.public.active.round(rules.sides).find(|seat| self.seats.contains(*seat))
    }

    /// Whoever has nothing left to do is no longer asked.
    fn asks(self, state: &State, rules: &Rules) -> bool {
        self.decides(state, rules).is_some_and(|seat| state.has_moment(rules, seat))
    }

    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, seat: Seat, offer: &mut O) {
        offer.decline(Action::Pass);
        free::moves(state, rules, seat, offer);
    }

    #[inline(never)]
    fn go_on<C: Chance>(self, state: &mut State, rules: &Rules, _: &mut C) {
        match self.decides(state, rules) {
            Some(seat) => state.turn_to(Self { seats: self.seats.without(seat) }),
            None => state.done(),
        }
    }

    fn crumb(self, rules: &Rules, state: &State) -> Text {
        let seat = self.decides(state, rules).unwrap_or(state.public.active);
        say!("{} may buy back the reserve or use a free action", who(rules, seat))
    }

    fn explain(self, _: &Rules, _: &State, _: Seat, _: Action) -> Text {
        say!("Do nothing now.")
    }
}

impl State {
    /// A moment for everyone but the one whose turn begins (rulings 19, 70).
    pub(crate) fn open_moment(&mut self, rules: &Rules, turn: Seat) {
        let seats: SeatSet = Seat::all(rules.sides)
            .filter(|seat| {
                *seat != turn && self.ludus(*seat).stops == Stops::All && self.has_moment(rules, *seat)
            })
            .collect();
        if !seats.is_empty() {
            self.public.push(Moment { seats });
        }
    }

    /// Whether everyone must reckon with a buy-back or a free action of this seat.
    pub(crate) fn has_moment(&self, rules: &Rules, seat: Seat) -> bool {
        if self.is_out(rules, seat) || rules.magnus() == Some(seat) {
            return false;
        }
        let ludus = self.ludus(seat);
        let reserve = ludus.reserve > 0 && (ludus.hand > 0 || ludus.coins >= u16::from(ludus.reserve));
        reserve
            || self.arenas_of(seat) & rules.set.arena_free & !self.public.tired != 0
            || free::has_others(self, seat) && self.has_free_action(rules, seat)
    }

    /// Whether a ready patron or gladiator of a seat, here if a battle is fought, has a free action.
    #[inline(never)]
    fn has_free_action(&self, rules: &Rules, seat: Seat) -> bool {
        let free = |kind: Kind| rules.set.fact(kind).free != 0;
        self.ludus(seat).patrons.iter().any(|it| !it.exhausted && free(it.kind))
            || self.gladiators_of(seat, self.reach()).any(|(_, it)| !it.exhausted && free(it.kind))
    }
}
