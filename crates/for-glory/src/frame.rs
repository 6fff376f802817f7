//! Every procedure that can stop and wait.
//!
//! The state keeps a stack of these. The top frame says who decides and what is legal; when it is done it is popped and the one
//! below goes on. Frames hold only what everyone knows, so the stack is public.

use serde::Serialize;
use table::{Seat, SeatSet};

use crate::cards::{ArenaId, Kind};
use crate::effect::Occasion;
use crate::ludus::Section;
use crate::state::Place;

/// No gladiator.
pub const NOBODY: u8 = u8::MAX;

/// A procedure that can wait.
///
/// What it is stands in a byte of its own, and all of it in two numbers: it is asked for several times at every decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[repr(u8, align(8))]
pub enum Frame {
    /// The Take Actions step of the active player's machinations turn (FG-31).
    #[default]
    Machinations,
    /// An arena phase, between its steps.
    Phase(Stage),
    /// Late registration (FG-50).
    Register {
        /// Whose turn it is.
        seat: Seat,
        /// Who has passed and is out.
        passed: SeatSet,
        /// Whether the others have had their moment in this turn.
        opened: bool,
    },
    /// A battle, between what happens in its combat turns (FG-64).
    Battle(Battle),
    /// An attack: its window is closed or closing, its target is to be named (FG-65).
    Attack {
        /// Who attacks.
        slot: u8,
        /// Whose attack it is.
        seat: Seat,
        /// Whether its window has been opened already.
        opened: bool,
        /// Whether it was parried.
        parried: bool,
        /// The order of the Ludus Magnus that says whom it attacks; none for players.
        order: u8,
    },
    /// Assigned damage that resolves once its window has closed (FG-70).
    Damage {
        /// The attacker whose damage it is, if any.
        attacker: u8,
    },
    /// Machinations of the Ludus Magnus: so many cards (FG-52, FG-101).
    Muster {
        /// How many are left to draw.
        cards: u8,
    },
    /// A combat section of the Ludus Magnus (FG-102).
    Magnus {
        /// Its attack or its tactic.
        section: Section,
        /// The order.
        order: u8,
        /// Whether the window for tactics has been opened.
        opened: bool,
    },
    /// A reaction window (FG-72).
    Window(Window),
    /// An ability being carried out.
    Use(Use),
    /// A cost to be paid by a choice of incomes (FG-10).
    Pay {
        /// Who pays.
        seat: Seat,
        /// How much.
        coins: u8,
        /// What for.
        then: Then,
    },
    /// A loss of influence: gladiators to be given up (FG-38).
    Lose {
        /// Who loses.
        seat: Seat,
    },
    /// Things that happened at once and may be reacted to, in the active player's order (FG-6).
    Events {
        /// The first of the pending events that belongs to this frame.
        first: u8,
    },
    /// A moment in which seats may buy back their reserve or use a free action (rulings 19, 70).
    Moment {
        /// Who has not passed.
        seats: SeatSet,
    },
    /// Cards to be discarded from hand, of their owner's choice.
    Discard {
        /// Who discards.
        seat: Seat,
        /// How many more.
        left: u8,
    },
    /// Champions are drafted, the last in turn order first (FG-90).
    Draft {
        /// Who chooses.
        seat: Seat,
    },
    /// The end of a machinations turn: tokens, then the check for the arena phase (FG-42, FG-43).
    Check {
        /// Whose turn ends.
        seat: Seat,
    },
    /// The second Reigning Champion token may be taken (FG-43).
    Token {
        /// Who may.
        seat: Seat,
    },
    /// A tactic card may come back for a price (ruling 53).
    Reclaim {
        /// Who may.
        seat: Seat,
        /// The card.
        kind: Kind,
        /// The price.
        coins: u8,
    },
}

const _: () = assert!(size_of::<Frame>() <= 16, "a frame is at most 16 bytes");

impl Frame {
    /// Whether it asks for something of its own that a buy-back or a free action may interrupt (rulings 19, 70): whatever is
    /// decided, but for the choice how to pay, which is part of a cost.
    pub(crate) const fn is_interruptible(&self) -> bool {
        match self {
            Self::Attack { .. }
            | Self::Magnus { .. }
            | Self::Use(_)
            | Self::Lose { .. }
            | Self::Events { .. }
            | Self::Discard { .. }
            | Self::Token { .. }
            | Self::Reclaim { .. } => true,
            // Here both are among what can be done anyway.
            Self::Machinations
            | Self::Register { .. }
            | Self::Battle(_)
            | Self::Window(_)
            | Self::Moment { .. }
            // Here nobody decides, owns anything yet, or may do anything but pay.
            | Self::Phase(_)
            | Self::Damage { .. }
            | Self::Muster { .. }
            | Self::Pay { .. }
            | Self::Draft { .. }
            | Self::Check { .. } => false,
        }
    }
}

