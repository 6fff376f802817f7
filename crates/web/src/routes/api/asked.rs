//! What programs send: read strictly, so that the document says exactly what is taken.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use room::Refused;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};
use table::Seat;
use utoipa::{IntoParams, ToSchema};

use crate::guest::Guest;
use crate::routes::{App, AtTable};
use crate::trouble::Trouble;

/// Trouble, told to a program.
pub enum ApiTrouble {
    /// What others can be told too.
    Told(Trouble),
    /// The body is longer than any that is meant.
    TooLong,
}

impl IntoResponse for ApiTrouble {
    fn into_response(self) -> Response {
        match self {
            Self::Told(trouble) => trouble.json(),
            // The words are put in where every such answer gets them.
            Self::TooLong => StatusCode::PAYLOAD_TOO_LARGE.into_response(),
        }
    }
}

impl From<Trouble> for ApiTrouble {
    fn from(trouble: Trouble) -> Self {
        // The table of the address is there, so it is not missing: it just has no such seat.
        if trouble == Trouble::Refused(Refused::NoSeat) {
            return Self::Told(Trouble::Impossible(trouble.to_string()));
        }
        Self::Told(trouble)
    }
}

impl From<JsonRejection> for ApiTrouble {
    fn from(rejection: JsonRejection) -> Self {
        if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
            return Self::TooLong;
        }
        Self::Told(Trouble::Bad(rejection.body_text()))
    }
}

impl From<QueryRejection> for ApiTrouble {
    fn from(rejection: QueryRejection) -> Self {
        Self::Told(Trouble::Bad(rejection.body_text()))
    }
}

impl From<store::StoreError> for ApiTrouble {
    fn from(error: store::StoreError) -> Self {
        Self::Told(Trouble::Store(error))
    }
}

/// The program that asks, by its token.
pub struct Caller(pub Guest);

impl FromRequestParts<App> for Caller {
    type Rejection = ApiTrouble;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiTrouble> {
        Ok(Self(Guest::from_request_parts(parts, app).await.map_err(|_| Trouble::NoToken)?))
    }
}

/// A program at a table.
pub struct Program(pub AtTable);

impl FromRequestParts<App> for Program {
    type Rejection = ApiTrouble;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiTrouble> {
        let Caller(guest) = Caller::from_request_parts(parts, app).await?;
        let table = app.tables.fresh_table(&AtTable::path(parts, app).await?).await?;
        Ok(Self(AtTable { app: app.clone(), guest, table }.admitted()?))
    }
}

/// What a program sends to a table: who, where, and what.
pub struct Sent<T> {
    /// Who and where.
    pub here: AtTable,
    /// What.
    pub body: T,
}

impl<T: DeserializeOwned + Send> FromRequest<App> for Sent<T> {
    type Rejection = ApiTrouble;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiTrouble> {
        let (mut parts, body) = request.into_parts();
        let Caller(guest) = Caller::from_request_parts(&mut parts, app).await?;
        let path = AtTable::path(&mut parts, app).await?;
        let Json(body) = Json::<T>::from_request(Request::from_parts(parts, body), app).await?;
        let table = app.tables.fresh_table(&path).await?;
        Ok(Self { here: AtTable { table, guest, app: app.clone() }.admitted()?, body })
    }
}

/// What stands behind the question mark of an address.
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned + Send> FromRequestParts<App> for Asked<T> {
    type Rejection = ApiTrouble;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiTrouble> {
        let Query(asked) = Query::<T>::from_request_parts(parts, app).await?;
        Ok(Self(asked))
    }
}

/// A seat's letter.
#[derive(Clone, Copy, Debug, ToSchema)]
#[schema(value_type = String, pattern = "^[A-E]$", example = "A")]
pub struct Letter(pub Seat);

impl<'de> Deserialize<'de> for Letter {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let seat = Seat::from_letter(&text).filter(|seat| seat.to_string() == text);
        seat.map(Self).ok_or_else(|| D::Error::custom(format!("'{text}' is no seat: expected A to E")))
    }
}

/// The largest number that every reader of JSON takes as it is.
const EXACT: u64 = (1 << 53) - 1;

fn exact<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let number = Option::<u64>::deserialize(deserializer)?;
    match number {
        Some(large) if large > EXACT => Err(D::Error::custom(format!("{large} is too large a number"))),
        number => Ok(number),
    }
}

/// A name for the program.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// The name that others see; it needs at least one letter.
    #[schema(example = "Talos")]
    pub name: String,
}

/// A table to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The game's name.
    #[schema(example = "glory-to-rome")]
    pub game: String,
    /// What it is played with, as option and value; what is not said is as usual.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Who sits where: `me`, `open`, `link` (whoever has the link) or `bot:LEVEL`.
    #[schema(min_items = 1, max_items = 5, example = json!(["me", "bot:random"]))]
    pub seats: Vec<String>,
}

/// One of a table's seats; not needed where there is no choice.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OneSeat {
    /// The seat's letter.
    pub seat: Option<Letter>,
}

/// A move.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMove {
    /// The action in notation, as the position lists it.
    #[schema(max_length = 300)]
    pub action: String,
    /// The seq of the position it was chosen in; if the table has moved on since, the move is not made.
    #[serde(default, deserialize_with = "exact")]
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    pub seq: Option<u64>,
    /// The seat that moves, where the program has several.
    pub seat: Option<Letter>,
    /// A name for this request, by which repeating it is harmless.
    #[schema(max_length = 100)]
    pub request: Option<String>,
}

/// Who sits on a seat after a removal.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Then {
    /// A bot.
    Bot,
    /// Whoever sits down.
    Open,
}

/// Whom to remove.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewRemoval {
    /// The seat's letter.
    pub seat: Letter,
    /// Who sits there then: a bot, if nothing is said. Before the game the seat is open in any case.
    pub then: Option<Then>,
}

/// Through whose eyes a table is seen.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct Eyes {
    /// The seat's letter; the program's own, if nothing is said.
    #[param(value_type = Option<String>, pattern = "^[A-E]$")]
    pub seat: Option<Letter>,
}

/// From where on the log is read, and through whose eyes.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct Since {
    /// The seat's letter; the program's own, if nothing is said.
    #[param(value_type = Option<String>, pattern = "^[A-E]$")]
    pub seat: Option<Letter>,
    /// How many decisions are left out.
    #[param(maximum = 4_294_967_295_u64)]
    pub after: Option<u32>,
}

/// Which changes of a table are followed, and through whose eyes.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct Follow {
    /// The seat's letter; the program's own, if nothing is said.
    #[param(value_type = Option<String>, pattern = "^[A-E]$")]
    pub seat: Option<Letter>,
    /// The seq that the program knows already.
    #[serde(default, deserialize_with = "exact")]
    #[param(maximum = 9_007_199_254_740_991_u64)]
    pub after: Option<u64>,
    /// After how many positions the stream ends; it goes on if nothing is said.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 4_294_967_295_u64)]
    pub lines: Option<std::num::NonZeroU32>,
}
