//! What can be decided.

use table::Seat;

/// A card or power a hero can use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Held {
    /// A good, by kind.
    Good(u8),
    /// An ability, by kind.
    Ability(u8),
    /// The hero's own power.
    Power,
}

/// What a seat can decide.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Take this hero board (GL-3).
    Hero(u8),
    /// Roll the movement die (GL-10).
    Roll,
    /// Buy a good of this kind (GL-22).
    Buy(u8),
    /// Use a card or power (GL-15).
    Use(Held),
    /// Move to an end, by way of the space before it where that matters (GL-11).
    Go {
        /// The end.
        end: u8,
        /// The space before it, or [`crate::map::NOWHERE`].
        via: u8,
    },
    /// March one space on (GL-12).
    March(u8),
    /// Stay where the steps ended.
    Halt,
    /// Name the monster of this lair before looking (GL-26).
    Name(u8),
    /// Look at the card under this lair (GL-24).
    Look(u8),
    /// Look at the quest of this town.
    Read(u8),
    /// Do the quest here by handing over a good of this kind (GL-27).
    Give(u8),
    /// Do the quest here: pay its coins, or take what is left for the second (GL-27).
    Complete,
    /// Do without the offer: no name, no look, no quest.
    Pass,
    /// Fight a round (GL-30).
    Engage,
    /// Leave the battle (GL-30).
    Withdraw,
    /// Add what the right name gave to this strike roll (GL-26).
    Prepare,
    /// Let the dice count as they lie (GL-32).
    Stand,
    /// Keep this ability (GL-40).
    Keep(u8),
    /// Take one of the choices of a card, from 0.
    Choose(u8),
    /// Aim a card at this seat's hero (ruling B32).
    Against(Seat),
    /// Set the own die to this face.
    Face(u8),
    /// Duel this seat's hero (rule GL-51).
    Duel(Seat),
    /// Offer a good of this kind to another hero for its price (GL-52).
    Sell {
        /// The good.
        kind: u8,
        /// To whom.
        to: Seat,
    },
    /// Cry out the quest here as a race (GL-53).
    Race,
    /// End the turn.
    End,
    /// Give the game up: the hero is dead (ruling E10).
    Resign,
}

impl Action {
    /// Whether it only means to do without what is offered.
    pub const fn declines(self) -> bool {
        matches!(self, Self::Pass | Self::Halt | Self::End | Self::Stand)
    }
}

const _: () = assert!(size_of::<Action>() <= 8, "an action is at most 8 bytes");
