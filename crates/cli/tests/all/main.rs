//! Tests of the built binary: one binary, one module for each subject.

mod bad_input;
mod gloria;
mod json;
mod play;
mod postgres;
mod reports;
mod runbook;
mod serve;
mod settings;
mod thinkers;
