//! Lots in words: the table, the prompt, what an action does and what changed.

use std::fmt::Write as _;

use super::{Action, Lots, Numbers, Rules, View};
use crate::game::{Rulebook, Tell};
use crate::seat::Seat;

/// The numbers as a list: `2 7, 9`, or `none`.
pub(super) fn list(numbers: &Numbers) -> String {
    let held: Vec<_> = (1..)
        .zip(numbers)
        .filter(|(_, count)| **count > 0)
        .map(|(number, count)| if *count == 1 { format!("{number}") } else { format!("{count} {number}") })
        .collect();
    if held.is_empty() { "none".to_owned() } else { held.join(", ") }
}

fn lots(count: u8) -> String {
    if count == 1 { "1 lot".to_owned() } else { format!("{count} lots") }
}

impl Tell for Lots {
    type Event = ();

    fn table(rules: &Rules, view: &View, width: usize) -> String {
        let mut text = format!("The urn holds {}.\n", lots(view.public.urn));
        for seat in Seat::all(rules.players()) {
            let own = view.viewer.is(seat);
            let hand = if own { list(&view.hand) } else { lots(view.public.held[seat]) };
            let buried = if own { list(&view.grave) } else { lots(view.public.buried[seat]) };
            let played = list(&view.public.played[seat]);
            let _ = writeln!(text, "{seat}  hand: {hand} · played: {played} · buried: {buried}");
        }
        // Every line is short by its nature; a narrower terminal wraps it.
        let _ = width;
        text
    }

    fn prompt(_: &Rules, view: &View) -> String {
        if view.public.urn == 0 {
            return "The game is over".to_owned();
        }
        format!("{} draws, plays or buries", Seat::new(view.public.turn as usize))
    }

    fn explain(_: &Rules, _: &View, action: Action) -> String {
        match action {
            Action::Draw => "Take a lot from the urn".to_owned(),
            Action::Play(number) => format!("Show it, for {number} points"),
            Action::Bury(number) => {
                format!("Lay it face down, for {} points at the end", 2 * u32::from(number))
            }
        }
    }

    fn news(rules: &Rules, before: &View, after: &View, _: &[Self::Event]) -> Vec<String> {
        let mut news = Vec::new();
        for (at, (old, new)) in before.hand.iter().zip(&after.hand).enumerate() {
            if new > old {
                news.push(format!("You drew {}", at + 1));
            }
        }
        for seat in Seat::all(rules.players()).filter(|seat| !after.viewer.is(*seat)) {
            if after.public.held[seat] > before.public.held[seat] {
                news.push(format!("{seat} drew a lot"));
            }
        }
        if after.public.urn == 0 && before.public.urn > 0 {
            news.push("The urn is empty".to_owned());
        }
        news
    }

    fn cards(_: &Rules) -> Vec<(String, String)> {
        let card = |number: u32| {
            let (open, buried) = (number, 2 * number);
            (format!("Lot {number}"), format!("Played it counts {open}, buried it counts {buried}."))
        };
        (1..=9).map(card).collect()
    }
}
