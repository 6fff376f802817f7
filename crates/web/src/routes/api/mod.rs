//! For programs: the same tables by JSON.

mod answers;
mod asked;
mod document;
mod strangers;

use std::convert::Infallible;

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::extract::rejection::JsonRejection;
use axum::http::header::{ALLOW, CONTENT_TYPE};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::stream;
use pages::html;
use room::{By, Chair, Instead, Stamp, Wish};
use serde_json::Value;
use table::{MAX_SEATS, Options, Seat, Viewer};
use tokio::sync::watch;

use self::answers::{GameInfo, Games, Log, Opened, OptionInfo, PlayerRange, Position, Token};
use self::asked::{
    ApiTrouble, Asked, Caller, Eyes, Follow, Letter, NewMove, NewRemoval, NewTable, NewToken, OneSeat,
    Program, Sent, Since, Then,
};
use super::gather::chair_of;
use super::stream::StreamTicket;
use super::{App, AtTable};
use crate::client::Client;
use crate::guest::{Guest, clean_name};
use crate::kind::{KINDS, kind};
use crate::table::Table;
use crate::tables::Opening;
use crate::trouble::Trouble;

/// The routes that answer, below `/api/v1`.
pub fn answers() -> Router<App> {
    Router::new()
        .route("/openapi.json", get(openapi))
        .route("/tokens", post(tokens))
        .route("/games", get(games))
        .route("/tables", post(open))
        .route("/pair", post(strangers::pair))
        .route("/tournaments/{tournament}", get(strangers::tournament))
        .route("/tournaments/{tournament}/join", post(strangers::join))
        .route("/tables/{id}", get(position))
        .route("/tables/{id}/log", get(log))
        .route("/tables/{id}/seats", post(seats))
        .route("/tables/{id}/moves", post(moves))
        .route("/tables/{id}/resign", post(resign))
        .route("/tables/{id}/leave", post(leave))
        .route("/tables/{id}/remove", post(remove))
}

/// The routes that go on, below `/api/v1`.
pub fn streams() -> Router<App> {
    Router::new().route("/tables/{id}/events", get(events))
}

/// Whatever is refused is told to programs as JSON, whoever refuses it: a wrong address or method, a body too long, a wait too long.
pub async fn plainly(request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let response = next.run(request).await;
    let status = response.status();
    let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !is_api
        || kind.starts_with("application/json")
        || !(status.is_client_error() || status.is_server_error())
    {
        return response;
    }
    let reason = status.canonical_reason().unwrap_or("This was not done");
    let error = match status.as_u16() {
        404 => "There is nothing at this address: see /api.".to_owned(),
        405 => "This address takes other methods: see /api.".to_owned(),
        413 => "The body is too long.".to_owned(),
        504 => "This took too long; nothing was lost.".to_owned(),
        _ => format!("{reason}."),
    };
    let allow = response.headers().get(ALLOW).cloned();
    let body = crate::trouble::ApiError { error, refusal: None };
    let mut told = (status, Json(body)).into_response();
    if let Some(allow) = allow {
        told.headers_mut().insert(ALLOW, allow);
    }
    told
}

/// An answer for a program: JSON in every case.
type Answer<T> = Result<Json<T>, ApiTrouble>;

async fn openapi() -> Json<&'static Value> {
    Json(&document::DOCUMENT)
}

/// A fresh identity for a program.
#[utoipa::path(post, path = "/api/v1/tokens", request_body = NewToken, responses((status = 200, description = "The token", body = Token)))]
async fn tokens(app: App, body: Result<Json<NewToken>, JsonRejection>) -> Answer<Token> {
    let Json(body) = body?;
    let name = clean_name(&body.name)
        .ok_or_else(|| Trouble::Impossible("A name needs at least one letter.".to_owned()))?;
    app.tables.may_be_called(&name)?;
    let guest = Guest { name, ..Guest::fresh() };
    Ok(Json(Token { token: app.tables.signer.sign(&guest), name: guest.name }))
}

/// The games and their options.
#[utoipa::path(get, path = "/api/v1/games", responses((status = 200, description = "Every game with its options, and the levels of bots", body = Games)))]
async fn games() -> Json<Games> {
    let option = |spec: &table::OptionSpec| OptionInfo {
        name: spec.name.to_owned(),
        values: spec.kind.to_string(),
        default: spec.default.to_owned(),
        meaning: spec.meaning.to_owned(),
    };
    let game = |kind: &dyn room::Kind| {
        let (info, (min, max)) = (kind.info(), kind.range());
        GameInfo {
            name: info.name.to_owned(),
            title: info.title.to_owned(),
            rules_version: info.rules_version,
            players: PlayerRange { min, max },
            options: kind.specs().iter().map(option).collect(),
        }
    };
    Json(Games {
        games: KINDS.iter().map(|kind| game(kind.as_ref())).collect(),
        levels: room::levels().iter().map(|(level, _)| (*level).to_owned()).collect(),
    })
}

