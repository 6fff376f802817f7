//! Piles of cards kept as counts.

use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Serialize, Serializer};
use table::Chance;

use crate::cards::{COUNTED, Kind};
pub(crate) use crate::kinds::kinds_in;
use crate::kinds::{KindSet, PARTS};

const LOW: u8 = 0x0F;
/// One in each of eight bytes.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The top bits of eight bytes.
const TOPS: u64 = 0x80 * ONES;
/// The counts of eight bytes.
const EIGHT: u64 = LOW as u64 * ONES;
/// Every other of eight bytes.
const PAIRS: u64 = 0x00FF_00FF_00FF_00FF;
/// Eight counts to a number.
const WORDS: usize = COUNTED / 8;
/// Where in a set the kinds begin of which there is only one card.
const SINGLE: usize = COUNTED / 64;

/// Whether there may be several cards of a kind; of the others there is one at most, and the sets say whether it is there.
const fn is_counted(kind: Kind) -> bool {
    kind.index() < COUNTED
}

/// Which of the two piles of a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Half {
    /// The first pile.
    First,
    /// The second pile.
    Second,
}

impl Half {
    /// Where this half's bits lie in a count of both.
    const fn shift(self) -> u32 {
        match self {
            Self::First => 0,
            Self::Second => 4,
        }
    }

    /// One card of this half in a count of both.
    const fn one(self) -> u8 {
        1 << self.shift()
    }
}

/// Two piles side by side: of each kind at most 15 cards in either, and at most one of those that are not counted.
///
/// Which kinds there are is kept beside the counts, since it is asked far more often than it changes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    /// The kinds of each half.
    sets: [KindSet; 2],
    counts: [u8; COUNTED],
}

impl Default for Pair {
    fn default() -> Self {
        Self { sets: [KindSet::NONE; 2], counts: [0; COUNTED] }
    }
}

impl Hash for Pair {
    /// Only what is there: most kinds are in neither pile.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Self { sets, counts } = self;
        sets.hash(hasher);
        let (mut eight, mut full) = (0_u64, 0);
        for kind in
            kinds_in(self.set(Half::First) | self.set(Half::Second)).take_while(|kind| is_counted(*kind))
        {
            eight = eight << 8 | u64::from(counts[kind.index()]);
            full += 1;
            if full == 8 {
                hasher.write_u64(eight);
                (eight, full) = (0, 0);
            }
        }
        if full > 0 {
            hasher.write_u64(eight);
        }
    }
}

impl Pair {
    /// How many of a kind.
    #[inline]
    pub const fn count(&self, half: Half, kind: Kind) -> u8 {
        if !is_counted(kind) {
            return self.sets[half as usize].has(kind) as u8;
        }
        match half {
            Half::First => self.counts[kind.index()] & LOW,
            Half::Second => self.counts[kind.index()] >> 4,
        }
    }

    /// How many of a kind in both halves.
    #[inline]
    pub const fn both(&self, kind: Kind) -> u8 {
        self.count(Half::First, kind) + self.count(Half::Second, kind)
    }

    /// Puts one in.
    #[inline]
    pub const fn add(&mut self, half: Half, kind: Kind) {
        self.add_many(half, kind, 1);
    }

    /// Takes one out; answers whether there was one.
    #[inline]
    pub const fn take(&mut self, half: Half, kind: Kind) -> bool {
        let there = self.count(half, kind) > 0;
        self.take_many(half, kind, 1);
        there
    }

    /// Takes so many of a kind out, or as many as there are.
    #[inline]
    pub const fn take_many(&mut self, half: Half, kind: Kind, many: u8) {
        let count = self.count(half, kind);
        let many = if many < count { many } else { count };
        if is_counted(kind) {
            self.counts[kind.index()] -= half.one() * many;
        }
        if many == count {
            self.sets[half as usize].remove(kind);
        }
    }

    /// Puts so many of a kind in.
    #[inline]
    pub const fn add_many(&mut self, half: Half, kind: Kind, many: u8) {
        if is_counted(kind) {
            self.counts[kind.index()] += half.one() * many;
        }
        if many > 0 {
            self.sets[half as usize].add(kind);
        }
    }

