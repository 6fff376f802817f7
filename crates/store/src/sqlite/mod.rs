//! The log in one SQLite file.

mod file;
mod schema;
mod write;

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params};
use tokio::sync::mpsc;

pub use self::file::private;
use self::file::{Identity, Lock};
use self::write::{Anew, Job, Waits, Writer, broken, told};
use crate::archive::{self, Packed, Standing};
use crate::log::{Answer, Append, Appended, Digest, Event, Store, StoreError, TableId, Weight, before};
use crate::note::NoteChange;
use crate::reply::{Reply, ask};
use crate::watch::Watch;

/// How many appends may wait for the writer before it answers [`StoreError::Busy`].
const WAITING: usize = 4096;

/// How long a lock is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// The log in one SQLite file, with its write-ahead log beside it. Only the owner of the files may read them.
#[derive(Debug)]
pub struct Sqlite {
    path: PathBuf,
    jobs: Option<mpsc::Sender<Job>>,
    writer: Option<JoinHandle<()>>,
    /// Connections that nobody reads with at the moment.
    readers: Arc<Mutex<Vec<Connection>>>,
    /// Held where nobody else may serve from the same file.
    lock: Option<Lock>,
}

impl Sqlite {
    /// Opens or makes the file, and brings it up to date.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let unfit =
            |error: rusqlite::Error| StoreError::Unfit(format!("{}: {}", path.display(), told(&error)));
        private(path, OpenOptions::new().create(true).truncate(false))
            .map_err(|error| StoreError::Unfit(format!("{}: {error}", path.display())))?;
        let mut connection = Connection::open(path).map_err(unfit)?;
        connection.busy_timeout(PATIENCE).map_err(unfit)?;
        let mode: String = connection
            .pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0))
            .map_err(unfit)?;
        if mode != "wal" {
            return Err(StoreError::Unfit(format!("{} does not allow write-ahead logging", path.display())));
        }
        connection.pragma_update(None, "synchronous", "full").map_err(unfit)?;
        schema::migrate(&mut connection).map_err(|error| match error {
            StoreError::Unfit(why) => StoreError::Unfit(format!("{}: {why}", path.display())),
            other @ (StoreError::Broken(_) | StoreError::Busy | StoreError::Closed) => other,
        })?;
        let (jobs, waiting) = mpsc::channel(WAITING);
        let identity = Identity::of(path);
        let writer = Writer { connection, path: path.to_owned(), identity, waits: Waits::ForDisk };
        let writer = std::thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || writer.write_all(waiting))
            .map_err(|error| StoreError::Broken(error.to_string()))?;
        let readers = Arc::default();
        Ok(Self { path: path.to_owned(), jobs: Some(jobs), writer: Some(writer), readers, lock: None })
    }

    /// The same for one server alone: refused while another one holds the file.
    pub fn open_alone(path: &Path) -> Result<Self, StoreError> {
        let lock = Lock::take(path)?;
        let mut store = Self::open(path)?;
        store.lock = Some(lock);
        Ok(store)
    }

    /// Opens a file that is there to read only, beside a running server or not: whatever is to be written is refused.
    pub fn open_to_read(path: &Path) -> Result<Self, StoreError> {
        let connection = read_only(path)?;
        schema::fits(&connection)?;
        let readers = Arc::new(Mutex::new(vec![connection]));
        Ok(Self { path: path.to_owned(), jobs: None, writer: None, readers, lock: None })
    }

    /// Writes a consistent copy of everything to a new file, while the store goes on.
    pub fn backup(path: &Path, to: &Path) -> Result<(), StoreError> {
        if to.exists() {
            return Err(StoreError::Unfit(format!("{} is there already: choose another name", to.display())));
        }
        let source = read_only(path)?;
        schema::is_ours(&source)?;
        private(to, OpenOptions::new().create_new(true))
            .map_err(|error| StoreError::Broken(format!("{}: {error}", to.display())))?;
        source.backup("main", to, None::<fn(rusqlite::backup::Progress)>).map_err(|error| broken(&error))
    }

    fn send<T: Send + 'static>(&self, job: impl FnOnce(Reply<T>) -> Job) -> Answer<'_, T> {
        ask(self.jobs.as_ref(), job)
    }

    fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, rusqlite::Error> + Send + 'static,
    ) -> Answer<'_, T> {
        let (path, readers) = (self.path.clone(), self.readers.clone());
        Box::pin(async move {
            let job = move || {
                let free = readers.lock().map_err(|_| StoreError::Closed)?.pop();
                let connection = match free {
                    Some(connection) => connection,
                    None => read_only(&path)?,
                };
                let result = read(&connection).map_err(|error| broken(&error));
                if let Ok(mut free) = readers.lock() {
                    free.push(connection);
                }
                result
            };
            tokio::task::spawn_blocking(job).await.unwrap_or(Err(StoreError::Closed))
        })
    }
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        // The last connection that closes brings the write-ahead log home: that shall be the writer's.
        if let Ok(mut readers) = self.readers.lock() {
            readers.clear();
        }
        // The writer ends when nobody can send to it any more; what was sent before is written.
        self.jobs = None;
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
        // Only now may somebody else have the file.
        self.lock = None;
    }
}

