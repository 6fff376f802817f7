//! The log in a PostgreSQL database, for any number of servers at once.

mod address;
mod listen;
mod notes;
mod queue;
mod schema;
mod tls;
mod write;

use std::error::Error as _;
use std::sync::Arc;
use std::time::Duration;

use deadpool_postgres::{Hook, HookError, Manager, ManagerConfig, Pool, PoolError, RecyclingMethod, Runtime};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Row};

pub use self::address::Address;
use self::address::PATIENCE;
use self::tls::Tls;
use self::write::{Job, write_all};
use crate::archive::{self, Standing};
use crate::log::{Answer, Append, Appended, Digest, Event, Store, StoreError, TableId, Weight};
use crate::note::NoteChange;
use crate::reply::{Reply, ask};
use crate::thoughts::Thoughts;
use crate::watch::{Teller, Watch};

/// How many appends may wait for the writer before it answers [`StoreError::Busy`].
const WAITING: usize = 4096;

/// How long a free connection is waited for.
const TURN: Duration = Duration::from_secs(10);

/// What every connection is told first. What is acknowledged must be durable, and a change is decided by the newest there is, whatever
/// the usual is in this database; nothing waits for ever.
const MANNERS: &str = "
    SET statement_timeout = '30s';
    SET lock_timeout = '10s';
    SET idle_in_transaction_session_timeout = '30s';
    SET default_transaction_isolation = 'read committed';
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
";

/// What whoever only reads is told besides.
const READS: &str = "SET default_transaction_read_only = on";

/// Every letter of a key is below this byte.
const ABOVE: &[u8] = &[0xff];

/// The log in a PostgreSQL database. Any number of servers may use it at once, each with a pool of connections, and each hears
/// what the others write.
pub struct Postgres {
    pool: Pool,
    jobs: Option<mpsc::Sender<Job>>,
    teller: Teller,
    listener: Option<JoinHandle<()>>,
}

impl std::fmt::Debug for Postgres {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Postgres")
    }
}

/// What an error says, with what is behind it.
fn told(error: &tokio_postgres::Error) -> String {
    match (error.as_db_error(), error.source()) {
        (Some(database), _) => database.message().to_owned(),
        (None, Some(behind)) => format!("{error}: {behind}"),
        (None, None) => error.to_string(),
    }
}

fn broken(error: &tokio_postgres::Error) -> StoreError {
    StoreError::Broken(told(error))
}

/// Why no connection could be had.
fn refused(error: PoolError) -> StoreError {
    match error {
        PoolError::Timeout(deadpool_postgres::TimeoutType::Wait) => StoreError::Busy,
        PoolError::Backend(error) => broken(&error),
        PoolError::Closed => StoreError::Closed,
        PoolError::Timeout(_) => StoreError::Broken("it does not answer".to_owned()),
        PoolError::NoRuntimeSpecified | PoolError::PostCreateHook(_) => StoreError::Broken(error.to_string()),
    }
}

fn pool(address: &Address, tls: &Tls, manners: &'static str) -> Result<Pool, StoreError> {
    let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
    let manager = Manager::from_config(address.config.clone(), tls.clone(), recycling);
    let hook = Hook::async_fn(move |client, _| {
        Box::pin(async move { client.batch_execute(manners).await.map_err(HookError::Backend) })
    });
    Pool::builder(manager)
        .max_size(address.connections)
        .wait_timeout(Some(TURN))
        .create_timeout(Some(PATIENCE))
        .recycle_timeout(Some(PATIENCE))
        .runtime(Runtime::Tokio1)
        .post_create(hook)
        .build()
        .map_err(|error| StoreError::Unfit(error.to_string()))
}

