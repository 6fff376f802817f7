//! `perft GAME`: how many sequences of decisions there are. A changed count is a changed rule.

use std::io::Write;
use std::time::Instant;

use serde::Serialize;
use table::testkit::perft;
use table::{Light, Rulebook};

use crate::failure::Done;
use crate::on_game::{OnGame, Playable};
use crate::setting::Setting;
use crate::text::{self, grouped};

/// The arguments of `perft`.
#[derive(clap::Args)]
pub struct Args {
    /// The game.
    pub game: String,
    /// How many decisions deep.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// The number all luck comes from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    setting: Setting,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    game: &'static str,
    players: usize,
    seed: u64,
    /// The number of sequences of 1, 2, 3… decisions.
    counts: Vec<u64>,
}

impl OnGame for Args {
    fn on<G: Playable>(&self, out: &mut dyn Write) -> Done {
        let rules = self.setting.rules::<G>()?;
        let mut luck = Light::new(self.seed);
        let state = G::new(&rules, &mut luck);
        let mut counts = Vec::new();
        for depth in 1..=self.depth {
            let started = Instant::now();
            let count = perft(&rules, &state, depth, luck);
            counts.push(count);
            if !self.json {
                let seconds = started.elapsed().as_secs_f64();
                writeln!(out, "{depth:>2}  {:>20}   {seconds:.2} s", grouped(count))?;
                out.flush()?;
            }
        }
        if self.json {
            let report = Report { game: G::INFO.name, players: rules.players(), seed: self.seed, counts };
            return text::json(out, &report);
        }
        Ok(())
    }
}
