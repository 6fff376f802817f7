//! What texts promise: at any time, you may, what happened, what it counts.

use crate::chance::{Light, Tape};
use crate::game::{Game, Rulebook, Tell, Viewer};
use crate::seat::Seat;
use crate::text::Text;

/// What a text promises the seat at any time is legal now, as the seat decides now.
pub(super) fn always_legal<G: Game>(rules: &G::Rules, state: &G, seat: Seat) -> Result<(), String> {
    let (mut promised, mut legal) = (Vec::new(), Vec::new());
    state.always(rules, seat, &mut promised);
    if promised.is_empty() {
        return Ok(());
    }
    state.legal(rules, seat, &mut legal);
    match promised.iter().find(|action| !legal.contains(action)) {
        Some(action) => {
            Err(format!("{seat} is promised '{}' at any time but may not", G::write(rules, *action)))
        }
        None => Ok(()),
    }
}

/// Declining an offer leads to where the game would be without the offer.
pub(super) fn declining_changes_nothing<G: Game>(
    rules: &G::Rules,
    state: &G,
    seat: Seat,
    luck: Light,
) -> Result<(), String> {
    let mut legal = Vec::new();
    state.legal(rules, seat, &mut legal);
    for action in legal {
        let Some(unoffered) = state.unoffered(rules, seat, action, &mut { luck }) else {
            continue;
        };
        let mut declined = *state;
        declined.play_unchecked(rules, seat, action, &mut { luck });
        if declined != unoffered {
            let text = G::write(rules, action);
            return Err(format!("'{text}' by {seat} does more than decline what was offered"));
        }
    }
    Ok(())
}

/// A step on a copy of a state, with what each viewer is told of it.
pub(super) struct Told<G: Tell> {
    before: G::View,
    events: Vec<G::Event>,
}

impl<G: Tell> Told<G> {
    /// What the viewer saw before the step, and what happened by it.
    pub(super) fn new<C: crate::Chance>(
        rules: &G::Rules,
        before: &G,
        viewer: Viewer,
        tape: &mut Tape<C>,
    ) -> Self {
        Self { before: before.view(rules, viewer), events: tape.events() }
    }

    /// What the viewer reads of it.
    pub(super) fn news(&self, rules: &G::Rules, after: &G, viewer: Viewer) -> Vec<Text> {
        G::news(rules, &self.before, &after.view(rules, viewer), &self.events)
    }
}

/// Who has a place has one, and the first has won.
pub(super) fn places_are_a_ranking<G: Tell>(rules: &G::Rules, state: &G) -> Result<(), String> {
    let (Some(outcome), places) = (state.outcome(rules), state.places(rules)) else {
        return Ok(());
    };
    let seats: Vec<Seat> = places.iter().map(|(seat, _)| *seat).collect();
    match seats.first() {
        Some(first) if !outcome.winners.contains(*first) => {
            Err(format!("{first} has the first place and has not won"))
        }
        Some(_)
            if Seat::all(rules.players()).any(|seat| seats.iter().filter(|it| **it == seat).count() != 1) =>
        {
            Err(format!("not everyone has one place: {seats:?}"))
        }
        _ => Ok(()),
    }
}

/// Every seat's parts add up to its score.
pub(super) fn tally_adds_up<G: Tell>(rules: &G::Rules, state: &G) -> Result<(), String> {
    let Some(outcome) = state.outcome(rules) else {
        return Ok(());
    };
    for (seat, parts) in Seat::all(rules.players()).zip(state.tally(rules)) {
        let sum: i32 = parts.iter().map(|part| part.points).sum();
        if sum != outcome.scores[seat] {
            return Err(format!("{seat}'s parts add up to {sum}, not to the score {}", outcome.scores[seat]));
        }
    }
    Ok(())
}
