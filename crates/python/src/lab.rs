//! What `gloria.lab` cuts into shares: measurements, tunings and self-play, each piece of which can be done anywhere.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ::games::{Playable, Visit};
use lab::{Found, Lesson, Part, PartFile, Progress, SelfPlay, Spec, Tables, Tuner, What};
use pyo3::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use table::{Options, Rulebook};

use crate::game::Game;
use crate::wrong::Wrong;

/// A game in the lab, whatever game it is.
trait Bench: Send + Sync {
    /// A measurement of it.
    fn spec(&self, options: &Options, what: What) -> Result<Spec, Wrong>;
    /// Plays a part; answers a line for each game, in order.
    fn play(&self, spec: &Spec, part: Part) -> Result<Vec<String>, Wrong>;
    /// How many games a part has.
    fn count(&self, spec: &Spec, part: Part) -> Result<u64, Wrong>;
    /// What all parts together found.
    fn merge(&self, parts: &[PartFile]) -> Result<Found, Wrong>;
    /// The beginning of a tuning.
    fn start(&self, seed: u64, teacher: Option<&str>) -> Result<Progress, Wrong>;
    /// Whether a tuning is one of this game.
    fn fits(&self, progress: &Progress) -> Result<(), Wrong>;
    /// How these duels of a generation end.
    fn duels(&self, tables: &[Options], progress: &Progress, numbers: &[usize]) -> Result<Vec<f64>, Wrong>;
    /// What these games of a generation teach.
    fn lessons(
        &self,
        tables: &[Options],
        progress: &Progress,
        numbers: &[usize],
    ) -> Result<Vec<Lesson>, Wrong>;
    /// Learns from all duels.
    fn learn_policy(&self, progress: &mut Progress, scores: &[f64]) -> Result<(), Wrong>;
    /// Learns from all lessons.
    fn learn_value(&self, progress: &mut Progress, lessons: &[Lesson]) -> Result<(), Wrong>;
    /// How many duels and lessons a generation has.
    fn pieces(&self) -> (usize, usize);
    /// The weights as they are written down.
    fn weights(&self, progress: &Progress, command: &str) -> String;
    /// The files of self-play that a folder does not hold.
    fn missing(&self, plan: &SelfPlay, folder: &Path) -> Result<Vec<u64>, Wrong>;
    /// Plays the files of self-play that belong to the plan's part.
    fn write(&self, plan: &SelfPlay, folder: &Path) -> Result<lab::Summary, Wrong>;
    /// What a file of self-play is called.
    fn file_name(&self, plan: &SelfPlay, file: u64) -> String;
}

struct Of<G>(PhantomData<fn() -> G>);

impl<G: Playable> Of<G> {
    fn tables(tables: &[Options]) -> Result<Vec<G::Rules>, Wrong> {
        tables.iter().map(|options| G::Rules::from_options(options).map_err(Wrong::value)).collect()
    }
}

impl<G: Playable> Bench for Of<G> {
    fn spec(&self, options: &Options, what: What) -> Result<Spec, Wrong> {
        let rules = G::Rules::from_options(options).map_err(Wrong::value)?;
        let players = match &what {
            What::Tournament { players, .. } => players.clone(),
            What::Balance { player, .. } | What::Lots { player, .. } => vec![player.clone()],
        };
        for player in &players {
            bots::named::<G>(player).map_err(Wrong::value)?;
        }
        if let What::Tournament { .. } = what
            && players.len() < rules.players()
        {
            return Err(Wrong::value(lab::LabError::TooFew {
                players: players.len(),
                seats: rules.players(),
            }));
        }
        Ok(Spec::new::<G>(&rules, what))
    }

