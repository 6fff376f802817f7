//! Hours in which somebody wants to hear nothing, by the clock where they live.

use jiff::civil::{DateTime, Time};
use jiff::tz::{Disambiguation, TimeZone};
use jiff::{Timestamp, ToSpan as _};
use serde::{Deserialize, Serialize};

/// The quiet hours of a guest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Quiet {
    /// When they begin, in minutes after midnight.
    pub from: u16,
    /// When they are over; before `from` if that is on the next day.
    pub to: u16,
    /// The time zone, by its name in the database of time zones.
    pub zone: String,
}

/// A time of day as browsers send it, in minutes after midnight.
fn minutes(text: &str) -> Option<u16> {
    let (hours, minutes) = text.split_once(':')?;
    let (hours, minutes): (u16, u16) = (hours.parse().ok()?, minutes.get(..2)?.parse().ok()?);
    (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)
}

/// A time of day as browsers take it.
pub fn shown(minutes: u16) -> String {
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

fn time(minutes: u16) -> Time {
    Time::constant((minutes / 60 % 24) as i8, (minutes % 60) as i8, 0, 0)
}

impl Quiet {
    /// Quiet hours from one time of day to another, where this is the time zone; none if they are no times, or the same one, or there is
    /// no such zone.
    pub fn new(from: &str, to: &str, zone: &str) -> Option<Self> {
        let (from, to) = (minutes(from)?, minutes(to)?);
        let known = zone.len() <= 64 && TimeZone::get(zone).is_ok();
        (from != to && known).then(|| Self { from, to, zone: zone.to_owned() })
    }

    /// When it is no longer quiet, in milliseconds since 1970; nothing where it is not quiet at this time.
    pub fn until(&self, now: u64) -> Option<u64> {
        let zone = TimeZone::get(&self.zone).ok()?;
        let here: DateTime = zone.to_datetime(Timestamp::from_millisecond(now as i64).ok()?);
        let today = here.time();
        let (from, to) = (time(self.from), time(self.to));
        let (quiet, tomorrow) = if from < to {
            (from <= today && today < to, false)
        } else {
            (from <= today || today < to, from <= today)
        };
        if !quiet {
            return None;
        }
        let day = if tomorrow { here.date().checked_add(1.day()).ok()? } else { here.date() };
        // Where the clock is put forward over it, it is over right then.
        let end = zone.into_ambiguous_zoned(day.to_datetime(to)).disambiguate(Disambiguation::Later).ok()?;
        u64::try_from(end.timestamp().as_millisecond()).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Milliseconds since 1970 of a moment of universal time.
    fn at(text: &str) -> u64 {
        text.parse::<Timestamp>().unwrap().as_millisecond() as u64
    }

    #[test]
    fn nights_are_counted_where_somebody_lives() {
        let night = Quiet::new("22:30", "07:00", "Europe/Berlin").unwrap();
        // In winter Berlin is an hour ahead, in summer two.
        assert_eq!(night.until(at("2026-01-10T21:29:59Z")), None);
        assert_eq!(night.until(at("2026-01-10T21:30:00Z")), Some(at("2026-01-11T06:00:00Z")));
        assert_eq!(night.until(at("2026-01-11T05:59:59Z")), Some(at("2026-01-11T06:00:00Z")));
        assert_eq!(night.until(at("2026-01-11T06:00:00Z")), None);
        assert_eq!(night.until(at("2026-07-10T20:30:00Z")), Some(at("2026-07-11T05:00:00Z")));
        // The night in which the clock is put forward is an hour shorter.
        assert_eq!(night.until(at("2026-03-28T22:00:00Z")), Some(at("2026-03-29T05:00:00Z")));
        let siesta = Quiet::new("13:00", "15:00:00", "America/New_York").unwrap();
        assert_eq!(siesta.until(at("2026-01-10T18:00:00Z")), Some(at("2026-01-10T20:00:00Z")));
        assert_eq!(siesta.until(at("2026-01-10T20:00:00Z")), None);
        // Half past two is left out in this night.
        let short = Quiet::new("01:00", "02:30", "Europe/Berlin").unwrap();
        assert_eq!(short.until(at("2026-03-29T00:30:00Z")), Some(at("2026-03-29T01:30:00Z")));
    }

    #[test]
    fn what_are_no_hours_is_refused() {
        for (from, to, zone) in [
            ("22:00", "22:00", "UTC"),
            ("24:00", "07:00", "UTC"),
            ("22:60", "07:00", "UTC"),
            ("", "07:00", "UTC"),
            ("22", "07:00", "UTC"),
            ("22:00", "07:00", "Mars/Olympus"),
            ("22:00", "07:00", ""),
            ("-1:00", "07:00", "UTC"),
        ] {
            assert_eq!(Quiet::new(from, to, zone), None, "{from} {to} {zone}");
        }
        assert_eq!(shown(Quiet::new("07:05", "22:00", "UTC").unwrap().from), "07:05");
    }
}
