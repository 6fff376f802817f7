//! What everyone has seen is in every state that anyone imagines.

use gloria_for_glory::{Rules, State};
use table::scenario::SetupLine;
use table::{Game, Light, Options, Rulebook, Seat, Staged, Viewer};

fn staged(rules: &Rules, lines: &[(&str, &str)]) -> State {
    let lines: Vec<_> = (1..)
        .zip(lines)
        .map(|(line, (key, value))| SetupLine { line, key: (*key).to_owned(), value: (*value).to_owned() })
        .collect();
    State::stage(rules, &lines).unwrap()
}

fn play(state: &mut State, rules: &Rules, seat: Seat, actions: &[&str]) {
    for action in actions {
        let action = State::read(rules, action).unwrap();
        state.play(rules, seat, action, &mut Light::new(1)).unwrap();
    }
}

/// How many of a hundred imagined states have the card in A's zone.
fn imagined(state: &State, rules: &Rules, zone: &str, card: &str) -> usize {
    let viewer = Viewer::Seat(Seat::new(1));
    let view = state.view(rules, viewer);
    let mut luck = Light::new(7);
    let twin = |_| State::imagine(rules, &view, &mut luck);
    let twins: Vec<_> = (0..100).map(twin).collect();
    for twin in &twins {
        twin.invariants(rules).unwrap();
        assert_eq!(twin.view(rules, viewer), view);
    }
    twins.iter().filter(|twin| twin.fact(rules, zone).unwrap().contains(card)).count()
}

#[test]
fn a_card_seen_on_its_way_to_a_hand_is_imagined_there() {
    let rules = Rules::from_options(&Options::new().with("first_player", "A")).unwrap();
    let mut state = staged(
        &rules,
        &[
            ("A hand", "Recruiting Drive, Javelin, Cull, Fresh Perspective"),
            ("A discard", "Cestus"),
            ("A coins", "5"),
        ],
    );
    let a = Seat::new(0);
    assert!(imagined(&state, &rules, "A hand", "Javelin") < 100, "nobody has seen the hand");
    play(&mut state, &rules, a, &["play Recruiting Drive"]);
    assert_eq!(imagined(&state, &rules, "A hand", "Cestus"), 100);
    // A gladiator can't be the card that goes to the reserve.
    play(&mut state, &rules, a, &["reserve Javelin"]);
    assert_eq!(imagined(&state, &rules, "A hand", "Cestus"), 100);
    play(&mut state, &rules, a, &["enter Cestus into near"]);
    assert_eq!(imagined(&state, &rules, "A hand", "Cestus"), 0);
}

#[test]
fn a_card_that_may_have_been_reserved_is_imagined_in_either_place() {
    let rules = Rules::from_options(&Options::new().with("first_player", "A")).unwrap();
    let lines = [
        ("A top", "Evade"),
        ("A deck", "6 Business as Usual, Cull, Javelin"),
        ("A coins", "5"),
        ("supply gladiators", "2 Tiro, Veles"),
        ("supply training", "Bandage, 2 Thrown Net"),
        ("supply economy", "2 Praetor, Vestalis"),
    ];
    let (a, b) = (Seat::new(0), Seat::new(1));
    // Light deals Javelin to the hand from some seeds only; take the first that does.
    let (mut state, _) = (0..100)
        .map(|seed| {
            let mut state = staged(&rules, &lines);
            let end = State::read(&rules, "end turn").unwrap();
            state.play(&rules, a, end, &mut Light::new(seed)).unwrap();
            (state, seed)
        })
        .find(|(state, _)| state.fact(&rules, "A hand").unwrap().contains("Javelin"))
        .unwrap();
    assert_eq!(imagined(&state, &rules, "A hand", "Evade"), 100);
    play(&mut state, &rules, b, &["end turn"]);
    play(&mut state, &rules, a, &["reserve Javelin"]);
    let (hand, reserve) =
        (imagined(&state, &rules, "A hand", "Evade"), imagined(&state, &rules, "A reserve", "Evade"));
    assert_eq!(hand + reserve, 100);
    assert!(hand > 0 && reserve > 0, "{hand} in hand, {reserve} in reserve");
    play(&mut state, &rules, a, &["buy back reserve", "pay coins"]);
    assert_eq!(imagined(&state, &rules, "A hand", "Evade"), 100);
}
