//! Effect -> state.

use table::{Chance, Seat};

use crate::cards::Kingdom;
use crate::effect::{Effect, Goal, Script};
use crate::frame::{Aim, Fight, Frame, Step};
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
            Effect::Peril(by) => self.brave(rules, by),
            Effect::Coins(by) => hero.coins = hero.coins.saturating_add(by),
            Effect::LoseCoins(by) | Effect::Pay(by) => hero.coins = hero.coins.saturating_sub(by),
            Effect::Glory(by) => self.gain_glory(rules, active, by),
            Effect::LoseGlory(by) => hero.glory = hero.glory.saturating_sub(by),
            Effect::EachGlory(by) => self.each(rules, |state, seat| state.gain_glory(rules, seat, by)),
            Effect::EachHeal(by) => self.each(rules, |state, seat| state.heal(kingdom, seat, by)),
            Effect::OthersCoins(by) => self.each(rules, |state, seat| {
                let coins = &mut state.public.heroes[seat].coins;
                *coins = coins.saturating_add(if seat == active { 0 } else { by });
            }),
            Effect::Good => self.take_good(rules, chance),
            Effect::Ability => self.draw_ability(rules, active, chance),
            Effect::Battle => self.meet_monster(rules, chance),
            Effect::Go(goal) => self.go_to(rules, goal, chance),
            Effect::Place(goal) => {
                self.carry(kingdom, goal);
            }
            Effect::Scout => self.aim(rules, Aim::Lair),
            Effect::Read => self.aim(rules, Aim::Town),
            Effect::PickDie => self.aim(rules, Aim::Face),
            Effect::Steps(more) => self.change_steps(|die, extra| (die, extra.saturating_add(more).min(9))),
            Effect::Stay => self.change_steps(|_, _| (0, 0)),
            Effect::Reroll => {
                let face = Self::throw(rules, chance);
                self.set_die(|_| face);
            }
            Effect::SecondDie => {
                let face = Self::throw(rules, chance);
                self.set_die(|die| die.max(face));
            }
            Effect::RerollFoe => {
                let face = Self::throw(rules, chance);
                self.in_fight(|fight| fight.theirs = face);
            }
            Effect::Raise(by) => self.set_die(|die| die.saturating_add(by)),
            Effect::Lower(by) => self.set_die(|die| die.saturating_sub(by)),
            Effect::LowerFoe(by) => {
                self.in_fight(|fight| fight.theirs = fight.theirs.saturating_sub(by).max(1));
            }
            Effect::Flip => self.set_die(|die| 7_u8.saturating_sub(die)),
            Effect::FlipFoe => self.in_fight(|fight| fight.theirs = 7_u8.saturating_sub(fight.theirs).max(1)),
            Effect::SetDie(face) => self.set_die(|_| face),
            Effect::SwapDice => self.in_fight(|fight| std::mem::swap(&mut fight.mine, &mut fight.theirs)),
            Effect::Strike(by) => self.in_fight(|fight| fight.strike = fight.strike.saturating_add(by)),
            Effect::Hinder(by) => self.in_fight(|fight| fight.hinder = fight.hinder.saturating_add(by)),
            Effect::Might(by) => self.in_fight(|fight| fight.might = fight.might.saturating_add(by)),
            Effect::Guard(by) => self.in_fight(|fight| fight.guard = fight.guard.saturating_add(by)),
            Effect::Harm(by) => self.in_fight(|fight| fight.harm = fight.harm.saturating_add(by)),
            Effect::Chance { upto, low, high } => {
                let script = if Self::throw(rules, chance) <= upto { low } else { high };
                self.public.stack.push(Frame::Script { script, at: 0 });
            }
            Effect::Choose(first, second) => {
                self.public.stack.push(Frame::Choose(first, second));
            }
        }
    }

    /// The active hero loses health, even the last.
    fn brave(&mut self, rules: &Rules, by: u8) {
        let active = self.public.active;
        let hero = &mut self.public.heroes[active];
        hero.health = hero.health.saturating_sub(by);
        if hero.health == 0 {
            self.die(rules, active);
        }
    }

    /// Does something to every living hero, the active one first, until the game is over (E3).
    fn each(&mut self, rules: &Rules, act: impl Fn(&mut Self, Seat)) {
        for seat in self.public.active.round(rules.players) {
            if self.public.heroes[seat].alive && self.public.ending == Ending::Open {
                act(self, seat);
            }
        }
    }

    fn take_good<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        if let Some(card) = self.draw_good(&rules.kingdom, chance) {
            self.public.heroes[self.public.active].goods |= 1 << card;
            chance.learned(Self::everyone(rules));
        }
    }

    /// M14: one such chain a turn is followed; a second go only places the hero.
    fn go_to<C: Chance>(&mut self, rules: &Rules, goal: Goal, chance: &mut C) {
        let again = std::mem::replace(&mut self.public.carried, true);
        if self.carry(&rules.kingdom, goal) && !again {
            self.resolve(rules, chance);
        }
    }

    /// A die thrown before everyone's eyes.
    fn throw<C: Chance>(rules: &Rules, chance: &mut C) -> u8 {
        chance.learned(Self::everyone(rules));
        chance.roll(6) as u8
    }

    /// Changes the battle being fought.
    fn in_fight(&mut self, change: impl Fn(&mut Fight)) {
        if let Some(fight) = self.public.fight_mut() {
            change(fight);
        }
    }

    /// Changes how many steps the move has: the die, and what cards add.
    fn change_steps(&mut self, change: impl Fn(u8, u8) -> (u8, u8)) {
        if let Some(Frame::Roll { die, extra }) = self.public.stack.as_mut_slice().first_mut() {
            (*die, *extra) = change(*die, *extra);
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
