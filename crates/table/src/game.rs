//! What a game is.

use std::fmt::Debug;
use std::hash::Hash;
use std::path::Path;

use serde::Serialize;
use thiserror::Error;

use crate::chance::Chance;
use crate::flaw::Flaws;
use crate::offer::{Offer, Reason, legal_moves, nameable_moves, why_not};
use crate::options::{OptionError, OptionSpec, Options};
use crate::outcome::Outcome;
use crate::refusal::Refusal;
use crate::scenario::{Fault, SetupLine};
use crate::seat::{BySeat, Seat, SeatSet};
use crate::text::Text;
use crate::tongue::notation;

/// What a game tells of itself before anyone sits down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Info {
    /// Its name in commands and records: `glory-to-rome`.
    pub name: &'static str,
    /// Its title: `Glory to Rome`.
    pub title: &'static str,
    /// What it is, in one sentence.
    pub summary: &'static str,
    /// How its rules are numbered: `GTR`.
    pub prefix: &'static str,
    /// Raised whenever the same record could replay to another state.
    pub rules_version: u32,
    /// No game, whatever is played, takes more decisions than this.
    pub most_decisions: usize,
}

/// Options and card set: fixed when the table is made, shared by all its states.
pub trait Rulebook: Clone + Debug + Send + Sync + 'static {
    /// What can be set.
    fn specs() -> &'static [OptionSpec];
    /// The rules for these options; the error names the option and what was expected.
    fn from_options(options: &Options) -> Result<Self, OptionError>;
    /// The options that differ from their defaults, and the number of players.
    fn options(&self) -> Options;
    /// How many seats the table has.
    fn players(&self) -> usize;

    /// The files of a card set, where the game takes its cards from a folder (`--set cards=FOLDER`).
    fn set_files() -> &'static [&'static str] {
        &[]
    }

    /// Reads a card set and says what is in it; or every flaw, one sentence each with file and entry.
    fn check_set(folder: &Path) -> Result<String, Flaws> {
        let mut flaws = Flaws::default();
        flaws.of_file(&folder.display().to_string(), "this game takes no card sets");
        Err(flaws)
    }
}

/// Whose turn it is to decide.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Turn {
    /// These seats owe a decision. With several, each decides without waiting for the others.
    Decide(SeatSet),
    /// The game is over.
    Over,
}

/// Who looks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Viewer {
    /// A player.
    Seat(Seat),
    /// Somebody who sees only what lies open.
    Spectator,
}

impl Viewer {
    /// Every viewer of a table.
    pub fn all(players: usize) -> impl Iterator<Item = Self> {
        Seat::all(players).map(Self::Seat).chain(std::iter::once(Self::Spectator))
    }

    /// The seat looking, if it is one.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Spectator => None,
        }
    }

    /// Whether this viewer is that seat.
    pub fn is(self, seat: Seat) -> bool {
        self == Self::Seat(seat)
    }
}

/// How deep procedures are nested in a state, and how deep they could be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Depth {
    /// How many wait now, one inside the other.
    pub now: usize,
    /// How many the state has room for.
    pub most: usize,
}

impl Depth {
    /// The deeper of the two.
    #[must_use]
    pub const fn deeper(self, other: Self) -> Self {
        if other.now >= self.now { other } else { self }
    }
}

/// What is not true of a state that must be true of every state, as a sentence without its full stop.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct Broken(pub String);

/// What was not understood of a text, and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct Unread(pub String);

macro_rules! sentences {
    ($($error:ident)*) => { $(
        impl From<String> for $error {
            fn from(sentence: String) -> Self {
                Self(sentence)
            }
        }
        impl From<&str> for $error {
            fn from(sentence: &str) -> Self {
                Self(sentence.to_owned())
            }
        }
        impl From<$error> for String {
            fn from(error: $error) -> Self {
                error.0
            }
        }
    )* };
}

sentences!(Broken Unread);

/// A part of a final score.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Part {
    /// What it is for, as in `influence`.
    pub what: Text,
    /// How much it counts.
    pub points: i32,
}

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.points, self.what)
    }
}

