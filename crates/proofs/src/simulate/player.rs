//! Those who play in a simulated world: as in a real one, they ask any node and go elsewhere when one does not answer.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use table::{Chance, Light};
use tokio::time::{sleep, timeout};

use super::node::{Door, Piece};
use crate::judge::{Deed, History, Shown, Told};

/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_millis(1500);

/// How long a stream that says nothing at all is waited for: it shows that it is there more often than that.
const SILENT: Duration = Duration::from_secs(6);

/// What all players share.
pub struct House {
    /// Where the nodes are called.
    pub doors: Vec<Door>,
    /// What everybody writes down.
    pub history: History,
    /// Whether nobody shall begin anything new.
    pub over: Cell<bool>,
    /// The streams that are open.
    pub open: RefCell<BTreeSet<u64>>,
    /// The tables whose games are not over.
    pub live: RefCell<Vec<String>>,
    /// How many hands play, and have not put down what they began.
    pub playing: Cell<u64>,
    names: Cell<u64>,
}

impl House {
    /// A house with these doors.
    pub fn new(doors: Vec<Door>) -> Self {
        Self {
            doors,
            history: History::default(),
            over: Cell::new(false),
            open: RefCell::default(),
            live: RefCell::default(),
            playing: Cell::new(0),
            names: Cell::new(0),
        }
    }

    fn name(&self) -> u64 {
        self.names.set(self.names.get() + 1);
        self.names.get()
    }
}

/// One pair of hands, or one pair of eyes.
pub struct Player {
    house: Rc<House>,
    token: Rc<RefCell<String>>,
    luck: Light,
    at: usize,
}

fn request(token: &str, path: &str, body: Option<&Value>) -> Request<Body> {
    let method = if body.is_some() { "POST" } else { "GET" };
    let mut made = Request::builder().method(method).uri(path).header("host", "gloria.test");
    if !token.is_empty() {
        made = made.header("authorization", format!("Bearer {token}"));
    }
    if body.is_some() {
        made = made.header("content-type", "application/json");
    }
    made.body(body.map_or(Body::empty(), |body| Body::from(body.to_string()))).expect("a request is plain")
}

impl Player {
    /// Plays in this house under this token, once there is one.
    pub fn new(house: &Rc<House>, token: &Rc<RefCell<String>>, seed: u64) -> Self {
        Self { house: Rc::clone(house), token: Rc::clone(token), luck: Light::new(seed), at: 0 }
    }

    fn time(&mut self, least: u32, most: u32) -> Duration {
        Duration::from_millis(u64::from(least + self.luck.below(most - least)))
    }

    async fn ask(&mut self, path: &str, body: Option<&Value>) -> Option<(u16, Value)> {
        sleep(self.time(0, 6)).await;
        let call = request(&self.token.borrow(), path, body);
        let mut pieces = self.house.doors[self.at].call(call)?;
        let whole = async {
            let (mut status, mut bytes) = (0, Vec::new());
            loop {
                match pieces.recv().await? {
                    Piece::Status(told) => status = told,
                    Piece::Part(part) => bytes.extend_from_slice(&part),
                    Piece::End => {
                        return Some((status, serde_json::from_slice(&bytes).unwrap_or(Value::Null)));
                    }
                }
            }
        };
        let answer = timeout(PATIENCE, whole).await.ok().flatten();
        sleep(self.time(0, 6)).await;
        answer
    }

    async fn wander(&mut self) {
        self.at = self.luck.below(self.house.doors.len() as u32) as usize;
        sleep(self.time(10, 60)).await;
    }

    /// Gets a token, for all who play under it.
    pub async fn arrive(&mut self) {
        while self.token.borrow().is_empty() {
            let answer = self.ask("/api/tokens", Some(&json!({ "name": "Simulated" }))).await;
            match answer.and_then(|(_, value)| value["token"].as_str().map(str::to_owned)) {
                Some(token) => *self.token.borrow_mut() = token,
                None => self.wander().await,
            }
        }
    }

    /// Plays until nobody shall begin anything new, at one table after the other.
    pub async fn play(mut self, own: Rc<RefCell<Vec<String>>>, tables: usize) {
        self.house.playing.set(self.house.playing.get() + 1);
        while self.token.borrow().is_empty() {
            sleep(Duration::from_millis(10)).await;
        }
        while !self.house.over.get() {
            if self.luck.below(6) == 0 {
                self.wander().await;
            }
            let number = own.borrow().len();
            if number < tables {
                self.open(&own).await;
                continue;
            }
            let at = self.luck.below(number as u32) as usize;
            let table = own.borrow()[at].clone();
            if self.decide(&table).await {
                own.borrow_mut().retain(|known| *known != table);
            }
            sleep(self.time(3, 30)).await;
        }
        self.house.playing.set(self.house.playing.get() - 1);
    }

