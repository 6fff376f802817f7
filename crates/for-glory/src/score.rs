//! How it ended.

use table::{BySeat, Outcome, Seat, SeatSet};

use crate::rules::Rules;
use crate::state::{End, State};

impl State {
    /// FG-82, or our turn limit.
    pub(crate) fn result(&self, rules: &Rules) -> Option<Outcome> {
        let end = self.public.end?;
        let glory = |seat: Seat| self.ludus(seat).glory;
        let scores =
            BySeat::from_fn(|seat| if seat.index() < rules.sides { i32::from(glory(seat)) } else { 0 });
        let (winners, reason) = match end {
            End::Glory(seat) if rules.magnus() == Some(seat) => {
                (SeatSet::NONE, "the Ludus Magnus won 6 glory")
            }
            End::Glory(seat) => (SeatSet::one(seat), "6 glory were won"),
            End::LastBattle(seat) => (SeatSet::one(seat), "the last battle was won"),
            End::Turns => {
                let most = Seat::all(rules.sides).map(glory).max();
                let best = Seat::all(rules.players).filter(|seat| Some(glory(*seat)) == most);
                (best.collect(), "the turn limit was reached")
            }
        };
        Some(Outcome { winners, scores, reason })
    }
}
