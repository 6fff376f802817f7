//! The games the server knows, each behind one trait.

use std::marker::PhantomData;
use std::sync::LazyLock;

use games::{Playable, Visit};
use maud::Markup;
use pages::Guest;
use table::{Info, OptionKind, OptionSpec, Options, Rulebook, Seed, Summary};

use crate::live::{Live, LiveGame};

/// A game, whatever game it is.
pub trait Kind: Send + Sync {
    /// What the game tells of itself.
    fn info(&self) -> Info;
    /// What can be set.
    fn specs(&self) -> &'static [OptionSpec];
    /// How many can play: fewest and most.
    fn range(&self) -> (usize, usize);
    /// Checks options; answers how many play, and the options as the rules keep them.
    fn check(&self, options: &Options) -> Result<(usize, Options), String>;
    /// Starts a game.
    fn start(&self, options: &Options, names: Vec<String>, seed: Seed) -> Result<Box<dyn Live>, String>;
    /// Starts from a moment of a record.
    fn fork(&self, record: &str, at: usize, names: Vec<String>, seed: Seed) -> Result<Box<dyn Live>, String>;
    /// Reads a whole record: a game that is looked at only, and who sat where.
    fn open(&self, record: &str) -> Result<(Box<dyn Live>, Vec<String>), String>;
    /// The rules page.
    fn rules(&self, guest: &Guest<'_>) -> Markup;
    /// The guided first game, as written; empty where there is none.
    fn lesson(&self) -> &'static str;
    /// The card browser for these options.
    fn cards(&self, guest: &Guest<'_>, options: &Options) -> Result<Markup, String>;
}

struct Of<G>(PhantomData<fn() -> G>);

impl<G: Playable> Kind for Of<G> {
    fn info(&self) -> Info {
        G::INFO
    }

    fn specs(&self) -> &'static [OptionSpec] {
        G::Rules::specs()
    }

    fn range(&self) -> (usize, usize) {
        table::player_range::<G::Rules>()
    }

    fn check(&self, options: &Options) -> Result<(usize, Options), String> {
        closed(G::Rules::specs(), options.iter())?;
        let rules = G::Rules::from_options(options)?;
        Ok((rules.players(), rules.options()))
    }

    fn start(&self, options: &Options, names: Vec<String>, seed: Seed) -> Result<Box<dyn Live>, String> {
        let rules = G::Rules::from_options(options)?;
        Ok(Box::new(LiveGame::<G>::start(rules, names, seed)))
    }

    fn fork(&self, record: &str, at: usize, names: Vec<String>, seed: Seed) -> Result<Box<dyn Live>, String> {
        Ok(Box::new(LiveGame::<G>::fork(record, at, names, seed)?))
    }

    fn open(&self, record: &str) -> Result<(Box<dyn Live>, Vec<String>), String> {
        let set = record.lines().filter_map(|line| line.strip_prefix("set ")?.split_once('='));
        closed(G::Rules::specs(), set.map(|(name, value)| (name.trim(), value.trim())))?;
        let (live, names) = LiveGame::<G>::open(record)?;
        Ok((Box::new(live), names))
    }

    fn rules(&self, guest: &Guest<'_>) -> Markup {
        pages::rules::<G>(guest)
    }

    fn lesson(&self) -> &'static str {
        G::LESSON
    }

    fn cards(&self, guest: &Guest<'_>, options: &Options) -> Result<Markup, String> {
        closed(G::Rules::specs(), options.iter())?;
        let rules = G::Rules::from_options(options)?;
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
}

/// Refuses options that take free text: such text can name a folder, and nobody may choose the server's files.
fn closed<'a>(specs: &[OptionSpec], options: impl Iterator<Item = (&'a str, &'a str)>) -> Result<(), String> {
    for (name, value) in options {
        let spec = specs.iter().find(|spec| spec.name == name);
        if spec.is_some_and(|spec| matches!(spec.kind, OptionKind::Text(_)) && spec.default != value) {
            return Err(format!("option '{name}' can't be '{value}' here: it is for the terminal only"));
        }
    }
    Ok(())
}

/// Takes a game from the list.
struct Take;

impl Visit for Take {
    type Answer = Box<dyn Kind>;
    fn visit<G: Playable>(&mut self) -> Box<dyn Kind> {
        Box::new(Of::<G>(PhantomData))
    }
}

/// Every game, in the order they are shown.
pub static KINDS: LazyLock<Vec<Box<dyn Kind>>> = LazyLock::new(|| games::each(&mut Take).collect());

/// The example games, which are played by those who know their names where the server is built for tests, and nowhere else.
static EXAMPLES: LazyLock<Vec<Box<dyn Kind>>> = LazyLock::new(|| {
    #[cfg(feature = "testkit")]
    return games::examples(&mut Take).collect();
    #[cfg(not(feature = "testkit"))]
    Vec::new()
});

/// Every game that can be played, listed or not.
pub fn all() -> impl Iterator<Item = &'static dyn Kind> {
    KINDS.iter().chain(&*EXAMPLES).map(Box::as_ref)
}

/// The game of this name.
pub fn kind(name: &str) -> Option<&'static dyn Kind> {
    all().find(|kind| kind.info().name == name)
}

/// The game a record is of; the error is one sentence.
pub fn kind_of_record(text: &str) -> Result<&'static dyn Kind, String> {
    let summary = Summary::read(text).map_err(|error| error.to_string())?;
    kind(&summary.game).ok_or_else(|| format!("line 2: there is no game '{}' here", summary.game))
}
