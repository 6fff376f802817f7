//! Many open streams on many live tables: how long from a post until every seat at the table has the update.
//!
//! The server runs in a process of its own; the players are here. Every table has four guests with a stream each, as
//! their browsers would have. Posts go out at a steady rate, whatever happened to earlier ones, in the browser's way: a
//! form with the seat's cookie, from a page whose stream shows what comes of it. The clock of a decision starts just before its post is
//! written and stops when the last of the four streams has brought the whole update.
//!
//! Every update must be one to the page that its stream has shown so far; some pages are kept whole, and at the end they must be what the
//! server draws.

use std::cell::RefCell;
use std::fmt;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use table::{Chance, Light};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

use crate::served::{House, Served, Used, worked};
use crate::server::Program;
use crate::unpacked::Unpacked;
use crate::wire::{Caller, head, request};

/// How much to do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Which program serves.
    pub program: Program,
    /// Where it is kept, and how many serve.
    pub house: House,
    /// How many tables of four.
    pub tables: usize,
    /// Decisions a second over all tables.
    pub rate: u32,
    /// For how long it is measured.
    pub time: Duration,
    /// How many more tables there are where strong bots think all the time, two at each.
    pub bots: usize,
    /// Decisions at each table before it is measured, so that tables are in the middle of their games.
    pub warm: u32,
}

const SEATS: usize = 4;

/// What was measured.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// Open streams.
    pub streams: usize,
    /// How long it took until all were open and had brought their table, in seconds.
    pub opened: f64,
    /// Decisions posted while it was measured, and accepted.
    pub decisions: usize,
    /// Decisions a second.
    pub rate: f64,
    /// Updates that never came.
    pub lost: usize,
    /// Posts that were not accepted.
    pub refused: u64,
    /// From the post to the last of the four updates, each decision, in milliseconds, sorted.
    pub delays: Vec<f64>,
    /// The bytes of each update while it was measured, sorted.
    pub updates: Vec<u32>,
    /// Pages that were kept whole and are at the end what the server draws, and those that are not.
    pub pages: (usize, usize),
    /// The most memory the server held, in MB, and what it held before the streams opened.
    pub memory: (u64, u64),
    /// What the servers and the database used.
    pub used: Used,
    /// Seconds of processor time of the players.
    pub players: f64,
    /// How long it was measured, in seconds.
    pub seconds: f64,
}

impl Measured {
    /// The delay that this part of a hundred stay within.
    pub fn percentile(&self, hundredth: f64) -> f64 {
        percentile(&self.delays, hundredth)
    }

    /// The bytes that this part of a hundred updates stay within.
    pub fn bytes(&self, hundredth: f64) -> u32 {
        let at = (hundredth / 100.0 * self.updates.len().saturating_sub(1) as f64).round() as usize;
        self.updates.get(at).copied().unwrap_or(0)
    }

    /// Milliseconds of the server's processor time for each update, posts and commits included.
    pub fn each(&self) -> f64 {
        self.used.servers * 1e3 / self.updates.len().max(1) as f64
    }

    /// KB of the server's memory for each stream, everything included.
    pub fn per_stream(&self) -> f64 {
        self.memory.0 as f64 * 1024.0 / self.streams.max(1) as f64
    }
}

/// The delay of these, sorted, that this part of a hundred stay within.
pub fn percentile(delays: &[f64], hundredth: f64) -> f64 {
    let last = delays.len().saturating_sub(1);
    let at = (hundredth / 100.0 * last as f64).round() as usize;
    delays.get(at).copied().unwrap_or(f64::INFINITY)
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} streams opened in {:.1} s, {} decisions in {:.1} s ({:.1} a second), {} updates lost, {} posts refused",
            self.streams, self.opened, self.decisions, self.seconds, self.rate, self.lost, self.refused
        )?;
        writeln!(
            f,
            "from post to every seat's update: p50 {:.1} ms, p90 {:.1} ms, p99 {:.1} ms, longest {:.1} ms",
            self.percentile(50.0),
            self.percentile(90.0),
            self.percentile(99.0),
            self.percentile(100.0)
        )?;
        let bytes: u64 = self.updates.iter().map(|bytes| u64::from(*bytes)).sum();
        writeln!(
            f,
            "{} updates ({:.1} MB/s): median {} bytes, p90 {}, p99 {}; {:.3} ms of processor time each; {} pages followed to the end, {} of them wrong",
            self.updates.len(),
            bytes as f64 / 1e6 / self.seconds,
            self.bytes(50.0),
            self.bytes(90.0),
            self.bytes(99.0),
            self.each(),
            self.pages.0 + self.pages.1,
            self.pages.1,
        )?;
        write!(
            f,
            "server at most {} MB ({} before the streams): {:.0} KB for each stream, its share of the tables included; processor time: server {:.1} s, players {:.1} s",
            self.memory.0,
            self.memory.1,
            self.per_stream(),
            self.used.servers,
            self.players
        )?;
        if self.used.trips == 0 {
            return Ok(());
        }
        let each = |number: f64| number / self.decisions.max(1) as f64;
        write!(
            f,
            "\neach decision: {:.2} ms of the nodes' processors and {:.2} ms of the database's, {:.2} round trips, {:.2} notifications",
            each(self.used.servers * 1e3),
            each(self.used.database * 1e3),
            each(self.used.trips as f64),
            each(self.used.told as f64)
        )
    }
}

