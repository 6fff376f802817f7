//! How fast the engine is: `cargo test --release -p for-glory --test speed -- --ignored --nocapture`.

use std::hint::black_box;
use std::time::Instant;

use for_glory::{Rules, State};
use table::{Chance, Game, Light, Options, Rulebook, Turn};

#[test]
#[ignore = "a measurement, meaningful only in a release build"]
fn random_decisions_and_copies() {
    let rules = Rules::from_options(&Options::new()).unwrap();
    let mut legal = Vec::new();
    let mut decisions = 0_u64;
    let started = Instant::now();
    let mut seed = 0;
    let mut last = None;
    while started.elapsed().as_secs_f64() < 3.0 {
        let mut luck = Light::new(seed);
        seed += 1;
        let mut state = State::new(&rules, &mut luck);
        while let Turn::Decide(seats) = state.turn(&rules) {
            let seat = seats.first().expect("somebody decides");
            legal.clear();
            state.legal(&rules, seat, &mut legal);
            let action = legal[luck.below(legal.len() as u32) as usize];
            state.play_unchecked(&rules, seat, action, &mut luck);
            decisions += 1;
        }
        last = Some(state);
    }
    let seconds = started.elapsed().as_secs_f64();
    let state = last.expect("a game was played");
    let copying = Instant::now();
    for _ in 0..1_000_000 {
        black_box(*black_box(&state));
    }
    let copy = copying.elapsed().as_secs_f64() * 1e3;
    println!(
        "{:.0} decisions a second, {copy:.0} ns a copy, {} bytes a state",
        decisions as f64 / seconds,
        size_of::<State>()
    );
    assert!(size_of::<State>() <= 3072);
}
