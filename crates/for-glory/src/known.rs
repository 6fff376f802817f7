//! What everyone knows of hands: cards that were seen on their way there.

use serde::Serialize;
use table::Full;

use crate::cards::{Kind, KindSet};
use crate::state::Ludus;

/// The most cards of a hand that are remembered (FG-124).
///
/// They get there one by one, by being recalled, fetched or drawn where they were known to lie, and a hand is discarded at the end of
/// every turn of its owner. Where a set allows more, the state says so ([`crate::state::Overflow::Hand`]).
pub const REMEMBERED: usize = 16;

/// Where a card that everyone saw go to a hand is now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub enum Whereabouts {
    /// In the hand.
    #[default]
    Hand,
    /// In the hand or in the reserve: a card was put there face down since.
    Either,
    /// In the reserve: the hand has been seen to its last card since.
    Reserve,
}

/// A card that everyone knows a player to hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Known {
    /// Its kind.
    pub kind: Kind,
    /// Where it is.
    pub place: Whereabouts,
}

impl Ludus {
    /// A card goes to the hand, for everyone to see.
    pub(crate) fn remember(&mut self, kind: Kind) -> Result<(), Full> {
        self.known.push(Known { kind, place: Whereabouts::Hand })
    }

    /// A card of this kind leaves the hand, for everyone to see: one the fewer is known.
    pub(crate) fn forget(&mut self, kind: Kind) {
        if self.known.is_empty() {
            return;
        }
        let find = |place| self.known.iter().position(|it| *it == Known { kind, place });
        if let Some(at) = find(Whereabouts::Hand).or_else(|| find(Whereabouts::Either)) {
            self.known.remove(at);
        }
        self.note_empty_hand();
    }

    /// Some card of these kinds goes from the hand to the reserve, face down.
    pub(crate) fn blur(&mut self, reservable: KindSet) {
        for it in &mut self.known {
            if it.place == Whereabouts::Hand && reservable.has(it.kind) {
                it.place = Whereabouts::Either;
            }
        }
        self.note_empty_hand();
    }

    /// The whole reserve goes to the hand.
    pub(crate) fn gather(&mut self) {
        self.known.iter_mut().for_each(|it| it.place = Whereabouts::Hand);
    }

    /// What is not in an empty hand is in the reserve.
    fn note_empty_hand(&mut self) {
        if self.hand == 0 {
            self.known.iter_mut().for_each(|it| it.place = Whereabouts::Reserve);
        }
    }

    /// How many of a kind are known to be in one of these places.
    pub(crate) fn known_of(&self, kind: Kind, places: &[Whereabouts]) -> u8 {
        self.known.iter().filter(|it| it.kind == kind && places.contains(&it.place)).count() as u8
    }
}
