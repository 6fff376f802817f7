//! What is to be thought, in the database.

use std::time::Duration;

use deadpool_postgres::Pool;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::{broken, refused, table_id, text};
use crate::log::{Answer, StoreError, TableId};
use crate::thoughts::{
    Ask, Asked, Claim, InLine, Lane, Leave, MOST, MOST_EACH, Owed, Rank, Thoughts, Waiting, What,
};

/// The queue of a PostgreSQL database.
#[derive(Clone)]
pub struct Queue(pub Pool);

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX / 2).min(i64::MAX / 2)
}

fn what(text: &str) -> Result<What, StoreError> {
    What::read(text).ok_or_else(|| StoreError::Broken(format!("nobody knows how to think '{text}'")))
}

fn claimed(row: &Row) -> Result<Claim, StoreError> {
    Ok(Claim {
        table: table_id(row.get(0))?,
        what: what(row.get(1))?,
        seq: row.get::<_, i64>(2) as u64,
        lane: if row.get(3) { Lane::Long } else { Lane::Short },
        owner: text(row.get(4))?,
        early: Duration::from_millis(row.get::<_, i64>(5).max(0) as u64),
    })
}

fn in_line(row: &Row) -> Result<InLine, StoreError> {
    Ok(InLine {
        table: table_id(row.get(0))?,
        what: what(row.get(1))?,
        seq: row.get::<_, i64>(2) as u64,
        place: row.get::<_, i64>(3) as u64,
        answer: row.get::<_, Option<Vec<u8>>>(4).map(text).transpose()?,
    })
}

/// Of what nobody has, the most urgent; then whose account has used least lately; then the oldest.
const CLAIM: &str = "WITH next AS (
        SELECT waits.tbl, waits.what FROM gloria.thought AS waits LEFT JOIN gloria.used USING (owner)
        WHERE answer IS NULL AND (lease IS NULL OR lease < clock_timestamp()) AND (NOT long OR $3)
            AND NOT $1 = ANY (refused)
        ORDER BY rank, gloria.lately(ms, at), asked LIMIT 1
        FOR UPDATE OF waits SKIP LOCKED
    )
    UPDATE gloria.thought AS taken SET worker = $1, lease = clock_timestamp() + $2 * interval '1 ms'
    FROM next WHERE taken.tbl = next.tbl AND taken.what = next.what
    RETURNING taken.tbl, taken.what, seq, long, owner,
        (1000 * extract(epoch FROM due - clock_timestamp()))::int8";

/// The places of hints are among all that waits, in the order of claims.
const LINE: &str = "
    SELECT tbl, what, seq, CASE WHEN free THEN place ELSE 0 END, answer FROM (
        SELECT *, row_number() OVER (PARTITION BY free ORDER BY rank, lately, asked) AS place FROM (
            SELECT tbl, what, seq, rank, asked, answer, gloria.lately(ms, at) AS lately,
                answer IS NULL AND (worker IS NULL OR lease < clock_timestamp()) AS free
            FROM gloria.thought LEFT JOIN gloria.used USING (owner)
        ) AS every
    ) AS placed WHERE tbl = ANY ($1) AND what <> 'move'";

impl Queue {
    async fn rows(&self, query: &str, values: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, StoreError> {
        let client = self.0.get().await.map_err(refused)?;
        let statement = client.prepare_cached(query).await.map_err(|error| broken(&error))?;
        client.query(&statement, values).await.map_err(|error| broken(&error))
    }
}

impl Thoughts for Queue {
    fn claim(&self, worker: &str, longest: Lane, lease: Duration) -> Answer<'_, Option<Claim>> {
        let worker = worker.to_owned();
        Box::pin(async move {
            let rows =
                self.rows(CLAIM, &[&worker, &(millis(lease) as f64), &(longest == Lane::Long)]).await?;
            rows.first().map(claimed).transpose()
        })
    }

