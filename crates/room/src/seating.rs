//! Who sits at a table, what was said there, and what lists know of it.

use std::collections::BTreeMap;

use pages::{Chat, Host, Voice};
use serde::{Deserialize, Serialize};
use table::{Options, Outcome, Seat, SeatSet};

use crate::around::Mutes;
use crate::error::{LogError, Refused};
use crate::event::{Away, By, Chair, TableEvent, TableSettings, Watch, names};
use crate::pace::Pace;

/// How many lines of chat a table keeps in view.
const CHAT: usize = 60;

/// What lists know of a table.
#[allow(clippy::struct_excessive_bools)] // As it lies in the store.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Brief {
    /// The game's name.
    pub game: String,
    /// Who sits where; empty for an open seat.
    pub names: Vec<String>,
    /// The guests at the table, by identity.
    pub guests: Vec<String>,
    /// The guests it waits for.
    pub waits: Vec<String>,
    /// How many seats anyone may take from the list.
    pub open: usize,
    /// Whether the game has begun.
    pub started: bool,
    /// Whether it is over.
    pub over: bool,
    /// Whether nobody is expected to answer at once.
    #[serde(default)]
    pub slow: bool,
    /// Since when it waits as it does, in milliseconds since 1970; 0 where nobody knows.
    #[serde(default)]
    pub since: u64,
    /// Whom it waits for, by name.
    #[serde(default)]
    pub turn: Vec<String>,
    /// Whether the game is no list's business: not everybody may look on, or somebody plays alone with bots.
    #[serde(default)]
    pub private: bool,
    /// How much time each player has.
    #[serde(default, skip_serializing_if = "Pace::is_free")]
    pub pace: Pace,
    /// When somebody's time will be used up, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<u64>,
    /// How well each bot plays, seat by seat; nothing for a person.
    #[serde(default)]
    pub levels: Vec<Option<String>>,
    /// How it ended. While a game goes on its score would tell what lies hidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Score>,
    /// Whether the result counts for the ratings.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// The tournament it is played for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<String>,
}

/// How a game ended, as lists tell it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Score {
    /// Who won, by the number of the seat.
    pub winners: Vec<usize>,
    /// What each seat has in the end; nothing where nobody counted.
    pub scores: Vec<i32>,
}

impl Score {
    /// The same of an outcome for so many.
    pub fn of(outcome: &Outcome, players: usize) -> Self {
        let scores: Vec<i32> = Seat::all(players).map(|seat| outcome.scores[seat]).collect();
        let counted = scores.iter().any(|score| *score != 0);
        Self {
            winners: outcome.winners.iter().map(Seat::index).collect(),
            scores: if counted { scores } else { Vec::new() },
        }
    }
}

impl Brief {
    /// Whether the game waits for this guest.
    pub fn waits_for(&self, guest: &str) -> bool {
        self.started && !self.over && self.waits.iter().any(|waits| waits == guest)
    }
}

/// A decision that bots owe at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Owed {
    /// How well the bot plays that is asked first.
    pub level: String,
    /// The guest on whose account it thinks, where one plays here.
    pub guest: Option<String>,
    /// Whether a guest waits for it there and then.
    pub awaited: bool,
}

/// What a table is besides its game.
#[derive(Clone, Debug)]
pub struct Seating {
    /// The game's name.
    pub game_name: String,
    /// The options.
    pub options: Options,
    /// Who sits where.
    pub chairs: Vec<Chair>,
    /// What was said.
    pub chat: Vec<Chat>,
    /// Who said it, line by line; nobody where the log does not say.
    writers: Vec<Option<String>>,
    /// How many lines were ever said.
    said: u64,
    /// Who made the table.
    pub host: Option<String>,
    /// Whom the host removed.
    pub removed: Vec<String>,
    /// Whom the host forbids to write.
    muted: Vec<String>,
    /// Whose forced decisions answer themselves.
    pub standing: SeatSet,
    /// Who wishes to take something back, and who has agreed.
    pub wish: Option<(Seat, SeatSet)>,
    /// Whose wish was refused last, and by whom; until something else is decided or wished.
    pub declined: Option<(Seat, Seat)>,
    /// Whether the learner has read the closing words of the lesson.
    pub heard: bool,
    /// The next game's table.
    pub again: Option<String>,
    /// How the table is kept.
    pub settings: TableSettings,
    /// For whom a bot decides until they come back, and of which level.
    pub minded: BTreeMap<Seat, String>,
    /// Who wants a bot to decide for whom.
    votes: BTreeMap<Seat, SeatSet>,
    /// Who has been reminded since the game last moved.
    pub nudged: SeatSet,
    /// Who has no page of the table open, and since when, in milliseconds since 1970.
    pub away: BTreeMap<Seat, u64>,
    /// Which seats let onlookers look through their eyes.
    pub shows: SeatSet,
    /// Whether the table is for those alone who were given its link: somebody was to come by it, and nobody from the list.
    pub private: bool,
    /// Who may look on.
    pub watch: Watch,
    /// Who has said that they are ready to begin.
    pub ready: SeatSet,
    /// Who sat where when the game began; nobody before that.
    pub began: Vec<Chair>,
}

