//! All laws on random games, for every option.

use for_glory::{Rules, State};
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
    let tally = check(&Options::new(), 30, 5);
    assert!(tally.games == 30 && tally.states > 500, "{tally:?}");
}
