#![doc = include_str!("../README.md")]
//!
//! # How it is cut
//!
//! [`Room`] is the fold. What somebody wishes is a [`Wish`]; [`Room::plan`] makes it a [`Change`] or says why not, [`Room::take`] makes
//! a change that is durable happen, [`Room::draw`] shows the table to one visitor. What a room needs of a game it asks through one
//! trait, [`Kind`]; a game that can be drawn, learned and played by bots is one by [`KindOf`].

mod absent;
mod around;
mod clock;
mod error;
mod event;
mod game;
mod gathering;
mod kind;
mod lesson;
mod pace;
mod placing;
mod players;
mod position;
mod room;
mod running;
mod seating;
mod wish;

pub use around::{Look, Mutes, NoMutes, NoPlayers, Players, Visit, waited};
pub use clock::{Clocks, Stands};
pub use error::{GameError, LogError, Rated, Refused};
pub use event::{Away, By, Chair, LOG_VERSION, Logged, TableEvent, TableSettings, Watch, names, tell_apart};
pub use game::{AnyGame, Moment, Prepared};
pub use kind::{Kind, KindOf, Kinds};
pub use pace::{Late, Night, Pace};
pub use placing::Placed;
pub use players::{Advice, Memories, Thought, Weighed, level, levels};
pub use position::{ActionSpans, Finished, LegalAction, Piece, Position, RefusedAction, WhyNot, pieces};
pub use room::{Automatic, Change, Room, Stamp, Who};
pub use running::RunningGame;
pub use seating::{Brief, Owed, Score, Seating};
pub use wish::{Instead, Whose, Wish};
