//! All laws on random games, for every option.

use gloria_for_glory::{Rules, State};
use table::testkit::{Laws, Tally};
use table::{Options, Rulebook};

fn check(options: &Options, games: u64, sample: u32) -> Tally {
    let rules = Rules::from_options(options).unwrap();
    let mut tally = Tally::default();
    let laws = Laws { sample, ..Laws::default() };
    for seed in 0..games {
        if let Err(violation) = laws.check_game::<State>(&rules, seed, &mut tally) {
            panic!("{options}, seed {seed}: {violation}");
        }
    }
    tally
}

#[test]
fn the_laws_hold() {
    let tally = check(&Options::new(), 40, 4);
    assert!(tally.games == 40 && tally.states > 1_000, "{tally:?}");
}

#[test]
fn the_laws_hold_for_three_and_four() {
    for players in ["3", "4"] {
        for (name, value) in
            [("token_take", "end"), ("token_take", "at-once"), ("combat_end_multi", "all-pass")]
        {
            let tally = check(&Options::new().with("players", players).with(name, value), 6, 6);
            assert_eq!(tally.games, 6);
        }
    }
}

#[test]
fn the_laws_hold_alone() {
    for (name, value) in [
        ("difficulty", "all"),
        ("difficulty", "hard"),
        ("bot_reaction_timing", "in-turn"),
        ("champions", "draft"),
    ] {
        let options = Options::new().with("players", "1").with("expansion", "on").with(name, value);
        let tally = check(&options, 8, 4);
        assert_eq!(tally.games, 8);
    }
}

#[test]
fn the_laws_hold_with_champions_and_expansion() {
    for players in ["2", "3", "4"] {
        for champions in ["off", "random", "draft"] {
            let options =
                Options::new().with("players", players).with("champions", champions).with("expansion", "on");
            let tally = check(&options, 4, 6);
            assert_eq!(tally.games, 4);
        }
    }
}

#[test]
fn the_laws_hold_under_every_option() {
    let options = [
        ("first_player", "A"),
        ("reaction_start", "active"),
        ("battle_end_check", "instant"),
        ("protection", "texts"),
        ("blessing_timing", "window"),
        ("blessing_vs_unpreventable", "spent"),
        ("turn_limit", "20"),
        ("boasts_2p", "3+3+3+3+3"),
    ];
    for (name, value) in options {
        let tally = check(&Options::new().with("expansion", "on").with(name, value), 8, 4);
        assert_eq!(tally.games, 8);
    }
}

/// A blessing works wherever damage of one effect comes to, so it can be named in a window about another arena (FG-75). Found by
/// fuzzing after five million states.
#[test]
fn a_blessing_in_another_arena_can_be_named() {
    let base = Options::new().with("players", "1");
    let checked = table::testkit::fuzz_game::<State>(&base, 3_738_034_434_287_031_462, &mut Tally::default());
    if let Err((options, violation)) = checked {
        panic!("{violation}, on the table {options}");
    }
}
