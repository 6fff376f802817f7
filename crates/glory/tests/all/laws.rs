//! The laws, on random games of every table size and of many option sets.

use gloria_glory::{Rules, State};
use table::testkit::{Laws, Tally, fuzz_game};
use table::{Options, Rulebook};

fn rules(pairs: &str) -> Rules {
    let mut options = Options::new();
    for pair in pairs.split_whitespace() {
        options.set_pair(pair).expect("the test writes name=value");
    }
    Rules::from_options(&options).expect("the test's options are good")
}

fn check(pairs: &str, games: u64, sample: u32) -> Tally {
    let rules = rules(pairs);
    let mut tally = Tally::default();
    for seed in 0..games {
        let laws = Laws { sample, ..Laws::default() };
        if let Err(violation) = laws.check_game::<State>(&rules, seed, &mut tally) {
            panic!("{pairs}, seed {seed}: {violation}");
        }
    }
    assert_eq!(tally.games, games);
    tally
}

#[test]
fn two_heroes_keep_all_laws() {
    let tally = check("players=2", 12, 2);
    assert!(tally.states > 500, "{tally:?}");
}

#[test]
fn three_heroes_keep_all_laws() {
    check("players=3 heroes=random", 8, 4);
}

#[test]
fn four_heroes_keep_all_laws() {
    check("players=4 preset=site", 8, 4);
}

#[test]
fn a_lone_hero_keeps_all_laws() {
    check("players=1", 10, 2);
    check("players=1 turn_limit=30", 6, 2);
}

#[test]
fn every_switch_keeps_all_laws() {
    check("players=3 keep_heading=on face_up_seen=off last_survivor_wins=off", 6, 4);
    check("players=2 round_cap=20 town_heal=2 fates_per_ability=3 ability_every=2 start_coins=20", 6, 3);
    check("players=4 glory_to_win=40 haven_heal=6 lair_glory=1 quest_second=2+2 start_coins=20", 4, 6);
}

/// GL-51 to GL-53, L13, Q15, E11, E12: what the printed rules do not have.
#[test]
fn what_a_table_adds_keeps_all_laws() {
    check("players=4 heroes=random duels=on trades=on races=on shops=on rewards=effort events=on", 8, 4);
    check("players=2 length=short duels=on trades=on races=on", 6, 3);
    for scenario in ["hunt", "errands", "pilgrim", "slayer", "hoard"] {
        check(&format!("players=1 scenario={scenario} difficulty=hard"), 2, 3);
    }
}

/// Random tables: `LAWS=500 cargo test -p gloria-glory --test all laws::random` checks more of them.
#[test]
fn random_options_keep_all_laws() {
    let games = std::env::var("LAWS").ok().and_then(|text| text.parse().ok()).unwrap_or(24);
    let mut tally = Tally::default();
    for seed in 0..games {
        if let Err((options, violation)) = fuzz_game::<State>(&Options::new(), seed, &mut tally) {
            panic!("{options}, seed {seed}: {violation}");
        }
    }
    assert_eq!(tally.games, games);
}
