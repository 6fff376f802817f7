//! The service on a socket, until it is asked to stop.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use store::{Sqlite, Store};
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::hall::{Config, Hall};
use crate::routes::app;

/// What to serve, and where.
#[derive(Clone, Debug)]
pub struct Serving {
    /// The address to listen at.
    pub address: SocketAddr,
    /// The database file; it is made if it is not there.
    pub database: PathBuf,
    /// How the server behaves.
    pub config: Config,
}

/// How often tables nobody looks at are forgotten.
const SWEEP: Duration = Duration::from_secs(60);

/// Serves until interrupted. `ready` is told the real address once connections are taken; the error is one sentence.
pub fn serve(serving: &Serving, ready: impl FnOnce(SocketAddr)) -> Result<(), String> {
    let store = Sqlite::open(&serving.database).map_err(|error| error.to_string())?;
    serve_from(Arc::new(store), serving, ready)
}

/// The same from any store; the database named is not opened.
pub fn serve_from(
    store: Arc<dyn Store>,
    serving: &Serving,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| format!("the server can't start: {error}"))?;
    let done = runtime.block_on(run(store, serving, ready));
    // Streams end with the server; nothing durable depends on them.
    runtime.shutdown_timeout(Duration::from_secs(2));
    done
}

async fn run(store: Arc<dyn Store>, serving: &Serving, ready: impl FnOnce(SocketAddr)) -> Result<(), String> {
    let hall = Hall::open(store, serving.config.clone()).await.map_err(|error| error.to_string())?;
    let listener = TcpListener::bind(serving.address)
        .await
        .map_err(|error| format!("{} can't be listened at: {error}", serving.address))?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let (stop, stopped) = watch::channel(false);
    let sweeper = Arc::clone(&hall);
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(SWEEP).await;
            sweeper.forget_idle();
        }
    });
    let service = app(hall, stopped).into_make_service_with_connect_info::<SocketAddr>();
    ready(address);
    axum::serve(listener, service)
        .with_graceful_shutdown(async move {
            interrupted().await;
            // Open streams would keep the server for ever: they are told to end.
            stop.send_replace(true);
        })
        .await
        .map_err(|error| format!("the server failed: {error}"))
}

/// Waits for Ctrl-C or a request to terminate.
async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
