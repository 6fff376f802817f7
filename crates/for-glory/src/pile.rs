//! Piles of cards kept as counts.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::cards::{KINDS, Kind, KindSet};

/// Counts of every kind.
pub type Counts = [u8; KINDS];

const LOW: u8 = 0x0F;
/// One in each of eight bytes.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The counts of eight bytes.
const EIGHT: u64 = LOW as u64 * ONES;

/// The kinds of a set, in order.
#[inline]
pub(crate) fn kinds_in(set: KindSet) -> impl Iterator<Item = Kind> {
    // Half by half: numbers of 64 bits are what machines count in.
    let (mut low, mut high) = (set as u64, (set >> 64) as u64);
    std::iter::from_fn(move || {
        if low != 0 {
            let at = low.trailing_zeros();
            low &= low - 1;
            return Some(Kind(at as u8));
        }
        if high != 0 {
            let at = 64 + high.trailing_zeros();
            high &= high - 1;
            return Some(Kind(at as u8));
        }
        None
    })
}

/// Which of the two piles of a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Half {
    /// The first pile.
    First,
    /// The second pile.
    Second,
}

/// Two piles side by side: of each kind at most 15 cards in either.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pair([u8; KINDS]);

impl Default for Pair {
    fn default() -> Self {
        Self([0; KINDS])
    }
}

impl Pair {
    /// How many of a kind.
    #[inline]
    pub const fn count(&self, half: Half, kind: Kind) -> u8 {
        match half {
            Half::First => self.0[kind.index()] & LOW,
            Half::Second => self.0[kind.index()] >> 4,
        }
    }

    /// Puts one in.
    #[inline]
    pub const fn add(&mut self, half: Half, kind: Kind) {
        self.0[kind.index()] += match half {
            Half::First => 1,
            Half::Second => 16,
        };
    }

    /// Takes one out; answers whether there was one.
    #[inline]
    pub const fn take(&mut self, half: Half, kind: Kind) -> bool {
        if self.count(half, kind) == 0 {
            return false;
        }
        self.0[kind.index()] -= match half {
            Half::First => 1,
            Half::Second => 16,
        };
        true
    }

    /// All counts of one half.
    pub fn counts(&self, half: Half) -> Counts {
        match half {
            Half::First => self.0.map(|both| both & LOW),
            Half::Second => self.0.map(|both| both >> 4),
        }
    }

    /// How many cards in one half.
    pub fn total(&self, half: Half) -> u32 {
        self.counts(half).iter().map(|count| u32::from(*count)).sum()
    }

    /// The kinds in one half, each once, in order.
    #[inline]
    pub fn kinds(&self, half: Half) -> impl Iterator<Item = Kind> + use<> {
        kinds_in(self.set(half))
    }

    /// The kinds in one half as a set.
    #[inline]
    pub fn set(&self, half: Half) -> KindSet {
        let shift = match half {
            Half::First => 0,
            Half::Second => 4,
        };
        let [low, high] = [&self.0[..KINDS / 2], &self.0[KINDS / 2..]].map(|kinds| {
            let mut set = 0;
            for (word, bytes) in kinds.chunks_exact(8).enumerate() {
                // Eight counts at once: adding 127 carries into the top bit of every count that is not 0, and one
                // multiplication gathers the eight top bits.
                let counts = u64::from_le_bytes(bytes.try_into().expect("chunks of eight")) >> shift & EIGHT;
                let present = (counts + 0x7F * ONES) >> 7 & ONES;
                set |= present.wrapping_mul(0x0102_0408_1020_4080) >> 56 << (word * 8);
            }
            set
        });
        KindSet::from(low) | KindSet::from(high) << 64
    }

    /// Empties one half into the other.
    pub fn pour(&mut self, from: Half) {
        for both in &mut self.0 {
            *both = match from {
                Half::First => ((*both & LOW) + (*both >> 4)) << 4,
                Half::Second => (*both & LOW) + (*both >> 4),
            };
        }
    }

    /// Whether a pour would hold: no kind has more than 15 in both.
    pub fn pours(&self) -> bool {
        self.0.iter().all(|both| (both & LOW) + (both >> 4) <= LOW)
    }
}

impl fmt::Debug for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list =
            |half| self.kinds(half).map(move |kind| (kind.0, self.count(half, kind))).collect::<Vec<_>>();
        write!(f, "{:?} {:?}", list(Half::First), list(Half::Second))
    }
}

impl Serialize for Pair {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let list = |half| self.kinds(half).map(|kind| (kind, self.count(half, kind))).collect::<Vec<_>>();
        serializer.collect_seq([list(Half::First), list(Half::Second)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_halves_do_not_touch_each_other() {
        let mut pair = Pair::default();
        for _ in 0..15 {
            pair.add(Half::First, Kind(3));
        }
        pair.add(Half::Second, Kind(127));
        pair.add(Half::Second, Kind(3));
        assert_eq!((pair.count(Half::First, Kind(3)), pair.count(Half::Second, Kind(3))), (15, 1));
        assert!(pair.take(Half::Second, Kind(3)) && !pair.take(Half::Second, Kind(3)));
        assert_eq!(pair.kinds(Half::Second).collect::<Vec<_>>(), [Kind(127)]);
        assert_eq!(pair.set(Half::First), 8);
        pair.pour(Half::Second);
        assert_eq!((pair.total(Half::First), pair.total(Half::Second)), (16, 0));
    }
}
