//! Counting what can happen in Lots.

use gloria_lots::{Lots, Rules};
use gloria_table::testkit::{fuzz, fuzz_game, perft, playthrough};
use gloria_table::{Game, Light, Options, Rulebook, Seat};

fn rules() -> Rules {
    Rules::from_options(&Options::new()).unwrap()
}

#[test]
fn counts_are_those_of_the_rules() {
    let rules = rules();
    let mut luck = Light::new(1);
    let state = Lots::new(&rules, &mut luck);
    // By hand: both hold two different lots, so each has 1 + 2 + 2 actions at first; then who drew has 7, who did not 3:
    // 5 x 5 x (7 + 4 x 3) / 5 = 95. The deeper counts are as measured: a change of them is a change of the rules.
    let mut legal = Vec::new();
    state.legal(&rules, Seat::new(0), &mut legal);
    assert_eq!(legal.len(), 5);
    let counts: Vec<_> = (0..=5).map(|depth| perft(&rules, &state, depth, luck)).collect();
    assert_eq!(counts, [1, 5, 25, 95, 337, 1173]);
}

#[test]
fn a_finished_game_counts_once() {
    let rules = rules();
    let mut luck = Light::new(1);
    let mut state = Lots::new(&rules, &mut luck);
    for turn in 0..14 {
        let draw = Lots::read(&rules, "draw").unwrap();
        state.play_unchecked(&rules, Seat::new(turn % 2), draw, &mut luck);
    }
    assert_eq!(perft(&rules, &state, 3, luck), 1);
}

#[test]
fn a_playthrough_is_the_same_every_time_and_ends() {
    let text = playthrough::<Lots>(&rules(), 1, 100);
    assert_eq!(text, playthrough::<Lots>(&rules(), 1, 100));
    assert_ne!(text, playthrough::<Lots>(&rules(), 2, 100));
    assert!(text.contains("Over: the urn is empty. Winners: "), "{text}");
}

#[test]
fn fuzzing_finds_a_planted_fault_and_the_seed_finds_it_again() {
    let base = Options::new().with("fault", "loses-card");
    let found = fuzz::<Lots>(&base, 1, std::time::Duration::from_secs(60), |_| {});
    let (_, seed, violation) = found.broken.expect("the fault is found at once");
    let (_, again) = fuzz_game::<Lots>(&base, seed, &mut found.tally.clone()).unwrap_err();
    assert_eq!(again, violation);
}
