//! Whom somebody does not want to meet: they are not put together, and do not read each other's words.

use std::collections::{BTreeSet, HashMap};
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use room::Mutes;
use store::Store;

use crate::tables::Tables;
use crate::trouble::Trouble;

/// What the names of these notes begin with.
const BLOCK: &str = "block/";

/// What such a note says; anything else is no block any more.
const YES: &str = "yes";

/// The most that somebody can block.
const MOST: usize = 500;

/// All of them: looked up with every page, so they are in memory.
#[derive(Debug, Default)]
pub struct Blocks(RwLock<HashMap<String, BTreeSet<String>>>);

impl Blocks {
    /// As the store has them.
    pub async fn read(store: &dyn Store) -> Result<Self, Trouble> {
        let blocks = Self::default();
        for (key, value) in store.notes(BLOCK).await? {
            blocks.heard(&key, &value);
        }
        Ok(blocks)
    }

    /// Whether a note is about this.
    pub fn is_about(key: &str) -> bool {
        key.starts_with(BLOCK)
    }

    fn heard(&self, key: &str, value: &str) {
        let Some((guest, other)) = key.strip_prefix(BLOCK).and_then(|rest| rest.split_once('/')) else {
            return;
        };
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let theirs = all.entry(guest.to_owned()).or_default();
        if value == YES {
            theirs.insert(other.to_owned());
        } else {
            theirs.remove(other);
        }
        if theirs.is_empty() {
            all.remove(guest);
        }
    }

    /// Whom this guest blocks.
    pub fn of(&self, guest: &str) -> BTreeSet<String> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(guest).cloned().unwrap_or_default()
    }

    /// Whether this guest blocks anybody.
    pub fn has_any(&self, guest: &str) -> bool {
        self.0.read().unwrap_or_else(PoisonError::into_inner).contains_key(guest)
    }
}

impl Mutes for Blocks {
    fn mutes(&self, guest: &str, writer: &str) -> bool {
        let all = self.0.read().unwrap_or_else(PoisonError::into_inner);
        all.get(guest).is_some_and(|theirs| theirs.contains(writer))
    }
}

impl Tables {
    /// A guest does not want to meet another, or no longer minds. Others hear of it by the note.
    pub async fn block(&self, guest: &str, other: &str, on: bool) -> Result<(), Trouble> {
        if on && self.blocks.of(guest).len() >= MOST {
            return Err(Trouble::TooMuch(
                "You have blocked a lot of players: please unblock some of them first.",
            ));
        }
        let (key, value) = (format!("{BLOCK}{guest}/{other}"), if on { YES } else { "no" });
        self.store.put_note(&key, value).await?;
        self.blocks.heard(&key, value);
        Ok(())
    }

    /// Another server has noted a block.
    pub(crate) async fn hear_block(&self, key: String) {
        if let Ok(Some(value)) = self.store.note(&key).await {
            self.blocks.heard(&key, &value);
        }
    }

    /// Forgets whom somebody blocks, and who blocks them.
    pub(crate) async fn forget_blocks(&self, guest: &str) -> Result<(), Trouble> {
        for other in self.blocks.of(guest) {
            self.blocks.heard(&format!("{BLOCK}{guest}/{other}"), "");
        }
        self.store.remove_notes(&format!("{BLOCK}{guest}/"), Duration::ZERO).await?;
        for (key, _) in self.store.notes(BLOCK).await? {
            if key.ends_with(&format!("/{guest}")) {
                self.store.remove_notes(&key, Duration::ZERO).await?;
                self.blocks.heard(&key, "");
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_is_blocked_is_so_until_it_is_said_otherwise() {
        let blocks = Blocks::default();
        blocks.heard("block/ann/bob", YES);
        assert!(blocks.mutes("ann", "bob") && !blocks.mutes("bob", "ann") && blocks.has_any("ann"));
        blocks.heard("block/ann/bob", "no");
        assert!(!blocks.mutes("ann", "bob") && !blocks.has_any("ann") && blocks.of("ann").is_empty());
    }
}
