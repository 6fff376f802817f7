//! The pages of those who play rated games.

use std::collections::BTreeMap;

use axum::extract::{Form, Path};
use axum::response::{Html, Redirect};
use pages::{PlayerLadder, PlayerPage, PlayerResult, Relation};
use room::{Brief, waited};
use serde::Deserialize;
use store::TableId;
use table::say;

use super::App;
use crate::client::Client;
use crate::guest::{Guest, hex, random};
use crate::kind::kind;
use crate::ratings::{Ladder, PlayerNote, Step};
use crate::report::Report;
use crate::table::now;
use crate::trouble::Trouble;

/// How many results of a ladder are shown, and how many of what somebody likes.
const RESULTS: usize = 15;
const LIKED: usize = 3;

/// What somebody took most often, of each sort of things.
fn favourites(steps: &[Step]) -> Vec<(String, Vec<(String, usize)>)> {
    let mut counted: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for (sort, name, times) in steps.iter().flat_map(|step| &step.taken) {
        *counted.entry(sort).or_default().entry(name).or_default() += times;
    }
    let liked = |(sort, names): (&str, BTreeMap<&str, usize>)| {
        let mut names: Vec<(String, usize)> =
            names.into_iter().map(|(name, times)| (name.to_owned(), times)).collect();
        names.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
        names.truncate(LIKED);
        (sort.to_owned(), names)
    };
    counted.into_iter().map(liked).collect()
}

async fn ladder(app: &App, guest: &Guest, ladder: &Ladder, steps: &[Step]) -> Result<PlayerLadder, Trouble> {
    let at = now();
    let rating = steps.last().map(|step| step.rating.at_time(at)).unwrap_or_default();
    let first = league::Rating::default();
    let mut results = Vec::new();
    let ids: Vec<TableId> =
        steps.iter().rev().take(RESULTS).filter_map(|step| TableId::new(&step.table)).collect();
    let digests = app.tables.store.digests_of(&ids).await?;
    // A table is named to those who may look at it: those who played there, and everybody where anyone may.
    let open = |id: &str| {
        let digest = digests.iter().find(|digest| digest.table.as_str() == id)?;
        let brief: Brief = serde_json::from_str(&digest.body).ok()?;
        (!brief.private || brief.guests.contains(&guest.id)).then(|| format!("/t/{id}"))
    };
    for (number, step) in steps.iter().enumerate().rev().take(RESULTS) {
        let before = number.checked_sub(1).map_or(first.value, |before| steps[before].rating.value);
        let ago = waited(step.rating.at, at).map(|time| say!("{time} ago").to_string());
        results.push(PlayerResult {
            link: open(&step.table),
            place: (step.place, step.against.len() + 1),
            against: step.against.clone(),
            change: step.rating.shown() - before.round() as i64,
            when: ago.unwrap_or_else(|| say!("just now").to_string()),
        });
    }
    Ok(PlayerLadder {
        title: kind(&ladder.game).map_or(ladder.game.as_str(), |kind| kind.info().title).to_owned(),
        players: ladder.players,
        rating: rating.shown(),
        deviation: rating.deviation.round() as i64,
        provisional: rating.is_provisional(),
        won: steps.iter().filter(|step| step.place == 1).count(),
        favourites: favourites(steps),
        start: (first.value, first.deviation),
        steps: steps.iter().map(|step| (step.rating.value, step.rating.deviation)).collect(),
        results,
    })
}

/// Somebody's page.
pub async fn player(app: App, guest: Guest, Path(id): Path<String>) -> Result<Html<String>, Trouble> {
    let PlayerNote { guest: who, name } = app.tables.player(&id).await?;
    let relation = if who == guest.id {
        Relation::Self_
    } else if app.tables.blocks.of(&guest.id).contains(&who) {
        Relation::Blocked
    } else {
        Relation::Other
    };
    let mut ladders = Vec::new();
    for (of, steps) in app.tables.rating_history(&who).await? {
        ladders.push(ladder(&app, &guest, &of, &steps).await?);
    }
    let page = PlayerPage { id: &id, name: &name, relation, ladders };
    Ok(Html(pages::player(&app.shown(&guest), &page).into_string()))
}

/// Whether, or no longer.
#[derive(Debug, Deserialize)]
pub struct Switch {
    on: bool,
}

/// Does not want to meet somebody, or no longer minds.
pub async fn block(
    app: App,
    guest: Guest,
    Path(id): Path<String>,
    Form(Switch { on }): Form<Switch>,
) -> Result<Redirect, Trouble> {
    let PlayerNote { guest: who, .. } = app.tables.player(&id).await?;
    if who == guest.id {
        return Err(Trouble::NotNow("That is you."));
    }
    app.tables.block(&guest.id, &who, on).await?;
    Ok(Redirect::to(&format!("/players/{id}")))
}

/// What is said about somebody.
#[derive(Debug, Deserialize)]
pub struct Complaint {
    text: String,
}

/// Tells whoever runs the server about somebody.
pub async fn report(
    app: App,
    guest: Guest,
    client: Client,
    Path(id): Path<String>,
    Form(complaint): Form<Complaint>,
) -> Result<Html<String>, Trouble> {
    let PlayerNote { name, .. } = app.tables.player(&id).await?;
    let text: String = complaint.text.chars().take(2000).collect();
    let report = Report {
        number: hex(&random::<4>()),
        table: format!("player-{id}"),
        at: now(),
        seq: 0,
        step: None,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        by: guest.name.clone(),
        guest: Some(guest.id.clone()),
        text: format!("About {name}: {text}"),
        record: None,
        from: None,
    };
    app.tables.keep_report(&guest, client, &report).await?;
    let told = say!("Thank you. Whoever runs this server can read it now.").to_string();
    let back = format!("/players/{id}");
    Ok(Html(pages::message("Reported", &told, &[(back.as_str(), "Back")]).into_string()))
}
