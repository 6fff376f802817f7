//! Battles, round by round (GL-30 to GL-35).

use std::cmp::Ordering;

use super::prelude::*;
use crate::event::Ward;

/// A battle that has lasted so many rounds ends as if the hero withdrew, so that every game ends.
pub const MOST_ROUNDS: u8 = 99;

/// Whom a hero fights.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Foe {
    /// A battle card, by card.
    Card(u8),
    /// What lies under a lair, by place.
    Lair(u8),
}

/// Where a battle stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Step {
    /// Before a round: engage or withdraw (GL-30).
    Choice,
    /// Both strike dice lie (ruling B14).
    Dice,
}

/// A battle (GL-30 to GL-35).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Fight {
    /// The enemy.
    pub foe: Foe,
    /// What waits.
    pub step: Step,
    /// Health the enemy has lost.
    pub harm: u8,
    /// Rounds engaged so far.
    pub round: u8,
    /// The hero's die.
    pub mine: u8,
    /// The enemy's die.
    pub theirs: u8,
    /// Cards' bonus to the hero's strike roll of this round.
    pub strike: u8,
    /// Cards' malus to the enemy's strike roll of this round.
    pub hinder: u8,
    /// Cards' bonus to the hero's power in this round.
    pub might: u8,
    /// Cards' relief of the hero's loss in this round.
    pub guard: u8,
    /// What a right name still gives to one strike roll (GL-26).
    pub prepared: u8,
    /// The lair card named before looking, or [`NOTHING`]; settled at the first engagement.
    pub named: u8,
    /// Whether the first loss of this battle has been taken.
    pub bled: bool,
}

impl Fight {
    /// Who fights whom, without the numbers.
    #[cfg(feature = "drawing")]
    pub(crate) fn title(&self, rules: &Rules, view: &View) -> Text {
        let hero = view.public.active;
        match view.monster(rules, self.foe) {
            Some(monster) => say!("{hero} fights {}", table::card(&monster.name)),
            None => say!("{hero} fights a monster only the hero has seen"),
        }
    }

    /// A battle about to begin.
    pub const fn with(foe: Foe) -> Self {
        Self {
            foe,
            step: Step::Choice,
            harm: 0,
            round: 0,
            mine: 0,
            theirs: 0,
            strike: 0,
            hinder: 0,
            might: 0,
            guard: 0,
            prepared: 0,
            named: NOTHING,
            bled: false,
        }
    }
}

impl Fight {
    fn is_slain(self, state: &State, rules: &Rules) -> bool {
        self.harm > 0 && self.harm >= state.monster(&rules.kingdom, self.foe).health
    }

    /// B28: the enemy has so little health left that it is gone.
    fn is_gone(self, state: &State, rules: &Rules) -> bool {
        let monster = state.monster(&rules.kingdom, self.foe);
        let left = monster.health.saturating_sub(self.harm);
        monster.flees > 0 && self.harm > 0 && left <= monster.flees
    }

    /// B23: whether the enemy can't be left any more. Only whoever may know a lair's card may ask.
    pub(crate) fn grips(self, monster: &Monster) -> bool {
        monster.grips && self.round > 0
    }

    /// GL-31: both dice are rolled. Engaging a lair shows its card to everyone (D2) and settles the name (GL-26).
    fn engage<C: Chance>(mut self, state: &mut State, rules: &Rules, chance: &mut C) {
        let active = state.public.active;
        if let Foe::Lair(place) = self.foe
            && self.round == 0
        {
            state.show_lair(rules, place, chance);
            if self.named == state.secret.lairs.get()[place as usize] {
                let lore = state.public.total(&rules.kingdom, active, Aspect::Lore).max(0) as u8;
                self.prepared = lore.saturating_add(1);
                chance.note(|| Event::NamedRight(active, self.prepared));
            } else if self.named != NOTHING {
                chance.note(|| Event::NamedWrong(active));
            }
        }
        self.round += 1;
        self.mine = chance.roll(6) as u8;
        self.theirs = chance.roll(6) as u8;
        self.step = Step::Dice;
        chance.learned(State::everyone(rules));
        chance.note(|| {
            let enemy = state.enemy(&rules.kingdom, self.foe);
            Event::Round { seat: active, enemy, round: self.round, mine: self.mine, theirs: self.theirs }
        });
        state.public.used_trigger = Used::default();
        state.turn_to(self);
    }

