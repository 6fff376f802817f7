//! Small tournaments: opening one, taking part, and how it stands.

use axum::extract::{Form, Path};
use axum::http::HeaderMap;
use axum::response::{Html, IntoResponse as _, Redirect, Response};
use league::Mode;
use pages::{TournamentDeeds, TournamentListing, TournamentPage, TournamentRow, TournamentTable};
use serde::Deserialize;
use table::{many, say};

use super::App;
use super::strangers::wanted;
use super::table::address;
use crate::client::Client;
use crate::guest::Guest;
use crate::kind::{KINDS, kind};
use crate::pairing::{Tempo, Wanted};
use crate::ratings::public_id;
use crate::table::now;
use crate::tournaments::{Deed, ROUNDS, RoundTable, Tournament};
use crate::trouble::Trouble;

/// The longest title.
const TITLE: usize = 60;

/// Where a tournament stands, in a few words.
fn status(it: &Tournament) -> String {
    let words = match (it.over, it.round) {
        (true, _) => say!("over"),
        (false, 0) => say!("waiting for players"),
        (false, round) => say!("round {round} of {}", it.rounds),
    };
    words.to_string()
}

async fn list_page(app: &App, guest: &Guest, fault: Option<&str>) -> Result<Html<String>, Trouble> {
    let games: Vec<_> = KINDS.iter().map(|kind| (kind.info(), kind.range())).collect();
    let own = app.tables.tournaments_of(&guest.id).await?;
    let listing =
        |(id, it): (String, Tournament)| TournamentListing { status: status(&it), title: it.title, id };
    let own: Vec<_> = own.into_iter().map(listing).collect();
    Ok(Html(pages::tournaments(&app.shown(guest), &games, &own, fault).into_string()))
}

/// One's own tournaments, and the form that opens one.
pub async fn list(app: App, guest: Guest) -> Result<Html<String>, Trouble> {
    list_page(&app, &guest, None).await
}

/// What a form asks for.
#[derive(Debug, Deserialize)]
pub struct Asked {
    title: String,
    game: String,
    players: String,
    mode: String,
    rounds: Option<String>,
    pace: String,
    rated: Option<String>,
}

impl Asked {
    fn read(&self, guest: &Guest) -> Result<Tournament, Trouble> {
        let bad = |words: table::Text| Trouble::Bad(words.to_string());
        let title: String = self.title.chars().filter(|letter| !letter.is_control()).take(TITLE).collect();
        let title = title.trim().to_owned();
        if title.is_empty() {
            return Err(bad(say!("A tournament needs a title.")));
        }
        let Wanted { game, players, tempo, rated, .. } =
            wanted(&self.game, &self.players, &self.pace, self.rated.as_deref() == Some("on"))?;
        let [players] = players[..] else {
            return Err(bad(say!("Please say how many play at a table.")));
        };
        let mode = match self.mode.as_str() {
            "swiss" => Mode::Swiss,
            "roundrobin" if players == 2 => Mode::RoundRobin,
            "roundrobin" => return Err(bad(say!("A round robin is for two at a table."))),
            _ => return Err(bad(say!("Please choose Swiss or round robin."))),
        };
        let rounds = self.rounds.as_deref().unwrap_or("3").trim().parse::<usize>().ok();
        let rounds = rounds.filter(|rounds| (1..=ROUNDS).contains(rounds));
        Ok(Tournament {
            title,
            game,
            players,
            mode,
            rounds: rounds.ok_or_else(|| bad(say!("There can be 1 to {ROUNDS} rounds.")))?,
            rated,
            tempo,
            host: guest.id.clone(),
            entrants: Vec::new(),
            names: std::collections::BTreeMap::new(),
            round: 0,
            tables: Vec::new(),
            over: false,
            at: now(),
        })
    }
}

/// Opens one.
pub async fn open(
    app: App,
    guest: Guest,
    client: Client,
    Form(asked): Form<Asked>,
) -> Result<Response, Trouble> {
    match asked.read(&guest) {
        Ok(tournament) => {
            if !app.tables.limits.may_open(&guest.id, client) {
                return Err(Trouble::TooMuch(
                    "You have opened a lot of tables in the last hour: please play some of them first.",
                ));
            }
            let id = app.tables.open_tournament(tournament).await?;
            Ok(Redirect::to(&format!("/tournaments/{id}")).into_response())
        }
        Err(Trouble::Bad(fault)) => {
            let page = list_page(&app, &guest, Some(&fault)).await?;
            Ok((axum::http::StatusCode::BAD_REQUEST, page).into_response())
        }
        Err(other) => Err(other),
    }
}

