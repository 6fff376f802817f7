//! What is kept besides the tables: opened records, records that tables were played on from, problem reports. All of it is bounded.

use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use room::{AnyGame, GameError, Kind, TableEvent};
use sha2::{Digest, Sha256};
use store::{Standing, Store, Weight};

use crate::client::Client;
use crate::guest::{Guest, hex};
use crate::kind::kind_of_record;
use crate::nodes::read_lists;
use crate::pool::Lane;
use crate::report::Report;
use crate::tables::Tables;
use crate::trouble::Trouble;

/// What the names of opened records begin with in the store.
const RECORDS: &str = "record/";

/// What the names of records begin with that tables were played on from: each is kept once, however many tables name it.
const SOURCES: &str = "source/";

/// How many opened records stay in memory, and the most letters of them together.
const OPENED: usize = 16;
const LETTERS: usize = 4 << 20;

/// How many tables are archived in one transaction, and how long the archive rests afterwards.
const ARCHIVED: usize = 8;
const REST: Duration = Duration::from_millis(20);

/// The name of a text: the same text has the same one.
fn name_of(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes())[..16])
}

/// A record, read and replayed.
pub struct Opened {
    /// The record itself.
    pub text: String,
    /// The game, at every moment.
    pub game: Box<dyn AnyGame>,
    /// Who sat where.
    pub names: Vec<String>,
    /// Which game it is.
    pub kind: &'static dyn Kind,
}

fn read(text: String) -> Result<Opened, GameError> {
    let kind = kind_of_record(&text)?;
    let (game, names) = kind.open(&text)?;
    Ok(Opened { text, game, names, kind })
}

/// What is remembered of what is kept.
#[derive(Default)]
pub struct Kept {
    uploads: Mutex<Weight>,
    reports: Mutex<Weight>,
    opened: Mutex<VecDeque<(String, Arc<Opened>)>>,
}

impl Kept {
    /// As it is in the store.
    pub async fn weigh(store: &dyn Store) -> Result<Self, Trouble> {
        let (uploads, reports) = (store.weight(RECORDS).await?, store.weight(Report::KEYS).await?);
        Ok(Self { uploads: Mutex::new(uploads), reports: Mutex::new(reports), ..Self::default() })
    }

    /// The same again, where others put things there too.
    pub async fn weigh_again(&self, store: &dyn Store) -> Result<(), Trouble> {
        for (prefix, kept) in [(RECORDS, &self.uploads), (Report::KEYS, &self.reports)] {
            let weight = store.weight(prefix).await?;
            *kept.lock().unwrap_or_else(PoisonError::into_inner) = weight;
        }
        Ok(())
    }

    fn found(&self, name: &str) -> Option<Arc<Opened>> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let at = opened.iter().position(|(known, _)| known == name)?;
        let found = opened.remove(at)?;
        opened.push_back(found.clone());
        Some(found.1)
    }

    fn remember(&self, name: &str, record: &Arc<Opened>) {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        opened.retain(|(known, _)| known != name);
        opened.push_back((name.to_owned(), Arc::clone(record)));
        let letters = |opened: &VecDeque<(String, Arc<Opened>)>| -> usize {
            opened.iter().map(|(_, record)| record.text.len()).sum()
        };
        while opened.len() > OPENED || (opened.len() > 1 && letters(&opened) > LETTERS) {
            opened.pop_front();
        }
    }
}

/// Takes room for so many bytes, if there is still so much.
fn take_room(kept: &Mutex<Weight>, bytes: usize, most: u64) -> bool {
    let mut weight = kept.lock().unwrap_or_else(PoisonError::into_inner);
    let fits = weight.bytes.saturating_add(bytes as u64) <= most;
    if fits {
        weight.count += 1;
        weight.bytes += bytes as u64;
    }
    fits
}

/// Where the record is in the store that this text refers to; nothing if it is the record itself.
pub fn source_key(text: &str) -> Option<String> {
    text.strip_prefix('@').map(|name| format!("{SOURCES}{name}"))
}

/// Puts the record in that a table's log only refers to.
pub async fn resolve(store: &dyn Store, event: &mut TableEvent) -> Result<(), Trouble> {
    if let TableEvent::Started { from: Some((text, _)), .. } = event
        && let Some(key) = source_key(text)
    {
        let missing = Trouble::Broken("the record it was played on from is missing");
        *text = store.note(&key).await?.ok_or(missing)?;
    }
    Ok(())
}

impl Tables {
    /// Reads a record, beside the threads that answer; one that was read a moment ago is still there.
    pub async fn read_record(&self, client: Client, text: String) -> Result<Arc<Opened>, Trouble> {
        let name = name_of(&text);
        if let Some(found) = self.kept.found(&name) {
            return Ok(found);
        }
        let owner = format!("reads {}", client.network);
        let done = self.pool.think(&owner, Lane::Short, move || Some(read(text))).await;
        let record = Arc::new(done.ok_or(Trouble::Slower)??);
        self.kept.remember(&name, &record);
        Ok(record)
    }

