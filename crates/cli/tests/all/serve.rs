//! `serve` as whoever runs it meets it: a second start, a restored backup, a full disk, a clean stop.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::gloria::{folder, gloria};
use serde_json::{Value, json};

/// An address that nobody listens at.
fn free_address() -> String {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string()
}

/// What is answered at this address: status and body.
pub fn ask(address: &str, token: &str, path: &str, body: Option<&Value>) -> (u16, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let method = if body.is_some() { "POST" } else { "GET" };
    let text = body.map(ToString::to_string).unwrap_or_default();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{text}",
        text.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    (status, answer.split_once("\r\n\r\n").map_or("", |(_, body)| body).to_owned())
}

/// A server under a shell, so that its limits can be set; it goes away with this.
pub struct Server {
    child: Child,
    pub address: String,
    status: String,
}

impl Server {
    pub fn start(database: &Path, before: &str) -> Self {
        Self::at(&database.display().to_string(), before)
    }

    /// The same with a database of any kind.
    pub fn at(database: &str, before: &str) -> Self {
        let program = env!("CARGO_BIN_EXE_gloria");
        let status = free_address();
        let line = format!(
            "export GLORIA_REQUESTS=9999; {before} exec {program} serve --listen 127.0.0.1:0 --status {status} --pace 0 --tables 9999 --tables-per-guest 9999 --tables-per-address 9999 --posts 9999 --database {database}"
        );
        let mut child = Command::new("sh").args(["-c", &line]).stdout(Stdio::piped()).spawn().unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        let address = first.split_once("http://").expect("it tells its address").1;
        let address = address.split_whitespace().next().unwrap().to_owned();
        Self { child, address, status }
    }

    pub fn call(&self, token: &str, path: &str, body: Option<&Value>) -> (u16, Value) {
        let (status, body) = ask(&self.address, token, path, body);
        (status, serde_json::from_str(&body).unwrap_or(Value::Null))
    }

    /// Whether it is ready, as the operator is told.
    pub fn ready(&self) -> (u16, String) {
        ask(&self.status, "", "/readyz", None)
    }

    /// A table of two seats of one program; its name and the token.
    pub fn table(&self) -> (String, String) {
        let token = self.call("", "/api/tokens", Some(&json!({ "name": "Ann" }))).1["token"]
            .as_str()
            .unwrap()
            .to_owned();
        let wish = json!({ "game": "glory-to-rome", "seats": ["me", "me"] });
        let table = self.call(&token, "/api/tables", Some(&wish)).1["table"].as_str().unwrap().to_owned();
        (table, token)
    }

    /// Takes the first legal action of whoever decides; the status.
    pub fn decide(&self, table: &str, token: &str) -> u16 {
        self.decided(table, token).0
    }

    /// The same, with what is answered.
    fn decided(&self, table: &str, token: &str) -> (u16, Value) {
        for seat in ["A", "B"] {
            let (_, position) = self.call(token, &format!("/api/tables/{table}?seat={seat}"), None);
            if let Some(action) = position["legal"][0]["action"].as_str() {
                let body = json!({ "action": action, "seat": seat });
                return self.call(token, &format!("/api/tables/{table}/moves"), Some(&body));
            }
        }
        (0, Value::Null)
    }

