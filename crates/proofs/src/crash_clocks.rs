//! kill -9 under three clocks: whoever plays loses no time to a server that is not there, and nobody's flag falls for it.
//!
//! Three seats play with clocks. The harness counts by its own clock how long each had to decide while a server was there; after every
//! kill and restart the clock that runs is read from the page and compared. What a clock is off by is told apart: how wrong the servers were
//! about when the one before had gone, how wrong about when they were there again, and the rest.

use std::fmt;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use store::{Sqlite, Store, TableId};
use table::{Chance, Light};

use crate::server::{Folder, Program, Server};
use crate::wire::{Caller, request};

/// What each has for the whole game, in minutes.
const BANK: u64 = 60;

/// The note by which a server knows when it was last there, and the one that says when none was.
const ALIVE: &str = "clocks/alive";
const AWAY: &str = "clocks/away";

/// How old the first usually is at most when a server is killed, in milliseconds.
const USUAL: u64 = 200;

/// What a server knows of the time before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Knows {
    /// When none was there.
    Absence,
    /// Nothing: the note is taken away. The negative control.
    Nothing,
}

/// How much to do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Which program serves.
    pub program: Program,
    /// How often it is killed.
    pub cycles: u32,
    /// How long nobody is there each time, at least.
    pub away: Duration,
    /// What the next one knows of it.
    pub knows: Knows,
    /// Where the luck of the run comes from.
    pub seed: u64,
}

/// By how much a clock is off, in milliseconds: more than nothing where it shows more time than is right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Deviation {
    /// In all.
    pub all: i64,
    /// Because servers did not know when exactly the one before had gone: what lies between two notes that it was there.
    pub gone: i64,
    /// Because a server counted from when it was ready, and the harness from when it had heard of it.
    pub back: i64,
}

impl Deviation {
    /// What the two do not explain.
    pub const fn rest(self) -> i64 {
        self.all - self.gone - self.back
    }
}

impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { all, gone, back } = self;
        write!(
            f,
            "{all:+} ms ({gone:+} for when servers went, {back:+} for when they were there again, {:+} for the rest)",
            self.rest()
        )
    }
}

/// What was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// How often the server was killed.
    pub cycles: u32,
    /// Decisions that were made.
    pub decisions: u64,
    /// How often each clock was compared.
    pub looks: [u32; 3],
    /// The clock that was off most, and from where that came.
    pub worst: Deviation,
    /// By how much the machine was late in noting that the server was there, all kills together, in milliseconds.
    pub late: u64,
    /// How long nobody was there, all kills together, in milliseconds.
    pub away: u64,
    /// Flags that fell.
    pub flags: u64,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cycles, decisions, looks, worst, late, away, flags } = self;
        write!(
            f,
            "killed {cycles} times and away for {:.1} s in all: {decisions} decisions, three clocks compared {looks:?} times, off at worst by \
             {worst}, {flags} flags fell; notes were late by {late} ms in all",
            *away as f64 / 1000.0
        )
    }
}

/// The game as the harness knows it.
struct Game {
    token: String,
    table: String,
    luck: Light,
    /// What each has left, in milliseconds, up to `since`.
    left: [f64; 3],
    running: usize,
    since: Instant,
    /// What servers were wrong by for each clock: about when they had gone, and about when they were back.
    wrong: [(f64, f64); 3],
}

/// The time, in milliseconds since 1970.
fn time() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
}

fn gone(error: impl fmt::Display) -> String {
    format!("the server went away before it was killed: {error}")
}

