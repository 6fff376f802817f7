//! A measurement in parts, for many machines: each plays its own share of the games into a file, and the files together give what one
//! machine would have found, to the last digit.
//!
//! Which games belong to a part follows from their numbers alone, and every game's luck from the seed and its number, so neither the
//! number of parts nor who plays them changes anything.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;
use std::sync::Mutex;

use bots::Mind;
use serde::{Deserialize, Serialize};
use table::{Options, Rulebook, Traced};

use crate::balance::{Balance, Findings, Seen};
use crate::error::LabError;
use crate::lottery::{Denial, Drawn, Lottery, Worth, worths};
use crate::tournament::{Done, Pace, Report, Tournament};

/// Which part of how many, from 1: `3/8`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Part {
    /// Its number, from 1.
    pub number: u64,
    /// How many there are.
    pub of: u64,
}

impl Part {
    /// All there is.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Whether what has this number, from 0, belongs to it.
    pub const fn takes(self, number: u64) -> bool {
        number % self.of == self.number - 1
    }
}

impl FromStr for Part {
    type Err = LabError;

    fn from_str(text: &str) -> Result<Self, LabError> {
        let numbers = text.split_once('/').and_then(|(number, of)| {
            let part = Self { number: number.parse().ok()?, of: of.parse().ok()? };
            (1..=part.of).contains(&part.number).then_some(part)
        });
        numbers.ok_or_else(|| LabError::Part(format!("'{text}' is no part: expected one like 3/8")))
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "part {} of {}", self.number, self.of)
    }
}

/// What is measured.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum What {
    /// A tournament.
    Tournament {
        /// Who plays.
        players: Vec<String>,
        /// How many games each table of players plays.
        games: u64,
        /// All luck comes from this number.
        seed: u64,
        /// Whether all games count even if every difference is settled before.
        whole: bool,
    },
    /// What a card set does.
    Balance {
        /// Who sits on every seat.
        player: String,
        /// How many games.
        games: u64,
        /// All luck comes from this number.
        seed: u64,
    },
    /// What things are worth to those who want them, by lot.
    Lots {
        /// Who sits on every seat.
        player: String,
        /// How many games.
        games: u64,
        /// All luck comes from this number.
        seed: u64,
    },
}

impl What {
    /// The tournament, if it is one.
    fn tournament(&self, jobs: usize) -> Result<Tournament, LabError> {
        let Self::Tournament { players, games, seed, whole } = self else {
            return Err(LabError::Part("this is no tournament".to_owned()));
        };
        let pace = if *whole { Pace::Whole } else { Pace::UntilSettled };
        Ok(Tournament { players: players.clone(), games: *games, seed: *seed, jobs, pace })
    }

    /// What a card set does, if that is measured.
    fn balance(&self, jobs: usize) -> Result<Balance, LabError> {
        let Self::Balance { player, games, seed } = self else {
            return Err(LabError::Part("this measures no card set".to_owned()));
        };
        Ok(Balance { player: player.clone(), games: *games, seed: *seed, jobs })
    }

    /// What things are worth by lot, if that is measured.
    fn lottery(&self, jobs: usize) -> Result<Lottery, LabError> {
        let Self::Lots { player, games, seed } = self else {
            return Err(LabError::Part("this draws no lots".to_owned()));
        };
        Ok(Lottery { player: player.clone(), games: *games, seed: *seed, jobs, denial: Denial::Real })
    }
}

/// A measurement, wholly described: parts of the same one can be put together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Spec {
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// What it is played with.
    pub options: BTreeMap<String, String>,
    /// What is measured.
    pub what: What,
}

/// The first line of a part's file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Heading {
    gloria: Spec,
    part: Part,
}

/// What all parts together found.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Found {
    /// Of a tournament.
    Tournament(Report),
    /// Of a card set.
    Balance(Findings),
    /// Of what things are worth by lot.
    Lots(Vec<Worth>),
}

/// A part's file as it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartFile {
    name: String,
    heading: Heading,
    lines: Vec<String>,
}

impl PartFile {
    /// Reads a file; the error names it and says what is wrong. A last line that was cut off is left out.
    pub fn read(name: &str, text: &str) -> Result<Self, LabError> {
        let mut lines = text.lines();
        let heading = lines.next().and_then(|line| serde_json::from_str(line).ok());
        let heading: Heading = heading.ok_or_else(|| {
            LabError::Part(format!("{name} is no part: expected a file that --shard wrote"))
        })?;
        let lines = lines.filter(|line| serde_json::from_str::<serde::de::IgnoredAny>(line).is_ok());
        Ok(Self { name: name.to_owned(), heading, lines: lines.map(str::to_owned).collect() })
    }

    /// The games it holds, a line each.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Which part it is.
    pub const fn part(&self) -> Part {
        self.heading.part
    }

    /// What it is a part of.
    pub const fn spec(&self) -> &Spec {
        &self.heading.gloria
    }
}

