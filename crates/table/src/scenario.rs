//! Markdown files as test suites: prose, a fenced block with a position, the actions, and what to expect.
//!
//! ````text
//! # A second action is needed out of town (GTR-31)
//!
//! ```scenario
//! game: glory-to-rome
//! set: players=3
//! A hand: Dock, Jack
//! ---
//! draws: Palisade, Bar
//! A lead craftsman with Dock
//! A lay Market out of town => GTR-31
//! A may: skip
//! A may not: lay Market
//! A legal: skip | lay Dock
//! A sees B hand: 5 cards
//! expect pool: 2 Brick
//! expect turn: A
//! ```
//! ````
//!
//! Lines before `---` set the position up, lines after it play and look. A fenced block `defaults` gives setup lines for
//! every later block of its file. `=>` expects a refusal with that rule's number. `draws:` says what is drawn next; what is
//! not said is drawn at random from a fixed seed. `A undo` takes A's last decision back. `expect` knows `turn`, `winners`, `over`,
//! `score A`, `tally A` (what the score is made of) and `count NAME` (how many things a fact lists) for every game, and the game's own
//! facts. A refusal's words are looked for with `; fact: TEXT` and `; remedy: TEXT` after the rule's number. `A is asked: TEXT` looks into the
//! question, `A is told: TEXT` into what A hears of the last decision. The setup line `deal:` begins with the game's own deal, its draws in
//! order, in place of a position. `#` starts a comment inside a block.

use serde::Serialize;
use thiserror::Error;

use crate::chance::Script;
use crate::game::{Part, Rulebook, Staged, Tell, Turn, Viewer};
use crate::items::Items;
use crate::options::Options;
use crate::record::Record;
use crate::seat::Seat;
use crate::text::Text;

/// One `key: value` line of a setup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupLine {
    /// Its line in the file, from 1.
    pub line: usize,
    /// What is set.
    pub key: String,
    /// To what.
    pub value: String,
}

/// What is wrong, and on which line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {message}")]
pub struct Fault {
    /// The line in the file, from 1.
    pub line: usize,
    /// What is wrong with it, and what was expected.
    pub message: String,
}

impl Fault {
    /// A fault on a line.
    pub fn new(line: usize, message: impl Into<String>) -> Self {
        Self { line, message: message.into() }
    }
}

/// A line of a file: its number, from 1, and its text.
pub type Line = (usize, String);

/// One fenced block: a position, and what happens in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// The line its fence opens on.
    pub line: usize,
    /// The nearest heading above it.
    pub heading: String,
    /// The game it is about.
    pub game: String,
    /// The table's options.
    pub options: Options,
    /// The other setup lines.
    pub setup: Vec<SetupLine>,
    /// The script: line numbers and texts.
    pub script: Vec<Line>,
}

/// How a block went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Everything was as expected.
    Passed,
    /// Something was not as expected.
    Failed(Fault),
    /// The block can't be run: it is malformed, or its position is impossible.
    Malformed(Fault),
}

/// A failure as reported to programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Failure {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The heading above the block.
    pub heading: String,
    /// What was wrong.
    pub message: String,
}

/// Finds the blocks of a file. A malformed block is a fault.
pub fn blocks(text: &str) -> Result<Vec<Block>, Fault> {
    let mut blocks = Vec::new();
    let mut heading = String::new();
    let mut defaults: Vec<Line> = Vec::new();
    let mut fence: Option<(usize, String, Vec<Line>)> = None;
    for (at, raw) in text.lines().enumerate() {
        let line = at + 1;
        let trimmed = raw.trim();
        if let Some((opened, kind, mut body)) = fence.take() {
            if trimmed == "```" {
                match kind.as_str() {
                    "scenario" => blocks.push(block(opened, &heading, &defaults, &body)?),
                    "defaults" => defaults = body,
                    _ => {}
                }
            } else {
                body.push((line, raw.to_owned()));
                fence = Some((opened, kind, body));
            }
        } else if let Some(kind) = trimmed.strip_prefix("```") {
            fence = Some((line, kind.trim().to_owned(), Vec::new()));
        } else if trimmed.starts_with('#') {
            trimmed.trim_start_matches('#').trim().clone_into(&mut heading);
        }
    }
    match fence {
        Some((opened, _, _)) => Err(Fault::new(opened, "this fence is never closed: expected a line ```")),
        None => Ok(blocks),
    }
}

