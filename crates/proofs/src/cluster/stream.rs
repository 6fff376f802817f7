//! Streams that are open while everything around them fails, and opened again at any node.

use std::collections::BTreeSet;
use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;
use table::{Chance, Light};

use super::player::{House, Tables};
use crate::judge::{Deed, Shown};
use crate::wire::{head, request};

/// The streams that are open now.
#[derive(Debug, Default)]
pub struct Open(Mutex<BTreeSet<u64>>);

impl Open {
    fn with<T>(&self, change: impl FnOnce(&mut BTreeSet<u64>) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Which.
    pub fn all(&self) -> BTreeSet<u64> {
        self.with(|open| open.clone())
    }
}

/// Takes the pieces that a body is sent in apart: what is whole of it so far, and what is left.
struct Pieces {
    raw: Vec<u8>,
    text: Vec<u8>,
}

impl Pieces {
    /// The whole lines that have come.
    fn lines(&mut self) -> Vec<String> {
        while let Some(end) = self.raw.windows(2).position(|pair| pair == b"\r\n") {
            let length = std::str::from_utf8(&self.raw[..end])
                .ok()
                .and_then(|text| usize::from_str_radix(text, 16).ok());
            let Some(length) = length.filter(|length| self.raw.len() >= end + 2 + length + 2) else { break };
            self.text.extend_from_slice(&self.raw[end + 2..end + 2 + length]);
            self.raw.drain(..end + 2 + length + 2);
        }
        let mut lines = Vec::new();
        while let Some(end) = self.text.iter().position(|byte| *byte == b'\n') {
            let line = self.text.drain(..=end).collect();
            lines.push(String::from_utf8(line).unwrap_or_default());
        }
        lines
    }
}

/// Follows a table for as long as the house is open, at one node after the other; at the end it stays where it is.
pub fn follow(house: &House, tables: &Tables, open: &Open, seed: u64, done: &dyn Fn() -> bool) {
    let mut luck = Light::new(seed);
    while !done() {
        let live = tables.live();
        let Some(table) = live.get(luck.below(live.len().max(1) as u32) as usize) else {
            std::thread::sleep(Duration::from_millis(20));
            continue;
        };
        let at = luck.below(house.nodes.len() as u32) as usize;
        let stream = house.name();
        // Now and then somebody goes elsewhere though nothing is wrong.
        let most = 1 + luck.below(60);
        let _ = follow_one(house, tables, (open, stream), (table, at), most, done);
        open.with(|open| open.remove(&stream));
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn follow_one(
    house: &House,
    tables: &Tables,
    (open, stream): (&Open, u64),
    (table, at): (&str, usize),
    most: u32,
    done: &dyn Fn() -> bool,
) -> std::io::Result<()> {
    let began = house.history.moment();
    let mut connection = TcpStream::connect_timeout(&house.node(at), Duration::from_secs(2))?;
    connection.set_read_timeout(Some(Duration::from_millis(100)))?;
    let bearer = format!("Bearer {}", tables.token);
    // Beside a bot it is an onlooker on the second seat.
    let seat = if stream.is_multiple_of(2) { "?seat=B" } else { "" };
    let path = format!("/api/tables/{table}/events{seat}");
    connection.write_all(request("GET", &path, &[("Authorization", &bearer)], "").as_bytes())?;
    let mut pieces = Pieces { raw: Vec::new(), text: Vec::new() };
    let mut begun = false;
    let mut part = [0; 16_384];
    let mut brought = 0;
    loop {
        match connection.read(&mut part) {
            Ok(0) => return Ok(()),
            Ok(read) => pieces.raw.extend_from_slice(&part[..read]),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(error) => return Err(error),
        }
        if !begun {
            match head(&pieces.raw) {
                Some((start, 200, _)) => {
                    pieces.raw.drain(..start);
                    begun = true;
                }
                Some(_) => return Ok(()),
                None => {}
            }
        }
        for line in if begun { pieces.lines() } else { Vec::new() } {
            if let Some(shown) = serde_json::from_str::<Value>(&line).ok().as_ref().and_then(Shown::read) {
                house.history.add(table, began, Deed::Streamed { stream, shown });
                open.with(|open| open.insert(stream));
                brought += 1;
            }
        }
        // Once nobody begins anything new it stays, to see the end.
        if done() || (brought >= most && !house.is_over()) {
            return Ok(());
        }
    }
}
