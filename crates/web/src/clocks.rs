//! Time that runs at tables: who has used theirs up is told so, and what passes while no server is there counts for nobody.
//!
//! While a clock runs a server notes every moment that it is there. One that starts and finds that nobody was, keeps from when to when: a
//! table whose clock ran then is told when it is next read from its log.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock, Weak};
use std::time::Duration;

use room::{Chair, Stamp, Wish};
use store::{Store, StoreError, TableId};
use tokio::time::{Instant, sleep};

use crate::table::{Manner, Table, now};
use crate::tables::Tables;
use crate::trouble::Trouble;

/// When a server was last there, in milliseconds since 1970; and how long after that it is likely to have gone, if it went before the next
/// such note. The note has to outlive the server alone and waits for no disk: a disk that is slow would make it late, and so the clocks wrong.
const ALIVE: &str = "clocks/alive";

/// When none was, as a list of beginnings and ends.
const AWAY: &str = "clocks/away";

/// How often a server notes that it is there while a clock of minutes runs, and while only those of days do.
const BEAT: Duration = Duration::from_millis(100);
const SLOW_BEAT: Duration = Duration::from_secs(10);

/// How often it looks while no clock runs.
const IDLE: Duration = Duration::from_secs(1);

/// Where there are several servers, a pause of the notes so short is none: a busy disk, or one server following another.
const GAP: u64 = 1_000;

/// The shortest time without a note in which no server was there. Whoever is alone knows that the one before is gone.
pub const fn shortest(shared: Option<&store::Watch>) -> u64 {
    if shared.is_some() { GAP } else { 0 }
}

/// How much longer than their time somebody has, for the way that a decision takes to us.
const GRACE: u64 = 200;

/// How many times of absence are kept; a table that has not been looked at over so many of them loses by the oldest.
const KEPT: usize = 500;

/// How long a table that can't be read is left alone.
const LATER: Duration = Duration::from_secs(30);

/// When no server was there, as far as clocks may have run then: beginnings and ends.
#[derive(Debug, Default)]
pub struct Absences {
    all: RwLock<Vec<(u64, u64)>>,
    /// Whether the last of them ends with the start of this server.
    ends_here: bool,
}

impl Absences {
    /// As the store has them, the last being the one that ends now, if it is not too short.
    pub async fn read(store: &dyn Store, shortest: u64) -> Result<Self, StoreError> {
        let mut all: Vec<(u64, u64)> =
            store.note(AWAY).await?.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        let alive = store.note(ALIVE).await?.unwrap_or_default();
        let mut numbers = alive.split(' ').map_while(|text| text.parse::<u64>().ok());
        let (Some(alive), after) = (numbers.next(), numbers.next()) else {
            return Ok(Self { all: RwLock::new(all), ends_here: false });
        };
        let now = now();
        // It went some time between this note and the next that it would have made; on average, in the middle.
        let went = alive + after.unwrap_or(BEAT.as_millis() as u64 / 2);
        let ends_here = now.saturating_sub(alive) > shortest && went < now;
        if ends_here {
            all.push((went, now));
            let dropped = all.len().saturating_sub(KEPT);
            all.drain(..dropped);
        }
        let absences = Self { all: RwLock::new(all), ends_here };
        absences.keep(store, now).await?;
        Ok(absences)
    }

    /// Lets the next server know of the last one. If the machine goes down over it, the next begins with the notes before these, and so with
    /// a longer absence.
    async fn keep(&self, store: &dyn Store, now: u64) -> Result<(), StoreError> {
        if self.ends_here {
            let text = serde_json::to_string(&self.all()).expect("numbers are plain data");
            store.put_note_lightly(AWAY, &text).await?;
            store.put_note_lightly(ALIVE, &now.to_string()).await?;
        }
        Ok(())
    }

