//! Whether a lesson can be played, by every way there is.

use std::collections::BTreeSet;

use super::{Expected, Lesson, LessonError, Step, Way};
use crate::game::{Rulebook as _, Staged, Tell, Turn};
use crate::led::Led;
use crate::record::Record;
use crate::scenario::{agree, truth};
use crate::seat::Seat;
use crate::seed::{Fair, Seed};

/// Everything that is wrong with a lesson as a game of `G`, in the order of its lines: it is played by every way that the learner can take.
pub fn check<G: Staged + Tell>(lesson: &Lesson) -> Vec<LessonError> {
    let rules = match G::Rules::from_options(&lesson.options) {
        Ok(rules) => rules,
        Err(error) => return vec![lesson.flaw(1, error.to_string())],
    };
    let names: Vec<String> = Seat::all(rules.players()).map(|seat| seat.to_string()).collect();
    let mut luck = Seed::from_number(lesson.seed).chance();
    let record = if lesson.setup.is_empty() {
        Record::start(rules, names, None, &mut luck)
    } else {
        let last = lesson.setup.last().map_or(1, |line| line.line);
        let state = match G::stage(&rules, &lesson.setup) {
            Ok(state) => state,
            Err(fault) => return vec![lesson.flaw(fault.line, fault.message)],
        };
        if let Err(broken) = state.invariants(&rules) {
            return vec![lesson.flaw(last, format!("the position is impossible: {broken}"))];
        }
        Record::from_position(rules, names, state)
    };
    let mut walker = Walker { lesson, flaws: BTreeSet::new() };
    walker.words();
    walker.from(0, &record, &luck);
    walker.flaws.into_iter().map(|(line, what)| lesson.flaw(line, what)).collect()
}

struct Walker<'a> {
    lesson: &'a Lesson,
    flaws: BTreeSet<(usize, String)>,
}

impl Walker<'_> {
    fn flaw(&mut self, line: usize, what: impl Into<String>) {
        self.flaws.insert((line, what.into()));
    }

    /// What is said names nobody who is not there.
    fn words(&mut self) {
        let said = self.lesson.steps.iter().flat_map(|step| {
            let ways = step.ways.iter().map(|way| (way.line, way.reply.clone()));
            std::iter::once((step.line, step.text.clone())).chain(ways)
        });
        let odd: Vec<usize> = said.filter(|(_, text)| odd_braces(text)).map(|(line, _)| line).collect();
        for line in odd {
            self.flaw(line, "braces stand around a seat's letter, as {B}, and around nothing else");
        }
    }

    fn from<G: Staged + Tell>(&mut self, at: usize, record: &Record<G>, luck: &Fair) {
        let lesson = self.lesson;
        let Some(step) = lesson.steps.get(at) else { return self.expect(&lesson.expects, record) };
        self.expect(&step.expects, record);
        let Some(seat) = step.seat else {
            let mut ahead: Vec<usize> = step.ways.iter().map(|way| way.to).collect();
            ahead.dedup();
            return ahead.into_iter().for_each(|to| self.from(to, record, luck));
        };
        let (state, rules) = (record.state(), record.rules());
        if !matches!(state.turn(rules), Turn::Decide(seats) if seats.contains(seat)) {
            let turn = truth(state, rules, "turn").unwrap_or_default();
            return self.flaw(step.line, format!("it is not for {seat} to decide: turn {turn}"));
        }
        for way in &step.ways {
            if let Some((record, luck)) = self.take(step, way, seat, record, luck) {
                self.from(way.to, &record, &luck);
            }
        }
    }

    fn expect<G: Staged + Tell>(&mut self, expects: &[Expected], record: &Record<G>) {
        for Expected { line, name, value } in expects {
            match truth(record.state(), record.rules(), name) {
                Some(fact) if agree(&fact, value) => {}
                Some(fact) => self.flaw(*line, format!("{name}: {fact}; expected: {value}")),
                None => self.flaw(*line, format!("there is no fact '{name}' to expect")),
            }
        }
    }

    /// The game after a move, and its luck; or what is wrong with it.
    fn take<G: Staged + Tell>(
        &mut self,
        step: &Step,
        way: &Way,
        seat: Seat,
        record: &Record<G>,
        luck: &Fair,
    ) -> Option<(Record<G>, Fair)> {
        let rules = record.rules();
        let action = match G::read(rules, &way.says) {
            Ok(action) => action,
            Err(unread) => {
                self.flaw(way.line, format!("{unread} ({})", legal(record, seat)));
                return None;
            }
        };
        let notation = G::write(rules, action);
        if notation != way.says {
            self.flaw(way.line, format!("'{}' is written in another way: expected '{notation}'", way.says));
        }
        let mut given = Vec::new();
        for draw in &way.draws {
            match G::wish(rules, draw) {
                Ok(number) => given.push(number),
                Err(unread) => self.flaw(step.line, unread.to_string()),
            }
        }
        if !given.is_empty() && self.lesson.setup.is_empty() {
            self.flaw(way.line, "what is drawn can be said only where the position is set up");
        }
        let mut record = record.clone();
        let mut led = Led::new(given, luck.clone());
        if let Err(refusal) = record.play(seat, action, &mut led).map(drop) {
            self.flaw(way.line, format!("{seat} may not {}: {refusal} ({})", way.says, legal(&record, seat)));
            return None;
        }
        let (luck, fits) = led.finish();
        if !fits {
            self.flaw(way.line, "the draws that are said before it can't come, or are more than it draws");
        }
        if let Err(broken) = record.state().invariants(record.rules()) {
            self.flaw(way.line, format!("an invariant broke: {broken}"));
        }
        Some((record, luck))
    }
}

/// What the seat may do.
fn legal<G: Staged + Tell>(record: &Record<G>, seat: Seat) -> String {
    let mut legal = Vec::new();
    record.state().legal(record.rules(), seat, &mut legal);
    let texts: Vec<_> = legal.iter().map(|action| G::write(record.rules(), *action)).collect();
    format!("{seat} may: {}", texts.join(" | "))
}

/// Whether a text has braces that do not stand around a seat's letter.
fn odd_braces(text: &str) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let named = rest[at..].strip_prefix('{').and_then(|rest| rest.split_once('}'));
        match named.filter(|(letter, _)| Seat::from_letter(letter).is_some()) {
            Some((_, after)) => rest = after,
            None => return true,
        }
    }
    false
}
