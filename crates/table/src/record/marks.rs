//! The hashes behind each line of a record.

use std::hash::Hasher;

use sha2::{Digest, Sha256};
use xxhash_rust::xxh3::xxh3_64;

use crate::game::Game;

/// The next link of the chain of hashes over all lines.
pub(super) fn link(previous: &str, body: &str, state: &str) -> String {
    let mut hash = Sha256::new();
    for part in [previous, body.trim_end(), state] {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    hex::encode(&hash.finalize()[..8])
}

/// A hash of a state that is the same on every machine: it tells states apart, the chain of links guards against edits.
pub(super) fn state_hash<G: Game>(state: &G) -> String {
    let mut hasher = Fixed { bytes: Vec::with_capacity(size_of::<G>()) };
    state.hash(&mut hasher);
    format!("{:016x}", xxh3_64(&hasher.bytes))
}

/// Gathers what `derive(Hash)` writes in one fixed byte order.
struct Fixed {
    bytes: Vec<u8>,
}

impl Hasher for Fixed {
    fn finish(&self) -> u64 {
        xxh3_64(&self.bytes)
    }
    fn write(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }
    fn write_u16(&mut self, number: u16) {
        self.write(&number.to_le_bytes());
    }
    fn write_u32(&mut self, number: u32) {
        self.write(&number.to_le_bytes());
    }
    fn write_u64(&mut self, number: u64) {
        self.write(&number.to_le_bytes());
    }
    fn write_u128(&mut self, number: u128) {
        self.write(&number.to_le_bytes());
    }
    fn write_usize(&mut self, number: usize) {
        self.write(&(number as u64).to_le_bytes());
    }
    fn write_isize(&mut self, number: isize) {
        self.write(&(number as i64).to_le_bytes());
    }
}
