//! Any game behind one face: a table (a game with its options) and a position at it.

use std::any::Any;
use std::hash::{DefaultHasher, Hasher};
use std::sync::Arc;

use bots::{Budget, Player, Question, Thought, choices};
use encode::{Encoder, Field, MOST_PARTS, Verb};
use games::{Playable, Visit};
use serde_json::Value;
use table::scenario::SetupLine;
use table::{Info, Light, OptionSpec, Options, Outcome, Rulebook, Seat, Tape, Turn, Viewer};

use crate::env::{Run, Single};
use crate::lane::{Lane, Many, Runs, Seating};
use crate::sitting::{Log, Sat};
use crate::wrong::Wrong;

/// A game with its options.
pub trait Table: Send + Sync {
    /// What the game tells of itself.
    fn info(&self) -> &'static Info;
    /// What can be set.
    fn specs(&self) -> &'static [OptionSpec];
    /// The options that differ from their defaults, and the number of players.
    fn options(&self) -> Options;
    /// How many seats there are.
    fn players(&self) -> usize;
    /// The version of the encoding.
    fn encoding(&self) -> u32;
    /// How long an observation is.
    fn places(&self) -> usize;
    /// How many numbers actions have.
    fn actions(&self) -> usize;
    /// The fields of an observation.
    fn fields(&self) -> Vec<Field>;
    /// The kinds of actions, each with its first number.
    fn verbs(&self) -> Vec<(Verb, usize)>;
    /// How many features actions have, and the features of every action, [`FEATURES`] to each; -1 where it has fewer.
    fn features(&self) -> (usize, Vec<i32>);
    /// The cards: name and text.
    fn cards(&self) -> Vec<(String, String)>;
    /// A fresh game.
    fn deal(&self, luck: Light) -> Box<dyn Position>;
    /// A position from the lines of a setup.
    fn stage(&self, lines: &[SetupLine], luck: Light) -> Result<Box<dyn Position>, Wrong>;
    /// A player by name.
    fn bot(&self, name: &str) -> Result<Box<dyn Thinker>, Wrong>;
    /// A game that is recorded.
    fn sit(&self, names: Vec<String>, seed: u64) -> Box<dyn Log>;
    /// A record as it was written.
    fn recorded(&self, text: &str) -> Result<Box<dyn Log>, Wrong>;
    /// One game in numbers, not yet dealt, with these bots around one seat.
    fn one(&self, bots: &[String]) -> Result<Box<dyn Run>, Wrong>;
    /// Many games, played side by side.
    fn many(&self, seating: &Seating) -> Result<Box<dyn Many>, Wrong>;
}

/// How many features an action has at most: its verb and its parts.
pub const FEATURES: usize = MOST_PARTS + 1;

/// An action as it is named by whoever asks for it.
#[derive(Clone, Copy, Debug)]
pub enum Asked<'a> {
    /// By its notation.
    Words(&'a str),
    /// By its number.
    Number(i64),
}

