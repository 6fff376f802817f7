//! Effect -> state.

use table::{Chance, Seat};

use crate::effect::Effect;
use crate::event::{Deck, Die, Event, Source};
use crate::procedures::{Against, Aim, Choose, Fight, Foe, Follow, Frame, Landing, Peril, Step};
use crate::rules::Rules;
use crate::state::{Ending, State};

impl State {
    /// Which die cards change now, and its face: the strike die while both strike dice lie, else the movement die.
    fn own_die_mut(&mut self) -> Option<(Die, &mut u8)> {
        self.public.stack.as_mut_slice().iter_mut().rev().find_map(|frame| {
            if let Frame::Fight(Fight { step: Step::Dice, mine, .. }) = frame {
                Some((Die::Own, mine))
            } else if let Frame::Roll(roll) = frame {
                Some((Die::Move, &mut roll.die))
            } else {
                None
            }
        })
    }

    /// Sets the die that cards change now; answers which it was, and its face before and after (B18: within 1 to 6).
    fn set_die(&mut self, change: impl Fn(u8) -> u8) -> Option<(Die, u8, u8)> {
        let (which, die) = self.own_die_mut()?;
        let before = *die;
        let now = change(before).clamp(1, 6);
        *die = now;
        if which == Die::Move {
            self.public.rolled = now;
        }
        Some((which, before, now))
    }

    /// Turns the die that cards change now to another face.
    pub(crate) fn turn_die<C: Chance>(&mut self, change: impl Fn(u8) -> u8, chance: &mut C) {
        let active = self.public.active;
        if let Some((which, before, now)) = self.set_die(change) {
            chance.note(|| Event::Turned(active, which, before, now));
        }
    }

    /// Turns the enemy's die to another face (B18).
    fn turn_foes<C: Chance>(&mut self, change: impl Fn(u8) -> u8, chance: &mut C) {
        let active = self.public.active;
        if let Some(fight) = self.public.fight_mut() {
            let before = fight.theirs;
            let now = change(before).clamp(1, 6);
            fight.theirs = now;
            chance.note(|| Event::Turned(active, Die::Foe, before, now));
        }
    }

    /// Asks the hero to aim an effect, if there is anything to aim at.
    fn aim(&mut self, rules: &Rules, aim: Aim) {
        if aim.any(self, rules) {
            self.public.wait(aim);
        }
    }

    /// An effect that asks for nothing and may happen at any time, to any hero. Others have no such window: the checker sees to it.
    pub(crate) fn at_once<C: Chance>(&mut self, rules: &Rules, seat: Seat, effect: Effect, chance: &mut C) {
        let kingdom = &*rules.kingdom;
        if let Effect::Heal(by) = effect {
            self.heal(kingdom, seat, by, chance);
        } else if effect == Effect::HealAll {
            self.heal(kingdom, seat, u8::MAX, chance);
        } else if let Effect::Wound(by) = effect {
            let most = self.public.heroes[seat].health.saturating_sub(1);
            self.hurt(seat, by.min(most), chance);
        } else if let Effect::Coins(by) = effect {
            self.gain_coins(seat, by, chance);
        }
    }

