//! Quests: what a hero has done, and what a town asks for.

use serde::{Deserialize, Serialize};
use table::{Text, article, say};

use crate::effect::{KINS, Kin, Sort};
use crate::map::MOST_PLACES;

/// What a hero has done since some moment. All of it happens in the open, so how far a quest is follows from its card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Deeds {
    /// Monsters slain, by kin.
    pub slain: [u8; KINS],
    /// The highest victory score among them; lairs count 20.
    pub best: u8,
    /// Rounds of battle lived through.
    pub rounds: u8,
    /// Fates drawn.
    pub fates: u8,
    /// Goods bought.
    pub bought: u8,
    /// Towns landed on, as bits.
    pub towns: u8,
    /// Lairs landed on, as bits.
    pub lairs: u8,
    /// Havens landed on, as bits.
    pub havens: u8,
    /// Landings on the castle.
    pub castle: u8,
}

/// Something a hero just did that a quest may ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Slew a monster with this victory score.
    Slew(Kin, u8),
    /// Lived through a round of battle.
    Round,
    /// Drew a fate.
    Fate,
    /// Bought a good.
    Bought,
    /// Landed on a town.
    Town(u8),
    /// Landed on a lair.
    Lair(u8),
    /// Landed on a haven.
    Haven(u8),
    /// Landed on the castle.
    Castle,
}

impl Deeds {
    /// Notes a deed.
    #[inline]
    pub fn note(&mut self, deed: Deed) {
        let count = |counter: &mut u8| *counter = counter.saturating_add(1);
        match deed {
            Deed::Slew(kin, score) => {
                count(&mut self.slain[kin as usize]);
                self.best = self.best.max(score);
            }
            Deed::Round => count(&mut self.rounds),
            Deed::Fate => count(&mut self.fates),
            Deed::Bought => count(&mut self.bought),
            Deed::Town(place) => self.towns |= 1 << place,
            Deed::Lair(place) => self.lairs |= 1 << place,
            Deed::Haven(place) => self.havens |= 1 << place,
            Deed::Castle => count(&mut self.castle),
        }
    }
}

/// What a quest asks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// Slay so many monsters of any kin.
    Slay(u8),
    /// Slay so many monsters of one kin.
    SlayKin(Kin, u8),
    /// Slay a monster with at least this victory score.
    SlayWorth(u8),
    /// Land on the town farthest from this one.
    Deliver,
    /// Land on so many other towns.
    Towns(u8),
    /// Land on so many lairs.
    Lairs(u8),
    /// Land on so many havens.
    Havens(u8),
    /// Land on the castle so often.
    Report(u8),
    /// Hand over a good of this sort.
    Bring(Sort),
    /// Hand over so many coins.
    Pay(u8),
    /// Live through so many rounds of battle.
    Survive(u8),
    /// Draw so many fates.
    Fates(u8),
    /// Buy so many goods.
    Buy(u8),
    /// Have seen the cards of so many lairs, at any time.
    Know(u8),
}

/// What else a task looks at, besides deeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The town's place.
    pub town: u8,
    /// The farthest towns, as bits.
    pub farthest: u8,
    /// Lair cards the hero has seen.
    pub known: u8,
    /// The hero's coins.
    pub coins: u16,
    /// The sorts of the hero's goods, as bits.
    pub sorts: u8,
}

impl Task {
    /// How far it is, and how far it must be.
    pub fn progress(self, deeds: &Deeds, standing: &Standing) -> (u8, u8) {
        let bits = |set: u8| set.count_ones() as u8;
        let yes = |done: bool| (u8::from(done), 1);
        match self {
            Self::Slay(count) => (deeds.slain.iter().fold(0, |sum: u8, one| sum.saturating_add(*one)), count),
            Self::SlayKin(kin, count) => (deeds.slain[kin as usize], count),
            Self::SlayWorth(score) => yes(deeds.best >= score),
            Self::Deliver => yes(deeds.towns & standing.farthest != 0),
            Self::Towns(count) => (bits(deeds.towns & !(1 << standing.town)), count),
            Self::Lairs(count) => (bits(deeds.lairs), count),
            Self::Havens(count) => (bits(deeds.havens), count),
            Self::Report(count) => (deeds.castle, count),
            Self::Bring(sort) => yes(standing.sorts & 1 << sort as u8 != 0),
            Self::Pay(coins) => yes(standing.coins >= u16::from(coins)),
            Self::Survive(count) => (deeds.rounds, count),
            Self::Fates(count) => (deeds.fates, count),
            Self::Buy(count) => (deeds.bought, count),
            Self::Know(count) => (standing.known, count),
        }
    }

