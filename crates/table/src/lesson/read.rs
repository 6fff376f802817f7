//! The text of a lesson.

use super::{Expected, LEARNER, Lesson, LessonError, Step, Way};
use crate::options::Options;
use crate::scenario::{Fault, SetupLine};
use crate::seat::Seat;

/// The lines of a position.
pub fn setup(text: &str) -> Result<Vec<SetupLine>, Fault> {
    let line = |(line, text): (usize, &str)| match text.split_once(':') {
        Some((key, value)) => {
            Ok(SetupLine { line, key: key.trim().to_owned(), value: value.trim().to_owned() })
        }
        None => Err(Fault::new(line, format!("'{text}' is not a setup line: expected 'key: value'"))),
    };
    (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()).map(line).collect()
}

impl Lesson {
    /// Reads the text of a lesson. The error names the first line that is malformed; whether it can be played is another question
    /// ([`super::check`]).
    pub fn read(name: &str, text: &str) -> Result<Self, LessonError> {
        let mut reader = Reader {
            lesson: Self {
                name: name.to_owned(),
                title: String::new(),
                about: String::new(),
                minutes: 0,
                learned: Vec::new(),
                options: Options::new(),
                seed: 1,
                setup: Vec::new(),
                steps: Vec::new(),
                expects: Vec::new(),
                end: String::new(),
            },
            draws: Vec::new(),
            expects: Vec::new(),
            fork: None,
        };
        let lines = (1..).zip(text.lines().map(str::trim));
        let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let mut last = 1;
        for (line, text) in lines.by_ref().take_while(|(_, text)| *text != "---") {
            reader.head(line, text).map_err(|what| reader.lesson.flaw(line, what))?;
            last = line;
        }
        for (line, text) in lines {
            reader.line(line, text).map_err(|what| reader.lesson.flaw(line, what))?;
            last = line;
        }
        reader.finish().map_err(|what| LessonError { lesson: name.to_owned(), line: last, what })
    }
}

/// Where a choice is open.
struct Fork {
    /// The step that asks.
    step: usize,
    /// The steps after which its ways come together again.
    tails: Vec<usize>,
}

struct Reader {
    lesson: Lesson,
    draws: Vec<String>,
    expects: Vec<Expected>,
    fork: Option<Fork>,
}

/// A part of the board before the bar: `[pool]`.
fn pointed(head: &str) -> (&str, &str) {
    match head.trim().strip_suffix(']').and_then(|head| head.rsplit_once('[')) {
        Some((head, look)) => (head.trim(), look.trim()),
        None => (head.trim(), ""),
    }
}

impl Reader {
    fn head(&mut self, line: usize, text: &str) -> Result<(), String> {
        let lesson = &mut self.lesson;
        let Some((key, value)) = text.split_once(':').map(|(key, value)| (key.trim(), value.trim())) else {
            return Err(format!(
                "'{text}' is not understood: expected 'key: value', or --- before the script"
            ));
        };
        let number = || value.parse().map_err(|_| format!("'{value}' is no number"));
        match key {
            "title" => value.clone_into(&mut lesson.title),
            "about" => value.clone_into(&mut lesson.about),
            "minutes" => lesson.minutes = number()?,
            "learned" => lesson.learned.push(value.to_owned()),
            "seed" => lesson.seed = number()?.into(),
            "set" => lesson.options.set_pair(value).map_err(|why| why.to_string())?,
            _ => {
                lesson.setup.push(SetupLine { line, key: key.to_owned(), value: value.to_owned() });
            }
        }
        Ok(())
    }

    fn line(&mut self, line: usize, text: &str) -> Result<(), String> {
        if let Some(draws) = text.strip_prefix("draws:") {
            self.draws.extend(draws.split(',').map(|draw| draw.trim().to_owned()));
            return Ok(());
        }
        if let Some(expected) = text.strip_prefix("expect ") {
            let (name, value) = expected.split_once(':').ok_or("expected 'expect NAME: VALUE'")?;
            let (name, value) = (name.trim().to_owned(), value.trim().to_owned());
            self.expects.push(Expected { line, name, value });
            return Ok(());
        }
        let (head, said) = text.split_once('|').unwrap_or((text, ""));
        let ((head, look), said) = (pointed(head), said.trim());
        match head {
            "join" => self.join(),
            "end" => {
                if !self.lesson.end.is_empty() || said.is_empty() {
                    return Err("expected 'end | WORDS', once".to_owned());
                }
                said.clone_into(&mut self.lesson.end);
                Ok(())
            }
            "page" => {
                let way = self.way(line, "", "");
                self.step(line, None, (said, look), vec![way])
            }
            "ask" | "choose" => self.open(line, (head == "choose").then_some(LEARNER), (said, look)),
            _ => match head.strip_prefix('-') {
                Some(says) => self.branch(line, says.trim(), said),
                None => self.moved(line, head, (said, look)),
            },
        }
    }

