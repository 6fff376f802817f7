//! A table as its log tells it, and how it changes.
//!
//! A change is worked out on the room as it stands ([`Room::plan`]), written by whoever runs the table, and only when it is durable made
//! ([`Room::take`]). What was worked out is not worked out again: a decision is read and played once.

use std::collections::BTreeMap;

use pages::Alike;
use table::lesson::Lesson;
use table::{Seat, SeatSet, Seed};

use crate::clock::{Clocks, Tick};
use crate::error::{LogError, Refused};
use crate::event::{By, Chair, Logged, TableEvent};
use crate::game::{AnyGame, Prepared};
use crate::kind::{Kind, Kinds};
use crate::seating::{Brief, Owed, Score, Seating};
use crate::wish::Wish;

/// A table as its log tells it.
pub struct Room {
    /// The seq of its last event.
    pub seq: u64,
    /// The seq of the last event that moved the game: who has seen that one knows what there is to decide, whatever was said since.
    pub moved: u64,
    /// What it is besides its game.
    pub seating: Seating,
    /// Which game is played.
    pub kind: &'static dyn Kind,
    /// The game, once it has begun.
    pub game: Option<Box<dyn AnyGame>>,
    /// Since when the table waits for whom it waits for, in milliseconds since 1970; 0 where nobody knows.
    pub since: u64,
    /// The players' clocks, once the game has begun, where there are any.
    pub clocks: Option<Clocks>,
    /// The lesson played here.
    pub(crate) lesson: Option<&'static Lesson>,
    /// What of it was read or answered: after how many decisions, and the number of the answer.
    pub(crate) read: Vec<(usize, usize)>,
    /// The requests done already, each with the action it took, if it took one.
    requests: BTreeMap<String, Option<String>>,
    /// What was drawn of it last, for all who see it alike.
    pub(crate) alike: Alike,
}

impl std::fmt::Debug for Room {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Room({} at {})", self.seating.game_name, self.seq)
    }
}

/// What a wish comes with, so that one for an older game is refused and one that comes twice is harmless.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stamp {
    /// The seq that was seen; it is stale if the game has moved since.
    pub seen: Option<u64>,
    /// The request's own name: a table takes each once.
    pub request: Option<String>,
    /// Who wishes it, by identity, and for which seat, where it is a guest: the seat must still be theirs when it is done.
    pub of: Option<(String, Seat)>,
}

/// A change worked out, about to be made durable.
#[derive(Debug)]
pub struct Change {
    /// After which seq.
    pub after: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The request it comes from.
    pub request: Option<String>,
    /// What happens.
    pub events: Vec<TableEvent>,
    /// What lists say of the table then.
    pub brief: Brief,
    /// The seq of the last event that moved the game then.
    pub moved: u64,
    /// What bots owe then.
    pub owed: Option<Owed>,
    ready: Ready,
}

/// What of a change is worked out already.
pub(crate) enum Ready {
    /// Nothing that takes work.
    Nothing,
    /// The game begins.
    Begun(Box<dyn AnyGame>),
    /// A decision.
    Decided(Prepared),
}

impl std::fmt::Debug for Ready {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Nothing => "Nothing",
            Self::Begun(_) => "Begun",
            Self::Decided(_) => "Decided",
        })
    }
}

/// The events of a change, and whose decision it is then.
pub(crate) struct Outline {
    /// What happens.
    pub events: Vec<TableEvent>,
    /// Who decides then; `None` if the game has not begun.
    pub deciding: Option<SeatSet>,
    /// What is worked out already.
    pub ready: Ready,
}

impl Room {
    /// A table as these events tell it; `kinds` finds the games that are known here.
    pub fn fold(kinds: Kinds, log: &[Logged]) -> Result<Self, LogError> {
        let (first, rest) = log.split_first().ok_or(LogError::Empty)?;
        let mut room = Self::opened(kinds, first)?;
        for logged in rest {
            room.apply(logged)?;
        }
        Ok(room)
    }

