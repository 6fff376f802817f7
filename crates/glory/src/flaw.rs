//! What is wrong with a card or map file, and where.

use std::fmt;

use serde::Deserialize;
use serde::de::DeserializeOwned;

/// One thing wrong with a file of the kingdom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw {
    /// The file.
    pub file: String,
    /// The line, from 1; 0 where the whole file is meant.
    pub line: usize,
    /// The card or space; empty where none is meant.
    pub entry: String,
    /// What is wrong, and what was expected.
    pub message: String,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if self.line > 0 {
            write!(f, ", line {}", self.line)?;
        }
        if !self.entry.is_empty() {
            write!(f, ", {}", self.entry)?;
        }
        write!(f, ": {}", self.message)
    }
}

/// Everything found wrong so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Flaws(Vec<Flaw>);

impl Flaws {
    /// Notes a flaw.
    pub fn add(&mut self, source: &Source<'_>, line: usize, entry: &str, message: String) {
        self.0.push(Flaw { file: source.file.to_owned(), line, entry: entry.to_owned(), message });
    }

    /// Notes a flaw of a file that can't even be read.
    pub fn missing(&mut self, file: &str, message: String) {
        self.0.push(Flaw { file: file.to_owned(), line: 0, entry: String::new(), message });
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The flaws, in the order found.
    pub fn into_vec(self) -> Vec<Flaw> {
        self.0
    }
}

/// A file's name and text, or a part of it.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Its name.
    pub file: &'a str,
    /// Its text.
    pub text: &'a str,
    /// How many lines of the file lie above it.
    pub above: usize,
}

/// A file of cards, or the part of one that holds a card.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File<T> {
    #[serde(default = "Vec::new")]
    card: Vec<T>,
}

/// What can be read of a card whatever else is wrong with it.
#[derive(Deserialize)]
struct Named {
    name: String,
}

/// A card of a file with the part of the file it stands in; only its name where it can't be read.
pub enum Read<'a, T> {
    /// The card.
    Card(T, Source<'a>),
    /// A card with a flaw, which is noted.
    Flawed(Option<String>),
}

impl<'a> Source<'a> {
    /// A whole file.
    pub const fn new(file: &'a str, text: &'a str) -> Self {
        Self { file, text, above: 0 }
    }

    /// The line of a byte, from 1.
    pub fn line(&self, byte: usize) -> usize {
        let ends = self.text.match_indices('\n');
        self.above + ends.take_while(|(end, _)| *end < byte).count() + 1
    }

    /// Reads the TOML; an error becomes a flaw with its line.
    pub fn parse<T: DeserializeOwned>(&self, flaws: &mut Flaws) -> Option<T> {
        match toml::from_str(self.text) {
            Ok(read) => Some(read),
            Err(error) => {
                let line = error.span().map_or(self.above, |span| self.line(span.start));
                flaws.add(self, line, "", one_line(error.message()));
                None
            }
        }
    }

    /// Reads a file of cards, each by itself, so that a flaw in one hides none in another.
    pub fn cards<T: DeserializeOwned>(&self, flaws: &mut Flaws) -> Vec<Read<'a, T>> {
        let mut cards = Vec::new();
        for part in self.parts() {
            if let Some(file) = part.parse::<File<T>>(flaws) {
                cards.extend(file.card.into_iter().map(|card| Read::Card(card, part)));
            } else {
                let named = toml::from_str::<File<Named>>(part.text).ok();
                let name = named.and_then(|file| file.card.into_iter().next()).map(|card| card.name);
                cards.push(Read::Flawed(name));
            }
        }
        cards
    }

    /// The text above the first card, and each card's.
    fn parts(&self) -> Vec<Self> {
        let mut parts = Vec::new();
        let (mut start, mut above, mut lines, mut at) = (0, self.above, 0, 0);
        for line in self.text.split_inclusive('\n') {
            if line.trim_end() == "[[card]]" {
                parts.push(Self { text: &self.text[start..at], above, ..*self });
                (start, above) = (at, self.above + lines);
            }
            at += line.len();
            lines += 1;
        }
        parts.push(Self { text: &self.text[start..], above, ..*self });
        parts
    }
}

/// A message of the TOML reader as one line.
pub fn one_line(message: &str) -> String {
    message.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a name can be written in notation: letters, digits, spaces, hyphens and apostrophes.
pub fn is_name(name: &str) -> bool {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || " -'".contains(letter);
    !name.is_empty() && name.trim() == name && name.chars().all(fits)
}

/// What to say of a name that can't.
pub fn bad_name(name: &str) -> String {
    format!("'{name}' can't be a name: expected letters, digits, spaces, hyphens and apostrophes")
}
