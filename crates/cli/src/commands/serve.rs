//! `serve`: the tables in the browser.

use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use ipnet::IpNet;
use store::Database;
use web::{Config, Hooks, Keeping, Log, LogFormat, Noticing, Quotas, Service, Serving, Site};

use crate::failure::{Done, Failure};
use crate::settings::{self, InForce};

/// Where the database is when nothing is said.
pub const DATABASE: &str = "gloria.db";

/// What names the database where no option does: an address may hold a password, which others on this machine could read among the
/// arguments.
pub const ENV: &str = "GLORIA_DATABASE";

/// The arguments of `serve`. Each but the first two is a setting: an option, a variable of the environment and a key of the
/// configuration file, all by one name (`settings`).
#[derive(clap::Args)]
pub struct Args {
    /// Print the settings in force and where each comes from, and end.
    #[arg(long)]
    check: bool,
    /// Print a configuration file with every setting and its default, and end.
    #[arg(long)]
    example: bool,
    /// The address to listen at.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080", value_parser = listening)]
    listen: SocketAddr,
    /// The database: a SQLite file, made if it is not there and for one server alone; or a PostgreSQL one, which any number of
    /// servers may share, as `postgres://user:password@host/name` (docs/operating.md).
    #[arg(long, env = ENV, hide_env_values = true, value_name = "DATABASE", default_value = DATABASE)]
    database: Database,
    /// A proxy that is believed when it says for whom it asks (X-Forwarded-For, -Proto, -Host, or Forwarded): its address, or a
    /// network as 10.0.0.0/8. May be given several times.
    #[arg(long, value_name = "ADDRESS", value_parser = proxy, value_delimiter = ',')]
    proxy: Vec<IpNet>,
    /// A word that names may not have in them, and that is left out of what is said. May be given several times.
    #[arg(long, value_name = "WORD", value_delimiter = ',')]
    word: Vec<String>,
    /// The address people know the server by, as `https://play.example.org`, where proxies do not say it.
    #[arg(long, value_name = "URL", value_parser = Site::read)]
    site: Option<Site>,
    /// A second address to listen at, for whoever runs the server: /healthz, /readyz and /metrics are answered there, to anybody who
    /// reaches it, and nothing else. Nowhere where nothing is said.
    #[arg(long, value_name = "ADDRESS", value_parser = listening)]
    status: Option<SocketAddr>,
    /// What is logged on the standard error output: nothing; what went wrong on our side; that and everything that could change
    /// something; every request.
    #[arg(long, value_name = "LEVEL", default_value = "warn", value_parser = log_level())]
    log: Log,
    /// How a line of the log is written: for people, or one JSON object for programs.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = log_format())]
    log_format: LogFormat,
    /// Whether the log says from which address each request came: true or false.
    #[arg(long, value_name = "YES", default_value = "false", num_args = 0..=1, default_missing_value = "true", value_parser = clap::value_parser!(bool), action = clap::ArgAction::Set)]
    log_addresses: bool,
    #[command(flatten)]
    bots: Bots,
    #[command(flatten)]
    notices: Notices,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    keeping: Days,
    /// The settings in force, for `--check`.
    #[arg(skip)]
    pub in_force: Vec<InForce>,
}

/// How bots play.
#[derive(clap::Args)]
#[command(next_help_heading = "Bots")]
struct Bots {
    /// How long bots wait before they decide, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = Config::default().pace.as_millis() as u64)]
    pace: u64,
    /// Threads that think for bots who look well ahead; one more thinks for the others. One less than there are cores where nothing
    /// is said.
    #[arg(long, value_name = "N")]
    thinkers: Option<usize>,
    /// Bots that keep what they have thought of between their decisions, up to about 10 MB each.
    #[arg(long, value_name = "N", default_value_t = Config::default().minds)]
    minds: usize,
}

/// How those who are not there are told that it is their turn.
#[derive(clap::Args)]
#[command(next_help_heading = "Notices")]
struct Notices {
    /// A push service besides those of the browsers: a host as push.example.org, *.example.org for all below it, or an origin as
    /// `http://10.0.0.5:8080`, which may also lie in the server's own network. May be given several times.
    #[arg(long, value_name = "SERVICE", value_parser = Service::read, value_delimiter = ',')]
    push_service: Vec<Service>,
    /// Whom push services may ask about this server: a mail address as mailto:me@example.org, or a page. The server's own address where
    /// nothing is said.
    #[arg(long, value_name = "URL", value_parser = contact)]
    push_contact: Option<String>,
    /// Whether players may name an address of their own, a webhook or a topic of ntfy, that is told too: true or false. Nothing in the
    /// server's own network is reached by it, unless it is named as a push service.
    #[arg(long, value_name = "YES", default_value = "false", num_args = 0..=1, default_missing_value = "true", value_parser = clap::value_parser!(bool), action = clap::ArgAction::Set)]
    webhooks: bool,
}

