//! A database that several simulated nodes share, and the ways to it: slow, cut, or silent about what became of a write.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use store::{
    Answer, Append, Appended, Digest, Event, News, NoteChange, Store, StoreError, TableId, Teller, Thoughts,
    Watch, Weight,
};
use table::{Chance, Light};
use tokio::time::sleep;

use super::queue::{Queue, Waiting};
use crate::memory::Memory;

/// What is known of the way to one node.
struct Way {
    teller: Teller,
    /// Until when every call fails.
    cut: u64,
    /// Until when it hears no news.
    deaf: u64,
    /// When the last news arrives that is on its way: none overtakes another.
    last: u64,
}

/// News on its way: when it arrives, at which node, what.
type Underway = (u64, usize, News);

struct Inner {
    luck: Light,
    ways: Vec<Way>,
    underway: Vec<Underway>,
    waiting: Waiting,
}

/// The database, and all that is on its way.
pub struct World {
    memory: Memory,
    now: AtomicU64,
    inner: Mutex<Inner>,
}

/// What becomes of one call.
struct Fate {
    before: Duration,
    after: Duration,
    end: End,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Told,
    /// It never arrives.
    NotDone,
    /// It is done, and nobody is told.
    NotTold,
}

fn broken() -> StoreError {
    StoreError::Broken("connection closed".to_owned())
}

impl World {
    /// An empty database and ways to so many nodes.
    pub fn new(nodes: usize, seed: u64) -> Arc<Self> {
        let way = |_| Way { teller: Teller::new(), cut: 0, deaf: 0, last: 0 };
        let ways = (0..nodes).map(way).collect();
        let inner = Inner { luck: Light::new(seed), ways, underway: Vec::new(), waiting: Waiting::default() };
        Arc::new(Self { memory: Memory::default(), now: AtomicU64::new(0), inner: Mutex::new(inner) })
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Milliseconds since the world began.
    pub fn now(&self) -> u64 {
        self.now.load(Ordering::Relaxed)
    }

    /// It is later now: what has arrived is told.
    pub fn pass(&self, milliseconds: u64) {
        let now = self.now.fetch_add(milliseconds, Ordering::Relaxed) + milliseconds;
        let mut inner = self.inner();
        let (mut arrived, underway): (Vec<Underway>, Vec<Underway>) =
            std::mem::take(&mut inner.underway).into_iter().partition(|(due, _, _)| *due <= now);
        inner.underway = underway;
        arrived.sort_by_key(|(due, node, _)| (*due, *node));
        for (_, node, news) in arrived {
            inner.ways[node].teller.tell(news);
        }
    }

    /// Every call of this node fails for so long.
    pub fn cut(&self, node: usize, milliseconds: u64) {
        self.inner().ways[node].cut = self.now() + milliseconds;
    }

    /// This node hears nothing for so long, and then that it has to read everything anew.
    pub fn deafen(&self, node: usize, milliseconds: u64) {
        let until = self.now() + milliseconds;
        let mut inner = self.inner();
        // What was on its way is lost too, and so is the word that ends an earlier silence: this one's comes later.
        inner.underway.retain(|(_, to, _)| *to != node);
        let way = &mut inner.ways[node];
        (way.deaf, way.last) = (until, until);
        inner.underway.push((until, node, News::Anew));
    }

    /// No call fails any more for long; what was lost stays lost.
    pub fn mend(&self) {
        for way in &mut self.inner().ways {
            way.cut = 0;
        }
    }

    /// The way of a node that starts: what it did not hear it will read.
    pub fn link(self: &Arc<Self>, node: usize) -> Link {
        let teller = Teller::new();
        let mut inner = self.inner();
        inner.underway.retain(|(_, to, _)| *to != node);
        inner.ways[node] = Way { teller: teller.clone(), cut: 0, deaf: 0, last: 0 };
        Link { world: Arc::clone(self), node, teller }
    }

    /// Tells every node, each in its own time; sometimes twice.
    fn tell(&self, news: &News) {
        let now = self.now();
        let mut inner = self.inner();
        let Inner { luck, ways, underway, waiting: _ } = &mut *inner;
        for (node, way) in ways.iter_mut().enumerate().filter(|(_, way)| way.deaf <= now) {
            let slow = if luck.below(30) == 0 { 400 } else { 25 };
            way.last = way.last.max(now + u64::from(luck.below(slow)));
            let times = if luck.below(20) == 0 { 2 } else { 1 };
            for _ in 0..times {
                underway.push((way.last, node, news.clone()));
            }
        }
    }

    /// Does something to what waits to be thought.
    pub fn waiting<T>(&self, change: impl FnOnce(&mut Waiting) -> T) -> T {
        change(&mut self.inner().waiting)
    }

    fn fate(&self, node: usize) -> Fate {
        let now = self.now();
        let mut inner = self.inner();
        let cut = inner.ways[node].cut > now;
        let luck = &mut inner.luck;
        let mut time = || {
            let most = if luck.below(50) == 0 { 600 } else { 12 };
            Duration::from_millis(u64::from(luck.below(most)))
        };
        let (before, after) = (time(), time());
        let end = match luck.below(if cut { 2 } else { 200 }) {
            0 => End::NotDone,
            1 => End::NotTold,
            _ => End::Told,
        };
        Fate { before, after, end }
    }

    /// All logs.
    pub async fn logs(&self) -> BTreeMap<String, Vec<Event>> {
        let mut logs = BTreeMap::new();
        for digest in self.memory.digests(None, usize::MAX).await.unwrap_or_default() {
            let events = self.memory.events(&digest.table, 0, usize::MAX).await.unwrap_or_default();
            logs.insert(digest.table.to_string(), events);
        }
        logs
    }
}

/// A node's way to the database.
pub struct Link {
    world: Arc<World>,
    node: usize,
    teller: Teller,
}

impl Link {
    fn call<'a, T: Send + 'a>(
        &'a self,
        call: impl FnOnce(&'a Memory) -> Answer<'a, T> + Send + 'a,
    ) -> Answer<'a, T> {
        Box::pin(fated(&self.world, self.node, |world| call(&world.memory)))
    }
}

/// Does something at the database: later, not at all, or without a word.
pub async fn fated<'a, T>(
    world: &'a World,
    node: usize,
    call: impl FnOnce(&'a World) -> Answer<'a, T>,
) -> Result<T, StoreError> {
    let Fate { before, after, end } = world.fate(node);
    sleep(before).await;
    if end == End::NotDone {
        return Err(broken());
    }
    let done = call(world).await;
    sleep(after).await;
    if end == End::NotTold { Err(broken()) } else { done }
}

impl Store for Link {
    fn append(&self, append: Append) -> Answer<'_, Appended> {
        self.call(move |memory| {
            Box::pin(async move {
                let (table, thinking) = (append.table.clone(), append.thinking.clone());
                let done = memory.append(append).await?;
                if let Appended::Written(seq) = done {
                    let now = self.world.now();
                    let owed = thinking.is_some_and(|thinking| {
                        self.world.waiting(|all| all.appended(now, &table, thinking))
                    });
                    self.world.tell(&News::Appended(table, seq));
                    if owed {
                        self.world.tell(&News::Thoughts);
                    }
                }
                Ok(done)
            })
        })
    }

