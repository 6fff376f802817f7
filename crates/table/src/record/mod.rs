//! The log of a game: append-only, readable, checkable.
//!
//! A record holds the options, then one entry for each decision with what was drawn. The state is its fold. Undo
//! appends an entry and never crosses new information. Each line carries a hash of the state after it and a link of a
//! hash chain over all lines so far, so a replay names the exact line where something differs.

mod marks;
mod reader;
mod undone;

use std::fmt;
use std::fmt::Write as _;

use thiserror::Error;

use self::marks::{link, state_hash};
use self::reader::Reader;
pub use self::undone::{TakenBack, Undone};

use crate::chance::{Chance, Script, Tape};
use crate::game::{Game, Rulebook, Tell, Turn, Viewer};
use crate::outcome::Outcome;
use crate::refusal::Refusal;
use crate::say;
use crate::seat::{BySeat, Seat, SeatSet};
use crate::seed::Seed;
use crate::text::Text;

const HEADER: &str = "gloria-record 1";

/// One line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry<A> {
    /// A decision.
    Move(Move<A>),
    /// The seat took back its last decision.
    Undo(Seat),
    /// The last decision, whosever it was, was taken back at this seat's wish, and everyone concerned agreed.
    TakeBack(Seat),
    /// The seat gave the game up: whatever the rules say of the position, the game is over and nothing comes after this.
    Resigned(Seat),
}

/// A decision, and what was drawn because of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move<A> {
    /// Who decided.
    pub seat: Seat,
    /// What.
    pub action: A,
    /// What was drawn, in order.
    pub drawn: Vec<u32>,
}

/// A decision that stands (was not taken back), with the state after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step<G: Game> {
    /// The number of its entry in the log, from 1.
    pub seq: usize,
    /// Who decided.
    pub seat: Seat,
    /// What.
    pub action: G::Action,
    /// The state after it.
    pub state: G,
    /// Who learned something by it.
    pub learned: SeatSet,
    /// Whether anything was drawn.
    pub chance: bool,
}

/// A decision worked out but not made, with the state it leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt<G: Game> {
    /// After how many entries of the log.
    after: usize,
    seat: Seat,
    action: G::Action,
    drawn: Vec<u32>,
    state: G,
    learned: SeatSet,
}

impl<G: Game> Attempt<G> {
    /// What it draws, in order.
    pub fn drawn(&self) -> &[u32] {
        &self.drawn
    }

    /// The state after it.
    pub const fn state(&self) -> &G {
        &self.state
    }
}

/// What a decision told, and whom: why it can't be taken back by the one who made it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Told {
    /// Who decided.
    pub by: Seat,
    /// Who learned something by it.
    pub seats: SeatSet,
    /// Whether anything was drawn or rolled.
    pub chance: bool,
}

impl Told {
    fn words(self) -> Text {
        let others = self.seats.without(self.by);
        let listed = Text::joined(others.iter().map(Text::of), ", ");
        match (self.seats.contains(self.by), self.chance, others.len()) {
            (true, true, _) => say!("you have seen a new card or roll"),
            (false, true, _) => say!("something was drawn or rolled"),
            (true, false, 0) => say!("you have seen something new"),
            (true, false, _) => say!("something new has been shown to everyone"),
            (false, false, 1) => say!("{listed} has seen something new"),
            (false, false, _) => say!("{listed} have seen something new"),
        }
    }
}

/// Why a decision can't be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum UndoRefusal {
    /// The seat has not decided anything that stands.
    Nothing,
    /// The last decision is another seat's.
    Other(Seat),
    /// Something was drawn, or somebody learned something.
    Known(Told),
    /// A seat gave the game up.
    Resigned(Seat),
    /// The game is over: its seed may have been told, and nothing goes on under a told seed.
    Over,
}

