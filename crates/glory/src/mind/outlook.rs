//! What spaces, cards and battles are worth to a hero now.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::{
    Boon, Challenge, Deeds, Fighter, Kind, Lair, MOST_PLACES, Monster, NOTHING, Passive, Places, Quest,
    QuestLies, Rules, Sort, Task, View,
};
use table::{List, Seat};

use super::battles;
use super::chances::{self, Chances};
use super::weights as w;
use bots::Weights;

/// What things are worth to one hero.
pub struct Outlook<'a> {
    /// The numbers to judge by.
    pub weights: &'a Weights,
    /// The rules of the table.
    pub rules: &'a Rules,
    /// What the seat sees.
    pub view: &'a View,
    /// Whose outlook it is.
    pub seat: Seat,
    /// What the hero brings to every battle.
    pub fighter: Fighter,
    /// Its health.
    pub health: u8,
    /// The most health it can have.
    pub most: u8,
    /// What share of the health is missing.
    pub hurt: f32,
    /// How well the hero fights: strike and power, from about 0.
    pub prowess: f32,
    /// Where the hero wants to be, once that was asked.
    plans: OnceCell<Plans>,
    /// How surely the hero wins battles as it is now, once that was asked.
    chances: OnceCell<Rc<Chances>>,
}

/// Where a hero wants to be.
#[derive(Default)]
struct Plans {
    /// What coming to each town is worth.
    towns: [f32; MOST_PLACES],
    /// Spaces worth going to, and how much, about 1 for a quest to be paid.
    goals: List<(u8, f32), MOST_GOALS>,
    /// Whether a quest asks for battles.
    battles: bool,
    /// Whether a quest asks for fates.
    fates: bool,
}

/// The castle, and each town, lair and haven once: nothing else is worth riding to.
const MOST_GOALS: usize = 1 + 3 * MOST_PLACES;

/// What reaching a scenario's goal is worth, in glory (E12).
const GOAL: f32 = 10.0;
/// What a place is worth that a scenario asks to be seen, where a quest to be paid is worth 1.
const JOURNEY: f32 = 1.5;
/// How much more a quest's tasks are worth in a scenario that asks for quests.
const ERRANDS: f32 = 2.0;

impl Plans {
    fn go(&mut self, space: u8, worth: f32) {
        if worth <= 0.0 {
            return;
        }
        match self.goals.iter_mut().find(|(known, _)| *known == space) {
            Some((_, most)) => *most = most.max(worth),
            None => self.goals.push((space, worth)).expect("there is room for every place of the map"),
        }
    }
}

impl<'a> Outlook<'a> {
    /// Works it out from the seat's view.
    pub fn new(weights: &'a Weights, rules: &'a Rules, view: &'a View, seat: Seat) -> Self {
        let (public, kingdom) = (&view.public, &*rules.kingdom);
        let (health, most) = (public.heroes[seat].health, public.most_health(kingdom, seat).max(1));
        let fighter = public.fighter(kingdom, seat);
        let Fighter { strike, power, passive, .. } = &fighter;
        let prowess = f32::from(*strike)
            + f32::from(passive.strike)
            + f32::from(*power)
            + f32::from(passive.power)
            + 0.5 * f32::from(passive.armour)
            + 0.4 * f32::from(passive.fury);
        Self {
            weights,
            rules,
            view,
            seat,
            fighter,
            health,
            most,
            hurt: 1.0 - f32::from(health) / f32::from(most),
            prowess,
            plans: OnceCell::new(),
            chances: OnceCell::new(),
        }
    }

