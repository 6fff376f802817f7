//! All tables, and what can be done at them.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};

use hmac::Mac as _;
use room::{Brief, By, Chair, Kind, Memories, Stamp, TableEvent, TableSettings, Wish, tell_apart};
use store::{Store, StoreError, TableId, Thoughts};
use table::{Options, Seat, Seed, say};
use tokio::sync::Semaphore;

use crate::account::Outs;
use crate::blocks::Blocks;
use crate::clocks::{self, Absences};
use crate::config::{Config, Luck};
use crate::counts::Counts;
use crate::guard::Limits;
use crate::guest::{Guest, Keys, hex, random};
use crate::hints::Hints;
use crate::keep::Kept;
use crate::lists::Lists;
use crate::lookers::Pairing;
use crate::nobody;
use crate::nodes::{follow, read_lists};
use crate::notices::{self, Notices};
use crate::pairing;
use crate::pool::Pool;
use crate::presence::KnownPlayers;
use crate::quota::Openers;
use crate::ratings::settle_settings;
use crate::routes::Marked;
use crate::spent::{self, Spent};
use crate::table::{Manner, PAGE, Table, now};
use crate::trouble::Trouble;
use crate::worker;

/// How many tables in memory are many: then those that nobody looks at are forgotten at once.
const MANY: usize = 512;

/// How many tables are read back from their logs at the same time.
const READING: usize = 2;

/// How often a wish is worked out again because somebody at another server was faster.
const TRIES: usize = 20;

/// How a table begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// How it is kept.
    pub settings: TableSettings,
    /// A record to play on from, and after how many decisions.
    pub from: Option<(String, usize)>,
    /// The position it begins from, as the lines of a scenario's setup.
    pub set_up: Option<String>,
    /// The seed, where it is no secret; a fresh one otherwise.
    pub seed: Option<String>,
    /// The table's name; a fresh one otherwise.
    pub id: Option<TableId>,
    /// Who makes it, by identity.
    pub host: Option<String>,
}

/// All tables.
pub struct Tables {
    /// The log.
    pub store: Arc<dyn Store>,
    /// What signs guests.
    pub signer: Keys,
    /// Who is signed out.
    pub(crate) outs: Outs,
    /// Which games guests have put away.
    pub(crate) marked: Marked,
    /// How the server behaves.
    pub config: Config,
    /// What is counted.
    pub counts: Counts,
    /// How fast each may go.
    pub limits: Limits,
    /// Where bots think.
    pub pool: Pool,
    /// Which addresses have opened which tables.
    pub(crate) openers: Openers,
    /// What is kept besides the tables.
    pub(crate) kept: Kept,
    /// Whether other servers may write to the store.
    pub(crate) shared: bool,
    /// What is to be thought by all servers together; nothing where this one is alone and thinks for itself.
    pub(crate) queue: Option<Arc<dyn Thoughts>>,
    /// The hints that people wait for, where they are thought by whoever has time.
    pub(crate) hints: Hints,
    /// What guests and addresses have used of their hour at all servers.
    pub(crate) spent: Spent,
    /// Under which name this process is known to the others.
    pub(crate) worker: String,
    /// Whom somebody does not want to meet.
    pub(crate) blocks: Blocks,
    /// Who is known to have a page of their own.
    pub(crate) players: KnownPlayers,
    /// What wakes whoever puts people together.
    pub(crate) pairing: Pairing,
    /// What it has claimed to think about, as far as it knows.
    pub(crate) claims: worker::Held,
    /// Whether nobody thinks for bots that keep people waiting.
    pub(crate) nobody: AtomicBool,
    /// Whether it claims no more.
    pub(crate) resting: AtomicBool,
    /// Held while something is claimed, so that whoever gives back what was claimed gives back all of it.
    pub(crate) claiming: tokio::sync::Mutex<()>,
    /// Who is to be told that it is their turn.
    pub(crate) notices: Arc<Notices>,
    /// When no server was there, as far as clocks may have run then.
    pub(crate) absences: Absences,
    pub(crate) memories: Arc<Memories>,
    /// How many seeds were made.
    seeds: AtomicU64,
    memory: Mutex<BTreeMap<TableId, Arc<Table>>>,
    lists: RwLock<Lists>,
    reading: Semaphore,
    health: tokio::sync::Mutex<Option<(Instant, Result<(), StoreError>)>>,
}

/// What is in memory of what is in the store besides the tables.
type Remembered = (Kept, Blocks, Marked);

