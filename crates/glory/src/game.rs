//! Glory as the table knows it.

use table::{
    Broken, Chance, Depth, Game, Info, Offer, Outcome, Seat, SeatSet, Text, Turn, Unread, Viewer, tongue,
};

use crate::action::{Action, Held};
use crate::boon::Boon;
use crate::cards::{Cards, bits};
use crate::effect::Effect;
use crate::event::SOURCES;
use crate::label;
use crate::procedures::{Frame, MOST_WAITING, NOTHING};
use crate::reason::Why;
use crate::rules::Rules;
use crate::state::{Ending, State};
use crate::view::View;

impl Game for State {
    const INFO: Info = Info {
        name: "glory",
        title: "Glory",
        summary: "Heroes ride out from the castle for quests and monsters; the first with 20 glory wins.",
        prefix: "GL",
        rules_version: 8,
        // 1000 rounds of 4 turns; a turn is at most two chains of landings with a battle of 99 rounds each, and no
        // round or window takes more decisions than a deck has cards.
        most_decisions: 60_000_000,
    };
    type Rules = Rules;
    type Action = Action;
    type View = View;
    type Why = Why;

    fn new<C: Chance>(rules: &Rules, chance: &mut C) -> Self {
        Self::deal(rules, chance)
    }

    fn turn(&self, _: &Rules) -> Turn {
        if self.public.ending == Ending::Open {
            Turn::Decide(SeatSet::one(self.public.decides()))
        } else {
            Turn::Over
        }
    }

    #[inline]
    fn moves<O: Offer<Action, Why>>(&self, rules: &Rules, seat: Seat, offer: &mut O) {
        self.show_moves(rules, seat, offer);
    }

    fn elsewhere(&self, _: &Rules, _: Seat, action: Action) -> Why {
        Why::Elsewhere(action)
    }

    fn play_unchecked<C: Chance>(&mut self, rules: &Rules, seat: Seat, action: Action, chance: &mut C) {
        self.take(rules, seat, action, chance);
    }

    fn full(&self) -> Option<&'static str> {
        self.public.crowded.then_some("too many things wait for each other")
    }

    fn depth(&self) -> Depth {
        Depth { now: self.public.stack.len(), most: MOST_WAITING }
    }

    fn always(&self, rules: &Rules, seat: Seat, out: &mut Vec<Action>) {
        self.promised(rules, seat, out);
    }

    fn unoffered<C: Chance>(&self, rules: &Rules, _: Seat, action: Action, chance: &mut C) -> Option<Self> {
        self.without_offer(rules, action, chance)
    }

    fn view(&self, rules: &Rules, viewer: Viewer) -> View {
        self.look(rules, viewer)
    }

    fn imagine<C: Chance>(rules: &Rules, view: &View, chance: &mut C) -> Self {
        Self::dream(rules, view, chance)
    }

    fn mask(&self, rules: &Rules, viewer: Viewer) -> Self {
        self.veil(rules, viewer)
    }

    fn outcome(&self, rules: &Rules) -> Option<Outcome> {
        self.public.result(rules)
    }

    fn invariants(&self, rules: &Rules) -> Result<(), Broken> {
        self.check_decks(rules)?;
        self.check_hidden(rules)?;
        Ok(self.check_heroes(rules)?)
    }

    fn label(rules: &Rules, action: Action) -> Text {
        label::label(&rules.kingdom, action)
    }

    fn read(rules: &Rules, text: &str) -> Result<Action, Unread> {
        Ok(label::read(&rules.kingdom, text)?)
    }

    fn concedes(action: Action) -> bool {
        action == Action::Resign
    }
}

/// Whether these zones hold every card of a deck exactly once.
fn conserved(what: &str, zones: &[Cards], all: Cards) -> Result<(), String> {
    let mut seen = 0;
    for zone in zones {
        if seen & zone != 0 {
            return Err(format!("one of the {what} lies in two places"));
        }
        seen |= zone;
    }
    if seen == all {
        Ok(())
    } else {
        Err(format!("there are {} {what}: expected {}", seen.count_ones(), all.count_ones()))
    }
}

