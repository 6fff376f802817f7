#![doc = include_str!("../README.md")]
//!
//! # How it is cut
//!
//! A table is a list of events with the key `(table, seq)`. An append says which seq it expects, so two writers can't both
//! win, and may carry a request id, so that a repeated post is harmless. [`Sqlite`] keeps it in one file, for one server;
//! [`Postgres`] in a database that any number of servers share, each told by a [`Watch`] what the others write. [`Database`] names
//! either. Every call is one round trip and answers a future. What bots owe goes with the append that makes it their turn, and waits
//! among the [`Thoughts`] that any number of thinkers share.

mod archive;
mod database;
mod log;
mod note;
mod postgres;
mod reply;
mod sqlite;
#[cfg(all(unix, feature = "testkit"))]
pub mod testkit;
mod thoughts;
mod transfer;
mod watch;

pub use archive::Standing;
pub use database::Database;
pub use log::{Answer, Append, Appended, Digest, Event, NoTableId, Store, StoreError, TableId, Weight};
pub use note::{Expected, NoteChange};
pub use postgres::{Address, Postgres};
pub use sqlite::{Sqlite, private};
pub use thoughts::{
    Ask, Asked, Claim, InLine, Lane, Leave, MOST, MOST_EACH, Owed, Rank, Thinking, Thoughts, Waiting, What,
};
pub use transfer::{Counted, copy, export, import};
#[cfg(feature = "testkit")]
pub use watch::Teller;
pub use watch::{News, Watch};
