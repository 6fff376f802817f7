//! Tests of the example game: one binary, one module for each subject.

mod lessons;
mod rulebook;
