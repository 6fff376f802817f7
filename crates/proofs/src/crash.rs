//! kill -9 under load: whatever was acknowledged is there afterwards, once and in order.
//!
//! Clients post moves at many tables of a server in a process of its own. At a random moment it gets SIGKILL, is started
//! again on the same file, and the log is compared with what every client was told. What was under way is posted again
//! under its request id; so is what had been acknowledged: neither may be done twice.

use std::collections::BTreeMap;
use std::fmt;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use store::{Sqlite, Store, TableId};
use table::{Chance, Light};

use crate::server::{Folder, Program, Server};
use crate::wire::Caller;

/// How much to do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Which program serves.
    pub program: Program,
    /// How often it is killed.
    pub cycles: u32,
    /// How many clients post at once.
    pub clients: usize,
    /// How many tables each plays at.
    pub tables: usize,
    /// Where the luck of the run comes from.
    pub seed: u64,
}

/// What was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// How often the server was killed.
    pub cycles: u32,
    /// Decisions that were acknowledged.
    pub acknowledged: u64,
    /// Decisions that were under way when the server was killed, and posted again.
    pub under_way: u64,
    /// Those of them that had become durable all the same.
    pub durable: u64,
    /// Acknowledged decisions that were posted again after the crash.
    pub repeated: u64,
    /// Acknowledged decisions that are not in the log where they were said to be.
    pub lost: u64,
    /// Decisions in the log that nobody made, or made once and found twice.
    pub doubled: u64,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cycles, acknowledged, under_way, durable, repeated, lost, doubled } = self;
        write!(
            f,
            "killed {cycles} times: {acknowledged} decisions acknowledged, {lost} of them lost, {doubled} doubled; \
             {under_way} were under way ({durable} had become durable) and posted again, so were {repeated} acknowledged ones"
        )
    }
}

/// A decision as it was posted.
#[derive(Clone, Debug)]
struct Posted {
    request: String,
    seat: String,
    action: String,
    /// The seq it was chosen at.
    seen: u64,
}

/// What a client knows of one table.
#[derive(Debug)]
struct Book {
    table: String,
    acknowledged: Vec<Posted>,
    under_way: Option<Posted>,
    over: bool,
}

/// One client: its token, its tables, its luck.
struct Client {
    token: String,
    books: Vec<Book>,
    luck: Light,
    /// How many decisions were posted, and how many acknowledged.
    number: u64,
    acknowledged: u64,
}

/// Why a client stopped: the server is gone, or it said something it should not.
enum Stopped {
    Gone,
    Wrong(String),
}

impl From<std::io::Error> for Stopped {
    fn from(_: std::io::Error) -> Self {
        Self::Gone
    }
}

impl Client {
    fn new(address: SocketAddr, tables: usize, seed: u64) -> Result<Self, String> {
        let mut client = Self {
            token: String::new(),
            books: Vec::new(),
            luck: Light::new(seed),
            number: 0,
            acknowledged: 0,
        };
        let start = |client: &mut Self| -> Result<(), Stopped> {
            let mut caller = Caller::new(address)?;
            let (_, value) = caller.api("", "/api/tokens", Some(&json!({ "name": "Crash" })))?;
            value["token"].as_str().unwrap_or_default().clone_into(&mut client.token);
            for at in 0..tables {
                client.open(&mut caller, at)?;
            }
            Ok(())
        };
        match start(&mut client) {
            Ok(()) => Ok(client),
            Err(Stopped::Gone) => Err("the server went away before it was killed".to_owned()),
            Err(Stopped::Wrong(why)) => Err(why),
        }
    }

    fn open(&mut self, caller: &mut Caller, at: usize) -> Result<(), Stopped> {
        let table = json!({ "game": games::NAMES[at % games::NAMES.len()], "seats": ["me", "me"] });
        let (status, value) = caller.api(&self.token, "/api/tables", Some(&table))?;
        let Some(table) = value["table"].as_str() else {
            return Err(Stopped::Wrong(format!("a table was not opened: {status} {value}")));
        };
        self.books.push(Book {
            table: table.to_owned(),
            acknowledged: Vec::new(),
            under_way: None,
            over: false,
        });
        Ok(())
    }