/// A position at a table: a value.
pub trait Position: Send + Sync {
    /// The table.
    fn table(&self) -> Arc<dyn Table>;
    /// For whoever knows the game.
    fn any(&self) -> &dyn Any;
    /// Whether they are the same position of the same table.
    fn same(&self, other: &dyn Position) -> bool;
    /// A hash of it.
    fn hash(&self) -> u64;
    /// Who decides; nobody once the game is over.
    fn seat(&self) -> Option<Seat>;
    /// How it ended.
    fn outcome(&self) -> Option<Outcome>;
    /// What each seat would score if the game ended now.
    fn standing(&self) -> Vec<i32>;
    /// What can be done, in notation.
    fn legal(&self) -> Vec<String>;
    /// The numbers of the same.
    fn numbers(&self) -> Result<Vec<u32>, Wrong>;
    /// The numbers of what can be chosen: all that is legal, but for giving up.
    fn choices(&self) -> Result<Vec<u32>, Wrong>;
    /// The position after an action.
    fn after(&self, asked: Asked<'_>, luck: Option<Light>) -> Result<Box<dyn Position>, Wrong>;
    /// Whether anything is drawn or rolled by an action.
    fn draws(&self, asked: Asked<'_>) -> Result<bool, Wrong>;
    /// Why an action can't be taken now, if it can't.
    fn why_not(&self, asked: Asked<'_>) -> Result<Option<String>, Wrong>;
    /// The number of an action.
    fn number(&self, words: &str) -> Result<usize, Wrong>;
    /// The action of a number.
    fn words(&self, number: i64) -> Result<String, Wrong>;
    /// What a viewer knows, by names.
    fn view(&self, viewer: Viewer) -> Value;
    /// The observation of a seat.
    fn observe(&self, seat: Seat, out: &mut [f32]);
    /// The mask of the one who decides: all 0 once the game is over.
    fn mask(&self, out: &mut [i8]) -> Result<(), Wrong>;
    /// A position that the viewer can't tell from this one.
    fn imagine(&self, viewer: Viewer, luck: Light) -> Box<dyn Position>;
    /// The same with other luck.
    fn reseed(&self, luck: Light) -> Box<dyn Position>;
    /// The table in plain text, as the viewer sees it.
    fn text(&self, viewer: Viewer, width: usize) -> String;
    /// What is being decided.
    fn asked(&self, viewer: Viewer) -> String;
    /// What an action would do, for the one who decides.
    fn explain(&self, asked: Asked<'_>) -> Result<String, Wrong>;
    /// A fact of the true state, by its name in scenario files.
    fn fact(&self, name: &str) -> Option<String>;
    /// A fact as a viewer sees it.
    fn seen(&self, viewer: Viewer, name: &str) -> Option<String>;
    /// The board, as the viewer's page shows it.
    fn board(&self, viewer: Viewer) -> String;
    /// A record that begins here.
    fn sit(&self, names: Vec<String>) -> Box<dyn Log>;
    /// One game in numbers that begins here.
    fn run(&self) -> Result<Box<dyn Run>, Wrong>;
}

/// Who decides for a seat, whatever the game.
pub trait Thinker: Send {
    /// What it would do in this position.
    fn consider(&mut self, at: &dyn Position, seed: u64) -> Result<Considered, Wrong>;
    /// A new game begins.
    fn forget(&mut self);
}

/// A choice, with what a search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Considered {
    /// The choice, in notation.
    pub action: String,
    /// What was found of each action: notation, how often it was tried, the chance to win.
    pub found: Vec<(String, u32, f64)>,
}

/// The table of a game that is known.
pub struct Of<G: Playable>(Arc<Core<G>>);

/// What all positions of a table share.
struct Core<G: Playable> {
    rules: G::Rules,
    encoder: Encoder<G>,
}

impl<G: Playable> Clone for Of<G> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<G: Playable> Of<G> {
    fn new(options: &Options) -> Result<Self, Wrong> {
        let rules = G::Rules::from_options(options).map_err(Wrong::value)?;
        let encoder = Encoder::new(&rules).map_err(Wrong::value)?;
        Ok(Self(Arc::new(Core { rules, encoder })))
    }

    /// The rules.
    pub fn rules(&self) -> &G::Rules {
        &self.0.rules
    }

    /// The encoding.
    pub fn encoder(&self) -> &Encoder<G> {
        &self.0.encoder
    }

    /// Whether a position is one of this table, or of one just like it; the error says what it is of.
    pub fn own<'a>(&self, position: &'a dyn Position) -> Result<&'a At<G>, Wrong> {
        let Some(at) = position.any().downcast_ref::<At<G>>() else {
            let (theirs, ours) = (position.table().info().title, G::INFO.title);
            return Err(Wrong::value(format!("this is a state of {theirs}: expected one of {ours}")));
        };
        if !Arc::ptr_eq(&at.of.0, &self.0) && at.of.rules().options() != self.rules().options() {
            let (theirs, ours) = (at.of.rules().options(), self.rules().options());
            return Err(Wrong::value(format!("this is a state of a table with {theirs}: expected {ours}")));
        }
        Ok(at)
    }
}

/// The table of a game by its name; the error says which names there are, or what of the options does not fit.
pub fn table(name: &str, options: &Options) -> Result<Arc<dyn Table>, Wrong> {
    struct Make<'a>(&'a Options);
    impl Visit for Make<'_> {
        type Answer = Result<Arc<dyn Table>, Wrong>;
        fn visit<G: Playable>(&mut self) -> Self::Answer {
            Ok(Arc::new(Of::<G>::new(self.0)?))
        }
    }
    games::with(name, &mut Make(options)).unwrap_or_else(|| {
        let known = games::NAMES.join(", ");
        Err(Wrong::value(format!("there is no game '{name}': expected one of {known}")))
    })
}