impl Game {
    fn open(caller: &mut Caller, seed: u64) -> Result<Self, String> {
        let (_, value) = caller.api("", "/api/tokens", Some(&json!({ "name": "Clock" }))).map_err(gone)?;
        let token = value["token"].as_str().ok_or("no token was given")?.to_owned();
        let body = format!(
            "seat=me&seat=me&seat=me&seat=none&seat=none&pace=live&live-bank={BANK}&live-increment=0"
        );
        let cookie = format!("gloria={token}");
        let headers = [("Cookie", cookie.as_str()), ("Content-Type", "application/x-www-form-urlencoded")];
        let before = Instant::now();
        let (status, _) =
            caller.call(&request("POST", "/new/glory-to-rome", &headers, &body)).map_err(gone)?;
        let begun = before + before.elapsed() / 2;
        let (_, page) = caller.call(&request("GET", "/games", &headers[..1], "")).map_err(gone)?;
        let page = String::from_utf8_lossy(&page).into_owned();
        let table = page.split("href=\"/t/").nth(1).and_then(|rest| rest.split(['"', '?', '/']).next());
        let table = table.ok_or_else(|| format!("a table was not opened: {status}"))?.to_owned();
        let left = [(BANK * 60_000) as f64; 3];
        let mut game = Self {
            token,
            table,
            luck: Light::new(seed),
            left,
            running: 0,
            since: begun,
            wrong: [(0.0, 0.0); 3],
        };
        game.running = game.deciding(caller)?.0;
        Ok(game)
    }

    /// Who decides, and how the table stands for them.
    fn deciding(&self, caller: &mut Caller) -> Result<(usize, Value), String> {
        let path = format!("/api/tables/{}", self.table);
        let (status, seen) = caller.api(&self.token, &path, None).map_err(gone)?;
        let seat = seen["deciding"][0]
            .as_str()
            .ok_or_else(|| format!("nobody decides: {status} {seen}"))?
            .to_owned();
        let (_, seen) = caller.api(&self.token, &format!("{path}?seat={seat}"), None).map_err(gone)?;
        let at = seat.bytes().next().map_or(0, |letter| usize::from(letter - b'A'));
        Ok((at, seen))
    }

    /// Takes the time off that has passed up to a moment.
    fn charge(&mut self, until: Instant) {
        self.left[self.running] -= until.saturating_duration_since(self.since).as_secs_f64() * 1000.0;
        self.since = until;
    }

    fn decide(&mut self, caller: &mut Caller) -> Result<(), String> {
        let (seat, seen) = self.deciding(caller)?;
        let actions = seen["legal"].as_array().into_iter().flatten().filter_map(|one| one["action"].as_str());
        let actions: Vec<&str> = actions.filter(|action| !action.starts_with("surrender")).collect();
        let action = actions
            .get(self.luck.below(actions.len().max(1) as u32) as usize)
            .ok_or("nothing can be done")?;
        let body = json!({ "action": action, "seat": seen["seat"], "seq": seen["seq"] });
        let before = Instant::now();
        let path = format!("/api/tables/{}/moves", self.table);
        let (status, after) = caller.api(&self.token, &path, Some(&body)).map_err(gone)?;
        if status != 200 {
            return Err(format!("{body} by {seat} was answered {status} {after}"));
        }
        // It was done some time in between.
        self.charge(before + before.elapsed() / 2);
        self.running = self.deciding(caller)?.0;
        Ok(())
    }

    /// Takes the time off up to a kill, lets none pass until a server is there again, and keeps how wrong that one is about both.
    fn missed(
        &mut self,
        (killed, at): (Instant, f64),
        (back, again): (Instant, f64),
        believed: Option<(u64, u64)>,
    ) {
        self.charge(killed);
        self.since = back;
        // One that believes that nobody was missing gives nothing at all.
        let again_whole = again as u64;
        let (from, to) = believed.filter(|(_, to)| *to as f64 > at).unwrap_or((again_whole, again_whole));
        let wrong = &mut self.wrong[self.running];
        // Whoever believes that a server went too early gives time, and so does whoever believes that one came back too late.
        wrong.0 += at - from as f64;
        wrong.1 += to as f64 - again;
    }

    /// By how much the clock that runs is off, as the page shows it.
    fn look(&self, caller: &mut Caller) -> Result<Deviation, String> {
        let cookie = format!("gloria={}", self.token);
        let seat = char::from(b'A' + self.running as u8);
        let path = format!("/t/{}?seat={seat}", self.table);
        let (status, page) = caller.call(&request("GET", &path, &[("Cookie", &cookie)], "")).map_err(gone)?;
        let page = String::from_utf8_lossy(&page).into_owned();
        let chip = page.split("id=\"seat-").find(|part| part.starts_with(seat));
        let until =
            chip.and_then(|chip| chip.split("data-until=\"").nth(1)?.split('"').next()?.parse::<u64>().ok());
        let until = until.ok_or_else(|| format!("the clock of {seat} does not run on the page: {status}"))?;
        let own = self.left[self.running] - self.since.elapsed().as_secs_f64() * 1000.0;
        let (gone, back) = self.wrong[self.running];
        let all = (until as f64 - time() - own).round() as i64;
        Ok(Deviation { all, gone: gone.round() as i64, back: back.round() as i64 })
    }
}

