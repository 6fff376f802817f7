//! What serves a harness: one server over a file, or several nodes over a PostgreSQL of their own; and what they cost.

use std::net::SocketAddr;
use std::path::PathBuf;

use store::Database;
use store::testkit::Cluster;

use crate::server::{Folder, Program, Server};

/// Where things are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum House {
    /// One server, one file.
    File,
    /// So many nodes on one PostgreSQL that waits for its disk.
    Nodes(usize),
}

/// Running servers.
pub struct Served {
    /// Each of them.
    pub servers: Vec<Server>,
    database: Option<(Cluster, String)>,
    folder: Folder,
}

/// What was used so far, in seconds of processor time and in calls.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Used {
    /// By the servers.
    pub servers: f64,
    /// By the database.
    pub database: f64,
    /// Round trips to the database.
    pub trips: u64,
    /// Notifications sent by it.
    pub told: u64,
}

impl Used {
    /// What was used since then.
    #[must_use]
    pub fn since(self, before: Self) -> Self {
        Self {
            servers: self.servers - before.servers,
            database: self.database - before.database,
            trips: self.trips - before.trips,
            told: self.told - before.told,
        }
    }
}

/// What PostgreSQL is started with: it waits for its disk as it would anywhere, and counts what it is asked.
const SETTINGS: [&str; 3] =
    ["fsync=on", "shared_preload_libraries=pg_stat_statements", "pg_stat_statements.track=all"];

const COUNTS: &str = "SELECT coalesce(sum(calls) FILTER (WHERE toplevel), 0), \
    coalesce(sum(calls) FILTER (WHERE NOT toplevel AND query LIKE '%pg_notify%'), 0) FROM pg_stat_statements";

impl Served {
    /// An empty database, and nobody serves yet.
    pub fn empty(house: House) -> Result<Self, String> {
        let database = match house {
            House::File => None,
            House::Nodes(_) => {
                let cluster = Cluster::with(&SETTINGS);
                let name = cluster.database();
                cluster
                    .psql(&name, "CREATE EXTENSION pg_stat_statements")
                    .map_err(|error| format!("PostgreSQL can't count what it is asked: {error}"))?;
                Some((cluster, name))
            }
        };
        Ok(Self { servers: Vec::new(), database, folder: Folder::new()? })
    }

    /// Starts what is needed.
    pub fn start(program: &Program, house: House) -> Result<Self, String> {
        let mut served = Self::empty(house)?;
        let number = match house {
            House::File => 1,
            House::Nodes(number) => number.max(1),
        };
        for _ in 0..number {
            served.add(program)?;
        }
        Ok(served)
    }

    /// Starts one more.
    pub fn add(&mut self, program: &Program) -> Result<(), String> {
        let database = match &self.database {
            Some((cluster, name)) => PathBuf::from(cluster.address(name)),
            None => self.folder.file("log.db"),
        };
        self.servers.push(Server::start(program, &database)?);
        Ok(())
    }

    /// Which database they serve from.
    pub fn database(&self) -> Database {
        match &self.database {
            Some((cluster, name)) => Database::Address(cluster.address(name)),
            None => Database::File(self.folder.file("log.db")),
        }
    }

    /// Where one of them is: those who ask are spread over all.
    pub fn address(&self, at: usize) -> SocketAddr {
        self.servers[at % self.servers.len()].address
    }

    /// The most memory that any of them has held, in MB.
    pub fn memory(&self) -> u64 {
        self.servers.iter().map(|server| memory(server.process())).max().unwrap_or(0)
    }

    /// What was used so far.
    pub fn used(&self) -> Used {
        let servers = self.servers.iter().map(|server| worked(server.process())).sum();
        let Some((cluster, name)) = &self.database else { return Used { servers, ..Used::default() } };
        let counted = cluster.psql(name, COUNTS).unwrap_or_default();
        let mut counts = counted.trim().split('|').map(|text| text.parse().unwrap_or(0));
        let (trips, told) = (counts.next().unwrap_or(0), counts.next().unwrap_or(0));
        Used { servers, database: cluster.process().map_or(0.0, family), trips, told }
    }
}

fn stat(process: u32) -> Vec<String> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    text.rsplit(')').next().unwrap_or_default().split_whitespace().map(str::to_owned).collect()
}

fn seconds(fields: &[String], at: std::ops::Range<usize>) -> f64 {
    let ticks = fields.get(at).into_iter().flatten().filter_map(|text| text.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}

/// Seconds of processor time of a process so far.
pub fn worked(process: u32) -> f64 {
    seconds(&stat(process), 11..13)
}

/// The same with its children, those that have ended among them.
fn family(process: u32) -> f64 {
    let name = process.to_string();
    let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let children = numbers.map(stat).filter(|fields| fields.get(1) == Some(&name));
    seconds(&stat(process), 11..15) + children.map(|fields| seconds(&fields, 11..13)).sum::<f64>()
}

/// The most memory a process has held, in MB.
pub fn memory(process: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
}