/// Who sits on a seat, as a program says it.
fn chair(guest: &Guest, text: &str) -> Result<Chair, Trouble> {
    let level = |text: &str| text.strip_prefix("bot:").and_then(room::level);
    match text {
        "me" => Ok(chair_of(guest)),
        "open" => Ok(Chair::Open),
        "link" => Ok(Chair::Link),
        other => level(other).map(|level| Chair::Bot(level.to_owned())).ok_or_else(|| {
            Trouble::Bad(format!("'{other}' can't sit down: expected me, open, link or bot:LEVEL"))
        }),
    }
}

/// Opens a table.
#[utoipa::path(post, path = "/api/v1/tables", request_body = NewTable, responses((status = 200, description = "The table", body = Opened)), security(("token" = [])))]
async fn open(
    app: App,
    caller: Result<Caller, ApiTrouble>,
    client: Client,
    body: Result<Json<NewTable>, JsonRejection>,
) -> Answer<Opened> {
    let (Caller(guest), Json(body)) = (caller?, body?);
    let seats = body.seats.len();
    if !(1..=MAX_SEATS).contains(&seats) {
        return Err(Trouble::Bad(format!("{seats} seats are given: expected 1 to {MAX_SEATS}")).into());
    }
    let chairs = body.seats.iter().map(|text| chair(&guest, text)).collect::<Result<Vec<_>, Trouble>>()?;
    let kind = kind(&body.game).ok_or(Trouble::Missing("game"))?;
    let mut options = Options::new();
    for (name, value) in &body.options {
        options.set(name, value);
    }
    if kind.specs().iter().any(|spec| spec.name == "players") {
        options.set("players", &chairs.len().to_string());
    }
    let opened = app.open_table((&guest, client), kind, &options, chairs, Opening::default()).await;
    // What was bad was understood; there is just no such table.
    let table =
        opened.map_err(
            |trouble| {
                if let Trouble::Bad(why) = trouble { Trouble::Impossible(why) } else { trouble }
            },
        )?;
    Ok(Json(Opened { table: table.id.to_string() }))
}

/// Sits down on a free seat: the one asked for, or the first. The game starts when the last is taken.
#[utoipa::path(post, path = "/api/v1/tables/{id}/seats", params(("id" = String, Path)), request_body = OneSeat, responses((status = 200, description = "The position from that seat", body = Position)), security(("token" = [])))]
async fn seats(sent: Sent<OneSeat>) -> Answer<Position> {
    let Sent { here: AtTable { app, guest, table }, body } = sent;
    let seat = body.seat.map(|Letter(seat)| seat).or_else(|| {
        let chairs = &table.room().seating.chairs;
        Seat::all(chairs.len()).find(|seat| chairs[seat.index()].is_free())
    });
    let seat = seat.ok_or(Trouble::NotNow("Every seat is taken."))?;
    app.tables.sit(&table, seat, chair_of(&guest)).await?;
    // A program is ready as soon as it sits.
    let asked = {
        let room = table.room();
        room.game.is_none() && room.seating.settings.ready
    };
    if asked {
        let wish = Wish::Ready { seat, on: true, seed: app.tables.fresh_seed() };
        app.tables.grant(&table, wish, Stamp::default()).await?;
    }
    Ok(Json(Position::of(&table, Viewer::Seat(seat))))
}

/// The seat a program looks and plays from: the one asked for if it is its own, or its only one.
fn seat_of(here: &AtTable, asked: Option<Letter>) -> Option<Seat> {
    let own = here.table.room().seating.seats_of(&here.guest.id);
    match asked {
        Some(Letter(seat)) => Some(seat).filter(|seat| own.contains(*seat)),
        None => own.first(),
    }
}

/// The same where it has to be a seat.
fn own_seat(here: &AtTable, asked: Option<Letter>) -> Result<Seat, Trouble> {
    let not_theirs = || here.table.room().seating.not_theirs(&here.guest.id);
    Ok(seat_of(here, asked).ok_or_else(not_theirs)?)
}

