//! Random play from positions crowded with buildings, which random games hardly ever reach.

use std::collections::BTreeSet;

use gloria_glory_to_rome::event::Event;
use gloria_glory_to_rome::{Rules, State};
use table::{Chance, Game, Light, Rulebook, Seat, Staged, Tape, Tell, Turn, Viewer};

use crate::common::{crowded, options};
use crate::told::{KINDS, hides_secrets, kind, misspelt, reads_well};

/// How many positions are tried; those with more cards of a kind than there are do not count.
const POSITIONS: u64 = 300;

/// Plays on from a state, with all invariants and what is told checked at each decision.
fn play_on(rules: &Rules, mut state: State, chance: &mut Light, hear: &mut dyn FnMut(&Event)) -> usize {
    let mut legal = Vec::new();
    let mut last = "setting up".to_owned();
    for decision in 0..400 {
        if let Err(broken) = state.invariants(rules) {
            panic!("after {last}: {broken}");
        }
        let Turn::Decide(seats) = state.turn(rules) else {
            assert!(state.outcome(rules).is_some());
            return decision;
        };
        let seat = seats.first().expect("somebody decides");
        legal.clear();
        state.legal(rules, seat, &mut legal);
        assert!(!legal.is_empty(), "{seat} decides but has no legal action: {:?}", state.public().top());
        let action = legal[chance.below(legal.len() as u32) as usize];
        let before: Vec<_> =
            Seat::all(rules.players()).map(|seat| state.view(rules, Viewer::Seat(seat))).collect();
        for view in &before {
            for crumb in State::prompt(rules, view) {
                reads_well(&crumb.to_string());
            }
            let imagined = State::imagine(rules, view, chance);
            imagined.invariants(rules).expect("an imagined state keeps the invariants");
            assert_eq!(imagined.view(rules, view.viewer), *view, "an imagined state looks the same");
        }
        for action in &legal {
            reads_well(&State::explain(rules, &before[seat.index()], *action).to_string());
        }
        if decision % 8 == 0 {
            refusals_read_well(rules, &state, seat);
        }
        assert_eq!(State::read(rules, &State::write(rules, action)), Ok(action));
        let mut tape = Tape::listening(&mut *chance);
        state.play(rules, seat, action, &mut tape).expect("a legal action is playable");
        let events = tape.events();
        last = format!("{seat}'s {action:?} with {} structures", state.public().structures.len());
        for view in &before {
            let after = state.view(rules, view.viewer);
            for event in &events {
                hides_secrets(rules, view, &after, event);
            }
        }
        events.iter().for_each(&mut *hear);
    }
    400
}

/// Whatever could be named and is not legal is refused in good English.
fn refusals_read_well(rules: &Rules, state: &State, seat: Seat) {
    let mut named = Vec::new();
    state.candidates(rules, seat, &mut named);
    for refusal in named.into_iter().filter_map(|action| state.refusal(rules, seat, action)) {
        assert_eq!(misspelt(&refusal.fact.to_string()), None, "{refusal}");
        assert!(refusal.remedy.is_empty() || misspelt(&refusal.remedy.to_string()).is_none(), "{refusal}");
    }
}

#[test]
fn crowded_positions_play_on() {
    let (mut positions, mut decisions) = (0, 0);
    let mut heard = BTreeSet::new();
    for seed in 0..POSITIONS {
        let mut chance = Light::new(seed);
        let options = options(&mut chance);
        let rules = Rules::from_options(&options).expect("the options are valid");
        let lines = crowded(&rules, &mut chance);
        let Ok(state) = State::stage(&rules, &lines) else { continue };
        // Shown only if this position fails.
        println!("seed {seed}: {options}");
        positions += 1;
        decisions += play_on(&rules, state, &mut chance, &mut |event| {
            heard.insert(kind(event));
        });
    }
    let missing: Vec<_> = KINDS.iter().filter(|kind| !heard.contains(**kind)).collect();
    assert!(missing.is_empty(), "never told: {missing:?}");
    assert!(positions > POSITIONS / 2, "only {positions} positions could be set up");
    println!("{positions} positions, {decisions} decisions");
}
