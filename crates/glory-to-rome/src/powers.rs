//! The questions the engine asks about what buildings do, answered from the table when the program is built.

use crate::cards::{CARDS, Card, CardSet, Material, Role};
use crate::effect::{
    Among, Cause, Completion, Discard, Effect, Feat, Kept, Loot, Shield, Source, Special, TABLE, Table,
};

/// Which buildings have a number, and what it is.
pub(crate) struct Amounts {
    of: CardSet,
    each: [u8; CARDS],
}

impl Amounts {
    const NONE: Self = Self { of: CardSet::NONE, each: [0; CARDS] };

    const fn set(&mut self, card: Card, amount: u8) {
        self.of.insert(card);
        self.each[card.index()] = amount;
    }

    /// The numbers of those of the functions that have one.
    #[inline]
    pub(crate) fn of(&self, functions: CardSet) -> impl Iterator<Item = u8> {
        functions.and(self.of).iter().map(|card| self.each[card.index()])
    }

    /// The functions that have a number, each with it.
    pub(crate) fn with_cards(&self, functions: CardSet) -> impl Iterator<Item = (Card, u8)> {
        functions.and(self.of).iter().map(|card| (card, self.each[card.index()]))
    }
}

/// A set for each role.
type ByRole = [CardSet; 6];

