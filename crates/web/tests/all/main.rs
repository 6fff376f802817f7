//! Tests of the house: one binary, one module for each subject.

mod attacks;
mod cancelled;
mod clients;
mod clocks;
mod doors;
mod draws;
mod example;
mod host;
mod house;
mod learn;
mod network;
mod nodes;
mod operator;
mod play;
mod programs;
mod stop;
mod thinkers;
mod tongue;
mod undo;
mod walk;
