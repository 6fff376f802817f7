//! A small greedy player, and what ten thousand of its games say about the kingdom.
//!
//! `cargo run --release -p glory --example greedy -- [GAMES] [PLAYERS] [SEED] [name=value …]`
//!
//! The player heals when low, fights when the odds of winning exceed 70 %, and rides to the nearest thing worth having.
//! It knows only its view.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "a player looks at what it understands and leaves the rest"
)]

use std::collections::BTreeMap;

use glory::{
    Action, Aim, Boon, Effect, Ending, Fight, Foe, Frame, Held, Kind, NOTHING, Odds, QuestLies, Rules, State,
    Step, View,
};
use table::{Chance, Game, Light, Options, Rulebook, Seat, Turn, Viewer};

/// Fights are begun above this chance of winning, and left below the other.
const BEGIN: f64 = 0.70;
const LEAVE: f64 = 0.50;

struct Player<'a> {
    rules: &'a Rules,
    view: View,
    seat: Seat,
}

impl Player<'_> {
    fn health(&self) -> (u8, u8) {
        let most = self.view.public.most_health(&self.rules.kingdom, self.seat);
        (self.view.public.heroes[self.seat].health, most)
    }

    fn low(&self) -> bool {
        let (health, most) = self.health();
        health * 2 <= most
    }

    /// The chance of winning against a monster now, and the glory it would give.
    fn prospect(&self, fight: &Fight) -> (f64, u8) {
        let Some(monster) = self.view.monster(self.rules, fight.foe) else {
            return (0.0, 0);
        };
        let clash = self.view.public.clash(&self.rules.kingdom, fight, monster);
        let glory = match fight.foe {
            Foe::Card(_) if monster.score > self.view.public.heroes[self.seat].glory => monster.glory,
            Foe::Card(_) => 0,
            Foe::Lair(_) => self.rules.lair_glory,
        };
        (Odds::of(&clash, fight).win, glory)
    }

    /// The glory a battle space promises.
    fn battle_worth(&self) -> f64 {
        let pile = &self.view.public.battle;
        let deck = if pile.deck == 0 { pile.discard } else { pile.deck };
        let mut sum = 0.0;
        for card in glory::bits(deck) {
            let (win, glory) = self.prospect(&Fight::with(Foe::Card(card)));
            if win > BEGIN {
                sum += win * f64::from(glory);
            }
        }
        sum / f64::from(deck.count_ones().max(1))
    }

    fn lair_worth(&self, place: u8) -> f64 {
        let lair = &self.view.public.lairs[place as usize];
        if lair.won.is_some() {
            return 0.0;
        }
        if !lair.seen.contains(self.seat) {
            return 0.8;
        }
        let (win, glory) = self.prospect(&Fight::with(Foe::Lair(place)));
        if win > BEGIN { win * f64::from(glory) * 2.0 } else { 0.0 }
    }

    fn town_worth(&self, place: u8) -> f64 {
        let public = &self.view.public;
        let town = &public.towns[place as usize];
        let done = self.view.quests[place as usize]
            .is_some_and(|quest| public.would_be_done(&self.rules.kingdom, self.seat, place, quest));
        match town.lies {
            QuestLies::Gone => 0.0,
            QuestLies::Open(first) if first == self.seat => 0.0,
            QuestLies::Open(_) if done && town.seen.contains(self.seat) => 3.0,
            QuestLies::Hidden if done && town.seen.contains(self.seat) => 7.0,
            QuestLies::Hidden if !town.seen.contains(self.seat) => 3.0,
            QuestLies::Open(_) | QuestLies::Hidden => 0.0,
        }
    }

    /// Whether the castle offers something worth its coins.
    fn wants_goods(&self) -> bool {
        let kingdom = &self.rules.kingdom;
        let coins = self.view.public.heroes[self.seat].coins;
        self.view.public.row.iter().filter(|card| **card != NOTHING).any(|card| {
            let kind = kingdom.goods_stock.kind(*card);
            let good = &kingdom.goods[kind as usize];
            coins >= 4
                && self.view.public.price(kingdom, self.seat, kind) <= coins
                && Self::value(&good.boon) >= 3.0
        })
    }

    /// What landing on a space is worth.
    fn worth(&self, space: u8, battle: f64) -> f64 {
        let map = &self.rules.kingdom.map;
        let place = map.space(space).place;
        let (health, most) = self.health();
        let missing = f64::from(most - health.min(most));
        let hurt = if self.low() { 1.0 } else { 0.25 };
        match map.kind(space) {
            Kind::Blank => 0.0,
            Kind::Battle if self.low() => 0.0,
            Kind::Battle => battle * 2.0,
            Kind::Castle => missing * hurt + if self.wants_goods() { 1.5 } else { 0.0 },
            Kind::Fate => 0.7,
            Kind::Haven => missing.min(2.0) * hurt + 0.2,
            Kind::Lair => self.lair_worth(place),
            Kind::Town => self.town_worth(place),
        }
    }

    /// What standing on a space is worth, with what lies further on.
    fn outlook(&self, space: u8, battle: f64) -> f64 {
        let map = &self.rules.kingdom.map;
        let stops =
            std::iter::once(map.castle).chain(map.towns.iter().copied()).chain(map.lairs.iter().copied());
        let further = stops
            .filter(|stop| *stop != space)
            .map(|stop| self.worth(stop, battle) * 0.88_f64.powi(i32::from(map.distance(space, stop))))
            .fold(0.0, f64::max);
        self.worth(space, battle) + further
    }

    fn boon(&self, held: Held) -> Option<&Boon> {
        let kingdom = &self.rules.kingdom;
        match held {
            Held::Good(kind) => kingdom.goods.get(kind as usize).map(|good| &good.boon),
            Held::Ability(kind) => kingdom.abilities.get(kind as usize).map(|ability| &ability.boon),
            Held::Power => self.view.public.gift(kingdom),
        }
    }

    fn effects(&self, held: Held) -> &[Effect] {
        self.boon(held)
            .and_then(|boon| boon.does)
            .map_or(&[], |script| self.rules.kingdom.scripts.get(script))
    }

    /// What a card is worth for good, roughly.
    fn value(boon: &Boon) -> f64 {
        let passive = &boon.passive;
        let narrow: i8 = passive.strike_against.iter().chain(&passive.power_against).sum();
        let lasting = f64::from(passive.strike) * 5.0
            + f64::from(passive.power) * 4.0
            + f64::from(passive.armour) * 4.0
            + f64::from(passive.health) * 1.5
            + f64::from(passive.shield) * 1.2
            + f64::from(passive.first_strike) * 0.8
            + f64::from(passive.strike_in_lair) * 1.5
            + f64::from(passive.ward) * 3.0
            + f64::from(passive.win_ties) * 4.0
            + f64::from(passive.recover) * 1.5
            + f64::from(narrow) * 1.2;
        lasting + if boon.does.is_some() { 2.0 } else { 0.5 }
    }

    fn heals(&self, held: Held) -> bool {
        let (health, most) = self.health();
        match self.effects(held).first() {
            Some(Effect::Heal(by)) => most - health >= *by,
            Some(Effect::HealAll) => self.low(),
            _ => false,
        }
    }

    fn quiet(&self, legal: &[Action]) -> Option<Action> {
        let best = legal
            .iter()
            .filter_map(|action| match action {
                Action::Buy(kind) => {
                    let good = &self.rules.kingdom.goods[*kind as usize];
                    Some((Self::value(&good.boon) / f64::from(good.price).sqrt(), *action))
                }
                Action::Use(held) if self.heals(*held) && self.low() => Some((9.0, *action)),
                Action::Use(held) => match self.effects(*held).first() {
                    Some(Effect::Scout | Effect::Read) => Some((3.0, *action)),
                    Some(Effect::Go(_)) if self.low() => Some((8.0, *action)),
                    _ => None,
                },
                _ => None,
            })
            .max_by(|one, other| one.0.total_cmp(&other.0))?;
        (best.0 > 1.0).then_some(best.1)
    }

    fn way(&self, legal: &[Action], light: &mut Light) -> Action {
        let battle = self.battle_worth();
        let worth = |action: &Action| match action {
            Action::Go { end, .. } | Action::March(end) => self.outlook(*end, battle),
            Action::Halt => self.outlook(self.view.public.hero().space, battle) + 1.2,
            _ => -1.0,
        };
        let best = legal.iter().max_by(|one, other| worth(one).total_cmp(&worth(other)));
        let best = *best.expect("a deciding player has something to do");
        // Nothing worth having within sight: ride on at random rather than in circles.
        if worth(&best) < 0.5 {
            let roads: Vec<_> = legal.iter().copied().filter(|action| worth(action) >= 0.0).collect();
            return roads[light.below(roads.len() as u32) as usize];
        }
        if worth(&best) < 2.0 || self.low() {
            let help = legal.iter().copied().find(|action| match action {
                Action::Use(held) => match self.effects(*held).first() {
                    Some(Effect::Stay) => self.low(),
                    Some(Effect::Reroll | Effect::SecondDie) => worth(&best) < 1.5,
                    Some(Effect::Heal(_) | Effect::HealAll) => self.low() && self.heals(*held),
                    _ => false,
                },
                _ => false,
            });
            return help.unwrap_or(best);
        }
        best
    }

    fn round(&self, fight: &Fight, legal: &[Action]) -> Action {
        let (win, glory) = self.prospect(fight);
        let needed = if fight.round == 0 { BEGIN } else { LEAVE };
        let heal = legal.iter().copied().find(|action| match action {
            Action::Use(held) => fight.round > 0 && self.heals(*held),
            _ => false,
        });
        if glory == 0 && fight.round == 0 {
            return Action::Withdraw;
        }
        if win < 0.75
            && fight.round > 0
            && let Some(heal) = heal
        {
            return heal;
        }
        if win < needed {
            return Action::Withdraw;
        }
        let help = legal.iter().copied().find(|action| match action {
            Action::Use(held) => match self.effects(*held).first() {
                Some(Effect::Harm(_) | Effect::Might(_) | Effect::Hinder(_)) => win < 0.85,
                _ => false,
            },
            _ => false,
        });
        help.unwrap_or(Action::Engage)
    }

    fn dice(&self, fight: &Fight, legal: &[Action]) -> Action {
        let Some(monster) = self.view.monster(self.rules, fight.foe) else {
            return Action::Stand;
        };
        let clash = self.view.public.clash(&self.rules.kingdom, fight, monster);
        if clash.compare(fight).is_gt() {
            return Action::Stand;
        }
        let losing = clash.compare(fight).is_lt();
        let better = |after: Fight| clash.compare(&after) > clash.compare(fight);
        let helps = |held: Held| {
            let mut after = *fight;
            match self.effects(held).first() {
                Some(Effect::Raise(by)) => after.mine = (after.mine + by).min(6),
                Some(Effect::Flip) => after.mine = 7 - after.mine,
                Some(Effect::SetDie(face)) => after.mine = *face,
                Some(Effect::LowerFoe(by)) => after.theirs = after.theirs.saturating_sub(*by).max(1),
                Some(Effect::FlipFoe) => after.theirs = 7 - after.theirs,
                Some(Effect::SwapDice) => std::mem::swap(&mut after.mine, &mut after.theirs),
                Some(Effect::Strike(by)) => after.strike += by,
                Some(Effect::Reroll | Effect::SecondDie) => return losing && fight.mine <= 4,
                Some(Effect::RerollFoe) => return losing && fight.theirs >= 3,
                Some(Effect::Guard(_)) => return losing,
                _ => return false,
            }
            better(after)
        };
        let help = legal.iter().copied().find(|action| match action {
            Action::Use(held) => helps(*held),
            Action::Prepare => better(Fight { strike: fight.strike + fight.prepared, ..*fight }),
            _ => false,
        });
        help.unwrap_or(Action::Stand)
    }

    fn choose(&self, legal: &[Action], light: &mut Light) -> Action {
        let any = |light: &mut Light| legal[light.below(legal.len() as u32) as usize];
        match self.view.public.top() {
            Frame::Start => self.quiet(legal).unwrap_or(Action::Roll),
            Frame::End => self.quiet(legal).unwrap_or(Action::End),
            Frame::Roll { .. } | Frame::Arrive => self.way(legal, light),
            Frame::Name => {
                let place = self.rules.kingdom.map.space(self.view.public.hero().space).place;
                match self.view.lairs[place as usize] {
                    Some(known) => Action::Name(known),
                    None => any(light),
                }
            }
            Frame::Haven => *legal.last().expect("a haven offers something"),
            Frame::Fight(fight) => match fight.step {
                Step::Choice => self.round(&fight, legal),
                Step::Dice => self.dice(&fight, legal),
            },
            Frame::Learn { .. } => {
                let worth = |action: &Action| match action {
                    Action::Keep(kind) => Self::value(&self.rules.kingdom.abilities[*kind as usize].boon),
                    _ => 0.0,
                };
                let best = legal.iter().max_by(|one, other| worth(one).total_cmp(&worth(other)));
                *best.expect("two abilities were drawn")
            }
            Frame::Choose(first, _) => {
                let deadly = self.rules.kingdom.scripts.get(first).iter().any(|effect| match effect {
                    Effect::Peril(by) => self.health().0 <= by + 2,
                    Effect::Battle => self.low(),
                    _ => false,
                });
                if deadly { Action::Choose(1) } else { any(light) }
            }
            Frame::Aim(Aim::Face) => Action::Face(6),
            Frame::Aim(_) | Frame::Hero(_) | Frame::After | Frame::Close | Frame::Script { .. } => any(light),
        }
    }
}

