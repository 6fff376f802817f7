//! For programs: the same tables by JSON.

use std::convert::Infallible;

use axum::body::{Body, Bytes};
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::stream;
use pages::html;
use room::{By, Chair, Instead, Stamp, Wish};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use table::{MAX_SEATS, Options, Seat, Text, Viewer};
use tokio::sync::watch;
use utoipa::{OpenApi, ToSchema};

use super::act::chair_of;
use super::stream::StreamTicket;
use super::table::Eyes;
use super::{App, AtTable};
use crate::client::Client;
use crate::guest::{Guest, clean_name};
use crate::kind::{KINDS, kind};
use crate::table::Table;
use crate::tables::Opening;
use crate::trouble::Trouble;

/// The API's description.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Gloria",
        description = "Tables of Gloria for programs. Send the token as 'Authorization: Bearer TOKEN'."
    ),
    paths(tokens, games, open, seats, position, log, moves, resign, leave, remove, events)
)]
struct Api;

/// The routes that answer.
pub fn answers() -> Router<App> {
    Router::new()
        .route("/api", get(page))
        .route("/api/openapi.json", get(openapi))
        .route("/api/tokens", post(tokens))
        .route("/api/games", get(games))
        .route("/api/tables", post(open))
        .route("/api/tables/{id}", get(position))
        .route("/api/tables/{id}/log", get(log))
        .route("/api/tables/{id}/seats", post(seats))
        .route("/api/tables/{id}/moves", post(moves))
        .route("/api/tables/{id}/resign", post(resign))
        .route("/api/tables/{id}/leave", post(leave))
        .route("/api/tables/{id}/remove", post(remove))
}

/// The routes that go on.
pub fn streams() -> Router<App> {
    Router::new().route("/api/tables/{id}/events", get(events))
}

/// An answer for a program: JSON in every case.
type Answer = Result<Json<Value>, ApiTrouble>;

/// Trouble, told to a program.
pub struct ApiTrouble(Trouble);

impl IntoResponse for ApiTrouble {
    fn into_response(self) -> Response {
        self.0.json()
    }
}

impl From<Trouble> for ApiTrouble {
    fn from(trouble: Trouble) -> Self {
        Self(trouble)
    }
}

impl From<JsonRejection> for ApiTrouble {
    fn from(rejection: JsonRejection) -> Self {
        Self(Trouble::Bad(rejection.body_text()))
    }
}

impl From<store::StoreError> for ApiTrouble {
    fn from(error: store::StoreError) -> Self {
        Self(Trouble::Store(error))
    }
}

/// What a program sends to a table: who, where, and what.
struct Sent<T> {
    here: AtTable,
    body: T,
}

impl<T: DeserializeOwned + Send> FromRequest<App> for Sent<T> {
    type Rejection = ApiTrouble;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiTrouble> {
        let (mut parts, body) = request.into_parts();
        let guest = Guest::from_request_parts(&mut parts, app).await?;
        let path = AtTable::path(&mut parts, app).await?;
        let Json(body) = Json::<T>::from_request(Request::from_parts(parts, body), app).await?;
        Ok(Self {
            here: AtTable { table: app.tables.fresh_table(&path).await?, guest, app: app.clone() },
            body,
        })
    }
}

/// A program at a table.
struct Program(AtTable);

impl FromRequestParts<App> for Program {
    type Rejection = ApiTrouble;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiTrouble> {
        Ok(Self(AtTable::from_request_parts(parts, app).await?))
    }
}

async fn openapi() -> Json<Value> {
    Json(serde_json::to_value(Api::openapi()).unwrap_or_default())
}

/// A name for the program.
#[derive(Debug, Deserialize, ToSchema)]
struct NewToken {
    name: String,
}

