//! Glory as the table knows it.

use table::{Chance, Game, Info, Outcome, Refusal, Seat, Turn, Viewer};

use crate::action::{self, Action};
use crate::frame::{Frame, NOTHING};
use crate::rules::Rules;
use crate::state::{Ending, State};
use crate::view::View;

impl Game for State {
    const INFO: Info = Info {
        name: "glory",
        title: "Glory",
        summary: "Heroes ride out from the castle for quests and monsters; the first with 20 glory wins.",
        prefix: "GL",
        rules_version: 2,
        // 1000 rounds of 4 turns; a turn is at most two chains of landings with a battle of 99 rounds each, and no
        // round or window takes more decisions than a deck has cards.
        most_decisions: 60_000_000,
    };
    type Rules = Rules;
    type Action = Action;
    type View = View;

    fn new<C: Chance>(rules: &Rules, chance: &mut C) -> Self {
        Self::deal(rules, chance)
    }

    fn turn(&self, _: &Rules) -> Turn {
        self.whose_turn()
    }

    fn legal(&self, rules: &Rules, seat: Seat, out: &mut Vec<Action>) {
        if seat == self.public.decides() {
            self.public.legal(rules, out);
        }
    }

    fn candidates(&self, rules: &Rules, seat: Seat, out: &mut Vec<Action>) {
        if seat == self.public.decides() && self.public.ending == Ending::Open {
            self.public.nameable(rules, out);
        }
    }

    fn refusal(&self, rules: &Rules, seat: Seat, action: Action) -> Option<Refusal> {
        self.why_not(rules, seat, action)
    }

    fn play_unchecked<C: Chance>(&mut self, rules: &Rules, seat: Seat, action: Action, chance: &mut C) {
        self.take(rules, seat, action, chance);
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

    fn invariants(&self, rules: &Rules) -> Result<(), String> {
        self.check_decks(rules)?;
        self.check_hidden(rules)?;
        self.check_heroes(rules)
    }

    fn write(rules: &Rules, action: Action) -> String {
        action::write(&rules.kingdom, action)
    }

    fn read(rules: &Rules, text: &str) -> Result<Action, String> {
        action::read(&rules.kingdom, text)
    }

    fn concedes(action: Action) -> bool {
        action == Action::Resign
    }
}

/// Whether these zones hold every card of a deck exactly once.
fn conserved(what: &str, zones: &[u64], all: u64) -> Result<(), String> {
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
    fn check_decks(&self, rules: &Rules) -> Result<(), String> {
        let kingdom = &*rules.kingdom;
        let public = &self.public;
        let held = |zone: fn(&crate::state::Hero) -> u64| public.heroes.iter().map(zone).collect::<Vec<_>>();
        let row = public.row.iter().filter(|card| **card != NOTHING).map(|card| 1_u64 << card);
        let mut goods = held(|hero| hero.goods);
        goods.extend([public.goods.deck, public.goods.discard]);
        goods.extend(row);
        conserved("goods", &goods, kingdom.goods_stock.all)?;
        let mut abilities = held(|hero| hero.abilities);
        abilities.extend([public.abilities.deck, public.abilities.discard]);
        for frame in &public.stack {
            if let Frame::Learn { first, second, .. } = frame {
                abilities.extend([1 << first, 1 << second]);
            }
        }
        conserved("abilities", &abilities, kingdom.ability_stock.all)?;
        let in_play = if public.ending == Ending::Open { public.card_in_play() } else { 0 };
        let ended = kingdom.battle_stock.all & !(public.battle.deck | public.battle.discard);
        let battle = if public.ending == Ending::Open { in_play } else { ended };
        conserved(
            "battle cards",
            &[public.battle.deck, public.battle.discard, battle],
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
        let setup = matches!(public.top(), Frame::Hero(_));
        for seat in Seat::all(rules.players) {
            let hero = &public.heroes[seat];
            let most = public.most_health(kingdom, seat);
            if setup || !hero.alive {
                continue;
            }
            if hero.health == 0 || hero.health > most {
                return Err(format!("{seat} has {} health: expected 1 to {most}", hero.health));
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
