//! How many tables each may have under way.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use store::TableId;

use crate::client::Client;
use crate::guest::Guest;
use crate::tables::Tables;
use crate::trouble::Trouble;

/// Which tables were opened from which address, as long as they are under way. It is known where it was done and since the server
/// started: addresses are written to no disk.
#[derive(Debug, Default)]
pub struct Openers(Mutex<HashMap<IpAddr, Vec<TableId>>>);

impl Openers {
    /// How many of those opened from here are still there, by what lists know; the others are forgotten.
    fn count(&self, address: IpAddr, is_under_way: impl Fn(&TableId) -> bool) -> usize {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(tables) = all.get_mut(&address) else { return 0 };
        tables.retain(is_under_way);
        let number = tables.len();
        if number == 0 {
            all.remove(&address);
        }
        number
    }

    /// Remembers one more.
    pub fn add(&self, client: Client, table: &TableId) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry(client.network).or_default().push(table.clone());
    }

    /// Forgets tables that are no longer under way.
    pub fn forget(&self, is_under_way: impl Fn(&TableId) -> bool) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, tables| {
            tables.retain(&is_under_way);
            !tables.is_empty()
        });
    }
}

impl Tables {
    /// Whether this guest, from there, may have one more table under way.
    pub fn has_room_for_table(&self, guest: &Guest, client: Client) -> Result<(), Trouble> {
        let lists = self.lists();
        let quotas = &self.config.quotas;
        if lists.number_of(&guest.id) >= quotas.tables_guest {
            return Err(Trouble::TooMuch(
                "You have a lot of games under way: please finish or leave some of them first.",
            ));
        }
        if self.openers.count(client.network, |id| lists.has(id)) >= quotas.tables_address {
            return Err(Trouble::TooMuch(
                "A lot of games are under way that were opened from your network: please finish some of them first.",
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_count_for_their_address_as_long_as_they_are_under_way() {
        let openers = Openers::default();
        let (here, there) =
            (Client { network: IpAddr::from([10, 0, 0, 1]), ..Client::NOBODY }, Client::NOBODY);
        let id = |name: &str| TableId::new(name).unwrap();
        for name in ["a", "b", "c"] {
            openers.add(here, &id(name));
        }
        assert_eq!(openers.count(here.network, |_| true), 3);
        assert_eq!(openers.count(there.network, |_| true), 0);
        assert_eq!(openers.count(here.network, |table| *table == id("b")), 1, "the others are over");
        openers.forget(|_| false);
        assert_eq!(openers.count(here.network, |_| true), 0);
    }
}
