//! Declining an offer changes nothing but the offer (ruling 107), from positions crowded with buildings. To decline is to go on as if
//! nobody had been asked, so what going on leaves standing is looked at as well.

use std::collections::BTreeMap;

use gloria_glory_to_rome::action::Action;
use gloria_glory_to_rome::procedures::{Bonus, Craftsman, Frame};
use gloria_glory_to_rome::{Rules, State};
use table::scenario::SetupLine;
use table::{Chance, Game, Light, Options, Rulebook, Seat, Staged, Turn};

use crate::common::{crowded, options};

const POSITIONS: u64 = 400;

/// Plays on at random and holds every declining against its absence; counts them by procedure.
fn play_on(rules: &Rules, mut state: State, chance: &mut Light, seen: &mut BTreeMap<&str, u32>) {
    let mut legal = Vec::new();
    for _ in 0..200 {
        let Turn::Decide(seats) = state.turn(rules) else { return };
        let seat = seats.first().expect("somebody decides");
        legal.clear();
        state.legal(rules, seat, &mut legal);
        for action in &legal {
            let luck = Light::new(1);
            let Some(without) = state.unoffered(rules, seat, *action, &mut { luck }) else { continue };
            let mut declined = state;
            declined.play_unchecked(rules, seat, *action, &mut { luck });
            let stack = state.public().stack.as_slice();
            assert_eq!(declined, without, "{action:?} does more than decline: {stack:?}");
            *seen.entry(state.public().top().name()).or_default() += 1;
        }
        // What declines is rarely chosen, so that there is much to decline.
        let keen: Vec<_> = legal.iter().copied().filter(|action| *action != Action::Skip).collect();
        let from = if keen.is_empty() || chance.below(6) == 0 { &legal } else { &keen };
        let action = from[chance.below(from.len() as u32) as usize];
        state.play(rules, seat, action, chance).expect("a legal action is playable");
    }
}

/// GTR-13 and all buildings that say "may".
#[test]
fn declining_is_as_if_nothing_had_been_offered() {
    let mut seen = BTreeMap::new();
    for seed in 0..POSITIONS {
        let mut chance = Light::new(seed);
        let options = options(&mut chance);
        let rules = Rules::from_options(&options).expect("the options are valid");
        let lines = crowded(&rules, &mut chance);
        let Ok(state) = State::stage(&rules, &lines) else { continue };
        println!("seed {seed}: {options}");
        play_on(&rules, state, &mut chance, &mut seen);
    }
    println!("{seen:?}");
    for procedure in [
        "Palace",
        "Think",
        "Tribunal",
        "BathRole",
        "Patron",
        "Laborer",
        "Architect",
        "Craftsman",
        "Stairway",
        "Solarium",
        "Demand",
        "Give",
        "Slay",
        "Raze",
        "Merchant",
        "Bank",
        "BankLegion",
        "Prison",
        "Aerarium",
        "Enlist",
        "Senate",
        "Sewer",
    ] {
        assert!(seen.contains_key(procedure), "nothing was declined in {procedure}");
    }
}

/// A Domus completed by one of an Amphitheatre's actions offers its Patron action: declining that ends neither the Amphitheatre nor
/// its next action (GTR-110, GTR-51, ruling 107).
#[test]
fn declining_a_domus_leaves_the_amphitheatre() {
    let options = Options::new().with("players", "2").with("geek", "all");
    let rules = Rules::from_options(&options).expect("the options are valid");
    let lines = [
        ("role", "Craftsman"),
        ("A camp", "Jack"),
        ("A own", "0"),
        ("A bonus", "3 Amphitheatre"),
        ("A hand", "Market, Bar"),
        ("A building", "Domus"),
        ("pool", "Stone"),
    ];
    let lines = lines.map(|(key, value)| SetupLine { line: 1, key: key.to_owned(), value: value.to_owned() });
    let mut state = State::stage(&rules, &lines).expect("the position is possible");
    let (seat, mut luck) = (Seat::new(0), Light::new(1));
    let add = State::read(&rules, "add Market to Domus").expect("it is notation");
    state.play(&rules, seat, add, &mut luck).expect("it is legal");
    assert_eq!(state.public().top().name(), "Patron");
    state.play(&rules, seat, Action::Skip, &mut luck).expect("it is legal");
    let [.., Frame::Bonus(Bonus { left, .. }), top] = state.public().stack.as_slice() else {
        panic!("the Amphitheatre is over: {:?}", state.public().stack);
    };
    assert_eq!((*left, *top), (1, Frame::from(Craftsman { seat })));
    // Skipping one of its own actions does end it.
    state.play(&rules, seat, Action::Skip, &mut luck).expect("it is legal");
    assert!(!state.public().stack.iter().any(|frame| matches!(frame, Frame::Bonus(_))));
}
