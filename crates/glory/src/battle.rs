//! Battles, round by round (GL-30 to GL-35).

use table::{Chance, Seat};

use crate::cards::{Kingdom, Monster, bits};
use crate::effect::{Aspect, Passive, Window};
use crate::frame::{Fight, Foe, Frame, Step};
use crate::odds::Clash;
use crate::quest::Deed;
use crate::rules::Rules;
use crate::state::{Public, State, Used};

/// A battle that has lasted so many rounds ends as if the hero withdrew, so that every game ends.
pub const MOST_ROUNDS: u8 = 99;

/// What a hero brings to every battle.
#[derive(Clone, Copy, Debug)]
pub struct Fighter {
    /// The strike of the hero's board.
    pub strike: u8,
    /// The power of the hero's board.
    pub power: u8,
    /// What always holds for the hero.
    pub passive: Passive,
}

impl Fighter {
    /// Everything that decides the rounds of a battle begun with this much health.
    pub fn meets(&self, monster: &Monster, in_lair: bool, health: u8) -> Clash {
        let (passive, kin) = (&self.passive, monster.kin as usize);
        let in_lair = if in_lair { passive.strike_in_lair } else { 0 };
        let add = |one: i8, other: i8| one.saturating_add(other);
        let power = add(self.power as i8, add(passive.power, passive.power_against[kin]));
        Clash {
            health,
            strike: add(add(self.strike as i8, passive.strike), add(passive.strike_against[kin], in_lair)),
            first_strike: passive.first_strike,
            power: power.max(1) as u8,
            hide: monster.hide,
            foe_health: monster.health,
            foe_strike: monster.strike as i8,
            foe_power: monster.power,
            armour: passive.armour.max(0) as u8,
            shield: passive.shield.max(0) as u8,
            wins_ties: passive.win_ties > 0,
            wards: passive.ward.max(0) as u8,
        }
    }
}

impl Public {
    /// What this hero brings to every battle.
    pub fn fighter(&self, kingdom: &Kingdom, seat: Seat) -> Fighter {
        let board = kingdom.heroes.get(self.heroes[seat].board as usize);
        let (strike, power) = board.map_or((0, 1), |board| (board.strike, board.power));
        Fighter { strike, power, passive: self.passive(kingdom, seat) }
    }

    /// Everything that decides the rounds of this battle against this monster.
    pub fn clash(&self, kingdom: &Kingdom, fight: &Fight, monster: &Monster) -> Clash {
        let in_lair = matches!(fight.foe, Foe::Lair(_));
        let met = self.fighter(kingdom, self.active).meets(monster, in_lair, self.hero().health);
        Clash { foe_health: met.foe_health.saturating_sub(fight.harm), ..met }
    }

    pub(crate) fn fight_mut(&mut self) -> Option<&mut Fight> {
        let mut innermost = self.stack.as_mut_slice().iter_mut().rev();
        innermost.find_map(|frame| if let Frame::Fight(fight) = frame { Some(fight) } else { None })
    }
}

