//! Tests of the list of games, and of what needs several of them: one binary, one module for each subject.

mod erring;
mod example;
mod for_glory_board;
mod glory_board;
mod grounds;
mod nets;
mod pictures;
mod procedures;
mod puzzles;
mod search;
mod spots;
mod trained;