    /// The last one ends now and not before: what a server needs to get ready is nobody's time either.
    async fn end_now(&self, store: &dyn Store) -> Result<(), StoreError> {
        let now = now();
        if self.ends_here
            && let Some((_, end)) = self.all.write().unwrap_or_else(PoisonError::into_inner).last_mut()
        {
            *end = now.max(*end);
        }
        self.keep(store, now).await
    }

    /// All of them.
    fn all(&self) -> Vec<(u64, u64)> {
        self.all.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Notes that the server is there, and calls the time of those who have none left, for as long as somebody needs the tables.
pub async fn run(tables: Weak<Tables>) {
    let mut noted: Option<Instant> = None;
    let mut left_alone: HashMap<TableId, Instant> = HashMap::new();
    // There may be clocks from the beginning.
    let mut nap = BEAT;
    loop {
        sleep(nap).await;
        let Some(tables) = tables.upgrade() else { return };
        let (live, any, due) = {
            let lists = tables.lists();
            (lists.live_clocks() > 0, lists.has_clocks(), lists.due(now().saturating_sub(GRACE)))
        };
        nap = if any { BEAT } else { IDLE };
        let beat = if live { BEAT } else { SLOW_BEAT };
        if any && noted.is_none_or(|noted| noted.elapsed() >= beat) {
            let begun = Instant::now();
            let pause = noted.map_or(BEAT, |noted| begun - noted);
            noted = Some(begun);
            // The next one would come after about the same pause; it goes, on average, in the middle.
            let after = (pause / 2).as_millis();
            // Without the store nothing can be decided either, and the clocks stand still for it.
            let _ = tables.store.put_note_lightly(ALIVE, &format!("{} {after}", now())).await;
        }
        left_alone.retain(|_, since| since.elapsed() < LATER);
        for id in due {
            if !left_alone.contains_key(&id) && tables.call_time(&id).await.is_err() {
                left_alone.insert(id, Instant::now());
            }
        }
    }
}

impl Tables {
    /// From this moment on whoever plays here is answered.
    pub async fn serves_now(&self) -> Result<(), Trouble> {
        Ok(self.absences.end_now(self.store.as_ref()).await?)
    }

    /// Lets happen at a table what was agreed on for those whose time is used up.
    async fn call_time(self: &Arc<Self>, id: &TableId) -> Result<(), Trouble> {
        let table = self.fresh_table(id).await?;
        let (late, moved) = {
            let room = table.room();
            (room.late_seats(now()), room.moved)
        };
        for seat in late.iter() {
            let guest =
                table.room().seating.chairs.get(seat.index()).and_then(Chair::guest).map(str::to_owned);
            let wish = Wish::Late { seat, level: self.config.usual.to_owned() };
            let stamp = Stamp { seen: Some(moved), ..Stamp::default() };
            match self.grant(&table, wish, stamp).await {
                // They decided in the last moment, or another server was faster.
                Ok(_) => {
                    if let Some(guest) = guest {
                        self.has_been(&guest, id).await?;
                    }
                }
                Err(Trouble::Stale | Trouble::Refused(_)) => {}
                Err(other) => return Err(other),
            }
        }
        // Lists may have known an older deadline.
        let brief = table.room().brief();
        self.note(id, brief);
        Ok(())
    }

    /// Tells a table that was just read of the times in which no server was there.
    pub(crate) async fn tell_of_absence(&self, table: &Arc<Table>) -> Result<(), Trouble> {
        let away = table.room().unpaused(&self.absences.all());
        if away.is_empty() {
            return Ok(());
        }
        match table.plan(Wish::Pause { away }, Stamp::default()).await {
            Ok(Some(planned)) => {
                let manner = Manner { pace: self.config.pace, used: None };
                if let Some(brief) = planned.commit(self.store.as_ref(), manner, &self.counts.times).await? {
                    self.note(&table.id, brief);
                }
                Ok(())
            }
            // Another server was faster.
            Ok(None) | Err(Trouble::Stale | Trouble::Refused(_)) => Ok(()),
            Err(other) => Err(other),
        }
    }
}
