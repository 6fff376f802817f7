//! The action that a net and a mind together like best, without looking ahead.

use std::sync::Arc;

use encode::{Judge, Judged, Quick};
use table::{Light, Seat};

use crate::greedy::sample;
use crate::mind::Mind;
use crate::nets::Guest;
use crate::player::{Player, Question};
use crate::weights::Weights;

/// Takes the action that the net's policy and the mind's together like best; with a temperature, also others, the more readily the better they look.
/// At a table with other cards than the net has learned the mind's alone.
#[derive(Clone, Debug)]
pub struct Instinct<G: Mind> {
    weights: Weights,
    net: Arc<Quick>,
    temperature: f32,
    guest: Guest<G>,
    by_hand: Vec<f32>,
    weighed: Vec<f32>,
}

/// What somebody makes of a decision at a glance.
#[derive(Clone, Copy, Debug)]
pub struct Glance<'a, G: Mind> {
    /// What the net says of the view.
    pub judged: Judged,
    /// How good each legal action looks by hand, as the mind weighs it.
    pub by_hand: &'a [f32],
    /// How good it looks by both, as logits.
    pub weighed: &'a [f32],
    /// The net at the table, with the view in numbers.
    pub judge: &'a Judge<G>,
}

impl<G: Mind> Instinct<G> {
    /// A player by this net.
    pub fn new(net: Arc<Quick>, temperature: f32) -> Self {
        let (by_hand, weighed) = (Vec::new(), Vec::new());
        Self { weights: G::tuned().clone(), net, temperature, guest: Guest::new(), by_hand, weighed }
    }

    /// What is to be seen of a decision at a glance; nothing at a table that the net has not learned.
    pub fn glance(
        &mut self,
        rules: &G::Rules,
        view: &G::View,
        seat: Seat,
        legal: &[G::Action],
    ) -> Option<Glance<'_, G>> {
        self.guest.sit(rules, &self.net);
        let Self { weights, guest, by_hand, weighed, .. } = self;
        let judge = guest.judge()?;
        weighed.clear();
        by_hand.clear();
        let judged = together(judge, weights, rules, view, seat, legal, by_hand, weighed);
        Some(Glance { judged, by_hand, weighed, judge })
    }
}

/// How good each legal action looks by the net and by hand together: logits, appended to `out`; `by_hand` is empty before and holds
/// afterwards what the mind alone says. Also what the net says of the view.
#[allow(clippy::too_many_arguments)] // A mind's own way to be asked, and a net.
pub(crate) fn together<G: Mind>(
    judge: &mut Judge<G>,
    weights: &Weights,
    rules: &G::Rules,
    view: &G::View,
    seat: Seat,
    legal: &[G::Action],
    by_hand: &mut Vec<f32>,
    out: &mut Vec<f32>,
) -> Judged {
    let from = out.len();
    let judged = judge.weigh(view, seat, legal, out);
    G::weigh(weights, rules, view, seat, legal, by_hand);
    let share = judge.by_hand();
    for (weight, by_hand) in out[from..].iter_mut().zip(by_hand.iter()) {
        *weight += share * by_hand.max(-LEAST);
    }
    judged
}

/// A mind may say of an action that it is out of the question; here it is only very bad.
const LEAST: f32 = 100.0;

impl<G: Mind> Player<G> for Instinct<G> {
    fn choose(&mut self, asked: &Question<'_, G>) -> G::Action {
        let Question { rules, seat, legal, .. } = asked;
        if let [only] = legal {
            return *only;
        }
        if self.glance(rules, asked.view(), *seat, legal).is_none() {
            self.weighed.clear();
            G::weigh(&self.weights, rules, asked.view(), *seat, legal, &mut self.weighed);
        }
        legal[sample(&mut self.weighed, self.temperature, &mut Light::new(asked.seed))]
    }
}
