//! The shape of the file, and how older files are brought up to it.

use rusqlite::Connection;

use crate::log::StoreError;

/// Marks a file as ours: "Glor".
const APPLICATION: i32 = 0x476c_6f72;

/// One step for each version, the first from an empty file. Steps are never changed, only added.
const STEPS: &[&str] = &["
    CREATE TABLE event (
        tbl     TEXT    NOT NULL,
        seq     INTEGER NOT NULL CHECK (seq > 0),
        at      INTEGER NOT NULL,
        request TEXT,
        body    TEXT    NOT NULL,
        PRIMARY KEY (tbl, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX event_request ON event (tbl, request) WHERE request IS NOT NULL;
    CREATE TABLE digest (
        tbl  TEXT    NOT NULL PRIMARY KEY,
        last INTEGER NOT NULL,
        at   INTEGER NOT NULL,
        body TEXT    NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE note (
        key   TEXT NOT NULL PRIMARY KEY,
        value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
"];

fn pragma(connection: &Connection, name: &str) -> Result<i32, rusqlite::Error> {
    connection.pragma_query_value(None, name, |row| row.get(0))
}

/// Brings the file to the newest version, each step all or nothing; refuses files of others and of newer versions.
pub fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let unfit = |why: String| StoreError::Unfit(why);
    let broken = |error: rusqlite::Error| StoreError::Unfit(error.to_string());
    let transaction =
        connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).map_err(broken)?;
    let version = pragma(&transaction, "user_version").map_err(broken)?;
    let application = pragma(&transaction, "application_id").map_err(broken)?;
    let tables: i64 =
        transaction.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(broken)?;
    if application != APPLICATION && (application != 0 || tables > 0) {
        return Err(unfit("it belongs to another program: expected a file written by gloria".to_owned()));
    }
    let done = usize::try_from(version).unwrap_or(usize::MAX);
    let Some(missing) = STEPS.get(done..) else {
        let newest = STEPS.len();
        return Err(unfit(format!("it has version {version}: expected {newest} or older")));
    };
    for step in missing {
        transaction.execute_batch(step).map_err(broken)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION).map_err(broken)?;
    transaction.pragma_update(None, "user_version", STEPS.len() as i32).map_err(broken)?;
    transaction.commit().map_err(broken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_file_becomes_ours_and_stays_so() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        migrate(&mut connection).unwrap();
        assert_eq!(pragma(&connection, "user_version").unwrap(), STEPS.len() as i32);
    }

    #[test]
    fn files_of_others_and_of_newer_versions_are_refused() {
        let mut other = Connection::open_in_memory().unwrap();
        other.execute_batch("CREATE TABLE recipes (name TEXT)").unwrap();
        assert!(migrate(&mut other).unwrap_err().to_string().contains("another program"));
        let mut newer = Connection::open_in_memory().unwrap();
        migrate(&mut newer).unwrap();
        newer.pragma_update(None, "user_version", 99).unwrap();
        assert!(migrate(&mut newer).unwrap_err().to_string().contains("version 99"));
    }
}
