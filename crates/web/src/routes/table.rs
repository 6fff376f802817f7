//! The page of a table.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::header::HOST;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use maud::{Markup, html};
use pages::Waiting;
use serde::Deserialize;
use table::{Seat, SeatSet, Viewer};

use super::App;
use crate::event::Chair;
use crate::guest::Guest;
use crate::kind::Kind;
use crate::room::{Room, Said, State as Table};
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

/// Through whose eyes a guest looks at a running game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// Through these.
    As(Viewer),
    /// Not yet: the device goes to this seat first.
    Curtain(Seat),
}

/// Through whose eyes the guest looks: a seat of the guest's own, or an onlooker's. Somebody else's seat is given only to
/// those who do not play here, and only while it lets them.
pub fn look(state: &Table, guest: &Guest, asked: Option<Seat>) -> Look {
    let own = state.seating.seats_of(&guest.id);
    let lent = if own.is_empty() { state.seating.shows } else { SeatSet::NONE };
    if let Some(seat) = asked.filter(|seat| own.contains(*seat) || lent.contains(*seat)) {
        return Look::As(Viewer::Seat(seat));
    }
    let deciding: SeatSet = state
        .deciding()
        .map_or(SeatSet::NONE, |seats| seats.iter().filter(|seat| own.contains(*seat)).collect());
    match (own.len(), own.first(), deciding.first()) {
        (1, Some(only), _) => Look::As(Viewer::Seat(only)),
        (0, _, _) | (_, None, _) => Look::As(Viewer::Spectator),
        (_, _, Some(next)) => Look::Curtain(next),
        (_, Some(first), None) if state.deciding().is_some_and(SeatSet::is_empty) => {
            Look::As(Viewer::Seat(first))
        }
        (_, Some(_), None) => Look::As(Viewer::Spectator),
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
pub fn waiting(
    room: &Room,
    state: &Table,
    guest: &Guest,
    link: String,
) -> Result<(Markup, &'static str), Trouble> {
    let kind = state.kind()?;
    Ok((pages::waiting(&waiting_view(room, state, guest, link, kind)), kind.info().title))
}

fn waiting_view<'a>(
    room: &'a Room,
    state: &Table,
    guest: &Guest,
    link: String,
    kind: &'static dyn Kind,
) -> Waiting<'a> {
    let seat = |(chair, name): (&Chair, String)| (!chair.is_free()).then_some(name);
    Waiting {
        id: room.id.as_str(),
        seq: state.seq,
        title: kind.info().title,
        settings: pages::settings(kind.specs(), &state.seating.options),
        seats: state.seating.chairs.iter().zip(state.seating.names()).map(seat).collect(),
        seated: !state.seating.seats_of(&guest.id).is_empty(),
        removed: state.seating.was_removed(&guest.id),
        removable: state.seating.host_view(&guest.id, None).map_or(SeatSet::NONE, |host| host.removable),
        link,
    }
}

/// The changing part of a running game.
pub fn fragment(room: &Room, state: &Table, guest: &Guest, viewer: Viewer, said: &Said) -> Option<Markup> {
    let live = state.live.as_ref()?;
    Some(room.around(state, &guest.id, said, |around| live.page(viewer, around)))
}

/// The whole page.
pub async fn table(
    State(app): State<App>,
    guest: Guest,
    Path(id): Path<String>,
    Query(eyes): Query<Eyes>,
    headers: HeaderMap,
) -> Result<Response, Trouble> {
    let room = app.room(&id).await?;
    whole(&app, &room, &guest, eyes.seat(), &headers, &Said::default(), StatusCode::OK)
}

/// The whole page, perhaps with what the last post was answered.
pub fn whole(
    app: &App,
    room: &Arc<Room>,
    guest: &Guest,
    asked: Option<Seat>,
    headers: &HeaderMap,
    said: &Said,
    status: StatusCode,
) -> Result<Response, Trouble> {
    let state = room.state();
    let shown = app.shown_at(guest, Some(&room.id));
    let kind = state.kind()?;
    let title = kind.info().title;
    let Some(live) = &state.live else {
        let view = waiting_view(room, &state, guest, link(headers, room.id.as_str()), kind);
        return Ok((status, Html(pages::waiting_page(&shown, &view).into_string())).into_response());
    };
    let page = match look(&state, guest, asked) {
        Look::Curtain(seat) => {
            let names = state.seating.names();
            pages::curtain(title, room.id.as_str(), &shown, seat, &names[seat.index()])
        }
        Look::As(viewer) => room.around(&state, &guest.id, said, |around| {
            let inner = live.page(viewer, around);
            pages::table_page(title, &shown, around.id, viewer, &inner)
        }),
    };
    Ok((status, Html(page.into_string())).into_response())
}

/// The link to a table, to watch it.
pub async fn invite(
    State(app): State<App>,
    guest: Guest,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Html<String>, Trouble> {
    let room = app.room(&id).await?;
    let link = link(&headers, room.id.as_str());
    let body = html! {
        section class="slab message" {
            h1 { "Invite someone to watch" }
            p { "Whoever opens this link can watch the game. They see what lies open on the table, and nobody’s hand." }
            p { input class="link" readonly value=(link) aria-label="The link" data-copy; }
            (pages::qr_code(&link))
            p { a class="button" href={ "/t/" (room.id) } { "Back to the table" } }
        }
    };
    Ok(Html(pages::page("Share", Some(&app.shown(&guest)), "plain-page", &body).into_string()))
}
