//! The players by name: one table of configurations.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use encode::Quick;
use thiserror::Error;

use crate::budget::Budget;
use crate::erring::{Erring, Manner};
use crate::greedy::Greedy;
use crate::instinct::Instinct;
use crate::mind::{ByNet, Judgement, Mind};
use crate::nets::net_from;
use crate::player::{Player, Question, Thought};
use crate::random::Random;
use crate::search::{Plan, Search};
use crate::ways::{changed, changed_manner};
use crate::weights::{Weights, WeightsError};

/// How a player of a level decides.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Style {
    /// Anything legal.
    Random,
    /// What looks best, at this temperature.
    Greedy(f32),
    /// As people do who err so much ([`Erring`]).
    Erring(Rung),
    /// What a search finds in this span.
    Search(Span),
}

/// How much a level errs; a game says how ([`Mind::MANNER`], [`ByNet`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rung {
    /// A kind opponent.
    Gentle,
    /// One who has played a few times.
    Modest,
    /// One who seldom errs, and looks a little ahead.
    Fair,
}

impl Rung {
    /// How it errs by hand.
    fn by_hand<G: Mind>(self) -> Manner {
        let care = Manner { care: G::FEW, sight: G::HORIZON, ..G::MANNER };
        match self {
            Self::Gentle => G::MANNER,
            Self::Modest => Manner { glances: G::MANNER.glances / 2.0, ..care },
            Self::Fair => Manner { glances: 0.0, ..care },
        }
    }

    /// How it errs by the net.
    const fn by_net<G: Mind>(self) -> Manner {
        match self {
            Self::Gentle => G::BY_NET.gentle,
            Self::Modest => G::BY_NET.modest,
            Self::Fair => G::BY_NET.fair,
        }
    }
}

/// How long a level that searches thinks about a decision.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Span {
    /// For the iterations that are many in this game ([`Mind::MANY`]).
    Many,
    /// For this time.
    Time(Duration),
    /// As long as whoever asks allows, and for this time where they name none.
    Table(Duration),
}

impl Span {
    /// How a search of this span thinks about a game, and for how long by the clock, if it heeds one.
    fn plan<G: Mind>(self) -> (Plan, Option<Duration>) {
        let (iterations, horizon, time) = match self {
            Self::Many => (G::MANY, G::HORIZON, None),
            Self::Time(time) | Self::Table(time) => (u32::MAX, G::FAR_HORIZON, Some(time)),
        };
        (Plan { iterations, cutoff: Some(horizon), ..Plan::GUIDED }, time)
    }

    /// The same for one that judges by the net.
    fn plan_by_net<G: Mind>(self) -> (Plan, Option<Duration>) {
        let ByNet { many, turns, exploration, prior, open, playout, far, by_hand, .. } = G::BY_NET;
        let (iterations, (turns, playout), time) = match self {
            Self::Many => (many, (turns, playout), None),
            Self::Time(time) | Self::Table(time) => (u32::MAX, far, Some(time)),
        };
        let (cutoff, turns) = (Some(FARTHEST), Some(turns));
        let weight = SURER;
        let ways = Plan { exploration, prior, open, playout, cutoff, turns, by_hand, weight, ..Plan::GUIDED };
        let ways = Plan { later: LATER, hope: HOPE, ..ways };
        (Plan { iterations, ..ways }, time)
    }
}

/// No playout of a search that judges by the net lasts longer, in decisions, however long a turn is.
const FARTHEST: u32 = 200;

/// A net's chances differ about half as much as wins and losses do, so one of them tells as much as four of those.
const SURER: f32 = 4.0;

/// A net's players win soon rather than late, where they win anyway ([`Plan::later`]).
const LATER: f32 = 0.04;

/// They take others to err so often who can't but win ([`Plan::hope`]).
const HOPE: f32 = 0.125;

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
    Level { name: "gentle", meaning: "is kind, and errs as people do", style: Style::Erring(Rung::Gentle) },
    Level {
        name: "greedy",
        meaning: "takes what looks best, without looking ahead",
        style: Style::Greedy(0.0),
    },
    Level { name: "modest", meaning: "errs less", style: Style::Erring(Rung::Modest) },
    Level { name: "fair", meaning: "looks a little ahead", style: Style::Erring(Rung::Fair) },
    Level { name: "strong", meaning: "looks well ahead", style: Style::Search(Span::Many) },
    Level {
        name: "master",
        meaning: "thinks for about a second",
        style: Style::Search(Span::Time(Duration::from_secs(1))),
    },
    Level {
        name: "grandmaster",
        meaning: "thinks as long as the table allows",
        style: Style::Search(Span::Table(ALONE)),
    },
];

