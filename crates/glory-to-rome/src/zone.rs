//! Piles: Order cards by name, and cards that are only their colour.

use std::hash::{Hash, Hasher};
use std::ops::{Index, IndexMut};

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use table::Chance;

use crate::cards::{CARDS, Card, CardSet, Material};

/// Order cards whose names matter: a hand, the draw pile. Equal cards are only counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cards {
    kinds: CardSet,
    counts: [u8; CARDS],
    of_material: [u8; 6],
    len: u8,
}

impl Default for Cards {
    fn default() -> Self {
        Self { kinds: CardSet::NONE, counts: [0; CARDS], of_material: [0; 6], len: 0 }
    }
}

impl Cards {
    /// How many cards there are.
    #[inline]
    pub const fn len(&self) -> u8 {
        self.len
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The kinds that are there.
    #[inline]
    pub const fn kinds(&self) -> CardSet {
        self.kinds
    }

    /// The kinds of a material that are there.
    #[inline]
    pub const fn kinds_of(&self, material: Material) -> CardSet {
        self.kinds.and(CardSet::of_material(material))
    }

    /// How many cards of a material there are.
    #[inline]
    pub const fn of(&self, material: Material) -> u8 {
        self.of_material[material as usize]
    }

    /// How many copies of a kind there are.
    #[inline]
    pub const fn count(&self, card: Card) -> u8 {
        self.counts[card.index()]
    }

    /// Whether there is a copy of the kind.
    #[inline]
    pub const fn has(&self, card: Card) -> bool {
        self.kinds.has(card)
    }

    /// Adds a card.
    #[inline]
    pub fn add(&mut self, card: Card) {
        self.counts[card.index()] += 1;
        self.of_material[card.material().index()] += 1;
        self.len += 1;
        self.kinds.insert(card);
    }

    /// Takes a card, which must be there.
    #[inline]
    pub fn take(&mut self, card: Card) {
        self.counts[card.index()] -= 1;
        self.of_material[card.material().index()] -= 1;
        self.len -= 1;
        if self.counts[card.index()] == 0 {
            self.kinds.remove(card);
        }
    }

    /// Takes a random card; there must be one.
    #[inline]
    pub fn draw<C: Chance>(&mut self, chance: &mut C) -> Card {
        let card = Card::at(chance.pick(&self.counts, u32::from(self.len)));
        self.take(card);
        card
    }

    /// Takes a random card of a material; there must be one.
    pub fn draw_of<C: Chance>(&mut self, material: Material, chance: &mut C) -> Card {
        let mut left = chance.below(u32::from(self.of(material)));
        for card in self.kinds_of(material).iter() {
            let count = u32::from(self.count(card));
            if left < count {
                self.take(card);
                return card;
            }
            left -= count;
        }
        unreachable!("the counts of a material's kinds add up to the material's count")
    }

    /// Each kind with its count, in the alphabet's order.
    pub fn iter(&self) -> impl Iterator<Item = (Card, u8)> + '_ {
        self.kinds.iter().map(|card| (card, self.count(card)))
    }

    /// Whether the summary fields fit the counts.
    pub(crate) fn is_sound(&self) -> bool {
        let mut again = Self::default();
        for card in Card::all() {
            for _ in 0..self.count(card) {
                again.add(card);
            }
        }
        again == *self
    }
}

impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.kinds.len()))?;
        for (card, count) in self.iter() {
            map.serialize_entry(card.name(), &count)?;
        }
        map.end()
    }
}

/// How many copies of each kind have been seen to become mere materials.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tally(pub(crate) [u8; CARDS]);

impl Default for Tally {
    fn default() -> Self {
        Self([0; CARDS])
    }
}

impl Tally {
    /// How many copies of a kind.
    pub const fn count(&self, card: Card) -> u8 {
        self.0[card.index()]
    }

    /// How many cards of a material.
    pub fn of(&self, material: Material) -> u8 {
        CardSet::of_material(material).iter().map(|card| self.count(card)).sum()
    }

    pub(crate) fn add(&mut self, card: Card) {
        self.0[card.index()] += 1;
    }
}

impl Serialize for Tally {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let seen = Card::all().filter(|card| self.count(*card) > 0);
        serializer.collect_map(seen.map(|card| (card.name(), self.count(card))))
    }
}

