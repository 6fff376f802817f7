//! Counting what can happen.

use crate::chance::Light;
use crate::game::{Game, Turn};

/// How many sequences of `depth` decisions there are from here, all luck coming from `light`. A game over counts as one.
///
/// A changed count is a changed rule.
pub fn perft<G: Game>(rules: &G::Rules, state: &G, depth: u32, light: Light) -> u64 {
    let Turn::Decide(seats) = state.turn(rules) else {
        return 1;
    };
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    let mut legal = Vec::new();
    for seat in seats.iter() {
        legal.clear();
        state.legal(rules, seat, &mut legal);
        if depth == 1 {
            count += legal.len() as u64;
            continue;
        }
        for action in &legal {
            let mut after = *state;
            let mut luck = light;
            after.play_unchecked(rules, seat, *action, &mut luck);
            count += perft(rules, &after, depth - 1, luck);
        }
    }
    count
}
