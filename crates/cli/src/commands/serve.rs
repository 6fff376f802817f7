//! `serve`: the tables in the browser.

use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use web::{Config, Log, Serving};

use crate::failure::{Done, Failure};

/// Where the database is when nothing is said.
pub const DATABASE: &str = "gloria.db";

/// The arguments of `serve`.
#[derive(clap::Args)]
pub struct Args {
    /// The address to listen at.
    #[arg(long, default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// The database file; it is made if it is not there.
    #[arg(long, default_value = DATABASE)]
    database: PathBuf,
    /// How long bots wait before they decide, in milliseconds.
    #[arg(long, value_name = "MS")]
    pace: Option<u64>,
    /// Posts a second that one guest may make.
    #[arg(long)]
    posts: Option<u32>,
    /// Requests a second that one address may make.
    #[arg(long)]
    requests: Option<u32>,
    /// What is logged, one JSON object a line on the standard error output: quiet, faults, changes or all.
    #[arg(long, default_value = "faults", value_parser = ["quiet", "faults", "changes", "all"])]
    log: String,
}

impl Default for Args {
    fn default() -> Self {
        let listen = SocketAddr::from(([127, 0, 0, 1], 8080));
        Self {
            listen,
            database: PathBuf::from(DATABASE),
            pace: None,
            posts: None,
            requests: None,
            log: "faults".to_owned(),
        }
    }
}

/// Serves until interrupted.
pub fn run(args: &Args, out: &mut dyn Write) -> Done {
    let usual = Config::default();
    let config = Config {
        pace: args.pace.map_or(usual.pace, Duration::from_millis),
        posts: args.posts.unwrap_or(usual.posts),
        requests: args.requests.unwrap_or(usual.requests),
        log: Log::named(&args.log).unwrap_or(usual.log),
        ..usual
    };
    let serving = Serving { address: args.listen, database: args.database.clone(), config };
    let ready = |address: SocketAddr| {
        // Nobody may be reading; the server serves all the same.
        let _ = writeln!(
            out,
            "Gloria is at http://{address}   (Ctrl-C stops it; 'gloria --help' lists all commands)"
        );
        let _ = out.flush();
    };
    web::serve(&serving, ready).map_err(Failure::Usage)
}
