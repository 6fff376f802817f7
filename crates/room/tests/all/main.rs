//! Tests of a room: one binary, one module for each subject.

mod fold;
