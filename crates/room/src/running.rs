//! A game of one rulebook being played: its record, its luck, its bots.

mod tale;

use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use bots::{Budget, Mind};
use maud::Markup;
use naming::Named;
use pages::{Around, Choice, Drawn, Ended, Glossary, LogLine, Sitting, TakenBack};
use table::{
    Attempt, Fair, Game, Item, Led, Light, OptionKind, Options, Outcome, Record, Rulebook, Seat, SeatSet,
    Seed, Staged, Text, Traced, Turn, UndoRefusal, Viewer, say, tongue,
};

use crate::error::{GameError, LogError, Refused};
use crate::event::By;
use crate::game::{AnyGame, Moment, Prepared};
use crate::players::{self, Advice, Memories, Slot, Thought, Weighed};
use crate::position::{ActionSpans, Finished, LegalAction, Position, RefusedAction, WhyNot, pieces};
use tale::Told;

/// How many log lines a table shows; the replay has them all.
const LOG: usize = 24;

/// A game of `G`.
pub struct RunningGame<G: Drawn + Mind + Named + Staged + Traced> {
    record: Record<G>,
    chance: Fair,
    /// The entries made by standing answers.
    standing: Vec<usize>,
    /// Who agreed to each entry that took something back by consent.
    agreed: Vec<(usize, SeatSet)>,
    /// Whether the told seed was checked against all draws.
    checked: Option<bool>,
    seed: Seed,
    /// Whether the game was set up, and what it draws may be said: then the log is believed.
    led: bool,
    /// The cards and rules, in each language that was spoken here.
    glossaries: Mutex<Vec<Arc<Glossary>>>,
    /// Of each viewer, whether there is something to tell of how the game began; onlookers last.
    opens: [OnceLock<bool>; table::MAX_SEATS + 1],
    /// The bots, with what they remember.
    players: [Slot<G>; table::MAX_SEATS],
}

/// A decision worked out, and the luck after it.
struct WorkedOut<G: Game> {
    attempt: Attempt<G>,
    chance: Fair,
}

/// The cards of a table, with the way to them in the card browser.
fn glossary<G: Drawn>(rules: &G::Rules) -> Glossary {
    let kept = rules.options();
    let specs = G::Rules::specs();
    let open =
        |name: &str| specs.iter().any(|spec| spec.name == name && !matches!(spec.kind, OptionKind::Text(_)));
    let pairs: Vec<String> = kept
        .iter()
        .filter(|(name, _)| open(name))
        .map(|(name, value)| format!("{name}={}", value.replace('+', "%2B")))
        .collect();
    let query = if pairs.is_empty() { String::new() } else { format!("?{}", pairs.join("&")) };
    Glossary::new::<G>(rules, &query)
}

/// What a glossary is made of: the game, its options, the language.
type Spoken = (&'static str, Options, &'static str);

/// The cards of a table: one glossary for all tables of the same rules.
fn shared_glossary<G: Drawn>(rules: &G::Rules) -> Arc<Glossary> {
    static ALL: Mutex<Vec<(Spoken, Weak<Glossary>)>> = Mutex::new(Vec::new());
    let of = (G::INFO.name, rules.options(), tongue::spoken().code());
    let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = all.iter().find(|(key, _)| *key == of).and_then(|(_, found)| found.upgrade()) {
        return found;
    }
    let made = Arc::new(glossary::<G>(rules));
    all.retain(|(_, kept)| kept.strong_count() > 0);
    all.push((of, Arc::downgrade(&made)));
    made
}

impl<G: Drawn + Mind + Named + Staged + Traced> RunningGame<G> {
    fn of(record: Record<G>, chance: Fair, seed: Seed) -> Self {
        let players = std::array::from_fn(|_| Slot::default());
        let (standing, agreed) = (Vec::new(), Vec::new());
        let (glossaries, opens) = (Mutex::default(), Default::default());
        Self { record, chance, standing, agreed, checked: None, seed, led: false, glossaries, opens, players }
    }

