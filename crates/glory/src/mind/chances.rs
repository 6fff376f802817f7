//! How surely a hero defeats each monster of the kingdom: remembered, since a search meets the same hero in most of its positions.

use std::cell::{Cell, RefCell};
use std::hash::Hasher as _;
use std::rc::Rc;
use std::sync::Arc;

use crate::{Cards, Fighter, Kingdom, Monster, Passive};

use super::battles;
use bots::Mix;

/// How surely one hero wins battles from one state of health, without the help of cards that must be used. A battle that may well
/// be lost is seldom fought to its end, so it counts for little: the chance to win, squared.
pub struct Chances {
    /// Against each battle card, by kind.
    battle: Vec<f32>,
    /// Against each lair card.
    pub lairs: Vec<f32>,
    /// Against a lair card that may be any.
    pub unseen: f32,
    /// What the next battle card promised as last asked: with which cards in the deck, and to a hero of how much glory.
    promise: Cell<Option<(Cards, u8, f32)>>,
}

impl Chances {
    fn new(kingdom: &Kingdom, fighter: &Fighter, health: u8) -> Self {
        let surely = |monster: &Monster, in_lair: bool| {
            battles::win(&fighter.meets(monster, in_lair, health), false).powi(2)
        };
        let battle = kingdom.battle.iter().map(|monster| surely(monster, false)).collect();
        let lairs: Vec<f32> = kingdom.lairs.iter().map(|monster| surely(monster, true)).collect();
        let unseen = lairs.iter().sum::<f32>() / lairs.len().max(1) as f32;
        Self { battle, lairs, unseen, promise: Cell::new(None) }
    }

    /// The glory that the next card of this battle deck promises a hero who has so much.
    pub fn promise(&self, kingdom: &Kingdom, deck: Cards, glory: u8) -> f32 {
        match self.promise.get() {
            Some((before, had, promise)) if (before, had) == (deck, glory) => promise,
            Some(_) | None => {
                let promise = self.weigh(kingdom, deck, glory);
                self.promise.set(Some((deck, glory, promise)));
                promise
            }
        }
    }

    /// How surely the next card of this battle deck is a monster with this victory score at least, and is defeated.
    pub fn against(&self, kingdom: &Kingdom, deck: Cards, score: u8) -> f32 {
        let great = (0..).zip(&kingdom.battle).zip(&self.battle);
        let sure = great
            .filter(|((_, monster), _)| monster.score >= score)
            .map(|((kind, _), sure)| (deck & kingdom.battle_stock.mask(kind)).count_ones() as f32 * sure);
        sure.sum::<f32>() / deck.count_ones().max(1) as f32
    }

    fn weigh(&self, kingdom: &Kingdom, deck: Cards, glory: u8) -> f32 {
        let mut sum = 0.0;
        for ((kind, monster), sure) in (0..).zip(&kingdom.battle).zip(&self.battle) {
            let left = deck & kingdom.battle_stock.mask(kind);
            if monster.pays(glory) && left != 0 {
                sum += left.count_ones() as f32 * f32::from(monster.glory) * sure;
            }
        }
        sum / deck.count_ones().max(1) as f32
    }
}

/// What decides a hero's battles; heroes who differ only elsewhere are one here.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Key([u8; 31]);

impl Key {
    /// Takes the hero apart, so that a new field is not forgotten.
    fn new(fighter: &Fighter, health: u8) -> Self {
        let Fighter { strike: board_strike, power: board_power, health: board_health, passive } = *fighter;
        let Passive {
            strike,
            strike_against,
            strike_in_lair,
            first_strike,
            fury,
            power,
            power_against,
            armour,
            shield,
            win_ties,
            ward,
            health: more_health,
            haven: _,
            free_march: _,
            bargain: _,
            spoils: _,
            recover: _,
            fortune: _,
            lore: _,
        } = passive;
        let own = [strike, power, armour, shield, ward, win_ties, first_strike, strike_in_lair];
        let mut key = [0; 31];
        key[..8].copy_from_slice(&own.map(i8::cast_unsigned));
        key[8..16].copy_from_slice(&strike_against.map(i8::cast_unsigned));
        key[16..24].copy_from_slice(&power_against.map(i8::cast_unsigned));
        // Half the most health only matters to fury.
        let most = if fury == 0 { 0 } else { board_health.saturating_add_signed(more_health) };
        let board = [health, board_strike.cast_unsigned(), board_power, fury.cast_unsigned(), most];
        key[24..29].copy_from_slice(&board);
        Self(key)
    }

