//! Those who are not there: out of time, voted for, reminded, back again.

use table::{Seat, SeatSet};

use crate::clock::Clocks;
use crate::error::{Rated, Refused};
use crate::event::{Away, Chair, TableEvent, sits_down};
use crate::pace::{Late, MINUTE};
use crate::room::{Outline, Ready, Room};

/// How long a table waits for somebody before the others may vote, in milliseconds.
const VOTE: u64 = 5 * MINUTE;
const VOTE_SLOW: u64 = 24 * 60 * MINUTE;

/// How long it waits before somebody may be reminded.
const NUDGE: u64 = MINUTE;
const NUDGE_SLOW: u64 = 60 * MINUTE;

impl Room {
    /// How long the table has waited for a seat; nothing if it does not wait for whoever sits there.
    fn waits_for(&self, seat: Seat, at: u64) -> Option<u64> {
        let decides = self.deciding()?.contains(seat) && self.seating.people().contains(seat);
        decides.then(|| at.saturating_sub(self.since))
    }

    /// Whether the table has waited for a seat so long.
    fn has_waited(&self, seat: Seat, at: u64, (live, slow): (u64, u64)) -> Result<(), Refused> {
        let wait = if self.seating.settings.slow { slow } else { live };
        match self.waits_for(seat, at) {
            Some(waited) if waited >= wait => Ok(()),
            Some(_) | None => Err(Refused::NotAbsent { wait }),
        }
    }

    /// Whether the others may vote about a seat by now.
    pub fn may_be_voted_out(&self, out: Seat, at: u64) -> bool {
        !self.seating.settings.rated && self.has_waited(out, at, (VOTE, VOTE_SLOW)).is_ok()
    }

    /// Whether a seat may be reminded by now.
    pub fn may_be_nudged(&self, whom: Seat, at: u64) -> bool {
        !self.seating.nudged.contains(whom) && self.has_waited(whom, at, (NUDGE, NUDGE_SLOW)).is_ok()
    }

    /// Whose time is used up.
    pub fn late_seats(&self, now: u64) -> SeatSet {
        let out =
            |clocks: &Clocks| clocks.running().iter().filter(|seat| clocks.is_out(*seat, now)).collect();
        self.clocks.as_ref().map_or(SeatSet::NONE, out)
    }

    pub(crate) fn late(&self, seat: Seat, level: &str, at: u64) -> Result<Outline, Refused> {
        if !self.late_seats(at).contains(seat) {
            return Err(Refused::NotLate);
        }
        let minded = || TableEvent::Minded { seat, level: level.to_owned(), why: Away::Late };
        match (self.seating.settings.late, self.seating.chairs.len()) {
            (Late::Bot, _) => Ok(self.aside(minded())),
            (Late::Resign, 2) => {
                let events = vec![TableEvent::Resigned { seat }];
                Ok(Outline { events, deciding: Some(SeatSet::NONE), ready: Ready::Nothing })
            }
            (Late::Resign, _) => {
                let chair = sits_down(Chair::Bot(level.to_owned()), &self.seating.chairs);
                let events = vec![minded(), TableEvent::Sat { seat, chair }];
                Ok(Outline { events, deciding: self.deciding(), ready: Ready::Nothing })
            }
        }
    }

    pub(crate) fn vote(&self, (seat, out): (Seat, Seat), level: String, at: u64) -> Result<Outline, Refused> {
        self.unless_rated(Rated::Bots)?;
        let seat = self.seating.seats_beside(seat).first().unwrap_or(seat);
        if !self.seating.voters(out).contains(seat) {
            return Err(Refused::NoVote);
        }
        self.has_waited(out, at, (VOTE, VOTE_SLOW))?;
        let mut events = vec![TableEvent::Voted { seat, out }];
        if self.seating.carries(out, self.seating.votes(out).with(seat)) {
            events.push(TableEvent::Minded { seat: out, level, why: Away::Voted });
        }
        Ok(Outline { events, deciding: self.deciding(), ready: Ready::Nothing })
    }

    pub(crate) fn come_back(&self, seat: Seat) -> Result<Outline, Refused> {
        if !self.seating.minded.contains_key(&seat) {
            return Err(Refused::NotMinded);
        }
        Ok(self.aside(TableEvent::Returned { seat }))
    }

    pub(crate) fn nudge(&self, seat: Seat, whom: Seat, at: u64) -> Result<Outline, Refused> {
        if self.seating.nudged.contains(whom) {
            return Err(Refused::Nudged);
        }
        if self.seating.seats_beside(seat).contains(whom) {
            return Err(Refused::OwnSeat);
        }
        self.has_waited(whom, at, (NUDGE, NUDGE_SLOW))?;
        Ok(self.aside(TableEvent::Nudged { seat, whom }))
    }

    /// Whether anybody else needs to know that somebody at this seat is away: several people play, and the game goes on.
    pub fn heeds(&self, seat: Seat) -> bool {
        let alone = self.seating.seats_beside(seat) == self.seating.guests();
        let goes_on = self.game.as_ref().is_some_and(|game| !game.is_over());
        goes_on && self.seating.guests().contains(seat) && !alone
    }

    pub(crate) fn gone(&self, seat: Seat, since: u64) -> Result<Outline, Refused> {
        if !self.heeds(seat) || self.seating.away.contains_key(&seat) {
            return Err(Refused::Stale);
        }
        Ok(self.aside(TableEvent::Gone { seat, since }))
    }

    pub(crate) fn came(&self, seat: Seat) -> Result<Outline, Refused> {
        if !self.seating.away.contains_key(&seat) {
            return Err(Refused::Stale);
        }
        Ok(self.aside(TableEvent::Came { seat }))
    }

    /// The times in which the table was away while somebody's clock ran, and which the log does not know of yet.
    pub fn unpaused(&self, away: &[(u64, u64)]) -> Vec<(u64, u64)> {
        let Some(clocks) = self.clocks.as_ref().filter(|clocks| !clocks.running().is_empty()) else {
            return Vec::new();
        };
        away.iter().copied().filter(|(_, to)| *to > clocks.settled()).collect()
    }

    pub(crate) fn pause(&self, away: &[(u64, u64)]) -> Result<Outline, Refused> {
        let paused = |(from, to)| TableEvent::Paused { from, to };
        let events: Vec<TableEvent> = self.unpaused(away).into_iter().map(paused).collect();
        if events.is_empty() {
            return Err(Refused::Stale);
        }
        Ok(Outline { events, deciding: self.deciding(), ready: Ready::Nothing })
    }
}
