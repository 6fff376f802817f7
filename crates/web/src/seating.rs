//! Who sits at a table, what was said there, and what lists know of it.

use pages::{Chat, TakenBack};
use serde::{Deserialize, Serialize};
use table::{Options, Seat, SeatSet};

use crate::event::{Chair, Manner, TableEvent, names};
use crate::kind::{Kind, kind};

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
    /// Whether it is for those alone who were given its link.
    #[serde(default)]
    pub private: bool,
}

impl Brief {
    /// Whether the game waits for this guest.
    pub fn waits_for(&self, guest: &str) -> bool {
        self.started && !self.over && self.waits.iter().any(|waits| waits == guest)
    }
}

/// What a table is besides its game.
#[derive(Clone, Debug)]
pub struct Seating {
    /// The game.
    pub game: String,
    /// The options.
    pub options: Options,
    /// Who sits where.
    pub chairs: Vec<Chair>,
    /// What was said.
    pub chat: Vec<Chat>,
    /// Whose forced decisions answer themselves.
    pub standing: SeatSet,
    /// Who wishes to take something back, and who has agreed.
    pub wish: Option<(Seat, SeatSet)>,
    /// Whose wish was refused last, and by whom; until something else is decided or wished.
    pub declined: Option<(Seat, Seat)>,
    /// What was taken back by consent.
    pub taken_back: Vec<TakenBack>,
    /// Whether the learner has read the closing words of the guided game.
    pub heard: bool,
    /// The next game's table.
    pub again: Option<String>,
    /// How the table is kept.
    pub manner: Manner,
    /// Which seats let onlookers look through their eyes.
    pub shows: SeatSet,
    /// Whether the table is for those alone who were given its link: somebody was to come by it, and nobody from the list.
    pub private: bool,
}

impl Seating {
    /// As a table is when it was made; the error says that the log does not fit.
    pub fn opened(event: &TableEvent) -> Result<Self, String> {
        let TableEvent::Opened { game, options, chairs, manner, rules } = event else {
            return Err("the log does not begin with the making of the table".to_owned());
        };
        let now = kind(game).map(Kind::info);
        if let (Some(then), Some(now)) = (rules, now)
            && *then != now.rules_version
        {
            let (title, now) = (now.title, now.rules_version);
            return Err(format!(
                "it was played by version {then} of the rules of {title}, and these are version {now}"
            ));
        }
        let mut kept = Options::new();
        for (name, value) in options {
            kept.set(name, value);
        }
        Ok(Self {
            game: game.clone(),
            options: kept,
            chairs: chairs.clone(),
            chat: Vec::new(),
            standing: if manner.slow {
                SeatSet::all(chairs.len().min(table::MAX_SEATS))
            } else {
                SeatSet::NONE
            },
            wish: None,
            declined: None,
            taken_back: Vec::new(),
            heard: false,
            again: None,
            manner: manner.clone(),
            shows: SeatSet::NONE,
            private: chairs.contains(&Chair::Link) && !chairs.contains(&Chair::Open),
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

    /// The seats of all guests.
    pub fn guests(&self) -> SeatSet {
        let seats = Seat::all(self.chairs.len()).zip(&self.chairs);
        seats.filter(|(_, chair)| matches!(chair, Chair::Guest(..))).map(|(seat, _)| seat).collect()
    }

    /// Folds one event in.
    pub fn apply(&mut self, event: &TableEvent) {
        match event {
            TableEvent::Sat { seat, chair } => {
                if let Some(place) = self.chairs.get_mut(seat.index()) {
                    *place = chair.clone();
                }
                // Who sits down later decides anew who may look.
                self.shows = self.shows.without(*seat);
            }
            TableEvent::Said { name, text } => {
                if self.chat.len() >= CHAT {
                    self.chat.remove(0);
                }
                self.chat.push(Chat { name: name.clone(), text: text.clone() });
            }
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
            // Who gives up the own wish needs no answer.
            TableEvent::Declined { seat } => {
                self.declined = self.wish.take().map(|(by, _)| (by, *seat)).filter(|(by, no)| by != no);
            }
            TableEvent::TakenBack { .. }
            | TableEvent::Move { .. }
            | TableEvent::Undone { .. }
            | TableEvent::Resigned { .. } => (self.wish, self.declined) = (None, None),
            TableEvent::Heard { .. } => self.heard = true,
            TableEvent::Opened { .. } | TableEvent::Started { .. } => {}
        }
    }

    /// What lists know of it.
    pub fn brief(&self, deciding: Option<SeatSet>, since: u64) -> Brief {
        let guest = |chair: &Chair| match chair {
            Chair::Guest(id, _) => Some(id.clone()),
            Chair::Open | Chair::Link | Chair::Bot(_) => None,
        };
        let mut waits: Vec<String> = deciding
            .into_iter()
            .flat_map(SeatSet::iter)
            .filter_map(|seat| guest(self.chairs.get(seat.index())?))
            .collect();
        waits.dedup();
        let names = self.names();
        let turn = deciding.into_iter().flat_map(SeatSet::iter);
        Brief {
            game: self.game.clone(),
            turn: turn.filter_map(|seat| names.get(seat.index()).cloned()).collect(),
            names,
            guests: self.chairs.iter().filter_map(guest).collect(),
            waits,
            open: self.chairs.iter().filter(|chair| **chair == Chair::Open).count(),
            started: deciding.is_some(),
            over: deciding.is_some_and(SeatSet::is_empty),
            slow: self.manner.slow,
            since,
            private: self.private,
        }
    }
}