    /// Plays at all tables until told to stop or until the server is gone.
    fn play(&mut self, address: SocketAddr, stop: &AtomicBool) -> Result<(), String> {
        let Ok(mut caller) = Caller::new(address) else { return Ok(()) };
        while !stop.load(Ordering::Relaxed) {
            let live: Vec<usize> = (0..self.books.len()).filter(|at| !self.books[*at].over).collect();
            let done = if live.as_slice().is_empty() {
                self.open(&mut caller, 0)
            } else {
                let at = live[self.luck.below(live.len() as u32) as usize];
                self.decide(&mut caller, at)
            };
            match done {
                Ok(()) => {}
                Err(Stopped::Gone) => return Ok(()),
                Err(Stopped::Wrong(why)) => return Err(why),
            }
        }
        Ok(())
    }

    fn decide(&mut self, caller: &mut Caller, at: usize) -> Result<(), Stopped> {
        let path = format!("/api/tables/{}", self.books[at].table);
        let (_, seen) = caller.api(&self.token, &path, None)?;
        if !seen["outcome"].is_null() {
            self.books[at].over = true;
            return self.open(caller, at);
        }
        let Some(seat) = seen["deciding"][0].as_str().map(str::to_owned) else {
            return Err(Stopped::Wrong(format!("nobody decides at {path}: {seen}")));
        };
        let seen = if seen["seat"] == seat {
            seen
        } else {
            caller.api(&self.token, &format!("{path}?seat={seat}"), None)?.1
        };
        let actions = seen["legal"].as_array().into_iter().flatten().filter_map(|one| one["action"].as_str());
        let actions: Vec<&str> = actions.filter(|action| !action.starts_with("surrender")).collect();
        if actions.is_empty() {
            return Err(Stopped::Wrong(format!("{seat} can do nothing at {path}")));
        }
        let action = actions[self.luck.below(actions.len() as u32) as usize].to_owned();
        self.number += 1;
        let request = format!("r{}", self.number);
        let posted = Posted { request, seat, action, seen: seen["seq"].as_u64().unwrap_or(0) };
        self.books[at].under_way = Some(posted.clone());
        let (status, after) = self.post(caller, &path, &posted)?;
        if status != 200 || after["seq"].as_u64() != Some(posted.seen + 1) {
            return Err(Stopped::Wrong(format!("{posted:?} was answered {status} {}", after["error"])));
        }
        self.books[at].acknowledged.push(posted);
        self.acknowledged += 1;
        self.books[at].under_way = None;
        Ok(())
    }

    fn post(&self, caller: &mut Caller, path: &str, posted: &Posted) -> Result<(u16, Value), Stopped> {
        let body = json!({
            "action": posted.action, "seat": posted.seat, "seq": posted.seen, "request": posted.request,
        });
        Ok(caller.api(&self.token, &format!("{path}/moves"), Some(&body))?)
    }

    /// After a crash: posts again what was under way, and what was acknowledged last.
    fn settle(&mut self, address: SocketAddr, found: &mut Found) -> Result<(), String> {
        let gone = |_| "the server went away before it was killed".to_owned();
        let mut caller = Caller::new(address).map_err(gone)?;
        for at in 0..self.books.len() {
            let path = format!("/api/tables/{}", self.books[at].table);
            let last = self.books[at].acknowledged.last().cloned();
            if let Some(posted) = self.books[at].under_way.take() {
                found.under_way += 1;
                let (status, after) =
                    self.post(&mut caller, &path, &posted).map_err(|_| "gone".to_owned())?;
                if status != 200 || after["seq"].as_u64() != Some(posted.seen + 1) {
                    return Err(format!("{posted:?} posted again was answered {status} {after}"));
                }
                self.books[at].acknowledged.push(posted);
                self.acknowledged += 1;
            } else if let Some(posted) = last.filter(|_| !self.books[at].over) {
                found.repeated += 1;
                let (status, after) =
                    self.post(&mut caller, &path, &posted).map_err(|_| "gone".to_owned())?;
                if status != 200 || after["seq"].as_u64() != Some(posted.seen + 1) {
                    return Err(format!("{posted:?} repeated was answered {status} {after}"));
                }
            }
        }
        Ok(())
    }
}