    async fn open(&mut self, own: &RefCell<Vec<String>>) {
        let other = if self.luck.below(2) == 0 { "bot:random" } else { "me" };
        let wish = json!({ "game": "lots", "seats": ["me", other] });
        let answer = self.ask("/api/tables", Some(&wish)).await;
        match answer.and_then(|(_, value)| value["table"].as_str().map(str::to_owned)) {
            Some(table) => {
                own.borrow_mut().push(table.clone());
                self.house.live.borrow_mut().push(table);
            }
            None => self.wander().await,
        }
    }

    async fn look(&mut self, table: &str, seat: Option<&str>) -> Option<Value> {
        let path = match seat {
            Some(seat) => format!("/api/tables/{table}?seat={seat}"),
            None => format!("/api/tables/{table}"),
        };
        let began = self.house.history.moment();
        let Some((200, position)) = self.ask(&path, None).await else {
            self.wander().await;
            return None;
        };
        if let Some(shown) = Shown::read(&position) {
            self.house.history.add(table, began, Deed::Looked(shown));
        }
        Some(position)
    }

    /// Looks, and decides if it can; answers whether the game is over.
    async fn decide(&mut self, table: &str) -> bool {
        let Some(seen) = self.look(table, None).await else { return false };
        if !seen["outcome"].is_null() {
            self.house.live.borrow_mut().retain(|known| known != table);
            return true;
        }
        let Some(seat) = seen["deciding"][0].as_str().map(str::to_owned) else { return false };
        let seen = if seen["seat"] == seat { Some(seen) } else { self.look(table, Some(&seat)).await };
        let Some(seen) = seen.filter(|seen| seen["seat"] == seat) else { return false };
        let actions = seen["legal"].as_array().into_iter().flatten().filter_map(|one| one["action"].as_str());
        let actions: Vec<String> = actions.map(str::to_owned).collect();
        if !actions.is_empty() {
            let action = actions[self.luck.below(actions.len() as u32) as usize].clone();
            self.post(table, seat, action, seen["seq"].as_u64().unwrap_or(0)).await;
        }
        false
    }

    async fn post(&mut self, table: &str, seat: String, action: String, seen: u64) {
        let request = format!("r{}", self.house.name());
        let body = json!({ "action": action, "seat": seat, "seq": seen, "request": request });
        let began = self.house.history.moment();
        let told = loop {
            match self.ask(&format!("/api/tables/{table}/moves"), Some(&body)).await {
                Some((200, after)) => break Told::Done(after["seq"].as_u64().unwrap_or(0)),
                Some((status, _)) if status < 500 && status != 429 => break Told::Refused(status),
                Some(_) | None => self.wander().await,
            }
        };
        self.house.history.add(table, began, Deed::Posted { seat, request, action, seen, told });
    }

    /// Follows tables by streams, one after the other; once nobody begins anything new it stays where it is.
    pub async fn follow(mut self) {
        loop {
            let live = self.house.live.borrow().clone();
            let Some(table) = live.get(self.luck.below(live.len().max(1) as u32) as usize) else {
                sleep(Duration::from_millis(30)).await;
                continue;
            };
            self.wander().await;
            let (stream, most) = (self.house.name(), 1 + self.luck.below(25));
            self.follow_one(table, stream, most).await;
            self.house.open.borrow_mut().remove(&stream);
        }
    }

    async fn follow_one(&mut self, table: &str, stream: u64, most: u32) {
        let began = self.house.history.moment();
        let path = format!("/api/tables/{table}/events?seat=B");
        let call = request(&self.token.borrow(), &path, None);
        let Some(mut pieces) = self.house.doors[self.at].call(call) else { return };
        let (mut text, mut brought) = (Vec::new(), 0);
        while let Ok(Some(piece)) = timeout(SILENT, pieces.recv()).await {
            match piece {
                Piece::Status(200) => {}
                Piece::Status(_) | Piece::End => return,
                Piece::Part(part) => text.extend_from_slice(&part),
            }
            while let Some(end) = text.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = text.drain(..=end).collect();
                let position: Value = serde_json::from_slice(&line).unwrap_or(Value::Null);
                if let Some(shown) = Shown::read(&position) {
                    self.house.history.add(table, began, Deed::Streamed { stream, shown });
                    self.house.open.borrow_mut().insert(stream);
                    brought += 1;
                }
            }
            if brought >= most && !self.house.over.get() {
                return;
            }
        }
    }
}
