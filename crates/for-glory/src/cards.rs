//! What is printed: cards, arenas and boasts, and the set they make.

use serde::Serialize;

use crate::effect::{Ability, Deck, Effect, Occasion, Static, Timing};
use crate::ludus::Order;
use crate::named::named;
use crate::pile::{Half, Mask, Pair, kinds_in};
use crate::printed::{
    ArenaFact, Fact, Facts, PERKS, Perk, Relation, WINDOWS, facts, perks_of, window_bit, windows_of,
};
use crate::rules::Rules;

/// The most different cards a set can have, arenas apart; the boast is one of them.
pub const KINDS: usize = 192;
/// How many of them, the first, may have several copies: a pile counts these, and of the others it knows whether they are there.
pub const COUNTED: usize = 128;
/// The most arenas a set can have.
pub const ARENAS: usize = 32;
/// The most different incomes a set can have: a payment names each.
pub const INCOMES: usize = 6;

/// The most abilities a card can have.
pub const ABILITIES: usize = 8;

/// The levels of a champion.
pub const LEVELS: u8 = 5;

/// A card by its place in the set. Copies of a card are the same kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
pub struct Kind(pub u8);

impl Kind {
    /// Its place in the set.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// An arena card by its place in the set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
pub struct ArenaId(pub u8);

impl ArenaId {
    /// Its bit in a set of arenas.
    pub const fn bit(self) -> u32 {
        1 << self.0
    }
}

named! {
    /// What a card is (FG-1).
    #[derive(Default)]
    pub enum Type {
        /// Makes coin while a cost is paid.
        #[default]
        Income = "income",
        /// Played in the own machinations turn, then discarded.
        Scheme = "scheme",
        /// Stays in the villa.
        Patron = "patron",
        /// Fights.
        Gladiator = "gladiator",
        /// Played in an own combat turn.
        Tactic = "tactic",
        /// Played in a window.
        Reaction = "reaction",
        /// Scheme or tactic, as its owner likes.
        SchemeTactic = "scheme-tactic",
    }
}

impl Type {
    /// Its printed name.
    pub const fn printed(self) -> &'static str {
        match self {
            Self::Income => "Income",
            Self::Scheme => "Scheme",
            Self::Patron => "Patron",
            Self::Gladiator => "Gladiator",
            Self::Tactic => "Tactic",
            Self::Reaction => "Reaction",
            Self::SchemeTactic => "Scheme/Tactic",
        }
    }

    /// Whether it may be reserved (FG-39, ruling 27).
    pub const fn is_reservable(self) -> bool {
        matches!(self, Self::Tactic | Self::Reaction | Self::SchemeTactic)
    }
}

/// Where a card belongs at setup.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Home {
    /// In every player's starting deck.
    #[default]
    Starting,
    /// In a supply deck.
    Supply(Deck),
    /// Beside a player's board: a level of a champion (FG-91).
    Champion(u8),
    /// In the boast stack.
    Boast,
}

named! {
    /// How a card is known to us.
    #[derive(Default)]
    pub enum Source {
        /// From the publisher's rule books.
        #[default]
        Rulebook = "rulebook",
        /// From the publisher's answers to questions.
        Faq = "faq",
        /// Designed by us.
        House = "house",
    }
}

/// A card as printed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Card {
    /// Its name, unique in the set.
    pub name: String,
    /// What it is.
    pub kind: Type,
    /// Where it belongs.
    pub home: Home,
    /// Whether it belongs to the expansion.
    pub expansion: bool,
    /// With which edition it came, if not with the first: later ones are numbered behind all before.
    pub edition: u8,
    /// How many there are: in the supply deck, or in each starting deck.
    pub copies: u8,
    /// What it costs to buy; nothing for cards that are never for sale.
    pub cost: u8,
    /// What an income is worth.
    pub value: u8,
    /// Influence: granted by a patron, required by a gladiator.
    pub influence: u8,
    /// A gladiator's attack.
    pub attack: u8,
    /// A gladiator's health.
    pub health: u8,
    /// A gladiator's agility.
    pub agility: u8,
    /// A gladiator's bloodlust.
    pub bloodlust: u8,
    /// What it does; the first ability of a scheme, tactic or reaction card is the card's own text.
    pub abilities: Vec<Ability>,
    /// What it changes while in play.
    pub statics: Vec<Static>,
    /// How it is known.
    pub source: Source,
    /// Which fields of a known card are our inference.
    pub inferred: Vec<String>,
}

impl Card {
    /// The ability that makes a gladiator playable from hand as a tactic, if it has one.
    pub fn from_hand(&self) -> Option<usize> {
        self.abilities
            .iter()
            .position(|ability| ability.steps.iter().any(|step| step.effect == Effect::EnlistThis {}))
    }
}

