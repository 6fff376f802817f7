//! A game's lessons: each can be played by every way that a learner can take.

use std::collections::BTreeSet;

use crate::game::{Staged, Tell};
use crate::lesson::{Lesson, check};
use crate::testkit::broken::Broken;

/// How many sentences at the end of a lesson say what was learned, at least.
const LEARNED: usize = 4;

/// Plays these lessons of a game by every way and answers how many there are, each with a title of its own. What is wrong with one is
/// told: that it can't be read or played, leaves nothing to choose, or does not say at the end what was learned.
pub fn lessons<G: Staged + Tell>(texts: &[(&str, &str)]) -> Result<usize, Broken> {
    let mut titles = BTreeSet::new();
    for (name, text) in texts {
        let lesson =
            Lesson::read(name, text).map_err(|fault| Broken(format!("{name} can't be read: {fault}")))?;
        let flaws: Vec<String> = check::<G>(&lesson).iter().map(ToString::to_string).collect();
        if !flaws.is_empty() {
            return Err(Broken(format!("{name}: {}", flaws.join("\n"))));
        }
        if lesson.choices() == 0 {
            return Err(Broken(format!("{name}: nothing is left to choose")));
        }
        if lesson.learned.len() < LEARNED {
            return Err(Broken(format!("{name}: what was learned is not said at the end")));
        }
        if let Some(twice) = titles.replace(lesson.title) {
            return Err(Broken(format!("{name}: another lesson is called {twice}")));
        }
    }
    Ok(titles.len())
}
