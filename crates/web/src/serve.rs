//! The service on a socket, until it is asked to stop.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hyper_util::server::graceful::GracefulShutdown;
use store::{Database, Store, StoreError};
use thiserror::Error;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::client::{is_proxy, network};
use crate::config::Config;
use crate::connection::answer;
use crate::log;
use crate::routes::app;
use crate::status::status;
use crate::tables::Tables;
use crate::trouble::Trouble;

/// What to serve, and where.
#[derive(Clone, Debug)]
pub struct Serving {
    /// The address to listen at.
    pub address: SocketAddr,
    /// The database; a file is made if it is not there.
    pub database: Database,
    /// How the server behaves.
    pub config: Config,
}

/// Why the server could not serve, or not end as it should.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The database can't be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The tables can't be read.
    #[error(transparent)]
    Tables(#[from] Trouble),
    /// The system gives no threads.
    #[error("the server can't start: {0}")]
    Start(io::Error),
    /// The address can't be had.
    #[error("{0} can't be listened at: {1}")]
    Listen(SocketAddr, io::Error),
    /// What was written is safe in the write-ahead log, but not in the one file.
    #[error("the database could not be closed: {0}")]
    Close(StoreError),
}

/// How often tables nobody looks at are forgotten, and how often what was kept long enough goes.
const SWEEP: Duration = Duration::from_secs(60);
const CLEAR: u32 = 60;

/// So much is on the way to a reader at once.
#[cfg(unix)]
const ON_THE_WAY: usize = 128 << 10;

/// How many connections may wait to be taken. Whom the system has to turn away tries again only after seconds, so where ten thousand
/// streams come back at once a short queue costs them a minute.
const BACKLOG: u32 = 4096;

/// Files besides connections: the database, its readers, the standard ones.
const FILES: u64 = 96;

/// Serves until interrupted. `ready` is told the real address once connections are taken.
pub fn serve(serving: &Serving, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    log::begin(&serving.config);
    on_runtime(async {
        let store = serving.database.open().await?;
        run(store, serving, ready).await
    })
}

/// The same from any store; the database named is not opened.
pub fn serve_from(
    store: Arc<dyn Store>,
    serving: &Serving,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    log::begin(&serving.config);
    on_runtime(run(store, serving, ready))
}

pub(crate) fn on_runtime(work: impl Future<Output = Result<(), ServeError>>) -> Result<(), ServeError> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(ServeError::Start)?;
    let done = runtime.block_on(work);
    // Streams end with the server; nothing durable depends on them.
    runtime.shutdown_timeout(Duration::from_secs(2));
    done
}

async fn run(
    store: Arc<dyn Store>,
    serving: &Serving,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    let mut config = serving.config.clone();
    config.connections = config.connections.min(most_connections(config.connections));
    let tables = Tables::open(Arc::clone(&store), config).await.map_err(|trouble| {
        // Nobody has asked for anything yet, so nothing is to be said of that.
        if let Trouble::Store(error) = trouble {
            ServeError::Store(error)
        } else {
            ServeError::Tables(trouble)
        }
    })?;
    let listener = bind(serving.address).map_err(|error| ServeError::Listen(serving.address, error))?;
    let address = listener.local_addr().map_err(|error| ServeError::Listen(serving.address, error))?;
    let (stop, stopped) = watch::channel(false);
    if let Some(wanted) = serving.config.status {
        let listener = bind(wanted).map_err(|error| ServeError::Listen(wanted, error))?;
        // It goes on while the server stops, so that whoever asks is told so.
        let answers = axum::serve(listener, status(Arc::clone(&tables), stopped.clone()));
        tokio::spawn(answers.into_future());
    }
    tokio::spawn(sweep(Arc::clone(&tables)));
    tables.serves_now().await.map_err(ServeError::Tables)?;
    tracing::info!(%address, version = env!("CARGO_PKG_VERSION"), "Serving");
    ready(address);
    let stopping = async move {
        interrupted().await;
        tracing::info!("Stopping: no more connections are taken, streams are told to come back elsewhere");
        // Open streams would keep the server for ever: they are told to end.
        stop.send_replace(true);
    };
    tokio::spawn(stopping);
    let thinking = Arc::clone(&tables);
    listen(listener, tables, stopped).await;
    thinking.rest().await;
    // What was acknowledged is durable already; now it is also in the one file.
    store.close().await.map_err(ServeError::Close)
}

