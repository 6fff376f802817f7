//! The one thread that writes.
//!
//! It takes everything that is waiting, writes it in one transaction, commits with `synchronous=FULL`, and only then answers
//! each writer: under load many appends share one wait for the disk (group commit). Only notes that need not outlive the machine wait for
//! no disk, where nothing else is written with them.

use std::path::PathBuf;

use rusqlite::{Connection, ErrorCode, OptionalExtension, TransactionBehavior, params};
use tokio::sync::mpsc;

use super::file::{Identity, has_room};
use crate::archive::{Packed, Standing};
use crate::log::{Append, Appended, Event, StoreError, TableId, now};
use crate::note::NoteChange;
use crate::reply::{Reply, answer};

/// The most appends in one transaction, so that no answer waits for an endless one.
const GROUP: usize = 256;

/// Something to be written.
pub enum Job {
    /// Events.
    Append(Append, Reply<Appended>),
    /// A note, by key and value.
    Note(String, String, Reply<()>),
    /// A note that need not outlive the machine, by key and value.
    LightNote(String, String, Reply<()>),
    /// A note, by key and value, unless there is one; the answer is the one there is then.
    NoteUnless(String, String, Reply<String>),
    /// Several notes, all or none.
    ChangeNotes(Vec<NoteChange>, Reply<bool>),
    /// The notes with this beginning that were put before this time go.
    RemoveNotes(String, u64, Reply<u64>),
    /// These logs go into the archive, if nothing has come after them.
    Archive(Vec<Packed>, Standing, Reply<Vec<TableId>>),
    /// These tables go, if their last event is older than this.
    RemoveTables(Vec<TableId>, u64, Reply<Vec<TableId>>),
    /// A table is written anew, if nothing has come after what is written.
    Rewrite(Box<Anew>, Reply<Vec<TableId>>),
    /// Anything, to see whether it works.
    Check(Reply<()>),
    /// What is in the write-ahead log goes where it belongs, and nothing comes after it.
    Close(Reply<()>),
}

/// A table as it is to be from now on.
pub struct Anew {
    /// Which.
    pub table: TableId,
    /// Its log.
    pub events: Vec<Event>,
    /// What lists show of it.
    pub digest: String,
    /// Once it is finished: the people who want to find it again.
    pub finished: Option<Vec<String>>,
}

/// The writer: its connection, and the files it thinks it writes to.
pub struct Writer {
    /// The connection.
    pub connection: Connection,
    /// Where the database is.
    pub path: PathBuf,
    /// Which files it is.
    pub identity: Identity,
    /// What a commit waits for now.
    pub waits: Waits,
}

/// What a commit waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Waits {
    /// Until it is on the disk.
    ForDisk,
    /// Until the system has it: it outlives this process. The next commit that waits for the disk brings it there too.
    ForSystem,
}

impl Waits {
    /// What a group has to wait for.
    fn of(group: &[Job]) -> Self {
        let light = group.iter().all(|job| matches!(job, Job::LightNote(..)));
        if light { Self::ForSystem } else { Self::ForDisk }
    }

    const fn pragma(self) -> &'static str {
        match self {
            Self::ForDisk => "full",
            Self::ForSystem => "normal",
        }
    }
}

pub fn broken(error: &rusqlite::Error) -> StoreError {
    StoreError::Broken(told(error))
}

/// What went wrong, and what helps where only one thing does.
pub fn told(error: &rusqlite::Error) -> String {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            format!("{error}; put a copy made by 'gloria backup' in its place (docs/operating.md, runbook)")
        }
        _ => error.to_string(),
    }
}

/// What is told to a writer once the group is committed.
enum Told {
    Append(Reply<Appended>, Appended),
    Done(Reply<()>),
    Note(Reply<String>, String),
    Number(Reply<u64>, u64),
    Whether(Reply<bool>, bool),
    Tables(Reply<Vec<TableId>>, Vec<TableId>),
}

impl Told {
    fn tell(self, fault: Option<&StoreError>) {
        fn or<T>(value: T, fault: Option<&StoreError>) -> Result<T, StoreError> {
            fault.map_or(Ok(value), |fault| Err(fault.clone()))
        }
        match self {
            Self::Append(reply, appended) => answer(reply, or(appended, fault)),
            Self::Done(reply) => answer(reply, or((), fault)),
            Self::Note(reply, value) => answer(reply, or(value, fault)),
            Self::Number(reply, number) => answer(reply, or(number, fault)),
            Self::Whether(reply, done) => answer(reply, or(done, fault)),
            Self::Tables(reply, tables) => answer(reply, or(tables, fault)),
        }
    }
}

