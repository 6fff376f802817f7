//! The file itself: who may read it, whether it is still there, and who holds it.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use crate::log::StoreError;

/// Makes a new file, or opens the one that is there, for the owner's eyes alone: it holds seeds and the key that signs guests.
pub fn private(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    let file = options.write(true).open(path)?;
    restrict(path)?;
    Ok(file)
}

/// Takes the right to read and write a file from everybody but its owner.
pub fn restrict(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let now = std::fs::metadata(path)?.permissions();
        if now.mode() & 0o077 != 0 {
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600))?;
        }
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

/// A name beside the database's, as `gloria.db-wal`.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Holds a database for one server: a second one is refused for as long as this is held.
#[derive(Debug)]
pub struct Lock {
    /// The system lets go of it when the process ends, however it ends.
    _file: File,
}

impl Lock {
    /// The lock of this database, or why not.
    pub fn take(database: &Path) -> Result<Self, StoreError> {
        let path = beside(database, ".lock");
        let unfit = |error: io::Error| StoreError::Unfit(format!("{}: {error}", path.display()));
        let file = private(&path, OpenOptions::new().create(true).truncate(false)).map_err(unfit)?;
        #[cfg(unix)]
        if rustix::fs::flock(&file, rustix::fs::FlockOperation::NonBlockingLockExclusive).is_err() {
            return Err(StoreError::Unfit(format!(
                "another server already uses {}: stop it first, or choose another database",
                database.display()
            )));
        }
        Ok(Self { _file: file })
    }
}

/// Which files were opened, so that their going away is noticed: what is written to a file without a name is lost.
#[derive(Debug)]
pub struct Identity {
    files: Vec<(PathBuf, Option<(u64, u64)>)>,
}

fn number(path: &Path) -> Option<(u64, u64)> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        std::fs::metadata(path).ok().map(|found| (found.dev(), found.ino()))
    }
    #[cfg(not(unix))]
    {
        std::fs::metadata(path).ok().map(|_| (0, 0))
    }
}

impl Identity {
    /// The files of an open database: itself and its write-ahead log.
    pub fn of(database: &Path) -> Self {
        let files = [database.to_owned(), beside(database, "-wal")];
        Self { files: files.into_iter().map(|path| (path.clone(), number(&path))).collect() }
    }

    /// Whether they are still the ones that were opened.
    pub fn check(&self) -> Result<(), StoreError> {
        for (path, known) in &self.files {
            if number(path) != *known {
                return Err(StoreError::Broken(format!(
                    "{} was removed or replaced under the running server: nothing more is written, restart it",
                    path.display()
                )));
            }
        }
        Ok(())
    }
}

/// The least room on the disk that counts as enough.
const ROOM: u64 = 16 << 20;

/// Whether the disk of this file has room for more.
pub fn has_room(path: &Path) -> Result<(), StoreError> {
    #[cfg(unix)]
    if let Ok(disk) = rustix::fs::statvfs(path) {
        return enough(disk.f_bavail.saturating_mul(disk.f_frsize));
    }
    let _ = path;
    Ok(())
}

fn enough(bytes: u64) -> Result<(), StoreError> {
    if bytes < ROOM {
        return Err(StoreError::Broken(format!("the disk is nearly full: {} KB are left", bytes >> 10)));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_with_next_to_no_room_is_not_well() {
        assert!(enough(ROOM).is_ok());
        assert!(enough(ROOM - 1).unwrap_err().to_string().contains("nearly full"));
    }

    #[test]
    fn the_runbook_quotes_what_is_said_of_a_full_disk() {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/operating.md");
        let page = std::fs::read_to_string(page).unwrap();
        let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
        let little = format!("`not ready: {}`", enough(0).unwrap_err());
        assert!(page.contains(&little), "{little}");
        // A database that may not grow says the same as one whose disk is full.
        let small = rusqlite::Connection::open_in_memory().unwrap();
        small.execute_batch("PRAGMA max_page_count = 4; CREATE TABLE t (x)").unwrap();
        let full = small.execute_batch("INSERT INTO t VALUES (zeroblob(100000))").unwrap_err();
        let full = StoreError::Broken(super::super::write::told(&full));
        let quoted = format!("`This was not done: {full}.`");
        assert!(page.contains(&quoted), "{quoted}");
    }
}
