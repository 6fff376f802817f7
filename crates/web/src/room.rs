//! One table: who sits there, the game, and how it changes.
//!
//! A change is worked out on what is there, written to the log, and only when it is durable applied and shown. Writers take turns
//! by a gate; readers never wait for the disk.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex as Plain, PoisonError, RwLock, RwLockReadGuard};
use std::time::{SystemTime, UNIX_EPOCH};

use axum::body::Bytes;
use pages::{Chair as Shown, TakeBack};
use store::{Append, Appended, Event, Store, TableId};
use table::{Seat, SeatSet, Seed};
use tokio::sync::{Mutex, OwnedMutexGuard, watch};

use crate::event::{Chair, TableEvent};
use crate::keep;
use crate::kind::{Kind, kind};
use crate::lesson;
use crate::live::{Around, Live};
use crate::seating::{Brief, Seating};
use crate::trouble::Trouble;

/// How many events are read at a time.
pub const PAGE: usize = 1000;

/// A table as its log tells it.
pub struct State {
    /// The seq of its last event.
    pub seq: u64,
    /// The seq of the last event that moved the game: who has seen that one knows what there is to decide, whatever was said since.
    pub moved: u64,
    /// What it is besides its game.
    pub seating: Seating,
    /// The game, once it has begun.
    pub live: Option<Box<dyn Live>>,
    /// Since when the table waits for whom it waits for, in milliseconds since 1970; 0 where nobody knows.
    pub since: u64,
    /// The requests done already, each with the action it took, if it took one.
    requests: BTreeMap<String, Option<String>>,
}

impl State {
    /// The game it is of.
    pub fn kind(&self) -> Result<&'static dyn Kind, Trouble> {
        kind(&self.seating.game).ok_or(Trouble::Missing("game"))
    }

    /// Folds one event in, written at this time. The error says that the log does not fit.
    fn apply(&mut self, event: &TableEvent, at: u64) -> Result<(), String> {
        let agreed = self.seating.wish.map_or(SeatSet::NONE, |(_, agreed)| agreed);
        self.seating.apply(event);
        self.seq += 1;
        if event.moves_the_game() {
            self.since = at;
            self.moved = self.seq;
        }
        let live = self.live.as_mut().ok_or("the game has not begun");
        match event {
            TableEvent::Started { seed, from } => {
                self.live = Some(begin(&self.seating, seed, from.as_ref())?);
                Ok(())
            }
            TableEvent::Move { seat, action, drawn, by } => live?.play(*seat, action, drawn, *by),
            TableEvent::Undone { seat } => live?.undo(*seat),
            TableEvent::TakenBack { seat, steps } => live?.take_back(*seat, *steps, agreed),
            TableEvent::Resigned { seat } => live?.resign(*seat),
            TableEvent::Opened { .. }
            | TableEvent::Shows { .. }
            | TableEvent::Sat { .. }
            | TableEvent::Asked { .. }
            | TableEvent::Agreed { .. }
            | TableEvent::Declined { .. }
            | TableEvent::Said { .. }
            | TableEvent::Standing { .. }
            | TableEvent::Heard { .. }
            | TableEvent::Again { .. }
            | TableEvent::Removed { .. }
            | TableEvent::Muted { .. } => Ok(()),
        }
    }

    /// What lists will say after these events of this time, where they leave the decision to these seats.
    fn brief_after(&self, events: &[TableEvent], deciding: Option<SeatSet>, at: u64) -> Brief {
        let mut seating = self.seating.clone();
        for event in events {
            seating.apply(event);
        }
        let moved = events.iter().any(TableEvent::moves_the_game);
        seating.brief(deciding, if moved { at } else { self.since })
    }

    /// The move that the guided game played here waits for, and its number.
    pub fn lesson_beat(&self) -> Option<(usize, &'static lesson::Beat)> {
        let live = self.live.as_ref().filter(|live| !live.is_over())?;
        lesson::beat(self.seating.manner.lesson.as_deref()?, live.steps())
    }

    /// Whether the guided game played here has just come to its end, and its closing words are to be read before anything goes on.
    pub fn lesson_closes(&self) -> bool {
        let steps = self.live.as_ref().map(|live| live.steps());
        let lesson = self.seating.manner.lesson.as_deref();
        !self.seating.heard && lesson.zip(steps).is_some_and(|(name, steps)| lesson::closes(name, steps))
    }

    /// Who decides now, once the game has begun.
    pub fn deciding(&self) -> Option<SeatSet> {
        self.live.as_ref().map(|live| live.deciding())
    }
}

