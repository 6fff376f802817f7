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

/// For every question about what a building does, the buildings that answer it. Each field is read by the procedure it is named
/// after; an effect that no field can hold does not compile.
pub(crate) struct Powers {
    effects: [&'static [Effect]; CARDS],
    pub(crate) refill: Amounts,
    pub(crate) client_room: Amounts,
    pub(crate) client_times: Amounts,
    pub(crate) vault_room: Amounts,
    pub(crate) petition: Amounts,
    pub(crate) points: Amounts,
    pub(crate) point_for_stock: Amounts,
    pub(crate) client_actions: Amounts,
    pub(crate) labors_from_hand: CardSet,
    pub(crate) hires_from_hand: CardSet,
    pub(crate) hires_from_deck: CardSet,
    pub(crate) sells_from_hand: CardSet,
    pub(crate) sells_from_deck: CardSet,
    pub(crate) crafts_from_deck: CardSet,
    pub(crate) builds_from_pool: CardSet,
    /// By role: every card leads and follows as one of it.
    pub(crate) leads_as: ByRole,
    /// The same for any role, so that most questions end at once.
    pub(crate) leads_as_any: CardSet,
    /// By the client's colour, by role: the client can act in it.
    pub(crate) acts_as: [ByRole; 6],
    /// The same for any client and role.
    pub(crate) acts_as_any: CardSet,
    pub(crate) architects_after_laborers: CardSet,
    /// By the structure's colour, by material: it fits.
    pub(crate) fits: [[CardSet; 6]; 6],
    /// The same for any structure and material.
    pub(crate) fits_any: CardSet,
    /// By material: one of it fits any structure, by an action, and finishes it.
    pub(crate) finished_by: [CardSet; 6],
    /// By the role of the action: its first material finishes the building itself.
    pub(crate) finishes_at_once: ByRole,
    /// The buildings that can stand on any Site.
    pub(crate) any_site: CardSet,
    pub(crate) out_of_town_at_once: CardSet,
    pub(crate) unfinished_marble_works: CardSet,
    /// By the role of the action that finished a structure: a material comes back.
    pub(crate) recovers: ByRole,
    pub(crate) thinks_if_crafted: CardSet,
    pub(crate) thinks_if_robbed: CardSet,
    pub(crate) discards_one: CardSet,
    pub(crate) discards_hand: CardSet,
    pub(crate) keeps_orders: CardSet,
    pub(crate) takes_jacks: CardSet,
    pub(crate) low_shield: CardSet,
    pub(crate) high_shield: CardSet,
    pub(crate) passes_low_shield: CardSet,
    pub(crate) loots_stock: CardSet,
    pub(crate) loots_clients: CardSet,
    pub(crate) loots_foundations: CardSet,
    pub(crate) wins_by_roles: CardSet,
    pub(crate) wins_by_roles_and_materials: CardSet,
    pub(crate) wins_by_laborers: CardSet,
    completions: [Option<Completion>; CARDS],
    pub(crate) highest_influence: CardSet,
    pub(crate) new_clients_act: CardSet,
    pub(crate) reaches_everyone: CardSet,
    pub(crate) shows_structures: CardSet,
    pub(crate) plays_several: CardSet,
    pub(crate) opens_structures: CardSet,
    pub(crate) jack_after_think: CardSet,
    pub(crate) banks_clients: CardSet,
    pub(crate) dismantles: CardSet,
}

impl Powers {
    const NONE: Self = Self {
        effects: [&[]; CARDS],
        refill: Amounts::NONE,
        client_room: Amounts::NONE,
        client_times: Amounts::NONE,
        vault_room: Amounts::NONE,
        petition: Amounts::NONE,
        points: Amounts::NONE,
        point_for_stock: Amounts::NONE,
        client_actions: Amounts::NONE,
        labors_from_hand: CardSet::NONE,
        hires_from_hand: CardSet::NONE,
        hires_from_deck: CardSet::NONE,
        sells_from_hand: CardSet::NONE,
        sells_from_deck: CardSet::NONE,
        crafts_from_deck: CardSet::NONE,
        builds_from_pool: CardSet::NONE,
        leads_as: [CardSet::NONE; 6],
        leads_as_any: CardSet::NONE,
        acts_as: [[CardSet::NONE; 6]; 6],
        acts_as_any: CardSet::NONE,
        architects_after_laborers: CardSet::NONE,
        fits: [[CardSet::NONE; 6]; 6],
        fits_any: CardSet::NONE,
        finished_by: [CardSet::NONE; 6],
        finishes_at_once: [CardSet::NONE; 6],
        any_site: CardSet::NONE,
        out_of_town_at_once: CardSet::NONE,
        unfinished_marble_works: CardSet::NONE,
        recovers: [CardSet::NONE; 6],
        thinks_if_crafted: CardSet::NONE,
        thinks_if_robbed: CardSet::NONE,
        discards_one: CardSet::NONE,
        discards_hand: CardSet::NONE,
        keeps_orders: CardSet::NONE,
        takes_jacks: CardSet::NONE,
        low_shield: CardSet::NONE,
        high_shield: CardSet::NONE,
        passes_low_shield: CardSet::NONE,
        loots_stock: CardSet::NONE,
        loots_clients: CardSet::NONE,
        loots_foundations: CardSet::NONE,
        wins_by_roles: CardSet::NONE,
        wins_by_roles_and_materials: CardSet::NONE,
        wins_by_laborers: CardSet::NONE,
        completions: [None; CARDS],
        highest_influence: CardSet::NONE,
        new_clients_act: CardSet::NONE,
        reaches_everyone: CardSet::NONE,
        shows_structures: CardSet::NONE,
        plays_several: CardSet::NONE,
        opens_structures: CardSet::NONE,
        jack_after_think: CardSet::NONE,
        banks_clients: CardSet::NONE,
        dismantles: CardSet::NONE,
    };

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

