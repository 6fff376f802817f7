//! Where the answers of writers go.

use tokio::sync::oneshot;

use crate::log::StoreError;

/// Where an answer goes.
pub type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

/// Answers; whoever asked may have gone away, and the log does not care.
pub fn answer<T>(reply: Reply<T>, told: Result<T, StoreError>) {
    drop(reply.send(told));
}
