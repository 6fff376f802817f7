//! What texts promise at any time and what they only offer, in random games; with faults that the checks must find.

use gloria_for_glory::procedures::Frame;
use gloria_for_glory::{Action, Rules, State};
use table::{Chance, Game, Light, Options, Rulebook, Seat, Turn};

/// Plays random games in which reserves are filled and kept, and looks at every decision.
fn look(options: &Options, games: u64, mut at: impl FnMut(&Rules, &State, Seat, Light)) {
    let rules = Rules::from_options(options).unwrap();
    for seed in 0..games {
        let mut luck = Light::new(seed);
        let mut state = State::new(&rules, &mut luck);
        for _ in 0..600 {
            let Turn::Decide(seats) = state.turn(&rules) else { break };
            let seat = seats.first().unwrap();
            at(&rules, &state, seat, luck);
            let mut legal = Vec::new();
            state.legal(&rules, seat, &mut legal);
            let reserving: Vec<_> =
                legal.iter().copied().filter(|it| matches!(it, Action::Reserve(_))).collect();
            let rest: Vec<_> = legal.iter().copied().filter(|it| *it != Action::Redeem).collect();
            let choices = if reserving.is_empty() { rest } else { reserving };
            let action = choices[luck.below(choices.len() as u32) as usize];
            state.play(&rules, seat, action, &mut luck).unwrap();
        }
    }
}

/// The promises that a list of legal actions breaks.
fn broken(rules: &Rules, state: &State, seat: Seat, legal: &[Action]) -> usize {
    let mut promised = Vec::new();
    state.always(rules, seat, &mut promised);
    promised.iter().filter(|action| !legal.contains(action)).count()
}

/// FG-40, FG-87, rulings 19 and 70.
#[test]
fn the_reserve_can_be_bought_back_whatever_is_decided() {
    let (mut inside, mut without) = (0, 0);
    for players in ["1", "2", "3"] {
        look(&Options::new().with("players", players), 12, |rules, state, seat, _| {
            let mut legal = Vec::new();
            state.legal(rules, seat, &mut legal);
            assert_eq!(broken(rules, state, seat, &legal), 0, "{:?}", state.public().stack);
            let top = state.public().stack.last();
            let asks = matches!(top, Some(Frame::Use(_) | Frame::Attack(_) | Frame::Lose(_)));
            inside += usize::from(asks && legal.contains(&Action::Redeem));
            // The fault: a list that offers it at the seat's own turns only.
            if asks {
                legal.retain(|action| *action != Action::Redeem);
                without += broken(rules, state, seat, &legal);
            }
        });
    }
    assert!(inside > 20, "it was bought back inside something: {inside}");
    assert!(without >= inside, "the check finds a list without it: {without}");
}

/// FG-2: declining leads to where the game would be without the offer.
#[test]
fn a_declined_offer_changes_nothing_but_itself() {
    let (mut declined, mut found) = (0, 0);
    for players in ["1", "2", "3"] {
        look(
            &Options::new().with("players", players).with("expansion", "on"),
            12,
            |rules, state, seat, luck| {
                let mut legal = Vec::new();
                state.legal(rules, seat, &mut legal);
                for action in legal.iter().copied() {
                    let Some(unoffered) = state.unoffered(rules, seat, action, &mut { luck }) else {
                        continue;
                    };
                    let played = |action| {
                        let mut state = *state;
                        state.play_unchecked(rules, seat, action, &mut { luck });
                        state
                    };
                    assert_eq!(played(action), unoffered, "{}", State::write(rules, action));
                    declined += 1;
                    // The fault: declining that does what another answer does.
                    let other = legal.iter().copied().find(|other| *other != action);
                    found += usize::from(other.is_some_and(|other| played(other) != unoffered));
                }
            },
        );
    }
    assert!(declined > 500, "offers were declined: {declined}");
    assert!(found > declined / 4, "the check finds what is not declining: {found} of {declined}");
}