impl Spec {
    /// A measurement of the game `G`.
    pub fn new<G: Mind>(rules: &G::Rules, what: What) -> Self {
        let options = rules.options();
        let options = options.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        Self { game: G::INFO.name.to_owned(), rules_version: G::INFO.rules_version, options, what }
    }

    /// The first line of a part's file.
    pub fn heading(&self, part: Part) -> String {
        let heading = Heading { gloria: self.clone(), part };
        serde_json::to_string(&heading).expect("a heading is strings and numbers")
    }

    /// The rules it is played by.
    fn rules<G: Mind>(&self) -> Result<G::Rules, LabError> {
        if (self.game.as_str(), self.rules_version) != (G::INFO.name, G::INFO.rules_version) {
            let (game, version) = (&self.game, self.rules_version);
            let expected = format!("{} {}", G::INFO.name, G::INFO.rules_version);
            return Err(LabError::Part(format!("this is of {game} {version}: expected {expected}")));
        }
        let mut options = Options::new();
        self.options.iter().for_each(|(name, value)| options.set(name, value));
        Ok(G::Rules::from_options(&options)?)
    }

    /// Plays the games of a part that are not among the known lines, and tells each as a line when it is played.
    pub fn play<G: Mind + Traced>(
        &self,
        part: Part,
        known: &[String],
        jobs: usize,
        tell: &(dyn Fn(&str) + Sync),
    ) -> Result<(), LabError> {
        let rules = self.rules::<G>()?;
        let fault = Mutex::new(None);
        let note = |line: Result<String, serde_json::Error>| match line {
            Ok(line) => tell(&line),
            Err(error) => _ = fault.lock().map(|mut fault| *fault = Some(error.to_string())),
        };
        match &self.what {
            What::Tournament { .. } => {
                let (tournament, known) = (self.what.tournament(jobs)?, lines::<Done>(known));
                let seats = rules.players();
                let plan = (0..).zip(tournament.plan(seats)).filter(|(number, _)| part.takes(*number));
                let missing: Vec<_> = plan
                    .map(|(_, meeting)| meeting)
                    .filter(|meeting| !known.iter().any(|done| done.meeting == *meeting))
                    .collect();
                tournament.some::<G>(&rules, &missing, &|done| note(serde_json::to_string(done)))?;
            }
            What::Balance { games, .. } => {
                let (balance, known) = (self.what.balance(jobs)?, lines::<Seen>(known));
                let missing = missing(part, *games, known.iter().map(|seen| seen.game));
                balance.some::<G>(&rules, &missing, &|seen| note(serde_json::to_string(seen)))?;
            }
            What::Lots { games, .. } => {
                let (lottery, known) = (self.what.lottery(jobs)?, lines::<Drawn>(known));
                let missing = missing(part, *games, known.iter().map(|drawn| drawn.game));
                lottery.some::<G>(&rules, &missing, &|drawn| note(serde_json::to_string(drawn)))?;
            }
        }
        let fault = fault.into_inner().map_err(|_| LabError::Panicked)?;
        fault.map_or(Ok(()), |fault| Err(LabError::Part(fault)))
    }

    /// What all games together found: exactly what one machine would have.
    fn sum_up<G: Mind>(&self, all: &[String]) -> Result<Found, LabError> {
        let rules = self.rules::<G>()?;
        match &self.what {
            What::Tournament { .. } => {
                let report = self.what.tournament(1)?.run::<G>(&rules, &lines::<Done>(all), &|_| {})?;
                Ok(Found::Tournament(report))
            }
            What::Balance { .. } => {
                let mut seen = lines::<Seen>(all);
                seen.sort_by_key(|seen| seen.game);
                Ok(Found::Balance(self.what.balance(1)?.findings::<G>(rules.players(), &seen)))
            }
            What::Lots { .. } => Ok(Found::Lots(worths(lines::<Drawn>(all)))),
        }
    }

    /// How many games a part has.
    pub fn games_of<G: Mind>(&self, part: Part) -> Result<u64, LabError> {
        let games = match &self.what {
            What::Tournament { .. } => {
                self.what.tournament(1)?.plan(self.rules::<G>()?.players()).len() as u64
            }
            What::Balance { games, .. } | What::Lots { games, .. } => *games,
        };
        Ok((0..games).filter(|game| part.takes(*game)).count() as u64)
    }
}

/// The numbers of a part's games that are not known yet.
fn missing(part: Part, games: u64, known: impl Iterator<Item = u64>) -> Vec<u64> {
    let known: BTreeSet<u64> = known.collect();
    (0..games).filter(|game| part.takes(*game) && !known.contains(game)).collect()
}

