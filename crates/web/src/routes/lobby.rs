//! The front door.

use axum::extract::{Form, Path, Query};
use axum::http::header::SET_COOKIE;
use axum::response::{Html, IntoResponse, Redirect, Response};
use pages::{Company, Listing, Lobby};
use room::{Brief, Chair, Kind, TableSettings, Watch, waited};
use serde::Deserialize;
use store::TableId;
use table::{MAX_SEATS, OptionKind, Options, Text, many, say};

use super::App;
use super::gather::chair_of;
use super::paced::Paced;
use crate::client::Client;
use crate::guard::cookie_of;
use crate::guest::{Guest, clean_name};
use crate::kind::{KINDS, kind};
use crate::table::now;
use crate::tables::{Opening, quick_chairs};
use crate::trouble::Trouble;

/// Where a table stands, as the guest sees it: whose decision, and for how long.
fn status(brief: &Brief, waits: bool) -> String {
    let waited = waited(brief.since, now()).map(Text::from);
    let (stands, waited) = match (brief.started, brief.over) {
        (false, _) if brief.open == 0 => (say!("waiting for invited players"), None),
        (false, _) => (many(brief.open as i64, "open seat"), None),
        (true, true) => return say!("over").to_string(),
        (true, false) if waits => (say!("your turn"), waited),
        (true, false) if brief.turn.is_empty() => (say!("under way"), None),
        (true, false) => (say!("waiting for {}", brief.turn.join(", ")), waited),
    };
    let slow = brief.slow.then(|| say!("slow"));
    let rated = brief.rated.then(|| say!("rated"));
    Text::joined([Some(stands), waited, slow, rated].into_iter().flatten(), " · ").to_string()
}

pub(super) fn listing(guest: &Guest, (id, brief): (TableId, Brief)) -> Listing {
    let title = kind(&brief.game).map_or(brief.game.as_str(), |kind| kind.info().title).to_owned();
    let waits = brief.waits_for(&guest.id);
    let status = status(&brief, waits);
    Listing {
        id: id.to_string(),
        title,
        names: brief.names,
        open: brief.open,
        status,
        waits,
        over: brief.over,
    }
}

/// The front page.
pub async fn lobby(app: App, guest: Guest) -> Result<Html<String>, Trouble> {
    let taught = app.tables.taught(&guest.id).await?;
    let games: Vec<_> = taught.into_iter().zip(KINDS.iter().map(|kind| kind.range())).collect();
    // What waits for the guest comes first, longest waiting first; then the rest, newest first.
    let mut own = app.tables.tables_in_view(&guest.id, 60).await?;
    own.sort_by_key(|(_, brief)| {
        if brief.waits_for(&guest.id) {
            (0, brief.since)
        } else if brief.over {
            (2, 0)
        } else {
            (1, 0)
        }
    });
    let own = own.into_iter().take(12).map(|found| listing(&guest, found)).collect();
    let list = |found: Vec<(TableId, Brief)>| -> Vec<Listing> {
        found.into_iter().map(|found| listing(&guest, found)).collect()
    };
    let (open, running) = {
        let lists = app.tables.lists();
        (lists.open(20, &guest.id), lists.running(8, &guest.id))
    };
    let lobby = Lobby { games: &games, own, open: list(open), running: list(running) };
    Ok(Html(pages::lobby(&app.shown(&guest), &lobby).into_string()))
}

/// A game against bots, at once.
pub async fn quick(
    app: App,
    guest: Guest,
    client: Client,
    Path(game): Path<String>,
) -> Result<Redirect, Trouble> {
    let kind = kind(&game).ok_or(Trouble::Missing("game"))?;
    let (players, options) = kind.check(&Options::new())?;
    let chairs = quick_chairs(&guest, players, app.tables.config.usual);
    let newcomer = app.tables.is_new_to(&guest.id, &game).await?;
    let settings = TableSettings { hints: true, newcomer, ..TableSettings::default() };
    let opening = Opening { settings, ..Opening::default() };
    let table = app.open_table((&guest, client), kind, &options, chairs, opening).await?;
    Ok(Redirect::to(&format!("/t/{}", table.id)))
}

fn form_page(
    app: &App,
    guest: &Guest,
    kind: &dyn Kind,
    company: Company,
    fault: Option<&str>,
) -> Html<String> {
    let levels = pages::Levels { all: room::levels(), usual: app.tables.config.usual };
    let page = pages::new_table(
        &app.shown(guest),
        &kind.info(),
        kind.specs(),
        kind.range(),
        &levels,
        company,
        fault,
    );
    Html(page.into_string())
}

/// With whom somebody wants to play.
#[derive(Debug, Default, Deserialize)]
pub struct Wanted {
    with: Option<String>,
}

