//! Looking back, playing on from a moment, records in and out.

use axum::extract::{Form, Path, Query};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{Html, IntoResponse, Redirect, Response};
use pages::Replay;
use room::{AnyGame, Chair, TableSettings};
use serde::Deserialize;
use table::{Seat, Viewer};

use super::gather::chair_of;
use super::{App, AtTable};
use crate::client::Client;
use crate::guest::Guest;
use crate::keep::Opened;
use crate::tables::Opening;
use crate::trouble::Trouble;

/// Which moment, through whose eyes.
#[derive(Debug, Deserialize)]
pub struct When {
    at: Option<usize>,
    seat: Option<String>,
}

impl When {
    fn seat(&self) -> Option<Seat> {
        self.seat.as_deref().and_then(Seat::from_letter)
    }
}

/// Everything that is shown of a moment besides the game itself.
struct Scene<'a> {
    base: String,
    table: Option<&'a str>,
    title: &'a str,
    names: &'a [String],
    viewers: Vec<Viewer>,
    viewer: Viewer,
}

fn draw(
    app: &App,
    guest: &Guest,
    game: &dyn AnyGame,
    at: Option<usize>,
    scene: Scene<'_>,
) -> Result<Html<String>, Trouble> {
    let steps = game.steps();
    let at = at.unwrap_or(steps).min(steps);
    let moment = game.moment(at, scene.viewer, scene.names).ok_or(Trouble::Missing("moment"))?;
    let replay = Replay {
        base: scene.base,
        table: scene.table,
        title: scene.title,
        at,
        steps,
        viewer: scene.viewer,
        viewers: scene.viewers,
        names: scene.names,
        prompt: moment.prompt,
        line: moment.line,
        taken_back: moment.taken_back,
        opening: moment.opening,
        glossary: &game.glossary(),
        forks: game.record().is_some(),
        levels: room::levels(),
        seed: game.seed_told(),
    };
    Ok(Html(pages::replay(&app.shown(guest), &replay, &moment.board).into_string()))
}

/// A moment of a table's game. During play through one's own eyes; after the end through anyone's.
pub async fn replay(here: AtTable, Query(when): Query<When>) -> Result<Html<String>, Trouble> {
    let AtTable { app, guest, table } = here;
    let room = table.room();
    let game = room.game.as_deref().ok_or(Trouble::Missing("replay"))?;
    let names = room.seating.names();
    let own = room.seating.seats_of(&guest.id);
    let viewers: Vec<Viewer> = if game.is_over() {
        Viewer::all(names.len()).collect()
    } else {
        own.iter().map(Viewer::Seat).chain([Viewer::Spectator]).collect()
    };
    let asked = when
        .seat()
        .or_else(|| own.first().filter(|_| own.len() == 1))
        .map_or(Viewer::Spectator, Viewer::Seat);
    let viewer = if viewers.contains(&asked) { asked } else { Viewer::Spectator };
    let base = format!("/t/{}/replay", table.id);
    let scene = Scene {
        base,
        table: Some(table.id.as_str()),
        title: room.kind.info().title,
        names: &names,
        viewers,
        viewer,
    };
    draw(&app, &guest, game, when.at, scene)
}

/// The record of a finished game as a file.
pub async fn record(AtTable { table, .. }: AtTable) -> Result<Response, Trouble> {
    let room = table.room();
    let game = room.game.as_ref().ok_or(Trouble::Missing("record"))?;
    let why = "The record shows every draw, so you can download it once the game is over.";
    let text = game.record().ok_or(Trouble::NotNow(why))?;
    let name = format!("attachment; filename=\"gloria-{}.record\"", table.id);
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, name)], text)
        .into_response())
}

/// A record, pasted.
#[derive(Debug, Deserialize)]
pub struct Pasted {
    record: String,
}

/// Opens a pasted record; it is kept so that its moments can be linked to.
pub async fn open(app: App, client: Client, Form(form): Form<Pasted>) -> Result<Redirect, Trouble> {
    let text = form.record.replace("\r\n", "\n");
    let id = app.tables.keep_record(client, text).await?;
    Ok(Redirect::to(&format!("/opened/{id}?at=0")))
}

/// A moment of an opened record, through anyone's eyes.
pub async fn opened(
    app: App,
    guest: Guest,
    client: Client,
    Path(id): Path<String>,
    Query(when): Query<When>,
) -> Result<Html<String>, Trouble> {
    let record = app.tables.opened(client, &id).await?;
    let names = &record.names;
    let viewers: Vec<Viewer> = Viewer::all(names.len()).collect();
    let asked = when.seat().map_or(Viewer::Spectator, Viewer::Seat);
    let viewer = if viewers.contains(&asked) { asked } else { Viewer::Spectator };
    let base = format!("/opened/{id}");
    let title = record.kind.info().title;
    let scene = Scene { base, table: None, title, names, viewers, viewer };
    draw(&app, &guest, record.game.as_ref(), when.at, scene)
}

/// From which moment to play on, and on which seat.
#[derive(Debug, Deserialize)]
pub struct Fork {
    at: usize,
    seat: String,
    others: Option<String>,
}

async fn fork_record(
    app: &App,
    (guest, client): (&Guest, Client),
    record: &Opened,
    fork: &Fork,
) -> Result<Redirect, Trouble> {
    let (kind, names) = (record.kind, &record.names);
    let seat = Seat::from_letter(&fork.seat)
        .filter(|seat| seat.index() < names.len())
        .ok_or(Trouble::Missing("seat"))?;
    if fork.at > record.game.steps() {
        return Err(Trouble::Missing("moment"));
    }
    let mut options = table::Options::new();
    for pair in record.text.lines().filter_map(|line| line.strip_prefix("set ")) {
        options.set_pair(pair).map_err(|error| Trouble::Bad(error.to_string()))?;
    }
    let level = fork
        .others
        .as_deref()
        .and_then(|others| others.strip_prefix("bot:"))
        .and_then(room::level)
        .unwrap_or(app.tables.config.usual);
    let chair = |at: usize| {
        if at == seat.index() || fork.others.as_deref() == Some("me") {
            chair_of(guest)
        } else {
            Chair::Bot(level.to_owned())
        }
    };
    let chairs: Vec<Chair> = (0..names.len()).map(chair).collect();
    let settings = TableSettings { hints: true, ..TableSettings::default() };
    let opening = Opening { settings, from: Some((record.text.clone(), fork.at)), ..Opening::default() };
    let table = app.open_table((guest, client), kind, &options, chairs, opening).await?;
    Ok(Redirect::to(&format!("/t/{}", table.id)))
}

/// Plays on from a moment of a finished game, at a new table against bots.
pub async fn fork(here: AtTable, client: Client, Form(fork): Form<Fork>) -> Result<Redirect, Trouble> {
    let AtTable { app, guest, table } = here;
    let text = {
        let room = table.room();
        let game = room.game.as_ref().ok_or(Trouble::Missing("record"))?;
        game.record().ok_or(Trouble::NotNow("You can play on from a moment once the game is over."))?
    };
    let record = app.tables.read_record(client, text).await?;
    fork_record(&app, (&guest, client), &record, &fork).await
}

/// The same from an opened record.
pub async fn fork_opened(
    app: App,
    guest: Guest,
    client: Client,
    Path(id): Path<String>,
    Form(fork): Form<Fork>,
) -> Result<Redirect, Trouble> {
    let record = app.tables.opened(client, &id).await?;
    fork_record(&app, (&guest, client), &record, &fork).await
}