impl Notices {
    fn noticing(&self) -> Noticing {
        Noticing {
            services: self.push_service.clone(),
            hooks: if self.webhooks { Hooks::On } else { Hooks::Off },
            contact: self.push_contact.clone(),
            ..Noticing::default()
        }
    }
}

/// Whom somebody may ask.
fn contact(text: &str) -> Result<String, String> {
    let fits = text.starts_with("mailto:") || text.starts_with("https://");
    let wrong =
        || format!("'{text}' is nobody to ask: expected mailto:me@example.org or https://example.org");
    if fits && text.is_ascii() { Ok(text.to_owned()) } else { Err(wrong()) }
}

/// What each may take.
#[derive(clap::Args)]
#[command(next_help_heading = "Limits")]
struct Limits {
    /// Posts a second that one guest may make.
    #[arg(long, value_name = "N", default_value_t = Config::default().posts, value_parser = at_least_one())]
    posts: u32,
    /// Requests a second that one address may make. An IPv6 address counts by its network (/64), here and below.
    #[arg(long, value_name = "N", default_value_t = Config::default().requests, value_parser = at_least_one())]
    requests: u32,
    /// Lines of chat a minute that one guest may say.
    #[arg(long, value_name = "N", default_value_t = Config::default().lines, value_parser = at_least_one())]
    lines: u32,
    /// Connections, all together: 12000 where nothing is said, or a fifth more than `streams` if that is more.
    #[arg(long, value_name = "N")]
    connections: Option<usize>,
    /// Connections of one address. Those of believed proxies are not counted.
    #[arg(long, value_name = "N", default_value_t = Config::default().connections_address)]
    connections_per_address: usize,
    /// Open pages that are kept up to date, all together.
    #[arg(long, value_name = "N", default_value_t = Config::default().streams)]
    streams: usize,
    /// Open pages of one address.
    #[arg(long, value_name = "N", default_value_t = Config::default().streams_address)]
    streams_per_address: usize,
    /// Open pages of one guest.
    #[arg(long, value_name = "N", default_value_t = Config::default().streams_guest)]
    streams_per_guest: usize,
    /// Tables an hour that one guest may open; four times as many from one address.
    #[arg(long, value_name = "N", default_value_t = Config::default().quotas.tables, value_parser = at_least_one())]
    tables: u32,
    /// Tables under way that one guest may sit at when opening another.
    #[arg(long, value_name = "N", default_value_t = Config::default().quotas.tables_guest)]
    tables_per_guest: usize,
    /// Tables under way that were opened from one address, as far as this server knows since it started.
    #[arg(long, value_name = "N", default_value_t = Config::default().quotas.tables_address)]
    tables_per_address: usize,
    /// Kilobytes of chat an hour that one guest may write.
    #[arg(long, value_name = "KB", default_value_t = Config::default().quotas.chat, value_parser = at_least_one())]
    chat_size: u32,
    /// Names an hour that one guest may choose.
    #[arg(long, value_name = "N", default_value_t = Config::default().quotas.names, value_parser = at_least_one())]
    names: u32,
    /// Records an hour that may be opened from one address.
    #[arg(long, value_name = "N", default_value_t = Config::default().quotas.uploads, value_parser = at_least_one())]
    uploads: u32,
    /// Kilobytes of records an hour that may be opened from one address.
    #[arg(long, value_name = "KB", default_value_t = Config::default().quotas.upload_address, value_parser = at_least_one())]
    uploads_size_per_address: u32,
    /// Megabytes of all opened records together.
    #[arg(long, value_name = "MB", default_value_t = Config::default().quotas.upload_bytes >> 20)]
    uploads_size: u64,
    /// Problem reports an hour from one guest; four times as many from one address.
    #[arg(long, value_name = "N", default_value_t = Config::default().quotas.reports, value_parser = at_least_one())]
    reports: u32,
    /// Megabytes of all problem reports together.
    #[arg(long, value_name = "MB", default_value_t = Config::default().quotas.report_bytes >> 20)]
    reports_size: u64,
}

/// How long things are kept, in days; 0 for ever.
#[derive(clap::Args)]
#[command(next_help_heading = "How long things are kept, in days (0: for ever)")]
struct Days {
    /// Opened records.
    #[arg(long, value_name = "DAYS", default_value_t = days(Config::default().keeping.uploads))]
    keep_uploads: u64,
    /// Problem reports.
    #[arg(long, value_name = "DAYS", default_value_t = days(Config::default().keeping.reports))]
    keep_reports: u64,
    /// Finished tables as they are, since anything last happened at them. Older ones are archived: kept compressed, found and shown as
    /// before.
    #[arg(long, value_name = "DAYS", default_value_t = days(Config::default().keeping.finished))]
    archive_finished: u64,
    /// Unfinished tables as they are, since anything last happened at them. Older ones are archived too: they leave the lists and come
    /// back with the next move, for whoever has the link.
    #[arg(long, value_name = "DAYS", default_value_t = days(Config::default().keeping.abandoned))]
    archive_abandoned: u64,
    /// Tables, finished or not, archived or not, since anything last happened at them. Older ones are removed and gone.
    #[arg(long, value_name = "DAYS", default_value_t = days(Config::default().keeping.tables))]
    keep_tables: u64,
}

