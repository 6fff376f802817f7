//! Rules, cards and lessons.

use std::collections::BTreeMap;

use axum::extract::{Path, Query};
use axum::response::{Html, Redirect};
use pages::{Shade, Show, Size};
use room::{Kind, TableSettings};
use table::lesson::Lesson;
use table::{Options, Seed};

use super::App;
use crate::client::Client;
use crate::guest::Guest;
use crate::kind::{KINDS, kind};
use crate::tables::{Opening, quick_chairs};
use crate::trouble::Trouble;

/// The rules of a game.
pub async fn rules(app: App, guest: Guest, Path(game): Path<String>) -> Result<Html<String>, Trouble> {
    let kind = kind(&game).ok_or(Trouble::Missing("game"))?;
    Ok(Html(kind.rules(&app.shown(&guest)).into_string()))
}

/// The cards of a game under some options.
pub async fn cards(
    app: App,
    guest: Guest,
    Path(game): Path<String>,
    Query(query): Query<BTreeMap<String, String>>,
) -> Result<Html<String>, Trouble> {
    let kind = kind(&game).ok_or(Trouble::Missing("game"))?;
    let mut options = Options::new();
    for (name, value) in &query {
        options.set(name, value);
    }
    let page = kind.cards(&app.shown(&guest), &options)?;
    Ok(Html(page.into_string()))
}

/// The pictures of a game; of the first one, where none is named.
pub async fn gallery(
    app: App,
    guest: Guest,
    Query(query): Query<BTreeMap<String, String>>,
) -> Result<Html<String>, Trouble> {
    let asked = |name: &str| query.get(name).map(String::as_str);
    let kind = kind(asked("game").unwrap_or(games::NAMES[0])).ok_or(Trouble::Missing("game"))?;
    let size = Size::ALL.iter().find(|(_, word, _)| asked("size") == Some(word));
    let shade = Shade::ALL.iter().find(|(_, word)| asked("ground") == Some(word));
    let show = Show {
        size: size.map_or_else(Size::default, |(size, _, _)| *size),
        shade: shade.map_or_else(Shade::default, |(shade, _)| *shade),
    };
    let all: Vec<_> = KINDS.iter().map(|kind| kind.info()).collect();
    let page = pages::gallery(&app.shown(&guest), &all, &kind.info(), &kind.plates(), show);
    Ok(Html(page.into_string()))
}

/// Begins the first lesson of a game.
pub async fn begin_first(
    app: App,
    guest: Guest,
    client: Client,
    Path(game): Path<String>,
) -> Result<Redirect, Trouble> {
    let kind = kind(&game).ok_or(Trouble::Missing("game"))?;
    teach(&app, (&guest, client), kind, kind.lessons().first()).await
}

/// Begins a lesson.
pub async fn begin(
    app: App,
    guest: Guest,
    client: Client,
    Path((game, name)): Path<(String, String)>,
) -> Result<Redirect, Trouble> {
    let kind = kind(&game).ok_or(Trouble::Missing("game"))?;
    teach(&app, (&guest, client), kind, kind.lesson(&name)).await
}

/// Opens the table of a lesson.
async fn teach(
    app: &App,
    who: (&Guest, Client),
    kind: &'static dyn Kind,
    lesson: Option<&'static Lesson>,
) -> Result<Redirect, Trouble> {
    let lesson = lesson.ok_or(Trouble::Missing("lesson"))?;
    let (players, options) = kind.check(&lesson.options)?;
    let settings =
        TableSettings { hints: true, lesson: Some(lesson.name.clone()), ..TableSettings::default() };
    let seed = Some(Seed::from_number(lesson.seed).reveal());
    let opening = Opening { settings, seed, set_up: lesson.set_up(), ..Opening::default() };
    let chairs = quick_chairs(who.0, players, "gentle");
    let table = app.open_table(who, kind, &options, chairs, opening).await?;
    Ok(Redirect::to(&format!("/t/{}", table.id)))
}

/// Where to learn each game.
pub async fn learn(app: App, guest: Guest) -> Result<Html<String>, Trouble> {
    let taught = app.tables.taught(&guest.id).await?;
    Ok(Html(pages::learn(&app.shown(&guest), &taught).into_string()))
}

/// The first page of a game's rules for people.
pub async fn guide(app: App, guest: Guest, Path(game): Path<String>) -> Result<Html<String>, Trouble> {
    guide_page(app, guest, Path((game, String::new()))).await
}

/// A page of a game's rules for people.
pub async fn guide_page(
    app: App,
    guest: Guest,
    Path((game, page)): Path<(String, String)>,
) -> Result<Html<String>, Trouble> {
    let kind = kind(&game).ok_or(Trouble::Missing("game"))?;
    let page = kind.guide(&app.shown(&guest), &page).ok_or(Trouble::Missing("page"))?;
    Ok(Html(page.into_string()))
}
