//! What a search asks of a net.

use std::sync::Arc;

use encode::{Judge, Quick};
use table::{BySeat, Options, Rulebook as _, Seat, Viewer};

use super::{Task, Thinker, softmax};
use crate::mind::Mind;

/// A net at the table of the present question, and what it expected of the actions at the nodes of the tree.
#[derive(Clone, Debug)]
pub(super) struct Learned<G: Mind> {
    judge: Option<Judge<G>>,
    /// The options of the table it sits at.
    table: Option<Options>,
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
        Self { judge: None, table: None, expected: Vec::new() }
    }

    /// Sits down at a table, unless it sits there already.
    pub(super) fn sit(&mut self, rules: &G::Rules, net: &Arc<Quick>) {
        let options = rules.options();
        if self.table.as_ref() != Some(&options) {
            self.judge = Judge::new(rules, Arc::clone(net)).ok();
            self.table = Some(options);
        }
    }

    /// Whether there is a net.
    pub(super) const fn sits(&self) -> bool {
        self.judge.is_some()
    }

    /// A new tree begins.
    pub(super) fn forget(&mut self) {
        self.expected.clear();
    }

    /// Each seat's chance to win, if there is a net: what each would say of its own view, so that they add up to 1.
    pub(super) fn chances(&mut self, world: &G, task: &Task<'_, G>) -> Option<BySeat<f32>> {
        let judge = self.judge.as_mut()?;
        let (rules, observer, players) = (task.rules, task.seat, task.rules.players());
        let mut win = |seat| judge.judge(&world.view(rules, Viewer::Seat(seat))).win;
        let mut chances = BySeat::default();
        match players {
            1 => chances[observer] = win(observer),
            // What is good for one is bad for the other, so the observer's view is enough.
            2 => {
                chances[observer] = win(observer);
                chances[observer.next(players)] = 1.0 - chances[observer];
            }
            _ => {
                let mut total = 1e-6;
                for seat in Seat::all(players) {
                    chances[seat] = win(seat);
                    total += chances[seat];
                }
                for seat in Seat::all(players) {
                    chances[seat] /= total;
                }
            }
        }
        Some(chances)
    }
}

impl<G: Mind> Thinker<G> {
    /// What the net expects of the legal actions at a node: asked once, as long as the same are legal.
    pub(super) fn expect(&mut self, task: &Task<'_, G>, world: &G, seat: Seat, at: u32, temperature: f32) {
        let Learned { judge: Some(judge), expected, .. } = &mut self.learned else { return };
        let place = self.tree.node(at).expected as usize;
        if let Some(known) = place.checked_sub(1).map(|place| &expected[place])
            && known.legal == self.legal
        {
            self.weighed.clone_from(&known.shares);
            return;
        }
        self.weighed.clear();
        let view = world.view(task.rules, Viewer::Seat(seat));
        judge.weigh(&view, seat, &self.legal, &mut self.weighed);
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
