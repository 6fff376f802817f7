//! Tables over two databases by their names; `cargo run --release -p gloria-proofs -- shards` measures it.

use std::time::Duration;

use gloria_proofs::sharded::{place, run};
use store::TableId;

#[test]
fn two_databases_are_one_store() {
    let measured = run(2, 12, Duration::from_millis(300)).unwrap();
    assert_eq!(measured.tables.iter().sum::<usize>(), 12, "{measured}");
    assert!(measured.tables.iter().all(|tables| *tables > 0), "both are used: {measured}");
    // A table is where it was, whatever the program's version.
    let id = |name: &str| TableId::new(name).unwrap();
    assert_eq!(["a", "b", "c1"].map(|name| place(&id(name), 2)), [0, 1, 1]);
}
