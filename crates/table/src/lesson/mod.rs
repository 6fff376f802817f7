//! Lessons: a position, moves and words one after another, and what the learner is told with each.
//!
//! ```text
//! title: Your first building
//! about: What a card is, how a turn goes, how one wins.
//! minutes: 10
//! learned: A card is five things.
//! set: players=2
//! A hand: Dock, Jack
//! ---
//! page pool | Cards that were played lie in the Pool.
//! A lead Craftsman with Dock | Lead, and everyone may join in.
//! B think and draw
//! choose | Build, or wait?
//! - A lay Latrine | Good: it needs one Rubble only.
//! - A skip | You keep the card for later.
//! A think and draw | Take cards.
//! join
//! ask | How much is a Marble worth?
//! - 3 points | Right.
//! - 1 point | No: as much as it has in value.
//! join
//! expect A hand: 5 cards
//! draws: Bar, Bar
//! B think and draw
//! end | That was it.
//! ```
//!
//! Above `---` stands what the lesson is, and the lines of a scenario's setup; without any of those the game's own deal begins, and its
//! luck comes from `seed: N`. The learner is seat A. Below it a line is one of these: a learner's move with what is said before it; another's
//! move, which has no words; `page` with words that are to be read, and `ask` with a question about them; `choose` with moves of which the
//! learner takes one. What follows an answer or a chosen move up to the next, or up to `join`, happens only after it. `page`, `ask`,
//! `choose` and a learner's move may name a part of the board that is pointed at, in square brackets before the bar. `draws:` says what the next move draws, as
//! in a scenario, `expect` what must be true before it, and `{B}` in words is the name of the one on that seat. `#` starts a remark.

mod check;
mod read;
mod walk;

use thiserror::Error;

use crate::options::Options;
use crate::scenario::SetupLine;
use crate::seat::Seat;

pub use self::check::check;
pub use self::read::setup;
pub use self::walk::Place;

/// The seat of whoever learns.
pub const LEARNER: Seat = Seat::new(0);

/// A lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// Its name in addresses.
    pub name: String,
    /// Its title.
    pub title: String,
    /// What it is about, in a sentence.
    pub about: String,
    /// How many minutes it takes.
    pub minutes: u32,
    /// What was learned, a sentence each.
    pub learned: Vec<String>,
    /// The options of its table.
    pub options: Options,
    /// What all luck comes from that is not said.
    pub seed: u64,
    /// The position; without any line, the game's own deal.
    pub setup: Vec<SetupLine>,
    /// The script.
    pub steps: Vec<Step>,
    /// What must be true at its end.
    pub expects: Vec<Expected>,
    /// The last words.
    pub end: String,
}

/// One step of a lesson: the learner reads, answers or moves, or somebody else moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Its line, from 1.
    pub line: usize,
    /// Whose move; nobody's where it is words to read or a question.
    pub seat: Option<Seat>,
    /// What the learner is told before it.
    pub text: String,
    /// The part of the board that is pointed at; empty for none.
    pub look: String,
    /// What must be true before it.
    pub expects: Vec<Expected>,
    /// The ways on; words to read have one.
    pub ways: Vec<Way>,
}

impl Step {
    /// Whether the learner is told something, and is waited for.
    pub fn speaks(&self) -> bool {
        self.seat.is_none_or(|seat| seat == LEARNER)
    }
}

/// One way on from a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// Its line, from 1.
    pub line: usize,
    /// The move in notation, or the answer in words; empty for words that are only read.
    pub says: String,
    /// What the learner is told when it was taken.
    pub reply: String,
    /// What the move draws, by name, where that is said.
    pub draws: Vec<String>,
    /// The step it leads to.
    pub to: usize,
}

/// Something that must be true of the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expected {
    /// Its line, from 1.
    pub line: usize,
    /// The name of the fact, as in a scenario.
    pub name: String,
    /// What it must be.
    pub value: String,
}

/// What is wrong with a lesson, and where.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Error)]
#[error("lesson '{lesson}', line {line}: {what}")]
pub struct LessonError {
    /// The lesson's name.
    pub lesson: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what was expected.
    pub what: String,
}

impl Lesson {
    /// The position as text, as a table's log keeps it; nothing where the game's own deal begins.
    pub fn set_up(&self) -> Option<String> {
        let line = |line: &SetupLine| format!("{}: {}\n", line.key, line.value);
        (!self.setup.is_empty()).then(|| self.setup.iter().map(line).collect())
    }

    /// How many steps let the learner choose a move of several.
    pub fn choices(&self) -> usize {
        self.steps.iter().filter(|step| step.seat == Some(LEARNER) && step.ways.len() > 1).count()
    }

    fn flaw(&self, line: usize, what: impl Into<String>) -> LessonError {
        LessonError { lesson: self.name.clone(), line, what: what.into() }
    }
}
