//! How long bots may think on this server, and on which threads.

use std::time::Duration;

use ::bots::{Budget, Span, Style};

use store::{Owed, Rank};

use crate::pool::Lane;

/// The level of a quick game and of a seat that was left, unless the server is set up otherwise.
pub const USUAL: &str = "fair";

/// The longest a player may think about one decision, whatever its level wants.
const PATIENCE: Duration = Duration::from_secs(4);

/// How much a player may think that begins now.
pub fn budget() -> Budget {
    Budget::time(PATIENCE)
}

/// How long a player of this level thinks, roughly.
pub fn lane(level: &str) -> Lane {
    match ::bots::LEVELS.iter().find(|known| known.name == level).map(|known| known.style) {
        Some(Style::Search(Span::Many | Span::Time(_))) => Lane::Long,
        Some(Style::Random | Style::Greedy(_) | Style::Search(Span::Few)) | None => Lane::Short,
    }
}

/// On whose account the bots of a table think: one guest's many tables share what one has, and so do all tables where
/// nobody plays.
pub fn owner(guest: Option<String>) -> String {
    guest.unwrap_or_else(|| "nobody".to_owned())
}

/// What bots owe, as it waits in the queue that servers share.
pub fn owed(owed: room::Owed, pace: Duration) -> Owed {
    let rank = if owed.awaited { Rank::Person } else { Rank::Nobody };
    Owed { rank, lane: lane(&owed.level), owner: owner(owed.guest), pace }
}