impl State {
    /// The monster of a battle. Only whoever may know a lair's card may ask.
    pub(crate) fn monster<'k>(&self, kingdom: &'k Kingdom, foe: Foe) -> &'k Monster {
        match foe {
            Foe::Card(card) => &kingdom.battle[kingdom.battle_stock.kind(card) as usize],
            Foe::Lair(place) => &kingdom.lairs[self.secret.lairs.get()[place as usize] as usize],
        }
    }

    /// GL-21: a battle card is drawn openly; the battle may begin.
    pub(crate) fn meet_monster<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        let pile = &mut self.public.battle;
        // B11: the discards make a new deck.
        if pile.deck == 0 {
            pile.deck = std::mem::take(&mut pile.discard);
        }
        let Some(card) = rules.kingdom.battle_stock.draw(pile.deck, chance) else {
            return;
        };
        pile.deck &= !(1 << card);
        chance.learned(Self::everyone(rules));
        self.public.used_battle = Used::default();
        self.public.used_trigger = Used::default();
        self.public.stack.push(Frame::Fight(Fight::with(Foe::Card(card))));
    }

    /// Whether a battle waits for its hero; if not, it has gone on.
    pub(crate) fn fight_waits<C: Chance>(&mut self, rules: &Rules, fight: &Fight, chance: &mut C) -> bool {
        if fight.harm > 0 && fight.harm >= self.monster(&rules.kingdom, fight.foe).health {
            self.victory(rules, fight);
            return false;
        }
        match fight.step {
            Step::Choice if fight.round >= MOST_ROUNDS => {
                self.withdraw();
                false
            }
            Step::Choice => true,
            Step::Dice if fight.prepared > 0 || self.public.any_usable(rules, Window::Dice) => true,
            Step::Dice => {
                self.strike(rules, chance);
                false
            }
        }
    }

    /// GL-31: both dice are rolled. Engaging a lair shows its card to everyone (D2) and settles the name (GL-26).
    pub(crate) fn engage<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        let lore = self.public.total(&rules.kingdom, self.public.active, Aspect::Lore).max(0) as u8;
        let Frame::Fight(mut fight) = self.public.top() else {
            return;
        };
        if let Foe::Lair(place) = fight.foe
            && fight.round == 0
        {
            let lair = &mut self.public.lairs[place as usize];
            lair.shown = true;
            lair.seen = Self::everyone(rules);
            if fight.named == self.secret.lairs.get()[place as usize] {
                fight.prepared = lore.saturating_add(1);
            }
        }
        fight.round += 1;
        fight.mine = chance.roll(6) as u8;
        fight.theirs = chance.roll(6) as u8;
        fight.step = Step::Dice;
        chance.learned(Self::everyone(rules));
        self.public.used_trigger = Used::default();
        self.turn_to(Frame::Fight(fight));
    }

    /// GL-30: the battle is over; the card is discarded and wounds are forgotten (B11, B12).
    pub(crate) fn withdraw(&mut self) {
        if let Some(Frame::Fight(fight)) = self.public.stack.pop()
            && let Foe::Card(card) = fight.foe
        {
            self.public.battle.discard |= 1 << card;
        }
    }

    /// GL-26, D5: the name's bonus goes to this strike roll.
    pub(crate) fn prepare(&mut self) {
        if let Some(fight) = self.public.fight_mut() {
            fight.strike = fight.strike.saturating_add(std::mem::take(&mut fight.prepared));
        }
    }

    /// GL-32: the strike rolls are compared and the loser loses health.
    pub(crate) fn strike<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        let Frame::Fight(mut fight) = self.public.top() else {
            return;
        };
        let _ = chance;
        let monster = self.monster(&rules.kingdom, fight.foe);
        let clash = self.public.clash(&rules.kingdom, &fight, monster);
        let active = self.public.active;
        let mut loss = 0;
        match clash.compare(&fight) {
            std::cmp::Ordering::Greater => {
                fight.harm = fight.harm.saturating_add(clash.hit(fight.might));
            }
            std::cmp::Ordering::Less => {
                loss = clash.loss(fight.bled).saturating_sub(fight.guard);
                fight.bled = true;
            }
            std::cmp::Ordering::Equal => {}
        }
        fight.step = Step::Choice;
        (fight.strike, fight.hinder, fight.might, fight.guard) = (0, 0, 0, 0);
        self.turn_to(Frame::Fight(fight));
        self.public.used_trigger = Used::default();
        let hero = &mut self.public.heroes[active];
        hero.health = hero.health.saturating_sub(loss);
        if hero.health == 0 && !self.ward(rules, active) {
            self.die(rules, active);
        } else {
            self.public.note(active, Deed::Round);
        }
    }

    /// B15: a card that prevents death leaves 1 health and is discarded.
    fn ward(&mut self, rules: &Rules, seat: Seat) -> bool {
        let kingdom = &*rules.kingdom;
        let hero = &mut self.public.heroes[seat];
        let good = bits(hero.goods & kingdom.lasting_goods)
            .find(|card| kingdom.goods[kingdom.goods_stock.kind(*card) as usize].boon.passive.ward > 0);
        let ability = bits(hero.abilities & kingdom.lasting_abilities)
            .find(|card| kingdom.abilities[kingdom.ability_stock.kind(*card) as usize].boon.passive.ward > 0);
        if good.is_some() || ability.is_some() {
            hero.health = 1;
        }
        match (good, ability) {
            (Some(card), _) => self.discard_good(seat, card),
            (None, Some(card)) => self.discard_ability(seat, card),
            (None, None) => return false,
        }
        true
    }

    /// GL-21, GL-25, GL-33: the enemy has no health left.
    fn victory(&mut self, rules: &Rules, fight: &Fight) {
        let kingdom = &*rules.kingdom;
        let active = self.public.active;
        let monster = self.monster(kingdom, fight.foe);
        self.public.stack.pop();
        let passive = self.public.passive(kingdom, active);
        let glory = match fight.foe {
            Foe::Card(card) => {
                self.public.battle.discard |= 1 << card;
                // B6: strictly more than the glory held at this moment.
                if monster.score > self.public.heroes[active].glory { monster.glory } else { 0 }
            }
            Foe::Lair(place) => {
                self.public.lairs[place as usize].won = Some(active);
                // B10: no score test.
                rules.lair_glory
            }
        };
        self.public.note(active, Deed::Slew(monster.kin, monster.score));
        let hero = &mut self.public.heroes[active];
        hero.coins = hero.coins.saturating_add(monster.coins.saturating_add(passive.spoils.max(0) as u8));
        self.heal(kingdom, active, passive.recover.max(0) as u8);
        self.gain_glory(rules, active, glory);
    }
}