/// A fresh identity for a program.
#[utoipa::path(post, path = "/api/tokens", request_body = NewToken, responses((status = 200, description = "The token: {\"token\": …, \"name\": …}")))]
async fn tokens(app: App, body: Result<Json<NewToken>, JsonRejection>) -> Answer {
    let Json(body) = body?;
    let name =
        clean_name(&body.name).ok_or_else(|| Trouble::Bad("A name needs at least one letter.".to_owned()))?;
    let guest = Guest { name, ..Guest::fresh() };
    Ok(Json(json!({ "token": app.tables.signer.sign(&guest), "name": guest.name })))
}

/// The games and their options.
#[utoipa::path(get, path = "/api/games", responses((status = 200, description = "Every game with its options, and the levels of bots")))]
async fn games() -> Json<Value> {
    let games: Vec<Value> = KINDS
        .iter()
        .map(|kind| {
            let (info, (low, high)) = (kind.info(), kind.range());
            let option = |spec: &table::OptionSpec| json!({ "name": spec.name, "values": spec.kind.to_string(), "default": spec.default, "meaning": spec.meaning });
            let options: Vec<Value> = kind.specs().iter().map(option).collect();
            json!({ "name": info.name, "title": info.title, "rules_version": info.rules_version, "players": { "min": low, "max": high }, "options": options })
        })
        .collect();
    Json(
        json!({ "games": games, "levels": room::levels().iter().map(|(level, _)| *level).collect::<Vec<_>>() }),
    )
}

/// A table to be made. Seats: `me`, `open`, `link`, or `bot:LEVEL`.
#[derive(Debug, Deserialize, ToSchema)]
struct NewTable {
    game: String,
    #[serde(default)]
    options: std::collections::BTreeMap<String, String>,
    seats: Vec<String>,
}

/// Opens a table.
#[utoipa::path(post, path = "/api/tables", request_body = NewTable, responses((status = 200, description = "The table: {\"table\": …}"), (status = 400, description = "What was wrong"), (status = 403, description = "No token")))]
async fn open(
    app: App,
    guest: Result<Guest, Trouble>,
    client: Client,
    body: Result<Json<NewTable>, JsonRejection>,
) -> Answer {
    let (guest, Json(body)) = (guest?, body?);
    if body.seats.len() > MAX_SEATS {
        let seats = body.seats.len();
        return Err(Trouble::Bad(format!("{seats} seats are given: expected {MAX_SEATS} at most")).into());
    }
    let kind = kind(&body.game).ok_or(Trouble::Missing("game"))?;
    let chair = |text: &String| match text.as_str() {
        "me" => Ok(chair_of(&guest)),
        "open" => Ok(Chair::Open),
        "link" => Ok(Chair::Link),
        other => other
            .strip_prefix("bot:")
            .and_then(room::level)
            .map(|level| Chair::Bot(level.to_owned()))
            .ok_or_else(|| {
                Trouble::Bad(format!("'{other}' can't sit down: expected me, open, link or bot:LEVEL"))
            }),
    };
    let chairs = body.seats.iter().map(chair).collect::<Result<Vec<_>, Trouble>>()?;
    let mut options = Options::new();
    for (name, value) in &body.options {
        options.set(name, value);
    }
    if kind.specs().iter().any(|spec| spec.name == "players") {
        options.set("players", &chairs.len().to_string());
    }
    let table = app.open_table((&guest, client), kind, &options, chairs, Opening::default()).await?;
    Ok(Json(json!({ "table": table.id })))
}

/// One of a table's seats, by its letter; not needed where there is no choice.
#[derive(Debug, Default, Deserialize, ToSchema)]
struct OneSeat {
    seat: Option<String>,
}

impl OneSeat {
    fn asked(&self) -> Result<Option<Seat>, Trouble> {
        let read = |text: &String| Seat::from_letter(text).ok_or(Trouble::Missing("seat"));
        self.seat.as_ref().map(read).transpose()
    }

    /// The program's own seat that it asks for.
    fn own(&self, here: &AtTable) -> Result<Seat, Trouble> {
        own_seat(here, self.asked()?)
    }
}

