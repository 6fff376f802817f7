//! Those who play while everything around them fails: they ask any node, go elsewhere when one does not answer, and write down all they
//! were told.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use table::{Chance, Light};

use crate::judge::{Deed, History, Shown, Told};
use crate::load::encode;
use crate::wire::{Caller, request};

/// How long an answer is waited for before it is asked for elsewhere.
pub const PATIENCE: Duration = Duration::from_millis(2500);

/// How long a post is tried, once nothing fails any more.
const AT_MOST: Duration = Duration::from_secs(60);

/// Where the nodes are now, and whether the play is over.
pub struct House {
    /// Each node's address.
    pub nodes: Vec<RwLock<SocketAddr>>,
    /// What everybody writes down.
    pub history: History,
    /// Set once nobody shall begin anything new.
    pub over: AtomicBool,
    /// Set once even what was begun is given up.
    pub given_up: AtomicBool,
    names: AtomicU64,
}

impl House {
    /// A house of these nodes.
    pub fn new(nodes: impl Iterator<Item = SocketAddr>) -> Self {
        Self {
            nodes: nodes.map(RwLock::new).collect(),
            history: History::default(),
            over: AtomicBool::new(false),
            given_up: AtomicBool::new(false),
            names: AtomicU64::new(0),
        }
    }

    /// Where a node is now.
    pub fn node(&self, at: usize) -> SocketAddr {
        *self.nodes[at].read().unwrap_or_else(PoisonError::into_inner)
    }

    /// A node is somewhere else now.
    pub fn moved(&self, at: usize, to: SocketAddr) {
        *self.nodes[at].write().unwrap_or_else(PoisonError::into_inner) = to;
    }

    /// A name that nobody else has.
    pub fn name(&self) -> u64 {
        self.names.fetch_add(1, Ordering::Relaxed)
    }

    /// Whether nobody shall begin anything new.
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::SeqCst)
    }
}

/// A guest's tables: whoever has the token plays at all of them.
pub struct Tables {
    /// The guest's token.
    pub token: String,
    /// What is played.
    pub games: Vec<String>,
    live: Mutex<Vec<String>>,
}

impl Tables {
    /// None yet, for this guest.
    pub fn new(token: String, games: Vec<String>) -> Self {
        Self { token, games, live: Mutex::default() }
    }

    fn opened(&self, table: &str) {
        self.live.lock().unwrap_or_else(PoisonError::into_inner).push(table.to_owned());
    }

    fn ended(&self, table: &str) {
        self.live.lock().unwrap_or_else(PoisonError::into_inner).retain(|known| known != table);
    }

    /// Those whose game is not over.
    pub fn live(&self) -> Vec<String> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// One pair of hands.
pub struct Player<'a> {
    house: &'a House,
    tables: &'a Tables,
    luck: Light,
    at: usize,
    caller: Option<Caller>,
    /// Whether the last answer was that a table is damaged, which no waiting mends.
    damaged: bool,
}

/// What a node answered; nothing if it did not.
type Answer = Option<(u16, Value)>;

impl<'a> Player<'a> {
    /// Plays at these tables.
    pub fn new(house: &'a House, tables: &'a Tables, seed: u64) -> Self {
        Self { house, tables, luck: Light::new(seed), at: 0, caller: None, damaged: false }
    }

    /// Goes to any node.
    fn wander(&mut self) {
        self.at = self.luck.below(self.house.nodes.len() as u32) as usize;
        self.caller = None;
    }

    /// Asks the node where it is.
    fn ask(&mut self, path: &str, body: Option<&Value>) -> Answer {
        if self.caller.is_none() {
            self.caller = Caller::with(self.house.node(self.at), PATIENCE).ok();
        }
        let answered = self.caller.as_mut()?.api(&self.tables.token, path, body).ok();
        self.damaged = answered.as_ref().is_some_and(|(status, _)| *status == 500);
        if answered.as_ref().is_none_or(|(status, _)| *status >= 500) {
            self.caller = None;
        }
        answered
    }

    /// Plays until nobody shall begin anything new.
    pub fn play(&mut self, tables: usize) {
        while !self.house.is_over() {
            if self.luck.below(8) == 0 {
                self.wander();
            }
            let live = self.tables.live();
            if live.len() < tables {
                self.open();
            } else {
                let at = self.luck.below(live.len() as u32) as usize;
                self.decide(&live[at]);
            }
        }
    }

    /// Opens a table; one that nobody was told of stays empty.
    fn open(&mut self) {
        let game = &self.tables.games[self.luck.below(self.tables.games.len() as u32) as usize];
        let other = if self.luck.below(3) == 0 { "bot:random" } else { "me" };
        let wish = json!({ "game": game, "seats": ["me", other] });
        let answer = self.ask("/api/tables", Some(&wish));
        if let Some(table) = answer.as_ref().and_then(|(_, value)| value["table"].as_str()) {
            self.tables.opened(table);
        } else {
            self.pause();
        }
    }

