//! The load harness on a small house: it must lose nothing; how fast it is only a release build on a quiet machine tells.

use std::path::PathBuf;
use std::time::Duration;

use gloria_proofs::Program;
use gloria_proofs::load::{Plan, run};

#[test]
fn every_update_reaches_every_seat() {
    let program = Program::Honest(PathBuf::from(env!("CARGO_BIN_EXE_proofs")));
    let plan = Plan { program, tables: 9, rate: 30, time: Duration::from_secs(2), bots: 3, warm: 1 };
    let measured = run(&plan).unwrap();
    assert_eq!((measured.streams, measured.lost, measured.refused), (36, 0, 0), "{measured}");
    assert!(measured.decisions >= 20, "{measured}");
}
