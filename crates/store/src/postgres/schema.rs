//! The shape of the database, and how older ones are brought up to it.
//!
//! Everything is in a schema of its own, `gloria`. Texts that the store does not look inside are kept as their bytes: PostgreSQL's own
//! texts can't hold every letter, and hang on the encoding and sorting of the database.

use tokio_postgres::{Client, Transaction};

use super::broken;
use crate::log::StoreError;

/// The oldest PostgreSQL that is known to work.
const OLDEST: i32 = 15;

/// Marks a database as ours.
const APPLICATION: &str = "gloria";

/// Whoever changes the shape holds this; "Glor".
const LOCK: i64 = 0x476c_6f72;

/// One step for each version, the first from nothing. Steps are never changed, only added; and each leaves what servers of the version
/// before need, for they run on while the first of the new ones starts.
const STEPS: &[&str] = &[
    include_str!("step1.sql"),
    include_str!("step2.sql"),
    include_str!("step3.sql"),
    include_str!("step4.sql"),
];

/// What is there.
enum Found {
    Nothing,
    Version(i32),
}

/// What is there now, if it is nobody else's.
async fn look(transaction: &Transaction<'_>) -> Result<Found, StoreError> {
    let row = transaction
        .query_one(
            "SELECT current_setting('server_version_num')::int4 / 10000, current_setting('server_version'),
                    (SELECT count(*) FROM pg_catalog.pg_class WHERE relnamespace = to_regnamespace('gloria')),
                    to_regclass('gloria.version') IS NOT NULL",
            &[],
        )
        .await
        .map_err(|error| broken(&error))?;
    let (major, full): (i32, String) = (row.get(0), row.get(1));
    if major < OLDEST {
        return Err(StoreError::Unfit(format!("it is PostgreSQL {full}: expected {OLDEST} or newer")));
    }
    let (things, version): (i64, bool) = (row.get(2), row.get(3));
    if things == 0 {
        return Ok(Found::Nothing);
    }
    let foreign = || {
        StoreError::Unfit(
            "its schema 'gloria' belongs to another program: expected a database written by gloria, or an empty one"
                .to_owned(),
        )
    };
    if !version {
        return Err(foreign());
    }
    // Another program may have a table of that name, with other columns.
    let text = transaction.query_one("SELECT row_to_json(version)::text FROM gloria.version", &[]).await;
    let row = text.map_err(|_| foreign())?;
    let found: serde_json::Value = serde_json::from_str(row.get(0)).map_err(|_| foreign())?;
    let number = found["number"].as_i64().filter(|_| found["application"] == APPLICATION);
    number.and_then(|number| i32::try_from(number).ok()).map(Found::Version).ok_or_else(foreign)
}

fn newer(version: i32) -> StoreError {
    let newest = STEPS.len();
    StoreError::Unfit(format!(
        "it has version {version}, written by a newer gloria: expected {newest} or older; bring this program up to date"
    ))
}

/// Whether the database can be used as it is. Whoever only reads changes nothing.
pub async fn fits(client: &mut Client) -> Result<(), StoreError> {
    let transaction =
        client.build_transaction().read_only(true).start().await.map_err(|error| broken(&error))?;
    match look(&transaction).await? {
        Found::Version(version) if version == STEPS.len() as i32 => Ok(()),
        Found::Version(version) if version > STEPS.len() as i32 => Err(newer(version)),
        Found::Version(version) => Err(StoreError::Unfit(format!(
            "it has version {version}, and this program reads version {}: let gloria serve bring it up to date first",
            STEPS.len()
        ))),
        Found::Nothing => Err(StoreError::Unfit("nothing of gloria is in it".to_owned())),
    }
}

/// Brings the database to the newest version, all or nothing; refuses those of others and of newer versions. Of many servers that start at
/// once one does it and the others wait.
pub async fn migrate(client: &mut Client) -> Result<(), StoreError> {
    let fault = |error: tokio_postgres::Error| StoreError::Unfit(super::told(&error));
    let transaction = client.transaction().await.map_err(fault)?;
    let _ = transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await.map_err(fault)?;
    let done = match look(&transaction).await? {
        Found::Nothing => 0,
        Found::Version(version) => version as usize,
    };
    let missing = STEPS.get(done..).ok_or_else(|| newer(done as i32))?;
    if missing.is_empty() {
        return Ok(());
    }
    for step in missing {
        transaction.batch_execute(step).await.map_err(fault)?;
    }
    let newest = STEPS.len() as i32;
    let _ = transaction
        .execute(
            "INSERT INTO gloria.version (application, number) VALUES ($1, $2)
             ON CONFLICT (application) DO UPDATE SET number = $2",
            &[&APPLICATION, &newest],
        )
        .await
        .map_err(fault)?;
    transaction.commit().await.map_err(fault)
}