    /// A table of which only its making is known.
    pub fn opened(kinds: Kinds, first: &Logged) -> Result<Self, LogError> {
        let seating = Seating::opened(&first.event)?;
        let kind = kinds(&seating.game_name).ok_or_else(|| LogError::NoGame(seating.game_name.clone()))?;
        let (title, now) = (kind.info().title, kind.info().rules_version);
        if let Some(then) = first.event.rules_version().filter(|then| *then != now) {
            return Err(LogError::OtherRules { title, then, now });
        }
        let lesson = seating.settings.lesson.as_ref().and_then(|name| kind.lesson(name));
        let requests = BTreeMap::new();
        let mut room = Self {
            seq: 1,
            moved: 1,
            seating,
            kind,
            game: None,
            since: first.at,
            clocks: None,
            lesson,
            read: Vec::new(),
            requests,
            alike: Alike::default(),
        };
        room.remember(first.request.as_ref(), &first.event);
        Ok(room)
    }

    /// The same with a game that was set up.
    #[must_use]
    pub fn with_game(self, game: Box<dyn AnyGame>) -> Self {
        Self { game: Some(game), since: 0, ..self }
    }

    /// Folds one event in as the log has it.
    pub fn apply(&mut self, logged: &Logged) -> Result<(), LogError> {
        self.remember(logged.request.as_ref(), &logged.event);
        self.make(&logged.event, logged.at, Ready::Nothing)
    }

    /// Makes a change that is durable now.
    pub fn take(&mut self, change: Change) -> Result<(), LogError> {
        let Change { after, at, request, events, brief: _, moved: _, owed: _, ready } = change;
        if after != self.seq {
            return Err(LogError::Moved);
        }
        if let Some(first) = events.first() {
            self.remember(request.as_ref(), first);
        }
        let mut ready = Some(ready);
        for event in &events {
            // Only a beginning and a decision are worked out ahead, and of each there is one in a change.
            let ahead = matches!(event, TableEvent::Started { .. } | TableEvent::Move { .. });
            let worked_out = ready.take_if(|_| ahead).unwrap_or(Ready::Nothing);
            self.make(event, at, worked_out)?;
        }
        Ok(())
    }

    fn remember(&mut self, request: Option<&String>, event: &TableEvent) {
        if let Some(request) = request {
            self.requests.insert(request.clone(), event.action().map(str::to_owned));
        }
    }

    fn make(&mut self, event: &TableEvent, at: u64, ready: Ready) -> Result<(), LogError> {
        let agreed = self.seating.wish.map_or(SeatSet::NONE, |(_, agreed)| agreed);
        self.seating.apply(event);
        self.seq += 1;
        if event.moves_the_game() {
            self.since = at;
            self.moved = self.seq;
        }
        self.happen(event, ready, agreed)?;
        let deciding = self.deciding();
        tick(&mut self.clocks, &self.seating, deciding, (event, at));
        Ok(())
    }

    /// What an event does to the game.
    fn happen(&mut self, event: &TableEvent, ready: Ready, agreed: SeatSet) -> Result<(), LogError> {
        let game = self.game.as_mut().ok_or(LogError::NotBegun);
        match event {
            TableEvent::Started { seed, from, set_up } => {
                self.game = Some(match ready {
                    Ready::Begun(game) => game,
                    Ready::Nothing | Ready::Decided(_) => {
                        begin(self.kind, &self.seating, (seed, set_up.as_deref()), from.as_ref())?
                    }
                });
                Ok(())
            }
            TableEvent::Move { seat, action, drawn, by } => match ready {
                Ready::Decided(prepared) => game?.take(prepared, *by),
                Ready::Nothing | Ready::Begun(_) => game?.play(*seat, action, drawn, *by),
            },
            TableEvent::Undone { seat } => {
                game?.undo(*seat)?;
                self.unread();
                Ok(())
            }
            TableEvent::TakenBack { seat, steps } => {
                game?.take_back(*seat, *steps, agreed)?;
                self.unread();
                Ok(())
            }
            TableEvent::Read { seat: _, answer } => {
                let made = game?.steps();
                self.read.push((made, *answer));
                Ok(())
            }
            TableEvent::Resigned { seat } => game?.resign(*seat),
            TableEvent::Opened { .. }
            | TableEvent::Shows { .. }
            | TableEvent::Sat { .. }
            | TableEvent::Ready { .. }
            | TableEvent::Watched { .. }
            | TableEvent::Asked { .. }
            | TableEvent::Agreed { .. }
            | TableEvent::Declined { .. }
            | TableEvent::Said { .. }
            | TableEvent::Standing { .. }
            | TableEvent::Heard { .. }
            | TableEvent::Again { .. }
            | TableEvent::Removed { .. }
            | TableEvent::Muted { .. }
            | TableEvent::Minded { .. }
            | TableEvent::Returned { .. }
            | TableEvent::Voted { .. }
            | TableEvent::Nudged { .. }
            | TableEvent::Gone { .. }
            | TableEvent::Came { .. }
            | TableEvent::Paused { .. } => Ok(()),
        }
    }

