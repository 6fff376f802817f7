//! Every procedure that can stop and wait, with its place in it.
//!
//! The state holds a stack of frames. The top one says who decides and what is legal; push is call, pop is return. Frames hold
//! no secrets.

use serde::Serialize;
use table::Seat;

use crate::cards::{Card, Material, Role};
use crate::effect::Purchase;
use crate::zone::Demands;

/// How deep procedures nest, argued from what can wait for something else:
///
/// - The turn, the player's part of it, the client under way and its Stairway: 4.
/// - A completion waits inside the action that brought it about: its own frame, and where a client hired at the Bath builds on, the
///   client's and its Stairway's (3 for each). Without a Watch Post every structure is completed once, and seven kinds can go on
///   (Aerarium, Amphitheatre, Bacchanalia, Castra Praetoria, Domus, Garden, Prison): 21, and 2 more for each structure a Prison
///   takes in between. A Watch Post can build them again, as often as there are Sites, materials and actions left.
/// - A Patron action waits for the client it hired at the Bath. Actions of clients of one colour that hired in the same ways share a
///   frame, so a chain of Patrons hired from the Pool takes one frame however long it is; it takes more only as often as
///   Pool, hand and draw pile, or Patrons and Merchants with a Ludus Magna, alternate in it.
/// - The procedure on top, and what it asks beside itself (Bank, Solarium, Tribunal, Second): 3.
///
/// `tests/depth.rs` drives towards it and says how deep it came. What would not fit all the same is refused (`Game::full`).
pub const DEPTH: usize = 48;

/// Where a turn stands, once the leader has decided (GTR-10 to GTR-14).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Stage {
    /// The others follow or think, clockwise.
    Follow,
    /// Everyone acts, clockwise from the leader.
    Act,
    /// Castra owners who lost cards think (GTR-111).
    Castra,
    /// Senate owners claim Jacks (GTR-87).
    Senate,
    /// Sewer owners keep what they played (GTR-88).
    Sewer,
    /// The cards played leave the camps (GTR-14).
    Clear,
    /// Academy owners think (GTR-50).
    Academy,
    /// The leader card passes left (GTR-14).
    End,
}

impl Stage {
    /// The stage after this one.
    #[must_use]
    pub const fn following(self) -> Self {
        match self {
            Self::Follow => Self::Act,
            Self::Act => Self::Castra,
            Self::Castra => Self::Senate,
            Self::Senate => Self::Sewer,
            Self::Sewer => Self::Clear,
            Self::Clear => Self::Academy,
            Self::Academy | Self::End => Self::End,
        }
    }
}

/// What a completion bonus repeats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Bonus {
    /// Craftsman actions (Amphitheatre, GTR-51).
    Craftsman,
    /// Laborer actions (Foundry, GTR-72).
    Laborer,
    /// Patron actions (Garden, GTR-74).
    Patron,
    /// Thinks (School, GTR-85).
    Think,
}

/// What a demand is about to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Levy {
    /// Cards from hands and, with a Bridge, stockpiles (GTR-24, GTR-59).
    Cards,
    /// Clients for the Colosseum (GTR-63).
    Clients,
    /// Foundations for the Domus Aurea (GTR-66).
    Foundations,
}

/// What a player has given up of the turn's actions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Stopped {
    /// Nothing.
    Nothing,
    /// The actions of the led role.
    Role,
    /// Those of a Watermill's Architects too (GTR-113).
    All,
}

/// Which parts of a Patron, Laborer or Merchant action have been used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Used(u8);

impl Used {
    /// The ordinary part: from the Pool, or from the stockpile.
    pub const MAIN: Self = Self(1);
    /// The card from hand (Aqueduct, Dock, Basilica).
    pub const HAND: Self = Self(2);
    /// The card from the deck (Bar).
    pub const DECK: Self = Self(4);
    /// The Patron action is a Domus's, whose client may act this turn (GTR-110).
    pub const DOMUS: Self = Self(8);

    /// The Patron action is that of a client hired at the Bath (GTR-57).
    pub const BATH: Self = Self(16);

