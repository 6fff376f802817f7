//! What the store promises, on real files.

use std::path::PathBuf;
use std::sync::Arc;

use gloria_store::{Append, Appended, Sqlite, Store, StoreError, TableId};

/// A file in a folder of its own that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("gloria-store-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn table(name: &str) -> TableId {
    TableId::new(name).unwrap()
}

fn append(name: &str, expected: u64, request: Option<&str>, events: &[&str]) -> Append {
    Append {
        table: table(name),
        expected,
        request: request.map(str::to_owned),
        at: 7,
        events: events.iter().map(|event| (*event).to_owned()).collect(),
        digest: format!("after {}", events.last().unwrap()),
        finished: None,
    }
}

#[tokio::test]
async fn events_are_kept_in_order_and_survive_reopening() {
    let folder = Folder::new("order");
    {
        let store = Sqlite::open(&folder.file("log")).unwrap();
        assert_eq!(store.append(append("t", 0, None, &["a", "b"])).await, Ok(Appended::Written(2)));
        assert_eq!(store.append(append("t", 2, None, &["c"])).await, Ok(Appended::Written(3)));
        store.put_note("key", "one").await.unwrap();
        store.put_note("key", "two").await.unwrap();
    }
    let store = Sqlite::open(&folder.file("log")).unwrap();
    let events = store.events(&table("t"), 1, 10).await.unwrap();
    let bodies: Vec<_> = events.iter().map(|event| (event.seq, event.body.as_str())).collect();
    assert_eq!(bodies, [(2, "b"), (3, "c")]);
    let digests = store.digests(None, 10).await.unwrap();
    assert_eq!((digests[0].last, digests[0].body.as_str()), (3, "after c"));
    assert_eq!(store.note("key").await.unwrap().as_deref(), Some("two"));
    assert_eq!(store.note("other").await.unwrap(), None);
    store.check().await.unwrap();
}

