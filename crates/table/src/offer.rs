//! What may be done is written once: a procedure shows every action that can be named to an [`Offer`], each with the reason why not.
//! What is legal, what can be named and why something is refused are three such offers.

use crate::game::Game;
use crate::refusal::Refusal;
use crate::seat::Seat;

/// Whoever listens while a procedure says what can be done in it.
///
/// `A` is the game's action, `W` its reasons.
pub trait Offer<A, W> {
    /// Whether actions that can't be taken are wanted as well. Where not, a procedure need not look for them.
    const NAMES_ALL: bool;

    /// This can be done unless there is a reason.
    fn unless(&mut self, action: A, why: impl FnOnce() -> Option<W>);

    /// This can be done.
    fn free(&mut self, action: A) {
        self.unless(action, || None);
    }

    /// Each of these can be done.
    fn all(&mut self, actions: impl Iterator<Item = A>) {
        for action in actions {
            if self.enough() {
                return;
            }
            self.free(action);
        }
    }

    /// This can be done, and only means to do without the rest: whoever has nothing else to decide is not asked.
    fn decline(&mut self, action: A) {
        self.free(action);
    }

    /// The reason against whatever else was thought of, if this procedure has one to give.
    fn others(&mut self, why: impl FnOnce(A) -> Option<W>) {
        let _ = why;
    }

    /// This can be named, and not done.
    fn refused(&mut self, action: A, why: impl FnOnce() -> W) {
        if Self::NAMES_ALL {
            self.unless(action, || Some(why()));
        }
    }

    /// Whether nothing more needs to be said.
    fn enough(&self) -> bool {
        false
    }
}

/// Keeps what can be done.
pub struct Legal<'a, A>(pub &'a mut Vec<A>);

impl<A, W> Offer<A, W> for Legal<'_, A> {
    const NAMES_ALL: bool = false;

    #[inline]
    fn unless(&mut self, action: A, why: impl FnOnce() -> Option<W>) {
        if why().is_none() {
            self.0.push(action);
        }
    }

    #[inline]
    fn free(&mut self, action: A) {
        self.0.push(action);
    }

    #[inline]
    fn all(&mut self, actions: impl Iterator<Item = A>) {
        self.0.extend(actions);
    }
}

/// Keeps all that can be named, each once.
pub struct Nameable<'a, A>(pub &'a mut Vec<A>);

impl<A: PartialEq, W> Offer<A, W> for Nameable<'_, A> {
    const NAMES_ALL: bool = true;

    fn unless(&mut self, action: A, _: impl FnOnce() -> Option<W>) {
        if !self.0.contains(&action) {
            self.0.push(action);
        }
    }
}

/// Finds out whether anything can be done, besides doing without.
#[derive(Default)]
pub struct Anything(pub bool);

impl<A, W> Offer<A, W> for Anything {
    const NAMES_ALL: bool = false;

    #[inline]
    fn unless(&mut self, _: A, why: impl FnOnce() -> Option<W>) {
        self.0 = self.0 || why().is_none();
    }

    #[inline]
    fn all(&mut self, mut actions: impl Iterator<Item = A>) {
        self.0 = self.0 || actions.next().is_some();
    }

    #[inline]
    fn decline(&mut self, _: A) {}

    #[inline]
    fn enough(&self) -> bool {
        self.0
    }
}

/// What was said of one action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said<W> {
    /// Nothing.
    Unnamed,
    /// It can be done.
    Free,
    /// It can't, for this reason.
    Refused(W),
}

/// Looks for one action, and asks why it can't be done.
pub struct WhyNot<A, W> {
    wanted: A,
    /// What was said of it.
    pub said: Said<W>,
}

impl<A, W> WhyNot<A, W> {
    /// Looks for this action.
    pub const fn of(wanted: A) -> Self {
        Self { wanted, said: Said::Unnamed }
    }
}

impl<A: Copy + PartialEq, W> Offer<A, W> for WhyNot<A, W> {
    const NAMES_ALL: bool = true;

    fn unless(&mut self, action: A, why: impl FnOnce() -> Option<W>) {
        // What is offered in two ways can be done if one of them holds.
        if action == self.wanted && !matches!(self.said, Said::Free) {
            self.said = why().map_or(Said::Free, Said::Refused);
        }
    }

    fn others(&mut self, why: impl FnOnce(A) -> Option<W>) {
        if matches!(self.said, Said::Unnamed) {
            self.said = why(self.wanted).map_or(Said::Unnamed, Said::Refused);
        }
    }
}

/// Appends what the seat can do: what [`Game::legal`] is, unless a game says otherwise.
#[inline]
pub fn legal_moves<G: Game>(state: &G, rules: &G::Rules, seat: Seat, out: &mut Vec<G::Action>) {
    state.moves(rules, seat, &mut Legal(out));
}

/// Appends what the seat can name, first what it can do: what [`Game::candidates`] is, unless a game says otherwise.
pub fn nameable_moves<G: Game>(state: &G, rules: &G::Rules, seat: Seat, out: &mut Vec<G::Action>) {
    state.moves(rules, seat, &mut Legal(out));
    state.moves(rules, seat, &mut Nameable(out));
}

/// Why the seat may not do this; `None` exactly if it may: what [`Game::refusal`] prints, unless a game says otherwise.
pub fn why_not<G: Game>(state: &G, rules: &G::Rules, seat: Seat, action: G::Action) -> Option<G::Why> {
    let mut offer = WhyNot::of(action);
    state.moves(rules, seat, &mut offer);
    match offer.said {
        Said::Free => None,
        Said::Refused(why) => Some(why),
        Said::Unnamed => Some(state.elsewhere(rules, seat, action)),
    }
}

/// A reason why something can't be done: a value, printed by whoever shows it.
pub trait Reason<R> {
    /// In words, with the rule's number and what would mend it.
    fn refusal(&self, rules: &R) -> Refusal;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A shop of three things for 1 to 3 coins, and one that is not for sale.
    fn shop<O: Offer<u8, &'static str>>(coins: u8, offer: &mut O) {
        for price in 1..=3 {
            if offer.enough() {
                return;
            }
            offer.unless(price, || (price > coins).then_some("too dear"));
        }
        offer.refused(9, || "not for sale");
        offer.decline(0);
        offer.others(|action| (action == 8).then_some("no such thing"));
    }

    #[test]
    fn one_list_answers_all_questions() {
        let (mut legal, mut named, mut any) = (Vec::new(), Vec::new(), Anything::default());
        shop(2, &mut Legal(&mut legal));
        shop(2, &mut Nameable(&mut named));
        shop(0, &mut any);
        assert_eq!((legal, named, any.0), (vec![1, 2, 0], vec![1, 2, 3, 9, 0], false));
        let why = |wanted| {
            let mut offer = WhyNot::of(wanted);
            shop(2, &mut offer);
            offer.said
        };
        assert_eq!(
            [why(0), why(1), why(3), why(8), why(9), why(7)],
            [
                Said::Free,
                Said::Free,
                Said::Refused("too dear"),
                Said::Refused("no such thing"),
                Said::Refused("not for sale"),
                Said::Unnamed
            ]
        );
    }
}
