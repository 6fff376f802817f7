//! The load harness on a small house: it must lose nothing; how fast it is only a release build on a quiet machine tells.

use std::path::PathBuf;
use std::time::Duration;

use gloria_proofs::load::{Measured, Plan, run};
use gloria_proofs::{House, Program};

fn measure(house: House, bots: usize) -> Measured {
    let program = Program::Honest(PathBuf::from(env!("CARGO_BIN_EXE_proofs")));
    let measured =
        run(&Plan { program, house, tables: 9, rate: 30, time: Duration::from_secs(2), bots, warm: 1 })
            .unwrap();
    assert_eq!((measured.streams, measured.lost, measured.refused), (36, 0, 0), "{measured}");
    assert!(measured.decisions >= 20, "{measured}");
    measured
}

#[test]
fn every_update_reaches_every_seat() {
    measure(House::File, 3);
}

#[test]
fn every_update_reaches_every_seat_at_whichever_node() {
    let measured = measure(House::Nodes(2), 0);
    assert!(measured.used.trips > 0 && measured.used.told > 0, "{measured}");
}
