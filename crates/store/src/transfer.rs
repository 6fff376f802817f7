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

/// Gives every line of a store to a sink, in order.
async fn each_line(
    store: &dyn Store,
    mut sink: impl AsyncFnMut(Line) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    for (key, value) in store.notes("").await? {
        sink(Line::Note(key, value)).await?;
    }
    let mut after: Option<TableId> = None;
    loop {
        let page = store.digests(after.as_ref(), PAGE).await?;
        let Some(last) = page.last() else { return Ok(()) };
        after = Some(last.table.clone());
        for digest in page {
            let (table, last) = (digest.table.clone(), digest.last);
            sink(Line::Table(digest)).await?;
            let mut seq = 0;
            while seq < last {
                let events = store.events(&table, seq, PAGE).await?;
                let Some(read) = events.last() else { break };
                seq = read.seq;
                // Events written since the digest was read would not fit it.
                for event in events.into_iter().filter(|event| event.seq <= last) {
                    sink(Line::Event(event)).await?;
                }
            }
        }
    }
}

impl Counted {
    fn count(&mut self, line: &Line) {
        match line {
            Line::Table(_) => self.tables += 1,
            Line::Event(_) => self.events += 1,
            Line::Note(..) => self.notes += 1,
        }
    }
}

/// Writes all tables and notes, seeds and keys included: the file is as secret as the database.
pub async fn export(store: &dyn Store, out: &mut (dyn Write + Send)) -> Result<Counted, StoreError> {
    let mut counted = Counted::default();
    each_line(store, async |line| {
        counted.count(&line);
        write(out, &line)
    })
    .await?;
    out.flush().map_err(broken)?;
    Ok(counted)
}

/// Reads an export into a store. Importing twice changes nothing; a table that has gone on otherwise is refused.
pub async fn import(store: &dyn Store, lines: &mut (dyn BufRead + Send)) -> Result<Counted, StoreError> {
    let mut into = Into::new(store);
    let mut text = String::new();
    let mut at = 0;
    loop {
        text.clear();
        at += 1;
        if lines.read_line(&mut text).map_err(broken)? == 0 {
            return Ok(into.counted);
        }
        let line: Line = serde_json::from_str(&text)
            .map_err(|error| StoreError::Unfit(format!("line {at} of the export: {error}")))?;
        into.take(line).await?;
    }
}

/// Copies everything from one store into another, as an export and an import of it would.
pub async fn copy(from: &dyn Store, to: &dyn Store) -> Result<Counted, StoreError> {
    let mut into = Into::new(to);
    each_line(from, async |line| into.take(line).await).await?;
    Ok(into.counted)
}

/// A store that lines are read into.
struct Into<'a> {
    store: &'a dyn Store,
    current: Option<Digest>,
    counted: Counted,
}

impl<'a> Into<'a> {
    fn new(store: &'a dyn Store) -> Self {
        Self { store, current: None, counted: Counted::default() }
    }

    async fn take(&mut self, line: Line) -> Result<(), StoreError> {
        self.counted.count(&line);
        match line {
            Line::Note(key, value) => self.store.put_note(&key, &value).await,
            Line::Table(digest) => {
                self.current = Some(digest);
                Ok(())
            }
            Line::Event(event) => match &self.current {
                Some(digest) => take(self.store, digest, event).await,
                None => Err(StoreError::Unfit("an event comes before its table in the export".to_owned())),
            },
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
        // Servers find the games that wait for bots when they start.
        thinking: None,
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
