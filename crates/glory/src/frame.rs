//! Every procedure that can wait for a decision. Frames hold no secrets: the stack is public.

use serde::Serialize;
use table::Seat;

use crate::effect::{Goal, Script};

/// No card, no hero board.
pub const NOTHING: u8 = u8::MAX;

/// Whom a hero fights.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Foe {
    /// A battle card, by card.
    Card(u8),
    /// What lies under a lair, by place.
    Lair(u8),
}

/// Where a battle stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Step {
    /// Before a round: engage or withdraw (GL-30).
    Choice,
    /// Both strike dice lie (ruling B14).
    Dice,
}

/// A battle (GL-30 to GL-35).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Fight {
    /// The enemy.
    pub foe: Foe,
    /// What waits.
    pub step: Step,
    /// Health the enemy has lost.
    pub harm: u8,
    /// Rounds engaged so far.
    pub round: u8,
    /// The hero's die.
    pub mine: u8,
    /// The enemy's die.
    pub theirs: u8,
    /// Cards' bonus to the hero's strike roll of this round.
    pub strike: u8,
    /// Cards' malus to the enemy's strike roll of this round.
    pub hinder: u8,
    /// Cards' bonus to the hero's power in this round.
    pub might: u8,
    /// Cards' relief of the hero's loss in this round.
    pub guard: u8,
    /// What a right name still gives to one strike roll (GL-26).
    pub prepared: u8,
    /// The lair card named before looking, or [`NOTHING`]; settled at the first engagement.
    pub named: u8,
    /// Whether the first loss of this battle has been taken.
    pub bled: bool,
}

impl Fight {
    /// A battle about to begin.
    pub const fn with(foe: Foe) -> Self {
        Self {
            foe,
            step: Step::Choice,
            harm: 0,
            round: 0,
            mine: 0,
            theirs: 0,
            strike: 0,
            hinder: 0,
            might: 0,
            guard: 0,
            prepared: 0,
            named: NOTHING,
            bled: false,
        }
    }
}

/// What an aimed effect asks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Aim {
    /// Which lair to look at.
    Lair,
    /// Which town's quest to look at.
    Town,
    /// Which face the own die shows.
    Face,
}

/// What a card does with a hero it has moved (ruling M14).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Landing {
    /// The new space is followed: the card said "go".
    Follow,
    /// Nothing more: the card said "place".
    Stay,
}

/// One procedure that can wait. The bottom frame is a turn's step; those above it interrupt it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub enum Frame {
    /// A seat chooses its hero (GL-3).
    Hero(Seat),
    /// The start of a turn: shop, cards, roll (GL-10).
    #[default]
    Start,
    /// The die is rolled: cards, then the way (GL-11).
    Roll {
        /// The die.
        die: u8,
        /// Steps added by cards.
        extra: u8,
    },
    /// The steps are done: march or halt (GL-12).
    Arrive,
    /// The space has been followed: awards (ruling G7).
    After,
    /// The end of a turn: shop and cards.
    End,
    /// The last awards, then the next hero.
    Close,
    /// On a lair: name it, or not (GL-26).
    Name,
    /// In a haven: look at the closest lair, or not (GL-24).
    Haven,
    /// In a town: do the quest, or not (GL-27, rulings Q5 and Q12). By place.
    Quest(u8),
    /// A battle.
    Fight(Fight),
    /// A list of effects is being followed.
    Script {
        /// The list.
        script: Script,
        /// The next effect.
        at: u8,
    },
    /// The hero chooses one of two lists.
    Choose(Script, Script),
    /// A card moves the hero, and several spaces are equally near (ruling M17).
    Where(Goal, Landing),
    /// The hero is about to lose the last health outside a battle, and holds a card that may be used at any time (ruling B15).
    Peril(u8),
    /// The hero aims an effect.
    Aim(Aim),
    /// A seat chooses one of two abilities (GL-40).
    Learn {
        /// Who.
        seat: Seat,
        /// One card.
        first: u8,
        /// The other.
        second: u8,
    },
}

impl Frame {
    /// The battle, if it is one.
    pub const fn fight(&self) -> Option<&Fight> {
        if let Self::Fight(fight) = self { Some(fight) } else { None }
    }
}

/// The most frames that wait at once, one inside the other: a step of the turn, lists of effects in each other, what the innermost
/// effect began (a battle, a look, a choice), the list of a card used in it, and what that card asks for. A frame pushed on top of a
/// list is popped before the list goes on, so nothing else adds up; cards that may be used at any time push nothing at all. The
/// checker refuses lists that lie deeper than [`MOST_LISTS`], and cards of battle windows that hold lists. `tests/depth.rs` builds
/// the deepest chain.
pub const MOST_WAITING: usize = 1 + MOST_LISTS + 1 + 1 + 1;

/// How deep lists of effects lie in each other at most.
pub const MOST_LISTS: usize = 3;

const _: () = assert!(size_of::<Frame>() <= 16, "a frame is at most 16 bytes");