impl<G: Playable> Table for Of<G> {
    fn info(&self) -> &'static Info {
        &G::INFO
    }

    fn specs(&self) -> &'static [OptionSpec] {
        G::Rules::specs()
    }

    fn options(&self) -> Options {
        self.rules().options()
    }

    fn players(&self) -> usize {
        self.rules().players()
    }

    fn encoding(&self) -> u32 {
        G::VERSION
    }

    fn places(&self) -> usize {
        self.encoder().len()
    }

    fn actions(&self) -> usize {
        self.encoder().count()
    }

    fn fields(&self) -> Vec<Field> {
        self.encoder().fields()
    }

    fn verbs(&self) -> Vec<(Verb, usize)> {
        let numbering = self.encoder().numbering();
        numbering.verbs().iter().enumerate().map(|(at, verb)| (*verb, numbering.base(at))).collect()
    }

    fn features(&self) -> (usize, Vec<i32>) {
        let numbering = self.encoder().numbering();
        let mut all = Vec::with_capacity(numbering.count() * FEATURES);
        for spelling in (0..numbering.count()).filter_map(|number| numbering.spelling(number)) {
            let from = all.len();
            all.extend(numbering.features_of(&spelling).map(i32::from));
            all.resize(from + FEATURES, -1);
        }
        (numbering.features(), all)
    }

    fn cards(&self) -> Vec<(String, String)> {
        G::cards(self.rules()).into_iter().map(|(name, text)| (name, text.to_string())).collect()
    }

    fn deal(&self, mut luck: Light) -> Box<dyn Position> {
        let state = G::new(self.rules(), &mut luck);
        Box::new(At { of: self.clone(), state, luck })
    }

    fn stage(&self, lines: &[SetupLine], luck: Light) -> Result<Box<dyn Position>, Wrong> {
        let state = G::stage(self.rules(), lines).map_err(Wrong::value)?;
        let broken = |what| Wrong::value(format!("the position is impossible: {what}"));
        state.invariants(self.rules()).map_err(broken)?;
        Ok(Box::new(At { of: self.clone(), state, luck }))
    }

    fn bot(&self, name: &str) -> Result<Box<dyn Thinker>, Wrong> {
        let player = bots::named::<G>(name).map_err(Wrong::value)?;
        Ok(Box::new(Seated { of: self.clone(), player, legal: Vec::new() }))
    }

    fn sit(&self, names: Vec<String>, seed: u64) -> Box<dyn Log> {
        Box::new(Sat::new(self.clone(), names, seed))
    }

    fn recorded(&self, text: &str) -> Result<Box<dyn Log>, Wrong> {
        Ok(Box::new(Sat::<G>::read(self.clone(), text)?))
    }

    fn one(&self, bots: &[String]) -> Result<Box<dyn Run>, Wrong> {
        Ok(Box::new(Single::new(self.clone(), Lane::new(self, bots)?)))
    }

    fn many(&self, seating: &Seating) -> Result<Box<dyn Many>, Wrong> {
        Ok(Box::new(Runs::new(self.clone(), seating)?))
    }
}

/// A position of a game that is known.
#[derive(Clone)]
pub struct At<G: Playable> {
    /// Its table.
    pub of: Of<G>,
    /// The state.
    pub state: G,
    /// Where the luck of what follows comes from.
    pub luck: Light,
}

impl<G: Playable> At<G> {
    fn decider(&self) -> Option<Seat> {
        match self.state.turn(self.of.rules()) {
            Turn::Decide(seats) => seats.first(),
            Turn::Over => None,
        }
    }

    fn actions(&self) -> Vec<G::Action> {
        let mut legal = Vec::new();
        if let Some(seat) = self.decider() {
            self.state.legal(self.of.rules(), seat, &mut legal);
        }
        legal
    }

