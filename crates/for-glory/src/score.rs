//! How it ended.

use table::{BySeat, Outcome, Part, Seat, SeatSet};

use crate::rules::Rules;
use crate::state::{End, State};

/// Glory that wins (FG-82).
pub(crate) const GLORY: u8 = 6;
/// Glory for the Lasting arena (FG-81); whoever wins it has its card in the villa.
const LASTING: u8 = 2;

impl State {
    /// FG-82, or our turn limit.
    pub(crate) fn result(&self, rules: &Rules) -> Option<Outcome> {
        let end = self.public.end?;
        let glory = |seat: Seat| self.ludus(seat).glory;
        let scores = self.scores(rules);
        let (winners, reason) = match end {
            End::Glory(seat) if rules.magnus() == Some(seat) => {
                (SeatSet::NONE, "the Ludus Magnus has won 6 glory")
            }
            End::Glory(seat) => (SeatSet::one(seat), "6 glory"),
            End::LastBattle(seat) => (SeatSet::one(seat), "the last battle is won"),
            End::Turns => {
                let most = Seat::all(rules.sides).map(glory).max();
                let best = Seat::all(rules.players).filter(|seat| Some(glory(*seat)) == most);
                (best.collect(), "most glory at the turn limit")
            }
        };
        Some(Outcome { winners, scores, reason })
    }

    /// Every side's glory.
    pub(crate) fn scores(&self, rules: &Rules) -> BySeat<i32> {
        BySeat::from_fn(|seat| if seat.index() < rules.sides { i32::from(self.ludus(seat).glory) } else { 0 })
    }

    /// What a side's glory came from (FG-80, FG-81).
    pub(crate) fn glory_parts(&self, rules: &Rules, seat: Seat) -> Vec<Part> {
        let glory = self.ludus(seat).glory;
        // FG-110: the Ludus Magnus keeps no arena; of the boasts won, those that are no player's are its own.
        let won = if rules.magnus() == Some(seat) {
            let player = self.ludus(seat.next(rules.sides)).arenas.count_ones() as u8;
            self.public.boasts.saturating_sub(player)
        } else {
            self.ludus(seat).arenas.count_ones() as u8
        };
        let lasting = won.saturating_mul(LASTING).min(glory);
        let part = |what: &'static str, points: u8| Part { what: what.into(), points: i32::from(points) };
        vec![part("Fleeting battles", glory - lasting), part("Lasting battles", lasting)]
    }
}
