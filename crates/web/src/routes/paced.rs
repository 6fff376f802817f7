//! How a form says how much time everybody has.

use room::{Late, Night, Pace};
use table::say;

use crate::trouble::Trouble;

const DAY: i64 = 24 * 60;

/// How much time everybody has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paced {
    /// Whether nobody is expected to answer at once.
    pub slow: bool,
    /// How much each has.
    pub pace: Pace,
    /// What becomes of those who need more.
    pub late: Late,
}

impl Paced {
    /// As a posted form says it; a form that says nothing means as much time as everybody likes.
    pub fn read(fields: &[(String, String)]) -> Result<Self, Trouble> {
        let value = |name: &str| {
            let found = fields.iter().find(|(field, _)| field == name);
            found.map_or("", |(_, value)| value.trim())
        };
        let bad = |text: table::Text| Trouble::Bad(text.to_string());
        let number = |name: &'static str, unit: u32| {
            let given = value(name);
            let seconds = given.parse::<u32>().ok().and_then(|number| number.checked_mul(unit));
            seconds.ok_or_else(|| bad(say!("'{}' is no time: expected a whole number", given.to_owned())))
        };
        let (slow, pace) = match value("pace") {
            "" | "free" => (false, Pace::Free),
            "slow-free" => (true, Pace::Free),
            "live" => {
                let (bank, increment) = (number("live-bank", 60)?, number("live-increment", 1)?);
                (false, Pace::Live { bank, increment })
            }
            "slow" => {
                let (each, bank) = (number("slow-each", 3600)?, number("slow-bank", 3600)?);
                let night = if value("night") == "on" {
                    let zone = value("zone").parse().unwrap_or(0);
                    Some(night(value("night-from"), value("night-to"), zone).ok_or_else(|| {
                        bad(say!("That is no night: expected two different times like 22:00 and 07:00"))
                    })?)
                } else {
                    None
                };
                (true, Pace::Slow { each, bank, night })
            }
            other => {
                return Err(bad(say!(
                    "'{}' is no pace: expected free, live, slow-free or slow",
                    other.to_owned()
                )));
            }
        };
        let pace = pace.checked().ok_or_else(|| {
            bad(say!("Everybody needs some time, and nobody more than a month: please choose other numbers."))
        })?;
        let late = if value("late") == "resign" { Late::Resign } else { Late::Bot };
        Ok(Self { slow, pace, late })
    }
}

/// A night by the clock of somebody whose own is so many minutes ahead of universal time.
fn night(from: &str, to: &str, zone: i64) -> Option<Night> {
    let minute = |text: &str| {
        let (hours, minutes) = text.split_once(':')?;
        let (hours, minutes) = (hours.parse::<i64>().ok()?, minutes.parse::<i64>().ok()?);
        let fits = (0..24).contains(&hours) && (0..60).contains(&minutes) && zone.abs() <= DAY;
        fits.then(|| (hours * 60 + minutes - zone).rem_euclid(DAY) as u16)
    };
    Night::new(minute(from)?, minute(to)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(fields: &[(&str, &str)]) -> Result<Paced, Trouble> {
        let fields: Vec<_> =
            fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Paced::read(&fields)
    }

    #[test]
    fn a_form_says_how_much_time_everybody_has() {
        assert_eq!(read(&[]), Ok(Paced { slow: false, pace: Pace::Free, late: Late::Bot }));
        let live = [("pace", "live"), ("live-bank", "10"), ("live-increment", "5"), ("late", "resign")];
        assert_eq!(
            read(&live),
            Ok(Paced { slow: false, pace: Pace::Live { bank: 600, increment: 5 }, late: Late::Resign })
        );
        let slow = [
            ("pace", "slow"),
            ("slow-each", "24"),
            ("slow-bank", "0"),
            ("night", "on"),
            ("night-from", "22:00"),
            ("night-to", "07:30"),
            ("zone", "120"),
        ];
        let night = Night::new(20 * 60, 5 * 60 + 30);
        assert_eq!(read(&slow).unwrap().pace, Pace::Slow { each: 86_400, bank: 0, night });
        assert!(read(&slow).unwrap().slow);
    }

    #[test]
    fn what_is_no_time_is_told_in_a_sentence() {
        for (fields, told) in [
            (vec![("pace", "quick")], "'quick' is no pace: expected free, live, slow-free or slow"),
            (vec![("pace", "live"), ("live-bank", "x")], "'x' is no time: expected a whole number"),
            (
                vec![("pace", "live"), ("live-bank", "0"), ("live-increment", "9")],
                "Everybody needs some time",
            ),
            (vec![("pace", "live"), ("live-bank", "4294967295"), ("live-increment", "9")], "is no time"),
            (
                vec![
                    ("pace", "slow"),
                    ("slow-each", "1"),
                    ("slow-bank", "1"),
                    ("night", "on"),
                    ("night-from", "25:00"),
                    ("night-to", "7:00"),
                ],
                "That is no night",
            ),
            (
                vec![
                    ("pace", "slow"),
                    ("slow-each", "1"),
                    ("slow-bank", "1"),
                    ("night", "on"),
                    ("night-from", "7:00"),
                    ("night-to", "7:00"),
                    ("zone", "99999999999"),
                ],
                "That is no night",
            ),
        ] {
            let trouble = read(&fields).unwrap_err().to_string();
            assert!(trouble.contains(told), "{fields:?}: {trouble}");
        }
    }
}
