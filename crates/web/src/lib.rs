#![doc = include_str!("../README.md")]
//!
//! # How it is cut
//!
//! [`app`] is the whole service without a socket, so tests run the real router; [`serve`] puts it on one.

pub use store;

mod client;
mod config;
mod event;
mod guard;
mod guest;
mod hall;
mod keep;
mod kind;
mod lesson;
mod lists;
mod live;
mod places;
mod pool;
mod report;
mod room;
mod routes;
mod seating;
mod serve;
#[cfg(feature = "testkit")]
mod staged;
mod thinkers;
mod trouble;

pub use config::{Config, Keeping, Log, Luck, Quotas, Site};
pub use guest::{KeyChange, rotate_key};
pub use hall::Hall;
pub use report::Report;
pub use routes::app;
pub use serve::{Serving, listen, serve, serve_from};
