//! What lies between a node and its database: it can be cut, held up, or gone.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What the way to the database does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Way {
    /// Everything passes.
    Open,
    /// What the node says passes; the answers are held back.
    Mute,
    /// Nothing passes, and nobody is told so.
    Held,
    /// Nobody is let in.
    Gone,
}

struct State {
    way: AtomicU8,
    closed: AtomicBool,
    pairs: Mutex<Vec<(TcpStream, TcpStream)>>,
}

impl State {
    fn is(&self, way: Way) -> bool {
        self.way.load(Ordering::SeqCst) == way as u8
    }

    fn pairs(&self) -> MutexGuard<'_, Vec<(TcpStream, TcpStream)>> {
        self.pairs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One way to the database.
pub struct Proxy {
    /// Where the node finds it.
    pub address: SocketAddr,
    state: Arc<State>,
}

/// How often whoever has to wait looks again.
const LOOK: Duration = Duration::from_millis(2);

impl Proxy {
    /// A way to the database at this port of this machine.
    pub fn new(port: u16) -> Result<Self, String> {
        let fault = |error: std::io::Error| error.to_string();
        let listener = TcpListener::bind("127.0.0.1:0").map_err(fault)?;
        listener.set_nonblocking(true).map_err(fault)?;
        let address = listener.local_addr().map_err(fault)?;
        let state = Arc::new(State {
            way: AtomicU8::new(Way::Open as u8),
            closed: AtomicBool::new(false),
            pairs: Mutex::default(),
        });
        let taking = Arc::clone(&state);
        std::thread::spawn(move || take(&listener, port, &taking));
        Ok(Self { address, state })
    }

    /// From now on the way is so.
    pub fn turn(&self, way: Way) {
        self.state.way.store(way as u8, Ordering::SeqCst);
    }

    /// Cuts every connection there is.
    pub fn cut(&self) {
        for (node, database) in self.state.pairs().drain(..) {
            let _ = node.shutdown(Shutdown::Both);
            let _ = database.shutdown(Shutdown::Both);
        }
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.state.closed.store(true, Ordering::SeqCst);
        self.cut();
    }
}

fn take(listener: &TcpListener, port: u16, state: &Arc<State>) {
    while !state.closed.load(Ordering::SeqCst) {
        let Ok((node, _)) = listener.accept() else {
            std::thread::sleep(LOOK);
            continue;
        };
        if state.is(Way::Gone) {
            continue;
        }
        // Without the database the node is told so by the end of its connection.
        let _ = join(node, port, state);
    }
}

fn join(node: TcpStream, port: u16, state: &Arc<State>) -> std::io::Result<()> {
    node.set_nonblocking(false)?;
    let database = TcpStream::connect(("127.0.0.1", port))?;
    node.set_nodelay(true)?;
    database.set_nodelay(true)?;
    let mut pairs = state.pairs();
    // Those that have ended are forgotten.
    pairs.retain(|(node, _)| node.peer_addr().is_ok());
    pairs.push((node.try_clone()?, database.try_clone()?));
    drop(pairs);
    let both = (node.try_clone()?, database.try_clone()?);
    let (asking, answering) = (Arc::clone(state), Arc::clone(state));
    std::thread::spawn(move || pass(node, database, &[Way::Held], &asking));
    std::thread::spawn(move || pass(both.1, both.0, &[Way::Held, Way::Mute], &answering));
    Ok(())
}

/// Passes on what comes, except while the way is one of these.
fn pass(mut from: TcpStream, mut to: TcpStream, except: &[Way], state: &State) {
    let mut part = [0; 16_384];
    while let Ok(read) = from.read(&mut part) {
        if read == 0 {
            break;
        }
        while except.iter().any(|way| state.is(*way)) && !state.closed.load(Ordering::SeqCst) {
            std::thread::sleep(LOOK);
        }
        if to.write_all(&part[..read]).is_err() {
            break;
        }
    }
    let _ = from.shutdown(Shutdown::Both);
    let _ = to.shutdown(Shutdown::Both);
}
