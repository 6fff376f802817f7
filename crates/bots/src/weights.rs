//! The numbers a mind judges by: a data file, tuned by self-play.

use std::fmt::Write as _;
use std::ops::Index;

use thiserror::Error;

/// One number a mind judges by.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weight {
    /// Its name in the data file.
    pub name: &'static str,
    /// What it is for.
    pub part: Part,
}

/// What a weight is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Choosing among actions.
    Policy,
    /// Judging positions.
    Value,
}

/// What is wrong with a file of weights.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WeightsError {
    /// It is not TOML.
    #[error("the weights are not TOML: {0}")]
    Toml(#[from] toml::de::Error),
    /// It lacks its one table.
    #[error("the weights file has no table [weights]")]
    NoTable,
    /// It names a weight that this mind does not have.
    #[error("the weights file names '{0}', which this mind does not know")]
    Unknown(String),
    /// A weight is something else than a number.
    #[error("the weight '{0}' is no number")]
    NoNumber(&'static str),
    /// A weight is missing.
    #[error("the weights file lacks '{0}'")]
    Missing(&'static str),
}

/// A value for each weight of a mind, in its order.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    values: Vec<f32>,
}

impl Index<usize> for Weights {
    type Output = f32;
    #[inline]
    fn index(&self, at: usize) -> &f32 {
        &self.values[at]
    }
}

impl Weights {
    /// These values.
    pub const fn new(values: Vec<f32>) -> Self {
        Self { values }
    }

    /// The values, in the mind's order.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// Reads a data file: a table `[weights]` with a number for each of the names and no others.
    pub fn read(names: &[Weight], text: &str) -> Result<Self, WeightsError> {
        let file: toml::Table = text.parse()?;
        let Some(toml::Value::Table(table)) = file.get("weights") else {
            return Err(WeightsError::NoTable);
        };
        if let Some(extra) = table.keys().find(|key| !names.iter().any(|weight| weight.name == key.as_str()))
        {
            return Err(WeightsError::Unknown(extra.clone()));
        }
        let value = |weight: &Weight| match table.get(weight.name) {
            Some(toml::Value::Float(value)) if value.is_finite() => Ok(*value as f32),
            Some(toml::Value::Integer(value)) => Ok(*value as f32),
            Some(_) => Err(WeightsError::NoNumber(weight.name)),
            None => Err(WeightsError::Missing(weight.name)),
        };
        Ok(Self { values: names.iter().map(value).collect::<Result<_, _>>()? })
    }

    /// Writes a data file, with the command that made it.
    pub fn write(&self, names: &[Weight], command: &str) -> String {
        let mut text = format!("# Tuned by self-play. Made by: {command}\n\n[weights]\n");
        for (weight, value) in names.iter().zip(&self.values) {
            let _ = writeln!(text, "{} = {value:.4}", weight.name);
        }
        text
    }
}

/// Names the weights of a mind, in order, and gives each a constant for its place.
#[macro_export]
macro_rules! weights {
    ($list:ident: $($part:ident { $($constant:ident = $name:literal),* $(,)? })*) => {
        /// The places of the weights, in order.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)] // Named after the constants.
        enum Place { $($($constant),*),* }
        $($(
            #[allow(dead_code, missing_docs)] // A list is read from its first place on.
            pub const $constant: usize = Place::$constant as usize;
        )*)*
        /// The weights of this mind, in order.
        pub const $list: &[$crate::Weight] =
            &[$($($crate::Weight { name: $name, part: $crate::Part::$part }),*),*];
    };
}
#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: &[Weight] =
        &[Weight { name: "a", part: Part::Policy }, Weight { name: "b", part: Part::Value }];

    #[test]
    fn files_read_back() {
        let weights = Weights::new(vec![1.5, -0.25]);
        assert_eq!(Weights::read(NAMES, &weights.write(NAMES, "gloria tune")), Ok(weights));
    }

    #[test]
    fn wrong_files_are_explained() {
        for (text, fault) in [
            ("a = ", "not TOML"),
            ("a = 1", "no table [weights]"),
            ("[weights]\na = 1", "lacks 'b'"),
            ("[weights]\na = 1\nb = 'x'", "'b' is no number"),
            ("[weights]\na = 1\nb = 2\nc = 3", "names 'c'"),
        ] {
            let error = Weights::read(NAMES, text).unwrap_err().to_string();
            assert!(error.contains(fault), "{error}");
        }
    }
}
