//! Whole random games written out and committed, so that a change of behaviour shows up as a diff.
//!
//! After a change on purpose: `UPDATE=1 cargo test -p gloria-glory-to-rome --test all playthroughs::`.

use std::path::Path;

use gloria_glory_to_rome::{Rules, State};
use table::testkit::{committed, playthrough};
use table::{Options, Rulebook};

fn check(name: &str, options: &Options, seed: u64) {
    let rules = Rules::from_options(options).expect("the options are valid");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs").join(name);
    committed(&file, &playthrough::<State>(&rules, seed, 10_000)).unwrap();
}

#[test]
fn two_players_republic() {
    check("two-republic.txt", &Options::new().with("players", "2"), 11);
}

#[test]
fn three_players_imperium() {
    check("three-imperium.txt", &Options::new().with("version", "imperium"), 12);
}

#[test]
fn four_players_with_the_geek_expansion() {
    check("four-geek.txt", &Options::new().with("players", "4").with("geek", "all"), 13);
}
