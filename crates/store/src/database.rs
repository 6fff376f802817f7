//! Which database: a file, or an address.

use std::ffi::OsString;
use std::fmt;
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::log::{Store, StoreError};
use crate::postgres::{Address, Postgres};
use crate::sqlite::{Sqlite, private};
use crate::transfer::copy;

/// Which database: a SQLite file, or a PostgreSQL one by its address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Database {
    /// A SQLite file.
    File(PathBuf),
    /// A PostgreSQL database by its address, not read yet: whatever is wrong with it is told when it is opened.
    Address(String),
}

impl From<&str> for Database {
    fn from(text: &str) -> Self {
        if Address::is_meant(text) { Self::Address(text.to_owned()) } else { Self::File(PathBuf::from(text)) }
    }
}

impl From<OsString> for Database {
    fn from(text: OsString) -> Self {
        text.to_str().map_or_else(|| Self::File(PathBuf::from(&text)), Self::from)
    }
}

/// Without the password.
impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => write!(f, "{}", path.display()),
            Self::Address(text) => match Address::read(text) {
                Ok(address) => write!(f, "{address}"),
                Err(_) => f.write_str("a PostgreSQL database"),
            },
        }
    }
}

impl Database {
    /// Opens it to serve from, and brings it up to date. A file is for one server alone.
    pub async fn open(&self) -> Result<Arc<dyn Store>, StoreError> {
        match self {
            Self::File(path) => Ok(Arc::new(Sqlite::open_alone(path)?)),
            Self::Address(text) => Ok(Arc::new(Postgres::open(&Address::read(text)?).await?)),
        }
    }

    /// Opens one that is there to read only, beside running servers or not.
    pub async fn open_to_read(&self) -> Result<Arc<dyn Store>, StoreError> {
        match self {
            Self::File(path) => {
                self.is_there()?;
                Ok(Arc::new(Sqlite::open_to_read(path)?))
            }
            Self::Address(text) => Ok(Arc::new(Postgres::open_to_read(&Address::read(text)?).await?)),
        }
    }

    /// Whether there is such a file; a database at an address tells itself.
    pub fn is_there(&self) -> Result<(), StoreError> {
        match self {
            Self::File(path) if !path.exists() => {
                Err(StoreError::Unfit(format!("there is no database {}", path.display())))
            }
            Self::File(_) | Self::Address(_) => Ok(()),
        }
    }

    /// Writes everything to a new SQLite file, while servers go on. Each table is whole as it was at one moment.
    pub async fn back_up(&self, to: &Path) -> Result<(), StoreError> {
        match self {
            Self::File(path) => {
                self.is_there()?;
                Sqlite::backup(path, to)
            }
            Self::Address(_) => {
                let from = self.open_to_read().await?;
                private(to, OpenOptions::new().create_new(true))
                    .map_err(|error| StoreError::Broken(format!("{}: {error}", to.display())))?;
                let copied = Sqlite::open(to)?;
                let _ = copy(from.as_ref(), &copied).await?;
                copied.close().await
            }
        }
    }
}
