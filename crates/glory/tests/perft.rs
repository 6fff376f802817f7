//! Counts of what can happen, committed: a changed count is a changed rule.

use std::fmt::Write as _;

use glory::{Rules, State};
use table::testkit::perft;
use table::{Game, Light, Options, Rulebook};

/// Each line: options, seed, then the count at depths 1, 2, 3…
#[test]
fn counts_are_as_committed() {
    let committed = include_str!("perft/counts.txt");
    let mut again = String::new();
    for line in committed.lines().filter(|line| !line.is_empty()) {
        let mut words = line.split_whitespace();
        let (options_text, seed) = (words.next().unwrap(), words.next().unwrap());
        let mut options = Options::new();
        for pair in options_text.split(',') {
            options.set_pair(pair).unwrap();
        }
        let rules = Rules::from_options(&options).unwrap();
        let mut light = Light::new(seed.parse().unwrap());
        let state = State::new(&rules, &mut light);
        let counts: Vec<_> =
            (1..=words.count() as u32).map(|depth| perft(&rules, &state, depth, light).to_string()).collect();
        let _ = writeln!(again, "{options_text} {seed} {}", counts.join(" "));
    }
    assert_eq!(again, committed, "the counts changed: if a rule changed on purpose, commit the new ones");
}
