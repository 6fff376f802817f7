//! What can go wrong: with a log, with a game that is set up, and with what somebody wishes.

use std::fmt;

use table::{RecordError, Refusal, Text, UndoRefusal, many, say};
use thiserror::Error;

use crate::pace::MINUTE;

/// Why a game can't be set up, or a record not looked at, as asked.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GameError {
    /// The options do not fit; the sentence names the option and what was expected.
    #[error("{0}")]
    Options(String),
    /// The record can't be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The record has no such moment.
    #[error("the record has {steps} decisions: expected a moment among them")]
    Moment {
        /// How many decisions it has.
        steps: usize,
    },
    /// The record is of a game that is not known here.
    #[error("line 2: there is no game '{0}' here")]
    OtherGame(String),
    /// The position can't be set up.
    #[error("the position can't be set up: {0}")]
    Position(table::scenario::Fault),
}

/// Why a log can't be folded: it is damaged, or of another version.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LogError {
    /// Nothing is in it.
    #[error("the log is empty")]
    Empty,
    /// Its first event is another one.
    #[error("the log does not begin with the making of the table")]
    NotOpened,
    /// The rules have changed since.
    #[error("it was played by version {then} of the rules of {title}, and these are version {now}")]
    OtherRules {
        /// The game.
        title: &'static str,
        /// The version it was played by.
        then: u32,
        /// The version now.
        now: u32,
    },
    /// The game is not known here.
    #[error("there is no game '{0}'")]
    NoGame(String),
    /// The seed is none.
    #[error("the seed is malformed")]
    Seed,
    /// An event of a game comes before the game.
    #[error("the game has not begun")]
    NotBegun,
    /// A newer version has written to it.
    #[error(
        "event {seq} is of version {version}, and this server reads version {}: it is being brought up to date",
        crate::event::LOG_VERSION
    )]
    Newer {
        /// Which event.
        seq: u64,
        /// Its version.
        version: u32,
    },
    /// An event can't be read.
    #[error("event {seq}: {why}")]
    Unread {
        /// Which.
        seq: u64,
        /// What was expected.
        why: String,
    },
    /// The game can't be set up.
    #[error(transparent)]
    Game(#[from] GameError),
    /// An action is not one of this game.
    #[error("{0}")]
    Action(table::Unread),
    /// The rules forbid what was done.
    #[error("{0}")]
    Rule(Refusal),
    /// What was undone can't be.
    #[error("{0}")]
    Undo(UndoRefusal),
    /// The seed says something else than the log.
    #[error("entry {0} draws something else than it did")]
    OtherDraws(usize),
    /// More was taken back than there was.
    #[error("there is less to take back")]
    LessToTakeBack,
    /// There was nothing to give up.
    #[error("there is no game to resign")]
    NothingToResign,
    /// What was worked out was worked out for another moment of the game.
    #[error("the game has moved since this was worked out")]
    Moved,
}

/// Why a wish is not granted, for whoever wishes it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refused {
    /// There is no game yet.
    NotBegun,
    /// There is a game already.
    Begun,
    /// There is no game any more.
    Over,
    /// A lesson asks for another action: one of these.
    Lesson(Vec<String>),
    /// A lesson asks for something to be read.
    ReadFirst,
    /// The text is no action of this game.
    Unread(table::Unread),
    /// The rules forbid it.
    Rule(Refusal),
    /// The seat can't undo alone.
    Undo(UndoRefusal),
    /// The seat has decided nothing.
    NothingToUndo,
    /// There is nothing to agree to.
    NobodyAsks,
    /// The table has no such seat.
    NoSeat,
    /// Somebody sits there.
    Taken,
    /// Somebody else sits there.
    NotYours,
    /// The host removed whoever wishes it.
    Removed,
    /// Nobody sees two hands of a game that has begun.
    PlaysAlready,
    /// The wish is the host's alone.
    NotHost,
    /// There is nobody to remove.
    NobodyThere,
    /// Nobody removes themselves.
    OwnSeat,
    /// There is nobody to be muted.
    NobodyWrote,
    /// The host does not let them write.
    Muted,
    /// Onlookers are to be quiet.
    PlayersChat,
    /// Who resigns would end the game of others.
    MoreThanTwo,
    /// Hints are off.
    NoHints,
    /// Others decide.
    NotYourTurn,
    /// The seat's time is not used up.
    NotLate,
    /// A bot decides for the seat until its player comes back.
    Minded,
    /// No bot decides for the seat.
    NotMinded,
    /// The table has not waited for them long enough.
    NotAbsent {
        /// How long it must have waited, in milliseconds.
        wait: u64,
    },
    /// They were reminded since the game last moved.
    Nudged,
    /// Nobody votes about themselves, or without playing.
    NoVote,
    /// The result counts, so this is not done.
    Rated(Rated),
    /// The game that the new one can't be set up as.
    Game(String),
    /// The game has moved since it was wished.
    Stale,
    /// The request was used before, for this other action.
    Reused(String),
}

