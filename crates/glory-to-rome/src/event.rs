//! What happens, told where it happens and in that order. What a viewer may not know of it is left out when it is put in words.

use table::{Part, Seat, SeatSet};

use crate::action::{Place, Supply};
use crate::cards::{Card, Material, Role};
use crate::state::Ending;
use crate::zone::{Demands, Materials};

/// Where a card came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The Pool.
    Pool,
    /// A hand: everyone saw it leave.
    Hand(Card),
    /// The draw pile: everyone saw it come.
    Deck(Card),
    /// From under a structure (GTR-112).
    Under(Card),
    /// The cards turned up by a Bacchanalia (GTR-117).
    TurnedUp(Card),
}

/// What went into a vault (GTR-26).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sale {
    /// A stockpile card, which everyone saw.
    Stock(Material),
    /// A hand card, which its owner alone saw (GTR-56).
    Hand(Card),
    /// The top card of the draw pile, which nobody saw (GTR-54).
    Deck,
    /// A client (GTR-63, GTR-119).
    Client(Material),
    /// A card turned up by a Bacchanalia.
    TurnedUp(Card),
}

/// Why a demand was answered with nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Palisade or Wall.
    Shielded,
    /// There is no such card.
    None,
}

/// Something that happened.
#[allow(missing_docs)] // Each variant's sentence speaks of its fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Everyone was dealt a hand (GTR-2).
    Dealt { orders: u8, jacks: u8 },
    /// A card was turned up to find the first leader (GTR-4).
    FirstCard { seat: Seat, card: Card },
    /// These tie for the first lead and get another card each.
    Tied { seats: SeatSet, card: Card },
    /// The first leader, by this card.
    Starts { seat: Seat, card: Card },
    /// Half the draw pile was put aside; so many cards are left (GTR-5).
    PutAside { left: u8 },
    /// A turn begins (GTR-14).
    TurnBegins { turn: u16, leader: Seat },
    /// The cards of a petition lie on the Camp (GTR-11).
    Petitioned { seat: Seat, material: Material, role: Role },
    /// Surrender to another (GTR-40).
    Surrendered { seat: Seat, to: Seat },
    /// Cards drawn into the hand; only their owner sees them.
    Drew { seat: Seat, cards: Vec<Card> },
    /// A Jack taken; so many are left.
    TookJack { seat: Seat, left: u8 },
    /// Cards discarded before a Think (GTR-78, GTR-97).
    Discarded { seat: Seat, cards: Vec<Card>, jacks: u8 },
    /// A card went into the stockpile, which now has so many of the material.
    Gathered { seat: Seat, material: Material, from: Origin, now: u8 },
    /// A client was gained: so many of at most so many.
    Hired { seat: Seat, colour: Material, from: Origin, now: u8, room: u8 },
    /// A card went into the vault: so many of at most so many.
    Sold { seat: Seat, sale: Sale, now: u8, room: u8 },
    /// A foundation was laid; so many such Sites are left there.
    Laid { seat: Seat, card: Card, site: Material, place: Place, left: u8 },
    /// A material was added: so many of so many.
    Added { seat: Seat, supply: Supply, card: Card, now: u8, cost: u8 },
    /// A structure was completed; the influence is now this (GTR-32).
    Completed { seat: Seat, card: Card, site: Material, influence: u8 },
    /// A card was drawn at the Fountain; only its owner sees it (GTR-73).
    Looked { seat: Seat, card: Card },
    /// A structure came down (GTR-118).
    Dismantled { seat: Seat, card: Card, materials: Materials },
    /// A structure was opened to all (GTR-90).
    Opened { seat: Seat, owner: Seat, card: Card, material: Material },
    /// A material came back from under a structure (GTR-114).
    Recovered { seat: Seat, card: Card, material: Material },
    /// Demands were made (GTR-24).
    Demanded { seat: Seat, demands: Demands },
    /// A card was given to a demand.
    Given { seat: Seat, to: Seat, card: Card },
    /// Stockpile cards went to a demand (GTR-59, GTR-98).
    StockGiven { seat: Seat, to: Seat, material: Material, count: u8 },
    /// Nothing, or nothing more, was given.
    NothingGiven { seat: Seat, to: Seat, left: Demands, reason: Reason },
    /// A client was taken for the vault (GTR-63).
    Slain { seat: Seat, victim: Seat, colour: Material },
    /// A foundation was razed; the attacker's influence is now this (GTR-66).
    Razed { seat: Seat, victim: Seat, card: Card, influence: u8 },
    /// A Site changed hands; what influence both have now.
    SiteGiven { from: Seat, to: Seat, site: Material, left: u8, now: u8 },
    /// A structure changed hands (GTR-83).
    Stolen { seat: Seat, victim: Seat, card: Card },
    /// A completion bonus is used again (GTR-115).
    SetOff { seat: Seat, owner: Seat, card: Card },
    /// A Bacchanalia turned cards up (GTR-117).
    TurnedUp { seat: Seat, cards: Vec<Card> },
    /// What is left of a Bacchanalia went to the hand.
    ToHand { seat: Seat, cards: Vec<Card> },
    /// An opponent's Jack was taken (GTR-87).
    Claimed { seat: Seat, of: Seat },
    /// A card played went to the stockpile (GTR-88).
    KeptOrder { seat: Seat, material: Material, now: u8 },
    /// The cards played went to the Pool (GTR-14).
    Cleared { orders: Materials },
    /// The game is over (GTR-40 to GTR-42).
    Ended { ending: Ending, winners: SeatSet, tally: Vec<Vec<Part>> },
}
