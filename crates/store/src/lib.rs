#![doc = include_str!("../README.md")]
//!
//! # How it is cut
//!
//! A table is a list of events with the key `(table, seq)`. An append says which seq it expects, so two writers can't both
//! win, and may carry a request id, so that a repeated post is harmless. [`Sqlite`] keeps it in one file; the trait asks for
//! nothing that a networked database could not do: every call is one round trip and answers a future.

mod file;
mod log;
mod schema;
mod sqlite;
mod transfer;
mod write;

pub use file::private;
pub use log::{Answer, Append, Appended, Digest, Event, NoTableId, Store, StoreError, TableId, Weight};
pub use sqlite::Sqlite;
pub use transfer::{Counted, export, import};
