#![doc = include_str!("../README.md")]

mod pairing;
mod rating;
mod standing;
mod tournament;

pub use pairing::{Party, Queue, Seeker};
pub use rating::{Rating, rated};
pub use standing::{Standing, standings};
pub use tournament::{Entrant, Mode, Pairing, Played, Schedule, TournamentError, round};
