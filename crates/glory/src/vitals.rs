//! Health, coins and death.

use table::{Chance, Seat, SeatSet};

use crate::cards::{Kingdom, bits};
use crate::event::{Cause, Deck, Event};
use crate::procedures::Close;
use crate::rules::Rules;
use crate::state::{Ending, Pile, State};

impl Pile {
    /// The discards make a new deck.
    pub(crate) fn renew<C: Chance>(&mut self, deck: Deck, chance: &mut C) {
        self.deck = std::mem::take(&mut self.discard);
        if self.deck != 0 {
            chance.note(|| Event::Shuffled(deck));
        }
    }
}

impl State {
    /// Regains health up to the maximum (L8).
    pub(crate) fn heal<C: Chance>(&mut self, kingdom: &Kingdom, seat: Seat, by: u8, chance: &mut C) {
        let most = self.public.most_health(kingdom, seat);
        let hero = &mut self.public.heroes[seat];
        let before = hero.health;
        hero.health = before.saturating_add(by).min(most.max(before));
        let now = hero.health;
        if now > before {
            chance.note(|| Event::Healed(seat, now - before, now));
        }
    }

    /// Loses health; what is too much is ignored (B5).
    pub(crate) fn hurt<C: Chance>(&mut self, seat: Seat, by: u8, chance: &mut C) {
        let hero = &mut self.public.heroes[seat];
        hero.health = hero.health.saturating_sub(by);
        let now = hero.health;
        if by > 0 {
            chance.note(|| Event::Hurt(seat, by, now));
        }
    }

    /// Health never lies above the maximum, also when a card that raised it is gone.
    pub(crate) fn cap_health<C: Chance>(&mut self, kingdom: &Kingdom, seat: Seat, chance: &mut C) {
        let most = self.public.most_health(kingdom, seat);
        let over = self.public.heroes[seat].health.saturating_sub(most);
        self.hurt(seat, over, chance);
    }

    /// Gains coins.
    pub(crate) fn gain_coins<C: Chance>(&mut self, seat: Seat, by: u8, chance: &mut C) {
        let hero = &mut self.public.heroes[seat];
        hero.coins = hero.coins.saturating_add(u16::from(by));
        let now = hero.coins;
        if by > 0 {
            chance.note(|| Event::Coins(seat, i32::from(by), now));
        }
    }

    /// Pays coins, or as many as there are (L6).
    pub(crate) fn lose_coins<C: Chance>(&mut self, seat: Seat, by: u8, chance: &mut C) {
        let hero = &mut self.public.heroes[seat];
        let lost = hero.coins.min(u16::from(by));
        hero.coins -= lost;
        let now = hero.coins;
        if lost > 0 {
            chance.note(|| Event::Coins(seat, -i32::from(lost), now));
        }
    }

    /// The active hero loses health by a card, even the last.
    pub(crate) fn brave<C: Chance>(&mut self, rules: &Rules, by: u8, chance: &mut C) {
        let active = self.public.active;
        self.hurt(active, by, chance);
        if self.public.heroes[active].health == 0 {
            self.die(rules, active, Cause::Card, chance);
        }
    }

    /// The game is over.
    pub(crate) fn finish<C: Chance>(&mut self, ending: Ending, chance: &mut C) {
        self.public.ending = ending;
        chance.note(|| Event::Ended(ending));
    }

    /// E5: a dead hero's cards go back, fates are set aside, and somebody may be the last.
    pub(crate) fn die<C: Chance>(&mut self, rules: &Rules, seat: Seat, cause: Cause, chance: &mut C) {
        chance.note(|| Event::Died(seat, cause));
        let public = &mut self.public;
        let hero = &mut public.heroes[seat];
        hero.alive = false;
        hero.health = 0;
        hero.coins = 0;
        let goods = std::mem::take(&mut hero.goods);
        let abilities = std::mem::take(&mut hero.abilities);
        public.fates.discard |= std::mem::take(&mut hero.fates);
        public.goods.discard |= goods;
        public.abilities.discard |= abilities;
        bits(goods).for_each(|card| public.spent_goods.0[card as usize] = 0);
        bits(abilities).for_each(|card| public.spent_abilities.0[card as usize] = 0);
        public.battle.discard |= public.card_in_play();
        public.only(Close);
        let living: SeatSet = public.living(rules.players).collect();
        match living.first() {
            None => self.finish(Ending::Death, chance),
            Some(last) if living.len() == 1 && rules.last_survivor_wins => {
                self.finish(Ending::Survivor(last), chance);
            }
            Some(_) => {}
        }
    }
}
