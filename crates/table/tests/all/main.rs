//! Tests of the vocabulary: one binary, one module for each subject.

mod laws;
mod perft;
mod record;
mod scenario;
mod secrets;
