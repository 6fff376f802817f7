//! What players take in a game: what a balance report counts.

use table::{Game, Seat};

/// Something that can be taken: a card, a hero, a building, a role.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Item {
    /// What sort of thing it is, as a plural: `heroes`.
    pub sort: &'static str,
    /// Its name.
    pub name: String,
}

/// A game that says what an action takes.
pub trait Traced: Game {
    /// What the action takes, if it takes anything worth counting.
    fn taken(rules: &Self::Rules, action: Self::Action) -> Option<Item>;

    /// What the seat had at the end without having chosen it, if that is worth counting.
    fn dealt(&self, rules: &Self::Rules, seat: Seat) -> Option<Item> {
        let _ = (rules, seat);
        None
    }
}

impl Traced for glory_to_rome::State {
    fn taken(_: &Self::Rules, action: Self::Action) -> Option<Item> {
        use glory_to_rome::action::Action;
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

impl Traced for for_glory::State {
    fn taken(rules: &Self::Rules, action: Self::Action) -> Option<Item> {
        use for_glory::Action;
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

impl Traced for glory::State {
    fn taken(rules: &Self::Rules, action: Self::Action) -> Option<Item> {
        use glory::Action;
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

#[cfg(any(test, feature = "testkit"))]
impl Traced for table::testkit::lots::Lots {
    fn taken(rules: &Self::Rules, action: Self::Action) -> Option<Item> {
        use table::testkit::lots::Action;
        match action {
            Action::Draw | Action::Pass => None,
            Action::Play(_) => Some(Item { sort: "numbers played", name: Self::write(rules, action) }),
            Action::Bury(_) => Some(Item { sort: "numbers buried", name: Self::write(rules, action) }),
        }
    }
}
