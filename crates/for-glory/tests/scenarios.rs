//! Runs the scenario files, and checks that every rule is cited by one of them or by a test.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use gloria_for_glory::State;
use table::scenario::{self, Verdict};

fn files(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "md" || ending == "rs"))
        .map(|path| (path.display().to_string(), fs::read_to_string(&path).unwrap()))
        .collect();
    files.sort();
    files
}

fn run(folder: &str) {
    let mut blocks = 0;
    let mut failures = Vec::new();
    for (file, text) in files(folder) {
        let found = scenario::blocks(&text).unwrap_or_else(|fault| panic!("{file}: {fault}"));
        for block in found {
            blocks += 1;
            assert_eq!(block.game, gloria_for_glory::NAME, "{file}");
            match scenario::run::<State>(&block) {
                Verdict::Passed => {}
                Verdict::Failed(fault) => failures
                    .push(format!("{file}:{} '{}' failed: {}", fault.line, block.heading, fault.message)),
                Verdict::Malformed(fault) => {
                    failures.push(format!(
                        "{file}:{} '{}' is malformed: {}",
                        fault.line, block.heading, fault.message
                    ));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} of {blocks} failed:\n{}", failures.len(), failures.join("\n"));
    assert!(blocks > 0, "{folder} holds scenarios");
}

#[test]
fn the_rulebook() {
    run("tests/rulebook");
}

#[test]
fn the_known_cards() {
    run("tests/cards");
}

/// Every number after `prefix` in a text, also in lists like `FG-20, FG-21`.
fn cited(text: &str, prefix: &str) -> BTreeSet<u32> {
    let digits = |rest: &str| rest.chars().take_while(char::is_ascii_digit).collect::<String>();
    text.split(prefix).skip(1).filter_map(|rest| digits(rest).parse().ok()).collect()
}

#[test]
fn every_rule_is_cited() {
    let rules = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("rules.md")).unwrap();
    let mut wanted = BTreeSet::new();
    for line in rules.lines().filter(|line| line.starts_with("- FG-")) {
        let number = *cited(line, "- FG-").first().unwrap();
        wanted.insert(number);
    }
    assert!(wanted.len() > 50, "the rules were read: {wanted:?}");
    let mut found = BTreeSet::new();
    for folder in ["tests/rulebook", "tests/cards", "tests"] {
        for (_, text) in files(folder) {
            found.extend(cited(&text, "FG-"));
        }
    }
    let uncited: Vec<_> = wanted.difference(&found).collect();
    assert!(uncited.is_empty(), "no scenario or test cites FG-{uncited:?}");
}

/// The headings that have a scenario under them, or a whole test file.
fn citing(file: &str, text: &str) -> String {
    if Path::new(file).extension().is_none_or(|ending| ending != "md") {
        return text.to_owned();
    }
    let blocks = scenario::blocks(text).unwrap_or_else(|fault| panic!("{file}: {fault}"));
    blocks.into_iter().map(|block| block.heading + "\n").collect()
}

/// Every ruling named in a text: `ruling 2`, `rulings 3, 4 and 7`, `rulings 9 to 11`.
fn rulings(text: &str) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    for rest in text.to_lowercase().split("ruling").skip(1) {
        let mut last = None;
        for word in rest.strip_prefix('s').unwrap_or(rest).split_whitespace() {
            let number = word.trim_end_matches([',', '.', ')', ':', ';']);
            match (number.parse::<u32>(), word) {
                (Ok(number), _) => {
                    found.extend(last.take().unwrap_or(number)..=number);
                    last = None;
                    if word.ends_with([')', '.', ':', ';']) {
                        break;
                    }
                }
                (Err(_), "and") => {}
                (Err(_), "to") => last = found.last().copied(),
                (Err(_), _) => break,
            }
        }
    }
    found
}

#[test]
fn rulings_are_read_from_lists() {
    let text = "A (FG-1, ruling 2). B (rulings 3, 4 and 7; FG-8), rulings 9 to 11: 12";
    assert_eq!(rulings(text), BTreeSet::from([2, 3, 4, 7, 9, 10, 11]));
}

#[test]
fn every_ruling_is_cited() {
    let mut found = BTreeSet::new();
    for folder in ["tests/rulebook", "tests/cards", "tests"] {
        for (file, text) in files(folder) {
            found.extend(rulings(&citing(&file, &text)));
        }
    }
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("rules.md")).unwrap();
    let items = table::numbered(&page, "FG");
    let stated = items.iter().filter_map(|item| item.number.strip_prefix("ruling ")?.parse::<u32>().ok());
    let stated: Vec<_> = stated.collect();
    assert!(stated.iter().copied().eq(1..=95), "every ruling is stated in its order: {stated:?}");
    let uncited: Vec<_> = stated.iter().filter(|ruling| !found.contains(ruling)).collect();
    assert!(uncited.is_empty(), "no scenario or test cites ruling {uncited:?}");
}

#[test]
fn every_card_has_a_scenario() {
    let text: String = files("tests/cards").into_iter().map(|(_, text)| text).collect();
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