fn block(line: usize, heading: &str, defaults: &[Line], body: &[Line]) -> Result<Block, Fault> {
    let clean = |text: &str| text.split('#').next().unwrap_or_default().trim().to_owned();
    let mut block = Block {
        line,
        heading: heading.to_owned(),
        game: String::new(),
        options: Options::new(),
        setup: Vec::new(),
        script: Vec::new(),
    };
    let divider = body.iter().position(|(_, text)| text.trim() == "---");
    let Some(divider) = divider else {
        return Err(Fault::new(line, "this block has no script: expected a line --- after the setup"));
    };
    for (line, text) in defaults.iter().chain(&body[..divider]) {
        let text = clean(text);
        if text.is_empty() {
            continue;
        }
        let Some((key, value)) = text.split_once(':') else {
            return Err(Fault::new(*line, format!("'{text}' is not a setup line: expected 'key: value'")));
        };
        let (key, value) = (key.trim(), value.trim());
        match key {
            "game" => value.clone_into(&mut block.game),
            "set" => {
                for pair in value.split([',', ' ']).filter(|pair| !pair.is_empty()) {
                    block.options.set_pair(pair).map_err(|message| Fault::new(*line, message))?;
                }
            }
            _ => block.setup.push(SetupLine { line: *line, key: key.to_owned(), value: value.to_owned() }),
        }
    }
    if block.game.is_empty() {
        return Err(Fault::new(line, "the block names no game: expected a line 'game: NAME'"));
    }
    for (line, text) in &body[divider + 1..] {
        let text = clean(text);
        if !text.is_empty() {
            block.script.push((*line, text));
        }
    }
    Ok(block)
}

/// What stopped a script.
enum Stop {
    Failed(Fault),
    Malformed(Fault),
}

fn failed<T>(line: usize, message: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::Failed(Fault::new(line, message)))
}

fn malformed<T>(line: usize, message: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::Malformed(Fault::new(line, message)))
}

/// Runs one block as a game of `G`.
pub fn run<G: Staged + Tell>(block: &Block) -> Verdict {
    let rules = match G::Rules::from_options(&block.options) {
        Ok(rules) => rules,
        Err(message) => return Verdict::Malformed(Fault::new(block.line, message)),
    };
    let mut playing = match begin::<G>(rules, block) {
        Ok(playing) => playing,
        Err(fault) => return Verdict::Malformed(fault),
    };
    for (line, text) in &block.script {
        match playing.line(*line, text) {
            Ok(()) => {}
            Err(Stop::Failed(fault)) => return Verdict::Failed(fault),
            Err(Stop::Malformed(fault)) => return Verdict::Malformed(fault),
        }
        if let Some(fault) = playing.luck.fault() {
            return Verdict::Malformed(Fault::new(*line, fault));
        }
        if let Err(message) = playing.record.state().invariants(playing.record.rules()) {
            return Verdict::Failed(Fault::new(*line, format!("an invariant broke: {message}")));
        }
    }
    if playing.luck.left() > 0 {
        let last = block.script.last().map_or(block.line, |(line, _)| *line);
        let message = format!("{} of the draws announced by 'draws:' never came", playing.luck.left());
        return Verdict::Failed(Fault::new(last, message));
    }
    Verdict::Passed
}

