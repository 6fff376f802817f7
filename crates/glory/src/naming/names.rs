//! The fields of a view in names.

use std::collections::BTreeMap;

use naming::{Counts, Waiting};
use serde::Serialize;
use utoipa::ToSchema;

/// A position of Glory as one viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = GloryView)]
pub struct Names {
    /// The seat that looks; null for an onlooker.
    pub viewer: Option<String>,
    /// The seat whose turn it is.
    pub active: String,
    /// The seat that went first.
    pub first: String,
    /// The round, from 1.
    pub round: u16,
    /// The movement die of this turn as it was last changed; null before the roll.
    pub rolled: Option<u8>,
    /// Whether the hero marched this turn.
    pub marched: bool,
    /// Whether the hero duelled this turn.
    pub duelled: bool,
    /// Whether the hero offered a good for sale this turn.
    pub sold: bool,
    /// The heroes.
    pub heroes: BTreeMap<String, Hero>,
    /// The towns.
    pub towns: Vec<Town>,
    /// The lairs.
    pub lairs: Vec<Lair>,
    /// The event that holds for every hero; null if there is none.
    pub event: Option<String>,
    /// Monsters that stay where they were left, the one left first foremost.
    pub prowling: Vec<Prowler>,
    /// The goods face up at the castle; null is an empty place.
    pub row: Vec<Option<String>>,
    /// The goods deck.
    pub goods: Pile,
    /// The ability deck.
    pub abilities: Pile,
    /// The battle deck.
    pub battle: Pile,
    /// The fate deck; those of dead heroes are discarded.
    pub fates: Pile,
    /// Cards and powers used for the present trigger.
    pub used_now: Used,
    /// Cards and powers used in the present battle.
    pub used_in_battle: Used,
    /// Cards and powers used in the present turn.
    pub used_this_turn: Used,
    /// The last round that was fought, until the next movement roll.
    pub last_round: Option<Round>,
    /// The procedures under way, the outermost first.
    pub procedures: Vec<Waiting>,
    /// How the game ended; null while it goes on.
    pub ending: Option<Ending>,
}

/// A hero on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = GloryHero)]
pub struct Hero {
    /// The hero board; null before it is chosen.
    pub board: Option<String>,
    /// Whether the hero lives.
    pub alive: bool,
    /// Health now.
    pub health: u8,
    /// Glory now.
    pub glory: u8,
    /// Where it came from: battles, lairs, quests, cards.
    pub glory_from: BTreeMap<String, i8>,
    /// The most glory ever held.
    pub most_glory: u8,
    /// Glory awards taken.
    pub awards: u8,
    /// Fate awards taken.
    pub fate_awards: u8,
    /// Uses spent of the hero's own power, where it has so many in a game.
    pub power_spent: u8,
    /// Coins.
    pub coins: u16,
    /// The space where the hero stands.
    pub space: String,
    /// The space the hero came from, if it matters.
    pub came_from: Option<String>,
    /// Goods held.
    pub goods: Vec<HeldCard>,
    /// Abilities held.
    pub abilities: Vec<HeldCard>,
    /// Fates kept, by name.
    pub fates: Counts,
    /// What the hero did in all the game.
    pub deeds: Deeds,
    /// What the hero did since seeing each town's quest, by town.
    pub deeds_since: BTreeMap<String, Deeds>,
}

/// A good or an ability that a hero holds.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, ToSchema)]
#[schema(as = GloryHeldCard)]
pub struct HeldCard {
    /// Its name.
    pub name: String,
    /// Uses spent of it.
    pub uses_spent: u8,
    /// Whether it was used for the present trigger.
    pub used_now: bool,
    /// Whether it was used in the present battle.
    pub used_in_battle: bool,
    /// Whether it was used in the present turn.
    pub used_this_turn: bool,
}

/// What a hero did since some moment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = GloryDeeds)]
pub struct Deeds {
    /// Monsters slain, by kin.
    pub slain: Counts,
    /// The highest victory score among them.
    pub best_slain: u8,
    /// Rounds of battle lived through.
    pub rounds: u8,
    /// Fates drawn.
    pub fates: u8,
    /// Goods bought.
    pub bought: u8,
    /// Towns landed on.
    pub towns: Vec<String>,
    /// Lairs landed on.
    pub lairs: Vec<String>,
    /// Havens landed on.
    pub havens: Vec<String>,
    /// Landings on the castle.
    pub castle: u8,
    /// Of the monsters that quests name, those slain.
    pub wanted_slain: Vec<String>,
}

/// A town and its quest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = GloryTown)]
pub struct Town {
    /// Its name.
    pub name: String,
    /// How its quest lies: `face down`, `open` or `gone`.
    pub lies: String,
    /// Who completed it first, where it lies open.
    pub completed_by: Option<String>,
    /// Who has seen it.
    pub seen_by: Vec<String>,
    /// The quest, where the viewer knows it.
    pub quest: Option<String>,
    /// Whether it was cried out as a race.
    pub raced: bool,
    /// Quests that everyone knows it not to be.
    pub cannot_be: Vec<String>,
}

/// A lair and its monster.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = GloryLair)]
pub struct Lair {
    /// Its name.
    pub name: String,
    /// Who has seen the card.
    pub seen_by: Vec<String>,
    /// Whether it has been shown to all.
    pub shown: bool,
    /// Who defeated it.
    pub won_by: Option<String>,
    /// The monster, where the viewer knows it.
    pub monster: Option<String>,
}

/// A monster that stays where it was left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = GloryProwler)]
pub struct Prowler {
    /// The battle card.
    pub monster: String,
    /// The space.
    pub space: String,
}

/// A deck and what came out of it again; nobody knows its order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = GloryPile)]
pub struct Pile {
    /// Cards to draw, by name.
    pub deck: Counts,
    /// Discarded cards, by name.
    pub discard: Counts,
}

/// What was used since some moment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = GloryUsed)]
pub struct Used {
    /// Goods, by name.
    pub goods: Counts,
    /// Abilities, by name.
    pub abilities: Counts,
    /// The seats whose hero's own power was used.
    pub powers: Vec<String>,
}

/// A round of battle as its dice counted in the end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = GloryRound)]
#[allow(clippy::struct_field_names)] // The round of a round is what the rulebook counts.
pub struct Round {
    /// Whose hero fought.
    pub seat: String,
    /// Against whom.
    pub enemy: String,
    /// The round.
    pub round: u8,
    /// The hero's die.
    pub hero_die: u8,
    /// The enemy's die.
    pub enemy_die: u8,
    /// The hero's strike roll.
    pub hero_strike: i16,
    /// The enemy's strike roll.
    pub enemy_strike: i16,
    /// How it ended for the hero: `won`, `lost` or `tied`.
    pub verdict: String,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = GloryEnding)]
pub struct Ending {
    /// By what: `glory`, `survivor`, `death`, `rounds`, `turns` or `goal`.
    pub by: String,
    /// Whom it made the winner; null where glory is counted or nobody won.
    pub winner: Option<String>,
}
