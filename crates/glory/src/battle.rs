//! Battles, round by round (GL-30 to GL-35).

use table::{Chance, Seat};

use crate::boon::{Aspect, Passive};
use crate::cards::{Kingdom, Monster, bits};
use crate::effect::Window;
use crate::event::{Cause, Deck, Enemy, Event, Pays, Source, Verdict};
use crate::frame::{Fight, Foe, Frame, NOTHING, Step};
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
    /// Strike bonus and power against any monster.
    pub fn numbers(&self) -> (i16, i16) {
        let strike = i16::from(self.strike) + i16::from(self.passive.strike);
        (strike, (i16::from(self.power) + i16::from(self.passive.power)).max(1))
    }

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

    /// The monster of a battle that everyone may know, by kind.
    pub(crate) fn enemy(&self, kingdom: &Kingdom, foe: Foe) -> Enemy {
        match foe {
            Foe::Card(card) => Enemy::Card(kingdom.battle_stock.kind(card)),
            Foe::Lair(place) => Enemy::Lair(self.secret.lairs.get()[place as usize]),
        }
    }

    /// D2: a lair's card is shown to everyone.
    pub(crate) fn show_lair<C: Chance>(&mut self, rules: &Rules, place: u8, chance: &mut C) {
        let card = self.secret.lairs.get()[place as usize];
        let lair = &mut self.public.lairs[place as usize];
        if !lair.shown {
            chance.learned(Self::everyone(rules));
            chance.note(|| Event::Shown(place, card));
        }
        lair.shown = true;
        lair.seen = Self::everyone(rules);
    }

    /// GL-21: a battle card is drawn openly; the battle may begin.
    pub(crate) fn meet_monster<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        let pile = &mut self.public.battle;
        // B11: the discards make a new deck.
        if pile.deck == 0 {
            pile.renew(Deck::Battle, chance);
        }
        let Some(card) = rules.kingdom.battle_stock.draw(pile.deck, chance) else {
            chance.note(|| Event::Empty(Deck::Battle));
            return;
        };
        pile.deck &= !(1 << card);
        chance.learned(Self::everyone(rules));
        let active = self.public.active;
        chance.note(|| Event::Met(active, rules.kingdom.battle_stock.kind(card)));
        self.public.used_battle = Used::default();
        self.public.used_trigger = Used::default();
        self.public.wait(Frame::Fight(Fight::with(Foe::Card(card))));
    }

    /// Whether a battle waits for its hero.
    pub(crate) fn fight_waits(&self, rules: &Rules, fight: &Fight) -> bool {
        if self.is_slain(rules, fight) {
            return false;
        }
        match fight.step {
            Step::Choice => fight.round < MOST_ROUNDS,
            Step::Dice => fight.prepared > 0 || self.public.any_usable(rules, Window::Dice),
        }
    }

    /// A battle goes on by itself: it is won, has lasted too long (E9), or nothing is left to do about the dice.
    pub(crate) fn fight_on<C: Chance>(&mut self, rules: &Rules, fight: &Fight, chance: &mut C) {
        if self.is_slain(rules, fight) {
            self.victory(rules, fight, chance);
            return;
        }
        match fight.step {
            Step::Choice => self.withdraw(chance),
            Step::Dice => self.strike(rules, chance),
        }
    }

    fn is_slain(&self, rules: &Rules, fight: &Fight) -> bool {
        fight.harm > 0 && fight.harm >= self.monster(&rules.kingdom, fight.foe).health
    }

    /// GL-31: both dice are rolled. Engaging a lair shows its card to everyone (D2) and settles the name (GL-26).
    pub(crate) fn engage<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        let active = self.public.active;
        let Frame::Fight(mut fight) = self.public.top() else {
            return;
        };
        if let Foe::Lair(place) = fight.foe
            && fight.round == 0
        {
            self.show_lair(rules, place, chance);
            if fight.named == self.secret.lairs.get()[place as usize] {
                let lore = self.public.total(&rules.kingdom, active, Aspect::Lore).max(0) as u8;
                fight.prepared = lore.saturating_add(1);
                chance.note(|| Event::NamedRight(active, fight.prepared));
            } else if fight.named != NOTHING {
                chance.note(|| Event::NamedWrong(active));
            }
        }
        fight.round += 1;
        fight.mine = chance.roll(6) as u8;
        fight.theirs = chance.roll(6) as u8;
        fight.step = Step::Dice;
        chance.learned(Self::everyone(rules));
        chance.note(|| {
            let enemy = self.enemy(&rules.kingdom, fight.foe);
            Event::Round { seat: active, enemy, round: fight.round, mine: fight.mine, theirs: fight.theirs }
        });
        self.public.used_trigger = Used::default();
        self.turn_to(Frame::Fight(fight));
    }

    /// GL-30: the battle is over; the card is discarded and wounds are forgotten (B11, B12).
    pub(crate) fn withdraw<C: Chance>(&mut self, chance: &mut C) {
        let active = self.public.active;
        if let Some(Frame::Fight(fight)) = self.public.stack.pop() {
            if let Foe::Card(card) = fight.foe {
                self.public.battle.discard |= 1 << card;
            }
            chance.note(|| Event::Withdrew(active));
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
        let kingdom = &*rules.kingdom;
        let monster = self.monster(kingdom, fight.foe);
        let clash = self.public.clash(kingdom, &fight, monster);
        let (active, enemy) = (self.public.active, self.enemy(kingdom, fight.foe));
        let struck = clash.struck(active, enemy, &fight);
        chance.note(|| Event::Struck(struck));
        let mut loss = 0;
        match struck.verdict {
            Verdict::Won => {
                let hit = clash.hit(fight.might);
                fight.harm = fight.harm.saturating_add(hit);
                chance.note(|| Event::Harmed(enemy, hit, monster.health.saturating_sub(fight.harm)));
            }
            Verdict::Lost => {
                loss = clash.loss(fight.bled).saturating_sub(fight.guard);
                fight.bled = true;
            }
            Verdict::Tied => {}
        }
        fight.step = Step::Choice;
        (fight.strike, fight.hinder, fight.might, fight.guard) = (0, 0, 0, 0);
        self.turn_to(Frame::Fight(fight));
        self.public.struck = Some(struck);
        self.public.used_trigger = Used::default();
        self.hurt(active, loss, chance);
        if self.public.heroes[active].health == 0 && !self.ward(rules, active, chance) {
            self.die(rules, active, Cause::Slain(enemy), chance);
        } else {
            self.public.note(active, Deed::Round);
        }
    }

    /// B15: a card that prevents death leaves 1 health and is discarded; of several, a good goes before an ability (B22).
    fn ward<C: Chance>(&mut self, rules: &Rules, seat: Seat, chance: &mut C) -> bool {
        let kingdom = &*rules.kingdom;
        let hero = &mut self.public.heroes[seat];
        let good = bits(hero.goods & kingdom.lasting_goods)
            .find(|card| kingdom.goods[kingdom.goods_stock.kind(*card) as usize].boon.passive.ward > 0);
        let ability = bits(hero.abilities & kingdom.lasting_abilities)
            .find(|card| kingdom.abilities[kingdom.ability_stock.kind(*card) as usize].boon.passive.ward > 0);
        if good.is_some() || ability.is_some() {
            hero.health = 1;
            chance.note(|| Event::Saved(seat));
        }
        match (good, ability) {
            (Some(card), _) => self.discard_good(kingdom, seat, card, chance),
            (None, Some(card)) => self.discard_ability(kingdom, seat, card, chance),
            (None, None) => return false,
        }
        true
    }

    /// GL-21, GL-25, GL-33: the enemy has no health left.
    fn victory<C: Chance>(&mut self, rules: &Rules, fight: &Fight, chance: &mut C) {
        let kingdom = &*rules.kingdom;
        let active = self.public.active;
        let monster = self.monster(kingdom, fight.foe);
        let enemy = self.enemy(kingdom, fight.foe);
        self.public.stack.pop();
        let passive = self.public.passive(kingdom, active);
        let (glory, pays, source) = match fight.foe {
            Foe::Card(card) => {
                self.public.battle.discard |= 1 << card;
                // B6: strictly more than the glory held at this moment, or the highest score (B8).
                if monster.pays(self.public.heroes[active].glory) {
                    (monster.glory, Pays::Yes, Source::Battles)
                } else {
                    (0, Pays::No, Source::Battles)
                }
            }
            Foe::Lair(place) => {
                self.public.lairs[place as usize].won = Some(active);
                // B10: no score test.
                (rules.lair_glory, Pays::Yes, Source::Lairs)
            }
        };
        chance.note(|| Event::Slain(active, enemy, pays));
        self.public.note(active, Deed::Slew(monster.kin, monster.score));
        let coins = monster.coins.saturating_add(passive.spoils.max(0) as u8);
        self.gain_coins(active, coins, chance);
        self.heal(kingdom, active, passive.recover.max(0) as u8, chance);
        self.gain_glory(rules, active, glory, source, chance);
    }
}
