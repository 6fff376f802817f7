//! What a state has room for, why that is enough, and what happens where it is not: nothing is dropped in silence.

use serde::Serialize;

use crate::named::named;

/// The most gladiators in arenas at once.
///
/// Nothing printed bounds them (FG-36), but bloodlust does: whoever holds the Crowd's Favor and meets the boast starts the battles at
/// the end of the turn (FG-42), and influence bounds what each side adds in one turn. Sets with gladiators that neither cost nor
/// thirst could get here; then the state says so ([`Overflow::Sand`]).
pub const SLOTS: usize = 48;
/// The most patrons in a villa: a card set has no more patron cards than this in all decks together, so no villa can be full.
pub const PATRONS: usize = 40;
/// The most cards known to lie on top of a deck.
///
/// Cards are put there one at a time in the own turn, and the turn ends with a draw of at least seven (FG-41): it takes twelve
/// such effects in one turn. Where a set allows that, the state says so ([`Overflow::Top`]).
pub const KNOWN: usize = 12;
/// The most cards on top of a deck that only its owner knows.
///
/// A look shows five at most, and those are drawn first: only cards put on the deck between two looks in a turn make it more. Where a set
/// allows that, the state says so ([`Overflow::Top`]).
pub const SEEN: usize = 8;
/// How many procedures can wait at once, one inside the other.
///
/// Turn, phase, battle, attack and the use of a tactic are five; assigned damage, its window and a reaction in it are three more, and
/// damage windows never nest (ruling 38). Beyond that every two frames (a window, a reaction used in it) need a gladiator that
/// entered, left or attacked and a reaction that makes another do so, which is spent by it: the house set has three Arbelas, two
/// Vengeance and Salona, six such pairs, one more for Veles, and on top of it all the free actions of two arenas and a payment.
/// A gladiator that another gives up (FG-144) is gone before its windows open, and whoever falls as a turn ends (FG-143) does so above the
/// battle alone: neither makes a chain longer. That makes 26 at most; the deepest chain that `tests/all/depth.rs` builds has 17. A set that goes deeper makes the state say so
/// ([`Overflow::Stack`]).
pub const DEPTH: usize = 29;
/// How many things that happened at once can wait for their windows.
///
/// What happens at once is done to all by one effect, or by damage that resolves together: a side has about five gladiators when the
/// battles begin. With more than sixteen that fall at once and could be answered the state says so ([`Overflow::Events`]).
pub const EVENTS: usize = 16;
/// How many tactic cards can watch their target: a combat turn has one tactic (FG-64), and the watch ends with it.
pub const WATCHES: usize = 1;

named! {
    /// What found no room in a state. Such a state is not played on: `Game::play` refuses what leads to it.
    #[derive(Serialize)]
    pub enum Overflow {
        /// One more procedure that waits.
        Stack = "one more effect inside all the others",
        /// One more thing that happened.
        Events = "one more thing that happens at once",
        /// One more gladiator in an arena.
        Sand = "one more gladiator in the arenas",
        /// One more card known to lie on a deck.
        Top = "one more card known to lie on a deck",
        /// One more card known to be in a hand.
        Hand = "one more card known to be in a hand",
        /// One more step that needs nobody: a procedure that would never end.
        Steps = "one more step by itself",
    }
}
