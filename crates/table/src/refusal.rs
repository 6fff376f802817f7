//! Why not.

use std::fmt;

use serde::Serialize;
use thiserror::Error;

use crate::say;
use crate::text::{Say, Text};

/// Why an action is not allowed: the rule's number, the fact that failed, and what would make it legal.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize)]
pub struct Refusal {
    /// The rule, as numbered in the game's `rules.md`, for example `GTR-31`.
    pub rule: &'static str,
    /// What stands in the way, as a sentence without its full stop.
    pub fact: Text,
    /// What would make it legal, as a sentence without its full stop; empty if nothing would.
    pub remedy: Text,
}

impl Refusal {
    /// In place of a rule's number: the state has no room for what would follow. It should never be seen, and is reported.
    pub const NO_ROOM: &'static str = "no room";

    /// A refusal with a remedy.
    pub fn new(rule: &'static str, fact: impl Say, remedy: impl Say) -> Self {
        Self { rule, fact: Text::of(fact), remedy: Text::of(remedy) }
    }

    /// A refusal that nothing can mend now.
    pub fn flat(rule: &'static str, fact: impl Say) -> Self {
        Self::new(rule, fact, "")
    }
}

impl Refusal {
    /// The same in whole sentences.
    pub fn words(&self) -> Text {
        let (rule, fact) = (crate::rule(self.rule), &self.fact);
        if self.remedy.is_empty() {
            say!("{rule}: {fact}.")
        } else {
            say!("{rule}: {fact}. {}.", self.remedy)
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.words().fmt(f)
    }
}
