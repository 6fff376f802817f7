//! Games steered towards the deepest nesting: what random play would never meet.

use crate::chance::{Chance, Light};
use crate::game::{Depth, Game, Rulebook, Turn};
use crate::options::Options;
use crate::testkit::broken::Broken;
use crate::testkit::fuzz::random_options;

/// How many positions are kept for each depth, to go on from.
const KEPT: usize = 16;
/// How many decisions one visit to a kept position lasts.
const VISIT: usize = 120;
/// How many of the legal actions are tried before one is chosen.
const TRIED: u32 = 8;

/// A search for the deepest stack: it goes back to the deepest positions it has met and tries on from there.
#[derive(Debug)]
pub struct Deep<G: Game> {
    kept: Vec<Vec<(G::Rules, G)>>,
    /// The deepest nesting met, and the bound.
    pub deepest: Depth,
    /// How many decisions were played.
    pub decisions: u64,
}

impl<G: Game> Default for Deep<G> {
    fn default() -> Self {
        Self { kept: Vec::new(), deepest: Depth::default(), decisions: 0 }
    }
}

impl<G: Game> Deep<G> {
    /// One more visit, from a new game or a kept position; the error says what broke on which table.
    pub fn visit(&mut self, base: &Options, luck: &mut Light) -> Result<(), Broken> {
        let Some((rules, mut state)) = self.begin(base, luck) else {
            return Ok(());
        };
        for _ in 0..VISIT {
            let Turn::Decide(seats) = state.turn(&rules) else {
                break;
            };
            let seat = seats.iter().nth(luck.below(seats.len() as u32) as usize).ok_or("nobody decides")?;
            let mut legal = Vec::new();
            state.legal(&rules, seat, &mut legal);
            legal.retain(|action| !G::concedes(*action));
            if legal.is_empty() {
                break;
            }
            let mut best: Option<(usize, G)> = None;
            for _ in 0..if luck.below(4) == 0 { 1 } else { TRIED } {
                let action = legal[luck.below(legal.len() as u32) as usize];
                let mut tried = state;
                tried.play_unchecked(&rules, seat, action, luck);
                let depth = tried.depth().now;
                if best.as_ref().is_none_or(|(deepest, _)| depth > *deepest) {
                    best = Some((depth, tried));
                }
            }
            let Some((_, next)) = best else { break };
            state = next;
            self.decisions += 1;
            let table = || rules.options();
            if let Some(what) = state.full() {
                return Err(Broken(format!("there was no room for {what}, on the table {}", table())));
            }
            state.invariants(&rules).map_err(|message| format!("{message}, on the table {}", table()))?;
            self.keep(&rules, &state, luck);
        }
        Ok(())
    }

    fn begin(&self, base: &Options, luck: &mut Light) -> Option<(G::Rules, G)> {
        let deep: Vec<_> = self.kept.iter().rev().filter(|kept| !kept.is_empty()).take(4).collect();
        if !deep.is_empty() && luck.below(3) > 0 {
            let kept = deep[luck.below(deep.len() as u32) as usize];
            return Some(kept[luck.below(kept.len() as u32) as usize].clone());
        }
        let rules = (0..1_000).find_map(|_| G::Rules::from_options(&random_options::<G>(base, luck)).ok())?;
        let state = G::new(&rules, luck);
        Some((rules, state))
    }

    fn keep(&mut self, rules: &G::Rules, state: &G, luck: &mut Light) {
        let depth = state.depth();
        self.deepest = self.deepest.deeper(depth);
        if self.kept.len() <= depth.now {
            self.kept.resize_with(depth.now + 1, Vec::new);
        }
        let kept = &mut self.kept[depth.now];
        if kept.len() < KEPT {
            kept.push((rules.clone(), *state));
        } else {
            let at = luck.below(4 * KEPT as u32) as usize;
            if let Some(slot) = kept.get_mut(at) {
                *slot = (rules.clone(), *state);
            }
        }
    }
}
