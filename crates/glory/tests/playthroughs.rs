//! Whole random games written out and committed, so that a change of behaviour shows up as a diff.
//!
//! After a change on purpose: `UPDATE=1 cargo test -p glory --test playthroughs`.

use std::path::Path;

use glory::{Rules, State};
use table::testkit::playthrough;
use table::{Options, Rulebook};

fn check(name: &str, options: &Options, seed: u64) {
    let rules = Rules::from_options(options).expect("the options are valid");
    let text = playthrough::<State>(&rules, seed, 10_000);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs").join(name);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, text).expect("the playthrough can be written");
        return;
    }
    let committed = std::fs::read_to_string(&path).expect("the playthrough is committed");
    let differs = committed.lines().zip(text.lines()).position(|(old, new)| old != new);
    if let Some(at) = differs {
        let (old, new) = (committed.lines().nth(at), text.lines().nth(at));
        panic!("{name}:{}: was {old:?}, is {new:?}", at + 1);
    }
    assert_eq!(committed.len(), text.len(), "{name} has another length");
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
