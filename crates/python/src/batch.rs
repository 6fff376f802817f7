//! Many games stepped in one call.

use std::borrow::Cow;
use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::ndarray::Dimension;
use numpy::{
    AllowTypeChange, Element, PyArray, PyArray1, PyArray2, PyArrayLike1, PyArrayMethods as _,
    PyReadwriteArray, PyUntypedArray, PyUntypedArrayMethods as _,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::game::{Game, fresh};
use crate::lane::{Lists, Many, Rows, Seating};
use crate::state::State;
use crate::wrong::Wrong;

/// Thousands of games, stepped in one call on all cores without the interpreter's lock.
///
/// A step plays one action in every game; a game that ends begins anew at once. What comes of it stands in arrays that are written in place,
/// one row for each game: `observations` and `masks` of whoever decides next, `seats` (who that is, from 0), `rewards` (what each seat got:
/// 0 until its game ends), `gains` (the reward of the one who decided), `dones`, `truncations`, and `scores` of the game that ended last. Only
/// what changed is written: change nothing in them, or call `reset`. They are numpy's, so torch takes them without a copy
/// (`torch.from_dlpack(batch.observations)`); arrays of your own, and tensors that speak `DLPack`, can be given in their place.
///
/// With `bots`, one for each other seat, one seat of each game is asked, in turn a different one, and the bots play the others.
///
/// >>> import gloria
/// >>> batch = gloria.Batch(gloria.Game("glory", players=2), 8, seed=1)
/// >>> batch.observations.shape, batch.masks.shape
/// ((8, 5027), (8, 2474))
/// >>> for _ in range(2000):
/// ...     batch.step(batch.sample())
/// >>> batch.games_played > 8
/// True
#[pyclass(module = "gloria")]
pub struct Batch {
    many: Mutex<Box<dyn Many>>,
    game: Py<Game>,
    threads: usize,
    size: usize,
    played: std::sync::atomic::AtomicU64,
    observations: Option<Py<PyArray2<f32>>>,
    masks: Option<Py<PyArray2<bool>>>,
    rewards: Py<PyArray2<f32>>,
    scores: Py<PyArray2<i32>>,
    gains: Py<PyArray1<f32>>,
    dones: Py<PyArray1<bool>>,
    truncations: Py<PyArray1<bool>>,
    seats: Py<PyArray1<i8>>,
}

/// An array that is given, checked, or a new one. What is not numpy's own is looked at through `DLPack`, without a copy.
fn buffer<T: Element>(
    py: Python<'_>,
    given: Option<Bound<'_, PyAny>>,
    shape: [usize; 2],
    what: &str,
) -> PyResult<Py<PyArray2<T>>> {
    let Some(given) = given else { return Ok(PyArray2::<T>::zeros(py, shape, false).unbind()) };
    let of_numpy = given.is_instance_of::<PyUntypedArray>();
    let given = if of_numpy { given } else { through_dlpack(&given, what)? };
    let Ok(given) = given.cast_into::<PyArray2<T>>() else {
        let (kind, [rows, columns]) = (T::get_dtype(py), shape);
        return Err(PyValueError::new_err(format!(
            "the array for {what} does not fit: expected one of {rows} by {columns}, of {kind}"
        )));
    };
    if given.shape() != shape || !given.is_c_contiguous() {
        let [rows, columns] = shape;
        return Err(PyValueError::new_err(format!(
            "the array for {what} does not fit: expected one of {rows} by {columns}, in C order"
        )));
    }
    given
        .try_readwrite()
        .map(drop)
        .map_err(|_| PyValueError::new_err(format!("the array for {what} can't be written")))?;
    Ok(given.unbind())
}

/// A tensor of another library as an array.
fn through_dlpack<'py>(given: &Bound<'py, PyAny>, what: &str) -> PyResult<Bound<'py, PyAny>> {
    let py = given.py();
    py.import("numpy")?.call_method1("from_dlpack", (given,)).map_err(|_| {
        PyTypeError::new_err(format!(
            "this is no array for {what}: expected numpy's, or a tensor in this machine's memory that speaks DLPack"
        ))
    })
}

