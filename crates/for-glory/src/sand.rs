//! The gladiators in all arenas, and the sets of slots by which they are found.

use std::hash::{Hash, Hasher};

use serde::{Serialize, Serializer};
use table::{Seat, bits};

use crate::bounds::SLOTS;
use crate::printed::{MARKS, Perk};
use crate::state::{Gladiator, Place, SEATS};

/// Every slot, as a set.
const ALL_SLOTS: u64 = (1 << SLOTS) - 1;

/// Where all gladiators are. A gladiator keeps its slot as long as it is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sand {
    /// The slots of each arena's gladiators, as sets.
    at: [u64; 3],
    /// The slots of each seat's gladiators, as sets.
    of: [u64; SEATS],
    /// The slots of the gladiators with each mark, as sets.
    marked: [u64; MARKS],
    /// The slots of all gladiators with damage that is not resolved, and perhaps of others whose damage was prevented.
    struck: u64,
    next: u8,
    slots: [Gladiator; SLOTS],
}

/// Only what is there is hashed: empty slots say nothing.
impl Default for Sand {
    fn default() -> Self {
        let slots = [Gladiator::default(); SLOTS];
        Self { at: [0; 3], of: [0; SEATS], marked: [0; MARKS], struck: 0, next: 0, slots }
    }
}

impl Sand {
    #[inline]
    const fn present(&self) -> u64 {
        self.at[0] | self.at[1] | self.at[2]
    }

    /// The slots of an arena's gladiators, as a set.
    #[inline]
    pub(crate) const fn at(&self, place: Place) -> u64 {
        self.at[place.index()]
    }

    /// The slots of an arena's gladiators, or of all, as a set.
    #[inline]
    pub(crate) const fn within(&self, place: Option<Place>) -> u64 {
        match place {
            Some(place) => self.at(place),
            None => self.present(),
        }
    }

    /// The slots of a seat's gladiators, as a set.
    #[inline]
    pub(crate) const fn of(&self, seat: Seat) -> u64 {
        self.of[seat.index()]
    }

    /// The slots of the gladiators with a mark, as a set.
    #[inline]
    pub(crate) const fn marked(&self, mark: Perk) -> u64 {
        self.marked[mark as usize]
    }

    /// The slots of the gladiators that opponents can't target, as a set: those of whom it is said, and those whom another of their
    /// owner's shelters where they stand, one who is neither (FG-145).
    pub(crate) fn out_of_reach(&self) -> u64 {
        let (untargetable, sheltered) = (self.marked(Perk::Untargetable), self.marked(Perk::Sheltered));
        if sheltered == 0 {
            return untargetable;
        }
        let mut out = untargetable;
        for side in &self.of {
            for place in &self.at {
                let here = side & place;
                if here & !(untargetable | sheltered) != 0 {
                    out |= here & sheltered;
                }
            }
        }
        out
    }

    /// Whether the gladiator of a slot is there and has a mark.
    #[inline]
    pub(crate) const fn has(&self, slot: u8, mark: Perk) -> bool {
        (slot as usize) < SLOTS && self.marked(mark) >> slot & 1 != 0
    }

    /// The slots of the gladiators with damage that is not resolved, as a set; it may hold others.
    #[inline]
    pub(crate) const fn struck(&self) -> u64 {
        self.struck
    }

    /// The gladiator of a slot, if it is there, to have damage assigned to it.
    #[inline]
    pub(crate) const fn strike(&mut self, slot: u8) -> Option<&mut Gladiator> {
        if self.get(slot).is_some() {
            self.struck |= 1 << slot;
        }
        self.get_mut(slot)
    }

    /// Does something to every gladiator with assigned damage, which is gone then, and so is all that waited for it.
    pub(crate) fn settle_damage(&mut self, mut act: impl FnMut(&mut Gladiator)) {
        self.for_each_among(self.struck, |it| {
            act(it);
            (it.assigned, it.fixed, it.owed, it.alarm) = (0, 0, 0, 0);
        });
        self.struck = 0;
    }

    /// The gladiator of a slot, if it is there.
    #[inline]
    pub const fn get(&self, slot: u8) -> Option<&Gladiator> {
        if (slot as usize) < SLOTS && self.present() >> slot & 1 != 0 {
            Some(&self.slots[slot as usize])
        } else {
            None
        }
    }

    /// The gladiator of a slot, if it is there. Its card and owner stay the same, where it stands is for `move_to` to change, and
    /// whoever assigns damage to it asks for `strike`.
    #[inline]
    pub(crate) const fn get_mut(&mut self, slot: u8) -> Option<&mut Gladiator> {
        if (slot as usize) < SLOTS && self.present() >> slot & 1 != 0 {
            Some(&mut self.slots[slot as usize])
        } else {
            None
        }
    }

