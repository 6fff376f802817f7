//! All laws, over every player count, version and option.

use gloria_glory_to_rome::{Rules, State};
use table::scenario::SetupLine;
use table::testkit::{Laws, Tally};
use table::{Game, Light, Options, Rulebook, Seat, Staged, Turn, Viewer};

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

/// GTR-11: whoever petitions holds the cards that are still to be added, in every world that anybody can imagine.
#[test]
fn whoever_petitions_holds_the_cards_for_it() {
    let rules = Rules::from_options(&Options::new().with("players", "3")).expect("the options are valid");
    let hand = SetupLine {
        line: 1,
        key: "A hand".to_owned(),
        value: "Bath, Dock, Palisade, Crane, Shrine".to_owned(),
    };
    let mut state = State::stage(&rules, &[hand]).expect("the position is possible");
    let (petitioner, mut luck) = (Seat::new(0), Light::new(1));
    let petition = State::read(&rules, "lead Patron by petition of 2 Wood").expect("it can be written so");
    state
        .play(&rules, petitioner, petition, &mut luck)
        .expect("A holds three of Wood, and a petition takes two");
    for left in (1..=2).rev() {
        for viewer in Viewer::all(rules.players()) {
            for _ in 0..200 {
                let world = State::imagine(&rules, &state.view(&rules, viewer), &mut luck);
                assert_eq!(world.view(&rules, viewer), state.view(&rules, viewer));
                let (mut legal, mut seen) = (Vec::new(), world);
                // Whatever is added, there is something to add next.
                for _ in 0..left {
                    assert_eq!(seen.turn(&rules), state.turn(&rules));
                    legal.clear();
                    seen.legal(&rules, petitioner, &mut legal);
                    let action = *legal.first().expect("there is a card for the petition");
                    seen.play_unchecked(&rules, petitioner, action, &mut luck);
                }
                assert_ne!(seen.turn(&rules), state.turn(&rules));
            }
        }
        let mut legal = Vec::new();
        state.legal(&rules, petitioner, &mut legal);
        state.play_unchecked(&rules, petitioner, legal[0], &mut luck);
    }
    assert!(matches!(state.turn(&rules), Turn::Decide(seats) if !seats.contains(petitioner)));
}
