//! What a table can be set to.

use std::collections::BTreeMap;
use std::fmt;

use thiserror::Error;

use crate::chance::Chance;
use crate::game::Rulebook;

/// What values an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A whole number in this range.
    Number(i32, i32),
    /// Any number of these words, joined by `+`, or `none` or `all`.
    Several(&'static [&'static str]),
    /// Free text, for example a folder; the second part says what is expected.
    Text(&'static str),
}

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Choice(words) => f.write_str(&words.join(" | ")),
            Self::Number(low, high) => write!(f, "{low} to {high}"),
            Self::Several(words) => write!(f, "none | all | {}", words.join(" + ")),
            Self::Text(what) => f.write_str(what),
        }
    }
}

/// One thing a table can be set to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Its name, as in `--set name=value`.
    pub name: &'static str,
    /// What it takes.
    pub kind: OptionKind,
    /// Its value when nothing is said.
    pub default: &'static str,
    /// What it does, in one sentence.
    pub meaning: &'static str,
}

impl OptionSpec {
    /// Any value it takes, each as likely; nothing for free text.
    pub fn any(&self, chance: &mut impl Chance) -> Option<String> {
        match self.kind {
            OptionKind::Choice(words) => Some(words[chance.below(words.len() as u32) as usize].to_owned()),
            OptionKind::Number(low, high) => {
                Some((low + chance.below((high - low) as u32 + 1) as i32).to_string())
            }
            OptionKind::Several(words) => {
                let chosen: Vec<_> = words.iter().copied().filter(|_| chance.below(2) == 0).collect();
                Some(if chosen.is_empty() { "none".to_owned() } else { chosen.join("+") })
            }
            OptionKind::Text(_) => None,
        }
    }
}

/// Why options do not fit a game; each a sentence that names the option and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// What should be a name and a value is not.
    #[error("'{0}' is not an option: expected name=value")]
    NoPair(String),
    /// The game has no such option.
    #[error("{game} has no option '{name}': expected one of {known}")]
    Unknown {
        /// The game's name.
        game: String,
        /// The option's name as given.
        name: String,
        /// The names it could be.
        known: String,
    },
    /// The option does not take this value.
    #[error("option '{name}' can't be '{value}': expected {expected}")]
    Unfit {
        /// The option's name.
        name: String,
        /// Its value as given.
        value: String,
        /// What it takes.
        expected: String,
    },
    /// Each fits for itself, but there is no such table: a card set with flaws, or options that exclude each other.
    #[error("{0}")]
    Unplayable(String),
}

impl From<String> for OptionError {
    fn from(why: String) -> Self {
        Self::Unplayable(why)
    }
}

impl From<OptionError> for String {
    fn from(error: OptionError) -> Self {
        error.to_string()
    }
}

/// The fewest and the most players of a game: what its option `players` takes, or as many as it always has.
pub fn player_range<R: Rulebook>() -> (usize, usize) {
    let spec = R::specs().iter().find(|spec| spec.name == "players");
    match spec.map(|spec| spec.kind) {
        Some(OptionKind::Number(low, high)) => (low as usize, high as usize),
        Some(OptionKind::Choice(_) | OptionKind::Several(_) | OptionKind::Text(_)) | None => {
            let usual = R::from_options(&Options::new()).map_or(1, |rules| rules.players());
            (usual, usual)
        }
    }
}

/// The options of a table: names and values, checked against the game's specs when rules are made from them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options(BTreeMap<String, String>);

impl Options {
    /// No option set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets an option, replacing an earlier value.
    pub fn set(&mut self, name: &str, value: &str) {
        self.0.insert(name.to_owned(), value.to_owned());
    }

