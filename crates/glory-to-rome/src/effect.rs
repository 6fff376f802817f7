//! What buildings do, as data that the engine reads and from which the rules text is printed.
//!
//! The table below is the only place that says which building does what. The engine asks `powers` of it (sets of cards, worked
//! out when the program is built, so that a question is a bit test); [`text`] prints it. What only one building does, by a
//! procedure of its own, is a [`Special`].

// A new effect has to be given its text and its reader, so nothing here may be "anything else".
#![warn(clippy::wildcard_enum_match_arm)]

use serde::Serialize;
use table::{Text, say};

use crate::cards::{CARDS, Card, Material, Role};
use crate::words::a;

pub(crate) use crate::powers::powers;

/// Makes the types of what buildings do: each thing stands once, with its rules text.
macro_rules! effects {
    ($( $(#[$outer:meta])* enum $Type:ident { $(
        $Name:ident $(( $($piece:ident: $Piece:ty),* ))? $({ $($field:ident: $Field:ty),* })? => $said:expr;
    )* } )*) => { $(
        $(#[$outer])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
        #[allow(missing_docs, reason = "each is said in full")]
        pub enum $Type { $( $Name $(( $($Piece),* ))? $({ $($field: $Field),* })? ),* }

        impl $Type {
            /// Its rules text.
            pub fn text(self) -> Text {
                match self { $( Self::$Name $(( $($piece),* ))? $({ $($field),* })? => $said ),* }
            }
        }
    )* };
}

effects! {
    /// Where an additional or alternative card comes from.
    enum Source {
        Hand => say!("a card from your hand");
        Deck => say!("the top card of the draw pile, unseen");
        Pool => say!("a card from the Pool");
    }

    /// Which materials an effect speaks of, or structures or clients of which colour.
    enum Among {
        All => say!("Any material");
        Only(material: Material) => Text::of(material);
    }

    /// How well demands are kept off.
    enum Shield {
        Low => say!("unless the attacker has a Bridge");
        High => say!("not even to a Bridge");
    }

    /// What a demand takes besides cards from hands.
    enum Loot {
        Stock => say!("Your demands also take a matching card from the stockpile of every player they reach.");
        Clients => say!("Each of your demands may also put one matching client of every player it reaches into your vault, as far as there is room.");
        Foundations => say!("Each of your demands may also raze one matching foundation without materials of every player it reaches: its card goes to your stockpile, its Site to your influence.");
    }

    /// What has to happen in a turn for a Think after it.
    enum Cause {
        CraftsmanAction => say!("After a turn in which you took a Craftsman action, you may Think once.");
        LostCards => say!("If demands took cards from your hand this turn, you may Think once when all demands are over.");
    }

    /// What may be discarded before a Think.
    enum Discard {
        OneOrder => say!("Before you Think you may discard one Order card to the Pool.");
        WholeHand => say!("Before you Think you may discard your whole hand.");
    }

    /// What may be kept of the cards played in a turn.
    enum Kept {
        OwnOrders => say!("When a turn ends, you may put Order cards you played in it into your stockpile.");
        OthersJacks => say!("When a turn ends, you may take Jacks that opponents played in it into your hand.");
    }

    /// What wins the game at once.
    enum Feat {
        SixRoles => say!("You win at once when your clients cover all six roles.");
        SixRolesAndMaterials => say!("You win at once when your clients cover all six roles and your stockpile holds all six materials.");
        MostLaborers => say!("You win at once when there are more Laborer clients than Legionary clients at the table and you have more Laborers than any other player.");
    }

    /// What a completed building's Site is given away for.
    enum Purchase {
        Structure => say!("you may give its Site, and so 3 influence, to an opponent and take one of that player's finished structures, unless you have one of that name in play. You then use its completion bonus.");
        Bonus => say!("you may give its Site to any player, yourself included, to use the completion bonus of one of that player's finished structures.");
    }

    /// What a completion bonus repeats (Amphitheatre GTR-51, Foundry GTR-72, Garden GTR-74, School GTR-85).
    enum Repeated {
        Craftsman => say!("take one Craftsman action");
        Laborer => say!("take one Laborer action");
        Patron => say!("take one Patron action");
        Think => say!("Think once");
    }

    /// What happens once, when a building is completed.
    enum Completion {
        Repeat(bonus: Repeated) => say!("you may {} for each point of your influence, this Site included.", bonus.text());
        Hire => say!("you may take one Patron action; the client hired may act this turn if it fits the role led.");
        Enlist => say!("materials under it may become your clients.");
        EndGame => say!("the game ends at once and is scored.");
        SiteFor(purchase: Purchase) => purchase.text();
        Revel => say!("turn up as many cards as your influence. One each may go into your stockpile, become a client, go into your vault, be laid as a foundation in town and be added as a material. The rest go to your hand. If there are too few cards, the game just ends."); // GTR-117
    }

    /// What only one building does.
    enum Special {
        HighestInfluence => say!("Your influence counts as the highest at the table, except for scoring."); // Aerarium, GTR-115
        NewClientsAct => say!("A client you gain may at once take one action of its role."); // Bath, GTR-57
        ReachEveryone => say!("Your demands reach every opponent."); // Bridge, GTR-59
        ShowStructures => say!("You may show unfinished structures for demands, each once a turn."); // Castra Praetoria, GTR-112
        PlaySeveral => say!("You may lead or follow with several cards of the role, Jacks included: one action each."); // Palace, GTR-81
        OpenStructures => say!("With each of your Architect actions you may also add a suitable material to an opponent's finished structure: from then on its function works for everyone."); // Stairway, GTR-90
        JackAfterThink => say!("After each Think you may also take a Jack."); // Tribunal, GTR-95
        BankClients => say!("When you led or followed, a client that has just acted may go into your vault."); // Triclinium, GTR-119
        Dismantle => say!("A Craftsman action may dismantle one of your finished structures: its card returns to your hand, its materials go to your stockpile."); // Watch Post, GTR-118
    }

    /// One thing a building does.
    enum Effect {
        Refill(more: u8) => say!("Your hand refill size is {more} larger.");
        ClientRoom(more: u8) => say!("You have room for {more} more clients.");
        ClientRoomTimes(times: u8) => say!("You have room for {} as many clients.", often(times));
        VaultRoom(more: u8) => say!("Your vault has room for {more} more cards.");
        PetitionOf(cards: u8) => say!("A petition takes you only {cards} cards of one role.");
        Points(points: u8) => say!("Once finished, it scores {points} points.");
        PointForStock(cards: u8) => say!("At the end you score 1 point for every {cards} cards in your stockpile.");
        Also(role: Role, source: Source) => also(role, source);
        Instead(role: Role, source: Source) => instead(role, source);
        LeadsAs(role: Role) => say!("Any card of yours may also lead or follow as {} card.", a(role));
        ActsAs { clients: Among, role: Option<Role> } => acts_as(clients, role);
        ClientActions(times: u8) => say!("When you lead or follow, each of your clients of that role may act {}.", often(times));
        ActAfter { led: Role, then: Role } => say!("When you lead or follow {led}, your {then} clients may act after your {led}s.");
        Fits { material: Among, structures: Among } => match structures {
            Among::All => say!("{} fits every structure of yours.", material.text()),
            Among::Only(colour) => say!("{} fits your {colour} structures.", material.text()),
        };
        FinishedBy(material: Material) => say!("One {material} added by a Craftsman or Architect action may finish any structure of yours, whatever it still lacks.");
        FinishesAtOnce(role: Role) => say!("The first material {} action adds finishes it.", a(role));
        AnySite(or: Material) => say!("It may stand on any Site, which sets its cost and influence; it takes that Site's material or {or}.");
        OutOfTownAtOnce => say!("Laying a foundation out of town takes you only one action.");
        WorksUnfinished(material: Material) => say!("Your unfinished {material} structures already work. They give no influence until finished.");
        Recovers(role: Role) => say!("When you finish a structure by {} action, you may take one of its materials back into your stockpile.", a(role));
        ThinkAfter(cause: Cause) => cause.text();
        BeforeThink(discard: Discard) => discard.text();
        AtTurnsEnd(kept: Kept) => kept.text();
        Shielded(shield: Shield) => say!("You need not give anything to demands, {}. You may still give.", shield.text());
        GetsPast(shield: Shield) => match shield {
            Shield::Low => say!("Palisades do not stop them; Walls do."),
            Shield::High => say!("Neither Palisades nor Walls stop them."),
        };
        Loots(loot: Loot) => loot.text();
        Wins(feat: Feat) => feat.text();
        OnCompletion(completion: Completion) => say!("When completed: {}", completion.text());
        Special(special: Special) => special.text();
    }
}