/// Makes [`Powers`]: each question stands once, with the effects that answer it.
macro_rules! powers {
    (numbers { $($number:ident = $Counted:ident,)* } sets { $($set:ident = $effect:pat,)* }) => {
        /// For every question about what a building does, the buildings that answer it. Each field is read by the procedure it is
        /// named after; an effect that no field can hold does not compile.
        pub(crate) struct Powers {
            effects: [&'static [Effect]; CARDS],
            completions: [Option<Completion>; CARDS],
            $( pub(crate) $number: Amounts, )*
            $( pub(crate) $set: CardSet, )*
            /// By role: every card leads and follows as one of it.
            pub(crate) leads_as: ByRole,
            /// The same for any role, so that most questions end at once.
            pub(crate) leads_as_any: CardSet,
            /// By the client's colour, by role: the client can act in it.
            pub(crate) acts_as: [ByRole; 6],
            /// The same for any client and role.
            pub(crate) acts_as_any: CardSet,
            /// By the structure's colour, by material: it fits.
            pub(crate) fits: [[CardSet; 6]; 6],
            /// The same for any structure and material.
            pub(crate) fits_any: CardSet,
            /// By material: one of it fits any structure, by an action, and finishes it.
            pub(crate) finished_by: [CardSet; 6],
            /// By the role of the action: its first material finishes the building itself.
            pub(crate) finishes_at_once: ByRole,
            /// By the role of the action that finished a structure: a material comes back.
            pub(crate) recovers: ByRole,
        }

        impl Powers {
            const NONE: Self = Self {
                effects: [&[]; CARDS],
                completions: [None; CARDS],
                $( $number: Amounts::NONE, )*
                $( $set: CardSet::NONE, )*
                leads_as: [CardSet::NONE; 6],
                leads_as_any: CardSet::NONE,
                acts_as: [[CardSet::NONE; 6]; 6],
                acts_as_any: CardSet::NONE,
                fits: [[CardSet::NONE; 6]; 6],
                fits_any: CardSet::NONE,
                finished_by: [CardSet::NONE; 6],
                finishes_at_once: [CardSet::NONE; 6],
                recovers: [CardSet::NONE; 6],
            };

            const fn enter(&mut self, card: Card, effect: Effect) {
                match effect {
                    $( Effect::$Counted(amount) => self.$number.set(card, amount), )*
                    $( $effect => self.$set.insert(card), )*
                    Effect::LeadsAs(role) => {
                        self.leads_as[role as usize].insert(card);
                        self.leads_as_any.insert(card);
                    }
                    Effect::ActsAs { clients, role } => self.enter_acting(card, clients, role),
                    Effect::Fits { material, structures } => self.enter_fits(card, material, structures),
                    Effect::FinishedBy(material) => self.finished_by[material as usize].insert(card),
                    Effect::FinishesAtOnce(role) => self.finishes_at_once[role as usize].insert(card),
                    Effect::Recovers(role) => self.recovers[role as usize].insert(card),
                    Effect::OnCompletion(completion) => self.completions[card.index()] = Some(completion),
                    Effect::Also(..) => panic!("no action takes an additional card from there"),
                    Effect::Instead(..) => panic!("no action takes its card from there instead"),
                    Effect::ActAfter { .. } => {
                        panic!("only Architects act after the role led, and only after Laborers")
                    }
                    Effect::WorksUnfinished(_) => panic!("only Marble structures work unfinished"),
                    Effect::GetsPast(Shield::High) => panic!("nothing gets past a Wall"),
                }
            }
        }
    };
}

powers! {
    numbers {
        refill = Refill,
        client_room = ClientRoom,
        client_times = ClientRoomTimes,
        vault_room = VaultRoom,
        petition = PetitionOf,
        points = Points,
        point_for_stock = PointForStock,
        client_actions = ClientActions,
    }
    sets {
        labors_from_hand = Effect::Also(Role::Laborer, Source::Hand),
        hires_from_hand = Effect::Also(Role::Patron, Source::Hand),
        hires_from_deck = Effect::Also(Role::Patron, Source::Deck),
        sells_from_hand = Effect::Also(Role::Merchant, Source::Hand),
        sells_from_deck = Effect::Instead(Role::Merchant, Source::Deck),
        crafts_from_deck = Effect::Instead(Role::Craftsman, Source::Deck),
        builds_from_pool = Effect::Instead(Role::Architect, Source::Pool),
        architects_after_laborers = Effect::ActAfter { led: Role::Laborer, then: Role::Architect },
        any_site = Effect::AnySite(_),
        out_of_town_at_once = Effect::OutOfTownAtOnce,
        unfinished_marble_works = Effect::WorksUnfinished(Material::Marble),
        thinks_if_crafted = Effect::ThinkAfter(Cause::CraftsmanAction),
        thinks_if_robbed = Effect::ThinkAfter(Cause::LostCards),
        discards_one = Effect::BeforeThink(Discard::OneOrder),
        discards_hand = Effect::BeforeThink(Discard::WholeHand),
        keeps_orders = Effect::AtTurnsEnd(Kept::OwnOrders),
        takes_jacks = Effect::AtTurnsEnd(Kept::OthersJacks),
        low_shield = Effect::Shielded(Shield::Low),
        high_shield = Effect::Shielded(Shield::High),
        passes_low_shield = Effect::GetsPast(Shield::Low),
        loots_stock = Effect::Loots(Loot::Stock),
        loots_clients = Effect::Loots(Loot::Clients),
        loots_foundations = Effect::Loots(Loot::Foundations),
        wins_by_roles = Effect::Wins(Feat::SixRoles),
        wins_by_roles_and_materials = Effect::Wins(Feat::SixRolesAndMaterials),
        wins_by_laborers = Effect::Wins(Feat::MostLaborers),
        highest_influence = Effect::Special(Special::HighestInfluence),
        new_clients_act = Effect::Special(Special::NewClientsAct),
        reaches_everyone = Effect::Special(Special::ReachEveryone),
        shows_structures = Effect::Special(Special::ShowStructures),
        plays_several = Effect::Special(Special::PlaySeveral),
        opens_structures = Effect::Special(Special::OpenStructures),
        jack_after_think = Effect::Special(Special::JackAfterThink),
        banks_clients = Effect::Special(Special::BankClients),
        dismantles = Effect::Special(Special::Dismantle),
    }
}

impl Powers {
    /// The answers that follow from a table of effects.
    pub(crate) const fn of(table: &Table) -> Self {
        let mut powers = Self::NONE;
        let mut at = 0;
        while at < CARDS {
            let (card, effects) = table[at];
            assert!(card.index() == at, "the table has every building, in the alphabet's order");
            assert!(!effects.is_empty(), "every building does something");
            powers.effects[at] = effects;
            let mut which = 0;
            while which < effects.len() {
                powers.enter(card, effects[which]);
                which += 1;
            }
            at += 1;
        }
        powers
    }

    const fn enter_acting(&mut self, card: Card, clients: Among, role: Option<Role>) {
        self.acts_as_any.insert(card);
        let mut colour = 0;
        while colour < 6 {
            let mut acting = 0;
            while acting < 6 {
                let in_role = match role {
                    Some(role) => role as usize == acting,
                    None => true,
                };
                if clients.holds(colour) && in_role {
                    self.acts_as[colour][acting].insert(card);
                }
                acting += 1;
            }
            colour += 1;
        }
    }

    const fn enter_fits(&mut self, card: Card, material: Among, structures: Among) {
        self.fits_any.insert(card);
        let mut colour = 0;
        while colour < 6 {
            let mut added = 0;
            while added < 6 {
                if structures.holds(colour) && material.holds(added) {
                    self.fits[colour][added].insert(card);
                }
                added += 1;
            }
            colour += 1;
        }
    }

    /// What a building does.
    pub(crate) const fn effects(&self, card: Card) -> &'static [Effect] {
        self.effects[card.index()]
    }

    /// What happens when the building is completed, if anything does.
    #[inline]
    pub(crate) const fn completion(&self, card: Card) -> Option<Completion> {
        self.completions[card.index()]
    }

    /// The functions that can win the game at once.
    #[inline]
    pub(crate) const fn winning(&self) -> CardSet {
        self.wins_by_roles.or(self.wins_by_roles_and_materials).or(self.wins_by_laborers)
    }
}

