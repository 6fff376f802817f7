//! What cards and powers give as long as they are held, and when they can be used.

use serde::Deserialize;

use crate::effect::{KINS, Kin, Once, Script, Window};

/// What holds as long as a card is held. Different cards add up, and so do copies (B19).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Always {
    /// To every strike roll.
    Strike(i8),
    /// To every strike roll against one kin.
    StrikeAgainst(Kin, i8),
    /// To every strike roll in a lair.
    StrikeInLair(i8),
    /// To the strike roll of a battle's first round.
    FirstStrike(i8),
    /// To the power.
    Power(i8),
    /// To the power against one kin.
    PowerAgainst(Kin, i8),
    /// To the maximum health.
    Health(i8),
    /// Every loss in battle is so much less, but at least 1.
    Armour(i8),
    /// The first loss of each battle is so much less.
    Shield(i8),
    /// A tie counts as won.
    WinTies,
    /// Havens heal more.
    Haven(i8),
    /// Marching costs no health (M11).
    FreeMarch,
    /// Goods cost less, but at least 1.
    Bargain(i8),
    /// Coins for each victory.
    Spoils(i8),
    /// Health regained after each victory.
    Recover(i8),
    /// Health regained with each fate.
    Fortune(i8),
    /// A right name gives more than +1 (GL-26).
    Lore(i8),
    /// What would kill in battle leaves 1 health, and the card is discarded (B15).
    Ward,
}

impl Always {
    /// Which permanent effect it is, from 0, and how much of it.
    pub(crate) const fn weight(self) -> (usize, i8) {
        match self {
            Self::Strike(by) => (0, by),
            Self::StrikeAgainst(_, by) => (1, by),
            Self::StrikeInLair(by) => (2, by),
            Self::FirstStrike(by) => (3, by),
            Self::Power(by) => (4, by),
            Self::PowerAgainst(_, by) => (5, by),
            Self::Health(by) => (6, by),
            Self::Armour(by) => (7, by),
            Self::Shield(by) => (8, by),
            Self::WinTies => (9, 1),
            Self::Haven(by) => (10, by),
            Self::FreeMarch => (11, 1),
            Self::Bargain(by) => (12, by),
            Self::Spoils(by) => (13, by),
            Self::Recover(by) => (14, by),
            Self::Fortune(by) => (15, by),
            Self::Lore(by) => (16, by),
            Self::Ward => (17, 1),
        }
    }
}

/// The sum of what always holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs, reason = "each is the sum of the permanent effects of the same name")]
pub struct Passive {
    pub strike: i8,
    pub strike_against: [i8; KINS],
    pub strike_in_lair: i8,
    pub first_strike: i8,
    pub power: i8,
    pub power_against: [i8; KINS],
    pub health: i8,
    pub armour: i8,
    pub shield: i8,
    pub win_ties: i8,
    pub haven: i8,
    pub free_march: i8,
    pub bargain: i8,
    pub spoils: i8,
    pub recover: i8,
    pub fortune: i8,
    pub lore: i8,
    pub ward: i8,
}

/// A permanent effect that is asked for alone, outside battles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "each is the permanent effect of the same name")]
pub enum Aspect {
    Health,
    Bargain,
    Haven,
    FreeMarch,
    Fortune,
    Lore,
}

impl Aspect {
    /// All aspects.
    pub const ALL: [Self; 6] =
        [Self::Health, Self::Bargain, Self::Haven, Self::FreeMarch, Self::Fortune, Self::Lore];
}

impl Passive {
    /// What it says of one aspect.
    pub const fn aspect(&self, aspect: Aspect) -> i8 {
        match aspect {
            Aspect::Health => self.health,
            Aspect::Bargain => self.bargain,
            Aspect::Haven => self.haven,
            Aspect::FreeMarch => self.free_march,
            Aspect::Fortune => self.fortune,
            Aspect::Lore => self.lore,
        }
    }

    /// The sum of a card's permanent effects.
    pub fn of(always: &[Always]) -> Self {
        let mut sum = Self::default();
        let add = |to: &mut i8, by: i8| *to = to.saturating_add(by);
        for one in always {
            match *one {
                Always::Strike(by) => add(&mut sum.strike, by),
                Always::StrikeAgainst(kin, by) => add(&mut sum.strike_against[kin as usize], by),
                Always::StrikeInLair(by) => add(&mut sum.strike_in_lair, by),
                Always::FirstStrike(by) => add(&mut sum.first_strike, by),
                Always::Power(by) => add(&mut sum.power, by),
                Always::PowerAgainst(kin, by) => add(&mut sum.power_against[kin as usize], by),
                Always::Health(by) => add(&mut sum.health, by),
                Always::Armour(by) => add(&mut sum.armour, by),
                Always::Shield(by) => add(&mut sum.shield, by),
                Always::WinTies => add(&mut sum.win_ties, 1),
                Always::Haven(by) => add(&mut sum.haven, by),
                Always::FreeMarch => add(&mut sum.free_march, 1),
                Always::Bargain(by) => add(&mut sum.bargain, by),
                Always::Spoils(by) => add(&mut sum.spoils, by),
                Always::Recover(by) => add(&mut sum.recover, by),
                Always::Fortune(by) => add(&mut sum.fortune, by),
                Always::Lore(by) => add(&mut sum.lore, by),
                Always::Ward => add(&mut sum.ward, 1),
            }
        }
        sum
    }

    /// Adds another card's.
    #[inline]
    pub fn add(&mut self, other: &Self) {
        self.strike = self.strike.saturating_add(other.strike);
        for (mine, theirs) in self.strike_against.iter_mut().zip(other.strike_against) {
            *mine = mine.saturating_add(theirs);
        }
        self.strike_in_lair = self.strike_in_lair.saturating_add(other.strike_in_lair);
        self.first_strike = self.first_strike.saturating_add(other.first_strike);
        self.power = self.power.saturating_add(other.power);
        for (mine, theirs) in self.power_against.iter_mut().zip(other.power_against) {
            *mine = mine.saturating_add(theirs);
        }
        self.health = self.health.saturating_add(other.health);
        self.armour = self.armour.saturating_add(other.armour);
        self.shield = self.shield.saturating_add(other.shield);
        self.win_ties = self.win_ties.saturating_add(other.win_ties);
        self.haven = self.haven.saturating_add(other.haven);
        self.free_march = self.free_march.saturating_add(other.free_march);
        self.bargain = self.bargain.saturating_add(other.bargain);
        self.spoils = self.spoils.saturating_add(other.spoils);
        self.recover = self.recover.saturating_add(other.recover);
        self.fortune = self.fortune.saturating_add(other.fortune);
        self.lore = self.lore.saturating_add(other.lore);
        self.ward = self.ward.saturating_add(other.ward);
    }
}

/// What a good, an ability or a hero's power gives.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Boon {
    /// What always holds.
    pub always: Vec<Always>,
    /// The same, summed.
    pub passive: Passive,
    /// The windows in which it can be used, as bits; none if it can't.
    pub windows: u8,
    /// How often without a printed limit.
    pub once: Once,
    /// How many uses before it is discarded; 0 is inexhaustible.
    pub uses: u8,
    /// What a use does.
    pub does: Option<Script>,
}

impl Boon {
    /// Whether it may be used at any time.
    pub const fn any_time(&self) -> bool {
        self.windows == Window::ANY
    }
}