    /// Starts a game.
    pub fn start(rules: G::Rules, names: Vec<String>, seed: Seed) -> Self {
        let mut chance = seed.chance();
        let record = Record::start(rules, names, Some(seed.commitment()), &mut chance);
        let mut live = Self::of(record, chance, seed);
        live.finish();
        live
    }

    /// Starts from a moment of another record; luck goes on from a new seed, so there is no commitment.
    pub fn fork(text: &str, at: usize, names: Vec<String>, seed: Seed) -> Result<Self, GameError> {
        let source = Record::<G>::read(text)?;
        let Some(state) = source.state_at(at) else {
            return Err(GameError::Moment { steps: source.steps().len() });
        };
        Ok(Self::from_position(source.rules().clone(), names, *state, seed))
    }

    /// Starts from a position; luck comes from the seed, and nothing was promised about it.
    pub fn from_position(rules: G::Rules, names: Vec<String>, state: G, seed: Seed) -> Self {
        let record = Record::from_position(rules, names, state);
        let chance = seed.chance();
        let mut live = Self::of(record, chance, seed);
        live.finish();
        live
    }

    /// The same where what is drawn may be said.
    pub fn staged(rules: G::Rules, names: Vec<String>, state: G, seed: Seed) -> Self {
        Self { led: true, ..Self::from_position(rules, names, state, seed) }
    }

    /// A finished or unfinished game from a file, to look at; and who sat where.
    pub fn open(text: &str) -> Result<(Self, Vec<String>), GameError> {
        let record = Record::<G>::read(text)?;
        let seed = record.seed().cloned().unwrap_or_else(|| Seed::from_number(0));
        let checked = record.seed().map(|_| record.check_seed().is_ok());
        let names = record.names().to_vec();
        let chance = seed.chance();
        Ok((Self { checked, ..Self::of(record, chance, seed) }, names))
    }

    /// Tells the seed once the game is over, and checks every draw against it.
    fn finish(&mut self) {
        if self.is_over() && self.checked.is_none() && self.record.commitment().is_some() {
            let told = self.record.reveal(&self.seed);
            self.checked = Some(told && self.record.check_seed().is_ok());
        }
    }

    /// An entry of the record has just been made.
    fn made(&mut self, seq: usize, by: By) {
        if by == By::Standing {
            self.standing.push(seq);
        }
        self.finish();
    }

    fn choices(&self, viewer: Viewer, view: &G::View) -> Vec<Choice<G>> {
        let Some(seat) = viewer.seat() else { return Vec::new() };
        let (state, rules) = (self.record.state(), self.record.rules());
        if !self.deciding().contains(seat) {
            return Vec::new();
        }
        let (mut legal, mut named) = (Vec::new(), Vec::new());
        state.legal(rules, seat, &mut legal);
        state.candidates(rules, seat, &mut named);
        let imagined = G::imagine(rules, view, &mut Light::new(1));
        let mut choices: Vec<Choice<G>> = named
            .into_iter()
            .map(|action| {
                // Nothing that is legal is refused.
                let refusal = if legal.contains(&action) { None } else { state.refusal(rules, seat, action) };
                let fatal =
                    refusal.is_none() && (G::concedes(action) || ends(&imagined, rules, seat, action));
                let explained = match G::preview(rules, view, action).filter(|_| refusal.is_none()) {
                    Some(preview) => say!("{preview} {}", G::explain(rules, view, action)),
                    None => G::explain(rules, view, action),
                };
                let label = G::label(rules, action);
                // In English the label is what its notation is made of.
                let source = tongue::spoken().is_source();
                let notation = if source { label.notation() } else { G::write(rules, action) };
                debug_assert_eq!(notation, G::write(rules, action), "notation is the label in letters");
                Choice { seat, action, notation, label, explained, refusal, fatal }
            })
            .collect();
        choices.sort_by_key(|choice| (choice.refusal.is_some(), G::concedes(choice.action)));
        choices
    }
}

