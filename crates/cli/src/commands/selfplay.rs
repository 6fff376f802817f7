//! `selfplay GAME`: games written down in numbers, for nets to learn from.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use lab::{Part, SelfPlay, Summary, Tables};

use super::{progress, threads};
use crate::failure::{Done, Failure, usage};
use crate::on_game::{OnGame, Playable};
use crate::setting::Setting;
use crate::text::{count, grouped};

/// The arguments of `selfplay`.
#[derive(clap::Args)]
pub struct Args {
    /// The game.
    pub game: String,
    /// The folder for the files; what it holds already is gone on with.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Who plays: bots, separated by commas. They take turns on the seats.
    #[arg(long, value_delimiter = ',', default_value = "fair", value_name = "PLAYER,…")]
    players: Vec<String>,
    /// How many games in all, rounded up to whole files.
    #[arg(long, required_unless_present = "seconds")]
    games: Option<u64>,
    /// Stop after so many seconds; games under way are finished, and every file can be read.
    #[arg(long)]
    seconds: Option<u64>,
    /// The number all luck comes from: the same seed gives the same files, whatever the number of threads.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads; as many as there are cores if not said.
    #[arg(long)]
    threads: Option<usize>,
    /// Keep one of so many decisions that have a choice.
    #[arg(long, default_value_t = 1)]
    every: u32,
    /// Keep one of so many beginnings of turns besides, which is where nets are asked; none if it is 0.
    #[arg(long, default_value_t = 0)]
    turns: u32,
    /// How often, between 0 and 1, any legal action is played in place of the player's choice.
    #[arg(long, default_value_t = 0.0)]
    stray: f64,
    /// Give every game its own number of players and its own options, but for those set.
    #[arg(long)]
    mixed: bool,
    /// How many games a file holds.
    #[arg(long, default_value_t = 50, value_name = "GAMES")]
    per_file: u64,
    /// Write only this part of the files, as in 3/8: others write the rest, and all of them in one folder are those of one run.
    #[arg(long, value_name = "I/N", default_value = "1/1", hide_default_value = true)]
    shard: Part,
    #[command(flatten)]
    setting: Setting,
}

impl OnGame for Args {
    fn on<G: Playable>(&self, out: &mut dyn Write) -> Done {
        if self.games == Some(0) || self.per_file == 0 || self.every == 0 || self.threads == Some(0) {
            return usage(
                "there is nothing to do: expected at least 1 game, 1 game a file, every 1 decision and 1 thread",
            );
        }
        if !(0.0..=1.0).contains(&self.stray) {
            return usage(format!("--stray can't be {}: expected a number from 0 to 1", self.stray));
        }
        let started = Instant::now();
        let plan = SelfPlay {
            players: self.players.clone(),
            games: self.games,
            until: self.seconds.and_then(|seconds| started.checked_add(Duration::from_secs(seconds))),
            seed: self.seed,
            threads: threads(self.threads),
            every: self.every,
            turns: self.turns,
            stray: self.stray,
            tables: if self.mixed { Tables::Mixed } else { Tables::Alike },
            options: self.setting.options()?,
            per_file: self.per_file,
            part: self.shard,
        };
        let bar = progress(self.games.unwrap_or(0), "games");
        let tell = |_: &Summary| bar.inc(1);
        let done = plan.run::<G>(&self.out, &tell);
        bar.finish_and_clear();
        let Summary { games, positions, bytes, before } =
            done.map_err(|error| Failure::Usage(error.to_string()))?;
        let seconds = started.elapsed().as_secs_f64();
        let rate = positions as f64 / seconds.max(1e-9);
        let folder = self.out.display();
        writeln!(
            out,
            "{} of {}, {} positions, {:.1} MB in {folder}; {before} were there before",
            count(games, "game"),
            G::INFO.name,
            grouped(positions),
            bytes as f64 / 1e6
        )?;
        writeln!(
            out,
            "{} positions a second on {}, {seconds:.1} s",
            grouped(rate as u64),
            count(plan.threads as u64, "thread")
        )?;
        Ok(())
    }
}
