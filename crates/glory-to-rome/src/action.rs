//! What a seat can decide, and how it is written.

use table::{Seat, Whose};

use crate::cards::{Card, Material, Role};
use crate::label::{Cards, Client, Foundation};
use crate::rules::Rules;

table::phrases! {
    /// What is played to lead or follow (GTR-11).
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Play for Rules {
        /// One Order card.
        Order(card: Card) = "with {}": card;
        /// A Jack.
        Jack = "with Jack";
        /// Several Order cards of one colour as a Jack: how many.
        Petition(material: Material, size: u8) = "by petition of {}": Cards(material, size);
    }
}

/// Whether a Site lies in town (GTR-3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// In town: one action.
    Town,
    /// Out of town: two actions, or one with a Tower (GTR-31).
    Outskirts,
}

table::phrases! {
    /// Where a material for a structure comes from.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Supply for Rules {
        /// A named card: from hand, from the Fountain, from a Bacchanalia.
        Card(card: Card) = "{}": card;
        /// From the own stockpile.
        Stock(material: Material) = "{}": material;
        /// From the Pool (Archway).
        Pool(material: Material) = "{} from pool": material;
    }
}

impl Supply {
    /// Every material from stockpile and Pool.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        Material::ALL.into_iter().map(Self::Stock).chain(Material::ALL.into_iter().map(Self::Pool))
    }

    /// Its material.
    pub fn material(self) -> Material {
        match self {
            Self::Card(card) => card.material(),
            Self::Stock(material) | Self::Pool(material) => material,
        }
    }
}