/// An arena card as printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arena {
    /// Its name, unique in the set.
    pub name: String,
    /// What it lets its holder do.
    pub abilities: Vec<Ability>,
    /// What it changes for its holder.
    pub statics: Vec<Static>,
    /// How it is known.
    pub source: Source,
    /// Which fields of a known card are our inference.
    pub inferred: Vec<String>,
}

/// Bloodlust values of the boasts, smallest first, for each number of players.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Boasts {
    /// For one.
    pub solo: Vec<u8>,
    /// For two.
    pub two: Vec<u8>,
    /// For three.
    pub three: Vec<u8>,
    /// For four.
    pub four: Vec<u8>,
}

pub use crate::kinds::KindSet;

/// All cards of a table, and what the rules often ask of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardSet {
    cards: Vec<Card>,
    arenas: Vec<Arena>,
    boasts: Boasts,
    orders: Vec<Order>,
    incomes: Vec<Kind>,
    boast: Kind,
    supply: [Mask; 3],
    /// All supply decks before anything is dealt, without and with the expansion.
    undealt: [Pair; 2],
    facts: Facts,
    costs: [u8; 256],
    types: [KindSet; Type::ALL.len()],
    reactions: [KindSet; WINDOWS],
    arena_reactions: [u32; WINDOWS],
    arena_perks: [u32; PERKS],
    arena_facts: Vec<ArenaFact>,
    upgrades: KindSet,
    always: KindSet,
    /// The gladiators that can be played from hand as a tactic.
    pub(crate) playable_fighters: KindSet,
    /// The cards that anyone may reserve.
    pub(crate) reservable: KindSet,
    /// The gladiators that require influence.
    pub(crate) demanding: KindSet,
    /// The arenas with a free action.
    pub(crate) arena_free: u32,
    /// The arenas with a tactic.
    pub(crate) arena_tactic: u32,
    /// The arenas with a scheme.
    pub(crate) arena_scheme: u32,
    /// The cards of a starting deck, and how many of each.
    pub(crate) starting: Vec<(Kind, u8)>,
}

/// The cards that pass a test, as a set.
fn bits(cards: &[Card], test: impl Fn(&Card) -> bool) -> KindSet {
    cards.iter().enumerate().filter(|(_, it)| test(it)).map(|(at, _)| Kind(at as u8)).collect()
}

impl CardSet {
    /// A set of these cards, one of them the boast, each with the number of its place.
    pub(crate) fn new(cards: Vec<Card>, arenas: Vec<Arena>, boasts: Boasts, orders: Vec<Order>) -> Self {
        let supply = Deck::ALL.map(|deck| Mask::new(bits(&cards, |card| card.home == Home::Supply(deck))));
        let answers = |abilities: &[Ability], window: usize| windows_of(abilities) >> window & 1 != 0;
        let reactions: [KindSet; WINDOWS] = std::array::from_fn(|window| {
            bits(&cards, |card| card.kind == Type::Reaction && answers(&card.abilities, window))
        });
        let arenas_with = |test: &dyn Fn(&Arena) -> bool| {
            let those = arenas.iter().enumerate().filter(|(_, it)| test(it));
            those.fold(0_u32, |set, (at, _)| set | 1 << at)
        };
        let timed = |test: fn(Timing) -> bool| {
            arenas_with(&|arena| arena.abilities.iter().any(|ability| test(ability.timing)))
        };
        Self {
            incomes: kinds_in(bits(&cards, |card| card.kind == Type::Income)).collect(),
            boast: Kind(cards.iter().position(|card| card.home == Home::Boast).unwrap_or(0) as u8),
            supply,
            undealt: [false, true].map(|expansion| {
                let mut undealt = Pair::default();
                for (at, card) in cards.iter().enumerate() {
                    if matches!(card.home, Home::Supply(_)) && (expansion || !card.expansion) {
                        undealt.add_many(Half::First, Kind(at as u8), card.copies);
                    }
                }
                undealt
            }),
            starting: kinds_in(bits(&cards, |card| card.home == Home::Starting))
                .map(|kind| (kind, cards[kind.index()].copies))
                .collect(),
            facts: facts(&cards),
            costs: std::array::from_fn(|at| cards.get(at).map_or(0, |card| card.cost)),
            types: Type::ALL.map(|kind| bits(&cards, |card| card.kind == kind)),
            reactions,
            arena_reactions: std::array::from_fn(|window| {
                arenas_with(&|arena| answers(&arena.abilities, window))
            }),
            arena_perks: std::array::from_fn(|perk| {
                arenas_with(&|arena| perks_of(&arena.statics) >> perk & 1 != 0)
            }),
            arena_facts: arenas.iter().map(ArenaFact::of).collect(),
            upgrades: bits(&cards, |card| matches!(card.home, Home::Champion(level) if level < LEVELS)),
            arena_free: timed(|timing| timing == Timing::Free),
            arena_tactic: timed(Timing::is_tactic),
            arena_scheme: timed(Timing::is_scheme),
            playable_fighters: bits(&cards, |card| {
                card.kind == Type::Gladiator && card.from_hand().is_some()
            }),
            reservable: bits(&cards, |card| card.kind.is_reservable()),
            demanding: bits(&cards, |card| card.kind == Type::Gladiator && card.influence > 0),
            always: bits(&cards, |card| card.abilities.first().is_some_and(|text| text.cost.is_free())),
            cards,
            arenas,
            boasts,
            orders,
        }
    }

