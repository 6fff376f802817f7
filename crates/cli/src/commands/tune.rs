//! `tune GAME`: better weights by self-play.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use bots::{Weights, judging};
use lab::{Progress, Tuner};

use super::{progress, threads};
use crate::failure::{Done, Failure, usage};
use crate::files;
use crate::on_game::{OnGame, Playable};
use crate::setting::{self, Setting};
use crate::text::count;

/// The arguments of `tune`.
#[derive(clap::Args)]
pub struct Args {
    /// The game.
    pub game: String,
    /// How many generations in all, those already in --state included.
    #[arg(long, default_value_t = 100)]
    generations: u32,
    /// The number all luck comes from: the same seed gives the same weights, whatever the number of jobs.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The tables to tune for: how many players sit at each, separated by commas.
    #[arg(long, value_delimiter = ',', default_value = "2", value_name = "PLAYERS,…")]
    tables: Vec<usize>,
    /// Tune only the evaluation, by the games of this player against itself; without it the policy too, by its own games. A player
    /// that heeds the clock, like `master`, does not give the same weights twice.
    #[arg(long, value_name = "PLAYER")]
    teacher: Option<String>,
    /// How many threads; as many as there are cores if not said.
    #[arg(long)]
    jobs: Option<usize>,
    /// Keep where the tuning stands in this file after every generation, and go on from it.
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Start from the weights in this file; from the built-in ones if not said.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Write the weights to this file; to the screen if not said.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    setting: Setting,
}

impl Args {
    fn resume<G: Playable>(&self, path: &Path) -> Result<Progress, Failure> {
        let name = path.display();
        let found: Progress = serde_json::from_str(&files::read(path)?)
            .map_err(|error| Failure::Usage(format!("{name} holds no tuning: {error}")))?;
        let same = found.game == G::INFO.name && found.seed == self.seed && found.teacher == self.teacher;
        if !same || found.weights.len() != G::WEIGHTS.len() {
            let teacher =
                self.teacher.as_ref().map_or_else(String::new, |name| format!(" and teacher {name}"));
            return usage(format!(
                "{name} holds another tuning: expected one of {} with seed {}{teacher}",
                G::INFO.name,
                self.seed
            ));
        }
        Ok(found)
    }

    fn start<G: Playable>(&self) -> Result<Weights, Failure> {
        let Some(path) = &self.from else {
            return Ok(G::tuned().clone());
        };
        let read = Weights::read(G::WEIGHTS, &files::read(path)?);
        read.map_err(|message| Failure::Usage(format!("{}: {message}", path.display())))
    }

    /// The command, to be written beside the weights it made.
    fn command(&self) -> String {
        let Self { game, generations, seed, .. } = self;
        let tables: Vec<_> = self.tables.iter().map(ToString::to_string).collect();
        let from = self.from.as_ref().map_or_else(String::new, |path| format!(" --from {}", path.display()));
        let teacher = self.teacher.as_ref().map_or_else(String::new, |name| format!(" --teacher {name}"));
        format!(
            "gloria tune {game} --generations {generations} --seed {seed} --tables {}{teacher}{from}",
            tables.join(",")
        )
    }
}

impl OnGame for Args {
    fn on<G: Playable>(&self, out: &mut dyn Write) -> Done {
        let mut tables = Vec::new();
        for players in &self.tables {
            let mut options = self.setting.options()?;
            options.set("players", &players.to_string());
            tables.push(setting::rules::<G>(&options)?);
        }
        if let Some(teacher) = &self.teacher {
            judging::<G>(teacher, G::tuned())
                .map_err(|message| Failure::Usage(format!("--teacher: {message}")))?;
        }
        let mut tuning = match &self.state {
            Some(path) if path.exists() => self.resume::<G>(path)?,
            Some(_) | None => Progress::start::<G>(self.seed, &self.start::<G>()?, self.teacher.as_deref()),
        };
        let tuner = Tuner::<G> { tables: &tables, jobs: threads(self.jobs) };
        let bar = progress(u64::from(self.generations), "generations");
        while tuning.generation < self.generations {
            tuner.step(&mut tuning).map_err(|error| Failure::Check(error.to_string()))?;
            bar.set_position(u64::from(tuning.generation));
            if let Some(path) = &self.state {
                let text =
                    serde_json::to_string(&tuning).map_err(|error| Failure::Usage(error.to_string()))?;
                write(path, &text)?;
            }
        }
        bar.finish_and_clear();
        let text = tuning.tuned().write(G::WEIGHTS, &self.command());
        let Some(path) = &self.out else {
            return Ok(write!(out, "{text}")?);
        };
        write(path, &text)?;
        let done = count(u64::from(tuning.generation), "generation");
        writeln!(out, "{done}, loss {:.4}, weights in {}", tuning.loss, path.display())?;
        Ok(())
    }
}

fn write(path: &Path, text: &str) -> Done {
    fs::write(path, text)
        .map_err(|error| Failure::Usage(format!("{} can't be written: {error}", path.display())))
}
