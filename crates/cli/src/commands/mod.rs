//! One file for each command.

pub mod balance;
pub mod belief;
pub mod bench;
pub mod cards;
pub mod fuzz;
pub mod games;
pub mod lesson;
pub mod merge;
pub mod perft;
pub mod play;
pub mod replay;
pub mod reports;
pub mod rollouts;
pub mod rules;
pub mod scenario;
pub mod selfplay;
pub mod serve;
pub mod sim;
pub mod tables;
pub mod think;
pub mod tournament;
pub mod tune;
pub mod verify;
pub mod words;
pub mod workload;

use indicatif::{ProgressBar, ProgressStyle};

/// A progress bar on stderr, which shows only where stderr is a terminal.
fn progress(length: u64, noun: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let template = format!("{{bar:30}} {{human_pos}} of {{human_len}} {noun}, {{eta}} left");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}

/// How many threads to use: as asked, or as many as there are cores.
fn threads(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).max(1)
}