impl Job {
    fn refuse(self, fault: &StoreError) {
        match self {
            Self::Append(_, reply) => answer(reply, Err(fault.clone())),
            Self::Note(_, _, reply)
            | Self::LightNote(_, _, reply)
            | Self::Check(reply)
            | Self::Close(reply) => {
                answer(reply, Err(fault.clone()));
            }
            Self::NoteUnless(_, _, reply) => answer(reply, Err(fault.clone())),
            Self::ChangeNotes(_, reply) => answer(reply, Err(fault.clone())),
            Self::RemoveNotes(_, _, reply) => answer(reply, Err(fault.clone())),
            Self::RemoveTables(_, _, reply) | Self::Archive(_, _, reply) | Self::Rewrite(_, reply) => {
                answer(reply, Err(fault.clone()));
            }
        }
    }
}

impl Writer {
    /// The writer's life: until it is closed or nobody can send to it any more.
    pub fn write_all(mut self, mut waiting: mpsc::Receiver<Job>) {
        while let Some(first) = waiting.blocking_recv() {
            let mut group = vec![first];
            while group.len() < GROUP {
                match waiting.try_recv() {
                    Ok(job) => group.push(job),
                    Err(_) => break,
                }
            }
            let closing = group.iter().position(|job| matches!(job, Job::Close(_)));
            let after = closing.map_or(Vec::new(), |at| group.split_off(at));
            if !group.is_empty() {
                self.write_group(group);
            }
            if !after.is_empty() {
                waiting.close();
                self.finish(after);
                return;
            }
        }
    }

    fn finish(&mut self, left: Vec<Job>) {
        for job in left {
            match job {
                Job::Close(reply) => {
                    let done = self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
                    answer(reply, done.map_err(|error| broken(&error)));
                }
                other @ (Job::Append(..)
                | Job::Note(..)
                | Job::LightNote(..)
                | Job::NoteUnless(..)
                | Job::ChangeNotes(..)
                | Job::RemoveNotes(..)
                | Job::RemoveTables(..)
                | Job::Rewrite(..)
                | Job::Archive(..)
                | Job::Check(_)) => other.refuse(&StoreError::Closed),
            }
        }
    }

    /// Lets the commits from now on wait for this.
    fn wait_as(&mut self, waits: Waits) -> Result<(), StoreError> {
        if self.waits != waits {
            let set = self.connection.pragma_update(None, "synchronous", waits.pragma());
            set.map_err(|error| broken(&error))?;
            self.waits = waits;
        }
        Ok(())
    }

    /// Writes a group all or nothing, and tells everyone how it went. What went to a file that is no longer there under its name is
    /// not durable, so it is not acknowledged.
    fn write_group(&mut self, group: Vec<Job>) {
        if let Err(gone) = self.identity.check() {
            return group.into_iter().for_each(|job| job.refuse(&gone));
        }
        if let Err(fault) = self.wait_as(Waits::of(&group)) {
            return group.into_iter().for_each(|job| job.refuse(&fault));
        }
        let mut told = Vec::with_capacity(group.len());
        let mut group = group.into_iter();
        // The lock is taken at once and waited for: a transaction that begins by reading is refused without waiting when it
        // wants to write.
        let begun = self.connection.transaction_with_behavior(TransactionBehavior::Immediate);
        let path = &self.path;
        let written = begun.and_then(|mut transaction| {
            for job in group.by_ref() {
                write_job(&mut transaction, path, job, &mut told)?;
            }
            transaction.commit()
        });
        let fault = written.err().map(|error| broken(&error)).or_else(|| self.identity.check().err());
        for told in told {
            told.tell(fault.as_ref());
        }
        if let Some(fault) = fault {
            group.for_each(|job| job.refuse(&fault));
        }
    }
}

