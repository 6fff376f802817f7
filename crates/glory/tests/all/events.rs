//! What happens is told: every kind of event is met and has words, private looks stay private, and promises are kept.

use gloria_glory::{Action, Event, Rules, State};
use table::scenario::SetupLine;
use table::{Chance, Game, Light, Options, Rulebook, Seat, Staged, Tape, Tell, Turn, Viewer};

fn rules(pairs: &str) -> Rules {
    let mut options = Options::new();
    for pair in pairs.split_whitespace() {
        options.set_pair(pair).expect("the test writes name=value");
    }
    Rules::from_options(&options).expect("the test's options are good")
}

/// Plays random games that seldom leave a battle, and hands every step to `look`: the state before and after, who acted, what was
/// done, and what happened.
fn steps(pairs: &str, seeds: std::ops::Range<u64>, mut look: impl FnMut(&Rules, &State, &State, &[Event])) {
    let rules = rules(pairs);
    for seed in seeds {
        let mut light = Light::new(seed);
        let mut tape = Tape::listening(&mut light);
        let mut state = State::new(&rules, &mut tape);
        let events = tape.events();
        look(&rules, &state, &state, &events);
        let mut legal = Vec::new();
        while let Turn::Decide(seats) = state.turn(&rules) {
            let seat = seats.first().expect("somebody decides");
            legal.clear();
            state.legal(&rules, seat, &mut legal);
            legal.retain(|action| !State::concedes(*action));
            let fights = light.below(4) > 0;
            if legal.len() > 1 && fights {
                legal.retain(|action| *action != Action::Withdraw);
            }
            let action = legal[light.below(legal.len() as u32) as usize];
            let before = state;
            let mut tape = Tape::listening(&mut light);
            state.play_unchecked(&rules, seat, action, &mut tape);
            let events = tape.events();
            look(&rules, &before, &state, &events);
        }
    }
}

/// Every kind of event is met in play, and each is told to everyone in words.
#[test]
fn every_kind_of_event_is_met_and_told() {
    let mut met = [0_u32; Event::KINDS];
    for (pairs, seeds) in [
        ("players=2", 0..40),
        ("players=4 heroes=random", 0..40),
        ("players=1 turn_limit=40", 0..20),
        ("players=4 heroes=random duels=on trades=on races=on shops=on rewards=effort events=on", 0..20),
    ] {
        steps(pairs, seeds, |rules, before, after, events| {
            for event in events {
                met[event.kind()] += 1;
            }
            for viewer in Viewer::all(rules.players) {
                let lines =
                    State::news(rules, &before.view(rules, viewer), &after.view(rules, viewer), events);
                // Goods that are laid out at once are one line.
                let runs = events.chunk_by(|one, next| one.laid_out().and(next.laid_out()).is_some());
                assert_eq!(lines.len(), runs.count());
                for line in lines.iter().map(ToString::to_string) {
                    assert!(line.starts_with(|first: char| first.is_uppercase()), "{line}");
                    assert!(
                        !line.contains("  ") && !line.contains("1 coins") && !line.contains("a other"),
                        "{line}"
                    );
                }
            }
        });
    }
    // No random game of this length empties a deck.
    for (setup, text) in [("battle deck", "halt"), ("fates deck", "halt")] {
        let rules = rules("players=2");
        let line =
            |key: &str, value: &str| SetupLine { line: 1, key: key.to_owned(), value: value.to_owned() };
        let at = if setup == "battle deck" { "31" } else { "32" };
        let lines = [line("A at", at), line("arrived", "yes"), line(setup, "none"), line("A coins", "0")];
        let all = if setup == "battle deck" { vec![] } else { vec![line("B fates", "all")] };
        let lines: Vec<_> = all.into_iter().chain(lines).collect();
        let mut state = State::stage(&rules, &lines).unwrap_or_else(|fault| panic!("{fault}"));
        let mut tape = Tape::listening(Light::new(1));
        let action = State::read(&rules, text).expect("good notation");
        state.play(&rules, Seat::new(0), action, &mut tape).unwrap_or_else(|refusal| panic!("{refusal}"));
        for event in tape.events::<Event>() {
            met[event.kind()] += 1;
        }
    }
    let rare: Vec<usize> = (0..Event::KINDS).filter(|kind| met[*kind] == 0).collect();
    assert!(rare.is_empty(), "never met: {rare:?} of {met:?}");
}

