//! A game with its options, its bots, and what all classes take from Python.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::sync::{Arc, Mutex, PoisonError};

use ::games::{Playable, Visit};
use encode::Values;
use numpy::PyArray2;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use table::scenario::{SetupLine, Verdict, blocks, run};
use table::{Light, OptionKind, Options, Seat, Viewer};

use crate::any::{Asked, FEATURES, Position, Table, Thinker, table};
use crate::dict::python;
use crate::sitting::Match;
use crate::state::State;
use crate::wrong::Wrong;

/// A game's name and its options.
type Kept = (String, Vec<(String, String)>);

/// What a search found of an action: its notation, how often it was tried, and the chance to win.
type Found = (String, u32, f64);

/// A number nobody knows beforehand.
pub fn fresh() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// An action as it is given: notation, or a number of any integer type.
#[derive(Clone, Debug)]
pub enum Wanted {
    Words(String),
    Number(i64),
}

impl Wanted {
    pub fn asked(&self) -> Asked<'_> {
        match self {
            Self::Words(words) => Asked::Words(words),
            Self::Number(number) => Asked::Number(*number),
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for Wanted {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(words) = given.extract::<String>() {
            return Ok(Self::Words(words));
        }
        given.extract::<i64>().map(Self::Number).map_err(|_| {
            PyTypeError::new_err("this is no action: expected its notation (a str) or its number (an int)")
        })
    }
}

/// A seat as it is given: its letter, or its place from 0.
#[derive(Clone, Debug)]
pub enum SeatName {
    Letter(String),
    Place(i64),
}

impl SeatName {
    /// The seat of a table of so many; the error says which there are.
    pub fn seat(&self, players: usize) -> Result<Seat, Wrong> {
        let (seat, given) = match self {
            Self::Letter(letter) => (Seat::from_letter(letter), letter.clone()),
            Self::Place(place) => (usize::try_from(*place).ok().and_then(Seat::checked), place.to_string()),
        };
        seat.filter(|seat| seat.index() < players).ok_or_else(|| {
            let last = Seat::checked(players - 1).map_or('?', Seat::letter);
            let seats = if players == 1 {
                "A (or 0)".to_owned()
            } else {
                format!("A to {last} (or 0 to {})", players - 1)
            };
            Wrong::value(format!("there is no seat '{given}' at this table: expected {seats}"))
        })
    }
}

impl<'py> FromPyObject<'_, 'py> for SeatName {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(letter) = given.extract::<String>() {
            return Ok(Self::Letter(letter));
        }
        given.extract::<i64>().map(Self::Place).map_err(|_| {
            PyTypeError::new_err("this is no seat: expected its letter, such as 'A', or its place from 0")
        })
    }
}

/// Whoever looks: a seat, or a spectator where none is given.
pub fn viewer(seat: Option<SeatName>, players: usize) -> Result<Viewer, Wrong> {
    seat.map_or(Ok(Viewer::Spectator), |seat| seat.seat(players).map(Viewer::Seat))
}

/// The names of the games.
///
/// >>> import gloria
/// >>> gloria.games()
/// ['glory-to-rome', 'for-glory', 'glory']
#[pyfunction]
pub fn games() -> Vec<&'static str> {
    ::games::NAMES.to_vec()
}

/// The names of the bots, weakest first, each with what it is like.
///
/// >>> import gloria
/// >>> gloria.levels()["greedy"]
/// 'takes what looks best, without looking ahead'
#[pyfunction]
pub fn levels(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let levels = PyDict::new(py);
    for level in bots::LEVELS {
        levels.set_item(level.name, level.meaning)?;
    }
    Ok(levels)
}

/// Runs the scenarios of a Markdown text and answers a dictionary for each: `line`, `heading`, `game`, `passed` and `message`.
#[pyfunction]
pub fn run_scenarios<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyList>> {
    struct Run<'a>(&'a table::scenario::Block);
    impl Visit for Run<'_> {
        type Answer = Verdict;
        fn visit<G: Playable>(&mut self) -> Verdict {
            run::<G>(self.0)
        }
    }
    let verdicts = PyList::empty(py);
    for block in blocks(text).map_err(Wrong::value)? {
        let verdict = ::games::with(&block.game, &mut Run(&block)).ok_or_else(|| {
            let known = ::games::NAMES.join(", ");
            Wrong::value(format!(
                "line {}: there is no game '{}': expected one of {known}",
                block.line, block.game
            ))
        })?;
        let message = match &verdict {
            Verdict::Passed => None,
            Verdict::Failed(fault) | Verdict::Malformed(fault) => Some(fault.to_string()),
        };
        let entry = PyDict::new(py);
        entry.set_item("line", block.line)?;
        entry.set_item("heading", &block.heading)?;
        entry.set_item("game", &block.game)?;
        entry.set_item("passed", verdict == Verdict::Passed)?;
        entry.set_item("message", message)?;
        verdicts.append(entry)?;
    }
    Ok(verdicts)
}

