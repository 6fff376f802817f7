//! `tournament GAME`: who is better, and how sure that is.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use lab::{Done as Game, Entrant, Pace, Part, Report, Spec, Tournament, What};

use super::{merge, progress, threads};
use crate::failure::{Done, Failure, usage};
use crate::files;
use crate::on_game::{OnGame, Playable};
use crate::setting::Setting;
use crate::text::{self, count};

/// The arguments of `tournament`.
#[derive(clap::Args)]
pub struct Args {
    /// The game.
    pub game: String,
    /// Who plays: bots, separated by commas. With `--set players=2` and more names, every pair meets.
    #[arg(long, value_delimiter = ',', required = true, value_name = "PLAYER,…")]
    players: Vec<String>,
    /// How many games each table of players plays, rounded up so that everyone has every seat on every deal.
    #[arg(long, default_value_t = 400)]
    games: u64,
    /// The number all luck comes from: the same seed gives the same games, whatever the number of jobs.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads; as many as there are cores if not said.
    #[arg(long)]
    jobs: Option<usize>,
    /// Play all games even when every difference is settled before.
    #[arg(long)]
    whole: bool,
    /// Keep the games in this file, one line each, and go on from what it holds.
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Play only this part of the games, as in 3/8, into the file of --state; `gloria merge` puts the files of all parts together.
    #[arg(long, value_name = "I/N", requires = "state", conflicts_with_all = ["json", "csv"])]
    shard: Option<Part>,
    #[command(flatten)]
    setting: Setting,
    /// Print JSON.
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print comma-separated values.
    #[arg(long)]
    csv: bool,
}

/// Writes each finished game to a file as it is played.
struct Keeper {
    path: PathBuf,
    file: Mutex<File>,
}

/// The first line of a file of games: what it is of.
fn heading(args: &Args, seats: usize) -> String {
    let Args { game, players, seed, setting, .. } = args;
    format!(
        "tournament {game} seats={seats} players={} seed={seed} set={}",
        players.join(","),
        setting.set.join(",")
    )
}

impl Keeper {
    /// Opens the file; answers the games it holds. One of another tournament is a fault.
    fn open(path: &Path, heading: &str) -> Result<(Self, Vec<Game>), Failure> {
        let name = path.display();
        let text = if path.exists() { files::read(path)? } else { String::new() };
        let mut lines = text.lines();
        let mut games = Vec::new();
        match lines.next() {
            None => {}
            Some(first) if first == heading => {
                // A line cut off by a crash is simply played again.
                games.extend(lines.filter_map(|line| serde_json::from_str(line).ok()));
            }
            Some(_) => return usage(format!("{name} holds another tournament: choose another name")),
        }
        let cant = |error| Failure::Usage(format!("{name} can't be written: {error}"));
        let mut file = OpenOptions::new().append(true).create(true).open(path).map_err(cant)?;
        if text.is_empty() {
            writeln!(file, "{heading}").map_err(cant)?;
        } else if !text.ends_with('\n') {
            writeln!(file).map_err(cant)?;
        }
        Ok((Self { path: path.to_owned(), file: Mutex::new(file) }, games))
    }

    fn keep(&self, game: &Game) -> Result<(), String> {
        let line = serde_json::to_string(game).map_err(|error| error.to_string())?;
        let mut file = self.file.lock().map_err(|_| "another thread has failed".to_owned())?;
        writeln!(file, "{line}").map_err(|error| format!("{} can't be written: {error}", self.path.display()))
    }
}

/// Prints what was found.
pub fn print(report: &Report, out: &mut dyn Write) -> Done {
    let Report { game, seats, games, mean_decisions, .. } = report;
    let games = count(*games, "game");
    writeln!(out, "{games} of {game} for {seats}, {mean_decisions:.0} decisions each on average")?;
    for Entrant { name, games, win_rate, low, high, rating, .. } in &report.players {
        let (rate, low, high) = (100.0 * win_rate, 100.0 * low, 100.0 * high);
        let games = count(*games, "game");
        writeln!(
            out,
            "{name:<13} won {rate:.1} %   (95 %: {low:.1} to {high:.1})   rating {rating:.1}   {games}"
        )?;
    }
    let settled =
        if report.settled { "every difference is settled" } else { "not every difference is settled" };
    writeln!(out, "{settled}")?;
    Ok(())
}

impl OnGame for Args {
    fn on<G: Playable>(&self, out: &mut dyn Write) -> Done {
        if self.games == 0 || self.jobs == Some(0) {
            return usage("there is nothing to do: expected at least 1 game and 1 job");
        }
        let rules = match self.setting.options()?.get("players") {
            Some(_) => self.setting.rules::<G>()?,
            None => self.setting.rules_for::<G>(self.players.len())?,
        };
        if let (Some(part), Some(path)) = (self.shard, &self.state) {
            let (players, games, seed, whole) = (self.players.clone(), self.games, self.seed, self.whole);
            let spec = Spec::new::<G>(&rules, What::Tournament { players, games, seed, whole });
            return merge::play::<G>(&spec, part, path, threads(self.jobs), out);
        }
        let seats = table::Rulebook::players(&rules);
        let opened =
            self.state.as_deref().map(|path| Keeper::open(path, &heading(self, seats))).transpose()?;
        let (keeper, done) = opened.map_or((None, Vec::new()), |(keeper, done)| (Some(keeper), done));
        let tournament = Tournament {
            players: self.players.clone(),
            games: self.games,
            seed: self.seed,
            jobs: threads(self.jobs),
            pace: if self.whole { Pace::Whole } else { Pace::UntilSettled },
        };
        let bar = progress(tournament.plan(seats).len() as u64, "games");
        bar.inc(done.len() as u64);
        let fault = Mutex::new(None);
        let tell = |game: &Game| {
            bar.inc(1);
            if let Some(Err(message)) = keeper.as_ref().map(|keeper| keeper.keep(game))
                && let Ok(mut fault) = fault.lock()
            {
                fault.get_or_insert(message);
            }
        };
        let report = tournament.run::<G>(&rules, &done, &tell);
        bar.finish_and_clear();
        let report = report.map_err(|error| Failure::Usage(error.to_string()))?;
        if let Some(message) = fault.into_inner().ok().flatten() {
            return usage(message);
        }
        if self.json {
            text::json(out, &report)
        } else if self.csv {
            Ok(write!(out, "{}", report.csv())?)
        } else {
            print(&report, out)
        }
    }
}
