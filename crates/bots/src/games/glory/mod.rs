//! A mind for Glory.
use std::sync::LazyLock;
use glory::{Action, Rules, State, View};
use table::{BySeat, Seat};
use crate::mind::Mind;
use crate::weights::{Weight, Weights};
static TUNED: LazyLock<Weights> = LazyLock::new(|| Weights::new(Vec::new()));
impl Mind for State {
    const WEIGHTS: &'static [Weight] = &[];
    fn tuned() -> &'static Weights { &TUNED }
    fn weigh(_: &Weights, _: &Rules, _: &View, _: Seat, legal: &[Action], out: &mut Vec<f32>) {
        out.extend(legal.iter().map(|_| 0.0));
    }
    fn strength(_: &Weights, _: &Rules, _: &View) -> BySeat<f32> { BySeat::default() }
}