/// The position of a block: set up line by line, or dealt as the game deals.
fn begin<G: Staged + Tell>(rules: G::Rules, block: &Block) -> Result<Stage<G>, Fault> {
    let names = Seat::all(rules.players()).map(|seat| seat.to_string()).collect();
    let (dealt, placed): (Vec<_>, Vec<_>) = block.setup.iter().partition(|line| line.key == "deal");
    let Some(first) = dealt.first() else {
        let state = G::stage(&rules, &block.setup)?;
        if let Err(message) = state.invariants(&rules) {
            return Err(Fault::new(block.line, format!("the position is impossible: {message}")));
        }
        let luck = Script::then_light([], 1);
        return Ok(Stage { record: Record::from_position(rules, names, state), luck });
    };
    if let Some(other) = placed.first() {
        let message = format!("'{}' can't be set up beside 'deal:': expected nothing else", other.key);
        return Err(Fault::new(other.line, message));
    }
    let mut luck = Script::then_light([], 1);
    for line in &dealt {
        wish::<G>(&rules, &line.value, &mut luck).map_err(|message| Fault::new(line.line, message))?;
    }
    let record = Record::start(rules, names, None, &mut luck);
    match (luck.fault(), luck.left()) {
        (Some(fault), _) => Err(Fault::new(first.line, fault)),
        (None, 0) => Ok(Stage { record, luck }),
        (None, left) => Err(Fault::new(first.line, format!("{left} of the draws of 'deal:' never came"))),
    }
}

/// Adds what is to be drawn next, by its names.
fn wish<G: Staged>(rules: &G::Rules, text: &str, luck: &mut Script) -> Result<(), String> {
    for (count, name) in Items::parts(text) {
        let number = G::wish(rules, name)?;
        (0..count).for_each(|_| luck.add(number));
    }
    Ok(())
}

struct Stage<G: Staged + Tell> {
    record: Record<G>,
    luck: Script,
}

impl<G: Staged + Tell> Stage<G> {
    fn line(&mut self, line: usize, text: &str) -> Result<(), Stop> {
        if let Some(draws) = text.strip_prefix("draws:") {
            return wish::<G>(self.record.rules(), draws, &mut self.luck)
                .or_else(|message| malformed(line, message));
        }
        if let Some(expectation) = text.strip_prefix("expect ") {
            let Some((name, value)) = expectation.split_once(':') else {
                return malformed(
                    line,
                    format!("'{text}' is not an expectation: expected 'expect NAME: VALUE'"),
                );
            };
            return self.expect(line, name.trim(), value.trim());
        }
        let Some((seat, rest)) = text.split_once(' ') else {
            return malformed(line, format!("'{text}' is not understood: expected 'SEAT ACTION'"));
        };
        let Some(seat) = Seat::from_letter(seat).filter(|seat| seat.index() < self.record.rules().players())
        else {
            return malformed(line, format!("'{seat}' is no seat of this table: expected A, B, …"));
        };
        let rest = rest.trim();
        if let Some(list) = rest.strip_prefix("legal:") {
            return self.legal(line, seat, list);
        }
        if let Some(list) = rest.strip_prefix("may not:") {
            return self.may(line, seat, list, false);
        }
        if let Some(list) = rest.strip_prefix("may:") {
            return self.may(line, seat, list, true);
        }
        if let Some(seen) = rest.strip_prefix("sees ") {
            return self.sees(line, seat, seen);
        }
        if let Some(asked) = rest.strip_prefix("is ") {
            return self.is(line, seat, asked.trim());
        }
        if let Some(undo) = rest.strip_prefix("undo") {
            return self.undo(line, seat, undo.trim());
        }
        match rest.split_once("=>") {
            Some((action, rule)) => self.refused(line, seat, action.trim(), rule.trim()),
            None => self.play(line, seat, rest),
        }
    }

    fn read(&self, line: usize, text: &str) -> Result<G::Action, Stop> {
        G::read(self.record.rules(), text).or_else(|message| malformed(line, message))
    }

    fn play(&mut self, line: usize, seat: Seat, text: &str) -> Result<(), Stop> {
        let action = self.read(line, text)?;
        match self.record.play(seat, action, &mut self.luck) {
            Ok(_) => Ok(()),
            Err(refusal) => failed(line, format!("{seat} may not {text}: {refusal}")),
        }
    }

