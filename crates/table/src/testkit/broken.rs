//! What a check found.

use thiserror::Error;

use crate::options::OptionError;

/// Something is not as it must be: one sentence that says what and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct Broken(pub String);

impl From<String> for Broken {
    fn from(message: String) -> Self {
        Self(message)
    }
}

impl From<&str> for Broken {
    fn from(message: &str) -> Self {
        Self(message.to_owned())
    }
}

impl From<OptionError> for Broken {
    fn from(error: OptionError) -> Self {
        Self(error.to_string())
    }
}
