//! What a search asks of a net.

use table::{BySeat, Rulebook as _, Seat, Viewer};

use super::{Guide, Task, Thinker, softmax};
use crate::instinct::together;
use crate::mind::Mind;
use crate::nets::Guest;

/// A net at the table of the present question, and what it expected of the actions at the nodes of the tree.
#[derive(Clone, Debug)]
pub(super) struct Learned<G: Mind> {
    pub(super) guest: Guest<G>,
    expected: Vec<Expected<G::Action>>,
}

/// The shares of the actions that were legal at a node when they were last asked for.
#[derive(Clone, Debug)]
struct Expected<A> {
    legal: Vec<A>,
    shares: Vec<f32>,
}

impl<G: Mind> Learned<G> {
    /// Without a net.
    pub(super) const fn new() -> Self {
        Self { guest: Guest::new(), expected: Vec::new() }
    }

    /// A new tree begins.
    pub(super) fn forget(&mut self) {
        self.expected.clear();
    }

    /// Each seat's chance to win, if there is a net: the observer's by the net, from its own view, and so much of it by hand as the plan
    /// says. What is left belongs to the others, as they stand to each other by hand: to judge everyone's own view takes as many times as long,
    /// and more iterations are worth more.
    pub(super) fn chances(&mut self, world: &G, task: &Task<'_, G>) -> Option<BySeat<f32>> {
        let judge = self.guest.judge()?;
        let (rules, observer, players) = (task.rules, task.seat, task.rules.players());
        let view = world.view(rules, Viewer::Seat(observer));
        let mut win = judge.judge(&view).win;
        let (share, mut chances) = (task.plan.by_hand, BySeat::default());
        if share > 0.0 || players > 2 {
            chances = G::evaluate(task.weights, rules, &view, players);
            win += share * (chances[observer] - win);
        }
        match players {
            1 => {}
            2 => chances[observer.next(players)] = 1.0 - win,
            _ => {
                let others = (1.0 - win) / (1.0 - chances[observer]).max(1e-6);
                for seat in Seat::all(players) {
                    chances[seat] *= others;
                }
            }
        }
        chances[observer] = win;
        Some(chances)
    }
}

impl<G: Mind> Thinker<G> {
    /// What the net, or the net and the mind together, say of the legal actions on the way of a playout.
    pub(super) fn feel(&mut self, task: &Task<'_, G>, world: &G, seat: Seat) {
        let Self { legal, by_hand, weighed, learned, .. } = self;
        let Some(judge) = learned.guest.judge() else { return };
        weighed.clear();
        let view = world.view(task.rules, Viewer::Seat(seat));
        if let Guide::Both(_) = task.plan.playout {
            by_hand.clear();
            together(judge, task.weights, task.rules, &view, seat, legal, by_hand, weighed);
        } else {
            judge.weigh(&view, seat, legal, weighed);
        }
    }

    /// What the net, or the net and the mind together, expect of the legal actions at a node: asked once, as long as the same are legal.
    pub(super) fn expect(&mut self, task: &Task<'_, G>, world: &G, seat: Seat, at: u32, temperature: f32) {
        let Learned { guest, expected } = &mut self.learned;
        let Some(judge) = guest.judge() else { return };
        let place = self.tree.node(at).expected as usize;
        if let Some(known) = place.checked_sub(1).map(|place| &expected[place])
            && known.legal == self.legal
        {
            self.weighed.clone_from(&known.shares);
            return;
        }
        self.weighed.clear();
        let view = world.view(task.rules, Viewer::Seat(seat));
        let Self { legal, by_hand, weighed, .. } = self;
        if let Guide::Both(_) = task.plan.prior {
            by_hand.clear();
            together(judge, task.weights, task.rules, &view, seat, legal, by_hand, weighed);
        } else {
            judge.weigh(&view, seat, legal, weighed);
        }
        softmax(&mut self.weighed, temperature, task.plan.open);
        let now = Expected { legal: self.legal.clone(), shares: self.weighed.clone() };
        if let Some(place) = place.checked_sub(1) {
            expected[place] = now;
        } else {
            expected.push(now);
            self.tree.node_mut(at).expected = expected.len() as u32;
        }
    }
}
