//! One table of this server: its room in memory, those who wait to change it and those who watch it.
//!
//! A change is worked out on what is there, written to the log, and only when it is durable made and shown. Writers take turns
//! by a gate; readers never wait for the disk.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex as Plain, PoisonError, RwLock, RwLockReadGuard};
use std::time::{Duration, Instant};

use pages::Told;
use room::{Brief, Change, LogError, Logged, Owed, Room, Stamp, TableEvent, Wish};
use store::{Append, Appended, Event, Store, TableId, Thinking};
use table::{Seat, SeatSet};
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::{Mutex, OwnedMutexGuard, watch};

pub use crate::clock::now;
use crate::counts::Times;
use crate::keep;
use crate::kind::kind;
use crate::packed::Piece;
use crate::presence::Attendance;
use crate::thinkers;
use crate::trouble::Trouble;

/// How many events are read at a time.
pub const PAGE: usize = 1000;

/// One table in memory.
pub struct Table {
    /// Its name.
    pub id: TableId,
    room: RwLock<Room>,
    gate: Arc<Mutex<()>>,
    seqs: watch::Sender<u64>,
    asides: watch::Sender<u64>,
    /// Whether somebody is letting its bots play.
    pub driven: AtomicBool,
    /// Whether somebody waits for another server to let its bots play.
    awaited: AtomicBool,
    /// How many streams of onlookers are open.
    pub onlookers: AtomicUsize,
    /// How many streams of each seat are open.
    pub streams: [AtomicUsize; table::MAX_SEATS],
    /// Who is there.
    pub(crate) attendance: Attendance,
    /// What every onlooker is sent of the newest seq, by the seq that their pages stand at: each drawn once, however many look.
    shown: Plain<Shown>,
}

/// What is sent, and what is told by it.
pub type Update = (Piece, Arc<Told>);

/// The seq a page stands at, where that is known, and how its stream is coded.
pub type Reader = (Option<u64>, Option<&'static str>);

/// What onlookers are sent of one seq.
#[derive(Default)]
struct Shown {
    seq: u64,
    updates: Vec<(Reader, Update)>,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Table({})", self.id)
    }
}

impl Table {
    /// A table with this room.
    pub fn new(id: TableId, room: Room) -> Self {
        let (seqs, _) = watch::channel(room.seq);
        Self {
            id,
            room: RwLock::new(room),
            gate: Arc::default(),
            seqs,
            asides: watch::Sender::new(0),
            driven: AtomicBool::new(false),
            awaited: AtomicBool::new(false),
            onlookers: AtomicUsize::new(0),
            streams: std::array::from_fn(|_| AtomicUsize::new(0)),
            attendance: Attendance::default(),
            shown: Plain::default(),
        }
    }

    /// What every onlooker is sent of a seq whose page stands at another: drawn by whoever needs it first.
    pub fn shown(&self, seq: u64, to: Reader, draw: impl FnOnce() -> Option<Update>) -> Option<Update> {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if shown.seq != seq {
            *shown = Shown { seq, updates: Vec::new() };
        }
        if let Some((_, update)) = shown.updates.iter().find(|(of, _)| *of == to) {
            return Some(update.clone());
        }
        let update = draw()?;
        shown.updates.push((to, update.clone()));
        Some(update)
    }

    /// Makes a table and writes its first events, in which a long record may stand as a mere reference.
    pub async fn open(
        store: &dyn Store,
        id: TableId,
        events: Vec<TableEvent>,
        written: &[TableEvent],
        manner: Manner,
    ) -> Result<(Self, Brief), Trouble> {
        let at = now();
        let log: Vec<Logged> = events.into_iter().map(|event| Logged { event, at, request: None }).collect();
        let room =
            apart(move || Room::fold(kind, &log)).await?.map_err(|error| Trouble::Bad(error.to_string()))?;
        let brief = room.brief();
        let append = Append {
            table: id.clone(),
            expected: 0,
            request: None,
            at,
            events: written.iter().map(body).collect(),
            digest: digest(&brief),
            finished: finished(&brief),
            thinking: Some(manner.thinking(room.moved, room.owed())),
        };
        match store.append(append).await? {
            Appended::Written(_) => Ok((Self::new(id, room), brief)),
            Appended::Repeated(_) | Appended::Stale(_) => Err(Trouble::Stale),
        }
    }

    /// Reads a table back from its log.
    pub async fn load(id: TableId, events: Vec<Event>, store: &dyn Store) -> Result<Self, Trouble> {
        let mut log = Vec::with_capacity(events.len());
        for event in events {
            let mut logged = read_event(event)?;
            keep::resolve(store, &mut logged.event).await?;
            log.push(logged);
        }
        let room = apart(move || Room::fold(kind, &log)).await??;
        Ok(Self::new(id, room))
    }

