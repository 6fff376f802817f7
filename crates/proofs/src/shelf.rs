//! A house with very many tables: how fast it starts, how fast its front page is and a table that nobody has looked at, how much memory
//! it needs.

use std::fmt;
use std::time::Instant;

use futures_util::stream::{self, StreamExt as _};
use room::{Brief, By, Chair, Logged, Room, Stamp, TableEvent, TableSettings, Wish};
use store::{Append, Database, TableId};
use table::{Chance, Light, Seed, Viewer};

use crate::judge::kind;
use crate::load::percentile;
use crate::served::{House, Served};
use crate::server::Program;
use crate::wire::{Caller, request};

/// How much to do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Which program serves.
    pub program: Program,
    /// Where it is kept.
    pub house: House,
    /// How many tables.
    pub tables: u64,
    /// How many of them are not finished: twenty decisions into their games. The others were given up at once.
    pub unfinished: u64,
    /// How many front pages are asked for.
    pub pages: usize,
    /// How many tables are opened that nobody has looked at since the start.
    pub cold: usize,
}

/// How many decisions an unfinished table has seen.
const DECISIONS: usize = 20;

/// What was measured.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// Tables.
    pub tables: u64,
    /// Those of them that are not finished.
    pub unfinished: u64,
    /// How long it took to write them, in seconds.
    pub written: f64,
    /// From the start of the process until it takes connections, in seconds.
    pub start: f64,
    /// How long each front page took, in milliseconds, sorted.
    pub pages: Vec<f64>,
    /// How long each table took that nobody had looked at, in milliseconds, sorted.
    pub cold: Vec<f64>,
    /// The most memory the server held, in MB.
    pub memory: u64,
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} tables, {} of them unfinished (written in {:.0} s): start {:.2} s; front page p50 {:.1} ms, p99 {:.1} ms; \
             cold table p50 {:.1} ms, p99 {:.1} ms; server at most {} MB",
            self.tables,
            self.unfinished,
            self.written,
            self.start,
            percentile(&self.pages, 50.0),
            percentile(&self.pages, 99.0),
            percentile(&self.cold, 50.0),
            percentile(&self.cold, 99.0),
            self.memory
        )
    }
}

/// A game as far as it goes at many tables: what happens after the table was opened, and what lists say.
struct Course {
    game: String,
    events: Vec<String>,
    brief: Brief,
    over: bool,
}

fn chairs(at: u64) -> Vec<Chair> {
    let guest = |number: u64, name: &str| Chair::Guest(format!("{:032x}", number % 5000), name.to_owned());
    vec![guest(at, "Ann"), guest(at + 1, "Bob")]
}

fn opened(game: &str, at: u64) -> TableEvent {
    let options = [("players".to_owned(), "2".to_owned())].into();
    let settings = TableSettings::default();
    TableEvent::Opened {
        game: game.to_owned(),
        options,
        chairs: chairs(at),
        settings,
        rules: None,
        host: None,
    }
}

impl Course {
    /// The course of a game of two, so many decisions long, given up afterwards or not.
    fn new(game: &str, seed: u64, decisions: usize, given_up: Option<Wish>) -> Result<Self, String> {
        let started =
            TableEvent::Started { seed: Seed::from_number(seed).reveal(), from: None, set_up: None };
        let log = [opened(game, 0), started.clone()].map(|event| Logged { event, at: 0, request: None });
        let mut room = Room::fold(kind, &log).map_err(|error| error.to_string())?;
        let (mut events, mut luck) = (vec![started.write()], Light::new(seed));
        let mut wish = |room: &mut Room, wish: Wish| -> Result<(), String> {
            let planned = room.plan(wish, Stamp::default(), 0).map_err(|refused| format!("{refused:?}"))?;
            let change = planned.ok_or("it was done before")?;
            events.extend(change.events.iter().map(TableEvent::write));
            room.take(change).map_err(|error| error.to_string())
        };
        for _ in 0..decisions {
            let Some(seat) = room.deciding().and_then(table::SeatSet::first) else { break };
            let game = room.game.as_ref().ok_or("there is no game")?;
            let legal = game.position(Viewer::Seat(seat)).legal;
            let actions = legal.iter().map(|one| one.action.as_str());
            let actions: Vec<&str> = actions.filter(|action| !action.starts_with("surrender")).collect();
            let action =
                actions.get(luck.below(actions.len().max(1) as u32) as usize).ok_or("nothing is legal")?;
            let action = (*action).to_owned();
            wish(&mut room, Wish::Act { seat, action, by: By::Player })?;
        }
        if let Some(end) = given_up {
            wish(&mut room, end)?;
        }
        let brief = room.brief();
        Ok(Self { game: game.to_owned(), over: brief.over, events, brief })
    }

