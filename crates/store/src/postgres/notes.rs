//! Several notes changed in one transaction.

use tokio_postgres::Transaction;

use super::{Postgres, broken, refused};
use crate::log::StoreError;
use crate::note::{Expected, NoteChange};

/// Changes them all, or none where one is not as it has to be.
pub async fn change(store: &Postgres, mut changes: Vec<NoteChange>) -> Result<bool, StoreError> {
    if store.jobs.as_ref().is_none_or(tokio::sync::mpsc::Sender::is_closed) {
        return Err(StoreError::Closed);
    }
    // All servers lock notes in the same order, so that none waits for another in a circle.
    changes.sort_by(|one, other| one.key.cmp(&other.key));
    let mut client = store.pool.get().await.map_err(refused)?;
    let transaction = client.transaction().await.map_err(|error| broken(&error))?;
    lock_missing(&transaction, &changes).await.map_err(|error| broken(&error))?;
    for one in &changes {
        if !change_one(&transaction, one).await.map_err(|error| broken(&error))? {
            transaction.rollback().await.map_err(|error| broken(&error))?;
            return Ok(false);
        }
    }
    transaction.commit().await.map_err(|error| broken(&error))?;
    Ok(true)
}

/// A note that is not there can't be locked as one that is: whoever wants it to be missing, and whoever may put it, take a lock on its name
/// first, all in the same order, and hold it to the end.
async fn lock_missing(
    transaction: &Transaction<'_>,
    changes: &[NoteChange],
) -> Result<(), tokio_postgres::Error> {
    let may_be_missing = |change: &&NoteChange| match change.expected {
        Expected::Nothing => true,
        Expected::Anything => change.value.is_some(),
        Expected::This(_) => false,
    };
    let names: Vec<&[u8]> =
        changes.iter().filter(may_be_missing).map(|change| change.key.as_bytes()).collect();
    if !names.is_empty() {
        let lock = "SELECT pg_advisory_xact_lock(number) FROM (
                        SELECT DISTINCT hashtextextended(encode(name, 'hex'), 0) AS number
                        FROM unnest($1::bytea[]) AS name ORDER BY number
                    ) AS ordered";
        let _ = transaction.query(lock, &[&names]).await?;
    }
    Ok(())
}

/// Changes one, if it is as it has to be. Whoever comes second waits for the first and then sees what that one wrote.
async fn change_one(
    transaction: &Transaction<'_>,
    NoteChange { key, expected, value }: &NoteChange,
) -> Result<bool, tokio_postgres::Error> {
    let key = key.as_bytes();
    let done = match (expected, value.as_deref().map(str::as_bytes)) {
        (Expected::Anything, Some(value)) => {
            let put = "INSERT INTO gloria.note (key, value, at) VALUES ($1, $2, gloria.now())
                       ON CONFLICT (key) DO UPDATE SET value = $2, at = excluded.at";
            transaction.execute(put, &[&key, &value]).await?
        }
        (Expected::Anything, None) => {
            let _ = transaction.execute("DELETE FROM gloria.note WHERE key = $1", &[&key]).await?;
            1
        }
        (Expected::Nothing, Some(value)) => {
            let add = "INSERT INTO gloria.note (key, value, at) VALUES ($1, $2, gloria.now())
                       ON CONFLICT (key) DO NOTHING";
            transaction.execute(add, &[&key, &value]).await?
        }
        (Expected::Nothing, None) => {
            let there = "SELECT 1 FROM gloria.note WHERE key = $1 FOR UPDATE";
            u64::from(transaction.query(there, &[&key]).await?.is_empty())
        }
        (Expected::This(old), Some(value)) => {
            let swap = "UPDATE gloria.note SET value = $3, at = gloria.now() WHERE key = $1 AND value = $2";
            transaction.execute(swap, &[&key, &old.as_bytes(), &value]).await?
        }
        (Expected::This(old), None) => {
            let remove = "DELETE FROM gloria.note WHERE key = $1 AND value = $2";
            transaction.execute(remove, &[&key, &old.as_bytes()]).await?
        }
    };
    Ok(done == 1)
}
