//! The orders of the Ludus Magnus: what is printed on the cards of its deck (FG-100).

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::effect::Stat;

/// The most orders a deck can have: the last number stands for a blank.
pub const ORDERS: usize = 127;

/// One card of the Ludus Magnus deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// One or three stars for difficulty, or none.
    pub stars: u8,
    /// The machinations section.
    pub muster: Muster,
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

/// Gladiators of the supply deck enter an arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Muster {
    /// How many.
    pub gladiators: u8,
    /// Where.
    pub into: Into,
}

/// Which arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Into {
    /// The one with most gladiators of the player.
    MostPlayer,
    /// A Fleeting arena (FG-109).
    Fleeting,
    /// The Lasting arena.
    Lasting,
}

/// The gladiator with most or least of a stat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selector {
    /// Most or least.
    pub extreme: Extreme,
    /// Of what.
    pub stat: Stat,
}

/// Most or least.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extreme {
    /// Most.
    Highest,
    /// Least.
    Lowest,
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
        let [extreme, stat] = words else {
            return None;
        };
        let extreme = match *extreme {
            "highest" => Extreme::Highest,
            "lowest" => Extreme::Lowest,
            _ => return None,
        };
        let stat = match *stat {
            "attack" => Stat::Attack,
            "health" => Stat::Health,
            "agility" => Stat::Agility,
            _ => return None,
        };
        Some(Self { extreme, stat })
    }

    /// Two selectors as in `lowest attack at highest health`.
    pub(crate) fn read_pair(text: &str) -> Option<(Self, Self)> {
        let (attacker, target) = text.split_once(" at ")?;
        let words = |text: &str| Self::read(&text.split_whitespace().collect::<Vec<_>>());
        Some((words(attacker)?, words(target)?))
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let extreme = match self.extreme {
            Extreme::Highest => "highest",
            Extreme::Lowest => "lowest",
        };
        let stat = match self.stat {
            Stat::Attack => "attack",
            Stat::Health => "health",
            Stat::Agility => "agility",
        };
        write!(f, "with the {extreme} {stat}")
    }
}

fn small(word: &str) -> Option<u8> {
    word.parse().ok().filter(|number| (1..=9).contains(number))
}

impl TryFrom<String> for Muster {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        let wrong =
            || format!("'{text}' is no muster: expected none, or 'N most-player | fleeting | lasting'");
        if text == "none" {
            return Ok(Self { gladiators: 0, into: Into::Lasting });
        }
        let (count, into) = text.split_once(' ').ok_or_else(wrong)?;
        let into = match into {
            "most-player" => Into::MostPlayer,
            "fleeting" => Into::Fleeting,
            "lasting" => Into::Lasting,
            _ => return Err(wrong()),
        };
        Ok(Self { gladiators: small(count).filter(|count| *count < 4).ok_or_else(wrong)?, into })
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

/// A section of an order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub enum Section {
    /// Machinations.
    #[default]
    Machinations,
    /// The attack of the combat section.
    Attack,
    /// The tactic of the combat section.
    Tactic,
    /// Reaction.
    Reaction,
}

impl Order {
    /// What a section says, in our words.
    pub fn text(&self, section: Section) -> String {
        match section {
            Section::Machinations => self.muster.text(),
            Section::Attack => {
                format!("its gladiator {} attacks your gladiator {}", self.attack.0, self.attack.1)
            }
            Section::Tactic => self.ploy.text(),
            Section::Reaction => self.answer.text(),
        }
    }

    /// The whole card.
    pub fn whole(&self) -> String {
        let (attack, tactic) = (self.text(Section::Attack), self.text(Section::Tactic));
        let combat = match self.first {
            Combat::Attack => format!("attack: {attack}; tactic: {tactic}"),
            Combat::Tactic => format!("tactic: {tactic}; attack: {attack}"),
        };
        let stars = "*".repeat(usize::from(self.stars));
        let (muster, answer) = (self.text(Section::Machinations), self.text(Section::Reaction));
        format!("Machinations: {muster}. Combat: {combat}. Reaction: {answer}. {stars}").trim_end().to_owned()
    }
}

impl Muster {
    fn text(self) -> String {
        let into = match self.into {
            Into::MostPlayer => "the arena with most of your gladiators",
            Into::Fleeting => "a Fleeting arena",
            Into::Lasting => "the Lasting arena",
        };
        match self.gladiators {
            0 => "nothing".to_owned(),
            1 => format!("the next gladiator of the supply deck enters {into}"),
            many => format!("the next {many} gladiators of the supply deck enter {into}"),
        }
    }
}

impl Ploy {
    fn text(self) -> String {
        match self {
            Self::Nothing => "nothing".to_owned(),
            Self::Exhaust(who) => format!("exhaust your ready gladiator {who}"),
            Self::Deal(many, who) => format!("deal {many} damage to your gladiator {who}"),
            Self::DealEach(many) => format!("deal {many} damage to each of your gladiators"),
            Self::Ready(who) => format!("ready its exhausted gladiator {who}"),
            Self::Remove(many, who) => format!("remove {many} damage from its damaged gladiator {who}"),
            Self::Strengthen(many, who) => {
                format!("its gladiator {who} has {many} more attack until the combat turn ends")
            }
        }
    }
}

impl Answer {
    fn text(self) -> String {
        match self {
            Self::Nothing => "nothing".to_owned(),
            Self::Prevent(u8::MAX) => "prevent all damage to that gladiator".to_owned(),
            Self::Prevent(many) => format!("prevent {many} damage to that gladiator"),
            Self::Deflect(many) => format!("reassign {many} damage to the attacker"),
            Self::Strike(many) => format!("deal {many} damage to the attacker"),
        }
    }
}
