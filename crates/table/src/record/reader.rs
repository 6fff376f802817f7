//! A record read back and checked, line by line.

use super::marks::link;
use super::{Record, RecordError, Summary};
use crate::chance::Script;
use crate::game::{Game, Rulebook};
use crate::options::Options;
use crate::seat::Seat;
use crate::seed::Seed;

/// A line as read: its number, its body, and the two hashes behind it.
struct Marked<'a> {
    body: &'a str,
    state: &'a str,
    link: &'a str,
}

/// Reads a record from its text, and names the line where something is wrong.
pub(super) struct Reader<'a> {
    lines: std::iter::Peekable<std::iter::Enumerate<std::str::Lines<'a>>>,
    at: usize,
    text: &'a str,
}

impl<'a> Reader<'a> {
    /// A reader of this text.
    pub(super) fn new(text: &'a str) -> Self {
        Self { lines: text.lines().enumerate().peekable(), at: 0, text }
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T, RecordError> {
        Err(RecordError { line: self.at, message: message.into() })
    }

    fn next(&mut self) -> Result<&'a str, RecordError> {
        match self.lines.next() {
            Some((at, line)) => {
                self.at = at + 1;
                Ok(line.trim_end())
            }
            None => self.error("the file stops here: expected more lines and a closing line 'close N'"),
        }
    }