/// How long a player thinks that may think as long as the table allows, where no table says how long.
pub const ALONE: Duration = Duration::from_secs(10);

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
    /// What stands after the net is no way to think.
    #[error("'{text}' is no way to think: {expected}")]
    NoWay {
        /// What stands there.
        text: String,
        /// What may.
        expected: &'static str,
    },
    /// The level takes no number, as it does not look ahead.
    #[error("{level} does not search as long as one says, so it takes no number of iterations")]
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
    /// The net can't be used.
    #[error("{name} can't be used: {error}")]
    Net {
        /// The file, or the game whose net it is.
        name: String,
        /// What is wrong with it.
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
/// and is reproducible; or its time, `strong:20ms`, `grandmaster:30s`. After another colon stands how many decisions its playouts last, `strong:500:40`, and
/// after a third how much it explores, `strong:500:40:0.5`. After an at sign stands what it judges by: `strong@hand` what was written by
/// hand, `strong@net` the game's net (then playouts are counted in turns), `strong@weights.toml` and `strong@other.net` files of either kind; `greedy@net`
/// plays by the net's policy. After a net stand ways to think that are not the usual ones, `strong@net?turns=2&playout=both:1`,
/// and ways to err, `gentle@net?glances=0.5`.
/// The error says what was expected.
pub fn named<G: Mind>(name: &str) -> Result<Box<dyn Player<G>>, PlayerError> {
    let (who, by) = match name.split_once('@') {
        Some((who, by)) => (who, Some(by)),
        None => (name, None),
    };
    match (by, G::USUAL) {
        (Some("hand"), _) | (None, Judgement::Hand) => judging(who, G::tuned()),
        // Where no net is built in, what was written by hand has to do; and who does not search uses it unless a net is asked for.
        (None, Judgement::Net) if G::net().is_none() || !Asked::read(who)?.judges() => {
            judging(who, G::tuned())
        }
        (None, Judgement::Net) => learned(who, &net_from::<G>(None)?, ""),
        (Some(by), _) => {
            let (file, ways) = by.split_once('?').unwrap_or((by, ""));
            match file {
                "net" => learned(who, &net_from::<G>(None)?, ways),
                _ if Path::new(file).extension().is_some_and(|kind| kind == "net") => {
                    learned(who, &net_from::<G>(Some(file))?, ways)
                }
                _ => judging(who, &weights_from::<G>(by)?),
            }
        }
    }
}

/// What stands before the at sign of a name.
struct Asked {
    level: &'static Level,
    span: Option<Given>,
    length: Option<u32>,
    exploration: Option<f32>,
}

/// How long a player is to think, where its name says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Given {
    Iterations(u32),
    Time(Duration),
}

impl Asked {
    fn read(name: &str) -> Result<Self, PlayerError> {
        let mut parts = name.splitn(4, ':');
        let level = parts.next().unwrap_or_default();
        let span = parts.next().map(given).transpose()?;
        let length = parts.next().map(|text| number(text, "decisions")).transpose()?;
        let exploration = parts.next().map(exploration).transpose()?;
        let Some(level) = LEVELS.iter().find(|known| known.name == level) else {
            return Err(PlayerError::Unknown { name: name.to_owned() });
        };
        match (level.style, span) {
            (Style::Random | Style::Greedy(_) | Style::Erring(Rung::Gentle | Rung::Modest), Some(_)) => {
                Err(PlayerError::NoSearch { level: level.name })
            }
            (Style::Random | Style::Greedy(_) | Style::Erring(_) | Style::Search(_), _) => {
                Ok(Self { level, span, length, exploration })
            }
        }
    }

    /// Whether it judges positions, ahead of it or before it.
    const fn judges(&self) -> bool {
        matches!(self.level.style, Style::Erring(_) | Style::Search(_))
    }

    /// The clock of a player that thinks for this time by the clock, if for any.
    fn clock(&self, time: Option<Duration>) -> Clock {
        match (time, self.span, self.level.style) {
            (None, _, _) => Clock::None,
            (Some(time), None, Style::Search(Span::Table(_))) => Clock::Lent(time),
            (Some(time), _, _) => Clock::Own(time),
        }
    }

    /// The iterations and the clock, where those of the level are so.
    fn span(&self, iterations: u32, time: Option<Duration>) -> (u32, Option<Duration>) {
        match self.span {
            None => (iterations, time),
            Some(Given::Iterations(iterations)) => (iterations, None),
            Some(Given::Time(time)) => (u32::MAX, Some(time)),
        }
    }
}

/// The player of this name, without an at sign, who judges by these weights.
pub fn judging<G: Mind>(name: &str, weights: &Weights) -> Result<Box<dyn Player<G>>, PlayerError> {
    let asked = Asked::read(name)?;
    match asked.level.style {
        Style::Random => Ok(Box::new(Random)),
        Style::Greedy(temperature) => Ok(Box::new(Greedy::with(weights.clone(), temperature))),
        Style::Erring(rung) if asked.span.is_none() => {
            Ok(Box::new(Erring::<G>::with(rung.by_hand::<G>(), weights.clone())))
        }
        Style::Erring(_) => Ok(searching::<G>(&asked, Span::Many, weights)),
        Style::Search(span) => Ok(searching::<G>(&asked, span, weights)),
    }
}

