//! Actions as numbers, and what they are made of.

use std::marker::PhantomData;

use crate::encoder::Encoded;

/// The most verbs a game has.
const MOST_VERBS: usize = 64;

/// The most parts an action is made of.
pub const MOST_PARTS: usize = 6;

/// How the parts of a verb make a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coding {
    /// Every combination has one.
    Each,
    /// The parts are counts, and every combination has one that adds up to no more than this.
    UpTo(u16),
}

/// A kind of action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verb {
    /// What is done, as in `lead`.
    pub name: &'static str,
    /// What it is done with: the name of each part, and how many values it has.
    pub parts: &'static [(&'static str, u16)],
    /// How they make a number.
    pub coding: Coding,
}

/// An action as a verb and the values of its parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spelling {
    /// Which verb.
    pub verb: usize,
    /// The value of each of its parts; 0 where it has no more.
    pub parts: [u16; MOST_PARTS],
}

/// A spelling of this verb with these parts.
#[inline]
pub fn spelled(verb: usize, parts: &[usize]) -> Spelling {
    let mut spelling = Spelling { verb, parts: [0; MOST_PARTS] };
    for (place, part) in spelling.parts.iter_mut().zip(parts) {
        *place = *part as u16;
    }
    spelling
}

/// What is told an action's verb and parts, and makes something of them.
pub trait Speller {
    /// What it makes.
    type Said;
    /// An action of this verb with these parts, as many as the verb has.
    fn say(&self, verb: usize, parts: &[usize]) -> Self::Said;
}

/// Makes a [`Spelling`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spelled;

impl Speller for Spelled {
    type Said = Spelling;
    #[inline]
    fn say(&self, verb: usize, parts: &[usize]) -> Spelling {
        spelled(verb, parts)
    }
}

/// Makes an action's number. Which verb it is, is known wherever an action is spelled, so the compiler knows all that makes up a number
/// but the parts.
#[derive(Clone, Copy, Debug)]
pub struct Counted<'a, G> {
    numbering: &'a Numbering,
    game: PhantomData<G>,
}

impl<'a, G: Encoded> Counted<'a, G> {
    /// The first number of each verb.
    const BASES: [usize; MOST_VERBS] = Self::bases();

    const fn bases() -> [usize; MOST_VERBS] {
        let (mut bases, mut at, mut base) = ([0; MOST_VERBS], 0, 0);
        while at < G::VERBS.len() {
            bases[at] = base;
            base += G::VERBS[at].count();
            at += 1;
        }
        bases
    }

    /// By this numbering, which is the game's.
    pub const fn new(numbering: &'a Numbering) -> Self {
        Self { numbering, game: PhantomData }
    }
}

impl<G: Encoded> Speller for Counted<'_, G> {
    type Said = Option<usize>;
    #[inline(always)]
    #[allow(clippy::inline_always)] // Nothing of it is known anywhere else.
    fn say(&self, verb: usize, parts: &[usize]) -> Option<usize> {
        let Verb { parts: sizes, coding, .. } = &G::VERBS[verb];
        debug_assert_eq!(parts.len(), sizes.len(), "an action has all parts of its verb");
        match coding {
            Coding::Each => {
                let (mut fits, mut rank) = (true, 0);
                for (part, (_, size)) in parts.iter().zip(*sizes) {
                    fits &= *part < usize::from(*size);
                    rank = rank * usize::from(*size) + *part;
                }
                fits.then_some(Self::BASES[verb] + rank)
            }
            Coding::UpTo(_) => self.numbering.number(&spelled(verb, parts)),
        }
    }
}

/// A fixed numbering of all actions of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbering {
    verbs: &'static [Verb],
    /// The first number of each verb, and the number after the last.
    bases: Vec<usize>,
    /// The first place of each verb among all parts, and the place after the last.
    features: Vec<usize>,
    ranks: Vec<Ranks>,
}

/// How the parts of a verb make a number, worked out.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Ranks {
    /// How many values each part has; 1 where there are no more.
    sizes: [u16; MOST_PARTS],
    /// How many numbers lie between two values of each part; for counts, nothing.
    strides: [u32; MOST_PARTS],
    /// For counts with so many at most: how many numbers the smaller values of a part take, by the part, what is left, and the value.
    counts: Option<(usize, Vec<u32>)>,
}

