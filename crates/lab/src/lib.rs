#![doc = include_str!("../README.md")]
//!
//! # How it is cut
//!
//! A [`Tournament`] lets players meet on the same deals from every seat and says with what certainty one is better; a [`Tuner`]
//! improves the weights of a mind by self-play; [`Balance`] shows what a card set does, and [`Lottery`] what a card is worth by lot; [`Belief`] tells what a seat can believe of hidden cards; [`SelfPlay`] writes games down for nets to learn from; [`Words`] lists every
//! sentence a game says.

pub use table;

mod balance;
mod belief;
mod error;
mod interval;
mod lottery;
mod page;
mod parts;
mod rollouts;
mod selfplay;
mod sitting;
mod tournament;
mod tune;
mod words;

pub use balance::{Balance, Effect, Findings, Share};
pub use belief::{Before, Belief, Believed, Bin, Calibration, Reliability, Weighing};
pub use error::LabError;
pub use interval::{CERTAIN, USUAL, wilson};
pub use lottery::{Denial, Lottery, Worth};
pub use page::page;
pub use parts::{Found, Part, PartFile, Spec, What, merge};
pub use rollouts::{Played, Rollouts, Table};
pub use selfplay::{Block, Header, Kept, Position, SelfPlay, Summary, Tables};
pub use sitting::{Sitting, play, play_thoughtfully};
pub use tournament::{Done, Entrant, Meeting, Pace, Report, Tournament};
pub use tune::{Lesson, Progress, Tuner};
pub use words::{Sort, Words};
