//! Glory to Rome, rules-exact.
//!
//! The modules follow the rulebook: what is printed ([`cards`]), the table ([`state`]: zones, boards, structures), every
//! procedure that can wait ([`frame`]), what a player can decide ([`action`]), what is legal and why not, what a decision does,
//! what each viewer sees ([`view`]), winning and scoring. The numbered rules are in `docs/rules/glory-to-rome.md`.

pub mod action;
mod ask;
mod game;
mod refusal;
pub mod cards;
pub mod frame;
mod legal;
mod notation;
mod play;
mod rules;
mod score;
pub mod state;
pub mod structure;
pub mod view;
pub mod zone;

pub use rules::{Rules, SPECS, Version};
pub use score::covers_roles;
pub use state::State;
pub use view::View;