/// Whether an action ends a state the one who decides could be in.
fn ends<G: Game>(imagined: &G, rules: &G::Rules, seat: Seat, action: G::Action) -> bool {
    let mut state = *imagined;
    state.play(rules, seat, action, &mut Light::new(2)).is_ok() && state.turn(rules) == Turn::Over
}

fn deciding<G: Game>(state: &G, rules: &G::Rules) -> SeatSet {
    match state.turn(rules) {
        Turn::Decide(seats) => seats,
        Turn::Over => SeatSet::NONE,
    }
}

impl<G: Drawn + Mind + Named + Staged + Traced> AnyGame for RunningGame<G> {
    fn deciding(&self) -> SeatSet {
        if self.record.is_over() {
            return SeatSet::NONE;
        }
        deciding(self.record.state(), self.record.rules())
    }

    fn deciding_at(&self, steps: usize) -> SeatSet {
        self.record.state_at(steps).map_or(SeatSet::NONE, |state| deciding(state, self.record.rules()))
    }

    fn steps(&self) -> usize {
        self.record.steps().len()
    }

    fn notation(&self, action: &str) -> Option<String> {
        let rules = self.record.rules();
        G::read(rules, action).ok().map(|action| G::write(rules, action))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.record.outcome()
    }

    fn decisions(&self) -> Vec<(Seat, String)> {
        let written = |action| G::write(self.record.rules(), action);
        self.record.steps().iter().map(|step| (step.seat, written(step.action))).collect()
    }

    fn prepare_led(&self, seat: Seat, action: &str, draws: &[String]) -> Result<Prepared, Refused> {
        let rules = self.record.rules();
        let action = G::read(rules, action).map_err(Refused::Unread)?;
        let wished = draws.iter().filter(|_| self.led).map(|draw| G::wish(rules, draw));
        let mut led =
            Led::new(wished.collect::<Result<Vec<u32>, _>>().map_err(Refused::Unread)?, self.chance.clone());
        let attempt = self.record.attempt(seat, action, &mut led).map_err(Refused::Rule)?;
        let (chance, _) = led.finish();
        Ok(Prepared {
            action: G::write(rules, action),
            drawn: attempt.drawn().to_vec(),
            deciding: deciding(attempt.state(), rules),
            outcome: attempt.state().outcome(rules),
            worked_out: Box::new(WorkedOut { attempt, chance }),
        })
    }

    fn take(&mut self, prepared: Prepared, by: By) -> Result<(), LogError> {
        let worked_out = prepared.worked_out.downcast::<WorkedOut<G>>().map_err(|_| LogError::Moved)?;
        let WorkedOut { attempt, chance } = *worked_out;
        let seq = self.record.accept(attempt).ok_or(LogError::Moved)?.seq;
        self.chance = chance;
        self.made(seq, by);
        Ok(())
    }

    fn play(&mut self, seat: Seat, action: &str, drawn: &[u32], by: By) -> Result<(), LogError> {
        let action = G::read(self.record.rules(), action).map_err(LogError::Action)?;
        let said = if self.led { drawn } else { &[] };
        let mut led = Led::new(said.iter().copied(), self.chance.clone());
        let attempt = self.record.attempt(seat, action, &mut led).map_err(LogError::Rule)?;
        let (chance, came) = led.finish();
        self.chance = chance;
        let fits = came && attempt.drawn() == drawn;
        let seq = self.record.accept(attempt).ok_or(LogError::Moved)?.seq;
        if !fits {
            return Err(LogError::OtherDraws(seq));
        }
        self.made(seq, by);
        Ok(())
    }

    fn taken(&self, seat: Seat) -> Vec<Item> {
        let (state, rules) = (self.record.state(), self.record.rules());
        let own = self.record.steps().iter().filter(|step| step.seat == seat);
        own.filter_map(|step| G::taken(rules, step.action)).chain(state.dealt(rules, seat)).collect()
    }

