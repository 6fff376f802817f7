//! Several nodes on one PostgreSQL and a few faults; `cargo run --release -p gloria-proofs -- cluster` brings five hundred.

use std::path::PathBuf;
use std::time::Duration;

use gloria_proofs::Program;
use gloria_proofs::cluster::{Found, Plan, run};
use gloria_proofs::judge::Wrong;

fn cluster(program: fn(PathBuf) -> Program, faults: u32, tables: usize) -> Found {
    let own = PathBuf::from(env!("CARGO_BIN_EXE_proofs"));
    let (nodes, thinkers) = (vec![program(own.clone()); 3], vec![program(own); 2]);
    let games = vec!["lots".to_owned(), "glory".to_owned()];
    run(
        &Plan { nodes, thinkers, faults, guests: 3, tables, games, mended: Duration::from_secs(15), seed: 5 },
        |_| {},
    )
    .unwrap()
}

#[test]
fn whatever_fails_what_players_were_told_stays_true() {
    let found = cluster(Program::Honest, 10, 3);
    assert!(found.verdict.wrong.is_empty(), "{found}");
    assert!(found.verdict.acknowledged > 20 && found.verdict.shown > 40, "{found}");
    assert_eq!(found.faults.values().sum::<u32>(), 10, "{found}");
}

#[test]
fn acknowledging_before_the_commit_is_caught() {
    let found = cluster(Program::Hasty, 3, 2);
    assert!(!found.verdict.wrong.is_empty(), "{found}");
}

#[test]
fn a_lease_that_never_ends_is_caught() {
    let found = cluster(Program::Endless, 12, 2);
    assert!(found.verdict.count(Wrong::Stuck) > 0, "{found}");
}

#[test]
fn appending_without_the_expected_seq_is_caught() {
    let found = cluster(Program::Careless, 6, 1);
    assert!(!found.verdict.wrong.is_empty(), "{found}");
}