/// Whether a wish was done now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Done {
    /// It was, and is durable.
    Now,
    /// Its request had been done before.
    Before,
}

impl std::fmt::Debug for Tables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tables")
    }
}

impl Tables {
    /// The tables of a store: reads the lists and goes on with the games under way.
    pub async fn open(store: Arc<dyn Store>, config: Config) -> Result<Arc<Self>, Trouble> {
        let signer = (Keys::open(store.as_ref()).await?, Outs::read(store.as_ref()).await?);
        let marked = Marked::read(store.as_ref()).await?;
        // Before anything is read, so that nothing is missed.
        let watch = store.watch();
        let lists = read_lists(store.as_ref()).await?;
        // A game that waits for a bot goes on without anybody looking; where there are other servers, only if none of them lets it.
        let idle = lists.stuck_for(if watch.is_some() { config.patience } else { Duration::ZERO });
        let kept = (Kept::weigh(store.as_ref()).await?, Blocks::read(store.as_ref()).await?, marked);
        let absences = Absences::read(store.as_ref(), clocks::shortest(watch.as_ref())).await?;
        let tables = Self::over(store, config, signer, (lists, kept, absences), watch.is_some());
        if let Some(watch) = watch {
            tokio::spawn(follow(Arc::downgrade(&tables), watch));
            tokio::spawn(spent::tell(Arc::downgrade(&tables)));
        }
        if let Some(queue) = &tables.queue {
            tokio::spawn(nobody::look(Arc::downgrade(&tables), Arc::clone(queue)));
        }
        worker::begin(&tables);
        tokio::spawn(clocks::run(Arc::downgrade(&tables)));
        pairing::begin(&tables);
        tokio::spawn(notices::run(Arc::downgrade(&tables)));
        let again = Arc::clone(&tables);
        tokio::spawn(async move {
            for id in idle {
                if let Ok(table) = again.table(&id).await {
                    again.go_on(&table).await;
                }
            }
        });
        Ok(tables)
    }

    /// The tables of a store for whoever only thinks: nobody looks at them here, and lists know nothing.
    pub async fn open_to_think(store: Arc<dyn Store>, config: Config) -> Result<Arc<Self>, Trouble> {
        let signer = (Keys::open(store.as_ref()).await?, Outs::read(store.as_ref()).await?);
        let kept = (Kept::weigh(store.as_ref()).await?, Blocks::default(), Marked::default());
        let tables = Self::over(store, config, signer, (Lists::default(), kept, Absences::default()), true);
        worker::begin(&tables);
        Ok(tables)
    }

    fn over(
        store: Arc<dyn Store>,
        config: Config,
        (signer, outs): (Keys, Outs),
        (lists, (kept, blocks, marked), absences): (Lists, Remembered, Absences),
        shared: bool,
    ) -> Arc<Self> {
        let queue = store.thoughts();
        let thinks_here = queue.is_none() || config.thinkers > 0;
        Arc::new(Self {
            store,
            signer,
            outs,
            marked,
            counts: Counts::default(),
            limits: Limits::new(&config),
            pool: if thinks_here { Pool::new(config.thinkers) } else { Pool::without_threads() },
            openers: Openers::default(),
            kept,
            shared,
            queue,
            hints: Hints::default(),
            spent: Spent::default(),
            worker: hex(&random::<8>()),
            blocks,
            players: KnownPlayers::default(),
            pairing: Pairing::default(),
            claims: worker::Held::default(),
            nobody: AtomicBool::new(false),
            resting: AtomicBool::new(false),
            claiming: tokio::sync::Mutex::new(()),
            notices: Arc::default(),
            absences,
            memories: Arc::new(Memories::new(config.minds)),
            seeds: AtomicU64::new(0),
            memory: Mutex::default(),
            lists: RwLock::new(lists),
            reading: Semaphore::new(READING),
            health: tokio::sync::Mutex::default(),
            config,
        })
    }

    /// The table of this name, from memory or from its log.
    pub async fn table(&self, id: &TableId) -> Result<Arc<Table>, Trouble> {
        if let Some(table) = self.memory().get(id) {
            return Ok(Arc::clone(table));
        }
        let _turn = self.reading.acquire().await.map_err(|_| Trouble::Slower)?;
        let began = Instant::now();
        let mut events = Vec::new();
        loop {
            let after = events.last().map_or(0, |event: &store::Event| event.seq);
            let page = self.store.events(id, after, PAGE).await?;
            let full = page.len() == PAGE;
            events.extend(page);
            if !full {
                break;
            }
        }
        self.counts.times.read.observe(began.elapsed().as_secs_f64());
        if events.is_empty() {
            return Err(Trouble::Missing("table"));
        }
        let table = Arc::new(Table::load(id.clone(), events, self.store.as_ref()).await?);
        self.tell_of_absence(&table).await?;
        let mut memory = self.memory();
        if memory.len() >= MANY {
            memory.retain(|_, table| Arc::strong_count(table) > 1);
        }
        // Somebody may have loaded it meanwhile: a table is in memory once.
        Ok(Arc::clone(memory.entry(id.clone()).or_insert(table)))
    }