impl UndoRefusal {
    /// The same as a sentence without its full stop.
    pub fn words(self) -> Text {
        match self {
            Self::Nothing => say!("there is nothing to undo yet"),
            Self::Other(seat) => say!("{seat} has decided since, so your last decision can't be undone"),
            Self::Known(told) => say!("{}, so your last decision can't be undone", told.words()),
            Self::Resigned(seat) => say!("{seat} resigned, so nothing can be undone"),
            Self::Over => say!("the game is over, so nothing can be undone"),
        }
    }
}

impl fmt::Display for UndoRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.words().fmt(f)
    }
}

/// Why the draws of a record are not those of its seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SeedError {
    /// The seed is not in the record.
    #[error("the seed has not been told, so the draws can't be checked")]
    Untold,
    /// The seed is not the one the game began with.
    #[error("the seed does not fit the commitment that was published at the start")]
    Commitment,
    /// The deal came from elsewhere.
    #[error("the opening was not drawn from the seed")]
    Opening,
    /// What an entry of this number, from 1, drew came from elsewhere.
    #[error("entry {0} was not drawn from the seed")]
    Entry(usize),
}

/// What is wrong with a record, and on which line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {message}")]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it, and what was expected.
    pub message: String,
}

/// What the head of a record file says, before its game is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The game's name.
    pub game: String,
}

impl Summary {
    /// Reads only the head of a record file.
    pub fn read(text: &str) -> Result<Self, RecordError> {
        let mut lines = text.lines();
        let error = |line, message: String| Err(RecordError { line, message });
        match lines.next() {
            Some(first) if first.trim_end() == HEADER => {}
            Some(first) if first.starts_with("gloria-record ") => {
                return error(
                    1,
                    format!("'{}' is a format this version can't read: expected '{HEADER}'", first.trim()),
                );
            }
            _ => return error(1, format!("this is not a record: expected '{HEADER}'")),
        }
        match lines.next().and_then(|line| line.strip_prefix("game ")) {
            Some(game) => Ok(Self { game: game.trim().to_owned() }),
            None => error(2, "expected 'game NAME'".to_owned()),
        }
    }
}

/// A game in progress or finished: its rules, who sits where, and the log.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    rules: G::Rules,
    names: Vec<String>,
    commitment: Option<String>,
    seed: Option<Seed>,
    opening: Vec<u32>,
    entries: Vec<Entry<G::Action>>,
    /// The hashes behind each line: the opening's first, then one pair for each entry.
    marks: Vec<(String, String)>,
    start: G,
    steps: Vec<Step<G>>,
    undone: Vec<Undone<G>>,
}

impl<G: Game> Record<G> {
    /// Starts a game. `commitment` is that of the seed behind `chance`, where there is one.
    pub fn start<C: Chance>(
        rules: G::Rules,
        names: Vec<String>,
        commitment: Option<String>,
        chance: &mut C,
    ) -> Self {
        let mut tape = Tape::new(chance);
        let start = G::new(&rules, &mut tape);
        let (opening, _) = tape.finish();
        Self::open(rules, names, commitment, opening, start)
    }

    /// Starts a record from a given position. Such a record can be played on and undone, but not written to a file.
    pub fn from_position(rules: G::Rules, names: Vec<String>, start: G) -> Self {
        Self::open(rules, names, None, Vec::new(), start)
    }

    fn open(
        rules: G::Rules,
        names: Vec<String>,
        commitment: Option<String>,
        opening: Vec<u32>,
        start: G,
    ) -> Self {
        let mut record = Self {
            rules,
            names,
            commitment,
            seed: None,
            opening,
            entries: Vec::new(),
            marks: Vec::new(),
            start,
            steps: Vec::new(),
            undone: Vec::new(),
        };
        let head = record.head();
        let body = record.opening_body();
        let mark = record.next_mark(&format!("{head}{body}"));
        record.marks.push(mark);
        record
    }

    /// The rules of the game.
    pub const fn rules(&self) -> &G::Rules {
        &self.rules
    }

    /// Who sits where, by name.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The log, undone decisions included.
    pub fn entries(&self) -> &[Entry<G::Action>] {
        &self.entries
    }

    /// The decisions that stand.
    pub fn steps(&self) -> &[Step<G>] {
        &self.steps
    }

