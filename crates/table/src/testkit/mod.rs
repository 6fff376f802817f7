//! What proves a game: the laws, perft, playthroughs and the fuzz driver.

mod committed;
mod fuzz;
mod laws;
pub mod lots;
mod perft;
mod playthrough;

pub use committed::committed;
pub use fuzz::{Fuzzed, fuzz, fuzz_game};
pub use laws::{Law, Laws, Tally, Violation};
pub use perft::{perft, perft_lines};
pub use playthrough::playthrough;
