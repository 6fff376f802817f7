//! What texts promise at any time, and what would be had an offer never been made: what the laws of every game hold the engine to.

use table::{Chance, Seat};

use crate::action::{Action, Source};
use crate::effect::Timing;
use crate::frame::{Bearer, Frame, NOBODY, Use};
use crate::resolve::ability;
use crate::rules::Rules;
use crate::state::State;
use crate::stats::arenas_in;

impl State {
    /// FG-40, FG-87: the reserve can be bought back, and free actions used, whatever a seat decides; only the choice how to pay a
    /// cost is not interrupted (ruling 19).
    pub(crate) fn promised(&self, rules: &Rules, seat: Seat, out: &mut Vec<Action>) {
        if matches!(self.public.stack.last(), None | Some(Frame::Pay { .. })) {
            return;
        }
        let reserve = self.ludus(seat).reserve;
        if reserve > 0 && self.purse(rules, seat) >= u32::from(reserve) {
            out.push(Action::Redeem);
        }
        for id in arenas_in(self.arenas_of(seat)) {
            for (at, text) in (0..).zip(&rules.set.arena(id).abilities) {
                let it = Use::new(Bearer::Arena(id), at, seat, self.reach(), NOBODY);
                if text.timing == Timing::Free && self.judge_ability(rules, seat, &it).is_ok() {
                    out.push(Action::Use(Source::Arena(id), at));
                }
            }
        }
    }

    /// The state as it would be had the offer never been made that this action declines; `None` if it declines nothing.
    pub(crate) fn never_offered<C: Chance>(
        &self,
        rules: &Rules,
        seat: Seat,
        action: Action,
        chance: &mut C,
    ) -> Option<Self> {
        let mut state = *self;
        let stack = &mut state.public.stack;
        match (stack.last_mut()?, action) {
            // FG-2: a sentence that says "may", as if it were not printed.
            (Frame::Use(it), Action::Decline) => {
                let step = ability(rules, it.bearer, it.ability).steps.get(usize::from(it.step))?;
                if !step.may || it.picks[0] != NOBODY {
                    return None;
                }
                it.step += 1;
            }
            // FG-72: as if the seat had not been asked.
            (Frame::Window(window), Action::Pass) => {
                window.seat = seat.next(rules.sides);
                window.passes += 1;
            }
            // Ruling 19.
            (Frame::Moment { seats }, Action::Pass) => *seats = seats.without(seat),
            // Ruling 53; FG-43.
            (Frame::Reclaim { .. } | Frame::Token { .. }, Action::Decline) => {
                stack.pop();
            }
            _ => return None,
        }
        state.public.log.clear();
        state.settle(rules, chance);
        Some(state)
    }
}
