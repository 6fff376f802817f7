//! Tests of Glory to Rome: one binary, one module for each subject.

mod common;
mod crowded;
mod declining;
mod depth;
mod laws;
mod lessons;
mod memory;
mod news;
mod perft;
mod playthroughs;
mod rulebook;
mod setup;
mod told;
mod tongue;
mod words;
