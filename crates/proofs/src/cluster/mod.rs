//! Several nodes on one PostgreSQL, and everything that can fail around them: whatever players were told stays true.
//!
//! The nodes are processes of their own; between each and the database lies a proxy of ours. Players ask any node and go elsewhere when
//! one does not answer; two pairs of hands share each guest's tables, so that they get in each other's way as two windows of one person
//! do. Faults come by a seed. Afterwards everything is mended, all must go on and every stream must reach the end; then the histories are
//! held against the logs ([`crate::judge`]).

mod faults;
mod player;
mod proxy;
mod stream;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use store::testkit::Cluster;
use store::{Address, Event, Postgres, Store as _};
use table::Light;

pub use self::faults::Fault;
use self::faults::Nodes;
use self::player::{House, PATIENCE, Player, Tables};
use self::stream::{Open, follow};
use crate::judge::{Deed, Told, Verdict, Wrong, judge};
use crate::server::Program;
use crate::wire::Caller;

/// How much to do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Which programs serve, one for each node.
    pub nodes: Vec<Program>,
    /// Which programs think for them.
    pub thinkers: Vec<Program>,
    /// How many faults.
    pub faults: u32,
    /// How many guests play.
    pub guests: usize,
    /// At how many tables each.
    pub tables: usize,
    /// What they play.
    pub games: Vec<String>,
    /// How long a table may take to go on by itself, and a stream to bring the end, once all is well.
    pub mended: Duration,
    /// Where the luck of the run comes from.
    pub seed: u64,
}

/// How many pairs of hands each guest has.
const HANDS: usize = 2;

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// How many faults there were of each kind.
    pub faults: BTreeMap<Fault, u32>,
    /// What the judge says.
    pub verdict: Verdict,
    /// How long players played, in seconds.
    pub seconds: f64,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: u32 = self.faults.values().sum();
        write!(f, "{all} faults in {:.0} s (", self.seconds)?;
        for (at, (fault, number)) in self.faults.iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            write!(f, "{comma}{number} {}", format!("{fault:?}").to_lowercase())?;
        }
        write!(f, "): {}", self.verdict)
    }
}

/// Runs the harness; the error says what kept it from running.
pub fn run(plan: &Plan, progress: impl Fn(u32)) -> Result<Found, String> {
    let mut cluster = Cluster::start();
    let database = cluster.database();
    let mut luck = Light::new(plan.seed);
    let mut nodes = Nodes::start(&plan.nodes, &plan.thinkers, &cluster, &database)?;
    let house = House::new(nodes.addresses());
    let guests = (0..plan.guests)
        .map(|_| Ok(Tables::new(token(&house)?, plan.games.clone())))
        .collect::<Result<Vec<_>, String>>()?;
    let (open, left) = (Open::default(), AtomicBool::new(false));
    let began = Instant::now();
    let mut verdict = Verdict::default();
    let mut done = BTreeMap::new();
    std::thread::scope(|scope| -> Result<(), String> {
        let mut playing = Vec::new();
        for guest in &guests {
            for _ in 0..HANDS {
                let mut player = Player::new(&house, guest, luck.next_u64());
                playing.push(scope.spawn(move || player.play(plan.tables)));
                let (seed, house, open, left) = (luck.next_u64(), &house, &open, &left);
                scope.spawn(move || follow(house, guest, open, seed, &|| left.load(Ordering::SeqCst)));
            }
        }
        let failed = nodes.fail(plan.faults, &mut luck, &mut cluster, &house, &progress);
        house.over.store(true, Ordering::SeqCst);
        house.given_up.store(failed.is_err(), Ordering::SeqCst);
        for player in playing {
            let _ = player.join();
        }
        let ended = failed.and_then(|faults| {
            done = faults;
            // What the database knows of a table's thoughts tells why bots do not decide.
            let thoughts = |table: &str| {
                let asked =
                    format!("SELECT thought, clock_timestamp() FROM gloria.thought WHERE tbl = '{table}'");
                cluster.psql(&database, &asked).unwrap_or_else(|error| error.to_string())
            };
            everything_goes_on(&house, &guests, plan.mended, &mut verdict, thoughts);
            let logs = converged(&cluster, &database, &house, &open, plan.mended)?;
            let found = judge(&house.history.all(), &logs, &open.all());
            for panic in nodes.panics() {
                verdict.add(Wrong::Stuck, panic);
            }
            verdict = Verdict { wrong: [std::mem::take(&mut verdict.wrong), found.wrong].concat(), ..found };
            Ok(())
        });
        left.store(true, Ordering::SeqCst);
        ended
    })?;
    Ok(Found { faults: done, verdict, seconds: began.elapsed().as_secs_f64() })
}

