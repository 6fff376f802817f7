//! A trial: tables spread over several databases by their names, behind the same trait; and how much that brings on one machine.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use store::testkit::Cluster;
use store::{
    Address, Answer, Append, Appended, Digest, Event, NoteChange, Postgres, Store, StoreError, TableId,
    Teller, Watch, Weight,
};
use tokio::task::JoinHandle;

use crate::load::percentile;

/// Several databases as one: a table is where its name says, for ever; what is kept besides the tables is in the first.
pub struct Sharded {
    shards: Vec<Arc<dyn Store>>,
    teller: Teller,
    passing: Vec<JoinHandle<()>>,
}

/// Where a table is, of so many databases (FNV-1a): the same for every version and on every machine.
pub fn place(table: &TableId, shards: usize) -> usize {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    (table.as_str().bytes().fold(0xcbf2_9ce4_8422_2325, mix) % shards as u64) as usize
}

impl Sharded {
    /// These, in this order; at least one. Must be called where tasks can be spawned.
    pub fn new(shards: Vec<Arc<dyn Store>>) -> Self {
        let teller = Teller::new();
        let pass = |mut watch: Watch| {
            let teller = teller.clone();
            tokio::spawn(async move {
                while let Some(news) = watch.next().await {
                    teller.tell(news);
                }
            })
        };
        let passing = shards.iter().filter_map(|shard| shard.watch()).map(pass).collect();
        Self { shards, teller, passing }
    }

    fn of(&self, table: &TableId) -> &dyn Store {
        self.shards[place(table, self.shards.len())].as_ref()
    }

    /// The same question to all, and their answers in order, as many as are wanted.
    async fn all<'a>(
        &'a self,
        ask: impl Fn(&'a dyn Store) -> Answer<'a, Vec<Digest>>,
        order: impl Fn(&Digest, &Digest) -> std::cmp::Ordering,
        limit: usize,
    ) -> Result<Vec<Digest>, StoreError> {
        let told = try_join_all(self.shards.iter().map(|shard| ask(shard.as_ref()))).await?;
        let mut all: Vec<Digest> = told.into_iter().flatten().collect();
        all.sort_by(order);
        all.truncate(limit);
        Ok(all)
    }
}

impl Drop for Sharded {
    fn drop(&mut self) {
        self.passing.iter().for_each(JoinHandle::abort);
    }
}

fn by_name(one: &Digest, other: &Digest) -> std::cmp::Ordering {
    one.table.cmp(&other.table)
}

impl Store for Sharded {
    fn append(&self, append: Append) -> Answer<'_, Appended> {
        self.of(&append.table.clone()).append(append)
    }

    fn events(&self, table: &TableId, after: u64, limit: usize) -> Answer<'_, Vec<Event>> {
        self.of(table).events(table, after, limit)
    }

    fn digests(&self, after: Option<&TableId>, limit: usize) -> Answer<'_, Vec<Digest>> {
        let after = after.cloned();
        Box::pin(async move { self.all(|shard| shard.digests(after.as_ref(), limit), by_name, limit).await })
    }

    fn digests_of(&self, tables: &[TableId]) -> Answer<'_, Vec<Digest>> {
        let mut asked: BTreeMap<usize, Vec<TableId>> = BTreeMap::new();
        for table in tables {
            asked.entry(place(table, self.shards.len())).or_default().push(table.clone());
        }
        Box::pin(async move {
            let ask = asked.iter().map(|(at, tables)| self.shards[*at].digests_of(tables));
            let mut all: Vec<Digest> = try_join_all(ask).await?.into_iter().flatten().collect();
            all.sort_by(by_name);
            Ok(all)
        })
    }

    fn unfinished(&self, after: Option<&TableId>, limit: usize) -> Answer<'_, Vec<Digest>> {
        let after = after.cloned();
        Box::pin(
            async move { self.all(|shard| shard.unfinished(after.as_ref(), limit), by_name, limit).await },
        )
    }

    fn finished(&self, person: &str, limit: usize) -> Answer<'_, Vec<Digest>> {
        let person = person.to_owned();
        let newest = |one: &Digest, other: &Digest| other.at.cmp(&one.at);
        Box::pin(async move { self.all(|shard| shard.finished(&person, limit), newest, limit).await })
    }

    fn rewrite(
        &self,
        table: &TableId,
        events: Vec<Event>,
        digest: String,
        finished: Option<Vec<String>>,
    ) -> Answer<'_, bool> {
        self.of(table).rewrite(table, events, digest, finished)
    }

    fn remove_table(&self, table: &TableId) -> Answer<'_, bool> {
        let table = table.clone();
        Box::pin(async move {
            for shard in &self.shards {
                if shard.remove_table(&table).await? {
                    return Ok(true);
                }
            }
            Ok(false)
        })
    }

    fn remove_tables(&self, quiet: Duration, limit: usize) -> Answer<'_, Vec<TableId>> {
        Box::pin(async move {
            let mut gone = Vec::new();
            for shard in &self.shards {
                gone.extend(shard.remove_tables(quiet, limit - gone.len()).await?);
            }
            Ok(gone)
        })
    }

    fn note(&self, key: &str) -> Answer<'_, Option<String>> {
        self.shards[0].note(key)
    }

    fn put_note(&self, key: &str, value: &str) -> Answer<'_, ()> {
        self.shards[0].put_note(key, value)
    }

    fn change_notes(&self, changes: Vec<NoteChange>) -> Answer<'_, bool> {
        self.shards[0].change_notes(changes)
    }

    fn put_note_lightly(&self, key: &str, value: &str) -> Answer<'_, ()> {
        self.shards[0].put_note_lightly(key, value)
    }

    fn put_note_unless(&self, key: &str, value: &str) -> Answer<'_, String> {
        self.shards[0].put_note_unless(key, value)
    }

    fn notes(&self, prefix: &str) -> Answer<'_, Vec<(String, String)>> {
        self.shards[0].notes(prefix)
    }

    fn weight(&self, prefix: &str) -> Answer<'_, Weight> {
        self.shards[0].weight(prefix)
    }

    fn remove_notes(&self, prefix: &str, age: Duration) -> Answer<'_, u64> {
        self.shards[0].remove_notes(prefix, age)
    }

    fn check(&self) -> Answer<'_, ()> {
        Box::pin(async move { try_join_all(self.shards.iter().map(|shard| shard.check())).await.map(drop) })
    }

    fn watch(&self) -> Option<Watch> {
        (!self.passing.is_empty()).then(|| self.teller.watch())
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async move { try_join_all(self.shards.iter().map(|shard| shard.close())).await.map(drop) })
    }
}

