//! What many random games do: they end, they are neither short nor long, and every card and ability comes up.
#![expect(clippy::wildcard_enum_match_arm, reason = "only some actions are counted")]

use std::collections::{BTreeMap, BTreeSet};

use for_glory::action::Source;
use for_glory::cards::{Home, Type};
use for_glory::{Action, Rules, State};
use table::{Chance, Game, Light, Options, Rulebook, Turn};

#[derive(Default, Debug)]
struct Survey {
    games: u64,
    decisions: u64,
    longest: u64,
    by_limit: u64,
    glory: u64,
    phases: BTreeMap<u8, u64>,
    bought: BTreeSet<u8>,
    played: BTreeSet<u8>,
    used: BTreeSet<(String, u8)>,
}

impl Survey {
    fn note(&mut self, rules: &Rules, action: Action) {
        match action {
            Action::Buy(kind) => {
                self.bought.insert(kind.0);
            }
            Action::Play(kind) => {
                self.played.insert(kind.0);
                self.used.insert((
                    rules.set.card(kind).name.clone(),
                    rules.set.card(kind).from_hand().unwrap_or(0) as u8,
                ));
            }
            Action::Enter(kind, _) => {
                self.played.insert(kind.0);
            }
            Action::Pay(counts) => {
                for (kind, count) in rules.set.incomes().iter().zip(counts) {
                    if count > 0 {
                        self.played.insert(kind.0);
                    }
                }
            }
            Action::Use(source, ability) => {
                let name = match source {
                    Source::Patron(kind) | Source::Departed(kind) => rules.set.card(kind).name.clone(),
                    Source::Gladiator(fighter) => rules.set.card(fighter.kind).name.clone(),
                    Source::Arena(id) => rules.set.arena(id).name.clone(),
                };
                self.used.insert((name, ability));
            }
            _ => {}
        }
    }

    /// Plays one random game; answers whether anyone won it.
    fn play(&mut self, rules: &Rules, seed: u64) -> bool {
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
        self.by_limit += u64::from(outcome.reason == "the turn limit was reached");
        self.glory += u64::from(state.public().ludi[table::Seat::new(0)].glory);
        !outcome.winners.is_empty()
    }

    fn median(&self) -> u8 {
        let mut left = self.games / 2;
        for (phases, count) in &self.phases {
            if *count > left {
                return *phases;
            }
            left -= count;
        }
        0
    }

    /// Names of what never came up.
    fn missing(&self, rules: &Rules) -> Vec<String> {
        let mut missing = Vec::new();
        for (kind, card) in rules.set.cards() {
            if card.expansion && !rules.expansion || matches!(card.home, Home::Champion(_)) {
                continue;
            }
            if matches!(card.home, Home::Supply(_)) && !self.bought.contains(&kind.0) {
                missing.push(format!("{} was never bought", card.name));
            }
            if !self.played.contains(&kind.0) {
                missing.push(format!("{} was never played", card.name));
            }
            let own = matches!(card.kind, Type::Patron | Type::Gladiator);
            for ability in 0..card.abilities.len() as u8 {
                if own && !self.used.contains(&(card.name.clone(), ability)) {
                    missing.push(format!("ability {} of {} was never used", ability + 1, card.name));
                }
            }
        }
        for (_, arena) in rules.set.arenas() {
            for ability in 0..arena.abilities.len() as u8 {
                if !self.used.contains(&(arena.name.clone(), ability)) {
                    missing.push(format!("ability {} of {} was never used", ability + 1, arena.name));
                }
            }
        }
        missing
    }
}

fn survey(games: u64) -> Survey {
    survey_with(&Options::new().with("expansion", "off"), games)
}

fn survey_with(options: &Options, games: u64) -> Survey {
    let rules = Rules::from_options(options).unwrap();
    let mut survey = Survey::default();
    for seed in 0..games {
        survey.play(&rules, seed);
    }
    // With one arena nothing can be moved to another.
    let mut missing = survey.missing(&rules);
    missing.retain(|line| rules.players == 2 || !line.starts_with("Change of Venue"));
    assert_eq!(missing, Vec::<String>::new(), "every card comes up");
    survey
}

fn judge(survey: &Survey) {
    let median = survey.median();
    assert!((4..=12).contains(&median), "median {median} arena phases: {:?}", survey.phases);
    assert!(
        survey.by_limit * 50 < survey.games,
        "{} of {} games hit the turn limit",
        survey.by_limit,
        survey.games
    );
}

#[test]
fn random_games_end_and_use_every_card() {
    judge(&survey(1_500));
}

#[test]
fn the_expansion_comes_up_too() {
    let survey = survey_with(&Options::new().with("expansion", "on").with("champions", "random"), 2_500);
    assert!(survey.games == 2_500);
}

/// How many of so many solo games random play wins, and how much glory it has at the end of all.
fn solo(difficulty: &str, games: u64) -> (u64, u64) {
    let rules =
        Rules::from_options(&Options::new().with("players", "1").with("difficulty", difficulty)).unwrap();
    let mut survey = Survey::default();
    let wins = (0..games).filter(|seed| survey.play(&rules, *seed)).count() as u64;
    (wins, survey.glory)
}

#[test]
fn the_ludus_magnus_beats_random_play_and_the_difficulties_are_in_order() {
    let games = 4_000;
    let [hard, all, easy] = ["hard", "all", "easy"].map(|difficulty| solo(difficulty, games));
    println!("random play, wins and glory of {games} games: hard {hard:?}, all {all:?}, easy {easy:?}");
    assert!(hard.1 < all.1 && all.1 < easy.1, "glory: hard {hard:?}, all {all:?}, easy {easy:?}");
    assert!(easy.0 * 4 < games, "it wins most games: {easy:?} of {games}");
}

#[test]
fn three_play_three_rounds_and_four_play_two() {
    // FG-86: a game of three has exactly three battles, one of four two.
    for (players, rounds) in [("3", 3), ("4", 2)] {
        let survey = survey_with(&Options::new().with("players", players), 1_500);
        let others = survey.games - survey.phases[&rounds];
        assert_eq!(others, survey.by_limit, "{players}: {:?}", survey.phases);
        assert!(survey.by_limit * 50 < survey.games, "{players}: {} hit the turn limit", survey.by_limit);
    }
}

#[test]
#[ignore = "minutes in a release build: cargo test --release -p for-glory --test survey -- --ignored --nocapture"]
fn a_hundred_thousand_games() {
    for players in ["2", "1", "3", "4"] {
        let started = std::time::Instant::now();
        let rules = Rules::from_options(&Options::new().with("players", players)).unwrap();
        let mut survey = Survey::default();
        let wins = (0..100_000).filter(|seed| survey.play(&rules, *seed)).count();
        let rate = survey.decisions as f64 / started.elapsed().as_secs_f64();
        println!(
            "{players} players: {} decisions, {rate:.0} a second, longest {}",
            survey.decisions, survey.longest
        );
        println!("  won {wins}, by the limit {}, phases {:?}", survey.by_limit, survey.phases);
        if players == "2" {
            assert_eq!(survey.missing(&rules), Vec::<String>::new());
            judge(&survey);
        }
    }
}
