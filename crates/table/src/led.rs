//! Luck that can be told what comes next.

use std::collections::VecDeque;

use crate::chance::Chance;

/// Luck of a source, some of whose next numbers are given. The source is asked for those too, so that what comes after them does not
/// hang on which of them were given.
#[derive(Clone, Debug)]
pub struct Led<C> {
    given: VecDeque<u32>,
    source: C,
    fits: bool,
}

impl<C: Chance> Led<C> {
    /// These numbers first, then whatever the source says.
    pub fn new(given: impl IntoIterator<Item = u32>, source: C) -> Self {
        Self { given: given.into_iter().collect(), source, fits: true }
    }

    /// The source as it stands now, and whether everything that was given was asked for and could come up.
    pub fn finish(self) -> (C, bool) {
        (self.source, self.fits && self.given.is_empty())
    }

    /// What is given next, where it can come up; otherwise what the source says.
    fn next(&mut self, said: u32, fits: impl FnOnce(u32) -> bool) -> u32 {
        match self.given.pop_front() {
            Some(given) if fits(given) => given,
            Some(_) => {
                self.fits = false;
                said
            }
            None => said,
        }
    }
}

impl<C: Chance> Chance for Led<C> {
    fn below(&mut self, n: u32) -> u32 {
        let said = self.source.below(n);
        self.next(said, |given| given < n)
    }

    fn pick(&mut self, weights: &[u8], total: u32) -> usize {
        let said = self.source.pick(weights, total) as u32;
        self.next(said, |given| weights.get(given as usize).is_some_and(|weight| *weight > 0)) as usize
    }

    fn pick_nth(&mut self, total: u32, nth: impl FnOnce(u32) -> usize, has: impl Fn(usize) -> bool) -> usize {
        let said = nth(self.source.below(total)) as u32;
        self.next(said, |given| has(given as usize)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Light;

    #[test]
    fn what_is_given_comes_first_and_the_rest_is_as_without_it() {
        let (mut led, mut free) = (Led::new([3, 1], Light::new(7)), Light::new(7));
        let plain: Vec<u32> = (0..5).map(|_| free.below(6)).collect();
        let drawn: Vec<u32> = (0..5).map(|_| led.below(6)).collect();
        assert_eq!(drawn[..2], [3, 1]);
        assert_eq!(drawn[2..], plain[2..]);
        assert!(led.finish().1);
    }

    #[test]
    fn what_cannot_come_up_or_is_never_asked_for_does_not_fit() {
        let mut led = Led::new([9], Light::new(7));
        assert!(led.below(6) < 6);
        assert!(!led.finish().1, "a die has no such face");
        let mut led = Led::new([2, 0], Light::new(7));
        assert_eq!(led.pick(&[1, 0, 4], 5), 2);
        assert!(!led.finish().1, "one was never asked for");
        let mut led = Led::new([1], Light::new(7));
        assert_ne!(led.pick(&[1, 0, 4], 5), 1);
        assert!(!led.finish().1, "none of these is left");
    }
}
