//! All tables, and what can be done at them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use hmac::Mac as _;
use store::{Store, StoreError, TableId};
use table::{Options, Refusal, Seat, Seed};
use tokio::sync::Semaphore;

use crate::config::{Config, Luck};
use crate::event::{By, Chair, Manner, TableEvent, tell_apart};
use crate::guard::Limits;
use crate::guest::{Guest, Keys, hex, random};
use crate::keep::Kept;
use crate::kind::Kind;
use crate::lists::Lists;
use crate::live::Refused;
use crate::pool::{Lane, Pool};
use crate::report::Report;
use crate::room::{Change, Given, PAGE, Room, State, now};
use crate::seating::Brief;
use crate::thinkers::{self, Minds};
use crate::trouble::Trouble;

/// How many tables in memory are many: then those that nobody looks at are forgotten at once.
const MANY: usize = 512;

/// How many tables are read back from their logs at the same time.
const READING: usize = 2;

/// How a table begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// How it is kept.
    pub manner: Manner,
    /// A record to play on from, and after how many decisions.
    pub from: Option<(String, usize)>,
    /// The seed, where it is no secret; a fresh one otherwise.
    pub seed: Option<String>,
    /// The table's name; a fresh one otherwise.
    pub id: Option<TableId>,
    /// Who makes it, by identity.
    pub host: Option<String>,
}

/// What is counted.
#[derive(Debug, Default)]
pub struct Counts {
    /// Decisions made durable.
    pub actions: AtomicU64,
    /// Requests answered.
    pub requests: AtomicU64,
    /// Requests refused for their rate.
    pub slowed: AtomicU64,
    /// Connections that were not taken.
    pub turned_away: AtomicU64,
    /// Streams open now.
    pub streams: AtomicU64,
    /// Streams open now, of each guest and of each address.
    pub held: Mutex<HashMap<String, usize>>,
    /// Answers with a status of 500 or more.
    pub faults: AtomicU64,
}

/// All tables.
pub struct Hall {
    /// The log.
    pub store: Arc<dyn Store>,
    /// What signs guests.
    pub signer: Keys,
    /// How the server behaves.
    pub config: Config,
    /// What is counted.
    pub counts: Counts,
    /// How fast each may go.
    pub limits: Limits,
    /// Where bots think.
    pub pool: Pool,
    /// What is kept besides the tables.
    pub(crate) kept: Kept,
    minds: Arc<Minds>,
    /// How many seeds were made.
    seeds: AtomicU64,
    rooms: Mutex<HashMap<TableId, Arc<Room>>>,
    lists: RwLock<Lists>,
    reading: Semaphore,
    health: tokio::sync::Mutex<Option<(Instant, Result<(), StoreError>)>>,
}

impl std::fmt::Debug for Hall {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Hall")
    }
}

impl Hall {
    /// A hall over a store: reads the lists and goes on with the games under way.
    pub async fn open(store: Arc<dyn Store>, config: Config) -> Result<Arc<Self>, Trouble> {
        let signer = Keys::open(store.as_ref()).await?;
        let mut lists = Lists::default();
        let mut after = None;
        loop {
            let page = store.live(after.as_ref(), PAGE).await?;
            let Some(last) = page.last() else { break };
            after = Some(last.table.clone());
            for digest in page {
                if let Ok(brief) = serde_json::from_str(&digest.body) {
                    lists.put(&digest.table, digest.at, brief);
                }
            }
        }
        // A game that waits for a bot goes on without anybody looking.
        let idle = lists.stuck();
        let kept = Kept::weigh(store.as_ref()).await?;
        let hall = Arc::new(Self {
            store,
            signer,
            counts: Counts::default(),
            limits: Limits::new(&config),
            pool: Pool::new(config.thinkers),
            kept,
            minds: Arc::new(Minds::new(config.minds)),
            seeds: AtomicU64::new(0),
            rooms: Mutex::default(),
            lists: RwLock::new(lists),
            reading: Semaphore::new(READING),
            health: tokio::sync::Mutex::default(),
            config,
        });
        let again = Arc::clone(&hall);
        tokio::spawn(async move {
            for id in idle {
                if let Ok(room) = again.room(&id).await {
                    again.drive(&room);
                }
            }
        });
        Ok(hall)
    }

