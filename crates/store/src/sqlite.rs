//! The log in one SQLite file.
//!
//! One thread writes. It takes everything that is waiting, writes it in one transaction, commits with `synchronous=FULL`, and
//! only then answers each writer: under load many appends share one wait for the disk (group commit).

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread::JoinHandle;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension, params};
use tokio::sync::{mpsc, oneshot};

use crate::log::{Answer, Append, Appended, Digest, Event, Store, StoreError, TableId};
use crate::schema;

/// How many appends may wait for the writer before it answers [`StoreError::Busy`].
const WAITING: usize = 4096;

/// The most appends in one transaction, so that no answer waits for an endless one.
const GROUP: usize = 256;

enum Job {
    Append(Append, oneshot::Sender<Result<Appended, StoreError>>),
    Note(String, String, oneshot::Sender<Result<(), StoreError>>),
    Check(oneshot::Sender<Result<(), StoreError>>),
}

/// The log in one SQLite file, with its write-ahead log beside it.
#[derive(Debug)]
pub struct Sqlite {
    path: PathBuf,
    jobs: Option<mpsc::Sender<Job>>,
    writer: Option<JoinHandle<()>>,
    /// Connections that nobody reads with at the moment.
    readers: std::sync::Arc<Mutex<Vec<Connection>>>,
}

fn broken(error: &rusqlite::Error) -> StoreError {
    StoreError::Broken(error.to_string())
}

impl Sqlite {
    /// Opens or makes the file, and brings it up to date.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let unfit = |error: rusqlite::Error| StoreError::Unfit(format!("{}: {error}", path.display()));
        let mut connection = Connection::open(path).map_err(unfit)?;
        connection.busy_timeout(Duration::from_secs(5)).map_err(unfit)?;
        let mode: String = connection
            .pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0))
            .map_err(unfit)?;
        if mode != "wal" {
            return Err(StoreError::Unfit(format!("{} does not allow write-ahead logging", path.display())));
        }
        connection.pragma_update(None, "synchronous", "full").map_err(unfit)?;
        schema::migrate(&mut connection)?;
        let (jobs, waiting) = mpsc::channel(WAITING);
        let writer = std::thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || write_all(&mut connection, waiting))
            .map_err(|error| StoreError::Broken(error.to_string()))?;
        let readers = std::sync::Arc::default();
        Ok(Self { path: path.to_owned(), jobs: Some(jobs), writer: Some(writer), readers })
    }

    /// Writes a consistent copy of everything to a new file, while the store goes on.
    pub fn backup(path: &Path, to: &Path) -> Result<(), StoreError> {
        if to.exists() {
            return Err(StoreError::Unfit(format!("{} is there already: choose another name", to.display())));
        }
        let source = read_only(path)?;
        source.backup("main", to, None::<fn(rusqlite::backup::Progress)>).map_err(|error| broken(&error))
    }

    fn send<T: Send + 'static>(
        &self,
        job: impl FnOnce(oneshot::Sender<Result<T, StoreError>>) -> Job,
    ) -> Answer<'_, T> {
        let (answer, answered) = oneshot::channel();
        let sent = match &self.jobs {
            Some(jobs) => jobs.try_send(job(answer)).map_err(|error| match error {
                mpsc::error::TrySendError::Full(_) => StoreError::Busy,
                mpsc::error::TrySendError::Closed(_) => StoreError::Closed,
            }),
            None => Err(StoreError::Closed),
        };
        Box::pin(async move {
            sent?;
            answered.await.unwrap_or(Err(StoreError::Closed))
        })
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
        // The writer ends when nobody can send to it any more; what was sent before is written.
        self.jobs = None;
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}

fn read_only(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(|error| broken(&error))?;
    connection.busy_timeout(Duration::from_secs(5)).map_err(|error| broken(&error))?;
    Ok(connection)
}

/// The writer's life: until the store is dropped.
fn write_all(connection: &mut Connection, mut waiting: mpsc::Receiver<Job>) {
    while let Some(first) = waiting.blocking_recv() {
        let mut group = vec![first];
        while group.len() < GROUP {
            match waiting.try_recv() {
                Ok(job) => group.push(job),
                Err(_) => break,
            }
        }
        write_group(connection, group);
    }
}

/// What is told to a writer once the group is committed.
enum Told {
    Append(oneshot::Sender<Result<Appended, StoreError>>, Appended),
    Done(oneshot::Sender<Result<(), StoreError>>),
}

impl Told {
    fn tell(self, fault: Option<&StoreError>) {
        // Whoever asked may have gone away; the log does not care.
        match (self, fault) {
            (Self::Append(answer, appended), None) => drop(answer.send(Ok(appended))),
            (Self::Append(answer, _), Some(fault)) => drop(answer.send(Err(fault.clone()))),
            (Self::Done(answer), None) => drop(answer.send(Ok(()))),
            (Self::Done(answer), Some(fault)) => drop(answer.send(Err(fault.clone()))),
        }
    }
}