    fn undoable(&self, seat: Seat) -> Result<usize, UndoRefusal> {
        self.record.may_undo(seat)?;
        let own = self.record.steps().iter().rev();
        Ok(own.take_while(|step| step.seat == seat && !step.chance && step.learned.is_empty()).count())
    }

    fn undo(&mut self, seat: Seat) -> Result<(), LogError> {
        self.record.undo(seat).map_err(LogError::Undo)
    }

    fn back_to(&self, seat: Seat) -> Option<usize> {
        let steps = self.record.steps();
        steps.iter().rposition(|step| step.seat == seat).map(|at| steps.len() - at)
    }

    fn take_back(&mut self, seat: Seat, steps: usize, agreed: SeatSet) -> Result<(), LogError> {
        for _ in 0..steps {
            if !self.record.take_back(seat) {
                return Err(LogError::LessToTakeBack);
            }
            self.agreed.push((self.record.entries().len(), agreed));
        }
        Ok(())
    }

    fn resign(&mut self, seat: Seat) -> Result<(), LogError> {
        if !self.record.resign(seat) {
            return Err(LogError::NothingToResign);
        }
        self.finish();
        Ok(())
    }

    fn forced(&self, seat: Seat) -> Option<String> {
        let mut legal = Vec::new();
        self.record.state().legal(self.record.rules(), seat, &mut legal);
        legal.retain(|action| !G::concedes(*action));
        match legal.as_slice() {
            [only] => Some(G::write(self.record.rules(), *only)),
            _ => None,
        }
    }

    fn think(&self, seat: Seat, level: &str, seed: u64, memories: &Arc<Memories>) -> Thought {
        let rules = self.record.rules().clone();
        let view = self.record.state().view(&rules, Viewer::Seat(seat));
        let mut legal = Vec::new();
        self.record.state().legal(&rules, seat, &mut legal);
        let asked = players::BotQuestion::<G> { rules, view, seat, legal, level: level.to_owned(), seed };
        let (slot, memories) = (Arc::clone(&self.players[seat.index()]), Arc::clone(memories));
        Box::new(move |budget: Budget| {
            Some(G::write(&asked.rules, players::choose(&asked, budget, &slot, &memories)?))
        })
    }

    fn advise(&self, seat: Seat) -> Advice {
        let rules = self.record.rules().clone();
        let view = self.record.state().view(&rules, Viewer::Seat(seat));
        let mut legal = Vec::new();
        self.record.state().legal(&rules, seat, &mut legal);
        Box::new(move || players::advise::<G>(&rules, &view, seat, &legal))
    }

    fn advice_in_words(&self, seat: Seat, weighed: &[Weighed]) -> Vec<Text> {
        let rules = self.record.rules();
        players::advice_in_words::<G>(rules, &self.record.state().view(rules, Viewer::Seat(seat)), weighed)
    }

    fn page(&self, around: &Around<'_>) -> Markup {
        let (rules, viewer) = (self.record.rules(), around.viewer);
        let view = self.record.state().view(rules, viewer);
        let mut choices = if around.own_eyes().is_some() { self.choices(viewer, &view) } else { Vec::new() };
        if let Some(only) = &around.only {
            choices.retain(|choice| only.contains(&choice.notation.as_str()));
        }
        let ended = self.record.outcome().map(|outcome| Ended {
            outcome,
            tally: self.record.state().tally(rules),
            places: self.record.state().places(rules),
            resigned: self.record.resigned(),
            seed: self.seed_told(),
        });
        let undo = match viewer.seat().map(|seat| self.record.may_undo(seat)) {
            Some(_) if around.rated => Err(say!("this game is rated, so the others have to agree")),
            Some(Ok(())) => Ok(()),
            Some(Err(refusal)) => Err(refusal.words()),
            None => Err(say!("you are watching")),
        };
        let sitting = Sitting {
            around,
            deciding: self.deciding(),
            log: self.last_steps(viewer, LOG),
            tale: &Told { game: self, viewer },
            steps: self.steps(),
            undo,
            taken_back: self.taken_back(viewer, LOG),
            opens: self.steps() <= LOG && self.opens(viewer),
            ended,
            commitment: self.record.commitment(),
            glossary: &self.glossary(),
        };
        pages::table::<G>(rules, &view, &choices, &sitting)
    }