/// One connection, to look at the database before it is used; what goes wrong names the address.
async fn first(address: &Address, tls: &Tls) -> Result<Client, StoreError> {
    let unfit = |why: String| StoreError::Unfit(format!("{address} can't be reached: {why}"));
    let connect = tokio::time::timeout(PATIENCE * 2, address.config.connect(tls.clone()));
    let connected = connect.await.map_err(|_| unfit("it does not answer".to_owned()))?;
    let (client, connection) = connected.map_err(|error| unfit(told(&error)))?;
    tokio::spawn(connection);
    client.batch_execute(MANNERS).await.map_err(|error| unfit(told(&error)))?;
    Ok(client)
}

impl Postgres {
    /// Connects to the database and brings it up to date. Must be called where tasks can be spawned.
    pub async fn open(address: &Address) -> Result<Self, StoreError> {
        let tls = Tls::new(&address.encryption)?;
        let mut client = first(address, &tls).await?;
        schema::migrate(&mut client).await?;
        drop(client);
        let teller = Teller::new();
        let heard = listen::begin(address, &tls, &teller).await.map_err(|error| broken(&error))?;
        let listener = tokio::spawn(listen::listen(address.clone(), tls.clone(), teller.clone(), heard));
        let pool = pool(address, &tls, MANNERS)?;
        let (jobs, waiting) = mpsc::channel(WAITING);
        tokio::spawn(write_all(pool.clone(), waiting));
        Ok(Self { pool, jobs: Some(jobs), teller, listener: Some(listener) })
    }

    /// Connects to a database that is there to read only, beside running servers or not: whatever is to be written is refused.
    pub async fn open_to_read(address: &Address) -> Result<Self, StoreError> {
        let tls = Tls::new(&address.encryption)?;
        let mut client = first(address, &tls).await?;
        schema::fits(&mut client).await?;
        let pool = pool(address, &tls, READS)?;
        Ok(Self { pool, jobs: None, teller: Teller::new(), listener: None })
    }

    fn send<T: Send + 'static>(&self, job: impl FnOnce(Reply<T>) -> Job) -> Answer<'_, T> {
        ask(self.jobs.as_ref(), job)
    }