fn eyes_of(here: &AtTable, asked: Option<Letter>) -> Viewer {
    seat_of(here, asked).map_or(Viewer::Spectator, Viewer::Seat)
}

/// The table as the program's seat sees it.
#[utoipa::path(get, path = "/api/v1/tables/{id}", params(("id" = String, Path), Eyes), responses((status = 200, description = "What the seat sees, what it may do, and why not the rest", body = Position)), security(("token" = [])))]
async fn position(Program(here): Program, Asked(eyes): Asked<Eyes>) -> Answer<Position> {
    Ok(Json(Position::of(&here.table, eyes_of(&here, eyes.seat))))
}

/// The most decisions that one answer tells of.
const LINES: usize = 200;

/// What happened, as the program's seat saw it: decisions after the first so many that stand, at most 200, and what was taken back.
#[utoipa::path(get, path = "/api/v1/tables/{id}/log", params(("id" = String, Path), Since), responses((status = 200, description = "Decisions with their news, who took back what and who agreed, how the game began", body = Log)), security(("token" = [])))]
async fn log(Program(here): Program, Asked(since): Asked<Since>) -> Answer<Log> {
    let viewer = eyes_of(&here, since.seat);
    let room = here.table.room();
    let game = room.begun().map_err(Trouble::from)?;
    let after = since.after.unwrap_or(0) as usize;
    Ok(Json(Log {
        table: here.table.id.to_string(),
        seq: room.seq,
        seat: viewer.seat().map(naming::letter),
        names: room.seating.names(),
        steps: game.steps(),
        opening: game.opening(viewer).iter().map(ToString::to_string).collect(),
        log: game.lines(viewer, after, LINES).into_iter().map(Into::into).collect(),
        taken_back: game.taken_back(viewer, LINES).into_iter().map(Into::into).collect(),
    }))
}

/// Takes an action.
#[utoipa::path(post, path = "/api/v1/tables/{id}/moves", params(("id" = String, Path)), request_body = NewMove, responses((status = 200, description = "The position after it", body = Position)), security(("token" = [])))]
async fn moves(sent: Sent<NewMove>) -> Answer<Position> {
    let Sent { here, body } = sent;
    let longer = |text: &str, most: usize| text.chars().count() > most;
    if longer(&body.action, 300) || body.request.as_ref().is_some_and(|request| longer(request, 100)) {
        return Err(Trouble::Bad("An action has at most 300 letters, a request 100.".to_owned()).into());
    }
    let seat = own_seat(&here, body.seat)?;
    let request = body.request.map(|request| format!("{seat} {request}"));
    let stamp = Stamp { seen: body.seq, request, of: Some((here.guest.id.clone(), seat)) };
    here.app.tables.act(&here.table, seat, &body.action, stamp, By::Player).await?;
    Ok(Json(Position::of(&here.table, Viewer::Seat(seat))))
}

/// Gives the game up, which ends it; at tables of more than two it goes on, and a seat is left instead.
#[utoipa::path(post, path = "/api/v1/tables/{id}/resign", params(("id" = String, Path)), request_body = OneSeat, responses((status = 200, description = "The position after it", body = Position)), security(("token" = [])))]
async fn resign(sent: Sent<OneSeat>) -> Answer<Position> {
    let Sent { here, body } = sent;
    let seat = own_seat(&here, body.seat)?;
    here.app.tables.grant(&here.table, Wish::Resign(seat), Stamp::default()).await?;
    Ok(Json(Position::of(&here.table, Viewer::Seat(seat))))
}

/// Leaves the seat for good: a bot takes over.
#[utoipa::path(post, path = "/api/v1/tables/{id}/leave", params(("id" = String, Path)), request_body = OneSeat, responses((status = 200, description = "The table as onlookers see it", body = Position)), security(("token" = [])))]
async fn leave(sent: Sent<OneSeat>) -> Answer<Position> {
    let Sent { here, body } = sent;
    let seat = own_seat(&here, body.seat)?;
    here.app.tables.leave(&here.table, seat, &here.guest).await?;
    Ok(Json(Position::of(&here.table, Viewer::Spectator)))
}

/// Removes somebody from a seat for good; only for the program that opened the table.
#[utoipa::path(post, path = "/api/v1/tables/{id}/remove", params(("id" = String, Path)), request_body = NewRemoval, responses((status = 200, description = "The table after it", body = Position)), security(("token" = [])))]
async fn remove(sent: Sent<NewRemoval>) -> Answer<Position> {
    let Sent { here, body } = sent;
    let Letter(seat) = body.seat;
    let instead = match body.then {
        None | Some(Then::Bot) => Instead::Bot(here.app.tables.config.usual.to_owned()),
        Some(Then::Open) => Instead::Anybody,
    };
    here.app.tables.remove(&here.table, &here.guest.id, seat, instead).await?;
    Ok(Json(Position::of(&here.table, eyes_of(&here, None))))
}

