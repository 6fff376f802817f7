//! What can be told of an action without looking ahead: that it wins, or loses, at once.

use table::{Game, Light};

use crate::player::Question;

/// So many worlds have to agree that an action plainly wins or loses.
const WORLDS: u64 = 4;

/// What comes of an action at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Plainly {
    /// The game is won.
    Wins,
    /// The game is lost.
    Loses,
    /// The game goes on, or it depends on what is hidden.
    Open,
}

/// What comes of an action at once, as far as the view tells.
pub(crate) fn plainly<G: Game>(asked: &Question<'_, G>, action: G::Action, seed: u64) -> Plainly {
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
