//! A game under way, whatever game it is.

mod tale;

use std::sync::Arc;

use bots::Mind;
use maud::Markup;
use pages::{
    Chair as Shown, Choice, Drawn, Ended, Glossary, Host, LogLine, Sitting, TakeBack, TakenBack, Voice,
};
use serde_json::{Value, json};
use table::{Fair, Game, Light, OptionKind, Record, Rulebook, Seat, SeatSet, Seed, Turn, Viewer};

use crate::event::By;
use crate::lesson;
use crate::room::{now, waited};
use crate::thinkers::{self, Minds, Place};

/// How many log lines a table shows; the replay has them all.
const LOG: usize = 24;

/// Why an action was not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// The text is no action of this game.
    Unread(String),
    /// The rules forbid it.
    Rule(table::Refusal),
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unread(why) => f.write_str(why),
            Self::Rule(refusal) => write!(f, "{refusal}"),
        }
    }
}

/// A move tried on a copy: what is to be made durable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prepared {
    /// The action in its one notation.
    pub action: String,
    /// What it draws.
    pub drawn: Vec<u32>,
    /// Who decides after it; nobody if the game is over.
    pub deciding: SeatSet,
}

/// What the shell of a table knows besides the game.
#[derive(Clone, Debug)]
pub struct Around<'a> {
    /// The table's name.
    pub id: &'a str,
    /// The seq of its last event.
    pub seq: u64,
    /// Who sits where.
    pub chairs: &'a [Shown],
    /// The seats of the one who looks.
    pub own: SeatSet,
    /// What was said.
    pub chat: &'a [pages::Chat],
    /// A wish to take something back.
    pub take_back: Option<TakeBack>,
    /// Whose wish to take something back was refused last, and by whom.
    pub declined: Option<(Seat, Seat)>,
    /// Whether the closing words of the guided game were read.
    pub heard: bool,
    /// Whose forced decisions answer themselves.
    pub standing: SeatSet,
    /// The next game's table.
    pub rematch: Option<&'a str>,
    /// What the last post was refused for.
    pub refused: Option<String>,
    /// Whether hints may be asked for.
    pub hints: bool,
    /// Whether the one who looks may join the chat, or why not.
    pub voice: Voice,
    /// What the one who looks may do as the host, if it is the host.
    pub host: Option<Host>,
    /// Seats that nobody has.
    pub free: SeatSet,
    /// The hint that was asked for.
    pub advice: Vec<String>,
    /// Which seats let onlookers look through their eyes.
    pub shows: SeatSet,
    /// The guided game played here.
    pub lesson: Option<&'a str>,
    /// At a slow table, since when it waits.
    pub since: Option<u64>,
}

/// A moment of a game, drawn.
#[derive(Debug)]
pub struct Moment {
    /// The board.
    pub board: Markup,
    /// What is being decided.
    pub prompt: String,
    /// The decision that led here.
    pub line: Option<LogLine>,
    /// What was taken back here.
    pub taken_back: Vec<TakenBack>,
    /// How the game began, where this is its first moment.
    pub opening: Vec<String>,
}

