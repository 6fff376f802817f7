//! A position as a value.

use std::fmt::Write as _;

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use table::{Light, Outcome, Seat, Viewer};

use crate::any::Position;
use crate::dict::python;
use crate::game::{Game, SeatName, Wanted, fresh, viewer};
use crate::html;
use crate::lane::returns;
use crate::wrong::Wrong;

/// How a game ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Ended {
    winners: Vec<String>,
    scores: Vec<(String, i32)>,
    reason: &'static str,
}

impl Ended {
    /// How it ended at a table of so many.
    pub fn new(outcome: &Outcome, players: usize) -> Self {
        let winners = outcome.winners.iter().map(|seat| seat.to_string()).collect();
        let scores = Seat::all(players).map(|seat| (seat.to_string(), outcome.scores[seat])).collect();
        Self { winners, scores, reason: outcome.reason }
    }
}

impl<'py> IntoPyObject<'py> for Ended {
    type Target = PyDict;
    type Output = Bound<'py, PyDict>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        let scores = PyDict::new(py);
        for (seat, score) in self.scores {
            scores.set_item(seat, score)?;
        }
        let ended = PyDict::new(py);
        ended.set_item("winners", self.winners)?;
        ended.set_item("scores", scores)?;
        ended.set_item("reason", self.reason)?;
        Ok(ended)
    }
}

/// A position of a game: an opaque value that is never changed.
///
/// `play` answers the position after an action. Equal states behave equally, whatever luck they carry on with.
///
/// >>> import gloria
/// >>> state = gloria.Game("glory", players=2).new_state(seed=1)
/// >>> state.seat
/// 'A'
/// >>> after = state.play(state.legal[0])
/// >>> after == state, after == state.play(state.legal[0])
/// (False, True)
#[pyclass(module = "gloria", frozen)]
pub struct State {
    position: Box<dyn Position>,
}

impl State {
    pub(crate) fn new(position: Box<dyn Position>) -> Self {
        Self { position }
    }

    pub(crate) fn position(&self) -> &dyn Position {
        self.position.as_ref()
    }

    fn players(&self) -> usize {
        self.position.table().players()
    }

    fn eyes(&self, seat: Option<SeatName>) -> Result<Viewer, Wrong> {
        match seat {
            Some(seat) => seat.seat(self.players()).map(Viewer::Seat),
            None => Ok(self.position.seat().map_or(Viewer::Spectator, Viewer::Seat)),
        }
    }

    fn looking(&self, seat: Option<SeatName>) -> Result<Seat, Wrong> {
        match seat {
            Some(seat) => seat.seat(self.players()),
            None => self.position.seat().ok_or(Wrong::Over),
        }
    }
}

#[pymethods]
impl State {
    /// The game with its options.
    #[getter]
    fn game(&self) -> Game {
        Game::new(self.position.table())
    }

    /// The letter of the seat that decides; nothing once the game is over.
    #[getter]
    fn seat(&self) -> Option<String> {
        self.position.seat().map(|seat| seat.to_string())
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.position.seat().is_none()
    }

    /// Everything the one who decides may do, in notation.
    #[getter]
    fn legal(&self) -> Vec<String> {
        self.position.legal()
    }

