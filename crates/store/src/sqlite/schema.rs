//! The shape of the file, and how older files are brought up to it.

use rusqlite::Connection;

use super::write::told;
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
", "
    -- Who wants to find a finished table again; nothing while it is live. Older digests say so in their own words.
    ALTER TABLE digest ADD COLUMN people TEXT;
    UPDATE digest SET people = coalesce(json_extract(body, '$.guests'), '[]')
        WHERE CASE WHEN json_valid(body) THEN coalesce(json_extract(body, '$.over'), 0) ELSE 0 END = 1;
    CREATE INDEX digest_live ON digest (tbl) WHERE people IS NULL;
    CREATE TABLE finished (
        person TEXT    NOT NULL,
        tbl    TEXT    NOT NULL,
        at     INTEGER NOT NULL,
        PRIMARY KEY (person, tbl)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX finished_at ON finished (person, at);
    CREATE INDEX finished_tbl ON finished (tbl);
    INSERT OR IGNORE INTO finished
        SELECT each.value, digest.tbl, digest.at FROM digest, json_each(coalesce(digest.people, '[]')) AS each
        WHERE each.type = 'text';
    -- When a note was put last, so that old ones can go.
    ALTER TABLE note ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
    UPDATE note SET at = unixepoch() * 1000;
", "
    -- Logs of tables that have been quiet for long: packed, up to the seq `last`; what came later is among the events.
    CREATE TABLE archive (
        tbl  TEXT    NOT NULL PRIMARY KEY,
        last INTEGER NOT NULL,
        body BLOB    NOT NULL
    ) STRICT;
"];

fn pragma(connection: &Connection, name: &str) -> Result<i32, rusqlite::Error> {
    connection.pragma_query_value(None, name, |row| row.get(0))
}

/// Whether a file is ours, of whatever version.
pub fn is_ours(connection: &Connection) -> Result<(), StoreError> {
    match pragma(connection, "application_id") {
        Ok(APPLICATION) => Ok(()),
        Ok(_) => Err(StoreError::Unfit(
            "it belongs to another program: expected a file written by gloria".to_owned(),
        )),
        Err(error) => Err(StoreError::Unfit(told(&error))),
    }
}

/// Whether a file can be read as it is: ours, and of the newest version. Whoever only reads changes nothing.
pub fn fits(connection: &Connection) -> Result<(), StoreError> {
    is_ours(connection)?;
    match pragma(connection, "user_version") {
        Ok(version) if version == STEPS.len() as i32 => Ok(()),
        Ok(version) => Err(StoreError::Unfit(format!(
            "it has version {version}, and this program reads version {}: let gloria serve bring it up to date first",
            STEPS.len()
        ))),
        Err(error) => Err(StoreError::Unfit(told(&error))),
    }
}

/// Brings the file to the newest version, each step all or nothing; refuses files of others and of newer versions.
pub fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let unfit = |why: String| StoreError::Unfit(why);
    let broken = |error: rusqlite::Error| StoreError::Unfit(told(&error));
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
    fn tables_of_an_older_file_are_found_by_their_people_once_they_are_over() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(STEPS[0]).unwrap();
        connection
            .execute_batch(
                "INSERT INTO digest VALUES ('over', 3, 7, '{\"over\":true,\"guests\":[\"ann\",\"bob\"]}');
                 INSERT INTO digest VALUES ('live', 3, 7, '{\"over\":false,\"guests\":[\"ann\"]}');
                 INSERT INTO digest VALUES ('odd', 3, 7, 'no JSON at all');",
            )
            .unwrap();
        connection.pragma_update(None, "application_id", APPLICATION).unwrap();
        connection.pragma_update(None, "user_version", 1).unwrap();
        migrate(&mut connection).unwrap();
        let texts = |query: &str| -> Vec<String> {
            let mut statement = connection.prepare(query).unwrap();
            statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
        };
        assert_eq!(texts("SELECT tbl FROM digest WHERE people IS NULL ORDER BY tbl"), ["live", "odd"]);
        assert_eq!(texts("SELECT person FROM finished WHERE tbl = 'over' ORDER BY person"), ["ann", "bob"]);
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