    /// How many cards in one half.
    pub fn total(&self, half: Half) -> u32 {
        let counts = std::array::from_fn(|at| self.word(at) >> half.shift() & EIGHT);
        Lots { counts, single: self.single(half) }.total()
    }

    /// The kinds of one half of which there is only one card.
    #[inline]
    fn single(&self, half: Half) -> [u64; PARTS - SINGLE] {
        let parts = self.sets[half as usize].parts();
        std::array::from_fn(|at| parts[SINGLE + at])
    }

    /// The counts of both halves of eight kinds.
    #[inline]
    fn word(&self, at: usize) -> u64 {
        u64::from_le_bytes(self.counts[at * 8..at * 8 + 8].try_into().expect("eight counts"))
    }

    /// The kinds in one half, each once, in order.
    #[inline]
    pub fn kinds(&self, half: Half) -> impl Iterator<Item = Kind> + use<> {
        kinds_in(self.set(half))
    }

    /// The kinds in one half as a set.
    #[inline]
    pub const fn set(&self, half: Half) -> KindSet {
        self.sets[half as usize]
    }

    /// Empties one half into the other.
    pub fn pour(&mut self, from: Half) {
        let poured = std::mem::take(&mut self.sets[from as usize]);
        let into = &mut self.sets[1 - from as usize];
        *into = *into | poured;
        for both in &mut self.counts {
            *both = match from {
                Half::First => ((*both & LOW) + (*both >> 4)) << 4,
                Half::Second => (*both & LOW) + (*both >> 4),
            };
        }
    }

    /// Moves all cards that `hand` has in its first half from the second half to the first, and empties `hand`'s first half.
    pub fn lay_down(&mut self, hand: &mut Self) {
        let laid = std::mem::take(&mut hand.sets[0]);
        self.sets[0] = self.sets[0] | laid;
        for kind in kinds_in(laid) {
            if !is_counted(kind) {
                self.sets[1].remove(kind);
                continue;
            }
            let (both, held) = (&mut self.counts[kind.index()], &mut hand.counts[kind.index()]);
            let many = *held & LOW;
            *held -= many;
            *both -= many * 15;
            if *both >> 4 == 0 {
                self.sets[1].remove(kind);
            }
        }
    }

    /// Whether a pour would hold: no kind has more than 15 in both.
    pub fn pours(&self) -> bool {
        self.counts.iter().all(|both| (both & LOW) + (both >> 4) <= LOW)
    }
}

/// How many of each kind lie to draw from: eight counts, each below 16, to a number; and the kinds of which there is only one card.
pub(crate) struct Lots {
    counts: [u64; WORDS],
    single: [u64; PARTS - SINGLE],
}

impl Lots {
    /// What of a pair's second half is in neither half of another.
    #[inline]
    pub(crate) fn left(pair: &Pair, held: &Pair) -> Self {
        let [deck, hand, reserve] =
            [pair.single(Half::Second), held.single(Half::First), held.single(Half::Second)];
        let single = std::array::from_fn(|at| deck[at] & !hand[at] & !reserve[at]);
        // Most draws are those after a whole hand was laid down: with nothing in its first half, `held` is no more than `pair` in
        // every half of every byte.
        let counts = if held.sets[0] == KindSet::NONE {
            std::array::from_fn(|at| (pair.word(at) - held.word(at)) >> 4 & EIGHT)
        } else {
            std::array::from_fn(|at| {
                let (pair, held) = (pair.word(at), held.word(at));
                (pair >> 4 & EIGHT) - (held & EIGHT) - (held >> 4 & EIGHT)
            })
        };
        Self { counts, single }
    }

    /// What of a pair's first half is of these kinds.
    #[inline]
    pub(crate) fn of(pair: &Pair, kinds: &Mask) -> Self {
        let single = pair.single(Half::First);
        Self {
            counts: std::array::from_fn(|at| pair.word(at) & kinds.counts[at]),
            single: std::array::from_fn(|at| single[at] & kinds.single[at]),
        }
    }

