//! A mind for Lots: high numbers are good, buried ones twice so, and that is all it knows; what lies open
//! counts for nothing until a tuning says otherwise.

use std::sync::LazyLock;

use bots::{Lies, Mind, Part, Weight, Weights};
use table::{BySeat, Game, Rulebook as _, Seat, say, whose};

use crate::{Action, Lots};

static TUNED: LazyLock<Weights> = LazyLock::new(|| Weights::new(vec![4.0, 1.0, 0.0]));

impl Mind for Lots {
    const WEIGHTS: &'static [Weight] = &[
        Weight { name: "draw", part: Part::Policy },
        Weight { name: "number", part: Part::Policy },
        Weight { name: "shown", part: Part::Value },
    ];

    fn beat(&self) -> u32 {
        self.public.turn.into()
    }

    fn tuned() -> &'static Weights {
        &TUNED
    }

    fn weigh(
        weights: &Weights,
        _: &<Self as Game>::Rules,
        _: &<Self as Game>::View,
        _: Seat,
        legal: &[Action],
        out: &mut Vec<f32>,
    ) {
        out.extend(legal.iter().map(|action| match action {
            Action::Draw => weights[0],
            Action::Pass => 0.0,
            Action::Play(number) => weights[1] * f32::from(*number),
            Action::Bury(number) => weights[1] * f32::from(2 * *number),
        }));
    }

    fn strength(weights: &Weights, _: &<Self as Game>::Rules, view: &<Self as Game>::View) -> BySeat<f32> {
        BySeat::from_fn(|seat| weights[2] * view.shown(seat) as f32)
    }

    fn unseen(&self, rules: &<Self as Game>::Rules, seat: Seat) -> Vec<Lies> {
        let mut lies = Vec::new();
        for other in Seat::all(rules.players()).filter(|other| *other != seat) {
            for (number, count) in (1_u8..).zip(self.hands[other].get()).filter(|(_, count)| **count > 0) {
                let (place, card) = (say!("{} hand", whose(other)).to_string(), number.to_string());
                lies.push(Lies { place, card, count: *count });
            }
        }
        lies
    }
}
