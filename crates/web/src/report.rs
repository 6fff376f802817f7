//! What somebody at a table found wrong, with everything that shows it again.

use std::sync::atomic::Ordering;

use room::Refused;
use serde::{Deserialize, Serialize};
use table::{Refusal, Seat};

use crate::table::{Table, now};
use crate::tables::Tables;
use crate::trouble::Trouble;

/// A problem report, as the server keeps it. It holds the record of a game that may not be over: only for whoever runs the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// Its number, as in its name in the store.
    #[serde(default)]
    pub number: String,
    /// The table's name.
    pub table: String,
    /// When, in milliseconds since 1970; 0 where it was not noted.
    #[serde(default)]
    pub at: u64,
    /// The seq of the table's last event.
    pub seq: u64,
    /// After how many decisions.
    pub step: Option<usize>,
    /// The server's version.
    pub version: String,
    /// Who reports it, by name.
    pub by: String,
    /// Who that is, by identity: who deletes everything deletes what they reported too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guest: Option<String>,
    /// What is wrong.
    pub text: String,
    /// The table's record, once the game has begun.
    pub record: Option<String>,
    /// Where the table began in the middle of another game: that game's record, and after how many of its decisions.
    #[serde(default)]
    pub from: Option<(String, usize)>,
}

impl Report {
    /// What the names of all reports begin with in the store.
    pub const KEYS: &'static str = "report/";

    /// Puts in the record that it only refers to, as the table's log does: it is kept once, however many refer to it.
    pub async fn fetch_source(&mut self, store: &dyn store::Store) -> Result<(), store::StoreError> {
        if let Some((text, _)) = &mut self.from
            && let Some(key) = crate::keep::source_key(text)
        {
            *text = store.note(&key).await?.unwrap_or_default();
        }
        Ok(())
    }

    /// Its name in the store.
    pub fn key(&self) -> String {
        format!("{}{}/{}", Self::KEYS, self.table, self.number)
    }
}

impl Tables {
    /// An engine had no room for a legal action: that is a fault of ours, so it is said loudly and kept with the record, once for
    /// each table. Whatever else an action is refused for is no fault.
    pub(crate) async fn heed(&self, table: &Table, seat: Seat, action: &str, trouble: &Trouble) {
        let Trouble::Refused(Refused::Rule(refusal)) = trouble else { return };
        if refusal.rule != Refusal::NO_ROOM {
            return;
        }
        let (seq, step, record) = {
            let room = table.room();
            let game = room.game.as_ref();
            (room.seq, game.map(|game| game.steps()), game.map(|game| game.whole()))
        };
        let text = format!("The engine had no room for '{action}' of seat {seat}: {}", refusal.fact);
        tracing::error!(table = %table.id, seq, "{text}");
        self.counts.faults.fetch_add(1, Ordering::Relaxed);
        let report = Report {
            number: "noroom".to_owned(),
            table: table.id.to_string(),
            at: now(),
            seq,
            step,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            by: "the server itself".to_owned(),
            guest: None,
            text,
            record,
            from: None,
        };
        if self.store.note(&report.key()).await.is_ok_and(|known| known.is_none()) {
            // Without room for the report there is still the line above.
            let _ = self.put_report(&report).await;
        }
    }
}
