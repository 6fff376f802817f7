//! Tests of the bots: one binary, one module for each subject.

mod levels;
