//! Declining an offer changes nothing but the offer (ruling 107), from positions crowded with buildings. That the law can fail is
//! shown beside it, in `unoffered.rs`.

mod common;

use std::collections::BTreeMap;

use gloria_glory_to_rome::action::Action;
use gloria_glory_to_rome::{Rules, State};
use table::{Chance, Game, Light, Rulebook, Staged, Turn};

use common::{crowded, options};

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
            let frames = state.public().frames.as_slice();
            assert_eq!(declined, without, "'{action}' does more than decline: {frames:?}");
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