    /// Asks it to stop and waits; whether it ended well.
    pub fn stop(mut self) -> bool {
        Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        self.child.wait().unwrap().success()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_backup_of_a_running_server_serves_the_same_tables_elsewhere() {
    let folder = folder("restore");
    let (first, copy) = (folder.join("first.db"), folder.join("copy.db"));
    let server = Server::start(&first, "");
    let (table, token) = server.table();
    for _ in 0..5 {
        assert_eq!(server.decide(&table, &token), 200);
    }
    let second = gloria(&format!("serve --listen 127.0.0.1:0 --database {}", first.display()));
    assert!(second.code == 2 && second.err.contains("another server already uses"), "{second:?}");
    let backup = gloria(&format!("backup {} --database {}", copy.display(), first.display()));
    assert_eq!(backup.code, 0, "{backup:?}");
    let path = format!("/api/tables/{table}?seat=A");
    let here = server.call(&token, &path, None);
    let there = Server::start(&copy, "");
    assert_eq!(there.call(&token, &path, None), here, "with the same guests and the same secrets");
    assert_eq!(there.decide(&table, &token), 200, "and it goes on");
    // A clean stop leaves everything in the one file.
    assert!(server.stop());
    let beside = first.with_file_name("first.db-wal");
    assert!(std::fs::metadata(beside).map_or(0, |found| found.len()) == 0);
    // A new key makes everybody somebody else, unless the old one is kept.
    let changed = gloria(&format!("rotate-key --keep-old --database {}", first.display()));
    assert_eq!(changed.code, 0, "{changed:?}");
    let again = Server::start(&first, "");
    assert_eq!(again.call(&token, &path, None), here);
    assert!(again.stop());
    assert_eq!(gloria(&format!("rotate-key --database {}", first.display())).code, 0);
    let again = Server::start(&first, "");
    assert_eq!(again.call(&token, &path, None).0, 401);
}

#[test]
fn a_full_disk_is_told_and_costs_nothing_that_was_acknowledged() {
    let folder = folder("full");
    let database = folder.join("gloria.db");
    // No file may grow beyond this many blocks: for the database that is a full disk.
    let server = Server::start(&database, "trap '' XFSZ; ulimit -f 600;");
    let (table, token) = server.table();
    assert_eq!(server.ready(), (200, "ready\n".to_owned()));
    let (mut done, mut refused) = (0, 0);
    for _ in 0..600 {
        match server.decided(&table, &token) {
            (200, _) => done += 1,
            (503, why) => {
                // A limit of the system is no full disk, and is told in other words.
                let why = why["error"].as_str().unwrap_or_default();
                assert!(why.starts_with("This was not done: the database failed: "), "{why}");
                refused += 1;
                break;
            }
            (0, _) => break,
            other => panic!("{other:?}"),
        }
        // Tables fill the disk faster than decisions do.
        let wish = json!({ "game": "glory-to-rome", "seats": ["me", "me"] });
        let _ = server.call(&token, "/api/tables", Some(&wish));
    }
    assert!(done > 0 && refused == 1, "{done} done, {refused} refused");
    // What the look itself writes may still fit where a decision does not: each look, once a second, takes some more.
    let looks = (0..12).map(|_| {
        std::thread::sleep(Duration::from_millis(1100));
        server.ready()
    });
    let (status, why) = looks.into_iter().find(|(status, _)| *status != 200).unwrap_or_default();
    assert!(status == 503 && why.starts_with("not ready: the database failed"), "{status} {why}");
    assert_eq!(server.call("", "/healthz", None).0, 200, "alive it is");
    drop(server);
    let again = Server::start(&database, "");
    let (_, position) = again.call(&token, &format!("/api/tables/{table}?seat=A"), None);
    assert_eq!(
        position["steps"].as_u64(),
        Some(done),
        "nothing acknowledged is lost, nothing refused is there"
    );
    assert_eq!(again.ready().0, 200);
}

#[test]
fn a_damaged_database_is_told_before_anything_is_served_and_a_copy_takes_its_place() {
    let folder = folder("damaged");
    let (database, copy) = (folder.join("log.db"), folder.join("copy.db"));
    let server = Server::start(&database, "");
    let (table, token) = server.table();
    assert_eq!(server.decide(&table, &token), 200);
    assert_eq!(gloria(&format!("backup {} --database {}", copy.display(), database.display())).code, 0);
    assert!(server.stop());
    let mut bytes = std::fs::read(&database).unwrap();
    // The first page, behind the file's own heading: everything is found from there.
    bytes[100..4096].fill(0x5a);
    std::fs::write(&database, bytes).unwrap();
    let broken = gloria(&format!("serve --listen 127.0.0.1:0 --database {}", database.display()));
    assert!(
        broken.code == 2 && broken.err.contains("malformed") && broken.err.lines().count() == 1,
        "{broken:?}"
    );
    let restored = Server::start(&copy, "");
    assert_eq!(restored.call(&token, &format!("/api/tables/{table}?seat=A"), None).0, 200);
}

#[test]
fn lines_of_the_log_are_json_have_ids_and_hold_neither_secrets_nor_addresses() {
    let folder = folder("lines");
    let log = folder.join("log.txt");
    let lines = |more: &str| -> (Vec<Value>, String, String) {
        let before =
            format!("export GLORIA_LOG=debug GLORIA_LOG_FORMAT=json {more}; exec 2>{};", log.display());
        let server = Server::start(&folder.join("log.db"), &before);
        let (table, token) = server.table();
        assert_eq!(server.decide(&table, &token), 200);
        assert!(server.stop());
        let text = std::fs::read_to_string(&log).unwrap();
        (text.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), text, token)
    };
    let (all, text, token) = lines("");
    let answered: Vec<&Value> = all.iter().filter(|line| line["status"].is_u64()).collect();
    assert!(answered.len() >= 4, "{text}");
    let ids: std::collections::BTreeSet<&str> =
        answered.iter().map(|line| line["span"]["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), answered.len(), "each has an id of its own");
    assert!(answered.iter().any(|line| line["span"]["path"] == "/api/tables" && line["level"] == "INFO"));
    assert!(all.iter().any(|line| line["message"].as_str().is_some_and(|said| said.starts_with("Stopping"))));
    let secret = token.rsplit('.').next().unwrap();
    assert!(!text.contains(secret) && !text.contains("Ann") && !text.contains("127.0.0.1\""), "{text}");
    let (all, ..) = lines("GLORIA_LOG_ADDRESSES=true");
    assert!(all.iter().any(|line| line["span"]["address"] == "127.0.0.1"));
}