    /// What ending a move on a space is worth.
    pub fn space(&self, at: u8) -> f32 {
        let (weights, public) = (self.weights, &self.view.public);
        let map = &self.rules.kingdom.map;
        let hero = &public.heroes[self.seat];
        let fit = 1.0 - 1.6 * self.hurt;
        let here = match map.kind(at) {
            Kind::Blank => 0.0,
            Kind::Battle if public.prowler(at).is_some() => self.prowler(at),
            Kind::Battle => {
                let asked = if self.plans().battles { weights[w::ASKED] } else { 0.0 };
                weights[w::BATTLE]
                    + weights[w::BATTLE_FIT] * fit
                    + weights[w::PROSPECT] * self.prospect(&self.chances(self.health))
                    + weights[w::PROSPECT] * self.quarry()
                    + asked
            }
            Kind::Castle => {
                let spare = 1.0 - self.saved();
                weights[w::HURT] * 2.0 * self.hurt + weights[w::CASTLE_COIN] * spare * f32::from(hero.coins)
            }
            Kind::Fate => weights[w::FATE] + if self.plans().fates { weights[w::ASKED] } else { 0.0 },
            Kind::Haven => weights[w::HURT] * self.hurt * weights[w::HAVEN],
            Kind::Lair => self.lair(map.space(at).place),
            Kind::Town => self.plans().towns[map.space(at).place as usize],
        };
        here + weights[w::NEAR] * self.goal(at)
    }

    /// What meeting the monster that prowls on a space is worth.
    fn prowler(&self, at: u8) -> f32 {
        let (kingdom, public) = (&*self.rules.kingdom, &self.view.public);
        let Some(card) = public.prowler(at) else { return 0.0 };
        let monster = &kingdom.battle[kingdom.battle_stock.kind(card) as usize];
        let glory = if monster.pays(public.heroes[self.seat].glory) { f32::from(monster.glory) } else { 0.0 };
        let sure = battles::win(&self.fighter.meets(monster, false, self.health), false).powi(2);
        let prize = if self.is_quarry(monster) { GOAL } else { glory };
        self.weights[w::BATTLE] + self.weights[w::PROSPECT] * prize * sure
    }

    /// Whether slaying this monster is what the scenario asks for (E12).
    pub fn is_quarry(&self, monster: &Monster) -> bool {
        matches!(self.rules.challenge, Some(Challenge::Slay(score)) if monster.score >= score)
    }

    /// What the next battle card promises where the scenario asks for a great monster (E12).
    fn quarry(&self) -> f32 {
        match self.rules.challenge {
            Some(Challenge::Slay(score)) => {
                let deck = self.view.public.battle.deck;
                GOAL * self.chances(self.health).against(&self.rules.kingdom, deck, score)
            }
            Some(_) | None => 0.0,
        }
    }

    /// What share of the coins that the scenario asks for the hero holds (E12): the more, the less is spent.
    pub fn saved(&self) -> f32 {
        match self.rules.challenge {
            Some(Challenge::Coins(needed)) => {
                let coins = self.view.public.heroes[self.seat].coins;
                (f32::from(coins) / f32::from(needed.max(1))).min(1.0)
            }
            Some(_) | None => 0.0,
        }
    }

    /// Where the hero has to go in a scenario that asks for journeys (E12).
    fn plan_journeys(&self, plans: &mut Plans) {
        let (map, life) = (&self.rules.kingdom.map, &self.view.public.life[self.seat]);
        for (spaces, been) in [(&map.towns, life.towns), (&map.havens, life.havens)] {
            for (at, space) in spaces.iter().enumerate() {
                if been >> at & 1 == 0 {
                    plans.go(*space, JOURNEY);
                }
            }
        }
    }

    /// What standing before a lair is worth.
    fn lair(&self, place: u8) -> f32 {
        if self.view.public.lairs[place as usize].won.is_some() {
            return 0.0;
        }
        let fit = 1.0 - 1.6 * self.hurt;
        let edge = match self.view.lairs[place as usize]
            .and_then(|lair| self.rules.kingdom.lairs.get(lair as usize))
        {
            Some(monster) => battles::edge(&self.fighter.meets(monster, true, self.health), false),
            // An unseen lair is dangerous to the weak.
            None => 0.3 * (self.prowess - 5.0),
        };
        self.weights[w::LAIR]
            + self.weights[w::LAIR_FIT] * (fit * 0.5 + edge).clamp(-1.0, 1.5)
            + self.weights[w::LAIR_WIN] * self.lair_prospect(place, &self.chances(self.health))
    }

