//! What somebody can wish at a table, and what it comes to.

use pages::Voice;
use table::{Seat, SeatSet};

use crate::error::{Rated, Refused};
use crate::event::{By, Chair, TableEvent, Watch};
use crate::room::{Outline, Ready, Room};

/// Who takes a seat from which somebody was removed while the game goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Instead {
    /// A bot of this level.
    Bot(String),
    /// Whoever sits down next.
    Anybody,
}

/// Whose writing the host allows or forbids.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// Of the one on this seat.
    Seat(Seat),
    /// Of the one who wrote this line of the chat.
    Line(u64),
}

/// What somebody wishes at a table. Whoever runs the table has made sure that the seat is theirs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wish {
    /// To take an action.
    Act {
        /// Whose decision.
        seat: Seat,
        /// The action, as it was typed or chosen.
        action: String,
        /// Who makes it.
        by: By,
    },
    /// To take the last decision back.
    Undo(Seat),
    /// To take back all that can be taken back alone.
    UndoAll(Seat),
    /// To take back more than may be taken back alone: the others are asked. Bots always agree.
    AskBack(Seat),
    /// To let somebody take something back.
    Agree(Seat),
    /// Not to let them, or to give up the own wish.
    Decline(Seat),
    /// To have forced decisions answered by themselves, or no longer.
    Standing(Seat, bool),
    /// To go on after the closing words of a lesson.
    Heard(Seat),
    /// To go on after something a lesson says, with this answer where it asks.
    Read {
        /// Who.
        seat: Seat,
        /// The number of the answer; 0 where nothing is asked.
        answer: usize,
    },
    /// To let onlookers look through the seat's eyes, or no longer.
    Show(Seat, bool),
    /// To say something.
    Say {
        /// Whose words, by identity and chosen name.
        guest: (String, String),
        /// For which of the guest's seats.
        seat: Option<Seat>,
        /// The words.
        text: String,
    },
    /// To sit down, or to let a bot sit down, where nobody sits. The game begins when the last seat is taken.
    Sit {
        /// Where.
        seat: Seat,
        /// Who.
        chair: Chair,
        /// The seed of the game, in case it begins.
        seed: String,
    },
    /// To begin, or not yet after all. The game begins when all are ready and the last seat is taken.
    Ready {
        /// Who.
        seat: Seat,
        /// Whether.
        on: bool,
        /// The seed of the game, in case it begins.
        seed: String,
    },
    /// To let bots sit down wherever nobody sits, and to begin.
    Fill {
        /// Who wishes it.
        seat: Seat,
        /// How well the bots play.
        level: String,
        /// The seed of the game, in case it begins.
        seed: String,
    },
    /// To say who may look on.
    Watch {
        /// Who wishes it, by identity.
        host: String,
        /// Who may.
        who: Watch,
    },
    /// To leave a seat for good: a bot takes over, or before the game has begun whoever comes.
    Leave {
        /// Which.
        seat: Seat,
        /// Whose it is, by identity.
        guest: String,
        /// How well the bot plays.
        level: String,
    },
    /// To give the game up, which ends it: only where nobody else would be left without a game.
    Resign(Seat),
    /// To remove somebody from a seat. Before the game the seat is open again; afterwards it is whose the host says.
    Remove {
        /// Who wishes it, by identity.
        host: String,
        /// From which seat.
        seat: Seat,
        /// Who sits there then.
        instead: Instead,
    },
    /// To forbid somebody to write, or to allow it again.
    Mute {
        /// Who wishes it, by identity.
        host: String,
        /// Whom.
        whose: Whose,
        /// Whether it is forbidden.
        on: bool,
    },
    /// To let a bot decide for a seat whose time is used up. Whoever runs the table wishes it.
    Late {
        /// Which.
        seat: Seat,
        /// How well the bot plays.
        level: String,
    },
    /// To have a bot decide for somebody whom the table has been waiting for.
    Vote {
        /// Who wants it.
        seat: Seat,
        /// For whom.
        out: Seat,
        /// How well the bot plays.
        level: String,
    },
    /// To decide for oneself again.
    Return(Seat),
    /// To remind somebody that the table waits for them.
    Nudge {
        /// Who reminds.
        seat: Seat,
        /// Whom.
        whom: Seat,
    },
    /// To say that somebody has had no page open since then. Whoever runs the table wishes it.
    Gone {
        /// Who.
        seat: Seat,
        /// Since when, in milliseconds since 1970.
        since: u64,
    },
    /// To say that they have one open again.
    Came(Seat),
    /// To take nothing off anybody's clock for times in which the table was away. Whoever runs the table wishes it.
    Pause {
        /// From when to when, in milliseconds since 1970, in order.
        away: Vec<(u64, u64)>,
    },
    /// To say where the next game is.
    PlayAgain {
        /// The next game's table.
        table: String,
    },
}