    /// All gladiators with their slots.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (u8, &Gladiator)> + Clone {
        self.among(self.present())
    }

    /// The gladiators of a set of slots, all of which are taken.
    #[inline]
    pub(crate) fn among(&self, set: u64) -> impl Iterator<Item = (u8, &Gladiator)> + Clone {
        let slots = &self.slots;
        bits(set).map(move |slot| (slot, &slots[slot as usize]))
    }

    /// Does something to every gladiator of a set of slots.
    pub(crate) fn for_each_among(&mut self, set: u64, mut act: impl FnMut(&mut Gladiator)) {
        slots_in(set).for_each(|slot| act(&mut self.slots[slot as usize]));
    }

    /// Does something to every gladiator.
    pub(crate) fn for_each_mut(&mut self, act: impl FnMut(&mut Gladiator)) {
        self.for_each_among(self.present(), act);
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.present().count_ones() as usize
    }

    /// Whether nobody is there.
    pub const fn is_empty(&self) -> bool {
        self.present() == 0
    }

    /// Puts a gladiator with these marks in. Slots are given in turn, so one just left is not soon another's.
    pub(crate) fn enter(&mut self, gladiator: Gladiator, marks: u16) -> Option<u8> {
        let free = !self.present() & ALL_SLOTS;
        let later = free >> self.next << self.next;
        let first = if later == 0 { free } else { later };
        if first == 0 {
            return None;
        }
        let slot = first.trailing_zeros() as u8;
        self.slots[slot as usize] = gladiator;
        self.at[gladiator.place.index()] |= 1 << slot;
        self.of[gladiator.owner.index()] |= 1 << slot;
        for (mark, set) in self.marked.iter_mut().enumerate() {
            *set |= u64::from(marks >> mark & 1) << slot;
        }
        self.next = (slot + 1) % SLOTS as u8;
        Some(slot)
    }

    /// Takes a gladiator out.
    pub fn leave(&mut self, slot: u8) -> Option<Gladiator> {
        let gladiator = *self.get(slot)?;
        self.at[gladiator.place.index()] &= !(1 << slot);
        self.of[gladiator.owner.index()] &= !(1 << slot);
        self.marked.iter_mut().for_each(|set| *set &= !(1 << slot));
        self.struck &= !(1 << slot);
        self.slots[slot as usize] = Gladiator::default();
        if self.present() == 0 {
            self.next = 0;
        }
        Some(gladiator)
    }

    /// Moves a gladiator to another arena; answers where it was.
    pub(crate) fn move_to(&mut self, slot: u8, place: Place) -> Option<Place> {
        let from = std::mem::replace(&mut self.get_mut(slot)?.place, place);
        self.at[from.index()] &= !(1 << slot);
        self.at[place.index()] |= 1 << slot;
        Some(from)
    }

    /// Whether the sets of slots say what the gladiators and their marks say.
    pub(crate) fn is_consistent(&self, marks: impl Fn(&Gladiator) -> u16) -> bool {
        let fits = |(slot, it): (u8, &Gladiator)| {
            let there = |sets: &[u64], own: usize| {
                sets.iter().enumerate().all(|(at, set)| (set >> slot & 1 != 0) == (at == own))
            };
            let mut sets = self.marked.iter().enumerate();
            let marked = sets.all(|(mark, set)| set >> slot & 1 == u64::from(marks(it) >> mark & 1));
            let unhurt = (it.assigned, it.fixed, it.owed, it.alarm) == (0, 0, 0, 0);
            let struck = unhurt || self.struck >> slot & 1 != 0;
            there(&self.at, it.place.index()) && there(&self.of, it.owner.index()) && marked && struck
        };
        let all = |sets: &[u64]| sets.iter().fold(0, |all, set| all | set);
        let there = self.present();
        self.iter().all(fits) && all(&self.of) == there && (all(&self.marked) | self.struck) & !there == 0
    }
}

/// The slots of a set, in order.
pub(crate) fn slots_in(set: u64) -> impl Iterator<Item = u8> {
    bits(set)
}

impl Hash for Sand {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        // Which slots are taken, which comes next, and the gladiators: all there is to know.
        (self.present(), self.next).hash(hasher);
        self.iter().for_each(|(_, gladiator)| gladiator.hash(hasher));
    }
}

impl Serialize for Sand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Kind;

    #[test]
    fn sets_follow_the_gladiators() {
        let mut sand = Sand::default();
        let gladiator = Gladiator::fresh(Kind(3), Seat::new(1), Place::Far);
        let guard = 1 << Perk::Guard as u16;
        let slot = sand.enter(gladiator, guard).unwrap();
        assert!(sand.has(slot, Perk::Guard) && !sand.has(slot, Perk::Silence));
        assert!(sand.is_consistent(|_| guard));
        assert!(!sand.is_consistent(|_| 0), "a mark that is not printed is noticed");
        sand.get_mut(slot).unwrap().assigned = 2;
        assert!(!sand.is_consistent(|_| guard), "damage that nobody would resolve is noticed");
        sand.strike(slot);
        assert!(sand.is_consistent(|_| guard));
        sand.settle_damage(|it| it.damage = it.assigned);
        let it = sand.get(slot).unwrap();
        assert_eq!((it.damage, it.assigned, sand.struck()), (2, 0, 0));
        sand.leave(slot);
        assert_eq!(sand, Sand::default());
    }
}
