//! What whoever runs the server asks it, at an address of its own.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use store::Waiting;
use tokio::sync::watch;

use crate::routes::App;
use crate::tables::Tables;

/// As Prometheus wants it told what it reads.
const METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The operator's side of the service: `/healthz`, `/readyz` and `/metrics`, and nothing of the tables. It asks nobody who they are, so
/// it belongs on an address that only the operator reaches.
pub fn status(tables: Arc<Tables>, stopped: watch::Receiver<bool>) -> Router {
    Router::new()
        .route("/healthz", get(healthz))
        .route("/readyz", get(readyz))
        .route("/metrics", get(metrics))
        .with_state(App { tables, stopped })
}

/// Whether the server is alive: it answers.
pub async fn healthz() -> &'static str {
    "ok\n"
}

/// Whether people should be sent here: the database reads and writes, and the server is not stopping.
async fn readyz(app: App) -> Response {
    let unfit =
        |why: String| (StatusCode::SERVICE_UNAVAILABLE, format!("not ready: {why}\n")).into_response();
    if *app.stopped.borrow() {
        return unfit("the server is stopping".to_owned());
    }
    match app.tables.store_answers().await {
        Ok(()) => "ready\n".into_response(),
        Err(error) => unfit(error.to_string()),
    }
}

/// How long the database is asked about the queue before the rest is told without it.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long thinkers may be silent and still be counted.
const SEEN: Duration = Duration::from_secs(20);

/// What waits for thinkers and how many of these there are, where servers share a queue and the database tells.
async fn queue(tables: &Tables) -> Option<(Waiting, u64)> {
    let queue = tables.queue.as_ref()?;
    let asked = async { Some((queue.waiting().await.ok()?, queue.thinkers(SEEN).await.ok()?)) };
    tokio::time::timeout(PATIENCE, asked).await.ok()?
}

async fn metrics(app: App) -> Response {
    let tables = &app.tables;
    let (short, long) = tables.pool.waiting();
    let mut gauges = vec![
        ("thoughts_waiting_short", "Short thoughts that wait for a thread", short as u64),
        ("thoughts_waiting_long", "Long thoughts that wait for a thread", long as u64),
        ("players_remembering", "Bots that keep what they thought of", tables.remembering() as u64),
        ("tables_live", "Tables that are not finished", tables.lists().len() as u64),
        ("tables_in_memory", "Tables in memory", tables.held() as u64),
        ("draining", "1 while the server stops", u64::from(*app.stopped.borrow())),
    ];
    if let Some((waiting, thinkers)) = queue(tables).await {
        let oldest = waiting.oldest.as_millis() as u64;
        gauges.extend([
            ("queue_waiting", "Thoughts in the shared queue that nobody has claimed", waiting.number),
            ("queue_oldest_milliseconds", "How long the one due longest has been due", oldest),
            ("thinkers", "Thinkers that were there within 20 seconds", thinkers),
        ]);
    }
    ([(CONTENT_TYPE, METRICS)], tables.counts.text(&gauges)).into_response()
}
