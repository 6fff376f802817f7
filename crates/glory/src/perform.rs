//! Effect -> state.

use table::Chance;

use crate::cards::Kingdom;
use crate::effect::{Effect, Goal, Script};
use crate::frame::{Aim, Frame, Step};
use crate::map::NOWHERE;
use crate::rules::Rules;
use crate::state::{Ending, State};

impl State {
    pub(crate) fn choose(&mut self, which: u8) {
        if let Frame::Choose(first, second) = self.public.top() {
            let script = if which == 0 { first } else { second };
            self.turn_to(Frame::Script { script, at: 0 });
        }
    }

    /// Follows the next effect of a list.
    pub(crate) fn follow<C: Chance>(&mut self, rules: &Rules, script: Script, at: u8, chance: &mut C) {
        let effects = rules.kingdom.scripts.get(script);
        let Some(effect) = effects.get(at as usize) else {
            self.public.stack.pop();
            return;
        };
        self.turn_to(Frame::Script { script, at: at + 1 });
        self.perform(rules, *effect, chance);
    }

    /// Changes the die that cards change now, keeping it within 1 to 6 (B18).
    pub(crate) fn set_die(&mut self, change: impl Fn(u8) -> u8) {
        let within = |face: u8| change(face).clamp(1, 6);
        for frame in self.public.stack.as_mut_slice().iter_mut().rev() {
            match frame {
                Frame::Fight(fight) if fight.step == Step::Dice => {
                    fight.mine = within(fight.mine);
                    return;
                }
                Frame::Roll { die, .. } => {
                    *die = within(*die);
                    return;
                }
                Frame::Fight(_)
                | Frame::Hero(_)
                | Frame::Start
                | Frame::Arrive
                | Frame::After
                | Frame::End
                | Frame::Close
                | Frame::Name
                | Frame::Haven
                | Frame::Script { .. }
                | Frame::Choose(..)
                | Frame::Aim(_)
                | Frame::Learn { .. } => {}
            }
        }
    }

    /// Asks the hero to aim an effect, if there is anything to aim at.
    pub(crate) fn aim(&mut self, rules: &Rules, aim: Aim) {
        let any = match aim {
            Aim::Lair => self.public.scoutable(rules).next().is_some(),
            Aim::Town => self.public.readable(rules).next().is_some(),
            Aim::Face => true,
        };
        if any {
            self.public.stack.push(Frame::Aim(aim));
        }
    }

    /// One effect, at once.
    fn perform<C: Chance>(&mut self, rules: &Rules, effect: Effect, chance: &mut C) {
        let kingdom = &*rules.kingdom;
        let active = self.public.active;
        let hero = &mut self.public.heroes[active];
        match effect {
            Effect::Heal(by) => self.heal(kingdom, active, by),
            Effect::HealAll => self.heal(kingdom, active, u8::MAX),
            Effect::Wound(by) => hero.health = hero.health.saturating_sub(by).max(1),
            Effect::Peril(by) => {
                hero.health = hero.health.saturating_sub(by);
                if hero.health == 0 {
                    self.die(rules, active);
                }
            }
            Effect::Coins(by) => hero.coins = hero.coins.saturating_add(by),
            Effect::LoseCoins(by) | Effect::Pay(by) => hero.coins = hero.coins.saturating_sub(by),
            Effect::Glory(by) => self.gain_glory(rules, active, by),
            Effect::LoseGlory(by) => hero.glory = hero.glory.saturating_sub(by),
            Effect::EachGlory(by) => {
                for seat in active.round(rules.players) {
                    if self.public.heroes[seat].alive && self.public.ending == Ending::Open {
                        self.gain_glory(rules, seat, by);
                    }
                }
            }
            Effect::EachHeal(by) => {
                for seat in active.round(rules.players) {
                    if self.public.heroes[seat].alive {
                        self.heal(kingdom, seat, by);
                    }
                }
            }
            Effect::OthersCoins(by) => {
                for seat in active.round(rules.players).skip(1) {
                    let other = &mut self.public.heroes[seat];
                    other.coins = if other.alive { other.coins.saturating_add(by) } else { 0 };
                }
            }
            Effect::Good => {
                if let Some(card) = self.draw_good(kingdom, chance) {
                    self.public.heroes[active].goods |= 1 << card;
                    chance.learned(Self::everyone(rules));
                }
            }
            Effect::Ability => self.draw_ability(rules, active, chance),
            Effect::Battle => self.meet_monster(rules, chance),
            Effect::Go(goal) => {
                // M14: one such chain a turn; a second go only places the hero.
                let again = std::mem::replace(&mut self.public.carried, true);
                if self.carry(kingdom, goal) && !again {
                    self.resolve(rules, chance);
                }
            }
            Effect::Place(goal) => {
                self.carry(kingdom, goal);
            }
            Effect::Scout => self.aim(rules, Aim::Lair),
            Effect::Read => self.aim(rules, Aim::Town),
            Effect::PickDie => self.aim(rules, Aim::Face),
            Effect::Steps(_) | Effect::Stay => self.change_steps(effect),
            Effect::Reroll
            | Effect::RerollFoe
            | Effect::Raise(_)
            | Effect::Lower(_)
            | Effect::LowerFoe(_)
            | Effect::Flip
            | Effect::FlipFoe
            | Effect::SetDie(_)
            | Effect::SecondDie
            | Effect::SwapDice => self.change_dice(rules, effect, chance),
            Effect::Strike(_) | Effect::Hinder(_) | Effect::Might(_) | Effect::Guard(_) | Effect::Harm(_) => {
                self.change_round(effect);
            }
            Effect::Chance { upto, low, high } => {
                let roll = chance.roll(6) as u8;
                chance.learned(Self::everyone(rules));
                let script = if roll <= upto { low } else { high };
                self.public.stack.push(Frame::Script { script, at: 0 });
            }
            Effect::Choose(first, second) => {
                self.public.stack.push(Frame::Choose(first, second));
            }
        }
    }

    fn change_steps(&mut self, effect: Effect) {
        if let Some(Frame::Roll { die, extra }) = self.public.stack.as_mut_slice().first_mut() {
            match effect {
                Effect::Steps(more) => *extra = extra.saturating_add(more).min(9),
                _ => (*die, *extra) = (0, 0),
            }
        }
    }

    /// Puts the hero on the goal's space; answers whether there was one to go to.
    fn carry(&mut self, kingdom: &Kingdom, goal: Goal) -> bool {
        let map = &kingdom.map;
        let here = self.public.hero().space;
        let castle = [map.castle];
        let among: &[u8] = match goal {
            Goal::Castle => &castle,
            Goal::Town => &map.towns,
            Goal::Haven => &map.havens,
            Goal::Lair => &map.lairs,
        };
        let others: Vec<u8> = among.iter().copied().filter(|space| *space != here).collect();
        match map.nearest(here, &others) {
            Some(space) => {
                self.stand_on(space, NOWHERE);
                true
            }
            None => false,
        }
    }
}
