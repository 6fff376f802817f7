//! What the shell shows around the game, and through whose eyes.

use pages::{Absent, Around, Away, Chair as Shown, Clock, Eyes, Parts, Reply, TakeBack, Told};
use table::{Seat, SeatSet, Viewer, many};

use crate::event::Chair;
use crate::room::Room;

/// Whose words somebody does not want to read.
pub trait Mutes: Sync + std::fmt::Debug {
    /// Whether a guest does not want to read what this one writes, both by identity.
    fn mutes(&self, guest: &str, writer: &str) -> bool;
}

/// Everybody reads everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMutes;

impl Mutes for NoMutes {
    fn mutes(&self, _: &str, _: &str) -> bool {
        false
    }
}

/// Who has a page of their own.
pub trait Players: std::fmt::Debug {
    /// The address of the page of a guest, by identity, if there is one.
    fn page_of(&self, guest: &str) -> Option<String>;
}

/// Nobody has one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoPlayers;

impl Players for NoPlayers {
    fn page_of(&self, _: &str) -> Option<String> {
        None
    }
}

/// Who looks at a table, when, and what they are told besides.
#[derive(Clone, Copy, Debug)]
pub struct Visit<'a> {
    /// The table's name.
    pub id: &'a str,
    /// Who looks, by identity.
    pub guest: &'a str,
    /// Through whose eyes.
    pub viewer: Viewer,
    /// What their last post was answered.
    pub reply: &'a Reply,
    /// The time, in milliseconds since 1970.
    pub now: u64,
    /// Whose words they do not want to read.
    pub mutes: &'a dyn Mutes,
    /// Who has a page of their own.
    pub players: &'a dyn Players,
}

/// Through whose eyes a guest looks at a running game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// Through these.
    As(Viewer),
    /// Not yet: the device goes to this seat first.
    Curtain(Seat),
}

/// How long ago that was, in a word or two; nothing where it was less than an hour, or nobody knows.
pub fn waited(since: u64, now: u64) -> Option<String> {
    let hours = now.saturating_sub(since) / 3_600_000;
    match hours {
        _ if since == 0 => None,
        0 => None,
        1..=47 => Some(many(hours as i64, "hour").to_string()),
        _ => Some(many(hours as i64 / 24, "day").to_string()),
    }
}

impl Room {
    /// Through whose eyes the guest looks: a seat of the guest's own, or an onlooker's. Somebody else's seat is given only to
    /// those who do not play here, and only while it lets them.
    pub fn look(&self, guest: &str, asked: Option<Seat>) -> Look {
        let own = self.seating.seats_of(guest);
        let lent = if own.is_empty() { self.seating.shows } else { SeatSet::NONE };
        if let Some(seat) = asked.filter(|seat| own.contains(*seat) || lent.contains(*seat)) {
            return Look::As(Viewer::Seat(seat));
        }
        let deciding: SeatSet = self
            .deciding()
            .map_or(SeatSet::NONE, |seats| seats.iter().filter(|seat| own.contains(*seat)).collect());
        match (own.len(), own.first(), deciding.first()) {
            (1, Some(only), _) => Look::As(Viewer::Seat(only)),
            (0, _, _) | (_, None, _) => Look::As(Viewer::Spectator),
            (_, _, Some(next)) => Look::Curtain(next),
            (_, Some(first), None) if self.deciding().is_some_and(SeatSet::is_empty) => {
                Look::As(Viewer::Seat(first))
            }
            (_, Some(_), None) => Look::As(Viewer::Spectator),
        }
    }

    /// The changing part of the page of a running game, as on this visit; nothing before the game has begun.
    pub fn draw(&self, visit: Visit<'_>) -> Option<maud::Markup> {
        let game = self.game.as_ref()?;
        Some(game.page(&self.around(visit, &Parts::WHOLE)))
    }

