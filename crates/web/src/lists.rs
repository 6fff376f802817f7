//! The tables that are not finished, as lists need them: found without looking at all of them.

use std::collections::{BTreeSet, HashMap};

use std::time::Duration;

use store::TableId;
use tokio::time::Instant;

use room::{Brief, Pace};

use crate::tables::Tables;
use crate::trouble::Trouble;

/// The most tables of one guest that are looked at for a page.
const OWN: usize = 200;

/// What lists know of one table.
#[derive(Debug)]
struct Known {
    /// When it last changed, by the clock of whoever changed it.
    at: u64,
    /// When this server heard of that, whatever any clock says.
    heard: Instant,
    brief: Brief,
}

/// What lists know of the unfinished tables. Finished ones are in the store alone.
#[derive(Debug, Default)]
pub struct Lists {
    briefs: HashMap<TableId, Known>,
    /// Seats to be taken by anyone, by when the table last changed.
    open: BTreeSet<(u64, TableId)>,
    /// Games to be watched by anyone.
    running: BTreeSet<(u64, TableId)>,
    guests: HashMap<String, BTreeSet<TableId>>,
    /// Tables where somebody's time runs, by when it will be used up.
    clocks: BTreeSet<(u64, TableId)>,
    /// How many of them are played live.
    live: usize,
}

const fn is_live(brief: &Brief) -> bool {
    matches!(brief.pace, Pace::Live { .. })
}

impl Lists {
    /// Keeps what is known of a table; a finished one is left to the store.
    pub fn put(&mut self, id: &TableId, at: u64, brief: Brief) {
        self.remove(id);
        if brief.over {
            return;
        }
        let key = (at, id.clone());
        if !brief.started && brief.open > 0 {
            self.open.insert(key);
        } else if brief.started && !brief.private {
            self.running.insert(key);
        }
        if let Some(deadline) = brief.deadline {
            self.clocks.insert((deadline, id.clone()));
            self.live += usize::from(is_live(&brief));
        }
        for guest in &brief.guests {
            self.guests.entry(guest.clone()).or_default().insert(id.clone());
        }
        self.briefs.insert(id.clone(), Known { at, heard: Instant::now(), brief });
    }

    /// Forgets a table.
    pub fn remove(&mut self, id: &TableId) {
        let Some(Known { at, heard: _, brief }) = self.briefs.remove(id) else { return };
        let key = (at, id.clone());
        self.open.remove(&key);
        self.running.remove(&key);
        if let Some(deadline) = brief.deadline {
            self.clocks.remove(&(deadline, id.clone()));
            self.live -= usize::from(is_live(&brief));
        }
        for guest in &brief.guests {
            if let Some(tables) = self.guests.get_mut(guest) {
                tables.remove(id);
                if tables.is_empty() {
                    self.guests.remove(guest);
                }
            }
        }
    }

    /// Whether this table is one of them.
    pub fn has(&self, id: &TableId) -> bool {
        self.briefs.contains_key(id)
    }

    /// How many this guest sits at.
    pub fn number_of(&self, guest: &str) -> usize {
        self.guests.get(guest).map_or(0, BTreeSet::len)
    }

    /// Tables where somebody's time has been used up since before this time.
    pub fn due(&self, now: u64) -> Vec<TableId> {
        self.clocks.iter().take_while(|(deadline, _)| *deadline <= now).map(|(_, id)| id.clone()).collect()
    }

    /// Whether anybody's time runs.
    pub fn has_clocks(&self) -> bool {
        !self.clocks.is_empty()
    }

    /// At how many tables it runs by minutes, not by days.
    pub const fn live_clocks(&self) -> usize {
        self.live
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.briefs.len()
    }

    /// Tables that wait for a bot or a standing answer, so that nobody's visit would let them go on, and of which this server has heard
    /// nothing for this time. Others' clocks have no say in it: one that is ahead would keep its tables from everybody's care.
    pub fn stuck_for(&self, quiet: Duration) -> Vec<TableId> {
        let stuck = |Known { at: _, heard, brief }: &Known| {
            heard.elapsed() >= quiet && brief.started && brief.waits.is_empty() && !brief.guests.is_empty()
        };
        let mut found: Vec<TableId> =
            self.briefs.iter().filter(|(_, known)| stuck(known)).map(|(id, _)| id.clone()).collect();
        found.sort();
        found
    }

    fn newest(&self, among: &BTreeSet<(u64, TableId)>, limit: usize, guest: &str) -> Vec<(TableId, Brief)> {
        let briefs = among.iter().rev().filter_map(|(_, id)| Some((id, &self.briefs.get(id)?.brief)));
        let others = briefs.filter(|(_, brief)| !brief.guests.iter().any(|own| own == guest));
        others.take(limit).map(|(id, brief)| (id.clone(), brief.clone())).collect()
    }

    /// Tables with a seat to be taken by anyone, newest first, without the guest's own.
    pub fn open(&self, limit: usize, guest: &str) -> Vec<(TableId, Brief)> {
        self.newest(&self.open, limit, guest)
    }

    /// Games under way that anyone may watch, newest first, without the guest's own.
    pub fn running(&self, limit: usize, guest: &str) -> Vec<(TableId, Brief)> {
        self.newest(&self.running, limit, guest)
    }

