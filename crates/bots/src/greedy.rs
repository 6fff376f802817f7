//! The best-looking action, without looking ahead.

use table::{Chance, Light};

use crate::mind::Mind;
use crate::player::{Player, Question};
use crate::weights::Weights;

/// Takes the action its mind likes best; with a temperature, also others, the more readily the better they look.
#[derive(Clone, Debug)]
pub struct Greedy {
    weights: Weights,
    temperature: f32,
    weighed: Vec<f32>,
}

impl Greedy {
    /// A greedy player of this game.
    pub fn new<G: Mind>(temperature: f32) -> Self {
        Self::with(G::tuned().clone(), temperature)
    }

    /// A greedy player that judges by these weights.
    pub const fn with(weights: Weights, temperature: f32) -> Self {
        Self { weights, temperature, weighed: Vec::new() }
    }
}

impl<G: Mind> Player<G> for Greedy {
    fn choose(&mut self, asked: &Question<'_, G>) -> G::Action {
        let Question { rules, seat, legal, .. } = asked;
        if let [only] = legal {
            return *only;
        }
        self.weighed.clear();
        G::weigh(&self.weights, rules, asked.view(), *seat, legal, &mut self.weighed);
        legal[sample(&mut self.weighed, self.temperature, &mut Light::new(asked.seed))]
    }
}

/// A place in the list: the largest number's at temperature 0, otherwise each as likely as e to the number over the
/// temperature. The list is used up. Equal numbers are equally likely.
#[inline]
pub(crate) fn sample(weighed: &mut [f32], temperature: f32, luck: &mut Light) -> usize {
    let most = weighed.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    if temperature <= 0.0 {
        let ties = weighed.iter().filter(|weight| **weight >= most).count().max(1);
        let nth = if ties == 1 { 0 } else { luck.below(ties as u32) as usize };
        let mut best = weighed.iter().enumerate().filter(|(_, weight)| **weight >= most);
        return best.nth(nth).map_or(0, |(at, _)| at);
    }
    let mut total = 0.0;
    for weight in weighed.iter_mut() {
        // Far worse than the best is never; this also keeps the exponential cheap and finite.
        let above = (*weight - most) / temperature;
        *weight = if above < -12.0 { 0.0 } else { above.exp() };
        total += *weight;
    }
    let mut left = total * (luck.next_u64() >> 40) as f32 / (1_u64 << 24) as f32;
    for (at, weight) in weighed.iter().enumerate() {
        left -= *weight;
        if left < 0.0 {
            return at;
        }
    }
    weighed.iter().position(|weight| *weight > 0.0).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_is_taken_and_ties_are_shared() {
        let mut luck = Light::new(1);
        let mut counts = [0; 3];
        for _ in 0..1_000 {
            counts[sample(&mut [2.0, 1.0, 2.0], 0.0, &mut luck)] += 1;
        }
        assert!(counts[1] == 0 && (400..600).contains(&counts[0]), "{counts:?}");
    }

    #[test]
    fn warmth_follows_the_numbers() {
        let mut luck = Light::new(1);
        let mut counts = [0; 2];
        for _ in 0..10_000 {
            counts[sample(&mut [1.0, 0.0], 1.0, &mut luck)] += 1;
        }
        // e / (e + 1) is 73 %.
        assert!((7_100..7_500).contains(&counts[0]), "{counts:?}");
        assert_eq!(sample(&mut [f32::NEG_INFINITY, 0.0], 1.0, &mut luck), 1);
    }
}