/// What is played and how, in words.
fn in_words(it: &Tournament) -> Vec<String> {
    let title = kind(&it.game).map_or("", |kind| kind.info().title);
    let mode = match it.mode {
        Mode::Swiss => say!("Swiss, {}", many(it.rounds as i64, "round")),
        Mode::RoundRobin => say!("round robin"),
    };
    let pace = match it.tempo {
        Tempo::Live => say!("live"),
        Tempo::Slow => say!("slow"),
    };
    let rated = if it.rated { say!("rated") } else { say!("not rated") };
    let mut words = vec![table::tongue::phrase(title).into_owned()];
    words.extend([say!("{} at a table", it.players), mode, pace, rated].map(|words| words.to_string()));
    words
}

/// Points without what nobody needs to see of them.
fn points(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

async fn rows(app: &App, it: &Tournament) -> Vec<TournamentRow> {
    let mut rows = Vec::new();
    for standing in it.standings() {
        let public = public_id(&standing.guest);
        let link = app.tables.player(&public).await.ok().map(|_| format!("/players/{public}"));
        rows.push(TournamentRow {
            place: standing.place,
            name: table::tongue::phrase(it.name_of(&standing.guest)).into_owned(),
            link,
            points: points(standing.points()),
            opponents: points(standing.opponents()),
            wins: standing.wins,
            tables: standing.tables,
            left: !it.has(&standing.guest),
        });
    }
    rows
}

fn shown(it: &Tournament, table: &RoundTable) -> TournamentTable {
    let place = |guest: &String| {
        let places = table.places.as_ref()?;
        Some(places.iter().find(|(other, _)| other == guest).map_or(1, |(_, place)| *place))
    };
    TournamentTable {
        link: table.table.as_ref().map(|id| format!("/t/{id}")),
        names: table.guests.iter().map(|guest| (it.name_of(guest).to_owned(), place(guest))).collect(),
    }
}

/// How one stands.
pub async fn tournament(
    app: App,
    guest: Guest,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Html<String>, Trouble> {
    let it = app.tables.tournament(&id).await?;
    let takes_part = it.has(&guest.id);
    let known = it.entrants.iter().any(|entrant| entrant.guest == guest.id);
    let late = it.round == 0 || (it.round < it.rounds && (known || it.mode == Mode::Swiss));
    let tables = (1..=it.round).rev().map(|round| {
        let of = it.tables.iter().filter(|table| table.round == round);
        (round, of.map(|table| shown(&it, table)).collect())
    });
    let done = it.tables.iter().filter(|table| table.places.is_some()).count();
    let link = address(&headers, &format!("/tournaments/{id}"));
    let page = TournamentPage {
        id: &id,
        title: &it.title,
        settings: in_words(&it),
        round: (it.round, it.rounds),
        over: it.over,
        rows: rows(&app, &it).await,
        tables: tables.collect(),
        mine: it.table_of(&guest.id).map(|table| format!("/t/{table}")),
        deeds: TournamentDeeds {
            join: !takes_part && !it.over && late,
            leave: takes_part && !it.over,
            start: it.round == 0 && it.host == guest.id && it.entrants.len() > 1,
        },
        link: &link,
        stamp: if it.over {
            "over".to_owned()
        } else {
            format!("turn-{}-{done}-{}", it.round, it.entrants.len())
        },
    };
    Ok(Html(pages::tournament(&app.shown(&guest), &page).into_string()))
}

async fn does(app: &App, guest: &Guest, id: &str, deed: Deed) -> Result<Redirect, Trouble> {
    app.tables.enter(id, guest, deed).await?;
    Ok(Redirect::to(&format!("/tournaments/{id}")))
}

/// Takes part.
pub async fn join(app: App, guest: Guest, Path(id): Path<String>) -> Result<Redirect, Trouble> {
    does(&app, &guest, &id, Deed::Join).await
}

/// Takes part no more.
pub async fn leave(app: App, guest: Guest, Path(id): Path<String>) -> Result<Redirect, Trouble> {
    does(&app, &guest, &id, Deed::Leave).await
}

/// Lets it begin; only for whoever opened it.
pub async fn start(app: App, guest: Guest, Path(id): Path<String>) -> Result<Redirect, Trouble> {
    does(&app, &guest, &id, Deed::Start).await
}
