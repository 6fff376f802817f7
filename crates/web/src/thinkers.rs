//! How long bots may think on this server, and on which threads.

use std::time::Duration;

use ::bots::{Span, Style};

use room::Pace;
use store::{Owed, Rank};

use crate::pool::Lane;

/// The level of a quick game and of a seat that was left, unless the server is set up otherwise.
pub const USUAL: &str = "fair";

/// The longest a player may think about one decision, whatever its level wants.
const PATIENCE: Duration = Duration::from_secs(4);

/// Who may think as long as the table allows does so in slices of this length, so that others have their turn between them.
const SLICE: Duration = Duration::from_secs(1);

/// How long such a player may think where nobody's time is taken, and where games last for days.
const FREE: Duration = Duration::from_secs(5);
const SLOW: Duration = Duration::from_secs(20);

/// By the clocks of a live table it may think for its increment and this part of its bank, within these bounds.
const PART: u32 = 60;
const SHORTEST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(15);

/// How a thought about one decision goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// How long it may take in all, waiting between slices included.
    pub whole: Duration,
    /// How long it may think at a stretch.
    pub slice: Duration,
}

/// How long a player of this level may think about a decision at a table of this pace.
pub fn allowance(level: &str, pace: Pace) -> Allowance {
    if !is_lent(level) {
        return Allowance { whole: PATIENCE, slice: PATIENCE };
    }
    let whole = match pace {
        Pace::Free => FREE,
        Pace::Live { bank, increment } => {
            let part = Duration::from_secs(bank.into()) / PART + Duration::from_secs(increment.into());
            part.clamp(SHORTEST, LONGEST)
        }
        Pace::Slow { .. } => SLOW,
    };
    Allowance { whole, slice: SLICE }
}

impl Allowance {
    /// How long the next slice may be when so much has passed; nothing if all is used up.
    pub fn next(&self, passed: Duration) -> Option<Duration> {
        let left = self.whole.saturating_sub(passed);
        (left > Duration::ZERO).then(|| left.min(self.slice))
    }

    /// Whether a slice that took so long could have gone on: else nothing was left to think about.
    pub fn is_full(&self, took: Duration) -> bool {
        self.slice < self.whole && took >= self.slice * 9 / 10
    }
}

/// Whether players of this level think as long as the table allows.
fn is_lent(level: &str) -> bool {
    let known = ::bots::LEVELS.iter().find(|known| known.name == level);
    matches!(known.map(|known| known.style), Some(Style::Search(Span::Table(_))))
}

/// How long a player of this level thinks, roughly.
pub fn lane(level: &str) -> Lane {
    match ::bots::LEVELS.iter().find(|known| known.name == level).map(|known| known.style) {
        Some(Style::Search(Span::Many | Span::Time(_) | Span::Table(_))) => Lane::Long,
        Some(Style::Random | Style::Greedy(_) | Style::Erring(_)) | None => Lane::Short,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_may_think_long_does_so_in_slices_and_by_the_clock_of_the_table() {
        let seconds = |level, pace| allowance(level, pace).whole.as_secs();
        let live = |bank, increment| Pace::Live { bank, increment };
        assert_eq!(seconds("grandmaster", Pace::Free), 5);
        assert_eq!(seconds("grandmaster", live(10, 0)), 1, "never less than a second");
        assert_eq!(seconds("grandmaster", live(300, 3)), 8);
        assert_eq!(seconds("grandmaster", live(7200, 30)), 15, "somebody waits");
        assert_eq!(seconds("grandmaster", Pace::Slow { each: 86_400, bank: 0, night: None }), 20);
        for level in ["random", "gentle", "greedy", "modest", "fair", "strong", "master"] {
            let plain = allowance(level, live(7200, 30));
            assert_eq!(plain, Allowance { whole: PATIENCE, slice: PATIENCE }, "{level}");
            assert!(!plain.is_full(PATIENCE), "{level} thinks once");
        }
        let long = allowance("grandmaster", Pace::Free);
        assert!(long.is_full(SLICE) && !long.is_full(SLICE / 2), "what is settled early is settled");
        assert_eq!(long.next(long.whole.saturating_sub(SLICE / 2)), Some(SLICE / 2));
        assert_eq!(long.next(long.whole), None);
    }
}