/// Who may look on where nobody chose: a game that somebody plays alone with bots is nobody's business, one for the holders of a link is
/// theirs, and all others are everybody's.
fn usual_watch(chairs: &[Chair], settings: &TableSettings) -> Watch {
    // Where onlookers may talk they may look.
    if is_alone(chairs) && !settings.open_chat {
        Watch::Nobody
    } else if is_private(chairs) {
        Watch::Link
    } else {
        Watch::Anyone
    }
}

/// Whether one person has all seats that are not a bot's.
fn is_alone(chairs: &[Chair]) -> bool {
    let mut people = chairs.iter().filter_map(Chair::guest);
    let first = people.next();
    first.is_some() && people.all(|other| Some(other) == first) && !chairs.iter().any(Chair::is_free)
}

/// Whether somebody is to come by the link, and nobody from the list.
fn is_private(chairs: &[Chair]) -> bool {
    chairs.contains(&Chair::Link) && !chairs.contains(&Chair::Open)
}

impl Seating {
    /// As a table is when it was made.
    pub(crate) fn opened(event: &TableEvent) -> Result<Self, LogError> {
        let TableEvent::Opened { game, options, chairs, settings, rules: _, host } = event else {
            return Err(LogError::NotOpened);
        };
        let mut kept = Options::new();
        for (name, value) in options {
            kept.set(name, value);
        }
        // Older logs do not say who made the table; it was the first to sit there.
        let first = chairs.iter().find_map(|chair| chair.guest().map(str::to_owned));
        Ok(Self {
            game_name: game.clone(),
            options: kept,
            chairs: chairs.clone(),
            chat: Vec::new(),
            writers: Vec::new(),
            said: 0,
            host: host.clone().or(first),
            removed: Vec::new(),
            muted: Vec::new(),
            standing: if settings.slow {
                SeatSet::all(chairs.len().min(table::MAX_SEATS))
            } else {
                SeatSet::NONE
            },
            wish: None,
            declined: None,
            heard: false,
            again: None,
            settings: settings.clone(),
            minded: BTreeMap::new(),
            votes: BTreeMap::new(),
            nudged: SeatSet::NONE,
            away: BTreeMap::new(),
            shows: SeatSet::NONE,
            private: is_private(chairs),
            watch: settings.watch.unwrap_or_else(|| usual_watch(chairs, settings)),
            ready: SeatSet::NONE,
            began: Vec::new(),
        })
    }

    /// The names of all who sit.
    pub fn names(&self) -> Vec<String> {
        names(&self.chairs)
    }

    /// The seats of a guest.
    pub fn seats_of(&self, guest: &str) -> SeatSet {
        let seats = Seat::all(self.chairs.len()).zip(&self.chairs);
        seats.filter(|(_, chair)| chair.is_guest(guest)).map(|(seat, _)| seat).collect()
    }

    /// All seats of the guest who sits on this one.
    pub fn seats_beside(&self, seat: Seat) -> SeatSet {
        let guest = self.chairs.get(seat.index()).and_then(Chair::guest);
        guest.map_or(SeatSet::NONE, |guest| self.seats_of(guest))
    }

    /// The seats of all guests.
    pub fn guests(&self) -> SeatSet {
        let seats = Seat::all(self.chairs.len()).zip(&self.chairs);
        seats.filter(|(_, chair)| matches!(chair, Chair::Guest(..))).map(|(seat, _)| seat).collect()
    }

    /// The seats of all guests who decide for themselves.
    pub fn people(&self) -> SeatSet {
        self.guests().iter().filter(|seat| !self.minded.contains_key(seat)).collect()
    }

