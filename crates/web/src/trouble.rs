//! Everything a request can be refused for: values, fit to show a person or a program.

use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use serde_json::json;
use store::StoreError;

use crate::live::Refused;

/// Why a request was not done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// There is no such page, table or game.
    Missing(&'static str),
    /// The one who asks may not.
    Forbidden(&'static str),
    /// The request makes no sense; the text says what was expected.
    Bad(String),
    /// The table has moved on since the page was shown.
    Stale,
    /// The rules, or the text, do not allow the action.
    Refused(Refused),
    /// Something about the table does not allow it now.
    NotNow(String),
    /// Too much at once.
    Slower,
    /// Too much in the last hour, or more than there is room for; the text says of what.
    TooMuch(&'static str),
    /// The request was used before, for another action: this one.
    Reused(String),
    /// The log can't be written or read at the moment.
    Store(StoreError),
    /// The stored log does not fit the game.
    Damaged(String),
}

impl Trouble {
    /// Its status.
    pub const fn status(&self) -> StatusCode {
        match self {
            Self::Missing(_) => StatusCode::NOT_FOUND,
            Self::Forbidden(_) => StatusCode::FORBIDDEN,
            Self::Bad(_) => StatusCode::BAD_REQUEST,
            Self::Stale => StatusCode::CONFLICT,
            Self::Refused(_) | Self::NotNow(_) | Self::Reused(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Slower | Self::TooMuch(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Store(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Damaged(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The same for a program.
    pub fn json(&self) -> Response {
        let refusal = match self {
            Self::Refused(Refused::Rule(refusal)) => Some(refusal),
            Self::Missing(_)
            | Self::Forbidden(_)
            | Self::Bad(_)
            | Self::Stale
            | Self::Refused(Refused::Unread(_))
            | Self::NotNow(_)
            | Self::Slower
            | Self::TooMuch(_)
            | Self::Reused(_)
            | Self::Store(_)
            | Self::Damaged(_) => None,
        };
        let body = json!({ "error": self.to_string(), "refusal": refusal });
        (self.status(), axum::Json(body)).into_response()
    }
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Missing(what) => write!(f, "This {what} does not exist."),
            Self::Forbidden(why) => f.write_str(why),
            Self::Bad(why) | Self::NotNow(why) => f.write_str(why),
            Self::Stale => f.write_str("The table has changed in the meantime. This is how it stands now."),
            Self::Refused(refused) => write!(f, "{refused}"),
            Self::Slower => f.write_str("That was a lot at once. Please wait a moment and try again."),
            Self::TooMuch(what) => f.write_str(what),
            Self::Reused(action) => write!(
                f,
                "Nothing was done: this request was already used for '{action}'. Send another action under a new request."
            ),
            Self::Store(error) => write!(f, "Nothing was lost, but {error}."),
            Self::Damaged(why) => write!(f, "This table can't be loaded: {why}."),
        }
    }
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        let title = match &self {
            Self::Missing(_) => "Not found",
            Self::Forbidden(_) => "Not allowed",
            Self::Bad(_) => "That did not work",
            Self::Stale | Self::Refused(_) | Self::NotNow(_) | Self::Reused(_) => "Not possible now",
            Self::Slower | Self::TooMuch(_) => "Too fast",
            Self::Store(_) | Self::Damaged(_) => "Something is broken here",
        };
        let page = pages::message(title, &self.to_string(), &[("/", "Go to the tables")]);
        (self.status(), Html(page.into_string())).into_response()
    }
}
