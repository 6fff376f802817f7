//! Servers and thinkers as processes of their own, on one PostgreSQL: killed, drained, started again.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use store::testkit::Cluster;

use crate::gloria::{folder, gloria};
use crate::serve::Server;

/// A process that only thinks; killed when dropped.
struct Thinker(Child);

impl Thinker {
    fn start(address: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_gloria"))
            .args(["think", "--threads", "1", "--pace", "0", "--lease", "600", "--database", address])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        assert!(first.starts_with("Gloria thinks with 1 + 1 threads"), "{first}");
        Self(child)
    }

    fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([name, &self.0.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits until something is so.
fn until(what: &str, mut so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !so() {
        assert!(began.elapsed() < Duration::from_secs(30), "never: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Decides for seat A as soon as it may; the seq afterwards.
fn decide(server: &Server, table: &str, token: &str) -> u64 {
    let mut position = Value::Null;
    until("it is A's turn, or the game is over", || {
        position = server.call(token, &format!("/api/tables/{table}?seat=A"), None).1;
        position["legal"][0]["action"].is_string()
    });
    let body = json!({ "action": position["legal"][0]["action"], "seat": "A" });
    let (status, after) = server.call(token, &format!("/api/tables/{table}/moves"), Some(&body));
    assert_eq!(status, 200, "{after}");
    after["seq"].as_u64().unwrap()
}

fn against_a_bot(server: &Server) -> (String, String) {
    let token = server.call("", "/api/tokens", Some(&json!({ "name": "Ann" }))).1["token"].clone();
    let token = token.as_str().unwrap().to_owned();
    let wish = json!({ "game": "glory-to-rome", "seats": ["me", "bot:random"] });
    let table = server.call(&token, "/api/tables", Some(&wish)).1["table"].as_str().unwrap().to_owned();
    (table, token)
}

#[test]
fn thinkers_come_and_go_and_servers_are_drained() {
    let file = folder("thinks").join("alone.db");
    let refused = gloria(&format!("think --database {}", file.display()));
    assert!(refused.code == 2 && refused.err.contains("expected postgres://"), "{refused:?}");
    let cluster = Cluster::start();
    let name = cluster.database();
    let address = cluster.address(&name);
    let serves = format!("{address} --thinkers 0");
    let servers = [Server::at(&serves, ""), Server::at(&serves, "")];
    let (table, token) = against_a_bot(&servers[0]);
    let first = Thinker::start(&address);
    for step in 0..4 {
        decide(&servers[step % 2], &table, &token);
    }
    // Killed, one is gone without a word; stopped for longer than its lease, one comes too late. The game goes on.
    first.signal("-KILL");
    let second = Thinker::start(&address);
    for step in 0..3 {
        decide(&servers[step % 2], &table, &token);
    }
    second.signal("-STOP");
    let third = Thinker::start(&address);
    for step in 0..3 {
        decide(&servers[step % 2], &table, &token);
    }
    second.signal("-CONT");
    for step in 0..3 {
        decide(&servers[step % 2], &table, &token);
    }
    // Asked to stop, one gives back what it has and ends well.
    for mut thinker in [second, third] {
        thinker.signal("-TERM");
        assert!(thinker.0.wait().unwrap().success());
    }
    let held = cluster.psql(&name, "SELECT count(*) FROM gloria.thought WHERE worker IS NOT NULL").unwrap();
    assert_eq!(held.trim(), "0", "what was claimed is anybody's at once");
    drop(first);
    let _fourth = Thinker::start(&address);
    a_server_is_drained(servers, &table, &token);
}

/// Its stream ends, a post that is half sent is finished, and all goes on at the other.
fn a_server_is_drained(servers: [Server; 2], table: &str, token: &str) {
    let [here, there] = servers;
    let mut seq = 0;
    let mut action = Value::Null;
    until("it is A's turn", || {
        let position = here.call(token, &format!("/api/tables/{table}?seat=A"), None).1;
        (seq, action) = (position["seq"].as_u64().unwrap(), position["legal"][0]["action"].clone());
        action.is_string()
    });
    let follow = |server: &Server| {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let path = format!("/api/tables/{table}/events?seat=A&after={seq}");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n").unwrap();
        stream
    };
    let mut live = follow(&here);
    let body = json!({ "action": action, "seat": "A" }).to_string();
    let mut post = TcpStream::connect(&here.address).unwrap();
    post.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    write!(
        post,
        "POST /api/tables/{table}/moves HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\
         Expect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len(),
    )
    .unwrap();
    // Both are under way once the server says so, however busy the machine is.
    let mut begun = [0; 25];
    post.read_exact(&mut begun).unwrap();
    assert_eq!(&begun, b"HTTP/1.1 100 Continue\r\n\r\n");
    post.write_all(&body.as_bytes()[..5]).unwrap();
    let mut begun = [0; 12];
    live.read_exact(&mut begun).unwrap();
    assert_eq!(&begun, b"HTTP/1.1 200");
    let stopping = std::thread::spawn(move || here.stop());
    let mut told = String::new();
    live.read_to_string(&mut told).unwrap();
    assert!(told.ends_with("0\r\n\r\n"), "it ends as it should: {told:?}");
    post.write_all(&body.as_bytes()[5..]).unwrap();
    let mut answer = String::new();
    post.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "what was under way is finished: {answer}");
    assert!(stopping.join().unwrap(), "it ended well");
    // Whoever comes back elsewhere is told what happened since.
    let mut again = BufReader::new(follow(&there));
    let mut line = String::new();
    while !line.contains("\"seq\"") {
        line.clear();
        assert!(again.read_line(&mut line).unwrap() > 0, "the stream goes on");
    }
    let position: Value = serde_json::from_str(line.trim()).unwrap();
    assert!(position["seq"].as_u64().unwrap() > seq, "{position}");
    decide(&there, table, token);
}