    fn moment(&self, at: usize, viewer: Viewer, names: &[String]) -> Option<Moment> {
        let rules = self.record.rules();
        let view = self.record.state_at(at)?.view(rules, viewer);
        let sides: Vec<String> = names.iter().cloned().chain(G::absent(rules)).collect();
        let desk = pages::Desk::<G>::new(rules, &view, &sides, &[]);
        let prompt = match self.record.resigned().filter(|_| at == self.steps()) {
            Some(seat) => Text::joined([say!("The game is over"), say!("{seat} resigned")], " › "),
            None => G::asked(rules, &view),
        };
        let opening = if at == 0 { self.record.opening_news(viewer) } else { Vec::new() };
        let mut taken_back = self.taken_back(viewer, usize::MAX);
        taken_back.retain(|back| back.after == at);
        Some(Moment {
            board: G::board(&desk),
            prompt,
            line: self.line(at, viewer, false),
            taken_back,
            opening,
        })
    }

    fn glossary(&self) -> Arc<Glossary> {
        let mut glossaries = self.glossaries.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = glossaries.iter().find(|glossary| glossary.is_spoken()) {
            return Arc::clone(found);
        }
        let made = shared_glossary::<G>(self.record.rules());
        glossaries.push(Arc::clone(&made));
        made
    }

    fn position(&self, viewer: Viewer) -> Position {
        let rules = self.record.rules();
        let view = self.record.state().view(rules, viewer);
        let (mut legal, mut refused) = (Vec::new(), Vec::new());
        for choice in self.choices(viewer, &view) {
            let action = choice.notation;
            match choice.refusal {
                None => {
                    let spans =
                        ActionSpans { label: pieces(&choice.label), explained: pieces(&choice.explained) };
                    legal.push(LegalAction { action, explained: choice.explained.to_string(), spans });
                }
                Some(refusal) => refused.push(RefusedAction { action, refusal: WhyNot::from(&refusal) }),
            }
        }
        let ended = |outcome: Outcome| Finished {
            winners: naming::letters(outcome.winners),
            scores: naming::by_seat(rules.players(), |seat| outcome.scores[seat]),
            reason: outcome.reason.to_owned(),
        };
        Position {
            steps: self.steps(),
            deciding: naming::letters(self.deciding()),
            prompt: G::asked(rules, &view).to_string(),
            view: naming::named::<G>(rules, &view),
            legal,
            refused,
            outcome: self.record.outcome().map(ended),
            resigned: self.record.resigned().map(naming::letter),
        }
    }

    fn lines(&self, viewer: Viewer, after: usize, most: usize) -> Vec<LogLine> {
        self.told(viewer, after, most)
    }

    fn taken_back(&self, viewer: Viewer, most: usize) -> Vec<TakenBack> {
        self.told_back(viewer, most)
    }

    fn opening(&self, viewer: Viewer) -> Vec<Text> {
        self.record.opening_news(viewer)
    }

    fn record(&self) -> Option<String> {
        (self.is_over() && self.record.commitment().is_some()).then(|| self.record.write())
    }

    fn seed_told(&self) -> Option<(String, bool)> {
        // Whatever happened: of a game that goes on, nothing is told.
        self.checked.filter(|_| self.is_over()).map(|checked| (self.seed.reveal(), checked))
    }

    fn whole(&self) -> String {
        self.record.write()
    }
}