/// The lines that can be read; what was cut off is played again.
fn lines<T: for<'de> Deserialize<'de>>(lines: &[String]) -> Vec<T> {
    lines.iter().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// Puts all parts of one measurement together. Any that is missing, there twice, not finished or of something else is told in one
/// sentence.
pub fn merge<G: Mind>(parts: &[PartFile]) -> Result<Found, LabError> {
    let no = |why: String| Err(LabError::Part(why));
    let Some(first) = parts.first() else { return no("there is nothing to put together".to_owned()) };
    let (spec, of) = (first.spec(), first.heading.part.of);
    for (at, file) in parts.iter().enumerate() {
        if file.spec() != spec || file.heading.part.of != of {
            return no(format!("{} is a part of something else than {}", file.name, first.name));
        }
        if let Some(other) = parts[..at].iter().find(|other| other.heading.part == file.heading.part) {
            return no(format!("{} and {} are both {}", other.name, file.name, file.heading.part));
        }
        let (there, all) = (file.lines.len() as u64, spec.games_of::<G>(file.heading.part)?);
        if there < all {
            return no(format!("{} is not finished: {there} of its {all} games are there", file.name));
        }
    }
    let there = |number: &u64| parts.iter().any(|file| file.heading.part.number == *number);
    if let Some(number) = (1..=of).find(|number| !there(number)) {
        return no(format!("{} is missing", Part { number, of }));
    }
    let all: Vec<String> = parts.iter().flat_map(|file| file.lines.iter().cloned()).collect();
    spec.sum_up::<G>(&all)
}

#[cfg(test)]
mod tests {
    use gloria_lots::{Lots, Rules};
    use serde_json::to_string;

    use super::*;

    fn rules() -> Rules {
        Rules::from_options(&Options::new().with("players", "2")).unwrap()
    }

    fn specs() -> [Spec; 4] {
        let players = ["greedy", "random"].map(str::to_owned).to_vec();
        let games = |whole| What::Tournament { players: players.clone(), games: 300, seed: 3, whole };
        let balance = What::Balance { player: "random".to_owned(), games: 90, seed: 4 };
        let lots = What::Lots { player: "random".to_owned(), games: 90, seed: 4 };
        [games(true), games(false), balance, lots].map(|what| Spec::new::<Lots>(&rules(), what))
    }

    fn part(spec: &Spec, part: Part, known: &[String]) -> String {
        let lines = Mutex::new(known.to_vec());
        spec.play::<Lots>(part, known, 2, &|line| lines.lock().unwrap().push(line.to_owned())).unwrap();
        [vec![spec.heading(part)], lines.into_inner().unwrap()].concat().join("\n")
    }

    fn parts(spec: &Spec, of: u64) -> Vec<PartFile> {
        let file = |number| {
            let name = format!("part-{number}");
            PartFile::read(&name, &part(spec, Part { number, of }, &[])).unwrap()
        };
        (1..=of).map(file).collect()
    }

    #[test]
    fn any_number_of_parts_finds_what_one_run_finds() {
        for spec in specs() {
            let alone = match &spec.what {
                What::Tournament { .. } => {
                    to_string(&spec.what.tournament(1).unwrap().run::<Lots>(&rules(), &[], &|_| {}).unwrap())
                }
                What::Balance { .. } => {
                    to_string(&spec.what.balance(1).unwrap().run::<Lots>(&rules(), &|| {}).unwrap())
                }
                What::Lots { .. } => {
                    to_string(&spec.what.lottery(1).unwrap().run::<Lots>(&rules(), &|| {}).unwrap())
                }
            };
            for of in [1, 2, 4] {
                let mut files = parts(&spec, of);
                files.reverse();
                let together = to_string(&merge::<Lots>(&files).unwrap()).unwrap();
                assert_eq!(&together, alone.as_ref().unwrap(), "{of} parts");
            }
        }
    }

    #[test]
    fn a_part_goes_on_where_it_stopped() {
        let third = Part { number: 3, of: 4 };
        for spec in specs() {
            let whole = part(&spec, third, &[]);
            let mut known = PartFile::read("x", &whole).unwrap().lines;
            known.truncate(10);
            let mut again: Vec<_> = part(&spec, third, &known).lines().map(str::to_owned).collect();
            let mut whole: Vec<_> = whole.lines().map(str::to_owned).collect();
            again.sort();
            whole.sort();
            assert_eq!(again, whole);
        }
    }

    #[test]
    fn what_does_not_fit_together_is_told_in_one_sentence() {
        let [spec, other, ..] = specs();
        let (files, foreign) = (parts(&spec, 4), parts(&other, 4));
        let told = |files: &[PartFile]| merge::<Lots>(files).unwrap_err().to_string();
        assert_eq!(told(&files[..3]), "part 4 of 4 is missing");
        assert_eq!(told(&[files[0].clone(), files[0].clone()]), "part-1 and part-1 are both part 1 of 4");
        let mixed = told(&[files[0].clone(), foreign[1].clone()]);
        assert_eq!(mixed, "part-2 is a part of something else than part-1");
        let mut cut = files.clone();
        cut[2].lines.truncate(7);
        assert_eq!(told(&cut), "part-3 is not finished: 7 of its 75 games are there");
        assert_eq!(told(&[]), "there is nothing to put together");
        let read = PartFile::read("notes.txt", "hello").unwrap_err().to_string();
        assert_eq!(read, "notes.txt is no part: expected a file that --shard wrote");
        let no = "9/8".parse::<Part>().unwrap_err().to_string();
        assert_eq!(no, "'9/8' is no part: expected one like 3/8");
    }
}