    /// Sets an option, for chaining.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.set(name, value);
        self
    }

    /// Reads `name=value` and sets it.
    pub fn set_pair(&mut self, pair: &str) -> Result<(), OptionError> {
        let Some((name, value)) = pair.split_once('=') else {
            return Err(OptionError::NoPair(pair.to_owned()));
        };
        self.set(name.trim(), value.trim());
        Ok(())
    }

    /// The value set for a name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// All names and values, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Checks every name and value against the specs; the error names what was wrong and what was expected.
    pub fn check(&self, game: &str, specs: &[OptionSpec]) -> Result<(), OptionError> {
        for (name, value) in self.iter() {
            let Some(spec) = specs.iter().find(|spec| spec.name == name) else {
                let known: Vec<_> = specs.iter().map(|spec| spec.name).collect();
                let (game, name, known) = (game.to_owned(), name.to_owned(), known.join(", "));
                return Err(OptionError::Unknown { game, name, known });
            };
            let fits = match spec.kind {
                OptionKind::Choice(words) => words.contains(&value),
                OptionKind::Number(low, high) => {
                    value.parse::<i32>().is_ok_and(|number| (low..=high).contains(&number))
                }
                OptionKind::Several(words) => {
                    value == "none" || value == "all" || value.split('+').all(|part| words.contains(&part))
                }
                OptionKind::Text(_) => !value.contains('\n'),
            };
            if !fits {
                let (name, value, expected) = (name.to_owned(), value.to_owned(), spec.kind.to_string());
                return Err(OptionError::Unfit { name, value, expected });
            }
        }
        Ok(())
    }

    /// The value of an option, or its default. The name must be in the specs.
    pub fn value<'a>(&'a self, specs: &'a [OptionSpec], name: &str) -> &'a str {
        self.get(name).unwrap_or_else(|| {
            specs
                .iter()
                .find(|spec| spec.name == name)
                .map(|spec| spec.default)
                .expect("a game asks only for options in its own specs")
        })
    }

    /// The value of a number option, or its default. Call [`Options::check`] first.
    pub fn number(&self, specs: &[OptionSpec], name: &str) -> i32 {
        self.value(specs, name).parse().expect("a checked number option is a number")
    }

    /// Whether an `on | off` option is on.
    pub fn is_on(&self, specs: &[OptionSpec], name: &str) -> bool {
        self.value(specs, name) == "on"
    }

    /// The words of a `Several` option, in the order of its spec.
    pub fn several(&self, specs: &[OptionSpec], name: &str) -> Vec<&'static str> {
        let value = self.value(specs, name);
        let Some(OptionKind::Several(words)) =
            specs.iter().find(|spec| spec.name == name).map(|spec| spec.kind)
        else {
            return Vec::new();
        };
        let wanted: Vec<_> = value.split('+').collect();
        words.iter().copied().filter(|word| value == "all" || wanted.contains(word)).collect()
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (name, value)) in self.iter().enumerate() {
            if at > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{name}={value}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPECS: &[OptionSpec] = &[
        OptionSpec { name: "players", kind: OptionKind::Number(2, 5), default: "3", meaning: "" },
        OptionSpec { name: "tide", kind: OptionKind::Choice(&["on", "off"]), default: "on", meaning: "" },
        OptionSpec {
            name: "extras",
            kind: OptionKind::Several(&["a", "b", "c"]),
            default: "none",
            meaning: "",
        },
    ];

    #[test]
    fn errors_name_what_was_wrong_and_what_was_expected() {
        let six = Options::new().with("players", "6");
        assert_eq!(
            six.check("lots", SPECS).unwrap_err().to_string(),
            "option 'players' can't be '6': expected 2 to 5"
        );
        let unknown = Options::new().with("wind", "on");
        assert_eq!(
            unknown.check("lots", SPECS).unwrap_err().to_string(),
            "lots has no option 'wind': expected one of players, tide, extras"
        );
        assert!(Options::new().set_pair("players").is_err());
    }

    #[test]
    fn values_fall_back_to_defaults() {
        let options = Options::new().with("extras", "c+a");
        assert!(options.check("lots", SPECS).is_ok());
        assert_eq!(options.number(SPECS, "players"), 3);
        assert!(options.is_on(SPECS, "tide"));
        assert_eq!(options.several(SPECS, "extras"), ["a", "c"]);
        assert_eq!(Options::new().with("extras", "all").several(SPECS, "extras"), ["a", "b", "c"]);
    }
}
