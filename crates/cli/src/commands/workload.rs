//! `workload GAME`: a fixed number of random games on one thread and nothing else, so that instructions can be counted.

use std::hint::black_box;
use std::io::Write;

use table::Rulebook;

use crate::failure::Done;
use crate::on_game::{OnGame, Playable};
use crate::players::{bots, play_out};
use crate::setting::Setting;

/// The arguments of `workload`.
#[derive(clap::Args)]
pub struct Args {
    /// The game.
    pub game: String,
    /// How many games.
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// The seed of the first game; the others follow.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    setting: Setting,
}

impl OnGame for Args {
    fn on<G: Playable>(&self, out: &mut dyn Write) -> Done {
        let rules = self.setting.rules::<G>()?;
        let mut bots = bots::<G>(&vec!["random".to_owned(); rules.players()])?;
        let mut decisions = 0;
        for game in 0..self.games {
            let (state, length) = play_out::<G>(&rules, &mut bots, self.seed.wrapping_add(game))?;
            black_box(state);
            decisions += length;
        }
        writeln!(out, "{decisions}")?;
        Ok(())
    }
}