    /// Who wants a bot to decide for this seat.
    pub fn votes(&self, out: Seat) -> SeatSet {
        self.votes.get(&out).copied().unwrap_or(SeatSet::NONE)
    }

    /// Who may vote about this seat: everybody else who plays, once for each person.
    pub fn voters(&self, out: Seat) -> SeatSet {
        let theirs = self.seats_beside(out);
        let firsts = self.people().iter().filter(|seat| self.seats_beside(*seat).first() == Some(*seat));
        firsts.filter(|seat| !theirs.contains(*seat)).collect()
    }

    /// Whether these votes are enough: more than half of those who may.
    pub fn carries(&self, out: Seat, votes: SeatSet) -> bool {
        let voters = self.voters(out);
        let cast = votes.iter().filter(|seat| voters.contains(*seat)).count();
        cast * 2 > voters.len()
    }

    /// Folds one event in.
    pub(crate) fn apply(&mut self, event: &TableEvent) {
        match event {
            TableEvent::Sat { seat, chair } => {
                if let Some(place) = self.chairs.get_mut(seat.index()) {
                    *place = chair.clone();
                }
                // Who sits down later decides anew who may look.
                self.shows = self.shows.without(*seat);
                self.ready = self.ready.without(*seat);
                self.away.remove(seat);
                self.attended(*seat);
            }
            TableEvent::Ready { seat, on } => {
                self.ready = if *on { self.ready.with(*seat) } else { self.ready.without(*seat) };
            }
            TableEvent::Watched { who } => (self.watch, self.settings.watch) = (*who, Some(*who)),
            TableEvent::Said { name, text, by } => self.say(name.clone(), text.clone(), by.clone()),
            TableEvent::Standing { seat, on } => {
                self.standing = if *on { self.standing.with(*seat) } else { self.standing.without(*seat) };
            }
            TableEvent::Shows { seat, on } => {
                self.shows = if *on { self.shows.with(*seat) } else { self.shows.without(*seat) };
            }
            TableEvent::Asked { seat } => (self.wish, self.declined) = (Some((*seat, SeatSet::NONE)), None),
            TableEvent::Agreed { seat } => {
                if let Some((_, agreed)) = &mut self.wish {
                    *agreed = agreed.with(*seat);
                }
            }
            TableEvent::Again { table } => self.again = Some(table.clone()),
            TableEvent::Removed { seat, guest, chair } => self.remove(*seat, guest, chair),
            TableEvent::Muted { guest, on } => {
                self.muted.retain(|muted| muted != guest);
                if *on {
                    self.muted.push(guest.clone());
                }
            }
            // Who gives up the own wish needs no answer.
            TableEvent::Declined { seat } => {
                self.declined = self.wish.take().map(|(by, _)| (by, *seat)).filter(|(by, no)| by != no);
            }
            TableEvent::Move { seat, by, .. } => {
                self.moved();
                // Whoever decides is there; a bot and a standing answer decide for those who are not.
                if *by == By::Player && !self.minded.contains_key(seat) {
                    self.away.remove(seat);
                }
            }
            TableEvent::TakenBack { .. } | TableEvent::Undone { .. } | TableEvent::Resigned { .. } => {
                self.moved();
            }
            TableEvent::Minded { seat, level, why } => self.mind(*seat, level, *why),
            TableEvent::Returned { seat } => {
                self.away.remove(seat);
                self.attended(*seat);
                self.note_of(*seat, "is back.");
            }
            TableEvent::Voted { seat, out } => {
                let votes = self.votes(*out).with(*seat);
                self.votes.insert(*out, votes);
            }
            TableEvent::Nudged { whom, .. } => self.nudged = self.nudged.with(*whom),
            TableEvent::Gone { seat, since } => drop(self.away.insert(*seat, *since)),
            TableEvent::Came { seat } => drop(self.away.remove(seat)),
            TableEvent::Paused { .. } => {}
            TableEvent::Heard { .. } => self.heard = true,
            TableEvent::Read { .. } => {}
            TableEvent::Started { .. } => self.began.clone_from(&self.chairs),
            TableEvent::Opened { .. } => {}
        }
    }

    /// The game has moved: what was wished or asked before is over.
    fn moved(&mut self) {
        (self.wish, self.declined) = (None, None);
        self.nudged = SeatSet::NONE;
        // Whoever decides is there, or is minded already.
        self.votes.clear();
    }