/// Who decides first once these events have begun the game.
pub fn first_to_decide(state: &State, events: &[TableEvent]) -> Result<SeatSet, Trouble> {
    let mut seating = state.seating.clone();
    for event in events {
        seating.apply(event);
    }
    for event in events {
        if let TableEvent::Started { seed, from } = event {
            return Ok(begin(&seating, seed, from.as_ref()).map_err(Trouble::Bad)?.deciding());
        }
    }
    Ok(SeatSet::NONE)
}

fn begin(seating: &Seating, seed: &str, from: Option<&(String, usize)>) -> Result<Box<dyn Live>, String> {
    let kind = kind(&seating.game).ok_or_else(|| format!("there is no game '{}'", seating.game))?;
    let seed = Seed::read(seed).ok_or("the seed is malformed")?;
    match from {
        None => kind.start(&seating.options, seating.names(), seed),
        Some((record, at)) => kind.fork(record, *at, seating.names(), seed),
    }
}

/// A change worked out, about to be made durable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// What happens.
    pub events: Vec<TableEvent>,
    /// Who decides then; `None` if the game has not begun.
    pub deciding: Option<SeatSet>,
}

/// What a change hangs on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Given {
    /// The seq that was seen; it is stale if the game has moved since.
    pub seq: Option<u64>,
    /// Makes the change harmless to repeat.
    pub request: Option<String>,
    /// The action the request takes, in its one notation.
    pub action: Option<String>,
    /// Who asks it, and for which seat, where it is a guest: the seat must still be theirs when it is done.
    pub of: Option<(String, Seat)>,
}

/// What a post was answered besides the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Said {
    /// What it was refused for.
    pub refused: Option<String>,
    /// The hint it asked for.
    pub advice: Vec<String>,
}

/// One table in memory.
pub struct Room {
    /// Its name.
    pub id: TableId,
    state: RwLock<State>,
    gate: Arc<Mutex<()>>,
    seqs: watch::Sender<u64>,
    /// Whether somebody is letting its bots play.
    pub driven: AtomicBool,
    /// How many streams of onlookers are open.
    pub onlookers: AtomicUsize,
    /// How many streams of each seat are open.
    pub present: [AtomicUsize; table::MAX_SEATS],
    /// The newest update as it is sent to every onlooker: drawn once, however many look.
    shown: Plain<Option<(u64, Bytes)>>,
}

impl std::fmt::Debug for Room {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Room({})", self.id)
    }
}

/// Milliseconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

/// How long ago that was, in a word or two; nothing where it was less than an hour, or nobody knows.
pub fn waited(since: u64, now: u64) -> Option<String> {
    let hours = now.saturating_sub(since) / 3_600_000;
    match hours {
        _ if since == 0 => None,
        0 => None,
        1 => Some("1 hour".to_owned()),
        2..=47 => Some(format!("{hours} hours")),
        _ => Some(format!("{} days", hours / 24)),
    }
}

impl Room {
    fn new(id: TableId, state: State) -> Self {
        let (seqs, _) = watch::channel(state.seq);
        Self {
            id,
            state: RwLock::new(state),
            gate: Arc::default(),
            seqs,
            driven: AtomicBool::new(false),
            onlookers: AtomicUsize::new(0),
            present: std::array::from_fn(|_| AtomicUsize::new(0)),
            shown: Plain::default(),
        }
    }