    /// The card of a kind.
    #[inline]
    pub fn card(&self, kind: Kind) -> &Card {
        &self.cards[kind.index()]
    }

    /// All cards, by kind.
    pub fn cards(&self) -> impl Iterator<Item = (Kind, &Card)> {
        self.cards.iter().enumerate().map(|(at, card)| (Kind(at as u8), card))
    }

    /// The arena of an id.
    #[inline]
    pub fn arena(&self, id: ArenaId) -> &Arena {
        &self.arenas[id.0 as usize]
    }

    /// All arenas, by id.
    pub fn arenas(&self) -> impl Iterator<Item = (ArenaId, &Arena)> {
        self.arenas.iter().enumerate().map(|(at, arena)| (ArenaId(at as u8), arena))
    }

    /// The boast values of the set for so many players, smallest first.
    pub fn boasts(&self, players: usize) -> &[u8] {
        match players {
            1 => &self.boasts.solo,
            2 => &self.boasts.two,
            3 => &self.boasts.three,
            _ => &self.boasts.four,
        }
    }

    /// The Ludus Magnus deck.
    pub fn orders(&self) -> &[Order] {
        &self.orders
    }

    /// All incomes.
    pub fn incomes(&self) -> &[Kind] {
        &self.incomes
    }

    /// The boast as a card in somebody's deck: whatever its value, it does nothing (FG-81).
    pub const fn boast(&self) -> Kind {
        self.boast
    }

    /// How many champions there are.
    pub fn champions(&self) -> usize {
        self.cards.iter().filter(|card| card.home == Home::Champion(1)).count()
    }

    /// The first level of a champion, by its number.
    pub fn champion(&self, number: usize) -> Option<Kind> {
        self.cards().filter(|(_, card)| card.home == Home::Champion(1)).nth(number).map(|(kind, _)| kind)
    }

    /// The next level of a champion's card, if there is one (FG-92).
    pub fn next_level(&self, kind: Kind) -> Option<Kind> {
        self.upgrades.has(kind).then(|| Kind(kind.0 + 1))
    }

    /// The kinds of a supply deck.
    pub(crate) const fn supply(&self, deck: Deck) -> &Mask {
        &self.supply[deck.index()]
    }

    /// All supply decks before anything is dealt.
    pub(crate) const fn undealt(&self, rules: &Rules) -> Pair {
        self.undealt[rules.expansion as usize]
    }

    /// What the rules ask of a card most often.
    #[inline]
    pub(crate) const fn fact(&self, kind: Kind) -> &Fact {
        &self.facts[kind.index()]
    }

    /// What a card costs to buy.
    #[inline]
    pub(crate) const fn cost(&self, kind: Kind) -> u8 {
        self.costs[kind.index()]
    }

    /// All cards of a type.
    #[inline]
    pub(crate) const fn of_type(&self, kind: Type) -> KindSet {
        self.types[kind as usize]
    }

    /// Whether a card whose first ability is its text costs nothing to play.
    pub(crate) const fn is_always_playable(&self, kind: Kind) -> bool {
        self.always.has(kind)
    }

    /// The reaction cards that answer a window.
    pub(crate) const fn reactions(&self, occasion: Occasion, relation: Relation) -> KindSet {
        self.reactions[window_bit(occasion, relation).trailing_zeros() as usize]
    }

    /// The arenas that answer a window.
    pub(crate) const fn arena_reactions(&self, occasion: Occasion, relation: Relation) -> u32 {
        self.arena_reactions[window_bit(occasion, relation).trailing_zeros() as usize]
    }

    /// The arenas with a static ability of this kind.
    pub(crate) const fn arena_perk(&self, perk: Perk) -> u32 {
        self.arena_perks[perk as usize]
    }

    /// What the rules ask of an arena most often.
    pub(crate) fn arena_fact(&self, id: ArenaId) -> ArenaFact {
        self.arena_facts[id.0 as usize]
    }

    /// The card with this name, in any case.
    pub fn find(&self, name: &str) -> Option<Kind> {
        self.cards().find(|(_, card)| card.name.eq_ignore_ascii_case(name)).map(|(kind, _)| kind)
    }

    /// The arena with this name, in any case.
    pub fn find_arena(&self, name: &str) -> Option<ArenaId> {
        self.arenas().find(|(_, arena)| arena.name.eq_ignore_ascii_case(name)).map(|(id, _)| id)
    }
}
