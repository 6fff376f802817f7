//! How the server behaves: everything whoever runs it can set.

use std::net::SocketAddr;
use std::time::Duration;

use ipnet::IpNet;
use table::tongue::{English, Tongue};
use thiserror::Error;

use crate::notices::Noticing;
use crate::thinkers;

/// What is logged, on the standard error output.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Log {
    /// Nothing.
    Quiet,
    /// What went wrong on our side.
    Faults,
    /// That, and everything that could change something.
    Changes,
    /// Every request.
    All,
}

/// How a line of the log is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For programs: one JSON object.
    Json,
}

/// The address people know the server by, where that is not the one it is asked under.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site {
    /// Whether it is reached by HTTPS.
    pub secure: bool,
    /// Its host, with the port where it is not the usual one.
    pub host: String,
}

/// A text that is no address of a site.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{0}' is no address of a site: expected one like https://play.example.org")]
pub struct NoSite(pub String);

impl Site {
    /// The site of an address as `https://play.example.org`.
    pub fn read(text: &str) -> Result<Self, NoSite> {
        let wrong = || NoSite(text.to_owned());
        let (scheme, host) = text.trim_end_matches('/').split_once("://").ok_or_else(wrong)?;
        let plain = |letter: char| letter.is_ascii_alphanumeric() || ".-:[]".contains(letter);
        if !["http", "https"].contains(&scheme) || host.is_empty() || !host.chars().all(plain) {
            return Err(wrong());
        }
        Ok(Self { secure: scheme == "https", host: host.to_owned() })
    }
}

/// How much each may put on the disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quotas {
    /// Tables an hour that one guest may open; four times as many from one address.
    pub tables: u32,
    /// Records an hour that may be opened from one address.
    pub uploads: u32,
    /// Tables under way that one guest may sit at when opening another.
    pub tables_guest: usize,
    /// Tables under way that were opened from one address, at this server and since it started.
    pub tables_address: usize,
    /// Kilobytes of chat an hour of one guest.
    pub chat: u32,
    /// How often a guest may choose a name in an hour.
    pub names: u32,
    /// Kilobytes of records an hour that may be opened from one address.
    pub upload_address: u32,
    /// Bytes of all opened records together.
    pub upload_bytes: u64,
    /// Problem reports an hour from one guest; four times as many from one address.
    pub reports: u32,
    /// Bytes of all problem reports together.
    pub report_bytes: u64,
}

/// How long things are kept; for ever where nothing is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Keeping {
    /// Opened records.
    pub uploads: Option<Duration>,
    /// Problem reports.
    pub reports: Option<Duration>,
    /// Finished tables, since their last event, as they are; then they are archived.
    pub finished: Option<Duration>,
    /// Unfinished tables, since their last event, as they are and in lists; then they are archived.
    pub abandoned: Option<Duration>,
    /// Tables, finished or not, archived or not, since their last event; then they are gone.
    pub tables: Option<Duration>,
}

/// Where the luck of games and bots comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Luck {
    /// From the system: nobody can know it.
    #[default]
    Fresh,
    /// From this number, so that the same decisions lead to the same games. Whoever knows it knows every deal: for tests alone,
    /// and no option of the command sets it.
    Known(u64),
}

