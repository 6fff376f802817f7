//! Which address leads where.

mod act;
mod api;
mod games;
mod gather;
mod lobby;
mod me;
mod notices;
mod paced;
mod passkeys;
mod players;
mod reading;
mod replay;
mod strangers;
mod stream;
mod table;
mod tournaments;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{FromRequestParts, Path};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Router, middleware};
use room::{Chair, Kind};
use store::TableId;
use tokio::sync::watch;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::TimeoutLayer;

pub use self::games::{Marked, marks_of};
use crate::client::Client;
use crate::guard::guard;
use crate::guest::Guest;
use crate::spoken::speak;
use crate::status::healthz;
use crate::table::Table;
use crate::tables::{Opening, Tables};
use crate::trouble::Trouble;

/// The longest request body: every form fits.
const FORM: usize = 32 << 10;

/// The longest body where a record is sent.
const RECORD: usize = 1 << 20;

/// The longest an answer may take; streams are not answers.
const PATIENCE: Duration = Duration::from_secs(20);

/// What handlers share.
#[derive(Clone, Debug)]
pub struct App {
    /// The tables.
    pub tables: Arc<Tables>,
    /// Becomes true when the server stops.
    pub stopped: watch::Receiver<bool>,
}

/// The whole service.
pub fn app(tables: Arc<Tables>, stopped: watch::Receiver<bool>) -> Router {
    let sweeper = Arc::downgrade(&tables);
    tokio::spawn(async move {
        while let Some(tables) = sweeper.upgrade() {
            tables.limits.forget();
            drop(tables);
            tokio::time::sleep(Duration::from_secs(60)).await;
        }
    });
    let quick = Router::new()
        .route("/", get(lobby::lobby))
        .route("/quick/{game}", post(lobby::quick))
        .route("/new/{game}", get(lobby::form).post(lobby::open))
        .route("/opened/{id}", get(replay::opened))
        .route("/opened/{id}/fork", post(replay::fork_opened))
        .merge(own_pages())
        .route("/games", get(games::games))
        .route("/games/{id}/archive", post(games::archive))
        .route("/games/{id}/delete", post(games::delete))
        .route("/pair", get(strangers::form).post(strangers::seek))
        .route("/pair/wait", get(strangers::wait))
        .route("/pair/leave", post(strangers::leave))
        .route("/tables", get(strangers::tables))
        .route("/tournaments", get(tournaments::list).post(tournaments::open))
        .route("/tournaments/{tournament}", get(tournaments::tournament))
        .route("/tournaments/{tournament}/join", post(tournaments::join))
        .route("/tournaments/{tournament}/leave", post(tournaments::leave))
        .route("/tournaments/{tournament}/start", post(tournaments::start))
        .route("/players/{player}", get(players::player))
        .route("/players/{player}/block", post(players::block))
        .route("/players/{player}/report", post(players::report))
        .route("/learn", get(reading::learn))
        .route("/learn/{game}", post(reading::begin_first))
        .route("/learn/{game}/{lesson}", post(reading::begin))
        .route("/guide/{game}", get(reading::guide))
        .route("/guide/{game}/{page}", get(reading::guide_page))
        .route("/rules/{game}", get(reading::rules))
        .route("/cards/{game}", get(reading::cards))
        .route("/gallery", get(reading::gallery))
        .route("/t/{id}", get(table::table))
        .route("/t/{id}/invite", get(table::invite))
        .route("/t/{id}/act", post(act::act))
        .route("/t/{id}/undo", post(act::undo))
        .route("/t/{id}/restart", post(act::restart))
        .route("/t/{id}/ask-back", post(act::ask_back))
        .route("/t/{id}/agree", post(act::agree))
        .route("/t/{id}/refuse", post(act::refuse))
        .route("/t/{id}/standing", post(act::standing))
        .route("/t/{id}/heard", post(act::heard))
        .route("/t/{id}/read", post(act::read))
        .route("/t/{id}/back", post(act::back))
        .route("/t/{id}/vote", post(act::vote))
        .route("/t/{id}/nudge", post(act::nudge))
        .route("/t/{id}/shows", post(act::shows))
        .route("/t/{id}/hint", post(act::hint))
        .route("/t/{id}/chat", post(act::chat))
        .route("/t/{id}/sit", post(gather::sit))
        .route("/t/{id}/seat-bot", post(gather::seat_bot))
        .route("/t/{id}/fill", post(gather::fill))
        .route("/t/{id}/ready", post(gather::ready))
        .route("/t/{id}/watch", post(gather::watch))
        .route("/t/{id}/leave", post(act::leave))
        .route("/t/{id}/resign", post(act::resign))
        .route("/t/{id}/remove", post(act::remove))
        .route("/t/{id}/mute", post(act::mute))
        .route("/t/{id}/rematch", post(act::rematch))
        .route("/t/{id}/report", post(act::report))
        .route("/t/{id}/record", get(replay::record))
        .route("/t/{id}/replay", get(replay::replay))
        .route("/t/{id}/replay/fork", post(replay::fork))
        .route("/api", get(api::page))
        .nest("/api/v1", api::answers())
        // As they were called before they had a version.
        .nest("/api", api::answers())
        .route("/healthz", get(healthz))
        .route("/assets/{version}/{name}", get(asset))
        .fallback(missing)
        .layer(RequestBodyLimitLayer::new(FORM));
    let records = Router::new().route("/open", post(replay::open)).layer(RequestBodyLimitLayer::new(RECORD));
    let quick = quick
        .merge(records)
        .layer(TimeoutLayer::with_status_code(StatusCode::GATEWAY_TIMEOUT, PATIENCE))
        .layer(CompressionLayer::new().compress_when(DefaultPredicate::new().and(NotForContentType::SSE)));
    let quick = quick.layer(middleware::from_fn(api::plainly));
    let streams = Router::new()
        .route("/t/{id}/live", get(stream::stream))
        .nest("/api/v1", api::streams())
        .nest("/api", api::streams());
    quick
        .merge(streams)
        .with_state(App { tables: Arc::clone(&tables), stopped })
        .layer(middleware::from_fn_with_state(Arc::clone(&tables), guard))
        .layer(middleware::from_fn_with_state(tables, speak))
        .layer(CatchPanicLayer::new())
}