/// An array about to be written; the error says which can't be.
fn open<'py, T: Element, D: Dimension>(
    py: Python<'py>,
    array: &Py<PyArray<T, D>>,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    array.bind(py).try_readwrite().map_err(|_| {
        PyValueError::new_err(
            "an array of this batch can't be written: it is read-only, or in use by another thread",
        )
    })
}

impl Batch {
    fn many(&self) -> MutexGuard<'_, Box<dyn Many>> {
        self.many.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes something into all arrays, without the interpreter's lock.
    fn write(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn Many, Rows<'_>) -> Result<(), Wrong> + Send,
    ) -> PyResult<()> {
        let mut observations = self.observations.as_ref().map(|array| open(py, array)).transpose()?;
        let mut masks = self.masks.as_ref().map(|array| open(py, array)).transpose()?;
        let mut rewards = open(py, &self.rewards)?;
        let mut scores = open(py, &self.scores)?;
        let mut gains = open(py, &self.gains)?;
        let mut dones = open(py, &self.dones)?;
        let mut truncations = open(py, &self.truncations)?;
        let mut seats = open(py, &self.seats)?;
        let rows = Rows {
            observations: observations.as_mut().map_or(Ok(&mut [][..]), |array| array.as_slice_mut())?,
            masks: masks.as_mut().map_or(Ok(&mut [][..]), |array| array.as_slice_mut())?,
            rewards: rewards.as_slice_mut()?,
            scores: scores.as_slice_mut()?,
            gains: gains.as_slice_mut()?,
            dones: dones.as_slice_mut()?,
            truncations: truncations.as_slice_mut()?,
            seats: seats.as_slice_mut()?,
        };
        Ok(py.detach(|| work(self.many().as_mut(), rows))?)
    }
}

/// Lists of different lengths for Python: offsets and items.
type Ragged<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i32>>);

/// The same with values.
type Sparse<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<f32>>);