    /// What was read of a lesson after decisions that were taken back is to be read again.
    fn unread(&mut self) {
        let made = self.game.as_ref().map_or(0, |game| game.steps());
        self.read.retain(|(after, _)| *after <= made);
    }

    /// Works out what a wish comes to at this time; nothing if its request was done before.
    pub fn plan(&self, wish: Wish, stamp: Stamp, at: u64) -> Result<Option<Change>, Refused> {
        let Stamp { seen, request, of } = stamp;
        match request.as_ref().and_then(|request| self.requests.get(request)) {
            Some(Some(done)) => {
                // The same request for something else is a mistake that somebody should hear of.
                return match self.notation(&wish).filter(|wanted| wanted != done) {
                    Some(_) => Err(Refused::Reused(done.clone())),
                    None => Ok(None),
                };
            }
            Some(None) => return Ok(None),
            None => {}
        }
        if seen.is_some_and(|seen| seen < self.moved || seen > self.seq) {
            return Err(Refused::Stale);
        }
        if let Some((guest, seat)) = of {
            if !self.seating.seats_of(&guest).contains(seat) {
                return Err(self.seating.not_theirs(&guest));
            }
            // The bot may be thinking about it: two shall not decide for one seat.
            if wish.action().is_some() && self.seating.minded.contains_key(&seat) {
                return Err(Refused::Minded);
            }
        }
        let Outline { events, deciding, ready } = self.outline(wish, at)?;
        let (mut seating, mut clocks) = (self.seating.clone(), self.clocks.clone());
        for event in &events {
            seating.apply(event);
            tick(&mut clocks, &seating, deciding, (event, at));
        }
        let moving = events.iter().rposition(TableEvent::moves_the_game);
        let deadline = clocks.and_then(|clocks| clocks.deadline());
        let since = if moving.is_some() { at } else { self.since };
        let ended = self.ends_with(&events, &ready).or_else(|| self.ended());
        let brief = Brief { ended, ..seating.brief(deciding, since, deadline) };
        let moved = moving.map_or(self.moved, |place| self.seq + 1 + place as u64);
        let owed = seating.owed(deciding);
        Ok(Some(Change { after: self.seq, at, request, events, brief, moved, owed, ready }))
    }

    /// The action that somebody wishes to take, in its one notation.
    fn notation(&self, wish: &Wish) -> Option<String> {
        self.game.as_ref()?.notation(wish.action()?)
    }

    /// What lists say of it now.
    pub fn brief(&self) -> Brief {
        let deadline = self.clocks.as_ref().and_then(Clocks::deadline);
        Brief { ended: self.ended(), ..self.seating.brief(self.deciding(), self.since, deadline) }
    }

    /// How the game ended.
    fn ended(&self) -> Option<Score> {
        let game = self.game.as_ref().filter(|game| game.is_over())?;
        Some(Score::of(&game.outcome()?, self.seating.chairs.len()))
    }

    /// How the game ends with what is about to happen, if it does. Whoever gives up leaves the win to the other one.
    fn ends_with(&self, events: &[TableEvent], ready: &Ready) -> Option<Score> {
        let players = self.seating.chairs.len();
        let resigned = events
            .iter()
            .find_map(|event| if let TableEvent::Resigned { seat } = event { Some(*seat) } else { None });
        match (ready, resigned) {
            (Ready::Decided(prepared), _) => Some(Score::of(prepared.outcome.as_ref()?, players)),
            (Ready::Nothing | Ready::Begun(_), Some(seat)) => {
                let winners = Seat::all(players).filter(|other| *other != seat).map(Seat::index).collect();
                Some(Score { winners, scores: Vec::new() })
            }
            (Ready::Nothing | Ready::Begun(_), None) => None,
        }
    }