/// The steps of an arena phase.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Stage {
    /// Late registration is over; the Fleeting battle comes next.
    Fleeting,
    /// The Lasting battle comes next.
    Lasting,
    /// Resolution comes next.
    Resolution,
}

/// A battle.
#[expect(clippy::struct_excessive_bools, reason = "each says whether a part of the combat turn is done")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Battle {
    /// Where.
    pub place: Place,
    /// Whose combat turn it is.
    pub seat: Seat,
    /// Whether this turn's attack has been made.
    pub attacked: bool,
    /// Whether this turn's tactic has been used.
    pub tactic: bool,
    /// Whether the others have had their moment in this turn.
    pub opened: bool,
    /// How many combat turns in a row were passed.
    pub passes: u8,
    /// How often all gladiators have been readied.
    pub rounds: u8,
    /// How many cards the Ludus Magnus has drawn in this combat turn.
    pub cards: u8,
    /// Whether it had no ready gladiator when the turn began.
    pub late: bool,
}

/// A reaction window.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Window {
    /// What opened it.
    pub occasion: Occasion,
    /// Where; nowhere in particular outside arenas.
    pub place: Option<Place>,
    /// The gladiator it is about (the attacker, where damage is an attack's), if it is still there.
    pub slot: u8,
    /// That gladiator's card.
    pub kind: Kind,
    /// Its owner, or whose tactic it is.
    pub owner: Seat,
    /// Its attack as it left.
    pub value: u8,
    /// Who is asked.
    pub seat: Seat,
    /// How many have passed in a row.
    pub passes: u8,
    /// Which abilities of the gladiator itself have been used in this window.
    pub used: u8,
}

/// What an ability is printed on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Bearer {
    /// A card played from hand; it is discarded when the ability is done.
    Card(Kind),
    /// A patron in the villa.
    Patron(Kind),
    /// A gladiator in an arena, or one that has just left it.
    Gladiator(Kind),
    /// An arena.
    Arena(ArenaId),
}

/// An ability being carried out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Use {
    /// What it is printed on.
    pub bearer: Bearer,
    /// Which of its abilities.
    pub ability: u8,
    /// Which sentence comes next.
    pub step: u8,
    /// Who uses it.
    pub seat: Seat,
    /// Where it reaches; anywhere outside battles and windows.
    pub place: Option<Place>,
    /// The gladiator that bears it, if any.
    pub slot: u8,
    /// The gladiator its window is about, if any.
    pub subject: u8,
    /// That gladiator's attack as it left.
    pub value: u8,
    /// The targets named for the sentence at hand.
    pub picks: [u8; 2],
    /// The first target of the sentence before.
    pub last: u8,
}

/// What happens once a cost is paid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Then {
    /// The frame below goes on.
    GoOn,
    /// A card is bought (FG-32).
    Buy(Kind),
    /// The reserve comes back to hand (FG-40).
    Redeem,
    /// A gladiator is registered late (FG-50).
    Register(Kind, Place),
    /// A tactic card comes back to hand.
    Reclaim(Kind),
    /// A champion is upgraded to its next level (FG-92).
    Upgrade(Kind),
}

/// Something that happened and may be reacted to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Event {
    /// What.
    pub occasion: Occasion,
    /// Where; nowhere in particular if it touches several arenas.
    pub place: Option<Place>,
    /// To which gladiator, if it is still there.
    pub slot: u8,
    /// Its card.
    pub kind: Kind,
    /// Its owner.
    pub owner: Seat,
    /// Its attack as it left.
    pub value: u8,
}

impl Default for Event {
    fn default() -> Self {
        Self {
            occasion: Occasion::Enter,
            place: None,
            slot: 0,
            kind: Kind(0),
            owner: Seat::default(),
            value: 0,
        }
    }
}

/// A tactic card that watches its target until the combat turn ends (ruling 53).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Watch {
    /// The target.
    pub slot: u8,
    /// Whether it has been defeated.
    pub fallen: bool,
    /// The card.
    pub kind: Kind,
    /// Whose.
    pub seat: Seat,
    /// The price.
    pub coins: u8,
}