/// What is known of one table.
#[derive(Default)]
struct Seen {
    /// The newest seq each stream has brought.
    seqs: [u64; SEATS],
    /// Who decides and what they can do, as the streams told last.
    choices: Option<(u64, usize, Vec<String>)>,
    /// The decision under way: its seq, and when it was posted.
    under_way: Option<(u64, Instant)>,
    /// The pages, where they are kept.
    pages: [String; SEATS],
}

struct Table {
    number: usize,
    id: String,
    cookies: Vec<String>,
    seen: Mutex<Seen>,
}

impl Table {
    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What everyone writes down.
#[derive(Default)]
struct Notes {
    delays: Mutex<Vec<f64>>,
    bytes: Mutex<Vec<u32>>,
    /// Updates to another page than the one the stream has shown.
    astray: AtomicU64,
    refused: AtomicU64,
    posted: AtomicU64,
}

fn seat_letter(at: usize) -> char {
    (b'A' + at as u8) as char
}

/// Opens a table for four and lets everyone sit down.
fn open(caller: &mut Caller, at: usize) -> Result<Table, String> {
    let fault = |error: std::io::Error| error.to_string();
    let mut cookies = Vec::new();
    for _ in 0..SEATS {
        let (_, value) = caller.api("", "/api/tokens", Some(&json!({ "name": "Load" }))).map_err(fault)?;
        cookies.push(value["token"].as_str().ok_or("no token was given")?.to_owned());
    }
    let wish =
        json!({ "game": games::NAMES[at % games::NAMES.len()], "seats": ["me", "link", "link", "link"] });
    let (_, value) = caller.api(&cookies[0], "/api/tables", Some(&wish)).map_err(fault)?;
    let id = value["table"].as_str().ok_or(format!("no table was opened: {value}"))?.to_owned();
    for (seat, cookie) in cookies.iter().enumerate().skip(1) {
        let (path, cookie) = (format!("/t/{id}/sit"), format!("gloria={cookie}"));
        let headers = [("Cookie", cookie.as_str()), ("Content-Type", "application/x-www-form-urlencoded")];
        let body = format!("seat={}", seat_letter(seat));
        let (status, _) = caller.call(&request("POST", &path, &headers, &body)).map_err(fault)?;
        if status != 303 {
            return Err(format!("seat {seat} can't be taken: {status}"));
        }
    }
    Ok(Table { number: at, id, cookies, seen: Mutex::default() })
}

/// Opens a table where two strong bots play by themselves.
fn open_for_bots(caller: &mut Caller, at: usize) -> Result<(), String> {
    let fault = |error: std::io::Error| error.to_string();
    let (_, value) = caller.api("", "/api/tokens", Some(&json!({ "name": "Load" }))).map_err(fault)?;
    let token = value["token"].as_str().ok_or("no token was given")?.to_owned();
    let wish =
        json!({ "game": games::NAMES[at % games::NAMES.len()], "seats": ["bot:strong", "bot:strong"] });
    let (status, value) = caller.api(&token, "/api/tables", Some(&wish)).map_err(fault)?;
    if status == 200 { Ok(()) } else { Err(format!("no table for bots was opened: {value}")) }
}

/// The actions that an update offers, if it brings the list of them.
fn actions(update: &str) -> Option<Vec<String>> {
    let (_, list) = update.split_once(" id=\"actions\"")?;
    let list = list.split_once("</section>").map_or(list, |(list, _)| list);
    let mut found = Vec::new();
    for piece in list.split("name=\"action\" value=\"").skip(1) {
        let text = piece.split('"').next().unwrap_or_default();
        if !text.starts_with("surrender") {
            found.push(
                text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&"),
            );
        }
    }
    Some(found)
}

/// One seat's stream: reads updates for as long as the server sends them. It has its turn to open until the first has come.
async fn watch(
    address: SocketAddr,
    table: Arc<Table>,
    seat: usize,
    notes: Arc<Notes>,
    turn: OwnedSemaphorePermit,
) -> std::io::Result<()> {
    let mut turn = Some(turn);
    let mut stream = TcpStream::connect(address).await?;
    let (path, cookie) = (
        format!("/t/{}/live?seat={}&parts={}", table.id, seat_letter(seat), pages::assets::version()),
        format!("gloria={}", table.cookies[seat]),
    );
    let headers = [("Cookie", cookie.as_str()), ("Accept-Encoding", "gzip")];
    stream.write_all(request("GET", &path, &headers, "").as_bytes()).await?;
    // What is read goes through one piece of memory for each thread; only what is left of it stays with the stream.
    let mut body = Unpacked::new(table.number.is_multiple_of(KEPT));
    let mut page = String::new();
    loop {
        stream.readable().await?;
        let over = READ.with_borrow_mut(|part| {
            loop {
                match stream.try_read(part) {
                    Ok(0) => return Ok(true),
                    Ok(read) => body.add(&part[..read]),
                    Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => return Ok(false),
                    Err(error) => return Err(error),
                }
            }
        })?;
        if over {
            return Ok(());
        }
        while let Some((update, bytes)) = body.next()? {
            take(&table, seat, (&update, bytes), &mut page, &notes);
            drop(turn.take());
        }
    }
}

thread_local! {
    static READ: RefCell<Vec<u8>> = RefCell::new(vec![0; 65_536]);
}

/// One of so many streams keeps its page whole.
const KEPT: usize = 50;

fn field<'u>(update: &'u str, name: &str) -> Option<&'u str> {
    update.split_once(name)?.1.split(['\n', '"']).next()
}