    /// How many cards there are.
    #[inline]
    pub(crate) fn total(&self) -> u32 {
        // Sixteen counts below 16 stay below 256, so bytes do not carry into each other.
        let sums = self.counts.iter().sum::<u64>();
        let counted =
            ((sums & PAIRS) + (sums >> 8 & PAIRS)).wrapping_mul(0x0001_0001_0001_0001).wrapping_shr(48);
        counted as u32 + self.single.iter().map(|part| part.count_ones()).sum::<u32>()
    }

    /// Leaves out one of a kind.
    pub(crate) fn take(&mut self, kind: Kind) {
        if is_counted(kind) {
            self.counts[kind.index() / 8] -= 1 << (kind.index() % 8 * 8);
        } else if let Some(part) = self.single.get_mut(kind.index() / 64 - SINGLE) {
            *part &= !(1 << (kind.index() % 64));
        }
    }

    /// Whether there is one of a kind.
    fn has(&self, at: usize) -> bool {
        if at < COUNTED {
            return self.counts[at / 8] >> (at % 8 * 8) & 0xFF != 0;
        }
        self.single.get(at / 64 - SINGLE).is_some_and(|part| part >> (at % 64) & 1 != 0)
    }

    /// Takes one out, each as likely: there are so many in all, and at least one.
    #[inline]
    pub(crate) fn draw<C: Chance>(&mut self, total: u32, chance: &mut C) -> Kind {
        let lots = &*self;
        let at = chance.pick_nth(total, |number| lots.nth_card(number), |at| lots.has(at));
        let kind = Kind(at as u8);
        if self.has(at) {
            self.take(kind);
        }
        kind
    }

    /// The kind that the nth card is of, from 0.
    #[inline]
    fn nth_card(&self, mut nth: u32) -> usize {
        let mut at = 0;
        for pair in self.counts.chunks_exact(2) {
            // Two words together: sixteen counts below 16 stay below 256.
            let both = ((pair[0] + pair[1]).wrapping_mul(ONES) >> 56) as u32;
            if nth >= both {
                nth -= both;
                at += 16;
                continue;
            }
            // Each byte becomes the sum of the counts up to it.
            let mut sums = pair[0].wrapping_mul(ONES);
            let here = (sums >> 56) as u32;
            if nth >= here {
                nth -= here;
                at += 8;
                sums = pair[1].wrapping_mul(ONES);
            }
            return at + byte_above(sums, nth);
        }
        self.nth_single(nth)
    }

    /// The nth of the kinds of which there is only one card: few sets have any.
    #[cold]
    fn nth_single(&self, nth: u32) -> usize {
        let singles = self.single.iter().enumerate();
        let mut kinds = singles.flat_map(|(at, part)| table::bits(*part).map(move |bit| (at, bit)));
        kinds.nth(nth as usize).map_or(0, |(at, bit)| COUNTED + at * 64 + usize::from(bit))
    }
}

/// The first of eight bytes that is above a number; all are below 128 and none below those before it.
#[inline]
fn byte_above(sums: u64, number: u32) -> usize {
    // The bytes above the number keep their top bits.
    let above = ((sums | TOPS) - u64::from(number + 1) * ONES) & TOPS;
    above.trailing_zeros() as usize / 8
}

/// Some kinds, to be looked for eight at a time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Mask {
    counts: [u64; WORDS],
    single: [u64; PARTS - SINGLE],
}

impl Mask {
    /// These kinds.
    pub(crate) fn new(kinds: KindSet) -> Self {
        let mut counts = [0; WORDS];
        for kind in kinds_in(kinds).take_while(|kind| is_counted(*kind)) {
            counts[kind.index() / 8] |= u64::from(LOW) << (kind.index() % 8 * 8);
        }
        Self { counts, single: std::array::from_fn(|at| kinds.parts()[SINGLE + at]) }
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
    use crate::cards::KINDS;

    fn set(kinds: &[u8]) -> KindSet {
        kinds.iter().map(|at| Kind(*at)).collect()
    }

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
        assert_eq!(pair.set(Half::First), set(&[3]));
        pair.pour(Half::Second);
        assert_eq!((pair.total(Half::First), pair.total(Half::Second)), (16, 0));
        assert_eq!((pair.set(Half::First), pair.set(Half::Second)), (set(&[3, 127]), KindSet::NONE));
    }