    /// The same at a table of its own, with people of its own.
    fn table(&self, at: u64) -> Append {
        let people: Vec<String> =
            chairs(at).iter().filter_map(|chair| chair.guest().map(str::to_owned)).collect();
        let whom = |known: &String| {
            let place = self.brief.guests.iter().position(|guest| guest == known);
            place.and_then(|place| people.get(place).cloned()).unwrap_or_default()
        };
        let waits = self.brief.waits.iter().map(whom).collect();
        let brief = Brief { guests: people.clone(), waits, since: at, ..self.brief.clone() };
        let first = opened(&self.game, at).write();
        Append {
            table: TableId::new(&format!("{at:016x}")).expect("hexadecimal digits are a table's name"),
            expected: 0,
            request: None,
            at,
            events: std::iter::once(first).chain(self.events.iter().cloned()).collect(),
            digest: serde_json::to_string(&brief).expect("a brief is plain data"),
            finished: self.over.then_some(people),
            thinking: None,
        }
    }
}

/// Fills a database with tables, the unfinished ones first.
async fn fill(database: &Database, plan: &Plan) -> Result<(), String> {
    let fault = |error: store::StoreError| error.to_string();
    let seat = table::Seat::new(0);
    let live = (0..30).map(|at| {
        let game = games::NAMES[at as usize % games::NAMES.len()];
        Course::new(game, at, DECISIONS, None)
    });
    let live = live.collect::<Result<Vec<_>, String>>()?;
    let given_up = Course::new("glory", 1, 0, Some(Wish::Resign(seat)))?;
    let store = database.open().await.map_err(fault)?;
    let course = |at: u64| if at < plan.unfinished { &live[at as usize % live.len()] } else { &given_up };
    let mut written =
        stream::iter(0..plan.tables).map(|at| store.append(course(at).table(at))).buffer_unordered(1024);
    while let Some(done) = written.next().await {
        done.map_err(fault)?;
    }
    drop(written);
    store.close().await.map_err(fault)
}

/// Runs the harness.
pub fn run(plan: &Plan) -> Result<Measured, String> {
    let mut served = Served::empty(plan.house)?;
    let runtime = tokio::runtime::Runtime::new().map_err(|error| error.to_string())?;
    let began = Instant::now();
    runtime.block_on(fill(&served.database(), plan))?;
    let written = began.elapsed().as_secs_f64();
    let began = Instant::now();
    served.add(&plan.program)?;
    let start = began.elapsed().as_secs_f64();
    let mut caller = Caller::new(served.address(0)).map_err(|error| error.to_string())?;
    let mut ask = |path: &str| -> Result<f64, String> {
        let began = Instant::now();
        let (status, _) = caller.call(&request("GET", path, &[], "")).map_err(|error| error.to_string())?;
        if status != 200 {
            return Err(format!("{path} answers {status}"));
        }
        Ok(began.elapsed().as_secs_f64() * 1e3)
    };
    let mut luck = Light::new(1);
    let mut pages = (0..plan.pages).map(|_| ask("/")).collect::<Result<Vec<_>, String>>()?;
    let any = plan.unfinished.max(1) as u32;
    let mut cold = (0..plan.cold)
        .map(|_| ask(&format!("/t/{:016x}", luck.below(any))))
        .collect::<Result<Vec<_>, String>>()?;
    pages.sort_by(f64::total_cmp);
    cold.sort_by(f64::total_cmp);
    let (tables, unfinished, memory) = (plan.tables, plan.unfinished, served.memory());
    Ok(Measured { tables, unfinished, written, start, pages, cold, memory })
}
