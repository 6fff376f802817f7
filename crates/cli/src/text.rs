//! Text on the way out: width, numbers, JSON.

use std::io::Write;

use serde::Serialize;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!([grouped(7), grouped(1_000), grouped(1_234_567)], ["7", "1,000", "1,234,567"]);
        assert_eq!([count(1, "game"), count(0, "game")], ["1 game", "0 games"]);
    }
}
