//! `think`: bots and hints for servers that share a PostgreSQL database.

use std::io::Write;
use std::time::Duration;

use store::Database;
use web::{Config, Thinker};

use super::serve::ENV;
use crate::failure::{Done, Failure};

/// The arguments of `think`.
#[derive(clap::Args)]
pub struct Args {
    /// The PostgreSQL database that the servers share, as `postgres://user:password@host/name` (docs/operating.md).
    #[arg(long, env = ENV, hide_env_values = true)]
    database: Database,
    /// Threads that think for bots who look well ahead; one more thinks for the others. As many as there are cores, less one, where
    /// nothing is said.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Bots that keep what they have thought of between their decisions, up to about 10 MB each.
    #[arg(long, value_name = "N")]
    minds: Option<usize>,
    /// How long bots wait before they decide, in milliseconds, after a decision made here.
    #[arg(long, value_name = "MS")]
    pace: Option<u64>,
    /// How long others wait for this process without a sign of life before they think in its place, in milliseconds.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(100..))]
    lease: Option<u64>,
}

fn config(args: &Args) -> Config {
    let usual = Config::default();
    Config {
        thinkers: args.threads.map_or(usual.thinkers, usize::from).max(1),
        minds: args.minds.unwrap_or(usual.minds),
        pace: args.pace.map_or(usual.pace, Duration::from_millis),
        lease: args.lease.map_or(usual.lease, Duration::from_millis),
        ..usual
    }
}

/// Thinks until interrupted.
pub fn run(args: &Args, out: &mut dyn Write) -> Done {
    games::read_nets().map_err(|error| Failure::Usage(error.to_string()))?;
    let thinker = Thinker { database: args.database.clone(), config: config(args) };
    let threads = thinker.config.thinkers;
    let ready = |name: &str| {
        // Nobody may be reading; it thinks all the same.
        let _ = writeln!(out, "Gloria thinks with {threads} + 1 threads as {name}   (Ctrl-C stops it)");
        let _ = out.flush();
    };
    web::think(&thinker, ready).map_err(|error| Failure::Usage(error.to_string()))
}
