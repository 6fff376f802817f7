//! The table in the browser: routes, sessions, live updates, bot API.
//!
//! [`app`] is the whole service without a socket, so tests run the real router; [`serve`] puts it on one.

mod event;
mod guard;
mod guest;
mod hall;
mod kind;
mod lesson;
mod live;
mod report;
mod room;
mod routes;
mod serve;
#[cfg(feature = "testkit")]
mod staged;
mod thinkers;
mod trouble;

pub use hall::{Config, Hall, Log};
pub use report::Report;
pub use routes::app;
pub use serve::{Serving, serve, serve_from};