fn take(table: &Table, seat: usize, (update, bytes): (&str, usize), page: &mut String, notes: &Notes) {
    let arrived = Instant::now();
    let Some(seq) = field(update, "id: ").and_then(|seq| seq.trim().parse::<u64>().ok()) else { return };
    notes.bytes.lock().unwrap_or_else(PoisonError::into_inner).push(bytes as u32);
    let open = &update[..update.find(" data-steps").unwrap_or(update.len())];
    let choices = if open.contains("my-turn") { actions(update) } else { None };
    let mut seen = table.seen();
    let base = field(update.get(open.len()..).unwrap_or_default(), " data-base=\"")
        .and_then(|base| base.parse().ok());
    if base.is_some_and(|base: u64| base != seen.seqs[seat]) {
        notes.astray.fetch_add(1, Ordering::Relaxed);
    }
    if table.number.is_multiple_of(KEPT)
        && let Some(new) =
            update.split_once("\ndata: ").and_then(|(_, html)| pages::patched(page, html.trim_end()))
    {
        seen.pages[seat].clone_from(&new);
        *page = new;
    }
    seen.seqs[seat] = seen.seqs[seat].max(seq);
    match choices {
        Some(choices)
            if !choices.is_empty() && seen.choices.as_ref().is_none_or(|(known, _, _)| *known <= seq) =>
        {
            seen.choices = Some((seq, seat, choices));
        }
        // The same list as before: only what it is a list of moved on.
        None if open.contains("my-turn") => {
            if let Some(known) = seen.choices.as_mut().filter(|(_, of, _)| *of == seat) {
                known.0 = seq;
            }
        }
        Some(_) | None => {}
    }
    if let Some((wanted, since)) = seen.under_way
        && seen.seqs.iter().all(|seq| *seq >= wanted)
    {
        seen.under_way = None;
        drop(seen);
        let delay = arrived.duration_since(since).as_secs_f64() * 1e3;
        notes.delays.lock().unwrap_or_else(PoisonError::into_inner).push(delay);
    }
}

/// Something to post: at which table, by which seat, which action.
type Decision = (Arc<Table>, usize, String);

