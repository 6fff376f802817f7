//! `cargo xtask`: everything that must pass, the rules that nothing cites, and instruction counts.

mod count;
mod gloria;
mod python;
mod steps;
mod test;
mod uncited;
mod unrun;
mod words;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// What developers run.
#[derive(Parser)]
#[command(name = "cargo xtask", max_term_width = 100)]
struct Xtask {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Everything that must pass.
    Test,
    /// What is worth running after every change: format, lints, the quick tests, uncited rules.
    Quick,
    /// The numbered rules and rulings that no scenario and no test cites.
    Uncited,
    /// Write the pages of every sentence a player can meet, docs/words, or check them.
    Words(words::Args),
    /// The Python package and its suites alone; the library is built if need be.
    Python,
    /// Instructions per decision of fixed random games, which a noisy machine does not change; needs valgrind.
    Count(count::Args),
}

/// The folder of the workspace.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}

fn main() -> ExitCode {
    let done = match Xtask::parse().command {
        Command::Test => test::run(&root()),
        Command::Quick => test::quick(&root()),
        Command::Uncited => uncited::run(&root()),
        Command::Words(args) => words::run(&args, &root()),
        Command::Python => python::all(&root()),
        Command::Count(args) => count::run(&args, &root()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}
