//! What buildings do, as data that the engine reads and from which the rules text is printed.
//!
//! The table below is the only place that says which building does what. The engine asks `powers` of it (sets of cards, worked
//! out when the program is built, so that a question is a bit test); [`text`] prints it. What only one building does, by a
//! procedure of its own, is a [`Special`].

// A new effect has to be given its text and its reader, so nothing here may be "anything else".
#![warn(clippy::wildcard_enum_match_arm)]

use serde::Serialize;

use crate::cards::{CARDS, Card, Material, Role};

pub(crate) use crate::powers::powers;
pub use crate::text::of as text;

/// Where an additional or alternative card comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The own hand.
    Hand,
    /// The top of the draw pile.
    Deck,
    /// The Pool.
    Pool,
}

/// Which materials, structures or clients an effect speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Among {
    /// All of them.
    All,
    /// Those of this colour.
    Only(Material),
}

/// How well demands are kept off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shield {
    /// A Bridge gets past it.
    Low,
    /// Nothing gets past it.
    High,
}

/// What a demand takes besides cards from hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loot {
    /// Cards of stockpiles, into the own stockpile.
    Stock,
    /// Clients, into the own vault.
    Clients,
    /// Foundations without materials.
    Foundations,
}

/// What has to happen in a turn for a Think after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The player took a Craftsman action.
    CraftsmanAction,
    /// Demands took cards from the player's hand.
    LostCards,
}

/// What may be discarded before a Think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Discard {
    /// One Order card.
    OneOrder,
    /// The whole hand.
    WholeHand,
}

/// What may be kept of the cards played in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kept {
    /// The own Order cards, in the stockpile.
    OwnOrders,
    /// Jacks of opponents, in hand.
    OthersJacks,
}

/// What wins the game at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feat {
    /// Clients of all six roles.
    SixRoles,
    /// Clients of all six roles and a stockpile of all six materials.
    SixRolesAndMaterials,
    /// Most Laborer clients, where there are more Laborers than Legionaries at the table.
    MostLaborers,
}

/// What a completed building's Site is given away for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Purchase {
    /// A finished structure of an opponent.
    Structure,
    /// The completion bonus of anybody's finished structure.
    Bonus,
}

/// What a completion bonus repeats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Repeated {
    /// Craftsman actions (Amphitheatre, GTR-51).
    Craftsman,
    /// Laborer actions (Foundry, GTR-72).
    Laborer,
    /// Patron actions (Garden, GTR-74).
    Patron,
    /// Thinks (School, GTR-85).
    Think,
}

/// What happens once, when a building is completed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Completion {
    /// As many of these as influence.
    Repeat(Repeated),
    /// One Patron action, whose client may act this turn.
    Hire,
    /// The materials under it may become clients.
    Enlist,
    /// The game ends.
    EndGame,
    /// Its Site may be given away for something.
    SiteFor(Purchase),
    /// A Bacchanalia (GTR-117).
    Revel,
}

/// What only one building does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Special {
    /// Influence counts as the highest at the table (Aerarium, GTR-115).
    HighestInfluence,
    /// A client acts as soon as it is gained (Bath, GTR-57).
    NewClientsAct,
    /// Demands reach every opponent (Bridge, GTR-59).
    ReachEveryone,
    /// Unfinished structures can be shown for demands (Castra Praetoria, GTR-112).
    ShowStructures,
    /// Several cards lead or follow together (Palace, GTR-81).
    PlaySeveral,
    /// Opponents' structures can be opened to all (Stairway, GTR-90).
    OpenStructures,
    /// A Jack after each Think (Tribunal, GTR-95).
    JackAfterThink,
    /// Clients that have acted can go into the vault (Triclinium, GTR-119).
    BankClients,
    /// Own structures can be dismantled (Watch Post, GTR-118).
    Dismantle,
}