    /// The rows of a query that is prepared once for each connection.
    async fn rows(&self, query: &str, values: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, StoreError> {
        let client = self.pool.get().await.map_err(refused)?;
        let statement = client.prepare_cached(query).await.map_err(|error| broken(&error))?;
        client.query(&statement, values).await.map_err(|error| broken(&error))
    }

    /// The same for what changes something.
    async fn change(&self, query: &str, values: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, StoreError> {
        if self.jobs.as_ref().is_none_or(mpsc::Sender::is_closed) {
            return Err(StoreError::Closed);
        }
        self.rows(query, values).await
    }

    async fn remove(&self, quiet: Duration, limit: usize) -> Result<Vec<TableId>, StoreError> {
        let old = "SELECT tbl FROM gloria.digest WHERE put <= clock_timestamp() - $1 * interval '1 ms'
                   ORDER BY tbl LIMIT $2 FOR UPDATE SKIP LOCKED";
        self.remove_found(old, &[&age(quiet), &(limit as i64)]).await
    }

    /// Writes a table anew, if its last seq is that of these events. Other servers are told that it is gone: they read it again.
    async fn write_anew(
        &self,
        table: TableId,
        events: Vec<Event>,
        digest: String,
        finished: Option<Vec<String>>,
    ) -> Result<bool, StoreError> {
        if self.jobs.is_none() {
            return Err(StoreError::Closed);
        }
        let fault = |error: tokio_postgres::Error| broken(&error);
        let (name, last) = (table.as_str(), events.last().map_or(0, |event| event.seq) as i64);
        let people: Option<Vec<&[u8]>> =
            finished.as_ref().map(|people| people.iter().map(String::as_bytes).collect());
        let mut client = self.pool.get().await.map_err(refused)?;
        let transaction = client.transaction().await.map_err(fault)?;
        let changed = transaction
            .execute(
                "UPDATE gloria.digest SET body = $3, people = $4 WHERE tbl = $1 AND last = $2",
                &[&name, &last, &digest.as_bytes(), &people],
            )
            .await
            .map_err(fault)?;
        if changed == 0 {
            return Ok(false);
        }
        for query in [
            "DELETE FROM gloria.event WHERE tbl = $1",
            "DELETE FROM gloria.archive WHERE tbl = $1",
            "DELETE FROM gloria.finished WHERE tbl = $1",
            "INSERT INTO gloria.finished (person, tbl, at)
                 SELECT DISTINCT unnest(people), tbl, at FROM gloria.digest WHERE tbl = $1",
            "SELECT pg_notify('gloria', 'removed ' || $1)",
        ] {
            let _ = transaction.execute(query, &[&name]).await.map_err(fault)?;
        }
        let seqs: Vec<i64> = events.iter().map(|event| event.seq as i64).collect();
        let ats: Vec<i64> = events.iter().map(|event| event.at as i64).collect();
        let requests: Vec<Option<&[u8]>> =
            events.iter().map(|event| event.request.as_ref().map(String::as_bytes)).collect();
        let bodies: Vec<&[u8]> = events.iter().map(|event| event.body.as_bytes()).collect();
        let _ = transaction
            .execute(
                "INSERT INTO gloria.event (tbl, seq, at, request, body)
                     SELECT $1, * FROM unnest($2::int8[], $3::int8[], $4::bytea[], $5::bytea[])",
                &[&name, &seqs, &ats, &requests, &bodies],
            )
            .await
            .map_err(fault)?;
        transaction.commit().await.map_err(fault)?;
        Ok(true)
    }

    /// Removes the tables that a query finds, and holds until they are gone.
    async fn remove_found(
        &self,
        query: &str,
        with: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<TableId>, StoreError> {
        if self.jobs.is_none() {
            return Err(StoreError::Closed);
        }
        let fault = |error: tokio_postgres::Error| broken(&error);
        let mut client = self.pool.get().await.map_err(refused)?;
        let transaction = client.transaction().await.map_err(fault)?;
        let found = transaction.query(query, with).await.map_err(fault)?;
        let names: Vec<String> = found.iter().map(|row| row.get(0)).collect();
        for query in [
            "DELETE FROM gloria.event WHERE tbl = ANY ($1)",
            "DELETE FROM gloria.archive WHERE tbl = ANY ($1)",
            "DELETE FROM gloria.finished WHERE tbl = ANY ($1)",
            "DELETE FROM gloria.thought WHERE tbl = ANY ($1)",
            "DELETE FROM gloria.digest WHERE tbl = ANY ($1)",
            "SELECT pg_notify('gloria', 'removed ' || name) FROM unnest($1::text[]) AS gone (name)",
        ] {
            let _ = transaction.execute(query, &[&names]).await.map_err(fault)?;
        }
        transaction.commit().await.map_err(fault)?;
        names.iter().map(|name| table_id(name)).collect()
    }
}

impl Postgres {
    async fn pack(
        &self,
        standing: Standing,
        quiet: Duration,
        limit: usize,
    ) -> Result<Vec<TableId>, StoreError> {
        let query = match standing {
            Standing::Finished => {
                "SELECT tbl, last FROM gloria.digest
                 WHERE put <= clock_timestamp() - $1 * interval '1 ms' AND people IS NOT NULL
                 AND EXISTS (SELECT 1 FROM gloria.event WHERE event.tbl = digest.tbl) LIMIT $2"
            }
            Standing::Unfinished => {
                "SELECT tbl, last FROM gloria.digest
                 WHERE put <= clock_timestamp() - $1 * interval '1 ms' AND people IS NULL LIMIT $2"
            }
        };
        let mut done = Vec::new();
        for row in self.rows(query, &[&age(quiet), &(limit as i64)]).await? {
            let (table, last) = (table_id(row.get(0))?, row.get::<_, i64>(1));
            let log = self.events(&table, 0, usize::MAX >> 1).await?;
            // Somebody may be writing to it in this moment: then it is not quiet.
            if log.last().is_none_or(|event| event.seq != last as u64) {
                continue;
            }
            // Another server may do the same at the same time: one has the row, the other passes it by.
            let change = "WITH quiet AS (
                    SELECT tbl FROM gloria.digest WHERE tbl = $1 AND last = $2 FOR UPDATE SKIP LOCKED
                ), put AS (
                    INSERT INTO gloria.archive (tbl, last, body) SELECT tbl, $2, $3 FROM quiet
                    ON CONFLICT (tbl) DO UPDATE SET last = excluded.last, body = excluded.body
                ), gone AS (
                    DELETE FROM gloria.event USING quiet WHERE event.tbl = quiet.tbl AND event.seq <= $2
                ), nobodys AS (
                    UPDATE gloria.digest SET people = '{}' FROM quiet WHERE digest.tbl = quiet.tbl AND $4
                ) SELECT tbl FROM quiet";
            let abandoned = standing == Standing::Unfinished;
            let name = table.as_str();
            if !self.change(change, &[&name, &last, &archive::pack(&log)?, &abandoned]).await?.is_empty() {
                done.push(table);
            }
        }
        Ok(done)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if let Some(listener) = self.listener.take() {
            listener.abort();
        }
    }
}

fn table_id(name: &str) -> Result<TableId, StoreError> {
    TableId::new(name).ok_or_else(|| StoreError::Broken(format!("'{name}' is not the name of a table")))
}

fn text(bytes: Vec<u8>) -> Result<String, StoreError> {
    String::from_utf8(bytes).map_err(|_| StoreError::Broken("a text in it is none".to_owned()))
}

/// A digest from the columns `tbl, last, at, body, people`.
fn digest(row: &Row) -> Result<Digest, StoreError> {
    let people: Option<Vec<Vec<u8>>> = row.get(4);
    let finished = people.map(|people| people.into_iter().map(text).collect()).transpose()?;
    Ok(Digest {
        table: table_id(row.get(0))?,
        last: row.get::<_, i64>(1) as u64,
        at: row.get::<_, i64>(2) as u64,
        body: text(row.get(3))?,
        finished,
    })
}

/// A time in milliseconds that the database can count with: three hundred years are for ever.
fn age(time: Duration) -> f64 {
    time.as_millis().min(300 * 365 * 86_400_000) as f64
}

/// Where keys end that begin with this.
fn end(prefix: &str) -> Vec<u8> {
    [prefix.as_bytes(), ABOVE].concat()
}

fn event(row: &Row) -> Result<Event, StoreError> {
    Ok(Event {
        seq: row.get::<_, i64>(0) as u64,
        at: row.get::<_, i64>(1) as u64,
        request: row.get::<_, Option<Vec<u8>>>(2).map(text).transpose()?,
        body: text(row.get(3))?,
    })
}

impl Store for Postgres {
    fn append(&self, append: Append) -> Answer<'_, Appended> {
        self.send(|answer| Job::Append(Box::new(append), answer))
    }

    fn events(&self, table: &TableId, after: u64, limit: usize) -> Answer<'_, Vec<Event>> {
        let table = table.clone();
        Box::pin(async move {
            let query = "SELECT seq, at, request, body FROM gloria.event
                         WHERE tbl = $1 AND seq > $2 ORDER BY seq LIMIT $3";
            loop {
                let rows = self.rows(query, &[&table.as_str(), &(after as i64), &(limit as i64)]).await?;
                let found = rows.iter().map(event).collect::<Result<Vec<_>, _>>()?;
                if !archive::is_missed(after, limit, &found) {
                    return Ok(found);
                }
                let packed = "SELECT body FROM gloria.archive WHERE tbl = $1 AND last > $2";
                let rows = self.rows(packed, &[&table.as_str(), &(after as i64)]).await?;
                match rows.first() {
                    Some(row) => {
                        return Ok(archive::joined(archive::unpack(row.get(0))?, after, limit, found));
                    }
                    None if found.is_empty() => return Ok(found),
                    // It was put there, or removed, between the two looks.
                    None => {}
                }
            }
        })
    }

