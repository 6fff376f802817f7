//! Counts of what can happen, and a game written out: a changed number or line is a changed rule.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use for_glory::{Rules, State};
use table::testkit::{perft, playthrough};
use table::{Game, Light, Options, Rulebook};

#[test]
fn counts_are_as_committed() {
    let rules = Rules::from_options(&Options::new().with("first_player", "A")).unwrap();
    let mut lines = String::new();
    for seed in 1..=4 {
        let mut luck = Light::new(seed);
        let state = State::new(&rules, &mut luck);
        let counts: Vec<_> = (1..=3).map(|depth| perft(&rules, &state, depth, luck).to_string()).collect();
        writeln!(lines, "seed {seed}: {}", counts.join(" ")).unwrap();
    }
    committed("perft/opening.txt", &lines);
}

#[test]
fn games_are_as_committed() {
    let rules = Rules::from_options(&Options::new()).unwrap();
    committed("playthroughs/seed-1.txt", &playthrough::<State>(&rules, 1, 120));
    committed("playthroughs/seed-2.txt", &playthrough::<State>(&rules, 2, 400));
    let alone = Rules::from_options(&Options::new().with("players", "1")).unwrap();
    committed("playthroughs/alone.txt", &playthrough::<State>(&alone, 1, 200));
    let three = Options::new().with("players", "3").with("champions", "draft").with("expansion", "on");
    let three = Rules::from_options(&three).unwrap();
    committed("playthroughs/three.txt", &playthrough::<State>(&three, 1, 150));
}

fn committed(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name);
    if let Ok(committed) = fs::read_to_string(&path) {
        assert!(committed == text, "{name} differs: delete it, run the test again and review the diff");
        return;
    }
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    panic!("{name} was missing and has been written: review and commit it");
}