fn read_only(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(|error| broken(&error))?;
    connection.busy_timeout(PATIENCE).map_err(|error| broken(&error))?;
    Ok(connection)
}

fn table_id(text: &str) -> Result<TableId, rusqlite::Error> {
    TableId::new(text).ok_or(rusqlite::Error::InvalidQuery)
}

/// A digest from the columns `tbl, last, at, body, people`.
fn digest(row: &Row<'_>) -> Result<Digest, rusqlite::Error> {
    let people: Option<String> = row.get(4)?;
    Ok(Digest {
        table: table_id(&row.get::<_, String>(0)?)?,
        last: row.get::<_, i64>(1)? as u64,
        at: row.get::<_, i64>(2)? as u64,
        body: row.get(3)?,
        finished: people.map(|people| serde_json::from_str(&people).unwrap_or_default()),
    })
}

/// Events of a table that are not archived.
fn events(
    connection: &Connection,
    table: &TableId,
    after: u64,
    limit: usize,
) -> Result<Vec<Event>, rusqlite::Error> {
    let mut statement = connection.prepare_cached(
        "SELECT seq, at, request, body FROM event WHERE tbl = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3",
    )?;
    let event = |row: &Row<'_>| {
        Ok(Event {
            seq: row.get::<_, i64>(0)? as u64,
            at: row.get::<_, i64>(1)? as u64,
            request: row.get(2)?,
            body: row.get(3)?,
        })
    };
    statement.query_map(params![table.as_str(), after as i64, limit as i64], event)?.collect()
}

/// The archived log of a table, if it goes beyond this seq.
fn packed(connection: &Connection, table: &TableId, after: u64) -> Result<Option<Vec<u8>>, rusqlite::Error> {
    connection
        .prepare_cached("SELECT body FROM archive WHERE tbl = ?1 AND last > ?2")?
        .query_row(params![table.as_str(), after as i64], |row| row.get(0))
        .optional()
}

