//! What the rules ask of printed cards again and again, worked out once when a set is read.

use crate::cards::{ABILITIES, Card, Type};
use crate::effect::{Ability, Cost, How, Occasion, Only, Stat, Static, Step, Trigger, Whose};
use crate::need::{is_at_hand, shape};

/// What a static ability is about, without its amounts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Perk {
    Attack,
    Health,
    Agility,
    Initiative,
    Influence,
    Insurance,
    Hand,
    Registration,
    Discount,
    ReserveGladiators,
    Untargetable,
    Guard,
    Ruthless,
    Silence,
}

/// How many perks there are.
pub(crate) const PERKS: usize = 14;

impl Perk {
    /// Its bit in a set of perks.
    pub(crate) const fn bit(self) -> u16 {
        1 << self as u16
    }

    /// That of changing a stat.
    pub(crate) const fn of_stat(stat: Stat) -> Self {
        match stat {
            Stat::Attack => Self::Attack,
            Stat::Health => Self::Health,
            Stat::Agility => Self::Agility,
        }
    }

    const fn of(it: Static) -> Self {
        match it {
            Static::Stat { stat, .. } => Self::of_stat(stat),
            Static::Initiative { .. } => Self::Initiative,
            Static::Influence { .. } => Self::Influence,
            Static::Insurance { .. } => Self::Insurance,
            Static::Hand { .. } => Self::Hand,
            Static::Registration { .. } => Self::Registration,
            Static::Discount { .. } => Self::Discount,
            Static::ReserveGladiators {} => Self::ReserveGladiators,
            Static::Untargetable {} => Self::Untargetable,
            Static::Guard {} => Self::Guard,
            Static::Ruthless {} => Self::Ruthless,
            Static::Silence {} => Self::Silence,
        }
    }
}

/// The perks of a card or arena, as a set.
pub(crate) fn perks_of(statics: &[Static]) -> u16 {
    statics.iter().fold(0, |perks, it| perks | Perk::of(*it).bit())
}

/// What the rules look for among gladiators: each mark is a set of slots, so that it is found at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    /// It changes attack.
    Attack,
    /// It changes health.
    Health,
    /// It changes agility.
    Agility,
    /// It can't be targeted by opponents.
    Untargetable,
    /// It must be attacked first.
    Guard,
    /// Damage of its attacks can't be prevented.
    Ruthless,
    /// Opposing gladiators can't use their tactics.
    Silence,
    /// It answers windows, those about itself apart.
    Reacts,
}

/// How many marks there are.
pub(crate) const MARKS: usize = 8;

impl Mark {
    /// That of changing a stat.
    pub(crate) const fn of_stat(stat: Stat) -> Self {
        match stat {
            Stat::Attack => Self::Attack,
            Stat::Health => Self::Health,
            Stat::Agility => Self::Agility,
        }
    }

