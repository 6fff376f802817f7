//! What somebody at a table found wrong, with everything that shows it again.

use serde::{Deserialize, Serialize};

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
