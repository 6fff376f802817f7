//! Tests of the lab: one binary, one module for each subject.

mod rollouts;
mod selfplay;
