//! What is printed: materials, roles and the 54 Order cards.

use std::fmt;

use serde::{Serialize, Serializer};
use table::{Say, Text};

/// How many different Order cards there are, the Geek expansion's ten included.
pub const CARDS: usize = 54;

/// Makes the six of something that a card's colour stands for, with their names.
macro_rules! six {
    ($(#[$outer:meta])* $Six:ident { $($One:ident),* }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "the names say it")]
        pub enum $Six { $($One),* }

        impl $Six {
            /// All six, cheapest colour first.
            pub const ALL: [Self; 6] = [$(Self::$One),*];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$One => stringify!($One)),* }
            }

            /// The one with this name, in either case.
            pub fn from_name(text: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|one| one.name().eq_ignore_ascii_case(text))
            }
        }

        impl fmt::Display for $Six {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl Say for $Six {
            fn say(&self, text: &mut Text) {
                self.name().say(text);
            }
        }

        impl Serialize for $Six {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }
    };
}

six! {
    /// A building material: the colour of a card or Site (GTR-6).
    Material { Rubble, Wood, Concrete, Brick, Stone, Marble }
}

six! {
    /// What a card does when led, followed with, or hired (GTR-6).
    Role { Laborer, Craftsman, Architect, Legionary, Merchant, Patron }
}

impl Material {
    /// The material with this index.
    #[inline]
    pub const fn at(index: usize) -> Self {
        Self::ALL[index]
    }

    /// Its index, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// What it is worth in a vault, as a Site, and how many of it complete a structure (GTR-6).
    pub const fn value(self) -> u8 {
        self as u8 / 2 + 1
    }

    /// The role of its colour (GTR-6).
    #[inline]
    pub const fn role(self) -> Role {
        Role::ALL[self as usize]
    }
}

impl Role {
    /// The material of its colour (GTR-6).
    #[inline]
    pub const fn material(self) -> Material {
        Material::ALL[self as usize]
    }
}

/// An Order card by name: a kind, not a copy. Kinds are numbered in the alphabet's order, which decides who starts (GTR-4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Card(u8);

/// What is printed on one kind of Order card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Printed {
    /// Its name.
    pub name: &'static str,
    /// Its material.
    pub material: Material,
    /// How many copies the Republic version has.
    pub republic: u8,
    /// How many copies the Imperium version has.
    pub imperium: u8,
    /// How many copies the Geek expansion adds.
    pub geek: u8,
    /// The rule that states its function.
    pub rule: &'static str,
}