/// A game under way, whatever game it is. It only ever moves forward, by events that are durable already.
pub trait Live: Send + Sync {
    /// Who decides; nobody once it is over.
    fn deciding(&self) -> SeatSet;
    /// Who decides after this many of the decisions that stand.
    fn deciding_at(&self, steps: usize) -> SeatSet;
    /// How many decisions stand.
    fn steps(&self) -> usize;
    /// Whether it is over.
    fn is_over(&self) -> bool {
        self.deciding().is_empty()
    }
    /// The action in its one notation, if it is one.
    fn notation(&self, action: &str) -> Option<String>;
    /// Tries an action on a copy.
    fn prepare(&self, seat: Seat, action: &str) -> Result<Prepared, Refused>;
    /// Takes an action that was prepared; the error says that the log does not fit the game.
    fn play(&mut self, seat: Seat, action: &str, drawn: &[u32], by: By) -> Result<(), String>;
    /// How many of the seat's last decisions it may take back alone, or why none.
    fn undoable(&self, seat: Seat) -> Result<usize, String>;
    /// Takes the seat's last decision back.
    fn undo(&mut self, seat: Seat) -> Result<(), String>;
    /// How many decisions must go so that the seat's last one is gone, others' after it included.
    fn back_to(&self, seat: Seat) -> Option<usize>;
    /// Takes decisions back by consent of these.
    fn take_back(&mut self, seat: Seat, steps: usize, agreed: SeatSet) -> Result<(), String>;
    /// Gives the game up for a seat, which ends it; the error says that the log does not fit.
    fn resign(&mut self, seat: Seat) -> Result<(), String>;
    /// The seat's only legal action, if it has exactly one.
    fn forced(&self, seat: Seat) -> Option<String>;
    /// What a bot on the seat would do.
    fn think(&self, seat: Seat, level: &str, seed: u64, minds: &Arc<Minds>) -> thinkers::Job;
    /// What a strong player would think of the seat's best actions, one line each.
    fn advise(&self, seat: Seat) -> thinkers::Job;
    /// The changing part of the page.
    fn page(&self, viewer: Viewer, around: &Around<'_>) -> Markup;
    /// A moment, through some eyes.
    fn moment(&self, at: usize, viewer: Viewer, names: &[String]) -> Option<Moment>;
    /// The cards and rules of the table.
    fn glossary(&self) -> &Glossary;
    /// What a program gets: view, legal actions, refusals.
    fn position(&self, viewer: Viewer) -> Value;
    /// The log as the viewer sees it: at most so many decisions after the first so many that stand, oldest first.
    fn lines(&self, viewer: Viewer, after: usize, most: usize) -> Vec<LogLine>;
    /// What was taken back, as the viewer is told it: the last so many times, oldest first.
    fn taken_back(&self, viewer: Viewer, most: usize) -> Vec<TakenBack>;
    /// How the game began, as the viewer saw it.
    fn opening(&self, viewer: Viewer) -> Vec<String>;
    /// The record as a file, once the game is over; before that it would tell secrets.
    fn record(&self) -> Option<String>;
    /// The seed, once the game is over, and whether every draw was checked against it.
    fn seed_told(&self) -> Option<(String, bool)>;
    /// The record whatever its state, for the problem reports that only the host of the server reads.
    fn whole(&self) -> String;
}

/// A game of `G`.
pub struct LiveGame<G: Drawn + Mind> {
    record: Record<G>,
    chance: Fair,
    /// The entries made by standing answers.
    standing: Vec<usize>,
    /// Who agreed to each entry that took something back by consent.
    agreed: Vec<(usize, SeatSet)>,
    /// Whether the told seed was checked against all draws.
    checked: Option<bool>,
    seed: Seed,
    glossary: Glossary,
    /// The bots, with what they remember.
    players: [Place<G>; table::MAX_SEATS],
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

impl<G: Drawn + Mind> LiveGame<G> {
    fn of(record: Record<G>, chance: Fair, seed: Seed, glossary: Glossary) -> Self {
        let players = std::array::from_fn(|_| Place::default());
        let (standing, agreed) = (Vec::new(), Vec::new());
        Self { record, chance, standing, agreed, checked: None, seed, glossary, players }
    }

    /// Starts a game.
    pub fn start(rules: G::Rules, names: Vec<String>, seed: Seed) -> Self {
        let mut chance = seed.chance();
        let glossary = glossary::<G>(&rules);
        let record = Record::start(rules, names, Some(seed.commitment()), &mut chance);
        let mut live = Self::of(record, chance, seed, glossary);
        live.finish();
        live
    }

    /// Starts from a moment of another record; luck goes on from a new seed, so there is no commitment.
    pub fn fork(text: &str, at: usize, names: Vec<String>, seed: Seed) -> Result<Self, String> {
        let source = Record::<G>::read(text).map_err(|error| error.to_string())?;
        let Some(state) = source.state_at(at) else {
            return Err(format!(
                "the record has {} decisions: expected a moment among them",
                source.steps().len()
            ));
        };
        Ok(Self::from_position(source.rules().clone(), names, *state, seed))
    }

    /// Starts from a position; luck comes from the seed, and nothing was promised about it.
    pub fn from_position(rules: G::Rules, names: Vec<String>, state: G, seed: Seed) -> Self {
        let record = Record::from_position(rules, names, state);
        let chance = seed.chance();
        let glossary = glossary::<G>(record.rules());
        let mut live = Self::of(record, chance, seed, glossary);
        live.finish();
        live
    }

    /// A finished or unfinished game from a file, to look at; and who sat where.
    pub fn open(text: &str) -> Result<(Self, Vec<String>), String> {
        let record = Record::<G>::read(text).map_err(|error| error.to_string())?;
        let seed = record.seed().cloned().unwrap_or_else(|| Seed::from_number(0));
        let checked = record.seed().map(|_| record.check_seed().is_ok());
        let names = record.names().to_vec();
        let chance = seed.chance();
        let glossary = glossary::<G>(record.rules());
        Ok((Self { checked, ..Self::of(record, chance, seed, glossary) }, names))
    }