/// A connection that posts decisions, one after the other.
async fn poster(
    address: SocketAddr,
    jobs: Arc<tokio::sync::Mutex<mpsc::Receiver<Decision>>>,
    notes: Arc<Notes>,
) -> std::io::Result<()> {
    let mut stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let mut buffer = Vec::with_capacity(65_536);
    loop {
        let job = jobs.lock().await.recv().await;
        let Some((table, seat, body)) = job else { return Ok(()) };
        let cookie = format!("gloria={}", table.cookies[seat]);
        let headers = [
            ("Cookie", cookie.as_str()),
            ("Content-Type", "application/x-www-form-urlencoded"),
            ("x-gloria", "stream"),
        ];
        let text = request("POST", &format!("/t/{}/act", table.id), &headers, &body);
        stream.write_all(text.as_bytes()).await?;
        buffer.clear();
        let (start, status, length) = loop {
            if let Some(head) = head(&buffer) {
                break head;
            }
            if stream.read_buf(&mut buffer).await? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
        };
        while buffer.len() < start + length {
            if stream.read_buf(&mut buffer).await? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
        }
        if status != 204 {
            notes.refused.fetch_add(1, Ordering::Relaxed);
            table.seen().under_way = None;
        }
    }
}

/// A text as forms send it.
pub(crate) fn encode(text: &str) -> String {
    let letter = |byte: u8| {
        if byte.is_ascii_alphanumeric() { (byte as char).to_string() } else { format!("%{byte:02X}") }
    };
    text.bytes().map(letter).collect()
}

/// The next decision of a table, if one can be made now: the seat and the form.
fn next(table: &Table, luck: &mut Light) -> Option<(usize, String)> {
    let mut seen = table.seen();
    if seen.under_way.is_some() {
        return None;
    }
    let (seq, seat, choices) = seen.choices.take()?;
    if seen.seqs.iter().any(|known| *known != seq) {
        seen.choices = Some((seq, seat, choices));
        return None;
    }
    let action = &choices[luck.below(choices.len() as u32) as usize];
    seen.under_way = Some((seq + 1, Instant::now()));
    Some((seat, format!("seq={seq}&seat={}&action={}", seat_letter(seat), encode(action))))
}

/// Posts decisions at a rate, or as fast as it goes, until enough were posted.
async fn post(
    tables: &[Arc<Table>],
    jobs: &mpsc::Sender<Decision>,
    notes: &Notes,
    enough: u64,
    pause: Duration,
) {
    let mut luck = Light::new(5);
    let start = Instant::now();
    let (mut at, mut number, mut idle) = (0, 0_u64, 0);
    while number < enough {
        tokio::time::sleep_until((start + pause * number as u32).into()).await;
        // The next table that can go on; a table whose game is over, or that waits for an update, is passed over.
        let found = (0..tables.len()).find_map(|_| {
            at = (at + 1) % tables.len();
            next(&tables[at], &mut luck).map(|(seat, body)| (Arc::clone(&tables[at]), seat, body))
        });
        let Some(job) = found else {
            idle += 1;
            if idle > 2_000 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
            continue;
        };
        idle = 0;
        number += 1;
        notes.posted.fetch_add(1, Ordering::Relaxed);
        if jobs.send(job).await.is_err() {
            return;
        }
    }
}

