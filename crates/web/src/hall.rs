//! All tables, and what can be done at them.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use store::{Store, TableId};
use table::{Options, Seat, SeatSet, Seed};

use crate::event::{By, Chair, Manner, TableEvent, sits_down};
use crate::guest::{Guest, Signer, hex, random};
use crate::kind::Kind;
use crate::room::{Brief, Change, Given, PAGE, Room, State, first_to_decide};
use crate::thinkers::{self, Pool};
use crate::trouble::Trouble;

/// What is written to the log of requests: one JSON object a line, on the standard error output.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Log {
    /// Nothing.
    Quiet,
    /// What went wrong on our side.
    Faults,
    /// That, and everything that could change something.
    Changes,
    /// Every request.
    All,
}

impl Log {
    /// The one with this name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "quiet" => Some(Self::Quiet),
            "faults" => Some(Self::Faults),
            "changes" => Some(Self::Changes),
            "all" => Some(Self::All),
            _ => None,
        }
    }
}

/// How the server behaves.
#[derive(Clone, Debug)]
pub struct Config {
    /// How long a bot waits before it decides, so that people can follow.
    pub pace: Duration,
    /// How many threads think for bots.
    pub thinkers: usize,
    /// The level of bots where nobody says which.
    pub usual: &'static str,
    /// Posts a second that one guest may make over time.
    pub posts: u32,
    /// Requests a second that one address may make over time.
    pub requests: u32,
    /// The most open streams.
    pub streams: usize,
    /// What is written to the log of requests.
    pub log: Log,
}

impl Default for Config {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            pace: Duration::from_millis(650),
            thinkers: cores.saturating_sub(1),
            usual: thinkers::USUAL,
            posts: 10,
            requests: 60,
            streams: 8000,
            log: Log::Faults,
        }
    }
}

/// How a table begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// How it is kept.
    pub manner: Manner,
    /// A record to play on from, and after how many decisions.
    pub from: Option<(String, usize)>,
    /// The seed, where it is no secret; a fresh one otherwise.
    pub seed: Option<String>,
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
    /// Streams open now.
    pub streams: AtomicU64,
    /// Answers with a status of 500 or more.
    pub faults: AtomicU64,
}

/// All tables.
pub struct Hall {
    /// The log.
    pub store: Arc<dyn Store>,
    /// What signs guests.
    pub signer: Signer,
    /// How the server behaves.
    pub config: Config,
    /// What is counted.
    pub counts: Counts,
    pool: Pool,
    rooms: Mutex<HashMap<TableId, Arc<Room>>>,
    briefs: RwLock<BTreeMap<TableId, (u64, Brief)>>,
}

impl std::fmt::Debug for Hall {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Hall")
    }
}

impl Hall {
    /// A hall over a store: reads the lists and goes on with the games under way.
    pub async fn open(store: Arc<dyn Store>, config: Config) -> Result<Arc<Self>, Trouble> {
        let key = if let Some(key) = store.note("signing-key").await? {
            key
        } else {
            let key = hex(&random::<32>());
            store.put_note("signing-key", &key).await?;
            key
        };
        let key = crate::guest::unhex(&key).and_then(|key| key.try_into().ok());
        let key: [u8; 32] = key.ok_or_else(|| Trouble::Damaged("the signing key is malformed".to_owned()))?;
        let mut briefs = BTreeMap::new();
        let mut after = None;
        loop {
            let page = store.digests(after.as_ref(), PAGE).await?;
            let Some(last) = page.last() else { break };
            after = Some(last.table.clone());
            for digest in page {
                if let Ok(brief) = serde_json::from_str(&digest.body) {
                    briefs.insert(digest.table, (digest.at, brief));
                }
            }
        }
        let pool = Pool::new(config.thinkers);
        let hall = Arc::new(Self {
            store,
            signer: Signer::new(key),
            config,
            counts: Counts::default(),
            pool,
            rooms: Mutex::default(),
            briefs: RwLock::new(briefs),
        });
        // A game that waits for a bot goes on without anybody looking.
        let idle: Vec<TableId> = {
            let briefs = hall.briefs.read().unwrap_or_else(PoisonError::into_inner);
            let stuck = |brief: &Brief| {
                brief.started && !brief.over && brief.waits.is_empty() && !brief.guests.is_empty()
            };
            briefs.iter().filter(|(_, (_, brief))| stuck(brief)).map(|(id, _)| id.clone()).collect()
        };
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
        let room = Arc::new(Room::load(id.clone(), &events)?);
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
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
        rooms.len()
    }

