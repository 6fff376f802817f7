//! Tests of the log: one binary, one module for each subject.

mod log;
