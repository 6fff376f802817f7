//! The scenarios of the Markdown files here hold, and each rule and ruling is cited by one of them or by a test; every card
//! has one.

use std::fs;
use std::path::Path;

use gloria_for_glory::State;
use table::testkit::{citations, scenarios};
use table::{Game, Taught, numbered};

const CRATE: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn every_scenario_holds() {
    let count = scenarios::<State>(Path::new(CRATE)).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(count > 200, "only {count} scenarios were found");
}

#[test]
fn every_rule_is_cited() {
    let count = citations(Path::new(CRATE)).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(count > 150, "only {count} rules were found");
}

#[test]
fn every_card_has_a_scenario() {
    let files =
        fs::read_dir(Path::new(CRATE).join("tests/cards")).unwrap().map(|entry| entry.unwrap().path());
    let text: String = files.map(|path| fs::read_to_string(path).unwrap()).collect();
    let set = gloria_for_glory::load::house();
    let names = set
        .cards()
        .map(|(_, card)| card.name.clone())
        .chain(set.arenas().map(|(_, arena)| arena.name.clone()));
    let headings: Vec<_> = text.lines().filter(|line| line.starts_with("# ")).collect();
    let without: Vec<_> = names
        .filter(|name| name != "Boast" && !headings.iter().any(|heading| heading.contains(name.as_str())))
        .collect();
    assert!(without.is_empty(), "no scenario is about {without:?}");
}

#[test]
fn rulings_are_stated_in_their_order() {
    let items = numbered(State::RULES, State::INFO.prefix);
    let stated = items.iter().filter_map(|item| item.number.strip_prefix("ruling ")?.parse::<u32>().ok());
    assert!(stated.eq(1..=95), "expected rulings 1 to 95, each once and in order");
}