    /// The state now.
    pub fn state(&self) -> &G {
        self.steps.last().map_or(&self.start, |step| &step.state)
    }

    /// The state after the first `steps` decisions that stand.
    pub fn state_at(&self, steps: usize) -> Option<&G> {
        match steps.checked_sub(1) {
            None => Some(&self.start),
            Some(at) => self.steps.get(at).map(|step| &step.state),
        }
    }

    /// The commitment to the seed, published at the start.
    pub fn commitment(&self) -> Option<&str> {
        self.commitment.as_deref()
    }

    /// The seed, if it has been told.
    pub const fn seed(&self) -> Option<&Seed> {
        self.seed.as_ref()
    }

    /// Takes an action and logs it with what was drawn; or says why not, and nothing is logged.
    pub fn play<C: Chance>(
        &mut self,
        seat: Seat,
        action: G::Action,
        chance: &mut C,
    ) -> Result<&Step<G>, Refusal> {
        let attempt = self.attempt(seat, action, chance)?;
        Ok(self.log(attempt))
    }

    /// Works an action out and logs nothing; or says why not. [`Record::accept`] makes it a decision.
    pub fn attempt<C: Chance>(
        &self,
        seat: Seat,
        action: G::Action,
        chance: &mut C,
    ) -> Result<Attempt<G>, Refusal> {
        if let Some(gone) = self.resigned() {
            return Err(Refusal::flat("table", format!("{gone} resigned, so nothing is left to decide")));
        }
        let mut state = *self.state();
        let mut tape = Tape::new(chance);
        state.play(&self.rules, seat, action, &mut tape)?;
        let (drawn, learned) = tape.finish();
        Ok(Attempt { after: self.entries.len(), seat, action, drawn, state, learned })
    }

    /// Logs what was worked out, as [`Record::play`] would have. Nothing is logged, and nothing answered, if something else was
    /// logged since.
    pub fn accept(&mut self, attempt: Attempt<G>) -> Option<&Step<G>> {
        if attempt.after != self.entries.len() {
            return None;
        }
        Some(self.log(attempt))
    }

    fn log(&mut self, attempt: Attempt<G>) -> &Step<G> {
        let Attempt { after: _, seat, action, drawn, state, learned } = attempt;
        let chance = !drawn.is_empty();
        self.entries.push(Entry::Move(Move { seat, action, drawn }));
        self.steps.push(Step { seq: self.entries.len(), seat, action, state, learned, chance });
        self.mark_last();
        self.steps.last().expect("a step was just added")
    }

    /// Whether the seat may take its last decision back, or why not.
    pub fn may_undo(&self, seat: Seat) -> Result<(), UndoRefusal> {
        if let Some(gone) = self.resigned() {
            return Err(UndoRefusal::Resigned(gone));
        }
        if self.is_over() {
            return Err(UndoRefusal::Over);
        }
        let Some(last) = self.steps.last() else {
            return Err(UndoRefusal::Nothing);
        };
        if last.seat != seat {
            let decided = self.steps.iter().any(|step| step.seat == seat);
            return Err(if decided { UndoRefusal::Other(last.seat) } else { UndoRefusal::Nothing });
        }
        if last.chance || !last.learned.is_empty() {
            return Err(UndoRefusal::Known(Told { by: seat, seats: last.learned, chance: last.chance }));
        }
        Ok(())
    }

    /// Takes the seat's last decision back, by a new entry in the log.
    pub fn undo(&mut self, seat: Seat) -> Result<(), UndoRefusal> {
        self.may_undo(seat)?;
        self.remember_undone(seat);
        self.entries.push(Entry::Undo(seat));
        self.mark_last();
        Ok(())
    }

    /// Takes the last decision back at the seat's wish, whatever it told to whom: the caller has everyone's consent. What was
    /// drawn stays drawn, so playing on draws anew. Answers whether there was a decision of a game that is not over: once its
    /// seed may be known, nobody's consent lets it go on.
    pub fn take_back(&mut self, seat: Seat) -> bool {
        let taken = !self.is_over() && self.remember_undone(seat);
        if taken {
            self.entries.push(Entry::TakeBack(seat));
            self.mark_last();
        }
        taken
    }

