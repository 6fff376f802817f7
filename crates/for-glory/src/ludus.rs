//! The orders of the Ludus Magnus: what is printed on the cards of its deck (FG-100).

use serde::{Deserialize, Serialize};
use table::{Text, say};

use crate::effect::Stat;
use crate::named::named;

/// The most orders a deck can have: the last number stands for a blank.
pub const ORDERS: usize = 127;

/// One card of the Ludus Magnus deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// One or three stars for difficulty, or none.
    pub stars: u8,
    /// The machinations section: who enters where, in this order.
    pub muster: Musters,
    /// Which combat action is printed first.
    pub first: Combat,
    /// The attack of the combat section: who attacks whom.
    pub attack: (Selector, Selector),
    /// The tactic of the combat section.
    pub ploy: Ploy,
    /// The reaction section.
    pub answer: Answer,
}

/// The two actions of a combat section.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Combat {
    /// The attack.
    Attack,
    /// The tactic.
    Tactic,
}

/// All that a machinations section says: gladiators enter one arena, and perhaps another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Musters(pub [Muster; 2]);

/// The most gladiators that one order brings.
const MUSTERED: u8 = 3;

/// Gladiators of the supply deck enter an arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Muster {
    /// How many.
    pub gladiators: u8,
    /// Where.
    pub into: Into,
}

named! {
    /// Which arena.
    pub enum Into {
        /// The one with most gladiators of the player.
        MostPlayer = "most-player",
        /// A Fleeting arena (FG-109).
        Fleeting = "fleeting",
        /// The Lasting arena.
        Lasting = "lasting",
    }
}

/// The gladiator with most or least of a stat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selector {
    /// Most or least.
    pub extreme: Extreme,
    /// Of what.
    pub stat: Stat,
}

named! {
    /// Most or least.
    pub enum Extreme {
        /// Most.
        Highest = "highest",
        /// Least.
        Lowest = "lowest",
    }
}

/// What a tactic of the Ludus Magnus does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub enum Ploy {
    /// Nothing.
    Nothing,
    /// A ready gladiator of the player is exhausted.
    Exhaust(Selector),
    /// Damage to a gladiator of the player.
    Deal(u8, Selector),
    /// Damage to each gladiator of the player.
    DealEach(u8),
    /// An exhausted gladiator of its own is readied.
    Ready(Selector),
    /// Damage is removed from a gladiator of its own.
    Remove(u8, Selector),
    /// A gladiator of its own has more attack until the combat turn ends.
    Strengthen(u8, Selector),
}

/// What a reaction of the Ludus Magnus does for the gladiator that damage was assigned to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub enum Answer {
    /// Nothing.
    Nothing,
    /// So much is prevented.
    Prevent(u8),
    /// So much is reassigned to the attacker, if there is one.
    Deflect(u8),
    /// So much is dealt to the attacker, if there is one.
    Strike(u8),
}

impl Selector {
    fn read(words: &[&str]) -> Option<Self> {
        let [extreme, stat] = words else { return None };
        Some(Self { extreme: Extreme::read(extreme)?, stat: Stat::read(stat)? })
    }

    /// Two selectors as in `lowest attack at highest health`.
    pub(crate) fn read_pair(text: &str) -> Option<(Self, Self)> {
        let (attacker, target) = text.split_once(" at ")?;
        let words = |text: &str| Self::read(&text.split_whitespace().collect::<Vec<_>>());
        Some((words(attacker)?, words(target)?))
    }

    fn text(self) -> Text {
        say!("with the {} {}", self.extreme.name(), self.stat.name())
    }
}

fn small(word: &str) -> Option<u8> {
    word.parse().ok().filter(|number| (1..=9).contains(number))
}

impl TryFrom<String> for Musters {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        let wrong = || {
            format!(
                "'{text}' is no muster: expected none, 'N most-player | fleeting | lasting', or two of them with a comma, {MUSTERED} gladiators at most"
            )
        };
        if text == "none" {
            return Ok(Self([Muster::NONE; 2]));
        }
        let (first, second) = text.split_once(", ").map_or((text.as_str(), None), |(a, b)| (a, Some(b)));
        let first = Muster::read(first).ok_or_else(wrong)?;
        let second = second.map_or(Some(Muster::NONE), Muster::read).ok_or_else(wrong)?;
        let all = Self([first, second]);
        if all.gladiators() > MUSTERED { Err(wrong()) } else { Ok(all) }
    }
}

impl Musters {
    /// How many enter in all.
    pub(crate) const fn gladiators(self) -> u8 {
        self.0[0].gladiators + self.0[1].gladiators
    }

    fn text(self) -> Text {
        let [first, second] = self.0;
        if second.gladiators == 0 { first.text() } else { say!("{}; {}", first.text(), second.text()) }
    }
}

impl Muster {
    /// Nobody enters.
    const NONE: Self = Self { gladiators: 0, into: Into::Lasting };

    fn read(text: &str) -> Option<Self> {
        let (count, into) = text.split_once(' ')?;
        Some(Self { gladiators: small(count)?, into: Into::read(into)? })
    }
}

