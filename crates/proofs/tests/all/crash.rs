//! kill -9 under load, a few times; `cargo run --release -p gloria-proofs -- crash` does it two hundred times.

use std::path::PathBuf;

use gloria_proofs::Program;
use gloria_proofs::crash::{Plan, run};

fn plan(program: fn(PathBuf) -> Program, cycles: u32) -> Plan {
    let own = PathBuf::from(env!("CARGO_BIN_EXE_proofs"));
    Plan { program: program(own), cycles, clients: 3, tables: 4, seed: 7 }
}

#[test]
fn nothing_acknowledged_is_lost_or_doubled() {
    let found = run(&plan(Program::Honest, 5), |_| {}).unwrap();
    assert_eq!((found.cycles, found.lost, found.doubled), (5, 0, 0), "{found}");
    assert!(found.acknowledged > 20 && found.repeated > 0, "{found}");
}

#[test]
fn acknowledging_before_the_commit_loses_something() {
    let found = run(&plan(Program::Hasty, 5), |_| {}).unwrap();
    assert!(found.lost > 0, "{found}");
}
