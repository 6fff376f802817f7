//! What was taken back: it no longer stands, but that it was decided and taken back is told.

use std::fmt;

use super::{Entry, Record};
use crate::game::{Game, Viewer};
use crate::say;
use crate::seat::Seat;
use crate::text::Text;

/// A decision that was taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Undone<G: Game> {
    /// The number of the entry that took it back, from 1.
    pub seq: usize,
    /// How many of the decisions that stand now stood when it had been taken back.
    pub after: usize,
    /// At whose wish.
    pub by: Seat,
    /// Who had decided.
    pub seat: Seat,
    /// What.
    pub action: G::Action,
    /// The state before it.
    pub before: G,
}

/// Decisions that were taken back one after another, as one viewer is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TakenBack {
    /// The numbers of the entries that took them back: the first and the last, from 1.
    pub seqs: (usize, usize),
    /// How many of the decisions that stand now stood then.
    pub after: usize,
    /// At whose wish.
    pub by: Seat,
    /// Who had decided what, in the order in which it was decided.
    pub decisions: Vec<(Seat, Text)>,
}

impl TakenBack {
    /// What was taken back, in words: the one who took it back is not named again.
    pub fn what(&self) -> Text {
        let told = |(seat, told): &(Seat, Text)| {
            if *seat == self.by { told.clone() } else { say!("{seat}: {told}") }
        };
        Text::joined(self.decisions.iter().map(told), "; ")
    }

    /// Who took back what.
    pub fn words(&self) -> Text {
        match self.decisions.len() {
            1 => say!("{} took back: {}", self.by, self.what()),
            number => say!("{} took back {number} decisions: {}", self.by, self.what()),
        }
    }
}

impl fmt::Display for TakenBack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words().notation())
    }
}

impl<G: Game> Record<G> {
    /// Every decision that was taken back, in the order in which they were.
    pub fn undone(&self) -> &[Undone<G>] {
        &self.undone
    }

    /// Takes the last decision from those that stand and remembers it as taken back at the seat's wish, by the entry that comes next.
    pub(super) fn remember_undone(&mut self, by: Seat) -> bool {
        let Some(step) = self.steps.pop() else { return false };
        let after = self.steps.len();
        // What was taken back behind this point is now told here.
        for undone in &mut self.undone {
            undone.after = undone.after.min(after);
        }
        let (seq, before) = (self.entries.len() + 1, *self.state());
        self.undone.push(Undone { seq, after, by, seat: step.seat, action: step.action, before });
        true
    }

    /// What was taken back, as the viewer is told it now: at most the last `most` times, oldest first. What one seat took back in the same
    /// way without a decision between is one time.
    pub fn taken_back(&self, viewer: Viewer, most: usize) -> Vec<TakenBack> {
        let mut found: Vec<TakenBack> = Vec::new();
        for undone in self.undone.iter().rev() {
            let number = found.len();
            let told = self.state().recall(&self.rules, &undone.before, undone.seat, undone.action, viewer);
            let decision = (undone.seat, told);
            match found.last_mut().filter(|later| self.is_one_time(undone, later)) {
                // The last taken back was decided first.
                Some(later) => {
                    later.seqs.0 = undone.seq;
                    later.decisions.push(decision);
                }
                None if number == most => break,
                None => found.push(TakenBack {
                    seqs: (undone.seq, undone.seq),
                    after: undone.after,
                    by: undone.by,
                    decisions: vec![decision],
                }),
            }
        }
        found.reverse();
        found
    }

    fn is_one_time(&self, undone: &Undone<G>, later: &TakenBack) -> bool {
        let consent = |seq: usize| matches!(self.entries.get(seq - 1), Some(Entry::TakeBack(_)));
        undone.seq + 1 == later.seqs.0
            && undone.by == later.by
            && consent(undone.seq) == consent(later.seqs.0)
    }
}
