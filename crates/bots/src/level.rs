//! The players by name: one table of configurations.

use std::time::Duration;

use crate::budget::Budget;
use crate::greedy::Greedy;
use crate::mind::Mind;
use crate::player::{Player, Question};
use crate::random::Random;
use crate::search::{Guide, Plan, Search};

/// How a player of a level decides.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Style {
    /// Anything legal.
    Random,
    /// What looks best, at this temperature.
    Greedy(f32),
    /// What a search finds, within the time if one is given.
    Search(Plan, Option<Duration>),
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

/// How the levels that search do it; they differ in how long.
const SEARCH: Plan = Plan {
    iterations: 0,
    exploration: 1.0,
    prior: Guide::Policy(1.0),
    playout: Guide::Policy(0.5),
    cutoff: 20,
    threads: 1,
};

/// Every player there is, weakest first.
pub const LEVELS: &[Level] = &[
    Level { name: "random", meaning: "plays anything legal", style: Style::Random },
    Level { name: "gentle", meaning: "knows what is good, but is often careless", style: Style::Greedy(2.0) },
    Level {
        name: "greedy",
        meaning: "takes what looks best, without looking ahead",
        style: Style::Greedy(0.0),
    },
    Level {
        name: "fair",
        meaning: "looks a little ahead",
        style: Style::Search(Plan { iterations: 150, ..SEARCH }, None),
    },
    Level {
        name: "strong",
        meaning: "looks well ahead",
        style: Style::Search(Plan { iterations: 1_500, ..SEARCH }, None),
    },
    Level {
        name: "master",
        meaning: "thinks for about a second",
        style: Style::Search(Plan { iterations: u32::MAX, ..SEARCH }, Some(Duration::from_secs(1))),
    },
];

/// The names of all players, for messages.
pub fn names() -> String {
    let mut names: Vec<_> = LEVELS.iter().map(|level| level.name).collect();
    let last = names.pop().unwrap_or_default();
    format!("{} or {last}", names.join(", "))
}

/// The player of this name. A level that searches may be given its iterations after a colon, `strong:500`; then it heeds no clock
/// and is reproducible. The error says what was expected.
pub fn named<G: Mind>(name: &str) -> Result<Box<dyn Player<G>>, String> {
    let (level, iterations) = match name.split_once(':') {
        Some((level, number)) => {
            let iterations = number.parse::<u32>().ok().filter(|number| *number > 0);
            let fault = || format!("'{number}' is no number of iterations: expected a whole number above 0");
            (level, Some(iterations.ok_or_else(fault)?))
        }
        None => (name, None),
    };
    let Some(level) = LEVELS.iter().find(|known| known.name == level) else {
        return Err(format!("there is no player '{name}': expected {}", names()));
    };
    match (level.style, iterations) {
        (Style::Search(plan, _), Some(iterations)) => {
            Ok(Box::new(Search::<G>::new(Plan { iterations, ..plan })))
        }
        (Style::Search(plan, None), None) => Ok(Box::new(Search::<G>::new(plan))),
        (Style::Search(plan, Some(time)), None) => {
            Ok(Box::new(Timed { search: Search::<G>::new(plan), time }))
        }
        (Style::Random | Style::Greedy(_), Some(_)) => {
            Err(format!("{} does not search, so it takes no number of iterations", level.name))
        }
        (Style::Random, None) => Ok(Box::new(Random)),
        (Style::Greedy(temperature), None) => Ok(Box::new(Greedy::new::<G>(temperature))),
    }
}

/// A search with a clock of its own.
struct Timed<G: Mind> {
    search: Search<G>,
    time: Duration,
}

impl<G: Mind> Player<G> for Timed<G> {
    fn choose(&mut self, asked: &Question<'_, G>) -> G::Action {
        let look = || asked.view().clone();
        let budget = asked.budget.and(Budget::time(self.time));
        self.search.choose(&Question::new(asked.rules, asked.seat, &look, asked.legal, budget, asked.seed))
    }

    fn forget(&mut self) {
        self.search.forget();
    }
}

#[cfg(test)]
mod tests {
    use table::testkit::lots::Lots;

    use super::*;

    #[test]
    fn names_are_understood_or_explained() {
        for level in LEVELS {
            assert!(named::<Lots>(level.name).is_ok());
        }
        assert!(named::<Lots>("strong:50").is_ok());
        for (name, fault) in
            [("x", "there is no player 'x'"), ("fair:0", "'0' is no number"), ("greedy:5", "does not search")]
        {
            let error = named::<Lots>(name).err().unwrap();
            assert!(error.contains(fault), "{error}");
        }
    }
}
