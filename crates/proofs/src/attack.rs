//! Somebody floods the server: how long do honest players wait meanwhile?
//!
//! The server runs in a process of its own with the limits it has when nobody says otherwise. Two honest guests play at one table from
//! one address of the loopback network; attackers use others. Every answer the honest ones get is timed, first while nothing else
//! happens, then under each flood. All loops end with the time that was given.

use std::collections::BTreeMap;
use std::fmt;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use table::{Chance as _, Game as _, Light, Options, Record, Rulebook as _, Turn};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

use crate::load::{encode, percentile};
use crate::served::memory;
use crate::server::{Folder, Program, Server};
use crate::wire::{Caller, head, request};

/// A flood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flood {
    /// Forms with tens of thousands of seats.
    Forms,
    /// Records opened as fast as it goes.
    Uploads,
    /// Problem reports about the honest table.
    Reports,
    /// Strangers who talk at the honest table.
    Chat,
    /// Connections that say nothing, and heads that never end.
    Connections,
    /// Thousands of onlookers at a table where somebody talks and moves.
    Streams,
    /// Tables full of players who think long; the honest one plays against a `fair` one.
    Thinkers,
    /// Moments of a long record.
    Opened,
    /// The front page.
    Pages,
}

impl Flood {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Forms,
        Self::Uploads,
        Self::Reports,
        Self::Chat,
        Self::Connections,
        Self::Streams,
        Self::Thinkers,
        Self::Opened,
        Self::Pages,
    ];
}

/// What honest players waited, in milliseconds, sorted; and what attackers were answered.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// Before the flood.
    pub quiet: Vec<f64>,
    /// Under it.
    pub under: Vec<f64>,
    /// Honest requests that were not done.
    pub refused: usize,
    /// How often the flood was answered what; 0 where a connection was closed.
    pub answers: BTreeMap<u16, u64>,
    /// The most memory the server has held so far, in MB.
    pub memory: u64,
}

impl Measured {
    /// How many times as long 99 of 100 answers take at most under the flood.
    pub fn ratio(&self) -> f64 {
        percentile(&self.under, 99.0) / percentile(&self.quiet, 99.0)
    }
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "quiet p50 {:.1} p99 {:.1} ms ({} answers); under it p50 {:.1} p99 {:.1} ms ({} answers, {} refused): {:.1} times; flood answered {:?}; server at most {} MB",
            percentile(&self.quiet, 50.0),
            percentile(&self.quiet, 99.0),
            self.quiet.len(),
            percentile(&self.under, 50.0),
            percentile(&self.under, 99.0),
            self.under.len(),
            self.refused,
            self.ratio(),
            self.answers,
            self.memory
        )
    }
}

fn fault(error: impl fmt::Display) -> String {
    error.to_string()
}

fn token(caller: &mut Caller, name: &str) -> Result<String, String> {
    let (_, value) = caller.api("", "/api/tokens", Some(&json!({ "name": name }))).map_err(fault)?;
    Ok(value["token"].as_str().ok_or("no token was given")?.to_owned())
}

/// Honest players at one table, who look and decide in turns.
struct Honest {
    caller: Caller,
    tokens: Vec<String>,
    table: String,
    seats: Value,
    luck: Light,
}

impl Honest {
    fn new(address: SocketAddr, against: Flood) -> Result<Self, String> {
        let mut caller = Caller::new(address).map_err(fault)?;
        // What somebody plays alone with bots is seen by nobody else.
        let names: &[&str] = if against == Flood::Thinkers { &["Ann"] } else { &["Ann", "Bob"] };
        let tokens = names.iter().map(|name| token(&mut caller, name)).collect::<Result<Vec<_>, _>>()?;
        let seats =
            if against == Flood::Thinkers { json!(["me", "bot:fair"]) } else { json!(["me", "link"]) };
        let mut honest = Self { caller, tokens, table: String::new(), seats, luck: Light::new(3) };
        honest.open()?;
        Ok(honest)
    }

    fn open(&mut self) -> Result<(), String> {
        let wish = json!({ "game": "glory-to-rome", "seats": self.seats });
        let (_, value) = self.caller.api(&self.tokens[0], "/api/tables", Some(&wish)).map_err(fault)?;
        value["table"].as_str().ok_or(format!("no table was opened: {value}"))?.clone_into(&mut self.table);
        if self.seats[1] == "link" {
            let path = format!("/api/tables/{}/seats", self.table);
            self.caller.api(&self.tokens[1], &path, Some(&json!({ "seat": "B" }))).map_err(fault)?;
        }
        Ok(())
    }

