//! Simulated worlds, two hundred of them; `cargo run --release -p gloria-proofs -- simulate` lives through ten thousand.

use gloria_proofs::simulate::{FLAWS, run};

/// Lives through these seeds.
fn live(seeds: std::ops::Range<u64>) {
    let mut acknowledged = 0;
    for seed in seeds.clone() {
        let trace = run(seed, None);
        assert!(trace.verdict.wrong.is_empty(), "seed {seed}: {trace}");
        acknowledged += trace.verdict.acknowledged;
    }
    assert!(acknowledged > 20 * (seeds.end - seeds.start), "{acknowledged} decisions");
}

// Two halves, so that two cores share them.
#[test]
fn whatever_fails_in_a_hundred_worlds_what_players_were_told_stays_true() {
    live(0..100);
}

#[test]
fn and_so_it_is_in_a_hundred_more() {
    live(100..200);
}

#[test]
fn the_same_seed_gives_the_same_trace() {
    for seed in 1000..1005 {
        let (once, again) = (run(seed, None), run(seed, None));
        assert_eq!(once.mark, again.mark, "seed {seed}: {once} and {again}");
    }
    assert_ne!(run(1000, None).mark, run(1001, None).mark);
}

#[test]
fn every_planted_fault_is_caught_within_a_few_seeds() {
    for flaw in FLAWS {
        let caught = (0..20).find(|seed| !run(*seed, Some(flaw)).verdict.wrong.is_empty());
        assert!(caught.is_some(), "{flaw:?} is not caught");
    }
}
