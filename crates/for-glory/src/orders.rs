//! The deck of the Ludus Magnus, and how its orders select gladiators (FG-24, FG-108, FG-110).

use serde::{Serialize, Serializer};
use table::{Chance, List, SeatSet, bits};

use crate::cards::Kind;
use crate::effect::Stat;
use crate::event::Happening;
use crate::ludus::{Extreme, Order, Section, Selector};
use crate::rules::Rules;
use crate::state::{Gladiator, Place, Sand, State};

/// A boast drawn from the deck: a blank (FG-110).
pub const BLANK: u8 = 127;

/// The Ludus Magnus deck. Nobody knows its order, so it is kept as what is left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Orders {
    /// Orders left in the deck, as a set.
    #[serde(serialize_with = "numbers")]
    pub left: u128,
    /// Orders drawn, as a set.
    #[serde(serialize_with = "numbers")]
    pub spent: u128,
    /// Boasts on top of the deck.
    pub boasts: u8,
    /// Boasts shuffled into the deck.
    pub blanks: u8,
    /// Boasts drawn.
    pub spent_blanks: u8,
}

/// The members of a set, in order.
pub(crate) fn members(set: u128) -> impl Iterator<Item = u8> {
    let (low, high) = (set as u64, (set >> 64) as u64);
    bits(low).chain(bits(high).map(|at| at + 64))
}

/// A set as the list of its members: no reader of JSON takes numbers of 128 bits.
#[allow(clippy::trivially_copy_pass_by_ref)] // The serializer asks by reference.
fn numbers<S: Serializer>(set: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(members(*set))
}

/// A card that was drawn, and the section that counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Drawn {
    /// The order, or a blank.
    pub order: u8,
    /// Its section.
    pub section: Section,
    /// Whom it concerned: who entered, attacker and target, the one selected, the one that reacted.
    pub chosen: List<Kind, 3>,
}

/// The gladiators of a set of slots for which a value is highest.
#[inline]
fn keep_highest(sand: &Sand, slots: u64, value: impl Fn((u8, &Gladiator)) -> i32) -> u64 {
    if has_one_at_most(slots) {
        return slots;
    }
    let (mut best, mut kept) = (i32::MIN, 0);
    for one in sand.among(slots) {
        match value(one) {
            value if value > best => (best, kept) = (value, 1 << one.0),
            value if value == best => kept |= 1 << one.0,
            _ => {}
        }
    }
    kept
}

/// Whether a set has no two members.
const fn has_one_at_most(set: u64) -> bool {
    set & set.wrapping_sub(1) == 0
}

impl State {
    pub(crate) fn order(rules: &Rules, order: u8) -> Option<&Order> {
        rules.set.orders().get(usize::from(order))
    }

    /// The next card of the deck; an empty deck is rebuilt from what was drawn (ruling 84). A boast is a blank (ruling 83).
    pub(crate) fn draw_order<C: Chance>(&mut self, rules: &Rules, section: Section, chance: &mut C) -> u8 {
        let orders = &mut self.public.orders;
        chance.learned(SeatSet::all(rules.players));
        let drawn = if orders.boasts > 0 {
            orders.boasts -= 1;
            orders.spent_blanks += 1;
            BLANK
        } else {
            if orders.left == 0 && orders.blanks == 0 {
                orders.left = std::mem::take(&mut orders.spent);
                orders.blanks = std::mem::take(&mut orders.spent_blanks);
                chance.note(|| Happening::OrdersShuffled);
            }
            let (left, blanks) = (orders.left, orders.blanks);
            let total = left.count_ones() + u32::from(blanks);
            let nth = |number: u32| usize::from(members(left).nth(number as usize).unwrap_or(BLANK));
            let has =
                |at| if at == usize::from(BLANK) { blanks > 0 } else { at < 127 && left >> at & 1 != 0 };
            let at = if total == 0 { BLANK } else { chance.pick_nth(total, nth, has) as u8 };
            if at == BLANK {
                orders.blanks = orders.blanks.saturating_sub(1);
                orders.spent_blanks += u8::from(total > 0);
            } else {
                orders.left &= !(1 << at);
                orders.spent |= 1 << at;
            }
            at
        };
        // What it drew is only told: where there is too much to tell, the oldest goes.
        if self.public.log.room() == 0 {
            self.public.log.remove(0);
        }
        self.public.log.push(Drawn { order: drawn, section, chosen: List::new() }).expect("room was made");
        drawn
    }

    /// Whom the card drawn last concerned, for everyone to follow.
    pub(crate) fn note_chosen(&mut self, order: u8, kind: Kind) {
        if let Some(last) = self.public.log.last_mut().filter(|last| last.order == order) {
            last.chosen.push(kind).expect("an order concerns three at most: so many may be mustered");
        }
    }

    /// The best of some gladiators, as a set of slots: by the stat asked for, then the sum of all stats, then readiness
    /// (FG-108, ruling 86). More than one are tied.
    pub(crate) fn best(&self, rules: &Rules, selector: Selector, fitting: u64) -> u64 {
        if has_one_at_most(fitting) {
            return fitting;
        }
        let sand = &self.public.sand;
        let place = sand.get(fitting.trailing_zeros() as u8).map_or(Place::Near, |it| it.place);
        let may_change = self.may_change(rules, place, selector.stat);
        let best = keep_highest(sand, fitting, |one| {
            let value = i32::from(self.stat_where(rules, may_change, one, selector.stat));
            match selector.extreme {
                Extreme::Highest => value,
                Extreme::Lowest => -value,
            }
        });
        if has_one_at_most(best) {
            return best;
        }
        let stats = [Stat::Attack, Stat::Health, Stat::Agility];
        let stats = stats.map(|stat| (stat, self.may_change(rules, place, stat)));
        let best = keep_highest(sand, best, |one| {
            stats.iter().map(|(stat, may)| i32::from(self.stat_where(rules, *may, one, *stat))).sum()
        });
        keep_highest(sand, best, |(_, it)| i32::from(!it.exhausted))
    }
}