/// A player who searches so long, or as long as its name says, and judges by these weights.
fn searching<G: Mind>(asked: &Asked, span: Span, weights: &Weights) -> Box<dyn Player<G>> {
    let (plan, time) = span.plan::<G>();
    let (iterations, time) = asked.span(plan.iterations, time);
    let exploration = asked.exploration.unwrap_or(plan.exploration);
    let plan = Plan { iterations, cutoff: asked.length.or(plan.cutoff), exploration, ..plan };
    timed(Search::with(plan, weights.clone()), asked.clock(time))
}

/// The player of this name, without an at sign, who judges by this net, in these ways; those that do not judge positions play by its policy.
fn learned<G: Mind>(name: &str, net: &Arc<Quick>, ways: &str) -> Result<Box<dyn Player<G>>, PlayerError> {
    let asked = Asked::read(name)?;
    match asked.level.style {
        Style::Random => judging(name, G::tuned()),
        Style::Greedy(temperature) => Ok(Box::new(Instinct::new(Arc::clone(net), temperature))),
        Style::Erring(rung) if asked.span.is_none() => {
            let plan = Span::Many.plan_by_net::<G>().0;
            let (manner, plan) = changed_manner(rung.by_net::<G>(), plan, ways)?;
            let player = Erring::<G>::with(rung.by_hand::<G>(), G::tuned().clone());
            Ok(Box::new(player.by_net(manner, plan, Arc::clone(net))))
        }
        Style::Erring(_) => searching_by_net::<G>(&asked, Span::Many, net, ways),
        Style::Search(span) => searching_by_net::<G>(&asked, span, net, ways),
    }
}

/// A player who searches so long, or as long as its name says, and judges by this net, in these ways.
fn searching_by_net<G: Mind>(
    asked: &Asked,
    span: Span,
    net: &Arc<Quick>,
    ways: &str,
) -> Result<Box<dyn Player<G>>, PlayerError> {
    let (elsewhere, _) = span.plan::<G>();
    let (plan, time) = span.plan_by_net::<G>();
    let iterations = asked.span(elsewhere.iterations, time).0;
    let elsewhere = Search::new(Plan { iterations, ..elsewhere });
    let (iterations, time) = asked.span(plan.iterations, time);
    let exploration = asked.exploration.unwrap_or(plan.exploration);
    let plan = Plan { iterations, turns: asked.length.or(plan.turns), exploration, ..plan };
    let plan = changed(plan, ways)?;
    Ok(timed(elsewhere.by_net(plan, Arc::clone(net)), asked.clock(time)))
}

/// A player's own clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Clock {
    /// It heeds none.
    None,
    /// It thinks no longer than this.
    Own(Duration),
    /// It thinks as long as it is allowed to, and so long where nothing is said of it.
    Lent(Duration),
}

fn timed<G: Mind>(search: Search<G>, clock: Clock) -> Box<dyn Player<G>> {
    match clock {
        Clock::None => Box::new(search),
        Clock::Own(_) | Clock::Lent(_) => Box::new(Timed { search, clock }),
    }
}

fn given(text: &str) -> Result<Given, PlayerError> {
    if let Some(time) = text.strip_suffix("ms") {
        return Ok(Given::Time(Duration::from_millis(number(time, "milliseconds")?.into())));
    }
    match text.strip_suffix('s') {
        Some(time) => Ok(Given::Time(Duration::from_secs(number(time, "seconds")?.into()))),
        None => Ok(Given::Iterations(number(text, "iterations")?)),
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

/// A search as `strong` does it.
pub fn strong<G: Mind>() -> Search<G> {
    usual(Span::Many.plan_by_net::<G>().0)
}

/// A search to explain with: as `master` does it, for as long as nobody minds to wait, and always the same.
pub fn adviser<G: Mind>() -> Search<G> {
    usual(Plan { iterations: ADVICE, ..Span::Time(ALONE).plan_by_net::<G>().0 })
}

/// For so many iterations a hint is thought about.
const ADVICE: u32 = 240;

/// A search that judges by what is usual in its game, by a net so.
fn usual<G: Mind>(by_net: Plan) -> Search<G> {
    let learned = match G::USUAL {
        Judgement::Net => net_from::<G>(None).ok(),
        Judgement::Hand => None,
    };
    let by_hand = Search::new(Span::Many.plan::<G>().0);
    match learned {
        Some(net) => by_hand.by_net(by_net, net),
        None => by_hand,
    }
}

/// A search with a clock of its own.
struct Timed<G: Mind> {
    search: Search<G>,
    clock: Clock,
}

impl<G: Mind> Player<G> for Timed<G> {
    fn choose(&mut self, asked: &Question<'_, G>) -> G::Action {
        self.consider(asked).action
    }

    fn consider(&mut self, asked: &Question<'_, G>) -> Thought<G::Action> {
        let look = || asked.view().clone();
        let budget = match self.clock {
            Clock::Own(time) => asked.budget.and(Budget::time(time)),
            Clock::Lent(time) if asked.budget.deadline.is_none() => asked.budget.and(Budget::time(time)),
            Clock::Lent(_) | Clock::None => asked.budget,
        };
        self.search.consider(&Question::new(asked.rules, asked.seat, &look, asked.legal, budget, asked.seed))
    }

    fn forget(&mut self) {
        self.search.forget();
    }
}