/// Checks that what a viewer is told depends only on what the viewer can see: the same luck in a state that looks alike, and still
/// looks alike afterwards, gives the same news. Answers the first difference.
fn same_news(
    told: impl Fn(&Rules, &State, &State, Viewer, &[Event]) -> Vec<String>,
    games: u64,
) -> Result<u32, String> {
    let rules = rules("players=3");
    let mut compared = 0;
    for seed in 0..games {
        let mut light = Light::new(seed);
        let mut state = State::new(&rules, &mut light);
        let mut legal = Vec::new();
        while let Turn::Decide(seats) = state.turn(&rules) {
            let seat = seats.first().expect("somebody decides");
            legal.clear();
            state.legal(&rules, seat, &mut legal);
            legal.retain(|action| !State::concedes(*action));
            let action = legal[light.below(legal.len() as u32) as usize];
            let luck = light.fork();
            for viewer in Viewer::all(rules.players).filter(|viewer| !viewer.is(seat)) {
                let twin = State::imagine(&rules, &state.view(&rules, viewer), &mut light);
                let (mut after, mut other) = (state, twin);
                legal.clear();
                twin.legal(&rules, seat, &mut legal);
                if !legal.contains(&action) {
                    continue;
                }
                let (mut first, mut second) = (Tape::listening(luck), Tape::listening(luck));
                after.play_unchecked(&rules, seat, action, &mut first);
                other.play_unchecked(&rules, seat, action, &mut second);
                if after.view(&rules, viewer) != other.view(&rules, viewer) {
                    continue;
                }
                let real = told(&rules, &state, &after, viewer, &first.events());
                let imagined = told(&rules, &twin, &other, viewer, &second.events());
                if real != imagined {
                    return Err(format!("{viewer:?} is told {real:?}, or {imagined:?}"));
                }
                compared += 1;
            }
            state.play_unchecked(&rules, seat, action, &mut { luck });
        }
    }
    Ok(compared)
}

/// A8, D1: private looks are told to nobody else.
#[test]
fn news_gives_no_secret_away() {
    let news = |rules: &Rules, before: &State, after: &State, viewer: Viewer, events: &[Event]| {
        let news = State::news(rules, &before.view(rules, viewer), &after.view(rules, viewer), events);
        news.iter().map(ToString::to_string).collect()
    };
    let compared = same_news(news, 6).unwrap_or_else(|leak| panic!("{leak}"));
    assert!(compared > 2_000, "only {compared} steps were compared");
}

/// The check can fail: whoever hears the events themselves hears what others looked at.
#[test]
fn news_that_gives_secrets_away_is_found() {
    let leaky = |_: &Rules, _: &State, _: &State, _: Viewer, events: &[Event]| {
        events.iter().map(|event| format!("{event:?}")).collect()
    };
    assert!(same_news(leaky, 6).is_err(), "a leak was not found");
}

/// GL-15, B14: a card that prints "at any time" is legal whenever its owner decides, all game long.
#[test]
fn what_is_promised_at_any_time_is_legal() {
    assert_eq!(promises(State::legal), Ok(()));
}

/// The check can fail: with the window on landing closed, as it were, a promise is broken.
#[test]
fn a_closed_window_is_found() {
    let closed = |state: &State, rules: &Rules, seat: Seat, out: &mut Vec<Action>| {
        state.legal(rules, seat, out);
        if out.contains(&Action::Halt) {
            out.retain(|action| !matches!(action, Action::Use(_)));
        }
    };
    assert!(promises(closed).is_err(), "a closed window was not found");
}

fn promises(allowed: impl Fn(&State, &Rules, Seat, &mut Vec<Action>)) -> Result<(), String> {
    let rules = rules("players=3 start_coins=20 heroes=random");
    let (mut promised, mut legal, mut kept) = (Vec::new(), Vec::new(), 0);
    for seed in 0..8 {
        let mut light = Light::new(seed);
        let mut state = State::new(&rules, &mut light);
        while let Turn::Decide(seats) = state.turn(&rules) {
            let seat = seats.first().expect("somebody decides");
            promised.clear();
            legal.clear();
            state.always(&rules, seat, &mut promised);
            allowed(&state, &rules, seat, &mut legal);
            if let Some(broken) = promised.iter().find(|action| !legal.contains(action)) {
                return Err(State::write(&rules, *broken));
            }
            kept += promised.len();
            state.legal(&rules, seat, &mut legal);
            legal.retain(|action| !State::concedes(*action) && !promised.contains(action));
            let action = legal[light.below(legal.len() as u32) as usize];
            state.play_unchecked(&rules, seat, action, &mut light);
        }
    }
    if kept > 100 { Ok(()) } else { Err(format!("only {kept} promises were met")) }
}
