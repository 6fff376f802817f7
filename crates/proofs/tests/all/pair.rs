//! Many who ask to be paired at once, in small; `cargo run --release -p gloria-proofs -- pair` does it with five hundred and looks at the clock.

use std::path::PathBuf;
use std::time::Duration;

use gloria_proofs::pair::{Found, Plan, run};
use gloria_proofs::{House, Program};

fn own() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_proofs"))
}

fn found(program: Program, house: House, patience: u64) -> Found {
    let (within, patience) = (Duration::from_millis(200), Duration::from_secs(patience));
    run(&Plan { program, house, players: 40, within, patience }).unwrap()
}

#[test]
fn all_who_ask_are_seated_and_nobody_twice() {
    let found = found(Program::Honest(own()), House::File, 120);
    assert_eq!((found.unseated, found.twice, found.tables), (0, 0, 20), "{found}");
}

#[test]
fn all_who_ask_at_two_servers_on_one_postgresql_are_seated_and_nobody_twice() {
    let found = found(Program::Honest(own()), House::Nodes(2), 120);
    assert_eq!((found.unseated, found.twice, found.tables), (0, 0, 20), "{found}");
}

#[test]
fn a_server_that_does_not_look_whether_somebody_still_waits_is_found_out() {
    let found = found(Program::Unheeding(own()), House::File, 10);
    assert!(found.twice > 0, "{found}");
}
