//! One game in numbers.

use std::sync::{Mutex, MutexGuard, PoisonError};

use games::Playable;
use numpy::{PyArray1, PyArrayMethods as _};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use table::{Light, Outcome, Seat, Viewer};

use crate::any::{At, Of, Position};
use crate::game::{Game, SeatName, fresh, same_table};
use crate::lane::{Lane, returns};
use crate::state::State;
use crate::wrong::Wrong;

/// One game of any kind, in numbers.
pub trait Run: Send {
    /// Begins a game; with bots, this seat is asked.
    fn deal(&mut self, seed: u64, learner: Seat) -> Result<(), Wrong>;
    /// Who is asked; nobody once the game is over.
    fn seat(&self) -> Option<Seat>;
    /// Plays the action of a number.
    fn step(&mut self, number: i64) -> Result<(), Wrong>;
    /// The numbers of what can be chosen.
    fn numbers(&self) -> &[u32];
    /// What a seat sees.
    fn observe(&self, seat: Seat, out: &mut [f32]);
    /// How it ended.
    fn outcome(&self) -> Option<Outcome>;
    /// The game as it stands.
    fn position(&self) -> Box<dyn Position>;
}

/// One game of one table.
pub struct Single<G: Playable> {
    of: Of<G>,
    lane: Lane<G>,
}

impl<G: Playable> Single<G> {
    pub fn new(of: Of<G>, lane: Lane<G>) -> Self {
        Self { of, lane }
    }
}

impl<G: Playable> Run for Single<G> {
    fn deal(&mut self, seed: u64, learner: Seat) -> Result<(), Wrong> {
        self.lane.deal(&self.of, seed, learner)
    }

    fn seat(&self) -> Option<Seat> {
        self.lane.seat
    }

    fn step(&mut self, number: i64) -> Result<(), Wrong> {
        if self.lane.seat.is_none() {
            return Err(Wrong::Over);
        }
        let choice = self.lane.find(&self.of, number)?;
        self.lane.play(&self.of, choice)
    }

    fn numbers(&self) -> &[u32] {
        &self.lane.numbers
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        let view = self.lane.state.view(self.of.rules(), Viewer::Seat(seat));
        self.of.encoder().observe(&view, out);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.lane.state.outcome(self.of.rules())
    }

    fn position(&self) -> Box<dyn Position> {
        Box::new(At { of: self.of.clone(), state: self.lane.state, luck: self.lane.luck })
    }
}

/// One game in numbers, changed in place: what the environments are made of.
///
/// With `bots`, one for each other seat in clockwise order, only `learner` is asked. Giving the game up is not among the choices.
///
/// >>> import gloria
/// >>> env = gloria.Env(gloria.Game("glory", players=2))
/// >>> env.reset(seed=1)
/// >>> env.seat, env.observe(0).shape
/// (0, (5027,))
/// >>> env.step(int(env.legal[0])) in (0, 1)
/// True
#[pyclass(module = "gloria")]
pub struct Env {
    run: Mutex<Box<dyn Run>>,
    game: Py<Game>,
    places: usize,
    actions: usize,
    players: usize,
    dealt: std::sync::atomic::AtomicBool,
}

impl Env {
    fn lock(&self) -> MutexGuard<'_, Box<dyn Run>> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self) -> PyResult<MutexGuard<'_, Box<dyn Run>>> {
        if !self.dealt.load(std::sync::atomic::Ordering::Relaxed) {
            return Err(PyRuntimeError::new_err("no game has begun: call reset first"));
        }
        Ok(self.lock())
    }
}

#[pymethods]
impl Env {
    #[new]
    #[pyo3(signature = (game, bots = Vec::new()))]
    fn new(py: Python<'_>, game: Py<Game>, bots: Vec<String>) -> PyResult<Self> {
        let table = game.get().table();
        let players = table.players();
        if !bots.is_empty() && bots.len() + 1 != players {
            let (given, wanted) = (bots.len(), players - 1);
            return Err(Wrong::value(format!(
                "{given} bots do not fit a table of {players}: expected {wanted}, or none"
            ))
            .into());
        }
        let run = py.detach(|| table.one(&bots))?;
        let (places, actions) = (table.places(), table.actions());
        Ok(Self { run: Mutex::new(run), game, places, actions, players, dealt: false.into() })
    }

