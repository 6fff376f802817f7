//! A game that is recorded: played on, taken back, written down, read again.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use games::Playable;
use pyo3::prelude::*;
use table::{
    Fair, Light, Options, Outcome, Record, Rulebook as _, Seat, Seed, Summary, Turn, Viewer, nth_seed,
};

use crate::any::{Asked, At, Of, Position, Table, table};
use crate::game::{self, Game, SeatName, Wanted, deciding, fresh, viewer};
use crate::html;
use crate::state::{Ended, State};
use crate::wrong::Wrong;

/// A record of any game.
pub trait Log: Send {
    /// The table.
    fn table(&self) -> Arc<dyn Table>;
    /// Who sits where.
    fn names(&self) -> Vec<String>;
    /// The position after so many decisions that stand; now, where no number is given.
    fn position(&self, after: Option<usize>) -> Option<Box<dyn Position>>;
    /// Plays an action of the one who decides.
    fn play(&mut self, asked: Asked<'_>) -> Result<(), Wrong>;
    /// Takes the last decision back, where nobody learned anything by it.
    fn undo(&mut self) -> Result<(), Wrong>;
    /// Gives the game up.
    fn resign(&mut self, seat: Seat) -> Result<(), Wrong>;
    /// The decisions that stand: who, and what in notation.
    fn steps(&self) -> Vec<(Seat, String)>;
    /// The same as a viewer may be told them.
    fn told(&self, viewer: Viewer) -> Vec<String>;
    /// What each seat would score, at the beginning and after every decision.
    fn standings(&self) -> Vec<Vec<i32>>;
    /// How it ended.
    fn outcome(&self) -> Option<Outcome>;
    /// The record as text.
    fn write(&self) -> Result<String, Wrong>;
    /// Whether every draw follows from the seed; the error says what does not.
    fn check(&self) -> Result<(), Wrong>;
}

/// Where the luck of a record comes from.
enum Source {
    /// A seed that was committed to.
    Seed(Box<Fair>, Seed),
    /// A position's own.
    Light(Light),
    /// Nobody knows: the record was read.
    Unknown,
}

/// A record of a game that is known.
pub struct Sat<G: Playable> {
    of: Of<G>,
    record: Record<G>,
    source: Source,
    number: u64,
}

impl<G: Playable> Sat<G> {
    /// A new game.
    pub fn new(of: Of<G>, names: Vec<String>, number: u64) -> Self {
        let seed = Seed::from_number(number);
        let mut chance = seed.chance();
        let record = Record::start(of.rules().clone(), names, Some(seed.commitment()), &mut chance);
        Self { of, record, source: Source::Seed(Box::new(chance), seed), number }
    }

    /// A game from a position.
    pub fn from(at: &At<G>, names: Vec<String>) -> Self {
        let record = Record::from_position(at.of.rules().clone(), names, at.state);
        Self { of: at.of.clone(), record, source: Source::Light(at.luck), number: 0 }
    }

    /// A record as it was written, of this table.
    pub fn read(of: Of<G>, text: &str) -> Result<Self, Wrong> {
        let record = Record::<G>::read(text).map_err(Wrong::value)?;
        Ok(Self { of, record, source: Source::Unknown, number: 0 })
    }
}

impl<G: Playable> Log for Sat<G> {
    fn table(&self) -> Arc<dyn Table> {
        Arc::new(self.of.clone())
    }

    fn names(&self) -> Vec<String> {
        self.record.names().to_vec()
    }

    fn position(&self, after: Option<usize>) -> Option<Box<dyn Position>> {
        let steps = after.unwrap_or(self.record.steps().len());
        let state = *self.record.state_at(steps)?;
        // What is taken out has luck of its own: it tells nothing of what the record will draw.
        let luck = Light::new(nth_seed(self.number, steps as u64));
        Some(Box::new(At { of: self.of.clone(), state, luck }))
    }

