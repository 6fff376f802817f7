//! `replay FILE`: a recorded game, as anyone at the table saw it.

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

use serde::Serialize;
use table::{Outcome, Part, Record, Rulebook, Seat, Text, Viewer};

use crate::failure::{Done, Failure, usage};
use crate::files;
use crate::on_game::{self, OnGame, Playable};
use crate::text;

/// The arguments of `replay`.
#[derive(clap::Args)]
pub struct Args {
    /// The record.
    file: PathBuf,
    /// Show the table after this many decisions; all of them if not said.
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Look from this seat: A, B…; a spectator's view if not said.
    #[arg(long, value_name = "SEAT")]
    seat: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

struct Replayed<'a> {
    args: &'a Args,
    text: String,
}

#[derive(Serialize)]
struct Report<V> {
    game: &'static str,
    players: usize,
    seats: Vec<String>,
    /// How many decisions stand in the record.
    decisions: usize,
    /// After how many of them this is.
    at: usize,
    viewer: Viewer,
    /// The decisions so far, as the viewer saw them.
    log: Vec<String>,
    /// What happened by each of them, in order.
    news: Vec<Vec<Text>>,
    /// Who took back what, each after how many of the decisions.
    taken_back: Vec<(usize, String)>,
    prompt: Text,
    view: V,
    outcome: Option<Outcome>,
}

impl Args {
    fn viewer(&self, players: usize) -> Result<Viewer, Failure> {
        let Some(letter) = &self.seat else {
            return Ok(Viewer::Spectator);
        };
        if let Some(seat) = Seat::from_letter(letter).filter(|seat| seat.index() < players) {
            Ok(Viewer::Seat(seat))
        } else {
            let seats = text::seats_to(players);
            usage(format!("'{letter}' is no seat of this game: expected {seats}"))
        }
    }
}

/// Each of the first decisions with what it changed, as the viewer saw it.
fn lines<G: Playable>(record: &Record<G>, viewer: Viewer, most: usize) -> Vec<(String, Vec<Text>)> {
    let told = record.told(viewer).into_iter().take(most);
    told.zip(1..).map(|(told, at)| (told, record.news(at, viewer))).collect()
}

impl OnGame for Replayed<'_> {
    fn on<G: Playable>(&self, out: &mut dyn Write) -> Done {
        let Args { file, at, json, .. } = self.args;
        let record = files::record::<G>(file, &self.text)?;
        let (rules, decisions) = (record.rules(), record.steps().len());
        let viewer = self.args.viewer(rules.players())?;
        let at = at.unwrap_or(decisions);
        let Some(state) = record.state_at(at) else {
            return usage(format!("the record has {decisions} decisions: expected --at 0 to {decisions}"));
        };
        let view = state.view(rules, viewer);
        let (prompt, outcome) =
            (G::asked(rules, &view), if at == decisions { record.outcome() } else { state.outcome(rules) });
        let shown = lines(&record, viewer, at);
        let taken_back = record.taken_back(viewer, usize::MAX);
        let backs = |after: usize| taken_back.iter().filter(move |back| back.after == after);
        if *json {
            let (log, news) = shown.into_iter().unzip();
            let (game, players, seats) = (G::INFO.name, rules.players(), record.names().to_vec());
            let taken_back = (0..=at).flat_map(backs).map(|back| (back.after, back.to_string())).collect();
            let report = Report {
                game,
                players,
                seats,
                decisions,
                at,
                viewer,
                log,
                news,
                taken_back,
                prompt,
                view: G::names(rules, &view),
                outcome,
            };
            return text::json(out, &report);
        }
        let seats: Vec<_> = Seat::all(rules.players()).zip(record.names()).collect();
        let seats: Vec<_> = seats.iter().map(|(seat, name)| format!("{seat} {name}")).collect();
        writeln!(out, "{}: {}", G::INFO.title, seats.join(", "))?;
        if self.args.at.is_none() {
            for line in record.opening_news(viewer) {
                writeln!(out, "        – {}", text::stopped(&line))?;
            }
        }
        // Asked for one moment, only the decision that led to it is told; else the whole game.
        let skipped = if self.args.at.is_some() { at.saturating_sub(1) } else { 0 };
        for back in backs(0).filter(|_| skipped == 0) {
            writeln!(out, "      ({back})")?;
        }
        for (number, (told, news)) in shown.iter().enumerate().skip(skipped) {
            writeln!(out, "{:>4}  {told}", number + 1)?;
            for line in news {
                writeln!(out, "        – {}", text::stopped(line))?;
            }
            for back in backs(number + 1) {
                writeln!(out, "      ({back})")?;
            }
        }
        writeln!(out, "\n{}", G::table(rules, &view, text::width()).trim_end())?;
        if let Some(gone) = record.resigned().filter(|_| at == decisions) {
            writeln!(out, "\n{gone} resigned.")?;
        }
        match outcome {
            Some(outcome) => {
                let tally = if record.resigned().is_none() { state.tally(rules) } else { Vec::new() };
                let shown = ending(record.names(), None, &outcome, &tally, text::width());
                write!(out, "\n{shown}")?;
            }
            None => writeln!(out, "\n{prompt}")?,
        }
        Ok(())
    }
}