    /// A table that is in memory.
    pub(crate) fn held_table(&self, id: &TableId) -> Option<Arc<Table>> {
        self.memory().get(id).cloned()
    }

    /// All of them.
    pub(crate) fn all_held(&self) -> Vec<Arc<Table>> {
        self.memory().values().cloned().collect()
    }

    /// Lets a table leave the memory.
    pub(crate) fn drop_table(&self, id: &TableId) {
        self.memory().remove(id);
    }

    fn memory(&self) -> MutexGuard<'_, BTreeMap<TableId, Arc<Table>>> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a table that was set up among the others.
    #[cfg(feature = "testkit")]
    pub(crate) fn place(&self, table: Table, brief: Brief) {
        let id = table.id.clone();
        self.memory().insert(id.clone(), Arc::new(table));
        self.note(&id, brief);
    }

    /// Forgets tables that nobody holds; their logs stay.
    pub fn forget_idle(&self) -> usize {
        let mut memory = self.memory();
        memory.retain(|_, table| Arc::strong_count(table) > 1);
        let lists = self.lists();
        self.openers.forget(|id| lists.has(id));
        drop(lists);
        self.memories.forget_idle();
        memory.len()
    }

    /// Forgets tables that are gone from the store.
    pub(crate) fn forget(&self, gone: &[TableId]) {
        let mut memory = self.memory();
        let mut lists = self.lists.write().unwrap_or_else(PoisonError::into_inner);
        for id in gone {
            memory.remove(id);
            lists.remove(id);
        }
    }

    /// Removes a table for good.
    pub async fn delete_table(&self, table: &Table) -> Result<(), Trouble> {
        self.store.remove_table(&table.id).await?;
        self.forget(std::slice::from_ref(&table.id));
        table.retire();
        Ok(())
    }

    /// Lets lists forget tables.
    pub(crate) fn unlist(&self, gone: &[TableId]) {
        let mut lists = self.lists.write().unwrap_or_else(PoisonError::into_inner);
        for id in gone {
            lists.remove(id);
        }
    }

    /// Whether the store can write: what it said at most a second ago.
    pub async fn store_answers(&self) -> Result<(), StoreError> {
        let mut health = self.health.lock().await;
        if let Some((at, known)) = health.as_ref()
            && at.elapsed() < Duration::from_secs(1)
        {
            return known.clone();
        }
        let found = self.store.check().await;
        *health = Some((Instant::now(), found.clone()));
        found
    }

    /// How many tables are in memory.
    pub fn held(&self) -> usize {
        self.memory().len()
    }

    pub(crate) fn note(&self, id: &TableId, brief: Brief) {
        self.put_list(id, now(), brief);
    }

    /// Lets lists know a table as it was at this time.
    pub(crate) fn put_list(&self, id: &TableId, at: u64, brief: Brief) {
        self.notices.turned(id, &brief, self.config.notices.delay);
        self.lists.write().unwrap_or_else(PoisonError::into_inner).put(id, at, brief);
    }

    /// Lets lists be these.
    pub(crate) fn replace_lists(&self, lists: Lists) {
        *self.lists.write().unwrap_or_else(PoisonError::into_inner) = lists;
    }

