#![doc = include_str!("../README.md")]
//!
//! # How it is cut
//!
//! The modules follow the rulebook: what is printed ([`cards`]), the table ([`state`]: zones, boards, structures), every
//! procedure that can wait ([`procedures`]: who decides, what can be done and why not, what it does, how it is told), what a
//! player can decide ([`action`]), what each viewer sees ([`view`]), winning and scoring. The numbered rules are in `rules.md`.
//! Beside the rules stand what bots judge it by (`mind`) and how it is drawn (`drawing`), each a feature.

pub use table;

pub mod action;
mod board;
pub mod cards;
mod clients;
#[cfg(feature = "drawing")]
mod drawing;
pub mod effect;
#[cfg(feature = "encoding")]
mod encoding;
pub mod event;
mod facts;
mod game;
mod hand;
mod label;
#[cfg(feature = "mind")]
mod mind;
#[cfg(feature = "naming")]
mod naming;
mod news;
mod powers;
pub mod procedures;
mod reason;
mod rules;
mod score;
mod setup;
mod stage;
pub mod state;
pub mod structure;
mod taught;
pub mod view;
mod words;
pub mod zone;

pub use reason::Why;
pub use rules::{Rules, SPECS, Version};
pub use score::covers_roles;
pub use state::State;
pub use view::View;
