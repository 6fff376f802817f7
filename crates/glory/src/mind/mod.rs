//! A mind for Glory.
//!
//! What matters: glory wins, health keeps a hero in the game, and strike, power and armour decide how much of the one can be had
//! for the other. `battles` knows the odds of a fight, `chances` remembers them, `outlook` knows what a space or a battle would
//! bring a hero now, `policy` compares actions by it, `value` judges positions.

mod battles;
mod chances;
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
        gentle: Manner { care: 8, glances: 1.0, forgets: 0.65, absurd: 3.0, ..Self::MANNER },
        modest: Manner { care: 8, glances: 0.69, ..Self::MANNER },
        fair: Manner { care: 8, glances: 0.32, ..Self::MANNER },
        many: 30,
        turns: 2,
        exploration: 1.0,
        prior: Guide::Both(2.0),
        open: 0.1,
        playout: Guide::Policy(0.12),
        far: (8, Guide::Both(0.5)),
        by_hand: 0.0,
    };
    const USUAL: Judgement = Judgement::Net;
    const FAR_HORIZON: u32 = 60;
    const MANNER: Manner =
        Manner { care: 2, sight: 4, glances: 0.8, forgets: 0.5, dazzled: 2.0, absurd: 2.5, ..Manner::USUAL };
    const FEW: u32 = 60;
    const MANY: u32 = 2_000;

    #[cfg(feature = "nets")]
    fn net() -> Option<&'static [u8]> {
        Some(include_bytes!("../../nets/glory.net"))
    }

    /// A hero's turn (GL-10).
    #[inline]
    fn beat(&self) -> u32 {
        u32::from(self.public.round) << 8 | self.public.active.index() as u32
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
