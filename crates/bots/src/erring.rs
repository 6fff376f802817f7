//! Opponents that err as people do: the levels below those that are as good as they can be.
//!
//! Their mistakes are not dice thrown over what they know. Some decisions they make with care, looking a little ahead; some at a glance. At
//! a glance they have blinkers: what tells of rivals is left out of their rules of thumb ([`Mind::RIVALS`]), some others are forgotten, and
//! what brings themselves something at once dazzles them. They stay sane: what plainly wins they do, what plainly loses they leave,
//! nothing that their whole knowledge calls far worse than the best is done at a glance, and a game that is all but won they play with care.
//! Those who know no net have the blinkers on even where they take care.
//!
//! Which decisions are made at a glance and what is forgotten there follows from the seed, so that any game can be played again.

use std::sync::Arc;

use encode::Quick;
use table::{Chance, Light, Rulebook as _, Viewer};

use crate::greedy::sample;
use crate::mind::Mind;
use crate::plainly::{Plainly, plainly};
use crate::player::{Player, Question, Thought};
use crate::search::{Plan, Search};
use crate::weights::{Part, Weights};

/// How a player errs; a game sets it so that the levels stand apart.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Manner {
    /// How many iterations it looks ahead where it takes care.
    pub care: u32,
    /// How many decisions its playouts last there, if it judges by hand.
    pub sight: u32,
    /// How many of its decisions it makes at a glance, between 0 and 1.
    pub glances: f32,
    /// How many of its rules of thumb it has forgotten at a glance, between 0 and 1.
    pub forgets: f32,
    /// How much what it gains at once dazzles it at a glance: how strong it stands itself, whatever others do about it, is added to how good an action looks so many times.
    pub dazzled: f32,
    /// What looks worse than the best by more than this is absurd, and never done at a glance.
    pub absurd: f32,
    /// From this chance to win on it decides nothing at a glance.
    pub won: f32,
}

impl Manner {
    /// What a game begins with.
    pub const USUAL: Self =
        Self { care: 10, sight: 12, glances: 0.4, forgets: 0.25, dazzled: 1.0, absurd: 1.5, won: 0.9 };
}

/// A player that errs: see the head of this file.
#[derive(Clone, Debug)]
pub struct Erring<G: Mind> {
    by_hand: Habit<G>,
    /// At tables that a net has learned.
    by_net: Option<Habit<G>>,
    /// All it knows, which keeps it sane.
    weights: Weights,
    /// The same without what tells of rivals.
    blinkered: Weights,
    sober: Vec<f32>,
    weighed: Vec<f32>,
}

/// How often it takes care, and how it thinks then.
#[derive(Clone, Debug)]
struct Habit<G: Mind> {
    manner: Manner,
    careful: Search<G>,
}

impl<G: Mind> Erring<G> {
    /// A player that errs so and knows these weights.
    pub fn with(manner: Manner, weights: Weights) -> Self {
        let mut values = weights.values().to_vec();
        for at in G::RIVALS {
            values[*at] = 0.0;
        }
        let blinkered = Weights::new(values);
        let plan = Plan { iterations: manner.care.max(1), cutoff: Some(manner.sight), ..Plan::GUIDED };
        // Who never decides at a glance has nothing to hide from itself.
        let known = if manner.glances > 0.0 { &blinkered } else { &weights };
        let by_hand = Habit { manner, careful: Search::with(plan, known.clone()) };
        Self { by_hand, by_net: None, weights, blinkered, sober: Vec::new(), weighed: Vec::new() }
    }

    /// The same player erring so at tables that this net has learned, where it takes care as this plan says.
    #[must_use]
    pub fn by_net(self, manner: Manner, plan: Plan, net: Arc<Quick>) -> Self {
        let plan = Plan { iterations: manner.care.max(1), ..plan };
        let careful = Search::with(self.by_hand.careful.plan(), self.weights.clone()).by_net(plan, net);
        Self { by_net: Some(Habit { manner, careful }), ..self }
    }

    /// How it decides at this table.
    fn habit(&mut self, rules: &G::Rules) -> &mut Habit<G> {
        let knows = self.by_net.as_mut().is_some_and(|habit| habit.careful.knows(rules));
        match &mut self.by_net {
            Some(habit) if knows => habit,
            Some(_) | None => &mut self.by_hand,
        }
    }