#[derive(Default)]
struct Tally {
    rounds: Vec<u16>,
    decisions: u64,
    endings: BTreeMap<&'static str, u64>,
    deaths: u64,
    games_with_death: u64,
    heroes: BTreeMap<String, (u64, u64, u64)>,
    glory: BTreeMap<&'static str, u64>,
    seats: [u64; 4],
    fates_left: u64,
    fates_out: u64,
}

fn play(rules: &Rules, light: &mut Light, tally: &mut Tally) {
    let mut state = State::new(rules, light);
    let mut legal = Vec::new();
    while let Turn::Decide(seats) = state.turn(rules) {
        let seat = seats.first().expect("somebody decides");
        legal.clear();
        state.legal(rules, seat, &mut legal);
        legal.retain(|action| !State::concedes(*action));
        let action = if legal.len() == 1 {
            legal[0]
        } else {
            let player = Player { rules, view: state.view(rules, Viewer::Seat(seat)), seat };
            player.choose(&legal, light)
        };
        let before = state.public;
        state.play_unchecked(rules, seat, action, light);
        tally.decisions += 1;
        count_glory(rules, &before, &state.public, seat, tally);
    }
    count(rules, &state, tally);
}

fn count_glory(rules: &Rules, before: &glory::Public, after: &glory::Public, seat: Seat, tally: &mut Tally) {
    let gained = after.heroes[seat].glory.saturating_sub(before.heroes[seat].glory);
    if gained == 0 {
        return;
    }
    let source = match before.fight().map(|fight| fight.foe) {
        Some(Foe::Card(_)) => "battles",
        Some(Foe::Lair(_)) => "lairs",
        None if rules.kingdom.map.kind(after.heroes[seat].space) == Kind::Town => "quests",
        None => "fates",
    };
    *tally.glory.entry(source).or_default() += u64::from(gained);
}