    fn mind(&mut self, seat: Seat, level: &str, why: Away) {
        self.attended(seat);
        self.minded.insert(seat, level.to_owned());
        self.note_of(
            seat,
            match why {
                Away::Late => "is out of time. A bot plays until they come back.",
                Away::Voted => "is away. A bot plays until they come back, as the others wanted.",
            },
        );
        // Bots agree to everything, so who was asked may be another now.
        (self.wish, self.declined) = (None, None);
    }

    /// Nobody needs to do anything for this seat.
    fn attended(&mut self, seat: Seat) {
        self.minded.remove(&seat);
        self.votes.remove(&seat);
        for votes in self.votes.values_mut() {
            *votes = votes.without(seat);
        }
        self.nudged = self.nudged.without(seat);
    }

    /// A line of the table's own about a seat.
    fn note_of(&mut self, seat: Seat, what: &'static str) {
        let name = self.names().get(seat.index()).cloned().unwrap_or_default();
        self.say(name, what.to_owned(), None);
    }

    fn say(&mut self, name: String, text: String, by: Option<String>) {
        if self.chat.len() >= CHAT {
            self.chat.remove(0);
            self.writers.remove(0);
        }
        self.said += 1;
        self.chat.push(Chat { number: self.said, name, text, noted: by.is_none() });
        self.writers.push(by);
    }

    fn remove(&mut self, seat: Seat, guest: &str, chair: &Chair) {
        let name = self.names().get(seat.index()).cloned().unwrap_or_default();
        if let Some(place) = self.chairs.get_mut(seat.index()) {
            *place = chair.clone();
        }
        let then = match chair {
            Chair::Bot(_) => "was removed by the host. A bot plays on.",
            Chair::Open | Chair::Link | Chair::Guest(..) => "was removed by the host. The seat is open.",
        };
        self.say(name, then.to_owned(), None);
        self.shows = self.shows.without(seat);
        self.ready = self.ready.without(seat);
        self.away.remove(&seat);
        self.attended(seat);
        // Whoever wished or was asked something may be gone: it can be asked again.
        (self.wish, self.declined) = (None, None);
        if !self.removed.iter().any(|known| known == guest) {
            self.removed.push(guest.to_owned());
        }
    }

    /// Seats that nobody has.
    pub fn free(&self) -> SeatSet {
        let seats = Seat::all(self.chairs.len()).zip(&self.chairs);
        seats.filter(|(_, chair)| chair.is_free()).map(|(seat, _)| seat).collect()
    }

    /// Whether nothing is waited for: every seat is taken, and where that was agreed on everybody is ready.
    pub fn may_begin(&self) -> bool {
        let ready = |seat: Seat| !self.settings.ready || self.ready.contains(seat);
        self.free().is_empty() && self.guests().iter().all(ready)
    }

    /// Whether a guest may look at the table: not everywhere those who do not play. As long as a seat is free, whoever comes could take it.
    pub fn admits(&self, guest: &str) -> bool {
        match self.watch {
            Watch::Anyone | Watch::Link => true,
            Watch::Nobody => {
                self.is_host(guest) || !self.seats_of(guest).is_empty() || !self.free().is_empty()
            }
        }
    }

    /// Whether this guest made the table.
    pub fn is_host(&self, guest: &str) -> bool {
        self.host.as_deref() == Some(guest)
    }

    /// Whether the host removed this guest.
    pub fn was_removed(&self, guest: &str) -> bool {
        self.removed.iter().any(|removed| removed == guest)
    }

    /// Why a guest may not speak for a seat that is not theirs.
    pub fn not_theirs(&self, guest: &str) -> Refused {
        if self.was_removed(guest) { Refused::Removed } else { Refused::NotYours }
    }

    /// Whether this guest may write here, or why not.
    pub fn voice(&self, guest: &str) -> Voice {
        if self.was_removed(guest) {
            Voice::Removed
        } else if self.muted.iter().any(|muted| muted == guest) {
            Voice::Muted
        } else if self.settings.open_chat || !self.seats_of(guest).is_empty() {
            Voice::Speaks
        } else {
            Voice::Listens
        }
    }