    /// What its rules of thumb are at this glance: some are forgotten.
    fn remembered(&self, forgets: f32, luck: &mut Light) -> Weights {
        let mut values = self.blinkered.values().to_vec();
        for (value, weight) in values.iter_mut().zip(G::WEIGHTS) {
            if weight.part == Part::Policy && chance_of(forgets, luck) {
                *value = 0.0;
            }
        }
        Weights::new(values)
    }

    /// What takes its fancy at a glance, among what is not absurd.
    fn glance(
        &mut self,
        manner: &Manner,
        asked: &Question<'_, G>,
        sane: &[G::Action],
        luck: &mut Light,
    ) -> G::Action {
        let (rules, view, seat) = (asked.rules, asked.view(), asked.seat);
        let remembered = self.remembered(manner.forgets, luck);
        let Self { sober, weighed, weights, .. } = self;
        sober.clear();
        G::weigh(weights, rules, view, seat, sane, sober);
        let least = sober.iter().copied().fold(f32::NEG_INFINITY, f32::max) - manner.absurd;
        weighed.clear();
        G::weigh(&remembered, rules, view, seat, sane, weighed);
        let stands = G::strength(weights, rules, view)[seat];
        let world = G::imagine(rules, view, luck);
        for (place, action) in sane.iter().enumerate() {
            if sober[place] < least {
                weighed[place] = f32::NEG_INFINITY;
                continue;
            }
            let mut after = world;
            after.play_unchecked(rules, seat, *action, &mut Light::new(luck.next_u64()));
            let gain = G::strength(weights, rules, &after.view(rules, Viewer::Seat(seat)))[seat] - stands;
            weighed[place] += manner.dazzled * gain.clamp(-2.0, 2.0);
        }
        sane[sample(weighed, 0.0, luck)]
    }

    /// The chance to win, as it judges by all it knows.
    fn chance(&self, asked: &Question<'_, G>) -> f32 {
        G::evaluate(&self.weights, asked.rules, asked.view(), asked.rules.players())[asked.seat]
    }
}

impl<G: Mind> Player<G> for Erring<G> {
    fn choose(&mut self, asked: &Question<'_, G>) -> G::Action {
        self.consider(asked).action
    }

    fn consider(&mut self, asked: &Question<'_, G>) -> Thought<G::Action> {
        if let [only] = asked.legal {
            return Thought { action: *only, found: None };
        }
        let manner = self.habit(asked.rules).manner;
        if manner.glances <= 0.0 {
            return self.habit(asked.rules).careful.consider(asked);
        }
        let mut luck = Light::new(asked.seed);
        let comes: Vec<Plainly> =
            asked.legal.iter().map(|action| plainly(asked, *action, asked.seed)).collect();
        if let Some(at) = comes.iter().position(|plainly| *plainly == Plainly::Wins) {
            return Thought { action: asked.legal[at], found: None };
        }
        let sane: Vec<G::Action> = asked
            .legal
            .iter()
            .zip(&comes)
            .filter(|(_, plainly)| **plainly != Plainly::Loses)
            .map(|(action, _)| *action)
            .collect();
        let sane = if sane.is_empty() { asked.legal.to_vec() } else { sane };
        if let [only] = sane.as_slice() {
            return Thought { action: *only, found: None };
        }
        if chance_of(manner.glances, &mut luck) && self.chance(asked) < manner.won {
            return Thought { action: self.glance(&manner, asked, &sane, &mut luck), found: None };
        }
        let look = || asked.view().clone();
        let asked = Question::new(asked.rules, asked.seat, &look, &sane, asked.budget, asked.seed);
        self.habit(asked.rules).careful.consider(&asked)
    }

    fn forget(&mut self) {
        self.by_hand.careful.forget();
        if let Some(habit) = &mut self.by_net {
            habit.careful.forget();
        }
    }
}

/// Whether something happens that happens so often.
fn chance_of(often: f32, luck: &mut Light) -> bool {
    (luck.below(1 << 16) as f32) < often * (1 << 16) as f32
}