impl Ranks {
    fn new(verb: &Verb) -> Self {
        let (mut sizes, mut strides, mut stride) = ([1; MOST_PARTS], [0; MOST_PARTS], 1);
        for (at, (_, size)) in verb.parts.iter().enumerate().rev() {
            (sizes[at], strides[at]) = (*size, stride);
            stride *= u32::from(*size);
        }
        match verb.coding {
            Coding::Each => Self { sizes, strides, counts: None },
            Coding::UpTo(most) => {
                let most = usize::from(most);
                let mut counts = Vec::new();
                for later in (0..verb.parts.len()).rev() {
                    for left in 0..=most {
                        for value in 0..=most {
                            let fewer = (0..value.min(left)).map(|fewer| combinations(later, left - fewer));
                            counts.push(fewer.sum::<usize>() as u32);
                        }
                    }
                }
                Self { sizes, strides: [0; MOST_PARTS], counts: Some((most, counts)) }
            }
        }
    }

    #[inline]
    fn rank(&self, parts: &[u16; MOST_PARTS]) -> Option<usize> {
        let (mut fits, mut rank) = (true, 0);
        for ((part, size), stride) in parts.iter().zip(&self.sizes).zip(&self.strides) {
            fits &= part < size;
            rank += u32::from(*part) * stride;
        }
        match (&self.counts, fits) {
            (_, false) => None,
            (None, true) => Some(rank as usize),
            (Some((most, counts)), true) => Self::rank_counts(*most, counts, parts),
        }
    }

    fn rank_counts(most: usize, counts: &[u32], parts: &[u16; MOST_PARTS]) -> Option<usize> {
        let (mut rank, mut left) = (0, most);
        for (part, table) in parts.iter().zip(counts.chunks_exact((most + 1) * (most + 1))) {
            let part = usize::from(*part);
            if part > left {
                return None;
            }
            rank += table[left * (most + 1) + part] as usize;
            left -= part;
        }
        Some(rank)
    }
}

/// How many combinations of so many counts add up to no more than `most`.
const fn combinations(counts: usize, most: usize) -> usize {
    // C(most + counts, counts), exact at every step.
    let (mut product, mut at) = (1, 1);
    while at <= counts {
        product = product * (most + at) / at;
        at += 1;
    }
    product
}

impl Verb {
    const fn count(&self) -> usize {
        match self.coding {
            Coding::Each => {
                let (mut product, mut at) = (1, 0);
                while at < self.parts.len() {
                    product *= self.parts[at].1 as usize;
                    at += 1;
                }
                product
            }
            Coding::UpTo(most) => combinations(self.parts.len(), most as usize),
        }
    }

    fn unrank(&self, mut rank: usize) -> [u16; MOST_PARTS] {
        let mut parts = [0; MOST_PARTS];
        match self.coding {
            Coding::Each => {
                for (at, (_, size)) in self.parts.iter().enumerate().rev() {
                    parts[at] = (rank % usize::from(*size)) as u16;
                    rank /= usize::from(*size);
                }
            }
            Coding::UpTo(most) => {
                let mut left = usize::from(most);
                for (at, part) in parts.iter_mut().enumerate().take(self.parts.len()) {
                    let later = self.parts.len() - at - 1;
                    while *part < most && rank >= combinations(later, left) {
                        rank -= combinations(later, left);
                        left -= 1;
                        *part += 1;
                    }
                }
            }
        }
        parts
    }
}

impl Numbering {
    /// The numbering of these verbs.
    pub fn new(verbs: &'static [Verb]) -> Self {
        let (mut bases, mut features) = (vec![0], vec![0]);
        for (at, verb) in verbs.iter().enumerate() {
            bases.push(bases[at] + verb.count());
            let sizes: usize = verb.parts.iter().map(|(_, size)| usize::from(*size)).sum();
            features.push(features[at] + 1 + sizes);
        }
        Self { verbs, bases, features, ranks: verbs.iter().map(Ranks::new).collect() }
    }

