//! Hints that people wait for where they are thought by whoever has time: their places in the line, and what comes of them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use room::Weighed;
use store::{Ask, Asked, StoreError, TableId, Thoughts, What};
use table::Seat;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout_at};

use crate::driving::{FULL, Hinted, in_words};
use crate::table::Table;
use crate::tables::Tables;
use crate::trouble::Trouble;

/// How often places in the line are looked at.
const LOOK: Duration = Duration::from_secs(1);

/// A hint that somebody waits for, or was told.
#[derive(Clone, PartialEq, Debug)]
pub struct Hint {
    /// The seq of the last event that moved the game: for a later one it is of no use.
    pub moved: u64,
    /// Its place in the line, from 1; 0 once somebody thinks about it.
    pub place: u64,
    /// What came of it.
    pub told: Option<Vec<Weighed>>,
}

/// The hints of tables that are shown here.
#[derive(Debug, Default)]
pub struct Hints {
    known: Mutex<BTreeMap<TableId, BTreeMap<Seat, Hint>>>,
    changes: watch::Sender<u64>,
    looking: AtomicBool,
}

impl Hints {
    fn known(&self) -> MutexGuard<'_, BTreeMap<TableId, BTreeMap<Seat, Hint>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The hint of a seat after this move of the game, if one was asked for.
    pub fn of(&self, table: &TableId, seat: Seat, moved: u64) -> Option<Hint> {
        self.known().get(table)?.get(&seat).filter(|hint| hint.moved == moved).cloned()
    }

    /// The tables where somebody still waits.
    fn awaited(&self) -> Vec<TableId> {
        let waits = |hints: &BTreeMap<Seat, Hint>| hints.values().any(|hint| hint.told.is_none());
        self.known().iter().filter(|(_, hints)| waits(hints)).map(|(id, _)| id.clone()).collect()
    }

    /// Knows these hints of these tables and no others; answers where that is news.
    fn replace(
        &self,
        tables: &[TableId],
        mut found: BTreeMap<TableId, BTreeMap<Seat, Hint>>,
    ) -> BTreeSet<TableId> {
        let mut changed = BTreeSet::new();
        let mut known = self.known();
        for id in tables {
            let now = found.remove(id).unwrap_or_default();
            let before =
                if now.is_empty() { known.remove(id) } else { known.insert(id.clone(), now.clone()) };
            if before.unwrap_or_default() != now {
                changed.insert(id.clone());
            }
        }
        drop(known);
        if !changed.is_empty() {
            self.changes.send_modify(|number| *number += 1);
        }
        changed
    }
}

impl Tables {
    /// Asks whoever has time for a hint, and waits for it for as long as the one who asks.
    pub(crate) async fn advise_by_queue(
        self: &Arc<Self>,
        queue: Arc<dyn Thoughts>,
        (table, seat): (&Arc<Table>, Seat),
        (moved, owner): (u64, String),
        patience: Duration,
    ) -> Result<Hinted, Trouble> {
        let what = What::Hint(seat.letter());
        let asked = queue.ask(Ask { table: table.id.clone(), what, seq: moved, owner }).await?;
        match asked {
            Asked::Full => return Err(Trouble::TooMuch(FULL)),
            Asked::Waits | Asked::Before => {}
        }
        let mut changes = self.hints.changes.subscribe();
        self.look_at_hints(std::slice::from_ref(&table.id)).await?;
        let late = Instant::now() + patience;
        loop {
            if table.room().moved != moved {
                return Err(Trouble::Stale);
            }
            let hint = self.hints.of(&table.id, seat, moved);
            if let Some(weighed) = hint.as_ref().and_then(|hint| hint.told.as_ref()) {
                return in_words(table, seat, moved, weighed);
            }
            if timeout_at(late, changes.changed()).await.is_err() {
                return Ok(Hinted::Waits(hint.map_or(0, |hint| hint.place)));
            }
        }
    }

    /// Learns how the hints of these tables stand, and goes on looking while somebody waits.
    pub(crate) async fn look_at_hints(self: &Arc<Self>, tables: &[TableId]) -> Result<(), Trouble> {
        self.learn_hints(tables).await?;
        if !self.hints.awaited().is_empty() && !self.hints.looking.swap(true, Ordering::AcqRel) {
            tokio::spawn(Arc::clone(self).go_on_looking());
        }
        Ok(())
    }

    async fn learn_hints(&self, tables: &[TableId]) -> Result<(), Trouble> {
        let Some(queue) = &self.queue else { return Ok(()) };
        let mut found: BTreeMap<TableId, BTreeMap<Seat, Hint>> = BTreeMap::new();
        for line in queue.line(tables).await? {
            let What::Hint(letter) = line.what else { continue };
            let Some(seat) = Seat::from_letter(letter.encode_utf8(&mut [0; 4])) else { continue };
            // What another version wrote in other words is as good as nothing.
            let told = line.answer.map(|text| serde_json::from_str(&text).unwrap_or_default());
            let hint = Hint { moved: line.seq, place: line.place, told };
            found.entry(line.table).or_default().insert(seat, hint);
        }
        for id in self.hints.replace(tables, found) {
            if let Some(table) = self.held_table(&id) {
                table.say_aside();
            }
        }
        Ok(())
    }

    /// Looks again and again at all hints that somebody here waits for, by one question for all of them.
    async fn go_on_looking(self: Arc<Self>) {
        loop {
            sleep(LOOK).await;
            let awaited = self.hints.awaited();
            let closed = || Err(Trouble::Store(StoreError::Closed));
            if awaited.is_empty() || self.learn_hints(&awaited).await == closed() {
                self.hints.looking.store(false, Ordering::Release);
                return;
            }
        }
    }
}