    /// Keeps a record so that its moments can be linked to; answers its name. The same record is kept once.
    pub async fn keep_record(&self, client: Client, text: String) -> Result<String, Trouble> {
        let shared = self.may_spend("uploads", &client.network.to_string(), self.config.quotas.uploads);
        if !shared || !self.limits.may_upload(client, text.len()) {
            return Err(Trouble::TooMuch(
                "You have opened a lot of records in the last hour: please come back later.",
            ));
        }
        let record = self.read_record(client, text).await?;
        let name = name_of(&record.text);
        let key = format!("{RECORDS}{name}");
        if self.store.note(&key).await?.is_none() {
            if !take_room(&self.kept.uploads, record.text.len(), self.config.quotas.upload_bytes) {
                return Err(Trouble::TooMuch(
                    "This server has no room for more opened records at the moment.",
                ));
            }
            self.store.put_note(&key, &record.text).await?;
        }
        Ok(name)
    }

    /// A record that was opened here, by its name.
    pub async fn opened(&self, client: Client, name: &str) -> Result<Arc<Opened>, Trouble> {
        if let Some(found) = self.kept.found(name) {
            return Ok(found);
        }
        let text = self.store.note(&format!("{RECORDS}{name}")).await?.ok_or(Trouble::Missing("record"))?;
        let record = self.read_record(client, text).await?;
        // Records of earlier versions have other names.
        self.kept.remember(name, &record);
        Ok(record)
    }

    /// Keeps a record that a table is played on from; answers how the table's log refers to it.
    pub async fn keep_source(&self, text: &str) -> Result<String, Trouble> {
        let name = name_of(text);
        let key = format!("{SOURCES}{name}");
        if self.store.note(&key).await?.is_none() {
            self.store.put_note(&key, text).await?;
        }
        Ok(format!("@{name}"))
    }

    /// Keeps a problem report, as far as this guest may still make one and there is room.
    pub async fn keep_report(&self, guest: &Guest, client: Client, report: &Report) -> Result<(), Trouble> {
        let shared = self.may_spend_both("reports", &guest.id, client, self.config.quotas.reports);
        if !shared || !self.limits.may_report(&guest.id, client) {
            return Err(Trouble::TooMuch(
                "You have reported a lot in the last hour: please come back later.",
            ));
        }
        self.put_report(report).await
    }

    /// Deletes what a guest has reported.
    pub(crate) async fn drop_reports_of(&self, guest: &str) -> Result<(), Trouble> {
        for (key, value) in self.store.notes(Report::KEYS).await? {
            let theirs = serde_json::from_str::<Report>(&value)
                .is_ok_and(|report| report.guest.as_deref() == Some(guest));
            if theirs {
                self.store.remove_notes(&key, Duration::ZERO).await?;
            }
        }
        self.kept.weigh_again(self.store.as_ref()).await
    }

    /// The same where the server reports itself.
    pub async fn put_report(&self, report: &Report) -> Result<(), Trouble> {
        let text = serde_json::to_string(report).map_err(|error| Trouble::Bad(error.to_string()))?;
        if !take_room(&self.kept.reports, text.len(), self.config.quotas.report_bytes) {
            return Err(Trouble::TooMuch("This server has no room for more reports at the moment."));
        }
        Ok(self.store.put_note(&report.key(), &text).await?)
    }

    /// Lets go of what has been kept long enough.
    pub async fn clear_out(self: &Arc<Self>) -> Result<(), Trouble> {
        let keeping = self.config.keeping;
        for (prefix, time, kept) in [
            (RECORDS, keeping.uploads, &self.kept.uploads),
            (Report::KEYS, keeping.reports, &self.kept.reports),
        ] {
            if let Some(time) = time
                && self.store.remove_notes(prefix, time).await? > 0
            {
                let weight = self.store.weight(prefix).await?;
                *kept.lock().unwrap_or_else(PoisonError::into_inner) = weight;
            }
        }
        self.clear_links().await?;
        self.clear_pairing().await?;
        self.settle_all().await?;
        self.clear_claims().await?;
        self.clear_challenges().await?;
        self.go_on_with_tournaments().await?;
        if let Some(time) = keeping.tables {
            loop {
                let gone = self.store.remove_tables(time, 200).await?;
                if gone.is_empty() {
                    break;
                }
                self.forget(&gone);
            }
        }
        if let Some(time) = keeping.finished {
            self.archive(Standing::Finished, time).await?;
        }
        if let Some(time) = keeping.abandoned {
            self.archive(Standing::Unfinished, time).await?;
            // Other servers may have done it.
            if self.shared {
                self.replace_lists(read_lists(self.store.as_ref()).await?);
            }
        }
        Ok(())
    }

    /// Archives the tables that have been quiet for this time. They stay in memory if they are there: nothing about them has changed.
    async fn archive(&self, standing: Standing, quiet: Duration) -> Result<(), Trouble> {
        loop {
            let done = self.store.archive(standing, quiet, ARCHIVED).await?;
            if done.is_empty() {
                return Ok(());
            }
            self.counts.archived.fetch_add(done.len() as u64, Ordering::Relaxed);
            self.unlist(&done);
            // Who plays goes before: this has all night.
            tokio::time::sleep(REST).await;
        }
    }
}