/// Sits down on a free seat: the one asked for, or the first. The game starts when the last is taken.
#[utoipa::path(post, path = "/api/tables/{id}/seats", params(("id" = String, Path)), request_body = OneSeat, responses((status = 200, description = "The position from that seat"), (status = 422, description = "Somebody sits there already")))]
async fn seats(sent: Sent<OneSeat>) -> Answer {
    let Sent { here: AtTable { app, guest, table }, body } = sent;
    let seat = body.asked()?.or_else(|| {
        let chairs = &table.room().seating.chairs;
        Seat::all(chairs.len()).find(|seat| chairs[seat.index()].is_free())
    });
    let seat = seat.ok_or(Trouble::NotNow("Every seat is taken."))?;
    app.tables.sit(&table, seat, chair_of(&guest)).await?;
    Ok(Json(position_of(&table, Viewer::Seat(seat))))
}

/// The seat a program looks and plays from: the one asked for if it is its own, or its only one.
fn seat_of(here: &AtTable, asked: Option<Seat>) -> Option<Seat> {
    let own = here.table.room().seating.seats_of(&here.guest.id);
    match asked {
        Some(seat) => Some(seat).filter(|seat| own.contains(*seat)),
        None => own.first(),
    }
}

/// The same where it has to be a seat.
fn own_seat(here: &AtTable, asked: Option<Seat>) -> Result<Seat, Trouble> {
    let not_theirs = || here.table.room().seating.not_theirs(&here.guest.id);
    Ok(seat_of(here, asked).ok_or_else(not_theirs)?)
}

fn position_of(table: &Table, viewer: Viewer) -> Value {
    let room = table.room();
    let mut value = match &room.game {
        Some(game) => game.position(viewer),
        None => json!({ "game": room.seating.game_name, "waiting_for_players": true }),
    };
    if let Some(fields) = value.as_object_mut() {
        fields.insert("table".to_owned(), json!(table.id));
        fields.insert("seq".to_owned(), json!(room.seq));
        fields.insert("seat".to_owned(), json!(viewer.seat()));
        fields.insert("names".to_owned(), json!(room.seating.names()));
    }
    value
}

/// The table as the program's seat sees it.
#[utoipa::path(get, path = "/api/tables/{id}", params(("id" = String, Path), ("seat" = Option<String>, Query)), responses((status = 200, description = "View, legal actions with their words also in spans, refusals with rule numbers, seq"), (status = 404, description = "No such table")))]
async fn position(Program(here): Program, Query(eyes): Query<Eyes>) -> Answer {
    let viewer = seat_of(&here, eyes.seat()).map_or(Viewer::Spectator, Viewer::Seat);
    Ok(Json(position_of(&here.table, viewer)))
}

/// The most decisions that one answer tells of.
const LINES: usize = 200;

/// From where on the log is read, and through whose eyes.
#[derive(Debug, Deserialize)]
struct Since {
    seat: Option<String>,
    after: Option<usize>,
}

/// What happened, as the program's seat saw it: decisions after the first so many that stand, at most 200, and what was taken back.
#[utoipa::path(get, path = "/api/tables/{id}/log", params(("id" = String, Path), ("seat" = Option<String>, Query), ("after" = Option<usize>, Query)), responses((status = 200, description = "Decisions with their news, both also in spans, who took back what and who agreed, how the game began"), (status = 404, description = "No such table")))]
async fn log(Program(here): Program, Query(since): Query<Since>) -> Answer {
    let asked = since.seat.as_deref().and_then(Seat::from_letter);
    let viewer = seat_of(&here, asked).map_or(Viewer::Spectator, Viewer::Seat);
    let room = here.table.room();
    let game = room.begun().map_err(Trouble::from)?;
    let line = |line: pages::LogLine| {
        let news: Vec<_> = line.news.iter().map(Text::spans).collect();
        let spans = json!({ "told": line.told.spans(), "news": news });
        let told = line.told.notation();
        json!({ "step": line.step, "seat": line.seat, "told": told, "news": line.news, "spans": spans })
    };
    let log: Vec<Value> = game.lines(viewer, since.after.unwrap_or(0), LINES).into_iter().map(line).collect();
    let back = |back: pages::TakenBack| {
        let decision = |(seat, told): (Seat, Text)| json!({ "seat": seat, "told": told.notation() });
        let decisions: Vec<Value> = back.decisions.into_iter().map(decision).collect();
        json!({ "after": back.after, "by": back.by, "decisions": decisions, "agreed": back.agreed })
    };
    let taken_back: Vec<Value> = game.taken_back(viewer, LINES).into_iter().map(back).collect();
    Ok(Json(json!({
        "table": here.table.id,
        "seq": room.seq,
        "seat": viewer.seat(),
        "names": room.seating.names(),
        "steps": game.steps(),
        "opening": game.opening(viewer),
        "log": log,
        "taken_back": taken_back,
    })))
}

