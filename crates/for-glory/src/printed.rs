//! What the rules ask of printed cards again and again, worked out once when a set is read.

use crate::cards::{ABILITIES, Arena, Card, Type};
use crate::effect::{Ability, Cost, How, Occasion, Only, Stat, Static, Step, Timing, Trigger, Whose};
use crate::need::{Shape, is_at_hand};

/// What a static ability is about, without its amounts. The first thirteen are also marks: what the rules look for among gladiators, each
/// a set of slots, so that it is found at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Perk {
    /// It changes attack.
    Attack,
    /// It changes health.
    Health,
    /// It changes agility.
    Agility,
    /// It changes bloodlust.
    Bloodlust,
    /// It can't be targeted by opponents.
    Untargetable,
    /// It can't be targeted by opponents as long as another one can.
    Sheltered,
    /// It must be attacked first.
    Guard,
    /// Damage of its attacks can't be prevented.
    Ruthless,
    /// Opposing gladiators can't use their tactics.
    Silence,
    /// It answers windows, those about itself apart.
    Reacts,
    /// It has schemes.
    Schemes,
    /// It has free actions.
    Free,
    /// It lets something else happen instead.
    Instead,
    Need,
    Initiative,
    Influence,
    Insurance,
    Hand,
    Registration,
    Discount,
    ReserveGladiators,
}

/// How many perks there are.
pub(crate) const PERKS: usize = 21;
/// How many of them are marks.
pub(crate) const MARKS: usize = 13;

impl Perk {
    /// Its bit in a set of perks.
    pub(crate) const fn bit(self) -> u32 {
        1 << self as u32
    }

    /// Whether it is one of gladiators.
    pub(crate) const fn is_mark(self) -> bool {
        (self as usize) < MARKS
    }

    /// That of changing a stat.
    pub(crate) const fn of_stat(stat: Stat) -> Self {
        match stat {
            Stat::Attack => Self::Attack,
            Stat::Health => Self::Health,
            Stat::Agility => Self::Agility,
            Stat::Bloodlust => Self::Bloodlust,
        }
    }

    /// What a static ability is about, and how much it adds to or takes off what a rule says.
    pub(crate) const fn of(it: Static) -> (Self, u8) {
        match it {
            Static::Stat { stat, .. } => (Self::of_stat(stat), 0),
            Static::Instead { .. } => (Self::Instead, 0),
            Static::Need { amount } => (Self::Need, amount),
            Static::Initiative { amount } => (Self::Initiative, amount),
            Static::Influence { amount } => (Self::Influence, amount),
            Static::Insurance { amount } => (Self::Insurance, amount),
            Static::Hand { amount } => (Self::Hand, amount),
            Static::Registration { amount } => (Self::Registration, amount),
            Static::Discount { amount, .. } => (Self::Discount, amount),
            Static::ReserveGladiators {} => (Self::ReserveGladiators, 0),
            Static::Untargetable {} => (Self::Untargetable, 0),
            Static::Sheltered {} => (Self::Sheltered, 0),
            Static::Guard {} => (Self::Guard, 0),
            Static::Ruthless {} => (Self::Ruthless, 0),
            Static::Silence {} => (Self::Silence, 0),
        }
    }
}

/// The perks of a card or arena, as a set.
pub(crate) fn perks_of(statics: &[Static]) -> u32 {
    statics.iter().fold(0, |perks, it| perks | Perk::of(*it).0.bit())
}

/// A defeated gladiator has also left (FG-74).
pub(crate) const fn covers(trigger: Occasion, occasion: Occasion) -> bool {
    trigger as u8 == occasion as u8 || matches!((trigger, occasion), (Occasion::Leave, Occasion::Defeat))
}

/// Whose gladiator or tactic a window is about, as a seat sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Relation {
    Own,
    Opposing,
}

/// The bit of a window in a set of windows that an ability answers.
pub(crate) const fn window_bit(occasion: Occasion, relation: Relation) -> u32 {
    1 << (occasion as u32 * 2 + relation as u32)
}

/// How many different windows there are, as a seat sees them.
pub(crate) const WINDOWS: usize = 2 * Occasion::ALL.len();

/// The windows in which some ability is a reaction, that of the gladiator itself apart (FG-73).
pub(crate) fn windows_of(abilities: &[Ability]) -> u32 {
    let fits = |trigger: Trigger, relation: Relation| match (trigger.of, relation) {
        // Damage assigned to a gladiator may be anyone's (FG-131).
        (Whose::This, _) => trigger.occasion == Occasion::Damage,
        (Whose::Any, _) | (Whose::Yours, Relation::Own) | (Whose::Opposing, Relation::Opposing) => true,
        (Whose::Yours | Whose::Opposing, _) => false,
    };
    let mut windows = 0;
    for trigger in abilities.iter().filter_map(|ability| ability.timing.trigger()) {
        for occasion in Occasion::ALL {
            for relation in [Relation::Own, Relation::Opposing] {
                if covers(trigger.occasion, occasion) && fits(trigger, relation) {
                    windows |= window_bit(occasion, relation);
                }
            }
        }
    }
    windows
}

/// The occasions on which some ability is a reaction of the card itself.
fn own_of(abilities: &[Ability]) -> u16 {
    let own = abilities.iter().filter_map(|it| it.timing.trigger()).filter(|it| it.is_own());
    own.flat_map(|trigger| Occasion::ALL.into_iter().filter(move |it| covers(trigger.occasion, *it)))
        .fold(0, |set, occasion| set | 1 << occasion as u16)
}

