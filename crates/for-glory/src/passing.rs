//! FG-143: what lasts until the combat turn ends.

use serde::Serialize;

use crate::effect::Stat;

/// What a gladiator has more or less of its stats until the combat turn ends, in two bytes, since a state has room for many gladiators.
/// Bloodlust is not among them: nobody looks at it before the turn ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[serde(into = "[i8; 4]")]
pub struct Passing([u8; 2]);

/// Where the change of a stat begins among the bits, how many it has, and the most it can be.
const fn room(stat: Stat) -> (u32, u32, i8) {
    match stat {
        Stat::Attack => (0, 7, 50),
        Stat::Health => (7, 5, 15),
        Stat::Agility => (12, 4, 7),
        Stat::Bloodlust => (0, 0, 0),
    }
}

impl Passing {
    /// The most by which texts together change a stat for a turn.
    pub const fn most(stat: Stat) -> i8 {
        room(stat).2
    }

    /// How much more it has of a stat, or less.
    pub const fn of(self, stat: Stat) -> i8 {
        let (at, bits, _) = room(stat);
        if bits == 0 {
            return 0;
        }
        // The highest bit of the change is its sign.
        let high = (u16::from_le_bytes(self.0) << (16 - at - bits)).cast_signed();
        (high >> (16 - bits)) as i8
    }

    /// All stats, in their order.
    pub fn all(self) -> [i8; 4] {
        Stat::ALL.map(|stat| self.of(stat))
    }

    /// A stat changes by so much, as far as there is room.
    pub(crate) fn change(&mut self, stat: Stat, by: i8) {
        let (at, bits, most) = room(stat);
        let now = self.of(stat).saturating_add(by).clamp(-most, most);
        let mask = ((1_u16 << bits) - 1) << at;
        let others = u16::from_le_bytes(self.0) & !mask;
        self.0 = (others | (i16::from(now).cast_unsigned() << at) & mask).to_le_bytes();
    }
}

impl From<Passing> for [i8; 4] {
    fn from(passing: Passing) -> Self {
        passing.all()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_stat_changes_by_itself_and_no_further_than_there_is_room() {
        for (at, stat) in Stat::ALL.into_iter().enumerate() {
            let most = Passing::most(stat);
            for by in -60..=60_i8 {
                let mut passing = Passing::default();
                for other in Stat::ALL {
                    passing.change(other, 3);
                }
                let mut expected = Stat::ALL.map(|other| 3.min(Passing::most(other)));
                passing.change(stat, by);
                expected[at] = expected[at].saturating_add(by).clamp(-most, most);
                assert_eq!(passing.all(), expected, "{stat:?} {by}");
            }
        }
    }
}