    /// Plays for a while; how long each decision took from the post until the next can be made.
    fn play(&mut self, time: Duration, waits: &mut Vec<f64>) -> Result<usize, String> {
        let (end, mut refused) = (Instant::now() + time, 0);
        let mut since: Option<Instant> = None;
        while Instant::now() < end {
            let mut decided = false;
            for token in self.tokens.clone() {
                let began = Instant::now();
                let path = format!("/api/tables/{}", self.table);
                let (_, position) = self.caller.api(&token, &path, None).map_err(fault)?;
                if self.seats[1] == "link" {
                    waits.push(began.elapsed().as_secs_f64() * 1e3);
                }
                if !position["outcome"].is_null() {
                    self.open()?;
                    break;
                }
                let legal = position["legal"].as_array().cloned().unwrap_or_default();
                let legal: Vec<&str> = legal.iter().filter_map(|one| one["action"].as_str()).collect();
                let legal: Vec<&str> = legal.into_iter().filter(|text| !text.contains("surrender")).collect();
                if legal.is_empty() {
                    continue;
                }
                if let Some(since) = since.take() {
                    waits.push(since.elapsed().as_secs_f64() * 1e3);
                }
                let action = legal[self.luck.below(legal.len() as u32) as usize];
                let body = json!({ "action": action, "seq": position["seq"] });
                let began = Instant::now();
                let (status, _) =
                    self.caller.api(&token, &format!("{path}/moves"), Some(&body)).map_err(fault)?;
                refused += usize::from(status != 200);
                if self.seats[1] == "link" {
                    waits.push(began.elapsed().as_secs_f64() * 1e3);
                } else {
                    since = Some(began);
                }
                decided = true;
                break;
            }
            // Slower than any limit, as people are.
            std::thread::sleep(Duration::from_millis(if decided { 120 } else { 40 }));
        }
        Ok(refused)
    }
}

/// What attackers share.
#[derive(Clone)]
struct Field {
    address: SocketAddr,
    end: Instant,
    answers: Arc<Mutex<BTreeMap<u16, u64>>>,
    table: String,
    record: String,
}

impl Field {
    fn note(&self, status: u16) {
        *self.answers.lock().unwrap_or_else(PoisonError::into_inner).entry(status).or_default() += 1;
    }

    fn goes_on(&self) -> bool {
        Instant::now() < self.end
    }

    /// A connection from this address of the loopback network.
    async fn connect(&self, last: u8) -> std::io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::from(([127, 0, 1, last], 0)))?;
        tokio::time::timeout(Duration::from_secs(5), socket.connect(self.address)).await?
    }

    /// Sends a request and reads the answer's head and body; 0 if the other end has closed.
    async fn ask(&self, stream: &mut TcpStream, text: &str) -> (u16, Vec<u8>) {
        let done = tokio::time::timeout(Duration::from_secs(30), exchange(stream, text)).await;
        let (status, bytes) = done.ok().and_then(Result::ok).unwrap_or_default();
        self.note(status);
        (status, bytes)
    }

    /// The same again and again, on a new connection whenever the old one is closed.
    async fn repeat(&self, last: u8, pause: Duration, text: impl Fn(usize) -> String) {
        let mut stream = None;
        for at in 0.. {
            if !self.goes_on() {
                return;
            }
            if stream.is_none() {
                stream = self.connect(last).await.ok();
            }
            if let Some(open) = &mut stream {
                let (status, _) = self.ask(open, &text(at)).await;
                // A refused body leaves the connection unusable.
                if status == 0 || status == 413 {
                    stream = None;
                }
            }
            tokio::time::sleep(pause).await;
        }
    }
}

async fn exchange(stream: &mut TcpStream, text: &str) -> std::io::Result<(u16, Vec<u8>)> {
    // Whoever refuses early closes early: what was answered counts all the same.
    let _ = stream.write_all(text.as_bytes()).await;
    let mut buffer = Vec::with_capacity(16_384);
    loop {
        if let Some((start, status, length)) = head(&buffer)
            && buffer.len() >= start + length
        {
            return Ok((status, buffer[start..start + length].to_vec()));
        }
        if stream.read_buf(&mut buffer).await? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
    }
}

fn form(path: &str, body: &str) -> String {
    request("POST", path, &[("Content-Type", "application/x-www-form-urlencoded")], body)
}