/// The whole rules text of a building.
pub fn text(card: Card) -> Text {
    Text::joined(effects(card).iter().map(|effect| effect.text()), " ")
}

fn often(times: u8) -> Text {
    if times == 2 { say!("twice") } else { say!("{times} times") }
}

fn also(role: Role, source: Source) -> Text {
    let into = match role {
        Role::Patron => say!("may also hire"),
        Role::Laborer => say!("may also put into your stockpile"),
        Role::Merchant => say!("may also put into your vault"),
        Role::Craftsman | Role::Architect | Role::Legionary => say!("may also use"),
    };
    let after = (source == Source::Deck).then(|| say!(" After that the Pool is closed for this action."));
    let hidden = (role == Role::Merchant).then(|| say!(" Nobody else sees it."));
    say!("Each of your {role} actions {into} {}.{after}{hidden}", source.text())
}

fn instead(role: Role, source: Source) -> Text {
    match (role, source) {
        (Role::Merchant, Source::Deck) => say!(
            "Your Merchant actions may put the top card of the draw pile into your vault instead of a stockpile card; nobody looks at it."
        ),
        (Role::Craftsman, Source::Deck) => say!(
            "Your Craftsman actions may use the top card of the draw pile instead of a hand card: lay it, add it, or keep it in hand. Any of these spends the action."
        ),
        (role, Source::Pool) => {
            say!("Your {role} actions may take materials from the Pool instead of your stockpile.")
        }
        (role, source) => say!("Your {role} actions may use {} instead of the usual one.", source.text()),
    }
}

fn acts_as(clients: Among, role: Option<Role>) -> Text {
    let who = match clients {
        Among::All => say!("All your clients"),
        Among::Only(colour) => say!("Your {} clients", colour.role()),
    };
    match role {
        None => say!("{who} count as clients of every role."),
        Some(role) => say!("{who} may act and count as {role}s."),
    }
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
        (Card::STATUE, &[AnySite(Material::Marble), Points(3)]),
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
