//! What a decision is said to do before it is taken, and how the table is shown.

use gloria_glory_to_rome::{Rules, State};
use table::scenario::SetupLine;
use table::{Game, Light, Seat, Staged, Tape, Tell, Turn, Viewer};

use crate::told::rules;

/// The position after these decisions, each by whoever decides.
fn after(rules: &Rules, lines: &[(&str, &str)], actions: &[&str]) -> State {
    let line = |(key, value): &(&str, &str)| SetupLine {
        line: 1,
        key: (*key).to_owned(),
        value: (*value).to_owned(),
    };
    let lines: Vec<_> = lines.iter().map(line).collect();
    let mut state = State::stage(rules, &lines).expect("the position can be set up");
    let mut chance = Light::new(1);
    for text in actions {
        let Turn::Decide(seats) = state.turn(rules) else { panic!("the game is over before '{text}'") };
        let seat = seats.first().expect("somebody decides");
        let action = State::read(rules, text).expect("the action is understood");
        state.play(rules, seat, action, &mut chance).expect("the action is legal");
    }
    state
}

/// What the one who decides is told the action would do.
fn explained(rules: &Rules, state: &State, text: &str) -> String {
    let Turn::Decide(seats) = state.turn(rules) else { panic!("nobody decides") };
    let view = state.view(rules, Viewer::Seat(seats.first().expect("somebody decides")));
    State::explain(rules, &view, State::read(rules, text).expect("the action is understood")).to_string()
}

/// GTR-15: never more cards than there are.
#[test]
fn a_draw_is_not_larger_than_the_pile() {
    let rules = rules(&[("players", "2")]);
    let state = after(&rules, &[("deck", "3")], &[]);
    assert_eq!(explained(&rules, &state, "think and draw"), "Draw the last 3 cards – this ends the game!");
    let state = after(&rules, &[("deck", "9"), ("A hand", "4 Dock")], &[]);
    assert_eq!(explained(&rules, &state, "think and draw"), "Draw 1 card of the 9 left");
}

/// GTR-40: between two, surrender ends the game.
#[test]
fn surrender_says_whether_it_ends_the_game() {
    let two = rules(&[("players", "2")]);
    let told = explained(&two, &after(&two, &[], &[]), "surrender to B");
    assert_eq!(told, "You give up: this ends the game, and the winner is B");
    let three = rules(&[("players", "3")]);
    let told = explained(&three, &after(&three, &[], &[]), "surrender to B");
    assert_eq!(told, "You give up; once all others do so too, the winner is B");
}

/// GTR-74: skipping one of a Garden's actions gives up all that are left, and says so.
#[test]
fn skipping_a_bonus_says_what_is_given_up() {
    let rules = rules(&[("players", "2")]);
    let lines = [
        ("A hand", "Aqueduct"),
        ("A stockpile", "Stone"),
        ("A building", "Garden [2 Stone]"),
        ("pool", "Wood, Brick"),
    ];
    let state =
        after(&rules, &lines, &["lead Architect with Aqueduct", "think for a Jack", "add Stone to Garden"]);
    assert_eq!(
        explained(&rules, &state, "skip"),
        "Give up this action of the Garden and the 4 that would follow"
    );
}

/// GTR-24: making no demand gives the actions up, and says so.
#[test]
fn a_reveal_says_what_is_demanded_or_lost() {
    let rules = rules(&[("players", "2")]);
    let lines = [("A hand", "School, Academy, Dock"), ("A clients", "Legionary")];
    let state = after(&rules, &lines, &["lead Legionary with School", "think for a Jack"]);
    assert_eq!(explained(&rules, &state, "reveal"), "Demand nothing: your Legionary actions are lost");
    let state = after(&rules, &lines, &["lead Legionary with School", "think for a Jack", "demand Wood"]);
    assert_eq!(explained(&rules, &state, "reveal"), "Demand Wood; 1 more action left unused");
}

/// GTR-83, GTR-115: who gets the Site and what it is worth.
#[test]
fn a_site_given_away_names_who_gets_it() {
    let rules = rules(&[("players", "2"), ("geek", "all")]);
    let lines = [
        ("A hand", "Aqueduct"),
        ("A stockpile", "Stone"),
        ("A building", "Prison [2 Stone]"),
        ("B built", "Insula"),
    ];
    let state =
        after(&rules, &lines, &["lead Architect with Aqueduct", "think for a Jack", "add Stone to Prison"]);
    assert_eq!(
        explained(&rules, &state, "steal B Insula"),
        "The Prison's Site, and so 3 influence, goes to B. You get: You have room for 2 more clients."
    );
    let lines = [
        ("A hand", "Aqueduct"),
        ("A stockpile", "Concrete"),
        ("A building", "Aerarium [Concrete]"),
        ("B built", "Foundry"),
    ];
    let state = after(
        &rules,
        &lines,
        &["lead Architect with Aqueduct", "think for a Jack", "add Concrete to Aerarium"],
    );
    let told = explained(&rules, &state, "award B Foundry");
    assert!(
        told.starts_with("The Aerarium's Site, and so 2 influence, goes to B. You use: When completed: "),
        "{told}"
    );
}

/// GTR-76, GTR-112, GTR-114: what lies under a structure under way is shown.
#[test]
fn the_table_shows_what_lies_under_structures() {
    let rules = rules(&[("players", "2")]);
    let state = after(&rules, &[("A built", "Road"), ("A building", "Garden [Stone, Marble], School")], &[]);
    let table = State::table(&rules, &state.view(&rules, Viewer::Seat(Seat::new(1))), 80);
    assert!(table.contains("Garden 2/3 [Stone, Marble], School 0/2 Brick"), "{table}");
}

/// GTR-24: whoever leads Legionary with the last Order card is told that nothing will be left to show, and then that it was so.
#[test]
fn a_legionary_without_a_card_to_show_is_warned_and_told() {
    let rules = rules(&[("players", "2")]);
    let warned = |hand: &str, text: &str| {
        let state = after(&rules, &[("A hand", hand)], &[]);
        explained(&rules, &state, text).contains("no Order card left to show")
    };
    assert!(warned("Bath", "lead Legionary with Bath"));
    assert!(!warned("Bath, Dock", "lead Legionary with Bath"));
    assert!(!warned("Bath, Jack", "lead Legionary with Jack"));
    let before = after(&rules, &[("A hand", "Bath")], &["lead Legionary with Bath"]);
    let think = State::read(&rules, "think for a Jack").expect("the action is understood");
    let (mut state, mut tape) = (before, Tape::listening(Light::new(1)));
    state.play(&rules, Seat::new(1), think, &mut tape).expect("the action is legal");
    let view = |state: &State| state.view(&rules, Viewer::Seat(Seat::new(1)));
    let told = State::news(&rules, &view(&before), &view(&state), &tape.events());
    let told: Vec<_> = told.iter().map(ToString::to_string).collect();
    assert!(told.contains(&"A has no Order card to show, so nothing is demanded.".to_owned()), "{told:?}");
}
