//! All that is kept about a guest: told in a file, and deleted.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use room::{Brief, Chair, Room, TableEvent};
use serde::Serialize;
use store::{Event, TableId};
use table::Seat;

use crate::account::Known;
use crate::guest::{Guest, hex, random};
use crate::kind::kind;
use crate::notices::Wishes;
use crate::passkey::KnownKey;
use crate::ratings::{FORMER, Step};
use crate::table::PAGE;
use crate::tables::Tables;
use crate::trouble::Trouble;

/// The most finished tables of one guest that are looked for.
const MOST: usize = 100_000;

/// All that is kept about a guest.
#[derive(Debug, Serialize)]
pub struct All {
    name: String,
    identity: String,
    devices: Vec<Known>,
    recovery_code: bool,
    passkeys: Vec<KnownKey>,
    notices: Wishes,
    lessons: Vec<String>,
    games: Vec<Game>,
    ratings: BTreeMap<String, Vec<Step>>,
}

/// A table of the guest, and what they did there.
#[derive(Debug, Serialize)]
struct Game {
    table: String,
    #[serde(flatten)]
    brief: Listed,
    decisions: Vec<Decision>,
    said: Vec<Said>,
}

/// What lists know of a table, without who others are.
#[derive(Debug, Serialize)]
struct Listed {
    game: String,
    players: Vec<String>,
    over: bool,
    winners: Vec<String>,
    scores: Vec<i32>,
}

impl Listed {
    fn of(brief: Brief) -> Self {
        let score = brief.ended.unwrap_or_default();
        let name = |at: &usize| brief.names.get(*at).cloned();
        Self {
            game: brief.game,
            over: brief.over,
            winners: score.winners.iter().filter_map(name).collect(),
            scores: score.scores,
            players: brief.names,
        }
    }
}

#[derive(Debug, Serialize)]
struct Decision {
    at: u64,
    seat: String,
    action: String,
}

#[derive(Debug, Serialize)]
struct Said {
    at: u64,
    text: String,
}

/// Who has a seat, as a log tells it event by event.
#[derive(Default)]
struct Seats(Vec<Chair>);

impl Seats {
    fn take(&mut self, event: &TableEvent) {
        if let TableEvent::Opened { chairs, .. } = event {
            self.0.clone_from(chairs);
        }
        if let TableEvent::Sat { seat, chair } | TableEvent::Removed { seat, chair, .. } = event
            && let Some(place) = self.0.get_mut(seat.index())
        {
            *place = chair.clone();
        }
    }

    fn is(&self, seat: Seat, guest: &str) -> bool {
        self.0.get(seat.index()).is_some_and(|chair| chair.is_guest(guest))
    }
}

/// An event without somebody: their identity is this one, their names at the table and their words are gone.
fn without(event: &mut TableEvent, (guest, names): (&str, &[String]), former: &str) {
    let id = |id: &mut String| {
        if id == guest {
            former.clone_into(id);
        }
    };
    let sits = |chair: &mut Chair| {
        if let Chair::Guest(id, name) = chair
            && id == guest
        {
            (*id, *name) = (former.to_owned(), FORMER.to_owned());
        }
    };
    match event {
        TableEvent::Opened { chairs, host, .. } => {
            chairs.iter_mut().for_each(sits);
            host.iter_mut().for_each(id);
        }
        TableEvent::Sat { chair, .. } => sits(chair),
        TableEvent::Removed { guest, chair, .. } => {
            id(guest);
            sits(chair);
        }
        TableEvent::Muted { guest, .. } => id(guest),
        TableEvent::Said { name, text, by } if by.as_deref() == Some(guest) => {
            (*name, *text, *by) = (FORMER.to_owned(), "…".to_owned(), Some(former.to_owned()));
        }
        // What the table itself noted of them.
        TableEvent::Said { name, by: None, .. } if names.contains(name) => FORMER.clone_into(name),
        TableEvent::Said { .. }
        | TableEvent::Ready { .. }
        | TableEvent::Watched { .. }
        | TableEvent::Started { .. }
        | TableEvent::Move { .. }
        | TableEvent::Undone { .. }
        | TableEvent::Asked { .. }
        | TableEvent::Agreed { .. }
        | TableEvent::Declined { .. }
        | TableEvent::TakenBack { .. }
        | TableEvent::Resigned { .. }
        | TableEvent::Standing { .. }
        | TableEvent::Heard { .. }
        | TableEvent::Read { .. }
        | TableEvent::Shows { .. }
        | TableEvent::Again { .. }
        | TableEvent::Minded { .. }
        | TableEvent::Returned { .. }
        | TableEvent::Voted { .. }
        | TableEvent::Nudged { .. }
        | TableEvent::Gone { .. }
        | TableEvent::Came { .. }
        | TableEvent::Paused { .. } => {}
    }
}

/// What somebody was called at a table.
fn names_in(events: &[Event], guest: &str) -> Result<Vec<String>, Trouble> {
    let (mut seats, mut names) = (Seats::default(), Vec::new());
    for event in events {
        seats.take(&TableEvent::read(event.seq, &event.body)?);
        let called = seats.0.iter().filter_map(|chair| match chair {
            Chair::Guest(id, name) if id == guest => Some(name.clone()),
            Chair::Guest(..) | Chair::Open | Chair::Link | Chair::Bot(_) => None,
        });
        names.extend(called);
        names.sort();
        names.dedup();
    }
    Ok(names)
}

