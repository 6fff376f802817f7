#![doc = include_str!("../README.md")]
//!
//! # How it is cut
//!
//! A game plugs in through one trait, [`Drawn`]. Everything else (lobby, forms, table shell, replay, rules, cards) is made from
//! what every game tells of itself.

pub mod assets;
mod cards;
mod cites;
mod drawn;
mod ending;
mod face;
mod form;
mod glossary;
mod host;
mod layout;
mod lobby;
mod log;
mod names;
mod play;
mod qr;
mod replay;
mod rules;
mod waiting;

pub use cards::cards;
pub use drawn::{Choice, Desk, Drawn, Rank, slug};
pub use ending::Ended;
pub use face::{Face, bar, face, number};
pub use form::{Company, Levels, new_table, settings};
pub use glossary::Glossary;
pub use host::{Host, REMOVED, Voice};
pub use layout::{Guest, message, page};
pub use lobby::{Listing, Lobby, learn, lobby};
pub use log::{LogLine, TakenBack};
pub use play::{Around, Chair, Chat, Coach, Reply, Sitting, TakeBack, badge, curtain, table, table_page};
pub use qr::code as qr_code;
pub use replay::{Replay, replay};
pub use rules::rules;
pub use waiting::{Waiting, waiting, waiting_page};
