//! Tests of Glory: one binary, one module for each subject.

mod depth;
mod events;
mod kingdoms;
mod laws;
mod lessons;
mod odds;
mod perft;
mod playthroughs;
mod realms;
mod rulebook;
mod words;