    /// Whether what was said is asked of the seat, or told to it.
    fn is(&self, line: usize, seat: Seat, text: &str) -> Result<(), Stop> {
        let (state, rules) = (self.record.state(), self.record.rules());
        let asked = matches!(state.turn(rules), Turn::Decide(seats) if seats.contains(seat));
        let prompt = || G::asked(rules, &state.view(rules, Viewer::Seat(seat))).to_string();
        let news =
            || Text::joined(self.record.news(self.record.steps().len(), Viewer::Seat(seat)), " ").to_string();
        let (what, wanted) = text.split_once(':').unwrap_or((text, ""));
        let wanted = wanted.trim();
        match (what.trim(), asked) {
            ("asked", true) if contains(&prompt(), wanted) => Ok(()),
            ("asked", true) => failed(line, format!("{seat} is asked '{}'; expected: {wanted}", prompt())),
            ("asked", false) => failed(line, format!("{seat} is not asked anything")),
            ("not asked", false) => Ok(()),
            ("not asked", true) => failed(line, format!("{seat} is asked '{}'", prompt())),
            ("told", _) if contains(&news(), wanted) => Ok(()),
            ("told", _) => failed(line, format!("{seat} is told '{}'; expected: {wanted}", news())),
            ("not told", _) if !contains(&news(), wanted) => Ok(()),
            ("not told", _) => failed(line, format!("{seat} is told '{}'", news())),
            _ => malformed(
                line,
                "expected 'is asked: TEXT', 'is not asked', 'is told: TEXT' or 'is not told: TEXT'",
            ),
        }
    }

    fn refused(&self, line: usize, seat: Seat, text: &str, expected: &str) -> Result<(), Stop> {
        let action = self.read(line, text)?;
        let mut parts = expected.split(';').map(str::trim);
        let rule = parts.next().unwrap_or_default();
        match self.record.state().refusal(self.record.rules(), seat, action) {
            Some(refusal) if refusal.rule == rule => parts.try_for_each(|part| {
                let (name, words) = part.split_once(':').unwrap_or((part, ""));
                let said = match name.trim() {
                    "fact" => refusal.fact.to_string(),
                    "remedy" => refusal.remedy.to_string(),
                    other => {
                        return malformed(
                            line,
                            format!("'{other}' is no part of a refusal: expected fact or remedy"),
                        );
                    }
                };
                if contains(&said, words.trim()) {
                    return Ok(());
                }
                failed(line, format!("the {} is '{said}'; expected: {}", name.trim(), words.trim()))
            }),
            Some(refusal) => failed(line, format!("expected a refusal by {rule}, got {refusal}")),
            None => failed(line, format!("expected a refusal by {rule}, but {seat} may {text}")),
        }
    }

    fn undo(&mut self, line: usize, seat: Seat, rest: &str) -> Result<(), Stop> {
        match (rest, self.record.may_undo(seat)) {
            ("", Ok(())) => self.record.undo(seat).or_else(|refusal| failed(line, refusal.to_string())),
            ("=> refused", Err(_)) => Ok(()),
            ("", Err(refusal)) => failed(line, refusal.to_string()),
            ("=> refused", Ok(())) => failed(line, format!("{seat} could undo")),
            _ => malformed(line, "expected 'SEAT undo' or 'SEAT undo => refused'"),
        }
    }

    fn now(&self, seat: Seat) -> Vec<G::Action> {
        let mut legal = Vec::new();
        self.record.state().legal(self.record.rules(), seat, &mut legal);
        legal.sort();
        legal
    }

    fn texts(&self, actions: &[G::Action]) -> String {
        let texts: Vec<_> = actions.iter().map(|action| G::write(self.record.rules(), *action)).collect();
        if texts.is_empty() { "nothing".to_owned() } else { texts.join(" | ") }
    }

    fn legal(&self, line: usize, seat: Seat, list: &str) -> Result<(), Stop> {
        let mut expected = Vec::new();
        for text in list.split('|').map(str::trim).filter(|text| !text.is_empty() && *text != "none") {
            expected.push(self.read(line, text)?);
        }
        expected.sort();
        let legal = self.now(seat);
        if legal == expected {
            return Ok(());
        }
        failed(line, format!("{seat} may: {}; expected: {}", self.texts(&legal), self.texts(&expected)))
    }