    fn read(&self, asked: Asked<'_>) -> Result<(Seat, G::Action), Wrong> {
        let seat = self.decider().ok_or(Wrong::Over)?;
        let action = match asked {
            Asked::Words(words) => G::read(self.of.rules(), words).map_err(Wrong::value)?,
            Asked::Number(number) => self.numbered(seat, number)?,
        };
        Ok((seat, action))
    }

    fn numbered(&self, seat: Seat, number: i64) -> Result<G::Action, Wrong> {
        let encoder = self.of.encoder();
        let action = usize::try_from(number).ok().and_then(|number| encoder.action(seat, number));
        action.ok_or_else(|| no_action(number, encoder.count()))
    }

    fn numbers_of(&self, actions: Vec<G::Action>) -> Result<Vec<u32>, Wrong> {
        let Some(seat) = self.decider() else { return Ok(Vec::new()) };
        let number =
            |action| {
                self.of.encoder().number(seat, action).map(|number| number as u32).ok_or_else(|| {
                    Wrong::value(format!("'{}' has no number", G::write(self.of.rules(), action)))
                })
            };
        actions.into_iter().map(number).collect()
    }

    fn names(&self) -> Vec<String> {
        let seats = Seat::all(self.of.rules().players()).map(|seat| seat.to_string());
        seats.chain(G::absent(self.of.rules())).collect()
    }
}

/// No action of the table has this number.
pub fn no_action(number: i64, count: usize) -> Wrong {
    Wrong::Index(match usize::try_from(number) {
        Ok(small) if small < count => format!("number {number} is no action of this table"),
        Ok(_) | Err(_) => format!("number {number} is no action: expected 0 to {}", count - 1),
    })
}

impl<G: Playable> Position for At<G> {
    fn table(&self) -> Arc<dyn Table> {
        Arc::new(self.of.clone())
    }

    fn any(&self) -> &dyn Any {
        self
    }

