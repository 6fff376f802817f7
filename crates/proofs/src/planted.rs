//! Stores that are wrong on purpose: every harness must notice. They live here and nowhere else, so no server of ours can be told to use
//! one.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use store::{
    Answer, Append, Appended, Ask, Asked, Claim, Digest, Event, Expected, InLine, Lane, Leave, NoteChange,
    Owed, Store, TableId, Thoughts, Waiting, Watch, Weight,
};

/// What is wrong with a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// It answers every append at once and writes it so much later.
    Hasty(Duration),
    /// It appends whether or not the table has moved on since the writer looked.
    Careless,
    /// What was claimed to be thought about never is free again.
    Endless,
    /// It changes notes without looking whether they are still so, and answers with all who ever looked for others as if they still did.
    Unheeding,
}

/// Longer than anybody waits.
const EVER: Duration = Duration::from_secs(10 * 365 * 86_400);

/// Claims whose leases never end.
struct Endless(Arc<dyn Thoughts>);

impl Thoughts for Endless {
    fn claim(&self, worker: &str, longest: Lane, _: Duration) -> Answer<'_, Option<Claim>> {
        self.0.claim(worker, longest, EVER)
    }

    fn beat(&self, worker: &str, threads: usize, _: Duration, held: &[Claim]) -> Answer<'_, ()> {
        self.0.beat(worker, threads, EVER, held)
    }

    fn rest(&self, worker: &str) -> Answer<'_, ()> {
        self.0.rest(worker)
    }

    fn leave(&self, worker: &str, claim: &Claim, how: Leave) -> Answer<'_, ()> {
        self.0.leave(worker, claim, how)
    }

    fn answer(&self, worker: &str, claim: &Claim, text: &str, took: Duration) -> Answer<'_, bool> {
        self.0.answer(worker, claim, text, took)
    }

    fn ask(&self, ask: Ask) -> Answer<'_, Asked> {
        self.0.ask(ask)
    }

    fn owe(&self, table: &TableId, moved: u64, owed: Owed) -> Answer<'_, ()> {
        self.0.owe(table, moved, owed)
    }

    fn line(&self, tables: &[TableId]) -> Answer<'_, Vec<InLine>> {
        self.0.line(tables)
    }

    fn thinkers(&self, within: Duration) -> Answer<'_, u64> {
        self.0.thinkers(within)
    }

    fn waiting(&self) -> Answer<'_, Waiting> {
        self.0.waiting()
    }
}

/// An honest store with a fault planted in it.
pub struct Planted {
    store: Arc<dyn Store>,
    flaw: Flaw,
    /// All who ever looked for others, by their notes.
    looked: Mutex<BTreeMap<String, String>>,
}

impl Planted {
    /// This store, with this fault.
    pub fn new(store: Arc<dyn Store>, flaw: Flaw) -> Self {
        Self { store, flaw, looked: Mutex::default() }
    }
}

/// Appends after whatever is there.
async fn anyhow(store: Arc<dyn Store>, mut append: Append) -> Result<Appended, store::StoreError> {
    loop {
        match store.append(append.clone()).await? {
            Appended::Stale(last) => append.expected = last,
            done @ (Appended::Written(_) | Appended::Repeated(_)) => return Ok(done),
        }
    }
}

impl Store for Planted {
    fn append(&self, append: Append) -> Answer<'_, Appended> {
        let store = Arc::clone(&self.store);
        match self.flaw {
            Flaw::Hasty(later) => {
                let last = append.expected + append.events.len() as u64;
                tokio::spawn(async move {
                    tokio::time::sleep(later).await;
                    // Nobody is left to be told.
                    let _ = store.append(append).await;
                });
                Box::pin(async move { Ok(Appended::Written(last)) })
            }
            Flaw::Careless => Box::pin(anyhow(store, append)),
            Flaw::Endless | Flaw::Unheeding => Box::pin(async move { store.append(append).await }),
        }
    }

    fn events(&self, table: &TableId, after: u64, limit: usize) -> Answer<'_, Vec<Event>> {
        self.store.events(table, after, limit)
    }

    fn digests(&self, after: Option<&TableId>, limit: usize) -> Answer<'_, Vec<Digest>> {
        self.store.digests(after, limit)
    }

    fn digests_of(&self, tables: &[TableId]) -> Answer<'_, Vec<Digest>> {
        self.store.digests_of(tables)
    }

    fn note(&self, key: &str) -> Answer<'_, Option<String>> {
        self.store.note(key)
    }

    fn put_note(&self, key: &str, value: &str) -> Answer<'_, ()> {
        self.store.put_note(key, value)
    }

    fn change_notes(&self, mut changes: Vec<NoteChange>) -> Answer<'_, bool> {
        if self.flaw == Flaw::Unheeding {
            for change in &mut changes {
                change.expected = Expected::Anything;
            }
        }
        self.store.change_notes(changes)
    }

    fn put_note_lightly(&self, key: &str, value: &str) -> Answer<'_, ()> {
        self.store.put_note_lightly(key, value)
    }

    fn put_note_unless(&self, key: &str, value: &str) -> Answer<'_, String> {
        self.store.put_note_unless(key, value)
    }

    fn watch(&self) -> Option<Watch> {
        self.store.watch()
    }

    fn thoughts(&self) -> Option<Arc<dyn Thoughts>> {
        let honest = self.store.thoughts()?;
        Some(match self.flaw {
            Flaw::Hasty(_) | Flaw::Careless | Flaw::Unheeding => honest,
            Flaw::Endless => Arc::new(Endless(honest)),
        })
    }

    fn notes(&self, prefix: &str) -> Answer<'_, Vec<(String, String)>> {
        let found = self.store.notes(prefix);
        if self.flaw != Flaw::Unheeding || prefix != "seek/" {
            return found;
        }
        Box::pin(async move {
            let found = found.await?;
            let mut looked = self.looked.lock().unwrap_or_else(PoisonError::into_inner);
            looked.extend(found);
            Ok(looked.clone().into_iter().collect())
        })
    }

    fn check(&self) -> Answer<'_, ()> {
        self.store.check()
    }

    fn unfinished(&self, after: Option<&TableId>, limit: usize) -> Answer<'_, Vec<Digest>> {
        self.store.unfinished(after, limit)
    }

    fn finished(&self, person: &str, limit: usize) -> Answer<'_, Vec<Digest>> {
        self.store.finished(person, limit)
    }

    fn remove_tables(&self, quiet: Duration, limit: usize) -> Answer<'_, Vec<TableId>> {
        self.store.remove_tables(quiet, limit)
    }

    fn remove_table(&self, table: &TableId) -> Answer<'_, bool> {
        self.store.remove_table(table)
    }

    fn rewrite(
        &self,
        table: &TableId,
        events: Vec<Event>,
        digest: String,
        finished: Option<Vec<String>>,
    ) -> Answer<'_, bool> {
        self.store.rewrite(table, events, digest, finished)
    }

    fn weight(&self, prefix: &str) -> Answer<'_, Weight> {
        self.store.weight(prefix)
    }

    fn remove_notes(&self, prefix: &str, age: Duration) -> Answer<'_, u64> {
        self.store.remove_notes(prefix, age)
    }

    fn close(&self) -> Answer<'_, ()> {
        self.store.close()
    }
}