    /// What every onlooker is sent of this seq: drawn by whoever needs it first.
    pub fn shown(&self, seq: u64, draw: impl FnOnce() -> Option<Bytes>) -> Option<Bytes> {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, bytes)) = shown.as_ref()
            && *at == seq
        {
            return Some(bytes.clone());
        }
        let bytes = draw()?;
        *shown = Some((seq, bytes.clone()));
        Some(bytes)
    }

    /// Makes a table and writes its first events, in which a long record may stand as a mere reference.
    pub async fn open(
        store: &dyn Store,
        id: TableId,
        events: Vec<TableEvent>,
        written: &[TableEvent],
    ) -> Result<(Self, Brief), Trouble> {
        let at = now();
        let timed: Vec<(TableEvent, u64)> = events.into_iter().map(|event| (event, at)).collect();
        let state = apart(move || fold(&timed)).await?.map_err(Trouble::Bad)?;
        let brief = state.seating.brief(state.deciding(), state.since);
        let append = Append {
            table: id.clone(),
            expected: 0,
            request: None,
            at,
            events: written.iter().map(body).collect(),
            digest: digest(&brief),
            finished: finished(&brief),
        };
        match store.append(append).await? {
            Appended::Written(_) => Ok((Self::new(id, state), brief)),
            Appended::Repeated(_) | Appended::Stale(_) => Err(Trouble::Stale),
        }
    }

    /// A table with a game that was set up, after these events.
    #[cfg(feature = "testkit")]
    pub fn staged(id: TableId, opened: &TableEvent, seq: u64, live: Box<dyn Live>) -> Result<Self, Trouble> {
        let seating = Seating::opened(opened).map_err(Trouble::Bad)?;
        let live = Some(live);
        Ok(Self::new(id, State { seq, moved: seq, seating, live, since: 0, requests: BTreeMap::new() }))
    }

    /// Reads a table back from its log.
    pub async fn load(id: TableId, events: Vec<Event>, store: &dyn Store) -> Result<Self, Trouble> {
        let mut read = Vec::with_capacity(events.len());
        let mut requests = BTreeMap::new();
        for event in &events {
            let (mut known, at) = read_event(event)?;
            note_request(event, &known, &mut requests);
            keep::resolve(store, &mut known).await?;
            read.push((known, at));
        }
        let state = apart(move || fold(&read)).await?.map_err(Trouble::Damaged)?;
        Ok(Self::new(id, State { requests, ..state }))
    }

    /// The table as it stands. Hold it only for a moment, never over an `await`.
    pub fn state(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells every new seq.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.seqs.subscribe()
    }

    /// Works a change out, without doing it yet; `None` if the request was done before. Until the answer is dropped or
    /// made durable, nobody else changes the table.
    pub async fn plan(
        self: &Arc<Self>,
        given: Given,
        work: impl FnOnce(&State) -> Result<Change, Trouble> + Send,
    ) -> Result<Option<Planned>, Trouble> {
        let turn = Arc::clone(&self.gate).lock_owned().await;
        let state = self.state();
        let before = given.request.as_ref().and_then(|request| state.requests.get(request));
        match (before, &given.action) {
            (Some(Some(done)), Some(wanted)) if done != wanted => return Err(Trouble::Reused(done.clone())),
            (Some(_), _) => return Ok(None),
            (None, _) => {}
        }
        if given.seq.is_some_and(|seq| seq < state.moved || seq > state.seq) {
            return Err(Trouble::Stale);
        }
        if let Some((guest, seat)) = &given.of
            && !state.seating.seats_of(guest).contains(*seat)
        {
            return Err(state.seating.not_theirs(guest));
        }
        let Change { events, deciding } = work(&state)?;
        let at = now();
        let brief = state.brief_after(&events, deciding, at);
        let append = Append {
            table: self.id.clone(),
            expected: state.seq,
            request: given.request,
            at,
            events: events.iter().map(body).collect(),
            digest: digest(&brief),
            finished: finished(&brief),
        };
        drop(state);
        Ok(Some(Planned { room: Arc::clone(self), events, append, brief, turn }))
    }

    /// Reads and folds what somebody else wrote to this table's log.
    async fn catch_up(&self, store: &dyn Store) -> Result<(), Trouble> {
        loop {
            let seen = self.state().seq;
            let news = store.events(&self.id, seen, PAGE).await?;
            let full = news.len() == PAGE;
            let read = news.iter().map(read_event).collect::<Result<Vec<_>, Trouble>>()?;
            let mut requests = BTreeMap::new();
            for (event, (known, _)) in news.iter().zip(&read) {
                note_request(event, known, &mut requests);
            }
            self.apply(&read, requests)?;
            if !full {
                return Ok(());
            }
        }
    }

    /// Folds durable events in and tells everyone who watches.
    fn apply(
        &self,
        events: &[(TableEvent, u64)],
        requests: impl IntoIterator<Item = (String, Option<String>)>,
    ) -> Result<(), Trouble> {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        for (event, at) in events {
            state.apply(event, *at).map_err(Trouble::Damaged)?;
        }
        state.requests.extend(requests);
        let seq = state.seq;
        drop(state);
        self.seqs.send_replace(seq);
        Ok(())
    }

    /// What the shell shows around the game for a guest.
    pub fn around<T>(
        &self,
        state: &State,
        guest: &str,
        said: &Said,
        with: impl FnOnce(&Around<'_>) -> T,
    ) -> T {
        let seating = &state.seating;
        let names = seating.names();
        let chair = |(at, (chair, name)): (usize, (&Chair, String))| Shown {
            name,
            bot: match chair {
                Chair::Bot(level) => Some(level.clone()),
                Chair::Open | Chair::Link | Chair::Guest(..) => None,
            },
            present: self.present.get(at).is_some_and(|count| count.load(Ordering::Relaxed) > 0),
        };
        let chairs: Vec<Shown> = seating.chairs.iter().zip(names).enumerate().map(chair).collect();
        let take_back = seating.wish.map(|(by, agreed)| TakeBack {
            by,
            waiting: seating.guests().iter().filter(|seat| *seat != by && !agreed.contains(*seat)).collect(),
        });
        with(&Around {
            id: self.id.as_str(),
            seq: state.seq,
            chairs: &chairs,
            own: seating.seats_of(guest),
            chat: &seating.chat,
            take_back,
            declined: seating.declined,
            heard: seating.heard,
            standing: seating.standing,
            rematch: seating.again.as_deref(),
            refused: said.refused.clone(),
            shows: seating.shows,
            since: seating.manner.slow.then_some(state.since),
            hints: seating.manner.hints,
            voice: seating.voice(guest),
            host: seating.host_view(guest, state.deciding()),
            free: seating.free(),
            lesson: seating.manner.lesson.as_deref(),
            advice: said.advice.clone(),
        })
    }
}