/// A game with its options: `Game("glory-to-rome", players=3)`.
///
/// Options are given by name; `Game.specs(name)` says what there is. The same game with the same options is equal.
///
/// >>> import gloria
/// >>> game = gloria.Game("for-glory", players=2)
/// >>> game.title, game.players
/// ('For Glory', 2)
/// >>> gloria.Game("for-glory", players=9)
/// Traceback (most recent call last):
/// ValueError: option 'players' can't be '9': expected 1 to 4
#[pyclass(module = "gloria", frozen)]
pub struct Game {
    table: Arc<dyn Table>,
}

impl Game {
    pub(crate) fn new(table: Arc<dyn Table>) -> Self {
        Self { table }
    }

    pub(crate) fn table(&self) -> &Arc<dyn Table> {
        &self.table
    }

    fn all_names(&self, names: Option<Vec<String>>) -> Result<Vec<String>, Wrong> {
        let players = self.table.players();
        match names {
            None => Ok(Seat::all(players).map(|seat| seat.to_string()).collect()),
            Some(names) if names.len() != players => {
                Err(Wrong::value(format!("{} names were given: expected {players}", names.len())))
            }
            Some(names) => match names.iter().find(|name| name.is_empty() || name.contains(['\n', '\r'])) {
                Some(name) => Err(Wrong::value(format!("{name:?} can't be a name: expected one line"))),
                None => Ok(names),
            },
        }
    }
}

