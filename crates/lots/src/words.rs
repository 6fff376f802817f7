//! Lots in words: the table, the prompt, what an action does and what changed.

use std::fmt::Write as _;

use super::{Action, Event, Lots, Numbers, Rules, View};
use table::{Part, Rulebook, Seat, Tell, Text, many, say};

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
    many(count, "lot").to_string()
}

impl Tell for Lots {
    type Event = Event;

    fn table(rules: &Rules, view: &View, width: usize) -> String {
        let mut text = say!("The urn holds {}.\n", lots(view.public.urn)).to_string();
        for seat in Seat::all(rules.players()) {
            let own = view.viewer.is(seat);
            let hand = if own { list(&view.hand) } else { lots(view.public.held[seat]) };
            let buried = if own { list(&view.grave) } else { lots(view.public.buried[seat]) };
            let played = list(&view.public.played[seat]);
            let _ = writeln!(text, "{}", say!("{seat}  hand: {hand} · played: {played} · buried: {buried}"));
        }
        // Every line is short by its nature; a narrower terminal wraps it.
        let _ = width;
        text
    }

    fn prompt(_: &Rules, view: &View) -> Vec<Text> {
        if view.public.urn == 0 {
            return vec![say!("The game is over")];
        }
        vec![say!("{} draws, plays or buries", Seat::new(view.public.turn as usize))]
    }

    fn explain(_: &Rules, _: &View, action: Action) -> Text {
        match action {
            Action::Draw => say!("Take a lot from the urn"),
            Action::Pass => say!("Leave the lot in the urn"),
            Action::Play(number) => say!("Show it, for {number} points"),
            Action::Bury(number) => say!("Lay it face down, for {} points at the end", 2 * u32::from(number)),
        }
    }

    fn news(rules: &Rules, before: &View, after: &View, events: &[Event]) -> Vec<Text> {
        let _ = before;
        let line = |event: &Event| match *event {
            Event::Drew(seat, number) if after.viewer.is(seat) => say!("You drew {number}"),
            Event::Drew(seat, _) if rules.fault != "news-leak" => say!("{seat} drew a lot"),
            // The planted fault tells everybody a little of what was buried.
            Event::Drew(seat, number) => {
                say!("{seat} drew a lot {}", if number > 4 { "gladly" } else { "sadly" })
            }
            Event::Empty => say!("The urn is empty"),
        };
        events.iter().map(line).collect()
    }

    fn tally(&self, rules: &Rules) -> Vec<Vec<Part>> {
        let worth =
            |numbers: &Numbers| (1..).zip(numbers).map(|(number, count)| number * i32::from(*count)).sum();
        let parts = |seat: Seat| {
            let (open, buried): (i32, i32) =
                (worth(&self.public.played[seat]), worth(self.graves[seat].get()));
            let twice = if rules.fault == "wrong-tally" { buried } else { 2 * buried };
            let part = |points, what: &'static str| Part { what: what.into(), points };
            vec![part(open, "played"), part(twice, "buried")]
        };
        Seat::all(rules.players()).map(parts).collect()
    }

    fn places(&self, rules: &Rules) -> Vec<(Seat, Text)> {
        // The planted fault tells of two places, whoever they are.
        let told = if rules.fault == "wrong-places" { 2 } else { 0 };
        Seat::all(rules.players()).take(told).map(|_| (Seat::new(0), "a place".into())).collect()
    }

    fn cards(_: &Rules) -> Vec<(String, Text)> {
        let card = |number: u32| {
            let (open, buried) = (number, 2 * number);
            (format!("Lot {number}"), say!("Played it counts {open}, buried it counts {buried}."))
        };
        (1..=9).map(card).collect()
    }
}