    /// And a Domus hired that client, so that an action left unused at the Bath is still to come in the role led (GTR-110).
    pub const SPARED: Self = Self(32);

    /// Whether that part has been used.
    #[inline]
    pub const fn has(self, part: Self) -> bool {
        self.0 & part.0 != 0
    }

    /// With that part used.
    #[must_use]
    pub const fn with(self, part: Self) -> Self {
        Self(self.0 | part.0)
    }

    /// Whether nothing has been used.
    pub const fn nothing(self) -> bool {
        !self.has(Self::MAIN) && !self.has(Self::HAND) && !self.has(Self::DECK)
    }
}

/// Which parts of a Bacchanalia have been used (GTR-117).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Revels(u8);

impl Revels {
    /// A card into the stockpile.
    pub const STOCK: Self = Self(1);
    /// A card into the clientele.
    pub const CLIENT: Self = Self(2);
    /// A card into the vault.
    pub const VAULT: Self = Self(4);
    /// A card laid as a foundation.
    pub const LAY: Self = Self(8);
    /// A card added to a structure.
    pub const ADD: Self = Self(16);
    /// It turned up the last cards of the draw pile: the game ends after it, not in it (ruling 75).
    pub const LAST: Self = Self(32);

    /// Whether that part has been used.
    pub const fn has(self, part: Self) -> bool {
        self.0 & part.0 != 0
    }

    /// With that part used.
    #[must_use]
    pub const fn with(self, part: Self) -> Self {
        Self(self.0 | part.0)
    }

    /// Whether all has been used.
    pub const fn all(self) -> bool {
        self.0 & 31 == 31
    }
}

/// One procedure of the rulebook, and where it stands.
#[allow(missing_docs)] // Each variant's sentence speaks of its fields.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub enum Frame {
    /// Nothing: an unused place of the stack.
    #[default]
    Idle,
    /// The turn: its stage, and the seat it has come to.
    Round { stage: Stage, seat: Seat },
    /// The leader thinks or leads (GTR-10). `spoken`: has surrendered this turn.
    Lead { spoken: bool },
    /// Another player follows or thinks (GTR-12).
    Follow { seat: Seat },
    /// The cards of a petition are chosen (GTR-11).
    Petition { seat: Seat, material: Material, left: u8 },
    /// More cards may be added with a Palace (GTR-81).
    Palace { seat: Seat },
    /// A Think (GTR-15). `optional`: may be declined. `drawing`: the discard before it is done.
    Think { seat: Seat, optional: bool, drawing: bool },
    /// A Jack after a Think (GTR-95).
    Tribunal { seat: Seat },
    /// A player's actions of the led role (GTR-13): own ones left, and what was given up.
    Acts { seat: Seat, own: u8, stopped: Stopped },
    /// An out-of-town Site takes a second action (GTR-31): whose?
    Second { seat: Seat, role: Role },
    /// A client's actions (GTR-13). `acted`: an action has just been done, so a Triclinium may bank the client. `spared`: a
    /// Domus hired it, and it has not used the Bath's action, so that its own in the role led is still to come (GTR-110).
    ClientActs { seat: Seat, client: Material, role: Role, left: u8, acted: bool, spared: bool },
    /// A client hired at the Bath acts: in which role? (GTR-57)
    BathRole { seat: Seat, client: Material, spared: bool },
    /// A Patron action (GTR-20), for a client hired at the Bath that client's. `more`: how many others, in the same standing,
    /// wait for this one.
    Patron { seat: Seat, used: Used, client: Material, more: u8 },
    /// A Laborer action (GTR-21).
    Laborer { seat: Seat, used: Used },
    /// An Architect action (GTR-22).
    Architect { seat: Seat },
    /// A Craftsman action (GTR-23).
    Craftsman { seat: Seat },
    /// A card was drawn at the Fountain (GTR-73).
    Fountain { seat: Seat },
    /// The Stairway's part of an Architect action (GTR-90).
    Stairway { seat: Seat },
    /// A material may come back from a structure just completed (GTR-114).
    Solarium { seat: Seat, card: Card },
    /// The Legionary actions of a turn: demands are chosen (GTR-24).
    Demand { seat: Seat, most: u8, demands: Demands },
    /// Matching cards may be taken from the Pool. `at`: material times 32 plus how many of it were asked.
    FromPool { seat: Seat, at: u8, demands: Demands },
    /// The demands reach the opponents, one after the other. `step`: how far round the table.
    Levies { seat: Seat, levy: Levy, step: u8, demands: Demands },
    /// A victim gives cards.
    Give { seat: Seat, to: Seat, left: Demands },
    /// Clients of a victim may be taken (GTR-63).
    Slay { seat: Seat, victim: Seat, left: Demands },
    /// Foundations of a victim may be razed (GTR-66).
    Raze { seat: Seat, victim: Seat, left: Demands },
    /// A Merchant action (GTR-25).
    Merchant { seat: Seat, used: Used },
    /// A client that has acted may go into the vault (GTR-119).
    Bank { seat: Seat, client: Material },
    /// Legionary clients that have acted may go into the vault (GTR-119).
    BankLegion { seat: Seat, left: u8 },
    /// Actions won by completing a structure.
    Bonus { seat: Seat, bonus: Bonus, left: u8 },
    /// A structure may be stolen (GTR-83). `own_site`: the Prison's own Site pays for it.
    Prison { seat: Seat, own_site: bool },
    /// Sites are chosen to pay for a stolen structure (GTR-116), or for a completion bonus (GTR-115).
    Ransom { seat: Seat, victim: Seat, card: Card, owed: u8, buys: Purchase },
    /// A Site may be given for a completion bonus (GTR-115). `own_site`: the Aerarium's own.
    Aerarium { seat: Seat, own_site: bool },
    /// Materials may become clients (GTR-112).
    Enlist { seat: Seat, owner: Seat, card: Card },
    /// Revealed cards are used (GTR-117). `pile`: which of the revealed piles.
    Bacchanalia { seat: Seat, pile: u8, used: Revels },
    /// Jacks of opponents may be claimed (GTR-87).
    Senate { seat: Seat },
    /// Cards played may go to the stockpile (GTR-88).
    Sewer { seat: Seat },
}

