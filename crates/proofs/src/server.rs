//! A server in a process of its own, to be killed.

use std::fs::File;
use std::io::{BufRead, BufReader, Write as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use store::{Database, Store};
use tokio::sync::watch;
use web::{Config, Serving, Tables, Thinker};

use crate::planted::{Flaw, Planted};

/// Which program serves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Program {
    /// The real one: `gloria serve`.
    Gloria(PathBuf),
    /// This harness's own binary, serving as `gloria` does.
    Honest(PathBuf),
    /// The same with acknowledgement before the commit: the negative control.
    Hasty(PathBuf),
    /// The same with an append that does not care what the table's last seq is: another negative control.
    Careless(PathBuf),
    /// The same where what a thinker has claimed never is free again: another negative control.
    Endless(PathBuf),
    /// The same where nobody looks whether somebody still waits for a seat: another negative control.
    Unheeding(PathBuf),
}

/// A running server.
#[derive(Debug)]
pub struct Server {
    /// Where it listens.
    pub address: SocketAddr,
    child: Child,
    /// What the harness's own binary is told while it runs.
    orders: Option<ChildStdin>,
}

/// What a process is told by the system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signal {
    /// To stand still.
    Stop,
    /// To go on.
    Continue,
    /// To end in good order.
    Terminate,
}

/// The options of `gloria serve` that let one address do what a whole house of people does.
const UNLIMITED: [&str; 9] = [
    "--posts",
    "--requests",
    "--lines",
    "--tables",
    "--tables-per-guest",
    "--tables-per-address",
    "--connections-per-address",
    "--streams-per-address",
    "--streams-per-guest",
];

/// How long a thought that never comes back is held at least: so long that somebody is killed over one.
const HELD: Duration = Duration::from_millis(800);

/// Limits that no harness reaches, and bots that decide at once, at another server soon if theirs is gone.
fn config() -> Config {
    Config {
        pace: Duration::ZERO,
        patience: Duration::from_secs(1),
        usual: "random",
        thinkers: 0,
        lease: Duration::from_millis(1500),
        ..Config::unlimited()
    }
}

/// What a server allows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Limits {
    /// What it allows when nobody says otherwise.
    Usual,
    /// Everything.
    None,
}

impl Server {
    /// Starts one on a free port over this database, without limits; the error is one sentence.
    pub fn start(program: &Program, database: &Path) -> Result<Self, String> {
        Self::with(program, database, Limits::None, Stdio::inherit())
    }

    /// Starts one with the limits it has when nobody says otherwise.
    pub fn guarded(program: &Program, database: &Path) -> Result<Self, String> {
        Self::with(program, database, Limits::Usual, Stdio::inherit())
    }

    /// Starts one without limits that writes what goes wrong to this file.
    pub fn logged(program: &Program, database: &Path, log: &Path) -> Result<Self, String> {
        let log = File::options().create(true).append(true).open(log).map_err(|error| error.to_string())?;
        Self::with(program, database, Limits::None, log.into())
    }

    fn with(program: &Program, database: &Path, limits: Limits, log: Stdio) -> Result<Self, String> {
        let mut command = match program {
            Program::Gloria(path) => {
                let mut command = Command::new(path);
                command.args(["serve", "--listen", "127.0.0.1:0", "--pace", "0"]);
                for limit in UNLIMITED.iter().filter(|_| limits == Limits::None) {
                    command.args([limit, "1000000"]);
                }
                command
            }
            Program::Honest(path) => {
                let mut command = Command::new(path);
                command.arg("serve");
                if limits == Limits::Usual {
                    command.arg("--guarded");
                }
                command
            }
            Program::Hasty(path) => {
                let mut command = Command::new(path);
                command.args(["serve", "--hasty"]);
                command
            }
            Program::Careless(path) => {
                let mut command = Command::new(path);
                command.args(["serve", "--careless"]);
                command
            }
            Program::Endless(path) => {
                let mut command = Command::new(path);
                command.args(["serve", "--endless"]);
                command
            }
            Program::Unheeding(path) => {
                let mut command = Command::new(path);
                command.args(["serve", "--unheeding"]);
                command
            }
        };
        if matches!(program, Program::Gloria(_)) && database.starts_with("postgres:") {
            // Others think.
            command.args(["--thinkers", "0"]);
        }
        let (mut child, line) = begin(command.arg("--database").arg(database), log)?;
        let orders = child.stdin.take();
        let address = line
            .split_once("http://")
            .and_then(|(_, rest)| rest.split([' ', '\n']).next())
            .and_then(|text| text.parse().ok());
        if let Some(address) = address {
            Ok(Self { address, child, orders })
        } else {
            let _ = child.kill();
            let _ = child.wait();
            Err(format!("{program:?} told no address, but {line:?}"))
        }
    }

    /// Starts one that only thinks, for all servers of a database; nobody asks it, so it has no address.
    pub fn thinking(program: &Program, database: &Path, log: &Path) -> Result<Self, String> {
        let log = File::options().create(true).append(true).open(log).map_err(|error| error.to_string())?;
        let mut command = match program {
            Program::Gloria(path) => {
                let mut command = Command::new(path);
                command.args(["think", "--threads", "1", "--pace", "0", "--lease", "1500"]);
                command
            }
            Program::Honest(path)
            | Program::Hasty(path)
            | Program::Careless(path)
            | Program::Unheeding(path) => {
                let mut command = Command::new(path);
                command.arg("think");
                command
            }
            Program::Endless(path) => {
                let mut command = Command::new(path);
                command.args(["think", "--endless"]);
                command
            }
        };
        let (mut child, line) = begin(command.arg("--database").arg(database), log.into())?;
        if line.is_empty() {
            let _ = child.kill();
            let _ = child.wait();
            return Err(format!("{program:?} does not think"));
        }
        let orders = child.stdin.take();
        Ok(Self { address: SocketAddr::from(([0, 0, 0, 0], 0)), child, orders })
    }