/// A game's state, and the rules on it.
///
/// The implementing type is the state: one `Copy` value that holds everything but the rules and the luck. Equal states behave
/// equally. The laws in `testkit` say what must hold between these functions.
pub trait Game: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// What the game tells of itself.
    const INFO: Info;
    /// Options and card set.
    type Rules: Rulebook;
    /// What a seat can decide.
    type Action: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;
    /// All that one viewer may know. It is the only thing an agent ever gets.
    type View: Clone + PartialEq + Debug + Serialize + Send + Sync + 'static;
    /// Why something can't be done.
    type Why: Reason<Self::Rules>;

    /// A fresh game.
    fn new<C: Chance>(rules: &Self::Rules, chance: &mut C) -> Self;

    /// Who decides now.
    fn turn(&self, rules: &Self::Rules) -> Turn;

    /// Shows the offer everything that the seat can name now, each action with the reason against it. What is legal, what can be
    /// named and why something is refused follow from it.
    fn moves<O: Offer<Self::Action, Self::Why>>(&self, rules: &Self::Rules, seat: Seat, offer: &mut O);

    /// Where and when an action belongs that `moves` did not name.
    fn elsewhere(&self, rules: &Self::Rules, seat: Seat, action: Self::Action) -> Self::Why;

    /// Appends every action the seat may take now, each once; nothing if the seat does not decide now.
    #[inline]
    fn legal(&self, rules: &Self::Rules, seat: Seat, out: &mut Vec<Self::Action>) {
        legal_moves(self, rules, seat, out);
    }

    /// Appends what the seat could name now, legal or not: what a table shows greyed with its reason.
    /// Every legal action is among them.
    fn candidates(&self, rules: &Self::Rules, seat: Seat, out: &mut Vec<Self::Action>) {
        nameable_moves(self, rules, seat, out);
    }

    /// Why the seat may not take this action now; `None` if and only if it is legal.
    fn refusal(&self, rules: &Self::Rules, seat: Seat, action: Self::Action) -> Option<Refusal> {
        why_not(self, rules, seat, action).map(|why| why.refusal(rules))
    }

    /// Takes a legal action. An illegal one leaves the state meaningless but never panics in release builds of the
    /// engines' callers: they check first.
    fn play_unchecked<C: Chance>(
        &mut self,
        rules: &Self::Rules,
        seat: Seat,
        action: Self::Action,
        chance: &mut C,
    );

    /// Takes an action, or says why not and changes nothing.
    fn play<C: Chance>(
        &mut self,
        rules: &Self::Rules,
        seat: Seat,
        action: Self::Action,
        chance: &mut C,
    ) -> Result<(), Refusal> {
        if let Some(refusal) = self.refusal(rules, seat, action) {
            return Err(refusal);
        }
        let before = *self;
        self.play_unchecked(rules, seat, action, chance);
        if let Some(what) = self.full() {
            *self = before;
            let fact = format!("this program has no room for what would follow: {what}");
            return Err(Refusal::new(Refusal::NO_ROOM, fact, "Do something else, and please report it"));
        }
        Ok(())
    }

    /// What did not fit into the state, if something did not: such a state is not to be played on. `play` refuses what leads there,
    /// and the laws forbid that it is ever reached.
    fn full(&self) -> Option<&'static str> {
        None
    }

    /// How deep procedures are nested now; what fuzzing drives upwards.
    fn depth(&self) -> Depth {
        Depth::default()
    }

    /// Appends what a printed text promises the seat at any time, whatever is being decided: a law says that each is legal
    /// whenever the seat decides. Worked out from the text's own words, not from what is legal.
    fn always(&self, rules: &Self::Rules, seat: Seat, out: &mut Vec<Self::Action>) {
        let _ = (rules, seat, out);
    }

    /// Where this legal action does no more than decline an offer: the state as it would be now had the offer never been made. A
    /// law says that declining leads to just that state.
    fn unoffered<C: Chance>(
        &self,
        rules: &Self::Rules,
        seat: Seat,
        action: Self::Action,
        chance: &mut C,
    ) -> Option<Self> {
        let _ = (rules, seat, action, chance);
        None
    }

    /// What the viewer may know, and nothing else.
    fn view(&self, rules: &Self::Rules, viewer: Viewer) -> Self::View;

    /// Some state the view's owner can't tell from the real one.
    fn imagine<C: Chance>(rules: &Self::Rules, view: &Self::View, chance: &mut C) -> Self;

    /// This state with everything the viewer does not know wiped out: equal for two states exactly if the viewer
    /// can't tell them apart. A key for searches; not a playable state.
    #[must_use]
    fn mask(&self, rules: &Self::Rules, viewer: Viewer) -> Self;

    /// How it ended, once it is over.
    fn outcome(&self, rules: &Self::Rules) -> Option<Outcome>;

    /// What must be true of every state: cards are conserved, limits hold. The error says what is not.
    fn invariants(&self, rules: &Self::Rules) -> Result<(), Broken>;

    /// The action in words: what its button says ("attack with Ann's Cestus").
    fn label(rules: &Self::Rules, action: Self::Action) -> Text;

    /// The action in notation: what is typed, logged and recorded. Unique among the legal ones. It is the label in English, with letters
    /// for seats.
    fn write(rules: &Self::Rules, action: Self::Action) -> String {
        notation(|| Self::label(rules, action))
    }

    /// Reads notation; the error says what was not understood and what was expected.
    fn read(rules: &Self::Rules, text: &str) -> Result<Self::Action, Unread>;

    /// The action, about to be taken by `by`, as the viewer sees it: its label, with secret parts written `?`.
    fn tell(&self, rules: &Self::Rules, by: Seat, action: Self::Action, viewer: Viewer) -> Text {
        let _ = (self, by, viewer);
        Self::label(rules, action)
    }

    /// An earlier action of this game, taken by `by` in the state `then`, as the viewer may still be told it now: its label, in which
    /// what the rules let nobody look at again is written `?`.
    fn recall(
        &self,
        rules: &Self::Rules,
        then: &Self,
        by: Seat,
        action: Self::Action,
        viewer: Viewer,
    ) -> Text {
        then.tell(rules, by, action, viewer)
    }

    /// Whether everything decided in the state `then` may still be told now as it was told at once: while this stays the same, so does
    /// what [`Game::recall`] says of it.
    fn recalls(&self, rules: &Self::Rules, then: &Self) -> bool {
        let _ = (self, rules, then);
        true
    }

    /// Whether the action gives the game up. Bots never choose such an action.
    fn concedes(action: Self::Action) -> bool {
        let _ = action;
        false
    }
}