    /// Gives the game up for a seat: all others have won. Answers whether there was something to give up: a seat of a game
    /// that is not over.
    pub fn resign(&mut self, seat: Seat) -> bool {
        let may = seat.index() < self.names.len() && !self.is_over();
        if may {
            self.entries.push(Entry::Resigned(seat));
            self.mark_last();
        }
        may
    }

    /// Who gave the game up, if somebody did.
    pub fn resigned(&self) -> Option<Seat> {
        match self.entries.last()? {
            Entry::Resigned(seat) => Some(*seat),
            Entry::Move(_) | Entry::Undo(_) | Entry::TakeBack(_) => None,
        }
    }

    /// Whether the game is over, by its rules or because somebody gave it up.
    pub fn is_over(&self) -> bool {
        self.resigned().is_some() || self.state().turn(&self.rules) == Turn::Over
    }

    /// How the game ended. Where somebody gave it up all others share the win, and no scores are counted.
    pub fn outcome(&self) -> Option<Outcome> {
        let Some(gone) = self.resigned() else { return self.state().outcome(&self.rules) };
        let winners = SeatSet::all(self.names.len()).without(gone);
        Some(Outcome { winners, scores: BySeat::default(), reason: "the game was given up" })
    }

    /// Plants a fault: the last step no longer says that something was drawn.
    #[cfg(feature = "testkit")]
    pub fn forget_luck(&mut self) {
        let last = self.steps.last_mut().expect("a step was played");
        last.chance = false;
        last.learned = SeatSet::NONE;
    }

    /// Tells the seed once the game is over. Answers whether it was told: the game is over and the seed fits the commitment.
    pub fn reveal(&mut self, seed: &Seed) -> bool {
        let over = self.is_over();
        let fits = self.commitment.as_deref() == Some(seed.commitment().as_str());
        if over && fits {
            self.seed = Some(seed.clone());
        }
        over && fits
    }

