//! All games of one guest.

use std::collections::{BTreeMap, HashSet};
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use axum::extract::Form;
use axum::response::{Html, Redirect};
use pages::{MyGame, MyGames, Put};
use room::{Brief, Players, Score};
use serde::Deserialize;
use store::{Store, TableId};
use table::{Text, many, say};

use super::{App, AtTable};
use crate::guest::Guest;
use crate::kind::kind;
use crate::table::now;
use crate::tables::Tables;
use crate::trouble::Trouble;

/// The most games of either kind that the list shows.
const MOST: usize = 200;

/// The most people of whom it is asked for one list whether they have a page of their own.
const ASKED: usize = 100;

/// What a guest has done to a game of theirs in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    /// Put away.
    Away,
    /// Deleted: it is still somebody else's.
    Deleted,
}

impl Mark {
    const fn name(self) -> &'static str {
        match self {
            Self::Away => "away",
            Self::Deleted => "deleted",
        }
    }
}

/// What the names of such marks begin with in the store.
const MINE: &str = "mine/";

/// What the names of a guest's marks begin with.
pub fn marks_of(guest: &str) -> String {
    format!("{MINE}{guest}/")
}

/// What stands in place of a mark that was taken back, so that all servers hear of it.
const NONE: &str = "none";

/// Which games guests have put away, by the names of their notes: looked up with every page, so they are in memory.
#[derive(Debug, Default)]
pub struct Marked(RwLock<HashSet<String>>);

impl Marked {
    /// As the store has them.
    pub async fn read(store: &dyn Store) -> Result<Self, Trouble> {
        let marked = Self::default();
        for (key, value) in store.notes(MINE).await? {
            marked.heard(&key, &value);
        }
        Ok(marked)
    }

    /// Whether a note is about this.
    pub fn is_about(key: &str) -> bool {
        key.starts_with(MINE)
    }

    /// Reads one anew: another server has put it.
    pub async fn reread(&self, store: &dyn Store, key: &str) -> Result<(), Trouble> {
        self.heard(key, &store.note(key).await?.unwrap_or_default());
        Ok(())
    }

    fn heard(&self, key: &str, value: &str) {
        let mut marked = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if [Mark::Away, Mark::Deleted].iter().any(|mark| mark.name() == value) {
            marked.insert(key.to_owned());
        } else {
            marked.remove(key);
        }
    }

    /// Whether a guest has put a game away.
    pub fn has(&self, guest: &str, id: &TableId) -> bool {
        let marked = self.0.read().unwrap_or_else(PoisonError::into_inner);
        !marked.is_empty() && marked.contains(&format!("{}{id}", marks_of(guest)))
    }
}

impl Tables {
    /// What a guest has done to games of theirs.
    async fn marks(&self, guest: &str) -> Result<BTreeMap<String, Mark>, Trouble> {
        let prefix = marks_of(guest);
        let notes = self.store.notes(&prefix).await?;
        let mark = |value: &str| [Mark::Away, Mark::Deleted].into_iter().find(|mark| mark.name() == value);
        let known = notes
            .into_iter()
            .filter_map(|(key, value)| Some((key.strip_prefix(&prefix)?.to_owned(), mark(&value)?)));
        Ok(known.collect())
    }

    /// Marks a game of a guest's, or takes the mark back.
    async fn mark(&self, guest: &str, id: &TableId, mark: Option<Mark>) -> Result<(), Trouble> {
        let (key, value) = (format!("{}{id}", marks_of(guest)), mark.map_or(NONE, Mark::name));
        self.store.put_note(&key, value).await?;
        self.marked.heard(&key, value);
        Ok(())
    }

    /// The guest's tables that they have neither put away nor deleted, at most `limit` of either kind, newest first.
    pub async fn tables_in_view(&self, guest: &str, limit: usize) -> Result<Vec<(TableId, Brief)>, Trouble> {
        let marks = self.marks(guest).await?;
        let mut found = self.tables_of(guest, limit).await?;
        found.retain(|(id, _)| !marks.contains_key(id.as_str()));
        Ok(found)
    }
}

/// How long ago that was.
fn ago(since: u64, now: u64) -> Option<String> {
    let minutes = now.saturating_sub(since) / 60_000;
    let words = match minutes {
        _ if since == 0 => return None,
        0 => say!("just now"),
        1..60 => say!("for {}", many(minutes as i64, "minute")),
        60..2880 => say!("for {}", many(minutes as i64 / 60, "hour")),
        _ => say!("for {}", many(minutes as i64 / 1440, "day")),
    };
    Some(words.to_string())
}

/// Everybody else at a table, with the levels of bots.
fn against(guest: &Guest, brief: &Brief) -> String {
    // Lists know guests in the order of their seats, and bots by their levels.
    let mut guests = brief.guests.iter();
    let others = brief.names.iter().enumerate().filter_map(|(at, name)| {
        match brief.levels.get(at) {
            Some(Some(level)) => {
                let level = Text::from(table::tongue::phrase(level).into_owned());
                Some(say!("{} (bot, {level})", name.clone()))
            }
            // An open seat is nobody's yet.
            _ if name == "–" => None,
            _ => (guests.next() != Some(&guest.id)).then(|| Text::from(name.clone())),
        }
    });
    Text::joined(others, ", ").to_string()
}

