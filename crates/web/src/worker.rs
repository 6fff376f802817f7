//! Whoever thinks for all servers that share a store: claims what waits, thinks, and posts by the same door as everybody.
//!
//! A claim is a lease and no right: the append at the expected seq decides, so two who think the same never both win. A worker that
//! dies loses its claims when their leases end; one that thinks long makes them longer; one that goes gives them back. Only claims that
//! the worker knows of are made longer: what was claimed by a call whose answer was lost comes back when its lease ends.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use store::{Claim, Lane, Leave, News, StoreError, TableId, Thoughts, Watch, What};
use table::Seat;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep, sleep_until};

use crate::driving::AGAIN;
use crate::table::Table;
use crate::tables::Tables;
use crate::trouble::Trouble;

/// How often a worker without work looks without being told: news can be lost, and nobody tells when a lease ends.
const LOOK: Duration = Duration::from_secs(1);

/// How often a lease is made longer before it would end.
const BEATS: u32 = 3;

/// The claims that this worker knows of.
#[derive(Debug, Default)]
pub struct Held(Mutex<BTreeMap<(TableId, What), Claim>>);

impl Held {
    fn all(&self) -> MutexGuard<'_, BTreeMap<(TableId, What), Claim>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One of them, for as long as somebody here thinks about it.
struct Holding {
    tables: Arc<Tables>,
    claim: Claim,
}

impl Holding {
    fn new(tables: Arc<Tables>, claim: Claim) -> Self {
        tables.claims.all().insert((claim.table.clone(), claim.what.clone()), claim.clone());
        Self { tables, claim }
    }
}

impl Drop for Holding {
    fn drop(&mut self) {
        let mut all = self.tables.claims.all();
        let key = (self.claim.table.clone(), self.claim.what.clone());
        // There may be a newer one of the same thought by now.
        if all.get(&key).is_some_and(|known| known.seq == self.claim.seq) {
            all.remove(&key);
        }
    }
}

/// Lets these tables' threads think for everybody, if there are any and the store is shared.
pub fn begin(tables: &Arc<Tables>) {
    let Some(queue) = &tables.queue else { return };
    if tables.config.thinkers == 0 {
        return;
    }
    tokio::spawn(beat(Arc::downgrade(tables), Arc::clone(queue)));
    tokio::spawn(work(Arc::downgrade(tables), Arc::clone(queue), tables.store.watch()));
}

/// Shows that this worker is there for as long as it is.
async fn beat(tables: Weak<Tables>, queue: Arc<dyn Thoughts>) {
    while let Some(tables) = tables.upgrade().filter(|tables| !tables.resting.load(Ordering::Acquire)) {
        let (lease, threads) = (tables.config.lease, tables.config.thinkers);
        // Without the store nobody else can claim either.
        let held: Vec<Claim> = tables.claims.all().values().cloned().collect();
        if queue.beat(&tables.worker, threads, lease, &held).await == Err(StoreError::Closed) {
            return;
        }
        drop(tables);
        sleep(lease / BEATS).await;
    }
}

/// Claims and thinks, as much at once as there are threads: any thought on those for long ones, short ones on one more.
async fn work(tables: Weak<Tables>, queue: Arc<dyn Thoughts>, mut watch: Option<Watch>) {
    let threads = tables.upgrade().map_or(0, |tables| tables.config.thinkers);
    let (any, short) = (Arc::new(Semaphore::new(threads)), Arc::new(Semaphore::new(1)));
    loop {
        let (longest, place) = tokio::select! {
            biased;
            place = Arc::clone(&any).acquire_owned() => (Lane::Long, place),
            place = Arc::clone(&short).acquire_owned() => (Lane::Short, place),
        };
        let (Ok(place), Some(tables)) = (place, tables.upgrade()) else { return };
        // What was told before this look is seen by it.
        watch.iter_mut().for_each(Watch::skip);
        let claiming = tables.claiming.lock().await;
        if tables.resting.load(Ordering::Acquire) {
            return;
        }
        let claimed = queue.claim(&tables.worker, longest, tables.config.lease).await;
        drop(claiming);
        match claimed {
            Ok(Some(claim)) => {
                let holding = Holding::new(Arc::clone(&tables), claim);
                tokio::spawn(async move { tables.take_up(holding, place).await });
            }
            Ok(None) => {
                drop((place, tables));
                news(watch.as_mut()).await;
            }
            Err(StoreError::Closed) => return,
            // Something may have been claimed and the answer lost: it is not among what is held, so its lease ends.
            Err(_) => {
                drop(place);
                sleep(AGAIN).await;
            }
        }
    }
}

/// Waits until something may wait to be thought.
async fn news(watch: Option<&mut Watch>) {
    let late = Instant::now() + LOOK;
    let Some(watch) = watch else { return sleep_until(late).await };
    loop {
        tokio::select! {
            biased;
            news = watch.next() => match news {
                Some(News::Thoughts | News::Anew) => return,
                Some(News::Appended(..) | News::Removed(_) | News::Noted(_) | News::Hint(_)) => {}
                None => return sleep_until(late).await,
            },
            () = sleep_until(late) => return,
        }
    }
}

impl Tables {
    /// Thinks no more for others, and gives back at once what was claimed.
    pub async fn rest(&self) {
        self.resting.store(true, Ordering::Release);
        // A claim under way when this began would otherwise be made after all was given back, by a process that is gone.
        let _claiming = self.claiming.lock().await;
        if let Some(queue) = self.queue.as_ref().filter(|_| self.config.thinkers > 0)
            && let Err(error) = queue.rest(&self.worker).await
        {
            tracing::warn!(
                "What was claimed could not be given back, and is free when its lease ends: {error}"
            );
        }
    }

