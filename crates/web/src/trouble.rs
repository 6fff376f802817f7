//! Everything a request can be refused for: values, fit to show a person or a program.

use axum::http::header::WWW_AUTHENTICATE;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use room::{GameError, LogError, Refused, WhyNot};
use serde::Serialize;
use store::StoreError;
use table::{Text, say};
use thiserror::Error;
use utoipa::ToSchema;

/// Why a request was not done.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Trouble {
    /// There is no such page, table or game.
    Missing(&'static str),
    /// The one who asks may not.
    Forbidden(&'static str),
    /// A program brings no token, or none of this server's.
    NoToken,
    /// The request makes no sense; the text says what was expected.
    Bad(String),
    /// The request makes sense, but what it asks for can't be; the text says why.
    Impossible(String),
    /// The table has moved on since the page was shown.
    Stale,
    /// The table, or the rules of its game, do not allow it.
    Refused(Refused),
    /// Something else does not allow it now.
    NotNow(&'static str),
    /// Too much at once.
    Slower,
    /// Too much in the last hour, or more than there is room for; the text says of what.
    TooMuch(&'static str),
    /// The log can't be written or read at the moment.
    Store(#[from] StoreError),
    /// The stored log does not fit the game.
    Damaged(#[from] LogError),
    /// Something of the server's own is not as it left it.
    Broken(&'static str),
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.words().fmt(f)
    }
}

impl Trouble {
    /// Its status.
    pub const fn status(&self) -> StatusCode {
        match self {
            Self::Missing(_) => StatusCode::NOT_FOUND,
            Self::Forbidden(_) => StatusCode::FORBIDDEN,
            Self::NoToken => StatusCode::UNAUTHORIZED,
            Self::Bad(_) => StatusCode::BAD_REQUEST,
            Self::Impossible(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Stale => StatusCode::CONFLICT,
            Self::Refused(refused) => status_of(refused),
            Self::NotNow(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Slower | Self::TooMuch(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Store(_) | Self::Damaged(LogError::Newer { .. }) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Damaged(_) | Self::Broken(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// Whether it is shown with the table as it stands, rather than on a page of its own.
    pub fn shows_at_the_table(&self) -> bool {
        match self {
            Self::Stale | Self::NotNow(_) => true,
            Self::Refused(Refused::Reused(_)) => false,
            Self::Refused(refused) => status_of(refused) == StatusCode::UNPROCESSABLE_ENTITY,
            Self::Missing(_)
            | Self::Forbidden(_)
            | Self::NoToken
            | Self::Bad(_)
            | Self::Impossible(_)
            | Self::Slower
            | Self::TooMuch(_)
            | Self::Store(_)
            | Self::Damaged(_)
            | Self::Broken(_) => false,
        }
    }

    /// The same for a person.
    pub fn words(&self) -> Text {
        match self {
            Self::Missing(what) => say!("This {} does not exist.", *what),
            Self::Forbidden(why) | Self::NotNow(why) | Self::TooMuch(why) => (*why).into(),
            Self::NoToken => say!("This needs a token: see /api."),
            Self::Bad(why) | Self::Impossible(why) => why.clone().into(),
            Self::Stale => say!("The table has changed in the meantime. This is how it stands now."),
            Self::Refused(refused) => refused.words(),
            Self::Slower => say!("That was a lot at once. Please wait a moment and try again."),
            Self::Store(error) => say!("This was not done: {}.", error.to_string()),
            Self::Damaged(error) => say!("This table can't be loaded: {}.", error.to_string()),
            Self::Broken(why) => say!("This table can't be loaded: {}.", *why),
        }
    }

    /// What is broken on our side is told to whoever runs the server, beside the request it came up in.
    fn log(&self) {
        if self.status().is_server_error() {
            tracing::warn!("{self}");
        }
    }

    /// The same for a program.
    pub fn json(&self) -> Response {
        self.log();
        let refusal = if let Self::Refused(Refused::Rule(refusal)) = self { Some(refusal) } else { None };
        let body = ApiError { error: self.to_string(), refusal: refusal.map(WhyNot::from) };
        let mut response = (self.status(), axum::Json(body)).into_response();
        if *self == Self::NoToken {
            response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

/// Why a request was not done.
#[derive(Debug, Serialize, ToSchema)]
pub struct ApiError {
    /// Why, in one sentence.
    pub error: String,
    /// The rule that stands in the way, where it is one of the game's.
    pub refusal: Option<WhyNot>,
}

/// The status of what a table does not allow.
const fn status_of(refused: &Refused) -> StatusCode {
    match refused {
        Refused::Stale => StatusCode::CONFLICT,
        Refused::NoSeat => StatusCode::NOT_FOUND,
        Refused::NotYours | Refused::Removed | Refused::NotHost | Refused::Muted | Refused::PlayersChat => {
            StatusCode::FORBIDDEN
        }
        Refused::Game(_) => StatusCode::BAD_REQUEST,
        Refused::NotBegun
        | Refused::Begun
        | Refused::Over
        | Refused::Lesson(_)
        | Refused::ReadFirst
        | Refused::Unread(_)
        | Refused::Rule(_)
        | Refused::Undo(_)
        | Refused::NothingToUndo
        | Refused::NobodyAsks
        | Refused::Taken
        | Refused::PlaysAlready
        | Refused::NobodyThere
        | Refused::OwnSeat
        | Refused::NobodyWrote
        | Refused::MoreThanTwo
        | Refused::NoHints
        | Refused::NotYourTurn
        | Refused::NotLate
        | Refused::Minded
        | Refused::NotMinded
        | Refused::NotAbsent { .. }
        | Refused::Nudged
        | Refused::NoVote
        | Refused::Rated(_)
        | Refused::Reused(_) => StatusCode::UNPROCESSABLE_ENTITY,
    }
}

impl From<Refused> for Trouble {
    fn from(refused: Refused) -> Self {
        if refused == Refused::Stale { Self::Stale } else { Self::Refused(refused) }
    }
}

impl From<GameError> for Trouble {
    fn from(error: GameError) -> Self {
        Self::Bad(error.to_string())
    }
}

impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        self.log();
        let title = match (&self, self.status()) {
            (_, StatusCode::NOT_FOUND) => "Not found",
            (_, StatusCode::FORBIDDEN) => "Not allowed",
            (_, StatusCode::BAD_REQUEST) => "That did not work",
            (Self::Slower | Self::TooMuch(_), _) => "Too fast",
            (Self::Store(_) | Self::Damaged(_) | Self::Broken(_), _) => "Something is broken here",
            _ => "Not possible now",
        };
        let page = pages::message(title, &self.to_string(), &[("/", "Go to the tables")]);
        (self.status(), Html(page.into_string())).into_response()
    }
}