    fn events(&self, table: &TableId, after: u64, limit: usize) -> Answer<'_, Vec<Event>> {
        let table = table.clone();
        self.call(move |memory| memory.events(&table, after, limit))
    }

    fn digests(&self, after: Option<&TableId>, limit: usize) -> Answer<'_, Vec<Digest>> {
        let after = after.cloned();
        self.call(move |memory| memory.digests(after.as_ref(), limit))
    }

    fn digests_of(&self, tables: &[TableId]) -> Answer<'_, Vec<Digest>> {
        let tables = tables.to_vec();
        self.call(move |memory| memory.digests_of(&tables))
    }

    fn unfinished(&self, after: Option<&TableId>, limit: usize) -> Answer<'_, Vec<Digest>> {
        let after = after.cloned();
        self.call(move |memory| memory.unfinished(after.as_ref(), limit))
    }

    fn finished(&self, person: &str, limit: usize) -> Answer<'_, Vec<Digest>> {
        let person = person.to_owned();
        self.call(move |memory| memory.finished(&person, limit))
    }

    fn rewrite(
        &self,
        table: &TableId,
        events: Vec<Event>,
        digest: String,
        finished: Option<Vec<String>>,
    ) -> Answer<'_, bool> {
        let table = table.clone();
        self.call(move |memory| memory.rewrite(&table, events, digest, finished))
    }

    fn remove_table(&self, table: &TableId) -> Answer<'_, bool> {
        let table = table.clone();
        self.call(move |memory| memory.remove_table(&table))
    }

    fn remove_tables(&self, quiet: Duration, limit: usize) -> Answer<'_, Vec<TableId>> {
        self.call(move |memory| memory.remove_tables(quiet, limit))
    }

    fn note(&self, key: &str) -> Answer<'_, Option<String>> {
        let key = key.to_owned();
        self.call(move |memory| memory.note(&key))
    }

    fn put_note(&self, key: &str, value: &str) -> Answer<'_, ()> {
        let (key, value) = (key.to_owned(), value.to_owned());
        self.call(move |memory| memory.put_note(&key, &value))
    }

    fn change_notes(&self, changes: Vec<NoteChange>) -> Answer<'_, bool> {
        self.call(move |memory| memory.change_notes(changes))
    }

    fn put_note_unless(&self, key: &str, value: &str) -> Answer<'_, String> {
        let (key, value) = (key.to_owned(), value.to_owned());
        self.call(move |memory| memory.put_note_unless(&key, &value))
    }

    fn notes(&self, prefix: &str) -> Answer<'_, Vec<(String, String)>> {
        let prefix = prefix.to_owned();
        self.call(move |memory| memory.notes(&prefix))
    }

    fn weight(&self, prefix: &str) -> Answer<'_, Weight> {
        let prefix = prefix.to_owned();
        self.call(move |memory| memory.weight(&prefix))
    }

    fn remove_notes(&self, prefix: &str, age: Duration) -> Answer<'_, u64> {
        let prefix = prefix.to_owned();
        self.call(move |memory| memory.remove_notes(&prefix, age))
    }

    fn check(&self) -> Answer<'_, ()> {
        self.call(Store::check)
    }

    fn watch(&self) -> Option<Watch> {
        Some(self.teller.watch())
    }

    fn thoughts(&self) -> Option<Arc<dyn Thoughts>> {
        Some(Arc::new(Queue { world: Arc::clone(&self.world), node: self.node }))
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async { Ok(()) })
    }
}