    fn play(&self, spec: &Spec, part: Part) -> Result<Vec<String>, Wrong> {
        let lines = std::sync::Mutex::new(Vec::new());
        let keep = |line: &str| {
            lines.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(line.to_owned());
        };
        // One thread, so that the games come in their order.
        spec.play::<G>(part, &[], 1, &keep).map_err(Wrong::value)?;
        Ok(lines.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner))
    }

    fn count(&self, spec: &Spec, part: Part) -> Result<u64, Wrong> {
        spec.games_of::<G>(part).map_err(Wrong::value)
    }

    fn merge(&self, parts: &[PartFile]) -> Result<Found, Wrong> {
        lab::merge::<G>(parts).map_err(Wrong::value)
    }

    fn start(&self, seed: u64, teacher: Option<&str>) -> Result<Progress, Wrong> {
        if let Some(teacher) = teacher {
            bots::judging::<G>(teacher, G::tuned()).map_err(Wrong::value)?;
        }
        Ok(Progress::start::<G>(seed, G::tuned(), teacher))
    }

    fn fits(&self, progress: &Progress) -> Result<(), Wrong> {
        if progress.game == G::INFO.name && progress.weights.len() == G::WEIGHTS.len() {
            return Ok(());
        }
        Err(Wrong::value(format!(
            "this is a tuning of {} with {} weights: expected {} with {}",
            progress.game,
            progress.weights.len(),
            G::INFO.name,
            G::WEIGHTS.len()
        )))
    }

    fn duels(&self, tables: &[Options], progress: &Progress, numbers: &[usize]) -> Result<Vec<f64>, Wrong> {
        let tables = Self::tables(tables)?;
        Tuner::<G> { tables: &tables, jobs: 1 }.duels(progress, numbers).map_err(Wrong::value)
    }

    fn lessons(
        &self,
        tables: &[Options],
        progress: &Progress,
        numbers: &[usize],
    ) -> Result<Vec<Lesson>, Wrong> {
        let tables = Self::tables(tables)?;
        Tuner::<G> { tables: &tables, jobs: 1 }.lessons(progress, numbers).map_err(Wrong::value)
    }

    fn learn_policy(&self, progress: &mut Progress, scores: &[f64]) -> Result<(), Wrong> {
        Tuner::<G>::learn_policy(progress, scores).map_err(Wrong::value)
    }

    fn learn_value(&self, progress: &mut Progress, lessons: &[Lesson]) -> Result<(), Wrong> {
        Tuner::<G>::learn_value(progress, lessons).map_err(Wrong::value)
    }

    fn pieces(&self) -> (usize, usize) {
        (Tuner::<G>::DUELS, Tuner::<G>::LESSONS)
    }

    fn weights(&self, progress: &Progress, command: &str) -> String {
        progress.tuned().write(G::WEIGHTS, command)
    }

    fn missing(&self, plan: &SelfPlay, folder: &Path) -> Result<Vec<u64>, Wrong> {
        plan.missing::<G>(folder).map_err(Wrong::value)
    }

    fn write(&self, plan: &SelfPlay, folder: &Path) -> Result<lab::Summary, Wrong> {
        plan.run::<G>(folder, &|_| {}).map_err(Wrong::value)
    }

    fn file_name(&self, plan: &SelfPlay, file: u64) -> String {
        plan.file_name::<G>(file)
    }
}

/// The game of this name; the error says which there are.
fn bench(name: &str) -> Result<Arc<dyn Bench>, Wrong> {
    struct Make;
    impl Visit for Make {
        type Answer = Arc<dyn Bench>;
        fn visit<G: Playable>(&mut self) -> Self::Answer {
            Arc::new(Of::<G>(PhantomData))
        }
    }
    ::games::with(name, &mut Make).ok_or_else(|| {
        let known = ::games::NAMES.join(", ");
        Wrong::value(format!("there is no game '{name}': expected one of {known}"))
    })
}

/// The part of this number, from 1.
fn part(number: u64, of: u64) -> Result<Part, Wrong> {
    format!("{number}/{of}").parse().map_err(|error: lab::LabError| Wrong::value(error))
}

fn write(value: &impl Serialize) -> Result<String, Wrong> {
    serde_json::to_string(value).map_err(Wrong::value)
}

fn read<T: DeserializeOwned>(what: &str, text: &str) -> Result<T, Wrong> {
    serde_json::from_str(text).map_err(|error| Wrong::value(format!("this is no {what}: {error}")))
}

/// A tournament or a balance in shares. `gloria.lab` is what to use.
///
/// >>> import gloria
/// >>> from gloria._gloria import Measurement
/// >>> wanted = Measurement.balance(gloria.Game("glory", players=2), "random", 4, 1)
/// >>> len(wanted.play(1, 2))
/// 2
#[pyclass(module = "gloria._gloria", frozen)]
pub struct Measurement {
    bench: Arc<dyn Bench>,
    spec: Spec,
}

impl Measurement {
    fn new(game: &Game, what: What) -> Result<Self, Wrong> {
        let table = game.table();
        let bench = bench(table.info().name)?;
        let spec = bench.spec(&table.options(), what)?;
        Ok(Self { bench, spec })
    }

