#![doc = include_str!("../README.md")]
//!
//! # How it is cut
//!
//! A game is a [`Game`]: a `Copy` state that says who decides, what is legal, what an action does and
//! what a seat may see. Around it stand the [`Record`] (log, undo, replay), the [`scenario`] runner and,
//! with the feature `testkit`, the laws that every game must keep.

mod bits;
#[cfg(feature = "cards")]
pub mod cardset;
mod chance;
mod flaw;
mod game;
mod hidden;
mod items;
mod led;
pub mod lesson;
mod list;
mod numbered;
mod offer;
mod options;
mod outcome;
mod phrase;
mod procedures;
mod record;
mod refusal;
pub mod scenario;
mod seat;
mod seed;
mod taught;
#[cfg(feature = "testkit")]
pub mod testkit;
mod text;
pub mod tongue;
mod wrap;

pub use bits::{Bits, bits};
pub use chance::{Chance, Light, Script, Tape, nth_seed};
pub use flaw::{Flaw, Flaws};
pub use game::{Broken, Depth, Game, Info, Part, Rulebook, Staged, Tell, Turn, Unread, Viewer};
#[doc(hidden)]
pub use gloria_say::say as said;
pub use hidden::Hidden;
pub use items::Items;
pub use led::Led;
pub use list::{Full, List};
pub use numbered::{Numbered, numbered};
pub use offer::{
    Anything, Legal, Nameable, Offer, Reason, Said, WhyNot, legal_moves, nameable_moves, why_not,
};
pub use options::{OptionError, OptionKind, OptionSpec, Options, player_range};
pub use outcome::Outcome;
#[doc(hidden)]
pub use phrase::Reading;
pub use phrase::{Phrase, Whose, not_understood};
pub use record::{
    Attempt, Entry, Move, Record, RecordError, SeedError, Step, Summary, TakenBack, Told, UndoRefusal, Undone,
};
pub use refusal::Refusal;
pub use seat::{BySeat, MAX_SEATS, Seat, SeatSet};
pub use seed::{Fair, Seed};
pub use taught::{Item, Taught, Traced};
pub use text::{Say, Span, Text, article, card, many, place, plural, rule, whose};
pub use tongue::speaking;
pub use wrap::wrap;