/// Waits until nothing is under way, for a while; how many updates never came.
async fn settled(tables: &[Arc<Table>]) -> usize {
    let missing = || {
        let late = |table: &Arc<Table>| {
            let seen = table.seen();
            let newest =
                seen.under_way.map_or(0, |(seq, _)| seq).max(seen.seqs.iter().copied().max().unwrap_or(0));
            seen.seqs.iter().filter(|seq| **seq < newest).count()
        };
        tables.iter().map(late).sum::<usize>()
    };
    for _ in 0..400 {
        if missing() == 0 {
            return 0;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    missing()
}

/// Runs the harness.
pub fn run(plan: &Plan) -> Result<Measured, String> {
    let served = Served::start(&plan.program, plan.house)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    let mut caller = Caller::new(served.address(0)).map_err(|error| error.to_string())?;
    let tables =
        (0..plan.tables).map(|at| open(&mut caller, at).map(Arc::new)).collect::<Result<Vec<_>, String>>()?;
    for at in 0..plan.bots {
        open_for_bots(&mut caller, at)?;
    }
    let done = runtime.block_on(measure(plan, &served, &tables));
    runtime.shutdown_background();
    done
}

async fn measure(plan: &Plan, served: &Served, tables: &[Arc<Table>]) -> Result<Measured, String> {
    let notes = Arc::new(Notes::default());
    // Some at a time, as they come when a server is up again: what waits to be taken has room for them.
    let opening = Arc::new(Semaphore::new(256));
    let bare = served.memory();
    let began = Instant::now();
    for (at, table) in tables.iter().enumerate() {
        for seat in 0..SEATS {
            let turn = Arc::clone(&opening).acquire_owned().await.map_err(|error| error.to_string())?;
            // Those of one table are at different nodes, where there are several.
            let (table, notes, address) = (Arc::clone(table), Arc::clone(&notes), served.address(at + seat));
            tokio::spawn(watch(address, table, seat, notes, turn));
        }
    }
    wait_for_streams(tables).await?;
    let opened = began.elapsed().as_secs_f64();
    let (jobs, waiting) = mpsc::channel(1024);
    let waiting = Arc::new(tokio::sync::Mutex::new(waiting));
    // As many as it takes that a slow answer never holds back the next post.
    for at in 0..256 {
        tokio::spawn(poster(served.address(at), Arc::clone(&waiting), Arc::clone(&notes)));
    }
    let warm = u64::from(plan.warm) * tables.len() as u64;
    post(tables, &jobs, &notes, warm, Duration::from_millis(2)).await;
    settled(tables).await;
    let reset = |counter: &AtomicU64| counter.swap(0, Ordering::Relaxed);
    let (_, _) = (reset(&notes.refused), reset(&notes.posted));
    notes.bytes.lock().unwrap_or_else(PoisonError::into_inner).clear();
    notes.delays.lock().unwrap_or_else(PoisonError::into_inner).clear();
    let before = (served.used(), worked(std::process::id()));
    let start = Instant::now();
    let enough = (f64::from(plan.rate) * plan.time.as_secs_f64()) as u64;
    post(tables, &jobs, &notes, enough, Duration::from_secs(1) / plan.rate.max(1)).await;
    let seconds = start.elapsed().as_secs_f64();
    let lost = settled(tables).await;
    let after = (served.used(), worked(std::process::id()));
    let mut delays = std::mem::take(&mut *notes.delays.lock().unwrap_or_else(PoisonError::into_inner));
    delays.sort_by(f64::total_cmp);
    let mut updates = std::mem::take(&mut *notes.bytes.lock().unwrap_or_else(PoisonError::into_inner));
    updates.sort_unstable();
    let address = served.address(0);
    let kept = tables.iter().filter(|table| table.number.is_multiple_of(KEPT)).cloned().collect();
    let pages = tokio::task::spawn_blocking(move || compare(address, kept))
        .await
        .map_err(|error| error.to_string())??;
    Ok(Measured {
        streams: tables.len() * SEATS,
        opened,
        decisions: delays.len(),
        rate: delays.len() as f64 / seconds,
        lost: lost + notes.astray.load(Ordering::Relaxed) as usize,
        refused: notes.refused.load(Ordering::Relaxed),
        delays,
        updates,
        pages,
        memory: (served.memory(), bare),
        used: after.0.since(before.0),
        players: after.1 - before.1,
        seconds,
    })
}

/// How many of the pages that were kept are what the server draws, and how many are not.
fn compare(address: SocketAddr, kept: Vec<Arc<Table>>) -> Result<(usize, usize), String> {
    let fault = |error: std::io::Error| error.to_string();
    let mut caller = Caller::new(address).map_err(fault)?;
    let (mut right, mut wrong) = (0, 0);
    for table in kept {
        for (seat, cookie) in table.cookies.iter().enumerate() {
            let path = format!("/t/{}?seat={}", table.id, seat_letter(seat));
            let cookie = format!("gloria={cookie}");
            let (_, body) = caller.call(&request("GET", &path, &[("Cookie", &cookie)], "")).map_err(fault)?;
            let page = String::from_utf8_lossy(&body);
            if page.contains(&table.seen().pages[seat]) {
                right += 1;
            } else {
                wrong += 1;
            }
        }
    }
    Ok((right, wrong))
}

/// Every stream brings the table as it stands when it opens.
async fn wait_for_streams(tables: &[Arc<Table>]) -> Result<(), String> {
    for _ in 0..1200 {
        if tables.iter().all(|table| table.seen().seqs.iter().all(|seq| *seq > 0)) {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Err("not every stream opened within a minute".to_owned())
}

/// One line of JSON, for whoever wants to keep it.
pub fn line(measured: &Measured) -> Value {
    json!({
        "streams": measured.streams,
        "opened_s": measured.opened,
        "decisions": measured.decisions,
        "rate": measured.rate,
        "lost": measured.lost,
        "p50": measured.percentile(50.0),
        "p99": measured.percentile(99.0),
        "longest": measured.percentile(100.0),
        "bytes_median": measured.bytes(50.0),
        "cpu_ms_per_update": measured.each(),
        "kb_per_stream": measured.per_stream(),
        "memory_mb": measured.memory.0,
    })
}