/// What somebody says of themselves: who they are, on which devices, how they are told.
fn own_pages() -> Router<App> {
    Router::new()
        .route("/me", get(me::me).post(me::rename))
        .route("/me/link", post(me::link))
        .route("/me/link/{code}", get(me::passing).post(me::agree))
        .route("/join/{code}", get(me::join).post(me::come))
        .route("/me/code", post(me::code))
        .route("/recover", post(me::recover))
        .route("/me/out", post(me::out))
        .route("/me/out-others", post(me::out_others))
        .route("/me/export", get(me::export))
        .route("/me/delete", post(me::delete))
        .route("/me/notices", get(notices::notices))
        .route("/me/notices/push", post(notices::push))
        .route("/me/notices/off", post(notices::off))
        .route("/me/notices/quiet", post(notices::quiet))
        .route("/me/notices/hook", post(notices::hook))
        .route("/me/notices/test", post(notices::test))
        .route("/me/passkeys/begin", post(passkeys::begin))
        .route("/me/passkeys/add", post(passkeys::add))
        .route("/me/passkeys/remove", post(passkeys::remove))
        .route("/passkey/begin", post(passkeys::ask))
        .route("/passkey/enter", post(passkeys::enter))
        .route("/worker.js", get(notices::worker))
        .route("/manifest.webmanifest", get(notices::manifest))
}

/// What handlers share, for those that need nothing else.
impl FromRequestParts<Self> for App {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(_: &mut Parts, app: &Self) -> Result<Self, Self::Rejection> {
        Ok(app.clone())
    }
}