/// One thing a building does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // Each variant's sentence speaks of its fields.
pub enum Effect {
    /// The hand refill size grows.
    Refill(u8),
    /// Room for more clients.
    ClientRoom(u8),
    /// That many times the room for clients.
    ClientRoomTimes(u8),
    /// Room for more vault cards.
    VaultRoom(u8),
    /// So few cards of one role are a petition.
    PetitionOf(u8),
    /// Points at the end.
    Points(u8),
    /// At the end one point for every so many stockpile cards.
    PointForStock(u8),
    /// Each action of the role may take one more card from there.
    Also(Role, Source),
    /// Each action of the role may use a card from there in place of the usual one.
    Instead(Role, Source),
    /// Every card may lead and follow as one of this role.
    LeadsAs(Role),
    /// These clients count as clients of that role, or of every role.
    ActsAs { clients: Among, role: Option<Role> },
    /// Each client of the role led or followed has that many actions.
    ClientActions(u8),
    /// When one role was led or followed, clients of another act after it.
    ActAfter { led: Role, then: Role },
    /// These materials fit those structures.
    Fits { material: Among, structures: Among },
    /// One of this material may finish any structure, by an action.
    FinishedBy(Material),
    /// The first material an action of the role adds finishes this building.
    FinishesAtOnce(Role),
    /// It can stand on any Site.
    AnySite,
    /// Laying a foundation out of town takes one action.
    OutOfTownAtOnce,
    /// Unfinished structures of this material already work.
    WorksUnfinished(Material),
    /// Finishing a structure by an action of the role gives one of its materials back.
    Recovers(Role),
    /// A Think after a turn in which that happened.
    ThinkAfter(Cause),
    /// What may be discarded before a Think.
    BeforeThink(Discard),
    /// What may be kept of the cards played when a turn ends.
    AtTurnsEnd(Kept),
    /// Demands take nothing against the player's will.
    Shielded(Shield),
    /// Demands get past such a shield.
    GetsPast(Shield),
    /// Demands also take that.
    Loots(Loot),
    /// What wins the game at once.
    Wins(Feat),
    /// What happens when it is completed.
    OnCompletion(Completion),
    /// What only this building does.
    Special(Special),
}

