//! Where the answers of writers go.

use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};

use crate::log::{Answer, StoreError};

/// Where an answer goes.
pub type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

/// Answers; whoever asked may have gone away, and the log does not care.
pub fn answer<T>(reply: Reply<T>, told: Result<T, StoreError>) {
    drop(reply.send(told));
}

/// Hands a job to a writer, if there is one and it has room, and waits for its answer.
pub fn ask<'a, J, T: Send + 'static>(
    jobs: Option<&mpsc::Sender<J>>,
    job: impl FnOnce(Reply<T>) -> J,
) -> Answer<'a, T> {
    let (answer, answered) = oneshot::channel();
    let sent = match jobs {
        Some(jobs) => jobs.try_send(job(answer)).map_err(|error| match error {
            TrySendError::Full(_) => StoreError::Busy,
            TrySendError::Closed(_) => StoreError::Closed,
        }),
        None => Err(StoreError::Closed),
    };
    Box::pin(async move {
        sent?;
        answered.await.unwrap_or(Err(StoreError::Closed))
    })
}