    fn file(&self, name: &str, text: &str, part: Part) -> Result<PartFile, Wrong> {
        let file = PartFile::read(name, text).map_err(Wrong::value)?;
        if file.spec() != &self.spec || file.part() != part {
            return Err(Wrong::value(format!("{name} holds something else: choose another folder")));
        }
        Ok(file)
    }
}

#[pymethods]
impl Measurement {
    /// A tournament of these players.
    #[staticmethod]
    fn tournament(
        game: &Game,
        players: Vec<String>,
        games: u64,
        seed: u64,
        whole: bool,
    ) -> Result<Self, Wrong> {
        Self::new(game, What::Tournament { players, games, seed, whole })
    }

    /// What a card set does, with this player on every seat.
    #[staticmethod]
    fn balance(game: &Game, player: String, games: u64, seed: u64) -> Result<Self, Wrong> {
        Self::new(game, What::Balance { player, games, seed })
    }

    /// The measurement that a share's first line names.
    #[staticmethod]
    fn read(heading: &str) -> Result<Self, Wrong> {
        let file = PartFile::read("this line", heading).map_err(Wrong::value)?;
        Ok(Self { bench: bench(&file.spec().game)?, spec: file.spec().clone() })
    }

    /// The first line of a share's file.
    fn heading(&self, number: u64, of: u64) -> Result<String, Wrong> {
        Ok(self.spec.heading(part(number, of)?))
    }

    /// How many games a share has.
    fn count(&self, number: u64, of: u64) -> Result<u64, Wrong> {
        self.bench.count(&self.spec, part(number, of)?)
    }

    /// Plays a share: a line for each game, in order.
    fn play(&self, py: Python<'_>, number: u64, of: u64) -> Result<Vec<String>, Wrong> {
        let part = part(number, of)?;
        py.detach(|| self.bench.play(&self.spec, part))
    }

    /// Whether a share's file has all its games; one of something else is an error.
    fn is_whole(&self, name: &str, text: &str, number: u64, of: u64) -> Result<bool, Wrong> {
        let part = part(number, of)?;
        let there = self.file(name, text, part)?.lines().len() as u64;
        Ok(there >= self.bench.count(&self.spec, part)?)
    }

    /// Puts the files of all shares together (name and text): what was found as the command line prints it (`--json`), and as a table of commas
    /// (a tournament) or a page (a balance).
    fn merge(&self, py: Python<'_>, files: Vec<(String, String)>) -> Result<(String, String), Wrong> {
        let read = |(name, text): &(String, String)| PartFile::read(name, text).map_err(Wrong::value);
        let files = files.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let found = py.detach(|| self.bench.merge(&files))?;
        let text = serde_json::to_string_pretty(&found).map_err(Wrong::value)?;
        let shown = match &found {
            Found::Tournament(report) => report.csv(),
            Found::Balance(findings) => lab::page(findings, None),
            Found::Lots(_) => String::new(),
        };
        Ok((format!("{text}\n"), shown))
    }
}

/// A tuning in shares. `gloria.lab` is what to use.
///
/// >>> from gloria._gloria import Tuning
/// >>> Tuning("glory", [2], {}).pieces
/// (24, 48)
#[pyclass(module = "gloria._gloria", frozen)]
pub struct Tuning {
    bench: Arc<dyn Bench>,
    tables: Vec<Options>,
}

impl Tuning {
    fn progress(&self, text: &str) -> Result<Progress, Wrong> {
        let progress = read("tuning", text)?;
        self.bench.fits(&progress)?;
        Ok(progress)
    }
}

/// Options as Python gives them: values as they are written.
fn set(options: &BTreeMap<String, String>) -> Options {
    options.iter().fold(Options::new(), |set, (name, value)| set.with(name, value))
}

#[pymethods]
impl Tuning {
    /// Of this game, at tables of these player counts and options.
    #[new]
    fn py_new(game: &str, tables: Vec<usize>, options: BTreeMap<String, String>) -> Result<Self, Wrong> {
        if tables.is_empty() {
            return Err(Wrong::value("there is no table: expected at least one number of players"));
        }
        let tables: Vec<_> =
            tables.iter().map(|players| set(&options).with("players", &players.to_string())).collect();
        let bench = bench(game)?;
        for options in &tables {
            crate::any::table(game, options)?;
        }
        Ok(Self { bench, tables })
    }

    /// How many duels and lessons a generation has.
    #[getter]
    fn pieces(&self) -> (usize, usize) {
        self.bench.pieces()
    }

