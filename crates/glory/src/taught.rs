//! How Glory is learned, and what is counted of it.

use table::{Item, Seat, Taught, Traced};

use crate::action::Action;
use crate::state::State;

impl Taught for State {
    const RULES: &'static str = include_str!("../rules.md");
    const LESSONS: &'static [(&'static str, &'static str)] = &[
        ("first", include_str!("../lessons/first.txt")),
        ("odds", include_str!("../lessons/odds.txt")),
        ("quests", include_str!("../lessons/quests.txt")),
    ];
    const GUIDE: &'static [(&'static str, &'static str)] =
        &[("play", include_str!("../guide/play.md")), ("depth", include_str!("../guide/depth.md"))];
}

impl Traced for State {
    fn taken(rules: &Self::Rules, action: Self::Action) -> Option<Item> {
        let kingdom = &*rules.kingdom;
        #[allow(clippy::wildcard_enum_match_arm)] // Everything else takes nothing that is counted.
        match action {
            Action::Buy(kind) => kingdom
                .goods
                .get(kind as usize)
                .map(|good| Item { sort: "goods bought", name: good.name.clone() }),
            Action::Keep(kind) => kingdom
                .abilities
                .get(kind as usize)
                .map(|ability| Item { sort: "abilities kept", name: ability.name.clone() }),
            _ => None,
        }
    }

    fn dealt(&self, rules: &Self::Rules, seat: Seat) -> Option<Item> {
        let hero = rules.kingdom.heroes.get(self.public.heroes[seat].board as usize)?;
        Some(Item { sort: "heroes", name: hero.name.clone() })
    }
}
