//! What a seat can decide.

use table::Seat;

use crate::cards::{ArenaId, INCOMES, Kind};
use crate::effect::Deck;
use crate::state::{Place, Stops};

/// A gladiator as a player names it: the nth of its card and owner, from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fighter {
    /// Its owner.
    pub owner: Seat,
    /// Its card.
    pub kind: Kind,
    /// Which of them.
    pub nth: u8,
}

/// How many of each income a cost is paid with; coin tokens make up the rest.
pub type Payment = [u8; INCOMES];

/// What bears the ability that is used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Source {
    /// A ready patron of this kind.
    Patron(Kind),
    /// A gladiator.
    Gladiator(Fighter),
    /// The gladiator that has just left.
    Departed(Kind),
    /// An arena.
    Arena(ArenaId),
}

/// Which of several effects, from 0 (FG-130).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Mode(pub u8);

/// The most effects that a card lets its user choose from.
pub const MODES: usize = 3;

/// What a seat can decide. Aligned so that it is written as one number: lists of actions are made all the time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(align(8))]
pub enum Action {
    /// Buy a face-up card.
    Buy(Kind),
    /// Play a scheme, patron, tactic or reaction from hand.
    Play(Kind),
    /// Put a gladiator into an arena.
    Enter(Kind, Place),
    /// Put a card face down into the reserve.
    Reserve(Kind),
    /// Upgrade a champion in hand.
    Upgrade(Kind),
    /// Use an ability of a card in play.
    Use(Source, u8),
    /// Let a blessing on a gladiator work now.
    Blessing(Fighter),
    /// Buy the reserve back.
    Redeem,
    /// Say when to be asked in windows.
    Stops(Stops),
    /// End the machinations turn.
    EndTurn,
    /// Attack with a gladiator.
    Attack(Fighter),
    /// Do no more, or nothing.
    Pass,
    /// Name a gladiator.
    Target(Fighter),
    /// Name a card of the own hand or discard pile.
    Choose(Kind),
    /// Name a supply deck.
    Row(Deck),
    /// Name an arena of the row.
    Place(Place),
    /// Name a patron.
    Patron(Seat, Kind),
    /// Name an arena card of the own.
    Arena(ArenaId),
    /// Name an opponent.
    Opponent(Seat),
    /// Say which of the things that happened at once comes first.
    First(Seat, Kind),
    /// Pay with these many of each income, and coin tokens for the rest.
    Pay(Payment),
    /// Take the offer.
    Accept,
    /// Leave it.
    Decline,
    /// Say which of several effects.
    Mode(Mode),
}

impl Action {
    /// Whether it only does without what is offered.
    pub(crate) const fn declines(self) -> bool {
        matches!(self, Self::Pass | Self::Decline)
    }
}

const _: () = assert!(size_of::<Action>() <= 8, "an action is at most 8 bytes");
