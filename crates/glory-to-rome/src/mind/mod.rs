//! A mind for Glory to Rome.
//!
//! What matters: influence is points and room at once; clients and functions pay over the time that is left; points sold into the
//! vault are safe. `outlook` works out what each role would bring a seat now, `policy` compares actions by it, `value` judges
//! positions.

mod outlook;
mod policy;
mod things;
mod value;
mod weights;

use std::sync::LazyLock;

use crate::action::Action;
use crate::{Rules, State, View};
use table::{BySeat, Seat};

use bots::{ByNet, Guide, Judgement, Lies, Manner, Mind, Thing};
use bots::{Weight, Weights};

static TUNED: LazyLock<Weights> = LazyLock::new(|| {
    Weights::read(weights::WEIGHTS, include_str!("tuned.toml")).expect("a test reads the data file")
});

impl Mind for State {
    const WEIGHTS: &'static [Weight] = weights::WEIGHTS;
    const BY_NET: ByNet = ByNet {
        gentle: Manner { care: 8, glances: 0.75, ..Self::MANNER },
        modest: Manner { care: 8, glances: 0.35, ..Self::MANNER },
        fair: Manner { care: 10, glances: 0.0, ..Self::MANNER },
        many: 230,
        turns: 4,
        exploration: 1.0,
        prior: Guide::Both(3.0),
        open: 0.3,
        playout: Guide::Policy(0.12),
        far: (8, Guide::Both(0.5)),
        by_hand: 0.0,
    };
    const USUAL: Judgement = Judgement::Net;
    const HORIZON: u32 = 60;
    const MANNER: Manner = Manner { care: 28, sight: 22, glances: 0.15, ..Manner::USUAL };
    const RIVALS: &'static [usize] = &[weights::OPPONENT, weights::HARM, weights::ENDING];

    #[cfg(feature = "nets")]
    fn net() -> Option<&'static [u8]> {
        Some(include_bytes!("../../nets/glory-to-rome.net"))
    }

    /// A turn begins with its lead (GTR-10).
    #[inline]
    fn beat(&self) -> u32 {
        u32::from(self.public.turn)
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

    fn strength(weights: &Weights, _: &Rules, view: &View) -> BySeat<f32> {
        value::strength(weights, view)
    }

    fn things(rules: &Rules, view: &View) -> Vec<Thing<View>> {
        things::things(rules, view)
    }

    fn unseen(&self, _: &Rules, seat: Seat) -> Vec<Lies> {
        things::unseen(self, seat)
    }
}
