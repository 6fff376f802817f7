//! The files of a card set, read card by card, so that everything wrong with them is found at once.

use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::flaw::{Flaw, Flaws};

/// The texts of a set's files from a folder, in this order; one that may be left out is empty then.
pub fn texts_of(folder: &Path, files: &[&str], optional: &[&str]) -> Result<Vec<String>, Flaws> {
    let mut flaws = Flaws::default();
    let read = |file: &&str| match std::fs::read_to_string(folder.join(file)) {
        Ok(text) => text,
        Err(_) if optional.contains(file) => String::new(),
        Err(error) => {
            flaws.of_file(file, format!("can't be read from {}: {error}", folder.display()));
            String::new()
        }
    };
    let texts = files.iter().map(read).collect();
    flaws.unless(Some(texts))
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

/// An entry of a file with the part of the file it stands in; only its name where it can't be read.
pub enum Read<'a, T> {
    /// The entry.
    Whole(T, Source<'a>),
    /// An entry with a flaw, which is noted.
    Flawed(Option<String>),
}

impl Flaws {
    /// Notes a flaw of an entry in this file.
    pub fn add(&mut self, source: &Source<'_>, line: usize, entry: &str, message: impl Into<String>) {
        let (file, entry) = (source.file.to_owned(), entry.to_owned());
        self.push(Flaw { file, line, entry, field: String::new(), message: message.into() });
    }
}

/// What can be read of an entry whatever else is wrong with it.
#[derive(Deserialize)]
struct Named {
    name: String,
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
        let wrong = |error: toml::de::Error| {
            let line = error.span().map_or(self.above, |span| self.line(span.start));
            flaws.add(self, line, "", one_line(error.message()));
        };
        toml::from_str(self.text).map_err(wrong).ok()
    }

    /// Reads the entries of a file under this heading (`card` for `[[card]]`), each by itself, so that a flaw in one hides none in
    /// another. Nothing else may stand in the file.
    pub fn entries<T: DeserializeOwned>(&self, heading: &str, flaws: &mut Flaws) -> Vec<Read<'a, T>> {
        let (above, parts) = self.parts(heading);
        if let Some(rest) = above.parse::<toml::Table>(flaws)
            && let Some(field) = rest.keys().next()
        {
            let message = format!("'{field}' is unknown: expected [[{heading}]] alone");
            flaws.add(self, self.above + 1, "", message);
        }
        parts.into_iter().map(|part| part.entry(heading, flaws)).collect()
    }

    /// The one entry in this part of a file.
    pub fn entry<T: DeserializeOwned>(self, heading: &str, flaws: &mut Flaws) -> Read<'a, T> {
        type Files<T> = std::collections::BTreeMap<String, Vec<T>>;
        let first = |mut file: Files<T>| file.remove(heading).and_then(|entries| entries.into_iter().next());
        if let Some(entry) = self.parse::<Files<T>>(flaws).and_then(first) {
            return Read::Whole(entry, self);
        }
        let named = toml::from_str::<Files<Named>>(self.text).ok();
        let first = named.and_then(|mut file| file.remove(heading)?.into_iter().next());
        Read::Flawed(first.map(|entry| entry.name))
    }

    /// The text above the first entry under this heading, and each entry's.
    pub fn parts(&self, heading: &str) -> (Self, Vec<Self>) {
        let heading = format!("[[{heading}]]");
        let mut parts = vec![Self { text: "", ..*self }];
        let (mut start, mut at) = (0, 0);
        for (line, text) in self.text.split_inclusive('\n').enumerate() {
            if text.trim_end() == heading {
                parts.push(Self { text: "", above: self.above + line, ..*self });
                start = at;
            }
            at += text.len();
            if let Some(part) = parts.last_mut() {
                part.text = &self.text[start..at];
            }
        }
        let above = parts.remove(0);
        (above, parts)
    }
}

/// A message of the TOML reader as one line.
pub fn one_line(message: &str) -> String {
    message.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Why something can't be a name in notation; nothing where it can: letters, digits, spaces, hyphens and apostrophes.
pub fn bad_name(name: &str) -> Option<String> {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || " -'".contains(letter);
    let good = !name.is_empty() && name.trim() == name && name.chars().all(fits);
    let message = "can't be a name: expected letters, digits, spaces, hyphens and apostrophes";
    (!good).then(|| format!("'{name}' {message}"))
}