/// Writes one job in a savepoint of its own: if it fails, the rest of the group stands.
fn write_job(
    transaction: &mut rusqlite::Transaction<'_>,
    path: &std::path::Path,
    job: Job,
    told: &mut Vec<Told>,
) -> Result<(), rusqlite::Error> {
    fn or_refused<T>(
        done: Result<T, rusqlite::Error>,
        reply: Reply<T>,
        told: &mut Vec<Told>,
        tell: impl FnOnce(Reply<T>, T) -> Told,
    ) -> bool {
        match done {
            Ok(value) => told.push(tell(reply, value)),
            Err(error) => {
                answer(reply, Err(broken(&error)));
                return false;
            }
        }
        true
    }
    let savepoint = transaction.savepoint()?;
    let done = match job {
        Job::Append(append, reply) => {
            or_refused(write_append(&savepoint, &append), reply, told, Told::Append)
        }
        Job::Note(key, value, reply) | Job::LightNote(key, value, reply) => {
            or_refused(put_note(&savepoint, &key, &value), reply, told, |reply, ()| Told::Done(reply))
        }
        Job::NoteUnless(key, value, reply) => {
            or_refused(put_note_unless(&savepoint, &key, &value), reply, told, Told::Note)
        }
        Job::ChangeNotes(changes, reply) => {
            or_refused(change_notes(&savepoint, &changes), reply, told, Told::Whether)
        }
        Job::RemoveNotes(prefix, before, reply) => {
            let gone = savepoint.execute(
                "DELETE FROM note WHERE key >= ?1 AND key < ?1 || char(0x10ffff) AND at < ?2",
                params![prefix, before as i64],
            );
            or_refused(gone.map(|number| number as u64), reply, told, Told::Number)
        }
        Job::RemoveTables(tables, before, reply) => {
            or_refused(remove_tables(&savepoint, tables, before), reply, told, Told::Tables)
        }
        Job::Rewrite(anew, reply) => or_refused(rewrite(&savepoint, *anew), reply, told, Told::Tables),
        Job::Archive(packed, standing, reply) => {
            or_refused(archive(&savepoint, packed, standing), reply, told, Told::Tables)
        }
        Job::Check(reply) => match has_room(path) {
            Ok(()) => {
                let put = put_note(&savepoint, "health", "");
                or_refused(put, reply, told, |reply, ()| Told::Done(reply))
            }
            Err(fault) => {
                answer(reply, Err(fault));
                false
            }
        },
        Job::Close(reply) => {
            answer(reply, Err(StoreError::Closed));
            false
        }
    };
    if done { savepoint.commit() } else { Ok(()) }
}

fn put_note(connection: &Connection, key: &str, value: &str) -> Result<(), rusqlite::Error> {
    connection
        .prepare_cached(
            "INSERT INTO note (key, value, at) VALUES (?1, ?2, ?3)
             ON CONFLICT (key) DO UPDATE SET value = ?2, at = ?3",
        )?
        .execute(params![key, value, now()])
        .map(|_| ())
}

fn put_note_unless(connection: &Connection, key: &str, value: &str) -> Result<String, rusqlite::Error> {
    connection
        .prepare_cached("INSERT INTO note (key, value, at) VALUES (?1, ?2, ?3) ON CONFLICT (key) DO NOTHING")?
        .execute(params![key, value, now()])?;
    connection.prepare_cached("SELECT value FROM note WHERE key = ?1")?.query_row([key], |row| row.get(0))
}

/// All of them are looked at before any is changed.
fn change_notes(connection: &Connection, changes: &[NoteChange]) -> Result<bool, rusqlite::Error> {
    for NoteChange { key, expected, .. } in changes {
        let there = connection
            .prepare_cached("SELECT value FROM note WHERE key = ?1")?
            .query_row([key], |row| row.get::<_, String>(0))
            .optional()?;
        if !expected.is_met(there.as_deref()) {
            return Ok(false);
        }
    }
    for NoteChange { key, value, .. } in changes {
        match value {
            Some(value) => put_note(connection, key, value)?,
            None => {
                connection.prepare_cached("DELETE FROM note WHERE key = ?1")?.execute([key])?;
            }
        }
    }
    Ok(true)
}

fn remove_tables(
    connection: &Connection,
    tables: Vec<TableId>,
    before: u64,
) -> Result<Vec<TableId>, rusqlite::Error> {
    let mut gone = Vec::new();
    for table in tables {
        let digest = "DELETE FROM digest WHERE tbl = ?1 AND at < ?2";
        if connection.prepare_cached(digest)?.execute(params![table.as_str(), before as i64])? == 0 {
            continue;
        }
        connection.prepare_cached("DELETE FROM event WHERE tbl = ?1")?.execute([table.as_str()])?;
        connection.prepare_cached("DELETE FROM finished WHERE tbl = ?1")?.execute([table.as_str()])?;
        connection.prepare_cached("DELETE FROM archive WHERE tbl = ?1")?.execute([table.as_str()])?;
        gone.push(table);
    }
    Ok(gone)
}

