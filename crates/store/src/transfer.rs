//! Everything in and out, as lines of JSON, from any store to any other.

use std::io::{BufRead, Write};

use serde::{Deserialize, Serialize};

use crate::log::{Append, Appended, Digest, Event, Store, StoreError, TableId};

/// How many rows are read at a time.
const PAGE: usize = 1000;

/// What was moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counted {
    /// Tables.
    pub tables: usize,
    /// Events of all tables.
    pub events: usize,
    /// Notes.
    pub notes: usize,
}

/// One line of an export. A table's line comes before its events.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    Table(Digest),
    Event(Event),
    Note(String, String),
}

fn broken(error: impl std::fmt::Display) -> StoreError {
    StoreError::Broken(error.to_string())
}

fn write(out: &mut dyn Write, line: &Line) -> Result<(), StoreError> {
    serde_json::to_writer(&mut *out, line).map_err(broken)?;
    out.write_all(b"\n").map_err(broken)
}

/// Writes all tables and notes, seeds and keys included: the file is as secret as the database.
pub async fn export(store: &dyn Store, out: &mut (dyn Write + Send)) -> Result<Counted, StoreError> {
    let mut counted = Counted::default();
    for (key, value) in store.notes("").await? {
        write(out, &Line::Note(key, value))?;
        counted.notes += 1;
    }
    let mut after: Option<TableId> = None;
    loop {
        let page = store.digests(after.as_ref(), PAGE).await?;
        let Some(last) = page.last() else { break };
        after = Some(last.table.clone());
        for digest in page {
            let (table, last) = (digest.table.clone(), digest.last);
            write(out, &Line::Table(digest))?;
            counted.tables += 1;
            let mut seq = 0;
            while seq < last {
                let events = store.events(&table, seq, PAGE).await?;
                let Some(read) = events.last() else { break };
                seq = read.seq;
                // Events written since the digest was read would not fit it.
                for event in events.into_iter().filter(|event| event.seq <= last) {
                    write(out, &Line::Event(event))?;
                    counted.events += 1;
                }
            }
        }
    }
    out.flush().map_err(broken)?;
    Ok(counted)
}

/// Reads an export into a store. Importing twice changes nothing; a table that has gone on otherwise is refused.
pub async fn import(store: &dyn Store, lines: &mut (dyn BufRead + Send)) -> Result<Counted, StoreError> {
    let mut counted = Counted::default();
    let mut current: Option<Digest> = None;
    let mut text = String::new();
    let mut at = 0;
    loop {
        text.clear();
        at += 1;
        if lines.read_line(&mut text).map_err(broken)? == 0 {
            return Ok(counted);
        }
        let line: Line = serde_json::from_str(&text)
            .map_err(|error| StoreError::Unfit(format!("line {at} of the export: {error}")))?;
        match line {
            Line::Note(key, value) => {
                store.put_note(&key, &value).await?;
                counted.notes += 1;
            }
            Line::Table(digest) => {
                current = Some(digest);
                counted.tables += 1;
            }
            Line::Event(event) => {
                let Some(digest) = &current else {
                    return Err(StoreError::Unfit(format!("line {at}: an event comes before its table")));
                };
                take(store, digest, event).await?;
                counted.events += 1;
            }
        }
    }
}

async fn take(store: &dyn Store, digest: &Digest, event: Event) -> Result<(), StoreError> {
    let table = digest.table.clone();
    let append = Append {
        table: table.clone(),
        expected: event.seq - 1,
        request: event.request.clone(),
        at: event.at,
        events: vec![event.body.clone()],
        digest: digest.body.clone(),
        finished: digest.finished.clone().filter(|_| event.seq == digest.last),
    };
    match store.append(append).await? {
        Appended::Written(_) => Ok(()),
        Appended::Repeated(_) | Appended::Stale(_) => {
            let there = store.events(&table, event.seq - 1, 1).await?;
            if there.first().is_some_and(|there| there.body == event.body) {
                Ok(())
            } else {
                Err(StoreError::Unfit(format!("table {table} has another event {} already", event.seq)))
            }
        }
    }
}