    /// One effect of the active hero's, at once.
    pub(crate) fn perform<C: Chance>(&mut self, rules: &Rules, effect: Effect, chance: &mut C) {
        let active = self.public.active;
        match effect {
            Effect::Heal(_) | Effect::HealAll | Effect::Wound(_) | Effect::Coins(_) => {
                self.at_once(rules, active, effect, chance);
            }
            // A blow that kills leaves time for a card that may be used at any time.
            Effect::Peril(by) => self.public.wait(Peril { by }),
            Effect::LoseCoins(by) | Effect::Pay(by) => self.lose_coins(active, by, chance),
            Effect::Glory(by) => self.gain_glory(rules, active, by, Source::Cards, chance),
            Effect::LoseGlory(by) => self.lose_glory(active, by, chance),
            Effect::EachGlory(by) => {
                self.each(rules, |state, seat| state.gain_glory(rules, seat, by, Source::Cards, chance));
            }
            Effect::EachHeal(by) => {
                self.each(rules, |state, seat| state.heal(&rules.kingdom, seat, by, chance));
            }
            Effect::OthersCoins(by) => self.each(rules, |state, seat| {
                state.gain_coins(seat, if seat == active { 0 } else { by }, chance);
            }),
            Effect::Rob(by) => self.aim(rules, Aim::Rival(Against::Rob(by))),
            Effect::Smite(by) => self.aim(rules, Aim::Rival(Against::Smite(by))),
            Effect::TradePlaces => self.aim(rules, Aim::Rival(Against::TradePlaces)),
            Effect::Good => self.take_good(rules, chance),
            Effect::Ability => self.draw_ability(rules, active, chance),
            Effect::Battle => self.meet_monster(rules, chance),
            Effect::Go(goal) => self.send(rules, goal, Landing::Follow, chance),
            Effect::Place(goal) => self.send(rules, goal, Landing::Stay, chance),
            Effect::Scout => self.aim(rules, Aim::Lair),
            Effect::Read => self.aim(rules, Aim::Town),
            Effect::PickDie => self.aim(rules, Aim::Face),
            Effect::Steps(more) => {
                self.change_steps(|die, extra| (die, extra.saturating_add(more)), chance);
            }
            Effect::Stay => self.change_steps(|_, _| (0, 0), chance),
            Effect::Reroll => self.roll_again(rules, chance),
            Effect::SecondDie => self.roll_second(rules, chance),
            Effect::RerollFoe => {
                let face = Self::throw(rules, chance);
                self.in_fight(|fight| fight.theirs = face);
                chance.note(|| Event::Rerolled(active, Die::Foe, face));
            }
            Effect::Raise(by) => self.turn_die(|die| die.saturating_add(by), chance),
            Effect::Lower(by) => self.turn_die(|die| die.saturating_sub(by), chance),
            Effect::LowerFoe(by) => self.turn_foes(|die| die.saturating_sub(by), chance),
            Effect::Flip => self.turn_die(|die| 7_u8.saturating_sub(die), chance),
            Effect::FlipFoe => self.turn_foes(|die| 7_u8.saturating_sub(die), chance),
            Effect::SetDie(face) => self.turn_die(|_| face, chance),
            Effect::SwapDice => {
                if let Some((mine, theirs)) = self.public.fight().map(|fight| (fight.mine, fight.theirs)) {
                    self.turn_die(|_| theirs, chance);
                    self.turn_foes(|_| mine, chance);
                }
            }
            Effect::Strike(by) => self.in_fight(|fight| fight.strike = fight.strike.saturating_add(by)),
            Effect::Hinder(by) => self.in_fight(|fight| fight.hinder = fight.hinder.saturating_add(by)),
            Effect::Might(by) => self.in_fight(|fight| fight.might = fight.might.saturating_add(by)),
            Effect::Guard(by) => self.in_fight(|fight| fight.guard = fight.guard.saturating_add(by)),
            Effect::Harm(by) => self.harm(rules, by, chance),
            Effect::Chance { upto, low, high } => {
                let face = Self::throw(rules, chance);
                chance.note(|| Event::CardDie(active, face));
                let script = if face <= upto { low } else { high };
                self.public.wait(Follow::all(script));
            }
            Effect::Choose(choices) => self.public.wait(Choose { choices }),
        }
    }

    fn roll_again<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        let active = self.public.active;
        let face = Self::throw(rules, chance);
        if let Some((which, _, now)) = self.set_die(|_| face) {
            chance.note(|| Event::Rerolled(active, which, now));
        }
    }

    fn roll_second<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        let active = self.public.active;
        let face = Self::throw(rules, chance);
        if let Some((which, _, now)) = self.set_die(|die| die.max(face)) {
            chance.note(|| Event::SecondDie(active, which, face, now));
        }
    }

    /// The enemy loses health at once. Whoever does that to a lair's monster has engaged it: its card is shown (B21).
    fn harm<C: Chance>(&mut self, rules: &Rules, by: u8, chance: &mut C) {
        let Some(fight) = self.public.fight_mut() else {
            return;
        };
        fight.harm = fight.harm.saturating_add(by);
        let (foe, harm) = (fight.foe, fight.harm);
        if let Foe::Lair(place) = foe {
            self.show_lair(rules, place, chance);
        }
        let left = self.monster(&rules.kingdom, foe).health.saturating_sub(harm);
        let enemy = self.enemy(&rules.kingdom, foe);
        chance.note(|| Event::Harmed(enemy, by, left));
    }

    /// Does something to every living hero, the active one first, until the game is over (E3).
    fn each(&mut self, rules: &Rules, mut act: impl FnMut(&mut Self, Seat)) {
        for seat in self.public.active.round(rules.players) {
            if self.public.heroes[seat].alive && self.public.ending == Ending::Open {
                act(self, seat);
            }
        }
    }

    fn take_good<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        let active = self.public.active;
        match self.draw_good(&rules.kingdom, chance) {
            Some(card) => {
                self.public.heroes[active].goods |= 1 << card;
                chance.learned(Self::everyone(rules));
                chance.note(|| Event::TookGood(active, rules.kingdom.goods_stock.kind(card)));
            }
            None => chance.note(|| Event::Empty(Deck::Goods)),
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
    fn change_steps<C: Chance>(&mut self, change: impl Fn(u8, u8) -> (u8, u8), chance: &mut C) {
        let active = self.public.active;
        if let Some(Frame::Roll(roll)) = self.public.stack.as_mut_slice().first_mut() {
            (roll.die, roll.extra) = change(roll.die, roll.extra);
            let steps = roll.steps();
            chance.note(|| Event::Steps(active, steps));
        }
    }
}