/// The positions of the program's seat, one JSON object a line, now and after every change. While nothing changes an empty line comes now and then. When
/// the seat is no longer the program's, the stream ends with the table as onlookers see it.
#[utoipa::path(get, path = "/api/v1/tables/{id}/events", params(("id" = String, Path), Follow), responses((status = 200, description = "Positions, one a line", content_type = "application/x-ndjson", body = Position)), security(("token" = [])))]
async fn events(
    Program(here): Program,
    client: Client,
    Asked(follow): Asked<Follow>,
) -> Result<Response, ApiTrouble> {
    let viewer = eyes_of(&here, follow.seat);
    let ticket = StreamTicket::take(&here.app.tables, &here.table, viewer, (&here.guest, client))?;
    let following = Following {
        seqs: here.table.watch(),
        stopped: here.app.stopped.clone(),
        outs: here.app.tables.outs.watch(),
        seen: follow.after.unwrap_or(0),
        here,
        viewer,
        ticket,
        left: follow.lines.map(std::num::NonZeroU32::get),
    };
    let lines = stream::unfold(following, Following::next);
    Ok(([(CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)).into_response())
}

/// What a program's stream holds between two lines.
struct Following {
    seqs: watch::Receiver<u64>,
    stopped: watch::Receiver<bool>,
    outs: watch::Receiver<u64>,
    seen: u64,
    here: AtTable,
    viewer: Viewer,
    ticket: StreamTicket,
    /// How many lines are still to come, where it ends.
    left: Option<u32>,
}

impl Following {
    /// The next line, once there is one; `None` when the server stops or the seat has been lost.
    async fn next(mut self) -> Option<(Result<Bytes, Infallible>, Self)> {
        loop {
            if self.left == Some(0) || *self.stopped.borrow() {
                return None;
            }
            let now = *self.seqs.borrow_and_update();
            self.outs.mark_unchanged();
            if now == Table::RETIRED || !self.here.may_look() {
                return None;
            }
            if now > self.seen {
                // Who has left or was removed sees nobody's hand any more.
                if let Viewer::Seat(seat) = self.viewer
                    && !self.here.table.room().seating.seats_of(&self.here.guest.id).contains(seat)
                {
                    (self.viewer, self.left) = (Viewer::Spectator, Some(1));
                }
                self.seen = now;
                self.left = self.left.map(|left| left - 1);
                let position = Position::of(&self.here.table, self.viewer);
                let position = serde_json::to_string(&position).expect("a position is strings and numbers");
                let line = format!("{position}\n");
                return Some((Ok(Bytes::from(line)), self));
            }
            tokio::select! {
                biased;
                _ = self.stopped.changed() => return None,
                _ = self.outs.changed() => continue,
                changed = self.seqs.changed() => changed.ok()?,
                () = self.ticket.quiet() => return Some((Ok(Bytes::from_static(b"\n")), self)),
            }
            // Of many who look on, each is told a little later.
            self.ticket.rest(&mut self.stopped).await;
        }
    }
}

/// The page about the API, at `/api`.
pub async fn page(app: App, guest: Guest) -> Html<String> {
    let paths = document::DOCUMENT["paths"].as_object().cloned().unwrap_or_default();
    let body = html! {
        section class="slab rules" {
            h1 { "For bots" }
            p { "Programs play at the same tables by JSON. Get a token, open or join a table, read your positions, post moves. " a href="/api/v1/openapi.json" { "The OpenAPI document" } " says it exactly; " code { "examples/" } " has clients in Python and Rust." }
            table {
                thead { tr { th class="method" { "Method" } th { "Address" } th { "What it does" } } }
                tbody {
                    @for (path, methods) in &paths {
                        @for (method, about) in methods.as_object().into_iter().flatten() {
                            tr { td { code { (method.to_uppercase()) } } td { code { (path) } } td { (table::tongue::phrase(about["summary"].as_str().unwrap_or_default())) } }
                        }
                    }
                }
            }
            h2 { "Fairness" }
            p { "A program gets its own view, its legal actions and the refusals with their rule numbers: exactly what a person at that seat sees." }
        }
    };
    Html(pages::page("For bots", Some(&app.shown(&guest)), "reading", &body).into_string())
}