/// How the server behaves.
#[derive(Clone, Debug)]
pub struct Config {
    /// How long a bot waits before it decides, so that people can follow.
    pub pace: Duration,
    /// How long another server that should let a table's bots go on is given before this one does.
    pub patience: Duration,
    /// How many threads think for bots that look well ahead; one more thinks for the others.
    pub thinkers: usize,
    /// How long a thought that was claimed stays with whoever has claimed it, without a sign of life; where several think.
    pub lease: Duration,
    /// How many bots keep what they have thought of between their decisions.
    pub minds: usize,
    /// The level of bots where nobody says which.
    pub usual: &'static str,
    /// Posts a second that one guest may make over time.
    pub posts: u32,
    /// Requests a second that one address may make over time.
    pub requests: u32,
    /// Lines of chat a minute that one guest may say over time.
    pub lines: u32,
    /// The most open streams.
    pub streams: usize,
    /// The most open streams of one address.
    pub streams_address: usize,
    /// The most open streams of one guest.
    pub streams_guest: usize,
    /// The most connections.
    pub connections: usize,
    /// The most connections of one address.
    pub connections_address: usize,
    /// How long a request's head may take to arrive.
    pub head_time: Duration,
    /// How long a stream is quiet before it shows that it is still there.
    pub quiet: Duration,
    /// How long somebody who plays has no page of the table open before the others are told that they are away.
    pub away: Duration,
    /// How long open connections get to finish when the server stops.
    pub stop_time: Duration,
    /// How much each may put on the disk.
    pub quotas: Quotas,
    /// How long things are kept.
    pub keeping: Keeping,
    /// How those who are not there are told that it is their turn.
    pub notices: Noticing,
    /// Proxies that are believed when they say for whom they ask.
    pub proxies: Vec<IpNet>,
    /// The address people know the server by.
    pub site: Option<Site>,
    /// Where whoever runs the server is told how it is.
    pub status: Option<SocketAddr>,
    /// What is logged.
    pub log: Log,
    /// How a line of the log is written.
    pub log_format: LogFormat,
    /// Whether the log says from which address each request came.
    pub log_addresses: bool,
    /// Where luck comes from.
    pub luck: Luck,
    /// Words that names may not have in them, and that are left out of what is said.
    pub words: Vec<String>,
    /// The language that pages are in.
    pub tongue: &'static dyn Tongue,
}

const DAY: Duration = Duration::from_secs(86_400);

impl Default for Config {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            pace: Duration::from_millis(650),
            patience: Duration::from_secs(15),
            thinkers: cores.saturating_sub(1),
            lease: Duration::from_secs(10),
            minds: 24,
            usual: thinkers::USUAL,
            posts: 10,
            requests: 60,
            lines: 30,
            streams: 10_000,
            streams_address: 128,
            streams_guest: 24,
            connections: 12_000,
            connections_address: 256,
            head_time: Duration::from_secs(10),
            quiet: Duration::from_secs(20),
            away: Duration::from_secs(30),
            stop_time: Duration::from_secs(5),
            quotas: Quotas {
                tables: 60,
                tables_guest: 200,
                tables_address: 800,
                chat: 64,
                names: 20,
                uploads: 30,
                upload_address: 16 << 10,
                upload_bytes: 256 << 20,
                reports: 10,
                report_bytes: 128 << 20,
            },
            keeping: Keeping {
                uploads: Some(DAY * 90),
                reports: Some(DAY * 365),
                finished: Some(DAY * 30),
                abandoned: Some(DAY * 90),
                tables: None,
            },
            notices: Noticing::default(),
            proxies: Vec::new(),
            site: None,
            status: None,
            log: Log::Faults,
            log_format: LogFormat::Text,
            log_addresses: false,
            luck: Luck::Fresh,
            words: Vec::new(),
            tongue: &English,
        }
    }
}

impl Config {
    /// The usual without limits for one guest or address, for a house that knows all its guests: tests and harnesses.
    pub fn unlimited() -> Self {
        let most = 1_000_000;
        Self {
            posts: most,
            requests: most,
            lines: most,
            streams_address: usize::MAX,
            streams_guest: usize::MAX,
            connections_address: usize::MAX,
            // Whoever counts what is written at a table does not want to hear who is away.
            away: DAY,
            quotas: Quotas {
                tables: most,
                tables_guest: usize::MAX,
                tables_address: usize::MAX,
                chat: most,
                names: most,
                uploads: most,
                upload_address: most,
                upload_bytes: u64::MAX,
                reports: most,
                report_bytes: u64::MAX,
            },
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_a_site_is_read_or_explained() {
        let site = Site::read("https://play.example.org/").unwrap();
        assert_eq!((site.secure, site.host.as_str()), (true, "play.example.org"));
        assert!(!Site::read("http://[::1]:8080").unwrap().secure);
        for wrong in ["", "play.example.org", "ftp://a", "https://", "https://a/b", "https://a b"] {
            assert!(Site::read(wrong).unwrap_err().to_string().contains("expected one like"), "{wrong}");
        }
    }
}