    /// The numbers of the same, in the same order.
    #[getter]
    fn legal_numbers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let numbers = self.position.numbers()?.into_iter().map(i64::from);
        Ok(PyArray1::from_iter(py, numbers))
    }

    /// The numbers of what can be chosen: all that is legal, but for giving the game up.
    #[getter]
    fn choices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        Ok(PyArray1::from_iter(py, self.position.choices()?.into_iter().map(i64::from)))
    }

    /// The position after an action, by its notation or its number. Luck comes from the seed, or goes on from where it was.
    #[pyo3(signature = (action, seed = None))]
    fn play(&self, action: Wanted, seed: Option<u64>) -> PyResult<Self> {
        Ok(Self::new(self.position.after(action.asked(), seed.map(Light::new))?))
    }

    /// Whether anything is drawn or rolled by a legal action.
    fn draws(&self, action: Wanted) -> PyResult<bool> {
        Ok(self.position.draws(action.asked())?)
    }

    /// Why an action can't be taken now: rule, fact and remedy in a sentence; nothing if it can.
    fn why_not(&self, action: Wanted) -> PyResult<Option<String>> {
        Ok(self.position.why_not(action.asked())?)
    }

    /// What a legal action would do, in a sentence.
    fn explain(&self, action: Wanted) -> PyResult<String> {
        Ok(self.position.explain(action.asked())?)
    }

    /// The number of an action in notation, for the one who decides.
    fn number(&self, action: &str) -> PyResult<usize> {
        Ok(self.position.number(action)?)
    }

    /// The action of a number in notation, for the one who decides.
    fn action(&self, number: i64) -> PyResult<String> {
        Ok(self.position.words(number)?)
    }

    /// Everything a seat may know, or a spectator where no seat is given, as a dictionary of names.
    #[pyo3(signature = (seat = None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<SeatName>) -> PyResult<Bound<'py, PyAny>> {
        python(py, &self.position.view(viewer(seat, self.players())?))
    }

    /// A seat's observation: a vector of `game.observation_size` numbers between 0 and 1, always seen from that seat. Without a seat, of
    /// the one who decides.
    #[pyo3(signature = (seat = None))]
    fn observe<'py>(&self, py: Python<'py>, seat: Option<SeatName>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let seat = self.looking(seat)?;
        let mut out = vec![0.0; self.position.table().places()];
        self.position.observe(seat, &mut out);
        Ok(PyArray1::from_vec(py, out))
    }

    /// Which action numbers are legal: a vector of `game.action_count` zeros and ones; all 0 once the game is over.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let mut out = vec![0; self.position.table().actions()];
        self.position.mask(&mut out)?;
        Ok(PyArray1::from_vec(py, out))
    }

    /// Some state that a seat, or a spectator, can't tell from this one.
    #[pyo3(signature = (seat = None, seed = None))]
    fn imagine(&self, seat: Option<SeatName>, seed: Option<u64>) -> PyResult<Self> {
        let luck = Light::new(seed.unwrap_or_else(fresh));
        Ok(Self::new(self.position.imagine(viewer(seat, self.players())?, luck)))
    }

    /// The same state with other luck to go on with.
    fn reseed(&self, seed: u64) -> Self {
        Self::new(self.position.reseed(Light::new(seed)))
    }

    /// How the game ended: a dictionary of `winners`, `scores` and `reason`; nothing while it goes on.
    #[getter]
    fn outcome(&self) -> Option<Ended> {
        self.position.outcome().map(|outcome| Ended::new(&outcome, self.players()))
    }

    /// What the game is worth to each seat: 1 to who wins alone and as much less to the others together; 0 for all while it goes on.
    #[getter]
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let mut worth = vec![0.0; self.players()];
        if let Some(outcome) = self.position.outcome() {
            returns(&outcome, self.players(), &mut worth);
        }
        PyTuple::new(py, worth)
    }

    /// Each seat's score as if the game ended now, of the true state.
    #[getter]
    fn standing(&self) -> Vec<i32> {
        self.position.standing()
    }

    /// The whole table in plain text, as a seat sees it; without one, as the one who decides does.
    #[pyo3(signature = (seat = None, width = 100))]
    fn text(&self, seat: Option<SeatName>, width: usize) -> PyResult<String> {
        if !(40..=1000).contains(&width) {
            return Err(Wrong::value(format!("a table can't be {width} wide: expected 40 to 1000")).into());
        }
        Ok(self.position.text(self.eyes(seat)?, width))
    }

    /// What is being decided and by whom, in words.
    #[getter]
    fn prompt(&self) -> String {
        self.position.asked(self.position.seat().map_or(Viewer::Spectator, Viewer::Seat))
    }

    /// A fact by its name in scenario files, as in `A stockpile`: of the true state, or as a seat sees it.
    #[pyo3(signature = (name, seat = None))]
    fn fact(&self, name: &str, seat: Option<SeatName>) -> PyResult<String> {
        let fact = match seat {
            None => self.position.fact(name),
            Some(seat) => self.position.seen(Viewer::Seat(seat.seat(self.players())?), name),
        };
        Ok(fact.ok_or_else(|| Wrong::value(format!("there is no fact '{name}'")))?)
    }

    /// The board as a seat's page shows it, as one piece of HTML; without a seat, as the one who decides sees it.
    #[pyo3(signature = (seat = None))]
    fn html(&self, seat: Option<SeatName>) -> PyResult<String> {
        Ok(html::board(self.position(), self.eyes(seat)?))
    }

    fn _repr_html_(&self) -> PyResult<String> {
        self.html(None)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.position.same(other.position())
    }

    fn __hash__(&self) -> u64 {
        self.position.hash()
    }

    fn __copy__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __deepcopy__(this: Py<Self>, memo: &Bound<'_, PyAny>) -> Py<Self> {
        let _ = memo;
        this
    }

    fn __repr__(&self) -> String {
        let title = self.position.table().info().title;
        let mut said = format!("<a state of {title}");
        let _ = match (self.position.seat(), self.position.outcome()) {
            (Some(seat), _) => write!(said, ", {seat} decides>"),
            (None, Some(outcome)) => write!(said, ", over: {}>", outcome.reason),
            (None, None) => write!(said, ">"),
        };
        said
    }
}
