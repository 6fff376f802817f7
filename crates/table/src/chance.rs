//! Randomness is an argument, never a field.

use std::any::Any;
use std::collections::VecDeque;

use crate::seat::SeatSet;

/// Where luck comes from, and where the engine says who learned something by it.
///
/// `below`, `pick` and `shuffle` are our own, so a recorded game replays the same whatever library made the numbers.
pub trait Chance {
    /// A whole number from 0 to `n - 1`, each as likely; `n` is at least 1.
    fn below(&mut self, n: u32) -> u32;

    /// An index into `weights`, each as likely as its weight; `total` is their sum and at least 1.
    ///
    /// This is how a card is drawn from a pile kept as counts.
    fn pick(&mut self, weights: &[u8], total: u32) -> usize {
        let mut left = self.below(total);
        for (at, &weight) in weights.iter().enumerate() {
            let weight = u32::from(weight);
            if left < weight {
                return at;
            }
            left -= weight;
        }
        unreachable!("total is the sum of the weights")
    }

    /// As `pick`, where most weights are 0 or there is a quicker way than to walk along them: `nth` says which index the number
    /// from 0 to `total - 1` falls to, in the order of the indices, and `has` whether an index can come up at all.
    #[inline]
    fn pick_nth(&mut self, total: u32, nth: impl FnOnce(u32) -> usize, has: impl Fn(usize) -> bool) -> usize
    where
        Self: Sized,
    {
        let _ = has;
        nth(self.below(total))
    }

    /// Says that these seats have just learned something they did not know: a card drawn, a card turned up.
    ///
    /// Undo stops here. A step that tells nobody anything must look the same to everyone.
    fn learned(&mut self, seats: SeatSet) {
        let _ = seats;
    }

    /// Whether anybody wants to hear what happens. Searches and simulations do not, so that telling costs them nothing.
    fn listens(&self) -> bool {
        false
    }

    /// Hears what happened; see [`Chance::note`].
    fn hear(&mut self, event: Box<dyn Any + Send + Sync>) {
        let _ = event;
    }

    /// Says what has just happened, in the order in which things happen: a die, a draw, a discard, a defeat. The event is made
    /// only where somebody listens. It is one of the game's `Tell::Event`s.
    #[inline]
    fn note<E: Any + Send + Sync>(&mut self, event: impl FnOnce() -> E)
    where
        Self: Sized,
    {
        if self.listens() {
            self.hear(Box::new(event()));
        }
    }

    /// Puts the items in random order.
    fn shuffle<T>(&mut self, items: &mut [T])
    where
        Self: Sized,
    {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u32 + 1) as usize;
            items.swap(last, other);
        }
    }

    /// A die with this many sides, from 1.
    fn roll(&mut self, sides: u32) -> u32 {
        self.below(sides) + 1
    }
}

impl<C: Chance> Chance for &mut C {
    fn below(&mut self, n: u32) -> u32 {
        (**self).below(n)
    }
    fn pick(&mut self, weights: &[u8], total: u32) -> usize {
        (**self).pick(weights, total)
    }
    fn pick_nth(&mut self, total: u32, nth: impl FnOnce(u32) -> usize, has: impl Fn(usize) -> bool) -> usize {
        (**self).pick_nth(total, nth, has)
    }
    fn learned(&mut self, seats: SeatSet) {
        (**self).learned(seats);
    }
    fn listens(&self) -> bool {
        (**self).listens()
    }
    fn hear(&mut self, event: Box<dyn Any + Send + Sync>) {
        (**self).hear(event);
    }
}

/// Takes 32 random bits at a time until the number below `n` is exactly fair.
#[inline]
pub(crate) fn fair_below(n: u32, mut next: impl FnMut() -> u32) -> u32 {
    debug_assert!(n > 0, "there is nothing below 0");
    let mut product = u64::from(next()) * u64::from(n);
    if (product as u32) < n {
        let threshold = n.wrapping_neg() % n;
        while (product as u32) < threshold {
            product = u64::from(next()) * u64::from(n);
        }
    }
    (product >> 32) as u32
}

