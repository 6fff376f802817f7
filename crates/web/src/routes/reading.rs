//! Rules and cards.

use std::collections::BTreeMap;

use axum::extract::{Path, Query, State};
use axum::response::{Html, Redirect};
use table::Options;

use super::App;
use crate::client::Client;
use crate::event::Manner;
use crate::guest::Guest;
use crate::hall::{Opening, quick_chairs};
use crate::kind::{KINDS, kind};
use crate::lesson::lesson;
use crate::trouble::Trouble;

/// The rules of a game.
pub async fn rules(
    State(app): State<App>,
    guest: Guest,
    Path(game): Path<String>,
) -> Result<Html<String>, Trouble> {
    let kind = kind(&game).ok_or(Trouble::Missing("game"))?;
    Ok(Html(kind.rules(&app.shown(&guest)).into_string()))
}

/// The cards of a game under some options.
pub async fn cards(
    State(app): State<App>,
    guest: Guest,
    Path(game): Path<String>,
    Query(query): Query<BTreeMap<String, String>>,
) -> Result<Html<String>, Trouble> {
    let kind = kind(&game).ok_or(Trouble::Missing("game"))?;
    let mut options = Options::new();
    for (name, value) in &query {
        options.set(name, value);
    }
    let page = kind.cards(&app.shown(&guest), &options).map_err(Trouble::Bad)?;
    Ok(Html(page.into_string()))
}

/// Begins the guided first game of a game.
pub async fn begin(
    State(app): State<App>,
    guest: Guest,
    client: Client,
    Path(game): Path<String>,
) -> Result<Redirect, Trouble> {
    let kind = kind(&game).ok_or(Trouble::Missing("game"))?;
    let lesson = lesson(&game).ok_or(Trouble::Missing("lesson"))?;
    let (players, options) = kind.check(&lesson.options).map_err(Trouble::Bad)?;
    let manner = Manner { hints: true, lesson: Some(game), ..Manner::default() };
    let opening = Opening { manner, seed: Some(lesson.seed_text()), ..Opening::default() };
    let chairs = quick_chairs(&guest, players, "gentle");
    let room = app.open_table((&guest, client), kind, &options, chairs, opening).await?;
    Ok(Redirect::to(&format!("/t/{}", room.id)))
}

/// Where to learn each game.
pub async fn learn(State(app): State<App>, guest: Guest) -> Html<String> {
    let taught: Vec<_> = KINDS.iter().map(|kind| (kind.info(), lesson(kind.info().name).is_some())).collect();
    Html(pages::learn(&app.shown(&guest), &taught).into_string())
}