    fn same(&self, other: &dyn Position) -> bool {
        self.of.own(other).is_ok_and(|other| other.state == self.state)
    }

    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.state.hash(&mut hasher);
        hasher.finish()
    }

    fn seat(&self) -> Option<Seat> {
        self.decider()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.state.outcome(self.of.rules())
    }

    fn standing(&self) -> Vec<i32> {
        let (rules, standing) = (self.of.rules(), self.state.standing(self.of.rules()));
        Seat::all(rules.players()).map(|seat| standing[seat]).collect()
    }

    fn legal(&self) -> Vec<String> {
        self.actions().into_iter().map(|action| G::write(self.of.rules(), action)).collect()
    }

    fn numbers(&self) -> Result<Vec<u32>, Wrong> {
        self.numbers_of(self.actions())
    }

    fn choices(&self) -> Result<Vec<u32>, Wrong> {
        let mut legal = Vec::new();
        if let Some(seat) = self.decider() {
            choices(self.of.rules(), &self.state, seat, &mut legal);
        }
        self.numbers_of(legal)
    }

    fn after(&self, asked: Asked<'_>, luck: Option<Light>) -> Result<Box<dyn Position>, Wrong> {
        let (seat, action) = self.read(asked)?;
        let mut next = self.clone();
        next.luck = luck.unwrap_or(next.luck);
        next.state.play(self.of.rules(), seat, action, &mut next.luck)?;
        Ok(Box::new(next))
    }

    fn draws(&self, asked: Asked<'_>) -> Result<bool, Wrong> {
        let (seat, action) = self.read(asked)?;
        let (mut state, mut tape) = (self.state, Tape::new(self.luck));
        state.play(self.of.rules(), seat, action, &mut tape)?;
        Ok(!tape.drawn().is_empty())
    }

    fn why_not(&self, asked: Asked<'_>) -> Result<Option<String>, Wrong> {
        let (seat, action) = self.read(asked)?;
        Ok(self.state.refusal(self.of.rules(), seat, action).map(|refusal| refusal.to_string()))
    }

    fn number(&self, words: &str) -> Result<usize, Wrong> {
        let (seat, action) = self.read(Asked::Words(words))?;
        let number = self.of.encoder().number(seat, action);
        number.ok_or_else(|| Wrong::value(format!("'{words}' has no number")))
    }

    fn words(&self, number: i64) -> Result<String, Wrong> {
        let (_, action) = self.read(Asked::Number(number))?;
        Ok(G::write(self.of.rules(), action))
    }

    fn view(&self, viewer: Viewer) -> Value {
        let view = self.state.view(self.of.rules(), viewer);
        naming::named::<G>(self.of.rules(), &view)
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        let encoder = self.of.encoder();
        encoder.observe(&self.state.view(self.of.rules(), Viewer::Seat(seat)), out);
    }

    fn mask(&self, out: &mut [i8]) -> Result<(), Wrong> {
        out.fill(0);
        for number in self.numbers()? {
            out[number as usize] = 1;
        }
        Ok(())
    }

    fn imagine(&self, viewer: Viewer, mut luck: Light) -> Box<dyn Position> {
        let rules = self.of.rules();
        let state = G::imagine(rules, &self.state.view(rules, viewer), &mut luck);
        Box::new(Self { of: self.of.clone(), state, luck })
    }

    fn reseed(&self, luck: Light) -> Box<dyn Position> {
        Box::new(Self { luck, ..self.clone() })
    }

    fn text(&self, viewer: Viewer, width: usize) -> String {
        G::table(self.of.rules(), &self.state.view(self.of.rules(), viewer), width)
    }

    fn asked(&self, viewer: Viewer) -> String {
        G::asked(self.of.rules(), &self.state.view(self.of.rules(), viewer)).to_string()
    }

    fn explain(&self, asked: Asked<'_>) -> Result<String, Wrong> {
        let (seat, action) = self.read(asked)?;
        if let Some(refusal) = self.state.refusal(self.of.rules(), seat, action) {
            return Err(refusal.into());
        }
        let view = self.state.view(self.of.rules(), Viewer::Seat(seat));
        Ok(G::explain(self.of.rules(), &view, action).to_string())
    }

    fn fact(&self, name: &str) -> Option<String> {
        self.state.fact(self.of.rules(), name)
    }

    fn seen(&self, viewer: Viewer, name: &str) -> Option<String> {
        G::seen(self.of.rules(), &self.state.view(self.of.rules(), viewer), name)
    }

    fn board(&self, viewer: Viewer) -> String {
        let (rules, names) = (self.of.rules(), self.names());
        let view = self.state.view(rules, viewer);
        G::board(&pages::Desk::new(rules, &view, &names, &[])).into_string()
    }

    fn sit(&self, names: Vec<String>) -> Box<dyn Log> {
        Box::new(Sat::from(self, names))
    }

    fn run(&self) -> Result<Box<dyn Run>, Wrong> {
        let mut lane = Lane::new(&self.of, &[])?;
        lane.set(&self.of, self)?;
        Ok(Box::new(Single::new(self.of.clone(), lane)))
    }
}

/// A player of a game that is known.
struct Seated<G: Playable> {
    of: Of<G>,
    player: Box<dyn Player<G>>,
    legal: Vec<G::Action>,
}

impl<G: Playable> Thinker for Seated<G> {
    fn consider(&mut self, at: &dyn Position, seed: u64) -> Result<Considered, Wrong> {
        let at = self.of.own(at)?;
        let (rules, seat) = (at.of.rules(), at.decider().ok_or(Wrong::Over)?);
        choices(rules, &at.state, seat, &mut self.legal);
        // An imagined world need not be one that the game can come to.
        if self.legal.is_empty() {
            return Err(Wrong::value(format!(
                "{seat} can do nothing in this state, so there is nothing to choose"
            )));
        }
        let look = || at.state.view(rules, Viewer::Seat(seat));
        let question = Question::new(rules, seat, &look, &self.legal, Budget::OWN, seed);
        let Thought { action, found } = self.player.consider(&question);
        let words = |action| G::write(rules, action);
        let found = found.map(|found| found.candidates).unwrap_or_default();
        let found = found.iter().map(|it| (words(it.action), it.visits, it.value)).collect();
        Ok(Considered { action: words(action), found })
    }

    fn forget(&mut self) {
        self.player.forget();
    }
}
