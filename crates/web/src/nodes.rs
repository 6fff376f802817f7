//! Several servers on one store. Nobody owns a table: the append at the expected seq decides, and whoever loses catches up. What the store
//! tells of others' writing is a hint to look; the log is the truth.

use std::collections::BTreeSet;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::task::Poll;
use std::time::Duration;

use futures_util::future::maybe_done;
use store::{Digest, News, Store, StoreError, TableId, Watch};
use tokio::time::{Instant, sleep, sleep_until};

use crate::account::Outs;
use crate::blocks::Blocks;
use crate::guest::Keys;
use crate::lists::Lists;
use crate::notices::Notices;
use crate::routes::Marked;
use crate::table::Table;
use crate::tables::Tables;
use crate::thinkers;
use crate::trouble::Trouble;

/// How long changes are gathered before lists learn of them: one question to the store for all of them.
const GATHER: Duration = Duration::from_millis(100);

/// How long the store is left alone after it did not answer.
const AGAIN: Duration = Duration::from_millis(500);

/// The most tables in one question.
const ASKED: usize = 500;

/// How many tables are read at once for the lists.
const LISTED: usize = 4000;

/// What lists know, as the store has it now.
pub async fn read_lists(store: &dyn Store) -> Result<Lists, Trouble> {
    let mut lists = Lists::default();
    let mut page = store.unfinished(None, LISTED).await?;
    while let Some(last) = page.last() {
        let last = last.table.clone();
        // The store looks for the next while these are read.
        let mut next = pin!(maybe_done(store.unfinished(Some(&last), LISTED)));
        poll_fn(|context| {
            let _ = next.as_mut().poll(context);
            Poll::Ready(())
        })
        .await;
        for digest in page {
            if let Ok(brief) = serde_json::from_str(&digest.body) {
                lists.put(&digest.table, digest.at, brief);
            }
        }
        next.as_mut().await;
        page = next.take_output().expect("it was waited for")?;
    }
    Ok(lists)
}

/// Learns what others write, until the store is closed or nobody needs the tables any more.
pub async fn follow(tables: Weak<Tables>, mut watch: Watch) {
    let mut changed = BTreeSet::new();
    let mut due = None;
    loop {
        let news = tokio::select! {
            // However much news there is, lists learn of it in time.
            biased;
            () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {
                let Some(tables) = tables.upgrade() else { return };
                let changed = std::mem::take(&mut changed);
                due = None;
                tokio::spawn(async move { tables.relist(changed).await });
                continue;
            }
            news = watch.next() => news,
        };
        let (Some(news), Some(tables)) = (news, tables.upgrade()) else { return };
        match news {
            News::Appended(id, seq) => {
                if let Some(table) = tables.held_table(&id).filter(|table| table.room().seq < seq) {
                    let tables = Arc::clone(&tables);
                    tokio::spawn(async move { tables.learn(&table, seq).await });
                }
                changed.insert(id);
                due.get_or_insert_with(|| Instant::now() + GATHER);
            }
            News::Removed(id) => tables.forget(&[id]),
            // The newest is put last.
            News::Noted(key) if key == Keys::NEWEST => {
                tokio::spawn(async move { tables.reread_keys().await });
            }
            News::Noted(key) if Outs::is_about(&key) => {
                tokio::spawn(async move { tables.reread_outs().await });
            }
            News::Noted(key) if Blocks::is_about(&key) => {
                tokio::spawn(async move { tables.hear_block(key).await });
            }
            News::Noted(key) if Marked::is_about(&key) => {
                tokio::spawn(async move { tables.marked.reread(tables.store.as_ref(), &key).await });
            }
            News::Noted(key) if Notices::guest_of(&key).is_some() => {
                tables.notices.heard(&tables, Notices::guest_of(&key).unwrap_or_default());
            }
            News::Noted(key) => drop(tokio::spawn(tables.hear_spent(key))),
            News::Thoughts => {}
            News::Hint(id) => {
                if tables.held_table(&id).is_some() {
                    tokio::spawn(async move { tables.look_at_hints(&[id]).await });
                }
            }
            News::Anew => {
                tokio::spawn(async move { tables.reread().await });
            }
        }
    }
}

/// Whether what failed so is worth another try; waits a moment before it. A store that does not answer is asked again: one connection of
/// many may have been lost, and then nobody tells when it is back.
async fn again(trouble: Trouble) -> bool {
    let Trouble::Store(error) = trouble else {
        tracing::warn!("What others wrote can't be read: {trouble}");
        return false;
    };
    if error == StoreError::Closed {
        return false;
    }
    sleep(AGAIN).await;
    true
}

impl Tables {
    /// A table as it stands in the store, whichever server wrote last: nobody who has seen something there sees less here.
    pub async fn fresh_table(self: &Arc<Self>, id: &TableId) -> Result<Arc<Table>, Trouble> {
        let table = self.table(id).await?;
        self.freshen(&table).await?;
        Ok(table)
    }

    /// A table that has everything the store has told of it. What is durable is in memory a moment later, where nobody else writes too:
    /// whoever has read of it in that moment looks at the log.
    pub(crate) async fn told_table(self: &Arc<Self>, digest: &Digest) -> Result<Arc<Table>, Trouble> {
        let table = self.fresh_table(&digest.table).await?;
        if table.room().seq < digest.last {
            let _ = self.catch_up(&table).await?;
        }
        Ok(table)
    }