    /// The table of this name, from memory or from its log.
    pub async fn room(&self, id: &TableId) -> Result<Arc<Room>, Trouble> {
        if let Some(room) = self.rooms.lock().unwrap_or_else(PoisonError::into_inner).get(id) {
            return Ok(Arc::clone(room));
        }
        let _turn = self.reading.acquire().await.map_err(|_| Trouble::Slower)?;
        let mut events = Vec::new();
        loop {
            let after = events.last().map_or(0, |event: &store::Event| event.seq);
            let page = self.store.events(id, after, PAGE).await?;
            let full = page.len() == PAGE;
            events.extend(page);
            if !full {
                break;
            }
        }
        if events.is_empty() {
            return Err(Trouble::Missing("table"));
        }
        let room = Arc::new(Room::load(id.clone(), events, self.store.as_ref()).await?);
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        if rooms.len() >= MANY {
            rooms.retain(|_, room| Arc::strong_count(room) > 1);
        }
        // Somebody may have loaded it meanwhile: there is only one room of a table.
        Ok(Arc::clone(rooms.entry(id.clone()).or_insert(room)))
    }

    /// Puts a table that was set up among the others.
    #[cfg(feature = "testkit")]
    pub(crate) fn place(&self, room: Room, brief: Brief) {
        let id = room.id.clone();
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).insert(id.clone(), Arc::new(room));
        self.note(&id, brief);
    }

    /// Forgets tables that nobody holds; their logs stay.
    pub fn forget_idle(&self) -> usize {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.retain(|_, room| Arc::strong_count(room) > 1);
        self.minds.forget_idle();
        rooms.len()
    }

    /// Forgets tables that are gone from the store.
    pub(crate) fn forget(&self, gone: &[TableId]) {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let mut lists = self.lists.write().unwrap_or_else(PoisonError::into_inner);
        for id in gone {
            rooms.remove(id);
            lists.remove(id);
        }
    }

    /// Whether the store can write: what it said at most a second ago.
    pub async fn health(&self) -> Result<(), Trouble> {
        let mut health = self.health.lock().await;
        if let Some((at, known)) = health.as_ref()
            && at.elapsed() < Duration::from_secs(1)
        {
            return known.clone().map_err(Trouble::from);
        }
        let found = self.store.check().await;
        *health = Some((Instant::now(), found.clone()));
        found.map_err(Trouble::from)
    }

    /// How many tables are in memory.
    pub fn held(&self) -> usize {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    fn note(&self, id: &TableId, brief: Brief) {
        self.lists.write().unwrap_or_else(PoisonError::into_inner).put(id, now(), brief);
    }

    /// What lists know of the tables that are not finished. Hold it only for a moment.
    pub fn lists(&self) -> std::sync::RwLockReadGuard<'_, Lists> {
        self.lists.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The guest's tables, finished or not, at most `limit` of either kind, newest first.
    pub async fn tables_of(&self, guest: &str, limit: usize) -> Result<Vec<(TableId, Brief)>, Trouble> {
        let mut found = self.lists().own(guest);
        found.truncate(limit);
        for digest in self.store.finished(guest, limit).await? {
            if let Ok(brief) = serde_json::from_str(&digest.body) {
                found.push((digest.table, brief));
            }
        }
        Ok(found)
    }

    /// Makes a table; starts the game at once if every seat is taken.
    pub async fn open_table(
        self: &Arc<Self>,
        kind: &dyn Kind,
        options: &Options,
        mut chairs: Vec<Chair>,
        opening: Opening,
    ) -> Result<Arc<Room>, Trouble> {
        let (players, kept) = kind.check(options).map_err(Trouble::Bad)?;
        if chairs.len() != players {
            return Err(Trouble::Bad(format!("{} seats are given: expected {players}", chairs.len())));
        }
        tell_apart(&mut chairs);
        let options = kept.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let full = !chairs.iter().any(Chair::is_free);
        let Opening { manner, from, seed, id, host } = opening;
        let (game, rules) = (kind.info().name.to_owned(), Some(kind.info().rules_version));
        let mut events = vec![TableEvent::Opened { game, options, chairs, manner, rules, host }];
        let mut written = events.clone();
        if full {
            let seed = seed.unwrap_or_else(|| self.fresh_seed());
            // The log only names the record it goes on from: many tables may go on from the same one.
            let named = match &from {
                Some((text, at)) => Some((self.keep_source(text).await?, *at)),
                None => None,
            };
            written.push(TableEvent::Started { seed: seed.clone(), from: named });
            events.push(TableEvent::Started { seed, from });
        }
        let fresh = || TableId::new(&hex(&random::<8>())).expect("hexadecimal digits are a table's name");
        let id = id.unwrap_or_else(fresh);
        let hall = Arc::clone(self);
        let open = async move {
            let (room, brief) = Room::open(hall.store.as_ref(), id.clone(), events, &written).await?;
            let room = Arc::new(room);
            let mut rooms = hall.rooms.lock().unwrap_or_else(PoisonError::into_inner);
            // Somebody may have found it in the store already: there is only one room of a table.
            let room = Arc::clone(rooms.entry(id.clone()).or_insert(room));
            drop(rooms);
            hall.note(&id, brief);
            hall.drive(&room);
            Ok(room)
        };
        to_the_end(open).await
    }

    /// The name of the table where the next game after this one is played. It follows from this one's, so that two who ask at once open
    /// one table; nobody else can guess it.
    pub fn name_of_next(&self, id: &TableId) -> TableId {
        let mut mac = self.signer.mac();
        mac.update(b"gloria next\0");
        mac.update(id.as_str().as_bytes());
        let name = hex(&mac.finalize().into_bytes()[..8]);
        TableId::new(&name).expect("hexadecimal digits are a table's name")
    }

    /// Changes a table, durably, and lets bots go on.
    pub async fn change(
        self: &Arc<Self>,
        room: &Arc<Room>,
        given: Given,
        work: impl FnOnce(&State) -> Result<Change, Trouble> + Send,
    ) -> Result<(), Trouble> {
        let Some(planned) = room.plan(given, work).await? else { return Ok(()) };
        let (hall, room) = (Arc::clone(self), Arc::clone(room));
        let commit = async move {
            if let Some(brief) = planned.commit(hall.store.as_ref()).await? {
                hall.note(&room.id, brief);
                hall.drive(&room);
            }
            Ok(())
        };
        to_the_end(commit).await
    }

    /// Takes an action for a seat.
    pub async fn act(
        self: &Arc<Self>,
        room: &Arc<Room>,
        seat: Seat,
        action: &str,
        given: Given,
        by: By,
    ) -> Result<(), Trouble> {
        let work = |state: &State| {
            let live =
                state.live.as_ref().ok_or_else(|| Trouble::NotNow("The game has not begun.".to_owned()))?;
            if let Some((_, beat)) = state.lesson_beat()
                && (beat.seat != seat || beat.action != action)
            {
                return Err(Trouble::NotNow(format!(
                    "The lesson asks you to do this first: {}.",
                    beat.action
                )));
            }
            let prepared = live.prepare(seat, action).map_err(Trouble::Refused)?;
            let event = TableEvent::Move { seat, action: prepared.action, drawn: prepared.drawn, by };
            Ok(Change { events: vec![event], deciding: Some(prepared.deciding) })
        };
        let notation = room.state().live.as_ref().and_then(|live| live.notation(action));
        let given = Given { action: notation, ..given };
        let done = self.change(room, given, work).await;
        match &done {
            Ok(()) => drop(self.counts.actions.fetch_add(1, Ordering::Relaxed)),
            Err(trouble) => self.heed(room, seat, action, trouble).await,
        }
        done
    }

    /// An engine had no room for a legal action: that is a fault of ours, so it is said loudly and kept with the record, once for
    /// each table. Whatever else an action is refused for is no fault.
    async fn heed(&self, room: &Room, seat: Seat, action: &str, trouble: &Trouble) {
        let Trouble::Refused(Refused::Rule(refusal)) = trouble else { return };
        if refusal.rule != Refusal::NO_ROOM {
            return;
        }
        let (seq, step, record) = {
            let state = room.state();
            let live = state.live.as_ref();
            (state.seq, live.map(|live| live.steps()), live.map(|live| live.whole()))
        };
        let text = format!("The engine had no room for '{action}' of seat {seat}: {}", refusal.fact);
        let line = serde_json::json!({ "at": now(), "fault": "no room", "table": room.id, "seq": seq, "text": text });
        eprintln!("{line}");
        self.counts.faults.fetch_add(1, Ordering::Relaxed);
        let report = Report {
            number: "noroom".to_owned(),
            table: room.id.to_string(),
            at: now(),
            seq,
            step,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            by: "the server itself".to_owned(),
            text,
            record,
            from: None,
        };
        if self.store.note(&report.key()).await.is_ok_and(|known| known.is_none()) {
            // Without room for the report there is still the line above.
            let _ = self.put_report(&report).await;
        }
    }

    /// Lets bots and standing answers go on at a table, until somebody else must decide.
    pub fn drive(self: &Arc<Self>, room: &Arc<Room>) {
        if room.driven.swap(true, Ordering::AcqRel) {
            return;
        }
        let (hall, room) = (Arc::clone(self), Arc::clone(room));
        tokio::spawn(async move {
            loop {
                while let Some(next) = next_by_itself(&room) {
                    tokio::time::sleep(hall.config.pace).await;
                    hall.one_by_itself(&room, next).await;
                }
                room.driven.store(false, Ordering::Release);
                // Something may have changed between looking and letting go.
                if next_by_itself(&room).is_none() || room.driven.swap(true, Ordering::AcqRel) {
                    return;
                }
            }
        });
    }

    async fn one_by_itself(self: &Arc<Self>, room: &Arc<Room>, next: ByItself) {
        let given = Given { seq: Some(next.seq), ..Given::default() };
        let (action, by) = match next.who {
            Who::Standing(action) => (Some(action), By::Standing),
            Who::Lesson(action) => (Some(action), By::Player),
            Who::Bot(level) => {
                let job = {
                    let state = room.state();
                    let live = state.live.as_ref().filter(|_| state.moved == next.seq);
                    let seed = self.luck_of_a_bot(next.seq);
                    live.map(|live| (live.think(next.seat, &level, seed, &self.minds), owner(&state)))
                };
                match job {
                    Some((job, owner)) => {
                        (self.pool.think(&owner, thinkers::lane(&level), job).await, By::Player)
                    }
                    None => (None, By::Player),
                }
            }
        };
        let done = match action {
            Some(action) => self.act(room, next.seat, &action, given, by).await,
            None => Err(Trouble::Stale),
        };
        match done {
            // Somebody was faster, or took something back: look again.
            Ok(()) | Err(Trouble::Stale) => {}
            Err(_) => tokio::time::sleep(Duration::from_secs(1)).await,
        }
    }

    /// What a strong player would think of a seat's decision, one line for each of the best actions.
    pub async fn advise(&self, room: &Room, seat: Seat) -> Result<Vec<String>, Trouble> {
        let (job, owner) = {
            let state = room.state();
            if !state.seating.manner.hints {
                return Err(Trouble::NotNow("This table is played without hints.".to_owned()));
            }
            let live = state.live.as_ref().filter(|live| live.deciding().contains(seat));
            let live = live.ok_or_else(|| Trouble::NotNow("It is not your turn to decide.".to_owned()))?;
            (live.advise(seat), owner(&state))
        };
        // Somebody waits for it, so it goes with the short ones.
        let thought = self.pool.think(&owner, Lane::Short, job).await.ok_or(Trouble::Slower)?;
        Ok(thought.lines().map(str::to_owned).collect())
    }

    /// The seed of the next game.
    pub(crate) fn fresh_seed(&self) -> String {
        match self.config.luck {
            Luck::Fresh => Seed::new(random()).reveal(),
            Luck::Known(number) => {
                let made = self.seeds.fetch_add(1, Ordering::Relaxed);
                Seed::from_number(number.wrapping_add(made)).reveal()
            }
        }
    }

    /// What a bot's choice hangs on where it may choose freely, after this seq of the table.
    fn luck_of_a_bot(&self, seq: u64) -> u64 {
        match self.config.luck {
            Luck::Fresh => u64::from_le_bytes(random()),
            // Any odd factor spreads the numbers that follow one another.
            Luck::Known(number) => number.wrapping_add(seq).wrapping_mul(0x9E37_79B9_7F4A_7C15),
        }
    }

    /// Whether a guest's token or cookie is ours.
    pub fn guest(&self, text: &str) -> Option<Guest> {
        self.signer.read(text)
    }

    /// How many players remember something between their decisions.
    pub fn remembering(&self) -> usize {
        self.minds.len()
    }
}