    fn digests(&self, after: Option<&TableId>, limit: usize) -> Answer<'_, Vec<Digest>> {
        let after = after.map_or(String::new(), |id| id.as_str().to_owned());
        Box::pin(async move {
            let query =
                "SELECT tbl, last, at, body, people FROM gloria.digest WHERE tbl > $1 ORDER BY tbl LIMIT $2";
            self.rows(query, &[&after, &(limit as i64)]).await?.iter().map(digest).collect()
        })
    }

    fn digests_of(&self, tables: &[TableId]) -> Answer<'_, Vec<Digest>> {
        let names: Vec<String> = tables.iter().map(TableId::to_string).collect();
        Box::pin(async move {
            let query =
                "SELECT tbl, last, at, body, people FROM gloria.digest WHERE tbl = ANY ($1) ORDER BY tbl";
            self.rows(query, &[&names]).await?.iter().map(digest).collect()
        })
    }

    fn unfinished(&self, after: Option<&TableId>, limit: usize) -> Answer<'_, Vec<Digest>> {
        let after = after.map_or(String::new(), |id| id.as_str().to_owned());
        Box::pin(async move {
            let query = "SELECT tbl, last, at, body, people FROM gloria.unfinished($1, $2)";
            self.rows(query, &[&after, &(limit as i64)]).await?.iter().map(digest).collect()
        })
    }

    fn finished(&self, person: &str, limit: usize) -> Answer<'_, Vec<Digest>> {
        let person = person.to_owned();
        Box::pin(async move {
            let query = "SELECT digest.tbl, digest.last, digest.at, digest.body, digest.people
                         FROM gloria.finished JOIN gloria.digest ON digest.tbl = finished.tbl
                         WHERE finished.person = $1 ORDER BY finished.at DESC LIMIT $2";
            self.rows(query, &[&person.as_bytes(), &(limit as i64)]).await?.iter().map(digest).collect()
        })
    }

    fn archive(&self, standing: Standing, quiet: Duration, limit: usize) -> Answer<'_, Vec<TableId>> {
        Box::pin(self.pack(standing, quiet, limit))
    }

    fn remove_tables(&self, quiet: Duration, limit: usize) -> Answer<'_, Vec<TableId>> {
        Box::pin(self.remove(quiet, limit))
    }

    fn remove_table(&self, table: &TableId) -> Answer<'_, bool> {
        let table = table.clone();
        Box::pin(async move {
            let one = "SELECT tbl FROM gloria.digest WHERE tbl = $1 FOR UPDATE";
            Ok(!self.remove_found(one, &[&table.as_str()]).await?.is_empty())
        })
    }

    fn rewrite(
        &self,
        table: &TableId,
        events: Vec<Event>,
        digest: String,
        finished: Option<Vec<String>>,
    ) -> Answer<'_, bool> {
        Box::pin(self.write_anew(table.clone(), events, digest, finished))
    }

    fn note(&self, key: &str) -> Answer<'_, Option<String>> {
        let key = key.to_owned();
        Box::pin(async move {
            let rows = self.rows("SELECT value FROM gloria.note WHERE key = $1", &[&key.as_bytes()]).await?;
            rows.first().map(|row| text(row.get(0))).transpose()
        })
    }

    fn put_note(&self, key: &str, value: &str) -> Answer<'_, ()> {
        let (key, value) = (key.to_owned(), value.to_owned());
        Box::pin(async move {
            // Others are told of it by its key, if that is short enough to tell.
            let query = "WITH put AS (
                             INSERT INTO gloria.note (key, value, at) VALUES ($1, $2, gloria.now())
                             ON CONFLICT (key) DO UPDATE SET value = $2, at = excluded.at RETURNING 1
                         ) SELECT pg_notify('gloria', $3) FROM put WHERE $3 IS NOT NULL";
            let told = (key.len() < 1000 && !key.contains('\0')).then(|| format!("noted {key}"));
            let _ = self.change(query, &[&key.as_bytes(), &value.as_bytes(), &told]).await?;
            Ok(())
        })
    }

    fn put_note_lightly(&self, key: &str, value: &str) -> Answer<'_, ()> {
        let (key, value) = (key.to_owned(), value.to_owned());
        Box::pin(async move {
            // For this one transaction.
            let query = "INSERT INTO gloria.note (key, value, at)
                         SELECT $1, $2, gloria.now() FROM (SELECT set_config('synchronous_commit', 'off', true)) AS light
                         ON CONFLICT (key) DO UPDATE SET value = excluded.value, at = excluded.at";
            let _ = self.change(query, &[&key.as_bytes(), &value.as_bytes()]).await?;
            Ok(())
        })
    }

    fn put_note_unless(&self, key: &str, value: &str) -> Answer<'_, String> {
        let (key, value) = (key.to_owned(), value.to_owned());
        Box::pin(async move {
            // Whoever comes second writes nothing new, waits for the first, and reads what that one put.
            let query = "INSERT INTO gloria.note AS there (key, value, at) VALUES ($1, $2, gloria.now())
                         ON CONFLICT (key) DO UPDATE SET value = there.value RETURNING value";
            let rows = self.change(query, &[&key.as_bytes(), &value.as_bytes()]).await?;
            let row = rows.first().ok_or_else(|| StoreError::Broken("a note was not put".to_owned()))?;
            text(row.get(0))
        })
    }

    fn change_notes(&self, changes: Vec<NoteChange>) -> Answer<'_, bool> {
        Box::pin(notes::change(self, changes))
    }

    fn notes(&self, prefix: &str) -> Answer<'_, Vec<(String, String)>> {
        let prefix = prefix.to_owned();
        Box::pin(async move {
            let query = "SELECT key, value FROM gloria.note WHERE key >= $1 AND key < $2 ORDER BY key";
            let rows = self.rows(query, &[&prefix.as_bytes(), &end(&prefix)]).await?;
            rows.iter().map(|row| Ok((text(row.get(0))?, text(row.get(1))?))).collect()
        })
    }

    fn weight(&self, prefix: &str) -> Answer<'_, Weight> {
        let prefix = prefix.to_owned();
        Box::pin(async move {
            let query = "SELECT count(*), coalesce(sum(octet_length(value)), 0)::int8 FROM gloria.note
                         WHERE key >= $1 AND key < $2";
            let rows = self.rows(query, &[&prefix.as_bytes(), &end(&prefix)]).await?;
            let weigh =
                |row: &Row| Weight { count: row.get::<_, i64>(0) as u64, bytes: row.get::<_, i64>(1) as u64 };
            Ok(rows.first().map(weigh).unwrap_or_default())
        })
    }

    fn remove_notes(&self, prefix: &str, age: Duration) -> Answer<'_, u64> {
        let prefix = prefix.to_owned();
        Box::pin(async move {
            let query = "DELETE FROM gloria.note WHERE key >= $1 AND key < $2
                         AND at <= gloria.now() - $3::float8::int8 RETURNING 1";
            let gone = self.change(query, &[&prefix.as_bytes(), &end(&prefix), &self::age(age)]).await?;
            Ok(gone.len() as u64)
        })
    }

    fn check(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            let query = "INSERT INTO gloria.note (key, value, at) VALUES ('health', '', gloria.now())
                         ON CONFLICT (key) DO UPDATE SET at = excluded.at";
            let _ = self.change(query, &[]).await?;
            Ok(())
        })
    }

    fn watch(&self) -> Option<Watch> {
        self.listener.is_some().then(|| self.teller.watch())
    }

    fn thoughts(&self) -> Option<Arc<dyn Thoughts>> {
        // Whoever only reads can't claim.
        self.jobs.as_ref().map(|_| Arc::new(queue::Queue(self.pool.clone())) as Arc<dyn Thoughts>)
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            if self.jobs.is_some() {
                self.send(Job::Close).await?;
            }
            if let Some(listener) = &self.listener {
                listener.abort();
            }
            self.pool.close();
            Ok(())
        })
    }
}
