//! Whole random games written out and committed, so that a change of behaviour shows up as a diff.
//!
//! After a change on purpose: `UPDATE=1 cargo test -p glory-to-rome --test playthroughs`.

use std::path::Path;

use glory_to_rome::{Rules, State};
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