/// One line a kind: number, name, material, copies (Republic, Imperium, Geek), the rule of its function.
macro_rules! cards {
    ($($number:literal $constant:ident = $name:literal, $material:ident, $republic:literal, $imperium:literal, $geek:literal, $rule:literal;)*) => {
        impl Card {
            $(#[doc = $name] pub const $constant: Self = Self($number);)*
        }
        /// Every kind of Order card, in the alphabet's order.
        pub static PRINTED: [Printed; CARDS] = [
            $(Printed { name: $name, material: Material::$material, republic: $republic, imperium: $imperium, geek: $geek, rule: $rule }),*
        ];
        /// The materials alone, for quick look-up.
        static MATERIALS: [Material; CARDS] = [$(Material::$material),*];
        /// For each material, the kinds of it.
        const OF_MATERIAL: [u64; 6] = {
            let mut of = [0; 6];
            $(of[Material::$material as usize] |= 1 << $number;)*
            of
        };
    };
}

cards! {
     0 ACADEMY = "Academy", Brick, 3, 3, 0, "GTR-50";
     1 AERARIUM = "Aerarium", Concrete, 0, 0, 3, "GTR-115";
     2 AMPHITHEATRE = "Amphitheatre", Concrete, 3, 3, 0, "GTR-51";
     3 AQUEDUCT = "Aqueduct", Concrete, 3, 3, 0, "GTR-52";
     4 ARCHWAY = "Archway", Brick, 3, 3, 0, "GTR-53";
     5 ATRIUM = "Atrium", Brick, 3, 3, 0, "GTR-54";
     6 BACCHANALIA = "Bacchanalia", Stone, 0, 0, 3, "GTR-117";
     7 BAR = "Bar", Rubble, 6, 6, 0, "GTR-55";
     8 BASILICA = "Basilica", Marble, 3, 3, 0, "GTR-56";
     9 BATH = "Bath", Brick, 3, 3, 0, "GTR-57";
    10 BRIDGE = "Bridge", Concrete, 3, 3, 0, "GTR-59";
    11 CASTRA = "Castra", Rubble, 0, 0, 6, "GTR-111";
    12 CASTRA_PRAETORIA = "Castra Praetoria", Brick, 0, 0, 3, "GTR-112";
    13 CATACOMB = "Catacomb", Stone, 3, 3, 0, "GTR-60";
    14 CIRCUS = "Circus", Wood, 0, 6, 0, "GTR-61";
    15 CIRCUS_MAXIMUS = "Circus Maximus", Stone, 3, 3, 0, "GTR-62";
    16 COLOSSEUM = "Colosseum", Stone, 0, 3, 0, "GTR-63";
    17 CRANE = "Crane", Wood, 6, 0, 0, "GTR-64";
    18 DOCK = "Dock", Wood, 6, 6, 0, "GTR-65";
    19 DOMUS = "Domus", Wood, 0, 0, 6, "GTR-110";
    20 DOMUS_AUREA = "Domus Aurea", Stone, 3, 0, 0, "GTR-66";
    21 FORUM = "Forum", Marble, 0, 3, 0, "GTR-67";
    22 FORUM_ROMANUM = "Forum Romanum", Marble, 3, 0, 0, "GTR-68";
    23 FOUNDRY = "Foundry", Brick, 3, 3, 0, "GTR-72";
    24 FOUNTAIN = "Fountain", Marble, 3, 3, 0, "GTR-73";
    25 GARDEN = "Garden", Stone, 3, 3, 0, "GTR-74";
    26 GATE = "Gate", Brick, 3, 3, 0, "GTR-75";
    27 INSULA = "Insula", Rubble, 6, 6, 0, "GTR-77";
    28 LATRINE = "Latrine", Rubble, 6, 6, 0, "GTR-78";
    29 LUDUS_MAGNA = "Ludus Magna", Marble, 3, 3, 0, "GTR-79";
    30 MARKET = "Market", Wood, 6, 6, 0, "GTR-80";
    31 PALACE = "Palace", Marble, 3, 3, 0, "GTR-81";
    32 PALISADE = "Palisade", Wood, 6, 6, 0, "GTR-82";
    33 PLEBIAN_COUNCIL = "Plebian Council", Marble, 0, 0, 3, "GTR-120";
    34 PRISON = "Prison", Stone, 3, 3, 0, "GTR-83";
    35 ROAD = "Road", Rubble, 6, 6, 0, "GTR-84";
    36 SCHOOL = "School", Brick, 3, 3, 0, "GTR-85";
    37 SCRIPTORIUM = "Scriptorium", Stone, 3, 3, 0, "GTR-86";
    38 SENATE = "Senate", Concrete, 0, 3, 0, "GTR-87";
    39 SEWER = "Sewer", Stone, 3, 3, 0, "GTR-88";
    40 SHRINE = "Shrine", Brick, 3, 3, 0, "GTR-89";
    41 SOLARIUM = "Solarium", Concrete, 0, 0, 3, "GTR-114";
    42 STAIRWAY = "Stairway", Marble, 3, 3, 0, "GTR-90";
    43 STATUE = "Statue", Marble, 3, 3, 0, "GTR-91";
    44 STOREROOM = "Storeroom", Concrete, 3, 3, 0, "GTR-92";
    45 TEMPLE = "Temple", Marble, 3, 3, 0, "GTR-93";
    46 TOWER = "Tower", Concrete, 3, 3, 0, "GTR-94";
    47 TRIBUNAL = "Tribunal", Concrete, 3, 0, 0, "GTR-95";
    48 TRICLINIUM = "Triclinium", Marble, 0, 0, 3, "GTR-119";
    49 VILLA = "Villa", Stone, 3, 3, 0, "GTR-96";
    50 VOMITORIUM = "Vomitorium", Concrete, 3, 3, 0, "GTR-97";
    51 WALL = "Wall", Concrete, 3, 3, 0, "GTR-98";
    52 WATCH_POST = "Watch Post", Stone, 0, 0, 3, "GTR-118";
    53 WATERMILL = "Watermill", Brick, 0, 0, 3, "GTR-113";
}

impl Card {
    /// The kind with this number.
    #[inline]
    pub const fn at(index: usize) -> Self {
        assert!(index < CARDS, "a card's number is below CARDS");
        Self(index as u8)
    }

    /// Its number.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All kinds, in the alphabet's order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..CARDS as u8).map(Self)
    }

    /// What is printed on it.
    pub fn printed(self) -> &'static Printed {
        &PRINTED[self.0 as usize]
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.printed().name
    }

    /// Its material.
    #[inline]
    pub fn material(self) -> Material {
        MATERIALS[self.0 as usize]
    }

    /// Its role.
    #[inline]
    pub fn role(self) -> Role {
        self.material().role()
    }

    /// The rule that states its function.
    pub fn rule(self) -> &'static str {
        self.printed().rule
    }

    /// The kind with this name, in either case.
    pub fn from_name(text: &str) -> Option<Self> {
        Self::all().find(|card| card.name().eq_ignore_ascii_case(text))
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// A set of kinds of Order cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CardSet(u64);

impl CardSet {
    /// No kind.
    pub const NONE: Self = Self(0);

    /// These kinds.
    pub const fn of(cards: &[Card]) -> Self {
        let mut set = 0;
        let mut at = 0;
        while at < cards.len() {
            set |= 1 << cards[at].0;
            at += 1;
        }
        Self(set)
    }

    /// All kinds of a material.
    #[inline]
    pub const fn of_material(material: Material) -> Self {
        Self(OF_MATERIAL[material as usize])
    }

    /// Whether it holds the kind.
    #[inline]
    pub const fn has(self, card: Card) -> bool {
        self.0 >> card.0 & 1 != 0
    }

    /// Adds the kind.
    #[inline]
    pub const fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.0;
    }

    /// Takes the kind out.
    #[inline]
    pub const fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.0);
    }

    /// The kinds in both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The kinds in either set.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The kinds of this set that are not in the other.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether it holds none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many kinds it holds.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Its kinds, in the alphabet's order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Card> {
        table::bits(self.0).map(Card)
    }
}

