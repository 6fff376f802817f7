//! Everything can be told in words, at any width, to anyone, and nothing hidden is told.

use gloria_glory::{Rules, State};
use table::scenario::SetupLine;
use table::{Chance, Game, Light, Options, Rulebook, Seat, Staged, Tape, Tell, Turn, Viewer};

fn rules(players: &str) -> Rules {
    Rules::from_options(&Options::new().with("players", players)).expect("good options")
}

/// Tells everything of one state to every viewer.
fn tell(rules: &Rules, state: &State) {
    let kingdom = &rules.kingdom;
    for viewer in Viewer::all(rules.players) {
        let view = state.view(rules, viewer);
        for width in [40, 80, 100] {
            let table = State::table(rules, &view, width);
            let longest = table.lines().map(|line| line.chars().count()).max().unwrap_or(0);
            assert!(longest <= width, "a line of {longest} letters at width {width}:\n{table}");
        }
        let mut text = State::table(rules, &view, 100) + &State::asked(rules, &view).to_string();
        let mut named = Vec::new();
        state.candidates(rules, state.public.decides(), &mut named);
        for action in named {
            let told = State::explain(rules, &view, action);
            assert!(!told.is_empty(), "{} is not explained", State::write(rules, action));
        }
        text.retain(|letter| letter != '\n');
        for (card, lair) in kingdom.lairs.iter().enumerate() {
            let known = view.lairs.contains(&Some(card as u8));
            assert!(known || !text.contains(&lair.name), "{viewer:?} is told of {}:\n{text}", lair.name);
        }
        for (card, quest) in kingdom.quests.iter().enumerate() {
            let known = view.quests.contains(&Some(card as u8));
            assert!(known || !text.contains(&quest.name), "{viewer:?} is told of {}:\n{text}", quest.name);
        }
    }
}

#[test]
fn every_state_can_be_told_and_keeps_its_secrets() {
    for (players, seed) in [("1", 1), ("2", 2), ("4", 3)] {
        let rules = rules(players);
        let mut light = Light::new(seed);
        let mut state = State::new(&rules, &mut light);
        let mut legal = Vec::new();
        let mut told = 0;
        while let Turn::Decide(seats) = state.turn(&rules) {
            let seat = seats.first().expect("somebody decides");
            if told < 400 {
                tell(&rules, &state);
            }
            legal.clear();
            state.legal(&rules, seat, &mut legal);
            legal.retain(|action| !State::concedes(*action));
            let action = legal[light.below(legal.len() as u32) as usize];
            let before = state;
            let mut tape = Tape::listening(&mut light);
            state.play_unchecked(&rules, seat, action, &mut tape);
            let events = tape.events();
            for viewer in Viewer::all(rules.players) {
                let (before, after) = (before.view(&rules, viewer), state.view(&rules, viewer));
                assert!(State::news(&rules, &before, &after, &events).iter().all(|line| !line.is_empty()));
            }
            told += 1;
        }
        tell(&rules, &state);
        assert!(told > 20, "{told} decisions");
    }
}

#[test]
fn every_card_has_a_name_of_its_own_and_a_text() {
    let cards = State::cards(&rules("2")).into_iter().map(|(name, text)| (name, text.to_string()));
    let cards: Vec<(String, String)> = cards.collect();
    let names: std::collections::BTreeSet<_> = cards.iter().map(|(name, _)| name).collect();
    assert_eq!(names.len(), cards.len());
    assert!(cards.iter().all(|(_, text)| text.ends_with(['.', '”']) && text.len() > 12), "{cards:?}");
    // What is told of a card stands behind what it says, in quotation marks.
    let text = |name: &str| {
        let found = cards.iter().find(|(found, _)| found == name);
        found.and_then(|(_, text)| text.split(" “").next())
    };
    assert_eq!(
        text("Throwing Knives"),
        Some(
            "Good (weapon), price 2: Before a round of battle, 3 times, then discard it: The enemy loses 1 health."
        )
    );
    assert_eq!(
        text("Dice with the Devil"),
        Some(
            "Fate: Choose: (1) Pay 1 coin. Roll a die. 1 to 3: Lose 1 health, but not your last. 4 to 6: Gain 4 coins. \
             (2) Regain 1 health."
        )
    );
}

/// D4: whoever has seen the card is told which name is right; others are not.
#[test]
fn the_known_name_is_offered() {
    let rules = rules("2");
    let line = |key: &str, value: &str| SetupLine { line: 1, key: key.to_owned(), value: value.to_owned() };
    let setup = |seen: &str| {
        [line("A at", "5"), line("lair Hollow Crown", "Lady Nettle"), line("seen Hollow Crown", seen)]
    };
    for (seen, expected) in [("A", "so the name is right"), ("B", "If the name is right")] {
        let mut state = State::stage(&rules, &setup(seen)).unwrap_or_else(|fault| panic!("{fault}"));
        let mut luck = table::Script::then_light([0], 1);
        for text in ["roll", "go Hollow Crown"] {
            let action = State::read(&rules, text).expect("good notation");
            state.play(&rules, Seat::new(0), action, &mut luck).unwrap_or_else(|refusal| panic!("{refusal}"));
        }
        let view = state.view(&rules, Viewer::Seat(Seat::new(0)));
        let named = State::read(&rules, "name Lady Nettle").expect("good notation");
        let told = State::explain(&rules, &view, named).to_string();
        assert!(told.contains(expected), "{told}");
    }
}