    /// The verbs.
    pub const fn verbs(&self) -> &'static [Verb] {
        self.verbs
    }

    /// How many numbers there are.
    pub fn count(&self) -> usize {
        self.bases.last().copied().unwrap_or(0)
    }

    /// The first number of a verb.
    pub fn base(&self, verb: usize) -> usize {
        self.bases[verb]
    }

    /// The number of a spelling; nothing where a part is larger than the encoding has room for.
    #[inline]
    pub fn number(&self, spelling: &Spelling) -> Option<usize> {
        let rank = self.ranks.get(spelling.verb)?.rank(&spelling.parts)?;
        Some(self.bases[spelling.verb] + rank)
    }

    /// The spelling of a number; nothing if no action has it.
    pub fn spelling(&self, number: usize) -> Option<Spelling> {
        if number >= self.count() {
            return None;
        }
        let verb = self.bases.partition_point(|base| *base <= number) - 1;
        Some(Spelling { verb, parts: self.verbs[verb].unrank(number - self.bases[verb]) })
    }

    /// How many features actions are made of: each verb, and each value of each of its parts.
    pub fn features(&self) -> usize {
        self.features.last().copied().unwrap_or(0)
    }

    /// The features of a spelling: its verb, then one for each part.
    pub fn features_of(&self, spelling: &Spelling) -> impl Iterator<Item = u16> {
        let verb = &self.verbs[spelling.verb];
        let mut from = self.features[spelling.verb];
        let first = from as u16;
        from += 1;
        let (parts, values) = (verb.parts, spelling.parts);
        let each = (0..parts.len()).map(move |at| {
            let feature = from + usize::from(values[at]);
            from += usize::from(parts[at].1);
            feature as u16
        });
        std::iter::once(first).chain(each)
    }
}

/// The verbs of a game, in order, as a list and as an enum to match on.
#[macro_export]
macro_rules! verbs {
    ($($variant:ident = $name:literal $([$($part:literal: $size:expr),*])? $(up to $most:expr)?;)*) => {
        /// The kinds of actions, in the order of their numbers.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum V {
            $($variant),*
        }

        impl V {
            const ALL: &'static [Self] = &[$(Self::$variant),*];
        }

        pub(super) const VERBS: &[$crate::Verb] = &[
            $($crate::Verb {
                name: $name,
                parts: &[$($(($part, $size as u16)),*)?],
                coding: $crate::verbs!(@coding $($most)?),
            }),*
        ];
    };
    (@coding) => { $crate::Coding::Each };
    (@coding $most:expr) => { $crate::Coding::UpTo($most) };
}

#[cfg(test)]
mod tests {
    use super::*;

    const VERBS: &[Verb] = &[
        Verb { name: "pass", parts: &[], coding: Coding::Each },
        Verb { name: "put", parts: &[("what", 3), ("where", 4)], coding: Coding::Each },
        Verb { name: "pay", parts: &[("silver", 6), ("gold", 6), ("lead", 6)], coding: Coding::UpTo(5) },
    ];

    #[test]
    fn every_number_is_one_spelling_and_back() {
        let numbering = Numbering::new(VERBS);
        assert_eq!((numbering.count(), numbering.features()), (1 + 12 + 56, 1 + 8 + 19));
        let mut seen = std::collections::BTreeSet::new();
        for number in 0..numbering.count() {
            let spelling = numbering.spelling(number).unwrap();
            assert_eq!(numbering.number(&spelling), Some(number), "{spelling:?}");
            let features: Vec<_> = numbering.features_of(&spelling).collect();
            assert!(features.iter().all(|feature| usize::from(*feature) < numbering.features()));
            assert!(seen.insert(features), "two actions with the same parts: {spelling:?}");
        }
        assert_eq!(numbering.spelling(numbering.count()), None);
    }

    #[test]
    fn what_has_no_room_has_no_number() {
        let numbering = Numbering::new(VERBS);
        assert_eq!(numbering.number(&spelled(1, &[3, 0])), None);
        assert_eq!(numbering.number(&spelled(2, &[3, 3, 0])), None);
        assert_eq!(numbering.number(&spelled(3, &[])), None);
    }
}
