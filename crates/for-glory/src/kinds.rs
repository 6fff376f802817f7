//! Sets of cards by kind.

use std::ops::{BitAnd, BitOr, Not};

use crate::cards::{KINDS, Kind};

/// How many numbers of 64 bits a set is kept in.
pub(crate) const PARTS: usize = KINDS / 64;

/// A set of kinds, in numbers of 64 bits, which are what machines count in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct KindSet([u64; PARTS]);

impl KindSet {
    /// No kind.
    pub const NONE: Self = Self([0; PARTS]);
    /// Every kind there can be.
    pub const ALL: Self = Self([u64::MAX; PARTS]);

    /// One kind.
    pub const fn one(kind: Kind) -> Self {
        let mut set = Self::NONE;
        set.add(kind);
        set
    }

    /// Whether a kind is in it.
    #[inline]
    pub const fn has(&self, kind: Kind) -> bool {
        self.0[kind.index() / 64] >> (kind.index() % 64) & 1 != 0
    }

    /// Whether it holds none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, part| all | part) == 0
    }

    /// Whether it has a kind in common with another.
    #[inline]
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// A kind comes to it.
    #[inline]
    pub const fn add(&mut self, kind: Kind) {
        self.0[kind.index() / 64] |= 1 << (kind.index() % 64);
    }

    /// A kind goes from it.
    #[inline]
    pub const fn remove(&mut self, kind: Kind) {
        self.0[kind.index() / 64] &= !(1 << (kind.index() % 64));
    }

    /// The numbers it is kept in, the lowest kinds first.
    #[inline]
    pub(crate) const fn parts(&self) -> &[u64; PARTS] {
        &self.0
    }
}

impl BitAnd for KindSet {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }
}

impl BitOr for KindSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }
}

impl Not for KindSet {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|part| !part))
    }
}

impl FromIterator<Kind> for KindSet {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Self {
        let mut set = Self::NONE;
        kinds.into_iter().for_each(|kind| set.add(kind));
        set
    }
}

/// The kinds of a set, in order.
#[inline]
pub(crate) fn kinds_in(set: KindSet) -> impl Iterator<Item = Kind> {
    let KindSet(mut parts) = set;
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < PARTS {
            let part = &mut parts[at];
            if *part != 0 {
                let bit = part.trailing_zeros();
                *part &= *part - 1;
                return Some(Kind(at as u8 * 64 + bit as u8));
            }
            at += 1;
        }
        None
    })
}
