//! How many look for the same, and how long it took others: as it was a moment ago. Whoever waits asks again and again, and to read for each
//! of them who else waits would keep the server from seating anybody.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Notify;

/// How old such an answer may be, in milliseconds.
const LATELY: u64 = 1_000;

/// What wakes whoever puts people together, and what those who wait are told.
#[derive(Debug, Default)]
pub struct Pairing {
    /// Wakes whoever puts people together.
    pub wake: Arc<Notify>,
    lately: Mutex<BTreeMap<String, Lookers>>,
}

/// Those who look for the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lookers {
    /// How many.
    pub waiting: usize,
    /// How long it took others, in milliseconds, where anybody knows.
    pub estimate: Option<u64>,
    /// When that was so, in milliseconds since 1970.
    at: u64,
}

impl Pairing {
    /// What was so a moment ago; nothing for the one who has to look.
    pub fn lately(&self, what: &str, now: u64) -> Option<Lookers> {
        let mut lately = self.lately.lock().unwrap_or_else(PoisonError::into_inner);
        match lately.get_mut(what) {
            Some(known) if now.saturating_sub(known.at) < LATELY => Some(*known),
            Some(known) => {
                // One looks; whoever asks meanwhile is told what was.
                known.at = now;
                None
            }
            None => {
                lately.insert(what.to_owned(), Lookers { waiting: 1, estimate: None, at: now });
                None
            }
        }
    }

    /// Lets everybody know what was found.
    pub fn found(&self, what: &str, waiting: usize, estimate: Option<u64>, now: u64) -> Lookers {
        let found = Lookers { waiting, estimate, at: now };
        let mut lately = self.lately.lock().unwrap_or_else(PoisonError::into_inner);
        lately.insert(what.to_owned(), found);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_looks_and_the_others_are_told_what_was() {
        let pairing = Pairing::default();
        assert_eq!(pairing.lately("chess", 5_000), None, "the first looks");
        assert_eq!(pairing.lately("chess", 5_000).map(|known| known.waiting), Some(1));
        pairing.found("chess", 7, Some(30), 5_100);
        let known = pairing.lately("chess", 6_099).unwrap();
        assert_eq!((known.waiting, known.estimate), (7, Some(30)));
        assert_eq!(pairing.lately("go", 6_099), None, "that is another game");
        assert_eq!(pairing.lately("chess", 6_100), None, "one looks again");
        assert_eq!(pairing.lately("chess", 6_101), Some(Lookers { at: 6_100, ..known }));
    }
}
