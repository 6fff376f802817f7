//! Lists as people write them: "2 Brick, Wood".

use std::collections::BTreeMap;
use std::fmt;

/// A bag of named things as written in scenario files: `2 Brick, Wood`, or `none`.
///
/// Order and case do not matter when two are compared.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Items(BTreeMap<String, u32>);

impl Items {
    /// Reads a comma-separated list; each item may start with a count.
    pub fn read(text: &str) -> Self {
        let mut items = Self::default();
        for (count, name) in Self::parts(text) {
            let total = items.0.entry(name.to_lowercase()).or_default();
            *total = total.saturating_add(count);
        }
        items
    }

    /// How many things there are in all.
    pub fn total(&self) -> u32 {
        self.0.values().sum()
    }

    /// How many there are, if all of them have this name.
    pub fn only(&self, name: &str) -> Option<u32> {
        let count = *self.0.get(name)?;
        (self.0.len() == 1).then_some(count)
    }

    /// The counts and names in the order written, commas inside brackets kept together.
    pub fn parts(text: &str) -> Vec<(u32, &str)> {
        let mut parts = Vec::new();
        let mut depth = 0_i32;
        let mut start = 0;
        for (at, letter) in text.char_indices() {
            match letter {
                '(' | '[' => depth += 1,
                ')' | ']' => depth -= 1,
                ',' if depth == 0 => {
                    parts.push(&text[start..at]);
                    start = at + 1;
                }
                _ => {}
            }
        }
        parts.push(&text[start..]);
        parts
            .into_iter()
            .map(str::trim)
            .filter(|part| !part.is_empty() && *part != "none")
            .map(|part| match part.split_once(' ') {
                Some((count, name)) => match count.parse() {
                    Ok(count) => (count, name.trim()),
                    Err(_) => (1, part),
                },
                None => (1, part),
            })
            .collect()
    }
}

impl fmt::Display for Items {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("none");
        }
        for (at, (name, count)) in self.0.iter().enumerate() {
            if at > 0 {
                f.write_str(", ")?;
            }
            if *count == 1 { write!(f, "{name}")? } else { write!(f, "{count} {name}")? }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_case_do_not_matter() {
        assert_eq!(Items::read("2 Brick, wood"), Items::read("Wood, brick, Brick"));
        assert_ne!(Items::read("Brick"), Items::read("2 Brick"));
        assert_eq!(Items::read("none"), Items::read(""));
        assert_eq!(Items::read("Wood, 2 Brick").to_string(), "2 brick, wood");
    }

    #[test]
    fn brackets_hold_together() {
        assert_eq!(Items::parts("Gate [Brick, Brick], Wall"), [(1, "Gate [Brick, Brick]"), (1, "Wall")]);
    }
}
