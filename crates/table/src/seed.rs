//! The secret a fair game starts from.

use std::fmt;

use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

use crate::chance::{Chance, fair_below};

/// The secret number all luck of a fair game comes from.
///
/// Its commitment is published when the game starts and the seed itself when it is over, so that everyone can
/// check every draw. It is never part of a state, a view or a live record, and can't be serialised; only its
/// commitment can:
///
/// ```
/// fn write<T: serde::Serialize>(_: &T) {}
/// write(&gloria_table::Seed::from_number(1).commitment());
/// ```
/// ```compile_fail,E0277
/// fn write<T: serde::Serialize>(_: &T) {}
/// write(&gloria_table::Seed::from_number(1));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// A seed of these bytes.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// A seed that depends only on a small number, for simulations and tests.
    pub fn from_number(number: u64) -> Self {
        let mut hash = Sha256::new();
        hash.update(b"gloria seed number\0");
        hash.update(number.to_le_bytes());
        Self(hash.finalize().into())
    }

    /// What is published at the start: it fixes the seed without telling it.
    pub fn commitment(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(b"gloria seed commitment\0");
        hash.update(self.0);
        hex::encode(hash.finalize())
    }

    /// Tells the seed, when the game is over.
    pub fn reveal(&self) -> String {
        hex::encode(self.0)
    }

    /// Reads a revealed seed.
    pub fn read(text: &str) -> Option<Self> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text.trim(), &mut bytes).ok()?;
        Some(Self(bytes))
    }

    /// The luck that comes from this seed.
    pub fn chance(&self) -> Fair {
        Fair(ChaCha20Rng::from_seed(self.0))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(…)")
    }
}

/// The luck of a fair game: `ChaCha20`, unpredictable without its seed.
#[derive(Clone)]
pub struct Fair(ChaCha20Rng);

impl Chance for Fair {
    fn below(&mut self, n: u32) -> u32 {
        fair_below(n, || self.0.next_u32())
    }
}

impl fmt::Debug for Fair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Fair(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_revealed_seed_reads_back_and_fits_its_commitment() {
        let seed = Seed::from_number(5);
        let read = Seed::read(&seed.reveal()).unwrap();
        assert_eq!(read.commitment(), seed.commitment());
        assert_ne!(Seed::from_number(6).commitment(), seed.commitment());
        assert!(Seed::read("abc").is_none());
        assert_eq!(format!("{seed:?}"), "Seed(…)");
    }

    #[test]
    fn the_numbers_of_a_seed_never_change() {
        // If this fails, every published record stops verifying.
        let mut chance = Seed::from_number(1).chance();
        let drawn: Vec<_> = (0..8).map(|_| chance.below(144)).collect();
        assert_eq!(drawn, [88, 112, 89, 32, 94, 62, 16, 23]);
    }
}
