//! What a game brings so that people can learn it, and so that what they take can be counted.

use crate::game::Game;
use crate::seat::Seat;

/// A game that comes with its rules in words, and with lessons.
pub trait Taught: Game {
    /// The numbered rules, in Markdown, as [`crate::numbered`] reads them.
    const RULES: &'static str;

    /// The lessons, in the order in which they are taken: each with its name in addresses, and its text as [`crate::lesson`] says it.
    const LESSONS: &'static [(&'static str, &'static str)] = &[];

    /// The rules for people: pages in Markdown, each with its name in addresses, in the order in which they are read. A picture of the
    /// game's own set stands as an image whose address is its name, and a drawing of our own as SVG.
    const GUIDE: &'static [(&'static str, &'static str)] = &[];
}

/// Something that can be taken: a card, a hero, a building, a role.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Item {
    /// What sort of thing it is, as a plural: `heroes`.
    pub sort: &'static str,
    /// Its name.
    pub name: String,
}

/// A game that says what an action takes: what a balance report counts.
pub trait Traced: Game {
    /// What the action takes, if it takes anything worth counting.
    fn taken(rules: &Self::Rules, action: Self::Action) -> Option<Item>;

    /// What the seat had at the end without having chosen it, if that is worth counting.
    fn dealt(&self, rules: &Self::Rules, seat: Seat) -> Option<Item> {
        let _ = (rules, seat);
        None
    }
}
