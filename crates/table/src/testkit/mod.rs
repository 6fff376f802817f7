//! What proves a game: the laws, perft, playthroughs and the fuzz driver.

mod committed;
mod deep;
mod fuzz;
mod laws;
pub mod lots;
mod perft;
mod playthrough;
mod promises;

pub use committed::committed;
pub use deep::Deep;
pub use fuzz::{Fuzzed, fuzz, fuzz_game};
pub use laws::{Law, Laws, Tally, Violation};
pub use perft::{perft, perft_lines};
pub use playthrough::playthrough;