    /// GL-30: the battle is over; the card is discarded and wounds are forgotten (B11, B12).
    fn withdraw<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) {
        let active = state.public.active;
        state.done();
        chance.note(|| Event::Withdrew(active));
        if let Foe::Card(card) = self.foe {
            state.leave(rules, card, chance);
        }
    }

    /// B28: the enemy runs away: no victory, but the coins it carried are left.
    fn flee<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) {
        let (active, enemy) = (state.public.active, state.enemy(&rules.kingdom, self.foe));
        let coins = state.monster(&rules.kingdom, self.foe).coins;
        state.done();
        if let Foe::Card(card) = self.foe {
            state.public.battle.discard |= 1 << card;
        }
        chance.note(|| Event::Fled(active, enemy));
        state.gain_coins(active, coins, chance);
    }

    /// GL-32: the strike rolls are compared and the loser loses health.
    fn strike<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) {
        let mut fight = self;
        let kingdom = &*rules.kingdom;
        let monster = state.monster(kingdom, fight.foe);
        let clash = state.public.clash(kingdom, &fight, monster);
        let (active, enemy) = (state.public.active, state.enemy(kingdom, fight.foe));
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
                let left = clash.drained(clash.foe_health);
                if left > clash.foe_health {
                    fight.harm = monster.health.saturating_sub(left);
                    chance.note(|| Event::Drained(enemy, left - clash.foe_health, left));
                }
                state.lose_coins(active, monster.steals, chance);
            }
            Verdict::Tied => {}
        }
        fight.step = Step::Choice;
        (fight.strike, fight.hinder, fight.might, fight.guard) = (0, 0, 0, 0);
        state.turn_to(fight);
        state.public.struck = Some(struck);
        state.public.used_trigger = Used::default();
        if struck.verdict == Verdict::Lost && loss == 0 {
            let health = state.public.heroes[active].health;
            chance.note(|| Event::Hurt(active, 0, health));
        }
        state.hurt(active, loss, chance);
        if state.public.heroes[active].health == 0 && !state.ward(rules, active, chance) {
            state.die(rules, active, Cause::Slain(enemy), chance);
        } else {
            state.public.note(active, Deed::Round);
        }
    }

    /// GL-21, GL-25, GL-33: the enemy has no health left.
    fn victory<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) {
        let kingdom = &*rules.kingdom;
        let active = state.public.active;
        let monster = state.monster(kingdom, self.foe);
        let enemy = state.enemy(kingdom, self.foe);
        state.done();
        let passive = state.public.passive(kingdom, active);
        let (glory, pays, source) = match self.foe {
            Foe::Card(card) => {
                state.public.battle.discard |= 1 << card;
                // B6: strictly more than the glory held at this moment, or the highest score (B8).
                if monster.pays(state.public.heroes[active].glory) {
                    (monster.glory, Pays::Yes, Source::Battles)
                } else {
                    (0, Pays::No, Source::Battles)
                }
            }
            Foe::Lair(place) => {
                state.public.lairs[place as usize].won = Some(active);
                // B10: no score test.
                (rules.lair_prize(monster), Pays::Yes, Source::Lairs)
            }
        };
        chance.note(|| Event::Slain(active, enemy, pays));
        state.public.note(active, Deed::Slew(monster.kin, monster.score, monster.wanted));
        let coins = monster.coins.saturating_add(passive.spoils.max(0) as u8);
        state.gain_coins(active, coins, chance);
        state.heal(kingdom, active, passive.recover.max(0) as u8, chance);
        state.win_besides(rules, monster.wins, chance);
        state.gain_glory(rules, active, glory, source, chance);
    }
}

impl Procedure for Fight {
    fn window(self) -> Option<Window> {
        Some(match self.step {
            Step::Choice => Window::Round,
            Step::Dice => Window::Dice,
        })
    }

