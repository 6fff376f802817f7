//! A kind opponent that errs as people do.
//!
//! Its mistakes are not dice thrown over what it knows. It has blinkers: what tells of rivals is left out of its rules of thumb
//! ([`Mind::RIVALS`]). It is short-sighted: where it takes care it looks a few decisions ahead and no further. And some decisions
//! it makes at a glance: then it has forgotten some of its rules of thumb, and what brings itself something at once dazzles it.
//! It stays sane: what plainly wins it does, what plainly loses it leaves, nothing that its whole knowledge calls far worse
//! than the best is done at a glance, and a game that is all but won it plays with care.
//!
//! Which decisions are made at a glance and what is forgotten there follows from the seed, so that any game can be played again.

use table::{Chance, Game, Light, Rulebook as _, Viewer};

use crate::greedy::sample;
use crate::mind::Mind;
use crate::player::{Player, Question};
use crate::search::{Plan, Search};
use crate::weights::{Part, Weights};

/// How a gentle player errs; a game sets it so that the levels stand apart.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Manner {
    /// How many iterations it looks ahead where it takes care.
    pub care: u32,
    /// How many decisions its playouts last there.
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

/// So many worlds have to agree that an action plainly wins or loses.
const WORLDS: u64 = 4;

/// A kind opponent: see the head of this file.
#[derive(Clone, Debug)]
pub struct Gentle<G: Mind> {
    manner: Manner,
    /// All it knows, which keeps it sane.
    weights: Weights,
    /// The same without what tells of rivals.
    blinkered: Weights,
    careful: Search<G>,
    sober: Vec<f32>,
    weighed: Vec<f32>,
}

/// What comes of an action at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Plainly {
    Wins,
    Loses,
    /// The game goes on, or it depends on what is hidden.
    Open,
}

impl<G: Mind> Gentle<G> {
    /// A player that errs so and knows these weights.
    pub fn with(manner: Manner, weights: Weights) -> Self {
        let mut values = weights.values().to_vec();
        for at in G::RIVALS {
            values[*at] = 0.0;
        }
        let blinkered = Weights::new(values);
        let plan = Plan { iterations: manner.care.max(1), cutoff: Some(manner.sight), ..Plan::GUIDED };
        let careful = Search::with(plan, blinkered.clone());
        Self { manner, weights, blinkered, careful, sober: Vec::new(), weighed: Vec::new() }
    }

    /// What its rules of thumb are at this glance: some are forgotten.
    fn remembered(&self, luck: &mut Light) -> Weights {
        let mut values = self.blinkered.values().to_vec();
        for (value, weight) in values.iter_mut().zip(G::WEIGHTS) {
            if weight.part == Part::Policy && chance_of(self.manner.forgets, luck) {
                *value = 0.0;
            }
        }
        Weights::new(values)
    }

    /// What takes its fancy at a glance, among what is not absurd.
    fn glance(&mut self, asked: &Question<'_, G>, sane: &[G::Action], luck: &mut Light) -> G::Action {
        let (rules, view, seat) = (asked.rules, asked.view(), asked.seat);
        let remembered = self.remembered(luck);
        let Self { sober, weighed, weights, manner, .. } = self;
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

    /// Whether the game is all but won, as it judges by all it knows.
    fn has_all_but_won(&self, asked: &Question<'_, G>) -> bool {
        let chances = G::evaluate(&self.weights, asked.rules, asked.view(), asked.rules.players());
        chances[asked.seat] >= self.manner.won
    }
}

impl<G: Mind> Player<G> for Gentle<G> {
    fn choose(&mut self, asked: &Question<'_, G>) -> G::Action {
        if let [only] = asked.legal {
            return *only;
        }
        let mut luck = Light::new(asked.seed);
        let comes: Vec<Plainly> =
            asked.legal.iter().map(|action| plainly(asked, *action, asked.seed)).collect();
        if let Some(at) = comes.iter().position(|plainly| *plainly == Plainly::Wins) {
            return asked.legal[at];
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
            return *only;
        }
        if chance_of(self.manner.glances, &mut luck) && !self.has_all_but_won(asked) {
            return self.glance(asked, &sane, &mut luck);
        }
        let look = || asked.view().clone();
        self.careful.choose(&Question::new(asked.rules, asked.seat, &look, &sane, asked.budget, asked.seed))
    }

    fn forget(&mut self) {
        self.careful.forget();
    }
}

/// Whether something happens that happens so often.
fn chance_of(often: f32, luck: &mut Light) -> bool {
    (luck.below(1 << 16) as f32) < often * (1 << 16) as f32
}

/// What comes of an action at once, as far as the view tells.
fn plainly<G: Game>(asked: &Question<'_, G>, action: G::Action, seed: u64) -> Plainly {
    let mut all = None;
    for world in 0..WORLDS {
        let mut luck = Light::new(seed ^ (world + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut state = G::imagine(asked.rules, asked.view(), &mut luck);
        state.play_unchecked(asked.rules, asked.seat, action, &mut luck);
        let Some(outcome) = state.outcome(asked.rules) else { return Plainly::Open };
        let comes = match outcome.reward(asked.seat) {
            whole if whole >= 1.0 => Plainly::Wins,
            shared if shared > 0.0 => return Plainly::Open,
            _ => Plainly::Loses,
        };
        if *all.get_or_insert(comes) != comes {
            return Plainly::Open;
        }
    }
    all.unwrap_or(Plainly::Open)
}
