//! Guided first games: a fixed deal, a list of moves, and what is to be learned from each of the learner's.

use std::sync::OnceLock;

use pages::Coach;
use table::{Options, Seat, Seed};

use crate::kind::all;

/// One move of a guided game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Beat {
    /// Whose.
    pub seat: Seat,
    /// What, in notation.
    pub action: String,
    /// What the learner is told before it; empty for the others' moves.
    pub text: String,
}

/// A guided game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// The game's name.
    pub game: &'static str,
    /// The number all luck comes from.
    pub seed: u64,
    /// The options.
    pub options: Options,
    /// The moves.
    pub beats: Vec<Beat>,
    /// What the learner is told at the end.
    pub end: String,
}

impl Lesson {
    /// The seed as the log keeps it.
    pub fn seed_text(&self) -> String {
        Seed::from_number(self.seed).reveal()
    }

    fn read(game: &'static str, text: &str) -> Result<Self, String> {
        let mut lesson =
            Self { game, seed: 0, options: Options::new(), beats: Vec::new(), end: String::new() };
        for (number, line) in
            (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        {
            let fault = |what: &str| format!("{game}, line {number}: {what}");
            let (head, said) = line.split_once('|').unwrap_or((line, ""));
            let (word, rest) = head.trim().split_once(' ').unwrap_or((head.trim(), ""));
            let (rest, said) = (rest.trim(), said.trim().to_owned());
            match word {
                "seed" => lesson.seed = rest.parse().map_err(|_| fault("expected a number"))?,
                "set" => lesson.options.set_pair(rest).map_err(|why| fault(&why.to_string()))?,
                "end" => lesson.end = said,
                letter => {
                    let seat = Seat::from_letter(letter).ok_or_else(|| fault("expected a seat"))?;
                    lesson.beats.push(Beat { seat, action: rest.to_owned(), text: said });
                }
            }
        }
        Ok(lesson)
    }
}

/// All guided games; tests play each to its end.
pub fn lessons() -> &'static [Lesson] {
    static LESSONS: OnceLock<Vec<Lesson>> = OnceLock::new();
    let taught = || all().filter(|kind| !kind.lesson().is_empty());
    LESSONS.get_or_init(|| {
        taught().filter_map(|kind| Lesson::read(kind.info().name, kind.lesson()).ok()).collect()
    })
}

/// The guided game of this name.
pub fn lesson(game: &str) -> Option<&'static Lesson> {
    lessons().iter().find(|lesson| lesson.game == game)
}

/// The move that a guided game waits for after so many decisions, and its number; none once it is over.
pub fn beat(game: &str, steps: usize) -> Option<(usize, &'static Beat)> {
    lesson(game)?.beats.get(steps).map(|beat| (steps, beat))
}

/// Whether the guided game of this name ends with so many decisions.
pub fn closes(game: &str, steps: usize) -> bool {
    lesson(game).is_some_and(|lesson| lesson.beats.len() == steps)
}

/// What the learner is told after so many decisions. While the others move, the last thing said stays; the closing words stay for
/// as long as they are asked for.
pub fn coach(game: &str, steps: usize) -> Option<Coach> {
    let lesson = lesson(game)?;
    let told = |beat: &&Beat| !beat.text.is_empty();
    let of = lesson.beats.iter().filter(told).count();
    if steps >= lesson.beats.len() {
        return Some(Coach { at: of, of, text: lesson.end.clone(), closing: true });
    }
    let so_far = &lesson.beats[..=steps];
    let last = so_far.iter().rev().find(told)?;
    Some(Coach { at: so_far.iter().filter(told).count(), of, text: last.text.clone(), closing: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lesson_reads_and_says_enough() {
        assert_eq!(lessons().len(), all().count(), "every game has a lesson that reads");
        for lesson in lessons() {
            let told = lesson.beats.iter().filter(|beat| !beat.text.is_empty()).count();
            assert!((8..=24).contains(&told), "{}: {told} steps", lesson.game);
            assert!(!lesson.end.is_empty());
        }
        assert!(Lesson::read("x", "Z go | where").is_err());
    }
}