fn token(house: &House) -> Result<String, String> {
    let mut caller = Caller::with(house.node(0), PATIENCE * 4).map_err(|error| error.to_string())?;
    let asked = caller.api("", "/api/tokens", Some(&json!({ "name": "Cluster" })));
    let (_, value) = asked.map_err(|error| error.to_string())?;
    value["token"].as_str().map(str::to_owned).ok_or_else(|| format!("no token was given: {value}"))
}

/// Once all is well every post is answered, and every table goes on: bots decide, and so can people.
fn everything_goes_on(
    house: &House,
    guests: &[Tables],
    mended: Duration,
    verdict: &mut Verdict,
    thoughts: impl Fn(&str) -> String,
) {
    for note in house.history.all() {
        if let Deed::Posted { told: Told::Nothing, request, .. } = &note.deed {
            verdict.add(Wrong::Stuck, format!("{request} at {} is never answered", note.table));
        }
    }
    for (at, guest) in guests.iter().enumerate() {
        let mut player = Player::new(house, guest, at as u64);
        for table in guest.live() {
            let waits = |player: &mut Player<'_>| player.goes_on(&table, mended);
            if !waits(&mut player) {
                verdict.add(Wrong::Stuck, format!("{table} does not go on: {}", thoughts(&table)));
                continue;
            }
            player.decide(&table);
            if !waits(&mut player) {
                verdict.add(
                    Wrong::Stuck,
                    format!("{table} does not go on after one more decision: {}", thoughts(&table)),
                );
            }
        }
    }
}

/// Waits until every open stream has brought the end of its log, for a while; answers the logs.
fn converged(
    cluster: &Cluster,
    database: &str,
    house: &House,
    open: &Open,
    mended: Duration,
) -> Result<BTreeMap<String, Vec<Event>>, String> {
    let runtime = tokio::runtime::Runtime::new().map_err(|error| error.to_string())?;
    let logs = runtime.block_on(read_logs(&cluster.address(database)))?;
    let began = Instant::now();
    loop {
        let (open, mut last) = (open.all(), BTreeMap::new());
        for note in house.history.all() {
            if let Deed::Streamed { stream, shown } = note.deed {
                last.insert((stream, note.table), shown.seq);
            }
        }
        let behind = |((stream, table), seq): (&(u64, String), &u64)| {
            open.contains(stream) && logs.get(table).is_some_and(|log| log.len() as u64 > *seq)
        };
        if !last.iter().any(behind) || began.elapsed() > mended {
            return Ok(logs);
        }
        std::thread::sleep(Duration::from_millis(300));
    }
}

async fn read_logs(address: &str) -> Result<BTreeMap<String, Vec<Event>>, String> {
    let fault = |error: store::StoreError| error.to_string();
    let store = Postgres::open_to_read(&Address::read(address).map_err(fault)?).await.map_err(fault)?;
    let mut logs = BTreeMap::new();
    let mut after = None;
    loop {
        let page = store.digests(after.as_ref(), 1000).await.map_err(fault)?;
        let Some(last) = page.last() else { return Ok(logs) };
        after = Some(last.table.clone());
        for digest in page {
            let events = store.events(&digest.table, 0, 1 << 30).await.map_err(fault)?;
            logs.insert(digest.table.to_string(), events);
        }
    }
}