impl State {
    /// What printed texts promise a seat at any time (GL-15): worked out from the words on its cards, their uses and what they would
    /// give, not from what is legal.
    fn promised(&self, rules: &Rules, seat: Seat, out: &mut Vec<Action>) {
        let (public, kingdom) = (&self.public, &*rules.kingdom);
        let hero = &public.heroes[seat];
        let hurt = hero.health < public.most_health(kingdom, seat);
        // A healing card helps who is hurt (B20); whatever else such a card gives always helps.
        let helps = |boon: &Boon| {
            let effects = boon.does.map_or(&[][..], |script| kingdom.scripts.get(script));
            let heals = matches!(effects.first(), Some(Effect::Heal(_) | Effect::HealAll));
            tongue::notation(|| kingdom.boon_text(boon)).contains("At any time") && (hurt || !heals)
        };
        let fresh = |boon: &Boon, was: &dyn Fn(&crate::state::Used) -> bool| !public.is_spent(boon, was);
        for card in bits(hero.goods) {
            let kind = kingdom.goods_stock.kind(card);
            let boon = &kingdom.goods[kind as usize].boon;
            if helps(boon) && fresh(boon, &|used| used.goods & 1 << card != 0) {
                out.push(Action::Use(Held::Good(kind)));
            }
        }
        for card in bits(hero.abilities) {
            let kind = kingdom.ability_stock.kind(card);
            let boon = &kingdom.abilities[kind as usize].boon;
            if helps(boon) && fresh(boon, &|used| used.abilities & 1 << card != 0) {
                out.push(Action::Use(Held::Ability(kind)));
            }
        }
        if let Some(boon) = public.gift(kingdom, seat)
            && helps(boon)
            && fresh(boon, &|used| used.power.contains(seat))
            && (boon.uses == 0 || hero.gift_spent < boon.uses)
        {
            out.push(Action::Use(Held::Power));
        }
    }

    fn check_decks(&self, rules: &Rules) -> Result<(), String> {
        let kingdom = &*rules.kingdom;
        let public = &self.public;
        let held =
            |zone: fn(&crate::state::Hero) -> Cards| public.heroes.iter().map(zone).collect::<Vec<_>>();
        let row = public.row.iter().filter(|card| **card != NOTHING).map(|card| 1 << *card);
        let mut goods = held(|hero| hero.goods);
        goods.extend([public.goods.deck, public.goods.discard]);
        goods.extend(row);
        conserved("goods", &goods, kingdom.goods_stock.all)?;
        let mut abilities = held(|hero| hero.abilities);
        abilities.extend([public.abilities.deck, public.abilities.discard]);
        for frame in &public.stack {
            if let Frame::Learn(learn) = frame {
                abilities.extend([1 << learn.first, 1 << learn.second]);
            }
        }
        conserved("abilities", &abilities, kingdom.ability_stock.all)?;
        let in_play = if public.ending == Ending::Open { public.card_in_play() } else { 0 };
        let prowling = public.prowling.iter().fold(0, |set: Cards, prowler| set | 1 << prowler.card);
        let ended = kingdom.battle_stock.all & !(public.battle.deck | public.battle.discard | prowling);
        let battle = if public.ending == Ending::Open { in_play } else { ended };
        conserved(
            "battle cards",
            &[public.battle.deck, public.battle.discard, battle, prowling],
            kingdom.battle_stock.all,
        )?;
        let mut fates = held(|hero| hero.fates);
        fates.extend([public.fates.deck, public.fates.discard]);
        conserved("fates", &fates, kingdom.fate_stock.all)
    }

