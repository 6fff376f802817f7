//! `sim GAME`: many games between bots, counted.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use serde::Serialize;
use table::{MAX_SEATS, Rulebook, Seat, nth_seed};

use super::{progress, threads};
use crate::failure::{Done, Failure, usage};
use crate::on_game::{OnGame, Playable};
use crate::players::{bots, play_out};
use crate::setting::Setting;
use crate::text::{self, count, grouped};

/// The arguments of `sim`.
#[derive(clap::Args)]
pub struct Args {
    /// The game.
    pub game: String,
    /// Who sits where: bots, separated by commas.
    #[arg(long, value_delimiter = ',', required = true, value_name = "PLAYER,…")]
    seats: Vec<String>,
    /// How many games.
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// The number all luck comes from: the same seed gives the same games, whatever the number of jobs.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads; as many as there are cores if not said.
    #[arg(long)]
    jobs: Option<usize>,
    #[command(flatten)]
    setting: Setting,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// What happened in some games.
#[derive(Default)]
struct Tally {
    lengths: Vec<u32>,
    wins: [u64; MAX_SEATS],
    draws: u64,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.lengths.extend(other.lengths);
        self.draws += other.draws;
        for (mine, theirs) in self.wins.iter_mut().zip(other.wins) {
            *mine += theirs;
        }
    }
}

#[derive(Serialize)]
struct Length {
    min: u32,
    median: u32,
    max: u32,
}

/// The JSON of `sim`; others rely on these keys.
#[derive(Serialize)]
struct Report {
    game: &'static str,
    players: usize,
    games: u64,
    seconds: f64,
    games_per_second: f64,
    decisions: u64,
    decisions_per_second: f64,
    /// In decisions.
    length: Length,
    /// By seat: games won alone.
    wins: Vec<u64>,
    /// Games won by several or by nobody.
    draws: u64,
}

impl Report {
    fn new<G: Playable>(players: usize, mut tally: Tally, seconds: f64) -> Self {
        tally.lengths.sort_unstable();
        let games = tally.lengths.len() as u64;
        let decisions = tally.lengths.iter().map(|length| u64::from(*length)).sum();
        let at = |at: usize| tally.lengths.get(at).copied().unwrap_or_default();
        let length = Length {
            min: at(0),
            median: at(tally.lengths.len() / 2),
            max: at(tally.lengths.len().wrapping_sub(1)),
        };
        Self {
            game: G::INFO.name,
            players,
            games,
            seconds,
            games_per_second: games as f64 / seconds,
            decisions,
            decisions_per_second: decisions as f64 / seconds,
            length,
            wins: tally.wins[..players].to_vec(),
            draws: tally.draws,
        }
    }

    fn print(&self, names: &[String], out: &mut dyn Write) -> Done {
        let Self { game, players, games, seconds, games_per_second, .. } = self;
        let (games_text, per_second) = (count(*games, "game"), grouped(*games_per_second as u64));
        writeln!(out, "{games_text} of {game} for {players} in {seconds:.2} s: {per_second} games/s")?;
        let (decisions, speed) = (grouped(self.decisions), grouped(self.decisions_per_second as u64));
        writeln!(out, "decisions     {decisions}, {speed} a second")?;
        let Length { min, median, max } = self.length;
        writeln!(out, "length        {min} to {max} decisions, median {median}")?;
        for (seat, (wins, name)) in Seat::all(*players).zip(self.wins.iter().zip(names)) {
            let (low, high) = wilson(*wins, *games);
            let rate = 100.0 * *wins as f64 / *games as f64;
            let label = format!("{seat} {name}");
            writeln!(out, "{label:<14}won {rate:.2} %   (95 %: {:.2} to {:.2})", 100.0 * low, 100.0 * high)?;
        }
        let rate = 100.0 * self.draws as f64 / *games as f64;
        writeln!(out, "{:<14}{rate:.2} %   (won by several, or by nobody)", "draws")?;
        Ok(())
    }
}

/// Wilson's 95 % interval for a proportion.
fn wilson(hits: u64, of: u64) -> (f64, f64) {
    if of == 0 {
        return (0.0, 1.0);
    }
    let (hits, of, z) = (hits as f64, of as f64, 1.959_964);
    let share = hits / of;
    let weight = 1.0 + z * z / of;
    let middle = (share + z * z / (2.0 * of)) / weight;
    let half = z / weight * (share * (1.0 - share) / of + z * z / (4.0 * of * of)).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

impl OnGame for Args {
    fn on<G: Playable>(&self, out: &mut dyn Write) -> Done {
        if self.games == 0 || self.jobs == Some(0) {
            return usage("there is nothing to do: expected at least 1 game and 1 job");
        }
        let rules = self.setting.rules_for::<G>(self.seats.len())?;
        bots::<G>(&self.seats)?;
        let bar = progress(self.games, "games");
        let (next, started) = (AtomicU64::new(0), Instant::now());
        let work = || -> Result<Tally, Failure> {
            let mut bots = bots::<G>(&self.seats)?;
            let mut tally = Tally::default();
            loop {
                let game = next.fetch_add(1, Ordering::Relaxed);
                if game >= self.games {
                    return Ok(tally);
                }
                let played = play_out::<G>(&rules, &mut bots, nth_seed(self.seed, game));
                // The others need not go on once one has failed.
                let (state, decisions) = played.inspect_err(|_| next.store(self.games, Ordering::Relaxed))?;
                tally.lengths.push(decisions as u32);
                match state.outcome(&rules).map(|outcome| outcome.winners) {
                    Some(winners) if winners.len() == 1 => {
                        winners.iter().for_each(|seat| tally.wins[seat.index()] += 1);
                    }
                    Some(_) | None => tally.draws += 1,
                }
                if game.is_multiple_of(64) {
                    bar.set_position(game);
                }
            }
        };
        let mut tally = Tally::default();
        let done = std::thread::scope(|scope| -> Done {
            let workers: Vec<_> = (0..threads(self.jobs)).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| {
                let done = worker.join().map_err(|_| Failure::Check("the engine panicked".to_owned()))?;
                tally.add(done?);
                Ok(())
            })
        });
        bar.finish_and_clear();
        done?;
        let report = Report::new::<G>(rules.players(), tally, started.elapsed().as_secs_f64());
        if self.json { text::json(out, &report) } else { report.print(&self.seats, out) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_is_as_in_the_textbook() {
        let (low, high) = wilson(10, 100);
        assert!((low - 0.0552).abs() < 1e-4 && (high - 0.1744).abs() < 1e-4, "{low} {high}");
        assert_eq!(wilson(0, 0), (0.0, 1.0));
        assert!(wilson(0, 50).0.abs() < 1e-12);
    }
}
