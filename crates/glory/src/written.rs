//! The entries of a kingdom's files as they are written, before anything is checked.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::Spanned;

use crate::boon::WrittenAlways;
use crate::effect::{Called, Moment, Once, Written};
use crate::quest::WrittenTask;
use crate::trial::Trial;

/// A hero board.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RawBoard {
    pub name: Spanned<String>,
    #[serde(default)]
    pub flavour: String,
    pub health: u8,
    pub power: u8,
    pub strike: i8,
    pub goods: Vec<String>,
    pub gift: RawGift,
}

/// A hero's special power.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawGift {
    pub name: Spanned<String>,
    #[serde(default)]
    pub always: Vec<WrittenAlways>,
    #[serde(default)]
    pub when: Vec<Moment>,
    pub once: Option<Once>,
    #[serde(default)]
    pub uses: u8,
    pub does: Option<Vec<Written>>,
}

/// A battle card or a lair card.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawMonster {
    pub name: Spanned<String>,
    #[serde(default)]
    pub flavour: String,
    pub kin: String,
    #[serde(default = "one")]
    pub copies: u8,
    pub health: u8,
    pub power: u8,
    pub strike: i8,
    pub score: Option<u8>,
    pub glory: Option<u8>,
    #[serde(default)]
    pub coins: u8,
    #[serde(default)]
    pub hide: u8,
    #[serde(default)]
    pub ambush: u8,
    #[serde(default)]
    pub fury: u8,
    #[serde(default)]
    pub drain: u8,
    #[serde(default)]
    pub steals: u8,
    #[serde(default)]
    pub flees: u8,
    #[serde(default)]
    pub grips: bool,
    #[serde(default)]
    pub prowls: bool,
    #[serde(default)]
    pub wins: Vec<Written>,
}

/// What a quest pays.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawReward {
    pub glory: u8,
    pub coins: u8,
    #[serde(default)]
    pub wins: Vec<Written>,
}

/// A quest.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawQuest {
    pub name: Spanned<String>,
    #[serde(default)]
    pub flavour: String,
    pub task: Option<WrittenTask>,
    #[serde(default)]
    pub tasks: Vec<WrittenTask>,
    #[serde(default)]
    pub early: bool,
    pub first: Option<RawReward>,
    pub second: Option<RawReward>,
    pub effort: Option<u8>,
}

/// A good or an ability.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawCard {
    pub name: Spanned<String>,
    #[serde(default)]
    pub flavour: String,
    pub sort: Option<String>,
    pub price: Option<u8>,
    #[serde(default = "one")]
    pub copies: u8,
    #[serde(default)]
    pub always: Vec<WrittenAlways>,
    #[serde(default)]
    pub when: Vec<Moment>,
    pub once: Option<Once>,
    #[serde(default)]
    pub uses: u8,
    pub does: Option<Vec<Written>>,
}

/// A fate.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawFate {
    pub name: Spanned<String>,
    #[serde(default)]
    pub flavour: String,
    #[serde(default = "one")]
    pub copies: u8,
    #[serde(default)]
    pub always: Vec<WrittenAlways>,
    #[serde(default)]
    pub does: Vec<Written>,
}

/// `kingdom.toml`: what is told of the kingdom, and what its monsters and goods are.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub struct RawKingdom {
    pub flavour: String,
    pub kins: Vec<Called>,
    pub sorts: Vec<Called>,
    pub events: Vec<RawEvent>,
    pub scenarios: BTreeMap<String, Trial>,
}

/// An event.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawEvent {
    pub name: Spanned<String>,
    #[serde(default)]
    pub flavour: String,
    pub always: Vec<WrittenAlways>,
}

/// How many copies there are of an entry that does not say.
const fn one() -> u8 {
    1
}

/// An entry of a file as written: a name, and how many there are of it.
pub trait Entry: DeserializeOwned {
    fn name(&self) -> &Spanned<String>;
    fn copies(&self) -> u8 {
        1
    }
}

macro_rules! entries {
    ($($raw:ident)* ; $($dealt:ident)*) => {
        $( impl Entry for $raw {
            fn name(&self) -> &Spanned<String> { &self.name }
        } )*
        $( impl Entry for $dealt {
            fn name(&self) -> &Spanned<String> { &self.name }
            fn copies(&self) -> u8 { self.copies }
        } )*
    };
}

entries!(RawBoard RawQuest; RawMonster RawCard RawFate);