/// Compares the log of a table with what its client was told; what is lost or doubled is counted and forgotten.
async fn compare(store: &Sqlite, book: &mut Book, found: &mut Found) -> Result<(), String> {
    let table = TableId::new(&book.table).ok_or("a table's name is malformed")?;
    let events = store.events(&table, 0, usize::MAX >> 1).await.map_err(|error| error.to_string())?;
    if !events.iter().zip(1..).all(|(event, seq)| event.seq == seq) {
        return Err(format!("the log of {table} has gaps"));
    }
    let mut moves: BTreeMap<String, (u64, Value)> = BTreeMap::new();
    for event in &events {
        let body: Value = serde_json::from_str(&event.body).map_err(|error| error.to_string())?;
        if body["kind"] != "move" {
            continue;
        }
        let Some(request) = &event.request else {
            found.doubled += 1;
            continue;
        };
        if moves.insert(request.clone(), (event.seq, body)).is_some() {
            found.doubled += 1;
        }
    }
    let mut take = |posted: &Posted| {
        let key = format!("{} {}", posted.seat, posted.request);
        moves.remove(&key).is_some_and(|(seq, body)| {
            seq == posted.seen + 1
                && body["action"] == posted.action.as_str()
                && body["seat"] == posted.seat.as_str()
        })
    };
    let before = book.acknowledged.len();
    book.acknowledged.retain(&mut take);
    found.lost += (before - book.acknowledged.len()) as u64;
    if let Some(posted) = &book.under_way
        && take(posted)
    {
        found.durable += 1;
    }
    found.doubled += moves.len() as u64;
    Ok(())
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
    let mut clients = (0..plan.clients)
        .map(|_| Client::new(server.address, plan.tables, luck.next_u64()))
        .collect::<Result<Vec<_>, String>>()?;
    let mut found = Found::default();
    for _ in 0..plan.cycles {
        let pause = Duration::from_micros(20_000 + u64::from(luck.below(300_000)));
        cycle(&mut clients, server, pause)?;
        found.cycles += 1;
        server = Server::start(&plan.program, &database)?;
        let store = Sqlite::open(&database).map_err(|error| error.to_string())?;
        let lost = found.lost;
        for book in clients.iter_mut().flat_map(|client| &mut client.books) {
            runtime.block_on(compare(&store, book, &mut found))?;
            if found.lost > lost {
                // What came after a lost decision has lost its ground; only the negative control comes here.
                book.under_way = None;
            }
        }
        if found.lost == lost {
            for client in &mut clients {
                client.settle(server.address, &mut found)?;
            }
        } else {
            for client in &mut clients {
                client.books.retain(|book| book.over);
            }
        }
        found.acknowledged = clients.iter().map(|client| client.acknowledged).sum();
        progress(&found);
        if found.lost > lost && matches!(plan.program, Program::Gloria(_) | Program::Honest(_)) {
            break;
        }
    }
    drop(server);
    let store = Sqlite::open(&database).map_err(|error| error.to_string())?;
    for book in clients.iter_mut().flat_map(|client| &mut client.books) {
        runtime.block_on(compare(&store, book, &mut found))?;
    }
    Ok(found)
}

/// Lets everyone play for a while, then kills the server under their hands.
fn cycle(clients: &mut [Client], server: Server, pause: Duration) -> Result<(), String> {
    let (stop, address) = (AtomicBool::new(false), server.address);
    let wrong = std::thread::scope(|scope| {
        let playing: Vec<_> =
            clients.iter_mut().map(|client| scope.spawn(|| client.play(address, &stop))).collect();
        std::thread::sleep(pause);
        server.kill();
        stop.store(true, Ordering::Relaxed);
        let ends =
            playing.into_iter().map(|client| client.join().unwrap_or(Err("a client failed".to_owned())));
        ends.filter_map(Result::err).collect::<Vec<_>>()
    });
    wrong.first().map_or(Ok(()), |why| Err(why.clone()))
}
