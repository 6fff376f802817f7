//! The page of a table.

use std::sync::atomic::Ordering;

use axum::extract::Query;
use axum::http::header::HOST;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use maud::Markup;
use pages::html;
use pages::{Aside, Reply, Standing, Waiting, WaitingSeat};
use room::{Chair, Look, Pace, Players as _, Room, TableSettings, Visit, Watch};
use serde::Deserialize;
use table::{Seat, SeatSet, Text, Viewer, many, say, tongue};

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
    /// The version of the page, where it can take updates in parts.
    pub parts: Option<String>,
}

impl Eyes {
    /// The seat asked for, if it is a seat.
    pub fn seat(&self) -> Option<Seat> {
        self.seat.as_deref().and_then(Seat::from_letter)
    }
}

/// The address people can use for this table.
pub fn link(headers: &HeaderMap, id: &str) -> String {
    address(headers, &format!("/t/{id}"))
}

/// The whole address of a path, as people can use it.
pub fn address(headers: &HeaderMap, path: &str) -> String {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let scheme = text("x-forwarded-proto").filter(|scheme| *scheme == "https").unwrap_or("http");
    let host = text(HOST.as_str()).filter(|host| host.len() < 200).unwrap_or("localhost");
    format!("{scheme}://{host}{path}")
}

/// The changing part of a table that waits for players.
pub fn waiting(here: &AtTable, room: &Room, link: String) -> Markup {
    waiting_told(here, room, link, None)
}

/// The same with why the last post was refused.
pub fn waiting_told(here: &AtTable, room: &Room, link: String, refused: Option<Text>) -> Markup {
    pages::waiting(&waiting_view(here, room, link, refused))
}

/// How a table is kept, in words: how fast, and who may look on.
fn kept(settings: &TableSettings, watch: Watch) -> Vec<String> {
    let minutes = |seconds: u32| many(i64::from(seconds / 60), "minute");
    let hours = |seconds: u32| many(i64::from(seconds / 3600), "hour");
    let pace = match settings.pace {
        Pace::Free if settings.slow => Some(say!("Slow, without a clock")),
        Pace::Free => None,
        Pace::Live { bank, increment } => {
            let more = many(i64::from(increment), "second");
            Some(say!("{} each, and {more} more for each turn", minutes(bank)))
        }
        Pace::Slow { each, bank, .. } => {
            Some(say!("{} for each turn, and {} extra", hours(each), hours(bank)))
        }
    };
    let watch = match watch {
        Watch::Nobody => say!("Only the players can watch"),
        Watch::Link => say!("Whoever has the link can watch"),
        Watch::Anyone => say!("Anyone can watch"),
    };
    let rated = settings.rated.then(|| say!("Rated"));
    rated.into_iter().chain(pace).chain([watch]).map(|words| words.to_string()).collect()
}

fn waiting_view<'a>(here: &'a AtTable, room: &'a Room, link: String, refused: Option<Text>) -> Waiting<'a> {
    let (seating, guest) = (&room.seating, &here.guest);
    let own = seating.seats_of(&guest.id);
    let asked = seating.settings.ready;
    let standing = match own.first() {
        _ if seating.was_removed(&guest.id) => Standing::Removed,
        None => Standing::Looks,
        Some(seat) if asked && !seating.ready.contains(seat) => Standing::Sits,
        Some(_) => Standing::Ready,
    };
    let seat = |(chair, name): (&Chair, String)| match chair {
        Chair::Open | Chair::Link => WaitingSeat::Free,
        Chair::Guest(id, _) => WaitingSeat::Guest(name, here.app.tables.players.page_of(id)),
        Chair::Bot(level) => WaitingSeat::Bot(name, level.clone()),
    };
    let mut settings = pages::settings(room.kind.specs(), &seating.options);
    settings.extend(kept(&seating.settings, seating.watch));
    Waiting {
        id: here.table.id.as_str(),
        seq: room.seq,
        title: room.kind.info().title,
        settings,
        seats: seating.chairs.iter().zip(seating.names()).map(seat).collect(),
        own,
        ready: asked.then_some(seating.ready),
        standing,
        name: &guest.name,
        removable: seating.host_view(&guest.id, None).map_or(SeatSet::NONE, |host| host.removable),
        chat: seating.chat_for(&guest.id, &here.app.tables.blocks),
        voice: seating.voice(&guest.id),
        levels: pages::Levels { all: room::levels(), usual: here.app.tables.config.usual },
        refused: refused.map(|refused| refused.to_string()),
        link,
    }
}

/// The changing part of a running game.
pub fn fragment(here: &AtTable, room: &Room, viewer: Viewer, reply: &Reply) -> Option<Markup> {
    here.app.tables.counts.drawn.fetch_add(1, Ordering::Relaxed);
    Times::time(&here.app.tables.counts.times.drawing, || room.draw(visit(here, viewer, reply)))
}

/// A visit of the guest now.
pub fn visit<'a>(here: &'a AtTable, viewer: Viewer, reply: &'a Reply) -> Visit<'a> {
    Visit {
        id: here.table.id.as_str(),
        guest: &here.guest.id,
        viewer,
        reply,
        now: now(),
        mutes: &here.app.tables.blocks,
        players: &here.app.tables.players,
    }
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
    here.app.tables.know_players(&here.table).await?;
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
            pages::waiting_page(&shown, &waiting_view(here, &room, link(headers, id), reply.refused.clone()))
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

/// The link to a table, to watch it, and for its host who may.
pub async fn invite(here: AtTable, headers: HeaderMap) -> Html<String> {
    let AtTable { app, guest, table } = &here;
    let link = link(&headers, table.id.as_str());
    let (watch, host) = {
        let room = table.room();
        (room.seating.watch, room.seating.is_host(&guest.id))
    };
    let choice = |who: Watch, words: &str| {
        html! {
            label class="choose" { input type="radio" name="who" value=(who.name()) checked[who == watch]; " " (tongue::phrase(words)) }
        }
    };
    let body = html! {
        section class="slab message" {
            h1 { "Invite someone to watch" }
            @match watch {
                Watch::Nobody => { p { "At the moment only those who play can see this game." } }
                Watch::Link | Watch::Anyone => {
                    p { "Whoever opens this link can watch the game. They see what lies open on the table, and nobody’s hand." }
                    (pages::share("link", &link, "The link to this table"))
                }
            }
            @if host {
                form method="post" action={ "/t/" (table.id) "/watch" } {
                    fieldset {
                        legend { "Who may watch" }
                        (choice(Watch::Nobody, "Only those who play"))
                        (choice(Watch::Link, "Whoever has the link"))
                        (choice(Watch::Anyone, "Anyone: listed under “Games under way”"))
                    }
                    button class="main" { "Save" }
                }
            } @else if watch == Watch::Nobody { p { "Whoever opened the table can change that." } }
            p { a class="button" href={ "/t/" (table.id) } { "Back to the table" } }
        }
    };
    Html(pages::page("Share", Some(&app.shown(guest)), "plain-page", &body).into_string())
}
