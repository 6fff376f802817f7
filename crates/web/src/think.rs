//! A process that only thinks, for all servers of a database.

use std::sync::Arc;

use store::{Database, StoreError};

use crate::config::Config;
use crate::log;
use crate::serve::{ServeError, interrupted, on_runtime};
use crate::tables::Tables;

/// What to think for.
#[derive(Clone, Debug)]
pub struct Thinker {
    /// The database, which servers share.
    pub database: Database,
    /// How it thinks: threads, pace, lease, and how many bots it remembers.
    pub config: Config,
}

/// Thinks until interrupted. `ready` is told under which name once it does.
pub fn think(thinker: &Thinker, ready: impl FnOnce(&str)) -> Result<(), ServeError> {
    log::begin(&thinker.config);
    on_runtime(async {
        if let Database::File(path) = &thinker.database {
            return Err(ServeError::Store(StoreError::Unfit(format!(
                "{} is a file, for one server alone, which thinks itself: expected postgres://…",
                path.display()
            ))));
        }
        let store = thinker.database.open().await?;
        let config = Config { thinkers: thinker.config.thinkers.max(1), ..thinker.config.clone() };
        let tables = Tables::open_to_think(Arc::clone(&store), config).await?;
        ready(&tables.worker);
        interrupted().await;
        tables.rest().await;
        store.close().await.map_err(ServeError::Close)
    })
}
