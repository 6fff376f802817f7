//! What the table adds up to, as a viewer sees it: for whoever draws it or plans ahead.

use table::Seat;

use crate::cards::{ArenaId, Kind};
use crate::effect::Stat;
use crate::rules::Rules;
use crate::state::Place;
use crate::stats::arenas_in;
use crate::view::View;

impl View {
    /// A gladiator's stat with all that changes it; 0 if the slot is empty.
    pub fn stat(&self, rules: &Rules, slot: u8, stat: Stat) -> u8 {
        self.table().stat(rules, slot, stat)
    }

    /// The influence a seat has (FG-37).
    pub fn influence(&self, rules: &Rules, seat: Seat) -> u32 {
        self.table().influence(rules, seat)
    }

    /// The influence a seat's gladiators require together (FG-37).
    pub fn requirement(&self, rules: &Rules, seat: Seat) -> u32 {
        self.table().requirement(rules, seat)
    }

    /// A seat's initiative in an arena (FG-62).
    pub fn initiative(&self, rules: &Rules, seat: Seat, place: Place) -> u32 {
        self.table().initiative(rules, seat, place)
    }

    /// The bloodlust of all gladiators in all arenas (FG-42).
    pub fn bloodlust(&self, rules: &Rules) -> u32 {
        self.table().bloodlust(rules)
    }

    /// The bloodlust of a seat's own gladiators (FG-43).
    pub fn bloodlust_of(&self, rules: &Rules, seat: Seat) -> u32 {
        self.table().bloodlust_of(rules, seat)
    }

    /// How many cards the deck of the Ludus Magnus has left, boasts on top of it included (FG-110).
    pub fn orders_left(&self) -> u32 {
        self.table().orders_left()
    }

    /// What a card costs a seat to buy.
    pub fn price(&self, rules: &Rules, seat: Seat, kind: Kind) -> u8 {
        self.table().price(rules, seat, kind)
    }

    /// The arenas whose ability a seat has (FG-87).
    pub fn arenas_of(&self, seat: Seat) -> impl Iterator<Item = ArenaId> + use<> {
        arenas_in(self.table().arenas_of(seat))
    }
}
