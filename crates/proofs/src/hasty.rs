//! A store that acknowledges before it commits. Wrong on purpose: the crash harness must notice.

use std::sync::Arc;
use std::time::Duration;

use store::{Answer, Append, Appended, Digest, Event, Sqlite, Store, TableId, Watch, Weight};

/// Answers every append at once and writes it a moment later. It lives here and nowhere else, so no server of ours can
/// be told to use it.
pub struct Hasty {
    store: Arc<Sqlite>,
    /// How long an acknowledged append is only a promise.
    later: Duration,
}

impl Hasty {
    /// A hasty store over an honest one.
    pub fn new(store: Sqlite, later: Duration) -> Self {
        Self { store: Arc::new(store), later }
    }
}

impl Store for Hasty {
    fn append(&self, append: Append) -> Answer<'_, Appended> {
        let last = append.expected + append.events.len() as u64;
        let store = Arc::clone(&self.store);
        let later = self.later;
        tokio::spawn(async move {
            tokio::time::sleep(later).await;
            // Nobody is left to be told.
            let _ = store.append(append).await;
        });
        Box::pin(async move { Ok(Appended::Written(last)) })
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

    fn put_note_unless(&self, key: &str, value: &str) -> Answer<'_, String> {
        self.store.put_note_unless(key, value)
    }

    fn watch(&self) -> Option<Watch> {
        self.store.watch()
    }

    fn notes(&self, prefix: &str) -> Answer<'_, Vec<(String, String)>> {
        self.store.notes(prefix)
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

    fn remove_tables(&self, before: u64, limit: usize) -> Answer<'_, Vec<TableId>> {
        self.store.remove_tables(before, limit)
    }

    fn weight(&self, prefix: &str) -> Answer<'_, Weight> {
        self.store.weight(prefix)
    }

    fn remove_notes(&self, prefix: &str, before: u64) -> Answer<'_, u64> {
        self.store.remove_notes(prefix, before)
    }

    fn close(&self) -> Answer<'_, ()> {
        self.store.close()
    }
}
