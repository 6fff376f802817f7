//! Text on the way out: width, numbers, JSON.

use std::io::Write;

use serde::Serialize;
use table::Seat;

pub use table::wrap;

use crate::failure::Failure;

/// The width to write for: the terminal's, within reason, or 100 columns where there is none.
pub fn width() -> usize {
    match console::Term::stdout().size_checked() {
        Some((_, columns)) => usize::from(columns).clamp(40, 120),
        None => 100,
    }
}

/// Writes a value as JSON, with a newline after it.
pub fn json(out: &mut dyn Write, value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value)
        .map_err(|error| Failure::Usage(format!("this can't be written as JSON: {error}")))?;
    writeln!(out, "{text}")?;
    Ok(())
}

/// A whole number with its thousands set apart: `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count and its noun: `1 game`, `2 games`.
pub fn count(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// So many seats and their verb: `1 seat is`, `2 seats are`.
pub fn seats_are(number: usize) -> String {
    let verb = if number == 1 { "is" } else { "are" };
    format!("{} {verb}", count(number as u64, "seat"))
}

/// The seats of a game of so many, for whoever named another: `A to D`, or `A` alone.
pub fn seats_to(players: usize) -> String {
    match players {
        0 | 1 => Seat::new(0).to_string(),
        several => format!("{} to {}", Seat::new(0), Seat::new(several - 1)),
    }
}

/// A line as a sentence: with a full stop, unless it has a mark at its end.
pub fn stopped(line: &(impl ToString + ?Sized)) -> String {
    let line = line.to_string();
    let ends = line.ends_with(['.', '!', '?', ':', '…', '”']);
    if ends || line.is_empty() { line } else { line + "." }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!([grouped(7), grouped(1_000), grouped(1_234_567)], ["7", "1,000", "1,234,567"]);
        assert_eq!([count(1, "game"), count(0, "game")], ["1 game", "0 games"]);
    }

    #[test]
    fn seats_are_counted_and_lines_end() {
        assert_eq!([seats_are(1), seats_are(3)], ["1 seat is", "3 seats are"]);
        assert_eq!([seats_to(1), seats_to(3)], ["A", "A to C"]);
        assert_eq!([stopped("B passes"), stopped("Who?"), stopped("“Go.”")], ["B passes.", "Who?", "“Go.”"]);
    }
}
