//! Any legal action, each as likely.

use table::{Chance, Game, Light};

use crate::player::{Player, Question};

/// Takes any legal action, each as likely.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Random;

impl<G: Game> Player<G> for Random {
    fn choose(&mut self, asked: &Question<'_, G>) -> G::Action {
        asked.legal[Light::new(asked.seed).below(asked.legal.len() as u32) as usize]
    }
}
