//! Many who ask to be paired at once: how long until everybody has a seat, and whether anybody has two.
//!
//! Everybody is a program of its own with a connection of its own, and asks again until it is told its table, as the API says. Who sits where is
//! read from the store when the servers are gone.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Barrier};
use std::time::{Duration, Instant};

use room::Brief;
use serde_json::json;
use store::{Database, Store};

use crate::load::percentile;
use crate::served::{House, Served};
use crate::server::Program;
use crate::wire::Caller;

/// How often somebody who waits asks again.
const AGAIN: Duration = Duration::from_millis(250);

/// How many digests are read at a time.
const PAGE: usize = 1000;

/// How much to do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Which program serves.
    pub program: Program,
    /// Where things are kept.
    pub house: House,
    /// How many ask; an even number, for they play in twos.
    pub players: usize,
    /// Within which time they ask.
    pub within: Duration,
    /// How long each waits at most.
    pub patience: Duration,
}

/// What was found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Found {
    /// How many asked.
    pub players: usize,
    /// How many seconds after the first the last one asked.
    pub asked: f64,
    /// How long each waited from asking to being told the table, in milliseconds, in order.
    pub waits: Vec<f64>,
    /// How many seconds after the first had asked the last one was told.
    pub all: f64,
    /// How many were never told a table, or sit at another than they were told.
    pub unseated: usize,
    /// How many have more than one seat.
    pub twice: usize,
    /// At how many tables they sit.
    pub tables: usize,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { players, asked, waits, all, unseated, twice, tables } = self;
        let (half, most) = (percentile(waits, 50.0), percentile(waits, 99.0));
        write!(
            f,
            "{players} asked within {asked:.2} s, the last was told a table after {all:.2} s (waits: p50 {half:.0} ms, p99 {most:.0} ms); {tables} \
             tables, {unseated} without the seat they were told, {twice} with more than one"
        )
    }
}

/// How it went for one: when they asked, when they were told, and which table.
type Went = (Instant, Option<(Instant, String)>);

/// Asks to be paired, and again until there is a table.
fn ask(caller: &mut Caller, token: &str, patience: Duration) -> Result<Went, String> {
    let body = json!({ "game": "glory-to-rome", "players": 2, "pace": "live" });
    let asked = Instant::now();
    while asked.elapsed() < patience {
        let (status, answer) =
            caller.api(token, "/api/v1/pair", Some(&body)).map_err(|error| error.to_string())?;
        if status != 200 {
            return Err(format!("asking to be paired was answered {status} {answer}"));
        }
        if let Some(table) = answer["table"].as_str() {
            return Ok((asked, Some((Instant::now(), table.to_owned()))));
        }
        std::thread::sleep(AGAIN);
    }
    Ok((asked, None))
}

/// Everybody who sits anywhere, by identity, with the tables.
async fn seats(database: &Database) -> Result<BTreeMap<String, Vec<String>>, String> {
    let store: Arc<dyn Store> = database.open().await.map_err(|error| error.to_string())?;
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut after = None;
    loop {
        let page = store.digests(after.as_ref(), PAGE).await.map_err(|error| error.to_string())?;
        for digest in &page {
            let brief: Brief = serde_json::from_str(&digest.body).map_err(|error| error.to_string())?;
            for guest in brief.guests.into_iter().filter(|_| brief.started) {
                found.entry(guest).or_default().push(digest.table.to_string());
            }
        }
        match page.last() {
            Some(last) if page.len() == PAGE => after = Some(last.table.clone()),
            Some(_) | None => return Ok(found),
        }
    }
}

/// Lets everybody come, ask and wait; how it went for each.
fn everybody(plan: &Plan, served: &Served) -> Result<Vec<Went>, String> {
    let ready = Arc::new(Barrier::new(plan.players));
    let come = |number: usize| {
        let (address, ready) = (served.address(number), Arc::clone(&ready));
        let (within, players, patience) = (plan.within, plan.players, plan.patience);
        move || {
            let come = || -> Result<(Caller, String), String> {
                let mut caller = Caller::new(address).map_err(|error| error.to_string())?;
                let name = json!({ "name": format!("Player {number}") });
                let (_, answer) =
                    caller.api("", "/api/v1/tokens", Some(&name)).map_err(|error| error.to_string())?;
                Ok((caller, answer["token"].as_str().ok_or("no token was given")?.to_owned()))
            };
            let here = come();
            // Whoever could not come does not keep the others waiting.
            ready.wait();
            let (mut caller, token) = here?;
            std::thread::sleep(within * number as u32 / players as u32);
            ask(&mut caller, &token, patience)
        }
    };
    let threads: Vec<_> = (0..plan.players)
        .map(|number| std::thread::Builder::new().stack_size(256 << 10).spawn(come(number)))
        .collect::<Result<_, _>>()
        .map_err(|error| error.to_string())?;
    threads.into_iter().map(|thread| thread.join().map_err(|_| "one of those who asked fell over")?).collect()
}

/// Runs the harness; the error says what else went wrong.
pub fn run(plan: &Plan) -> Result<Found, String> {
    let mut served = Served::start(&plan.program, plan.house)?;
    let went = everybody(plan, &served)?;
    served.servers.clear();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    let seats = runtime.block_on(seats(&served.database()))?;
    let first = went.iter().map(|(asked, _)| *asked).min().ok_or("nobody asked")?;
    let last = went.iter().map(|(asked, _)| *asked).max().unwrap_or(first);
    let told: Vec<&(Instant, String)> = went.iter().filter_map(|(_, told)| told.as_ref()).collect();
    let mut waits: Vec<f64> = went
        .iter()
        .filter_map(|(asked, told)| Some((told.as_ref()?.0 - *asked).as_secs_f64() * 1000.0))
        .collect();
    waits.sort_by(f64::total_cmp);
    // Each was told a table, and two were told each.
    let mut expected: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, table) in &told {
        *expected.entry(table).or_default() += 1;
    }
    let mut found: BTreeMap<&str, usize> = BTreeMap::new();
    for table in seats.values().flatten() {
        *found.entry(table).or_default() += 1;
    }
    let right: usize =
        expected.iter().map(|(table, number)| found.get(table).map_or(0, |sit| (*number).min(*sit))).sum();
    Ok(Found {
        players: plan.players,
        asked: (last - first).as_secs_f64(),
        waits,
        all: told.iter().map(|(at, _)| (*at - first).as_secs_f64()).fold(0.0, f64::max),
        unseated: plan.players - right,
        twice: seats.values().filter(|tables| tables.len() > 1).count(),
        tables: found.len(),
    })
}