fn rewrite(connection: &Connection, anew: Anew) -> Result<Vec<TableId>, rusqlite::Error> {
    let Anew { table, events, digest, finished } = anew;
    let name = table.as_str();
    let last = events.last().map_or(0, |event| event.seq) as i64;
    let people = finished.as_ref().map(|people| serde_json::json!(people).to_string());
    let changed = connection
        .prepare_cached("UPDATE digest SET body = ?3, people = ?4 WHERE tbl = ?1 AND last = ?2")?
        .execute(params![name, last, digest, people])?;
    if changed == 0 {
        return Ok(Vec::new());
    }
    for gone in ["event", "archive", "finished"] {
        connection.execute(&format!("DELETE FROM {gone} WHERE tbl = ?1"), [name])?;
    }
    let mut insert = connection
        .prepare_cached("INSERT INTO event (tbl, seq, at, request, body) VALUES (?1, ?2, ?3, ?4, ?5)")?;
    for Event { seq, at, request, body } in &events {
        insert.execute(params![name, *seq as i64, *at as i64, request, body])?;
    }
    for person in finished.iter().flatten() {
        connection
            .prepare_cached(
                "INSERT INTO finished (person, tbl, at) SELECT ?1, tbl, at FROM digest WHERE tbl = ?2",
            )?
            .execute(params![person, name])?;
    }
    Ok(vec![table])
}

fn archive(
    connection: &Connection,
    packed: Vec<Packed>,
    standing: Standing,
) -> Result<Vec<TableId>, rusqlite::Error> {
    let mut done = Vec::new();
    for Packed { table, last, body } in packed {
        let unchanged = "SELECT 1 FROM digest WHERE tbl = ?1 AND last = ?2";
        let (name, last) = (table.as_str(), last as i64);
        if !connection.prepare_cached(unchanged)?.exists(params![name, last])? {
            continue;
        }
        let put = "INSERT INTO archive (tbl, last, body) VALUES (?1, ?2, ?3)
                   ON CONFLICT (tbl) DO UPDATE SET last = ?2, body = ?3";
        connection.prepare_cached(put)?.execute(params![name, last, body])?;
        connection.prepare_cached("DELETE FROM event WHERE tbl = ?1")?.execute([name])?;
        if standing == Standing::Unfinished {
            // Nobody's, as if it were over: the next append says how it is.
            connection.prepare_cached("UPDATE digest SET people = '[]' WHERE tbl = ?1")?.execute([name])?;
        }
        done.push(table);
    }
    Ok(done)
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
    let people = append.finished.as_ref().map(|people| serde_json::json!(people).to_string());
    connection
        .prepare_cached(
            "INSERT INTO digest (tbl, last, at, body, people) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (tbl) DO UPDATE SET last = ?2, at = ?3, body = ?4, people = ?5",
        )?
        .execute(params![table, seq as i64, append.at as i64, append.digest, people])?;
    for person in append.finished.iter().flatten() {
        connection
            .prepare_cached(
                "INSERT INTO finished (person, tbl, at) VALUES (?1, ?2, ?3)
                 ON CONFLICT (person, tbl) DO UPDATE SET at = ?3",
            )?
            .execute(params![person, table, append.at as i64])?;
    }
    Ok(Appended::Written(seq))
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::*;

    /// What waits for no disk must not let what comes after it do so too.
    #[test]
    fn only_light_notes_alone_wait_for_no_disk() {
        let folder = std::env::temp_dir().join(format!("gloria-light-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("log.db");
        drop(super::super::Sqlite::open(&path).unwrap());
        let connection = Connection::open(&path).unwrap();
        connection.pragma_update(None, "synchronous", "full").unwrap();
        let identity = Identity::of(&path);
        let mut writer = Writer { connection, path, identity, waits: Waits::ForDisk };
        let mut written = |light: &[bool]| {
            let put = |light: &bool| {
                let (reply, _) = oneshot::channel();
                let (key, value) = ("key".to_owned(), "value".to_owned());
                if *light { Job::LightNote(key, value, reply) } else { Job::Note(key, value, reply) }
            };
            writer.write_group(light.iter().map(put).collect());
            writer.connection.pragma_query_value(None, "synchronous", |row| row.get::<_, i64>(0)).unwrap()
        };
        // 2 is full, 1 is normal.
        assert_eq!(written(&[false]), 2);
        assert_eq!(written(&[true, true]), 1);
        assert_eq!(written(&[true, false]), 2);
        assert_eq!(written(&[true]), 1);
        assert_eq!(written(&[false]), 2);
        let _ = std::fs::remove_dir_all(&folder);
    }
}
