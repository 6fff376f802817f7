//! The odds of a battle are exact: against closed forms, and against battles fought by the engine itself.

use gloria_glory::{Clash, Fight, Foe, Odds, Rules, State};
use table::scenario::SetupLine;
use table::{Game, Light, Options, Rulebook, Seat, Staged, Turn, Viewer};

const EVEN: Clash = Clash::even(6);

fn odds(clash: Clash) -> Odds {
    Odds::of(&clash, &Fight::with(Foe::Card(0)))
}

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 0.005, "{found} is not {expected}");
}

/// GL-32: of 36 throws, how many are won and lost at each difference of strike.
#[test]
fn a_round_is_counted_in_throws() {
    let table = [
        (-3, 3, 30),
        (-2, 6, 26),
        (-1, 10, 21),
        (0, 15, 15),
        (1, 21, 10),
        (2, 26, 6),
        (3, 30, 3),
        (5, 35, 0),
    ];
    for (strike, won, lost) in table {
        let odds = odds(Clash { strike, ..EVEN });
        close(odds.round_won, f64::from(won) / 36.0);
        close(odds.round_lost, f64::from(lost) / 36.0);
    }
}

/// GL-33: even numbers are even odds, and one point of strike is very strong.
#[test]
fn a_battle_to_the_end() {
    close(odds(EVEN).win, 0.5);
    close(odds(Clash { strike: 1, ..EVEN }).win, 0.89);
    close(odds(Clash { strike: -1, ..EVEN }).win, 0.11);
    let sure = odds(Clash { strike: 5, ..EVEN });
    close(sure.win, 1.0);
    close(sure.die + sure.die_now, 0.0);
}

#[test]
fn the_end_is_told_apart_from_the_next_round() {
    let brink = odds(Clash { health: 1, ..EVEN });
    close(brink.die_now, 15.0 / 36.0);
    assert!(brink.die > brink.die_now);
    let warded = odds(Clash { health: 1, wards: 1, ..EVEN });
    close(warded.die_now, 0.0);
    assert!(warded.win > brink.win);
}

#[test]
fn pending_cards_count_in_the_next_round_only() {
    let clash = Clash { health: 1, foe_health: 1, ..EVEN };
    let plain = Odds::of(&clash, &Fight::with(Foe::Card(0)));
    let helped = Odds::of(&clash, &Fight { strike: 2, ..Fight::with(Foe::Card(0)) });
    close(plain.win, 0.5);
    // 26 of 36 win at once, 6 lose, 4 ties leave an even battle.
    close(helped.win, (26.0 + 4.0 * 0.5) / 36.0);
}

fn line(key: &str, value: &str) -> SetupLine {
    SetupLine { line: 1, key: key.to_owned(), value: value.to_owned() }
}

/// Fights one battle many times with the engine and compares the share won with the odds shown before it.
fn fought(setup: &[(&str, &str)], monster: &str) {
    let rules = Rules::from_options(&Options::new()).expect("good options");
    let mut lines = vec![line("A at", "30"), line("battle deck", monster)];
    lines.extend(setup.iter().map(|(key, value)| line(key, value)));
    let start = State::stage(&rules, &lines).unwrap_or_else(|fault| panic!("{fault}"));
    let mut luck = table::Script::then_light([0], 9);
    let act = |state: &mut State, text: &str, luck: &mut table::Script| {
        let action = State::read(&rules, text).expect("good notation");
        state.play(&rules, Seat::new(0), action, luck).unwrap_or_else(|refusal| panic!("{refusal}"));
    };
    let mut met = start;
    act(&mut met, "roll", &mut luck);
    act(&mut met, "go 31", &mut luck);
    act(&mut met, "halt", &mut luck);
    let shown = Odds::in_view(&rules, &met.view(&rules, Viewer::Seat(Seat::new(0)))).expect("a battle is on");
    let mut light = Light::new(77);
    let (mut won, games) = (0_u32, 20_000);
    for _ in 0..games {
        let mut state = met;
        let glory = state.public.heroes[Seat::new(0)].glory;
        let engage = State::read(&rules, "engage").expect("good notation");
        while state.public.fight().is_some() && state.turn(&rules) != Turn::Over {
            state
                .play(&rules, Seat::new(0), engage, &mut light)
                .unwrap_or_else(|refusal| panic!("{refusal}"));
        }
        won += u32::from(state.public.heroes[Seat::new(0)].glory > glory);
    }
    let share = f64::from(won) / f64::from(games);
    assert!((share - shown.win).abs() < 0.015, "{monster}: fought {share}, shown {}", shown.win);
}

#[test]
fn the_engine_fights_as_the_odds_say() {
    fought(&[("A hero", "Corvin Ash"), ("B hero", "Aldric Vane")], "Moor Bear");
    fought(&[("A goods", "Oak Shield, Swift Dagger, Chain Hauberk")], "Robber Baron");
    fought(&[("A goods", "Phoenix Feather, War Axe"), ("A health", "5")], "Iron Troll");
    fought(&[("A goods", "Hunting Bow"), ("A health", "4")], "Bramble Boar");
    // B24 to B28: ambush, fury, drain, flight.
    fought(&[], "Dire Wolves");
    fought(&[("A goods", "War Axe")], "Chimera");
    fought(&[("A goods", "War Axe, Phoenix Feather")], "Bog Wight");
    fought(&[], "Hedge Goblins");
    fought(&[("A goods", "War Axe, Fine Sword")], "Griffin");
}

/// A8: what a seat imagines differs from time to time, and never from what it knows. Q12: whoever comes back and is not paid shows
/// that no quest lies there that is done without handing anything over; of the others nothing can be told.
#[test]
fn imagined_kingdoms_vary_but_keep_what_is_known() {
    let rules = Rules::from_options(&Options::new()).expect("good options");
    let lines = [
        line("quest Applewick", "Clear the Roads"),
        line("seen Applewick", "A"),
        line("A slew", "beast 6"),
        line("A goods", "Strong Ale"),
        line("A at", "10"),
        line("seen Candlebury", "B"),
    ];
    let mut state = State::stage(&rules, &lines).unwrap_or_else(|fault| panic!("{fault}"));
    let mut luck = table::Script::then_light([0], 4);
    for text in ["roll", "go Applewick", "pass"] {
        let action = State::read(&rules, text).expect("good notation");
        state.play(&rules, Seat::new(0), action, &mut luck).unwrap_or_else(|refusal| panic!("{refusal}"));
    }
    // A slew a beast and was not paid; A holds a potion and may have kept it.
    let view = state.view(&rules, Viewer::Seat(Seat::new(1)));
    let mut light = Light::new(5);
    let mut found = std::collections::BTreeMap::<String, u32>::new();
    for _ in 0..600 {
        let dream = State::imagine(&rules, &view, &mut light);
        assert_eq!(dream.fact(&rules, "quest Candlebury"), state.fact(&rules, "quest Candlebury"));
        *found.entry(dream.fact(&rules, "quest Applewick").expect("a fact")).or_default() += 1;
    }
    assert!(!found.contains_key("Wolves at the Fold"), "{found:?}");
    assert!(found.contains_key("Medicine Wanted") && found.contains_key("The Widow's Debt"), "{found:?}");
    assert!(found.len() >= 12, "{found:?}");
}
