//! Before a game begins: sitting down, filling up, being ready; and who may look on.

use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse as _, Redirect};
use room::{Chair, Stamp, Watch, Wish};
use table::{Seat, say};

use super::AtTable;
use super::act::{Answer, Posted};
use crate::guard::cookie_of;
use crate::guest::{Guest, clean_name};
use crate::trouble::Trouble;

/// The chair of a guest.
pub fn chair_of(guest: &Guest) -> Chair {
    Chair::Guest(guest.id.clone(), guest.name.clone())
}

/// A guest under the name that was asked for, if one was.
pub fn called(guest: &Guest, name: Option<&str>) -> Result<Guest, Trouble> {
    let Some(name) = name else { return Ok(guest.clone()) };
    let name = clean_name(name)
        .ok_or_else(|| Trouble::Bad(say!("A name needs at least one letter.").to_string()))?;
    Ok(Guest { name, ..guest.clone() })
}

/// Sits down under the name that was given, on the seat that was chosen or on the first that is free.
pub async fn sit(post: Posted) -> Answer {
    let AtTable { app, guest, table } = &post.here;
    let free = || table.room().seating.free().first();
    let seat = match &post.fields.seat {
        Some(letter) => Seat::from_letter(letter).ok_or(Trouble::Missing("seat"))?,
        None => free().ok_or(Trouble::NotNow("Every seat is taken."))?,
    };
    let named = called(guest, post.fields.name.as_deref())?;
    app.tables.may_rename(guest, &named.name)?;
    let done = app.tables.sit(table, seat, chair_of(&named)).await;
    let sits = done.is_ok();
    let mut response = post.answer(done)?;
    if sits && named != *guest {
        response.headers_mut().insert(SET_COOKIE, cookie_of(&app.tables, &named));
    }
    Ok(response)
}

/// The level that a form asks for, or the usual one.
fn level_of(post: &Posted) -> String {
    let asked = post.fields.level.as_deref().and_then(room::level);
    asked.unwrap_or(post.here.app.tables.config.usual).to_owned()
}

/// Lets a bot sit down on an open seat; only for those at the table.
pub async fn seat_bot(post: Posted) -> Answer {
    let seat = post.fields.seat().ok_or(Trouble::Missing("seat"))?;
    let AtTable { app, guest, table } = &post.here;
    if table.room().seating.seats_of(&guest.id).is_empty() {
        return Err(Trouble::Forbidden("You are not playing at this table."));
    }
    let done = app.tables.sit(table, seat, Chair::Bot(level_of(&post))).await;
    post.answer(done)
}

/// Lets bots sit down on all open seats; only for those at the table.
pub async fn fill(post: Posted) -> Answer {
    let (level, seed) = (level_of(&post), post.here.app.tables.fresh_seed());
    post.wish(|seat| Wish::Fill { seat, level, seed }).await
}

/// Is ready to begin, or no longer.
pub async fn ready(post: Posted) -> Answer {
    let (on, seed) = (post.on(), post.here.app.tables.fresh_seed());
    post.wish(|seat| Wish::Ready { seat, on, seed }).await
}

/// Says who may look on; only for the host.
pub async fn watch(post: Posted) -> Answer {
    let who = post.fields.who.as_deref().and_then(Watch::named);
    let who = who.ok_or_else(|| {
        Trouble::Bad(say!("Nobody was chosen: expected nobody, link or anyone.").to_string())
    })?;
    let AtTable { app, guest, table } = &post.here;
    let wish = Wish::Watch { host: guest.id.clone(), who };
    match app.tables.grant(table, wish, Stamp::default()).await {
        // As it was already.
        Ok(_) | Err(Trouble::Stale) => Ok(Redirect::to(&format!("/t/{}/invite", table.id)).into_response()),
        Err(other) => Err(other),
    }
}