    /// The table as it stands. Hold it only for a moment, never over an `await`.
    pub fn room(&self) -> RwLockReadGuard<'_, Room> {
        self.room.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells every new seq; [`Table::RETIRED`] once nothing more will come.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.seqs.subscribe()
    }

    /// Tells when what is said beside the table may have changed.
    pub fn watch_asides(&self) -> watch::Receiver<u64> {
        self.asides.subscribe()
    }

    /// Lets streams look at what is said beside the table.
    pub fn say_aside(&self) {
        self.asides.send_modify(|number| *number += 1);
    }

    /// Works out what a wish comes to, without doing it yet; `None` if its request was done before. Until the answer is dropped or
    /// made durable, nobody else changes the table.
    pub async fn plan(self: &Arc<Self>, wish: Wish, stamp: Stamp) -> Result<Option<Planned>, Trouble> {
        let turn = Arc::clone(&self.gate).lock_owned().await;
        let change = self.room().plan(wish, stamp, now())?;
        Ok(change.map(|change| Planned { table: Arc::clone(self), change, turn }))
    }

    /// Reads and folds what somebody else wrote to this table's log; answers whether there was anything. Any number may do so at once,
    /// beside whoever changes the table: each event is folded once.
    pub async fn catch_up(&self, store: &dyn Store) -> Result<bool, Trouble> {
        let mut anything = false;
        loop {
            let seen = self.room().seq;
            let news = store.events(&self.id, seen, PAGE).await?;
            let full = news.len() == PAGE;
            anything |= !news.is_empty();
            let mut read = Vec::with_capacity(news.len());
            for event in news {
                let seq = event.seq;
                let mut logged = read_event(event)?;
                keep::resolve(store, &mut logged.event).await?;
                read.push((seq, logged));
            }
            self.tell(|room| {
                let known = room.seq;
                let unknown = read.iter().filter(|(seq, _)| *seq > known);
                unknown.map(|(_, logged)| logged).try_for_each(|logged| room.apply(logged))
            })?;
            if !full {
                return Ok(anything);
            }
        }
    }

    /// Waits until whoever changes the table now is done.
    pub async fn turn_over(&self) {
        drop(self.gate.lock().await);
    }

    /// What streams are told when a table can't be shown here any more.
    pub const RETIRED: u64 = u64::MAX;

    /// Ends every stream of the table: whoever wants to see it looks for it anew.
    pub fn retire(&self) {
        self.seqs.send_replace(Self::RETIRED);
    }

    /// Begins to wait for another server to let the bots play; answers whether somebody did already.
    pub fn is_awaited(&self) -> bool {
        self.awaited.swap(true, Ordering::AcqRel)
    }

    /// Waits no more.
    pub fn awaited_no_more(&self) {
        self.awaited.store(false, Ordering::Release);
    }

    /// Lets something durable happen and tells everyone who watches.
    fn tell(&self, happens: impl FnOnce(&mut Room) -> Result<(), LogError>) -> Result<(), Trouble> {
        let mut room = self.room.write().unwrap_or_else(PoisonError::into_inner);
        happens(&mut room)?;
        let seq = room.seq;
        drop(room);
        // Of two who tell at once the later seq stays.
        self.seqs.send_if_modified(|told| {
            let newer = seq > *told;
            *told = seq.max(*told);
            newer
        });
        Ok(())
    }

    /// The seats whose players are connected.
    pub fn present(&self) -> SeatSet {
        let here = |seat: &Seat| self.streams[seat.index()].load(Ordering::Relaxed) > 0;
        Seat::all(table::MAX_SEATS).filter(here).collect()
    }
}

/// How something is written that bots may owe an answer to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Manner {
    /// How long bots wait before they decide.
    pub pace: Duration,
    /// On whose account it was thought, and how long, where it comes of a thought.
    pub used: Option<(String, Duration)>,
}

impl Manner {
    fn thinking(self, moved: u64, owed: Option<Owed>) -> Thinking {
        let Self { pace, used } = self;
        Thinking { moved, owed: owed.map(|owed| thinkers::owed(owed, pace)), used }
    }
}

/// A change worked out, with the right to make it: it holds the table's gate.
pub struct Planned {
    table: Arc<Table>,
    change: Change,
    turn: OwnedMutexGuard<()>,
}

impl Planned {
    /// Makes the change durable, lets it happen and shows it. `None` if somebody else wrote to the log: then nothing was done, and the
    /// table is as they left it, so that the next try can be right.
    ///
    /// Run it as a task of its own: a request may be dropped at any moment, and between the log and the table in memory
    /// there must be nobody who can stop it.
    pub async fn commit(
        self,
        store: &dyn Store,
        manner: Manner,
        times: &Times,
    ) -> Result<Option<Brief>, Trouble> {
        let Self { table, change, turn } = self;
        let brief = change.brief.clone();
        let append = Append {
            table: table.id.clone(),
            expected: change.after,
            request: change.request.clone(),
            at: change.at,
            events: change.events.iter().map(body).collect(),
            digest: digest(&brief),
            finished: finished(&brief),
            thinking: Some(manner.thinking(change.moved, change.owed.clone())),
        };
        let began = Instant::now();
        let appended = store.append(append).await?;
        times.append.observe(began.elapsed().as_secs_f64());
        let done = match appended {
            Appended::Written(last) => {
                // What is in the log may have been read from there already, by whoever looked in this moment.
                table.tell(|room| if room.seq == change.after { room.take(change) } else { Ok(()) })?;
                if table.room().seq < last {
                    let _ = table.catch_up(store).await?;
                }
                Ok(Some(brief))
            }
            Appended::Repeated(_) | Appended::Stale(_) => table.catch_up(store).await.map(|_| None),
        };
        drop(turn);
        done
    }
}

fn read_event(event: Event) -> Result<Logged, Trouble> {
    let Event { seq, at, request, body } = event;
    Ok(Logged { event: TableEvent::read(seq, &body)?, at, request })
}

/// Who wants to find a table again, once it is over.
fn finished(brief: &Brief) -> Option<Vec<String>> {
    brief.over.then(|| brief.guests.clone())
}

/// Works something long out beside the threads that answer; in its place where there is but one thread for everything.
async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Trouble> {
    if Handle::current().runtime_flavor() == RuntimeFlavor::CurrentThread {
        return Ok(work());
    }
    let gone = |_| Trouble::Broken("it could not be worked out");
    tokio::task::spawn_blocking(work).await.map_err(gone)
}

fn body(event: &TableEvent) -> String {
    event.write()
}

fn digest(brief: &Brief) -> String {
    serde_json::to_string(brief).expect("a brief is plain data")
}
