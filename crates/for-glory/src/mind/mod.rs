//! A mind for For Glory.
//!
//! What matters: glory wins; it is won in arenas, so gladiators there count by attack and health against those of the others;
//! patrons carry them, and good cards make the deck that finds them. `outlook` measures arenas and cards, `policy` compares
//! actions, `value` judges positions.

mod outlook;
mod policy;
mod things;
mod value;
mod weights;

use std::sync::LazyLock;

use crate::{Action, Rules, State, View};
use table::{BySeat, Seat};

use bots::{ByNet, Guide, Judgement, Lies, Manner, Mind, Thing};
use bots::{Weight, Weights};

static TUNED: LazyLock<Weights> = LazyLock::new(|| {
    Weights::read(weights::WEIGHTS, include_str!("tuned.toml")).expect("a test reads the data file")
});

impl Mind for State {
    const WEIGHTS: &'static [Weight] = weights::WEIGHTS;
    const BY_NET: ByNet = ByNet {
        gentle: Manner { care: 8, glances: 0.42, ..Self::MANNER },
        modest: Manner { care: 8, glances: 0.19, ..Self::MANNER },
        fair: Manner { care: 10, glances: 0.03, ..Self::MANNER },
        many: 110,
        turns: 2,
        exploration: 1.0,
        prior: Guide::Both(2.0),
        open: 0.1,
        playout: Guide::Both(1.0),
        far: (2, Guide::Both(1.0)),
        by_hand: 0.0,
    };
    const USUAL: Judgement = Judgement::Net;
    // Only a whole battle shows what a gladiator was worth.
    const HORIZON: u32 = 50;
    const HINDSIGHT: usize = 12;
    const MANNER: Manner = Manner { care: 20, sight: 20, glances: 0.2, ..Manner::USUAL };
    const RIVALS: &'static [usize] = &[weights::ENTER_BEHIND, weights::ENTER_HOPELESS, weights::TARGET_MIGHT];

    /// One that learned another encoding knows other cards: then everything is judged by hand.
    #[cfg(feature = "nets")]
    fn net() -> Option<&'static [u8]> {
        encode::current::<Self>(include_bytes!("../../nets/for-glory.net"))
    }

    /// Machinations turns (FG-30); a battle belongs to the one before it.
    #[inline]
    fn beat(&self) -> u32 {
        u32::from(self.public.turns)
    }

    fn tuned() -> &'static Weights {
        &TUNED
    }

    fn weigh(
        weights: &Weights,
        rules: &Rules,
        view: &View,
        seat: Seat,
        legal: &[Action],
        out: &mut Vec<f32>,
    ) {
        policy::weigh(weights, rules, view, seat, legal, out);
    }

    fn strength(weights: &Weights, rules: &Rules, view: &View) -> BySeat<f32> {
        value::strength(weights, rules, view)
    }

    fn things(rules: &Rules, view: &View) -> Vec<Thing<View>> {
        things::things(rules, view)
    }

    fn unseen(&self, rules: &Rules, seat: Seat) -> Vec<Lies> {
        things::unseen(self, rules, seat)
    }
}