fn count(rules: &Rules, state: &State, tally: &mut Tally) {
    let public = &state.public;
    let outcome = state.outcome(rules).expect("the game is over");
    tally.rounds.push(public.round);
    let ending = match public.ending {
        Ending::Glory(_) => "glory",
        Ending::Survivor(_) => "last survivor",
        Ending::Death => "death",
        Ending::Rounds | Ending::Turns => "cap",
        Ending::Open => "open",
    };
    *tally.endings.entry(ending).or_default() += 1;
    let mut dead = 0;
    for seat in Seat::all(rules.players) {
        let hero = &public.heroes[seat];
        let entry = tally.heroes.entry(rules.kingdom.heroes[hero.board as usize].name.clone()).or_default();
        entry.0 += 1;
        if outcome.winners.contains(seat) {
            entry.1 += 1;
            let order = (seat.index() + rules.players - public.first.index()) % rules.players;
            tally.seats[order] += 1;
        }
        if !hero.alive {
            entry.2 += 1;
            dead += 1;
        }
    }
    tally.deaths += dead;
    tally.games_with_death += u64::from(dead > 0);
    tally.fates_left += u64::from(public.fates.deck.count_ones());
    tally.fates_out += u64::from(public.fates.deck == 0);
    debug_assert_ne!(public.hero().board, NOTHING);
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let games: u64 = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1000);
    let players = arguments.next().unwrap_or_else(|| "4".to_owned());
    let seed = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1);
    let mut options = Options::new().with("players", &players).with("heroes", "random");
    for pair in arguments {
        if let Err(error) = options.set_pair(&pair) {
            eprintln!("{error}");
            std::process::exit(1);
        }
    }
    let rules = match Rules::from_options(&options) {
        Ok(rules) => rules,
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(1);
        }
    };
    let mut light = Light::new(seed);
    let mut tally = Tally::default();
    for _ in 0..games {
        play(&rules, &mut light, &mut tally);
    }
    report(&rules, games, &mut tally);
}

