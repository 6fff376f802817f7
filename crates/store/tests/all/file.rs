//! What the store promises of its one file alone.

use gloria_store::{Appended, Sqlite, Store, StoreError};

use crate::place::{Folder, append, table};

#[tokio::test]
async fn a_backup_is_a_whole_store() {
    let folder = Folder::new("backup");
    let from = Sqlite::open(&folder.file("from")).unwrap();
    from.append(append("t", 0, None, &["a"])).await.unwrap();
    Sqlite::backup(&folder.file("from"), &folder.file("copy")).unwrap();
    assert!(Sqlite::backup(&folder.file("from"), &folder.file("copy")).is_err(), "it is there already");
    let copy = Sqlite::open(&folder.file("copy")).unwrap();
    assert_eq!(copy.events(&table("t"), 0, 10).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_lock_of_somebody_else_is_waited_for() {
    let folder = Folder::new("busy");
    let store = Sqlite::open(&folder.file("log")).unwrap();
    let other = rusqlite::Connection::open(folder.file("log")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE; DELETE FROM note").unwrap();
    let waiting = store.append(append("t", 0, None, &["a"]));
    let release = async {
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        other.execute_batch("COMMIT").unwrap();
    };
    let (written, ()) = tokio::join!(waiting, release);
    assert_eq!(written, Ok(Appended::Written(1)));
}

#[tokio::test]
async fn a_file_that_goes_away_is_noticed_and_nothing_more_is_acknowledged() {
    for gone in ["log", "log-wal"] {
        let folder = Folder::new(&format!("gone-{gone}"));
        let store = Sqlite::open(&folder.file("log")).unwrap();
        store.append(append("t", 0, None, &["a"])).await.unwrap();
        store.check().await.unwrap();
        std::fs::remove_file(folder.file(gone)).unwrap();
        let late = store.append(append("t", 1, None, &["b"])).await;
        assert!(matches!(late, Err(StoreError::Broken(ref why)) if why.contains("removed")), "{late:?}");
        assert!(store.check().await.is_err() && store.put_note("k", "v").await.is_err());
        // Another file of the same name is not the one that was opened.
        std::fs::write(folder.file(gone), "").unwrap();
        assert!(store.append(append("t", 1, None, &["b"])).await.is_err());
    }
}

#[tokio::test]
async fn a_second_server_on_one_file_is_refused_until_the_first_has_gone() {
    let folder = Folder::new("alone");
    let first = Sqlite::open_alone(&folder.file("log")).unwrap();
    let second = Sqlite::open_alone(&folder.file("log"));
    assert!(second.unwrap_err().to_string().contains("another server already uses"));
    drop(first);
    Sqlite::open_alone(&folder.file("log")).unwrap();
}

#[tokio::test]
async fn whoever_only_reads_writes_nothing_and_waits_for_nobody() {
    let folder = Folder::new("reader");
    let first = Sqlite::open_alone(&folder.file("log")).unwrap();
    first.append(append("t", 0, None, &["a"])).await.unwrap();
    // Even while somebody else holds the right to write.
    let other = rusqlite::Connection::open(folder.file("log")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let reader = Sqlite::open_to_read(&folder.file("log")).unwrap();
    assert_eq!(reader.events(&table("t"), 0, 10).await.unwrap().len(), 1);
    assert_eq!(reader.put_note("k", "v").await, Err(StoreError::Closed));
    assert!(Sqlite::open_to_read(&folder.file("nothing")).is_err());
    assert!(!folder.file("nothing").exists());
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_may_read_the_files_and_a_clean_stop_leaves_everything_in_the_one() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("modes");
    // A file of an earlier version, open to everybody.
    std::fs::write(folder.file("log"), "").unwrap();
    std::fs::set_permissions(folder.file("log"), std::fs::Permissions::from_mode(0o644)).unwrap();
    let store = Sqlite::open_alone(&folder.file("log")).unwrap();
    store.append(append("t", 0, None, &["a"])).await.unwrap();
    store.events(&table("t"), 0, 1).await.unwrap();
    Sqlite::backup(&folder.file("log"), &folder.file("copy")).unwrap();
    for name in ["log", "log-wal", "log-shm", "log.lock", "copy"] {
        let mode = std::fs::metadata(folder.file(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{name}: {mode:o}");
    }
    store.close().await.unwrap();
    // SQLite takes the empty file away itself where nobody else has it open.
    let left = std::fs::metadata(folder.file("log-wal")).map_or(0, |left| left.len());
    assert_eq!(left, 0, "nothing is left beside the file");
    assert_eq!(store.append(append("t", 1, None, &["b"])).await, Err(StoreError::Closed));
    // The one file alone is the whole store.
    std::fs::copy(folder.file("log"), folder.file("alone")).unwrap();
    let copy = Sqlite::open(&folder.file("alone")).unwrap();
    assert_eq!(copy.events(&table("t"), 0, 10).await.unwrap().len(), 1);
}
