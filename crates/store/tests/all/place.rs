//! Where a store can be: a file of its own, or a database of its own in a cluster.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use gloria_store::testkit::Cluster;
use gloria_store::{Address, Append, Postgres, Sqlite, Store, TableId};

static FOLDERS: AtomicU32 = AtomicU32::new(0);

/// A folder of its own that is removed at the end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("gloria-store-{}-{number}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Faults planted in the database itself: an event 'poison' can't be written, one 'bomb' lets the whole commit fail.
const IN_SQLITE: &str = "
    CREATE TABLE fuse (id INTEGER PRIMARY KEY);
    CREATE TABLE charge (fuse REFERENCES fuse (id) DEFERRABLE INITIALLY DEFERRED);
    CREATE TRIGGER poisoned BEFORE INSERT ON event WHEN new.body = 'poison'
        BEGIN SELECT RAISE(ABORT, 'planted'); END;
    CREATE TRIGGER bombed AFTER INSERT ON event WHEN new.body = 'bomb'
        BEGIN INSERT INTO charge VALUES (99); END;
";
const IN_POSTGRES: &str = "
    CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'planted'; END $$;
    CREATE TRIGGER poisoned BEFORE INSERT ON gloria.event FOR EACH ROW
        WHEN (new.body = 'poison') EXECUTE FUNCTION planted();
    CREATE CONSTRAINT TRIGGER bombed AFTER INSERT ON gloria.event DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
        WHEN (new.body = 'bomb') EXECUTE FUNCTION planted();
";

/// Where one store is, so that it can be opened again.
pub enum Place {
    File(Folder),
    Database(Arc<Cluster>, String),
}

impl Place {
    pub fn file(name: &str) -> Self {
        Self::File(Folder::new(name))
    }

    pub fn database(cluster: &Arc<Cluster>) -> Self {
        Self::Database(Arc::clone(cluster), cluster.database())
    }

    /// Another, empty one of the same kind.
    pub fn other(&self) -> Self {
        match self {
            Self::File(_) => Self::file("other"),
            Self::Database(cluster, _) => Self::database(cluster),
        }
    }

    pub async fn open(&self) -> Arc<dyn Store> {
        match self {
            Self::File(folder) => Arc::new(Sqlite::open(&folder.file("log")).unwrap()),
            Self::Database(cluster, name) => Arc::new(postgres(cluster, name).await),
        }
    }

    pub async fn open_to_read(&self) -> Arc<dyn Store> {
        match self {
            Self::File(folder) => Arc::new(Sqlite::open_to_read(&folder.file("log")).unwrap()),
            Self::Database(cluster, name) => {
                let address = Address::read(&cluster.address(name)).unwrap();
                Arc::new(Postgres::open_to_read(&address).await.unwrap())
            }
        }
    }

    /// Makes a table two hours older.
    pub fn age(&self, name: &str) {
        match self {
            Self::File(folder) => {
                let file = rusqlite::Connection::open(folder.file("log")).unwrap();
                let aged = "UPDATE digest SET at = at - 7200000 WHERE tbl = ?1";
                assert_eq!(file.execute(aged, [name]).unwrap(), 1);
            }
            Self::Database(cluster, database) => {
                let aged = "UPDATE gloria.digest SET put = put - interval '2 hours'";
                drop(cluster.psql(database, &format!("{aged} WHERE tbl = '{name}'")).unwrap());
            }
        }
    }

    /// Plants faults in a database that has been opened before.
    pub fn plant(&self) {
        match self {
            Self::File(folder) => {
                rusqlite::Connection::open(folder.file("log")).unwrap().execute_batch(IN_SQLITE).unwrap();
            }
            Self::Database(cluster, name) => drop(cluster.psql(name, IN_POSTGRES).unwrap()),
        }
    }
}

pub async fn postgres(cluster: &Cluster, name: &str) -> Postgres {
    Postgres::open(&Address::read(&cluster.address(name)).unwrap()).await.unwrap()
}

pub fn table(name: &str) -> TableId {
    TableId::new(name).unwrap()
}

pub fn append(name: &str, expected: u64, request: Option<&str>, events: &[&str]) -> Append {
    Append {
        table: table(name),
        expected,
        request: request.map(str::to_owned),
        at: 7,
        events: events.iter().map(|event| (*event).to_owned()).collect(),
        digest: format!("after {}", events.last().unwrap()),
        finished: None,
        thinking: None,
    }
}
