//! Tests of a room: one binary, one module for each subject.

mod absent;
mod fold;
mod kept;
mod lessons;
mod updates;