    /// The game with its options.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// Begins a new game. All luck comes from the seed; without one it is another each time.
    #[pyo3(signature = (seed = None, learner = None))]
    fn reset(&self, py: Python<'_>, seed: Option<u64>, learner: Option<SeatName>) -> PyResult<()> {
        let learner = learner.map_or(Ok(Seat::new(0)), |seat| seat.seat(self.players))?;
        let seed = seed.unwrap_or_else(fresh);
        self.dealt.store(true, std::sync::atomic::Ordering::Relaxed);
        // The lock is given back before the interpreter's is taken again: whoever holds that may wait for it.
        Ok(py.detach(|| self.lock().deal(seed, learner))?)
    }

    /// Goes on from a state of the same game.
    fn set_state(&self, state: &State) -> PyResult<()> {
        same_table(self.game.get().table(), state.position())?;
        *self.lock() = state.position().run()?;
        self.dealt.store(true, std::sync::atomic::Ordering::Relaxed);
        Ok(())
    }

    /// The place of the seat that is asked, from 0; -1 once the game is over.
    #[getter]
    fn seat(&self) -> PyResult<i8> {
        Ok(self.run()?.seat().map_or(-1, |seat| seat.index() as i8))
    }

    /// Plays the action of a number; with bots, they play on until it is the learner's turn again. Answers the seat that is asked then.
    fn step(&self, py: Python<'_>, action: i64) -> PyResult<i8> {
        drop(self.run()?);
        Ok(py.detach(|| {
            let mut run = self.lock();
            run.step(action).map(|()| run.seat().map_or(-1, |seat| seat.index() as i8))
        })?)
    }

    /// The numbers of what can be chosen now.
    #[getter]
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        Ok(PyArray1::from_iter(py, self.run()?.numbers().iter().map(|number| i64::from(*number))))
    }

    /// Any of the choices, each as likely, by a seed.
    fn sample(&self, seed: u64) -> PyResult<i64> {
        let run = self.run()?;
        let numbers = run.numbers();
        if numbers.is_empty() {
            return Err(Wrong::Over.into());
        }
        Ok(numbers[table::Chance::below(&mut Light::new(seed), numbers.len() as u32) as usize].into())
    }

    /// What a seat sees, as a fresh vector.
    fn observe<'py>(&self, py: Python<'py>, seat: SeatName) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let seat = seat.seat(self.players)?;
        let run = self.run()?;
        let out = PyArray1::<f32>::zeros(py, self.places, false);
        run.observe(seat, out.try_readwrite()?.as_slice_mut()?);
        Ok(out)
    }

    /// Which numbers can be chosen, as a fresh vector of zeros and ones.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let run = self.run()?;
        let out = PyArray1::<i8>::zeros(py, self.actions, false);
        let mut writing = out.try_readwrite()?;
        let mask = writing.as_slice_mut()?;
        for number in run.numbers() {
            mask[*number as usize] = 1;
        }
        drop(writing);
        Ok(out)
    }

    /// What the game is worth to each seat; 0 for all while it goes on.
    #[getter]
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let mut worth = vec![0.0; self.players];
        if let Some(outcome) = self.run()?.outcome() {
            returns(&outcome, self.players, &mut worth);
        }
        PyTuple::new(py, worth)
    }

    /// The game as it stands, as a value.
    #[getter]
    fn state(&self) -> PyResult<State> {
        Ok(State::new(self.run()?.position()))
    }

    fn __repr__(&self) -> String {
        let how = match self.run().map(|run| run.seat()) {
            Ok(Some(seat)) => format!("{seat} decides"),
            Ok(None) => "over".to_owned(),
            Err(_) => "not begun".to_owned(),
        };
        format!("<a game of {} in numbers, {how}>", self.game.get().table().info().title)
    }
}