impl Wish {
    /// The action it is about, if it is about one.
    pub fn action(&self) -> Option<&str> {
        match self {
            Self::Act { action, .. } => Some(action),
            Self::Undo(_)
            | Self::UndoAll(_)
            | Self::AskBack(_)
            | Self::Agree(_)
            | Self::Decline(_)
            | Self::Standing(..)
            | Self::Heard(_)
            | Self::Read { .. }
            | Self::Show(..)
            | Self::Say { .. }
            | Self::Sit { .. }
            | Self::Ready { .. }
            | Self::Fill { .. }
            | Self::Watch { .. }
            | Self::Leave { .. }
            | Self::Resign(_)
            | Self::Remove { .. }
            | Self::Mute { .. }
            | Self::Late { .. }
            | Self::Vote { .. }
            | Self::Return(_)
            | Self::Nudge { .. }
            | Self::Gone { .. }
            | Self::Came(_)
            | Self::Pause { .. }
            | Self::PlayAgain { .. } => None,
        }
    }
}

impl Room {
    /// What a wish comes to at this time.
    pub(crate) fn outline(&self, wish: Wish, at: u64) -> Result<Outline, Refused> {
        match wish {
            Wish::Act { seat, action, by } => self.act(seat, &action, by),
            Wish::Undo(seat) => self.undo(seat, 1),
            Wish::UndoAll(seat) => self.undo(seat, usize::MAX),
            Wish::AskBack(seat) => self.ask_back(seat),
            Wish::Agree(seat) => self.agree(seat),
            Wish::Decline(_) if self.seating.wish.is_none() => Err(Refused::NobodyAsks),
            Wish::Decline(seat) => Ok(self.aside(TableEvent::Declined { seat })),
            Wish::Standing(seat, on) => Ok(self.aside(TableEvent::Standing { seat, on })),
            Wish::Heard(seat) => Ok(self.aside(TableEvent::Heard { seat })),
            Wish::Read { seat, answer } => {
                self.may_read(answer)?;
                Ok(self.aside(TableEvent::Read { seat, answer }))
            }
            Wish::Show(seat, on) => Ok(self.aside(TableEvent::Shows { seat, on })),
            Wish::Say { guest: (id, name), seat, text } => {
                let name = self.speaker(&id, &name, seat)?;
                Ok(self.aside(TableEvent::Said { name, text, by: Some(id) }))
            }
            Wish::Sit { seat, chair, seed } => self.sit(seat, chair, seed),
            Wish::Ready { seat, on, seed } => self.be_ready(seat, on, seed),
            Wish::Fill { seat, level, seed } => self.fill(seat, &level, seed),
            Wish::Watch { host, who } => self.let_watch(&host, who),
            Wish::Leave { seat, guest, level } => self.leave(seat, &guest, level),
            Wish::Resign(seat) => self.resign(seat),
            Wish::Remove { host, seat, instead } => self.remove(&host, seat, instead),
            Wish::Mute { host, whose, on } => self.mute(&host, whose, on),
            Wish::Late { seat, level } => self.late(seat, &level, at),
            Wish::Vote { seat, out, level } => self.vote((seat, out), level, at),
            Wish::Return(seat) => self.come_back(seat),
            Wish::Pause { away } => self.pause(&away),
            Wish::Nudge { seat, whom } => self.nudge(seat, whom, at),
            Wish::Gone { seat, since } => self.gone(seat, since),
            Wish::Came(seat) => self.came(seat),
            Wish::PlayAgain { .. } if self.seating.again.is_some() => Err(Refused::Stale),
            Wish::PlayAgain { table } => Ok(self.aside(TableEvent::Again { table })),
        }
    }

    /// Something that leaves the game as it is.
    pub(crate) fn aside(&self, event: TableEvent) -> Outline {
        Outline { events: vec![event], deciding: self.deciding(), ready: Ready::Nothing }
    }

    fn act(&self, seat: Seat, action: &str, by: By) -> Result<Outline, Refused> {
        let game = self.begun()?;
        let draws = self.lesson_draws(seat, action)?;
        let prepared = game.prepare_led(seat, action, &draws)?;
        let (action, drawn) = (prepared.action.clone(), prepared.drawn.clone());
        let deciding = Some(prepared.deciding);
        let events = vec![TableEvent::Move { seat, action, drawn, by }];
        Ok(Outline { events, deciding, ready: Ready::Decided(prepared) })
    }

    fn undo(&self, seat: Seat, most: usize) -> Result<Outline, Refused> {
        let game = self.begun()?;
        self.unless_rated(Rated::Undo)?;
        let number = game.undoable(seat).map_err(Refused::Undo)?.min(most);
        let deciding = Some(game.deciding_at(game.steps() - number));
        let events = (0..number).map(|_| TableEvent::Undone { seat }).collect();
        Ok(Outline { events, deciding, ready: Ready::Nothing })
    }

