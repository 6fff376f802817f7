//! Who comes to a seat and who goes: sitting down, leaving, giving up, and whom the host sends away.

use std::sync::Arc;

use pages::REMOVED;
use table::{Seat, SeatSet};

use crate::event::{Chair, TableEvent, sits_down};
use crate::guest::Guest;
use crate::hall::Hall;
use crate::room::{Change, Given, Room, State, first_to_decide};
use crate::trouble::Trouble;

/// Which seat may be taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// One that nobody has.
    Free,
    /// The one of this guest, who leaves it.
    Of(String),
}

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

/// Whether somebody may write at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Writing {
    /// As anybody.
    Allowed,
    /// Not at all.
    Forbidden,
}

/// Whether a guest may sit down: not who was removed, and nobody sees two hands of a game that has begun.
fn may_sit(state: &State, guest: &str) -> Result<(), Trouble> {
    if state.seating.was_removed(guest) {
        return Err(Trouble::Forbidden(REMOVED));
    }
    if state.live.is_some() && !state.seating.seats_of(guest).is_empty() {
        return Err(Trouble::NotNow("You are playing at this table already.".to_owned()));
    }
    Ok(())
}

/// Only the host goes on from here.
fn only_the_host(state: &State, guest: &Guest) -> Result<(), Trouble> {
    if state.seating.is_host(&guest.id) {
        Ok(())
    } else {
        Err(Trouble::Forbidden("Only the host, who opened this table, can do that."))
    }
}

impl Hall {
    /// Lets somebody, or a bot, sit down in this place; the game starts when the last seat is taken.
    pub async fn sit(
        self: &Arc<Self>,
        room: &Arc<Room>,
        seat: Seat,
        place: Place,
        chair: Chair,
    ) -> Result<(), Trouble> {
        let seed = self.fresh_seed();
        let work = move |state: &State| {
            let there = state.seating.chairs.get(seat.index()).ok_or(Trouble::Missing("seat"))?;
            let mut events = Vec::new();
            if let Some(guest) = chair.guest() {
                may_sit(state, guest)?;
            }
            match (&place, there) {
                (Place::Free, Chair::Open | Chair::Link) => {}
                (Place::Of(own), Chair::Guest(id, name)) if own == id && state.live.is_some() => {
                    if state.deciding().is_some_and(SeatSet::is_empty) {
                        return Err(Trouble::NotNow("The game is over.".to_owned()));
                    }
                    let text = "left the table. A bot plays on.".to_owned();
                    events.push(TableEvent::Said { name: name.clone(), text, by: None });
                }
                (Place::Of(own), Chair::Guest(id, _)) if own == id => {
                    return Err(Trouble::NotNow("The game has not begun.".to_owned()));
                }
                (Place::Of(_), _) => return Err(Trouble::Forbidden("That seat is not yours.")),
                (Place::Free, Chair::Guest(..) | Chair::Bot(_)) => {
                    return Err(Trouble::NotNow("That seat is taken already.".to_owned()));
                }
            }
            let chair = sits_down(chair, &state.seating.chairs);
            events.push(TableEvent::Sat { seat, chair });
            let free = state.seating.chairs.iter().filter(|chair| chair.is_free()).count();
            let mut deciding = state.deciding();
            if state.live.is_none() && free == 1 {
                events.push(TableEvent::Started { seed, from: None });
                deciding = Some(first_to_decide(state, &events)?);
            }
            Ok(Change { events, deciding })
        };
        self.change(room, Given::default(), work).await
    }

    /// Gives the game up for a seat, which ends it: only where nobody else would be left without a game.
    pub async fn resign(self: &Arc<Self>, room: &Arc<Room>, seat: Seat) -> Result<(), Trouble> {
        let work = |state: &State| {
            let live = state.live.as_deref();
            let live = live.ok_or_else(|| Trouble::NotNow("The game has not begun.".to_owned()))?;
            if live.is_over() {
                return Err(Trouble::NotNow("The game is over.".to_owned()));
            }
            if state.seating.chairs.len() > 2 {
                let why = "More than two play here, so the game goes on without you. Leave your seat to a bot instead.";
                return Err(Trouble::NotNow(why.to_owned()));
            }
            Ok(Change { events: vec![TableEvent::Resigned { seat }], deciding: Some(SeatSet::NONE) })
        };
        self.change(room, Given::default(), work).await
    }

    /// Removes somebody from a seat at the host's wish. Before the game the seat is open again; afterwards it is whose the host says.
    pub async fn remove(
        self: &Arc<Self>,
        room: &Arc<Room>,
        host: &Guest,
        seat: Seat,
        instead: Instead,
    ) -> Result<(), Trouble> {
        let work = |state: &State| {
            only_the_host(state, host)?;
            let there = state.seating.chairs.get(seat.index()).ok_or(Trouble::Missing("seat"))?;
            if state.deciding().is_some_and(SeatSet::is_empty) {
                return Err(Trouble::NotNow("The game is over.".to_owned()));
            }
            let Some(guest) = there.guest() else {
                return Err(Trouble::NotNow("Nobody sits there who could be removed.".to_owned()));
            };
            if guest == host.id {
                return Err(Trouble::NotNow(
                    "That is your own seat. You can leave it, but you can’t be removed.".to_owned(),
                ));
            }
            let free = if state.seating.private { Chair::Link } else { Chair::Open };
            let chair = match (instead, &state.live) {
                (Instead::Bot(level), Some(_)) => Chair::Bot(level),
                (Instead::Bot(_), None) | (Instead::Anybody, _) => free,
            };
            let event = TableEvent::Removed { seat, guest: guest.to_owned(), chair };
            Ok(Change { events: vec![event], deciding: state.deciding() })
        };
        self.change(room, Given::default(), work).await
    }

    /// Forbids somebody to write at the table, at the host's wish, or allows it again.
    pub async fn mute(
        self: &Arc<Self>,
        room: &Arc<Room>,
        host: &Guest,
        whose: Whose,
        writing: Writing,
    ) -> Result<(), Trouble> {
        let work = |state: &State| {
            only_the_host(state, host)?;
            let writer = match whose {
                Whose::Seat(seat) => state.seating.chairs.get(seat.index()).and_then(Chair::guest),
                Whose::Line(line) => state.seating.writer(line),
            };
            let Some(guest) = writer.filter(|guest| *guest != host.id) else {
                return Err(Trouble::NotNow(
                    "Nobody else wrote that, so nobody can be muted for it.".to_owned(),
                ));
            };
            let event = TableEvent::Muted { guest: guest.to_owned(), on: writing == Writing::Forbidden };
            Ok(Change { events: vec![event], deciding: state.deciding() })
        };
        self.change(room, Given::default(), work).await
    }
}
