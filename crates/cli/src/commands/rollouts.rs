//! `rollouts GAME`: games that a net plays against itself, in columns, for it to learn from.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use bots::net_from;
use lab::{Played, Rollouts, Table};
use table::Options;

use super::threads;
use crate::failure::{Done, Failure, usage};
use crate::on_game::{OnGame, Playable};
use crate::text::{count, grouped};

/// The arguments of `rollouts`.
#[derive(clap::Args)]
pub struct Args {
    /// The game.
    pub game: String,
    /// The folder for the files, one for each thread.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// The net that plays; the one in the program if not said.
    #[arg(long, value_name = "FILE")]
    net: Option<String>,
    /// About how many decisions that have a choice.
    #[arg(long, default_value_t = 1_000_000)]
    decisions: u64,
    /// The number all luck comes from: the same seed gives the same files, with the same number of threads.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads; as many as there are cores if not said.
    #[arg(long)]
    threads: Option<usize>,
    /// The tables, one as likely as the other: options joined by +, as in players=4+version=imperium, or mixed for any.
    #[arg(long, value_delimiter = ',', default_value = "players=2,mixed", value_name = "TABLE,…")]
    tables: Vec<String>,
    /// How far back a surprise counts, from 0 (the decision before it) to 1 (all before it alike).
    #[arg(long, default_value_t = 0.95)]
    lambda: f32,
}

impl OnGame for Args {
    fn on<G: Playable>(&self, out: &mut dyn Write) -> Done {
        if self.decisions == 0 || self.threads == Some(0) {
            return usage("there is nothing to do: expected at least 1 decision and 1 thread");
        }
        if !(0.0..=1.0).contains(&self.lambda) {
            return usage(format!("--lambda can't be {}: expected a number from 0 to 1", self.lambda));
        }
        let mut tables = Vec::new();
        for text in &self.tables {
            tables.push(table(text)?);
        }
        let started = Instant::now();
        let (seed, lambda) = (self.seed, self.lambda);
        let plan =
            Rollouts { decisions: self.decisions, seed, threads: threads(self.threads), tables, lambda };
        let failed = |error: String| Failure::Usage(error);
        let net = net_from::<G>(self.net.as_deref()).map_err(|error| failed(error.to_string()))?;
        let Played { games, decisions, bytes } =
            plan.run::<G>(&net, &self.out).map_err(|error| failed(error.to_string()))?;
        let seconds = started.elapsed().as_secs_f64();
        writeln!(
            out,
            "{} of {}, {} decisions, {:.1} MB; {} decisions a second on {}, {seconds:.1} s",
            count(games, "game"),
            G::INFO.name,
            grouped(decisions),
            bytes as f64 / 1e6,
            grouped((decisions as f64 / seconds.max(1e-9)) as u64),
            count(plan.threads as u64, "thread")
        )?;
        Ok(())
    }
}

/// A table as it is written: its options, or any.
fn table(text: &str) -> Result<Table, Failure> {
    if text == "mixed" {
        return Ok(Table::Mixed);
    }
    let mut options = Options::new();
    for pair in text.split('+') {
        let Some((name, value)) = pair.split_once('=') else {
            return Err(Failure::Usage(format!("'{pair}' is no option: expected NAME=VALUE or mixed")));
        };
        options.set(name, value);
    }
    Ok(Table::With(options))
}