    fn beat(&self, worker: &str, threads: usize, lease: Duration, held: &[Claim]) -> Answer<'_, ()> {
        let worker = worker.to_owned();
        let tables: Vec<String> = held.iter().map(|claim| claim.table.to_string()).collect();
        let whats: Vec<String> = held.iter().map(|claim| claim.what.write()).collect();
        let seqs: Vec<i64> = held.iter().map(|claim| claim.seq as i64).collect();
        Box::pin(async move {
            let query = "SELECT gloria.beat($1, $2, $3, $4, $5, $6)";
            let values: &[&(dyn ToSql + Sync)] =
                &[&worker, &(threads as i32), &millis(lease), &tables, &whats, &seqs];
            self.rows(query, values).await.map(drop)
        })
    }

    fn rest(&self, worker: &str) -> Answer<'_, ()> {
        let worker = worker.to_owned();
        Box::pin(async move { self.rows("SELECT gloria.rest($1)", &[&worker]).await.map(drop) })
    }

    fn leave(&self, worker: &str, claim: &Claim, how: Leave) -> Answer<'_, ()> {
        let (worker, claim) = (worker.to_owned(), claim.clone());
        Box::pin(async move {
            let (table, what, seq) = (claim.table.as_str(), claim.what.write(), claim.seq as i64);
            let own = "WHERE tbl = $1 AND what = $2 AND seq = $3 AND worker = $4";
            let done = match how {
                Leave::Gone => {
                    let query = format!(
                        "WITH gone AS (DELETE FROM gloria.thought {own} RETURNING tbl)
                         SELECT pg_notify('gloria', 'hint ' || tbl) FROM gone"
                    );
                    self.rows(&query, &[&table, &what, &seq, &worker]).await
                }
                Leave::ToOthers => {
                    let query = format!(
                        "WITH left_to AS (
                            UPDATE gloria.thought SET worker = NULL, lease = NULL, refused = refused || $4 {own} RETURNING tbl)
                         SELECT pg_notify('gloria', 'thoughts wait') FROM left_to"
                    );
                    self.rows(&query, &[&table, &what, &seq, &worker]).await
                }
                Leave::Later(after) => {
                    let query = format!(
                        "UPDATE gloria.thought SET worker = NULL, lease = clock_timestamp() + $5 * interval '1 ms' {own}"
                    );
                    self.rows(&query, &[&table, &what, &seq, &worker, &(millis(after) as f64)]).await
                }
            };
            done.map(drop)
        })
    }

    fn answer(&self, worker: &str, claim: &Claim, text: &str, took: Duration) -> Answer<'_, bool> {
        let (worker, claim, text) = (worker.to_owned(), claim.clone(), text.to_owned());
        Box::pin(async move {
            let query = "
                WITH told AS (
                    UPDATE gloria.thought SET answer = $5, worker = NULL, lease = NULL
                    WHERE tbl = $1 AND what = $2 AND seq = $3 AND worker = $4 RETURNING tbl, owner)
                SELECT pg_notify('gloria', 'hint ' || tbl), gloria.charge(ARRAY[owner], ARRAY[$6::int8]) FROM told";
            let (table, what, seq) = (claim.table.as_str(), claim.what.write(), claim.seq as i64);
            let values: &[&(dyn ToSql + Sync)] =
                &[&table, &what, &seq, &worker, &text.as_bytes(), &millis(took)];
            Ok(!self.rows(query, values).await?.is_empty())
        })
    }

    fn ask(&self, ask: Ask) -> Answer<'_, Asked> {
        Box::pin(async move {
            let (table, what, seq) = (ask.table.as_str(), ask.what.write(), ask.seq as i64);
            let query = "SELECT gloria.ask($1, $2, $3, $4, $5, $6, $7)";
            let (rank, owner) = (Rank::Person.number(), ask.owner.as_bytes());
            let values: &[&(dyn ToSql + Sync)] =
                &[&table, &what, &seq, &rank, &owner, &(MOST as i64), &(MOST_EACH as i64)];
            match self.rows(query, values).await?.first().map(|row| row.get::<_, i32>(0)) {
                Some(0) => Ok(Asked::Waits),
                Some(1) => Ok(Asked::Before),
                Some(2) => Ok(Asked::Full),
                other => Err(StoreError::Broken(format!("asking was answered {other:?}"))),
            }
        })
    }

    fn owe(&self, table: &TableId, moved: u64, owed: Owed) -> Answer<'_, ()> {
        let table = table.clone();
        Box::pin(async move {
            let query = "
                WITH owes AS (
                    INSERT INTO gloria.thought AS owed (tbl, what, seq, rank, long, owner, due)
                    VALUES ($1, 'move', $2, $3, $4, $5, clock_timestamp())
                    ON CONFLICT (tbl, what) DO UPDATE
                    SET seq = excluded.seq, due = excluded.due, worker = NULL, lease = NULL, refused = '{}'
                    WHERE owed.seq < excluded.seq RETURNING 1)
                SELECT pg_notify('gloria', 'thoughts wait') FROM owes";
            let (rank, long) = (owed.rank.number(), owed.lane == Lane::Long);
            let values: &[&(dyn ToSql + Sync)] =
                &[&table.as_str(), &(moved as i64), &rank, &long, &owed.owner.as_bytes()];
            self.rows(query, values).await.map(drop)
        })
    }

    fn line(&self, tables: &[TableId]) -> Answer<'_, Vec<InLine>> {
        let names: Vec<String> = tables.iter().map(TableId::to_string).collect();
        Box::pin(async move { self.rows(LINE, &[&names]).await?.iter().map(in_line).collect() })
    }

    fn thinkers(&self, within: Duration) -> Answer<'_, u64> {
        Box::pin(async move {
            let query =
                "SELECT count(*) FROM gloria.thinker WHERE seen > clock_timestamp() - $1 * interval '1 ms'";
            let rows = self.rows(query, &[&(millis(within) as f64)]).await?;
            Ok(rows.first().map_or(0, |row| row.get::<_, i64>(0) as u64))
        })
    }

    fn waiting(&self) -> Answer<'_, Waiting> {
        Box::pin(async move {
            let query = "SELECT count(*), coalesce(1000 * extract(epoch FROM clock_timestamp() - min(due)), 0)::int8
                         FROM gloria.thought WHERE answer IS NULL AND (lease IS NULL OR lease < clock_timestamp())";
            let rows = self.rows(query, &[]).await?;
            let told = |row: &Row| Waiting {
                number: row.get::<_, i64>(0) as u64,
                oldest: Duration::from_millis(row.get::<_, i64>(1).max(0) as u64),
            };
            Ok(rows.first().map(told).unwrap_or_default())
        })
    }
}