impl Among {
    const fn holds(self, colour: usize) -> bool {
        match self {
            Self::All => true,
            Self::Only(one) => one as usize == colour,
        }
    }
}

static POWERS: Powers = Powers::of(&TABLE);

/// The answers in force.
#[cfg(not(test))]
#[inline]
pub(crate) fn powers() -> &'static Powers {
    &POWERS
}

/// The answers in force, which a test may change to see that everything follows.
#[cfg(test)]
pub(crate) fn powers() -> &'static Powers {
    tests::CHANGED.get().unwrap_or(&POWERS)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use table::scenario::SetupLine;
    use table::{Game, Options, Rulebook, Staged};

    use super::*;
    use crate::effect::text;
    use crate::{Rules, State};

    thread_local! {
        pub(super) static CHANGED: Cell<Option<&'static Powers>> = const { Cell::new(None) };
    }

    /// Runs with one building's effects changed.
    fn changed<T>(card: Card, effects: &'static [Effect], run: impl FnOnce() -> T) -> T {
        let mut table = TABLE;
        table[card.index()].1 = effects;
        CHANGED.set(Some(Box::leak(Box::new(Powers::of(&table)))));
        let result = run();
        CHANGED.set(None);
        result
    }

    /// A position of two players in which A leads and has a finished Insula, after what those who decide have done.
    fn with_insula(lines: &[(&str, &str)], actions: &[&str]) -> (State, Rules) {
        let options = Options::new().with("players", "2").with("version", "imperium").with("geek", "all");
        let rules = Rules::from_options(&options).expect("the options are valid");
        let lines = [("A built", "Insula"), ("deck", "50")].iter().chain(lines);
        let setup: Vec<_> = lines
            .map(|(key, value)| SetupLine { line: 1, key: (*key).to_owned(), value: (*value).to_owned() })
            .collect();
        let mut state = State::stage(&rules, &setup).expect("the position can be set up");
        for text in actions {
            let seat = state.public().decides().expect("somebody decides");
            let action = State::read(&rules, text).expect("the action is understood");
            state.play(&rules, seat, action, &mut table::Light::new(1)).expect("the action is legal");
        }
        (state, rules)
    }

    /// Whether a fact is as said, or whoever decides can do this.
    fn holds((state, rules): &(State, Rules), sign: &str) -> bool {
        if let Some((fact, value)) = sign.split_once(": ") {
            return state.fact(rules, fact).as_deref() == Some(value);
        }
        let mut legal = Vec::new();
        state.legal(rules, state.public().decides().expect("somebody decides"), &mut legal);
        legal.iter().any(|action| State::write(rules, *action) == sign)
    }

    /// An Insula's effects, words of its text, a position, what is played in it, and what then holds if it has those effects.
    type Case = (
        &'static [Effect],
        &'static str,
        &'static [(&'static str, &'static str)],
        &'static [&'static str],
        &'static str,
    );

    #[rustfmt::skip] // One line a case.
    const CASES: [Case; 12] = [
        (&[Effect::ClientRoom(5)], "room for 5 more clients", &[], &[], "A client limit: 8"),
        (&[Effect::VaultRoom(3)], "room for 3 more cards", &[], &[], "A vault limit: 6"),
        (&[Effect::Refill(1)], "1 larger", &[], &[], "A refill: 6"),
        (&[Effect::PointForStock(3)], "every 3 cards", &[("A stockpile", "7 Wood")], &[], "A score: 5"),
        (&[Effect::PetitionOf(2)], "only 2 cards", &[("A hand", "Wall, Bridge")], &[], "lead Patron by petition of 2 Concrete"),
        (&[Effect::LeadsAs(Role::Merchant)], "as a Merchant card", &[("A hand", "Wall")], &[], "lead Merchant with Wall"),
        (&[Effect::Also(Role::Laborer, Source::Hand)], "put into your stockpile a card from your hand",
            &[("A hand", "Bar, Wall"), ("pool", "Wood")], &["lead Laborer with Bar", "think and draw"], "take Wall from hand"),
        (&[Effect::Instead(Role::Merchant, Source::Deck)], "instead of a stockpile card",
            &[("A hand", "Villa"), ("A stockpile", "Wood")], &["lead Merchant with Villa", "think and draw"], "sell from deck"),
        (&[Effect::BeforeThink(Discard::OneOrder)], "discard one Order card", &[("A hand", "Wall")], &[], "think and discard Wall"),
        (&[Effect::Fits { material: Among::Only(Material::Wood), structures: Among::Only(Material::Brick) }], "Wood fits your Brick structures",
            &[("A building", "School"), ("A stockpile", "Wood"), ("A hand", "Wall")], &["lead Architect with Wall", "think and draw"], "add Wood to School"),
        (&[Effect::Shielded(Shield::High)], "not even to a Bridge",
            &[("B built", "Bridge"), ("leader", "B"), ("role", "Legionary"), ("B camp", "Brick"), ("B hand", "Wall"), ("A hand", "Aqueduct")],
            &["demand Concrete", "reveal"], "glory to rome"),
        (&[Effect::ActsAs { clients: Among::All, role: Some(Role::Patron) }], "count as Patrons",
            &[("A clients", "Laborer, Patron"), ("role", "Patron"), ("A camp", "Marble"), ("pool", "Wood")], &[], "use Laborer client"),
    ];

    /// Given another building's effect, an Insula does what that effect says and its text says so: both come from the table.
    #[test]
    fn behaviour_and_text_follow_the_table() {
        for (effects, words, lines, actions, sign) in CASES {
            let insula = || (text(Card::INSULA).to_string(), holds(&with_insula(lines, actions), sign));
            let (said, does) = insula();
            assert!(!said.contains(words) && !does, "an Insula does not do that: {words}");
            let (said, does) = changed(Card::INSULA, effects, insula);
            assert!(said.contains(words), "{said}");
            assert!(does, "the engine does what it says: {said}");
        }
    }

    /// Wood fits where it is said to, and nothing else does.
    #[test]
    fn an_effect_reaches_no_further_than_its_words() {
        const WOOD: Effect =
            Effect::Fits { material: Among::Only(Material::Wood), structures: Among::Only(Material::Brick) };
        let lines = [("A building", "School"), ("A stockpile", "Wood, Stone"), ("A hand", "Wall")];
        let fits = |sign| holds(&with_insula(&lines, &["lead Architect with Wall", "think and draw"]), sign);
        let both = || (fits("add Wood to School"), fits("add Stone to School"));
        assert_eq!(changed(Card::INSULA, &[WOOD], both), (true, false));
    }

    /// What no procedure does is refused when the program is built; here at run time, to see that it is.
    #[test]
    #[should_panic(expected = "no action takes an additional card from there")]
    fn an_effect_that_nothing_reads_is_refused() {
        changed(Card::INSULA, &[Effect::Also(Role::Legionary, Source::Pool)], || {});
    }
}