/// An option's value as it is written: `True` and `False` are on and off.
fn written(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(truth) = value.extract::<bool>() {
        return Ok(if truth { "on" } else { "off" }.to_owned());
    }
    if let Ok(words) = value.extract::<Vec<String>>() {
        return Ok(if words.is_empty() { "none".to_owned() } else { words.join("+") });
    }
    Ok(value.str()?.to_string())
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, **options))]
    fn py_new(name: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut set = Options::new();
        for (name, value) in options.into_iter().flatten() {
            set.set(&name.extract::<String>()?, &written(&value)?);
        }
        Ok(Self::new(table(name, &set)?))
    }

    /// What can be set of a game: for each option `values` (what it takes), `default` and `meaning`.
    #[staticmethod]
    fn specs<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyDict>> {
        let specs = PyDict::new(py);
        for spec in table(name, &Options::new())?.specs() {
            let entry = PyDict::new(py);
            match spec.kind {
                OptionKind::Choice(words) | OptionKind::Several(words) => entry.set_item("words", words)?,
                OptionKind::Number(low, high) => entry.set_item("range", (low, high))?,
                OptionKind::Text(_) => {}
            }
            entry.set_item("values", spec.kind.to_string())?;
            entry.set_item("default", spec.default)?;
            entry.set_item("meaning", spec.meaning)?;
            specs.set_item(spec.name, entry)?;
        }
        Ok(specs)
    }

    /// The game's name, as in `glory-to-rome`.
    #[getter]
    fn name(&self) -> &'static str {
        self.table.info().name
    }

    /// The game's title, as in `Glory to Rome`.
    #[getter]
    fn title(&self) -> &'static str {
        self.table.info().title
    }

    /// What the game is, in one sentence.
    #[getter]
    fn summary(&self) -> &'static str {
        self.table.info().summary
    }

    /// How many play.
    #[getter]
    fn players(&self) -> usize {
        self.table.players()
    }

    /// The letters of the seats, clockwise.
    #[getter]
    fn seats(&self) -> Vec<String> {
        Seat::all(self.table.players()).map(|seat| seat.to_string()).collect()
    }

    /// Every option with its value at this table.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (options, specs) = (self.table.options(), self.table.specs());
        let all = PyDict::new(py);
        for spec in specs {
            all.set_item(spec.name, options.value(specs, spec.name))?;
        }
        Ok(all)
    }

    /// No game takes more decisions than this.
    #[getter]
    fn most_decisions(&self) -> usize {
        self.table.info().most_decisions
    }

    /// The version of the encoding: raised whenever a number changes its meaning.
    #[getter]
    fn encoding_version(&self) -> u32 {
        self.table.encoding()
    }

    /// How many numbers an observation has.
    #[getter]
    fn observation_size(&self) -> usize {
        self.table.places()
    }

    /// How many numbers actions have.
    #[getter]
    fn action_count(&self) -> usize {
        self.table.actions()
    }

    /// The fields of an observation, in order: `name`, `offset`, `length`, and `most`: what a count was divided by, nothing for flags.
    #[getter]
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let fields = PyList::empty(py);
        for field in self.table.fields() {
            let entry = PyDict::new(py);
            entry.set_item("name", &field.name)?;
            entry.set_item("offset", field.offset)?;
            entry.set_item("length", field.len)?;
            entry.set_item(
                "most",
                match field.values {
                    Values::Flags => None,
                    Values::Share(most) => Some(most),
                },
            )?;
            fields.append(entry)?;
        }
        Ok(fields)
    }

    /// The kinds of actions, in order: `name`, the `first` number, and the `parts` with how many values each has.
    #[getter]
    fn verbs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let verbs = PyList::empty(py);
        for (verb, first) in self.table.verbs() {
            let entry = PyDict::new(py);
            entry.set_item("name", verb.name)?;
            entry.set_item("first", first)?;
            entry.set_item("parts", verb.parts.to_vec())?;
            verbs.append(entry)?;
        }
        Ok(verbs)
    }

    /// How many features actions are made of: each verb, and each value of each of its parts.
    #[getter]
    fn feature_count(&self) -> usize {
        self.table.features().0
    }

    /// The features of every action number, one row each: its verb and its parts, -1 where it has fewer.
    fn action_features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let rows: Vec<_> = self.table.features().1.chunks(FEATURES).map(<[i32]>::to_vec).collect();
        Ok(PyArray2::from_vec2(py, &rows)?)
    }

    /// The cards of this table: names and texts.
    #[getter]
    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let cards = PyDict::new(py);
        for (name, text) in self.table.cards() {
            cards.set_item(name, text)?;
        }
        Ok(cards)
    }

    /// A fresh game. All its luck comes from the seed; without one it is another each time.
    #[pyo3(signature = (seed = None))]
    fn new_state(&self, seed: Option<u64>) -> State {
        State::new(self.table.deal(Light::new(seed.unwrap_or_else(fresh))))
    }

    /// A position from the setup lines of a scenario (`key: value`, one a line); what is not said is as at the start of a turn.
    #[pyo3(signature = (setup, seed = None))]
    fn position(&self, setup: &str, seed: Option<u64>) -> PyResult<State> {
        let mut lines = Vec::new();
        for (at, text) in setup.lines().enumerate().filter(|(_, text)| !text.trim().is_empty()) {
            let Some((key, value)) = text.split_once(':') else {
                return Err(Wrong::value(format!(
                    "line {}: '{}' is not a setup line: expected 'key: value'",
                    at + 1,
                    text.trim()
                ))
                .into());
            };
            lines.push(SetupLine {
                line: at + 1,
                key: key.trim().to_owned(),
                value: value.trim().to_owned(),
            });
        }
        let luck = Light::new(seed.unwrap_or_else(fresh));
        Ok(State::new(self.table.stage(&lines, luck)?))
    }

    /// A game that is recorded; from the deal by a seed, or from a state.
    #[pyo3(name = "match", signature = (seed = None, names = None, start = None))]
    fn new_match(
        &self,
        seed: Option<u64>,
        names: Option<Vec<String>>,
        start: Option<PyRef<'_, State>>,
    ) -> PyResult<Match> {
        let names = self.all_names(names)?;
        match start {
            Some(start) => {
                let position = start.position();
                // A foreign state is refused by name.
                same_table(&self.table, position)?;
                Ok(Match::new(position.sit(names)))
            }
            None => Ok(Match::new(self.table.sit(names, seed.unwrap_or_else(fresh)))),
        }
    }

    /// A bot for this game, by the name of its level; see `Bot`.
    fn bot(&self, level: &str) -> PyResult<Bot> {
        Bot::new(self.table.as_ref(), level)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.table.info().name == other.table.info().name && self.table.options() == other.table.options()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        hasher.write(self.table.info().name.as_bytes());
        hasher.write(self.table.options().to_string().as_bytes());
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Kept)> {
        let options = self.table.options();
        let options = options.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let make = py.import("gloria")?.getattr("_game")?;
        Ok((make, (self.table.info().name.to_owned(), options)))
    }

    fn __repr__(&self) -> String {
        let options: Vec<_> =
            self.table.options().iter().map(|(name, value)| format!(", {name}={value:?}")).collect();
        format!("gloria.Game({:?}{})", self.table.info().name, options.concat())
    }
}

/// Whether a position is one of this table, or of one just like it; the error says what it is of.
pub fn same_table(table: &Arc<dyn Table>, position: &dyn Position) -> Result<(), Wrong> {
    let theirs = position.table();
    if theirs.info().name != table.info().name {
        let (theirs, ours) = (theirs.info().title, table.info().title);
        return Err(Wrong::value(format!("this is a state of {theirs}: expected one of {ours}")));
    }
    if theirs.options() != table.options() {
        let (theirs, ours) = (theirs.options(), table.options());
        return Err(Wrong::value(format!("this is a state of a table with {theirs}: expected {ours}")));
    }
    Ok(())
}