const DAY: u64 = 86_400;

/// A time in days; 0 where it is for ever.
fn days(time: Option<Duration>) -> u64 {
    time.map_or(0, |time| time.as_secs() / DAY)
}

/// A number of which 0 would make the server useless.
fn at_least_one() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..)
}

/// How much is logged, by the names that are usual elsewhere; ours of before are still understood.
fn log_level() -> impl TypedValueParser<Value = Log> {
    let names = [("off", "quiet"), ("warn", "faults"), ("info", "changes"), ("debug", "all")];
    let values = names.map(|(name, before)| PossibleValue::new(name).alias(before));
    PossibleValuesParser::new(values).map(|name| match name.as_str() {
        "off" | "quiet" => Log::Quiet,
        "warn" | "faults" => Log::Faults,
        "info" | "changes" => Log::Changes,
        _ => Log::All,
    })
}

fn log_format() -> impl TypedValueParser<Value = LogFormat> {
    PossibleValuesParser::new(["text", "json"])
        .map(|name| if name == "json" { LogFormat::Json } else { LogFormat::Text })
}

/// An address to listen at.
fn listening(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| {
        format!("'{text}' is no address to listen at: expected one like 127.0.0.1:8080 or [::]:80")
    })
}

/// A proxy's address or network.
fn proxy(text: &str) -> Result<IpNet, String> {
    let one = |address: IpAddr| IpNet::from(address);
    text.parse::<IpNet>().or_else(|_| text.parse::<IpAddr>().map(one)).map_err(|_| {
        format!("'{text}' is no address of a proxy: expected one like 127.0.0.1, ::1 or 10.0.0.0/8")
    })
}

impl Days {
    fn keeping(&self) -> Keeping {
        let time = |days: u64| (days > 0).then(|| Duration::from_secs(days.saturating_mul(DAY)));
        Keeping {
            uploads: time(self.keep_uploads),
            reports: time(self.keep_reports),
            finished: time(self.archive_finished),
            abandoned: time(self.archive_abandoned),
            tables: time(self.keep_tables),
        }
    }
}

impl Limits {
    fn quotas(&self) -> Quotas {
        let megabytes = |size: u64| size.saturating_mul(1 << 20);
        Quotas {
            tables: self.tables,
            tables_guest: self.tables_per_guest,
            tables_address: self.tables_per_address,
            chat: self.chat_size,
            names: self.names,
            uploads: self.uploads,
            upload_address: self.uploads_size_per_address,
            upload_bytes: megabytes(self.uploads_size),
            reports: self.reports,
            report_bytes: megabytes(self.reports_size),
        }
    }
}

fn config(args: &Args) -> Config {
    let usual = Config::default();
    let (bots, limits) = (&args.bots, &args.limits);
    let streams = limits.streams;
    Config {
        pace: Duration::from_millis(bots.pace),
        thinkers: bots.thinkers.unwrap_or(usual.thinkers),
        minds: bots.minds,
        posts: limits.posts,
        requests: limits.requests,
        lines: limits.lines,
        streams,
        streams_address: limits.streams_per_address,
        streams_guest: limits.streams_per_guest,
        // Every open page is a connection, and there must be some left for what they ask.
        connections: limits
            .connections
            .unwrap_or_else(|| usual.connections.max(streams.saturating_add(streams / 5))),
        connections_address: limits.connections_per_address,
        quotas: limits.quotas(),
        keeping: args.keeping.keeping(),
        notices: args.notices.noticing(),
        proxies: args.proxy.clone(),
        words: args.word.clone(),
        site: args.site.clone(),
        status: args.status,
        log: args.log,
        log_format: args.log_format,
        log_addresses: args.log_addresses,
        ..usual
    }
}

/// Serves until interrupted.
pub fn run(args: &Args, out: &mut dyn Write) -> Done {
    if args.example {
        return Ok(out.write_all(settings::example(&args.in_force).as_bytes())?);
    }
    if args.check {
        return settings::show(&args.in_force, out);
    }
    games::read_nets().map_err(|error| Failure::Usage(error.to_string()))?;
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
    use clap::Parser as _;

    use super::*;

    #[derive(clap::Parser)]
    struct Alone {
        #[command(flatten)]
        args: Args,
    }

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
        for wrong in [
            "serve --proxy everybody",
            "serve --site play.example.org",
            "serve --posts 0",
            "serve --listen 80",
        ] {
            assert!(Alone::try_parse_from(wrong.split(' ')).is_err(), "{wrong}");
        }
    }
}
