//! Who sits on a seat. Names become players here and nowhere else.

use bots::Mind;
use table::Game;

use crate::failure::{Failure, check, usage};

/// Who sits on a seat.
pub enum Player<G: Game> {
    /// Somebody at the keyboard.
    Human,
    /// A bot.
    Bot(Box<dyn bots::Player<G>>),
}

impl<G: Mind> Player<G> {
    /// The player of this name.
    pub fn named(name: &str) -> Result<Self, Failure> {
        if name == "human" {
            return Ok(Self::Human);
        }
        match bots::named(name) {
            Ok(bot) => Ok(Self::Bot(bot)),
            Err(error) => usage(error.to_string().replace("expected ", "expected human, ")),
        }
    }
}

impl<G: Game> Player<G> {
    /// Whether somebody must be asked at the keyboard.
    pub const fn is_human(&self) -> bool {
        matches!(self, Self::Human)
    }
}

/// The names that `--seats` understands.
pub fn names() -> String {
    format!("human, {}", bots::names())
}

/// The bots of these names; a human among them is a fault.
pub fn bots<G: Mind>(names: &[String]) -> Result<Vec<Box<dyn bots::Player<G>>>, Failure> {
    let bot = |name: &String| match Player::named(name)? {
        Player::Bot(bot) => Ok(bot),
        Player::Human => usage("a human can't sit here: expected bots only, for example random"),
    };
    names.iter().map(bot).collect()
}

/// The seat's legal actions for a bot: those that give the game up only if there are no others.
/// None at all is an engine's fault.
pub fn choices<G: Game>(
    rules: &G::Rules,
    state: &G,
    seat: table::Seat,
    legal: &mut Vec<G::Action>,
) -> Result<(), Failure> {
    bots::choices(rules, state, seat, legal);
    if legal.is_empty() { check(format!("{seat} must decide but has no legal action")) } else { Ok(()) }
}

/// Lets bots play one game to its end from this seed; answers the last state and the number of decisions.
pub fn play_out<G: Mind>(
    rules: &G::Rules,
    bots: &mut [Box<dyn bots::Player<G>>],
    seed: u64,
) -> Result<(G, usize), Failure> {
    let sitting = lab::play(rules, bots, seed, table::nth_seed(seed, 1), |_, _, _| {})
        .map_err(|error| Failure::Check(error.to_string()))?;
    Ok((sitting.end, sitting.decisions as usize))
}