    /// The same for somebody who was told this before: what changed since the page of that seq, or the whole page where there is none;
    /// and what was told then.
    pub fn update(&self, visit: Visit<'_>, told: &Told, base: Option<u64>) -> Option<(String, Told)> {
        let game = self.game.as_ref()?;
        let nothing = Told::default();
        let seating = &self.seating;
        let levels: Vec<Option<&str>> = seating.chairs.iter().map(Chair::level).collect();
        let eyes = Eyes {
            before: if base.is_some() { told } else { &nothing },
            // What every part may show: who sits where; and besides, where it is not open, who looks.
            open: (visit.id, seating.names(), levels, table::tongue::spoken().code()),
            own: (visit.viewer, seating.seats_of(visit.guest)),
            alike: &self.alike,
            seq: self.seq,
        };
        let parts = Parts::cut(&eyes);
        let page = game.page(&self.around(visit, &parts));
        Some(parts.finish(page, self.seq, base))
    }

    /// How a seat's clock stands, as it is shown; nobody looks at a bot's.
    fn clock_of(&self, seat: Seat, now: u64) -> Option<Clock> {
        let clocks = self.clocks.as_ref().filter(|_| self.seating.guests().contains(seat))?;
        let stands = clocks.stands(seat, now);
        let left = stands.left();
        Some(Clock { left, until: stands.runs.then_some(now + left), night: stands.night })
    }

    /// What can be done about those who are not there.
    fn absent(&self, now: u64) -> Absent {
        let seats = || Seat::all(self.seating.chairs.len());
        let votes =
            seats().map(|seat| (seat, self.seating.votes(seat))).filter(|(_, votes)| !votes.is_empty());
        Absent {
            minded: self.seating.minded.keys().copied().collect(),
            nudge: seats().filter(|seat| self.may_be_nudged(*seat, now)).collect(),
            nudged: self.seating.nudged,
            vote: seats().filter(|seat| self.may_be_voted_out(*seat, now)).collect(),
            votes: votes.map(|(out, votes)| (out, votes, self.seating.voters(out).len() / 2 + 1)).collect(),
        }
    }

    /// What the shell shows around the game on a visit.
    fn around<'a>(&'a self, visit: Visit<'a>, parts: &'a Parts<'a>) -> Around<'a> {
        let seating = &self.seating;
        let chair = |(seat, (chair, name)): (Seat, (&Chair, String))| Shown {
            name,
            bot: chair.level().map(str::to_owned),
            away: seating.away.get(&seat).map(|since| Away { since: *since, now: visit.now }),
            page: chair.guest().and_then(|guest| visit.players.page_of(guest)),
            clock: self.clock_of(seat, visit.now),
        };
        let names = seating.names();
        let seats = Seat::all(seating.chairs.len());
        let take_back = seating.wish.map(|(by, agreed)| TakeBack {
            by,
            waiting: seating.people().iter().filter(|seat| *seat != by && !agreed.contains(*seat)).collect(),
        });
        let only = self.lesson_moves();
        let since = seating.settings.slow.then_some(self.since);
        Around {
            id: visit.id,
            seq: self.seq,
            chairs: seats.zip(seating.chairs.iter().zip(names.iter().cloned())).map(chair).collect(),
            names,
            viewer: visit.viewer,
            own: seating.seats_of(visit.guest),
            chat: seating.chat_for(visit.guest, visit.mutes),
            voice: seating.voice(visit.guest),
            host: seating.host_view(visit.guest, self.deciding()),
            free: seating.free(),
            take_back,
            declined: seating.declined,
            standing: seating.standing,
            rematch: seating.again.as_deref(),
            reply: visit.reply,
            hints: seating.settings.hints && only.is_none(),
            only,
            coach: self.coach(),
            offered: self.offered(),
            shows: seating.shows,
            rated: seating.settings.rated,
            absent: self.absent(visit.now),
            waited: since.and_then(|since| waited(since, visit.now)),
            parts,
        }
    }
}
