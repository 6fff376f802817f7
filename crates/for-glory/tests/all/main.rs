//! Tests of For Glory: one binary, one module for each subject.

mod depth;
mod events;
mod house;
mod instead;
mod known;
mod large;
mod laws;
mod lessons;
mod passing;
mod perft;
mod playthroughs;
mod promises;
mod rulebook;
mod setup;
mod staging;
mod survey;
mod tally;
mod tongue;
mod words;
