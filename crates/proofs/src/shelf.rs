//! A house with very many finished tables: how fast it starts, how fast its front page is, how much memory it needs.

use std::fmt;
use std::path::Path;
use std::time::Instant;

use futures_util::stream::{self, StreamExt as _};
use serde_json::json;
use store::{Append, Sqlite, Store, TableId};

use crate::load::{memory, percentile};
use crate::server::{Folder, Program, Server};
use crate::wire::{Caller, request};

/// What was measured.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// Finished tables.
    pub tables: u64,
    /// How long it took to write them, in seconds.
    pub written: f64,
    /// From the start of the process until it takes connections, in seconds.
    pub start: f64,
    /// How long each front page took, in milliseconds, sorted.
    pub pages: Vec<f64>,
    /// The most memory the server held, in MB.
    pub memory: u64,
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} finished tables (written in {:.0} s): start {:.2} s; front page p50 {:.1} ms, p99 {:.1} ms; server at most {} MB",
            self.tables,
            self.written,
            self.start,
            percentile(&self.pages, 50.0),
            percentile(&self.pages, 99.0),
            self.memory
        )
    }
}

/// A table that was given up at once, as its log and lists have it.
fn table(at: u64) -> Append {
    let (ann, bob) = (format!("{:032x}", at % 5000), format!("{:032x}", (at + 1) % 5000));
    let chairs = json!([{ "guest": [ann, "Ann"] }, { "guest": [bob, "Bob"] }]);
    let opened =
        json!({ "kind": "opened", "game": "glory", "options": { "players": "2" }, "chairs": chairs });
    let started = json!({ "kind": "started", "seed": format!("{at:064x}"), "from": null });
    let resigned = json!({ "kind": "resigned", "seat": "A" });
    let digest = json!({
        "game": "glory", "names": ["Ann", "Bob"], "guests": [ann, bob], "waits": [], "open": 0,
        "started": true, "over": true, "slow": false, "since": at, "turn": [],
    });
    Append {
        table: TableId::new(&format!("{at:016x}")).expect("hexadecimal digits are a table's name"),
        expected: 0,
        request: None,
        at,
        events: [opened, started, resigned].iter().map(ToString::to_string).collect(),
        digest: digest.to_string(),
        finished: Some(vec![ann, bob]),
        thinking: None,
    }
}

/// Fills a database with finished tables.
async fn fill(path: &Path, tables: u64) -> Result<(), String> {
    let store = Sqlite::open(path).map_err(|error| error.to_string())?;
    let mut written = stream::iter(0..tables).map(|at| store.append(table(at))).buffer_unordered(1024);
    while let Some(done) = written.next().await {
        done.map_err(|error| error.to_string())?;
    }
    store.close().await.map_err(|error| error.to_string())
}

/// Runs the harness.
pub fn run(program: &Program, tables: u64, pages: usize) -> Result<Measured, String> {
    let folder = Folder::new()?;
    let path = folder.file("log.db");
    let runtime = tokio::runtime::Runtime::new().map_err(|error| error.to_string())?;
    let began = Instant::now();
    runtime.block_on(fill(&path, tables))?;
    let written = began.elapsed().as_secs_f64();
    let began = Instant::now();
    let server = Server::start(program, &path)?;
    let start = began.elapsed().as_secs_f64();
    let mut caller = Caller::new(server.address).map_err(|error| error.to_string())?;
    let mut measured = Measured { tables, written, start, ..Measured::default() };
    for _ in 0..pages {
        let began = Instant::now();
        let (status, _) = caller.call(&request("GET", "/", &[], "")).map_err(|error| error.to_string())?;
        if status != 200 {
            return Err(format!("the front page answers {status}"));
        }
        measured.pages.push(began.elapsed().as_secs_f64() * 1e3);
    }
    measured.pages.sort_by(f64::total_cmp);
    measured.memory = memory(server.process());
    Ok(measured)
}
