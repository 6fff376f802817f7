//! What a search found, in numbers and in words.

use table::{Seat, Tell, Text, say};

use super::tree::{Node, surely};

/// One action, and what the search found of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Candidate<A> {
    /// The action.
    pub action: A,
    /// The chance to win with it, between 0 and 1; 0 if it was never tried.
    pub value: f64,
    /// How much of the search went into it, between 0 and 1.
    pub share: f64,
    /// How often it was tried.
    pub visits: u32,
}

/// All legal actions and what the search found of them, best first.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation<A> {
    /// The actions, first the one that is surely best.
    pub candidates: Vec<Candidate<A>>,
    /// How often any of them was tried.
    pub visits: u32,
}

impl<A: Copy + Eq> Explanation<A> {
    pub(super) fn new<'a>(
        legal: &[A],
        seat: Seat,
        weight: f32,
        found: impl Iterator<Item = &'a Node<A>>,
    ) -> Self
    where
        A: 'a,
    {
        let mut sums = vec![(0_u32, 0.0_f64); legal.len()];
        for node in found {
            if node.seat == seat
                && let Some(place) = legal.iter().position(|action| *action == node.action)
            {
                sums[place].0 += node.visits;
                sums[place].1 += f64::from(node.total);
            }
        }
        let visits: u32 = sums.iter().map(|(visits, _)| visits).sum();
        let mut candidates: Vec<_> = legal
            .iter()
            .zip(sums)
            .map(|(action, (tried, total))| Candidate {
                action: *action,
                value: total / f64::from(tried.max(1)),
                share: f64::from(tried) / f64::from(visits.max(1)),
                visits: tried,
            })
            .collect();
        candidates.sort_by(|a, b| {
            let worth = |it: &Candidate<A>| surely(it.value, it.visits, weight);
            worth(b).total_cmp(&worth(a)).then(b.visits.cmp(&a.visits))
        });
        Self { candidates, visits }
    }

    /// The best action, if there is any.
    pub fn best(&self) -> Option<A> {
        self.candidates.first().map(|candidate| candidate.action)
    }

    /// The best few actions in words: what, how likely it wins, and what it would do. First the one that is surely best, which the bot
    /// would take; another may show a higher chance only because it was tried seldom, and then says so.
    pub fn words<G: Tell<Action = A>>(&self, rules: &G::Rules, view: &G::View, most: usize) -> Vec<Text> {
        let best = self.best();
        let percent = |value: f64| (100.0 * value).round();
        let first = self.candidates.first().map_or(0.0, |first| percent(first.value));
        let tried = self.candidates.iter().take(most).filter(|found| found.visits > 0);
        tried
            .map(|Candidate { action, value, .. }| {
                let (label, why) = (G::label(rules, *action), G::explain(rules, view, *action));
                let chance = format!("{:.0}", percent(*value));
                if Some(*action) == best {
                    say!("{label}: about {chance} % to win; the bot's first choice. {why}")
                } else if percent(*value) > first {
                    say!("{label}: perhaps {chance} % to win, but looked at less. {why}")
                } else {
                    say!("{label}: about {chance} % to win. {why}")
                }
            })
            .collect()
    }
}
