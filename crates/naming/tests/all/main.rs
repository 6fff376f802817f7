//! Tests of the names: one binary, one module for each subject.

mod laws;