/// A move. `seq` is the one of the position it was chosen in; `request` makes it harmless to repeat.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
struct NewMove {
    action: String,
    seq: Option<u64>,
    seat: Option<String>,
    request: Option<String>,
}

/// Takes an action.
#[utoipa::path(post, path = "/api/tables/{id}/moves", params(("id" = String, Path)), request_body = NewMove, responses((status = 200, description = "The position after it"), (status = 409, description = "The table has moved on"), (status = 422, description = "Refused, with the rule")))]
async fn moves(sent: Sent<NewMove>) -> Answer {
    let Sent { here, body } = sent;
    let asked = body.seat.as_deref().and_then(Seat::from_letter);
    let seat = own_seat(&here, asked)?;
    if body.action.len() > 300 || body.request.as_ref().is_some_and(|request| request.len() > 100) {
        return Err(Trouble::Bad("An action has at most 300 letters, a request 100.".to_owned()).into());
    }
    let request = body.request.map(|request| format!("{seat} {request}"));
    let stamp = Stamp { seen: body.seq, request, of: Some((here.guest.id.clone(), seat)) };
    here.app.tables.act(&here.table, seat, &body.action, stamp, By::Player).await?;
    Ok(Json(position_of(&here.table, Viewer::Seat(seat))))
}

/// Gives the game up, which ends it; at tables of more than two it goes on, and a seat is left instead.
#[utoipa::path(post, path = "/api/tables/{id}/resign", params(("id" = String, Path)), request_body = OneSeat, responses((status = 200, description = "The position after it"), (status = 422, description = "Why not now")))]
async fn resign(sent: Sent<OneSeat>) -> Answer {
    let Sent { here, body } = sent;
    let seat = body.own(&here)?;
    here.app.tables.grant(&here.table, Wish::Resign(seat), Stamp::default()).await?;
    Ok(Json(position_of(&here.table, Viewer::Seat(seat))))
}

/// Leaves the seat for good: a bot takes over.
#[utoipa::path(post, path = "/api/tables/{id}/leave", params(("id" = String, Path)), request_body = OneSeat, responses((status = 200, description = "The table as onlookers see it"), (status = 422, description = "Why not now")))]
async fn leave(sent: Sent<OneSeat>) -> Answer {
    let Sent { here, body } = sent;
    let seat = body.own(&here)?;
    here.app.tables.leave(&here.table, seat, &here.guest).await?;
    Ok(Json(position_of(&here.table, Viewer::Spectator)))
}

/// Whom to remove, and who sits there then: `bot` (if nothing is said) or `open`. Before the game the seat is open in any case.
#[derive(Debug, Deserialize, ToSchema)]
struct NewRemoval {
    seat: String,
    then: Option<String>,
}

