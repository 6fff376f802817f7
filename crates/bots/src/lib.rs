#![doc = include_str!("../README.md")]
//!
//! # How it is cut
//!
//! A [`Player`] gets a [`Question`]: rules, view, legal actions, budget and seed; nothing else exists for it. [`Random`] and
//! [`Greedy`] do not look ahead; [`Erring`] errs as people do; [`Search`] is an information-set Monte Carlo tree search over worlds that
//! [`table::Game::imagine`] makes from the view. A game joins by a [`Mind`]: a policy and an evaluation written against the view,
//! with weights in a data file; and, where one was trained, a net ([`Judgement`]). [`LEVELS`] names the configurations people play against.

pub use table;

mod budget;
mod erring;
mod greedy;
mod grounds;
mod instinct;
mod level;
mod mind;
mod nets;
mod plainly;
mod player;
mod random;
mod search;
mod ways;
mod weights;

pub use budget::Budget;
pub use erring::{Erring, Manner};
pub use greedy::Greedy;
pub use grounds::{Ground, Grounds, Thing, grounds, without_each};
pub use instinct::{Glance, Instinct};
pub use level::{
    ALONE, LEVELS, Level, PlayerError, Rung, Span, Style, adviser, judging, named, names, strong,
};
pub use mind::{ByNet, Judgement, Lies, Mind};
pub use nets::net_from;
pub use player::{Player, Question, Thought, choices};
pub use random::Random;
pub use search::{Candidate, Explanation, Guide, Mix, Plan, Search};
pub use weights::{Part, Weight, Weights, WeightsError};