/// The record of a game of random decisions, to its end or for this many decisions.
fn record(seed: u64, decisions: usize) -> String {
    let rules = glory_to_rome::Rules::from_options(&Options::new()).expect("the usual options fit");
    let names = (0..rules.players()).map(|at| format!("P{at}")).collect();
    let mut luck = Light::new(seed);
    let mut record = Record::<glory_to_rome::State>::start(rules, names, None, &mut luck);
    for _ in 0..decisions {
        let Turn::Decide(seats) = record.state().turn(record.rules()) else { break };
        let (Some(seat), mut legal) = (seats.first(), Vec::new()) else { break };
        record.state().legal(record.rules(), seat, &mut legal);
        let action = legal[luck.below(legal.len() as u32) as usize];
        if record.play(seat, action, &mut luck).is_err() {
            break;
        }
    }
    record.write()
}

/// Lets a flood go, until its time is over.
async fn flood(kind: Flood, field: Field) {
    let again = |last: u8, pause: u64, text: Arc<dyn Fn(usize) -> String + Send + Sync>| {
        let field = field.clone();
        async move { field.repeat(last, Duration::from_millis(pause), |at| text(at)).await }
    };
    let mut tasks = Vec::new();
    match kind {
        Flood::Forms => {
            let text = form("/new/glory", &"seat=me&called=N12345&".repeat(49_000));
            for last in 0..4 {
                let text = text.clone();
                tasks.push(tokio::spawn(again(last, 100, Arc::new(move |_| text.clone()))));
            }
        }
        Flood::Uploads => {
            let records: Vec<String> = (0..40).map(|seed| encode(&record(seed, 5_000))).collect();
            let text = move |at: usize| form("/open", &format!("record={}", records[at % records.len()]));
            tasks.push(tokio::spawn(again(1, 20, Arc::new(text))));
        }
        Flood::Reports => {
            let path = format!("/t/{}/report", field.table);
            let text = move |_| form(&path, "text=odd");
            tasks.push(tokio::spawn(again(1, 20, Arc::new(text))));
        }
        Flood::Chat => {
            let path = format!("/t/{}/chat", field.table);
            for last in 0..4 {
                let path = path.clone();
                tasks.push(tokio::spawn(again(last, 50, Arc::new(move |_| form(&path, "text=hey")))));
            }
        }
        Flood::Connections => tasks.extend(connections(&field)),
        Flood::Streams => tasks.push(tokio::spawn(streams(field.clone()))),
        Flood::Thinkers => tasks.push(tokio::spawn(thinkers(field.clone()))),
        Flood::Opened => {
            let body = format!("record={}", encode(&field.record));
            let kept = match field.connect(9).await {
                Ok(mut stream) => field.ask_for_place(&mut stream, &form("/open", &body)).await,
                Err(_) => None,
            };
            let path = kept.unwrap_or_else(|| "/".to_owned());
            let text =
                move |at: usize| request("GET", &path.replace("at=0", &format!("at={}", at % 200)), &[], "");
            tasks.push(tokio::spawn(again(1, 20, Arc::new(text))));
        }
        Flood::Pages => {
            for last in 0..4 {
                tasks.push(tokio::spawn(again(last, 15, Arc::new(|_| request("GET", "/", &[], "")))));
            }
        }
    }
    for task in tasks {
        let _ = task.await;
    }
}

impl Field {
    /// Where an answer leads.
    async fn ask_for_place(&self, stream: &mut TcpStream, text: &str) -> Option<String> {
        let mut buffer = Vec::new();
        stream.write_all(text.as_bytes()).await.ok()?;
        while head(&buffer).is_none() {
            if stream.read_buf(&mut buffer).await.ok()? == 0 {
                return None;
            }
        }
        let text = String::from_utf8_lossy(&buffer);
        text.lines().find_map(|line| line.strip_prefix("location: ").map(str::to_owned))
    }
}

/// 1,500 connections that say nothing, and 1,500 heads that never end.
fn connections(field: &Field) -> Vec<tokio::task::JoinHandle<()>> {
    let hold = |at: usize| {
        let field = field.clone();
        async move {
            let Ok(mut stream) = field.connect(1 + (at % 2) as u8).await else { return field.note(0) };
            if at.is_multiple_of(2) {
                let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n").await;
            }
            while field.goes_on() {
                tokio::time::sleep(Duration::from_millis(500)).await;
                if at.is_multiple_of(2) && stream.write_all(b"x: y\r\n").await.is_err() {
                    return field.note(0);
                }
            }
        }
    };
    (0..3_000).map(|at| tokio::spawn(hold(at))).collect()
}

