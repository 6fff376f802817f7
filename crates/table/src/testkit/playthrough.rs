//! A game written out, so that a change of behaviour shows up as a diff.

use std::fmt::Write as _;

use crate::chance::{Chance, Light, Tape};
use crate::game::{Rulebook, Tell, Turn, Viewer};
use crate::seat::Seat;

/// A random game from this seed, at most `most` decisions of it: each decision's prompt, legal list, action, draws and
/// news as a spectator sees them, and the table at the start and the end.
pub fn playthrough<G: Tell>(rules: &G::Rules, seed: u64, most: usize) -> String {
    let mut luck = Light::new(seed);
    let mut chooser = luck.fork();
    let mut tape = Tape::listening(&mut luck);
    let mut state = G::new(rules, &mut tape);
    let events = tape.events();
    let mut view = state.view(rules, Viewer::Spectator);
    let mut text = format!("{}\n", G::table(rules, &view, 100));
    for line in G::opening(rules, &view, &events) {
        let _ = writeln!(text, "- {line}");
    }
    let mut legal = Vec::new();
    for number in 1..=most {
        let Turn::Decide(seats) = state.turn(rules) else {
            break;
        };
        let seat = seats.iter().nth(chooser.below(seats.len() as u32) as usize).expect("somebody decides");
        legal.clear();
        state.legal(rules, seat, &mut legal);
        legal.retain(|action| !G::concedes(*action));
        let notations: Vec<_> = legal.iter().map(|action| G::write(rules, *action)).collect();
        let action = legal[chooser.below(legal.len() as u32) as usize];
        let _ = writeln!(text, "\n{number}. {}", G::asked(rules, &view));
        let _ = writeln!(text, "   {seat} may: {}", notations.join(" | "));
        let mut tape = Tape::listening(&mut luck);
        state.play_unchecked(rules, seat, action, &mut tape);
        let events = tape.events();
        let (drawn, learned) = tape.finish();
        let _ = write!(text, "   {seat}: {}", G::write(rules, action));
        if !drawn.is_empty() {
            let _ = write!(text, "   drawn {drawn:?}");
        }
        if !learned.is_empty() {
            let _ = write!(text, "   told {learned}");
        }
        text.push('\n');
        let after = state.view(rules, Viewer::Spectator);
        for line in G::news(rules, &view, &after, &events) {
            let _ = writeln!(text, "   - {line}");
        }
        view = after;
    }
    let _ = writeln!(text, "\n{}", G::table(rules, &view, 100));
    if let Some(outcome) = state.outcome(rules) {
        let _ = writeln!(text, "Over: {}. Winners: {}.", outcome.reason, outcome.winners);
        for (seat, parts) in Seat::all(rules.players()).zip(state.tally(rules)) {
            let parts: Vec<_> = parts.iter().map(ToString::to_string).collect();
            let _ = writeln!(text, "{seat}: {} points: {}.", outcome.scores[seat], parts.join(", "));
        }
    }
    text
}
