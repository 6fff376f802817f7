//! Rules and cards.

use std::collections::BTreeMap;

use axum::extract::{Path, Query};
use axum::response::{Html, Redirect};
use pages::{Shade, Show, Size};
use room::TableSettings;
use table::Options;

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

/// Begins the guided first game of a game.
pub async fn begin(
    app: App,
    guest: Guest,
    client: Client,
    Path(game): Path<String>,
) -> Result<Redirect, Trouble> {
    let kind = kind(&game).ok_or(Trouble::Missing("game"))?;
    let lesson = kind.lesson().ok_or(Trouble::Missing("lesson"))?;
    let (players, options) = kind.check(&lesson.options)?;
    let settings = TableSettings { hints: true, lesson: Some(game), ..TableSettings::default() };
    let opening = Opening { settings, seed: Some(lesson.seed_text()), ..Opening::default() };
    let chairs = quick_chairs(&guest, players, "gentle");
    let table = app.open_table((&guest, client), kind, &options, chairs, opening).await?;
    Ok(Redirect::to(&format!("/t/{}", table.id)))
}

/// Where to learn each game.
pub async fn learn(app: App, guest: Guest) -> Html<String> {
    let taught: Vec<_> = KINDS.iter().map(|kind| (kind.info(), kind.lesson().is_some())).collect();
    Html(pages::learn(&app.shown(&guest), &taught).into_string())
}
