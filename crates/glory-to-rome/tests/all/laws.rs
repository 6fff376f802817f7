//! All laws, over every player count, version and option.

use gloria_glory_to_rome::{Rules, State};
use table::testkit::{Laws, Tally};
use table::{Options, Rulebook};

fn check(options: &Options, seeds: std::ops::Range<u64>) -> Tally {
    let rules = Rules::from_options(options).expect("the options are valid");
    let mut tally = Tally::default();
    for seed in seeds {
        if let Err(violation) = Laws::default().check_game::<State>(&rules, seed, &mut tally) {
            panic!("{options}, seed {seed}: {violation}");
        }
    }
    tally
}

#[test]
fn laws_hold_for_every_player_count_and_version() {
    for players in ["2", "3", "4", "5"] {
        for version in ["republic", "imperium"] {
            let options = Options::new().with("players", players).with("version", version);
            let tally = check(&options, 0..6);
            assert_eq!(tally.games, 6);
        }
    }
}

#[test]
fn laws_hold_with_the_geek_expansion() {
    for players in ["2", "3", "4", "5"] {
        for version in ["republic", "imperium"] {
            let options =
                Options::new().with("players", players).with("version", version).with("geek", "all");
            check(&options, 100..106);
        }
    }
}

#[test]
fn laws_hold_in_the_training_game() {
    for players in ["2", "3", "4", "5"] {
        check(&Options::new().with("players", players).with("training", "on"), 200..204);
    }
}
