//! A PostgreSQL to test with: a cluster in a temporary folder that ends with whoever started it.

use std::fs;
use std::io;
use std::net::TcpListener;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

static CLUSTERS: AtomicU32 = AtomicU32::new(0);

/// A server of PostgreSQL for this test alone, on a port of this machine and on a socket in its folder. It waits for no disk, so
/// what it proves is order and not durability. Stopped and removed when dropped; it ends even if the test is killed.
#[derive(Debug)]
pub struct Cluster {
    folder: PathBuf,
    port: u16,
    server: Option<Child>,
    made: AtomicU32,
    settings: Vec<String>,
}

/// Where Debian, or whoever else, has put the newest PostgreSQL.
fn programs() -> PathBuf {
    let debian = Path::new("/usr/lib/postgresql");
    let versions = fs::read_dir(debian).into_iter().flatten().flatten();
    let number = |path: &Path| path.file_name().and_then(|name| name.to_str()?.parse::<u32>().ok());
    // A client alone has a folder there too.
    let servers = versions.map(|entry| entry.path()).filter(|path| path.join("bin/initdb").exists());
    let newest = servers.filter_map(|path| Some((number(&path)?, path))).max();
    if let Some((_, path)) = newest {
        return path.join("bin");
    }
    let asked = Command::new("pg_config").arg("--bindir").output();
    let asked = asked.expect("a PostgreSQL to test with: install the Debian package postgresql");
    PathBuf::from(String::from_utf8_lossy(&asked.stdout).trim())
}

/// The user and group of this name.
fn ids(user: &str) -> Option<(u32, u32)> {
    let id = |what: &str| {
        let out = Command::new("id").args([what, user]).output().ok().filter(|out| out.status.success())?;
        String::from_utf8_lossy(&out.stdout).trim().parse().ok()
    };
    Some((id("-u")?, id("-g")?))
}

impl Cluster {
    /// Starts one. Panics with the reason where there is no PostgreSQL or it does not start.
    pub fn start() -> Self {
        Self::with(&[])
    }

    /// The same with settings of PostgreSQL's own, as `name=value`.
    pub fn with(settings: &[&str]) -> Self {
        let number = CLUSTERS.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("gloria-postgres-{}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::DirBuilder::new().mode(0o700).create(&folder).expect("a temporary folder can be made");
        let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
        let mut cluster = Self {
            port: port.expect("a port is free").port(),
            server: None,
            made: AtomicU32::new(0),
            settings: settings.iter().map(|setting| (*setting).to_owned()).collect(),
            folder,
        };
        if cluster.is_ours() {
            let (user, group) = ids("postgres").or_else(|| ids("nobody")).expect("an ordinary user is known");
            chown(&cluster.folder, Some(user), Some(group)).expect("root may give a folder away");
        }
        let made = cluster
            .ordinary("initdb")
            .args(["--username=gloria", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C", "-D"])
            .arg(cluster.folder.join("data"))
            .output()
            .expect("initdb can be run");
        assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
        cluster.resume();
        cluster
    }

    /// Whether the folder belongs to root, for whom PostgreSQL does not run.
    fn is_ours(&self) -> bool {
        fs::metadata(&self.folder).is_ok_and(|folder| folder.uid() == 0)
    }

    /// A program of PostgreSQL, run by the ordinary user to whom the folder belongs. It ends with the thread that started it.
    fn ordinary(&self, program: &str) -> Command {
        let folder = fs::metadata(&self.folder).expect("the folder is there");
        let mut command = Command::new("setpriv");
        command.args(["--pdeathsig", "QUIT"]);
        let own = fs::metadata("/proc/self").is_ok_and(|own| own.uid() == folder.uid());
        if !own {
            command.arg(format!("--reuid={}", folder.uid())).arg(format!("--regid={}", folder.gid()));
            command.arg("--clear-groups");
        }
        command.arg(programs().join(program)).current_dir(&self.folder).stdin(Stdio::null());
        command
    }

    /// Starts the server, again after [`Cluster::stop`].
    pub fn resume(&mut self) {
        let log = fs::File::create(self.folder.join("log")).expect("a log can be written");
        let again = log.try_clone().expect("a log can be written");
        let mut server = self.ordinary("postgres");
        server.arg("-D").arg(self.folder.join("data")).arg("-k").arg(&self.folder);
        server.args(["-p", &self.port.to_string(), "-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"]);
        server.args(["-c", "max_connections=200"]);
        for setting in &self.settings {
            server.arg("-c").arg(setting);
        }
        self.server = Some(server.stdout(log).stderr(again).spawn().expect("postgres can be run"));
        let began = Instant::now();
        while !self.psql("postgres", "SELECT 1").is_ok_and(|out| !out.is_empty()) {
            assert!(began.elapsed() < Duration::from_secs(60), "PostgreSQL does not start: {}", self.log());
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// Stops the server at once, as if the machine had been switched off.
    pub fn stop(&mut self) {
        let Some(mut server) = self.server.take() else { return };
        let stopped = Command::new("kill").args(["-QUIT", &server.id().to_string()]).status();
        if stopped.is_err() {
            let _ = server.kill();
        }
        let _ = server.wait();
    }

    /// What the server has written to its log.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.join("log")).unwrap_or_default()
    }

    /// The folder, for files that the server shall read.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The process of the server, while it runs.
    pub fn process(&self) -> Option<u32> {
        self.server.as_ref().map(Child::id)
    }

    /// The port it listens at.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Runs SQL in a database as its owner; answers what is printed.
    pub fn psql(&self, database: &str, sql: &str) -> io::Result<String> {
        let out = Command::new(programs().join("psql"))
            .args([
                "-X",
                "-q",
                "-A",
                "-t",
                "-v",
                "ON_ERROR_STOP=1",
                "-U",
                "gloria",
                "-d",
                database,
                "-c",
                sql,
                "-h",
            ])
            .arg(&self.folder)
            .args(["-p", &self.port.to_string()])
            .output()?;
        if out.status.success() {
            Ok(String::from_utf8_lossy(&out.stdout).into_owned())
        } else {
            Err(io::Error::other(String::from_utf8_lossy(&out.stderr).into_owned()))
        }
    }

    /// Makes a new, empty database; answers its name.
    pub fn database(&self) -> String {
        let name = format!("test{}", self.made.fetch_add(1, Ordering::Relaxed));
        // Copying the files is quicker than logging every page.
        self.psql("postgres", &format!("CREATE DATABASE {name} STRATEGY file_copy"))
            .expect("a database can be made");
        name
    }

    /// The address of a database, by the port of this machine.
    pub fn address(&self, database: &str) -> String {
        format!("postgres://gloria@127.0.0.1:{}/{database}", self.port)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.stop();
        let _ = fs::remove_dir_all(&self.folder);
    }
}