    fn play(&mut self, asked: Asked<'_>) -> Result<(), Wrong> {
        let (Turn::Decide(seats), false) = (self.record.state().turn(self.of.rules()), self.record.is_over())
        else {
            return Err(Wrong::Over);
        };
        let seat = seats.first().ok_or(Wrong::Over)?;
        let action = match asked {
            Asked::Words(words) => G::read(self.of.rules(), words).map_err(Wrong::value)?,
            Asked::Number(number) => {
                let encoder = self.of.encoder();
                let action = usize::try_from(number).ok().and_then(|number| encoder.action(seat, number));
                action.ok_or_else(|| crate::any::no_action(number, encoder.count()))?
            }
        };
        let done = match &mut self.source {
            Source::Seed(chance, _) => self.record.play(seat, action, chance.as_mut()).map(drop),
            Source::Light(luck) => self.record.play(seat, action, luck).map(drop),
            Source::Unknown => {
                return Err(Wrong::value(
                    "this record was read, so its luck is not known: take its state and play on from there",
                ));
            }
        };
        done?;
        if let Source::Seed(_, seed) = &self.source {
            self.record.reveal(seed);
        }
        Ok(())
    }

    fn undo(&mut self) -> Result<(), Wrong> {
        let seat = self.record.steps().last().map(|step| step.seat);
        self.record.undo(seat.unwrap_or(Seat::new(0))).map_err(Wrong::value)
    }

    fn resign(&mut self, seat: Seat) -> Result<(), Wrong> {
        if !self.record.resign(seat) {
            return Err(Wrong::Over);
        }
        if let Source::Seed(_, seed) = &self.source {
            self.record.reveal(seed);
        }
        Ok(())
    }

    fn steps(&self) -> Vec<(Seat, String)> {
        let words = |action| G::write(self.of.rules(), action);
        self.record.steps().iter().map(|step| (step.seat, words(step.action))).collect()
    }

    fn told(&self, viewer: Viewer) -> Vec<String> {
        self.record.told(viewer)
    }

    fn standings(&self) -> Vec<Vec<i32>> {
        let (rules, steps) = (self.of.rules(), self.record.steps().len());
        let states = (0..=steps).filter_map(|at| self.record.state_at(at));
        let scores = states.map(|state| {
            let standing = state.standing(rules);
            Seat::all(rules.players()).map(|seat| standing[seat]).collect()
        });
        scores.collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.record.outcome()
    }

    fn write(&self) -> Result<String, Wrong> {
        if matches!(self.source, Source::Light(_)) {
            return Err(Wrong::value(
                "a game from a position can't be written: expected one that began with its deal",
            ));
        }
        Ok(self.record.write())
    }

    fn check(&self) -> Result<(), Wrong> {
        self.record.check_seed().map_err(Wrong::value)
    }
}

/// A game that is recorded.
///
/// It is played on in place, by notation or by number, and its log can be written, read and checked.
///
/// >>> import gloria
/// >>> match = gloria.Game("glory", players=2).match(seed=7, names=["Ann", "Ben"])
/// >>> match.play(match.state.legal[0])
/// >>> len(match.steps)
/// 1
/// >>> match.run(["greedy", "random"], seed=1)
/// >>> match.is_over, gloria.Match.read(match.write()).steps == match.steps
/// (True, True)
#[pyclass(module = "gloria")]
pub struct Match {
    log: Mutex<Box<dyn Log>>,
}

impl Match {
    pub(crate) fn new(log: Box<dyn Log>) -> Self {
        Self { log: Mutex::new(log) }
    }

    fn log(&self) -> MutexGuard<'_, Box<dyn Log>> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Match {
    /// Reads a record as text, and replays all of it.
    #[staticmethod]
    fn read(text: &str) -> PyResult<Self> {
        let game = Summary::read(text).map_err(Wrong::value)?.game;
        // The record has its own options; those of the table are found by reading them.
        let mut options = Options::new();
        for line in text.lines() {
            if let Some(pair) = line.strip_prefix("set ") {
                options.set_pair(pair).map_err(Wrong::value)?;
            }
        }
        let table = table(&game, &options)?;
        Ok(Self::new(table.recorded(text)?))
    }

    /// The game that is played.
    #[getter]
    fn game(&self) -> Game {
        Game::new(self.log().table())
    }

    /// Who sits where, by name.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.log().names()
    }

    /// The state now. Its luck is its own: it tells nothing of what this record will draw.
    #[getter]
    fn state(&self) -> PyResult<State> {
        self.state_at(None)
    }

