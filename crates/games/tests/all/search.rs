//! What must hold of every search, whatever it finds.

use std::time::{Duration, Instant};

use bots::{Budget, Guide, Mind, Plan, Player as _, Question, Search, choices};
use lots::Lots;
use table::{Chance, Game, Light, Options, Rulebook, Seat, Turn, Viewer};

fn rules<G: Game>(players: &str) -> G::Rules {
    G::Rules::from_options(&Options::new().with("players", players)).unwrap()
}

/// Some decisions with several choices, from all parts of random games.
fn moments<G: Game>(rules: &G::Rules, count: usize) -> Vec<(G, Seat, Vec<G::Action>)> {
    let (mut luck, mut found, mut legal) = (Light::new(9), Vec::new(), Vec::new());
    while found.len() < count {
        let mut state = G::new(rules, &mut luck);
        while let Turn::Decide(seats) = state.turn(rules) {
            let seat = seats.first().unwrap();
            choices(rules, &state, seat, &mut legal);
            if legal.len() > 1 && luck.below(40) == 0 {
                found.push((state, seat, legal.clone()));
            }
            let action = legal[luck.below(legal.len() as u32) as usize];
            state.play_unchecked(rules, seat, action, &mut luck);
        }
    }
    found
}

fn answers<G: Mind>(players: &str, plan: Plan, seed: u64) -> Vec<G::Action> {
    let rules = rules::<G>(players);
    let mut search = Search::<G>::new(plan);
    moments::<G>(&rules, 6)
        .iter()
        .map(|(state, seat, legal)| {
            let look = || state.view(&rules, Viewer::Seat(*seat));
            let action = search.choose(&Question::new(&rules, *seat, &look, legal, Budget::OWN, seed));
            assert!(legal.contains(&action));
            action
        })
        .collect()
}

const SHORT: Plan = Plan { iterations: 120, ..Plan::GUIDED };

#[test]
fn the_same_seed_gives_the_same_answers_in_every_game() {
    for plan in [SHORT, Plan { threads: 3, ..SHORT }, Plan { iterations: 120, ..Plan::UNIFORM }] {
        for players in ["2", "4"] {
            assert_eq!(
                answers::<glory_to_rome::State>(players, plan, 1),
                answers::<glory_to_rome::State>(players, plan, 1)
            );
            assert_eq!(answers::<glory::State>(players, plan, 1), answers::<glory::State>(players, plan, 1));
            assert_eq!(
                answers::<for_glory::State>(players, plan, 1),
                answers::<for_glory::State>(players, plan, 1)
            );
        }
    }
}

#[test]
fn one_alone_can_search_too() {
    answers::<glory::State>("1", SHORT, 1);
    answers::<for_glory::State>("1", SHORT, 1);
}

/// Equal views give equal answers: a search can't tell the true state from one imagined.
#[test]
fn only_the_view_counts() {
    let rules = rules::<glory_to_rome::State>("3");
    for (state, seat, legal) in moments::<glory_to_rome::State>(&rules, 10) {
        let view = state.view(&rules, Viewer::Seat(seat));
        let twin = glory_to_rome::State::imagine(&rules, &view, &mut Light::new(77));
        let answer = |truth: &glory_to_rome::State| {
            let look = || truth.view(&rules, Viewer::Seat(seat));
            Search::<glory_to_rome::State>::new(SHORT).choose(&Question::new(
                &rules,
                seat,
                &look,
                &legal,
                Budget::OWN,
                5,
            ))
        };
        assert_eq!(answer(&state), answer(&twin));
    }
}

#[test]
fn a_deadline_in_the_past_still_gets_a_legal_answer() {
    let rules = rules::<glory_to_rome::State>("2");
    for (state, seat, legal) in moments::<glory_to_rome::State>(&rules, 5) {
        let look = || state.view(&rules, Viewer::Seat(seat));
        let late = Budget { iterations: u32::MAX, deadline: Some(Instant::now()) };
        let mut search = Search::<glory_to_rome::State>::new(Plan { iterations: u32::MAX, ..Plan::GUIDED });
        let found = search.explain(&Question::new(&rules, seat, &look, &legal, late, 1));
        assert_eq!((found.visits, legal.contains(&found.best().unwrap())), (1, true));
    }
}