/// On whose account the bots of a table think: one guest's many tables share what one has, and so do all tables where
/// nobody plays.
fn owner(state: &State) -> String {
    let guest = |chair: &Chair| match chair {
        Chair::Guest(id, _) => Some(id.clone()),
        Chair::Open | Chair::Link | Chair::Bot(_) => None,
    };
    state.seating.chairs.iter().find_map(guest).unwrap_or_else(|| "nobody".to_owned())
}

/// A decision that needs nobody at the table.
struct ByItself {
    seat: Seat,
    /// The seq of the last event that moved the game.
    seq: u64,
    who: Who,
}

enum Who {
    Bot(String),
    Standing(String),
    Lesson(String),
}

fn next_by_itself(room: &Room) -> Option<ByItself> {
    let state = room.state();
    let live = state.live.as_ref()?;
    let seq = state.moved;
    if state.lesson_closes() {
        return None;
    }
    if let Some((_, beat)) = state.lesson_beat() {
        let chair = state.seating.chairs.get(beat.seat.index())?;
        let who = Who::Lesson(beat.action.clone());
        return matches!(chair, Chair::Bot(_)).then_some(ByItself { seat: beat.seat, seq, who });
    }
    live.deciding().iter().find_map(|seat| {
        let who = match state.seating.chairs.get(seat.index())? {
            Chair::Bot(level) => Who::Bot(level.clone()),
            Chair::Guest(..) if state.seating.standing.contains(seat) => Who::Standing(live.forced(seat)?),
            Chair::Guest(..) | Chair::Open | Chair::Link => return None,
        };
        Some(ByItself { seat, seq, who })
    })
}

