//! What whoever runs the server asks it, at an address of its own.

use std::sync::Arc;

use axum::Router;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
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

async fn metrics(app: App) -> Response {
    let tables = &app.tables;
    let (short, long) = tables.pool.waiting();
    let gauges = [
        ("thoughts_waiting_short", "Short thoughts that wait for a thread", short as u64),
        ("thoughts_waiting_long", "Long thoughts that wait for a thread", long as u64),
        ("players_remembering", "Bots that keep what they thought of", tables.remembering() as u64),
        ("tables_live", "Tables that are not finished", tables.lists().len() as u64),
        ("tables_in_memory", "Tables in memory", tables.held() as u64),
        ("draining", "1 while the server stops", u64::from(*app.stopped.borrow())),
    ];
    ([(CONTENT_TYPE, METRICS)], tables.counts.text(&gauges)).into_response()
}
