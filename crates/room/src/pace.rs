//! How much time a table gives its players, and what becomes of those who need more.

use serde::{Deserialize, Serialize};

/// A minute, an hour and a day, in milliseconds.
pub const MINUTE: u64 = 60_000;
const DAY: u64 = 24 * 60 * MINUTE;

/// The longest time a table can be set to, for each of its numbers: a month.
const LONGEST: u32 = 31 * 24 * 60 * 60;

/// How much time each player has. All numbers are seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Pace {
    /// As much as they like.
    #[default]
    Free,
    /// A clock for each player, for those who stay until the end.
    Live {
        /// What each has for the whole game.
        bank: u32,
        /// What each gets back whenever the decision passes on to somebody else.
        increment: u32,
    },
    /// So much whenever it becomes one's turn, for games over days.
    Slow {
        /// What each has for a turn to decide; what is left of it is not saved.
        each: u32,
        /// What each may take besides, in the whole game.
        bank: u32,
        /// When nobody's time runs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        night: Option<Night>,
    },
}

impl Pace {
    /// Whether nobody's time is taken.
    pub const fn is_free(&self) -> bool {
        matches!(self, Self::Free)
    }

    /// The same, if a table can be played so: everybody has some time, and nobody more than a month.
    pub fn checked(self) -> Option<Self> {
        let fits = match self {
            Self::Free => true,
            Self::Live { bank, increment } => bank > 0 && bank <= LONGEST && increment <= LONGEST,
            Self::Slow { each, bank, night } => {
                each > 0
                    && each <= LONGEST
                    && bank <= LONGEST
                    && night.is_none_or(|night| night.length() < DAY)
            }
        };
        fits.then_some(self)
    }

    /// When nobody's time runs.
    pub(crate) const fn night(&self) -> Option<Night> {
        match self {
            Self::Slow { night, .. } => *night,
            Self::Free | Self::Live { .. } => None,
        }
    }
}

/// The part of every day in which nobody's time runs, in minutes after midnight of universal time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Night {
    /// When it falls.
    pub from: u16,
    /// When it is over; before `from` if that is on the next day.
    pub to: u16,
}

impl Night {
    /// A night from one minute of the day to another; none if they are no minutes of a day, or the same one.
    pub fn new(from: u16, to: u16) -> Option<Self> {
        let day = 0..(24 * 60);
        (day.contains(&from) && day.contains(&to) && from != to).then_some(Self { from, to })
    }

    /// How long it is.
    const fn length(self) -> u64 {
        (self.to as u64 * MINUTE + DAY - self.from as u64 * MINUTE) % DAY
    }

    /// How long the day between two nights is.
    const fn daylight(self) -> u64 {
        DAY - self.length()
    }

    /// How long it had been day in all, from the first morning on, at this time.
    const fn lit(self, at: u64) -> u64 {
        // Counted from mornings, the day comes first and the night after it. A day is added for what lies before the first morning.
        let since = at + DAY - self.to as u64 * MINUTE;
        let (days, rest) = (since / DAY, since % DAY);
        let today = if rest < self.daylight() { rest } else { self.daylight() };
        days * self.daylight() + today
    }

    /// The first moment at which it has been day for so long.
    const fn when_lit(self, lit: u64) -> u64 {
        // The last moment of a day, not the first of the next: whoever has used all up is late in the evening, not in the morning.
        let (days, rest) = match lit {
            0 => (0, 0),
            _ => ((lit - 1) / self.daylight(), (lit - 1) % self.daylight() + 1),
        };
        (days * DAY + rest + self.to as u64 * MINUTE).saturating_sub(DAY)
    }
}

/// How much of the time from one moment to another counts.
pub fn counted(night: Option<Night>, from: u64, to: u64) -> u64 {
    let to = to.max(from);
    night.map_or(to - from, |night| night.lit(to) - night.lit(from))
}

/// When so much time will have been counted from a moment on.
pub fn when_counted(night: Option<Night>, from: u64, time: u64) -> u64 {
    match night {
        Some(night) if time > 0 => night.when_lit(night.lit(from).saturating_add(time)),
        Some(_) | None => from.saturating_add(time),
    }
}

/// What becomes of a player whose time is used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Late {
    /// A bot decides for them until they come back.
    #[default]
    Bot,
    /// The game is lost: with two it ends, with more a bot has the seat from then on.
    Resign,
}

impl Late {
    #[allow(clippy::trivially_copy_pass_by_ref)] // The serializer asks by reference.
    pub(crate) const fn is_bot(&self) -> bool {
        matches!(self, Self::Bot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: u64 = 60 * MINUTE;
    /// A midnight of universal time.
    const MIDNIGHT: u64 = 20_000 * DAY;

    #[test]
    fn nights_are_left_out() {
        // From ten in the evening until six in the morning.
        let night = Night::new(22 * 60, 6 * 60);
        let over = |from: u64, to: u64| counted(night, MIDNIGHT + from * HOUR, MIDNIGHT + to * HOUR);
        assert_eq!(over(8, 10), 2 * HOUR);
        assert_eq!(over(21, 23), HOUR);
        assert_eq!(over(23, 24 + 5), 0);
        assert_eq!(over(0, 7), HOUR);
        assert_eq!(over(21, 24 + 7), 2 * HOUR);
        assert_eq!(over(0, 24 * 10), 160 * HOUR);
        assert_eq!(counted(night, 5, 3), 0, "clocks of two servers may differ");
        // The same within one day: a siesta.
        let siesta = Night::new(13 * 60, 15 * 60);
        assert_eq!(counted(siesta, MIDNIGHT + 12 * HOUR, MIDNIGHT + 16 * HOUR), 2 * HOUR);
        assert_eq!(counted(None, 5, 9), 4);
    }

    #[test]
    fn a_time_is_used_up_at_the_first_moment_at_which_it_is() {
        for night in [None, Night::new(22 * 60, 6 * 60), Night::new(60, 120), Night::new(0, 23 * 60)] {
            for from in (0..DAY).step_by(37 * MINUTE as usize) {
                for time in [1, MINUTE, HOUR, 5 * HOUR, 16 * HOUR, 3 * DAY] {
                    let from = MIDNIGHT + from;
                    let end = when_counted(night, from, time);
                    assert_eq!(counted(night, from, end), time, "{night:?} from {from} for {time}");
                    assert_eq!(counted(night, from, end - 1), time - 1, "{night:?} from {from} for {time}");
                }
            }
        }
    }

    #[test]
    fn a_pace_gives_everybody_some_time() {
        assert_eq!(Pace::Live { bank: 0, increment: 5 }.checked(), None);
        assert_eq!(Pace::Slow { each: 0, bank: 5, night: None }.checked(), None);
        assert_eq!(Pace::Slow { each: 60, bank: LONGEST + 1, night: None }.checked(), None);
        assert!(Pace::Live { bank: 300, increment: 0 }.checked().is_some());
        assert_eq!(Night::new(60, 60), None);
        assert_eq!(Night::new(24 * 60, 60), None);
    }
}
