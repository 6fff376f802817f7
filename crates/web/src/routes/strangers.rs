//! Playing with people one does not know: looking for them, and tables of others that wait.

use axum::extract::{Form, Query};
use axum::response::{Html, IntoResponse as _, Redirect, Response};
use pages::{Filter, PairForm, PairWait};
use room::{Brief, Pace};
use serde::Deserialize;
use store::TableId;
use table::{many, say};

use super::App;
use super::lobby::listing;
use crate::client::Client;
use crate::guest::{Guest, hex, random};
use crate::kind::{KINDS, kind};
use crate::pairing::{Seated, Tempo, Wanted};
use crate::ratings::public_id;
use crate::trouble::Trouble;

/// The most open tables that are shown, and that are looked through for them.
const SHOWN: usize = 60;
const LOOKED: usize = 2000;

/// What a question may begin with.
#[derive(Debug, Default, Deserialize)]
pub struct Start {
    game: Option<String>,
}

/// The form for looking for others; whoever looks already is shown that.
pub async fn form(app: App, guest: Guest, Query(start): Query<Start>) -> Result<Response, Trouble> {
    match app.tables.seat_found(&guest.id).await? {
        Seated::Waits { .. } => Ok(Redirect::to("/pair/wait").into_response()),
        Seated::Nowhere | Seated::Soon | Seated::At(_) => {
            Ok(form_page(&app, &guest, start.game.as_deref(), None).await?.into_response())
        }
    }
}

async fn form_page(
    app: &App,
    guest: &Guest,
    game: Option<&str>,
    fault: Option<&str>,
) -> Result<Html<String>, Trouble> {
    let games: Vec<_> = KINDS.iter().map(|kind| (kind.info(), kind.range())).collect();
    let public = public_id(&guest.id);
    let own = app.tables.player(&public).await.ok().map(|_| format!("/players/{public}"));
    let playing = app.tables.live_game_of(&guest.id).await?.map(|id| format!("/t/{id}"));
    let form = PairForm {
        games: &games,
        game: game.unwrap_or_default(),
        token: &hex(&random::<8>()),
        own,
        playing,
        fault,
    };
    Ok(Html(pages::pair_form(&app.shown(guest), &form).into_string()))
}

/// What a form asks for.
#[derive(Debug, Deserialize)]
pub struct Asked {
    game: String,
    players: String,
    pace: String,
    rated: Option<String>,
    token: Option<String>,
}

/// What somebody looks for, as a form or a program says it.
pub fn wanted(game: &str, players: &str, pace: &str, rated: bool) -> Result<Wanted, Trouble> {
    let kind = kind(game).ok_or(Trouble::Missing("game"))?;
    let (fewest, most) = kind.range();
    let fewest = fewest.max(2);
    let tempo = Tempo::named(pace).ok_or_else(|| {
        Trouble::Bad(say!("'{}' is no pace: expected live or slow", pace.to_owned()).to_string())
    })?;
    let players = match players {
        "any" => (fewest..=most).collect(),
        number => {
            let fits = number.parse::<usize>().ok().filter(|number| (fewest..=most).contains(number));
            let wrong = || {
                let title = table::tongue::phrase(kind.info().title).into_owned();
                Trouble::Bad(say!("{title} is for {fewest} to {most} players.").to_string())
            };
            vec![fits.ok_or_else(wrong)?]
        }
    };
    Ok(Wanted { game: kind.info().name.to_owned(), players, tempo, rated, token: String::new() })
}

/// Begins to look.
pub async fn seek(
    app: App,
    guest: Guest,
    client: Client,
    Form(asked): Form<Asked>,
) -> Result<Response, Trouble> {
    let token = asked.token.unwrap_or_default().chars().take(32).collect();
    match wanted(&asked.game, &asked.players, &asked.pace, asked.rated.as_deref() == Some("on")) {
        Ok(wanted) => {
            app.tables.has_room_for_table(&guest, client)?;
            app.tables.seek(&guest, Wanted { token, ..wanted }).await?;
            Ok(Redirect::to("/pair/wait").into_response())
        }
        Err(Trouble::Bad(fault)) => {
            let page = form_page(&app, &guest, Some(&asked.game), Some(&fault)).await?;
            Ok((axum::http::StatusCode::BAD_REQUEST, page).into_response())
        }
        Err(other) => Err(other),
    }
}