    /// What lists know of the tables that are not finished. Hold it only for a moment.
    pub fn lists(&self) -> std::sync::RwLockReadGuard<'_, Lists> {
        self.lists.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a table; starts the game at once if every seat is taken.
    pub async fn open_table(
        self: &Arc<Self>,
        kind: &dyn Kind,
        options: &Options,
        mut chairs: Vec<Chair>,
        opening: Opening,
    ) -> Result<Arc<Table>, Trouble> {
        let (players, kept) = kind.check(options)?;
        if chairs.len() != players {
            return Err(Trouble::Bad(
                say!("{} seats are given: expected {players}", chairs.len()).to_string(),
            ));
        }
        tell_apart(&mut chairs);
        let mut opening = opening;
        if opening.settings.rated {
            settle_settings(&mut opening.settings, &chairs)?;
        }
        let options = kept.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let full = !chairs.iter().any(Chair::is_free);
        let Opening { settings, from, set_up, seed, id, host } = opening;
        let rated = settings.rated;
        let (game, rules) = (kind.info().name.to_owned(), Some(kind.info().rules_version));
        let mut events = vec![TableEvent::Opened { game, options, chairs, settings, rules, host }];
        let mut written = events.clone();
        if full {
            let seed = seed.unwrap_or_else(|| self.fresh_seed());
            // The log only names the record it goes on from: many tables may go on from the same one.
            let named = match &from {
                Some((text, at)) => Some((self.keep_source(text).await?, *at)),
                None => None,
            };
            written.push(TableEvent::Started { seed: seed.clone(), from: named, set_up: set_up.clone() });
            events.push(TableEvent::Started { seed, from, set_up });
        }
        let fresh = || TableId::new(&hex(&random::<8>())).expect("hexadecimal digits are a table's name");
        let id = id.unwrap_or_else(fresh);
        if rated {
            self.owe_result(&id).await?;
        }
        let tables = Arc::clone(self);
        let open = async move {
            let manner = Manner { pace: tables.config.pace, used: None };
            let (table, brief) =
                Table::open(tables.store.as_ref(), id.clone(), events, &written, manner).await?;
            // Somebody may have found it in the store already: a table is in memory once.
            let table = Arc::clone(tables.memory().entry(id.clone()).or_insert(Arc::new(table)));
            tables.note(&id, brief);
            tables.drive(&table);
            Ok(table)
        };
        to_the_end(open).await
    }

    /// The name of the table where the next game after this one is played. It follows from this one's, so that two who ask at once open
    /// one table; nobody else can guess it.
    pub fn name_of_next(&self, id: &TableId) -> TableId {
        let mut mac = self.signer.mac();
        mac.update(b"gloria next\0");
        mac.update(id.as_str().as_bytes());
        let name = hex(&mac.finalize().into_bytes()[..8]);
        TableId::new(&name).expect("hexadecimal digits are a table's name")
    }

    /// Grants a wish at a table, durably, and lets bots go on.
    pub async fn grant(
        self: &Arc<Self>,
        table: &Arc<Table>,
        wish: Wish,
        stamp: Stamp,
    ) -> Result<Done, Trouble> {
        self.grant_thought(table, wish, stamp, None).await
    }

    /// The same where somebody has thought about it, on this account and for so long.
    async fn grant_thought(
        self: &Arc<Self>,
        table: &Arc<Table>,
        wish: Wish,
        stamp: Stamp,
        used: Option<(String, Duration)>,
    ) -> Result<Done, Trouble> {
        let began = Instant::now();
        if let Some((_, seat)) = &stamp.of {
            table.attendance.note(*seat);
        }
        for _ in 0..TRIES {
            let planned = match table.plan(wish.clone(), stamp.clone()).await {
                Ok(Some(planned)) => planned,
                Ok(None) => return Ok(Done::Before),
                Err(refused) => {
                    // What others have written meanwhile may allow it.
                    if self.shared && self.catch_up(table).await? {
                        continue;
                    }
                    return Err(refused);
                }
            };
            let (tables, table) = (Arc::clone(self), Arc::clone(table));
            let manner = Manner { pace: self.config.pace, used: used.clone() };
            let commit = async move {
                let Some(brief) = planned.commit(tables.store.as_ref(), manner, &tables.counts.times).await?
                else {
                    return Ok(None);
                };
                tables.if_over(&table.id, &brief);
                tables.if_learned(&table);
                tables.note(&table.id, brief);
                tables.drive(&table);
                Ok(Some(Done::Now))
            };
            // Whoever was faster may only have talked: the wish is worked out anew on what is there now.
            if let Some(done) = to_the_end(commit).await? {
                self.counts.times.durable.observe(began.elapsed().as_secs_f64());
                return Ok(done);
            }
        }
        Err(Trouble::Stale)
    }

    /// Lets what hangs on the end of a game happen. Nobody waits for it; what fails is done when the server starts again, or another does.
    fn if_over(self: &Arc<Self>, id: &TableId, brief: &Brief) {
        if !brief.over || !(brief.rated || brief.tournament.is_some()) {
            return;
        }
        let (tables, id, tournament) = (Arc::clone(self), id.clone(), brief.tournament.clone());
        tokio::spawn(async move {
            if let Err(trouble) = tables.settle(&id).await {
                tracing::warn!(table = %id, "Its result is not recorded yet: {trouble}");
            }
            if let Some(tournament) = tournament
                && let Err(trouble) = tables.tournament(&tournament).await
            {
                tracing::warn!(table = %id, "Its tournament does not go on yet: {trouble}");
            }
        });
    }

