//! How long a player may think.

use std::time::{Duration, Instant};

/// How long a player may think about one decision: whatever is used up first ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// At most this many iterations of a search. With no deadline, the same seed gives the same answer.
    pub iterations: u32,
    /// The moment to answer by, with the best so far.
    pub deadline: Option<Instant>,
}

impl Budget {
    /// As long as the player's own configuration says.
    pub const OWN: Self = Self { iterations: u32::MAX, deadline: None };

    /// So many iterations, however long they take.
    pub const fn iterations(iterations: u32) -> Self {
        Self { iterations, deadline: None }
    }

    /// So long from now.
    pub fn time(time: Duration) -> Self {
        Self { iterations: u32::MAX, deadline: Instant::now().checked_add(time) }
    }

    /// Both limits.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let deadline = match (self.deadline, other.deadline) {
            (Some(first), Some(second)) => Some(first.min(second)),
            (first, second) => first.or(second),
        };
        Self { iterations: self.iterations.min(other.iterations), deadline }
    }

    /// Whether the deadline has passed.
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tighter_limit_holds() {
        let now = Instant::now();
        let soon = Budget { iterations: 50, deadline: Some(now) };
        let both = Budget::iterations(7).and(soon);
        assert_eq!((both.iterations, both.deadline), (7, Some(now)));
        assert!(both.is_late());
        assert!(!Budget::OWN.is_late());
    }
}