    fn place(&self) -> usize {
        let mut mix = Mix::new(0);
        mix.write(&self.0);
        mix.finish() as usize % PLACES
    }
}

/// So many heroes are remembered; another with the same place takes it.
const PLACES: usize = 1 << 10;

/// What was worked out last for one kingdom.
struct Memory {
    /// Held, so that no other kingdom can come to lie where this one does.
    kingdom: Arc<Kingdom>,
    places: Vec<Option<(Key, Rc<Chances>)>>,
}

impl Memory {
    fn new(kingdom: &Arc<Kingdom>) -> Self {
        Self { kingdom: Arc::clone(kingdom), places: vec![None; PLACES] }
    }

    fn look_up(&mut self, fighter: &Fighter, health: u8) -> Rc<Chances> {
        let key = Key::new(fighter, health);
        let place = &mut self.places[key.place()];
        match place {
            Some((known, chances)) if *known == key => Rc::clone(chances),
            Some(_) | None => {
                let chances = Rc::new(Chances::new(&self.kingdom, fighter, health));
                *place = Some((key, Rc::clone(&chances)));
                chances
            }
        }
    }
}

thread_local! {
    static MEMORY: RefCell<Option<Memory>> = const { RefCell::new(None) };
}

/// How surely this hero wins battles from this much health.
pub fn of(kingdom: &Arc<Kingdom>, fighter: &Fighter, health: u8) -> Rc<Chances> {
    MEMORY.with_borrow_mut(|memory| {
        let same = memory.take().filter(|memory| Arc::ptr_eq(&memory.kingdom, kingdom));
        memory.insert(same.unwrap_or_else(|| Memory::new(kingdom))).look_up(fighter, health)
    })
}

#[cfg(test)]
mod tests {
    use crate::{Rules, State};
    use table::{Game as _, Light, Options, Rulebook as _, Seat};

    use super::*;

    #[test]
    fn what_is_remembered_is_what_would_be_found() {
        let options = Options::new().with("heroes", "random");
        let rules = Rules::from_options(&options).unwrap();
        let mut changed = (*rules.kingdom).clone();
        changed.battle[0].health += 3;
        changed.lairs[0].strike += 2;
        let other = Arc::new(changed);
        let state = State::new(&rules, &mut Light::new(1));
        let hero = state.public.fighter(&rules.kingdom, Seat::new(0));
        let changes: [fn(&mut Fighter); 11] = [
            |_| {},
            |hero| hero.strike += 1,
            |hero| hero.power += 1,
            |hero| hero.passive.strike += 1,
            |hero| hero.passive.strike_against[5] += 2,
            |hero| hero.passive.strike_in_lair += 1,
            |hero| hero.passive.power_against[0] += 1,
            |hero| hero.passive.armour += 1,
            |hero| hero.passive.shield += 1,
            |hero| hero.passive.win_ties += 1,
            |hero| hero.passive.ward += 1,
        ];
        for kingdom in [&rules.kingdom, &other, &rules.kingdom] {
            for (change, health) in
                changes.iter().flat_map(|change| (1..15).map(move |health| (change, health)))
            {
                let mut fighter = hero;
                change(&mut fighter);
                let (known, new) = (of(kingdom, &fighter, health), Chances::new(kingdom, &fighter, health));
                assert_eq!((&known.battle, &known.lairs), (&new.battle, &new.lairs));
            }
        }
        let (all, glory) = (rules.kingdom.battle_stock.all, 3);
        let chances = of(&rules.kingdom, &hero, 9);
        for (deck, glory) in [(all, glory), (all, glory), (all >> 20, glory), (all >> 20, 12), (all, 0)] {
            let found = chances.promise(&rules.kingdom, deck, glory);
            assert!((found - chances.weigh(&rules.kingdom, deck, glory)).abs() < 1e-6);
        }
        let (once, again) = (of(&rules.kingdom, &hero, 5), of(&rules.kingdom, &hero, 5));
        assert!(Rc::ptr_eq(&once, &again), "it is remembered");
    }
}