impl From<CardSet> for u64 {
    /// The kinds as bits.
    fn from(set: CardSet) -> Self {
        set.0
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::NONE, |set, card| set.or(Self::of(&[card])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// GTR-6, and the printed totals.
    #[test]
    fn the_deck_adds_up() {
        for version in [|card: &Printed| card.republic, |card: &Printed| card.imperium] {
            assert_eq!(PRINTED.iter().map(|card| u32::from(version(card))).sum::<u32>(), 144);
            for material in Material::ALL {
                let of: u8 = PRINTED.iter().filter(|card| card.material == material).map(version).sum();
                assert_eq!(of, 24, "{material}");
            }
            assert_eq!(PRINTED.iter().filter(|card| version(card) > 0).count(), 40);
        }
        assert_eq!(PRINTED.iter().filter(|card| card.geek > 0).count(), 10);
        assert_eq!(PRINTED.iter().map(|card| u32::from(card.geek)).sum::<u32>(), 36);
    }

    /// GTR-4, ruling 2: the alphabet decides who starts.
    #[test]
    fn kinds_are_numbered_in_the_alphabets_order() {
        assert!(PRINTED.windows(2).all(|pair| pair[0].name < pair[1].name));
        for card in Card::all() {
            assert_eq!(Card::from_name(card.name()), Some(card));
        }
        assert_eq!(Card::CIRCUS_MAXIMUS.name(), "Circus Maximus");
    }

    #[test]
    fn sets_know_their_materials() {
        for card in Card::all() {
            assert!(CardSet::of_material(card.material()).has(card));
        }
        assert_eq!(
            CardSet::of(&[Card::BAR, Card::ACADEMY]).iter().collect::<Vec<_>>(),
            [Card::ACADEMY, Card::BAR]
        );
    }
}