    /// The state after so many of the decisions that stand.
    #[pyo3(signature = (decisions = None))]
    fn state_at(&self, decisions: Option<usize>) -> PyResult<State> {
        let log = self.log();
        let position = log.position(decisions).ok_or_else(|| {
            Wrong::Index(format!("only {} decisions stand in this record", log.steps().len()))
        })?;
        Ok(State::new(position))
    }

    /// Plays an action of the one who decides, by its notation or its number.
    fn play(&self, action: Wanted) -> PyResult<()> {
        Ok(self.log().play(action.asked())?)
    }

    /// Takes the last decision back. What told somebody something new can't be taken back.
    fn undo(&self) -> PyResult<()> {
        Ok(self.log().undo()?)
    }

    /// Gives the game up for a seat: all others win.
    fn resign(&self, seat: SeatName) -> PyResult<()> {
        let mut log = self.log();
        let seat = seat.seat(log.table().players())?;
        Ok(log.resign(seat)?)
    }

    /// Plays on to the end. `players` has one for each seat: the name of a level, a `Bot`, or a function that is given the view (a
    /// dictionary) and the legal actions (in notation) and answers one of them.
    #[pyo3(signature = (players, seed = None))]
    fn run(&self, py: Python<'_>, players: Vec<Bound<'_, PyAny>>, seed: Option<u64>) -> PyResult<()> {
        let table = self.log().table();
        let mut seated = game::company(&table, players)?;
        let mut wits = Light::new(seed.unwrap_or_else(fresh));
        loop {
            let Some(position) = self.log().position(None) else { return Ok(()) };
            let Some(seat) = position.seat().filter(|_| self.log().outcome().is_none()) else {
                return Ok(());
            };
            let action = deciding(py, &mut seated[seat.index()], position, seat, wits.next_u64())?;
            self.log().play(Asked::Words(&action))?;
        }
    }

    /// The decisions that stand: a seat's letter and its action in notation.
    #[getter]
    fn steps(&self) -> Vec<(String, String)> {
        self.log().steps().into_iter().map(|(seat, words)| (seat.to_string(), words)).collect()
    }

    /// The decisions that stand as a seat, or a spectator, may be told them.
    #[pyo3(signature = (seat = None))]
    fn told(&self, seat: Option<SeatName>) -> PyResult<Vec<String>> {
        let log = self.log();
        let viewer = viewer(seat, log.table().players())?;
        Ok(log.told(viewer))
    }

    /// Each seat's score as if the game ended there: at the beginning, and after every decision that stands.
    #[getter]
    fn standings(&self) -> Vec<Vec<i32>> {
        self.log().standings()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.log().outcome().is_some()
    }

    /// How the game ended, or nothing while it goes on: a dictionary of `winners`, `scores` and `reason`.
    #[getter]
    fn outcome(&self) -> Option<Ended> {
        let log = self.log();
        log.outcome().map(|outcome| Ended::new(&outcome, log.table().players()))
    }

    /// The record as text, with every draw; see `Match.read`.
    fn write(&self) -> PyResult<String> {
        Ok(self.log().write()?)
    }

    /// Draws everything again from the seed, which is told once the game is over, and compares; raises a `ValueError` if something differs.
    fn check(&self) -> PyResult<()> {
        Ok(self.log().check()?)
    }

    fn __len__(&self) -> usize {
        self.log().steps().len()
    }

    fn __repr__(&self) -> String {
        let log = self.log();
        let (title, decisions) = (log.table().info().title, log.steps().len());
        let how = log.outcome().map_or("goes on".to_owned(), |outcome| format!("ended: {}", outcome.reason));
        format!("<a game of {title}, {decisions} decisions, {how}>")
    }

    /// A plot of the scores once the game is over; the board before.
    fn _repr_html_(&self) -> String {
        let log = self.log();
        match (log.outcome(), log.position(None)) {
            (Some(outcome), _) => html::scores(&log.names(), &log.standings(), &outcome),
            (None, Some(position)) => {
                let viewer = position.seat().map_or(Viewer::Spectator, Viewer::Seat);
                html::board(position.as_ref(), viewer)
            }
            (None, None) => String::new(),
        }
    }
}
