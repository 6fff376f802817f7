//! Before a game begins: who sits down, fills up, is ready, leaves again; and who may look on.

use table::{Seat, SeatSet};

use crate::error::{Rated, Refused};
use crate::event::{Chair, TableEvent, Watch, sits_down};
use crate::room::{Outline, Ready, Room, begin};

impl Room {
    /// Whether a guest may sit down: not who was removed, and nobody sees two hands of a game that has begun.
    fn may_sit(&self, guest: &str) -> Result<(), Refused> {
        if self.seating.was_removed(guest) {
            return Err(Refused::Removed);
        }
        let begun = self.game.is_some() || self.seating.settings.rated;
        if begun && !self.seating.seats_of(guest).is_empty() {
            return Err(Refused::PlaysAlready);
        }
        Ok(())
    }

    pub(crate) fn sit(&self, seat: Seat, chair: Chair, seed: String) -> Result<Outline, Refused> {
        let there = self.seating.chairs.get(seat.index()).ok_or(Refused::NoSeat)?;
        if let Some(guest) = chair.guest() {
            self.may_sit(guest)?;
        }
        if chair.level().is_some() {
            self.unless_rated(Rated::Bots)?;
        }
        if !there.is_free() {
            return Err(Refused::Taken);
        }
        let chair = sits_down(chair, &self.seating.chairs);
        self.and_begin(vec![TableEvent::Sat { seat, chair }], seed)
    }

    /// These events, and the beginning of the game if then nothing is waited for.
    fn and_begin(&self, mut events: Vec<TableEvent>, seed: String) -> Result<Outline, Refused> {
        let mut seating = self.seating.clone();
        for event in &events {
            seating.apply(event);
        }
        if self.game.is_some() || !seating.may_begin() {
            return Ok(Outline { events, deciding: self.deciding(), ready: Ready::Nothing });
        }
        let game = begin(self.kind, &seating, (&seed, None), None)
            .map_err(|error| Refused::Game(error.to_string()))?;
        events.push(TableEvent::Started { seed, from: None, set_up: None });
        Ok(Outline { events, deciding: Some(game.deciding()), ready: Ready::Begun(game) })
    }

    /// Only a game that has not begun goes on from here.
    fn not_begun(&self) -> Result<(), Refused> {
        if self.game.is_some() { Err(Refused::Begun) } else { Ok(()) }
    }

    /// Everybody is ready for all of their own seats at once: who passes a device around says it once.
    fn says_ready(&self, seat: Seat, on: bool) -> impl Iterator<Item = TableEvent> {
        let (own, ready) = (self.seating.seats_beside(seat), self.seating.ready);
        let news = own.iter().filter(move |own| ready.contains(*own) != on).collect::<Vec<_>>();
        news.into_iter().map(move |seat| TableEvent::Ready { seat, on })
    }

    pub(crate) fn be_ready(&self, seat: Seat, on: bool, seed: String) -> Result<Outline, Refused> {
        self.not_begun()?;
        let events: Vec<TableEvent> = self.says_ready(seat, on).collect();
        if events.is_empty() {
            return Err(Refused::Stale);
        }
        self.and_begin(events, seed)
    }

    pub(crate) fn fill(&self, seat: Seat, level: &str, seed: String) -> Result<Outline, Refused> {
        self.not_begun()?;
        self.unless_rated(Rated::Bots)?;
        let free = self.seating.free();
        if free.is_empty() {
            return Err(Refused::Taken);
        }
        let bot = |seat| TableEvent::Sat { seat, chair: Chair::Bot(level.to_owned()) };
        // Whoever fills the seats up wants to begin.
        let events = free.iter().map(bot).chain(self.says_ready(seat, true)).collect();
        self.and_begin(events, seed)
    }

    pub(crate) fn let_watch(&self, host: &str, who: Watch) -> Result<Outline, Refused> {
        self.only_the_host(host)?;
        if self.seating.watch == who {
            return Err(Refused::Stale);
        }
        Ok(self.aside(TableEvent::Watched { who }))
    }

    pub(crate) fn leave(&self, seat: Seat, guest: &str, level: String) -> Result<Outline, Refused> {
        let there = self.seating.chairs.get(seat.index()).ok_or(Refused::NoSeat)?;
        let name = match there {
            Chair::Guest(id, name) if id == guest => name.clone(),
            Chair::Guest(..) | Chair::Open | Chair::Link | Chair::Bot(_) => return Err(Refused::NotYours),
        };
        let said = |text: &str| TableEvent::Said { name: name.clone(), text: text.to_owned(), by: None };
        let Some(game) = &self.game else {
            let free = if self.seating.private { Chair::Link } else { Chair::Open };
            let events = vec![said("left the table."), TableEvent::Sat { seat, chair: free }];
            return Ok(Outline { events, deciding: None, ready: Ready::Nothing });
        };
        if game.is_over() {
            return Err(Refused::Over);
        }
        // Whoever leaves a game of two that counts has given it up.
        if self.seating.settings.rated && self.seating.chairs.len() == 2 {
            let events = vec![said("left the table."), TableEvent::Resigned { seat }];
            return Ok(Outline { events, deciding: Some(SeatSet::NONE), ready: Ready::Nothing });
        }
        let chair = sits_down(Chair::Bot(level), &self.seating.chairs);
        let events = vec![said("left the table. A bot plays on."), TableEvent::Sat { seat, chair }];
        Ok(Outline { events, deciding: self.deciding(), ready: Ready::Nothing })
    }
}