/// Cards that are only their colour: in the Pool, a stockpile, a clientele, a vault, under a structure, or Sites.
///
/// Nothing in the game ever turns such a card back into a named one, so equal colours are equal cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Materials([u8; 6]);

impl Materials {
    /// The same number of each.
    pub const fn each(count: u8) -> Self {
        Self([count; 6])
    }

    /// How many there are in all.
    #[inline]
    pub fn len(&self) -> u8 {
        self.0.iter().sum()
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 6]
    }

    /// How many there are of each.
    #[inline]
    pub const fn counts(&self) -> &[u8; 6] {
        &self.0
    }

    /// Whether there is one of the material.
    #[inline]
    pub const fn has(&self, material: Material) -> bool {
        self.0[material as usize] > 0
    }

    /// What they are worth together.
    pub fn value(&self) -> u16 {
        Material::ALL
            .iter()
            .map(|material| u16::from(self.0[material.index()]) * u16::from(material.value()))
            .sum()
    }

    /// The materials that are there, each once.
    #[inline]
    pub fn kinds(&self) -> impl Iterator<Item = Material> + use<> {
        let counts = self.0;
        Material::ALL.into_iter().filter(move |material| counts[material.index()] > 0)
    }

    /// The materials that are there, each as often as it is.
    pub(crate) fn each_one(&self) -> impl Iterator<Item = Material> + '_ {
        self.kinds().flat_map(|material| std::iter::repeat_n(material, self[material].into()))
    }

    /// Adds all of another pile.
    pub fn add_all(&mut self, other: &Self) {
        for material in Material::ALL {
            self[material] += other[material];
        }
    }

    /// Takes one, which must be there.
    #[inline]
    pub fn take(&mut self, material: Material) {
        self.0[material.index()] -= 1;
    }
}

impl Index<Material> for Materials {
    type Output = u8;
    #[inline]
    fn index(&self, material: Material) -> &u8 {
        &self.0[material.index()]
    }
}

impl IndexMut<Material> for Materials {
    #[inline]
    fn index_mut(&mut self, material: Material) -> &mut u8 {
        &mut self.0[material.index()]
    }
}

impl Serialize for Materials {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.kinds().map(|material| (material.name(), self[material])))
    }
}

/// How many demands of each material, packed so that a frame can carry it: five bits each, in bytes that lie anywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Demands([u8; 4]);

impl Hash for Demands {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // As one number: records hold the hashes of their states.
        self.bits().hash(state);
    }
}

impl Demands {
    /// The most of one material: no more than 30 cards of a colour exist.
    pub const MOST: u8 = 31;

    /// How many of a material.
    #[inline]
    pub const fn of(self, material: Material) -> u8 {
        (self.bits() >> (5 * material as u32) & 31) as u8
    }

    /// One more of a material.
    #[inline]
    #[must_use]
    pub const fn plus(self, material: Material) -> Self {
        Self((self.bits() + (1 << (5 * material as u32))).to_le_bytes())
    }

    /// One less of a material, of which there must be one.
    #[inline]
    #[must_use]
    pub const fn minus(self, material: Material) -> Self {
        Self((self.bits() - (1 << (5 * material as u32))).to_le_bytes())
    }

    /// Whether nothing is demanded.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.bits() == 0
    }

    const fn bits(self) -> u32 {
        u32::from_le_bytes(self.0)
    }

    /// How many in all.
    pub fn len(self) -> u8 {
        Material::ALL.iter().map(|material| self.of(*material)).sum()
    }

    /// The materials demanded, each once.
    #[inline]
    pub fn kinds(self) -> impl Iterator<Item = Material> {
        Material::ALL.into_iter().filter(move |material| self.of(*material) > 0)
    }
}

impl Serialize for Demands {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.kinds().map(|material| (material.name(), self.of(material))))
    }
}

impl Cards {
    /// A pile with these counts.
    pub(crate) fn from_counts(counts: &[u8; CARDS]) -> Self {
        let mut cards = Self { counts: *counts, ..Self::default() };
        for (at, count) in counts.iter().enumerate() {
            if *count > 0 {
                let card = Card::at(at);
                cards.kinds.insert(card);
                cards.of_material[card.material().index()] += count;
                cards.len += count;
            }
        }
        cards
    }
}