impl Store for Sqlite {
    fn append(&self, append: Append) -> Answer<'_, Appended> {
        self.send(|answer| Job::Append(append, answer))
    }

    fn events(&self, table: &TableId, after: u64, limit: usize) -> Answer<'_, Vec<Event>> {
        let table = table.clone();
        Box::pin(async move {
            let (found, packed) = self
                .read(move |connection| {
                    // Both at one moment: in between they could change places.
                    let moment = connection.unchecked_transaction()?;
                    let found = events(&moment, &table, after, limit)?;
                    let packed = if archive::is_missed(after, limit, &found) {
                        packed(&moment, &table, after)?
                    } else {
                        None
                    };
                    Ok((found, packed))
                })
                .await?;
            match packed {
                Some(body) => Ok(archive::joined(archive::unpack(&body)?, after, limit, found)),
                None => Ok(found),
            }
        })
    }

    fn digests(&self, after: Option<&TableId>, limit: usize) -> Answer<'_, Vec<Digest>> {
        let after = after.map_or(String::new(), |id| id.as_str().to_owned());
        self.read(move |connection| {
            let mut statement = connection.prepare_cached(
                "SELECT tbl, last, at, body, people FROM digest WHERE tbl > ?1 ORDER BY tbl LIMIT ?2",
            )?;
            statement.query_map(params![after, limit as i64], digest)?.collect()
        })
    }

    fn digests_of(&self, tables: &[TableId]) -> Answer<'_, Vec<Digest>> {
        let tables = serde_json::json!(tables).to_string();
        self.read(move |connection| {
            let mut statement = connection.prepare_cached(
                "SELECT tbl, last, at, body, people FROM digest
                 WHERE tbl IN (SELECT value FROM json_each(?1)) ORDER BY tbl",
            )?;
            statement.query_map([tables], digest)?.collect()
        })
    }

    fn unfinished(&self, after: Option<&TableId>, limit: usize) -> Answer<'_, Vec<Digest>> {
        let after = after.map_or(String::new(), |id| id.as_str().to_owned());
        self.read(move |connection| {
            let mut statement = connection.prepare_cached(
                "SELECT tbl, last, at, body, people FROM digest
                 WHERE people IS NULL AND tbl > ?1 ORDER BY tbl LIMIT ?2",
            )?;
            statement.query_map(params![after, limit as i64], digest)?.collect()
        })
    }

    fn finished(&self, person: &str, limit: usize) -> Answer<'_, Vec<Digest>> {
        let person = person.to_owned();
        self.read(move |connection| {
            let mut statement = connection.prepare_cached(
                "SELECT digest.tbl, digest.last, digest.at, digest.body, digest.people
                 FROM finished JOIN digest ON digest.tbl = finished.tbl
                 WHERE finished.person = ?1 ORDER BY finished.at DESC LIMIT ?2",
            )?;
            statement.query_map(params![person, limit as i64], digest)?.collect()
        })
    }

    fn archive(&self, standing: Standing, quiet: Duration, limit: usize) -> Answer<'_, Vec<TableId>> {
        let before = before(quiet);
        Box::pin(async move {
            let quiet = self.read(move |connection| {
                let query = match standing {
                    Standing::Finished => {
                        "SELECT tbl, last FROM digest WHERE at < ?1 AND people IS NOT NULL
                         AND EXISTS (SELECT 1 FROM event WHERE event.tbl = digest.tbl) LIMIT ?2"
                    }
                    Standing::Unfinished => {
                        "SELECT tbl, last FROM digest WHERE at < ?1 AND people IS NULL LIMIT ?2"
                    }
                };
                let table =
                    |row: &Row<'_>| Ok((table_id(&row.get::<_, String>(0)?)?, row.get::<_, i64>(1)? as u64));
                let mut statement = connection.prepare_cached(query)?;
                let found = statement.query_map(params![before as i64, limit as i64], table)?;
                found.collect::<Result<Vec<_>, _>>()
            });
            let mut all = Vec::new();
            for (table, last) in quiet.await? {
                let log = self.events(&table, 0, usize::MAX >> 1).await?;
                // Somebody may be writing to it in this moment: then it is not quiet.
                if log.last().is_some_and(|event| event.seq == last) {
                    all.push(Packed { table, last, body: archive::pack(&log)? });
                }
            }
            self.send(|answer| Job::Archive(all, standing, answer)).await
        })
    }

    fn remove_tables(&self, quiet: Duration, limit: usize) -> Answer<'_, Vec<TableId>> {
        let before = before(quiet);
        Box::pin(async move {
            let old = self.read(move |connection| {
                let mut statement =
                    connection.prepare_cached("SELECT tbl FROM digest WHERE at < ?1 LIMIT ?2")?;
                let table = |row: &Row<'_>| table_id(&row.get::<_, String>(0)?);
                statement.query_map(params![before as i64, limit as i64], table)?.collect()
            });
            let old = old.await?;
            self.send(|answer| Job::RemoveTables(old, before, answer)).await
        })
    }

    fn remove_table(&self, table: &TableId) -> Answer<'_, bool> {
        let table = table.clone();
        Box::pin(async move {
            let gone = self.send(|answer| Job::RemoveTables(vec![table], i64::MAX as u64, answer)).await?;
            Ok(!gone.is_empty())
        })
    }

    fn rewrite(
        &self,
        table: &TableId,
        events: Vec<Event>,
        digest: String,
        finished: Option<Vec<String>>,
    ) -> Answer<'_, bool> {
        let anew = Anew { table: table.clone(), events, digest, finished };
        Box::pin(async move {
            let done = self.send(|answer| Job::Rewrite(Box::new(anew), answer)).await?;
            Ok(!done.is_empty())
        })
    }

    fn note(&self, key: &str) -> Answer<'_, Option<String>> {
        let key = key.to_owned();
        self.read(move |connection| {
            connection
                .prepare_cached("SELECT value FROM note WHERE key = ?1")?
                .query_row([key], |row| row.get(0))
                .optional()
        })
    }

    fn put_note(&self, key: &str, value: &str) -> Answer<'_, ()> {
        let (key, value) = (key.to_owned(), value.to_owned());
        self.send(|answer| Job::Note(key, value, answer))
    }

    fn put_note_lightly(&self, key: &str, value: &str) -> Answer<'_, ()> {
        let (key, value) = (key.to_owned(), value.to_owned());
        self.send(|answer| Job::LightNote(key, value, answer))
    }

    fn put_note_unless(&self, key: &str, value: &str) -> Answer<'_, String> {
        let (key, value) = (key.to_owned(), value.to_owned());
        self.send(|answer| Job::NoteUnless(key, value, answer))
    }

    fn change_notes(&self, changes: Vec<NoteChange>) -> Answer<'_, bool> {
        self.send(|answer| Job::ChangeNotes(changes, answer))
    }

    fn notes(&self, prefix: &str) -> Answer<'_, Vec<(String, String)>> {
        let prefix = prefix.to_owned();
        self.read(move |connection| {
            let mut statement = connection.prepare_cached(
                "SELECT key, value FROM note WHERE key >= ?1 AND key < ?1 || char(0x10ffff) ORDER BY key",
            )?;
            statement.query_map([prefix], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        })
    }

    fn weight(&self, prefix: &str) -> Answer<'_, Weight> {
        let prefix = prefix.to_owned();
        self.read(move |connection| {
            let weight = |row: &Row<'_>| {
                Ok(Weight { count: row.get::<_, i64>(0)? as u64, bytes: row.get::<_, i64>(1)? as u64 })
            };
            connection
                .prepare_cached(
                    "SELECT count(*), coalesce(sum(octet_length(value)), 0) FROM note
                     WHERE key >= ?1 AND key < ?1 || char(0x10ffff)",
                )?
                .query_row([prefix], weight)
        })
    }

    fn remove_notes(&self, prefix: &str, age: Duration) -> Answer<'_, u64> {
        let (prefix, before) = (prefix.to_owned(), before(age));
        self.send(|answer| Job::RemoveNotes(prefix, before, answer))
    }

    fn check(&self) -> Answer<'_, ()> {
        self.send(Job::Check)
    }

    fn watch(&self) -> Option<Watch> {
        None
    }

    fn close(&self) -> Answer<'_, ()> {
        if let Ok(mut readers) = self.readers.lock() {
            readers.clear();
        }
        self.send(Job::Close)
    }
}
