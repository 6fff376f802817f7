//! What proves a game: the laws, perft, playthroughs and the fuzz driver.

mod broken;
mod committed;
mod deep;
mod fuzz;
mod laws;
mod lessons;
mod perft;
mod playthrough;
mod promises;
mod rulebook;
mod wander;

pub use broken::Broken;
pub use committed::committed;
pub use deep::Deep;
pub use fuzz::{Fuzzed, fuzz, fuzz_game};
pub use laws::{Law, Laws, Tally, Violation, check_undo};
pub use lessons::lessons;
pub use perft::{perft, perft_lines};
pub use playthrough::playthrough;
pub use rulebook::{citations, scenarios};
pub use wander::{tables, wander};
