//! Tests of the encoding of every game: one binary, one module for each subject.

mod docs;
mod laws;
mod net;
mod quick;