    /// Its bit in a set of marks.
    const fn bit(self) -> u8 {
        1 << self as u8
    }
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
pub(crate) const fn window_bit(occasion: Occasion, relation: Relation) -> u16 {
    1 << (occasion as u16 * 2 + relation as u16)
}

/// How many different windows there are, as a seat sees them.
pub(crate) const WINDOWS: usize = 12;

/// The windows in which some ability is a reaction, that of the gladiator itself apart (FG-73).
pub(crate) fn windows_of(abilities: &[Ability]) -> u16 {
    let fits = |trigger: Trigger, relation: Relation| match (trigger.of, relation) {
        (Whose::Any, _) | (Whose::Yours, Relation::Own) | (Whose::Opposing, Relation::Opposing) => true,
        (Whose::This | Whose::Yours | Whose::Opposing, _) => false,
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
fn own_of(abilities: &[Ability]) -> u8 {
    let own = abilities.iter().filter_map(|it| it.timing.trigger()).filter(|it| it.of == Whose::This);
    own.flat_map(|trigger| Occasion::ALL.into_iter().filter(move |it| covers(trigger.occasion, *it)))
        .fold(0, |set, occasion| set | 1 << occasion as u8)
}

/// Whether a sentence, once it counts, always does something, whatever lies on the table.
const fn is_certain(step: Step) -> bool {
    let (named, need) = shape(step.effect);
    let mut at = 0;
    while at < named.len() {
        if let Some(who) = named[at]
            && !matches!(who.how, How::Same)
        {
            return false;
        }
        at += 1;
    }
    is_at_hand(need)
}

/// Whether using an ability always does something: its first sentence that is not optional is certain.
fn is_sure(ability: &Ability) -> bool {
    for step in ability.steps.iter().filter(|step| !step.may) {
        match (is_certain(*step), step.only) {
            (true, Only::Always) => return true,
            (true, Only::Favor | Only::Behind | Only::Outnumbered) => {}
            (false, _) => return false,
        }
    }
    ability.steps.is_empty()
}

/// The abilities that pass a test, as a set.
pub(crate) fn abilities_that(abilities: &[Ability], test: impl Fn(&Ability) -> bool) -> u8 {
    (0..abilities.len().min(ABILITIES)).filter(|at| test(&abilities[*at])).fold(0, |set, at| set | 1 << at)
}

/// The abilities that always do something, as a set.
pub(crate) fn sure_of(abilities: &[Ability]) -> u8 {
    abilities_that(abilities, is_sure)
}

/// The abilities that always do something and cost no more than to exhaust what bears them, as a set.
pub(crate) fn certain_of(abilities: &[Ability]) -> u8 {
    let exhausts = |cost: Cost| cost.coins == 0 && cost.discard == 0 && cost.wounds == 0;
    abilities_that(abilities, |it| exhausts(it.cost) && is_sure(it))
}

/// What the rules ask of a card most often.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fact {
    pub(crate) kind: Type,
    pub(crate) cost: u8,
    pub(crate) value: u8,
    pub(crate) influence: u8,
    pub(crate) bloodlust: u8,
    /// Attack, health and agility as printed.
    pub(crate) stats: [u8; 3],
    /// What its static abilities are about.
    pub(crate) perks: u16,
    /// The windows that its abilities answer.
    pub(crate) windows: u16,
    /// The occasions on which it reacts for itself.
    pub(crate) own: u8,
    /// Its abilities that always do something.
    pub(crate) sure: u8,
    /// Its abilities that can be used as a scheme.
    pub(crate) scheme: u8,
    /// Its abilities that can be used as a tactic while it is in play.
    pub(crate) tactic: u8,
}

const _: () = assert!(size_of::<Fact>() == 16, "a fact is found by a shift");

/// The bit of a perk among the gifts of patrons.
pub(crate) const fn perk_gift(perk: Perk) -> u32 {
    perk.bit() as u32
}

/// The bit of a window among the gifts of patrons.
pub(crate) const fn window_gift(occasion: Occasion, relation: Relation) -> u32 {
    (window_bit(occasion, relation) as u32) << PERKS
}

/// The bit of schemes among the gifts of patrons.
pub(crate) const SCHEME_GIFT: u32 = 1 << (PERKS + WINDOWS);

/// The bit of tactics among the gifts of patrons.
pub(crate) const TACTIC_GIFT: u32 = 2 << (PERKS + WINDOWS);

impl Fact {
    /// All that a card is good for while it is in play, as a set: perks, windows, schemes, tactics.
    pub(crate) const fn gifts(&self) -> u32 {
        let mut gifts = self.perks as u32 | (self.windows as u32) << PERKS;
        if self.scheme != 0 {
            gifts |= SCHEME_GIFT;
        }
        if self.tactic != 0 {
            gifts |= TACTIC_GIFT;
        }
        gifts
    }

    /// What a gladiator is found by, as a set of marks.
    pub(crate) const fn marks(&self) -> u8 {
        let printed = [
            (Perk::Attack, Mark::Attack),
            (Perk::Health, Mark::Health),
            (Perk::Agility, Mark::Agility),
            (Perk::Untargetable, Mark::Untargetable),
            (Perk::Guard, Mark::Guard),
            (Perk::Ruthless, Mark::Ruthless),
            (Perk::Silence, Mark::Silence),
        ];
        let mut marks = if self.windows == 0 { 0 } else { Mark::Reacts.bit() };
        let mut at = 0;
        while at < printed.len() {
            if self.perks & printed[at].0.bit() != 0 {
                marks |= printed[at].1.bit();
            }
            at += 1;
        }
        marks
    }

    const NONE: Self = Self {
        kind: Type::Income,
        cost: 0,
        value: 0,
        influence: 0,
        bloodlust: 0,
        stats: [0; 3],
        perks: 0,
        windows: 0,
        own: 0,
        sure: 0,
        scheme: 0,
        tactic: 0,
    };

    fn of(card: &Card) -> Self {
        let abilities = &card.abilities;
        let in_play = !card.from_hand().map_or(0, |at| 1 << at);
        Self {
            kind: card.kind,
            cost: card.cost,
            value: card.value,
            influence: card.influence,
            bloodlust: card.bloodlust,
            stats: [card.attack, card.health, card.agility],
            perks: perks_of(&card.statics),
            windows: windows_of(abilities),
            own: own_of(abilities),
            sure: sure_of(abilities),
            scheme: abilities_that(abilities, |it| it.timing.is_scheme()),
            tactic: abilities_that(abilities, |it| it.timing.is_tactic()) & in_play,
        }
    }
}

/// The facts of all cards, by kind: one for every number a kind can have, so that none is out of bounds.
pub(crate) type Facts = [Fact; 256];

/// The facts of these cards.
pub(crate) fn facts(cards: &[Card]) -> Facts {
    std::array::from_fn(|at| cards.get(at).map_or(Fact::NONE, Fact::of))
}
