//! The players by name: one table of configurations.

use std::time::Duration;

use thiserror::Error;

use crate::budget::Budget;
use crate::greedy::Greedy;
use crate::mind::Mind;
use crate::player::{Player, Question, Thought};
use crate::random::Random;
use crate::search::{Plan, Search};
use crate::weights::{Weights, WeightsError};

/// How a player of a level decides.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Style {
    /// Anything legal.
    Random,
    /// What looks best, at this temperature.
    Greedy(f32),
    /// What a search finds in this span.
    Search(Span),
}

/// How long a level that searches thinks about a decision.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Span {
    /// For the iterations that are few in this game ([`Mind::FEW`]).
    Few,
    /// For the iterations that are many in this game ([`Mind::MANY`]).
    Many,
    /// For this time.
    Time(Duration),
}

impl Span {
    /// How a search of this span thinks about a game, and for how long by the clock, if it heeds one.
    fn plan<G: Mind>(self) -> (Plan, Option<Duration>) {
        let (iterations, horizon, time) = match self {
            Self::Few => (G::FEW, G::HORIZON, None),
            Self::Many => (G::MANY, G::HORIZON, None),
            Self::Time(time) => (u32::MAX, G::FAR_HORIZON, Some(time)),
        };
        (Plan { iterations, cutoff: Some(horizon), ..Plan::GUIDED }, time)
    }
}

/// A named configuration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// Its name, as typed.
    pub name: &'static str,
    /// What it is like, in one phrase.
    pub meaning: &'static str,
    /// How it decides.
    pub style: Style,
}

/// Every player there is, weakest first.
pub const LEVELS: &[Level] = &[
    Level { name: "random", meaning: "plays anything legal", style: Style::Random },
    Level { name: "gentle", meaning: "knows what is good, but is often careless", style: Style::Greedy(0.3) },
    Level {
        name: "greedy",
        meaning: "takes what looks best, without looking ahead",
        style: Style::Greedy(0.0),
    },
    Level { name: "fair", meaning: "looks a little ahead", style: Style::Search(Span::Few) },
    Level { name: "strong", meaning: "looks well ahead", style: Style::Search(Span::Many) },
    Level {
        name: "master",
        meaning: "thinks for about a second",
        style: Style::Search(Span::Time(Duration::from_secs(1))),
    },
];

/// Why there is no such player; one sentence that says what was expected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlayerError {
    /// There is no level of this name.
    #[error("there is no player '{name}': expected {}", names())]
    Unknown {
        /// The name as given.
        name: String,
    },
    /// A part of the name that should be a number is none.
    #[error("'{text}' is no number of {what}: expected a whole number above 0")]
    NoNumber {
        /// The part.
        text: String,
        /// What is counted.
        what: &'static str,
    },
    /// The part that says how much to explore is no such number.
    #[error("'{text}' can't be how much to explore: expected a number above 0")]
    NoMeasure {
        /// The part.
        text: String,
    },
    /// The level takes no number, as it does not look ahead.
    #[error("{level} does not search, so it takes no number of iterations")]
    NoSearch {
        /// The level's name.
        level: &'static str,
    },
    /// The file of weights can't be read.
    #[error("{file} can't be read: {error}")]
    NoFile {
        /// The file.
        file: String,
        /// What the system said.
        error: String,
    },
    /// The file holds no weights of this mind.
    #[error("{file}: {error}")]
    Weights {
        /// The file.
        file: String,
        /// What is wrong with it.
        error: WeightsError,
    },
}

/// The names of all players, for messages.
pub fn names() -> String {
    let mut names: Vec<_> = LEVELS.iter().map(|level| level.name).collect();
    let last = names.pop().unwrap_or_default();
    format!("{} or {last}", names.join(", "))
}

/// The player of this name. A level that searches may be given its iterations after a colon, `strong:500`; then it heeds no clock
/// and is reproducible. After another colon stands how many decisions its playouts last, `strong:500:40`, and after a third how much it
/// explores, `strong:500:40:0.5`. Any but `random` may be given other weights after an at sign, `strong:500@weights.toml`. The error
/// says what was expected.
pub fn named<G: Mind>(name: &str) -> Result<Box<dyn Player<G>>, PlayerError> {
    match name.split_once('@') {
        Some((who, file)) => judging(who, &weights_from::<G>(file)?),
        None => judging(name, G::tuned()),
    }
}

/// The player of this name, without an at sign, who judges by these weights.
pub fn judging<G: Mind>(name: &str, weights: &Weights) -> Result<Box<dyn Player<G>>, PlayerError> {
    let mut parts = name.splitn(4, ':');
    let level = parts.next().unwrap_or_default();
    let iterations = parts.next().map(|text| number(text, "iterations")).transpose()?;
    let cutoff = parts.next().map(|text| number(text, "decisions")).transpose()?;
    let exploration = parts.next().map(exploration).transpose()?;
    let Some(level) = LEVELS.iter().find(|known| known.name == level) else {
        return Err(PlayerError::Unknown { name: name.to_owned() });
    };
    match (level.style, iterations) {
        (Style::Search(span), iterations) => {
            let (plan, time) = span.plan::<G>();
            let free = iterations.is_none();
            let iterations = iterations.unwrap_or(plan.iterations);
            let exploration = exploration.unwrap_or(plan.exploration);
            let plan = Plan { iterations, cutoff: cutoff.or(plan.cutoff), exploration, ..plan };
            let search = Search::with(plan, weights.clone());
            match time.filter(|_| free) {
                Some(time) => Ok(Box::new(Timed { search, time })),
                None => Ok(Box::new(search)),
            }
        }
        (Style::Random | Style::Greedy(_), Some(_)) => Err(PlayerError::NoSearch { level: level.name }),
        (Style::Random, None) => Ok(Box::new(Random)),
        (Style::Greedy(temperature), None) => Ok(Box::new(Greedy::with(weights.clone(), temperature))),
    }
}

fn number(text: &str, what: &'static str) -> Result<u32, PlayerError> {
    let number = text.parse::<u32>().ok().filter(|number| *number > 0);
    number.ok_or_else(|| PlayerError::NoNumber { text: text.to_owned(), what })
}

fn exploration(text: &str) -> Result<f32, PlayerError> {
    let number = text.parse::<f32>().ok().filter(|number| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| PlayerError::NoMeasure { text: text.to_owned() })
}

fn weights_from<G: Mind>(file: &str) -> Result<Weights, PlayerError> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| PlayerError::NoFile { file: file.to_owned(), error: error.to_string() })?;
    Weights::read(G::WEIGHTS, &text).map_err(|error| PlayerError::Weights { file: file.to_owned(), error })
}

/// A search as `strong` does it, to explain with.
pub fn adviser<G: Mind>() -> Search<G> {
    Search::new(Span::Many.plan::<G>().0)
}

/// A search with a clock of its own.
struct Timed<G: Mind> {
    search: Search<G>,
    time: Duration,
}

impl<G: Mind> Player<G> for Timed<G> {
    fn choose(&mut self, asked: &Question<'_, G>) -> G::Action {
        self.consider(asked).action
    }

    fn consider(&mut self, asked: &Question<'_, G>) -> Thought<G::Action> {
        let look = || asked.view().clone();
        let budget = asked.budget.and(Budget::time(self.time));
        self.search.consider(&Question::new(asked.rules, asked.seat, &look, asked.legal, budget, asked.seed))
    }

    fn forget(&mut self) {
        self.search.forget();
    }
}