    fn ask_back(&self, seat: Seat) -> Result<Outline, Refused> {
        let mut events = vec![TableEvent::Asked { seat }];
        let game = self.begun()?;
        if game.is_over() {
            return Err(Refused::Over);
        }
        let steps = game.back_to(seat).ok_or(Refused::NothingToUndo)?;
        let mut deciding = game.deciding();
        let mine = self.seating.seats_beside(seat);
        if self.seating.people().iter().all(|other| mine.contains(other)) {
            events.push(TableEvent::TakenBack { seat, steps });
            deciding = game.deciding_at(game.steps() - steps);
        }
        Ok(Outline { events, deciding: Some(deciding), ready: Ready::Nothing })
    }

    fn agree(&self, seat: Seat) -> Result<Outline, Refused> {
        let game = self.begun()?;
        if game.is_over() {
            return Err(Refused::Over);
        }
        let (by, agreed) = self.seating.wish.ok_or(Refused::NobodyAsks)?;
        let agreed = agreed.with(seat).with(by);
        let mut events = vec![TableEvent::Agreed { seat }];
        let mut deciding = game.deciding();
        if self.seating.people().iter().all(|other| agreed.contains(other)) {
            let steps = game.back_to(by).ok_or(Refused::Stale)?;
            events.push(TableEvent::TakenBack { seat: by, steps });
            deciding = game.deciding_at(game.steps() - steps);
        }
        Ok(Outline { events, deciding: Some(deciding), ready: Ready::Nothing })
    }

    /// Under which name a guest speaks: a player's is the seat's, and an onlooker's says that it is one.
    fn speaker(&self, guest: &str, name: &str, asked: Option<Seat>) -> Result<String, Refused> {
        match self.seating.voice(guest) {
            Voice::Speaks => {}
            Voice::Listens => return Err(Refused::PlayersChat),
            Voice::Muted => return Err(Refused::Muted),
            Voice::Removed => return Err(Refused::Removed),
        }
        let own = self.seating.seats_of(guest);
        Ok(match asked.filter(|seat| own.contains(*seat)).or(own.first()) {
            Some(seat) => self.seating.names().swap_remove(seat.index()),
            None => format!("{name} (looking on)"),
        })
    }

    fn resign(&self, seat: Seat) -> Result<Outline, Refused> {
        if self.begun()?.is_over() {
            return Err(Refused::Over);
        }
        if self.seating.chairs.len() > 2 {
            return Err(Refused::MoreThanTwo);
        }
        let events = vec![TableEvent::Resigned { seat }];
        Ok(Outline { events, deciding: Some(SeatSet::NONE), ready: Ready::Nothing })
    }

    /// Only where the result does not count it goes on from here.
    pub(crate) fn unless_rated(&self, what: Rated) -> Result<(), Refused> {
        if self.seating.settings.rated { Err(Refused::Rated(what)) } else { Ok(()) }
    }

    /// Only the host goes on from here.
    pub(crate) fn only_the_host(&self, guest: &str) -> Result<(), Refused> {
        if self.seating.is_host(guest) { Ok(()) } else { Err(Refused::NotHost) }
    }

    fn remove(&self, host: &str, seat: Seat, instead: Instead) -> Result<Outline, Refused> {
        self.only_the_host(host)?;
        if self.game.is_some() {
            self.unless_rated(Rated::Remove)?;
        }
        let there = self.seating.chairs.get(seat.index()).ok_or(Refused::NoSeat)?;
        if self.deciding().is_some_and(SeatSet::is_empty) {
            return Err(Refused::Over);
        }
        let guest = there.guest().ok_or(Refused::NobodyThere)?;
        if guest == host {
            return Err(Refused::OwnSeat);
        }
        let free = if self.seating.private { Chair::Link } else { Chair::Open };
        let chair = match (instead, &self.game) {
            (Instead::Bot(level), Some(_)) => Chair::Bot(level),
            (Instead::Bot(_), None) | (Instead::Anybody, _) => free,
        };
        Ok(self.aside(TableEvent::Removed { seat, guest: guest.to_owned(), chair }))
    }

    fn mute(&self, host: &str, whose: Whose, on: bool) -> Result<Outline, Refused> {
        self.only_the_host(host)?;
        let writer = match whose {
            Whose::Seat(seat) => self.seating.chairs.get(seat.index()).and_then(Chair::guest),
            Whose::Line(line) => self.seating.writer(line),
        };
        let guest = writer.filter(|guest| *guest != host).ok_or(Refused::NobodyWrote)?;
        Ok(self.aside(TableEvent::Muted { guest: guest.to_owned(), on }))
    }
}
