//! A game being played, whatever game it is.

use std::any::Any;
use std::sync::Arc;

use maud::Markup;
use pages::{Around, Glossary, LogLine, TakenBack};
use table::{Item, Outcome, Seat, SeatSet, Text, UndoRefusal, Viewer};

use crate::error::{LogError, Refused};
use crate::event::By;
use crate::players::{Advice, Memories, Thought, Weighed};
use crate::position::Position;

/// A decision worked out but not made: what is to be made durable first.
#[derive(Debug)]
pub struct Prepared {
    /// The action in its one notation.
    pub action: String,
    /// What it draws.
    pub drawn: Vec<u32>,
    /// Who decides after it; nobody if the game is over.
    pub deciding: SeatSet,
    /// How the game ends with it, if it does.
    pub outcome: Option<Outcome>,
    /// The decision itself, worked out: only the game it was prepared for can make it.
    pub(crate) worked_out: Box<dyn Any + Send + Sync>,
}

/// A moment of a game, drawn.
#[derive(Debug)]
pub struct Moment {
    /// The board.
    pub board: Markup,
    /// What is being decided.
    pub prompt: Text,
    /// The decision that led here.
    pub line: Option<LogLine>,
    /// What was taken back here.
    pub taken_back: Vec<TakenBack>,
    /// How the game began, where this is its first moment.
    pub opening: Vec<Text>,
}

/// A game under way, whatever game it is. It only ever moves forward, by events that are durable already.
pub trait AnyGame: Send + Sync {
    /// Who decides; nobody once it is over.
    fn deciding(&self) -> SeatSet;
    /// Who decides after this many of the decisions that stand.
    fn deciding_at(&self, steps: usize) -> SeatSet;
    /// How many decisions stand.
    fn steps(&self) -> usize;
    /// Whether it is over.
    fn is_over(&self) -> bool {
        self.deciding().is_empty()
    }
    /// How it ended.
    fn outcome(&self) -> Option<Outcome>;
    /// The action in its one notation, if it is one.
    fn notation(&self, action: &str) -> Option<String>;
    /// The decisions that stand, in notation, oldest first.
    fn decisions(&self) -> Vec<(Seat, String)>;
    /// Tries an action on a copy.
    fn prepare(&self, seat: Seat, action: &str) -> Result<Prepared, Refused> {
        self.prepare_led(seat, action, &[])
    }
    /// The same where it is said what is drawn first, by name: at a table that was set up, and nowhere else.
    fn prepare_led(&self, seat: Seat, action: &str, draws: &[String]) -> Result<Prepared, Refused>;
    /// Makes what was prepared happen, once it is durable.
    fn take(&mut self, prepared: Prepared, by: By) -> Result<(), LogError>;
    /// Takes an action as the log tells it; the error says that the log does not fit the game.
    fn play(&mut self, seat: Seat, action: &str, drawn: &[u32], by: By) -> Result<(), LogError>;
    /// What a seat has taken in the decisions that stand, each as often as it was.
    fn taken(&self, seat: Seat) -> Vec<Item>;
    /// How many of the seat's last decisions it may take back alone, or why none.
    fn undoable(&self, seat: Seat) -> Result<usize, UndoRefusal>;
    /// Takes the seat's last decision back.
    fn undo(&mut self, seat: Seat) -> Result<(), LogError>;
    /// How many decisions must go so that the seat's last one is gone, others' after it included.
    fn back_to(&self, seat: Seat) -> Option<usize>;
    /// Takes decisions back by consent of these.
    fn take_back(&mut self, seat: Seat, steps: usize, agreed: SeatSet) -> Result<(), LogError>;
    /// Gives the game up for a seat, which ends it; the error says that the log does not fit.
    fn resign(&mut self, seat: Seat) -> Result<(), LogError>;
    /// The seat's only legal action, if it has exactly one.
    fn forced(&self, seat: Seat) -> Option<String>;
    /// What a bot on the seat would do.
    fn think(&self, seat: Seat, level: &str, seed: u64, memories: &Arc<Memories>) -> Thought;
    /// What a strong player would think of the seat's best actions.
    fn advise(&self, seat: Seat) -> Advice;
    /// The same in words, one line for each.
    fn advice_in_words(&self, seat: Seat, weighed: &[Weighed]) -> Vec<Text>;
    /// The changing part of the page, through the eyes of whoever looks.
    fn page(&self, around: &Around<'_>) -> Markup;
    /// A moment, through some eyes.
    fn moment(&self, at: usize, viewer: Viewer, names: &[String]) -> Option<Moment>;
    /// The cards and rules of the table.
    fn glossary(&self) -> Arc<Glossary>;
    /// What a program gets: view, legal actions, refusals.
    fn position(&self, viewer: Viewer) -> Position;
    /// The log as the viewer sees it: at most so many decisions after the first so many that stand, oldest first.
    fn lines(&self, viewer: Viewer, after: usize, most: usize) -> Vec<LogLine>;
    /// What was taken back, as the viewer is told it: the last so many times, oldest first.
    fn taken_back(&self, viewer: Viewer, most: usize) -> Vec<TakenBack>;
    /// How the game began, as the viewer saw it.
    fn opening(&self, viewer: Viewer) -> Vec<Text>;
    /// The record as a file, once the game is over; before that it would tell secrets.
    fn record(&self) -> Option<String>;
    /// The seed, once the game is over, and whether every draw was checked against it.
    fn seed_told(&self) -> Option<(String, bool)>;
    /// The record whatever its state, for the problem reports that only the host of the server reads.
    fn whole(&self) -> String;
}