    /// Takes an action for a seat.
    pub async fn act(
        self: &Arc<Self>,
        table: &Arc<Table>,
        seat: Seat,
        action: &str,
        stamp: Stamp,
        by: By,
    ) -> Result<Done, Trouble> {
        self.act_thought(table, (seat, action), stamp, by, None).await
    }

    /// The same where somebody has thought about it, on this account and for so long.
    pub(crate) async fn act_thought(
        self: &Arc<Self>,
        table: &Arc<Table>,
        (seat, action): (Seat, &str),
        stamp: Stamp,
        by: By,
        used: Option<(String, Duration)>,
    ) -> Result<Done, Trouble> {
        let wish = Wish::Act { seat, action: action.to_owned(), by };
        let done = self.grant_thought(table, wish, stamp, used).await;
        match &done {
            Ok(Done::Now) => drop(self.counts.actions.fetch_add(1, Ordering::Relaxed)),
            Ok(Done::Before) => {}
            Err(trouble) => self.heed(table, seat, action, trouble).await,
        }
        done
    }

    /// The seed of the next game.
    pub(crate) fn fresh_seed(&self) -> String {
        match self.config.luck {
            Luck::Fresh => Seed::new(random()).reveal(),
            Luck::Known(number) => {
                let made = self.seeds.fetch_add(1, Ordering::Relaxed);
                Seed::from_number(number.wrapping_add(made)).reveal()
            }
        }
    }

    /// Whether a guest's token or cookie is ours.
    pub fn guest(&self, text: &str) -> Option<Guest> {
        self.signer.read(text).filter(|guest| !self.outs.has(guest))
    }
}

/// Does something to its end even if the one who asked goes away: what is durable must also be seen.
async fn to_the_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, Trouble>> + Send + 'static,
) -> Result<T, Trouble> {
    // The task can only be stopped by a panic or by the end of the server.
    tokio::spawn(work).await.unwrap_or(Err(Trouble::Store(store::StoreError::Closed)))
}

/// The chairs of a quick game: the guest, and bots.
pub fn quick_chairs(guest: &Guest, players: usize, level: &str) -> Vec<Chair> {
    let mut chairs = vec![Chair::Guest(guest.id.clone(), guest.name.clone())];
    chairs.extend((1..players).map(|_| Chair::Bot(level.to_owned())));
    chairs
}

#[cfg(test)]
mod tests {
    use store::Sqlite;

    use room::Refused;
    use table::Refusal;

    use super::*;
    use crate::kind::kind;
    use crate::report::Report;

    #[tokio::test]
    async fn an_engine_without_room_is_reported_once_for_each_table_with_the_record() {
        let folder = std::env::temp_dir().join(format!("gloria-tables-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let store: Arc<dyn Store> = Arc::new(Sqlite::open(&folder.join("log.db")).unwrap());
        let tables = Tables::open(Arc::clone(&store), Config::unlimited()).await.unwrap();
        let kind = kind("glory-to-rome").unwrap();
        let (players, options) = kind.check(&Options::new()).unwrap();
        let chairs = quick_chairs(&Guest::fresh(), players, "random");
        let table = tables.open_table(kind, &options, chairs, Opening::default()).await.unwrap();
        let seat = Seat::new(0);
        let refused =
            |rule: &'static str| Trouble::Refused(Refused::Rule(Refusal::new(rule, "12 frames", "x")));
        tables.heed(&table, seat, "draw", &refused("GTR-30")).await;
        assert!(store.notes(Report::KEYS).await.unwrap().is_empty(), "a rule is no fault");
        tables.heed(&table, seat, "draw", &refused(Refusal::NO_ROOM)).await;
        tables.heed(&table, seat, "draw", &refused(Refusal::NO_ROOM)).await;
        let kept = store.notes(Report::KEYS).await.unwrap();
        assert_eq!(kept.len(), 1);
        let report: Report = serde_json::from_str(&kept[0].1).unwrap();
        assert!(
            report.text.contains("no room for 'draw'") && report.text.contains("12 frames"),
            "{report:?}"
        );
        assert!(report.record.unwrap().starts_with("gloria-record"));
        assert_eq!(tables.counts.faults.load(Ordering::Relaxed), 2);
        let _ = std::fs::remove_dir_all(&folder);
    }
}