/// The form for a new table.
pub async fn form(
    app: App,
    guest: Guest,
    Path(game): Path<String>,
    Query(wanted): Query<Wanted>,
) -> Result<Html<String>, Trouble> {
    let kind = kind(&game).ok_or(Trouble::Missing("game"))?;
    let company = if wanted.with.as_deref() == Some("bots") { Company::Bots } else { Company::Friends };
    Ok(form_page(&app, &guest, kind, company, None))
}

/// The most fields of a form.
const FIELDS: usize = 100;

/// The chairs and options of a posted form.
fn read_form(
    kind: &dyn Kind,
    guest: &Guest,
    fields: &[(String, String)],
) -> Result<(Options, Vec<Chair>), Trouble> {
    // Counted before anything is worked out: a form has a few fields and a table a few seats.
    let seats = fields.iter().filter(|(field, _)| field == "seat").count();
    if seats > MAX_SEATS || fields.len() > FIELDS {
        return Err(Trouble::Bad(say!("{seats} seats are given: expected {MAX_SEATS} at most").to_string()));
    }
    let mut chairs = Vec::new();
    let mut options = Options::new();
    for spec in kind.specs() {
        let choices = |prefix: &str| {
            let name = format!("{prefix}.{}", spec.name);
            fields
                .iter()
                .filter(move |(field, _)| *field == name)
                .map(|(_, value)| value.as_str())
                .collect::<Vec<_>>()
        };
        match spec.kind {
            OptionKind::Several(_) => {
                let chosen = choices("s");
                options.set(spec.name, &if chosen.is_empty() { "none".to_owned() } else { chosen.join("+") });
            }
            OptionKind::Choice(_) | OptionKind::Number(..) | OptionKind::Text(_) => {
                if let Some(value) = choices("o").last().filter(|value| !value.is_empty()) {
                    options.set(spec.name, value);
                }
            }
        }
    }
    for (field, value) in fields {
        // The name given at a seat of one's own, where several play at one device.
        if field == "called"
            && let (Some(Chair::Guest(_, name)), Some(called)) = (chairs.last_mut(), clean_name(value))
        {
            *name = called;
        }
        if field != "seat" {
            continue;
        }
        chairs.extend(match value.as_str() {
            "me" => Some(chair_of(guest)),
            "open" => Some(Chair::Open),
            "link" => Some(Chair::Link),
            "none" => None,
            other => {
                let level = other.strip_prefix("bot:").and_then(room::level);
                let wrong = || {
                    let other = other.to_owned();
                    say!("'{other}' can't sit down: expected me, open, link, none or a bot").to_string()
                };
                let level = level.ok_or_else(|| Trouble::Bad(wrong()))?;
                Some(Chair::Bot(level.to_owned()))
            }
        });
    }
    if kind.specs().iter().any(|spec| spec.name == "players") {
        options.set("players", &chairs.len().to_string());
    }
    Ok((options, chairs))
}

/// Opens the table of a posted form.
pub async fn open(
    app: App,
    guest: Guest,
    client: Client,
    Path(game): Path<String>,
    Form(fields): Form<Vec<(String, String)>>,
) -> Result<Response, Trouble> {
    let kind = kind(&game).ok_or(Trouble::Missing("game"))?;
    let opened = match read_form(kind, &guest, &fields) {
        Ok((options, chairs)) => {
            for chair in &chairs {
                if let Chair::Guest(_, name) = chair {
                    app.tables.may_be_called(name)?;
                }
            }
            let ticked = |name: &str| fields.iter().any(|(field, value)| field == name && value == "on");
            let value =
                |name: &str| fields.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str());
            let pace = Paced::read(&fields);
            let settings = pace.map(|Paced { slow, pace, late }| TableSettings {
                hints: ticked("hints"),
                slow,
                lesson: None,
                newcomer: false,
                open_chat: ticked("open-chat"),
                pace,
                late,
                watch: value("watch").and_then(Watch::named),
                ready: ticked("ready"),
                rated: ticked("rated"),
                tournament: None,
            });
            match settings {
                Ok(settings) => {
                    let opening = Opening { settings, ..Opening::default() };
                    app.open_table((&guest, client), kind, &options, chairs, opening).await
                }
                Err(trouble) => Err(trouble),
            }
        }
        Err(trouble) => Err(trouble),
    };
    match opened {
        Ok(table) => {
            let mut response = Redirect::to(&format!("/t/{}", table.id)).into_response();
            // Who plays one seat under another name is called so from now on.
            let own = table.room().seating.seats_of(&guest.id);
            let chair = own.first().filter(|_| own.len() == 1);
            if let Some(name) = chair.map(|seat| table.room().seating.names().swap_remove(seat.index()))
                && name != guest.name
            {
                let named = Guest { name, ..guest };
                response.headers_mut().insert(SET_COOKIE, cookie_of(&app.tables, &named));
            }
            Ok(response)
        }
        Err(Trouble::Bad(fault)) => {
            let page = form_page(&app, &guest, kind, Company::Friends, Some(&fault));
            Ok((axum::http::StatusCode::BAD_REQUEST, page).into_response())
        }
        Err(other) => Err(other),
    }
}