/// What a game adds so that people can follow it in words. Everything is made from views, so nothing leaks.
pub trait Tell: Game {
    /// Something that happened while an action was carried out, told through [`Chance::note`] where it happens.
    type Event: Clone + PartialEq + Debug + Send + Sync + 'static;

    /// The whole table as the viewer sees it, in plain text of at most `width` columns.
    fn table(rules: &Self::Rules, view: &Self::View, width: usize) -> String;

    /// What is being decided and by whom, outermost procedure first: "Craftsman led", "Ann acts", "Amphitheatre, 3 left".
    fn prompt(rules: &Self::Rules, view: &Self::View) -> Vec<Text>;

    /// The same as one sentence: "Craftsman led › Ann acts › Amphitheatre, 3 left".
    fn asked(rules: &Self::Rules, view: &Self::View) -> Text {
        Text::joined(Self::prompt(rules, view), " › ")
    }

    /// What the action would do, as a short sentence for the one who decides.
    fn explain(rules: &Self::Rules, view: &Self::View, action: Self::Action) -> Text;

    /// What happened between two views of one viewer, beyond the action itself, in the order in which it happened: dice, draws,
    /// gifts, completed things. `events` is what the engine told; what the viewer may not know of it is left out here.
    fn news(
        rules: &Self::Rules,
        before: &Self::View,
        after: &Self::View,
        events: &[Self::Event],
    ) -> Vec<Text>;

    /// How the game began, as the viewer of this view saw it: the deal, who starts and why.
    fn opening(rules: &Self::Rules, view: &Self::View, events: &[Self::Event]) -> Vec<Text> {
        let _ = (rules, view, events);
        Vec::new()
    }

    /// What each seat would score if the game ended now, of the true state: in the end, the final scores. For whoever looks back at a game.
    fn standing(&self, rules: &Self::Rules) -> BySeat<i32> {
        self.outcome(rules).map(|outcome| outcome.scores).unwrap_or_default()
    }

    /// Once the game is over: what each seat's score is made of, in the rulebook's order. A seat's parts add up to its score.
    /// Nothing where scores are not counted.
    fn tally(&self, rules: &Self::Rules) -> Vec<Vec<Part>> {
        let _ = rules;
        Vec::new()
    }

    /// Once the game is over, where everyone came in a place although nothing is counted: who, the first first, and what each has to
    /// show for it. Nothing where the scores say it, or nobody knows.
    fn places(&self, rules: &Self::Rules) -> Vec<(Seat, Text)> {
        let _ = rules;
        Vec::new()
    }

    /// The cards (or other components) of the rules in force: name and rules text, in our words.
    fn cards(rules: &Self::Rules) -> Vec<(String, Text)>;
}

/// What a game adds so that its positions can be set up and looked at in scenario files.
pub trait Staged: Game {
    /// A position from the lines of a setup. Anything not mentioned is as at the start of a turn with everything else
    /// undealt. The fault names the line.
    fn stage(rules: &Self::Rules, lines: &[SetupLine]) -> Result<Self, Fault>;

    /// The value of a named fact of the true state (`A stockpile`, `pool`), written as an [`crate::Items`] list or a
    /// plain word; `None` if the game has no such fact.
    fn fact(&self, rules: &Self::Rules, name: &str) -> Option<String>;

    /// The same as the viewer sees it.
    fn seen(rules: &Self::Rules, view: &Self::View, name: &str) -> Option<String>;

    /// The number chance must yield for this to be drawn or rolled next: a card's name, a die's face.
    fn wish(rules: &Self::Rules, text: &str) -> Result<u32, Unread>;
}