    fn next_if(&mut self, prefix: &str) -> Option<&'a str> {
        let (_, line) = self.lines.peek()?;
        let rest = line.strip_prefix(prefix)?;
        self.at += 1;
        self.lines.next();
        Some(rest.trim_end())
    }

    /// Reads and checks it all.
    pub(super) fn read<G: Game>(mut self) -> Result<Record<G>, RecordError> {
        let mut record = self.read_head::<G>()?;
        loop {
            let line = self.next()?;
            if let Some(count) = line.strip_prefix("close ") {
                if count != record.entries.len().to_string() {
                    return self.error(format!(
                        "'close {count}' does not fit: expected close {}",
                        record.entries.len()
                    ));
                }
                break;
            }
            if let Some(told) = line.strip_prefix("seed ") {
                let Some(seed) = Seed::read(told) else {
                    return self.error("the seed is malformed: expected 64 hexadecimal digits");
                };
                if !record.reveal(&seed) {
                    return self.error("the seed does not fit the commitment, or the game is not over");
                }
                continue;
            }
            if let Some(told) = line.strip_prefix("winners ") {
                let real = record.outcome();
                if real.map(|outcome| format!("{} | {}", outcome.winners, outcome.reason)).as_deref()
                    != Some(told)
                {
                    return self.error("the winners are not those that the log leads to");
                }
                continue;
            }
            self.read_entry(line, &mut record)?;
        }
        match self.lines.find(|(_, line)| !line.trim().is_empty()) {
            Some((at, _)) => {
                self.at = at + 1;
                self.error("there is more after the closing line: expected the end of the file")
            }
            None => Ok(record),
        }
    }

    fn read_head<G: Game>(&mut self) -> Result<Record<G>, RecordError> {
        let summary = Summary::read(self.text)?;
        if summary.game != G::INFO.name {
            return Err(RecordError { line: 2, message: format!("expected a game of {}", G::INFO.name) });
        }
        self.next()?;
        self.next()?;
        match self.next()?.strip_prefix("rules ") {
            Some(version) if version == G::INFO.rules_version.to_string() => {}
            Some(version) => {
                let now = G::INFO.rules_version;
                return self
                    .error(format!("written under rules version {version}: this version plays {now}"));
            }
            None => return self.error("expected 'rules VERSION'"),
        }
        let mut options = Options::new();
        while let Some(pair) = self.next_if("set ") {
            if let Err(message) = options.set_pair(pair) {
                return self.error(message);
            }
        }
        let rules = match G::Rules::from_options(&options) {
            Ok(rules) => rules,
            Err(message) => return self.error(message),
        };
        let mut names = Vec::new();
        while let Some(line) = self.next_if("seat ") {
            let expected = Seat::checked(names.len()).map(|seat| format!("{seat} "));
            match expected.as_deref().and_then(|letter| line.strip_prefix(letter)) {
                Some(name) => names.push(name.to_owned()),
                None => {
                    return self.error("seats are out of order: expected 'seat A NAME', 'seat B NAME', …");
                }
            }
        }
        if names.len() != rules.players() {
            let wants = rules.players();
            let has = match names.len() {
                1 => "1 seat is".to_owned(),
                several => format!("{several} seats are"),
            };
            return self.error(format!("{has} named: expected {wants}"));
        }
        let commitment = self.next_if("commitment ").map(str::to_owned);
        let line = self.next()?;
        let marked = self.split(line)?;
        let Some(drawn) = marked.body.strip_prefix("opening |") else {
            return self.error("expected 'opening | DRAWS | HASHES'");
        };
        let opening = self.read_numbers(drawn)?;
        let mut script = Script::exact(opening.iter().copied());
        let start = G::new(&rules, &mut script);
        self.check_script(&script)?;
        let record = Record::open(rules, names, commitment, opening, start);
        self.check_mark(&record, &marked)?;
        Ok(record)
    }

    fn read_entry<G: Game>(&self, line: &str, record: &mut Record<G>) -> Result<(), RecordError> {
        let marked = self.split(line)?;
        let Some((words, drawn)) = marked.body.rsplit_once('|') else {
            return self.error("expected 'N SEAT ACTION | DRAWS | HASHES'");
        };
        let mut words = words.trim().splitn(3, ' ');
        let (seq, seat, action) = (words.next(), words.next(), words.next());
        let expected = record.entries.len() + 1;
        if seq != Some(expected.to_string().as_str()) {
            return self.error(format!("expected entry {expected}"));
        }
        let Some(seat) = seat.and_then(Seat::from_letter) else {
            return self.error("expected a seat's letter after the number");
        };
        let action = action.unwrap_or_default().trim();
        if action == "undo" {
            if let Err(refusal) = record.undo(seat) {
                return self.error(format!("this undo is not allowed: {refusal}"));
            }
            return self.check_mark(record, &marked);
        }
        if action == "take-back" {
            if !record.take_back(seat) {
                return self.error("there is nothing to take back yet");
            }
            return self.check_mark(record, &marked);
        }
        if action == "resigned" {
            if !record.resign(seat) {
                return self.error("the game is over, or this is no seat of it: there is nothing to give up");
            }
            return self.check_mark(record, &marked);
        }
        let action = match G::read(&record.rules, action) {
            Ok(action) => action,
            Err(message) => return self.error(message),
        };
        let mut script = Script::exact(self.read_numbers(drawn)?);
        if let Err(refusal) = record.play(seat, action, &mut script) {
            return self.error(format!("this action is not allowed here: {refusal}"));
        }
        self.check_script(&script)?;
        self.check_mark(record, &marked)
    }

    fn split<'b>(&self, line: &'b str) -> Result<Marked<'b>, RecordError> {
        let split = line.rsplit_once('|').and_then(|(body, hashes)| {
            let (state, chained) = hashes.trim().split_once(' ')?;
            Some(Marked { body: body.trim_end(), state, link: chained })
        });
        match split {
            Some(marked) => Ok(marked),
            None => self.error("the line is malformed: expected 'WORDS | DRAWS | STATE LINK'"),
        }
    }

    fn read_numbers(&self, text: &str) -> Result<Vec<u32>, RecordError> {
        let mut numbers = Vec::new();
        for word in text.split_whitespace() {
            match word.parse() {
                Ok(number) => numbers.push(number),
                Err(_) => return self.error(format!("'{word}' is not a draw: expected a number")),
            }
        }
        Ok(numbers)
    }

    fn check_script(&self, script: &Script) -> Result<(), RecordError> {
        if let Some(fault) = script.fault() {
            return self.error(format!("the draws do not fit the rules: {fault}"));
        }
        if script.left() > 0 {
            return self.error(format!("{} more draws are recorded than the rules ask for", script.left()));
        }
        Ok(())
    }

    fn check_mark<G: Game>(&self, record: &Record<G>, marked: &Marked<'_>) -> Result<(), RecordError> {
        let (state, expected) = record.marks.last().expect("every line has its mark");
        let previous = record.marks.len().checked_sub(2).map_or("", |at| &record.marks[at].1);
        let body = if previous.is_empty() {
            format!("{}{}", record.head(), marked.body)
        } else {
            marked.body.to_owned()
        };
        if link(previous, &body, marked.state) != marked.link {
            return self.error("this line was changed after it was written: its link does not fit");
        }
        if state != marked.state {
            return self.error(format!("this replays to state {state}: expected {}", marked.state));
        }
        if expected != marked.link {
            return self.error("this line is not written the way a record writes it");
        }
        Ok(())
    }
}
