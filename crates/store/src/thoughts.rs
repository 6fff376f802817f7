//! What is to be thought, where several processes share the work.

use std::time::Duration;

use crate::log::{Answer, TableId};

/// How long a thought takes, roughly.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Lane {
    /// It is done in a moment.
    Short,
    /// It may take a second or more.
    Long,
}

/// How urgent a thought is: those above go first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rank {
    /// A person waits for it.
    Person,
    /// Nobody waits for it there and then.
    Nobody,
    /// It has all the time there is: a review of a whole game.
    Review,
}

impl Rank {
    /// Its number in the queue.
    pub(crate) const fn number(self) -> i16 {
        match self {
            Self::Person => 0,
            Self::Nobody => 1,
            Self::Review => 2,
        }
    }
}

/// A decision that bots owe at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Owed {
    /// How urgent it is.
    pub rank: Rank,
    /// How long it takes.
    pub lane: Lane,
    /// On whose account.
    pub owner: String,
    /// How long it shall not be told, so that people can follow.
    pub pace: Duration,
}

/// What an append changes of what is to be thought. It goes with the append: all or nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thinking {
    /// The seq of the last event that moved the game; thoughts of an earlier one vanish.
    pub moved: u64,
    /// What bots owe then.
    pub owed: Option<Owed>,
    /// On whose account it was thought, and how long, where the append comes of a thought.
    pub used: Option<(String, Duration)>,
}

/// Which thought of a table it is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum What {
    /// A decision that bots owe.
    Move,
    /// A hint for the seat of this letter.
    Hint(char),
}

impl What {
    pub(crate) fn write(&self) -> String {
        match self {
            Self::Move => "move".to_owned(),
            Self::Hint(seat) => format!("hint {seat}"),
        }
    }

    pub(crate) fn read(text: &str) -> Option<Self> {
        match text.split_once(' ') {
            None if text == "move" => Some(Self::Move),
            Some(("hint", seat)) => seat.chars().next().map(Self::Hint),
            None | Some(_) => None,
        }
    }
}

/// A thought that somebody has claimed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The table.
    pub table: TableId,
    /// Which of its thoughts.
    pub what: What,
    /// The seq of the table for which it is of use.
    pub seq: u64,
    /// How long it takes.
    pub lane: Lane,
    /// On whose account.
    pub owner: String,
    /// How long it shall not be told yet.
    pub early: Duration,
}

/// How somebody lets go of a claim without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leave {
    /// Nobody needs the thought any more.
    Gone,
    /// Others may be able to think it.
    ToOthers,
    /// It may be tried again after this time, by anybody.
    Later(Duration),
}

/// A hint that somebody wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ask {
    /// The table.
    pub table: TableId,
    /// Which of its thoughts.
    pub what: What,
    /// The seq of the table for which it is of use.
    pub seq: u64,
    /// On whose account.
    pub owner: String,
}

/// How asking ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// It waits now.
    Waits,
    /// It waited before, or is answered.
    Before,
    /// Too much waits: it was not taken.
    Full,
}

/// A hint that waits or is answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InLine {
    /// The table.
    pub table: TableId,
    /// Which of its thoughts.
    pub what: What,
    /// The seq of the table for which it is of use.
    pub seq: u64,
    /// Its place among all that waits, from 1; 0 once somebody thinks about it.
    pub place: u64,
    /// The answer, once there is one.
    pub answer: Option<String>,
}

/// What waits that nobody has claimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Waiting {
    /// How many thoughts.
    pub number: u64,
    /// How long the one that is due longest has been due.
    pub oldest: Duration,
}

/// The most hints that wait together, and of one owner.
pub const MOST: u64 = 256;
/// The most hints that wait of one owner.
pub const MOST_EACH: u64 = 4;

/// What is to be thought, shared by everybody who uses the store. Decisions that bots owe come with appends ([`Thinking`]); the rest is
/// asked for. Times are by the store's clock.
pub trait Thoughts: Send + Sync + 'static {
    /// Claims the most urgent thought that nobody has, if there is one: of those alike whoever's account has used least lately is first.
    /// Nobody else can claim it before the lease ends.
    fn claim(&self, worker: &str, longest: Lane, lease: Duration) -> Answer<'_, Option<Claim>>;

    /// Says that a worker is there, and makes the leases of these claims as long as this again, as far as they still are its own. A claim
    /// whose answer it never got is not among them: it ends by itself.
    fn beat(&self, worker: &str, threads: usize, lease: Duration, held: &[Claim]) -> Answer<'_, ()>;

    /// Says that a worker goes, and gives all its claims back.
    fn rest(&self, worker: &str) -> Answer<'_, ()>;

    /// Lets go of a claim, if it still is this worker's.
    fn leave(&self, worker: &str, claim: &Claim, how: Leave) -> Answer<'_, ()>;

    /// Answers a hint, if somebody still waits for it, and tells how long it took. Answers whether somebody did.
    fn answer(&self, worker: &str, claim: &Claim, text: &str, took: Duration) -> Answer<'_, bool>;

    /// Asks for a hint.
    fn ask(&self, ask: Ask) -> Answer<'_, Asked>;

    /// Says that bots owe a decision after this seq, where an append has not: it was written by somebody who did not know of it.
    /// What is there already stays.
    fn owe(&self, table: &TableId, moved: u64, owed: Owed) -> Answer<'_, ()>;

    /// The hints of these tables that wait or are answered, with their places.
    fn line(&self, tables: &[TableId]) -> Answer<'_, Vec<InLine>>;

    /// How many workers were there within this time.
    fn thinkers(&self, within: Duration) -> Answer<'_, u64>;

    /// How much waits that nobody has claimed, and how long already.
    fn waiting(&self) -> Answer<'_, Waiting>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_thought_is_read_as_it_is_written() {
        for what in [What::Move, What::Hint('B')] {
            assert_eq!(What::read(&what.write()), Some(what));
        }
        for other in ["", "hint", "hint ", "moves", "review 1"] {
            assert_eq!(What::read(other), None, "{other}");
        }
    }
}