/// What is not done where the result counts for the ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rated {
    /// A bot sits down, or decides for somebody.
    Bots,
    /// Somebody takes something back alone.
    Undo,
    /// The host sends somebody away from a game.
    Remove,
}

impl Rated {
    /// The same for whoever wishes it.
    pub fn words(self) -> Text {
        match self {
            Self::Bots => say!("This game is rated: only people play."),
            Self::Undo => say!("This game is rated: you can only undo what the others agree to."),
            Self::Remove => say!("This game is rated: nobody is removed once it has begun."),
        }
    }
}

impl Refused {
    /// The same for whoever wishes it.
    pub fn words(&self) -> Text {
        match self {
            Self::NotBegun => say!("The game has not begun."),
            Self::Begun => say!("The game has begun already."),
            Self::Over => say!("The game is over."),
            Self::Lesson(actions) => say!("The lesson asks you to do this first: {}.", actions.join(" / ")),
            Self::ReadFirst => say!("The lesson has something to say first: read it and go on from there."),
            Self::Unread(why) => why.to_string().into(),
            Self::Rule(refusal) => refusal.words(),
            Self::Undo(refusal) => say!("{}.", refusal.words()),
            Self::NothingToUndo => say!("There is nothing to undo yet."),
            Self::NobodyAsks => say!("Nobody is asking to undo anything."),
            Self::NoSeat => say!("This seat does not exist."),
            Self::Taken => say!("That seat is taken already."),
            Self::NotYours => say!("That seat is not yours."),
            Self::Removed => pages::REMOVED.into(),
            Self::PlaysAlready => say!("You are playing at this table already."),
            Self::NotHost => say!("Only the host, who opened this table, can do that."),
            Self::NobodyThere => say!("Nobody sits there who could be removed."),
            Self::OwnSeat => say!("That is your own seat. You can leave it, but you can’t be removed."),
            Self::NobodyWrote => say!("Nobody else wrote that, so nobody can be muted for it."),
            Self::Muted => say!("The host has turned off chat for you at this table."),
            Self::PlayersChat => say!("Only the players chat at this table."),
            Self::MoreThanTwo => say!(
                "More than two play here, so the game goes on without you. Leave your seat to a bot instead."
            ),
            Self::NoHints => say!("This table is played without hints."),
            Self::NotYourTurn => say!("It is not your turn to decide."),
            Self::NotLate => say!("There is time left."),
            Self::Minded => {
                say!("A bot is playing for you. Say that you are back, then the decision is yours.")
            }
            Self::NotMinded => say!("You are playing yourself already."),
            Self::NotAbsent { wait } => {
                let minutes = wait / MINUTE;
                let wait = if minutes < 60 {
                    many(minutes as i64, "minute")
                } else {
                    many(minutes as i64 / 60, "hour")
                };
                say!("You can do that once the table has waited for them for {wait}.")
            }
            Self::Nudged => say!("They have been reminded already."),
            Self::NoVote => say!("You can’t vote about this seat."),
            Self::Rated(why) => why.words(),
            Self::Game(why) => why.clone().into(),
            Self::Stale => say!("The table has changed in the meantime. This is how it stands now."),
            Self::Reused(action) => say!(
                "Nothing was done: this request was already used for '{}'. Send another action under a new request.",
                action.clone()
            ),
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.words().fmt(f)
    }
}