    /// The decisions that stand, in notation as the viewer saw them, as far as the rules let them be told again.
    pub fn told(&self, viewer: Viewer) -> Vec<String> {
        let mut before = &self.start;
        let mut lines = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            let told = self.state().recall(&self.rules, before, step.seat, step.action, viewer);
            lines.push(format!("{} {}", step.seat, told.notation()));
            before = &step.state;
        }
        lines
    }

    fn head(&self) -> String {
        let mut head = format!("{HEADER}\ngame {}\nrules {}\n", G::INFO.name, G::INFO.rules_version);
        for (name, value) in self.rules.options().iter() {
            let _ = writeln!(head, "set {name}={value}");
        }
        for (seat, name) in Seat::all(self.names.len()).zip(&self.names) {
            let _ = writeln!(head, "seat {seat} {name}");
        }
        if let Some(commitment) = &self.commitment {
            let _ = writeln!(head, "commitment {commitment}");
        }
        head
    }

    fn opening_body(&self) -> String {
        format!("opening | {}", numbers(&self.opening))
    }

    fn entry_body(&self, at: usize) -> String {
        match &self.entries[at] {
            Entry::Move(made) => {
                let notation = G::write(&self.rules, made.action);
                format!("{} {} {notation} | {}", at + 1, made.seat, numbers(&made.drawn))
            }
            Entry::Undo(seat) => format!("{} {seat} undo |", at + 1),
            Entry::TakeBack(seat) => format!("{} {seat} take-back |", at + 1),
            Entry::Resigned(seat) => format!("{} {seat} resigned |", at + 1),
        }
    }

    fn mark_last(&mut self) {
        let body = self.entry_body(self.entries.len() - 1);
        let mark = self.next_mark(&body);
        self.marks.push(mark);
    }

    fn next_mark(&self, body: &str) -> (String, String) {
        let state = state_hash(self.state());
        let link = link(self.marks.last().map_or("", |(_, link)| link), body, &state);
        (state, link)
    }

    /// The whole record as a text file.
    pub fn write(&self) -> String {
        let mut text = self.head();
        let (state, link) = &self.marks[0];
        let _ = writeln!(text, "{} | {state} {link}", self.opening_body().trim_end());
        for (at, (state, link)) in self.marks[1..].iter().enumerate() {
            let _ = writeln!(text, "{} | {state} {link}", self.entry_body(at).trim_end());
        }
        if let Some(outcome) = self.outcome() {
            let _ = writeln!(text, "winners {} | {}", outcome.winners, outcome.reason);
        }
        if let Some(seed) = &self.seed {
            let _ = writeln!(text, "seed {}", seed.reveal());
        }
        let _ = writeln!(text, "close {}", self.entries.len());
        text
    }

    /// Reads a record and replays all of it. The error names the first line that is malformed, edited, illegal, or
    /// replays to another state than it did when it was written.
    pub fn read(text: &str) -> Result<Self, RecordError> {
        Reader::new(text).read()
    }

    /// Draws everything again from the told seed and compares. The error names the first entry that differs.
    pub fn check_seed(&self) -> Result<(), SeedError> {
        let Some(seed) = &self.seed else {
            return Err(SeedError::Untold);
        };
        if self.commitment.as_deref() != Some(seed.commitment().as_str()) {
            return Err(SeedError::Commitment);
        }
        let mut chance = seed.chance();
        let mut again =
            Self::start(self.rules.clone(), self.names.clone(), self.commitment.clone(), &mut chance);
        if again.opening != self.opening {
            return Err(SeedError::Opening);
        }
        for (at, entry) in self.entries.iter().enumerate() {
            let fits = match entry {
                Entry::Move(made) => again.play(made.seat, made.action, &mut chance).is_ok(),
                Entry::Undo(seat) => again.undo(*seat).is_ok(),
                Entry::TakeBack(seat) => again.take_back(*seat),
                Entry::Resigned(seat) => again.resign(*seat),
            };
            if !fits || again.entries.last() != Some(entry) {
                return Err(SeedError::Entry(at + 1));
            }
        }
        Ok(())
    }
}

impl<G: Tell> Record<G> {
    /// What happened when the game began, in order. Nothing where it began from a position.
    pub fn opening_events(&self) -> Vec<G::Event> {
        if self.opening.is_empty() {
            return Vec::new();
        }
        let mut tape = Tape::listening(Script::exact(self.opening.iter().copied()));
        let _ = G::new(&self.rules, &mut tape);
        tape.events()
    }

    /// What happened by the decision that led to this many of those that stand (from 1), in order.
    pub fn events(&self, at: usize) -> Vec<G::Event> {
        let before =
            at.checked_sub(1).and_then(|before| Some((self.state_at(before)?, self.steps.get(before)?)));
        let Some((before, step)) = before else { return Vec::new() };
        let Some(Entry::Move(made)) = self.entries.get(step.seq - 1) else { return Vec::new() };
        let mut tape = Tape::listening(Script::exact(made.drawn.iter().copied()));
        let mut state = *before;
        state.play_unchecked(&self.rules, made.seat, made.action, &mut tape);
        tape.events()
    }

    /// What happened by that decision, in words, as this viewer saw it.
    pub fn news(&self, at: usize, viewer: Viewer) -> Vec<Text> {
        let view = |at: usize| self.state_at(at).map(|state| state.view(&self.rules, viewer));
        let views = at.checked_sub(1).and_then(|before| Some((view(before)?, view(at)?)));
        views
            .map(|(before, after)| G::news(&self.rules, &before, &after, &self.events(at)))
            .unwrap_or_default()
    }

    /// How the game began, in words, as this viewer saw it.
    pub fn opening_news(&self, viewer: Viewer) -> Vec<Text> {
        G::opening(&self.rules, &self.start.view(&self.rules, viewer), &self.opening_events())
    }
}

fn numbers(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}
