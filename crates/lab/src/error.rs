//! What can go wrong in the lab.

use bots::PlayerError;
use table::{OptionError, Refusal, Seat};
use thiserror::Error;

/// Why something could not be measured.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LabError {
    /// A player is none.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// There is no such table.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// There are fewer players than seats.
    #[error("{players} players can't fill {seats} seats")]
    TooFew {
        /// How many players there are.
        players: usize,
        /// How many seats.
        seats: usize,
    },
    /// The engine's fault: nobody decides, and the game is not over.
    #[error("nobody decides after {decisions} decisions of the deal {deal}")]
    NobodyDecides {
        /// How many decisions were made.
        decisions: u32,
        /// The deal's seed.
        deal: u64,
    },
    /// The engine's fault: a game goes on for longer than any may.
    #[error("the deal {deal} has no end after {decisions} decisions, the last of them {last}")]
    Endless {
        /// How many decisions were made.
        decisions: u32,
        /// The deal's seed.
        deal: u64,
        /// The last of them.
        last: String,
    },
    /// The engine's fault: a seat that is not at the table decides.
    #[error("{seat} must decide but nobody sits there, in the deal {deal}")]
    EmptySeat {
        /// The seat.
        seat: Seat,
        /// The deal's seed.
        deal: u64,
    },
    /// The engine's fault: a seat decides and may do nothing.
    #[error("{seat} must decide but has no legal action, in the deal {deal}")]
    DeadEnd {
        /// The seat.
        seat: Seat,
        /// The deal's seed.
        deal: u64,
    },
    /// The engine's fault: what it lists as legal it refuses.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The engine's fault: a finished game does not say how it ended.
    #[error("a finished game has no outcome")]
    NoOutcome,
    /// A file or folder of self-play is not what it should be, or what plays can't be written in numbers.
    #[error("{0}")]
    SelfPlay(String),
    /// Parts of a measurement do not fit together, or one is none.
    #[error("{0}")]
    Part(String),
    /// A game panicked on its thread.
    #[error("a game panicked")]
    Panicked,
}

impl From<String> for LabError {
    fn from(why: String) -> Self {
        Self::SelfPlay(why)
    }
}
