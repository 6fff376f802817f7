//! What is wrong with the files of a card set, and where.

use std::fmt;

use serde::Serialize;
use thiserror::Error;

/// One thing wrong with a file of a card set.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Flaw {
    /// The file.
    pub file: String,
    /// The line, from 1; 0 where the whole file is meant.
    pub line: usize,
    /// The card, space or other entry; empty where none is meant.
    pub entry: String,
    /// The field of the entry; empty where none is meant.
    pub field: String,
    /// What is wrong, and what was expected.
    pub message: String,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if self.line > 0 {
            write!(f, ", line {}", self.line)?;
        }
        for part in [&self.entry, &self.field] {
            if !part.is_empty() {
                write!(f, ", {part}")?;
            }
        }
        write!(f, ": {}", self.message)
    }
}

impl Serialize for Flaw {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Everything found wrong with a card set, in the order found. As a sentence: the first, and how many more there are.
#[derive(Clone, PartialEq, Eq, Debug, Default, Error)]
pub struct Flaws(Vec<Flaw>);

impl Flaws {
    /// Notes a flaw.
    pub fn push(&mut self, flaw: Flaw) {
        self.0.push(flaw);
    }

    /// Notes a flaw of a whole file.
    pub fn of_file(&mut self, file: &str, message: impl Into<String>) {
        self.push(Flaw { file: file.to_owned(), message: message.into(), ..Flaw::default() });
    }

    /// Notes all of these.
    pub fn append(&mut self, others: Self) {
        self.0.extend(others.0);
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
    pub fn as_slice(&self) -> &[Flaw] {
        &self.0
    }

    /// What was read, if nothing is wrong with it.
    pub fn unless<T>(self, read: Option<T>) -> Result<T, Self> {
        match read {
            Some(read) if self.is_empty() => Ok(read),
            _ => Err(self),
        }
    }
}

impl fmt::Display for Flaws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, more)) = self.0.split_first() else {
            return f.write_str("nothing is wrong");
        };
        write!(f, "{first}")?;
        if more.is_empty() { Ok(()) } else { write!(f, " (and {} more)", more.len()) }
    }
}