/// What somebody looks for, in words.
fn in_words(wanted: &Wanted) -> Vec<String> {
    let players = match wanted.players.as_slice() {
        [only] => many(*only as i64, "player"),
        _ => say!("any number of players"),
    };
    let pace = match wanted.tempo {
        Tempo::Live => say!("live"),
        Tempo::Slow => say!("slow"),
    };
    let rated = if wanted.rated { say!("rated") } else { say!("not rated") };
    [players, pace, rated].map(|words| words.to_string()).into()
}

/// Waits, until there is a seat.
pub async fn wait(app: App, guest: Guest) -> Result<Response, Trouble> {
    Ok(match app.tables.seat_found(&guest.id).await? {
        Seated::Nowhere => Redirect::to("/pair").into_response(),
        Seated::Soon => Html(pages::pair_soon(&app.shown(&guest)).into_string()).into_response(),
        Seated::At(table) => Redirect::to(&format!("/t/{table}")).into_response(),
        Seated::Waits { wanted, since: _, estimate, waiting } => {
            let title = kind(&wanted.game).map_or("", |kind| kind.info().title);
            let wait = PairWait {
                game: (&wanted.game, title),
                wanted: in_words(&wanted),
                others: waiting.saturating_sub(1),
                estimate,
            };
            Html(pages::pair_wait(&app.shown(&guest), &wait).into_string()).into_response()
        }
    })
}

/// Looks no more.
pub async fn leave(app: App, guest: Guest) -> Result<Redirect, Trouble> {
    app.tables.seek_no_more(&guest.id).await?;
    Ok(Redirect::to("/pair"))
}

/// Which tables somebody wants to see: what is empty or makes no sense filters nothing.
#[derive(Debug, Default, Deserialize)]
pub struct Filtered {
    game: Option<String>,
    players: Option<String>,
    pace: Option<String>,
    rated: Option<String>,
    free: Option<String>,
}

impl Filtered {
    fn read(self) -> Filter {
        let number = |text: Option<String>| text.and_then(|text| text.parse().ok());
        let rated = self.rated.and_then(|text| match text.as_str() {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        });
        Filter {
            game: self.game.filter(|name| kind(name).is_some()),
            players: number(self.players),
            pace: self.pace.filter(|pace| ["live", "slow", "free"].contains(&pace.as_str())),
            rated,
            free: number(self.free),
        }
    }
}

/// Whether a table is one of those wanted.
fn fits(filter: &Filter, brief: &Brief) -> bool {
    let pace = match brief.pace {
        Pace::Free => "free",
        Pace::Live { .. } => "live",
        Pace::Slow { .. } => "slow",
    };
    filter.game.as_ref().is_none_or(|game| *game == brief.game)
        && filter.players.is_none_or(|players| players == brief.names.len())
        && filter.pace.as_deref().is_none_or(|wanted| wanted == pace)
        && filter.rated.is_none_or(|rated| rated == brief.rated)
        && filter.free.is_none_or(|free| brief.open >= free)
}

/// Tables of others that wait for players.
pub async fn tables(app: App, guest: Guest, Query(filtered): Query<Filtered>) -> Html<String> {
    let filter = filtered.read();
    let games: Vec<_> = KINDS.iter().map(|kind| (kind.info(), kind.range())).collect();
    let open: Vec<(TableId, Brief)> = app.tables.lists().open(LOOKED, &guest.id);
    let found = open.into_iter().filter(|(_, brief)| fits(&filter, brief)).take(SHOWN);
    let found: Vec<_> = found.map(|found| listing(&guest, found)).collect();
    Html(pages::open_tables(&app.shown(&guest), &games, &filter, &found).into_string())
}
