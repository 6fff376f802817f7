//! `belief RECORD` and `belief GAME`: what a bot believes of the cards it can't see, against the truth.

use std::io::Write;
use std::path::{Path, PathBuf};

use lab::{Before, Belief, Believed, Calibration, Reliability, Weighing};
use serde::Serialize;
use table::{Record, Rulebook as _, Seat};

use super::{progress, threads};
use crate::failure::{Done, Failure, usage};
use crate::files;
use crate::on_game::{self, OnGame, Playable};
use crate::setting::Setting;
use crate::text::{self, count};

/// The arguments of `belief`.
#[derive(clap::Args)]
pub struct Args {
    /// A record, to look at one moment of a game; or a game, to hold the beliefs of many games against the truth.
    #[arg(value_name = "RECORD or GAME")]
    what: String,
    /// With a record: look after this many decisions; all of them if not said.
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// With a record: with the eyes of this seat, A, B…
    #[arg(long, value_name = "SEAT", default_value = "A")]
    seat: String,
    /// How many worlds a belief is made of.
    #[arg(long, default_value_t = 400)]
    worlds: usize,
    /// Weigh worlds by how readily the others would have decided as they did, in the last so many decisions; 0 counts them alike, as searches do. What
    /// fits the game best if not said.
    #[arg(long, value_name = "N")]
    by_policy: Option<usize>,
    /// With a game: how many games.
    #[arg(long, default_value_t = 2000)]
    games: u64,
    /// With a game: who sits on every seat.
    #[arg(long, default_value = "greedy")]
    player: String,
    /// With a game: of so many decisions one is looked at.
    #[arg(long, default_value_t = 20)]
    every: u32,
    /// The number all luck comes from.
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

/// One moment of a record.
struct Moment<'a> {
    args: &'a Args,
    text: String,
}

#[derive(Serialize)]
struct Report {
    game: &'static str,
    at: usize,
    seat: Seat,
    worlds: usize,
    weighing: Weighing,
    beliefs: Vec<Believed>,
}

impl Args {
    fn belief<G: Playable>(&self) -> Belief {
        let weighing = match self.by_policy.unwrap_or(G::HINDSIGHT) {
            0 => Weighing::Alike,
            decisions => Weighing::ByPolicy(decisions),
        };
        Belief { worlds: self.worlds.max(1), weighing, seed: self.seed }
    }
}

/// The decisions of a record before this many, each with the state before it.
fn past<G: Playable>(record: &Record<G>, at: usize) -> Vec<Before<G>> {
    let steps = record.steps().iter().take(at).enumerate();
    let before = |(step, it): (usize, &table::Step<G>)| {
        let state = *record.state_at(step)?;
        Some(Before { state, seat: it.seat, action: it.action })
    };
    steps.filter_map(before).collect()
}

/// What stands in the column of the truth.
fn truth(believed: &Believed) -> String {
    match believed.truth {
        0 => "no".to_owned(),
        1 => "yes".to_owned(),
        several => several.to_string(),
    }
}

impl OnGame for Moment<'_> {
    fn on<G: Playable>(&self, out: &mut dyn Write) -> Done {
        let record = files::record::<G>(Path::new(&self.args.what), &self.text)?;
        let (rules, decisions) = (record.rules(), record.steps().len());
        let players = rules.players();
        let letter = &self.args.seat;
        let Some(seat) = Seat::from_letter(letter).filter(|seat| seat.index() < players) else {
            let seats = text::seats_to(players);
            return usage(format!("'{letter}' is no seat of this game: expected {seats}"));
        };
        let at = self.args.at.unwrap_or(decisions);
        let Some(state) = record.state_at(at) else {
            return usage(format!("the record has {decisions} decisions: expected --at 0 to {decisions}"));
        };
        let belief = self.args.belief::<G>();
        let beliefs = belief.of(rules, &past(&record, at), state, seat);
        if self.args.json {
            let (game, worlds, weighing) = (G::INFO.name, belief.worlds, belief.weighing);
            return text::json(out, &Report { game, at, seat, worlds, weighing, beliefs });
        }
        writeln!(out, "{}: what {seat} can believe after {}", G::INFO.title, count(at as u64, "decision"))?;
        let widest = beliefs.iter().map(|it| it.card.chars().count()).max().unwrap_or(0).max("card".len());
        let mut place = "";
        if !beliefs.is_empty() {
            writeln!(out, "  {:widest$}  believed  true", "card")?;
        }
        for it in &beliefs {
            if it.place != place {
                place = &it.place;
                writeln!(out, "{place}")?;
            }
            let (card, chance, truth) = (&it.card, 100.0 * it.chance, truth(it));
            writeln!(out, "  {card:widest$}   {chance:5.1} %  {truth}")?;
        }
        if beliefs.is_empty() {
            writeln!(out, "Nothing is hidden from {seat} here.")?;
        }
        Ok(())
    }
}

/// Prints how well beliefs fit.
fn print(found: &Reliability, out: &mut dyn Write) -> Done {
    let Reliability { games, moments, beliefs, log_loss, uniform_log_loss, bins } = found;
    let (games, moments) = (count(*games, "game"), count(*moments, "moment"));
    writeln!(out, "{} in {moments} of {games}", count(*beliefs, "belief"))?;
    writeln!(out, "log loss {log_loss:.4}; each possible kind as likely: {uniform_log_loss:.4}")?;
    writeln!(out, "   said     was   beliefs")?;
    for bin in bins.iter().filter(|bin| bin.count > 0) {
        writeln!(out, "{:5.1} % {:5.1} % {:9}", 100.0 * bin.said, 100.0 * bin.was, bin.count)?;
    }
    Ok(())
}

impl OnGame for Args {
    fn on<G: Playable>(&self, out: &mut dyn Write) -> Done {
        if self.games == 0 || self.jobs == Some(0) {
            return usage("there is nothing to do: expected at least 1 game and 1 job");
        }
        let rules = self.setting.rules::<G>()?;
        let calibration = Calibration {
            player: self.player.clone(),
            games: self.games,
            every: self.every,
            belief: self.belief::<G>(),
            jobs: threads(self.jobs),
        };
        let bar = progress(self.games, "games");
        let found = calibration.run::<G>(&rules, &|| bar.inc(1));
        bar.finish_and_clear();
        let found = found.map_err(|error| Failure::Usage(error.to_string()))?;
        if self.json { text::json(out, &found) } else { print(&found, out) }
    }
}

/// Runs on the game, or on the record's.
pub fn run(args: &Args, out: &mut dyn Write) -> Done {
    if on_game::is_known(&args.what) {
        if args.at.is_some() {
            return usage("--at is a moment of a record: expected a record's file in place of the game");
        }
        return on_game::run(&args.what, args, out);
    }
    if !args.setting.set.is_empty() {
        return usage("a record has options of its own: expected no --set");
    }
    let path = PathBuf::from(&args.what);
    let text = files::read(&path)?;
    let game = files::game(&path, &text)?;
    on_game::run(&game, &Moment { args, text }, out)
}
