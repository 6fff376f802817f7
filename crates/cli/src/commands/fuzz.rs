//! `fuzz GAME`: random games under random options, every law checked, for as long as asked.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use serde::Serialize;
use table::testkit::{Deep, Tally, fuzz_game};
use table::{Depth, Light, OptionKind, Options, Rulebook, nth_seed};

use super::{progress, threads};
use crate::failure::{Done, Failure, check, usage};
use crate::on_game::{OnGame, Playable};
use crate::setting::{self, Setting};
use crate::text::{self, count, grouped};

/// The arguments of `fuzz`.
#[derive(clap::Args)]
pub struct Args {
    /// The game.
    pub game: String,
    /// How long.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Until this many states are checked, instead of for a time.
    #[arg(long, conflicts_with = "seconds")]
    states: Option<u64>,
    /// The number everything random comes from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Check only the one game of this seed, as a failing run names it.
    #[arg(long, value_name = "SEED", conflicts_with_all = ["seconds", "states", "seed"])]
    game_seed: Option<u64>,
    /// Steer towards the deepest nesting of procedures and report it against the bound, in place of the laws.
    #[arg(long, conflicts_with_all = ["states", "game_seed"])]
    deep: bool,
    /// How many threads; as many as there are cores if not said.
    #[arg(long)]
    jobs: Option<usize>,
    #[command(flatten)]
    setting: Setting,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// One kind of table, and what was checked on it.
struct Table {
    base: Options,
    tally: Tally,
}

#[derive(Serialize)]
struct TableReport {
    options: String,
    games: u64,
    states: u64,
    longest: usize,
}

#[derive(Serialize)]
struct Report {
    game: &'static str,
    seconds: f64,
    games: u64,
    states: u64,
    /// The longest game, in decisions.
    longest: usize,
    /// The deepest nesting of procedures that was met.
    deepest: usize,
    /// The deepest there is room for.
    bound: usize,
    tables: Vec<TableReport>,
    /// The law that broke, and how to see it again.
    broken: Option<String>,
}

/// Every player count with every version, as far as the options leave them open.
fn tables<G: Playable>(base: &Options) -> Vec<Table> {
    let mut tables = vec![base.clone()];
    for spec in G::Rules::specs().iter().filter(|spec| ["players", "version"].contains(&spec.name)) {
        let values: Vec<String> = match spec.kind {
            _ if base.get(spec.name).is_some() => continue,
            OptionKind::Number(low, high) => (low..=high).map(|number| number.to_string()).collect(),
            OptionKind::Choice(words) => words.iter().map(|word| (*word).to_owned()).collect(),
            OptionKind::Several(_) | OptionKind::Text(_) => continue,
        };
        let with =
            |table: &Options| values.iter().map(|value| table.clone().with(spec.name, value)).collect();
        tables = tables.iter().flat_map(|table| -> Vec<Options> { with(table) }).collect();
    }
    tables.into_iter().map(|base| Table { base, tally: Tally::default() }).collect()
}

fn again<G: Playable>(options: &Options, seed: u64, what: &str) -> String {
    let set: Vec<_> = options.iter().map(|(name, value)| format!(" --set {name}={value}")).collect();
    let game = G::INFO.name;
    format!("{what} (again: gloria fuzz {game}{} --game-seed {seed})", set.concat())
}

/// Checks one game; the error is the law that broke, or the panic, and how to see it again.
fn one_game<G: Playable>(base: &Options, seed: u64, tally: &mut Tally) -> Result<(), String> {
    let played = catch_unwind(AssertUnwindSafe(|| fuzz_game::<G>(base, seed, tally)));
    match played {
        Ok(Ok(())) => Ok(()),
        Ok(Err((options, violation))) => {
            Err(again::<G>(base, seed, &format!("{violation}, on the table {options}")))
        }
        Err(_) => Err(again::<G>(base, seed, "the engine panicked")),
    }
}

/// What the threads share.
struct Shared {
    next: AtomicU64,
    states: AtomicU64,
    stop: AtomicBool,
    started: Instant,
    bar: ProgressBar,
}

impl Args {
    fn is_done(&self, shared: &Shared) -> bool {
        let states = shared.states.load(Ordering::Relaxed);
        let done = if let Some(wanted) = self.states {
            shared.bar.set_position(states);
            states >= wanted
        } else {
            shared.bar.set_position(shared.started.elapsed().as_secs());
            shared.started.elapsed() >= Duration::from_secs(self.seconds)
        };
        done || shared.stop.load(Ordering::Relaxed)
    }

    fn work<G: Playable>(&self, mut tables: Vec<Table>, shared: &Shared) -> (Vec<Table>, Option<String>) {
        let kinds = tables.len() as u64;
        while !self.is_done(shared) {
            let number = shared.next.fetch_add(1, Ordering::Relaxed);
            let Table { base, tally } = &mut tables[(number % kinds) as usize];
            let before = tally.states;
            let seed = nth_seed(self.seed, number);
            if let Err(broken) = one_game::<G>(base, seed, tally) {
                shared.stop.store(true, Ordering::Relaxed);
                return (tables, Some(broken));
            }
            shared.states.fetch_add(tally.states - before, Ordering::Relaxed);
        }
        (tables, None)
    }