/// A guest at a table: the one of the address.
pub struct AtTable {
    /// What handlers share.
    pub app: App,
    /// Who asks.
    pub guest: Guest,
    /// Where.
    pub table: Arc<Table>,
}

impl FromRequestParts<App> for AtTable {
    type Rejection = Trouble;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Trouble> {
        let guest = Guest::from_request_parts(parts, app).await?;
        let table = app.tables.fresh_table(&Self::path(parts, app).await?).await?;
        Self { app: app.clone(), guest, table }.admitted()
    }
}

impl AtTable {
    /// The same, if the guest may look at this table.
    pub(super) fn admitted(self) -> Result<Self, Trouble> {
        if self.table.room().seating.admits(&self.guest.id) {
            return Ok(self);
        }
        Err(Trouble::Forbidden("This game is private: only those who play can see it."))
    }

    /// Whether the guest is still signed in and may still look at this table.
    fn may_look(&self) -> bool {
        let Self { app, guest, table } = self;
        !app.tables.outs.has(guest) && table.room().seating.admits(&guest.id)
    }

    /// The name of the table in the address.
    pub(super) async fn path(parts: &mut Parts, app: &App) -> Result<TableId, Trouble> {
        let id = Path::<String>::from_request_parts(parts, app).await.ok();
        id.and_then(|Path(id)| TableId::new(&id)).ok_or(Trouble::Missing("table"))
    }
}

impl App {
    /// Opens a table for a guest, who may open so many in an hour.
    async fn open_table(
        &self,
        (guest, client): (&Guest, Client),
        kind: &dyn Kind,
        options: &::table::Options,
        chairs: Vec<Chair>,
        opening: Opening,
    ) -> Result<Arc<Table>, Trouble> {
        let (tables, most) = (&self.tables, self.tables.config.quotas.tables);
        let shared = tables.may_spend_both("tables", &guest.id, client, most);
        if !shared || !tables.limits.may_open(&guest.id, client) {
            return Err(Trouble::TooMuch(
                "You have opened a lot of tables in the last hour: please play some of them first.",
            ));
        }
        self.tables.has_room_for_table(guest, client)?;
        let opening = Opening { host: Some(guest.id.clone()), ..opening };
        let table = self.tables.open_table(kind, options, chairs, opening).await?;
        self.tables.openers.add(client, &table.id);
        Ok(table)
    }

    /// What a page shows of the guest.
    fn shown<'a>(&self, guest: &'a Guest) -> pages::Guest<'a> {
        self.shown_at(guest, None)
    }

    /// The same on a table's own page, where other games waiting are news and this one is not.
    fn shown_at<'a>(&self, guest: &'a Guest, here: Option<&TableId>) -> pages::Guest<'a> {
        let mut waiting = self.tables.waiting_for(&guest.id);
        waiting.retain(|(id, _)| Some(id) != here);
        // The one that has waited longest is next.
        waiting.sort_by_key(|(_, brief)| std::cmp::Reverse(brief.since));
        let first = waiting.last().map(|(id, _)| format!("/t/{id}"));
        pages::Guest { name: &guest.name, waiting: first.map(|first| (waiting.len(), first)) }
    }
}

/// The guest who asks; every page has one.
impl<S: Send + Sync> FromRequestParts<S> for Guest {
    type Rejection = Trouble;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Trouble> {
        parts.extensions.get::<Self>().cloned().ok_or(Trouble::Forbidden("This needs a token: see /api."))
    }
}

async fn missing() -> Trouble {
    Trouble::Missing("page")
}

async fn asset(Path((_, name)): Path<(String, String)>) -> Response {
    match pages::assets::FILES.iter().find(|(file, _, _)| *file == name) {
        Some((_, kind, content)) => {
            let headers = [(CONTENT_TYPE, *kind), (CACHE_CONTROL, "public, max-age=31536000, immutable")];
            (headers, *content).into_response()
        }
        None => Trouble::Missing("file").into_response(),
    }
}