    /// Tells the seed once the game is over, and checks every draw against it.
    fn finish(&mut self) {
        if self.is_over() && self.checked.is_none() && self.record.commitment().is_some() {
            let told = self.record.reveal(&self.seed);
            self.checked = Some(told && self.record.check_seed().is_ok());
        }
    }

    fn choices(&self, viewer: Viewer, view: &G::View) -> Vec<Choice<G>> {
        let Some(seat) = viewer.seat() else { return Vec::new() };
        let (state, rules) = (self.record.state(), self.record.rules());
        if !self.deciding().contains(seat) {
            return Vec::new();
        }
        let mut named = Vec::new();
        state.candidates(rules, seat, &mut named);
        let imagined = G::imagine(rules, view, &mut Light::new(1));
        let mut choices: Vec<Choice<G>> = named
            .into_iter()
            .map(|action| {
                let refusal = state.refusal(rules, seat, action);
                let fatal =
                    refusal.is_none() && (G::concedes(action) || ends(&imagined, rules, seat, action));
                let explained = match G::preview(rules, view, action).filter(|_| refusal.is_none()) {
                    Some(preview) => format!("{preview} {}", G::explain(rules, view, action)),
                    None => G::explain(rules, view, action),
                };
                Choice { seat, action, notation: G::write(rules, action), explained, refusal, fatal }
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

impl<G: Drawn + Mind> Live for LiveGame<G> {
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

    fn prepare(&self, seat: Seat, action: &str) -> Result<Prepared, Refused> {
        let rules = self.record.rules();
        let action = G::read(rules, action).map_err(Refused::Unread)?;
        let mut state = *self.record.state();
        let mut chance = self.chance.clone();
        let mut tape = table::Tape::new(&mut chance);
        state.play(rules, seat, action, &mut tape).map_err(Refused::Rule)?;
        let (drawn, _) = tape.finish();
        Ok(Prepared { action: G::write(rules, action), drawn, deciding: deciding(&state, rules) })
    }

    fn play(&mut self, seat: Seat, action: &str, drawn: &[u32], by: By) -> Result<(), String> {
        let action = G::read(self.record.rules(), action)?;
        let step = self.record.play(seat, action, &mut self.chance).map_err(|refusal| refusal.to_string())?;
        let seq = step.seq;
        if by == By::Standing {
            self.standing.push(seq);
        }
        let fits =
            matches!(self.record.entries().last(), Some(table::Entry::Move(made)) if made.drawn == drawn);
        if !fits {
            return Err(format!("entry {seq} draws something else than it did"));
        }
        self.finish();
        Ok(())
    }

    fn undoable(&self, seat: Seat) -> Result<usize, String> {
        self.record
            .may_undo(seat)
            .map_err(|refusal| pages::named(&refusal.to_string(), self.record.names()))?;
        let own = self.record.steps().iter().rev();
        Ok(own.take_while(|step| step.seat == seat && !step.chance && step.learned.is_empty()).count())
    }

    fn undo(&mut self, seat: Seat) -> Result<(), String> {
        self.record.undo(seat).map_err(|refusal| refusal.to_string())
    }

    fn back_to(&self, seat: Seat) -> Option<usize> {
        let steps = self.record.steps();
        steps.iter().rposition(|step| step.seat == seat).map(|at| steps.len() - at)
    }

    fn take_back(&mut self, seat: Seat, steps: usize, agreed: SeatSet) -> Result<(), String> {
        for _ in 0..steps {
            if !self.record.take_back(seat) {
                return Err("there is less to take back".to_owned());
            }
            self.agreed.push((self.record.entries().len(), agreed));
        }
        Ok(())
    }

    fn resign(&mut self, seat: Seat) -> Result<(), String> {
        if !self.record.resign(seat) {
            return Err("there is no game to resign".to_owned());
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

    fn think(&self, seat: Seat, level: &str, seed: u64, minds: &Arc<Minds>) -> thinkers::Job {
        let rules = self.record.rules().clone();
        let view = self.record.state().view(&rules, Viewer::Seat(seat));
        let mut legal = Vec::new();
        self.record.state().legal(&rules, seat, &mut legal);
        let asked = thinkers::Asked::<G> { rules, view, seat, legal, level: level.to_owned(), seed };
        let (place, minds) = (Arc::clone(&self.players[seat.index()]), Arc::clone(minds));
        Box::new(move || Some(G::write(&asked.rules, thinkers::choose(&asked, &place, &minds)?)))
    }

    fn advise(&self, seat: Seat) -> thinkers::Job {
        let rules = self.record.rules().clone();
        let view = self.record.state().view(&rules, Viewer::Seat(seat));
        let mut legal = Vec::new();
        self.record.state().legal(&rules, seat, &mut legal);
        Box::new(move || Some(thinkers::advise::<G>(&rules, &view, seat, &legal).join("\n")))
    }

    fn page(&self, viewer: Viewer, around: &Around<'_>) -> Markup {
        let rules = self.record.rules();
        let view = self.record.state().view(rules, viewer);
        let mut choices = if viewer.seat().is_some_and(|seat| around.own.contains(seat)) {
            self.choices(viewer, &view)
        } else {
            Vec::new()
        };
        let beat = around.lesson.and_then(|name| lesson::beat(name, self.steps()));
        // A guided game offers one move at a time.
        if let Some((_, beat)) = &beat {
            choices.retain(|choice| choice.notation == beat.action);
        }
        let ended = self.record.outcome().map(|outcome| Ended {
            outcome,
            tally: self.record.state().tally(rules),
            resigned: self.record.resigned(),
            seed: self.seed_told(),
            rematch: around.rematch.map(str::to_owned),
        });
        let undo = match viewer.seat() {
            Some(seat) => self.undoable(seat).map(|_| ()),
            None => Err("you are watching".to_owned()),
        };
        let sitting = Sitting {
            id: around.id,
            seq: around.seq,
            chairs: around.chairs,
            viewer,
            own: around.own,
            deciding: self.deciding(),
            log: self.lines(viewer, self.steps().saturating_sub(LOG), LOG),
            steps: self.steps(),
            chat: around.chat,
            undo,
            take_back: around.take_back.clone(),
            declined: around.declined,
            taken_back: self.taken_back(viewer, LOG),
            opening: self.record.opening_news(viewer),
            ended,
            standing: viewer.seat().is_some_and(|seat| around.standing.contains(seat)),
            commitment: self.record.commitment(),
            refused: around.refused.clone(),
            glossary: &self.glossary,
            hints: around.hints && beat.is_none(),
            voice: around.voice,
            host: around.host.clone(),
            free: around.free,
            advice: around.advice.clone(),
            shows: around.shows,
            waited: around.since.and_then(|since| waited(since, now())),
            coach: around
                .lesson
                .and_then(|name| lesson::coach(name, self.steps()))
                .filter(|coach| !(coach.closing && around.heard)),
        };
        pages::table::<G>(rules, &view, &choices, &sitting)
    }

    fn moment(&self, at: usize, viewer: Viewer, names: &[String]) -> Option<Moment> {
        let rules = self.record.rules();
        let view = self.record.state_at(at)?.view(rules, viewer);
        let sides: Vec<String> = names.iter().cloned().chain(G::absent(rules)).collect();
        let desk = pages::Desk::<G>::new(rules, &view, &sides, &[]);
        let prompt = match self.record.resigned().filter(|_| at == self.steps()) {
            Some(seat) => format!("The game is over › {seat} resigned"),
            None => G::prompt(rules, &view),
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

    fn glossary(&self) -> &Glossary {
        &self.glossary
    }

    fn position(&self, viewer: Viewer) -> Value {
        let rules = self.record.rules();
        let view = self.record.state().view(rules, viewer);
        let (mut legal, mut refused) = (Vec::new(), Vec::new());
        for choice in self.choices(viewer, &view) {
            match choice.refusal {
                None => legal.push(json!({ "action": choice.notation, "explained": choice.explained })),
                Some(refusal) => refused.push(json!({ "action": choice.notation, "refusal": refusal })),
            }
        }
        let players = rules.players();
        json!({
            "game": G::INFO.name,
            "rules_version": G::INFO.rules_version,
            "players": players,
            "steps": self.steps(),
            "deciding": self.deciding(),
            "prompt": G::prompt(rules, &view),
            "view": view,
            "legal": legal,
            "refused": refused,
            "outcome": self.record.outcome(),
            "resigned": self.record.resigned(),
        })
    }

    fn lines(&self, viewer: Viewer, after: usize, most: usize) -> Vec<LogLine> {
        self.told(viewer, after, most)
    }

    fn taken_back(&self, viewer: Viewer, most: usize) -> Vec<TakenBack> {
        self.told_back(viewer, most)
    }

    fn opening(&self, viewer: Viewer) -> Vec<String> {
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
