//! `--shard I/N` and `merge FILES…`: a measurement in parts, by several machines.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use lab::{Found, Part, PartFile, Spec};

use super::{balance, tournament};
use crate::failure::{Done, Failure, usage};
use crate::files;
use crate::on_game::{self, OnGame, Playable};
use crate::text::{self, count};

/// The arguments of `merge`.
#[derive(clap::Args)]
pub struct Args {
    /// The files of all parts, in any order.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print JSON.
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print a tournament's players as comma-separated values.
    #[arg(long)]
    csv: bool,
    /// Write a balance's page with plots to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

fn told(error: &lab::LabError) -> Failure {
    Failure::Usage(error.to_string())
}

/// Plays a part into its file, and goes on from what the file holds.
pub fn play<G: Playable>(spec: &Spec, part: Part, path: &Path, jobs: usize, out: &mut dyn Write) -> Done {
    let name = path.display().to_string();
    let text = if path.exists() { files::read(path)? } else { String::new() };
    let heading = spec.heading(part);
    let known = match text.lines().next() {
        None => Vec::new(),
        Some(first) if first == heading => {
            PartFile::read(&name, &text).map_err(|error| told(&error))?.lines().to_vec()
        }
        Some(_) => return usage(format!("{name} holds something else: choose another name")),
    };
    let cant = |error: std::io::Error| Failure::Usage(format!("{name} can't be written: {error}"));
    let mut file = OpenOptions::new().append(true).create(true).open(path).map_err(cant)?;
    if text.is_empty() {
        writeln!(file, "{heading}").map_err(cant)?;
    } else if !text.ends_with('\n') {
        // A line cut off by a crash is played again.
        writeln!(file).map_err(cant)?;
    }
    let (file, fault) = (Mutex::new((file, known.len() as u64)), Mutex::new(None));
    let tell = |line: &str| {
        if let Ok(mut file) = file.lock() {
            match writeln!(file.0, "{line}") {
                Ok(()) => file.1 += 1,
                Err(error) => {
                    if let Ok(mut fault) = fault.lock() {
                        fault.get_or_insert(error);
                    }
                }
            }
        }
    };
    spec.play::<G>(part, &known, jobs, &tell).map_err(|error| told(&error))?;
    if let Some(error) = fault.into_inner().ok().flatten() {
        return Err(cant(error));
    }
    let games = file.into_inner().map_or(0, |(_, games)| games);
    writeln!(out, "{part}: {} in {name}", count(games, "game"))?;
    Ok(())
}

struct Merged<'a> {
    args: &'a Args,
    parts: Vec<PartFile>,
}

impl OnGame for Merged<'_> {
    fn on<G: Playable>(&self, out: &mut dyn Write) -> Done {
        let found = lab::merge::<G>(&self.parts).map_err(|error| told(&error))?;
        if let (Some(path), Found::Balance(findings)) = (&self.args.html, &found) {
            std::fs::write(path, lab::page(findings, None))
                .map_err(|error| Failure::Usage(format!("{} can't be written: {error}", path.display())))?;
        }
        match (&found, self.args.json, self.args.csv) {
            (found, true, _) => text::json(out, found),
            (Found::Tournament(report), false, true) => Ok(write!(out, "{}", report.csv())?),
            (Found::Tournament(report), false, false) => tournament::print(report, out),
            (Found::Balance(findings), false, _) => balance::print(findings, out),
            (Found::Lots(worths), false, _) => balance::print_worths(worths, out),
        }
    }
}

/// Puts parts together and prints what one run would have printed.
pub fn run(args: &Args, out: &mut dyn Write) -> Done {
    let read = |path: &PathBuf| {
        PartFile::read(&path.display().to_string(), &files::read(path)?).map_err(|error| told(&error))
    };
    let parts = args.files.iter().map(read).collect::<Result<Vec<_>, Failure>>()?;
    let game = parts.first().map(|part| part.spec().game.clone()).unwrap_or_default();
    on_game::run(&game, &Merged { args, parts }, out)
}
