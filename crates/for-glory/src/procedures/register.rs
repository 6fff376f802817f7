//! FG-50 to FG-52: late registration.

use super::entry::Gate;
use super::prelude::*;

/// Late registration (FG-50).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Register {
    /// Whose turn it is.
    pub seat: Seat,
    /// Who has passed and is out.
    pub passed: SeatSet,
    /// Whether the others have had their moment in this turn.
    pub opened: bool,
}

impl Register {
    /// The next seat's turn.
    const fn next(self, rules: &Rules) -> Self {
        Self { seat: self.seat.next(rules.sides), opened: false, ..self }
    }
}

impl Procedure for Register {
    seat_decides!();

    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, seat: Seat, offer: &mut O) {
        offer.decline(Action::Pass);
        let fighters = state.held(seat).set(Half::First) & rules.set.of_type(Type::Gladiator);
        if !fighters.is_empty() {
            let dear = state.why_too_dear(rules, seat, state.registration_cost(rules, seat));
            if O::NAMES_ALL || dear.is_none() {
                let gate = Gate::of(state, rules, seat, fighters);
                for kind in kinds_in(fighters) {
                    for place in entry::arenas(rules) {
                        let why = || gate.why_closed(rules, kind, place).or(dear);
                        offer.unless(Action::Enter(kind, place), why);
                    }
                }
            }
        }
        free::moves(state, rules, seat, offer);
    }

    fn against(self, state: &State, rules: &Rules, seat: Seat, action: Action) -> Option<Why> {
        let Action::Enter(kind, _) = action else { return None };
        Some(entry::why_unnamed(state, rules, seat, kind))
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, seat: Seat, action: Action, chance: &mut C) {
        let Action::Enter(kind, place) = action else { return };
        let cost = state.registration_cost(rules, seat);
        // One at a time: the turn goes on to the next seat once it is paid (FG-50).
        // FG-51: with three or four, everyone has one turn for any number.
        if rules.players == 2 {
            state.turn_to(self.next(rules));
        }
        state.charge(rules, seat, cost, Then::Register(kind, place), chance);
    }

    /// Who passes is out.
    fn go_on<C: Chance>(self, state: &mut State, _: &Rules, _: &mut C) {
        state.turn_to(Self { passed: self.passed.with(self.seat), ..self });
    }

    #[inline(never)]
    fn advance<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) -> bool {
        let seat = self.seat;
        if self.passed.len() == rules.sides {
            state.done();
        } else if self.passed.contains(seat) {
            state.turn_to(self.next(rules));
        } else {
            state.public.active = seat;
            if !self.opened {
                state.turn_to(Self { opened: true, ..self });
                state.open_moment(rules, seat);
            } else if state.ludus(seat).hand == 0 && !state.has_moment(rules, seat) {
                self.go_on(state, rules, chance);
            } else {
                return false;
            }
        }
        true
    }

    /// While a registration is paid for, the turn has gone on already: who pays is named after it.
    fn crumb(self, rules: &Rules, state: &State) -> Text {
        if let Some(Frame::Pay(Pay { then: Then::Register(..), .. })) = state.public.stack.last() {
            return say!("late registration");
        }
        say!("late registration: {}'s turn", who(rules, self.seat))
    }

    fn explain(self, rules: &Rules, state: &State, seat: Seat, action: Action) -> Text {
        let Action::Enter(kind, place) = action else {
            return say!("Register nobody more: you are out of late registration.");
        };
        let cost = many(state.registration_cost(rules, seat), "coin");
        say!("Pay {cost}. {}", entry::explain(rules, state, kind, place))
    }
}