#[test]
fn what_is_forced_is_answered_without_a_thought() {
    let rules = rules::<Lots>("2");
    let state = Lots::new(&rules, &mut Light::new(1));
    let seat = Seat::new(0);
    let look = || -> lots::View { panic!("nobody needs to look") };
    let only = [lots::Action::Draw];
    let asked = Question::new(&rules, seat, &look, &only, Budget::time(Duration::from_secs(60)), 1);
    assert_eq!(Search::<Lots>::new(Plan::GUIDED).choose(&asked), lots::Action::Draw);
    assert_eq!(state.turn(&rules), Turn::Decide(table::SeatSet::one(seat)));
}

#[test]
fn shares_add_up_and_the_best_is_first() {
    let rules = rules::<glory_to_rome::State>("2");
    for (state, seat, legal) in moments::<glory_to_rome::State>(&rules, 5) {
        let look = || state.view(&rules, Viewer::Seat(seat));
        let found = Search::<glory_to_rome::State>::new(SHORT).explain(&Question::new(
            &rules,
            seat,
            &look,
            &legal,
            Budget::OWN,
            1,
        ));
        let shares: f64 = found.candidates.iter().map(|candidate| candidate.share).sum();
        assert!((shares - 1.0).abs() < 1e-9 && found.candidates.len() == legal.len());
        let most = found.candidates.iter().map(|candidate| candidate.visits).max();
        assert!(found.candidates[0].visits * 4 >= most.unwrap());
        assert!(found.candidates.iter().all(|candidate| (0.0..=1.0).contains(&candidate.value)));
        let words = found.words::<glory_to_rome::State>(&rules, &look(), 3);
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        assert!(!words.is_empty() && words.iter().all(|line| line.contains('%')), "{words:?}");
        // The bot's own choice is first; what shows a higher chance says that it is less sure.
        let chance = |line: &String| {
            let before = line.split(" % to win").next().unwrap_or_default();
            before.rsplit(' ').next().and_then(|word| word.parse::<u8>().ok()).expect("a chance to win")
        };
        assert!(words[0].contains("first choice"), "{words:?}");
        let unsure = |line: &String| (chance(line) > chance(&words[0])) == line.contains(": perhaps ");
        assert!(words.iter().all(unsure), "{words:?}");
        assert_eq!(words.iter().filter(|line| line.contains("first choice")).count(), 1, "{words:?}");
    }
}

/// What the last search found below the new position is not thrown away.
#[test]
fn a_search_goes_on_from_what_it_knows() {
    let rules = rules::<glory_to_rome::State>("2");
    let (mut kept, mut luck) = (0, Light::new(3));
    for (mut state, seat, mut legal) in moments::<glory_to_rome::State>(&rules, 12) {
        let mut search = Search::<glory_to_rome::State>::new(Plan { iterations: 400, ..Plan::GUIDED });
        let view = state.view(&rules, Viewer::Seat(seat));
        let action = search.choose(&Question::new(&rules, seat, &|| view, &legal, Budget::OWN, 1));
        state.play_unchecked(&rules, seat, action, &mut luck);
        choices(&rules, &state, seat, &mut legal);
        if legal.len() > 1 {
            let view = state.view(&rules, Viewer::Seat(seat));
            let found =
                search.explain(&Question::new(&rules, seat, &|| view, &legal, Budget::iterations(10), 1));
            kept += usize::from(found.visits > 10);
        }
    }
    assert!(kept > 0);
}

/// In Lots a buried number counts twice, so the last decision before the end is easy: bury the highest.
#[test]
fn a_search_without_knowledge_finds_what_is_plainly_best() {
    let rules = rules::<Lots>("2");
    let plan = Plan {
        iterations: 1_500,
        prior: Guide::Uniform,
        playout: Guide::Uniform,
        cutoff: Some(100),
        ..Plan::UNIFORM
    };
    let (mut luck, mut wins) = (Light::new(5), 0.0);
    for game in 0..100_u64 {
        let mut state = Lots::new(&rules, &mut luck);
        let mut search = Search::<Lots>::new(plan);
        let mut legal = Vec::new();
        while let Turn::Decide(seats) = state.turn(&rules) {
            let seat = seats.first().unwrap();
            choices(&rules, &state, seat, &mut legal);
            let action = if seat.index() as u64 == game % 2 {
                let look = || state.view(&rules, Viewer::Seat(seat));
                search.choose(&Question::new(&rules, seat, &look, &legal, Budget::OWN, luck.next_u64()))
            } else {
                legal[luck.below(legal.len() as u32) as usize]
            };
            state.play_unchecked(&rules, seat, action, &mut luck);
        }
        wins += state.outcome(&rules).unwrap().reward(Seat::new((game % 2) as usize));
    }
    assert!(wins >= 75.0, "{wins} of 100");
}
