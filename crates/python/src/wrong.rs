//! What can go wrong, each as one sentence for a person.

use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use table::Refusal;

pyo3::create_exception!(
    gloria,
    IllegalAction,
    PyValueError,
    "An action that can't be taken now; the message says why."
);
pyo3::create_exception!(
    gloria,
    GameOver,
    PyRuntimeError,
    "Nothing can be decided any more: the game is over."
);

/// Why something was not done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// What was given does not fit.
    Value(String),
    /// No such number.
    Index(String),
    /// The action can't be taken now.
    Illegal(String),
    /// The game is over.
    Over,
}

impl Wrong {
    /// What was given does not fit.
    pub fn value(sentence: impl ToString) -> Self {
        Self::Value(sentence.to_string())
    }

    /// The same, of one of many games.
    pub fn in_game(self, game: usize) -> Self {
        let named = |sentence: String| format!("game {game}: {sentence}");
        match self {
            Self::Value(sentence) => Self::Value(named(sentence)),
            Self::Index(sentence) => Self::Index(named(sentence)),
            Self::Illegal(sentence) => Self::Illegal(named(sentence)),
            Self::Over => Self::Over,
        }
    }
}

impl From<Refusal> for Wrong {
    fn from(refusal: Refusal) -> Self {
        Self::Illegal(refusal.to_string())
    }
}

impl From<Wrong> for PyErr {
    fn from(wrong: Wrong) -> Self {
        match wrong {
            Wrong::Value(sentence) => PyValueError::new_err(sentence),
            Wrong::Index(sentence) => PyIndexError::new_err(sentence),
            Wrong::Illegal(sentence) => IllegalAction::new_err(sentence),
            Wrong::Over => GameOver::new_err("the game is over, so nothing is left to decide"),
        }
    }
}