    fn pause(&mut self) {
        std::thread::sleep(Duration::from_millis(20));
        self.wander();
    }

    /// Looks at a table, through the eyes of whoever decides.
    fn look(&mut self, table: &str, seat: Option<&str>) -> Option<Value> {
        let path = match seat {
            Some(seat) => format!("/api/tables/{table}?seat={seat}"),
            None => format!("/api/tables/{table}"),
        };
        let began = self.house.history.moment();
        let Some((200, position)) = self.ask(&path, None) else {
            self.pause();
            return None;
        };
        if let Some(shown) = Shown::read(&position) {
            self.house.history.add(table, began, Deed::Looked(shown));
        }
        Some(position)
    }

    /// Looks, and decides if it can; says something now and then.
    pub fn decide(&mut self, table: &str) {
        if self.luck.below(12) == 0 {
            self.say(table);
        }
        let Some(seen) = self.look(table, None) else { return };
        if !seen["outcome"].is_null() {
            return self.tables.ended(table);
        }
        let Some(seat) = seen["deciding"][0].as_str().map(str::to_owned) else { return };
        let seen = if seen["seat"] == seat { Some(seen) } else { self.look(table, Some(&seat)) };
        let Some(seen) = seen.filter(|seen| seen["seat"] == seat) else {
            // A bot decides.
            return std::thread::sleep(Duration::from_millis(2));
        };
        let actions = seen["legal"].as_array().into_iter().flatten().filter_map(|one| one["action"].as_str());
        let actions: Vec<&str> = actions.filter(|action| !action.starts_with("surrender")).collect();
        if actions.is_empty() {
            return;
        }
        let action = actions[self.luck.below(actions.len() as u32) as usize].to_owned();
        self.post(table, seat, action, seen["seq"].as_u64().unwrap_or(0));
    }

    /// Posts a decision, at any node, until one of them says how it ended.
    fn post(&mut self, table: &str, seat: String, action: String, seen: u64) {
        let request = format!("r{}", self.house.name());
        let body = json!({ "action": action, "seat": seat, "seq": seen, "request": request });
        let began = self.house.history.moment();
        let mut since_over: Option<Instant> = None;
        let told = loop {
            match self.ask(&format!("/api/tables/{table}/moves"), Some(&body)) {
                Some((200, after)) => break Told::Done(after["seq"].as_u64().unwrap_or(0)),
                Some((status, _)) if status < 500 && status != 429 => break Told::Refused(status),
                // It can't be done, and never will be.
                Some((500, _)) => break Told::Nothing,
                Some(_) | None => self.pause(),
            }
            let waited = since_over.get_or_insert_with(Instant::now).elapsed();
            if !self.house.is_over() {
                since_over = None;
            } else if waited > AT_MOST || self.house.given_up.load(Ordering::SeqCst) {
                break Told::Nothing;
            }
        };
        self.house.history.add(table, began, Deed::Posted { seat, request, action, seen, told });
    }

    /// Says something, once.
    fn say(&mut self, table: &str) {
        let text = format!("word {}", self.house.name());
        let cookie = format!("gloria={}", self.tables.token);
        let headers = [
            ("Cookie", cookie.as_str()),
            ("Content-Type", "application/x-www-form-urlencoded"),
            ("x-gloria", "script"),
        ];
        let call = request("POST", &format!("/t/{table}/chat"), &headers, &format!("text={}", encode(&text)));
        let began = self.house.history.moment();
        if self.caller.is_none() {
            self.caller = Caller::with(self.house.node(self.at), PATIENCE).ok();
        }
        let answered = self.caller.as_mut().and_then(|caller| caller.call(&call).ok());
        let told = match answered {
            Some((200 | 303, _)) => Told::Done(0),
            Some((status, _)) if status < 500 => Told::Refused(status),
            Some(_) | None => {
                self.pause();
                Told::Nothing
            }
        };
        self.house.history.add(table, began, Deed::Said { text, told });
    }

    /// Whether a table goes on by itself, within a time, until a person has to decide or its game is over.
    pub fn goes_on(&mut self, table: &str, within: Duration) -> bool {
        let began = Instant::now();
        while began.elapsed() < within {
            let Some(seen) = self.look(table, None) else {
                if self.damaged {
                    return false;
                }
                continue;
            };
            if !seen["outcome"].is_null() {
                return true;
            }
            let Some(seat) = seen["deciding"][0].as_str().map(str::to_owned) else { return true };
            if self.look(table, Some(&seat)).is_some_and(|seen| seen["seat"] == seat) {
                return true;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        false
    }
}