    /// What bots owe now.
    pub fn owed(&self) -> Option<Owed> {
        self.seating.owed(self.deciding())
    }

    /// The game, if it has begun.
    pub fn begun(&self) -> Result<&dyn AnyGame, Refused> {
        self.game.as_deref().ok_or(Refused::NotBegun)
    }

    /// Who decides now, once the game has begun.
    pub fn deciding(&self) -> Option<SeatSet> {
        self.game.as_ref().map(|game| game.deciding())
    }

    /// The next decision that needs nobody at the table, if there is one.
    pub fn automatic(&self) -> Option<Automatic> {
        let game = self.game.as_ref()?;
        let moved = self.moved;
        if self.lesson_closes() {
            return None;
        }
        if self.lesson_leads() {
            return self.lesson_automatic();
        }
        game.deciding().iter().find_map(|seat| {
            let who = match self.seating.chairs.get(seat.index())? {
                Chair::Bot(level) => Who::Bot(level.clone()),
                Chair::Guest(..) if self.seating.minded.contains_key(&seat) => {
                    Who::Bot(self.seating.minded.get(&seat)?.clone())
                }
                Chair::Guest(..) if self.seating.standing.contains(seat) => Who::Standing(game.forced(seat)?),
                Chair::Guest(..) | Chair::Open | Chair::Link => return None,
            };
            Some(Automatic { seat, moved, who })
        })
    }
}

/// Lets the clocks do what an event does to them.
fn tick(
    clocks: &mut Option<Clocks>,
    seating: &Seating,
    deciding: Option<SeatSet>,
    (event, at): (&TableEvent, u64),
) {
    let pace = seating.settings.pace;
    let waiting =
        |deciding: SeatSet| deciding.iter().filter(|seat| seating.people().contains(*seat)).collect();
    let (Some(deciding), false) = (deciding, pace.is_free()) else { return };
    let back = matches!(event, TableEvent::Undone { .. } | TableEvent::TakenBack { .. });
    let kind = match (event.moves_the_game(), back) {
        (true, false) => Tick::Forward,
        (true, true) => Tick::Back,
        (false, _) => Tick::Beside,
    };
    if matches!(event, TableEvent::Started { .. }) {
        *clocks = Some(Clocks::new(pace, at));
    }
    let Some(clocks) = clocks else { return };
    if let TableEvent::Paused { from, to } = event {
        // The log may tell of several such times at once: what lies between them is taken off when something else happens.
        return clocks.pause(*from, *to);
    }
    if let TableEvent::Returned { seat } = event {
        clocks.grant(*seat);
    }
    clocks.set(waiting(deciding), kind, at);
}

/// Sets the game up.
pub(crate) fn begin(
    kind: &dyn Kind,
    seating: &Seating,
    (seed, set_up): (&str, Option<&str>),
    from: Option<&(String, usize)>,
) -> Result<Box<dyn AnyGame>, LogError> {
    let seed = Seed::read(seed).ok_or(LogError::Seed)?;
    Ok(match (from, set_up) {
        (None, None) => kind.start(&seating.options, seating.names(), seed)?,
        (None, Some(position)) => kind.stage(&seating.options, seating.names(), (position, seed))?,
        (Some((record, at)), _) => kind.fork(record, *at, seating.names(), seed)?,
    })
}

/// A decision that needs nobody at the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Automatic {
    /// Whose.
    pub seat: Seat,
    /// The seq of the last event that moved the game.
    pub moved: u64,
    /// Who makes it.
    pub who: Who,
}

/// Who makes a decision that needs nobody at the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Who {
    /// A bot of this level, which has to think first.
    Bot(String),
    /// A standing answer, by this action.
    Standing(String),
    /// A lesson, by this action.
    Lesson(String),
}

impl Who {
    /// How the log tells who made it.
    pub const fn by(&self) -> By {
        match self {
            Self::Standing(_) => By::Standing,
            Self::Bot(_) | Self::Lesson(_) => By::Player,
        }
    }
}