    fn all<G: Playable>(&self, base: &Options) -> Result<(Vec<Table>, Option<String>), Failure> {
        let bar = match self.states {
            Some(states) => progress(states, "states"),
            None => progress(self.seconds, "seconds"),
        };
        let (next, states, stop) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
        let shared = Shared { next, states, stop, started: Instant::now(), bar };
        let mut total = tables::<G>(base);
        let mut broken = None;
        let done = std::thread::scope(|scope| -> Done {
            let work = || self.work::<G>(tables::<G>(base), &shared);
            let workers: Vec<_> = (0..threads(self.jobs)).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| {
                let (tables, fault) =
                    worker.join().map_err(|_| Failure::Check("the checker itself panicked".to_owned()))?;
                for (sum, part) in total.iter_mut().zip(tables) {
                    sum.tally.games += part.tally.games;
                    sum.tally.states += part.tally.states;
                    sum.tally.longest = sum.tally.longest.max(part.tally.longest);
                    sum.tally.deepest = sum.tally.deepest.deeper(part.tally.deepest);
                }
                broken = broken.take().or(fault);
                Ok(())
            })
        });
        shared.bar.finish_and_clear();
        done?;
        Ok((total, broken))
    }
}

/// What steering towards depth found.
#[derive(Serialize)]
struct Dive {
    game: &'static str,
    decisions: u64,
    deepest: usize,
    bound: usize,
    broken: Option<String>,
}

impl Args {
    /// Drives games towards the deepest stack, on one thread.
    fn dive<G: Playable>(&self, base: &Options, out: &mut dyn Write) -> Done {
        let (mut deep, mut luck) = (Deep::<G>::default(), Light::new(self.seed));
        let started = Instant::now();
        let mut broken = None;
        while started.elapsed() < Duration::from_secs(self.seconds) && broken.is_none() {
            broken = deep.visit(base, &mut luck).err().map(|broken| broken.to_string());
        }
        let Depth { now, most } = deep.deepest;
        let found = Dive { game: G::INFO.name, decisions: deep.decisions, deepest: now, bound: most, broken };
        if self.json {
            text::json(out, &found)?;
        } else {
            let decisions = count(found.decisions, "decision");
            writeln!(out, "{}: deepest nesting {now} of {most} after {decisions}", found.game)?;
        }
        found.broken.map_or(Ok(()), check)
    }
}

impl Report {
    fn new<G: Playable>(tables: &[Table], broken: Option<String>, seconds: f64) -> Self {
        let line = |table: &Table| TableReport {
            options: table.base.to_string(),
            games: table.tally.games,
            states: table.tally.states,
            longest: table.tally.longest,
        };
        let deepest =
            tables.iter().fold(Depth::default(), |deepest, table| deepest.deeper(table.tally.deepest));
        let tables: Vec<_> = tables.iter().map(line).collect();
        Self {
            game: G::INFO.name,
            seconds,
            games: tables.iter().map(|table| table.games).sum(),
            states: tables.iter().map(|table| table.states).sum(),
            longest: tables.iter().map(|table| table.longest).max().unwrap_or_default(),
            deepest: deepest.now,
            bound: deepest.most,
            tables,
            broken,
        }
    }

    fn print(&self, out: &mut dyn Write) -> Done {
        for TableReport { options, games, states, longest } in &self.tables {
            let (games, states) = (grouped(*games), grouped(*states));
            let label = if options.is_empty() { "any table" } else { options };
            writeln!(out, "  {label:<32} {games:>10} games {states:>12} states   longest game {longest}")?;
        }
        let states = count(self.states, "state");
        let kept = if self.broken.is_none() { ", every law kept" } else { "" };
        let (games, seconds) = (count(self.games, "game"), self.seconds);
        writeln!(out, "{}: {states} of {games} in {seconds:.1} s{kept}", self.game)?;
        if self.bound > 0 {
            writeln!(out, "  deepest nesting of procedures: {} of {}", self.deepest, self.bound)?;
        }
        Ok(())
    }
}

impl OnGame for Args {
    fn on<G: Playable>(&self, out: &mut dyn Write) -> Done {
        let base = self.setting.options()?;
        setting::rules::<G>(&base)?;
        if self.jobs == Some(0) || self.states == Some(0) || self.seconds == 0 {
            return usage("there is nothing to do: expected at least 1 job, second or state");
        }
        if self.deep {
            return self.dive::<G>(&base, out);
        }
        let started = Instant::now();
        let (tables, broken) = match self.game_seed {
            Some(seed) => {
                let mut tally = Tally::default();
                let broken = one_game::<G>(&base, seed, &mut tally).err();
                (vec![Table { base, tally }], broken)
            }
            None => self.all::<G>(&base)?,
        };
        let report = Report::new::<G>(&tables, broken, started.elapsed().as_secs_f64());
        if self.json {
            text::json(out, &report)?;
        } else {
            report.print(out)?;
        }
        report.broken.map_or(Ok(()), check)
    }
}
