//! `games`: what can be played, and what can be chosen.

use std::io::Write;

use serde::Serialize;
use table::Rulebook;

use crate::failure::Done;
use crate::on_game::{self, OnGame, Playable};
use crate::text;

/// The arguments of `games`.
#[derive(clap::Args)]
pub struct Args {
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Listed {
    name: &'static str,
    title: &'static str,
    summary: &'static str,
    players: Range,
    rules_version: u32,
    options: Vec<Choice>,
}

#[derive(Serialize)]
struct Range {
    min: usize,
    max: usize,
}

#[derive(Serialize)]
struct Choice {
    name: &'static str,
    values: String,
    default: &'static str,
    meaning: &'static str,
}

fn listed<G: Playable>() -> Listed {
    let (min, max) = table::player_range::<G::Rules>();
    let choice = |spec: &table::OptionSpec| Choice {
        name: spec.name,
        values: spec.kind.to_string(),
        default: spec.default,
        meaning: spec.meaning,
    };
    Listed {
        name: G::INFO.name,
        title: G::INFO.title,
        summary: G::INFO.summary,
        players: Range { min, max },
        rules_version: G::INFO.rules_version,
        options: G::Rules::specs().iter().map(choice).collect(),
    }
}

/// The number of players in words: `2 to 5 players`.
pub fn player_range<G: Playable>() -> String {
    match table::player_range::<G::Rules>() {
        (1, 1) => "1 player".to_owned(),
        (low, high) if low == high => format!("{low} players"),
        (low, high) => format!("{low} to {high} players"),
    }
}

struct Shown;

impl OnGame for Shown {
    fn on<G: Playable>(&self, out: &mut dyn Write) -> Done {
        let width = text::width();
        writeln!(out, "{}  ({}, {})", G::INFO.name, G::INFO.title, player_range::<G>())?;
        writeln!(out, "  {}", text::wrap(G::INFO.summary, width - 2, 2))?;
        for option in listed::<G>().options {
            let line = format!("--set {}={}   (usually {})", option.name, option.values, option.default);
            writeln!(out, "    {}", text::wrap(&line, width - 4, 10))?;
            writeln!(out, "        {}", text::wrap(option.meaning, width - 8, 8))?;
        }
        writeln!(out)?;
        Ok(())
    }
}

/// Writes the game's entry into a JSON list that is printed when all are in.
struct Collected(std::cell::RefCell<Vec<Listed>>);

impl OnGame for Collected {
    fn on<G: Playable>(&self, _: &mut dyn Write) -> Done {
        self.0.borrow_mut().push(listed::<G>());
        Ok(())
    }
}

/// Lists the games.
pub fn run(args: &Args, out: &mut dyn Write) -> Done {
    if !args.json {
        return on_game::run_all(&Shown, out);
    }
    let collected = Collected(std::cell::RefCell::default());
    on_game::run_all(&collected, out)?;
    text::json(out, &collected.0.into_inner())
}
