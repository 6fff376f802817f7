//! A game, whatever game it is: all that a room and its host need of one.

use std::marker::PhantomData;
use std::sync::OnceLock;

use bots::Mind;
use maud::Markup;
use naming::Named;
use pages::{Drawn, Guest, Plate};
use table::lesson::{self, Lesson};
use table::{Info, OptionKind, OptionSpec, Options, Rulebook, Seed, Staged, Taught, Traced};

use crate::error::GameError;
use crate::game::AnyGame;
use crate::running::RunningGame;

/// Finds a game by its name among those known here.
pub type Kinds = fn(&str) -> Option<&'static dyn Kind>;

/// A game, whatever game it is.
pub trait Kind: Send + Sync {
    /// What the game tells of itself.
    fn info(&self) -> Info;
    /// What can be set.
    fn specs(&self) -> &'static [OptionSpec];
    /// How many can play: fewest and most.
    fn range(&self) -> (usize, usize);
    /// Checks options; answers how many play, and the options as the rules keep them.
    fn check(&self, options: &Options) -> Result<(usize, Options), GameError>;
    /// Starts a game.
    fn start(&self, options: &Options, names: Vec<String>, seed: Seed)
    -> Result<Box<dyn AnyGame>, GameError>;
    /// Starts from a position: the lines of a scenario's setup. What is drawn may be said with each decision.
    fn stage(
        &self,
        options: &Options,
        names: Vec<String>,
        position: (&str, Seed),
    ) -> Result<Box<dyn AnyGame>, GameError>;
    /// Starts from a moment of a record.
    fn fork(
        &self,
        record: &str,
        at: usize,
        names: Vec<String>,
        seed: Seed,
    ) -> Result<Box<dyn AnyGame>, GameError>;
    /// Reads a whole record: a game that is looked at only, and who sat where.
    fn open(&self, record: &str) -> Result<(Box<dyn AnyGame>, Vec<String>), GameError>;
    /// The lessons, in the order in which they are taken.
    fn lessons(&self) -> &[Lesson];
    /// The lesson of this name.
    fn lesson(&self, name: &str) -> Option<&Lesson> {
        self.lessons().iter().find(|lesson| lesson.name == name)
    }
    /// The page of the rules for people of this name, if there is one.
    fn guide(&self, guest: &Guest<'_>, page: &str) -> Option<Markup>;
    /// The rules page.
    fn rules(&self, guest: &Guest<'_>) -> Markup;
    /// The card browser for these options.
    fn cards(&self, guest: &Guest<'_>, options: &Options) -> Result<Markup, GameError>;
    /// All its pictures.
    fn plates(&self) -> Vec<Plate>;
}

/// A game that can be drawn, learned and played by bots.
pub struct KindOf<G> {
    game: PhantomData<fn() -> G>,
    lessons: OnceLock<Vec<Lesson>>,
}

impl<G> std::fmt::Debug for KindOf<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("KindOf")
    }
}

impl<G> Default for KindOf<G> {
    fn default() -> Self {
        Self { game: PhantomData, lessons: OnceLock::new() }
    }
}

impl<G: Drawn + Mind + Named + Staged + Taught + Traced> Kind for KindOf<G> {
    fn info(&self) -> Info {
        G::INFO
    }

    fn specs(&self) -> &'static [OptionSpec] {
        G::Rules::specs()
    }

    fn range(&self) -> (usize, usize) {
        table::player_range::<G::Rules>()
    }

    fn check(&self, options: &Options) -> Result<(usize, Options), GameError> {
        closed(G::Rules::specs(), options.iter())?;
        let rules = G::Rules::from_options(options).map_err(|error| GameError::Options(error.to_string()))?;
        Ok((rules.players(), rules.options()))
    }

    fn start(
        &self,
        options: &Options,
        names: Vec<String>,
        seed: Seed,
    ) -> Result<Box<dyn AnyGame>, GameError> {
        let rules = G::Rules::from_options(options).map_err(|error| GameError::Options(error.to_string()))?;
        Ok(Box::new(RunningGame::<G>::start(rules, names, seed)))
    }

    fn stage(
        &self,
        options: &Options,
        names: Vec<String>,
        (position, seed): (&str, Seed),
    ) -> Result<Box<dyn AnyGame>, GameError> {
        let rules = G::Rules::from_options(options).map_err(|error| GameError::Options(error.to_string()))?;
        let lines = lesson::setup(position).map_err(GameError::Position)?;
        let state = G::stage(&rules, &lines).map_err(GameError::Position)?;
        Ok(Box::new(RunningGame::<G>::staged(rules, names, state, seed)))
    }

    fn fork(
        &self,
        record: &str,
        at: usize,
        names: Vec<String>,
        seed: Seed,
    ) -> Result<Box<dyn AnyGame>, GameError> {
        Ok(Box::new(RunningGame::<G>::fork(record, at, names, seed)?))
    }

    fn open(&self, record: &str) -> Result<(Box<dyn AnyGame>, Vec<String>), GameError> {
        let set = record.lines().filter_map(|line| line.strip_prefix("set ")?.split_once('='));
        closed(G::Rules::specs(), set.map(|(name, value)| (name.trim(), value.trim())))?;
        let (game, names) = RunningGame::<G>::open(record)?;
        Ok((Box::new(game), names))
    }

    fn lessons(&self) -> &[Lesson] {
        // Tests read every lesson: one that can't be read is none.
        let read = || G::LESSONS.iter().filter_map(|(name, text)| Lesson::read(name, text).ok()).collect();
        self.lessons.get_or_init(read)
    }

    fn guide(&self, guest: &Guest<'_>, page: &str) -> Option<Markup> {
        pages::guide::<G>(guest, page)
    }

    fn rules(&self, guest: &Guest<'_>) -> Markup {
        pages::rules::<G>(guest)
    }

    fn cards(&self, guest: &Guest<'_>, options: &Options) -> Result<Markup, GameError> {
        closed(G::Rules::specs(), options.iter())?;
        let rules = G::Rules::from_options(options).map_err(|error| GameError::Options(error.to_string()))?;
        let version = G::Rules::specs().iter().find(|spec| spec.name == "version");
        let variants = match version.map(|spec| spec.kind) {
            Some(OptionKind::Choice(words)) => words
                .iter()
                .map(|word| ((*word).to_owned(), format!("/cards/{}?version={word}", G::INFO.name)))
                .collect(),
            Some(OptionKind::Number(..) | OptionKind::Several(_) | OptionKind::Text(_)) | None => Vec::new(),
        };
        Ok(pages::cards::<G>(guest, &rules, &variants))
    }

    fn plates(&self) -> Vec<Plate> {
        G::plates()
    }
}

/// Refuses options that take free text: such text can name a folder, and nobody may choose the server's files.
fn closed<'a>(
    specs: &[OptionSpec],
    options: impl Iterator<Item = (&'a str, &'a str)>,
) -> Result<(), GameError> {
    for (name, value) in options {
        let spec = specs.iter().find(|spec| spec.name == name);
        if spec.is_some_and(|spec| matches!(spec.kind, OptionKind::Text(_)) && spec.default != value) {
            return Err(GameError::Options(format!(
                "option '{name}' can't be '{value}' here: it is for the terminal only"
            )));
        }
    }
    Ok(())
}