/// A change worked out, with the right to make it: it holds the table's gate.
pub struct Planned {
    room: Arc<Room>,
    events: Vec<TableEvent>,
    append: Append,
    brief: Brief,
    turn: OwnedMutexGuard<()>,
}

impl Planned {
    /// Makes the change durable, applies and shows it. `None` if its request was written before by somebody else.
    ///
    /// Run it as a task of its own: a request may be dropped at any moment, and between the log and the table in memory
    /// there must be nobody who can stop it.
    pub async fn commit(self, store: &dyn Store) -> Result<Option<Brief>, Trouble> {
        let Self { room, events, append, brief, turn } = self;
        let action = events.first().and_then(TableEvent::action).map(str::to_owned);
        let request = append.request.clone().map(|request| (request, action));
        let timed: Vec<(TableEvent, u64)> = events.into_iter().map(|event| (event, append.at)).collect();
        let done = match store.append(append).await? {
            Appended::Written(_) => room.apply(&timed, request).map(|()| Some(brief)),
            // Somebody else wrote to this log: memory learns it, so that the next try can be right.
            Appended::Repeated(_) => room.catch_up(store).await.map(|()| None),
            Appended::Stale(_) => room.catch_up(store).await.and(Err(Trouble::Stale)),
        };
        drop(turn);
        done
    }
}

fn read_event(event: &Event) -> Result<(TableEvent, u64), Trouble> {
    serde_json::from_str(&event.body)
        .map(|read| (read, event.at))
        .map_err(|error| Trouble::Damaged(format!("event {}: {error}", event.seq)))
}

/// Remembers the request an event came from, and what it did.
fn note_request(event: &Event, known: &TableEvent, requests: &mut BTreeMap<String, Option<String>>) {
    if let Some(request) = &event.request {
        requests.insert(request.clone(), known.action().map(str::to_owned));
    }
}

/// Who wants to find a table again, once it is over.
fn finished(brief: &Brief) -> Option<Vec<String>> {
    brief.over.then(|| brief.guests.clone())
}

/// Works something long out beside the threads that answer.
async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Trouble> {
    let gone = |_| Trouble::Damaged("it could not be worked out".to_owned());
    tokio::task::spawn_blocking(work).await.map_err(gone)
}

fn body(event: &TableEvent) -> String {
    serde_json::to_string(event).expect("an event is plain data")
}

fn digest(brief: &Brief) -> String {
    serde_json::to_string(brief).expect("a brief is plain data")
}

fn fold(events: &[(TableEvent, u64)]) -> Result<State, String> {
    let (first, at) = events.first().ok_or("the log is empty")?;
    let seating = Seating::opened(first)?;
    let mut state = State { seq: 1, moved: 1, seating, live: None, since: *at, requests: BTreeMap::new() };
    for (event, at) in &events[1..] {
        state.apply(event, *at)?;
    }
    Ok(state)
}
