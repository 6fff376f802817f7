#![doc = include_str!("../README.md")]
//!
//! # How it is cut
//!
//! [`app`] is the whole service without a socket, so tests run the real router; [`serve`] puts it on one.

pub use store;

mod account;
mod blocks;
mod client;
mod clock;
mod clocks;
mod config;
mod connection;
mod counts;
mod driving;
mod erase;
mod guard;
mod guest;
mod hints;
mod keep;
mod kind;
mod lessons;
mod lists;
mod log;
mod lookers;
mod nobody;
mod nodes;
mod notices;
mod packed;
mod pairing;
mod passkey;
mod pool;
mod presence;
mod press;
mod quota;
mod ratings;
mod report;
mod routes;
mod seats;
mod serve;
mod spent;
mod spoken;
#[cfg(feature = "testkit")]
mod staged;
mod status;
mod table;
mod tables;
mod think;
mod thinkers;
mod tournaments;
mod trouble;
mod words;
mod worker;

#[cfg(feature = "testkit")]
pub use clock::shifted::{set_clock, set_luck, shift_clock};
pub use config::{Config, Keeping, Log, LogFormat, Luck, NoSite, Quotas, Site};
pub use guest::{KeyChange, rotate_key};
pub use notices::{Hooks, NoService, Noticing, Service};
pub use pairing::{Seated, Wanted};
pub use ratings::{Checked, check_ratings};
pub use report::Report;
pub use routes::app;
pub use serve::{ServeError, Serving, listen, serve, serve_from};
#[cfg(feature = "testkit")]
pub use staged::Stakes;
pub use status::status;
pub use tables::Tables;
pub use think::{Thinker, think};
pub use trouble::Trouble;
