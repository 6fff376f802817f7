//! Runs the scenarios in `tests/rulebook` and checks that every numbered rule is cited by a scenario or a test.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use gloria_glory::State;
use table::scenario::{Verdict, blocks, run};

fn folder(inside: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(inside)
}

fn files(inside: &str, extension: &str) -> Vec<PathBuf> {
    let mut files: Vec<_> = std::fs::read_dir(folder(inside))
        .expect("the folder is part of the crate")
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    files
}

#[test]
fn every_scenario_passes() {
    let mut count = 0;
    let mut failures = Vec::new();
    for path in files("tests/rulebook", "md") {
        let text = std::fs::read_to_string(&path).expect("a scenario file can be read");
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for block in blocks(&text).unwrap_or_else(|fault| panic!("{name}, {fault}")) {
            count += 1;
            match run::<State>(&block) {
                Verdict::Passed => {}
                Verdict::Failed(fault) | Verdict::Malformed(fault) => {
                    failures.push(format!("{name}, '{}', {fault}", block.heading));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} of {count} scenarios:\n{}", failures.len(), failures.join("\n"));
    assert!(count > 90, "only {count} scenarios were found");
}

/// The names of rules in a text: `GL-12`, `M3`.
fn cited(text: &str) -> BTreeSet<String> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-')
        .filter(|word| {
            let number = word
                .strip_prefix("GL-")
                .or_else(|| word.strip_prefix(|letter: char| "ABDEGLMQ".contains(letter)));
            number.is_some_and(|number| {
                !number.is_empty() && number.chars().all(|digit| digit.is_ascii_digit())
            })
        })
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_rule_is_cited() {
    let rules = std::fs::read_to_string(folder("rules.md")).expect("the rules are there");
    let numbered: BTreeSet<String> = rules
        .lines()
        .filter_map(|line| line.strip_prefix("- "))
        .filter_map(|line| line.split(' ').next())
        .map(str::to_owned)
        .collect();
    assert!(numbered.len() > 100, "only {} rules were found", numbered.len());
    let mut found = BTreeSet::new();
    for path in files("tests/rulebook", "md") {
        let text = std::fs::read_to_string(path).expect("a scenario file can be read");
        text.lines().filter(|line| line.starts_with('#')).for_each(|line| found.extend(cited(line)));
    }
    for path in files("tests", "rs") {
        let text = std::fs::read_to_string(path).expect("a test file can be read");
        text.lines()
            .filter(|line| line.trim_start().starts_with("/// "))
            .for_each(|line| found.extend(cited(line)));
    }
    let missing: Vec<_> = numbered.difference(&found).collect();
    assert!(missing.is_empty(), "no scenario or test cites {missing:?}");
    let unknown: Vec<_> = found.difference(&numbered).collect();
    assert!(unknown.is_empty(), "there are no rules {unknown:?}");
}
