//! Whole random games written out and committed, so that a change of behaviour shows up as a diff.
//!
//! After a change on purpose: `UPDATE=1 cargo test -p gloria-glory --test all playthroughs::`.

use std::path::Path;

use gloria_glory::{Rules, State};
use table::testkit::{committed, playthrough};
use table::{Options, Rulebook};

fn check(name: &str, options: &Options, seed: u64) {
    let rules = Rules::from_options(options).expect("the options are valid");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs").join(name);
    committed(&file, &playthrough::<State>(&rules, seed, 10_000)).unwrap();
}

#[test]
fn two_heroes() {
    check("two.txt", &Options::new().with("players", "2"), 21);
}

#[test]
fn four_heroes_on_the_sites_numbers() {
    check(
        "four-site.txt",
        &Options::new().with("players", "4").with("preset", "site").with("heroes", "random"),
        22,
    );
}

#[test]
fn one_hero_alone() {
    check("alone.txt", &Options::new().with("players", "1").with("turn_limit", "60"), 23);
}