table::phrases! {
    /// What a seat can decide.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Action for Rules {
        /// Lead a role (GTR-11).
        Lead(role: Role, play: Play) = "lead {} {}": role, play;
        /// Follow the led role (GTR-12).
        Follow(play: Play) = "follow {}": play;
        /// Add a card to a petition or a Palace play.
        AddOrder(card: Card) = "add {}": card;
        /// Add a Jack to a Palace play.
        AddJack = "add Jack";
        /// Add a petition to a Palace play.
        AddPetition(material: Material, size: u8) = "add petition of {}": Cards(material, size);
        /// Add no more to a Palace play.
        Enough = "enough";
        /// Surrender to another (GTR-40).
        Surrender(to: Seat) = "surrender to {}" | "surrender {}": to;
        /// Think: take a Jack (GTR-15).
        ThinkJack = "think for a Jack" | "think a jack" | "think for jack" | "think jack";
        /// Think: draw (GTR-15).
        ThinkDraw = "think and draw" | "think draw";
        /// Discard a card before thinking (GTR-78).
        Discard(card: Card) = "think and discard {}" | "think discard {}": card;
        /// Put a Jack back before thinking (GTR-78, an option).
        DiscardJack = "think and discard Jack" | "think discard jack";
        /// Discard the whole hand before thinking (GTR-97).
        DiscardHand = "think and discard hand" | "think discard hand";
        /// Take a Jack after thinking (GTR-95).
        TakeJack = "take a Jack" | "take jack";
        /// Use the own action next.
        Act = "act";
        /// Let a client of this colour act next.
        Use(colour: Material) = "use {} client" | "use {}": Client(colour);
        /// Give up the rest of the turn's actions.
        Stop = "stop";
        /// The client hired at the Bath acts in this role (GTR-57).
        ActAs(role: Role) = "act as {}" | "act {}": role;
        /// Hire from the Pool (GTR-20).
        HirePool(colour: Material) = "hire {} from pool": Client(colour);
        /// Hire from hand (GTR-52).
        HireHand(card: Card) = "hire {} from hand": card;
        /// Hire from the deck (GTR-55).
        HireDeck = "hire from deck";
        /// Take a material from the Pool (GTR-21).
        LaborPool(material: Material) = "take {} from pool": material;
        /// Put a hand card into the stockpile (GTR-65).
        LaborHand(card: Card) = "take {} from hand": card;
        /// Sell a stockpile card (GTR-25).
        SellStock(material: Material) = "sell {}" | "sell {} from stockpile": material;
        /// Sell the top card of the deck (GTR-54).
        SellDeck = "sell from deck";
        /// Sell a hand card (GTR-56).
        SellHand(card: Card) = "sell {} from hand": card;
        /// Lay a foundation on a Site (GTR-30).
        Lay(card: Card, site: Material, place: Place) = "lay {}": Foundation(card, site, place);
        /// Add a material to the own structure of this name (GTR-22, GTR-23).
        Add(supply: Supply, to: Card) = "add {} to {}": supply, to;
        /// Add Marble without completing the structure by a Scriptorium (GTR-86).
        AddUnfinished(supply: Supply, to: Card) = "add {} to {} unfinished": supply, to;
        /// Draw a card at the Fountain (GTR-73).
        Look = "look";
        /// Keep the card drawn at the Fountain.
        Keep = "keep";
        /// Dismantle an own structure (GTR-118).
        Dismantle(card: Card) = "dismantle {}": card;
        /// Save the action for an out-of-town Site (GTR-57).
        Prepare = "prepare";
        /// Open an opponent's structure to all (GTR-90).
        Raise(owner: Seat, card: Card, supply: Supply) = "raise {} {} with {}": Whose(owner), card, supply;
        /// Take a material back from under the structure just completed (GTR-114).
        Recover(material: Material) = "recover {}": material;
        /// Demand a material by showing a hand card (GTR-24).
        Demand(material: Material) = "demand {}": material;
        /// Demand a material by showing an unfinished structure (GTR-112).
        DemandWith(card: Card) = "demand with {}": card;
        /// All demands are made.
        Reveal = "reveal";
        /// Take a demanded material from the Pool.
        Take(material: Material) = "take {}": material;
        /// Leave it there.
        Leave(material: Material) = "leave {}": material;
        /// Give a card that was demanded.
        Give(card: Card) = "give {}": card;
        /// Give a stockpile card although shielded.
        GiveStock(material: Material) = "give {} from stockpile": material;
        /// Have nothing to give, or be shielded: "Glory to Rome!"
        Glory = "glory to rome" | "glory" | "glory to rome!";
        /// Take a victim's client for the own vault (GTR-63).
        Slay(owner: Seat, colour: Material) = "slay {} {}": Whose(owner), Client(colour);
        /// Raze a victim's foundation (GTR-66).
        Raze(owner: Seat, card: Card) = "raze {} {}": Whose(owner), card;
        /// Put a client that has acted into the vault (GTR-119).
        Bank(colour: Material) = "bank {}": Client(colour);
        /// Steal a structure (GTR-83).
        Steal(owner: Seat, card: Card) = "steal {} {}": Whose(owner), card;
        /// Pay with a Site (GTR-116).
        Pay(site: Material) = "pay {}": site;
        /// Give the Aerarium's Site for a completion bonus (GTR-115).
        Award(owner: Seat, card: Card) = "award {} {}": Whose(owner), card;
        /// Make a material a client (GTR-112).
        Enlist(material: Material) = "enlist {}": material;
        /// Put a revealed card into the stockpile (GTR-117).
        RevelStock(card: Card) = "put {} in stockpile": card;
        /// Put a revealed card into the clientele.
        RevelClient(card: Card) = "put {} in clientele": card;
        /// Put a revealed card into the vault.
        RevelVault(card: Card) = "put {} in vault": card;
        /// Claim an opponent's Jack (GTR-87).
        Claim(of: Seat) = "claim Jack of {}" | "claim {}": of;
        /// Keep a played card in the stockpile (GTR-88).
        Sewer(material: Material) = "sewer {}": material;
        /// Do nothing, or nothing more.
        Skip = "skip";
    }
}

const _: () = assert!(size_of::<Action>() <= 8, "an action is at most 8 bytes");

impl Action {
    /// The building whose function it asks for.
    #[allow(clippy::wildcard_enum_match_arm, reason = "all others need none")]
    pub(crate) const fn function(self) -> Option<Card> {
        Some(match self {
            Self::Discard(_) | Self::DiscardJack => Card::LATRINE,
            Self::DiscardHand => Card::VOMITORIUM,
            Self::HireHand(_) => Card::AQUEDUCT,
            Self::HireDeck => Card::BAR,
            Self::LaborHand(_) => Card::DOCK,
            Self::SellDeck => Card::ATRIUM,
            Self::SellHand(_) => Card::BASILICA,
            Self::Add(Supply::Pool(_), _) => Card::ARCHWAY,
            Self::Look => Card::FOUNTAIN,
            Self::Dismantle(_) => Card::WATCH_POST,
            Self::Raise(..) => Card::STAIRWAY,
            Self::DemandWith(_) => Card::CASTRA_PRAETORIA,
            _ => return None,
        })
    }
}
