//! `serve`: the tables in the browser.

use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use clap::Parser as _;
use ipnet::IpNet;
use store::Database;
use web::{Config, Keeping, Log, Quotas, Serving, Site};

use crate::failure::{Done, Failure};

/// Where the database is when nothing is said.
pub const DATABASE: &str = "gloria.db";

/// What names the database where no option does: an address may hold a password, which others on this machine could read among the
/// arguments.
pub const ENV: &str = "GLORIA_DATABASE";

/// The arguments of `serve`.
#[derive(clap::Args)]
pub struct Args {
    /// The address to listen at.
    #[arg(long, default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// The database: a SQLite file, made if it is not there and for one server alone; or a PostgreSQL one, which any number of
    /// servers may share, as `postgres://user:password@host/name` (docs/operating.md).
    #[arg(long, env = ENV, hide_env_values = true, default_value = DATABASE)]
    database: Database,
    /// How long bots wait before they decide, in milliseconds.
    #[arg(long, value_name = "MS")]
    pace: Option<u64>,
    /// What is logged, one JSON object a line on the standard error output: quiet, faults, changes or all.
    #[arg(long, default_value = "faults", value_parser = ["quiet", "faults", "changes", "all"])]
    log: String,
    /// Threads that think for bots who look well ahead; one more thinks for the others.
    #[arg(long, value_name = "N")]
    thinkers: Option<usize>,
    /// Bots that keep what they have thought of between their decisions, up to about 10 MB each.
    #[arg(long, value_name = "N")]
    minds: Option<usize>,
    /// A proxy that is believed when it says for whom it asks (X-Forwarded-For, -Proto, -Host, or Forwarded): its address, or a
    /// network as 10.0.0.0/8. May be given several times.
    #[arg(long, value_name = "ADDRESS", value_parser = proxy)]
    proxy: Vec<IpNet>,
    /// The address people know the server by, as `https://play.example.org`, where proxies do not say it.
    #[arg(long, value_name = "URL", value_parser = Site::read)]
    site: Option<Site>,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    keeping: Days,
}

/// What each may take.
#[derive(clap::Args)]
#[command(next_help_heading = "Limits")]
struct Limits {
    /// Posts a second that one guest may make.
    #[arg(long, value_name = "N")]
    posts: Option<u32>,
    /// Requests a second that one address may make. An IPv6 address counts by its network (/64), here and below.
    #[arg(long, value_name = "N")]
    requests: Option<u32>,
    /// Lines of chat a minute that one guest may say.
    #[arg(long, value_name = "N")]
    lines: Option<u32>,
    /// Connections, all together.
    #[arg(long, value_name = "N")]
    connections: Option<usize>,
    /// Connections of one address.
    #[arg(long, value_name = "N")]
    connections_per_address: Option<usize>,
    /// Open pages that are kept up to date, all together.
    #[arg(long, value_name = "N")]
    streams: Option<usize>,
    /// Open pages of one address.
    #[arg(long, value_name = "N")]
    streams_per_address: Option<usize>,
    /// Open pages of one guest.
    #[arg(long, value_name = "N")]
    streams_per_guest: Option<usize>,
    /// Tables an hour that one guest may open; four times as many from one address.
    #[arg(long, value_name = "N")]
    tables: Option<u32>,
    /// Records an hour that may be opened from one address.
    #[arg(long, value_name = "N")]
    uploads: Option<u32>,
    /// Megabytes of all opened records together.
    #[arg(long, value_name = "MB")]
    uploads_size: Option<u64>,
    /// Problem reports an hour from one guest; four times as many from one address.
    #[arg(long, value_name = "N")]
    reports: Option<u32>,
    /// Megabytes of all problem reports together.
    #[arg(long, value_name = "MB")]
    reports_size: Option<u64>,
}

/// How long things are kept, in days; 0 for ever.
#[allow(clippy::struct_field_names)] // They are the options' names.
#[derive(clap::Args)]
#[command(next_help_heading = "How long things are kept, in days (0: for ever)")]
struct Days {
    /// Opened records: 90 if nothing is said.
    #[arg(long, value_name = "DAYS")]
    keep_uploads: Option<u64>,
    /// Problem reports: 365 if nothing is said.
    #[arg(long, value_name = "DAYS")]
    keep_reports: Option<u64>,
    /// Tables, finished or not, since anything last happened at them: for ever if nothing is said.
    #[arg(long, value_name = "DAYS")]
    keep_tables: Option<u64>,
}

