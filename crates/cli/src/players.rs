//! Who sits on a seat. Names become players here and nowhere else.

use table::{Chance, Game, Light, Turn};

use crate::failure::{Failure, check, usage};

/// The names that `--seats` understands.
pub const NAMES: &str = "human or random";

/// An automatic player. It gets the rules, its own view if it asks for it, and its legal actions; nothing else.
pub trait Bot<G: Game>: Send {
    /// One of the legal actions, of which there is at least one.
    fn choose(
        &mut self,
        rules: &G::Rules,
        look: &dyn Fn() -> G::View,
        legal: &[G::Action],
        luck: &mut Light,
    ) -> G::Action;
}

/// Who sits on a seat.
pub enum Player<G: Game> {
    /// Somebody at the keyboard.
    Human,
    /// An automatic player.
    Bot(Box<dyn Bot<G>>),
}

impl<G: Game> Player<G> {
    /// The player of this name. Further levels of automatic players are added here.
    pub fn named(name: &str) -> Result<Self, Failure> {
        match name {
            "human" => Ok(Self::Human),
            "random" => Ok(Self::Bot(Box::new(Random))),
            _ => usage(format!("there is no player '{name}': expected {NAMES}")),
        }
    }

    /// Whether somebody must be asked at the keyboard.
    pub const fn is_human(&self) -> bool {
        matches!(self, Self::Human)
    }
}

/// The automatic players of these names; a human among them is a fault.
pub fn bots<G: Game>(names: &[String]) -> Result<Vec<Box<dyn Bot<G>>>, Failure> {
    let bot = |name: &String| match Player::named(name)? {
        Player::Bot(bot) => Ok(bot),
        Player::Human => usage("a human can't sit here: expected automatic players only, for example random"),
    };
    names.iter().map(bot).collect()
}

/// Takes any legal action, each as likely.
struct Random;

impl<G: Game> Bot<G> for Random {
    fn choose(
        &mut self,
        _: &G::Rules,
        _: &dyn Fn() -> G::View,
        legal: &[G::Action],
        luck: &mut Light,
    ) -> G::Action {
        legal[luck.below(legal.len() as u32) as usize]
    }
}

/// The seat's legal actions for an automatic player: those that give the game up only if there are no others.
/// None at all is an engine's fault.
pub fn choices<G: Game>(
    rules: &G::Rules,
    state: &G,
    seat: table::Seat,
    legal: &mut Vec<G::Action>,
) -> Result<(), Failure> {
    legal.clear();
    state.legal(rules, seat, legal);
    if legal.iter().any(|action| G::concedes(*action)) && legal.iter().any(|action| !G::concedes(*action)) {
        legal.retain(|action| !G::concedes(*action));
    }
    if legal.is_empty() { check(format!("{seat} must decide but has no legal action")) } else { Ok(()) }
}

/// Lets bots play one game to its end from this seed; answers the last state and the number of decisions.
pub fn play_out<G: Game>(
    rules: &G::Rules,
    bots: &mut [Box<dyn Bot<G>>],
    seed: u64,
    legal: &mut Vec<G::Action>,
) -> Result<(G, usize), Failure> {
    let mut luck = Light::new(seed);
    let mut wits = luck.fork();
    let mut state = G::new(rules, &mut luck);
    let mut decisions = 0;
    while let Turn::Decide(seats) = state.turn(rules) {
        let Some(seat) = seats.first() else {
            return check(format!("nobody decides after {decisions} decisions of the game with seed {seed}"));
        };
        if decisions >= G::INFO.most_decisions {
            return check(format!("the game with seed {seed} has no end after {decisions} decisions"));
        }
        choices(rules, &state, seat, legal)?;
        let look = || state.view(rules, table::Viewer::Seat(seat));
        let action = bots[seat.index()].choose(rules, &look, legal, &mut wits);
        state.play_unchecked(rules, seat, action, &mut luck);
        decisions += 1;
    }
    Ok((state, decisions))
}
