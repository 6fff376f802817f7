//! Who comes to a seat of a table, and who goes from it.

use std::sync::Arc;

use room::{Chair, Instead, Stamp, Wish};
use table::Seat;

use crate::guest::Guest;
use crate::table::Table;
use crate::tables::{Done, Tables};
use crate::trouble::Trouble;

impl Tables {
    /// Lets somebody, or a bot, sit down; the game starts when the last seat is taken.
    pub async fn sit(
        self: &Arc<Self>,
        table: &Arc<Table>,
        seat: Seat,
        chair: Chair,
    ) -> Result<Done, Trouble> {
        self.grant(table, Wish::Sit { seat, chair, seed: self.fresh_seed() }, Stamp::default()).await
    }

    /// Lets a guest leave a seat for good: a bot takes over.
    pub async fn leave(
        self: &Arc<Self>,
        table: &Arc<Table>,
        seat: Seat,
        guest: &Guest,
    ) -> Result<Done, Trouble> {
        let level = self.config.usual.to_owned();
        let done =
            self.grant(table, Wish::Leave { seat, guest: guest.id.clone(), level }, Stamp::default()).await?;
        self.has_been(&guest.id, &table.id).await?;
        Ok(done)
    }

    /// Lets a host remove somebody from a seat.
    pub async fn remove(
        self: &Arc<Self>,
        table: &Arc<Table>,
        host: &str,
        seat: Seat,
        instead: Instead,
    ) -> Result<Done, Trouble> {
        let there = table.room().seating.chairs.get(seat.index()).and_then(Chair::guest).map(str::to_owned);
        let wish = Wish::Remove { host: host.to_owned(), seat, instead };
        let done = self.grant(table, wish, Stamp::default()).await?;
        if let Some(removed) = there {
            self.has_been(&removed, &table.id).await?;
        }
        Ok(done)
    }
}
