//! A server in a process of its own, to be killed.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use store::{Database, Sqlite};
use web::{Config, Serving};

use crate::hasty::Hasty;

/// Which program serves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Program {
    /// The real one: `gloria serve`.
    Gloria(PathBuf),
    /// This harness's own binary, serving as `gloria` does.
    Honest(PathBuf),
    /// The same with acknowledgement before the commit: the negative control.
    Hasty(PathBuf),
}

/// A running server.
#[derive(Debug)]
pub struct Server {
    /// Where it listens.
    pub address: SocketAddr,
    child: Child,
}

/// The options of `gloria serve` that let one address do what a whole house of people does.
const UNLIMITED: [&str; 7] = [
    "--posts",
    "--requests",
    "--lines",
    "--tables",
    "--connections-per-address",
    "--streams-per-address",
    "--streams-per-guest",
];

/// Limits that no harness reaches, and bots that decide at once.
fn config() -> Config {
    Config { pace: Duration::ZERO, usual: "random", ..Config::unlimited() }
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
        Self::with(program, database, Limits::None)
    }

    /// Starts one with the limits it has when nobody says otherwise.
    pub fn guarded(program: &Program, database: &Path) -> Result<Self, String> {
        Self::with(program, database, Limits::Usual)
    }

    fn with(program: &Program, database: &Path, limits: Limits) -> Result<Self, String> {
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
        };
        let mut child = command
            .arg("--database")
            .arg(database)
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{program:?} can't be started: {error}"))?;
        let mut line = String::new();
        let read = child.stdout.take().map(|out| BufReader::new(out).read_line(&mut line));
        let address = line
            .split_once("http://")
            .and_then(|(_, rest)| rest.split([' ', '\n']).next())
            .and_then(|text| text.parse().ok());
        if let Some(address) = address {
            Ok(Self { address, child })
        } else {
            let _ = child.kill();
            let _ = child.wait();
            Err(format!("{program:?} told no address, but {line:?} ({read:?})"))
        }
    }

    /// Its process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// SIGKILL, and waits until it is gone.
    pub fn kill(mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
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
    /// With acknowledgement so long before the commit: only where the negative control asks for it.
    Hasty(Duration),
}

/// Serves as `gloria serve` does, on a free port, until killed.
pub fn serve(database: &Path, manner: Manner) -> Result<(), String> {
    let address = SocketAddr::from(([127, 0, 0, 1], 0));
    let config = match manner {
        Manner::Honest | Manner::Hasty(_) => config(),
        Manner::Guarded => Config { pace: Duration::ZERO, ..Config::default() },
    };
    let serving = Serving { address, database: Database::File(database.to_owned()), config };
    let ready = |address: SocketAddr| println!("Serving at http://{address}");
    let served = match manner {
        Manner::Honest | Manner::Guarded => web::serve(&serving, ready),
        Manner::Hasty(later) => {
            let store = Sqlite::open(database).map_err(|error| error.to_string())?;
            web::serve_from(Arc::new(Hasty::new(store, later)), &serving, ready)
        }
    };
    served.map_err(|error| error.to_string())
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
