//! Who is there. A page that is open says so; who has had none open for a while is away. Both are events of the table's log, so that every
//! page shows it, whichever server it hangs on, and the next server knows it.
//!
//! Only while somebody looks at a table there is anybody to be told, so only then it is looked after.

use std::collections::{BTreeSet, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock, Weak};
use std::time::Duration;

use room::{Chair, Players, Stamp, Wish};
use table::{Seat, SeatSet};

use crate::ratings::public_id;
use crate::table::{Table, now};
use crate::tables::Tables;
use crate::trouble::Trouble;

/// How many looks it takes until somebody is away.
const LOOKS: u32 = 4;

/// How long it is not asked again which of a table's players have pages of their own, in milliseconds.
const ASKED: u64 = 60_000;

/// Who was last at a table, as one server knows it.
#[derive(Debug, Default)]
pub struct Attendance {
    /// When each seat's player was last known to be there, in milliseconds since 1970; 0 where nobody knows.
    seen: [AtomicU64; table::MAX_SEATS],
    /// Whether somebody looks after it.
    looked_after: AtomicBool,
    /// When it was last asked which of its players have pages of their own.
    asked: AtomicU64,
}

impl Attendance {
    /// Somebody is there in this moment.
    pub fn note(&self, seat: Seat) {
        self.seen[seat.index()].store(now(), Ordering::Relaxed);
    }

    /// It is not known any more when somebody was there.
    fn forget(&self, seat: Seat) {
        self.seen[seat.index()].store(0, Ordering::Relaxed);
    }

    fn last(&self, seats: SeatSet) -> u64 {
        seats.iter().map(|seat| self.seen[seat.index()].load(Ordering::Relaxed)).max().unwrap_or(0)
    }
}

/// Those whom this server knows to have a page of their own.
#[derive(Debug, Default)]
pub struct KnownPlayers(RwLock<HashSet<String>>);

impl KnownPlayers {
    /// Somebody has one, by identity.
    pub fn add(&self, guest: &str) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(guest.to_owned());
    }

    /// Somebody has none any more.
    pub fn remove(&self, guest: &str) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).remove(guest);
    }

    fn has(&self, guest: &str) -> bool {
        self.0.read().unwrap_or_else(PoisonError::into_inner).contains(guest)
    }
}

impl Players for KnownPlayers {
    fn page_of(&self, guest: &str) -> Option<String> {
        self.has(guest).then(|| format!("/players/{}", public_id(guest)))
    }
}

impl Tables {
    /// A page of a table was opened, by somebody who plays there or by another.
    pub(crate) fn arrives(self: &Arc<Self>, table: &Arc<Table>, seat: Option<Seat>) {
        if let Some(seat) = seat {
            table.attendance.note(seat);
            if table.room().seating.away.contains_key(&seat) {
                let (tables, table) = (Arc::clone(self), Arc::clone(table));
                tokio::spawn(async move { tables.tell_who(&table, Wish::Came(seat)).await });
            }
        }
        if !table.attendance.looked_after.swap(true, Ordering::AcqRel) {
            tokio::spawn(look_after(Arc::downgrade(self), Arc::downgrade(table), self.config.away / LOOKS));
        }
    }

    /// Tells a table who is there. Somebody else may have told it, or it may be over.
    async fn tell_who(self: &Arc<Self>, table: &Arc<Table>, wish: Wish) {
        match self.grant(table, wish, Stamp::default()).await {
            Ok(_) | Err(Trouble::Stale | Trouble::Refused(_)) => {}
            Err(trouble) => tracing::warn!(table = %table.id, "Who is there could not be told: {trouble}"),
        }
    }

    /// Tells a table of everybody who has come or gone since it was last told.
    async fn look_who_is_there(self: &Arc<Self>, table: &Arc<Table>) {
        let wishes: Vec<Wish> = {
            let (room, here) = (table.room(), table.present());
            let seats = room.seating.guests();
            seats
                .iter()
                .filter(|seat| room.heeds(*seat))
                .filter_map(|seat| self.news(table, &room, here, seat))
                .collect()
        };
        for wish in wishes {
            if let Wish::Gone { seat, .. } = &wish {
                // Said once: should they come back at another server, this one has nothing to say against it.
                table.attendance.forget(*seat);
            }
            self.tell_who(table, wish).await;
        }
    }

    fn news(&self, table: &Table, room: &room::Room, here: SeatSet, seat: Seat) -> Option<Wish> {
        // Whoever has several seats is there at all of them.
        let theirs = room.seating.seats_beside(seat);
        let away = room.seating.away.contains_key(&seat);
        if theirs.iter().any(|seat| here.contains(seat)) {
            table.attendance.note(seat);
            return away.then_some(Wish::Came(seat));
        }
        if away {
            theirs.iter().for_each(|seat| table.attendance.forget(seat));
            return None;
        }
        match table.attendance.last(theirs) {
            // Another server may have their page; where there is none, they have as long as everybody else from now on.
            0 if !self.shared => table.attendance.note(seat),
            0 => {}
            since if now().saturating_sub(since) >= self.config.away.as_millis() as u64 => {
                return Some(Wish::Gone { seat, since });
            }
            _ => {}
        }
        None
    }

    /// Finds out which of a table's players have pages of their own, if that was not asked a moment ago.
    pub(crate) async fn know_players(&self, table: &Table) -> Result<(), Trouble> {
        let (asked, at) = (&table.attendance.asked, now());
        if at.saturating_sub(asked.load(Ordering::Relaxed)) < ASKED {
            return Ok(());
        }
        asked.store(at, Ordering::Relaxed);
        let guests: Vec<String> =
            table.room().seating.chairs.iter().filter_map(Chair::guest).map(str::to_owned).collect();
        self.know_those(guests.iter()).await
    }

    /// Finds out which of these have pages of their own.
    pub(crate) async fn know_those(&self, guests: impl Iterator<Item = &String>) -> Result<(), Trouble> {
        let unknown: BTreeSet<&String> = guests.filter(|guest| !self.players.has(guest)).collect();
        for guest in unknown {
            match self.player(&public_id(guest)).await {
                Ok(_) => self.players.add(guest),
                Err(Trouble::Missing(_)) => {}
                Err(other) => return Err(other),
            }
        }
        Ok(())
    }
}

/// Looks who is there for as long as anybody is.
async fn look_after(tables: Weak<Tables>, table: Weak<Table>, pause: Duration) {
    loop {
        tokio::time::sleep(pause).await;
        let (Some(tables), Some(table)) = (tables.upgrade(), table.upgrade()) else { return };
        tables.look_who_is_there(&table).await;
        let anybody = table.onlookers.load(Ordering::Acquire) > 0 || !table.present().is_empty();
        if !anybody {
            table.attendance.looked_after.store(false, Ordering::Release);
            // Somebody may have come in this moment.
            let came = table.onlookers.load(Ordering::Acquire) > 0 || !table.present().is_empty();
            if !came || table.attendance.looked_after.swap(true, Ordering::AcqRel) {
                return;
            }
        }
    }
}