/// How old the note is that the server was there, in milliseconds; taken away where the next one shall know nothing.
async fn staleness(database: &Path, knows: Knows) -> Result<u64, String> {
    let store = Sqlite::open(database).map_err(|error| error.to_string())?;
    let note = store.note(ALIVE).await.map_err(|error| error.to_string())?.unwrap_or_default();
    let alive = note.split(' ').next().and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
    if knows == Knows::Nothing {
        store.remove_notes(ALIVE, Duration::ZERO).await.map_err(|error| error.to_string())?;
    }
    Ok((time() as u64).saturating_sub(alive))
}

/// From when until when no server was there the last time, as the one that is there now believes.
async fn believed(database: &Path) -> Result<Option<(u64, u64)>, String> {
    let store = Sqlite::open_to_read(database).map_err(|error| error.to_string())?;
    let note = store.note(AWAY).await.map_err(|error| error.to_string())?.unwrap_or_default();
    let away: Vec<(u64, u64)> = serde_json::from_str(&note).unwrap_or_default();
    Ok(away.last().copied())
}

/// How many flags have fallen, as the log says.
async fn flags(database: &Path, table: &str) -> Result<u64, String> {
    let store = Sqlite::open(database).map_err(|error| error.to_string())?;
    let id = TableId::new(table).ok_or("a table's name is malformed")?;
    let events = store.events(&id, 0, usize::MAX >> 1).await.map_err(|error| error.to_string())?;
    let fell = |body: &str| {
        let body: Value = serde_json::from_str(body).unwrap_or(Value::Null);
        ["minded", "resigned", "removed"].iter().any(|kind| body["kind"] == *kind)
    };
    Ok(events.iter().filter(|event| fell(&event.body)).count() as u64)
}

/// Runs the harness; the error says what else went wrong.
pub fn run(plan: &Plan, progress: impl Fn(&Found)) -> Result<Found, String> {
    let folder = Folder::new()?;
    let database = folder.file("log.db");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    let mut luck = Light::new(plan.seed);
    let mut server = Server::start(&plan.program, &database)?;
    let mut caller = Caller::new(server.address).map_err(gone)?;
    let mut game = Game::open(&mut caller, luck.next_u64())?;
    let mut found = Found::default();
    for _ in 0..plan.cycles {
        for _ in 0..luck.below(4) {
            std::thread::sleep(Duration::from_millis(u64::from(luck.below(60))));
            game.decide(&mut caller)?;
            found.decisions += 1;
        }
        // So long that the server has noted at least once that it is there.
        std::thread::sleep(Duration::from_millis(250 + u64::from(luck.below(200))));
        drop(caller);
        // With the signal it is gone; how long the system takes to clear up after it is nobody's time.
        let (killed, at) = (Instant::now(), time());
        server.kill();
        let stale = runtime.block_on(staleness(&database, plan.knows))?;
        found.late += stale.saturating_sub(killed.elapsed().as_millis() as u64).saturating_sub(USUAL);
        std::thread::sleep(plan.away);
        server = Server::start(&plan.program, &database)?;
        let (back, again) = (Instant::now(), time());
        found.away += (back - killed).as_millis() as u64;
        found.cycles += 1;
        game.missed((killed, at), (back, again), runtime.block_on(believed(&database))?);
        caller = Caller::new(server.address).map_err(gone)?;
        let off = game.look(&mut caller)?;
        if off.all.abs() >= found.worst.all.abs() {
            found.worst = off;
        }
        found.looks[game.running] += 1;
        progress(&found);
    }
    drop(caller);
    drop(server);
    found.flags = runtime.block_on(flags(&database, &game.table))?;
    Ok(found)
}