/// A light generator for searches, simulations and tests: fast, reproducible, not secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Light(u64);

impl Light {
    /// A generator that depends only on this number.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits (`SplitMix64`).
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Another generator, independent of this one's further numbers.
    #[must_use]
    pub const fn fork(&mut self) -> Self {
        Self(self.next_u64())
    }
}

/// The seed of one thing among many, such as one game of a tournament: the same whatever becomes of the others.
pub const fn nth_seed(seed: u64, number: u64) -> u64 {
    Light::new(Light::new(seed).next_u64() ^ number).next_u64()
}

impl Chance for Light {
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        fair_below(n, || (self.next_u64() >> 32) as u32)
    }
}

/// Plays given numbers back, in order: a record's draws, or what a scenario wishes to be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    numbers: VecDeque<u32>,
    then: Option<Light>,
    fault: Option<String>,
}

impl Script {
    /// Exactly these numbers: asking for more is a fault.
    pub fn exact(numbers: impl IntoIterator<Item = u32>) -> Self {
        Self { numbers: numbers.into_iter().collect(), then: None, fault: None }
    }

    /// These numbers first, then a light generator.
    pub fn then_light(numbers: impl IntoIterator<Item = u32>, seed: u64) -> Self {
        Self { numbers: numbers.into_iter().collect(), then: Some(Light::new(seed)), fault: None }
    }

    /// Adds a number to the end of the script.
    pub fn add(&mut self, number: u32) {
        self.numbers.push_back(number);
    }

    /// How many numbers have not been asked for.
    pub fn left(&self) -> usize {
        self.numbers.len()
    }

    /// What went wrong, if the script did not fit what was asked of it.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    fn next(&mut self, fits: impl Fn(u32) -> bool, what: &str) -> Option<u32> {
        match self.numbers.pop_front() {
            Some(number) if fits(number) => Some(number),
            Some(number) => {
                self.fault.get_or_insert_with(|| format!("the scripted draw {number} can't come up: {what}"));
                None
            }
            None => {
                if self.then.is_none() {
                    self.fault.get_or_insert_with(|| "more was drawn than the script holds".to_owned());
                }
                None
            }
        }
    }
}

impl Chance for Script {
    fn below(&mut self, n: u32) -> u32 {
        match self.next(|number| number < n, &format!("expected a number below {n}")) {
            Some(number) => number,
            None => self.then.as_mut().map_or(0, |light| light.below(n)),
        }
    }

    fn pick(&mut self, weights: &[u8], total: u32) -> usize {
        let fits = |number: u32| weights.get(number as usize).is_some_and(|&weight| weight > 0);
        match self.next(fits, "no such card is left to draw") {
            Some(number) => number as usize,
            None => match self.then.as_mut() {
                Some(light) => light.pick(weights, total),
                None => weights.iter().position(|&weight| weight > 0).unwrap_or(0),
            },
        }
    }

    fn pick_nth(&mut self, total: u32, nth: impl FnOnce(u32) -> usize, has: impl Fn(usize) -> bool) -> usize {
        match self.next(|number| has(number as usize), "no such card is left to draw") {
            Some(number) => number as usize,
            None => nth(self.then.as_mut().map_or(0, |light| light.below(total))),
        }
    }
}

/// Writes down what is drawn from another source, and who learned something.
#[derive(Debug)]
pub struct Tape<C> {
    source: C,
    drawn: Vec<u32>,
    learned: SeatSet,
    /// What happened, where somebody listens.
    events: Option<Vec<Box<dyn Any + Send + Sync>>>,
}

impl<C: Chance> Tape<C> {
    /// A blank tape on this source.
    pub const fn new(source: C) -> Self {
        Self { source, drawn: Vec::new(), learned: SeatSet::NONE, events: None }
    }

    /// A blank tape that also hears what happens.
    pub fn listening(source: C) -> Self {
        Self { events: Some(Vec::new()), ..Self::new(source) }
    }

    /// What happened since the tape was made or last asked, in order.
    pub fn events<E: Any>(&mut self) -> Vec<E> {
        let heard = self.events.as_mut().map(std::mem::take).unwrap_or_default();
        let event = |heard: Box<dyn Any + Send + Sync>| {
            *heard.downcast().expect("a game tells only events of its own type")
        };
        heard.into_iter().map(event).collect()
    }

