//! Whole random games written out and committed, so that a change of behaviour shows up as a diff.
//!
//! After a change on purpose: `UPDATE=1 cargo test -p gloria-for-glory --test all playthroughs::`.

use std::path::Path;

use gloria_for_glory::{Rules, State};
use table::testkit::{committed, playthrough};
use table::{Options, Rulebook};

fn check(name: &str, options: &Options, seed: u64, most: usize) {
    let rules = Rules::from_options(options).expect("the options are valid");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs").join(name);
    committed(&file, &playthrough::<State>(&rules, seed, most)).unwrap();
}

#[test]
fn two_players() {
    check("seed-1.txt", &Options::new(), 1, 120);
    check("seed-2.txt", &Options::new(), 2, 400);
}

#[test]
fn one_player_alone() {
    check("alone.txt", &Options::new().with("players", "1"), 1, 200);
}

#[test]
fn three_players_with_drafted_champions_and_the_expansion() {
    let options = Options::new().with("players", "3").with("champions", "draft").with("expansion", "on");
    check("three.txt", &options, 1, 150);
}
