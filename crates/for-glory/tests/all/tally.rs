//! What many random games do: how they end, how long they take, and which cards, abilities and effects come up.

use std::collections::{BTreeMap, BTreeSet};

use gloria_for_glory::action::Source;
use gloria_for_glory::cards::{Home, KINDS, Type};
use gloria_for_glory::effect::Ability;
use gloria_for_glory::{Action, Rules, State};
use table::{Chance, Game, Light, Turn};

/// What was counted over many games.
#[derive(Debug)]
pub struct Tally {
    /// Games played to their end.
    pub games: u64,
    /// Games that somebody at the table won.
    pub won: u64,
    /// Games that our turn limit ended.
    pub by_limit: u64,
    /// Decisions of all games.
    pub decisions: u64,
    /// Decisions of the longest.
    pub longest: u64,
    /// Seat A's glory in all games.
    pub glory: u64,
    /// Arena phases, and how many games had so many.
    pub phases: BTreeMap<u8, u64>,
    bought: [bool; KINDS],
    played: [bool; KINDS],
    used: [u8; KINDS],
    arenas: [u8; 32],
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            games: 0,
            won: 0,
            by_limit: 0,
            decisions: 0,
            longest: 0,
            glory: 0,
            phases: BTreeMap::new(),
            bought: [false; KINDS],
            played: [false; KINDS],
            used: [0; KINDS],
            arenas: [0; 32],
        }
    }
}

impl Tally {
    /// Plays so many random games, from seed 0 on.
    pub fn of(rules: &Rules, games: u64) -> Self {
        let mut tally = Self::default();
        (0..games).for_each(|seed| tally.play(rules, seed));
        tally
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "only some actions are counted")]
    fn note(&mut self, rules: &Rules, action: Action) {
        match action {
            Action::Buy(kind) => self.bought[kind.index()] = true,
            Action::Play(kind) => {
                self.played[kind.index()] = true;
                self.used[kind.index()] |= 1 << rules.set.card(kind).from_hand().unwrap_or(0);
            }
            Action::Enter(kind, _) => self.played[kind.index()] = true,
            Action::Pay(counts) => {
                for (kind, count) in rules.set.incomes().iter().zip(counts) {
                    self.played[kind.index()] |= count > 0;
                }
            }
            Action::Use(source, ability) => match source {
                Source::Patron(kind) | Source::Departed(kind) => self.used[kind.index()] |= 1 << ability,
                Source::Gladiator(fighter) => self.used[fighter.kind.index()] |= 1 << ability,
                Source::Arena(id) => self.arenas[usize::from(id.0)] |= 1 << ability,
            },
            _ => {}
        }
    }

    fn play(&mut self, rules: &Rules, seed: u64) {
        let mut luck = Light::new(seed);
        let mut chooser = luck.fork();
        let mut state = State::new(rules, &mut luck);
        let mut legal = Vec::new();
        let mut decisions = 0;
        while let Turn::Decide(seats) = state.turn(rules) {
            let seat = seats.first().expect("somebody decides");
            legal.clear();
            state.legal(rules, seat, &mut legal);
            let action = legal[chooser.below(legal.len() as u32) as usize];
            self.note(rules, action);
            state.play_unchecked(rules, seat, action, &mut luck);
            decisions += 1;
            assert!(decisions < State::INFO.most_decisions as u64, "seed {seed} does not end");
        }
        self.games += 1;
        self.decisions += decisions;
        self.longest = self.longest.max(decisions);
        *self.phases.entry(state.public().phases).or_default() += 1;
        let outcome = state.outcome(rules).expect("it is over");
        self.by_limit += u64::from(outcome.reason == "most glory at the turn limit");
        self.glory += u64::from(state.public().ludi[table::Seat::new(0)].glory);
        self.won += u64::from(!outcome.winners.is_empty());
    }

    /// The number of arena phases that half the games do not exceed.
    pub fn median(&self) -> u8 {
        let mut left = self.games / 2;
        for (phases, count) in &self.phases {
            if *count > left {
                return *phases;
            }
            left -= count;
        }
        0
    }

    /// Names of the cards and abilities that never came up.
    pub fn missing(&self, rules: &Rules) -> Vec<String> {
        let mut missing = Vec::new();
        for (kind, card) in rules.set.cards() {
            if card.expansion && !rules.expansion || matches!(card.home, Home::Champion(_)) {
                continue;
            }
            if matches!(card.home, Home::Supply(_)) && !self.bought[kind.index()] {
                missing.push(format!("{} was never bought", card.name));
            }
            if !self.played[kind.index()] {
                missing.push(format!("{} was never played", card.name));
            }
            let own = matches!(card.kind, Type::Patron | Type::Gladiator);
            for ability in
                (0..card.abilities.len()).filter(|at| own && self.used[kind.index()] >> at & 1 == 0)
            {
                missing.push(format!("ability {} of {} was never used", ability + 1, card.name));
            }
        }
        for (id, arena) in rules.set.arenas() {
            let used = self.arenas[usize::from(id.0)];
            for ability in (0..arena.abilities.len()).filter(|at| used >> at & 1 == 0) {
                missing.push(format!("ability {} of {} was never used", ability + 1, arena.name));
            }
        }
        missing
    }

    /// The effects of the set that no ability brought up.
    pub fn unused_effects(&self, rules: &Rules) -> Vec<String> {
        let (mut all, mut seen) = (BTreeSet::new(), BTreeSet::new());
        let mut look = |abilities: &[Ability], used: u8| {
            for (at, ability) in abilities.iter().enumerate() {
                for step in &ability.steps {
                    let effect = format!("{:?}", step.effect);
                    let name = effect.split_whitespace().next().unwrap_or_default().to_owned();
                    all.insert(name.clone());
                    if used >> at & 1 != 0 {
                        seen.insert(name);
                    }
                }
            }
        };
        let in_play = rules.set.cards().filter(|(_, card)| rules.expansion || !card.expansion);
        for (kind, card) in in_play.filter(|(_, card)| !matches!(card.home, Home::Champion(_))) {
            look(&card.abilities, self.used[kind.index()]);
        }
        for (id, arena) in rules.set.arenas() {
            look(&arena.abilities, self.arenas[usize::from(id.0)]);
        }
        all.difference(&seen).cloned().collect()
    }
}
