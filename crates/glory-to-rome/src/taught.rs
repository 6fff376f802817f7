//! How Glory to Rome is learned, and what is counted of it.

use table::{Item, Taught, Traced};

use crate::action::Action;
use crate::state::State;

impl Taught for State {
    const RULES: &'static str = include_str!("../rules.md");
    const LESSONS: &'static [(&'static str, &'static str)] = &[
        ("first", include_str!("../lessons/first.txt")),
        ("clients", include_str!("../lessons/clients.txt")),
        ("endings", include_str!("../lessons/endings.txt")),
    ];
    const GUIDE: &'static [(&'static str, &'static str)] =
        &[("play", include_str!("../guide/play.md")), ("depth", include_str!("../guide/depth.md"))];
}

impl Traced for State {
    fn taken(_: &Self::Rules, action: Self::Action) -> Option<Item> {
        #[allow(clippy::wildcard_enum_match_arm)] // Everything else takes nothing that is counted.
        match action {
            Action::Lay(card, _, _) => Some(Item { sort: "buildings laid", name: card.name().to_owned() }),
            Action::Lead(role, _) => Some(Item { sort: "roles led", name: role.name().to_owned() }),
            Action::HirePool(colour) => {
                Some(Item { sort: "clients hired", name: colour.role().name().to_owned() })
            }
            _ => None,
        }
    }
}
