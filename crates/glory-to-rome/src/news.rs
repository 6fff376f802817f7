//! What happened, in words for one viewer.

use table::{Part, Seat, SeatSet, Text, Viewer, say, whose};

use crate::cards::Card;
use crate::effect;
use crate::event::Event;
use crate::rules::Rules;

/// Who does something, as the viewer is told: "You draw", "B draws".
macro_rules! does {
    ($teller:ident, $seat:ident, $you:tt, $others:tt) => {
        if $teller.viewer.is($seat) { say!($you) } else { say!($others, $seat) }
    };
}
pub(crate) use does;

/// The events as lines for the viewer, in the order in which they happened.
pub(crate) fn news(rules: &Rules, viewer: Viewer, events: &[Event]) -> Vec<Text> {
    let teller = Teller { rules, viewer };
    let mut lines = Vec::new();
    let mut firsts = Vec::new();
    for event in events {
        // The cards turned up for the first lead are one line.
        if let Event::FirstCard { .. } = event {
            firsts.push(event.line(&teller));
            continue;
        }
        if !firsts.is_empty() {
            lines.push(say!("Turned up to see who leads first: {}.", Text::joined(firsts.drain(..), ", ")));
        }
        lines.push(event.line(&teller));
        if let Event::Ended { winners, tally, .. } = event {
            teller.result(*winners, tally, &mut lines);
        }
    }
    lines
}

/// Who is told what happened, at which table.
pub(crate) struct Teller<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) viewer: Viewer,
}

impl Teller<'_> {
    /// Whose it is: "your", "B's".
    pub(crate) fn whose(&self, seat: Seat) -> Text {
        if self.viewer.is(seat) { say!("your") } else { Text::of(whose(seat)) }
    }

    /// To whom: "you", "B".
    pub(crate) fn whom(&self, seat: Seat) -> Text {
        if self.viewer.is(seat) { say!("you") } else { Text::of(seat) }
    }

    /// What a building does, as a sentence after another; nothing in the training game, which has no functions (GTR-5).
    pub(crate) fn function(&self, seat: Seat, card: Card) -> Text {
        if self.rules.training {
            Text::new()
        } else if self.viewer.is(seat) {
            say!(" {}", effect::text(card))
        } else {
            // The text speaks to its owner.
            say!(" Its text: “{}”", effect::text(card))
        }
    }

    /// The final scores with what they are made of, and who won.
    fn result(&self, winners: SeatSet, tally: &[Vec<Part>], lines: &mut Vec<Text>) {
        for (seat, parts) in Seat::all(tally.len()).zip(tally) {
            let points: i32 = parts.iter().map(|part| part.points).sum();
            let parts = Text::joined(parts.iter().map(|Part { what, points }| say!("{points} {what}")), ", ");
            lines.push(say!("{} {points}: {parts}.", does!(self, seat, "You score", "{} scores")));
        }
        let alone = winners.len() == 1;
        for seat in winners.iter() {
            lines.push(if alone {
                does!(self, seat, "You win.", "{} wins.")
            } else {
                does!(self, seat, "You share the win.", "{} shares the win.")
            });
        }
    }
}
