//! What a store promises.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::archive::Standing;
use crate::note::NoteChange;
use crate::thoughts::{Thinking, Thoughts};
use crate::watch::Watch;

/// The name of a table: lower-case letters and digits, at most 32.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TableId(String);

impl TableId {
    /// The name, if it is one.
    pub fn new(text: &str) -> Option<Self> {
        let fits = (1..=32).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        fits.then(|| Self(text.to_owned()))
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for TableId {
    type Error = NoTableId;
    fn try_from(text: String) -> Result<Self, NoTableId> {
        Self::new(&text).ok_or(NoTableId(text))
    }
}

/// What was given is not the name of a table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{0}' is not the name of a table")]
pub struct NoTableId(pub String);

impl From<TableId> for String {
    fn from(id: TableId) -> Self {
        id.0
    }
}

/// One event of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Event {
    /// Its number, from 1 without gaps.
    pub seq: u64,
    /// When it was written, in milliseconds since 1970, by the writer's clock.
    pub at: u64,
    /// The request it came from, if it names one.
    pub request: Option<String>,
    /// What happened; the store does not look inside.
    pub body: String,
}

/// Events to be added to one table, all or none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    /// The table.
    pub table: TableId,
    /// The seq of its last event as the writer knows it; 0 for a new table.
    pub expected: u64,
    /// Makes the append harmless to repeat: a table takes each request once.
    pub request: Option<String>,
    /// The writer's clock.
    pub at: u64,
    /// The events, in order; at least one.
    pub events: Vec<String>,
    /// What lists show of the table from now on.
    pub digest: String,
    /// Once the table is finished: the people who want to find it again. Until then it is among the unfinished ones.
    pub finished: Option<Vec<String>>,
    /// What is to be thought after it; nothing where that stays as it is, or nobody shares the thinking.
    pub thinking: Option<Thinking>,
}

/// How an append ended. In every case nothing is half done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Appended {
    /// Written and durable; the table's last seq now.
    Written(u64),
    /// This request was written before, with its first event under this seq.
    Repeated(u64),
    /// The table has moved on: its last seq. Nothing was written.
    Stale(u64),
}

/// What lists show of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Digest {
    /// The table.
    pub table: TableId,
    /// The seq of its last event.
    pub last: u64,
    /// When that was written.
    pub at: u64,
    /// The text given with the last append.
    pub body: String,
    /// Once the table is finished: the people who want to find it again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished: Option<Vec<String>>,
}

/// How much is kept under some name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Weight {
    /// How many notes.
    pub count: u64,
    /// Their bytes together.
    pub bytes: u64,
}

/// Why the store could not answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StoreError {
    /// It can't be reached or is not ours, or from a newer version.
    #[error("the database can't be used: {0}")]
    Unfit(String),
    /// Reading or writing failed.
    #[error("the database failed: {0}")]
    Broken(String),
    /// Too much is waiting to be written; nothing was written, and trying again later may work.
    #[error("too much is waiting to be written: try again in a moment")]
    Busy,
    /// The store has been closed.
    #[error("the database is closed")]
    Closed,
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64)
}

/// Everything of this age or more was written before this time, in milliseconds since 1970.
pub(crate) fn before(age: Duration) -> u64 {
    let age = u64::try_from(age.as_millis()).unwrap_or(u64::MAX);
    (now() as u64 + 1).saturating_sub(age)
}