    const fn enter(&mut self, card: Card, effect: Effect) {
        match effect {
            Effect::Refill(more) => self.refill.set(card, more),
            Effect::ClientRoom(more) => self.client_room.set(card, more),
            Effect::ClientRoomTimes(times) => self.client_times.set(card, times),
            Effect::VaultRoom(more) => self.vault_room.set(card, more),
            Effect::PetitionOf(cards) => self.petition.set(card, cards),
            Effect::Points(points) => self.points.set(card, points),
            Effect::PointForStock(cards) => self.point_for_stock.set(card, cards),
            Effect::ClientActions(times) => self.client_actions.set(card, times),
            Effect::Also(role, source) => self.also(card, role, source),
            Effect::Instead(role, source) => self.instead(card, role, source),
            Effect::LeadsAs(role) => {
                self.leads_as[role as usize].insert(card);
                self.leads_as_any.insert(card);
            }
            Effect::ActsAs { clients, role } => self.enter_acting(card, clients, role),
            Effect::ActAfter { led: Role::Laborer, then: Role::Architect } => {
                self.architects_after_laborers.insert(card);
            }
            Effect::ActAfter { .. } => {
                panic!("only Architects act after the role led, and only after Laborers")
            }
            Effect::Fits { material, structures } => self.enter_fits(card, material, structures),
            Effect::FinishedBy(material) => self.finished_by[material as usize].insert(card),
            Effect::FinishesAtOnce(role) => self.finishes_at_once[role as usize].insert(card),
            Effect::AnySite => self.any_site.insert(card),
            Effect::OutOfTownAtOnce => self.out_of_town_at_once.insert(card),
            Effect::WorksUnfinished(Material::Marble) => self.unfinished_marble_works.insert(card),
            Effect::WorksUnfinished(_) => panic!("only Marble structures work unfinished"),
            Effect::Recovers(role) => self.recovers[role as usize].insert(card),
            Effect::ThinkAfter(Cause::CraftsmanAction) => self.thinks_if_crafted.insert(card),
            Effect::ThinkAfter(Cause::LostCards) => self.thinks_if_robbed.insert(card),
            Effect::BeforeThink(Discard::OneOrder) => self.discards_one.insert(card),
            Effect::BeforeThink(Discard::WholeHand) => self.discards_hand.insert(card),
            Effect::AtTurnsEnd(Kept::OwnOrders) => self.keeps_orders.insert(card),
            Effect::AtTurnsEnd(Kept::OthersJacks) => self.takes_jacks.insert(card),
            Effect::Shielded(Shield::Low) => self.low_shield.insert(card),
            Effect::Shielded(Shield::High) => self.high_shield.insert(card),
            Effect::GetsPast(Shield::Low) => self.passes_low_shield.insert(card),
            Effect::GetsPast(Shield::High) => panic!("nothing gets past a Wall"),
            Effect::Loots(Loot::Stock) => self.loots_stock.insert(card),
            Effect::Loots(Loot::Clients) => self.loots_clients.insert(card),
            Effect::Loots(Loot::Foundations) => self.loots_foundations.insert(card),
            Effect::Wins(Feat::SixRoles) => self.wins_by_roles.insert(card),
            Effect::Wins(Feat::SixRolesAndMaterials) => self.wins_by_roles_and_materials.insert(card),
            Effect::Wins(Feat::MostLaborers) => self.wins_by_laborers.insert(card),
            Effect::OnCompletion(completion) => self.completions[card.index()] = Some(completion),
            Effect::Special(special) => self.special(card, special),
        }
    }

