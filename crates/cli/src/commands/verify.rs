//! `verify FILE`: is this record what was played, and was it drawn fairly?

use std::io::Write;
use std::path::PathBuf;

use serde::Serialize;

use crate::failure::{Done, Failure};
use crate::files;
use crate::on_game::{self, OnGame, Playable};
use crate::text::{self, count};

/// The arguments of `verify`.
#[derive(clap::Args)]
pub struct Args {
    /// The record.
    file: PathBuf,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

struct Checked<'a> {
    args: &'a Args,
    text: String,
}

#[derive(Serialize)]
struct Report {
    game: &'static str,
    /// Decisions and undos in the log.
    entries: usize,
    over: bool,
    /// Every line is linked to the one before, legal, and replays to the state it did.
    chain: bool,
    /// Whether every draw comes from the seed; null while the seed is not told.
    seed: Option<bool>,
}

impl OnGame for Checked<'_> {
    fn on<G: Playable>(&self, out: &mut dyn Write) -> Done {
        let file = self.args.file.display();
        let record = files::record::<G>(&self.args.file, &self.text)?;
        let drawn = record.seed().map(|_| record.check_seed());
        let entries = record.entries().len();
        let over = record.is_over();
        if self.args.json {
            let seed = drawn.as_ref().map(Result::is_ok);
            text::json(out, &Report { game: G::INFO.name, entries, over, chain: true, seed })?;
        } else {
            let length = if entries == 1 { "1 entry".to_owned() } else { count(entries as u64, "entrie") };
            let state = if over { "finished" } else { "not finished" };
            writeln!(out, "{file}: {}, {length}, {state}", G::INFO.title)?;
            writeln!(
                out,
                "  chain   every line is linked to the one before it, legal, and replays as written"
            )?;
            match &drawn {
                Some(Ok(())) => {
                    writeln!(out, "  draws   every draw comes from the seed committed to at the start")?;
                }
                Some(Err(message)) => writeln!(out, "  draws   {message}")?,
                None => writeln!(out, "  draws   not checked: the seed is not told in this file")?,
            }
        }
        drawn.unwrap_or(Ok(())).map_err(|message| Failure::Check(format!("{file}: {message}")))
    }
}

/// Verifies a file.
pub fn run(args: &Args, out: &mut dyn Write) -> Done {
    let text = files::read(&args.file)?;
    let game = files::game(&args.file, &text)?;
    on_game::run(&game, &Checked { args, text }, out)
}