    /// The guest's own tables that are not finished, newest first.
    pub fn own(&self, guest: &str) -> Vec<(TableId, Brief)> {
        let tables = self.guests.get(guest).into_iter().flatten().take(OWN);
        let mut found: Vec<(&TableId, &Known)> =
            tables.filter_map(|id| self.briefs.get_key_value(id)).collect();
        found.sort_by_key(|(_, known)| std::cmp::Reverse(known.at));
        found.into_iter().map(|(id, known)| (id.clone(), known.brief.clone())).collect()
    }
}

impl Tables {
    /// The guest's tables, finished or not, at most `limit` of either kind, newest first.
    pub async fn tables_of(&self, guest: &str, limit: usize) -> Result<Vec<(TableId, Brief)>, Trouble> {
        let mut found = self.lists().own(guest);
        found.truncate(limit);
        for digest in self.store.finished(guest, limit).await? {
            if let Ok(brief) = serde_json::from_str(&digest.body) {
                found.push((digest.table, brief));
            }
        }
        Ok(found)
    }

    /// The guest's tables that wait for them and that they have not put away.
    pub fn waiting_for(&self, guest: &str) -> Vec<(TableId, Brief)> {
        let mut waiting = self.lists().own(guest);
        waiting.retain(|(id, brief)| brief.waits_for(guest) && !self.marked.has(guest, id));
        waiting
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: u64) -> TableId {
        TableId::new(&format!("t{number}")).unwrap()
    }

    #[test]
    fn every_list_has_what_belongs_there_newest_first() {
        let mut lists = Lists::default();
        let of = |guest: &str| Brief { guests: vec![guest.to_owned()], ..Brief::default() };
        lists.put(&id(1), 1, Brief { open: 1, ..of("ann") });
        lists.put(&id(2), 2, Brief { open: 1, ..of("bob") });
        lists.put(&id(3), 3, Brief { open: 1, ..of("cid") });
        lists.put(&id(4), 4, Brief { started: true, ..of("bob") });
        lists.put(&id(5), 5, Brief { started: true, private: true, ..of("bob") });
        lists.put(&id(6), 6, of("bob"));
        let names = |found: Vec<(TableId, Brief)>| -> Vec<String> {
            found.into_iter().map(|(id, _)| id.to_string()).collect()
        };
        assert_eq!(names(lists.open(9, "ann")), ["t3", "t2"], "not her own");
        assert_eq!(names(lists.open(1, "ann")), ["t3"]);
        assert_eq!(names(lists.running(9, "ann")), ["t4"], "a table for a link's holders is nobody else's");
        assert_eq!(names(lists.own("bob")), ["t6", "t5", "t4", "t2"]);
        assert_eq!(lists.stuck_for(Duration::ZERO), [id(4), id(5)]);
        assert_eq!(lists.stuck_for(Duration::from_secs(3600)), []);
        // A table goes on, is over, and is the store's.
        lists.put(&id(2), 9, Brief { started: true, ..of("bob") });
        assert_eq!(names(lists.running(9, "ann")), ["t2", "t4"]);
        lists.put(&id(2), 10, Brief { started: true, over: true, ..of("bob") });
        assert_eq!(names(lists.own("bob")), ["t6", "t5", "t4"]);
        assert_eq!(lists.len(), 5);
    }

    #[test]
    fn a_writers_clock_says_nothing_of_how_long_a_table_has_been_stuck() {
        let (mut lists, quiet) = (Lists::default(), Duration::from_millis(30));
        let started = || Brief { started: true, guests: vec!["ann".to_owned()], ..Brief::default() };
        // One was written by a server whose clock is far ahead, one by a server that lives in the past.
        lists.put(&id(1), u64::MAX >> 1, started());
        lists.put(&id(2), 0, started());
        let hour = Duration::from_secs(3600);
        assert_eq!(lists.stuck_for(hour), [], "they have only just been heard of");
        std::thread::sleep(quiet);
        lists.put(&id(3), 0, started());
        let stuck = lists.stuck_for(quiet);
        assert_eq!(stuck[..2], [id(1), id(2)], "{stuck:?}");
    }

    #[test]
    fn clocks_are_found_when_they_have_run_out() {
        let mut lists = Lists::default();
        let timed = |deadline| Brief {
            started: true,
            pace: Pace::Live { bank: 60, increment: 0 },
            deadline,
            ..Brief::default()
        };
        lists.put(&id(1), 1, timed(Some(500)));
        lists.put(&id(2), 1, Brief { pace: Pace::Free, ..timed(Some(300)) });
        lists.put(&id(3), 1, timed(None));
        assert_eq!(
            (lists.due(299), lists.due(300), lists.due(500)),
            (vec![], vec![id(2)], vec![id(2), id(1)])
        );
        assert_eq!((lists.live_clocks(), lists.has_clocks()), (1, true));
        // The clock goes on, and then stands.
        lists.put(&id(1), 2, timed(Some(900)));
        assert_eq!(lists.due(500), [id(2)]);
        lists.put(&id(1), 3, timed(None));
        lists.remove(&id(2));
        assert_eq!((lists.live_clocks(), lists.has_clocks()), (0, false));
    }
}