    #[test]
    fn lots_are_drawn_in_the_order_of_kinds() {
        let mut pair = Pair::default();
        pair.add_many(Half::First, Kind(2), 3);
        pair.add_many(Half::First, Kind(7), 15);
        pair.add_many(Half::First, Kind(8), 1);
        pair.add_many(Half::First, Kind(127), 15);
        pair.add_many(Half::Second, Kind(8), 15);
        // Of these there is one each.
        pair.add(Half::First, Kind(128));
        pair.add(Half::First, Kind(191));
        let mut lots = Lots::of(&pair, &Mask::new(KindSet::ALL));
        assert_eq!((lots.total(), pair.total(Half::First), pair.total(Half::Second)), (36, 36, 15));
        let kinds: Vec<_> = (0..36).map(|nth| lots.nth_card(nth)).collect();
        assert_eq!(kinds, [vec![2; 3], vec![7; 15], vec![8; 1], vec![127; 15], vec![128, 191]].concat());
        assert_eq!(Lots::of(&pair, &Mask::new(set(&[8, 191]))).total(), 2);
        lots.take(Kind(128));
        lots.take(Kind(2));
        assert_eq!((lots.total(), lots.nth_card(33), lots.has(128)), (34, 191, false));
    }

    #[test]
    fn the_sets_are_those_of_the_counts_whatever_was_done() {
        let (mut pair, mut hand) = (Pair::default(), Pair::default());
        let mut light = table::Light::new(1);
        for _ in 0..5_000 {
            let half = [Half::First, Half::Second][light.below(2) as usize];
            let (kind, many) = (Kind(light.below(KINDS as u32) as u8), light.below(4) as u8);
            let few = pair.both(kind) < if is_counted(kind) { 6 } else { 1 };
            let many = if is_counted(kind) { many } else { many.min(1) };
            match light.below(300) {
                0 if hand.set(Half::First).is_empty() => pair.pour(half),
                1 => pair.lay_down(&mut hand),
                2..100 if few => pair.add(half, kind),
                100..130 if few => pair.add_many(half, kind, many),
                130..160 => pair.take_many(half, kind, many),
                160..180 if pair.count(Half::Second, kind) > hand.count(Half::First, kind) => {
                    hand.add(Half::First, kind);
                }
                _ => _ = pair.take(half, kind),
            }
            // A hand is part of the second half.
            hand.take_many(Half::First, kind, hand.both(kind).saturating_sub(pair.count(Half::Second, kind)));
            for (it, half) in [(&pair, Half::First), (&pair, Half::Second), (&hand, Half::First)] {
                let held = (0..KINDS as u8).map(Kind).filter(|kind| it.count(half, *kind) > 0);
                assert_eq!(it.set(half), held.collect());
            }
        }
    }

    #[test]
    fn a_hand_is_laid_down() {
        let (mut pair, mut hand) = (Pair::default(), Pair::default());
        pair.add_many(Half::Second, Kind(5), 3);
        pair.add_many(Half::First, Kind(5), 1);
        pair.add_many(Half::Second, Kind(70), 2);
        hand.add_many(Half::First, Kind(5), 3);
        hand.add_many(Half::First, Kind(70), 1);
        hand.add_many(Half::Second, Kind(70), 1);
        pair.add(Half::Second, Kind(150));
        hand.add(Half::First, Kind(150));
        pair.lay_down(&mut hand);
        let counts = |pair: &Pair, kind| (pair.count(Half::First, kind), pair.count(Half::Second, kind));
        assert_eq!((counts(&pair, Kind(5)), counts(&pair, Kind(70))), ((4, 0), (1, 1)));
        assert_eq!((counts(&hand, Kind(5)), counts(&hand, Kind(70))), ((0, 0), (0, 1)));
        assert_eq!((counts(&pair, Kind(150)), counts(&hand, Kind(150))), ((1, 0), (0, 0)));
    }
}
