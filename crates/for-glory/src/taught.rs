//! How For Glory is learned, and what is counted of it.

use table::{Item, Seat, Taught, Traced};

use crate::action::Action;
use crate::state::State;

impl Taught for State {
    const RULES: &'static str = include_str!("../rules.md");
    const LESSONS: &'static [(&'static str, &'static str)] = &[
        ("first", include_str!("../lessons/first.txt")),
        ("reactions", include_str!("../lessons/reactions.txt")),
        ("champions", include_str!("../lessons/champions.txt")),
    ];
    const GUIDE: &'static [(&'static str, &'static str)] =
        &[("play", include_str!("../guide/play.md")), ("depth", include_str!("../guide/depth.md"))];
}

impl Traced for State {
    fn taken(rules: &Self::Rules, action: Self::Action) -> Option<Item> {
        let item = |sort, kind| Item { sort, name: rules.set.card(kind).name.clone() };
        #[allow(clippy::wildcard_enum_match_arm)] // Everything else takes nothing that is counted.
        match action {
            Action::Buy(kind) => Some(item("cards bought", kind)),
            Action::Upgrade(kind) => Some(item("champions upgraded", kind)),
            _ => None,
        }
    }

    fn dealt(&self, rules: &Self::Rules, seat: Seat) -> Option<Item> {
        let champion = self.public().ludi[seat].champion?;
        let name = rules.set.card(champion).name.trim_end_matches(" I").to_owned();
        Some(Item { sort: "champions", name })
    }
}
