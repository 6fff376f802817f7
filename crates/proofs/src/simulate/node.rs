//! A node of ours on a runtime of its own, whose time stands still unless it is let go on.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::Request;
use futures_util::StreamExt as _;
use store::Store;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{mpsc, watch};
use tower::ServiceExt as _;
use web::{Config, Log, Luck, Tables};

use super::world::World;
use crate::planted::{Flaw, Planted};

/// What comes of a call: its status first, then its body piece by piece. It ends without an end where the node is gone.
pub type Pieces = mpsc::UnboundedReceiver<Piece>;

/// A piece of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// The status.
    Status(u16),
    /// Some of the body.
    Part(Bytes),
    /// There is no more.
    End,
}

type Call = (Request<Body>, mpsc::UnboundedSender<Piece>);

/// Pieces that a node has sent, each with the number of its call. In which order tasks are woken that wait for the same thing is the
/// runtime's own luck; here they arrive in the order of their calls.
type Sent = Arc<Mutex<Vec<(u64, mpsc::UnboundedSender<Piece>, Piece)>>>;

/// Where calls to a node go, if it is there.
#[derive(Clone, Default)]
pub struct Door(Arc<Mutex<Option<mpsc::UnboundedSender<Call>>>>);

impl Door {
    fn held(&self) -> MutexGuard<'_, Option<mpsc::UnboundedSender<Call>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls, if there is anybody.
    pub fn call(&self, request: Request<Body>) -> Option<Pieces> {
        let (pieces, answer) = mpsc::unbounded_channel();
        self.held().as_ref()?.send((request, pieces)).ok()?;
        Some(answer)
    }
}

/// What a node is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// It serves, and leaves thinking to others.
    Serves,
    /// It thinks for all, and nobody asks it.
    Thinks,
}

/// One node.
pub struct Node {
    number: usize,
    role: Role,
    runtime: Option<Runtime>,
    /// Where it is called.
    pub door: Door,
    stop: watch::Sender<bool>,
    /// How far its clock is off, in milliseconds.
    pub shift: i64,
    sent: Sent,
}

/// A runtime of one thread whose time moves only when it is let.
pub fn runtime() -> Runtime {
    Builder::new_current_thread().enable_time().start_paused(true).build().expect("a runtime needs nothing")
}

fn config(role: Role) -> Config {
    Config {
        pace: Duration::from_millis(20),
        patience: Duration::from_millis(400),
        thinkers: match role {
            Role::Serves => 0,
            Role::Thinks => 1,
        },
        lease: Duration::from_millis(300),
        usual: "random",
        luck: Luck::Fresh,
        log: Log::Quiet,
        quiet: Duration::from_secs(2),
        ..Config::unlimited()
    }
}

/// When the simulated world begins, in milliseconds since 1970.
const BEGINNING: u64 = 1_700_000_000_000;

impl Node {
    /// One that is not there yet.
    pub fn new(number: usize, role: Role) -> Self {
        let (stop, _) = watch::channel(false);
        Self { number, role, runtime: None, door: Door::default(), stop, shift: 0, sent: Sent::default() }
    }

    /// Starts it over its way to the database, with a fault planted there or not.
    pub fn start(&mut self, world: &Arc<World>, flaw: Option<Flaw>) {
        let link: Arc<dyn Store> = Arc::new(world.link(self.number));
        let store = match flaw {
            Some(flaw) => Arc::new(Planted::new(link, flaw)),
            None => link,
        };
        let (calls, mut called) = mpsc::unbounded_channel::<Call>();
        let (stop, stopped) = watch::channel(false);
        self.stop = stop;
        *self.door.held() = Some(calls);
        let (runtime, role) = (runtime(), self.role);
        self.sent = Sent::default();
        let sent = Arc::clone(&self.sent);
        runtime.spawn(async move {
            let tables = loop {
                let opened = match role {
                    Role::Serves => Tables::open(Arc::clone(&store), config(role)).await,
                    Role::Thinks => Tables::open_to_think(Arc::clone(&store), config(role)).await,
                };
                match opened {
                    Ok(tables) => break tables,
                    // As whoever looks after it would start it again.
                    Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
                }
            };
            let app = web::app(Arc::clone(&tables), stopped);
            let mut number = 0;
            while let Some((request, pieces)) = called.recv().await {
                number += 1;
                tokio::spawn(answer(app.clone(), request, (number, pieces), Arc::clone(&sent)));
            }
            // It takes no more calls, and ends in good order.
            tables.rest().await;
            std::future::pending::<()>().await;
        });
        self.runtime = Some(runtime);
    }

    /// Whether it is there.
    pub fn is_there(&self) -> bool {
        self.runtime.is_some()
    }

    /// It ends at once, wherever it is.
    pub fn crash(&mut self) {
        *self.door.held() = None;
        self.runtime = None;
    }

    /// It takes no more calls, and its streams are told to end.
    pub fn drain(&mut self) {
        *self.door.held() = None;
        self.stop.send_replace(true);
    }

    /// Lets it go on for so long.
    pub fn go_on(&self, world: &World, time: Duration) {
        let Some(runtime) = &self.runtime else { return };
        web::set_clock((BEGINNING + world.now()).saturating_add_signed(self.shift));
        runtime.block_on(async { tokio::time::sleep(time).await });
        let mut sent = std::mem::take(&mut *self.sent.lock().unwrap_or_else(PoisonError::into_inner));
        sent.sort_by_key(|(number, _, _)| *number);
        for (_, pieces, piece) in sent {
            let _ = pieces.send(piece);
        }
    }

    /// It has stood still for so long, and everything that was to happen meanwhile is late.
    pub fn wake(&self, stood: Duration) {
        if let Some(runtime) = &self.runtime {
            runtime.block_on(async { tokio::time::advance(stood).await });
        }
    }
}

async fn answer(
    app: Router,
    request: Request<Body>,
    (number, pieces): (u64, mpsc::UnboundedSender<Piece>),
    sent: Sent,
) {
    let send = |piece: Piece| {
        sent.lock().unwrap_or_else(PoisonError::into_inner).push((number, pieces.clone(), piece));
    };
    let Ok(response) = app.oneshot(request).await;
    send(Piece::Status(response.status().as_u16()));
    let mut body = response.into_body().into_data_stream();
    loop {
        tokio::select! {
            biased;
            // Whoever has gone away needs no more.
            () = pieces.closed() => return,
            part = body.next() => match part {
                Some(Ok(part)) => send(Piece::Part(part)),
                Some(Err(_)) => return,
                None => return send(Piece::End),
            },
        }
    }
}
