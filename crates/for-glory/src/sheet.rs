//! A table of a card file, field by field.

use serde::de::DeserializeOwned;
use table::cardset::{Source, one_line};
use table::{Flaw, Flaws};
use toml::{Table, Value};

use crate::named::Named;

/// A table of a file whose fields are taken one by one. What is wrong is noted with its field, and reading goes on with something
/// that fits, so that one flaw hides no other.
pub(crate) struct Sheet<'a> {
    source: Source<'a>,
    /// The card it is of.
    pub(crate) entry: String,
    pub(crate) table: Table,
    /// Whether nothing could be read, so that nothing is missed either.
    unread: bool,
    flaws: Flaws,
}

impl<'a> Sheet<'a> {
    /// The table that a part of a file is.
    pub(crate) fn read(source: Source<'a>) -> Self {
        let mut flaws = Flaws::default();
        let read = toml::from_str(source.text).map_err(|error| {
            let line = error.span().map_or(source.above, |span| source.line(span.start));
            flaws.add(&source, line, "", format!("is not TOML: {}", one_line(error.message())));
        });
        Self { source, entry: String::new(), unread: read.is_err(), table: read.unwrap_or_default(), flaws }
    }

    /// Notes what is wrong with a field.
    pub(crate) fn flaw(&mut self, field: &str, message: impl Into<String>) {
        let (file, entry) = (self.source.file.to_owned(), self.entry.clone());
        // A whole file's own fields lie above its first entry.
        let line = if self.source.above > 0 { self.source.above + 1 } else { 0 };
        self.flaws.push(Flaw { file, line, entry, field: field.to_owned(), message: message.into() });
    }

    /// Whether nothing is wrong so far.
    pub(crate) fn is_sound(&self) -> bool {
        self.flaws.is_empty()
    }

    fn value<T: DeserializeOwned>(&mut self, field: &str, value: Value) -> Option<T> {
        T::deserialize(value).map_err(|error| self.flaw(field, one_line(error.message()))).ok()
    }

    /// A field that may be left out.
    pub(crate) fn may<T: DeserializeOwned>(&mut self, field: &str) -> Option<T> {
        let value = self.table.remove(field)?;
        self.value(field, value)
    }

    /// A field that must be there.
    pub(crate) fn must<T: DeserializeOwned>(&mut self, field: &str, expected: &str) -> Option<T> {
        if !self.table.contains_key(field) && !self.unread {
            self.flaw(field, format!("is missing: expected {expected}"));
        }
        self.may(field)
    }

    /// A number in a range; it must be there.
    pub(crate) fn number(&mut self, field: &str, low: u8, high: u8) -> u8 {
        let expected = format!("a number from {low} to {high}");
        let Some(value) = self.must::<i64>(field, &expected) else {
            return low;
        };
        let fits = u8::try_from(value).ok().filter(|number| (low..=high).contains(number));
        fits.unwrap_or_else(|| {
            self.flaw(field, format!("is {value}: expected {expected}"));
            low
        })
    }

    /// A number from 1, or 0 where it is left out.
    pub(crate) fn count(&mut self, field: &str, high: u8) -> u8 {
        if self.table.contains_key(field) { self.number(field, 1, high) } else { 0 }
    }

    /// What one of these words stands for.
    pub(crate) fn word<T: Copy>(&mut self, field: &str, words: &[(&str, T)]) -> Option<T> {
        let names: Vec<_> = words.iter().map(|(word, _)| *word).collect();
        let expected = format!("one of {}", names.join(", "));
        let word: String = self.must(field, &expected)?;
        let found = words.iter().find(|(known, _)| *known == word);
        if found.is_none() {
            self.flaw(field, format!("is '{word}': expected {expected}"));
        }
        found.map(|(_, meaning)| *meaning)
    }

    /// One of these values, by its name.
    pub(crate) fn one_of<T: Named>(&mut self, field: &str, values: &[T]) -> Option<T> {
        self.word(field, &values.iter().map(|value| (value.named(), *value)).collect::<Vec<_>>())
    }

    fn tables(&mut self, field: &str) -> Vec<Table> {
        match self.table.remove(field) {
            None => Vec::new(),
            Some(value) => self.value(field, value).unwrap_or_default(),
        }
    }

    /// Reads each table of a list by itself; nothing else may stand in it.
    pub(crate) fn each<T>(&mut self, field: &str, read: impl Fn(&mut Sheet<'a>) -> Option<T>) -> Vec<T> {
        let tables = self.tables(field);
        let read = |table| {
            let mut inner = Sheet { entry: self.entry.clone(), table, flaws: Flaws::default(), ..*self };
            let value = read(&mut inner);
            // Of one that could not be read to its end nobody knows what else belongs to it.
            self.flaws.append(if value.is_some() { inner.finish() } else { inner.flaws });
            value
        };
        tables.into_iter().filter_map(read).collect()
    }

    /// The whole table as one value.
    pub(crate) fn rest<T: DeserializeOwned>(&mut self, field: &str) -> Option<T> {
        let table = std::mem::take(&mut self.table);
        self.value(field, Value::Table(table))
    }

    /// What is wrong. Nothing may be left over: a misspelt field must not be silently ignored.
    pub(crate) fn finish(mut self) -> Flaws {
        for (field, _) in std::mem::take(&mut self.table) {
            self.flaw(&field, "is an unknown field: expected none such here");
        }
        self.flaws
    }
}