/// A bot of some level. It is only ever given what its seat may know.
///
/// The levels are those of `gloria.levels()`. One that searches may be given its iterations, as in `"strong:500"`, and is then
/// reproducible; or its time, as in `"strong:20ms"`.
///
/// >>> import gloria
/// >>> game = gloria.Game("glory-to-rome", players=2)
/// >>> bot, state = game.bot("greedy"), game.new_state(seed=3)
/// >>> bot.choose(state, seed=1) in state.legal
/// True
#[pyclass(module = "gloria")]
pub struct Bot {
    name: String,
    thinker: Mutex<Box<dyn Thinker>>,
}

impl Bot {
    fn new(table: &dyn Table, level: &str) -> PyResult<Self> {
        Ok(Self { name: level.to_owned(), thinker: Mutex::new(table.bot(level)?) })
    }

    fn think(
        &self,
        py: Python<'_>,
        position: &dyn Position,
        seed: u64,
    ) -> Result<crate::any::Considered, Wrong> {
        py.detach(|| self.thinker.lock().unwrap_or_else(PoisonError::into_inner).consider(position, seed))
    }
}

#[pymethods]
impl Bot {
    #[new]
    fn py_new(game: &Game, level: &str) -> PyResult<Self> {
        Self::new(game.table.as_ref(), level)
    }

    /// The level, as it was asked for.
    #[getter]
    fn level(&self) -> &str {
        &self.name
    }

    /// What the bot does in this state, in notation. All its luck comes from the seed.
    #[pyo3(signature = (state, seed = None))]
    fn choose(&self, py: Python<'_>, state: &State, seed: Option<u64>) -> PyResult<String> {
        let seed = seed.unwrap_or_else(fresh);
        Ok(self.think(py, state.position(), seed)?.action)
    }

    /// The same choice with what a search found: the action, and for each action tried its notation, how often it was tried, and the
    /// chance to win with it. Bots that do not search found nothing.
    #[pyo3(signature = (state, seed = None))]
    fn consider(&self, py: Python<'_>, state: &State, seed: Option<u64>) -> PyResult<(String, Vec<Found>)> {
        let seed = seed.unwrap_or_else(fresh);
        let considered = self.think(py, state.position(), seed)?;
        Ok((considered.action, considered.found))
    }

    /// A new game begins: nothing remembered of the last one is of use.
    fn forget(&self) {
        self.thinker.lock().unwrap_or_else(PoisonError::into_inner).forget();
    }

    fn __repr__(&self) -> String {
        format!("<the bot {}>", self.name)
    }
}

/// Who decides for a seat of a match.
pub enum Chair {
    Thinker(Box<dyn Thinker>),
    Bot(Py<Bot>),
    Call(Py<PyAny>),
}

/// Who was asked to sit at a table, one for each seat.
pub fn company(table: &Arc<dyn Table>, players: Vec<Bound<'_, PyAny>>) -> PyResult<Vec<Chair>> {
    let seats = table.players();
    if players.len() != seats {
        return Err(Wrong::value(format!("{} players were given: expected {seats}", players.len())).into());
    }
    let chair = |player: Bound<'_, PyAny>| {
        if let Ok(level) = player.extract::<String>() {
            return Ok(Chair::Thinker(table.bot(&level)?));
        }
        match player.cast_into::<Bot>() {
            Ok(bot) => Ok(Chair::Bot(bot.unbind())),
            Err(error) => {
                let other = error.into_inner();
                if other.is_callable() {
                    return Ok(Chair::Call(other.unbind()));
                }
                Err(PyTypeError::new_err("this is no player: expected a level's name, a Bot or a function"))
            }
        }
    };
    players.into_iter().map(chair).collect()
}

/// What whoever sits there does, in notation.
pub fn deciding(
    py: Python<'_>,
    chair: &mut Chair,
    position: Box<dyn Position>,
    seat: Seat,
    seed: u64,
) -> PyResult<String> {
    match chair {
        Chair::Thinker(thinker) => Ok(py.detach(|| thinker.consider(position.as_ref(), seed))?.action),
        Chair::Bot(bot) => Ok(bot.get_think(py, position.as_ref(), seed)?),
        Chair::Call(call) => {
            let view = python(py, &position.view(Viewer::Seat(seat)))?;
            let chosen = call.bind(py).call1((view, position.legal()))?;
            chosen.extract::<String>().map_err(|_| {
                PyTypeError::new_err(
                    "the player answered no action: expected one of those it was given, as a str",
                )
            })
        }
    }
}

/// A bot that is asked from Rust.
trait Think {
    fn get_think(&self, py: Python<'_>, position: &dyn Position, seed: u64) -> PyResult<String>;
}

impl Think for Py<Bot> {
    fn get_think(&self, py: Python<'_>, position: &dyn Position, seed: u64) -> PyResult<String> {
        Ok(self.borrow(py).think(py, position, seed)?.action)
    }
}
