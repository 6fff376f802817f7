//! Rules and cards.

use std::collections::BTreeMap;

use axum::extract::{Path, Query, State};
use axum::response::Html;
use maud::html;
use table::Options;

use super::App;
use crate::guest::Guest;
use crate::kind::{KINDS, kind};
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

/// Where to learn each game.
pub async fn learn(State(app): State<App>, guest: Guest) -> Html<String> {
    let body = html! {
        section class="slab list" {
            h1 { "Learn" }
            ul {
                @for kind in KINDS {
                    @let info = kind.info();
                    li { a href={ "/rules/" (info.name) } { strong { (info.title) ": the rules" } span { "Every rule by its number, searchable." } } }
                    li { a href={ "/cards/" (info.name) } { strong { (info.title) ": the cards" } span { "What each card does." } } }
                }
            }
            p { "At a table, everything you may do is marked where it lies; what you may not do is greyed and says why." }
        }
    };
    Html(pages::page("Learn", Some(&app.shown(&guest)), "plain-page", &body).into_string())
}
