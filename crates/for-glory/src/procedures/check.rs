//! FG-42, FG-43: a machinations turn has ended. The arena phase begins, or the next turn.

use super::prelude::*;

/// The end of a machinations turn: tokens, then the check for the arena phase (FG-42, FG-43).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Check {
    /// Whose turn ends.
    pub seat: Seat,
}

impl Procedure for Check {
    /// The holder of the Crowd's Favor starts the arena phase.
    #[inline(never)]
    fn go_on<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) {
        let ready = if rules.is_multi() {
            state.public.tokens.iter().all(Option::is_some)
        } else {
            state.top_boast(rules).is_some_and(|boast| state.bloodlust(rules) >= boast)
        };
        if state.public.favor == self.seat && ready {
            state.begin_phase(rules, chance);
        } else if state.public.turns >= rules.turn_limit {
            state.public.end = Some(End::Turns);
            chance.note(|| Happening::Over(End::Turns));
        } else {
            state.begin_turn(self.seat.next(rules.sides), chance);
        }
    }

    fn crumb(self, rules: &Rules, _: &State) -> Text {
        say!("{}'s turn ends", who(rules, self.seat))
    }
}