    /// Where a tuning begins.
    #[pyo3(signature = (seed, teacher=None))]
    fn start(&self, seed: u64, teacher: Option<&str>) -> Result<String, Wrong> {
        write(&self.bench.start(seed, teacher)?)
    }

    /// How these duels of a generation end.
    fn duels(&self, py: Python<'_>, progress: &str, numbers: Vec<usize>) -> Result<Vec<f64>, Wrong> {
        let progress = self.progress(progress)?;
        py.detach(|| self.bench.duels(&self.tables, &progress, &numbers))
    }

    /// What these games of a generation teach, each as a line.
    fn lessons(&self, py: Python<'_>, progress: &str, numbers: Vec<usize>) -> Result<Vec<String>, Wrong> {
        let progress = self.progress(progress)?;
        let lessons = py.detach(|| self.bench.lessons(&self.tables, &progress, &numbers))?;
        lessons.iter().map(write).collect()
    }

    /// The tuning after all duels of a generation.
    fn learn_policy(&self, progress: &str, scores: Vec<f64>) -> Result<String, Wrong> {
        let mut progress = self.progress(progress)?;
        self.bench.learn_policy(&mut progress, &scores)?;
        write(&progress)
    }

    /// The tuning after all lessons of a generation, which ends it.
    fn learn_value(&self, progress: &str, lessons: Vec<String>) -> Result<String, Wrong> {
        let mut progress = self.progress(progress)?;
        let lessons = lessons.iter().map(|line| read("lesson", line)).collect::<Result<Vec<_>, _>>()?;
        self.bench.learn_value(&mut progress, &lessons)?;
        write(&progress)
    }

    /// The weights as a file of them, with the command that makes it.
    fn weights(&self, progress: &str, command: &str) -> Result<String, Wrong> {
        Ok(self.bench.weights(&self.progress(progress)?, command))
    }
}

/// Self-play in shares, a file each. `gloria.lab` is what to use.
///
/// >>> from gloria._gloria import GameFiles
/// >>> GameFiles("glory", {"players": "2"}, ["random"], games=30, per_file=10).count
/// 3
#[pyclass(module = "gloria._gloria", frozen)]
pub struct GameFiles {
    bench: Arc<dyn Bench>,
    plan: SelfPlay,
    count: u64,
}

#[pymethods]
impl GameFiles {
    /// Of this game with these options, by these players.
    #[new]
    #[pyo3(signature = (game, options, players, *, games, seed=1, every=1, turns=0, stray=0.0, mixed=false, per_file=50))]
    #[allow(clippy::too_many_arguments)] // Python names them.
    fn py_new(
        game: &str,
        options: BTreeMap<String, String>,
        players: Vec<String>,
        games: u64,
        seed: u64,
        every: u32,
        turns: u32,
        stray: f64,
        mixed: bool,
        per_file: u64,
    ) -> Result<Self, Wrong> {
        if games == 0 || per_file == 0 || every == 0 {
            return Err(Wrong::value(
                "there is nothing to do: expected at least 1 game, 1 game a file and every 1 decision",
            ));
        }
        if !(0.0..=1.0).contains(&stray) {
            return Err(Wrong::value(format!("stray can't be {stray}: expected a number from 0 to 1")));
        }
        let plan = SelfPlay {
            players,
            games: Some(games),
            until: None,
            seed,
            threads: 1,
            every,
            turns,
            stray,
            tables: if mixed { Tables::Mixed } else { Tables::Alike },
            options: set(&options),
            per_file,
            part: Part::WHOLE,
        };
        let count = plan.files().unwrap_or(0);
        Ok(Self { bench: bench(game)?, plan, count })
    }

    /// How many files there are in all.
    #[getter]
    fn count(&self) -> u64 {
        self.count
    }

    /// The name of a file, by its number from 0.
    fn name(&self, file: u64) -> String {
        self.bench.file_name(&self.plan, file)
    }

    /// The files that a folder does not hold, by number; says there what the numbers mean.
    fn missing(&self, folder: PathBuf) -> Result<Vec<u64>, Wrong> {
        self.bench.missing(&self.plan, &folder)
    }

    /// Plays one file into a folder; answers how many games and positions it has.
    fn write(&self, py: Python<'_>, file: u64, folder: PathBuf) -> Result<(u64, u64), Wrong> {
        let own = part(file + 1, self.count)?;
        let plan = SelfPlay { part: own, ..self.plan.clone() };
        let done = py.detach(|| self.bench.write(&plan, &folder))?;
        Ok((done.games + done.before, done.positions))
    }
}