/// What a call to the store answers, some time later.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// An append-only log of tables, and a few named notes.
pub trait Store: Send + Sync + 'static {
    /// Adds events to a table. When this answers [`Appended::Written`], a crash can no longer lose them.
    fn append(&self, append: Append) -> Answer<'_, Appended>;

    /// The events of a table with a seq above `after`, in order, at most `limit`.
    fn events(&self, table: &TableId, after: u64, limit: usize) -> Answer<'_, Vec<Event>>;

    /// The digests of tables whose name is above `after`, by name, at most `limit`.
    fn digests(&self, after: Option<&TableId>, limit: usize) -> Answer<'_, Vec<Digest>>;

    /// The digests of these tables, by name; those that are not there are left out.
    fn digests_of(&self, tables: &[TableId]) -> Answer<'_, Vec<Digest>>;

    /// The digests of tables whose name is above `after` and that are not finished, by name, at most `limit`.
    fn unfinished(&self, after: Option<&TableId>, limit: usize) -> Answer<'_, Vec<Digest>>;

    /// The finished tables that this person wants to find again, newest first, at most `limit`.
    fn finished(&self, person: &str, limit: usize) -> Answer<'_, Vec<Digest>>;

    /// Packs the logs of quiet tables together, which takes a tenth of the room: at most `limit` of those with events outside the archive
    /// to which nothing was written for this time, by the store's clock. Answers which. Nothing is lost, [`Store::events`] tells them as ever, and an append
    /// goes on from there; but those that are not finished are no longer among the unfinished ones until then. A store without an archive
    /// leaves everything as it is.
    fn archive(&self, _standing: Standing, _quiet: Duration, _limit: usize) -> Answer<'_, Vec<TableId>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    /// Removes tables with everything in them: at most `limit` of those to which nothing was written for this time, by the store's
    /// clock: whoever wrote last may have had a wrong one. Answers which.
    fn remove_tables(&self, quiet: Duration, limit: usize) -> Answer<'_, Vec<TableId>>;

    /// Removes one table with everything in it. Answers whether there was one.
    fn remove_table(&self, table: &TableId) -> Answer<'_, bool>;

    /// Writes a table's log and what lists show of it anew, all or nothing: these are its events, under the seqs they have. Answers
    /// whether it was done; nothing is where its last seq is another one than theirs.
    fn rewrite(
        &self,
        table: &TableId,
        events: Vec<Event>,
        digest: String,
        finished: Option<Vec<String>>,
    ) -> Answer<'_, bool>;

    /// A note, if it was ever put.
    fn note(&self, key: &str) -> Answer<'_, Option<String>>;

    /// Puts a note, replacing an earlier one; durable when answered.
    fn put_note(&self, key: &str, value: &str) -> Answer<'_, ()>;

    /// Puts a note that only an estimate hangs on: it outlives this process, but not for certain the machine. It waits for no disk, and
    /// others are not told of it.
    fn put_note_lightly(&self, key: &str, value: &str) -> Answer<'_, ()> {
        self.put_note(key, value)
    }

    /// Puts a note unless there is one; answers the one there is then. Of many who put at once one wins, and all are told its value.
    fn put_note_unless(&self, key: &str, value: &str) -> Answer<'_, String>;

    /// Changes several notes, all or none: none where one of them is not as it has to be. Answers whether it was done. Each key is named
    /// once. Others are not told of it.
    fn change_notes(&self, changes: Vec<NoteChange>) -> Answer<'_, bool>;

    /// All notes whose key starts with this, by key.
    fn notes(&self, prefix: &str) -> Answer<'_, Vec<(String, String)>>;

    /// How much the notes weigh whose key starts with this.
    fn weight(&self, prefix: &str) -> Answer<'_, Weight>;

    /// Removes the notes whose key starts with this and that were last put so long ago, by the store's clock. Answers how many.
    fn remove_notes(&self, prefix: &str, age: Duration) -> Answer<'_, u64>;

    /// Whether the store can write and read now: something is really written.
    fn check(&self) -> Answer<'_, ()>;

    /// News of what is written, by others too; nothing where nobody else can write.
    fn watch(&self) -> Option<Watch>;

    /// What is to be thought by whoever shares the store; nothing where nobody does, and each server thinks for itself.
    fn thoughts(&self) -> Option<Arc<dyn Thoughts>> {
        None
    }

    /// Writes what is waiting to where it belongs; nothing can be written afterwards.
    fn close(&self) -> Answer<'_, ()>;
}