    /// Its process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Tells it something by the system.
    pub fn signal(&self, signal: Signal) {
        let name = match signal {
            Signal::Stop => "-STOP",
            Signal::Continue => "-CONT",
            Signal::Terminate => "-TERM",
        };
        let _ = Command::new("kill").args([name, &self.child.id().to_string()]).status();
    }

    /// Waits until it has ended by itself, for a while; whether it has.
    pub fn ends(&mut self, within: Duration) -> bool {
        let steps = within.as_millis() / 10;
        for _ in 0..steps {
            if self.child.try_wait().is_ok_and(|ended| ended.is_some()) {
                return true;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        false
    }

    /// Lets its clock go wrong by so many milliseconds; only the harness's own binary can be told so.
    pub fn shift_clock(&mut self, milliseconds: i64) {
        if let Some(orders) = &mut self.orders {
            let _ = writeln!(orders, "clock {milliseconds}");
        }
    }

    /// SIGKILL, and waits until it is gone.
    pub fn kill(mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts a process and waits for the first line it says.
fn begin(command: &mut Command, log: Stdio) -> Result<(Child, String), String> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(log)
        .spawn()
        .map_err(|error| format!("{command:?} can't be started: {error}"))?;
    let mut line = String::new();
    let _ = child.stdout.take().map(|out| BufReader::new(out).read_line(&mut line));
    Ok((child, line))
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How the harness's own binary serves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// As `gloria serve` does, without limits.
    Honest,
    /// As `gloria serve` does, with its limits.
    Guarded,
    /// With a fault: only where a negative control asks for it.
    Planted(Flaw),
}

/// Does what the harness says while the server runs: `clock N` lets its clock go wrong by so many milliseconds.
fn heed_orders() {
    std::thread::spawn(|| {
        for line in std::io::stdin().lines().map_while(Result::ok) {
            if let Some(shift) = line.strip_prefix("clock ").and_then(|text| text.parse().ok()) {
                web::shift_clock(shift);
            }
        }
    });
}

/// Serves as `gloria serve` does, on a free port, until killed.
pub fn serve(database: &Database, manner: Manner) -> Result<(), String> {
    heed_orders();
    let address = SocketAddr::from(([127, 0, 0, 1], 0));
    let config = match manner {
        Manner::Planted(Flaw::Endless) => Config { pace: HELD, ..config() },
        Manner::Honest | Manner::Planted(_) => config(),
        Manner::Guarded => Config { pace: Duration::ZERO, ..Config::default() },
    };
    let ready = |address: SocketAddr| println!("Serving at http://{address}");
    match manner {
        Manner::Honest | Manner::Guarded => {
            let serving = Serving { address, database: database.clone(), config };
            web::serve(&serving, ready).map_err(|error| error.to_string())
        }
        Manner::Planted(flaw) => {
            let runtime = tokio::runtime::Runtime::new().map_err(|error| error.to_string())?;
            runtime.block_on(serve_planted(database, flaw, config, ready))
        }
    }
}

/// Thinks as `gloria think` does, until killed; with a fault where a negative control asks for it.
pub fn think(database: &Database, flaw: Option<Flaw>) -> Result<(), String> {
    heed_orders();
    let pace = flaw.map_or(Duration::ZERO, |_| HELD);
    let config = Config { thinkers: 1, pace, ..config() };
    let Some(flaw) = flaw else {
        let ready = |name: &str| println!("Thinking as {name}");
        return web::think(&Thinker { database: database.clone(), config }, ready)
            .map_err(|error| error.to_string());
    };
    let runtime = tokio::runtime::Runtime::new().map_err(|error| error.to_string())?;
    runtime.block_on(async {
        let store = database.open().await.map_err(|error| error.to_string())?;
        let planted: Arc<dyn Store> = Arc::new(Planted::new(store, flaw));
        let tables = Tables::open_to_think(planted, config).await.map_err(|error| error.to_string())?;
        println!("Thinking wrongly");
        // Nobody ever stops it but by killing it.
        std::future::pending::<()>().await;
        drop(tables);
        Ok(())
    })
}

async fn serve_planted(
    database: &Database,
    flaw: Flaw,
    config: Config,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), String> {
    let store = database.open().await.map_err(|error| error.to_string())?;
    let planted: Arc<dyn Store> = Arc::new(Planted::new(store, flaw));
    let tables = Tables::open(planted, config).await.map_err(|error| error.to_string())?;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.map_err(|error| error.to_string())?;
    ready(listener.local_addr().map_err(|error| error.to_string())?);
    // Nobody ever stops it but by killing it.
    let (_stop, stopped) = watch::channel(false);
    web::listen(listener, tables, stopped).await;
    Ok(())
}

static FOLDERS: AtomicU32 = AtomicU32::new(0);

/// A folder of its own that goes away at the end.
pub struct Folder(PathBuf);

impl Folder {
    /// An empty one.
    pub fn new() -> Result<Self, String> {
        let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("gloria-proofs-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self(path))
    }

    /// A file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
