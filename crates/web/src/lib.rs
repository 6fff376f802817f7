#![doc = include_str!("../README.md")]
//!
//! # How it is cut
//!
//! [`app`] is the whole service without a socket, so tests run the real router; [`serve`] puts it on one.

pub use store;

mod client;
mod clock;
mod clocks;
mod config;
mod counts;
mod driving;
mod guard;
mod guest;
mod hints;
mod keep;
mod kind;
mod lists;
mod log;
mod nobody;
mod nodes;
mod pool;
mod quota;
mod report;
mod routes;
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
mod trouble;
mod worker;

#[cfg(feature = "testkit")]
pub use clock::shifted::{set_clock, set_luck, shift_clock};
pub use config::{Config, Keeping, Log, LogFormat, Luck, NoSite, Quotas, Site};
pub use guest::{KeyChange, rotate_key};
pub use report::Report;
pub use routes::app;
pub use serve::{ServeError, Serving, listen, serve, serve_from};
pub use status::status;
pub use tables::Tables;
pub use think::{Thinker, think};
pub use trouble::Trouble;
