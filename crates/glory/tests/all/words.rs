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

fn staged(rules: &Rules, setup: &[(&str, &str)]) -> State {
    let line = |(key, value): &(&str, &str)| SetupLine {
        line: 1,
        key: (*key).to_owned(),
        value: (*value).to_owned(),
    };
    let lines: Vec<_> = setup.iter().map(line).collect();
    State::stage(rules, &lines).unwrap_or_else(|fault| panic!("{fault}"))
}

#[test]
fn what_a_hero_holds_often_is_counted() {
    let rules = rules("2");
    let state = staged(&rules, &[("A goods", "2 Oak Shield, Healing Draught")]);
    let table = State::table(&rules, &state.view(&rules, Viewer::Spectator), 100);
    assert!(table.contains("2 Oak Shield") && !table.contains("Oak Shield, Oak Shield"), "{table}");
}

/// What the castle sells is one line of the opening, each good once.
#[test]
fn the_opening_lists_the_goods_for_sale() {
    let options = Options::new().with("players", "2").with("heroes", "random");
    let rules = Rules::from_options(&options).expect("good options");
    let mut tape = Tape::listening(Light::new(1));
    let state = State::new(&rules, &mut tape);
    let view = state.view(&rules, Viewer::Spectator);
    let told = State::opening(&rules, &view, &tape.events());
    let sold: Vec<_> = told.iter().map(ToString::to_string).filter(|line| line.contains("sells")).collect();
    assert_eq!(sold.len(), 1, "{told:?}");
    assert!(sold[0].starts_with("The castle now sells ") && sold[0].contains(" and "), "{sold:?}");
}

/// Every bracket on the map is closed, also where a hero stands on a space within reach; on narrow screens a hero who is not chosen yet
/// stands nowhere.
#[test]
fn the_map_closes_its_brackets_and_lists_who_is_there() {
    let rules = rules("2");
    let mut within = 0;
    for space in 1..=40 {
        let line =
            |key: &str, value: &str| SetupLine { line: 1, key: key.to_owned(), value: value.to_owned() };
        let lines = [line("A at", "5"), line("B at", &space.to_string())];
        let Ok(mut state) = State::stage(&rules, &lines) else { continue };
        let roll = State::read(&rules, "Roll").expect("letters of either case");
        if state.play(&rules, Seat::new(0), roll, &mut table::Script::then_light([2], 1)).is_err() {
            continue;
        }
        let table = State::table(&rules, &state.view(&rules, Viewer::Seat(Seat::new(0))), 100);
        let count = |letter: char| table.matches(letter).count();
        assert_eq!((count('['), count('(')), (count(']'), count(')')), "{space}:\n{table}");
        within += usize::from(table.contains("@B]"));
    }
    assert!(within > 0, "no hero stands within reach of the other");
    let fresh = State::new(&rules, &mut Light::new(1));
    let narrow = State::table(&rules, &fresh.view(&rules, Viewer::Spectator), 48);
    assert!(narrow.contains("A no hero yet") && !narrow.contains("A on "), "{narrow}");
}

/// GL-24: where a haven heals nothing it does not say so.
#[test]
fn a_haven_that_heals_nothing_offers_no_health() {
    for (heal, healing) in [("0", false), ("2", true)] {
        let rules =
            Rules::from_options(&Options::new().with("players", "2").with("haven_heal", heal)).unwrap();
        let mut state = staged(&rules, &[]);
        let mut luck = table::Script::then_light([5], 1);
        let roll = State::read(&rules, "roll").expect("good notation");
        state.play(&rules, Seat::new(0), roll, &mut luck).unwrap_or_else(|refusal| panic!("{refusal}"));
        let view = state.view(&rules, Viewer::Seat(Seat::new(0)));
        let haven = rules.kingdom.map.havens[0];
        let go = gloria_glory::Action::Go { end: haven, via: u8::MAX };
        let told = State::explain(&rules, &view, go).to_string();
        assert!(told.contains("Haven: ") && told.contains("health") == healing, "{told}");
    }
}

/// E7: alone, only a game that was won has a score to tell.
#[test]
fn a_game_lost_alone_has_no_turns_to_boast_of() {
    let rules = Rules::from_options(&Options::new().with("players", "1").with("turn_limit", "1")).unwrap();
    let (mut luck, mut legal) = (Light::new(1), Vec::new());
    let mut state = State::new(&rules, &mut luck);
    while let Turn::Decide(seats) = state.turn(&rules) {
        legal.clear();
        state.legal(&rules, seats.first().expect("somebody decides"), &mut legal);
        legal.retain(|action| !State::concedes(*action));
        state.play_unchecked(&rules, Seat::new(0), legal[0], &mut luck);
    }
    let (outcome, tally) = (state.outcome(&rules).expect("it is over"), state.tally(&rules));
    assert!(outcome.winners.is_empty() && tally.is_empty() && !outcome.is_counted(1, &tally));
}
