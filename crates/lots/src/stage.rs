//! Positions of Lots for scenario files.

use super::words::list;
use super::{Lots, Numbers, Public, Rules, View};
use table::scenario::{Fault, SetupLine};
use table::{BySeat, Hidden, Items, Rulebook, Seat, Staged};

fn number(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(number @ 1..=9) => Ok(number - 1),
        _ => Err(format!("'{text}' is no lot: expected a number from 1 to 9")),
    }
}

fn numbers(text: &str) -> Result<Numbers, String> {
    let mut numbers = Numbers::default();
    for (count, name) in Items::parts(text) {
        let held = &mut numbers[number(name)?];
        match u8::try_from(count) {
            Ok(count @ 0..=2) if *held + count <= 2 => *held += count,
            _ => return Err(format!("'{text}' has too many lots of {name}: expected at most 2")),
        }
    }
    Ok(numbers)
}

fn total(numbers: &Numbers) -> u8 {
    numbers.iter().sum()
}

/// A seat and the name of one of its zones, from `A hand`.
fn zone<'a>(rules: &Rules, key: &'a str) -> Option<(Seat, &'a str)> {
    let (seat, zone) = key.split_once(' ')?;
    let seat = Seat::from_letter(seat).filter(|seat| seat.index() < rules.players())?;
    Some((seat, zone))
}

impl Staged for Lots {
    fn stage(rules: &Rules, lines: &[SetupLine]) -> Result<Self, Fault> {
        let mut state = Self {
            public: Public::default(),
            urn: Hidden::default(),
            hands: BySeat::default(),
            graves: BySeat::default(),
        };
        for SetupLine { line, key, value } in lines {
            let fault = |message: String| Fault::new(*line, message);
            if key == "turn" {
                let seat = Seat::from_letter(value).filter(|seat| seat.index() < rules.players());
                let seat = seat.ok_or_else(|| fault(format!("'{value}' is no seat: expected A, B, …")))?;
                state.public.turn = seat.index() as u8;
                continue;
            }
            let known = "expected turn, 'A hand', 'A played' or 'A buried'";
            let Some((seat, zone)) = zone(rules, key) else {
                return Err(fault(format!("'{key}' can't be set up: {known}")));
            };
            let given = numbers(value).map_err(fault)?;
            match zone {
                "hand" => state.hands[seat] = Hidden::new(given),
                "played" => state.public.played[seat] = given,
                "buried" => state.graves[seat] = Hidden::new(given),
                _ => return Err(fault(format!("'{key}' can't be set up: {known}"))),
            }
        }
        let mut urn: Numbers = [2; 9];
        for seat in Seat::all(rules.players()) {
            state.public.held[seat] = total(state.hands[seat].get());
            state.public.buried[seat] = total(state.graves[seat].get());
            for (at, left) in urn.iter_mut().enumerate() {
                for zone in [state.hands[seat].get(), state.graves[seat].get(), &state.public.played[seat]] {
                    *left = left.saturating_sub(zone[at]);
                }
            }
        }
        state.public.urn = total(&urn);
        state.urn = Hidden::new(urn);
        Ok(state)
    }

    fn fact(&self, rules: &Rules, name: &str) -> Option<String> {
        if name == "urn" {
            return Some(self.public.urn.to_string());
        }
        let (seat, zone) = zone(rules, name)?;
        match zone {
            "hand" => Some(list(self.hands[seat].get())),
            "played" => Some(list(&self.public.played[seat])),
            "buried" => Some(list(self.graves[seat].get())),
            _ => None,
        }
    }

    fn seen(rules: &Rules, view: &View, name: &str) -> Option<String> {
        if name == "urn" {
            return Some(view.public.urn.to_string());
        }
        let (seat, zone) = zone(rules, name)?;
        let own = view.viewer.is(seat);
        match zone {
            "hand" if own => Some(list(&view.hand)),
            "hand" => Some(format!("{} lots", view.public.held[seat])),
            "played" => Some(list(&view.public.played[seat])),
            "buried" if own => Some(list(&view.grave)),
            "buried" => Some(format!("{} lots", view.public.buried[seat])),
            _ => None,
        }
    }

    fn wish(_: &Rules, text: &str) -> Result<u32, table::Unread> {
        Ok(number(text)? as u32)
    }
}
