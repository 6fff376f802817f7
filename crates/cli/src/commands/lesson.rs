//! `lesson GAME [FILE…]`: plays lessons by every way that a learner can take, and says what is wrong with them.

use std::io::Write;
use std::path::PathBuf;

use table::lesson::{Lesson, LessonError, check as flaws};

use crate::failure::{Done, check};
use crate::files;
use crate::on_game::{OnGame, Playable};
use crate::text::count;

/// The arguments of `lesson`.
#[derive(clap::Args)]
pub struct Args {
    /// The game.
    pub game: String,
    /// The files; without any, the game's own lessons.
    files: Vec<PathBuf>,
}

/// What is wrong with a lesson; the first line that is malformed, or all that can't be played.
fn wrong<G: Playable>(name: &str, text: &str) -> Vec<LessonError> {
    match Lesson::read(name, text) {
        Ok(lesson) => flaws::<G>(&lesson),
        Err(error) => vec![error],
    }
}

impl OnGame for Args {
    fn on<G: Playable>(&self, out: &mut dyn Write) -> Done {
        let mut texts: Vec<(String, String)> = Vec::new();
        for file in &self.files {
            texts.push((file.display().to_string(), files::read(file)?));
        }
        if texts.is_empty() {
            texts.extend(G::LESSONS.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())));
        }
        let mut found = 0;
        for (name, text) in &texts {
            let wrong = wrong::<G>(name, text);
            for flaw in &wrong {
                writeln!(out, "{flaw}")?;
            }
            if wrong.is_empty() {
                writeln!(out, "lesson '{name}': every way can be played")?;
            }
            found += wrong.len() as u64;
        }
        if found > 0 { check(format!("{} found", count(found, "flaw"))) } else { Ok(()) }
    }
}