/// A socket that listens, with room for all who come at once when a server is up again.
fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

async fn sweep(tables: Arc<Tables>) {
    for minute in 0_u32.. {
        if minute.is_multiple_of(CLEAR)
            && let Err(error) = tables.clear_out().await
        {
            tracing::warn!("What was kept long enough could not be removed or archived: {error}");
        }
        tokio::time::sleep(SWEEP).await;
        tables.forget_idle();
        tables.look_after().await;
    }
}

/// How many connections the system lets us have, after asking it for as many as are wanted.
fn most_connections(wanted: usize) -> usize {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        let files = (wanted as u64).saturating_add(FILES);
        let most = limit.maximum.unwrap_or(files);
        let now = limit.current.unwrap_or(u64::MAX);
        if now < files.min(most) {
            let raised = Rlimit { current: Some(files.min(most)), maximum: limit.maximum };
            let _ = setrlimit(Resource::Nofile, raised);
        }
        let got = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
        let room = usize::try_from(got.saturating_sub(FILES)).unwrap_or(usize::MAX).max(16);
        if room < wanted {
            tracing::warn!("The system allows {got} open files, so at most {room} connections are taken");
        }
        room
    }
    #[cfg(not(unix))]
    wanted
}

/// How many connections each address has.
type Addresses = Arc<Mutex<HashMap<IpAddr, usize>>>;

/// The right to one connection, for as long as it is held.
struct ConnectionTicket {
    _place: OwnedSemaphorePermit,
    /// Proxies bring many people, so they are not counted.
    counted: Option<(Addresses, IpAddr)>,
}

impl ConnectionTicket {
    fn take(tables: &Tables, places: &Arc<Semaphore>, addresses: &Addresses, peer: IpAddr) -> Option<Self> {
        let place = Arc::clone(places).try_acquire_owned().ok()?;
        if is_proxy(&tables.config, peer) {
            return Some(Self { _place: place, counted: None });
        }
        let address = network(peer);
        let mut all = addresses.lock().unwrap_or_else(PoisonError::into_inner);
        let number = all.entry(address).or_default();
        if *number >= tables.config.connections_address {
            return None;
        }
        *number += 1;
        Some(Self { _place: place, counted: Some((Arc::clone(addresses), address)) })
    }
}

impl Drop for ConnectionTicket {
    fn drop(&mut self) {
        let Some((addresses, address)) = &self.counted else { return };
        let mut all = addresses.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = all.get_mut(address) {
            *number -= 1;
            if *number == 0 {
                all.remove(address);
            }
        }
    }
}

/// Takes connections until the server is stopped, then lets those under way finish, for a while.
pub async fn listen(listener: TcpListener, tables: Arc<Tables>, mut stopped: watch::Receiver<bool>) {
    let router = app(Arc::clone(&tables), stopped.clone());
    let places = Arc::new(Semaphore::new(tables.config.connections.min(Semaphore::MAX_PERMITS)));
    let addresses = Addresses::default();
    let graceful = GracefulShutdown::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopped.wait_for(|stopped| *stopped) => break,
        };
        let Ok((stream, peer)) = accepted else {
            // Most likely too many files are open; they will be fewer in a moment.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let Some(ticket) = ConnectionTicket::take(&tables, &places, &addresses, peer.ip()) else {
            tables.counts.turned_away.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            turn_away(&stream);
            continue;
        };
        let _ = stream.set_nodelay(true);
        // What waits in the system for a reader that stalls is memory too, and by itself it would grow to megabytes.
        #[cfg(unix)]
        let _ = rustix::net::sockopt::set_socket_send_buffer_size(&stream, ON_THE_WAY);
        let (tables, router, watcher) = (Arc::clone(&tables), router.clone(), graceful.watcher());
        tokio::spawn(async move {
            answer(&tables.config, stream, peer, router, watcher).await;
            drop(ticket);
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(tables.config.stop_time, graceful.shutdown()).await;
}

/// Says why, if it can be said at once.
fn turn_away(stream: &TcpStream) {
    let why = "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
    let _ = stream.try_write(why.as_bytes());
}

/// Waits for Ctrl-C or a request to terminate.
pub(crate) async fn interrupted() {
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