/// Every building and what it does, in the alphabet's order.
pub(crate) type Table = [(Card, &'static [Effect]); CARDS];

#[rustfmt::skip] // One line a building, as far as it goes.
pub(crate) const TABLE: Table = {
    use Effect::{
        ActAfter, ActsAs, Also, AnySite, AtTurnsEnd, BeforeThink, ClientActions, ClientRoom, ClientRoomTimes, FinishedBy,
        FinishesAtOnce, Fits, GetsPast, Instead, LeadsAs, Loots, OnCompletion, OutOfTownAtOnce, PetitionOf, PointForStock,
        Points, Recovers, Refill, Shielded, Special as Only, ThinkAfter, VaultRoom, Wins, WorksUnfinished,
    };
    use Completion::{EndGame, Enlist, Hire, Repeat, Revel, SiteFor};
    [
        (Card::ACADEMY, &[ThinkAfter(Cause::CraftsmanAction)]),
        (Card::AERARIUM, &[Only(Special::HighestInfluence), OnCompletion(SiteFor(Purchase::Bonus))]),
        (Card::AMPHITHEATRE, &[OnCompletion(Repeat(Repeated::Craftsman))]),
        (Card::AQUEDUCT, &[ClientRoomTimes(2), Also(Role::Patron, Source::Hand)]),
        (Card::ARCHWAY, &[Instead(Role::Architect, Source::Pool)]),
        (Card::ATRIUM, &[Instead(Role::Merchant, Source::Deck)]),
        (Card::BACCHANALIA, &[OnCompletion(Revel)]),
        (Card::BAR, &[Also(Role::Patron, Source::Deck)]),
        (Card::BASILICA, &[Also(Role::Merchant, Source::Hand)]),
        (Card::BATH, &[Only(Special::NewClientsAct)]),
        (Card::BRIDGE, &[Only(Special::ReachEveryone), GetsPast(Shield::Low), Loots(Loot::Stock)]),
        (Card::CASTRA, &[ThinkAfter(Cause::LostCards)]),
        (Card::CASTRA_PRAETORIA, &[OnCompletion(Enlist), Only(Special::ShowStructures)]),
        (Card::CATACOMB, &[OnCompletion(EndGame)]),
        (Card::CIRCUS, &[PetitionOf(2)]),
        (Card::CIRCUS_MAXIMUS, &[ClientActions(2)]),
        (Card::COLOSSEUM, &[Loots(Loot::Clients)]),
        (Card::CRANE, &[LeadsAs(Role::Architect)]),
        (Card::DOCK, &[Also(Role::Laborer, Source::Hand)]),
        (Card::DOMUS, &[OnCompletion(Hire)]),
        (Card::DOMUS_AUREA, &[Loots(Loot::Foundations)]),
        (Card::FORUM, &[Wins(Feat::SixRoles)]),
        (Card::FORUM_ROMANUM, &[Wins(Feat::SixRolesAndMaterials)]),
        (Card::FOUNDRY, &[OnCompletion(Repeat(Repeated::Laborer))]),
        (Card::FOUNTAIN, &[Instead(Role::Craftsman, Source::Deck)]),
        (Card::GARDEN, &[OnCompletion(Repeat(Repeated::Patron))]),
        (Card::GATE, &[WorksUnfinished(Material::Marble)]),
        (Card::INSULA, &[ClientRoom(2)]),
        (Card::LATRINE, &[BeforeThink(Discard::OneOrder)]),
        (Card::LUDUS_MAGNA, &[ActsAs { clients: Among::Only(Material::Stone), role: None }]),
        (Card::MARKET, &[VaultRoom(2)]),
        (Card::PALACE, &[Only(Special::PlaySeveral)]),
        (Card::PALISADE, &[Shielded(Shield::Low)]),
        (Card::PLEBIAN_COUNCIL, &[Wins(Feat::MostLaborers)]),
        (Card::PRISON, &[OnCompletion(SiteFor(Purchase::Structure))]),
        (Card::ROAD, &[Fits { material: Among::All, structures: Among::Only(Material::Stone) }]),
        (Card::SCHOOL, &[OnCompletion(Repeat(Repeated::Think))]),
        (Card::SCRIPTORIUM, &[FinishedBy(Material::Marble)]),
        (Card::SENATE, &[AtTurnsEnd(Kept::OthersJacks)]),
        (Card::SEWER, &[AtTurnsEnd(Kept::OwnOrders)]),
        (Card::SHRINE, &[Refill(2)]),
        (Card::SOLARIUM, &[Recovers(Role::Architect)]),
        (Card::STAIRWAY, &[Only(Special::OpenStructures)]),
        (Card::STATUE, &[AnySite, Points(3)]),
        (Card::STOREROOM, &[ActsAs { clients: Among::All, role: Some(Role::Laborer) }]),
        (Card::TEMPLE, &[Refill(4)]),
        (Card::TOWER, &[Fits { material: Among::Only(Material::Rubble), structures: Among::All }, OutOfTownAtOnce]),
        (Card::TRIBUNAL, &[Only(Special::JackAfterThink)]),
        (Card::TRICLINIUM, &[Only(Special::BankClients)]),
        (Card::VILLA, &[FinishesAtOnce(Role::Architect)]),
        (Card::VOMITORIUM, &[BeforeThink(Discard::WholeHand)]),
        (Card::WALL, &[Shielded(Shield::High), PointForStock(2)]),
        (Card::WATCH_POST, &[Only(Special::Dismantle)]),
        (Card::WATERMILL, &[ActAfter { led: Role::Laborer, then: Role::Architect }]),
    ]
};

/// What a building does.
pub fn effects(card: Card) -> &'static [Effect] {
    powers().effects(card)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_building_has_a_text() {
        for card in Card::all() {
            assert!(!text(card).is_empty(), "{card}");
        }
    }

    /// A Bacchanalia is a procedure of its own too, though it is set off like the other completions.
    #[test]
    fn three_quarters_of_the_buildings_are_made_of_shared_effects() {
        let own =
            |effect: &Effect| matches!(effect, Effect::Special(_) | Effect::OnCompletion(Completion::Revel));
        let shared = Card::all().filter(|card| !effects(*card).iter().any(own)).count();
        assert_eq!(shared, 44);
        assert!(4 * shared >= 3 * CARDS, "{shared} of {CARDS}");
    }
}
