#![doc = include_str!("../README.md")]
//!
//! # How it is cut
//!
//! The rulebook's table of contents: what is printed ([`cards`], [`effect`], read by [`load`]); zones and players ([`state`]); setup,
//! the supply, stats, what cards wait for and do (`need`, `resolve`), the deck of the Ludus Magnus ([`ludus`], [`orders`]); every
//! procedure that can wait ([`procedures`]) with what may be done in it ([`action`]) and why not ([`Why`]); who knows what ([`View`]).
//! Rules are numbered as in `rules.md` (FG-1, …). Beside the rules stand what bots judge it by (`mind`) and how it is drawn
//! (`drawing`), each a feature.

pub use table;

pub mod action;
pub mod bounds;
pub mod cards;
mod check;
mod cost;
#[cfg(feature = "drawing")]
mod drawing;
pub mod effect;
#[cfg(feature = "encoding")]
mod encoding;
pub mod event;
mod facts;
mod game;
mod instead;
mod kinds;
pub mod known;
mod label;
pub mod load;
pub mod ludus;
#[cfg(feature = "mind")]
mod mind;
mod named;
#[cfg(feature = "naming")]
mod naming;
mod need;
mod news;
pub mod orders;
mod passing;
pub mod phrase;
pub mod pile;
mod printed;
pub mod procedures;
mod reason;
mod resolve;
pub mod rules;
mod sand;
mod score;
mod setup;
mod sheet;
mod stage;
pub mod state;
mod stats;
mod supply;
mod taught;
pub mod text;
mod view;
mod words;

pub use action::Action;
pub use reason::Why;
pub use rules::Rules;
pub use state::State;
pub use view::View;

/// The game's name in commands and records.
pub const NAME: &str = "for-glory";