    fn check_hidden(&self, rules: &Rules) -> Result<(), String> {
        let kingdom = &*rules.kingdom;
        let distinct = |what: &str, cards: &[u8], kinds: usize| {
            for (at, card) in cards.iter().enumerate() {
                if *card as usize >= kinds || cards[..at].contains(card) {
                    return Err(format!("a {what} lies under two places, or under none"));
                }
            }
            Ok(())
        };
        let quests = &self.secret.quests.get()[..kingdom.map.towns.len()];
        distinct("quest", quests, kingdom.quests.len())?;
        for (quest, town) in quests.iter().zip(&self.public.towns) {
            if town.excluded & 1 << quest != 0 {
                return Err("a quest lies where it can't".to_owned());
            }
        }
        distinct("lair card", &self.secret.lairs.get()[..kingdom.map.lairs.len()], kingdom.lairs.len())
    }

    fn check_heroes(&self, rules: &Rules) -> Result<(), String> {
        let kingdom = &*rules.kingdom;
        let public = &self.public;
        if public.ending == Ending::Open && public.stack.is_empty() {
            return Err("nothing waits, but the game is not over".to_owned());
        }
        let setup = matches!(public.top(), Frame::ChooseHero(_));
        for seat in Seat::all(rules.players) {
            let hero = &public.heroes[seat];
            let most = public.most_health(kingdom, seat);
            if setup || !hero.alive {
                continue;
            }
            if hero.health == 0 || hero.health > most {
                return Err(format!("{seat} has {} health: expected 1 to {most}", hero.health));
            }
            let earned: i16 = hero.earned.iter().map(|part| i16::from(*part)).sum();
            if earned != i16::from(hero.glory) {
                return Err(format!(
                    "{seat}'s {} glory came from {SOURCES} sources that give {earned}",
                    hero.glory
                ));
            }
            if hero.peak < hero.glory || hero.space as usize >= kingdom.map.spaces.len() {
                return Err(format!("{seat}'s glory or place is wrong"));
            }
            let mut names = 0_u64;
            for card in crate::cards::bits(hero.abilities) {
                let kind = kingdom.ability_stock.kind(card);
                if names & 1 << kind != 0 {
                    return Err(format!("{seat} has two abilities of one name"));
                }
                names |= 1 << kind;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use table::{Light, Options, Refusal, Rulebook};

    use super::*;
    use crate::effect::Choices;
    use crate::procedures::{After, Choose, Follow, Start};

    /// Nothing is dropped because the stack is full: the action is refused with a report, and nothing has changed.
    #[test]
    fn a_full_stack_is_loud() {
        let rules = Rules::from_options(&Options::new()).expect("good options");
        let mut state = State::new(&rules, &mut Light::new(1));
        let (first, second) = (crate::effect::Script(0), crate::effect::Script(0));
        state.public.only(After);
        // The list under all of this has already been followed, so only what is on top can push.
        while state.public.stack.len() + 1 < MOST_WAITING {
            state.public.wait(Follow { script: first, at: u8::MAX });
        }
        state.public.wait(Choose { choices: Choices::of(&[first, second]) });
        assert_eq!((state.full(), state.depth()), (None, Depth { now: MOST_WAITING, most: MOST_WAITING }));
        let mut fuller = state;
        fuller.public.wait(Start);
        assert!(fuller.full().is_some());
        assert_eq!(fuller.public.stack, state.public.stack);
        // A choice that begins another battle has no room for it.
        let kingdom = &rules.kingdom;
        let battle = kingdom.fates.iter().find(|fate| fate.name == "Ambush").and_then(|fate| fate.does);
        let battle = battle.expect("a fate of the kingdom that does something");
        state.public.heroes[state.public.active].board = 0;
        state.public.heroes[state.public.active].health = 5;
        state.turn_to(Choose { choices: Choices::of(&[battle, battle]) });
        let before = state;
        let seat = state.public.active;
        let refusal = state.play(&rules, seat, Action::Choose(0), &mut Light::new(2)).expect_err("no room");
        assert_eq!(refusal.rule, Refusal::NO_ROOM);
        assert_eq!(state, before);
    }
}