/// How a game ended, for this guest.
fn result(guest: &Guest, brief: &Brief, Score { winners, scores }: &Score) -> Text {
    let mut guests = brief.guests.iter();
    let own: Vec<usize> = (0..brief.names.len())
        .filter(|at| brief.levels.get(*at).is_none_or(Option::is_none) && guests.next() == Some(&guest.id))
        .collect();
    let won = |at: &usize| winners.contains(at);
    let name = |at: usize| Text::from(brief.names.get(at).cloned().unwrap_or_default());
    let told = match (own.as_slice(), winners.as_slice()) {
        (_, []) => say!("nobody won"),
        // Who passed a device around won and lost.
        ([only], _) if won(only) => say!("you won"),
        ([_], _) => say!("you lost"),
        (_, winners) => say!("{} won", Text::listed(winners.iter().map(|at| name(*at)))),
    };
    if scores.is_empty() {
        return told;
    }
    let scores = scores.iter().enumerate().map(|(at, score)| say!("{} {score}", name(at)));
    Text::joined([told, Text::joined(scores, ", ")], " · ")
}

/// The other people at a table, each once: names and identities.
fn people(guest: &Guest, brief: &Brief) -> Vec<(String, String)> {
    let seats = (0..brief.names.len()).filter(|at| brief.levels.get(*at).is_none_or(Option::is_none));
    let taken = seats.filter(|at| brief.names[*at] != "–").zip(&brief.guests);
    let mut found: Vec<(String, String)> = Vec::new();
    for (at, other) in taken.filter(|(_, other)| **other != guest.id) {
        if found.iter().all(|(_, known)| known != other) {
            found.push((brief.names[at].clone(), other.clone()));
        }
    }
    found
}

fn shown(guest: &Guest, id: &TableId, brief: &Brief, players: &dyn Players) -> MyGame {
    let waits = brief.waits_for(&guest.id);
    let status = match (brief.started, brief.over, &brief.ended) {
        (false, _, _) => say!("waiting for players"),
        (true, true, Some(score)) => result(guest, brief, score),
        (true, true, None) => say!("over"),
        (true, false, _) if waits => say!("your turn"),
        (true, false, _) => say!("waiting for {}", brief.turn.join(", ")),
    };
    let alone = brief.guests.iter().all(|other| *other == guest.id);
    MyGame {
        id: id.to_string(),
        title: kind(&brief.game).map_or(brief.game.as_str(), |kind| kind.info().title).to_owned(),
        against: against(guest, brief),
        players: people(guest, brief)
            .into_iter()
            .filter_map(|(name, other)| Some((name, players.page_of(&other)?)))
            .collect(),
        status: status.to_string(),
        since: ago(brief.since, now()).filter(|_| !brief.over),
        waits,
        put: if alone || brief.over { Put::AwayOrDeleted } else { Put::Away },
    }
}

/// The page with all of them.
pub async fn games(app: App, guest: Guest) -> Result<Html<String>, Trouble> {
    let marks = app.tables.marks(&guest.id).await?;
    let mut found = app.tables.tables_of(&guest.id, MOST).await?;
    // What waits for the guest, longest waiting first.
    found.sort_by_key(|(_, brief)| if brief.waits_for(&guest.id) { brief.since } else { u64::MAX });
    let others = found.iter().flat_map(|(_, brief)| &brief.guests).filter(|other| **other != guest.id);
    app.tables.know_those(others.take(ASKED)).await?;
    let mut games = MyGames::default();
    for (id, brief) in &found {
        let list = match (marks.get(id.as_str()), brief.over) {
            (Some(Mark::Deleted), _) => continue,
            (Some(Mark::Away), _) => &mut games.away,
            (None, true) => &mut games.over,
            (None, false) if brief.waits_for(&guest.id) => &mut games.waiting,
            (None, false) => &mut games.others,
        };
        list.push(shown(&guest, id, brief, &app.tables.players));
    }
    Ok(Html(pages::my_games(&app.shown(&guest), &games).into_string()))
}

/// Whether something is to be so.
#[derive(Debug, Deserialize)]
pub struct On {
    on: bool,
}

/// Only who sits at a table goes on from here.
fn own(here: &AtTable) -> Result<(), Trouble> {
    if here.table.room().seating.seats_of(&here.guest.id).is_empty() {
        return Err(Trouble::Forbidden("This is not one of your games."));
    }
    Ok(())
}

/// Puts a game away, or takes it back.
pub async fn archive(here: AtTable, Form(On { on }): Form<On>) -> Result<Redirect, Trouble> {
    own(&here)?;
    here.app.tables.mark(&here.guest.id, &here.table.id, on.then_some(Mark::Away)).await?;
    Ok(Redirect::to("/games"))
}

/// Deletes a game: for good where it is nobody else's, and from the own list where it is.
pub async fn delete(here: AtTable) -> Result<Redirect, Trouble> {
    own(&here)?;
    let AtTable { app, guest, table } = &here;
    let (alone, over) = {
        let room = table.room();
        let others = room.seating.chairs.iter().filter_map(room::Chair::guest);
        (
            others.into_iter().all(|other| other == guest.id),
            room.deciding().is_some_and(table::SeatSet::is_empty),
        )
    };
    if alone {
        app.tables.delete_table(table).await?;
        app.tables
            .store
            .remove_notes(&format!("{}{}", marks_of(&guest.id), table.id), Duration::ZERO)
            .await?;
    } else if over {
        app.tables.mark(&guest.id, &table.id, Some(Mark::Deleted)).await?;
    } else {
        return Err(Trouble::NotNow("Others play here too. Leave the table first."));
    }
    Ok(Redirect::to("/games"))
}