    /// A round is always the hero's to decide; the dice are where there is something to do about them.
    #[inline]
    fn asks(self, state: &State, rules: &Rules) -> bool {
        if self.harm > 0 && (self.is_slain(state, rules) || self.is_gone(state, rules)) {
            return false;
        }
        match self.step {
            Step::Choice => self.round < MOST_ROUNDS,
            Step::Dice => self.offers(state, rules),
        }
    }

    #[inline]
    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, offer: &mut O) {
        match self.step {
            Step::Choice => {
                offer.free(Action::Engage);
                let gripped = || self.round > 0 && self.grips(state.monster(&rules.kingdom, self.foe));
                offer.unless(Action::Withdraw, || gripped().then_some(Why::Gripped));
                using::moves(state, rules, state.public.active, Window::Round, offer);
            }
            Step::Dice => {
                offer.decline(Action::Stand);
                if self.prepared > 0 {
                    offer.free(Action::Prepare);
                }
                using::moves(state, rules, state.public.active, Window::Dice, offer);
            }
        }
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, action: Action, chance: &mut C) {
        if action == Action::Engage {
            self.engage(state, rules, chance);
        } else if action == Action::Withdraw {
            self.withdraw(state, rules, chance);
        } else if action == Action::Prepare {
            // GL-26, D5: the name's bonus goes to this strike roll.
            let strike = self.strike.saturating_add(self.prepared);
            state.turn_to(Self { strike, prepared: 0, ..self });
        }
    }

    /// A battle goes on by itself: it is won, has lasted too long (E9), or nothing is left to do about the dice (GL-32).
    fn go_on<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) {
        if self.is_slain(state, rules) {
            self.victory(state, rules, chance);
            return;
        }
        if self.is_gone(state, rules) {
            self.flee(state, rules, chance);
            return;
        }
        match self.step {
            Step::Choice => self.withdraw(state, rules, chance),
            Step::Dice => self.strike(state, rules, chance),
        }
    }

    fn crumb(self, rules: &Rules, view: &View) -> Text {
        let mut said = text![view.public.active, " fights: "];
        let Some(monster) = view.monster(rules, self.foe) else {
            return said.then("a monster only the hero has seen");
        };
        let left = monster.health.saturating_sub(self.harm);
        said.push(say!("{} ({}), {left} health left", table::card(&monster.name), monster.numbers()));
        if let Foe::Card(_) = self.foe {
            said.push(text![", victory score ", monster.score, ", ", monster.glory, " glory"]);
        }
        match self.step {
            Step::Choice => {
                if let Some(odds) = Odds::in_view(rules, view) {
                    said.push(text![". ", odds_text(&odds)]);
                }
            }
            Step::Dice => {
                let clash = view.public.clash(&rules.kingdom, &self, monster);
                let verdict = match clash.compare(&self) {
                    Ordering::Greater => "the round is won",
                    Ordering::Less => "the round is lost",
                    Ordering::Equal => "a tie",
                };
                let (own, foe) = clash.rolls(self.mine, self.theirs, &self);
                let (mine, theirs) = (self.mine, self.theirs);
                said.push(say!(
                    ". Dice {mine} to {theirs}, strike rolls {own} to {foe}: {verdict} as it stands"
                ));
            }
        }
        said
    }

    fn explain(self, rules: &Rules, view: &View, action: Action) -> Text {
        if action == Action::Engage {
            let odds = Odds::in_view(rules, view).map(|odds| text![" ", odds_text(&odds)]);
            text!["Fight a round.", odds]
        } else if action == Action::Withdraw {
            let monster = view.monster(rules, self.foe);
            let prowls = matches!(self.foe, Foe::Card(_)) && monster.is_some_and(|monster| monster.prowls);
            let stays = prowls && rules.kingdom.map.kind(view.public.hero().space) == Kind::Battle;
            if stays {
                text!["Leave the battle. The monster heals and stays on this space."]
            } else {
                text!["Leave the battle. The monster heals."]
            }
        } else if action == Action::Prepare {
            text!["You named the lair rightly: add ", self.prepared, " to this strike roll."]
        } else {
            text!["Keep the dice as they are."]
        }
    }
}

