//! A table of a card file, field by field.

use serde::de::DeserializeOwned;
use toml::{Table, Value};

use crate::cards::CardFault;

/// A table of a file whose fields are taken one by one, so that a fault names its field.
pub(crate) struct Sheet {
    pub(crate) file: String,
    pub(crate) card: String,
    pub(crate) table: Table,
}

impl Sheet {
    pub(crate) fn read(file: &str, text: &str) -> Result<Self, CardFault> {
        let mut sheet = Self { file: file.to_owned(), card: String::new(), table: Table::new() };
        match text.parse::<Table>() {
            Ok(table) => sheet.table = table,
            Err(error) => return Err(sheet.fault("", format!("is not TOML: {}", error.message()))),
        }
        Ok(sheet)
    }

    pub(crate) fn fault(&self, field: &str, message: impl Into<String>) -> CardFault {
        CardFault {
            file: self.file.clone(),
            card: self.card.clone(),
            field: field.to_owned(),
            message: message.into(),
        }
    }

    pub(crate) fn may<T: DeserializeOwned>(&mut self, field: &str) -> Result<Option<T>, CardFault> {
        match self.table.remove(field) {
            None => Ok(None),
            Some(value) => match T::deserialize(value) {
                Ok(value) => Ok(Some(value)),
                Err(error) => Err(self.fault(field, error.message())),
            },
        }
    }

    pub(crate) fn must<T: DeserializeOwned>(&mut self, field: &str, expected: &str) -> Result<T, CardFault> {
        match self.may(field)? {
            Some(value) => Ok(value),
            None => Err(self.fault(field, format!("is missing: expected {expected}"))),
        }
    }

    /// A number in a range; without a default it must be there.
    pub(crate) fn number(
        &mut self,
        field: &str,
        low: u8,
        high: u8,
        default: Option<u8>,
    ) -> Result<u8, CardFault> {
        let expected = format!("a number from {low} to {high}");
        let value = match default {
            Some(default) => self.may::<i64>(field)?.unwrap_or(i64::from(default)),
            None => self.must::<i64>(field, &expected)?,
        };
        u8::try_from(value)
            .ok()
            .filter(|number| (low..=high).contains(number) || default == Some(*number))
            .ok_or_else(|| self.fault(field, format!("is {value}: expected {expected}")))
    }

    /// One of these words.
    pub(crate) fn word(&mut self, field: &str, words: &[&str]) -> Result<String, CardFault> {
        let expected = format!("one of {}", words.join(", "));
        let word: String = self.must(field, &expected)?;
        if words.contains(&word.as_str()) {
            return Ok(word);
        }
        Err(self.fault(field, format!("is '{word}': expected {expected}")))
    }

    pub(crate) fn tables(&mut self, field: &str) -> Result<Vec<Table>, CardFault> {
        let Some(value) = self.table.remove(field) else {
            return Ok(Vec::new());
        };
        let Value::Array(items) = value else {
            return Err(self.fault(field, "is no list of tables: expected [[…]]"));
        };
        items
            .into_iter()
            .map(|item| {
                let wrong = self.fault(field, "holds something else: expected a table");
                if let Value::Table(table) = item { Ok(table) } else { Err(wrong) }
            })
            .collect()
    }

    pub(crate) fn inner(&self, table: Table) -> Self {
        Self { file: self.file.clone(), card: self.card.clone(), table }
    }

    /// Nothing may be left over: a misspelt field must not be silently ignored.
    pub(crate) fn finish(&self) -> Result<(), CardFault> {
        match self.table.keys().next() {
            Some(field) => Err(self.fault(field, "is an unknown field: expected none such here")),
            None => Ok(()),
        }
    }
}