    fn moved(&mut self, line: usize, head: &str, said: (&str, &str)) -> Result<(), String> {
        let (seat, action) = head.split_once(' ').unwrap_or((head, ""));
        let Some(seat) = Seat::from_letter(seat) else {
            return Err(format!(
                "'{seat}' is not understood: expected a seat and its move, page, ask, choose, a way that begins with '-', join, draws:, expect or end"
            ));
        };
        let way = self.way(line, action.trim(), "");
        self.step(line, Some(seat), said, vec![way])
    }

    fn way(&mut self, line: usize, says: &str, reply: &str) -> Way {
        let draws = std::mem::take(&mut self.draws);
        let (says, reply) = (says.to_owned(), reply.to_owned());
        Way { line, says, reply, draws, to: self.lesson.steps.len() + 1 }
    }

    fn step(
        &mut self,
        line: usize,
        seat: Option<Seat>,
        (text, look): (&str, &str),
        ways: Vec<Way>,
    ) -> Result<(), String> {
        let speaks = seat.is_none_or(|seat| seat == LEARNER);
        match (speaks, text.is_empty()) {
            (true, true) => return Err("the learner is told nothing: expected words after '|'".to_owned()),
            (false, false) => {
                return Err(
                    "others' moves have no words: expected none, or a page before or after".to_owned()
                );
            }
            (true, false) | (false, true) => {}
        }
        if self.fork.as_ref().is_some_and(|fork| self.lesson.steps[fork.step].ways.is_empty()) {
            return Err("expected a way that begins with '-'".to_owned());
        }
        let (text, look, expects) = (text.to_owned(), look.to_owned(), std::mem::take(&mut self.expects));
        self.lesson.steps.push(Step { line, seat, text, look, expects, ways });
        Ok(())
    }

    fn open(&mut self, line: usize, seat: Option<Seat>, said: (&str, &str)) -> Result<(), String> {
        if self.fork.is_some() {
            return Err("a choice within a choice: expected 'join' first".to_owned());
        }
        self.step(line, seat, said, Vec::new())?;
        self.fork = Some(Fork { step: self.lesson.steps.len() - 1, tails: Vec::new() });
        Ok(())
    }

    /// The way that was open until now leads to where all come together.
    fn close_way(&mut self) -> Result<usize, String> {
        let fork = self.fork.as_mut().ok_or("nothing is chosen here: expected 'choose' or 'ask' first")?;
        let last = self.lesson.steps.len() - 1;
        if let Some(way) = self.lesson.steps[fork.step].ways.last() {
            // A way without steps of its own leads to where it all comes together at once.
            fork.tails.push(if way.to > last { fork.step } else { last });
        }
        Ok(fork.step)
    }

    fn branch(&mut self, line: usize, says: &str, reply: &str) -> Result<(), String> {
        let step = self.close_way()?;
        let says = match self.lesson.steps[step].seat {
            None => says,
            Some(seat) => says
                .strip_prefix(&seat.to_string())
                .map(str::trim)
                .filter(|says| !says.is_empty())
                .ok_or_else(|| format!("expected a move of {seat}"))?,
        };
        if says.is_empty() || reply.is_empty() {
            return Err("expected '- WAY | what is said to it'".to_owned());
        }
        let way = Way { to: self.lesson.steps.len(), ..self.way(line, says, reply) };
        self.lesson.steps[step].ways.push(way);
        Ok(())
    }

    fn join(&mut self) -> Result<(), String> {
        let step = self.close_way()?;
        let fork = self.fork.take().ok_or("nothing is open")?;
        let join = self.lesson.steps.len();
        if self.lesson.steps[step].ways.len() < 2 {
            return Err("one way is no choice: expected two or more".to_owned());
        }
        for (way, tail) in fork.tails.into_iter().enumerate() {
            if tail == step {
                self.lesson.steps[step].ways[way].to = join;
            } else {
                self.lesson.steps[tail].ways.iter_mut().for_each(|way| way.to = join);
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<Lesson, String> {
        let Self { lesson, draws, expects, fork } = self;
        let said = |words: &str, what: &str| {
            if words.is_empty() { Err(format!("the lesson has no {what}: expected one")) } else { Ok(()) }
        };
        if fork.is_some() {
            return Err("a choice is never joined: expected 'join'".to_owned());
        }
        if !draws.is_empty() {
            return Err("there are draws without a move: expected one after 'draws:'".to_owned());
        }
        if lesson.steps.is_empty() {
            return Err("there is no step: expected a move".to_owned());
        }
        said(&lesson.title, "title")?;
        said(&lesson.about, "sentence 'about:'")?;
        said(&lesson.end, "end")?;
        if lesson.learned.is_empty() || lesson.minutes == 0 {
            return Err("expected 'learned:' and 'minutes:' above the script".to_owned());
        }
        Ok(Lesson { expects, ..lesson })
    }
}