/// What the names of notes begin with that say where a guest has been who has no seat there.
fn visits_of(guest: &str) -> String {
    format!("was/{guest}/")
}

impl Tables {
    /// Remembers that something of a guest without a seat is in a table's log: they left it, were removed, or spoke as an onlooker.
    pub async fn has_been(&self, guest: &str, table: &TableId) -> Result<(), Trouble> {
        Ok(self.store.put_note(&format!("{}{table}", visits_of(guest)), "").await?)
    }

    async fn whole_log(&self, id: &TableId) -> Result<Vec<Event>, Trouble> {
        let mut events: Vec<Event> = Vec::new();
        loop {
            let after = events.last().map_or(0, |event| event.seq);
            let page = self.store.events(id, after, PAGE).await?;
            let full = page.len() == PAGE;
            events.extend(page);
            if !full {
                return Ok(events);
            }
        }
    }

    /// All that is kept about a guest. Nothing in it tells what others hold.
    pub async fn all_of(&self, guest: &Guest) -> Result<All, Trouble> {
        let mut games = Vec::new();
        for (id, brief) in self.tables_of(&guest.id, MOST).await? {
            let (mut seats, mut decisions, mut said) = (Seats::default(), Vec::new(), Vec::new());
            for event in self.whole_log(&id).await? {
                let Ok(told) = TableEvent::read(event.seq, &event.body) else { continue };
                seats.take(&told);
                if let TableEvent::Move { seat, action, .. } = &told
                    && seats.is(*seat, &guest.id)
                {
                    decisions.push(Decision { at: event.at, seat: seat.to_string(), action: action.clone() });
                }
                if let TableEvent::Said { text, by, .. } = &told
                    && by.as_deref() == Some(&guest.id)
                {
                    said.push(Said { at: event.at, text: text.clone() });
                }
            }
            games.push(Game { table: id.to_string(), brief: Listed::of(brief), decisions, said });
        }
        let done = self.lessons_done(&guest.id).await?;
        let history = self.rating_history(&guest.id).await?;
        let ratings = history.into_iter().map(|(ladder, steps)| (ladder.to_string(), steps)).collect();
        Ok(All {
            name: guest.name.clone(),
            identity: guest.id.clone(),
            devices: self.devices(guest).await?,
            recovery_code: self.has_code(guest).await?,
            passkeys: self.passkeys(guest).await?,
            notices: self.wishes_of(&guest.id).await?,
            lessons: done.into_iter().map(|(game, name)| format!("{game}/{name}")).collect(),
            games,
            ratings,
        })
    }

    /// Deletes everything that is kept about a guest. First nobody can be that guest any more; what fails after that can be done again by
    /// whoever runs the server, and nobody is left half deleted who still plays.
    pub async fn erase(self: &Arc<Self>, guest: &Guest) -> Result<(), Trouble> {
        let tables = self.tables_of(&guest.id, MOST).await?;
        for (id, brief) in &tables {
            let table = self.fresh_table(id).await?;
            if brief.guests.iter().all(|other| *other == guest.id) {
                self.delete_table(&table).await?;
                continue;
            }
            let own = table.room().seating.seats_of(&guest.id);
            for seat in own.iter().filter(|_| !brief.over) {
                self.leave(&table, seat, guest).await?;
            }
            // What is not recorded yet counts for the others.
            self.settle(id).await?;
            self.rewrite_without(id, guest).await?;
        }
        for (key, _) in self.store.notes(&visits_of(&guest.id)).await? {
            let id = key.strip_prefix(&visits_of(&guest.id)).and_then(TableId::new);
            if let Some(id) = id
                && !tables.iter().any(|(known, _)| *known == id)
                && !self.store.digests_of(std::slice::from_ref(&id)).await?.is_empty()
            {
                self.rewrite_without(&id, guest).await?;
            }
        }
        self.store.remove_notes(&visits_of(&guest.id), Duration::ZERO).await?;
        self.forget_lessons(&guest.id).await?;
        self.forget_pairing(&guest.id).await?;
        self.forget_tournaments(&guest.id).await?;
        self.forget_ratings(&guest.id).await?;
        self.forget_guest(guest).await
    }

    /// Writes a table's log anew, without somebody.
    async fn rewrite_without(&self, id: &TableId, guest: &Guest) -> Result<(), Trouble> {
        // Nothing tells whether the former guests of two tables are one.
        let former = hex(&random::<16>());
        loop {
            let mut events = self.whole_log(id).await?;
            let mut log = Vec::with_capacity(events.len());
            let names = names_in(&events, &guest.id)?;
            for event in &mut events {
                let mut told = TableEvent::read(event.seq, &event.body)?;
                without(&mut told, (&guest.id, &names), &former);
                event.body = told.write();
                crate::keep::resolve(self.store.as_ref(), &mut told).await?;
                log.push(room::Logged { event: told, at: event.at, request: event.request.clone() });
            }
            let brief = Room::fold(kind, &log)?.brief();
            let digest = serde_json::to_string(&brief).expect("a brief is plain data");
            let people = brief.over.then(|| brief.guests.clone());
            // Somebody may have decided meanwhile: then it is done again.
            if self.store.rewrite(id, events, digest, people).await? {
                if let Some(table) = self.held_table(id) {
                    table.retire();
                    self.drop_table(id);
                }
                self.note(id, brief);
                return Ok(());
            }
        }
    }
}