    /// What was drawn, in order.
    pub fn drawn(&self) -> &[u32] {
        &self.drawn
    }

    /// Everyone who learned something.
    pub const fn who_learned(&self) -> SeatSet {
        self.learned
    }

    /// Ends the tape: what was drawn, and who learned something.
    pub fn finish(self) -> (Vec<u32>, SeatSet) {
        (self.drawn, self.learned)
    }
}

impl<C: Chance> Chance for Tape<C> {
    fn below(&mut self, n: u32) -> u32 {
        let number = self.source.below(n);
        self.drawn.push(number);
        number
    }
    fn pick(&mut self, weights: &[u8], total: u32) -> usize {
        let at = self.source.pick(weights, total);
        self.drawn.push(at as u32);
        at
    }
    fn pick_nth(&mut self, total: u32, nth: impl FnOnce(u32) -> usize, has: impl Fn(usize) -> bool) -> usize {
        let at = self.source.pick_nth(total, nth, has);
        self.drawn.push(at as u32);
        at
    }
    fn learned(&mut self, seats: SeatSet) {
        self.learned = self.learned.union(seats);
        self.source.learned(seats);
    }
    fn listens(&self) -> bool {
        self.events.is_some()
    }
    fn hear(&mut self, event: Box<dyn Any + Send + Sync>) {
        if let Some(events) = &mut self.events {
            events.push(event);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_is_fair_enough_and_reproducible() {
        let mut counts = [0_u32; 6];
        let mut light = Light::new(1);
        for _ in 0..60_000 {
            counts[light.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
        assert_eq!(Light::new(7).next_u64(), Light::new(7).next_u64());
    }

    #[test]
    fn pick_follows_the_weights() {
        let mut light = Light::new(2);
        let mut counts = [0_u32; 4];
        for _ in 0..8_000 {
            counts[light.pick(&[1, 0, 3, 0], 4)] += 1;
        }
        assert_eq!(counts[1] + counts[3], 0);
        assert!((1_850..2_150).contains(&counts[0]), "{counts:?}");
    }

    #[test]
    fn a_tape_plays_back_on_a_script() {
        let mut tape = Tape::new(Light::new(3));
        let first = (tape.below(100), tape.pick(&[2, 2], 4), tape.roll(6));
        let (drawn, _) = tape.finish();
        let mut script = Script::exact(drawn);
        assert_eq!(first, (script.below(100), script.pick(&[2, 2], 4), script.roll(6)));
        assert_eq!((script.left(), script.fault()), (0, None));
    }

    #[test]
    fn pick_nth_is_pick() {
        let weights = [0_u8, 2, 0, 3, 1];
        let nth = |number: u32| [1, 1, 3, 3, 3, 4][number as usize];
        let has = |at: usize| weights.get(at).is_some_and(|&weight| weight > 0);
        let (mut one, mut other) = (Tape::new(Light::new(4)), Tape::new(Light::new(4)));
        for _ in 0..50 {
            assert_eq!(one.pick(&weights, 6), other.pick_nth(6, nth, has));
        }
        let (drawn, _) = other.finish();
        assert_eq!(one.finish().0, drawn);
        let mut script = Script::exact(drawn.clone());
        assert!(drawn.into_iter().all(|at| script.pick_nth(6, nth, has) == at as usize));
        let mut wrong = Script::exact([2]);
        assert_eq!((wrong.pick_nth(6, nth, has), wrong.fault().is_some()), (1, true));
    }

    #[test]
    fn a_script_says_when_it_does_not_fit() {
        let mut short = Script::exact([]);
        short.below(3);
        assert!(short.fault().unwrap().contains("more was drawn"));
        let mut wrong = Script::exact([5]);
        wrong.below(3);
        assert!(wrong.fault().unwrap().contains("below 3"));
        let mut gone = Script::then_light([1], 1);
        assert_eq!(gone.pick(&[1, 0], 1), 0);
        assert!(gone.fault().is_some());
    }
}
