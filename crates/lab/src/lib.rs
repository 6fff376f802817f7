//! The lab: what is measured about players and card sets.
//!
//! A [`Tournament`] lets players meet on the same deals from every seat and says with what certainty one is better; a [`Tuner`]
//! improves the weights of a mind by self-play; [`balance`] shows what a card set does.

mod interval;
mod sitting;
mod tournament;
mod tune;

pub use interval::{CERTAIN, USUAL, wilson};
pub use sitting::{Sitting, nth_seed, play};
pub use tournament::{Done, Entrant, Meeting, Pace, Report, Tournament};
pub use tune::{Progress, Tuner};