/// How the game ended, in words for the one who plays here, or for whoever looks on. Scores are told where something was counted.
pub fn ending(
    names: &[String],
    you: Option<Seat>,
    outcome: &Outcome,
    tally: &[Vec<Part>],
    width: usize,
) -> String {
    let name = |seat: Seat| match names.get(seat.index()) {
        Some(name) => format!("{seat} ({name})"),
        None => seat.to_string(),
    };
    let winners: Vec<_> = outcome.winners.iter().map(name).collect();
    let won = match winners.as_slice() {
        [] if you.is_some() && names.len() == 1 => "You lose".to_owned(),
        [] => "Nobody wins".to_owned(),
        [_] if you.is_some_and(|you| outcome.winners.contains(you)) => "You win".to_owned(),
        [one] => format!("{one} wins"),
        several => format!("{} share the win", several.join(" and ")),
    };
    let mut text = text::wrap(&format!("The game is over: {}. {won}.", outcome.reason), width, 2) + "\n";
    if tally.is_empty() && !outcome.is_counted(names.len(), tally) {
        return text;
    }
    for seat in Seat::all(names.len()) {
        let score = outcome.scores[seat];
        let points = if score == 1 { "point" } else { "points" };
        let line = match tally.get(seat.index()).map(Vec::as_slice).unwrap_or_default() {
            [] => format!("{:<20}{score:>4} {points}", name(seat)),
            // Where one thing is counted it says itself what.
            [one] => format!("{:<20}{score:>4} {}", name(seat), one.what),
            parts => {
                // What it comes from first: "11 battles" would be a count of battles.
                let parts: Vec<_> =
                    parts.iter().map(|part| format!("{} {:+}", part.what, part.points)).collect();
                format!("{:<20}{score:>4} {points}: {}", name(seat), parts.join(", "))
            }
        };
        let _ = writeln!(text, "  {}", text::wrap(&line, width.saturating_sub(2), 6));
    }
    text
}

/// Replays a file.
pub fn run(args: &Args, out: &mut dyn Write) -> Done {
    let text = files::read(&args.file)?;
    let game = files::game(&args.file, &text)?;
    on_game::run(&game, &Replayed { args, text }, out)
}

#[cfg(test)]
mod tests {
    use table::{BySeat, SeatSet};

    use super::*;

    #[test]
    fn the_end_counts_what_was_counted_and_fits_the_screen() {
        let names = ["human".to_owned(), "fair".to_owned()];
        let (ann, bob) = (Seat::new(0), Seat::new(1));
        let mut outcome = Outcome {
            winners: SeatSet::one(bob),
            scores: BySeat::default(),
            reason: "the last battle is won",
        };
        let told = ending(&names, Some(ann), &outcome, &[], 80);
        assert_eq!(told, "The game is over: the last battle is won. B (fair) wins.\n");
        (outcome.scores[ann], outcome.scores[bob]) = (3, 4);
        assert!(
            ending(&names, Some(ann), &outcome, &[], 80).ends_with("  B (fair)               4 points\n")
        );
        let part = |what: &'static str, points: i32| Part { what: what.into(), points };
        let parts =
            |one: i32| vec![part("battles", one), part("lairs", 1), part("quests", 1), part("cards", 1)];
        let told = ending(&names, Some(ann), &outcome, &[parts(0), parts(1)], 40);
        assert!(told.contains("cards +1") && told.lines().all(|line| line.chars().count() <= 40), "{told}");
    }
}
