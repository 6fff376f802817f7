//! The page of a table.

use std::sync::atomic::Ordering;

use axum::extract::Query;
use axum::http::header::HOST;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use maud::Markup;
use pages::html;
use pages::{Aside, Reply, Waiting};
use room::{Chair, Look, Room, Visit};
use serde::Deserialize;
use table::{Seat, SeatSet, Viewer};

use super::AtTable;
use crate::counts::Times;
use crate::hints::Hint;
use crate::table::now;
use crate::trouble::Trouble;

/// Whose eyes are asked for.
#[derive(Debug, Default, Deserialize)]
pub struct Eyes {
    /// The seat's letter.
    pub seat: Option<String>,
    /// The seq the page shows already.
    pub after: Option<u64>,
}

impl Eyes {
    /// The seat asked for, if it is a seat.
    pub fn seat(&self) -> Option<Seat> {
        self.seat.as_deref().and_then(Seat::from_letter)
    }
}

/// The address people can use for this table.
pub fn link(headers: &HeaderMap, id: &str) -> String {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let scheme = text("x-forwarded-proto").filter(|scheme| *scheme == "https").unwrap_or("http");
    let host = text(HOST.as_str()).filter(|host| host.len() < 200).unwrap_or("localhost");
    format!("{scheme}://{host}/t/{id}")
}

/// The changing part of a table that waits for players.
pub fn waiting(here: &AtTable, room: &Room, link: String) -> Markup {
    pages::waiting(&waiting_view(here, room, link))
}

fn waiting_view<'a>(here: &'a AtTable, room: &Room, link: String) -> Waiting<'a> {
    let seat = |(chair, name): (&Chair, String)| (!chair.is_free()).then_some(name);
    Waiting {
        id: here.table.id.as_str(),
        seq: room.seq,
        title: room.kind.info().title,
        settings: pages::settings(room.kind.specs(), &room.seating.options),
        seats: room.seating.chairs.iter().zip(room.seating.names()).map(seat).collect(),
        seated: !room.seating.seats_of(&here.guest.id).is_empty(),
        removed: room.seating.was_removed(&here.guest.id),
        removable: room.seating.host_view(&here.guest.id, None).map_or(SeatSet::NONE, |host| host.removable),
        link,
    }
}

/// The changing part of a running game.
pub fn fragment(here: &AtTable, room: &Room, viewer: Viewer, reply: &Reply) -> Option<Markup> {
    let visit = Visit {
        id: here.table.id.as_str(),
        guest: &here.guest.id,
        viewer,
        present: here.table.present(),
        reply,
        now: now(),
    };
    here.app.tables.counts.drawn.fetch_add(1, Ordering::Relaxed);
    Times::time(&here.app.tables.counts.times.drawing, || room.draw(visit))
}

/// What is said beside the table to whoever sits here, or to anybody else.
pub fn said_aside<T>(here: &AtTable, room: &Room, sits: Viewer, say: impl FnOnce(Aside<'_>) -> T) -> T {
    let tables = &here.app.tables;
    let hint = sits.seat().and_then(|seat| Some((seat, tables.hints.of(&here.table.id, seat, room.moved)?)));
    match (hint, room.game.as_ref()) {
        (Some((_, Hint { place, told: None, .. })), _) => say(Aside::InLine(place)),
        (Some((seat, Hint { told: Some(weighed), .. })), Some(game)) => {
            let (glossary, names) = (game.glossary(), room.seating.names());
            let lines = game.advice_in_words(seat, &weighed);
            say(Aside::Hint { lines: &lines, glossary: &glossary, names: &names })
        }
        (None, Some(_)) if tables.nobody_thinks(room) => say(Aside::NobodyThinks),
        (None, Some(_)) | (Some(_) | None, None) => say(Aside::Nothing),
    }
}

/// The whole page.
pub async fn table(here: AtTable, Query(eyes): Query<Eyes>, headers: HeaderMap) -> Result<Response, Trouble> {
    whole(&here, eyes.seat(), &headers, &Reply::default(), StatusCode::OK)
}

/// The whole page, perhaps with what the last post was answered.
pub fn whole(
    here: &AtTable,
    asked: Option<Seat>,
    headers: &HeaderMap,
    reply: &Reply,
    status: StatusCode,
) -> Result<Response, Trouble> {
    let AtTable { app, guest, table } = here;
    let room = table.room();
    let (id, title) = (table.id.as_str(), room.kind.info().title);
    let shown = app.shown_at(guest, Some(&table.id));
    let page = match room.look(&guest.id, asked) {
        _ if room.game.is_none() => {
            pages::waiting_page(&shown, &waiting_view(here, &room, link(headers, id)))
        }
        Look::Curtain(seat) => pages::curtain(title, id, &shown, seat, &room.seating.names()[seat.index()]),
        Look::As(viewer) => {
            let inner = fragment(here, &room, viewer, reply).ok_or(Trouble::Missing("game"))?;
            let own = room.seating.seats_of(&guest.id);
            let seat = viewer.seat().filter(|seat| own.contains(*seat));
            let eyes = seat.map_or(Viewer::Spectator, Viewer::Seat);
            said_aside(here, &room, eyes, |beside| {
                pages::table_page(
                    title,
                    &shown,
                    (id, room.clocks.as_ref().map(|_| now())),
                    viewer,
                    (&inner, beside),
                )
            })
        }
    };
    Ok((status, Html(page.into_string())).into_response())
}

/// The link to a table, to watch it.
pub async fn invite(here: AtTable, headers: HeaderMap) -> Html<String> {
    let AtTable { app, guest, table } = here;
    let link = link(&headers, table.id.as_str());
    let body = html! {
        section class="slab message" {
            h1 { "Invite someone to watch" }
            p { "Whoever opens this link can watch the game. They see what lies open on the table, and nobody’s hand." }
            p { input class="link" readonly value=(link) aria-label="The link" data-copy; }
            (pages::qr_code(&link))
            p { a class="button" href={ "/t/" (table.id) } { "Back to the table" } }
        }
    };
    Html(pages::page("Share", Some(&app.shown(&guest)), "plain-page", &body).into_string())
}