    /// Thinks what was claimed, and lets go of what nothing came of.
    async fn take_up(self: Arc<Self>, holding: Holding, place: OwnedSemaphorePermit) {
        let Some(queue) = &self.queue else { return };
        let claim = &holding.claim.clone();
        let leave = if self.resting.load(Ordering::Acquire) {
            Some(Leave::Later(Duration::ZERO))
        } else {
            match self.table_of(claim).await {
                Ok(table) => match claim.what {
                    What::Move => self.owed_move(&table, claim, place).await,
                    What::Hint(letter) => self.owed_hint(queue.as_ref(), &table, claim, letter).await,
                },
                Err(trouble) => Some(left(&trouble)),
            }
        };
        drop(holding);
        if let Some(how) = leave {
            // Without the store the lease ends by itself.
            let _ = queue.leave(&self.worker, claim, how).await;
        }
    }

    /// The table as it was when the thought was asked for, or later.
    async fn table_of(&self, claim: &Claim) -> Result<Arc<Table>, Trouble> {
        let table = self.table(&claim.table).await?;
        if table.room().moved < claim.seq {
            let _ = self.catch_up(&table).await?;
        }
        Ok(table)
    }

    /// A decision that bots owe. What is posted replaces the claim; so does whoever was faster.
    async fn owed_move(
        self: &Arc<Self>,
        table: &Arc<Table>,
        claim: &Claim,
        place: OwnedSemaphorePermit,
    ) -> Option<Leave> {
        let due = Instant::now() + claim.early;
        let Some(next) = table.room().automatic() else { return Some(Leave::Gone) };
        // Others can be thought about while this one waits to be told.
        let Some(thought) = self.work_out(table, &next, Some(place)).await else {
            return Some(Leave::Later(AGAIN));
        };
        sleep_until(due).await;
        match self.tell(table, &next, thought).await {
            Ok(()) => None,
            // It was for an older game than the claim: the newer one is still owed.
            Err(Trouble::Stale) => Some(Leave::Later(Duration::ZERO)),
            Err(trouble) => Some(left(&trouble)),
        }
    }

    async fn owed_hint(
        &self,
        queue: &dyn Thoughts,
        table: &Table,
        claim: &Claim,
        letter: char,
    ) -> Option<Leave> {
        let seat = Seat::from_letter(letter.encode_utf8(&mut [0; 4]));
        let Some(seat) = seat.filter(|_| table.room().moved == claim.seq) else { return Some(Leave::Gone) };
        let Some((weighed, took)) = self.weigh(table, seat, claim.seq, &claim.owner).await else {
            let moved = table.room().moved != claim.seq;
            return Some(if moved { Leave::Gone } else { Leave::Later(AGAIN) });
        };
        let text = serde_json::to_string(&weighed).expect("what was weighed is plain data");
        match queue.answer(&self.worker, claim, &text, took).await {
            Ok(_) => None,
            Err(_) => Some(Leave::Later(AGAIN)),
        }
    }
}

/// How a claim is let go of for which there is trouble: what another version wrote others may be able to read.
const fn left(trouble: &Trouble) -> Leave {
    match trouble {
        Trouble::Missing(_) => Leave::Gone,
        Trouble::Damaged(_) | Trouble::Broken(_) => Leave::ToOthers,
        Trouble::Forbidden(_)
        | Trouble::NoToken
        | Trouble::Bad(_)
        | Trouble::Impossible(_)
        | Trouble::Stale
        | Trouble::Refused(_)
        | Trouble::NotNow(_)
        | Trouble::Slower
        | Trouble::TooMuch(_)
        | Trouble::Store(_) => Leave::Later(AGAIN),
    }
}
