//! Counts of what can happen, committed: a changed count is a changed rule.
//!
//! After a change on purpose: `UPDATE=1 cargo test -p gloria-for-glory --test all perft::`.

use std::path::Path;

use gloria_for_glory::State;
use table::testkit::{committed, perft_lines};

#[test]
fn counts_are_as_committed() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft/counts.txt");
    let counts = perft_lines::<State>(include_str!("../perft/counts.txt")).unwrap();
    committed(&file, &counts).unwrap();
}