    /// How many tables are in memory.
    pub fn held(&self) -> usize {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    fn note(&self, id: &TableId, brief: Brief) {
        let mut briefs = self.briefs.write().unwrap_or_else(PoisonError::into_inner);
        briefs.insert(id.clone(), (crate::room::now(), brief));
    }

    /// The briefs that fit, newest first, at most `limit`.
    pub fn briefs(&self, limit: usize, fits: impl Fn(&Brief) -> bool) -> Vec<(TableId, Brief)> {
        let briefs = self.briefs.read().unwrap_or_else(PoisonError::into_inner);
        let mut found: Vec<_> = briefs.iter().filter(|(_, (_, brief))| fits(brief)).collect();
        found.sort_by_key(|(_, (at, _))| std::cmp::Reverse(*at));
        found.into_iter().take(limit).map(|(id, (_, brief))| (id.clone(), brief.clone())).collect()
    }

    /// Makes a table; starts the game at once if every seat is taken.
    pub async fn open_table(
        self: &Arc<Self>,
        kind: &dyn Kind,
        options: &Options,
        chairs: Vec<Chair>,
        opening: Opening,
    ) -> Result<Arc<Room>, Trouble> {
        let (players, kept) = kind.check(options).map_err(Trouble::Bad)?;
        if chairs.len() != players {
            return Err(Trouble::Bad(format!("{} seats are given: expected {players}", chairs.len())));
        }
        let options = kept.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let full = !chairs.iter().any(Chair::is_free);
        let Opening { manner, from, seed } = opening;
        let (game, rules) = (kind.info().name.to_owned(), Some(kind.info().rules_version));
        let mut events = vec![TableEvent::Opened { game, options, chairs, manner, rules }];
        if full {
            events.push(TableEvent::Started { seed: seed.unwrap_or_else(fresh_seed), from });
        }
        let id = TableId::new(&hex(&random::<8>())).expect("hexadecimal digits are a table's name");
        let hall = Arc::clone(self);
        let open = async move {
            let (room, brief) = Room::open(hall.store.as_ref(), id.clone(), events).await?;
            let room = Arc::new(room);
            hall.rooms.lock().unwrap_or_else(PoisonError::into_inner).insert(id.clone(), Arc::clone(&room));
            hall.note(&id, brief);
            hall.drive(&room);
            Ok(room)
        };
        to_the_end(open).await
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
        self.change(room, given, work).await?;
        self.counts.actions.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// Lets somebody, or a bot, sit down; the game starts when the last seat is taken.
    pub async fn sit(self: &Arc<Self>, room: &Arc<Room>, seat: Seat, chair: Chair) -> Result<(), Trouble> {
        let work = move |state: &State| {
            let place = state.seating.chairs.get(seat.index()).ok_or(Trouble::Missing("seat"))?;
            let leaving =
                matches!((place, &chair), (Chair::Guest(..), Chair::Bot(_))) && state.live.is_some();
            if !place.is_free() && !leaving {
                return Err(Trouble::NotNow("That seat is taken already.".to_owned()));
            }
            if leaving && state.deciding().is_some_and(SeatSet::is_empty) {
                return Err(Trouble::NotNow("The game is over.".to_owned()));
            }
            let mut events = Vec::new();
            if let (Chair::Guest(_, name), true) = (place, leaving) {
                let text = "left the table. A bot plays on.".to_owned();
                events.push(TableEvent::Said { name: name.clone(), text });
            }
            let chair = sits_down(chair, &state.seating.chairs);
            events.push(TableEvent::Sat { seat, chair });
            let free = state.seating.chairs.iter().filter(|chair| chair.is_free()).count();
            let mut deciding = state.deciding();
            if state.live.is_none() && free == 1 {
                events.push(TableEvent::Started { seed: fresh_seed(), from: None });
                deciding = Some(first_to_decide(state, &events)?);
            }
            Ok(Change { events, deciding })
        };
        self.change(room, Given::default(), work).await
    }

    /// Gives the game up for a seat, which ends it: only where nobody else would be left without a game.
    pub async fn resign(self: &Arc<Self>, room: &Arc<Room>, seat: Seat) -> Result<(), Trouble> {
        let work = |state: &State| {
            let live = state.live.as_deref();
            let live = live.ok_or_else(|| Trouble::NotNow("The game has not begun.".to_owned()))?;
            if live.is_over() {
                return Err(Trouble::NotNow("The game is over.".to_owned()));
            }
            if state.seating.chairs.len() > 2 {
                let why = "More than two play here, so the game goes on without you. Leave your seat to a bot instead.";
                return Err(Trouble::NotNow(why.to_owned()));
            }
            Ok(Change { events: vec![TableEvent::Resigned { seat }], deciding: Some(SeatSet::NONE) })
        };
        self.change(room, Given::default(), work).await
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
        let given = Given { seq: Some(next.seq), request: None };
        let (action, by) = match next.who {
            Who::Standing(action) => (Some(action), By::Standing),
            Who::Lesson(action) => (Some(action), By::Player),
            Who::Bot(level) => {
                let job = {
                    let state = room.state();
                    let live = state.live.as_ref().filter(|_| state.seq == next.seq);
                    live.map(|live| live.think(next.seat, &level, u64::from_le_bytes(random())))
                };
                match job {
                    Some(job) => (self.pool.think(job).await, By::Player),
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
        let job = {
            let state = room.state();
            if !state.seating.manner.hints {
                return Err(Trouble::NotNow("This table is played without hints.".to_owned()));
            }
            let live = state.live.as_ref().filter(|live| live.deciding().contains(seat));
            let live = live.ok_or_else(|| Trouble::NotNow("It is not your turn to decide.".to_owned()))?;
            live.advise(seat)
        };
        let thought = self.pool.think(job).await.ok_or(Trouble::Slower)?;
        Ok(thought.lines().map(str::to_owned).collect())
    }

    /// Whether a guest's token or cookie is ours.
    pub fn guest(&self, text: &str) -> Option<Guest> {
        self.signer.read(text)
    }
}

/// A decision that needs nobody at the table.
struct ByItself {
    seat: Seat,
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
    let seq = state.seq;
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

fn fresh_seed() -> String {
    Seed::new(random()).reveal()
}

/// The chairs of a quick game: the guest, and bots.
pub fn quick_chairs(guest: &Guest, players: usize, level: &str) -> Vec<Chair> {
    let mut chairs = vec![Chair::Guest(guest.id.clone(), guest.name.clone())];
    chairs.extend((1..players).map(|_| Chair::Bot(level.to_owned())));
    chairs
}