    const fn also(&mut self, card: Card, role: Role, source: Source) {
        match (role, source) {
            (Role::Laborer, Source::Hand) => self.labors_from_hand.insert(card),
            (Role::Merchant, Source::Hand) => self.sells_from_hand.insert(card),
            (Role::Patron, Source::Hand) => self.hires_from_hand.insert(card),
            (Role::Patron, Source::Deck) => self.hires_from_deck.insert(card),
            (Role::Laborer | Role::Merchant, Source::Deck | Source::Pool)
            | (Role::Patron, Source::Pool)
            | (Role::Craftsman | Role::Architect | Role::Legionary, _) => {
                panic!("no action takes an additional card from there")
            }
        }
    }

    const fn instead(&mut self, card: Card, role: Role, source: Source) {
        match (role, source) {
            (Role::Craftsman, Source::Deck) => self.crafts_from_deck.insert(card),
            (Role::Architect, Source::Pool) => self.builds_from_pool.insert(card),
            (Role::Merchant, Source::Deck) => self.sells_from_deck.insert(card),
            (Role::Craftsman | Role::Merchant, Source::Hand | Source::Pool)
            | (Role::Architect, Source::Hand | Source::Deck)
            | (Role::Laborer | Role::Legionary | Role::Patron, _) => {
                panic!("no action takes its card from there instead")
            }
        }
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

    const fn special(&mut self, card: Card, special: Special) {
        match special {
            Special::HighestInfluence => self.highest_influence.insert(card),
            Special::NewClientsAct => self.new_clients_act.insert(card),
            Special::ReachEveryone => self.reaches_everyone.insert(card),
            Special::ShowStructures => self.shows_structures.insert(card),
            Special::PlaySeveral => self.plays_several.insert(card),
            Special::OpenStructures => self.opens_structures.insert(card),
            Special::JackAfterThink => self.jack_after_think.insert(card),
            Special::BankClients => self.banks_clients.insert(card),
            Special::Dismantle => self.dismantles.insert(card),
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
    use table::{Game, Options, Rulebook, Seat, Staged};

    use super::*;
    use crate::action::Action;
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

    /// A position of two players in which A leads and has a finished Insula, and what A can do in it.
    fn with_insula(lines: &[(&str, &str)], actions: &[&str]) -> (State, Rules, Vec<Action>) {
        let options = Options::new().with("players", "2").with("version", "imperium").with("geek", "all");
        let rules = Rules::from_options(&options).expect("the options are valid");
        let mut setup = vec![("A built", "Insula"), ("deck", "50")];
        setup.extend(lines);
        let setup: Vec<_> = setup
            .into_iter()
            .map(|(key, value)| SetupLine { line: 1, key: key.to_owned(), value: value.to_owned() })
            .collect();
        let mut state = State::stage(&rules, &setup).expect("the position can be set up");
        let mut chance = table::Light::new(1);
        for (at, text) in actions.iter().enumerate() {
            let seat = Seat::new(at % 2);
            let action = State::read(&rules, text).expect("the action is understood");
            state.play(&rules, seat, action, &mut chance).expect("the action is legal");
        }
        let mut legal = Vec::new();
        state.legal(&rules, Seat::new(0), &mut legal);
        (state, rules, legal)
    }

    /// What a position of A with an Insula comes to.
    type Sign = fn() -> bool;

    /// Given another building's effect, an Insula does what that effect says and its text says so: both come from the table.
    #[test]
    fn behaviour_and_text_follow_the_table() {
        let cases: [(&'static [Effect], &str, Sign); 12] = [
            (&[Effect::ClientRoom(5)], "room for 5 more clients", || {
                with_insula(&[], &[]).0.public().client_limit(Seat::new(0)) == 8
            }),
            (&[Effect::VaultRoom(3)], "room for 3 more cards", || {
                with_insula(&[], &[]).0.public().vault_limit(Seat::new(0)) == 6
            }),
            (&[Effect::Refill(1)], "1 larger", || with_insula(&[], &[]).0.public().refill(Seat::new(0)) == 6),
            (&[Effect::PointForStock(3)], "every 3 cards", || {
                let (state, rules, _) = with_insula(&[("A stockpile", "7 Wood")], &[]);
                crate::score::scores(&state, &rules)[Seat::new(0)] == 3 + 2
            }),
            (&[Effect::PetitionOf(2)], "only 2 cards", || {
                let legal = with_insula(&[("A hand", "Wall, Bridge")], &[]).2;
                legal.iter().any(|action| action.to_string() == "lead Patron by petition of 2 Concrete")
            }),
            (&[Effect::LeadsAs(Role::Merchant)], "as a Merchant card", || {
                let legal = with_insula(&[("A hand", "Wall")], &[]).2;
                legal.iter().any(|action| action.to_string() == "lead Merchant with Wall")
            }),
            (
                &[Effect::Also(Role::Laborer, Source::Hand)],
                "put into your stockpile a card from your hand",
                || {
                    let played = ["lead Laborer with Bar", "think and draw"];
                    let legal = with_insula(&[("A hand", "Bar, Wall"), ("pool", "Wood")], &played).2;
                    legal.contains(&Action::LaborHand(Card::WALL))
                },
            ),
            (&[Effect::Instead(Role::Merchant, Source::Deck)], "instead of a stockpile card", || {
                let played = ["lead Merchant with Villa", "think and draw"];
                let legal = with_insula(&[("A hand", "Villa"), ("A stockpile", "Wood")], &played).2;
                legal.contains(&Action::SellDeck)
            }),
            (&[Effect::BeforeThink(Discard::OneOrder)], "discard one Order card", || {
                with_insula(&[("A hand", "Wall")], &[]).2.contains(&Action::Discard(Card::WALL))
            }),
            (
                &[Effect::Fits {
                    material: Among::Only(Material::Wood),
                    structures: Among::Only(Material::Brick),
                }],
                "Wood fits your Brick structures",
                || {
                    let state = with_insula(&[("A building", "School")], &[]).0;
                    let public = state.public();
                    let at = public.find(Seat::new(0), Card::SCHOOL).expect("a School is under way");
                    public.fits(&public.structures[at], Material::Wood)
                        && !public.fits(&public.structures[at], Material::Stone)
                },
            ),
            (&[Effect::Shielded(Shield::High)], "not even to a Bridge", || {
                with_insula(&[("B built", "Bridge")], &[]).0.public().is_shielded(Seat::new(0), Seat::new(1))
            }),
            (&[Effect::ActsAs { clients: Among::All, role: Some(Role::Patron) }], "count as Patrons", || {
                let state = with_insula(&[], &[]).0;
                state.public().colours_for(Seat::new(0), Role::Patron).count() == 6
            }),
        ];
        for (effects, words, sign) in cases {
            assert!(!text(Card::INSULA).contains(words) && !sign(), "an Insula does not do that: {words}");
            changed(Card::INSULA, effects, || {
                assert!(text(Card::INSULA).contains(words), "{}", text(Card::INSULA));
                assert!(sign(), "the engine does what it says: {}", text(Card::INSULA));
            });
        }
    }

    /// What no procedure does is refused when the program is built; here at run time, to see that it is.
    #[test]
    #[should_panic(expected = "no action takes an additional card from there")]
    fn an_effect_that_nothing_reads_is_refused() {
        changed(Card::INSULA, &[Effect::Also(Role::Legionary, Source::Pool)], || {});
    }
}
