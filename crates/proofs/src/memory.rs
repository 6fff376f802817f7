//! A store without a disk, for tables that live for a moment.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use store::{Answer, Append, Appended, Digest, Event, NoteChange, Store, TableId, Watch, Weight};

#[derive(Default)]
struct Kept {
    events: BTreeMap<TableId, Vec<Event>>,
    digests: BTreeMap<TableId, Digest>,
    notes: BTreeMap<String, String>,
}

/// Everything in memory, with the same promises but durability.
#[derive(Default)]
pub struct Memory(Mutex<Kept>);

impl Memory {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, append: Append) -> Appended {
        let mut kept = self.kept();
        let events = kept.events.entry(append.table.clone()).or_default();
        let same = |event: &&Event| {
            append.request.is_some() && event.request.as_deref() == append.request.as_deref()
        };
        if let Some(event) = events.iter().find(same) {
            return Appended::Repeated(event.seq);
        }
        if events.len() as u64 != append.expected {
            return Appended::Stale(events.len() as u64);
        }
        for (at, body) in append.events.into_iter().enumerate() {
            let request = append.request.clone().filter(|_| at == 0);
            events.push(Event { seq: events.len() as u64 + 1, at: append.at, request, body });
        }
        let last = events.len() as u64;
        let digest = Digest {
            table: append.table.clone(),
            last,
            at: append.at,
            body: append.digest,
            finished: append.finished,
        };
        kept.digests.insert(append.table, digest);
        Appended::Written(last)
    }
}

fn now<'a, T: Send + 'a>(value: T) -> Answer<'a, T> {
    Box::pin(async move { Ok(value) })
}

impl Store for Memory {
    fn append(&self, append: Append) -> Answer<'_, Appended> {
        now(self.write(append))
    }

    fn events(&self, table: &TableId, after: u64, limit: usize) -> Answer<'_, Vec<Event>> {
        let kept = self.kept();
        let events = kept.events.get(table).into_iter().flatten();
        now(events.filter(|event| event.seq > after).take(limit).cloned().collect())
    }

    fn digests(&self, after: Option<&TableId>, limit: usize) -> Answer<'_, Vec<Digest>> {
        let kept = self.kept();
        let later = kept.digests.values().filter(|digest| after.is_none_or(|after| digest.table > *after));
        now(later.take(limit).cloned().collect())
    }

    fn digests_of(&self, tables: &[TableId]) -> Answer<'_, Vec<Digest>> {
        let kept = self.kept();
        now(kept.digests.values().filter(|digest| tables.contains(&digest.table)).cloned().collect())
    }

    fn note(&self, key: &str) -> Answer<'_, Option<String>> {
        now(self.kept().notes.get(key).cloned())
    }

    fn put_note(&self, key: &str, value: &str) -> Answer<'_, ()> {
        self.kept().notes.insert(key.to_owned(), value.to_owned());
        now(())
    }

    fn change_notes(&self, changes: Vec<NoteChange>) -> Answer<'_, bool> {
        let mut kept = self.kept();
        let met = changes.iter().all(|one| one.expected.is_met(kept.notes.get(&one.key).map(String::as_str)));
        if met {
            for NoteChange { key, value, .. } in changes {
                match value {
                    Some(value) => drop(kept.notes.insert(key, value)),
                    None => drop(kept.notes.remove(&key)),
                }
            }
        }
        now(met)
    }

    fn put_note_unless(&self, key: &str, value: &str) -> Answer<'_, String> {
        now(self.kept().notes.entry(key.to_owned()).or_insert_with(|| value.to_owned()).clone())
    }

    fn watch(&self) -> Option<Watch> {
        None
    }

    fn notes(&self, prefix: &str) -> Answer<'_, Vec<(String, String)>> {
        let kept = self.kept();
        let fits = kept.notes.iter().filter(|(key, _)| key.starts_with(prefix));
        now(fits.map(|(key, value)| (key.clone(), value.clone())).collect())
    }

    fn unfinished(&self, after: Option<&TableId>, limit: usize) -> Answer<'_, Vec<Digest>> {
        let kept = self.kept();
        let later = kept.digests.values().filter(|digest| after.is_none_or(|after| digest.table > *after));
        now(later.filter(|digest| digest.finished.is_none()).take(limit).cloned().collect())
    }

    fn finished(&self, person: &str, limit: usize) -> Answer<'_, Vec<Digest>> {
        let kept = self.kept();
        let theirs = |digest: &&Digest| digest.finished.iter().flatten().any(|known| known == person);
        let mut found: Vec<Digest> = kept.digests.values().filter(theirs).cloned().collect();
        found.sort_by_key(|digest| std::cmp::Reverse(digest.at));
        found.truncate(limit);
        now(found)
    }

    fn remove_tables(&self, _: Duration, _: usize) -> Answer<'_, Vec<TableId>> {
        // Nothing here lives long enough to be old.
        now(Vec::new())
    }

    fn remove_table(&self, table: &TableId) -> Answer<'_, bool> {
        let mut kept = self.kept();
        kept.events.remove(table);
        now(kept.digests.remove(table).is_some())
    }

    fn rewrite(
        &self,
        table: &TableId,
        events: Vec<Event>,
        digest: String,
        finished: Option<Vec<String>>,
    ) -> Answer<'_, bool> {
        let mut kept = self.kept();
        let last = events.last().map_or(0, |event| event.seq);
        let Some(known) = kept.digests.get_mut(table).filter(|known| known.last == last) else {
            return now(false);
        };
        (known.body, known.finished) = (digest, finished);
        kept.events.insert(table.clone(), events);
        now(true)
    }

    fn weight(&self, prefix: &str) -> Answer<'_, Weight> {
        let kept = self.kept();
        let fits = kept.notes.iter().filter(|(key, _)| key.starts_with(prefix));
        let weigh = |weight: Weight, (_, value): (&String, &String)| Weight {
            count: weight.count + 1,
            bytes: weight.bytes + value.len() as u64,
        };
        now(fits.fold(Weight::default(), weigh))
    }

    fn remove_notes(&self, _: &str, _: Duration) -> Answer<'_, u64> {
        now(0)
    }

    fn check(&self) -> Answer<'_, ()> {
        now(())
    }

    fn close(&self) -> Answer<'_, ()> {
        now(())
    }
}