/// Whether a sentence, once it counts, always does something, whatever lies on the table.
fn is_certain(step: &Step) -> bool {
    let Shape { who, need, .. } = step.shape;
    is_at_hand(need) && who.iter().flatten().all(|who| who.how == How::Same)
}

/// Whether using an ability always does something: its first sentence that is not optional is certain.
fn is_sure(ability: &Ability) -> bool {
    let steps = &ability.steps;
    for (at, step) in steps.iter().enumerate().filter(|(_, step)| !step.may && !step.or) {
        // Of alternatives one that is certain is enough.
        let certain = steps[at..=at + usize::from(step.rest)].iter().any(is_certain);
        match (certain, step.only == Only::Always) {
            (true, true) => return true,
            (true, false) => {}
            (false, _) => return false,
        }
    }
    ability.steps.is_empty()
}

/// The abilities that pass a test, as a set.
pub(crate) fn abilities_that(abilities: &[Ability], test: impl Fn(&Ability) -> bool) -> u8 {
    (0..abilities.len().min(ABILITIES)).filter(|at| test(&abilities[*at])).fold(0, |set, at| set | 1 << at)
}

/// What the rules ask of an arena most often: sets of its abilities.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ArenaFact {
    /// Those that always do something.
    pub(crate) sure: u8,
    /// Those of them that cost no more than to exhaust the arena.
    pub(crate) certain: u8,
    /// Its free actions.
    pub(crate) free: u8,
    /// Its tactics.
    pub(crate) tactic: u8,
    /// Its schemes.
    pub(crate) scheme: u8,
}

impl ArenaFact {
    pub(crate) fn of(arena: &Arena) -> Self {
        let those = |test: fn(&Ability) -> bool| abilities_that(&arena.abilities, test);
        let sure = those(is_sure);
        Self {
            sure,
            certain: sure & those(|it| Cost { exhaust: false, ..it.cost }.is_free()),
            free: those(|it| it.timing == Timing::Free),
            tactic: those(|it| it.timing.is_tactic()),
            scheme: those(|it| it.timing.is_scheme()),
        }
    }
}

/// What the rules ask of a card most often.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(align(32))]
pub(crate) struct Fact {
    pub(crate) kind: Type,
    pub(crate) cost: u8,
    pub(crate) value: u8,
    pub(crate) influence: u8,
    /// Attack, health, agility and bloodlust as printed.
    pub(crate) stats: [u8; 4],
    /// What its static abilities are about.
    pub(crate) perks: u32,
    /// The windows that its abilities answer.
    pub(crate) windows: u32,
    /// The occasions on which it reacts for itself.
    pub(crate) own: u16,
    /// Its abilities that always do something.
    pub(crate) sure: u8,
    /// Its abilities that can be used as a scheme.
    pub(crate) scheme: u8,
    /// Its abilities that can be used as a tactic while it is in play.
    pub(crate) tactic: u8,
    /// Its free actions.
    pub(crate) free: u8,
}

const _: () = assert!(size_of::<Fact>() == 32, "a fact is found by a shift");

/// The bit of a perk among the gifts of patrons.
pub(crate) const fn perk_gift(perk: Perk) -> u64 {
    perk.bit() as u64
}

/// The bit of a window among the gifts of patrons.
pub(crate) const fn window_gift(occasion: Occasion, relation: Relation) -> u64 {
    (window_bit(occasion, relation) as u64) << PERKS
}

/// The bit of schemes among the gifts of patrons.
pub(crate) const SCHEME_GIFT: u64 = 1 << (PERKS + WINDOWS);

/// The bit of tactics among the gifts of patrons.
pub(crate) const TACTIC_GIFT: u64 = 2 << (PERKS + WINDOWS);

impl Fact {
    /// All that a card is good for while it is in play, as a set: perks, windows, schemes, tactics.
    pub(crate) const fn gifts(&self) -> u64 {
        let mut gifts = self.perks as u64 | (self.windows as u64) << PERKS;
        if self.scheme != 0 {
            gifts |= SCHEME_GIFT;
        }
        if self.tactic != 0 {
            gifts |= TACTIC_GIFT;
        }
        gifts
    }

    /// What a gladiator is found by, as a set of marks.
    pub(crate) const fn marks(&self) -> u16 {
        self.perks as u16 & ((1 << MARKS) - 1)
    }

    fn of(card: &Card) -> Self {
        let abilities = &card.abilities;
        let in_play = !card.from_hand().map_or(0, |at| 1 << at);
        let windows = windows_of(abilities);
        let (scheme, free) = (
            abilities_that(abilities, |it| it.timing.is_scheme()),
            abilities_that(abilities, |it| it.timing == Timing::Free),
        );
        let mark = |there: bool, perk: Perk| if there { perk.bit() } else { 0 };
        let texts =
            mark(windows != 0, Perk::Reacts) | mark(scheme != 0, Perk::Schemes) | mark(free != 0, Perk::Free);
        Self {
            kind: card.kind,
            cost: card.cost,
            value: card.value,
            influence: card.influence,
            stats: [card.attack, card.health, card.agility, card.bloodlust],
            perks: perks_of(&card.statics) | texts,
            windows,
            own: own_of(abilities),
            sure: abilities_that(abilities, is_sure),
            scheme,
            tactic: abilities_that(abilities, |it| it.timing.is_tactic()) & in_play,
            free,
        }
    }
}

/// The facts of all cards, by kind: one for every number a kind can have, so that none is out of bounds.
pub(crate) type Facts = [Fact; 256];

/// The facts of these cards.
pub(crate) fn facts(cards: &[Card]) -> Facts {
    std::array::from_fn(|at| cards.get(at).map(Fact::of).unwrap_or_default())
}