/// What was measured.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Over how many databases.
    pub databases: usize,
    /// Events a second that became durable.
    pub rate: f64,
    /// How long each took, in milliseconds, sorted.
    pub delays: Vec<f64>,
    /// Tables in each database.
    pub tables: Vec<usize>,
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} databases: {:.0} events a second (p50 {:.1} ms, p99 {:.1} ms), tables in each {:?}",
            self.databases,
            self.rate,
            percentile(&self.delays, 50.0),
            percentile(&self.delays, 99.0),
            self.tables
        )
    }
}

fn event(table: &TableId, expected: u64) -> Append {
    Append {
        table: table.clone(),
        expected,
        request: Some(format!("A r{expected}")),
        at: expected,
        events: vec![
            r#"{"kind":"move","seat":"A","action":"lead Laborer with Insula","drawn":[17,3]}"#.to_owned(),
        ],
        digest: format!("{{\"game\":\"glory-to-rome\",\"names\":[\"Ann\",\"Bob\"],\"since\":{expected}}}"),
        finished: None,
        thinking: None,
    }
}

/// One writer at a table of its own, until the time is over; how long each append took.
async fn write(store: Arc<Sharded>, number: usize, time: Duration) -> Result<Vec<f64>, String> {
    let table = TableId::new(&format!("{number:016x}")).ok_or("no name of a table")?;
    let (began, mut delays) = (Instant::now(), Vec::new());
    while began.elapsed() < time {
        let start = Instant::now();
        let seq = delays.len() as u64;
        match store.append(event(&table, seq)).await {
            Ok(Appended::Written(last)) if last == seq + 1 => {
                delays.push(start.elapsed().as_secs_f64() * 1e3);
            }
            other => return Err(format!("{table} after {seq}: {other:?}")),
        }
    }
    let there = store.events(&table, 0, usize::MAX >> 1).await.map_err(|error| error.to_string())?;
    if there.len() == delays.len() {
        Ok(delays)
    } else {
        Err(format!("{} events were acknowledged at {table}, and {} are there", delays.len(), there.len()))
    }
}

/// Lets so many writers write for this time, over so many databases, each a server of its own that waits for its disk.
pub fn run(databases: usize, writers: usize, time: Duration) -> Result<Measured, String> {
    let clusters: Vec<Cluster> = (0..databases).map(|_| Cluster::with(&["fsync=on"])).collect();
    let runtime = tokio::runtime::Runtime::new().map_err(|error| error.to_string())?;
    runtime.block_on(async {
        let fault = |error: StoreError| error.to_string();
        let mut shards: Vec<Arc<dyn Store>> = Vec::new();
        for cluster in &clusters {
            let address = Address::read(&cluster.address(&cluster.database())).map_err(fault)?;
            shards.push(Arc::new(Postgres::open(&address).await.map_err(fault)?));
        }
        let store = Arc::new(Sharded::new(shards));
        let began = Instant::now();
        let writing = (0..writers).map(|number| tokio::spawn(write(Arc::clone(&store), number, time)));
        let mut delays = Vec::new();
        for done in writing.collect::<Vec<_>>() {
            delays.extend(done.await.map_err(|error| error.to_string())??);
        }
        let rate = delays.len() as f64 / began.elapsed().as_secs_f64();
        delays.sort_by(f64::total_cmp);
        let mut tables = Vec::new();
        for shard in &store.shards {
            tables.push(shard.digests(None, writers + 1).await.map_err(fault)?.len());
        }
        // Seen as one, nothing is missing and all is in order.
        let all = store.digests(None, writers + 1).await.map_err(fault)?;
        if all.len() != writers || !all.is_sorted_by(|one, other| one.table < other.table) {
            return Err(format!("{} of {writers} tables are there", all.len()));
        }
        store.close().await.map_err(fault)?;
        Ok(Measured { databases, rate, delays, tables })
    })
}
