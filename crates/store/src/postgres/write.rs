//! The one task that writes events.
//!
//! It takes everything that is waiting, writes it in one transaction by one call, and only when that is committed answers each writer:
//! under load many appends share one round trip, one wait for the disk and one turn among those who notify.

use deadpool_postgres::Pool;
use tokio::sync::mpsc;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::{broken, refused};
use crate::log::{Append, Appended, StoreError};
use crate::reply::{Reply, answer};
use crate::thoughts::{Lane, Thinking};

/// The most appends in one transaction. PostgreSQL keeps so many of a transaction's parts where everybody finds them quickly.
const GROUP: usize = 64;

/// Something to be written.
pub enum Job {
    /// Events.
    Append(Box<Append>, Reply<Appended>),
    /// Nothing more; answered when everything before it is written.
    Close(Reply<()>),
}

/// The writer's life: until it is closed or nobody can send to it any more.
pub async fn write_all(pool: Pool, mut waiting: mpsc::Receiver<Job>) {
    let mut jobs = Vec::new();
    while waiting.recv_many(&mut jobs, GROUP).await > 0 {
        let mut group = Vec::new();
        let mut closing = Vec::new();
        for job in jobs.drain(..) {
            match job {
                Job::Append(_, reply) if !closing.is_empty() => answer(reply, Err(StoreError::Closed)),
                Job::Append(append, reply) => group.push((*append, reply)),
                Job::Close(reply) => closing.push(reply),
            }
        }
        if !group.is_empty() {
            write_group(&pool, group).await;
        }
        if !closing.is_empty() {
            waiting.close();
            while let Some(job) = waiting.recv().await {
                match job {
                    Job::Append(_, reply) => answer(reply, Err(StoreError::Closed)),
                    Job::Close(reply) => closing.push(reply),
                }
            }
            for reply in closing {
                answer(reply, Ok(()));
            }
            return;
        }
    }
}

/// Writes a group in one transaction, and tells everyone how it went.
async fn write_group(pool: &Pool, mut group: Vec<(Append, Reply<Appended>)>) {
    // All servers lock tables in the same order, so that none waits for another in a circle. Those of one table stay in theirs.
    group.sort_by(|(one, _), (other, _)| one.table.cmp(&other.table));
    let (appends, replies): (Vec<Append>, Vec<Reply<Appended>>) = group.into_iter().unzip();
    match write(pool, &appends).await {
        Ok(told) => replies.into_iter().zip(told).for_each(|(reply, told)| answer(reply, told)),
        Err(fault) => replies.into_iter().for_each(|reply| answer(reply, Err(fault.clone()))),
    }
}

/// A group of appends as the lists that the database takes.
#[derive(Default)]
struct Lists<'a> {
    tables: Vec<&'a str>,
    expected: Vec<i64>,
    requests: Vec<Option<&'a [u8]>>,
    at: Vec<i64>,
    digests: Vec<&'a [u8]>,
    ends: Vec<i32>,
    bodies: Vec<&'a [u8]>,
    done: Vec<bool>,
    people_ends: Vec<i32>,
    people: Vec<&'a [u8]>,
    moved: Vec<Option<i64>>,
    ranks: Vec<Option<i16>>,
    long: Vec<Option<bool>>,
    owners: Vec<Option<&'a [u8]>>,
    pace: Vec<Option<i64>>,
    users: Vec<&'a [u8]>,
    took: Vec<i64>,
}

impl<'a> Lists<'a> {
    fn put(&mut self, append: &'a Append) {
        self.tables.push(append.table.as_str());
        self.expected.push(append.expected as i64);
        self.requests.push(append.request.as_ref().map(String::as_bytes));
        self.at.push(append.at as i64);
        self.digests.push(append.digest.as_bytes());
        self.bodies.extend(append.events.iter().map(String::as_bytes));
        self.ends.push(self.bodies.len() as i32);
        self.people.extend(append.finished.iter().flatten().map(String::as_bytes));
        self.people_ends.push(self.people.len() as i32);
        self.done.push(append.finished.is_some());
        self.put_thinking(append.thinking.as_ref());
    }

    fn put_thinking(&mut self, thinking: Option<&'a Thinking>) {
        let owed = thinking.and_then(|thinking| thinking.owed.as_ref());
        self.moved.push(thinking.map(|thinking| thinking.moved as i64));
        self.ranks.push(owed.map(|owed| owed.rank.number()));
        self.long.push(owed.map(|owed| owed.lane == Lane::Long));
        self.owners.push(owed.map(|owed| owed.owner.as_bytes()));
        self.pace.push(owed.map(|owed| owed.pace.as_millis() as i64));
        if let Some((owner, took)) = thinking.and_then(|thinking| thinking.used.as_ref()) {
            self.users.push(owner.as_bytes());
            self.took.push(took.as_millis() as i64);
        }
    }
}

async fn write(pool: &Pool, appends: &[Append]) -> Result<Vec<Result<Appended, StoreError>>, StoreError> {
    let client = pool.get().await.map_err(refused)?;
    let statement = client
        .prepare_cached(
            "SELECT outcome, told, why FROM gloria.append(
                $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)",
        )
        .await
        .map_err(|error| broken(&error))?;
    let mut lists = Lists::default();
    for append in appends {
        lists.put(append);
    }
    let Lists { tables, expected, requests, at, digests, ends, bodies, done, people_ends, people, .. } =
        &lists;
    let Lists { moved, ranks, long, owners, pace, users, took, .. } = &lists;
    let values: [&(dyn ToSql + Sync); 17] = [
        tables,
        expected,
        requests,
        at,
        digests,
        ends,
        bodies,
        done,
        people_ends,
        people,
        moved,
        ranks,
        long,
        owners,
        pace,
        users,
        took,
    ];
    let rows = client.query(&statement, &values).await.map_err(|error| broken(&error))?;
    if rows.len() != appends.len() {
        return Err(StoreError::Broken(format!("{} answers to {} appends", rows.len(), appends.len())));
    }
    Ok(rows.iter().map(outcome).collect())
}

fn outcome(row: &Row) -> Result<Appended, StoreError> {
    let seq = row.get::<_, i64>(1) as u64;
    match row.get::<_, i32>(0) {
        0 => Ok(Appended::Written(seq)),
        1 => Ok(Appended::Repeated(seq)),
        2 => Ok(Appended::Stale(seq)),
        _ => Err(StoreError::Broken(row.get::<_, Option<String>>(2).unwrap_or_default())),
    }
}
