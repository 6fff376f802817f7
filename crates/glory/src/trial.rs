//! What the scenarios of a kingdom ask of a lone hero (ruling E12).

use serde::Deserialize;

use crate::cards::HIGHEST_SCORE;
use crate::map::Map;

/// The scenarios, as the option `scenario` has them.
pub const SCENARIOS: [&str; 5] = ["hunt", "errands", "pilgrim", "slayer", "hoard"];
/// The most coins that a scenario may ask for.
const MOST_COINS: u8 = 200;

/// What one scenario asks for and in how many turns: easy, normal, hard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trial {
    /// So many lairs, quests, places or coins, or this victory score.
    pub asks: [u8; 3],
    /// The turns there are for it.
    pub turns: [u16; 3],
}

/// What all scenarios of a kingdom ask for, in the order of [`SCENARIOS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trials([Trial; 5]);

impl Trials {
    /// What is asked for on this map where the kingdom says nothing else.
    pub fn usual(map: &Map) -> Self {
        let (towns, lairs) = (map.towns.len() as u8, map.lairs.len() as u8);
        let places = towns + map.havens.len() as u8;
        Self([
            Trial { asks: [1, 2, 3].map(|count: u8| count.min(lairs)), turns: [33, 33, 34] },
            Trial { asks: [4, 5, 6].map(|count: u8| count.min(towns)), turns: [40, 44, 46] },
            Trial { asks: [places / 2, places * 3 / 4, places], turns: [16, 22, 30] },
            Trial { asks: [12, 16, 20], turns: [23, 23, 20] },
            Trial { asks: [14, 18, 24], turns: [31, 32, 34] },
        ])
    }

    /// What the scenario of this name asks for.
    pub fn of(&self, scenario: &str) -> Option<&Trial> {
        SCENARIOS.iter().position(|known| *known == scenario).map(|at| &self.0[at])
    }

    /// Has a scenario ask for something else; the error says what it may ask for here.
    pub(crate) fn set(&mut self, scenario: &str, trial: Trial, map: &Map) -> Result<(), String> {
        let Some(at) = SCENARIOS.iter().position(|known| *known == scenario) else {
            return Err(format!("there is no such scenario: expected {}", SCENARIOS.join(", ")));
        };
        let (towns, havens) = (map.towns.len() as u8, map.havens.len() as u8);
        let most = [map.lairs.len() as u8, towns, towns + havens, HIGHEST_SCORE, MOST_COINS][at];
        if trial.asks.iter().any(|count| !(1..=most).contains(count)) {
            return Err(format!("'asks' holds what can't be done here: expected 1 to {most}"));
        }
        if trial.turns.contains(&0) {
            return Err("'turns' leaves no turn: expected 1 or more".to_owned());
        }
        self.0[at] = trial;
        Ok(())
    }
}
