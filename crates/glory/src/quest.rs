//! Quests: what a hero has done, and what a town asks for.

use serde::{Deserialize, Serialize};
use table::{Text, article, say};

use crate::cards::{Kingdom, Quest};
use crate::effect::{KINS, Kin, Sort};
use crate::map::{MOST_PLACES, Places};
use crate::procedures::NOTHING;

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
    pub towns: Places,
    /// Lairs landed on, as bits.
    pub lairs: Places,
    /// Havens landed on, as bits.
    pub havens: Places,
    /// Landings on the castle.
    pub castle: u8,
    /// Of the monsters that quests name, those slain, as bits.
    pub wanted: u8,
}

/// The most monsters that the quests of a kingdom name.
pub const MOST_WANTED: usize = 8;

/// Something a hero just did that a quest may ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Slew a monster of this kin, with this victory score; which of the monsters that quests name it is, or [`NOTHING`].
    Slew(Kin, u8, u8),
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
            Deed::Slew(kin, score, wanted) => {
                count(&mut self.slain[kin.0 as usize]);
                self.best = self.best.max(score);
                if wanted != NOTHING {
                    self.wanted |= 1 << wanted;
                }
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Task {
    /// Slay so many monsters of any kin.
    Slay(u8),
    /// Slay so many monsters of one kin.
    SlayKin(Kin, u8),
    /// Slay a monster with at least this victory score.
    SlayWorth(u8),
    /// Slay the battle card of this kind, which is so and so in the list of those that quests name.
    SlayNamed {
        /// The battle card, by kind.
        kind: u8,
        /// Its place in the list.
        wanted: u8,
    },
    /// Land on the town farthest from this one.
    Deliver,
    /// Land on this town; where the quest lies in it, on the farthest one (ruling Q14).
    Visit(u8),
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

/// A task as written in a file, with kins, sorts, monsters and towns by name.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "each is the task of the same name")]
pub enum WrittenTask {
    Slay(u8),
    SlayKin(String, u8),
    SlayWorth(u8),
    SlayNamed(String),
    Deliver,
    Visit(String),
    Towns(u8),
    Lairs(u8),
    Havens(u8),
    Report(u8),
    Bring(String),
    Pay(u8),
    Survive(u8),
    Fates(u8),
    Buy(u8),
    Know(u8),
}

/// What else a task looks at, besides deeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The town's place.
    pub town: u8,
    /// The farthest towns, as bits.
    pub farthest: Places,
    /// Lair cards the hero has seen.
    pub known: u8,
    /// The hero's coins.
    pub coins: u16,
    /// The sorts of the hero's goods, as bits.
    pub sorts: u8,
}

impl Standing {
    /// The towns that a task to visit one means, as bits.
    pub const fn meant(&self, place: u8) -> Places {
        if place == self.town { self.farthest } else { 1 << place }
    }
}

impl Task {
    /// How far it is, and how far it must be.
    pub fn progress(self, deeds: &Deeds, standing: &Standing) -> (u8, u8) {
        let bits = |set: Places| set.count_ones() as u8;
        let yes = |done: bool| (u8::from(done), 1);
        match self {
            Self::Slay(count) => (deeds.slain.iter().fold(0, |sum: u8, one| sum.saturating_add(*one)), count),
            Self::SlayKin(kin, count) => (deeds.slain[kin.0 as usize], count),
            Self::SlayWorth(score) => yes(deeds.best >= score),
            Self::SlayNamed { wanted, .. } => yes(deeds.wanted & 1 << wanted != 0),
            Self::Deliver => yes(deeds.towns & standing.farthest != 0),
            Self::Visit(place) => yes(deeds.towns & standing.meant(place) != 0),
            Self::Towns(count) => (bits(deeds.towns & !(1 << standing.town)), count),
            Self::Lairs(count) => (bits(deeds.lairs), count),
            Self::Havens(count) => (bits(deeds.havens), count),
            Self::Report(count) => (deeds.castle, count),
            Self::Bring(sort) => yes(standing.sorts & 1 << sort.0 != 0),
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
            | Self::SlayNamed { .. }
            | Self::Deliver
            | Self::Visit(_)
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
            Self::Deliver | Self::Visit(_) | Self::SlayNamed { .. } | Self::Bring(_) => true,
        }
    }
}

impl Quest {
    /// How far all its tasks together are, and how far they must be.
    pub fn progress(&self, deeds: &Deeds, standing: &Standing) -> (u8, u8) {
        self.tasks.iter().fold((0, 0), |(sum, all): (u8, u8), task| {
            let (now, needed) = task.progress(deeds, standing);
            (sum.saturating_add(now.min(needed)), all.saturating_add(needed))
        })
    }

    /// Whether all its tasks are done.
    #[inline]
    pub fn done(&self, deeds: &Deeds, standing: &Standing) -> bool {
        self.tasks.iter().all(|task| task.done(deeds, standing))
    }

    /// The task that hands something over, if there is one; there is never more than one.
    pub fn hands_over(&self) -> Option<Task> {
        self.tasks.iter().copied().find(|task| task.hands_over())
    }
}

impl Kingdom {
    /// A task in our words; `at` is the place of the town where its quest lies, if that is known.
    pub fn task_text(&self, task: Task, at: Option<u8>) -> Text {
        let many = |count: u8, one: &'static str, more: &'static str| {
            if count == 1 { say!("{} {one}", article(one)) } else { say!("{count} {more}") }
        };
        let called = |kin: Kin| &self.kins[kin.0 as usize];
        match task {
            Task::Slay(count) => say!("Slay {}.", many(count, "monster", "monsters")),
            Task::SlayKin(kin, 1) => say!("Slay {}.", called(kin).one.as_str()),
            Task::SlayKin(kin, count) => say!("Slay {count} {}.", called(kin).several.as_str()),
            Task::SlayWorth(score) => say!("Slay a monster with a victory score of {score} or more."),
            Task::SlayNamed { kind, .. } => {
                say!("Slay {}.", crate::event::Enemy::Card(kind).words(self))
            }
            Task::Deliver => match at {
                Some(at) => {
                    say!("Deliver a letter to {}, the town farthest away.", self.far_towns(at))
                }
                None => say!("Deliver a letter to the town farthest from this one."),
            },
            Task::Visit(place) if at == Some(place) => {
                say!("Land on {}.", self.far_towns(place))
            }
            Task::Visit(place) => {
                let space = self.map.space(self.map.towns[place as usize]);
                say!("Land on {}.", table::place(&space.name))
            }
            Task::Towns(count) => say!("Land on {}.", many(count, "other town", "other towns")),
            Task::Lairs(count) => say!("Land on {}.", many(count, "lair", "different lairs")),
            Task::Havens(count) => say!("Land on {}.", many(count, "haven", "different havens")),
            Task::Report(1) => say!("Land on the castle."),
            Task::Report(count) => say!("Land on the castle {count} times."),
            Task::Bring(sort) => {
                say!("Bring {} and hand it over.", self.sorts[sort.0 as usize].one.as_str())
            }
            Task::Pay(1) => say!("Bring 1 coin and hand it over."),
            Task::Pay(coins) => say!("Bring {coins} coins and hand them over."),
            Task::Survive(count) => {
                say!("Live through {}.", many(count, "round of battle", "rounds of battle"))
            }
            Task::Fates(count) => say!("Draw {}.", many(count, "fate", "fates")),
            Task::Buy(count) => say!("Buy {}.", many(count, "good", "goods")),
            Task::Know(count) => say!("Know which monsters hide in {}.", many(count, "lair", "lairs")),
        }
    }

    /// The towns farthest from the town at this place, in a sentence (ruling Q13).
    fn far_towns(&self, place: u8) -> Text {
        let far = self.map.farthest.get(place as usize).copied().unwrap_or(0);
        let towns = table::bits(far).map(|place| self.map.towns[place as usize]);
        Text::joined(towns.map(|space| Text::of(table::place(&self.map.space(space).name))), " or ")
    }
}
