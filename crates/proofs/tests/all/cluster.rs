//! Several nodes on one PostgreSQL and a few faults; `cargo run --release -p gloria-proofs -- cluster` brings five hundred.

use std::path::PathBuf;
use std::time::Duration;

use gloria_proofs::Program;
use gloria_proofs::cluster::{Found, Plan, run};
use gloria_proofs::judge::Wrong;

fn cluster(program: fn(PathBuf) -> Program, (faults, tables): (u32, usize), seed: u64) -> Found {
    let own = PathBuf::from(env!("CARGO_BIN_EXE_proofs"));
    let (nodes, thinkers) = (vec![program(own.clone()); 3], vec![program(own); 2]);
    let games = vec!["lots".to_owned(), "glory".to_owned()];
    run(
        &Plan { nodes, thinkers, faults, guests: 3, tables, games, mended: Duration::from_secs(15), seed },
        |_| {},
    )
    .unwrap()
}

#[test]
fn whatever_fails_what_players_were_told_stays_true() {
    let found = cluster(Program::Honest, (10, 3), 5);
    assert!(found.verdict.wrong.is_empty(), "{found}");
    assert!(found.verdict.acknowledged > 20 && found.verdict.shown > 40, "{found}");
    assert_eq!(found.faults.values().sum::<u32>(), 10, "{found}");
}

/// A planted fault is caught. Real processes are killed at real moments, so it may need more than one try to be met.
fn caught(program: fn(PathBuf) -> Program, size: (u32, usize), is: impl Fn(Wrong) -> bool) {
    let mut found = Vec::new();
    for seed in 5..11 {
        let run = cluster(program, size, seed);
        if run.verdict.wrong.iter().any(|(wrong, _)| is(*wrong)) {
            return;
        }
        found.push(run.to_string());
    }
    panic!("it is not caught: {found:#?}");
}

#[test]
fn acknowledging_before_the_commit_is_caught() {
    caught(Program::Hasty, (3, 2), |_| true);
}

#[test]
fn a_lease_that_never_ends_is_caught() {
    caught(Program::Endless, (16, 2), |wrong| wrong == Wrong::Stuck);
}

#[test]
fn appending_without_the_expected_seq_is_caught() {
    caught(Program::Careless, (6, 1), |_| true);
}