    /// Catches up with what other servers wrote to a table, where there are any.
    pub async fn freshen(self: &Arc<Self>, table: &Arc<Table>) -> Result<(), Trouble> {
        if self.shared {
            let _ = self.catch_up(table).await?;
            self.drive_later(table);
        }
        Ok(())
    }

    /// Reads what others wrote to a table; answers whether there was anything. A table that can't be shown here any more, for it goes on in words
    /// of a newer version, leaves the memory, and its streams end.
    pub(crate) async fn catch_up(&self, table: &Arc<Table>) -> Result<bool, Trouble> {
        let learned = table.catch_up(self.store.as_ref()).await;
        if matches!(learned, Err(Trouble::Damaged(_) | Trouble::Broken(_))) {
            table.retire();
            self.drop_table(&table.id);
        }
        if learned == Ok(true) {
            self.note(&table.id, table.room().brief());
        }
        learned
    }

    /// The same for a table that others are known to have written to.
    async fn learn(self: &Arc<Self>, table: &Arc<Table>, seq: u64) {
        // It may be what somebody here is just writing.
        table.turn_over().await;
        while table.room().seq < seq {
            match self.catch_up(table).await {
                Ok(_) => return self.drive_later(table),
                Err(trouble) if again(trouble.clone()).await => {}
                Err(trouble) => {
                    return tracing::warn!(table = %table.id, "A table can't be followed: {trouble}");
                }
            }
        }
    }

    /// Lets lists know these tables as they are now: from memory where they are there, by one question for the others.
    async fn relist(&self, changed: BTreeSet<TableId>) {
        let mut unknown = Vec::new();
        for id in changed {
            let brief = self.held_table(&id).map(|table| table.room().brief());
            match brief {
                Some(brief) => self.note(&id, brief),
                None => unknown.push(id),
            }
        }
        for asked in unknown.chunks(ASKED) {
            let digests = loop {
                match self.store.digests_of(asked).await {
                    Ok(digests) => break digests,
                    Err(error) if again(error.clone().into()).await => {}
                    Err(_) => return,
                }
            };
            for digest in digests {
                if let Ok(brief) = serde_json::from_str(&digest.body) {
                    self.put_list(&digest.table, digest.at, brief);
                }
            }
        }
    }

    /// Reads everything in memory anew: news may have been missed.
    async fn reread(self: &Arc<Self>) {
        let tables = async {
            for table in self.all_held() {
                self.learn(&table, u64::MAX).await;
            }
            loop {
                match read_lists(self.store.as_ref()).await {
                    Ok(lists) => {
                        self.replace_lists(lists);
                        return self.find_everybody().await;
                    }
                    Err(trouble) if again(trouble.clone()).await => {}
                    Err(_) => return,
                }
            }
        };
        // The keys take their time, for the others' sake; nobody's table waits for that.
        tokio::join!(tables, self.reread_keys(), self.reread_outs());
    }

    async fn reread_outs(&self) {
        while let Err(trouble) = self.outs.reread(self.store.as_ref()).await {
            if !again(trouble).await {
                return;
            }
        }
    }

    async fn reread_keys(&self) {
        while let Err(trouble) = self.signer.reread(self.store.as_ref()).await {
            if !again(trouble).await {
                return;
            }
        }
    }

    /// Lets bots go on where another server should have, if it has not after a while: it may be gone. Should both think, the log takes the
    /// first and the other finds itself too late.
    pub(crate) fn drive_later(self: &Arc<Self>, table: &Arc<Table>) {
        let idle = table.room().automatic().is_none() || table.driven.load(Ordering::Acquire);
        if idle || table.is_awaited() {
            return;
        }
        let (tables, table) = (Arc::clone(self), Arc::clone(table));
        tokio::spawn(async move {
            loop {
                let moved = table.room().moved;
                sleep(tables.config.patience).await;
                let (idle, now) = {
                    let room = table.room();
                    (room.automatic().is_none(), room.moved)
                };
                if idle {
                    break;
                }
                if now == moved {
                    tables.go_on(&table).await;
                    break;
                }
            }
            table.awaited_no_more();
        });
    }

    /// Lets a table's game go on where nobody has: what bots owe is asked for again, in case it was written by somebody who does not
    /// ask for it.
    pub(crate) async fn go_on(self: &Arc<Self>, table: &Arc<Table>) {
        self.drive(table);
        let (moved, owed) = {
            let room = table.room();
            (room.moved, room.automatic().and_then(|_| room.owed()))
        };
        if let (Some(queue), Some(owed)) = (&self.queue, owed) {
            // It is tried again where it fails, by whoever looks after the tables.
            let _ = queue.owe(&table.id, moved, thinkers::owed(owed, Duration::ZERO)).await;
        }
    }

    /// Goes on with the games whose server seems to be gone, and learns how much others have put on the disk.
    pub async fn look_after(self: &Arc<Self>) {
        if !self.shared {
            return;
        }
        let stuck = self.lists().stuck_for(self.config.patience);
        for id in stuck {
            if let Ok(table) = self.fresh_table(&id).await {
                self.go_on(&table).await;
            }
        }
        if let Err(trouble) = self.kept.weigh_again(self.store.as_ref()).await {
            tracing::warn!("What is kept can't be weighed: {trouble}");
        }
    }
}
