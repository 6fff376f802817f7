//! Who decides for a seat, and what they get for it.

use std::cell::OnceCell;

use table::{Game, Seat};

use crate::budget::Budget;
use crate::search::Explanation;

/// A decision to be made, and everything its player may use: the rules, the own view, the legal actions, a budget and a
/// seed. There is no way from here to the true state.
pub struct Question<'a, G: Game> {
    /// The rules of the table.
    pub rules: &'a G::Rules,
    /// Whose decision it is.
    pub seat: Seat,
    /// What the seat may do: at least one action, none that gives the game up.
    pub legal: &'a [G::Action],
    /// How long to think.
    pub budget: Budget,
    /// All luck of the player comes from this number.
    pub seed: u64,
    look: &'a dyn Fn() -> G::View,
    seen: OnceCell<G::View>,
}

impl<'a, G: Game> Question<'a, G> {
    /// A question to the seat; `look` makes the seat's view when it is first asked for.
    pub const fn new(
        rules: &'a G::Rules,
        seat: Seat,
        look: &'a dyn Fn() -> G::View,
        legal: &'a [G::Action],
        budget: Budget,
        seed: u64,
    ) -> Self {
        Self { rules, seat, legal, budget, seed, look, seen: OnceCell::new() }
    }

    /// What the seat sees.
    pub fn view(&self) -> &G::View {
        self.seen.get_or_init(self.look)
    }
}

/// What a player chose, and what was found of all that could be chosen, where it was searched.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought<A> {
    /// The choice.
    pub action: A,
    /// What a search found.
    pub found: Option<Explanation<A>>,
}

/// Who decides for a seat. A player gets a [`Question`], nothing else.
///
/// ```
/// use gloria_bots::{Player, Question};
/// use table::Game;
///
/// struct First;
/// impl<G: Game> Player<G> for First {
///     fn choose(&mut self, asked: &Question<'_, G>) -> G::Action {
///         asked.legal[0]
///     }
/// }
/// ```
///
/// A cheat, who wants the true state besides, is no player:
///
/// ```compile_fail,E0050
/// use gloria_bots::{Player, Question};
/// use table::Game;
///
/// struct Cheat;
/// impl<G: Game> Player<G> for Cheat {
///     fn choose(&mut self, asked: &Question<'_, G>, truth: &G) -> G::Action {
///         asked.legal[0]
///     }
/// }
/// ```
///
/// Nor is one who takes a state for the view:
///
/// ```compile_fail,E0308
/// use gloria_bots::{Player, Question};
/// use gloria_lots::Lots;
///
/// struct Cheat;
/// impl Player<Lots> for Cheat {
///     fn choose(&mut self, asked: &Question<'_, Lots>) -> gloria_lots::Action {
///         let truth: &Lots = asked.view();
///         asked.legal[0]
///     }
/// }
/// ```
pub trait Player<G: Game>: Send {
    /// One of the legal actions of the question.
    fn choose(&mut self, asked: &Question<'_, G>) -> G::Action;

    /// The same choice, with what a search found on the way to it.
    fn consider(&mut self, asked: &Question<'_, G>) -> Thought<G::Action> {
        Thought { action: self.choose(asked), found: None }
    }

    /// A new game begins: nothing remembered of the last one is of use.
    fn forget(&mut self) {}
}

impl<G: Game, P: Player<G> + ?Sized> Player<G> for Box<P> {
    fn choose(&mut self, asked: &Question<'_, G>) -> G::Action {
        (**self).choose(asked)
    }

    fn consider(&mut self, asked: &Question<'_, G>) -> Thought<G::Action> {
        (**self).consider(asked)
    }

    fn forget(&mut self) {
        (**self).forget();
    }
}

/// The seat's legal actions but those that give the game up, which stay only if there are no others.
pub fn choices<G: Game>(rules: &G::Rules, state: &G, seat: Seat, legal: &mut Vec<G::Action>) {
    legal.clear();
    state.legal(rules, seat, legal);
    if legal.iter().any(|action| G::concedes(*action)) && !legal.iter().all(|action| G::concedes(*action)) {
        legal.retain(|action| !G::concedes(*action));
    }
}
