//! `cargo xtask`: everything that must pass, the rules that nothing cites, and instruction counts.

mod api;
mod count;
mod gloria;
mod package;
mod python;
mod release;
mod shipped;
mod steps;
mod test;
mod training;
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
    /// Check the licences and sources of everything we depend on against deny.toml, or print the list of what is in the binary (SBOM).
    Shipped(ShippedArgs),
    /// Make everything that is given to people, in dist: static binary, Debian package, list of what is inside, checksums.
    Release,
    /// Install, start, upgrade and remove the Debian package of a binary, and start it where there is nothing else.
    Trials {
        /// The binary.
        binary: String,
    },
    /// Look at the tables in a real browser: `gallery` (pictures of every page at every size, compared with the committed ones), `cut` (what
    /// can't be read at any size), `frames` (how smoothly a phone shows events, and how soon a table is there).
    Screens {
        /// What is looked at, and its arguments.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<String>,
    },
    /// Instructions per decision of fixed random games, which a noisy machine does not change; needs valgrind.
    Count(count::Args),
}

/// What to tell of what is shipped.
#[derive(clap::Args)]
struct ShippedArgs {
    /// Print the list of what is in the binary, as JSON of `CycloneDX`.
    #[arg(long)]
    sbom: bool,
}

/// The folder of the workspace.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}

/// Runs the program that looks at the tables.
fn screens(root: &Path, words: &[String]) -> Result<(), String> {
    let run = ["cargo", "run", "--quiet", "--package", "gloria-browser", "--bin", "screens", "--"];
    let words: Vec<&str> = run.into_iter().chain(words.iter().map(String::as_str)).collect();
    steps::run(root, &words)
}

fn main() -> ExitCode {
    let done = match Xtask::parse().command {
        Command::Test => test::run(&root()),
        Command::Quick => test::quick(&root()),
        Command::Uncited => uncited::run(&root()),
        Command::Words(args) => words::run(&args, &root()),
        Command::Python => python::all(&root()),
        Command::Shipped(args) if args.sbom => {
            shipped::sbom(&root(), release::TARGET).map(|list| print!("{list}"))
        }
        Command::Shipped(_) => shipped::check(&root()).map(|said| print!("{said}")),
        Command::Release => release::run(&root()),
        Command::Trials { binary } => package::trials(&root(), &binary).map(|said| print!("{said}")),
        Command::Screens { words } => screens(&root(), &words),
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