#[tokio::test]
async fn a_stale_append_and_a_repeated_request_write_nothing() {
    let folder = Folder::new("stale");
    let store = Sqlite::open(&folder.file("log")).unwrap();
    assert_eq!(store.append(append("t", 0, Some("r1"), &["a"])).await, Ok(Appended::Written(1)));
    assert_eq!(store.append(append("t", 0, None, &["x"])).await, Ok(Appended::Stale(1)));
    assert_eq!(store.append(append("t", 5, None, &["x"])).await, Ok(Appended::Stale(1)));
    assert_eq!(store.append(append("t", 1, Some("r1"), &["a"])).await, Ok(Appended::Repeated(1)));
    assert_eq!(store.append(append("u", 0, Some("r1"), &["a"])).await, Ok(Appended::Written(1)));
    assert_eq!(store.events(&table("t"), 0, 10).await.unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_writers_at_once_exactly_one_wins_each_seq() {
    let folder = Folder::new("race");
    let store = Arc::new(Sqlite::open(&folder.file("log")).unwrap());
    let mut writers = Vec::new();
    for writer in 0..8 {
        let store = Arc::clone(&store);
        writers.push(tokio::spawn(async move {
            let (mut expected, mut won) = (0, 0);
            while expected < 40 {
                let body = format!("{writer}");
                match store.append(append("t", expected, None, &[&body])).await.unwrap() {
                    Appended::Written(last) => {
                        won += 1;
                        expected = last;
                    }
                    Appended::Stale(last) => expected = last,
                    Appended::Repeated(_) => unreachable!("no request is named"),
                }
            }
            won
        }));
    }
    let mut won = 0;
    for writer in writers {
        won += writer.await.unwrap();
    }
    let events = store.events(&table("t"), 0, 1000).await.unwrap();
    assert_eq!(events.len(), won);
    assert!(events.iter().zip(1..).all(|(event, seq)| event.seq == seq));
}

#[tokio::test]
async fn an_export_imports_into_another_file_and_again_without_change() {
    let folder = Folder::new("transfer");
    let from = Sqlite::open(&folder.file("from")).unwrap();
    from.append(append("t", 0, Some("r"), &["a", "b\nwith a line"])).await.unwrap();
    from.append(append("u", 0, None, &["c"])).await.unwrap();
    from.put_note("n", "v").await.unwrap();
    let mut text = Vec::new();
    let sent = gloria_store::export(&from, &mut text).await.unwrap();
    assert_eq!((sent.tables, sent.events, sent.notes), (2, 3, 1));
    let to = Sqlite::open(&folder.file("to")).unwrap();
    assert_eq!(gloria_store::import(&to, &mut text.as_slice()).await.unwrap(), sent);
    assert_eq!(gloria_store::import(&to, &mut text.as_slice()).await.unwrap(), sent);
    let mut again = Vec::new();
    gloria_store::export(&to, &mut again).await.unwrap();
    assert_eq!(text, again);
    let other = Sqlite::open(&folder.file("other")).unwrap();
    other.append(append("t", 0, None, &["different"])).await.unwrap();
    assert!(matches!(gloria_store::import(&other, &mut text.as_slice()).await, Err(StoreError::Unfit(_))));
}

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

#[test]
fn names_are_checked() {
    assert!(TableId::new("abc123").is_some());
    for bad in ["", "A", "a b", "a'", "../x", &"a".repeat(33)] {
        assert!(TableId::new(bad).is_none(), "{bad}");
    }
}

/// Faults planted in the file itself: an event 'poison' can't be written, one 'bomb' lets the whole commit fail.
const PLANTED: &str = "
    CREATE TABLE fuse (id INTEGER PRIMARY KEY);
    CREATE TABLE charge (fuse REFERENCES fuse (id) DEFERRABLE INITIALLY DEFERRED);
    CREATE TRIGGER poisoned BEFORE INSERT ON event WHEN new.body = 'poison'
        BEGIN SELECT RAISE(ABORT, 'planted'); END;
    CREATE TRIGGER bombed AFTER INSERT ON event WHEN new.body = 'bomb'
        BEGIN INSERT INTO charge VALUES (99); END;
";

#[tokio::test]
async fn a_job_that_fails_leaves_the_rest_of_its_group_and_a_failed_commit_nothing() {
    let folder = Folder::new("faults");
    drop(Sqlite::open(&folder.file("log")).unwrap());
    rusqlite::Connection::open(folder.file("log")).unwrap().execute_batch(PLANTED).unwrap();
    {
        let store = Sqlite::open(&folder.file("log")).unwrap();
        // All are sent before any is awaited, so that they wait for the writer together.
        let good: Vec<_> =
            (0..20).map(|at| store.append(append(&format!("t{at}"), 0, None, &["a"]))).collect();
        let half = store.append(append("u", 0, None, &["a", "poison"]));
        let late = store.append(append("v", 0, None, &["a"]));
        for good in good {
            assert_eq!(good.await, Ok(Appended::Written(1)));
        }
        assert!(matches!(half.await, Err(StoreError::Broken(_))));
        assert_eq!(late.await, Ok(Appended::Written(1)));
        let bomb = store.append(append("w", 0, None, &["bomb"]));
        assert!(matches!(bomb.await, Err(StoreError::Broken(_))), "never told as written");
        assert_eq!(store.append(append("w", 0, None, &["b"])).await, Ok(Appended::Written(1)), "it goes on");
    }
    let store = Sqlite::open(&folder.file("log")).unwrap();
    assert_eq!(store.events(&table("t19"), 0, 10).await.unwrap().len(), 1);
    assert_eq!(store.events(&table("u"), 0, 10).await.unwrap().len(), 0, "nothing of the half");
    let after = store.events(&table("w"), 0, 10).await.unwrap();
    assert_eq!(after.iter().map(|event| event.body.as_str()).collect::<Vec<_>>(), ["b"]);
}

#[tokio::test]
async fn finished_tables_are_found_by_their_people_and_live_ones_in_the_list() {
    let folder = Folder::new("finished");
    let store = Sqlite::open(&folder.file("log")).unwrap();
    let people = |names: &[&str]| Some(names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
    for (at, name) in [(1, "a"), (2, "b"), (3, "c")] {
        let made = Append { at, finished: people(&["ann"]), ..append(name, 0, None, &["x"]) };
        store.append(made).await.unwrap();
    }
    store.append(append("d", 0, None, &["x"])).await.unwrap();
    // Somebody plays again: it is the newest now, and there once.
    let again = Append { at: 9, finished: people(&["ann", "bob"]), ..append("a", 1, None, &["y"]) };
    store.append(again).await.unwrap();
    let names = |digests: Vec<gloria_store::Digest>| -> Vec<String> {
        digests.into_iter().map(|digest| digest.table.to_string()).collect()
    };
    assert_eq!(names(store.finished("ann", 2).await.unwrap()), ["a", "c"]);
    assert_eq!(names(store.finished("bob", 9).await.unwrap()), ["a"]);
    assert_eq!(names(store.unfinished(None, 9).await.unwrap()), ["d"]);
    assert_eq!(names(store.digests(None, 9).await.unwrap()), ["a", "b", "c", "d"]);
    // Old tables can go, with everything in them.
    assert_eq!(store.remove_tables(3, 10).await.unwrap(), [table("b")]);
    assert!(store.events(&table("b"), 0, 10).await.unwrap().is_empty());
    assert_eq!(names(store.finished("ann", 9).await.unwrap()), ["a", "c"]);
}

#[tokio::test]
async fn notes_are_weighed_and_old_ones_go() {
    let folder = Folder::new("notes");
    let store = Sqlite::open(&folder.file("log")).unwrap();
    store.put_note("record/a", "12345").await.unwrap();
    store.put_note("record/b", "é").await.unwrap();
    store.put_note("recordings", "no").await.unwrap();
    let weight = store.weight("record/").await.unwrap();
    assert_eq!((weight.count, weight.bytes), (2, 7));
    assert_eq!(store.remove_notes("record/", 1).await, Ok(0), "they are new");
    assert_eq!(store.remove_notes("record/", u64::MAX >> 1).await, Ok(2));
    assert_eq!(store.note("recordings").await.unwrap().as_deref(), Some("no"));
    assert_eq!(store.weight("record/").await.unwrap().count, 0);
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