/// The chances of a battle as sentences.
fn odds_text(odds: &Odds) -> Text {
    let percent = |chance: f64| format!("{:.0} %", chance * 100.0);
    let cost = if odds.loss == 0 { say!("for no health") } else { say!("for {} health", odds.loss) };
    let (won, lost) = (percent(odds.round_won), percent(odds.round_lost));
    let deadly = if odds.die_now > 0.0 { ", which kills you" } else { "" };
    let (win, die) = (percent(odds.win), percent(odds.die));
    let flees = (odds.flees > 0.0).then(|| say!(", {} it flees", percent(odds.flees)));
    say!(
        "Next round: {won} won, {lost} lost {cost}{deadly}. To the end without using cards: {win} victory, {die} death{flees}."
    )
}

impl Public {
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

    /// B11, B29: a battle card that was left is discarded, unless it prowls and lies on a battle space: then it stays there.
    fn leave<C: Chance>(&mut self, rules: &Rules, card: u8, chance: &mut C) {
        let (kingdom, space) = (&*rules.kingdom, self.public.hero().space);
        let kind = kingdom.battle_stock.kind(card);
        if !kingdom.battle[kind as usize].prowls || kingdom.map.kind(space) != Kind::Battle {
            self.public.battle.discard |= 1 << card;
            return;
        }
        if self.public.prowling.len() == MOST_PROWLING {
            let first = self.public.prowling.remove(0);
            self.public.battle.discard |= 1 << first.card;
        }
        let stays = self.public.prowling.push(Prowler { card, space });
        debug_assert!(stays.is_ok(), "there is room for one more");
        chance.note(|| Event::Prowls(kind, space));
    }

    /// B29: the monster that prowls on this space is met in place of a drawn card.
    fn meet_prowler<C: Chance>(&mut self, rules: &Rules, chance: &mut C) -> bool {
        let (active, space) = (self.public.active, self.public.hero().space);
        let Some(at) = self.public.prowling.iter().position(|prowler| prowler.space == space) else {
            return false;
        };
        let Prowler { card, .. } = self.public.prowling.remove(at);
        chance.note(|| Event::Met(active, rules.kingdom.battle_stock.kind(card)));
        self.public.used_battle = Used::default();
        self.public.used_trigger = Used::default();
        self.public.wait(Fight::with(Foe::Card(card)));
        true
    }

    /// GL-21: on a battle space, whoever prowls there is met, or else a card is drawn.
    pub(crate) fn battle_space<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        if !self.meet_prowler(rules, chance) {
            self.meet_monster(rules, chance);
        }
    }

    /// B30: what a victory or a quest brings besides glory and coins.
    pub(crate) fn win_besides<C: Chance>(&mut self, rules: &Rules, wins: Option<Script>, chance: &mut C) {
        let Some(script) = wins else { return };
        for effect in rules.kingdom.scripts.get(script) {
            self.perform(rules, *effect, chance);
        }
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
        self.public.wait(Fight::with(Foe::Card(card)));
    }

    /// B15: a card that prevents death leaves 1 health and is discarded; of several, a good goes before an ability (B22).
    fn ward<C: Chance>(&mut self, rules: &Rules, seat: Seat, chance: &mut C) -> bool {
        let kingdom = &*rules.kingdom;
        let hero = &mut self.public.heroes[seat];
        let good = bits(hero.goods & kingdom.lasting_goods)
            .find(|card| kingdom.goods[kingdom.goods_stock.kind(*card) as usize].boon.passive.ward > 0);
        let ability = bits(hero.abilities & kingdom.lasting_abilities)
            .find(|card| kingdom.abilities[kingdom.ability_stock.kind(*card) as usize].boon.passive.ward > 0);
        match (good, ability) {
            (Some(card), _) => {
                hero.health = 1;
                chance.note(|| Event::Saved(seat, Ward::Good(kingdom.goods_stock.kind(card))));
                self.discard_good(kingdom, seat, card, chance);
            }
            (None, Some(card)) => {
                hero.health = 1;
                chance.note(|| Event::Saved(seat, Ward::Ability(kingdom.ability_stock.kind(card))));
                self.discard_ability(kingdom, seat, card, chance);
            }
            (None, None) => return false,
        }
        true
    }
}