const _: () = assert!(size_of::<Frame>() <= 8, "a frame is at most 8 bytes");

impl Frame {
    /// A Patron action of the player's own, a bonus's, or a client's of the role led.
    pub(crate) const fn patron(seat: Seat, used: Used) -> Self {
        Self::Patron { seat, used, client: Role::Patron.material(), more: 0 }
    }

    /// Who decides here, where somebody may have to.
    pub fn seat(&self, leader: Seat) -> Option<Seat> {
        match *self {
            Self::Idle
            | Self::Round { .. }
            | Self::Levies { .. }
            | Self::ClientActs { .. }
            | Self::Bonus { .. } => None,
            Self::Lead { .. } => Some(leader),
            Self::Follow { seat }
            | Self::Petition { seat, .. }
            | Self::Palace { seat }
            | Self::Think { seat, .. }
            | Self::Tribunal { seat }
            | Self::Acts { seat, .. }
            | Self::Second { seat, .. }
            | Self::BathRole { seat, .. }
            | Self::Patron { seat, .. }
            | Self::Laborer { seat, .. }
            | Self::Architect { seat }
            | Self::Craftsman { seat }
            | Self::Fountain { seat }
            | Self::Stairway { seat }
            | Self::Solarium { seat, .. }
            | Self::Demand { seat, .. }
            | Self::FromPool { seat, .. }
            | Self::Give { seat, .. }
            | Self::Slay { seat, .. }
            | Self::Raze { seat, .. }
            | Self::Merchant { seat, .. }
            | Self::Bank { seat, .. }
            | Self::BankLegion { seat, .. }
            | Self::Prison { seat, .. }
            | Self::Ransom { seat, .. }
            | Self::Aerarium { seat, .. }
            | Self::Enlist { seat, .. }
            | Self::Bacchanalia { seat, .. }
            | Self::Senate { seat }
            | Self::Sewer { seat } => Some(seat),
        }
    }
}
