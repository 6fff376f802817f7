//! The one task that writes events.
//!
//! It takes everything that is waiting, writes it in one transaction by one call, and only when that is committed answers each writer:
//! under load many appends share one round trip, one wait for the disk and one turn among those who notify.

use deadpool_postgres::Pool;
use tokio::sync::mpsc;
use tokio_postgres::Row;

use super::{broken, refused};
use crate::log::{Append, Appended, StoreError};
use crate::reply::{Reply, answer};

/// The most appends in one transaction. PostgreSQL keeps so many of a transaction's parts where everybody finds them quickly.
const GROUP: usize = 64;

/// Something to be written.
pub enum Job {
    /// Events.
    Append(Append, Reply<Appended>),
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
                Job::Append(append, reply) => group.push((append, reply)),
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

async fn write(pool: &Pool, appends: &[Append]) -> Result<Vec<Result<Appended, StoreError>>, StoreError> {
    let client = pool.get().await.map_err(refused)?;
    let statement = client
        .prepare_cached(
            "SELECT outcome, told, why FROM gloria.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        )
        .await
        .map_err(|error| broken(&error))?;
    let tables: Vec<&str> = appends.iter().map(|append| append.table.as_str()).collect();
    let expected: Vec<i64> = appends.iter().map(|append| append.expected as i64).collect();
    let requests: Vec<Option<&[u8]>> =
        appends.iter().map(|append| append.request.as_ref().map(String::as_bytes)).collect();
    let at: Vec<i64> = appends.iter().map(|append| append.at as i64).collect();
    let digests: Vec<&[u8]> = appends.iter().map(|append| append.digest.as_bytes()).collect();
    let (mut ends, mut bodies) = (Vec::new(), Vec::new());
    let (mut done, mut people_ends, mut people) = (Vec::new(), Vec::new(), Vec::new());
    for append in appends {
        bodies.extend(append.events.iter().map(String::as_bytes));
        ends.push(bodies.len() as i32);
        people.extend(append.finished.iter().flatten().map(String::as_bytes));
        people_ends.push(people.len() as i32);
        done.push(append.finished.is_some());
    }
    let rows = client
        .query(
            &statement,
            &[&tables, &expected, &requests, &at, &digests, &ends, &bodies, &done, &people_ends, &people],
        )
        .await
        .map_err(|error| broken(&error))?;
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
