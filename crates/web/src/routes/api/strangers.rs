//! Programs among strangers: put together with others, and in tournaments.

use axum::Json;
use axum::extract::Path;
use axum::extract::rejection::JsonRejection;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Answer;
use super::asked::{ApiTrouble, Caller};
use crate::client::Client;
use crate::guest::Guest;
use crate::pairing::{Seated, Tempo};
use crate::routes::App;
use crate::routes::strangers::wanted;
use crate::tournaments::{Deed, Tournament};
use crate::trouble::Trouble;

/// What a program looks for.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSearch {
    /// The game's name.
    #[schema(example = "glory-to-rome")]
    game: String,
    /// How many play; any number, if nothing is said.
    #[schema(maximum = 255)]
    players: Option<u8>,
    /// How fast; live, if nothing is said.
    #[schema(inline, example = "live")]
    pace: Option<Tempo>,
    /// Whether the result counts for the ratings.
    #[serde(default)]
    rated: bool,
}

/// How far a search has come.
#[derive(Debug, Serialize, ToSchema)]
pub struct Search {
    /// The table where there is a seat; nothing while the program waits.
    table: Option<String>,
    /// How many others look for the same.
    others: usize,
}

/// Looks for others to play with. Asked again it says how far that has come: ask every few seconds, for whoever does not ask for two minutes looks no more.
#[utoipa::path(post, path = "/api/v1/pair", request_body = NewSearch, responses((status = 200, description = "The table, once there is a seat", body = Search)), security(("token" = [])))]
pub async fn pair(
    app: App,
    caller: Result<Caller, ApiTrouble>,
    client: Client,
    body: Result<Json<NewSearch>, JsonRejection>,
) -> Answer<Search> {
    let (Caller(guest), Json(body)) = (caller?, body?);
    let players = body.players.map_or_else(|| "any".to_owned(), |number| number.to_string());
    let pace = body.pace.unwrap_or(Tempo::Live).name();
    // What was bad was understood; there is just no such game.
    let wanted = wanted(&body.game, &players, pace, body.rated).map_err(|trouble| {
        if let Trouble::Bad(why) = trouble { Trouble::Impossible(why) } else { trouble }
    })?;
    app.tables.has_room_for_table(&guest, client)?;
    app.tables.seek(&guest, wanted).await?;
    Ok(Json(match app.tables.seat_found(&guest.id).await? {
        Seated::At(table) => Search { table: Some(table.to_string()), others: 0 },
        Seated::Waits { waiting, .. } => Search { table: None, others: waiting.saturating_sub(1) },
        Seated::Nowhere | Seated::Soon => Search { table: None, others: 0 },
    }))
}

/// A tournament, as one who may take part sees it.
#[derive(Debug, Serialize, ToSchema)]
pub struct TournamentInfo {
    /// What it is called.
    title: String,
    /// The game's name.
    game: String,
    /// The round that is played; 0 before the first.
    round: usize,
    /// How many there are.
    rounds: usize,
    /// Whether it is over.
    over: bool,
    /// Whether the program takes part.
    takes_part: bool,
    /// The table where the program has to play now.
    table: Option<String>,
    /// Everybody, best first.
    standings: Vec<StandingInfo>,
}

/// How somebody stands.
#[derive(Debug, Serialize, ToSchema)]
pub struct StandingInfo {
    /// Their place.
    place: usize,
    /// What they are called.
    name: String,
    /// Their points.
    points: f64,
    /// The points of those whom they met.
    opponents: f64,
}

impl TournamentInfo {
    fn of(it: &Tournament, guest: &Guest) -> Self {
        let standing = |one: league::Standing| StandingInfo {
            place: one.place,
            name: it.name_of(&one.guest).to_owned(),
            points: one.points(),
            opponents: one.opponents(),
        };
        Self {
            title: it.title.clone(),
            game: it.game.clone(),
            round: it.round,
            rounds: it.rounds,
            over: it.over,
            takes_part: it.has(&guest.id),
            table: it.table_of(&guest.id).map(ToString::to_string),
            standings: it.standings().into_iter().map(standing).collect(),
        }
    }
}

/// How a tournament stands, and where the program has to play.
#[utoipa::path(get, path = "/api/v1/tournaments/{tournament}", params(("tournament" = String, Path)), responses((status = 200, description = "The tournament", body = TournamentInfo)), security(("token" = [])))]
pub async fn tournament(
    app: App,
    caller: Result<Caller, ApiTrouble>,
    Path(id): Path<String>,
) -> Answer<TournamentInfo> {
    let Caller(guest) = caller?;
    Ok(Json(TournamentInfo::of(&app.tables.tournament(&id).await?, &guest)))
}

/// Takes part in a tournament.
#[utoipa::path(post, path = "/api/v1/tournaments/{tournament}/join", params(("tournament" = String, Path)), responses((status = 200, description = "The tournament", body = TournamentInfo)), security(("token" = [])))]
pub async fn join(
    app: App,
    caller: Result<Caller, ApiTrouble>,
    Path(id): Path<String>,
) -> Answer<TournamentInfo> {
    let Caller(guest) = caller?;
    Ok(Json(TournamentInfo::of(&app.tables.enter(&id, &guest, Deed::Join).await?, &guest)))
}
