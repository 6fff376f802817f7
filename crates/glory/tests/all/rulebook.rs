//! The scenarios of the Markdown files here hold, and each rule and ruling is cited by one of them or by a test.

use std::path::Path;

use gloria_glory::State;
use table::testkit::{citations, scenarios};

const CRATE: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn every_scenario_holds() {
    let count = scenarios::<State>(Path::new(CRATE)).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(count > 90, "only {count} scenarios were found");
}

#[test]
fn every_rule_is_cited() {
    let count = citations(Path::new(CRATE)).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(count > 100, "only {count} rules were found");
}
