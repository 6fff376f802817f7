//! How a game ended.

use serde::Serialize;

use crate::game::Part;
use crate::seat::{BySeat, Seat, SeatSet};

/// How a game ended: who won, the scores where the game keeps scores, and why it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Outcome {
    /// The winners; several share the win, none is a game nobody won.
    pub winners: SeatSet,
    /// Each seat's score, in the game's own points.
    pub scores: BySeat<i32>,
    /// Why it ended, as a phrase: "the draw pile ran out".
    pub reason: &'static str,
}

impl Outcome {
    /// Whether the scores say anything of these seats: a game that its last battle decides counts nothing, and a row of noughts would say
    /// otherwise; nor does a game lost alone whose score nothing makes up.
    pub fn is_counted(&self, seats: usize, tally: &[Vec<Part>]) -> bool {
        let lost = seats == 1 && self.winners.is_empty();
        Seat::all(seats).any(|seat| self.scores[seat] != 0) && !(lost && tally.is_empty())
    }

    /// What the game is worth to a seat: 1 shared among the winners.
    pub fn reward(&self, seat: Seat) -> f64 {
        if self.winners.contains(seat) { 1.0 / self.winners.len() as f64 } else { 0.0 }
    }
}