fn ragged(py: Python<'_>, lists: Lists<i32>) -> Ragged<'_> {
    (PyArray1::from_vec(py, lists.offsets), PyArray1::from_vec(py, lists.items))
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, games, seed = None, *, bots = Vec::new(), threads = None, max_decisions = None, observe = true, mask = true, observations = None, masks = None))]
    #[allow(clippy::too_many_arguments, clippy::fn_params_excessive_bools)] // Python names them.
    fn new(
        py: Python<'_>,
        game: Py<Game>,
        games: usize,
        seed: Option<u64>,
        bots: Vec<String>,
        threads: Option<usize>,
        max_decisions: Option<u32>,
        observe: bool,
        mask: bool,
        observations: Option<Bound<'_, PyAny>>,
        masks: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        const MOST: usize = 1 << 20;
        if games == 0 || games > MOST {
            return Err(
                Wrong::value(format!("a batch can't have {games} games: expected 1 to {MOST}")).into()
            );
        }
        let table = game.get().table();
        let players = table.players();
        let seed = seed.unwrap_or_else(fresh);
        let seating = Seating { games, seed, bots, most: max_decisions.unwrap_or(u32::MAX) };
        let many = py.detach(|| table.many(&seating))?;
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        let observations = if observe || observations.is_some() {
            Some(buffer(py, observations, [games, table.places()], "observations")?)
        } else {
            None
        };
        let masks = if mask || masks.is_some() {
            Some(buffer(py, masks, [games, table.actions()], "masks")?)
        } else {
            None
        };
        let batch = Self {
            many: Mutex::new(many),
            threads: threads.unwrap_or_else(all).clamp(1, 1024),
            size: games,
            played: 0.into(),
            observations,
            masks,
            rewards: PyArray2::zeros(py, [games, players], false).unbind(),
            scores: PyArray2::zeros(py, [games, players], false).unbind(),
            gains: PyArray1::zeros(py, games, false).unbind(),
            dones: PyArray1::zeros(py, games, false).unbind(),
            truncations: PyArray1::zeros(py, games, false).unbind(),
            seats: PyArray1::zeros(py, games, false).unbind(),
            game,
        };
        batch.reset(py, Some(seed))?;
        Ok(batch)
    }

    /// Begins every game anew, and writes all arrays.
    #[pyo3(signature = (seed = None))]
    fn reset(&self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        let seed = seed.unwrap_or_else(fresh);
        self.played.store(0, std::sync::atomic::Ordering::Relaxed);
        self.write(py, |many, rows| many.deal(seed, rows))
    }

    /// Plays one action in every game, by their numbers. If one of them is not legal, nothing has happened and the error names it.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = actions.extract::<PyArrayLike1<'_, i64, AllowTypeChange>>().map_err(|_| {
            PyTypeError::new_err("these are no actions: expected one number for each game, in a row")
        })?;
        let actions = actions.as_array();
        let actions = actions.as_slice().map_or_else(|| Cow::Owned(actions.to_vec()), Cow::Borrowed);
        let threads = self.threads;
        self.write(py, |many, rows| many.step(&actions, rows, threads))?;
        let ended = open(py, &self.dones)?.as_slice()?.iter().filter(|done| **done).count();
        self.played.fetch_add(ended as u64, std::sync::atomic::Ordering::Relaxed);
        Ok(())
    }

    /// Any legal action of each game, each as likely.
    fn sample<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let out = PyArray1::zeros(py, self.size, false);
        self.many().sample(out.try_readwrite()?.as_slice_mut()?);
        Ok(out)
    }

    /// What a bot of this level would do in each game: somebody to learn from.
    #[pyo3(signature = (level, seed = None))]
    fn advise<'py>(
        &self,
        py: Python<'py>,
        level: &str,
        seed: Option<u64>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let (mut out, seed) = (vec![0; self.size], seed.unwrap_or_else(fresh));
        py.detach(|| self.many().advise(level, seed, &mut out))?;
        Ok(PyArray1::from_vec(py, out))
    }

    /// The numbers of what is legal, game after game, and where each game's begin: `offsets`, `numbers`.
    fn legal<'py>(&self, py: Python<'py>) -> Ragged<'py> {
        ragged(py, self.many().legal())
    }

    /// The places of the observations that are not 0, game after game: `offsets`, `places`, `values`, as compressed rows.
    fn sparse<'py>(&self, py: Python<'py>) -> Sparse<'py> {
        let (lists, values) = self.many().sparse();
        let (offsets, places) = ragged(py, lists);
        (offsets, places, PyArray1::from_vec(py, values))
    }

    /// One of the games as it stands.
    fn state(&self, game: usize) -> PyResult<State> {
        let position = self.many().position(game);
        let none = || Wrong::Index(format!("there is no game {game}: expected 0 to {}", self.size - 1));
        Ok(State::new(position.ok_or_else(none)?))
    }

    /// The game with its options.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// How many games have ended since the last reset.
    #[getter]
    fn games_played(&self) -> u64 {
        self.played.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// What whoever decides sees: games by numbers.
    #[getter]
    fn observations(&self, py: Python<'_>) -> Option<Py<PyArray2<f32>>> {
        self.observations.as_ref().map(|array| array.clone_ref(py))
    }

    /// Which action numbers are legal: games by actions.
    #[getter]
    fn masks(&self, py: Python<'_>) -> Option<Py<PyArray2<bool>>> {
        self.masks.as_ref().map(|array| array.clone_ref(py))
    }

    /// What each seat got: games by seats.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.rewards.clone_ref(py)
    }

    /// Each seat's score in the game that ended last: games by seats.
    #[getter]
    fn scores(&self, py: Python<'_>) -> Py<PyArray2<i32>> {
        self.scores.clone_ref(py)
    }

    /// What the one who decided got.
    #[getter]
    fn gains(&self, py: Python<'_>) -> Py<PyArray1<f32>> {
        self.gains.clone_ref(py)
    }

    /// Which games ended by the last step.
    #[getter]
    fn dones(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.dones.clone_ref(py)
    }

    /// Which of those were broken off.
    #[getter]
    fn truncations(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.truncations.clone_ref(py)
    }

    /// Who decides in each game, from 0.
    #[getter]
    fn seats(&self, py: Python<'_>) -> Py<PyArray1<i8>> {
        self.seats.clone_ref(py)
    }

    fn __len__(&self) -> usize {
        self.size
    }

    fn __repr__(&self) -> String {
        format!("<{} games of {}>", self.size, self.game.get().table().info().title)
    }
}
