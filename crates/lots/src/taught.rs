//! How Lots is learned, and what is counted of it.

use table::{Game as _, Item, Taught, Traced};

use crate::{Action, Lots};

impl Taught for Lots {
    const RULES: &'static str = include_str!("../rules.md");
    const LESSONS: &'static [(&'static str, &'static str)] =
        &[("first", include_str!("../lessons/first.txt"))];
}

impl Traced for Lots {
    fn taken(rules: &Self::Rules, action: Self::Action) -> Option<Item> {
        match action {
            Action::Draw | Action::Pass => None,
            Action::Play(_) => Some(Item { sort: "numbers played", name: Self::write(rules, action) }),
            Action::Bury(_) => Some(Item { sort: "numbers buried", name: Self::write(rules, action) }),
        }
    }
}
