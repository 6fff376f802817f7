//! What a server counts, for whoever watches it.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;

/// What is counted.
#[derive(Debug, Default)]
pub struct Counts {
    /// Decisions made durable.
    pub actions: AtomicU64,
    /// Tables drawn for somebody who looks at a game.
    pub drawn: AtomicU64,
    /// Requests answered.
    pub requests: AtomicU64,
    /// Requests refused for their rate.
    pub slowed: AtomicU64,
    /// Connections that were not taken.
    pub turned_away: AtomicU64,
    /// Streams open now.
    pub streams: AtomicU64,
    /// Streams open now, of each guest and of each address.
    pub held: Mutex<HashMap<String, usize>>,
    /// Answers with a status of 500 or more.
    pub faults: AtomicU64,
}
