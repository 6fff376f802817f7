//! How a command can end badly.

use std::io;

/// How a command can end badly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// A check failed: exit code 1.
    Check(String),
    /// Bad usage or input: exit code 2.
    Usage(String),
    /// Whoever read our output has stopped reading; nothing is wrong.
    Closed,
}

/// What a command answers.
pub type Done = Result<(), Failure>;

/// Bad usage or input, as a result.
pub fn usage<T>(message: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::Usage(message.into()))
}

/// A failed check, as a result.
pub fn check<T>(message: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::Check(message.into()))
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::Closed
        } else {
            Self::Usage(format!("the output can't be written: {error}"))
        }
    }
}
