//! Glory's dice stay in sight: the movement die while the hero halts or marches, the strike dice of the round that ended a battle.

use glory::{Rules, State};
use pages::{Desk, Drawn};
use table::scenario::SetupLine;
use table::{Game, Options, Rulebook, Script, Seat, Staged, Viewer};

/// The board as each viewer sees it after these actions, with these dice and draws.
fn boards(setup: &[(&str, &str)], actions: &[&str], luck: &[u32]) -> Vec<String> {
    let rules = Rules::from_options(&Options::new()).unwrap();
    let line = |(key, value): &(&str, &str)| SetupLine {
        line: 1,
        key: (*key).to_owned(),
        value: (*value).to_owned(),
    };
    let lines: Vec<_> = setup.iter().map(line).collect();
    let mut state = State::stage(&rules, &lines).unwrap();
    let mut luck = Script::then_light(luck.iter().copied(), 1);
    for text in actions {
        let action = State::read(&rules, text).unwrap();
        state
            .play(&rules, Seat::new(0), action, &mut luck)
            .unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    }
    let names = ["Ann".to_owned(), "Bob".to_owned()];
    let board = |viewer| {
        let view = state.view(&rules, viewer);
        State::board(&Desk::new(&rules, &view, &names, &[])).into_string()
    };
    Viewer::all(2).map(board).collect()
}

#[test]
fn the_movement_die_shows_what_was_rolled_until_the_turn_ends() {
    for board in boards(&[("A at", "33")], &["roll", "go 29"], &[3]) {
        assert!(board.contains("The movement die shows 4"), "{board}");
        assert!(board.contains("#die-4") && !board.contains("die idle"), "{board}");
    }
    for board in boards(&[("A at", "33")], &[], &[]) {
        assert!(board.contains("die idle"), "nothing has been rolled yet");
    }
}

#[test]
fn the_round_that_ends_a_battle_is_shown_to_everyone() {
    let setup = [("A at", "31"), ("battle", "Marsh Rats"), ("battle round", "1"), ("foe health", "2")];
    for board in boards(&setup, &["engage"], &[4, 1]) {
        assert!(board.contains("Last round of the battle, round 2"), "{board}");
        assert!(board.contains("Ann's die shows 5") && board.contains("The enemy's die shows 2"), "{board}");
        assert!(board.contains("Strike rolls 6 to 2. Ann won the round."), "{board}");
    }
}

#[test]
fn the_last_round_stays_while_the_battle_goes_on() {
    let setup = [("A at", "31"), ("battle", "Cave Ogre")];
    for board in boards(&setup, &["engage"], &[0, 5]) {
        assert!(board.contains("Ann's die shows 1") && board.contains("The enemy's die shows 6"), "{board}");
        assert!(board.contains("Ann lost the round."), "{board}");
        assert!(board.contains("without using cards"), "{board}");
    }
}