    /// How surely the hero wins battles from this much health.
    pub fn chances(&self, health: u8) -> Rc<Chances> {
        let looked_up = || chances::of(&self.rules.kingdom, &self.fighter, health);
        if health == self.health { Rc::clone(self.chances.get_or_init(looked_up)) } else { looked_up() }
    }

    /// The glory that the next battle card promises with these chances.
    pub fn prospect(&self, chances: &Chances) -> f32 {
        let public = &self.view.public;
        chances.promise(&self.rules.kingdom, public.battle.deck, public.heroes[self.seat].glory)
    }

    /// How surely a lair can be won with these chances, its own monster if the hero has seen it.
    pub fn lair_prospect(&self, place: u8, chances: &Chances) -> f32 {
        if self.view.public.lairs[place as usize].won.is_some() {
            return 0.0;
        }
        let seen = self.view.lairs[place as usize].and_then(|lair| chances.lairs.get(lair as usize));
        *seen.unwrap_or(&chances.unseen)
    }

    /// Where the hero wants to be: asked for every way it can go.
    fn plans(&self) -> &Plans {
        self.plans.get_or_init(|| {
            let map = &self.rules.kingdom.map;
            let mut plans = Plans::default();
            plans.go(map.castle, 2.0 * self.hurt - 0.3);
            let chances = self.chances(self.health);
            for (place, space) in (0..).zip(&map.lairs) {
                plans.go(*space, self.weights[w::LAIR_GOAL] * self.lair_prospect(place, &chances));
            }
            let paid = self.weights[w::TOWN_DONE].max(0.5);
            for (place, space) in (0..).zip(&map.towns) {
                let worth = self.town(place);
                plans.towns[place as usize] = worth;
                plans.go(*space, worth / paid);
                if let Some((quest, deeds, (now, needed))) = self.errand(place) {
                    let near_done = f32::from(now + 1) / f32::from(needed.max(1));
                    let standing = self.view.public.standing(&self.rules.kingdom, self.seat, place);
                    for task in quest.tasks.iter().filter(|task| !task.done(deeds, &standing)) {
                        self.plan_errand(&mut plans, place, *task, deeds, near_done.min(1.0));
                    }
                }
            }
            if let Some(Challenge::Places(_)) = self.rules.challenge {
                self.plan_journeys(&mut plans);
            }
            plans
        })
    }

    /// What a town's quest still asks of the hero, if the hero has read it and may do it: the task, what counts for it, and how
    /// far it is.
    pub fn errand(&self, place: u8) -> Option<(&Quest, &Deeds, (u8, u8))> {
        let (public, kingdom) = (&self.view.public, &*self.rules.kingdom);
        let town = &public.towns[place as usize];
        if town.lies == QuestLies::Gone
            || town.lies == QuestLies::Open(self.seat)
            || !town.seen.contains(self.seat)
        {
            return None;
        }
        let quest = kingdom.quests.get(self.view.quests[place as usize]? as usize)?;
        let deeds =
            if quest.early { &public.life[self.seat] } else { &public.deeds[self.seat][place as usize] };
        let progress = quest.progress(deeds, &public.standing(kingdom, self.seat, place));
        (progress.0 < progress.1).then_some((quest, deeds, progress))
    }