/// A proxy's address or network.
fn proxy(text: &str) -> Result<IpNet, String> {
    let one = |address: IpAddr| IpNet::from(address);
    text.parse::<IpNet>().or_else(|_| text.parse::<IpAddr>().map(one)).map_err(|_| {
        format!("'{text}' is no address of a proxy: expected one like 127.0.0.1, ::1 or 10.0.0.0/8")
    })
}

#[derive(clap::Parser)]
struct Alone {
    #[command(flatten)]
    args: Args,
}

impl Default for Args {
    fn default() -> Self {
        Alone::parse_from(["serve"]).args
    }
}

impl Days {
    fn keeping(&self, usual: Keeping) -> Keeping {
        let days = |asked: Option<u64>, usual: Option<Duration>| match asked {
            None => usual,
            Some(0) => None,
            Some(days) => Some(Duration::from_secs(days.saturating_mul(86_400))),
        };
        Keeping {
            uploads: days(self.keep_uploads, usual.uploads),
            reports: days(self.keep_reports, usual.reports),
            tables: days(self.keep_tables, usual.tables),
        }
    }
}

impl Limits {
    fn quotas(&self, usual: Quotas) -> Quotas {
        let megabytes =
            |asked: Option<u64>, usual: u64| asked.map_or(usual, |size| size.saturating_mul(1 << 20));
        Quotas {
            tables: self.tables.unwrap_or(usual.tables),
            uploads: self.uploads.unwrap_or(usual.uploads),
            upload_bytes: megabytes(self.uploads_size, usual.upload_bytes),
            reports: self.reports.unwrap_or(usual.reports),
            report_bytes: megabytes(self.reports_size, usual.report_bytes),
        }
    }
}

fn config(args: &Args) -> Config {
    let usual = Config::default();
    let limits = &args.limits;
    let streams = limits.streams.unwrap_or(usual.streams);
    Config {
        pace: args.pace.map_or(usual.pace, Duration::from_millis),
        thinkers: args.thinkers.unwrap_or(usual.thinkers),
        minds: args.minds.unwrap_or(usual.minds),
        posts: limits.posts.unwrap_or(usual.posts),
        requests: limits.requests.unwrap_or(usual.requests),
        lines: limits.lines.unwrap_or(usual.lines),
        streams,
        streams_address: limits.streams_per_address.unwrap_or(usual.streams_address),
        streams_guest: limits.streams_per_guest.unwrap_or(usual.streams_guest),
        // Every open page is a connection, and there must be some left for what they ask.
        connections: limits.connections.unwrap_or_else(|| usual.connections.max(streams + streams / 5)),
        connections_address: limits.connections_per_address.unwrap_or(usual.connections_address),
        quotas: limits.quotas(usual.quotas),
        keeping: args.keeping.keeping(usual.keeping),
        proxies: args.proxy.clone(),
        site: args.site.clone(),
        log: Log::named(&args.log).unwrap_or(usual.log),
        ..usual
    }
}

/// Serves until interrupted.
pub fn run(args: &Args, out: &mut dyn Write) -> Done {
    let serving = Serving { address: args.listen, database: args.database.clone(), config: config(args) };
    let ready = |address: SocketAddr| {
        // Nobody may be reading; the server serves all the same.
        let _ = writeln!(
            out,
            "Gloria is at http://{address}   (Ctrl-C stops it; 'gloria --help' lists all commands)"
        );
        let _ = out.flush();
    };
    web::serve(&serving, ready).map_err(|error| Failure::Usage(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_set_and_the_rest_is_as_usual() {
        let words = "serve --proxy 127.0.0.1 --proxy 10.0.0.0/8 --site https://play.example.org --streams 50000 \
                     --keep-tables 30 --keep-uploads 0 --uploads-size 2 --tables 5";
        let config = config(&Alone::try_parse_from(words.split(' ')).ok().unwrap().args);
        assert_eq!(config.proxies.len(), 2);
        assert!(config.proxies[0].contains(&IpAddr::from([127, 0, 0, 1])));
        assert!(config.site.unwrap().secure);
        assert_eq!((config.streams, config.connections), (50_000, 60_000));
        assert_eq!(
            (config.keeping.tables, config.keeping.uploads),
            (Some(Duration::from_secs(2_592_000)), None)
        );
        assert_eq!((config.quotas.upload_bytes, config.quotas.tables), (2 << 20, 5));
        assert_eq!(config.requests, Config::default().requests);
        for wrong in ["serve --proxy everybody", "serve --site play.example.org"] {
            assert!(Alone::try_parse_from(wrong.split(' ')).is_err(), "{wrong}");
        }
    }
}
