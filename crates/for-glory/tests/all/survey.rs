//! Random games end, they are neither short nor long, and every card and ability comes up. The example `survey` plays many more.

use gloria_for_glory::Rules;
use table::{Options, Rulebook};

use crate::tally::Tally;

fn rules(options: &Options) -> Rules {
    Rules::from_options(options).unwrap()
}

fn survey(options: &Options, games: u64) -> Tally {
    let rules = rules(options);
    let tally = Tally::of(&rules, games);
    // With one arena nothing can be moved to another.
    let (mut missing, mut unused) = (tally.missing(&rules), tally.unused_effects(&rules));
    missing.retain(|line| !rules.is_multi() || !line.starts_with("Change of Venue"));
    unused.retain(|effect| !rules.is_multi() || effect != "Transfer");
    assert_eq!(missing, Vec::<String>::new(), "every card comes up");
    assert_eq!(unused, Vec::<String>::new(), "every effect comes up");
    tally
}

#[test]
fn random_games_end_and_use_every_card() {
    let tally = survey(&Options::new(), 1_500);
    assert_eq!(tally.games, 1_500);
    assert!((4..=12).contains(&tally.median()), "median {} of {:?}", tally.median(), tally.phases);
    assert!(tally.by_limit * 50 < tally.games, "{} of {} hit the turn limit", tally.by_limit, tally.games);
}

#[test]
fn the_expansion_comes_up_too() {
    let tally = survey(&Options::new().with("expansion", "on").with("champions", "random"), 2_500);
    assert_eq!(tally.games, 2_500);
}

#[test]
fn the_ludus_magnus_beats_random_play_and_the_difficulties_are_in_order() {
    let games = 4_000;
    let [hard, all, easy] = ["hard", "all", "easy"].map(|difficulty| {
        let tally =
            Tally::of(&rules(&Options::new().with("players", "1").with("difficulty", difficulty)), games);
        (tally.won, tally.glory)
    });
    assert!(hard.1 < all.1 && all.1 < easy.1, "glory: hard {hard:?}, all {all:?}, easy {easy:?}");
    assert!(easy.0 * 4 < games, "it wins most games: {easy:?} of {games}");
}

#[test]
fn three_play_three_rounds_and_four_play_two() {
    // FG-86: a game of three has exactly three battles, one of four two; only our turn limit ends one earlier.
    for (players, rounds) in [("3", 3), ("4", 2)] {
        let tally = survey(&Options::new().with("players", players), 12_000);
        assert_eq!(tally.games - tally.phases[&rounds], tally.by_limit, "{players}: {:?}", tally.phases);
        assert!(tally.by_limit * 50 < tally.games, "{players}: {} hit the turn limit", tally.by_limit);
    }
}
