//! kill -9 under three clocks, a few times; `cargo run --release -p gloria-proofs -- clocks` does it two hundred times.

use std::path::PathBuf;
use std::time::Duration;

use gloria_proofs::Program;
use gloria_proofs::crash_clocks::{Found, Knows, Plan, run};

/// By how much a clock may be off, in milliseconds.
const OFF: u64 = 1000;

fn found(cycles: u32, away: u64, knows: Knows) -> Found {
    let program = Program::Honest(PathBuf::from(env!("CARGO_BIN_EXE_proofs")));
    let plan = Plan { program, cycles, away: Duration::from_millis(away), knows, seed: 3 };
    run(&plan, |_| {}).unwrap()
}

/// Where the machine was late in noting that the server is there, nobody can know better when it was killed.
#[test]
fn no_clock_loses_time_to_a_server_that_is_not_there() {
    let found = found(8, 300, Knows::Absence);
    assert!(found.worst.all.unsigned_abs() <= OFF + found.late, "{found}");
    assert!(found.flags == 0 && found.away >= 8 * 300, "{found}");
}

#[test]
fn a_server_that_forgets_when_nobody_was_there_is_found_out() {
    let found = found(4, 1500, Knows::Nothing);
    assert!(found.worst.all.unsigned_abs() > OFF, "{found}");
    // And it is said from where it comes: nobody knew when the server had gone.
    assert!(found.worst.gone < -(OFF as i64), "{found}");
}