    /// Where a quest's task is furthered.
    fn plan_errand(&self, plans: &mut Plans, place: u8, task: Task, deeds: &Deeds, near_done: f32) {
        let (kingdom, public) = (&*self.rules.kingdom, &self.view.public);
        let map = &kingdom.map;
        let wanted = if let Some(Challenge::Quests(_)) = self.rules.challenge { ERRANDS } else { 1.0 };
        let worth = self.weights[w::ERRAND] * near_done * wanted;
        let fresh = |spaces: &[u8], been: Places, plans: &mut Plans| {
            for (at, space) in spaces.iter().enumerate() {
                if been >> at & 1 == 0 {
                    plans.go(*space, worth);
                }
            }
        };
        let coins = public.heroes[self.seat].coins;
        let sold = |sort: Option<Sort>| {
            public.row.iter().filter(|card| **card != NOTHING).any(|card| {
                let good = &kingdom.goods[kingdom.goods_stock.kind(*card) as usize];
                u16::from(good.price) <= coins && sort.is_none_or(|sort| sort == good.sort)
            })
        };
        match task {
            Task::Slay(_)
            | Task::SlayKin(..)
            | Task::SlayWorth(_)
            | Task::SlayNamed { .. }
            | Task::Survive(_) => plans.battles = true,
            Task::Fates(_) => plans.fates = true,
            Task::Deliver => {
                for town in table::bits(map.farthest[place as usize]) {
                    plans.go(map.towns[town as usize], worth);
                }
            }
            Task::Visit(town) => {
                let standing = public.standing(kingdom, self.seat, place);
                for town in table::bits(standing.meant(town)) {
                    plans.go(map.towns[town as usize], worth);
                }
            }
            Task::Towns(_) => fresh(&map.towns, deeds.towns | 1 << place, plans),
            Task::Lairs(_) => fresh(&map.lairs, deeds.lairs, plans),
            Task::Havens(_) => fresh(&map.havens, deeds.havens, plans),
            Task::Report(_) => plans.go(map.castle, worth),
            Task::Bring(sort) if sold(Some(sort)) => plans.go(map.castle, worth),
            Task::Buy(_) if sold(None) => plans.go(map.castle, worth),
            Task::Know(_) => {
                let seen = |lair: &Lair| lair.shown || lair.seen.contains(self.seat);
                let known = (0..).zip(&public.lairs).filter(|(_, lair)| seen(lair));
                fresh(&map.lairs, known.fold(0, |set, (at, _)| set | 1 << at), plans);
            }
            Task::Bring(_) | Task::Buy(_) | Task::Pay(_) => {}
        }
    }

    /// What coming to a town is worth.
    fn town(&self, place: u8) -> f32 {
        let public = &self.view.public;
        let town = &public.towns[place as usize];
        match (town.lies, self.view.quests[place as usize]) {
            (QuestLies::Gone, _) => 0.0,
            (QuestLies::Open(by), _) if by == self.seat => 0.0,
            (_, None) => self.weights[w::TOWN_NEW],
            (_, Some(_)) if !town.seen.contains(self.seat) => self.weights[w::TOWN_NEW],
            (_, Some(quest)) if public.would_be_done(&self.rules.kingdom, self.seat, place, quest) => {
                self.weights[w::TOWN_DONE]
            }
            (_, Some(_)) => self.weights[w::TOWN_OLD],
        }
    }

    /// How near a space is to where the hero wants to be, from 0 to about 1: the castle when hurt, a quest to be paid, a new town,
    /// where a quest sends.
    pub fn goal(&self, at: u8) -> f32 {
        let map = &self.rules.kingdom.map;
        let near = |other: u8| 1.0 / (1.0 + 0.25 * f32::from(map.distance(at, other)));
        let goals = self.plans().goals.iter();
        goals.map(|(space, worth)| near(*space) * worth).fold(0.0, f32::max)
    }

    /// What a card gives that is kept.
    pub fn boon(&self, boon: &Boon) -> f32 {
        let weights = self.weights;
        let Passive { strike, power, health, armour, strike_in_lair, first_strike, fury, .. } = boon.passive;
        let lasting = weights[w::GIVES]
            * (f32::from(strike) + 0.3 * f32::from(strike_in_lair + first_strike + fury))
            + weights[w::GIVES_POWER] * f32::from(power)
            + weights[w::GIVES_HEALTH] * f32::from(health + 2 * armour);
        let kept = if boon.always.is_empty() { 0.0 } else { weights[w::KEEP_LASTING] };
        let of_use = if boon.does.is_some() { weights[w::GIVES_OTHER] } else { 0.0 };
        lasting + kept + of_use
    }
}