    fn may(&self, line: usize, seat: Seat, list: &str, expected: bool) -> Result<(), Stop> {
        let legal = self.now(seat);
        for text in list.split('|').map(str::trim).filter(|text| !text.is_empty()) {
            if legal.contains(&self.read(line, text)?) != expected {
                let negation = if expected { "not " } else { "" };
                let legal = self.texts(&legal);
                return failed(line, format!("{seat} may {negation}{text}; legal: {legal}"));
            }
        }
        Ok(())
    }

    fn sees(&self, line: usize, seat: Seat, text: &str) -> Result<(), Stop> {
        let Some((name, value)) = text.split_once(':') else {
            return malformed(line, "expected 'SEAT sees NAME: VALUE'");
        };
        let view = self.record.state().view(self.record.rules(), Viewer::Seat(seat));
        match G::seen(self.record.rules(), &view, name.trim()) {
            Some(seen) => compare(line, &format!("{seat} sees {}", name.trim()), &seen, value.trim()),
            None => malformed(line, format!("a view has no '{}'", name.trim())),
        }
    }

    fn expect(&self, line: usize, name: &str, value: &str) -> Result<(), Stop> {
        match truth(self.record.state(), self.record.rules(), name) {
            Some(fact) => compare(line, name, &fact, value),
            None => match name.strip_prefix("count ") {
                Some(fact) => malformed(line, format!("there is no fact '{fact}' to count")),
                None => malformed(line, format!("there is no fact '{name}' to expect")),
            },
        }
    }
}

/// The value of what `expect` names, of the true position: of every game's facts, and of this one's.
pub(crate) fn truth<G: Staged + Tell>(state: &G, rules: &G::Rules, name: &str) -> Option<String> {
    let outcome = state.outcome(rules);
    if let Some(fact) = name.strip_prefix("count ") {
        return state.fact(rules, fact.trim()).map(|fact| Items::read(&fact).total().to_string());
    }
    if let Some(seat) = name.strip_prefix("tally ").and_then(Seat::from_letter) {
        let parts = outcome.and_then(|_| state.tally(rules).into_iter().nth(seat.index()));
        let said = |parts: Vec<Part>| parts.iter().map(Part::to_string).collect::<Vec<_>>().join(", ");
        return Some(parts.map_or("none yet".to_owned(), said));
    }
    let general = match name {
        "turn" => Some(match state.turn(rules) {
            Turn::Decide(seats) => seats.to_string(),
            Turn::Over => "over".to_owned(),
        }),
        "winners" => Some(outcome.map_or("none yet".to_owned(), |outcome| outcome.winners.to_string())),
        "over" => Some(outcome.map_or("not over".to_owned(), |outcome| outcome.reason.to_owned())),
        _ => {
            let seat = name.strip_prefix("score ").and_then(Seat::from_letter);
            seat.zip(outcome).map(|(seat, outcome)| outcome.scores[seat].to_string())
        }
    };
    general.or_else(|| state.fact(rules, name))
}

/// Whether the words stand in the text, whatever their case.
fn contains(text: &str, words: &str) -> bool {
    text.to_lowercase().contains(&words.to_lowercase())
}

fn compare(line: usize, name: &str, real: &str, expected: &str) -> Result<(), Stop> {
    if agree(real, expected) { Ok(()) } else { failed(line, format!("{name}: {real}; expected: {expected}")) }
}

/// Whether a fact is as expected: the same things, however they are listed.
pub(crate) fn agree(real: &str, expected: &str) -> bool {
    let (is, wanted) = (Items::read(real), Items::read(expected));
    // `5 cards` counts cards, whatever the viewer can see of them.
    let counted = wanted.only("card").or(wanted.only("cards"));
    is == wanted || counted.is_some_and(|count| count == is.total())
}
