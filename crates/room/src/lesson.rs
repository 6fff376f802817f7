//! Guided first games: a fixed deal, a list of moves, and what is to be learned from each of the learner's.

use pages::Coach;
use table::{Options, Seat, Seed};
use thiserror::Error;

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

    /// Reads the text of a guided game; one without a move is none.
    pub fn read(game: &'static str, text: &str) -> Result<Self, LessonError> {
        let mut lesson =
            Self { game, seed: 0, options: Options::new(), beats: Vec::new(), end: String::new() };
        for (number, line) in
            (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        {
            let fault = |what: &str| LessonError { game, line: number, what: what.to_owned() };
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
        if lesson.beats.is_empty() {
            return Err(LessonError { game, line: 1, what: "there is no move".to_owned() });
        }
        Ok(lesson)
    }

    /// The move that it waits for after so many decisions; none once it is over.
    pub fn beat(&self, steps: usize) -> Option<&Beat> {
        self.beats.get(steps)
    }

    /// Whether it ends with so many decisions.
    pub fn closes(&self, steps: usize) -> bool {
        self.beats.len() == steps
    }

    /// What the learner is told after so many decisions. While the others move, the last thing said stays; the closing words stay for
    /// as long as they are asked for.
    pub fn coach(&self, steps: usize) -> Option<Coach> {
        let told = |beat: &&Beat| !beat.text.is_empty();
        let of = self.beats.iter().filter(told).count();
        if steps >= self.beats.len() {
            return Some(Coach { at: of, of, text: self.end.clone(), closing: true });
        }
        let so_far = &self.beats[..=steps];
        let last = so_far.iter().rev().find(told)?;
        Some(Coach { at: so_far.iter().filter(told).count(), of, text: last.text.clone(), closing: false })
    }
}

/// What is wrong with the text of a guided game, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{game}, line {line}: {what}")]
pub struct LessonError {
    /// The game.
    pub game: &'static str,
    /// The line, from 1.
    pub line: usize,
    /// What was expected.
    pub what: String,
}