/// Removes somebody from a seat for good; only for the program that opened the table.
#[utoipa::path(post, path = "/api/tables/{id}/remove", params(("id" = String, Path)), request_body = NewRemoval, responses((status = 200, description = "The table after it"), (status = 403, description = "The table is somebody else's"), (status = 422, description = "Why not now")))]
async fn remove(sent: Sent<NewRemoval>) -> Answer {
    let Sent { here, body } = sent;
    let seat = Seat::from_letter(&body.seat).ok_or(Trouble::Missing("seat"))?;
    let instead = match body.then.as_deref() {
        None | Some("bot") => Instead::Bot(here.app.tables.config.usual.to_owned()),
        Some("open") => Instead::Anybody,
        Some(other) => {
            return Err(Trouble::Bad(format!("'{other}' is not known: expected bot or open")).into());
        }
    };
    let wish = Wish::Remove { host: here.guest.id.clone(), seat, instead };
    here.app.tables.grant(&here.table, wish, Stamp::default()).await?;
    let viewer = seat_of(&here, None).map_or(Viewer::Spectator, Viewer::Seat);
    Ok(Json(position_of(&here.table, viewer)))
}

/// The positions of the program's seat, one JSON object a line, now and after every change. While nothing changes an empty line comes now and then. When
/// the seat is no longer the program's, the stream ends with the table as onlookers see it.
#[utoipa::path(get, path = "/api/tables/{id}/events", params(("id" = String, Path), ("seat" = Option<String>, Query), ("after" = Option<u64>, Query)), responses((status = 200, description = "NDJSON", content_type = "application/x-ndjson")))]
async fn events(
    Program(here): Program,
    client: Client,
    Query(eyes): Query<Eyes>,
) -> Result<Response, ApiTrouble> {
    let viewer = seat_of(&here, eyes.seat()).map_or(Viewer::Spectator, Viewer::Seat);
    let ticket = StreamTicket::take(&here.app.tables, &here.table, viewer, (&here.guest, client))?;
    let following = Following {
        seqs: here.table.watch(),
        stopped: here.app.stopped.clone(),
        seen: eyes.after.unwrap_or(0),
        here,
        viewer,
        ticket,
        done: false,
    };
    let lines = stream::unfold(following, Following::next);
    Ok(([(CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)).into_response())
}

/// What a program's stream holds between two lines.
struct Following {
    seqs: watch::Receiver<u64>,
    stopped: watch::Receiver<bool>,
    seen: u64,
    here: AtTable,
    viewer: Viewer,
    ticket: StreamTicket,
    done: bool,
}

impl Following {
    /// The next line, once there is one; `None` when the server stops or the seat has been lost.
    async fn next(mut self) -> Option<(Result<Bytes, Infallible>, Self)> {
        loop {
            if self.done || *self.stopped.borrow() {
                return None;
            }
            let now = *self.seqs.borrow_and_update();
            if now == Table::RETIRED {
                return None;
            }
            if now > self.seen {
                // Who has left or was removed sees nobody's hand any more.
                if let Viewer::Seat(seat) = self.viewer
                    && !self.here.table.room().seating.seats_of(&self.here.guest.id).contains(seat)
                {
                    (self.viewer, self.done) = (Viewer::Spectator, true);
                }
                self.seen = now;
                let line = format!("{}\n", position_of(&self.here.table, self.viewer));
                return Some((Ok(Bytes::from(line)), self));
            }
            tokio::select! {
                biased;
                _ = self.stopped.changed() => return None,
                changed = self.seqs.changed() => changed.ok()?,
                () = self.ticket.quiet() => return Some((Ok(Bytes::from_static(b"\n")), self)),
            }
            // Of many who look on, each is told a little later.
            self.ticket.rest(&mut self.stopped).await;
        }
    }
}

/// The page about the API.
async fn page(app: App, guest: Guest) -> Html<String> {
    let document = serde_json::to_value(Api::openapi()).unwrap_or_default();
    let paths = document["paths"].as_object().cloned().unwrap_or_default();
    let body = html! {
        section class="slab rules" {
            h1 { "For bots" }
            p { "Programs play at the same tables by JSON. Get a token, open or join a table, read your positions, post moves. " a href="/api/openapi.json" { "The OpenAPI document" } " says it exactly; " code { "examples/" } " has clients in Python and Rust." }
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