impl TryFrom<String> for Ploy {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        let words: Vec<_> = text.split_whitespace().collect();
        let found = match words[..] {
            ["none"] => Some(Self::Nothing),
            ["exhaust", ..] => Selector::read(&words[1..]).map(Self::Exhaust),
            ["ready", ..] => Selector::read(&words[1..]).map(Self::Ready),
            ["deal-each", many] => small(many).map(Self::DealEach),
            [verb, many, ..] => {
                small(many).zip(Selector::read(&words[2..])).and_then(|(many, who)| match verb {
                    "deal" => Some(Self::Deal(many, who)),
                    "remove" => Some(Self::Remove(many, who)),
                    "strengthen" => Some(Self::Strengthen(many, who)),
                    _ => None,
                })
            }
            _ => None,
        };
        found.ok_or_else(|| {
            format!("'{text}' is no tactic: expected none, 'exhaust | ready SELECTOR', 'deal | remove | strengthen N SELECTOR' or 'deal-each N'")
        })
    }
}

impl TryFrom<String> for Answer {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        let found = match text.split_whitespace().collect::<Vec<_>>()[..] {
            ["none"] => Some(Self::Nothing),
            ["prevent", "all"] => Some(Self::Prevent(u8::MAX)),
            ["prevent", many] => small(many).map(Self::Prevent),
            ["deflect", many] => small(many).map(Self::Deflect),
            ["strike", many] => small(many).map(Self::Strike),
            _ => None,
        };
        found.ok_or_else(|| {
            format!("'{text}' is no reaction: expected none, 'prevent N | all', 'deflect N' or 'strike N'")
        })
    }
}

named! {
    /// A section of an order.
    #[derive(Default, Serialize)]
    pub enum Section {
        /// Machinations.
        #[default]
        Machinations = "Machinations",
        /// The attack of the combat section.
        Attack = "Attack",
        /// The tactic of the combat section.
        Tactic = "Tactic",
        /// Reaction.
        Reaction = "Reaction",
    }
}

impl Combat {
    /// Its section.
    pub(crate) const fn section(self) -> Section {
        match self {
            Self::Attack => Section::Attack,
            Self::Tactic => Section::Tactic,
        }
    }
}

impl Order {
    /// What a section says, in our words.
    pub fn text(&self, section: Section) -> Text {
        match section {
            Section::Machinations => self.muster.text(),
            Section::Attack => {
                let (attacker, target) = (self.attack.0.text(), self.attack.1.text());
                say!("its gladiator {attacker} attacks your gladiator {target}")
            }
            Section::Tactic => self.ploy.text(),
            Section::Reaction => self.answer.text(),
        }
    }

    /// Whether a section says to do nothing.
    pub(crate) fn is_idle(&self, section: Section) -> bool {
        match section {
            Section::Machinations => self.muster.gladiators() == 0,
            Section::Attack => false,
            Section::Tactic => self.ploy == Ploy::Nothing,
            Section::Reaction => self.answer == Answer::Nothing,
        }
    }

    /// The whole card.
    pub fn whole(&self) -> Text {
        let (attack, tactic) = (self.text(Section::Attack), self.text(Section::Tactic));
        let combat = match self.first {
            Combat::Attack => say!("attack: {attack}; tactic: {tactic}"),
            Combat::Tactic => say!("tactic: {tactic}; attack: {attack}"),
        };
        let (muster, answer) = (self.text(Section::Machinations), self.text(Section::Reaction));
        let whole = say!("Machinations: {muster}. Combat: {combat}. Reaction: {answer}.");
        if self.stars == 0 { whole } else { say!("{whole} {}", "*".repeat(usize::from(self.stars))) }
    }
}

impl Muster {
    fn text(self) -> Text {
        let gladiators = match self.gladiators {
            0 => return say!("nothing"),
            1 => say!("the next gladiator of the supply deck enters"),
            many => say!("the next {many} gladiators of the supply deck enter"),
        };
        match self.into {
            Into::MostPlayer => say!("{gladiators} the arena with most of your gladiators"),
            Into::Fleeting => say!("{gladiators} a Fleeting arena"),
            Into::Lasting => say!("{gladiators} the Lasting arena"),
        }
    }
}

impl Ploy {
    fn text(self) -> Text {
        match self {
            Self::Nothing => say!("nothing"),
            Self::Exhaust(who) => say!("exhaust your ready gladiator {}", who.text()),
            Self::Deal(many, who) => say!("deal {many} damage to your gladiator {}", who.text()),
            Self::DealEach(many) => say!("deal {many} damage to each of your gladiators"),
            Self::Ready(who) => say!("ready its exhausted gladiator {}", who.text()),
            Self::Remove(many, who) => say!("remove {many} damage from its damaged gladiator {}", who.text()),
            Self::Strengthen(many, who) => {
                say!("its gladiator {} has {many} more attack until the combat turn ends", who.text())
            }
        }
    }
}

impl Answer {
    fn text(self) -> Text {
        match self {
            Self::Nothing => say!("nothing"),
            Self::Prevent(u8::MAX) => say!("prevent all damage to that gladiator"),
            Self::Prevent(many) => say!("prevent {many} damage to that gladiator"),
            Self::Deflect(many) => say!("reassign {many} damage to the attacker"),
            Self::Strike(many) => say!("deal {many} damage to the attacker"),
        }
    }
}
