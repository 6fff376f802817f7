//! What a game brings so that people can learn it, and so that what they take can be counted.

use crate::game::Game;
use crate::seat::Seat;

/// A game that comes with its rules in words, and with a guided first game.
pub trait Taught: Game {
    /// The numbered rules, in Markdown, as [`crate::numbered`] reads them.
    const RULES: &'static str;

    /// A guided first game; empty where there is none. Every line is one of `seed N`, `set OPTION=VALUE`, `SEAT ACTION | what the
    /// learner is told before it`, or `end | the last words`; the others' moves have no words, and `#` starts a remark.
    const LESSON: &'static str = "";
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