fn report(rules: &Rules, games: u64, tally: &mut Tally) {
    tally.rounds.sort_unstable();
    let at = |part: f64| tally.rounds[((games - 1) as f64 * part) as usize];
    let share = |count: u64| 100.0 * count as f64 / games as f64;
    println!("{games} games of {} greedy players in {}", rules.players, rules.kingdom.report());
    println!(
        "rounds: 5 % {}, 25 % {}, median {}, 75 % {}, 95 % {}; {:.0} decisions a game",
        at(0.05),
        at(0.25),
        at(0.5),
        at(0.75),
        at(0.95),
        tally.decisions as f64 / games as f64
    );
    for (ending, count) in &tally.endings {
        println!("ended by {ending}: {:.2} %", share(*count));
    }
    println!(
        "deaths: {:.2} a game; at least one in {:.1} % of games",
        tally.deaths as f64 / games as f64,
        share(tally.games_with_death)
    );
    for (hero, (seats, wins, deaths)) in &tally.heroes {
        let of = |count: &u64| 100.0 * *count as f64 / *seats as f64;
        println!("{hero}: wins {:.1} % of its games, dies in {:.1} %", of(wins), of(deaths));
    }
    let total: u64 = tally.glory.values().sum();
    for (source, glory) in &tally.glory {
        println!("glory from {source}: {:.1} %", 100.0 * *glory as f64 / total as f64);
    }
    let seats: Vec<_> = tally.seats.iter().map(|wins| format!("{:.1}", share(*wins))).collect();
    println!("wins by turn order: {} %", seats.join(", "));
    println!(
        "fates left in the deck: {:.1}; none left in {:.1} % of games",
        tally.fates_left as f64 / games as f64,
        share(tally.fates_out)
    );
}
