#![doc = include_str!("../README.md")]
//!
//! # How it is cut
//!
//! The rulebook's table of contents: what is printed ([`Kingdom`], from `data/*.toml`: [`map`](Map) and decks), what a
//! table can be set to ([`Rules`]), zones and heroes ([`State`]), every procedure that can wait ([`Frame`]), what may be
//! done ([`Action`]) and why not, the turn and its spaces, battles and their exact [`Odds`], the effects of cards, who
//! knows what ([`View`]), and how it ends. Rules are cited as `GL-n`, rulings by letter and number; both are in
//! `rules.md`. Beside the rules stand what bots judge it by (`mind`) and how it is drawn (`drawing`), each a feature.

pub use table;

mod action;
mod atlas;
mod battle;
mod boon;
mod bounds;
mod cards;
#[cfg(feature = "drawing")]
mod drawing;
mod effect;
#[cfg(feature = "encoding")]
mod encoding;
mod event;
mod facts;
mod game;
mod label;
mod map;
#[cfg(feature = "mind")]
mod mind;
#[cfg(feature = "naming")]
mod naming;
mod news;
mod odds;
mod perform;
mod procedures;
mod quest;
mod reading;
mod reason;
mod rules;
mod score;
mod stage;
mod state;
mod taught;
mod text;
mod trial;
mod view;
mod vitals;
mod words;
mod written;

pub use action::{Action, Held};
pub use battle::Fighter;
pub use boon::{Always, Aspect, Boon, Passive};
pub use cards::{
    Ability, Board, Cards, FILES, Fate, Good, KINGDOMS, Kingdom, MOST_EVENTS, Monster, Omen, Quest, Report,
    Reward, Stock, bits,
};
pub use effect::{Called, Choices, Effect, Goal, Kin, Once, Script, Scripts, Sort, Window};
pub use event::{Cause, Deck, Die, Enemy, Event, Pays, Rank, Source, Struck, Travel, Verdict};
pub use map::{Kind, MOST_PLACES, Map, NOWHERE, Places, Reach, Space, Way};
pub use odds::{Clash, Odds};
pub use procedures::{
    After, Against, Aim, Arrive, Choose, ChooseHero, Close, End, Fight, Foe, Follow, Frame, Haven, Landing,
    Learn, MOST_LISTS, MOST_WAITING, NOTHING, NameLair, Peril, Quest as QuestOffer, Roll, Start, Step, Trade,
    Travel as Travelling,
};
pub use quest::{Deed, Deeds, MOST_WANTED, Standing, Task};
pub use reason::{Unusable, Why};
pub use rules::{Challenge, HeroPick, Rules};
pub use state::{
    ByHero, Ending, Hero, Lair, MOST_HEROES, MOST_PROWLING, Pile, Prowler, Public, QuestLies, Spent, State,
    Town, Used,
};
pub use trial::{SCENARIOS, Trial, Trials};
pub use view::View;
