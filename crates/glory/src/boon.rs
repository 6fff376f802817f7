//! What cards and powers give as long as they are held, and when they can be used.

use serde::Deserialize;

use crate::effect::{KINS, Kin, Once, Script, Window};

/// Makes the type of the permanent effects and the type of their sums: each stands once, with its place in the sum.
macro_rules! permanent {
    ($( $(#[$doc:meta])* $Name:ident $(( $($piece:ident: $Piece:ident),* ))? = $field:ident; )*) => {
        /// What holds as long as a card is held. Different cards add up, and so do copies (B19).
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Always { $( $(#[$doc])* $Name $(( $($Piece),* ))? ),* }

        /// A permanent effect as written in a file, with kins by name.
        #[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[allow(missing_docs, reason = "each is the permanent effect of the same name")]
        pub enum WrittenAlways { $( $Name $(( $(permanent!(@written $Piece)),* ))? ),* }

        impl WrittenAlways {
            /// The effect; a kin that is none of the kingdom's is the error.
            #[allow(unused_variables, reason = "most effects name no kin")]
            pub fn known(self, kin: impl Fn(&str) -> Option<Kin>) -> Result<Always, String> {
                Ok(match self { $(
                    Self::$Name $(( $($piece),* ))? => Always::$Name $(( $(permanent!(@known kin $piece $Piece)),* ))?,
                )* })
            }
        }

        impl Always {
            /// Which permanent effect it is, from 0, and how much of it.
            #[allow(unused_variables, reason = "a kin is no amount")]
            pub(crate) const fn weight(self) -> (usize, i8) {
                enum Kind { $($Name),* }
                match self { $(
                    Self::$Name $(( $($piece),* ))? => (Kind::$Name as usize, permanent!(@by $($($piece)*)?)),
                )* }
            }
        }

        /// The sum of what always holds.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        #[allow(missing_docs, reason = "each is the sum of the permanent effects of the same name")]
        pub struct Passive { $( pub $field: permanent!(@sum $($($Piece)*)?) ),* }

        impl Passive {
            /// The sum of a card's permanent effects.
            pub fn of(always: &[Always]) -> Self {
                let mut sum = Self::default();
                for one in always {
                    match *one { $( Always::$Name $(( $($piece),* ))? => {
                        let place = permanent!(@place (sum.$field) $($($piece)*)?);
                        *place = place.saturating_add(permanent!(@by $($($piece)*)?));
                    } )* }
                }
                sum
            }

            /// Adds another card's.
            #[inline]
            pub fn add(&mut self, other: &Self) {
                $( permanent!(@add (self.$field) (other.$field) $($($Piece)*)?); )*
            }
        }
    };
    (@written Kin) => { String };
    (@written $Piece:ident) => { $Piece };
    (@known $kin:ident $piece:ident Kin) => { $kin(&$piece).ok_or($piece)? };
    (@known $kin:ident $piece:ident $Piece:ident) => { $piece };
    (@by) => { 1 };
    (@by $by:ident) => { $by };
    (@by $kin:ident $by:ident) => { $by };
    (@sum Kin i8) => { [i8; KINS] };
    (@sum $($by:ident)?) => { i8 };
    (@place ($sum:expr) $kin:ident $by:ident) => { &mut $sum[$kin.0 as usize] };
    (@place ($sum:expr) $($by:ident)?) => { &mut $sum };
    (@add ($mine:expr) ($theirs:expr) Kin i8) => {
        $mine.iter_mut().zip($theirs).for_each(|(mine, theirs)| *mine = mine.saturating_add(theirs))
    };
    (@add ($mine:expr) ($theirs:expr) $($by:ident)?) => { $mine = $mine.saturating_add($theirs) };
}

permanent! {
    /// To every strike roll.
    Strike(by: i8) = strike;
    /// To every strike roll against one kin.
    StrikeAgainst(kin: Kin, by: i8) = strike_against;
    /// To every strike roll in a lair.
    StrikeInLair(by: i8) = strike_in_lair;
    /// To the strike roll of a battle's first round.
    FirstStrike(by: i8) = first_strike;
    /// To every strike roll while the hero has half the most health or less (ruling B31).
    Fury(by: i8) = fury;
    /// To the power.
    Power(by: i8) = power;
    /// To the power against one kin.
    PowerAgainst(kin: Kin, by: i8) = power_against;
    /// To the maximum health.
    Health(by: i8) = health;
    /// Every loss in battle is so much less, but at least 1.
    Armour(by: i8) = armour;
    /// The first loss of each battle is so much less.
    Shield(by: i8) = shield;
    /// A tie counts as won.
    WinTies = win_ties;
    /// Havens heal more.
    Haven(by: i8) = haven;
    /// Marching costs no health (M11).
    FreeMarch = free_march;
    /// Goods cost less, but at least 1.
    Bargain(by: i8) = bargain;
    /// Coins for each victory.
    Spoils(by: i8) = spoils;
    /// Health regained after each victory.
    Recover(by: i8) = recover;
    /// Health regained with each fate.
    Fortune(by: i8) = fortune;
    /// A right name gives more than +1 (GL-26).
    Lore(by: i8) = lore;
    /// What would kill in battle leaves 1 health, and the card is discarded (B15).
    Ward = ward;
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
    /// How many uses before it is discarded; 0 is inexhaustible. A hero's power has so many in a game.
    pub uses: u8,
    /// Whether it is a hero's own power, which is never discarded.
    pub own: bool,
    /// What a use does.
    pub does: Option<Script>,
}

impl Boon {
    /// Whether it may be used at any time.
    pub const fn any_time(&self) -> bool {
        self.windows == Window::ANY
    }
}
