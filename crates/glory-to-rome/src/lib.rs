//! Glory to Rome, rules-exact.
//!
//! The modules follow the rulebook: what is printed ([`cards`]), the table ([`state`]: zones, boards, structures), every
//! procedure that can wait ([`frame`]), what a player can decide ([`action`]), what is legal and why not, what a decision does,
//! what each viewer sees ([`view`]), winning and scoring. The numbered rules are in `rules.md`. Beside the rules
//! stand what bots judge it by (`mind`) and how it is drawn (`drawing`), each a feature.

// An action reaches a procedure only if that procedure listed it as legal, so "anything else" in its match is the one
// action left, to skip. Naming the fifty others each time would hide that.
#![allow(clippy::wildcard_enum_match_arm)]

pub mod action;
mod ask;
mod candidates;
pub mod cards;
#[cfg(feature = "drawing")]
mod drawing;
pub mod effect;
#[cfg(feature = "encoding")]
mod encoding;
pub mod event;
pub mod frame;
mod game;
mod legal;
mod memory;
#[cfg(feature = "mind")]
mod mind;
mod notation;
mod play;
mod refusal;
mod rules;
mod score;
mod stage;
pub mod state;
pub mod structure;
mod taught;
mod unoffered;
pub mod view;
mod words;
pub mod zone;

pub use rules::{Rules, SPECS, Version};
pub use score::covers_roles;
pub use state::State;
pub use view::View;