fn write_group(connection: &mut Connection, group: Vec<Job>) {
    let mut told = Vec::with_capacity(group.len());
    let written = connection.transaction().and_then(|mut transaction| {
        for job in group {
            write_job(&mut transaction, job, &mut told)?;
        }
        transaction.commit()
    });
    let fault = written.err().map(|error| broken(&error));
    for told in told {
        told.tell(fault.as_ref());
    }
}

/// Writes one job in a savepoint of its own: if it fails, the rest of the group stands.
fn write_job(
    transaction: &mut rusqlite::Transaction<'_>,
    job: Job,
    told: &mut Vec<Told>,
) -> Result<(), rusqlite::Error> {
    let savepoint = transaction.savepoint()?;
    match job {
        Job::Append(append, answer) => match write_append(&savepoint, &append) {
            Ok(appended) => told.push(Told::Append(answer, appended)),
            Err(error) => {
                drop(answer.send(Err(broken(&error))));
                return Ok(());
            }
        },
        Job::Note(key, value, answer) => {
            let put = savepoint.execute(
                "INSERT INTO note VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2",
                params![key, value],
            );
            if let Err(error) = put {
                drop(answer.send(Err(broken(&error))));
                return Ok(());
            }
            told.push(Told::Done(answer));
        }
        Job::Check(answer) => {
            savepoint.execute("DELETE FROM note WHERE key = ''", [])?;
            told.push(Told::Done(answer));
        }
    }
    savepoint.commit()
}

fn write_append(connection: &Connection, append: &Append) -> Result<Appended, rusqlite::Error> {
    let table = append.table.as_str();
    if let Some(request) = &append.request {
        let before = connection
            .prepare_cached("SELECT seq FROM event WHERE tbl = ?1 AND request = ?2")?
            .query_row(params![table, request], |row| row.get::<_, i64>(0))
            .optional()?;
        if let Some(seq) = before {
            return Ok(Appended::Repeated(seq as u64));
        }
    }
    let last = connection
        .prepare_cached("SELECT last FROM digest WHERE tbl = ?1")?
        .query_row([table], |row| row.get::<_, i64>(0))
        .optional()?
        .unwrap_or(0) as u64;
    if last != append.expected {
        return Ok(Appended::Stale(last));
    }
    let mut insert = connection
        .prepare_cached("INSERT INTO event (tbl, seq, at, request, body) VALUES (?1, ?2, ?3, ?4, ?5)")?;
    let mut seq = last;
    for (at, body) in append.events.iter().enumerate() {
        seq += 1;
        let request = append.request.as_ref().filter(|_| at == 0);
        insert.execute(params![table, seq as i64, append.at as i64, request, body])?;
    }
    connection
        .prepare_cached(
            "INSERT INTO digest VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (tbl) DO UPDATE SET last = ?2, at = ?3, body = ?4",
        )?
        .execute(params![table, seq as i64, append.at as i64, append.digest])?;
    Ok(Appended::Written(seq))
}

fn table_id(text: &str) -> Result<TableId, rusqlite::Error> {
    TableId::new(text).ok_or(rusqlite::Error::InvalidQuery)
}

impl Store for Sqlite {
    fn append(&self, append: Append) -> Answer<'_, Appended> {
        self.send(|answer| Job::Append(append, answer))
    }

    fn events(&self, table: &TableId, after: u64, limit: usize) -> Answer<'_, Vec<Event>> {
        let table = table.clone();
        self.read(move |connection| {
            let mut statement = connection.prepare_cached(
                "SELECT seq, at, request, body FROM event WHERE tbl = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3",
            )?;
            let event = |row: &rusqlite::Row<'_>| {
                Ok(Event {
                    seq: row.get::<_, i64>(0)? as u64,
                    at: row.get::<_, i64>(1)? as u64,
                    request: row.get(2)?,
                    body: row.get(3)?,
                })
            };
            statement.query_map(params![table.as_str(), after as i64, limit as i64], event)?.collect()
        })
    }

    fn digests(&self, after: Option<&TableId>, limit: usize) -> Answer<'_, Vec<Digest>> {
        let after = after.map_or(String::new(), |id| id.as_str().to_owned());
        self.read(move |connection| {
            let mut statement = connection.prepare_cached(
                "SELECT tbl, last, at, body FROM digest WHERE tbl > ?1 ORDER BY tbl LIMIT ?2",
            )?;
            let digest = |row: &rusqlite::Row<'_>| {
                Ok(Digest {
                    table: table_id(&row.get::<_, String>(0)?)?,
                    last: row.get::<_, i64>(1)? as u64,
                    at: row.get::<_, i64>(2)? as u64,
                    body: row.get(3)?,
                })
            };
            statement.query_map(params![after, limit as i64], digest)?.collect()
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

    fn notes(&self, prefix: &str) -> Answer<'_, Vec<(String, String)>> {
        let prefix = prefix.to_owned();
        self.read(move |connection| {
            let mut statement = connection.prepare_cached(
                "SELECT key, value FROM note WHERE substr(key, 1, length(?1)) = ?1 ORDER BY key",
            )?;
            statement.query_map([prefix], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        })
    }

    fn check(&self) -> Answer<'_, ()> {
        self.send(Job::Check)
    }
}