/// Does something to its end even if the one who asked goes away: what is durable must also be seen.
async fn to_the_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, Trouble>> + Send + 'static,
) -> Result<T, Trouble> {
    // The task can only be stopped by a panic or by the end of the server.
    tokio::spawn(work).await.unwrap_or(Err(Trouble::Store(store::StoreError::Closed)))
}

/// The chairs of a quick game: the guest, and bots.
pub fn quick_chairs(guest: &Guest, players: usize, level: &str) -> Vec<Chair> {
    let mut chairs = vec![Chair::Guest(guest.id.clone(), guest.name.clone())];
    chairs.extend((1..players).map(|_| Chair::Bot(level.to_owned())));
    chairs
}

#[cfg(test)]
mod tests {
    use store::Sqlite;

    use super::*;
    use crate::kind::kind;

    #[tokio::test]
    async fn an_engine_without_room_is_reported_once_for_each_table_with_the_record() {
        let folder = std::env::temp_dir().join(format!("gloria-hall-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let store: Arc<dyn Store> = Arc::new(Sqlite::open(&folder.join("log.db")).unwrap());
        let hall = Hall::open(Arc::clone(&store), Config::unlimited()).await.unwrap();
        let kind = kind("glory-to-rome").unwrap();
        let (players, options) = kind.check(&Options::new()).unwrap();
        let chairs = quick_chairs(&Guest::fresh(), players, "random");
        let room = hall.open_table(kind, &options, chairs, Opening::default()).await.unwrap();
        let seat = Seat::new(0);
        let refused =
            |rule: &'static str| Trouble::Refused(Refused::Rule(Refusal::new(rule, "12 frames", "x")));
        hall.heed(&room, seat, "draw", &refused("GTR-30")).await;
        assert!(store.notes(Report::KEYS).await.unwrap().is_empty(), "a rule is no fault");
        hall.heed(&room, seat, "draw", &refused(Refusal::NO_ROOM)).await;
        hall.heed(&room, seat, "draw", &refused(Refusal::NO_ROOM)).await;
        let kept = store.notes(Report::KEYS).await.unwrap();
        assert_eq!(kept.len(), 1);
        let report: Report = serde_json::from_str(&kept[0].1).unwrap();
        assert!(
            report.text.contains("no room for 'draw'") && report.text.contains("12 frames"),
            "{report:?}"
        );
        assert!(report.record.unwrap().starts_with("gloria-record"));
        assert_eq!(hall.counts.faults.load(Ordering::Relaxed), 2);
        let _ = std::fs::remove_dir_all(&folder);
    }
}