    /// What was said, as far as a guest wants to read it.
    pub fn chat_for(&self, guest: &str, mutes: &dyn Mutes) -> Vec<&Chat> {
        let muted = |by: &Option<String>| by.as_deref().is_some_and(|by| mutes.mutes(guest, by));
        self.chat.iter().zip(&self.writers).filter(|(_, by)| !muted(by)).map(|(chat, _)| chat).collect()
    }

    /// Who wrote a line of the chat, by the line's number.
    pub fn writer(&self, line: u64) -> Option<&str> {
        let at = self.chat.iter().position(|chat| chat.number == line)?;
        self.writers.get(at)?.as_deref()
    }

    /// Whether everybody like this guest sees the same: one who looks on and is nobody in particular here.
    pub fn is_anybody(&self, guest: &str) -> bool {
        let known =
            self.is_host(guest) || self.was_removed(guest) || self.muted.iter().any(|muted| muted == guest);
        !known && self.seats_of(guest).is_empty()
    }

    /// What a guest may do as the host, if it is the host.
    pub fn host_view(&self, guest: &str, deciding: Option<SeatSet>) -> Option<Host> {
        if !self.is_host(guest) {
            return None;
        }
        let own = self.seats_of(guest);
        let lines = self.chat.iter().zip(&self.writers);
        let others = lines.filter_map(|(chat, by)| Some((chat.number, by.as_deref()?)));
        let (muted, heard): (Vec<_>, Vec<_>) = others
            .filter(|(_, by)| *by != guest && !self.was_removed(by))
            .partition(|(_, by)| self.muted.iter().any(|muted| muted == by));
        let numbers = |lines: Vec<(u64, &str)>| lines.into_iter().map(|(number, _)| number).collect();
        // Nobody is removed from a game that is over.
        let over = deciding.is_some_and(SeatSet::is_empty);
        let removable = self.guests().iter().filter(|seat| !own.contains(*seat) && !over).collect();
        Some(Host { removable, heard: numbers(heard), muted: numbers(muted) })
    }

    /// What bots owe while these decide, if one of them is a bot. A guided game may have the answer ready: whoever is to think asks
    /// [`crate::Room::automatic`] first.
    pub fn owed(&self, deciding: Option<SeatSet>) -> Option<Owed> {
        let bot = |seat: Seat| match self.chairs.get(seat.index())? {
            Chair::Bot(level) => Some(level.clone()),
            Chair::Guest(..) => self.minded.get(&seat).cloned(),
            Chair::Open | Chair::Link => None,
        };
        let level = deciding.into_iter().flat_map(SeatSet::iter).find_map(bot)?;
        let guest = self.chairs.iter().find_map(Chair::guest).map(str::to_owned);
        let awaited = guest.is_some() && !self.settings.slow;
        Some(Owed { level, guest, awaited })
    }

    /// What lists know of it.
    pub fn brief(&self, deciding: Option<SeatSet>, since: u64, deadline: Option<u64>) -> Brief {
        let guest = |chair: &Chair| chair.guest().map(str::to_owned);
        let level = |chair: &Chair| match chair {
            Chair::Bot(level) => Some(level.clone()),
            Chair::Open | Chair::Link | Chair::Guest(..) => None,
        };
        let mut waits: Vec<String> = deciding
            .into_iter()
            .flat_map(SeatSet::iter)
            .filter(|seat| !self.minded.contains_key(seat))
            .filter_map(|seat| guest(self.chairs.get(seat.index())?))
            .collect();
        waits.dedup();
        let names = self.names();
        let turn = deciding.into_iter().flat_map(SeatSet::iter);
        Brief {
            game: self.game_name.clone(),
            turn: turn.filter_map(|seat| names.get(seat.index()).cloned()).collect(),
            names,
            guests: self.chairs.iter().filter_map(guest).collect(),
            waits,
            open: self.chairs.iter().filter(|chair| **chair == Chair::Open).count(),
            started: deciding.is_some(),
            over: deciding.is_some_and(SeatSet::is_empty),
            slow: self.settings.slow,
            since,
            // Whoever was to play from a list, and plays alone with bots in the end, did not ask to be looked at.
            private: self.watch != Watch::Anyone || (self.settings.watch.is_none() && is_alone(&self.chairs)),
            pace: self.settings.pace,
            deadline,
            levels: self.chairs.iter().map(level).collect(),
            ended: None,
            rated: self.settings.rated,
            tournament: self.settings.tournament.clone(),
        }
    }
}