/// Opens a table by the API and answers its name and the token.
async fn table_of(field: &Field, stream: &mut TcpStream, seats: &Value) -> Option<(String, String)> {
    let json = [("Content-Type", "application/json")];
    let (_, body) = field.ask(stream, &request("POST", "/api/tokens", &json, "{\"name\":\"Eve\"}")).await;
    let token = serde_json::from_slice::<Value>(&body).ok()?["token"].as_str()?.to_owned();
    let bearer = format!("Bearer {token}");
    let headers = [("Content-Type", "application/json"), ("Authorization", bearer.as_str())];
    let wish = json!({ "game": "glory-to-rome", "seats": seats }).to_string();
    let (_, body) = field.ask(stream, &request("POST", "/api/tables", &headers, &wish)).await;
    let table = serde_json::from_slice::<Value>(&body).ok()?["table"].as_str()?.to_owned();
    Some((table, token))
}

/// Onlookers from many addresses at a table of their own, where somebody talks without end.
async fn streams(field: Field) {
    let Ok(mut stream) = field.connect(1).await else { return };
    let Some((table, token)) = table_of(&field, &mut stream, &json!(["me", "me"])).await else { return };
    let mut tasks = Vec::new();
    for at in 0..5_000_u32 {
        let (field, table) = (field.clone(), table.clone());
        tasks.push(tokio::spawn(async move {
            let Ok(mut stream) = field.connect(2 + (at % 50) as u8).await else { return field.note(0) };
            let text = request("GET", &format!("/t/{table}/live"), &[], "");
            if stream.write_all(text.as_bytes()).await.is_err() {
                return field.note(0);
            }
            let mut part = vec![0; 16_384];
            let mut first = true;
            while field.goes_on() {
                match tokio::time::timeout(Duration::from_millis(500), stream.read(&mut part)).await {
                    Ok(Ok(read)) if read > 0 && first => {
                        let text = String::from_utf8_lossy(&part[..read]).into_owned();
                        field.note(text.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0));
                        first = false;
                    }
                    Ok(Ok(read)) if read > 0 => {}
                    Ok(_) => return,
                    Err(_) => {}
                }
            }
        }));
        if at % 50 == 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
    let cookie = format!("gloria={token}");
    let talk = |_| {
        let headers = [("Cookie", cookie.as_str()), ("Content-Type", "application/x-www-form-urlencoded")];
        request("POST", &format!("/t/{table}/chat"), &headers, "text=la")
    };
    field.repeat(1, Duration::from_millis(100), talk).await;
    for task in tasks {
        let _ = task.await;
    }
}

/// Twenty tables where four long thinkers are at it all the time.
async fn thinkers(field: Field) {
    for at in 0..20_u8 {
        if let Ok(mut stream) = field.connect(1 + at % 5).await {
            let seats = json!(["bot:master", "bot:master", "bot:master", "bot:master"]);
            table_of(&field, &mut stream, &seats).await;
        }
    }
    tokio::time::sleep(field.end.saturating_duration_since(Instant::now())).await;
}

/// Measures honest players before and under a flood.
pub fn run(program: &Program, kind: Flood, time: Duration) -> Result<Measured, String> {
    let folder = Folder::new()?;
    let server = Server::guarded(program, &folder.file("log.db"))?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(fault)?;
    let mut honest = Honest::new(server.address, kind)?;
    let mut measured = Measured::default();
    honest.play(Duration::from_secs(1), &mut Vec::new())?;
    honest.play(time, &mut measured.quiet)?;
    let field = Field {
        address: server.address,
        end: Instant::now() + time + Duration::from_secs(2),
        answers: Arc::default(),
        table: honest.table.clone(),
        record: record(7, 100_000),
    };
    let flooding = runtime.spawn(flood(kind, field.clone()));
    // Once it has begun.
    std::thread::sleep(Duration::from_secs(1));
    measured.refused = honest.play(time, &mut measured.under)?;
    runtime.block_on(async { flooding.await.map_err(fault) })?;
    measured.answers = field.answers.lock().unwrap_or_else(PoisonError::into_inner).clone();
    measured.memory = memory(server.process());
    measured.quiet.sort_by(f64::total_cmp);
    measured.under.sort_by(f64::total_cmp);
    Ok(measured)
}