    /// Whether doing it means handing something over (ruling Q5): then it is done only if the hero wants to.
    pub const fn hands_over(self) -> bool {
        match self {
            Self::Bring(_) | Self::Pay(_) => true,
            Self::Slay(_)
            | Self::SlayKin(..)
            | Self::SlayWorth(_)
            | Self::Deliver
            | Self::Towns(_)
            | Self::Lairs(_)
            | Self::Havens(_)
            | Self::Report(_)
            | Self::Survive(_)
            | Self::Fates(_)
            | Self::Buy(_)
            | Self::Know(_) => false,
        }
    }

    /// Whether it is done.
    pub fn done(self, deeds: &Deeds, standing: &Standing) -> bool {
        let (now, needed) = self.progress(deeds, standing);
        now >= needed
    }

    /// The task in our words.
    pub fn text(self) -> Text {
        let many = |count: u8, one: &'static str, more: &'static str| {
            if count == 1 { say!("{} {one}", article(one)) } else { say!("{count} {more}") }
        };
        match self {
            Self::Slay(count) => say!("Slay {}.", many(count, "monster", "monsters")),
            Self::SlayKin(kin, count) => {
                if count == 1 {
                    say!("Slay {}.", kin.one())
                } else {
                    say!("Slay {count} {}.", kin.plural())
                }
            }
            Self::SlayWorth(score) => say!("Slay a monster with a victory score of {score} or more."),
            Self::Deliver => say!("Deliver a letter to the town farthest from this one."),
            Self::Towns(count) => say!("Land on {}.", many(count, "other town", "other towns")),
            Self::Lairs(count) => say!("Land on {}.", many(count, "lair", "different lairs")),
            Self::Havens(count) => say!("Land on {}.", many(count, "haven", "different havens")),
            Self::Report(1) => say!("Land on the castle."),
            Self::Report(count) => say!("Land on the castle {count} times."),
            Self::Bring(sort) => {
                say!("Bring {} and hand it over.", sort.one())
            }
            Self::Pay(1) => say!("Bring 1 coin and hand it over."),
            Self::Pay(coins) => say!("Bring {coins} coins and hand them over."),
            Self::Survive(count) => {
                say!("Live through {}.", many(count, "round of battle", "rounds of battle"))
            }
            Self::Fates(count) => say!("Draw {}.", many(count, "fate", "fates")),
            Self::Buy(count) => say!("Buy {}.", many(count, "good", "goods")),
            Self::Know(count) => say!("Know which monsters hide in {}.", many(count, "lair", "lairs")),
        }
    }

    /// Whether a map with so many places lets it be done.
    pub fn possible(self, towns: usize, lairs: usize, havens: usize) -> bool {
        let fits = |count: u8, most: usize| count >= 1 && usize::from(count) <= most.min(MOST_PLACES);
        match self {
            Self::Towns(count) => fits(count, towns.saturating_sub(1)),
            Self::Lairs(count) | Self::Know(count) => fits(count, lairs),
            Self::Havens(count) => fits(count, havens),
            Self::SlayWorth(score) => (1..=20).contains(&score),
            Self::Slay(count)
            | Self::SlayKin(_, count)
            | Self::Report(count)
            | Self::Pay(count)
            | Self::Survive(count)
            | Self::Fates(count)
            | Self::Buy(count) => (1..=50).contains(&count),
            Self::Deliver | Self::Bring(_) => true,
        }
    }
}
