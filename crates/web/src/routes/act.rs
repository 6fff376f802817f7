//! What is posted at a table.

use std::sync::Arc;

use axum::extract::{Form, Path, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{Html, IntoResponse, Redirect, Response};
use pages::{REMOVED, Voice};
use serde::Deserialize;
use table::{Seat, Viewer};

use super::App;
use super::table::{Look, fragment, look, whole};
use crate::client::Client;
use crate::event::{By, Chair, Manner, TableEvent};
use crate::guest::{Guest, hex, random};
use crate::hall::Opening;
use crate::live::Live;
use crate::places::{Instead, Place, Whose, Writing};
use crate::report::Report;
use crate::room::{Change, Given, PAGE, Room, Said, State as Table, now};
use crate::thinkers;
use crate::trouble::Trouble;

/// The longest line of chat and of a request's name.
const LINE: usize = 300;

/// The fields of every form at a table; each verb uses some.
#[derive(Debug, Default, Deserialize)]
pub struct Post {
    seq: Option<u64>,
    seat: Option<String>,
    action: Option<String>,
    request: Option<String>,
    text: Option<String>,
    on: Option<bool>,
    level: Option<String>,
    step: Option<usize>,
    line: Option<u64>,
    then: Option<String>,
}

impl Post {
    fn seat(&self) -> Option<Seat> {
        self.seat.as_deref().and_then(Seat::from_letter)
    }

    /// What a post that speaks for no particular state of the table hangs on: that it was not done before.
    fn given(&self) -> Given {
        let request = self.request.clone().filter(|request| request.len() <= LINE);
        Given { request: request.map(|request| format!("post {request}")), ..Given::default() }
    }

    /// The same for a guest's own seat.
    fn given_by(&self, guest: &Guest, seat: Seat) -> Given {
        Given { of: Some((guest.id.clone(), seat)), ..self.given() }
    }
}

/// The guest's own seat that a post speaks for.
fn own_seat(room: &Room, guest: &Guest, post: &Post) -> Result<Seat, Trouble> {
    let state = room.state();
    let own = state.seating.seats_of(&guest.id);
    let only = own.first().filter(|_| own.len() == 1);
    post.seat().or(only).filter(|seat| own.contains(*seat)).ok_or_else(|| state.seating.not_theirs(&guest.id))
}

/// The answer to a post: the new table for our script, a redirect for plain forms, and what was refused in either case.
fn answer(
    app: &App,
    room: &Arc<Room>,
    guest: &Guest,
    post: &Post,
    headers: &HeaderMap,
    done: Result<(), Trouble>,
) -> Result<Response, Trouble> {
    let scripted = headers.contains_key("x-gloria");
    let asked = post.seat();
    let refused = match done {
        Ok(()) => None,
        Err(trouble @ (Trouble::Stale | Trouble::Refused(_) | Trouble::NotNow(_))) => Some(trouble),
        Err(other) => return Err(other),
    };
    if !scripted {
        return match &refused {
            Some(trouble) => {
                let said = Said { refused: Some(trouble.to_string()), ..Said::default() };
                whole(app, room, guest, asked, headers, &said, trouble.status())
            }
            None => Ok(Redirect::to(&after(room, guest, asked)).into_response()),
        };
    }
    let state = room.state();
    let deciding = state.deciding().unwrap_or_default();
    let passes = match look(&state, guest, None) {
        // The same player goes on, or has to hand the device over.
        Look::Curtain(_) => !asked.is_some_and(|seat| deciding.contains(seat)),
        Look::As(_) => false,
    };
    if passes {
        let go =
            HeaderValue::from_str(&format!("/t/{}", room.id)).expect("a table's name is letters and digits");
        return Ok(([(HeaderName::from_static("x-gloria-go"), go)], "").into_response());
    }
    let viewer = match look(&state, guest, asked) {
        Look::As(viewer) => viewer,
        Look::Curtain(_) => Viewer::Spectator,
    };
    let status = refused.as_ref().map_or(axum::http::StatusCode::OK, Trouble::status);
    let said = Said { refused: refused.map(|trouble| trouble.to_string()), ..Said::default() };
    match fragment(room, &state, guest, viewer, &said) {
        Some(markup) => Ok((status, Html(markup.into_string())).into_response()),
        None => Ok(status.into_response()),
    }
}

/// Where a plain form leads after a post.
fn after(room: &Room, guest: &Guest, asked: Option<Seat>) -> String {
    let state = room.state();
    let several = state.seating.seats_of(&guest.id).len() > 1;
    match asked {
        Some(seat) if several && state.deciding().is_some_and(|seats| seats.contains(seat)) => {
            format!("/t/{}?seat={seat}", room.id)
        }
        Some(_) | None => format!("/t/{}", room.id),
    }
}

fn live(state: &Table) -> Result<&dyn Live, Trouble> {
    state.live.as_deref().ok_or_else(|| Trouble::NotNow("The game has not begun.".to_owned()))
}

macro_rules! verb {
    ($(#[$doc:meta])* $name:ident, |$app:ident, $room:ident, $guest:ident, $post:ident| $body:expr) => {
        $(#[$doc])*
        pub async fn $name(
            State($app): State<App>,
            $guest: Guest,
            Path(id): Path<String>,
            headers: HeaderMap,
            Form($post): Form<Post>,
        ) -> Result<Response, Trouble> {
            let $room = $app.room(&id).await?;
            let done: Result<(), Trouble> = async { $body }.await;
            answer(&$app, &$room, &$guest, &$post, &headers, done)
        }
    };
}

verb!(
    /// Takes an action.
    act, |app, room, guest, post| {
        let seat = own_seat(&room, &guest, &post)?;
        let action = post.action.as_deref().filter(|text| text.len() <= LINE).ok_or_else(|| Trouble::Bad("Nothing was chosen.".to_owned()))?;
        let request = match (&post.request, post.seq) {
            (Some(request), _) if request.len() <= LINE => Some(format!("{seat} {request}")),
            (_, Some(seq)) => Some(format!("{seat} {seq} {action}")),
            (_, None) => None,
        };
        app.hall.act(&room, seat, action, Given { seq: post.seq, request, action: None, of: Some((guest.id.clone(), seat)) }, By::Player).await
    }
);

verb!(
    /// Takes the last decision back.
    undo, |app, room, guest, post| {
        let seat = own_seat(&room, &guest, &post)?;
        let given = Given { seq: post.seq, ..post.given_by(&guest, seat) };
        take_back_alone(&app, &room, seat, given, 1).await
    }
);

verb!(
    /// Takes back all that can be taken back alone.
    restart, |app, room, guest, post| {
        let seat = own_seat(&room, &guest, &post)?;
        let given = Given { seq: post.seq, ..post.given_by(&guest, seat) };
        take_back_alone(&app, &room, seat, given, usize::MAX).await
    }
);

async fn take_back_alone(
    app: &App,
    room: &Arc<Room>,
    seat: Seat,
    given: Given,
    most: usize,
) -> Result<(), Trouble> {
    let work = |state: &Table| {
        let live = live(state)?;
        let number = live.undoable(seat).map_err(|why| Trouble::NotNow(format!("{why}.")))?.min(most);
        let deciding = Some(live.deciding_at(live.steps() - number));
        Ok(Change { events: (0..number).map(|_| TableEvent::Undone { seat }).collect(), deciding })
    };
    app.hall.change(room, given, work).await
}

verb!(
    /// Asks to take back more than may be taken back alone. Bots always agree.
    ask_back, |app, room, guest, post| {
        let seat = own_seat(&room, &guest, &post)?;
        app.hall.change(&room, post.given_by(&guest, seat), |state| {
            let live = live(state)?;
            if live.is_over() {
                return Err(Trouble::NotNow("The game is over.".to_owned()));
            }
            let steps = live.back_to(seat).ok_or_else(|| Trouble::NotNow("There is nothing to undo yet.".to_owned()))?;
            let mut events = vec![TableEvent::Asked { seat }];
            let mut deciding = live.deciding();
            let mine = state.seating.seats_of(&guest.id);
            if state.seating.guests().iter().all(|other| mine.contains(other)) {
                events.push(TableEvent::TakenBack { seat, steps });
                deciding = live.deciding_at(live.steps() - steps);
            }
            Ok(Change { events, deciding: Some(deciding) })
        }).await
    }
);

verb!(
    /// Agrees to a wish to take something back.
    agree, |app, room, guest, post| {
        let seat = own_seat(&room, &guest, &post)?;
        app.hall.change(&room, post.given_by(&guest, seat), |state| {
            let live = live(state)?;
            if live.is_over() {
                return Err(Trouble::NotNow("The game is over.".to_owned()));
            }
            let (by, agreed) = state.seating.wish.ok_or_else(|| Trouble::NotNow("Nobody is asking to undo anything.".to_owned()))?;
            let agreed = agreed.with(seat).with(by);
            let mut events = vec![TableEvent::Agreed { seat }];
            let mut deciding = live.deciding();
            if state.seating.guests().iter().all(|other| agreed.contains(other)) {
                let steps = live.back_to(by).ok_or(Trouble::Stale)?;
                events.push(TableEvent::TakenBack { seat: by, steps });
                deciding = live.deciding_at(live.steps() - steps);
            }
            Ok(Change { events, deciding: Some(deciding) })
        }).await
    }
);

verb!(
    /// Refuses a wish, or gives up the own one.
    refuse, |app, room, guest, post| {
        let seat = own_seat(&room, &guest, &post)?;
        app.hall.change(&room, post.given_by(&guest, seat), |state| {
            if state.seating.wish.is_none() {
                return Err(Trouble::NotNow("Nobody is asking to undo anything.".to_owned()));
            }
            Ok(Change { events: vec![TableEvent::Declined { seat }], deciding: state.deciding() })
        }).await
    }
);

verb!(
    /// Lets forced decisions answer themselves, or no longer.
    standing, |app, room, guest, post| {
        let seat = own_seat(&room, &guest, &post)?;
        let on = post.on.unwrap_or(false);
        app.hall.change(&room, post.given_by(&guest, seat), |state| {
            Ok(Change { events: vec![TableEvent::Standing { seat, on }], deciding: state.deciding() })
        }).await
    }
);

verb!(
    /// Has read the closing words of the guided game.
    heard, |app, room, guest, post| {
        let seat = own_seat(&room, &guest, &post)?;
        app.hall.change(&room, post.given_by(&guest, seat), |state| {
            Ok(Change { events: vec![TableEvent::Heard { seat }], deciding: state.deciding() })
        }).await
    }
);

verb!(
    /// Lets onlookers look through the seat's eyes, or no longer.
    shows, |app, room, guest, post| {
        let seat = own_seat(&room, &guest, &post)?;
        let on = post.on.unwrap_or(false);
        app.hall.change(&room, post.given_by(&guest, seat), |state| {
            Ok(Change { events: vec![TableEvent::Shows { seat, on }], deciding: state.deciding() })
        }).await
    }
);

/// What a strong player would think of: shown with the table, and gone with its next change.
pub async fn hint(
    State(app): State<App>,
    guest: Guest,
    Path(id): Path<String>,
    headers: HeaderMap,
    Form(post): Form<Post>,
) -> Result<Response, Trouble> {
    let room = app.room(&id).await?;
    let seat = own_seat(&room, &guest, &post)?;
    let advice = match app.hall.advise(&room, seat).await {
        Ok(advice) => advice,
        Err(trouble) => return answer(&app, &room, &guest, &post, &headers, Err(trouble)),
    };
    let said = Said { refused: None, advice };
    if headers.contains_key("x-gloria") {
        let state = room.state();
        let markup = fragment(&room, &state, &guest, Viewer::Seat(seat), &said);
        return Ok(Html(markup.map(maud::Markup::into_string).unwrap_or_default()).into_response());
    }
    whole(&app, &room, &guest, Some(seat), &headers, &said, axum::http::StatusCode::OK)
}

/// Under which name a guest speaks at a table: a player's is the seat's, and an onlooker's says that it is one.
fn speaker(state: &Table, guest: &Guest, asked: Option<Seat>) -> Result<String, Trouble> {
    match state.seating.voice(&guest.id) {
        Voice::Speaks => {}
        Voice::Listens => return Err(Trouble::Forbidden("Only the players chat at this table.")),
        Voice::Muted => {
            return Err(Trouble::Forbidden("The host has turned off chat for you at this table."));
        }
        Voice::Removed => return Err(Trouble::Forbidden(REMOVED)),
    }
    let own = state.seating.seats_of(&guest.id);
    Ok(match asked.filter(|seat| own.contains(*seat)).or(own.first()) {
        Some(seat) => state.seating.names().swap_remove(seat.index()),
        None => format!("{} (looking on)", guest.name),
    })
}

verb!(
    /// Says something.
    chat, |app, room, guest, post| {
        let text: String = post.text.as_deref().unwrap_or_default().chars().filter(|letter| !letter.is_control()).take(LINE).collect();
        if text.trim().is_empty() {
            return Ok(());
        }
        if !app.hall.limits.may_say(&guest.id) {
            return Err(Trouble::Slower);
        }
        app.hall.change(&room, post.given(), |state| {
            let name = speaker(state, &guest, post.seat())?;
            Ok(Change { events: vec![TableEvent::Said { name, text: text.trim().to_owned(), by: Some(guest.id.clone()) }], deciding: state.deciding() })
        }).await
    }
);

verb!(
    /// Sits down.
    sit, |app, room, guest, post| {
        let seat = post.seat().ok_or(Trouble::Missing("seat"))?;
        app.hall.sit(&room, seat, Place::Free, Chair::Guest(guest.id.clone(), guest.name.clone())).await
    }
);

verb!(
    /// Lets a bot sit down on an open seat; only for those at the table.
    seat_bot, |app, room, guest, post| {
        let seat = post.seat().ok_or(Trouble::Missing("seat"))?;
        if room.state().seating.seats_of(&guest.id).is_empty() {
            return Err(Trouble::Forbidden("You are not playing at this table."));
        }
        let level = post.level.as_deref().and_then(thinkers::level).unwrap_or(app.hall.config.usual).to_owned();
        app.hall.sit(&room, seat, Place::Free, Chair::Bot(level)).await
    }
);

verb!(
    /// Leaves for good: a bot takes over.
    leave, |app, room, guest, post| {
        let seat = own_seat(&room, &guest, &post)?;
        let level = app.hall.config.usual.to_owned();
        app.hall.sit(&room, seat, Place::Of(guest.id.clone()), Chair::Bot(level)).await
    }
);

verb!(
    /// Gives the game up, which ends it: only where nobody else would be left without a game.
    resign, |app, room, guest, post| {
        let seat = own_seat(&room, &guest, &post)?;
        app.hall.resign(&room, seat).await
    }
);

verb!(
    /// Removes somebody from a seat; only for the host.
    remove, |app, room, guest, post| {
        let seat = post.seat().ok_or(Trouble::Missing("seat"))?;
        let instead = match post.then.as_deref() {
            Some("open") => Instead::Anybody,
            Some(_) | None => Instead::Bot(app.hall.config.usual.to_owned()),
        };
        app.hall.remove(&room, &guest, seat, instead).await
    }
);

verb!(
    /// Forbids somebody to write here, or no longer; only for the host.
    mute, |app, room, guest, post| {
        let whose = match (post.line, post.seat()) {
            (Some(line), _) => Whose::Line(line),
            (None, Some(seat)) => Whose::Seat(seat),
            (None, None) => return Err(Trouble::Missing("line")),
        };
        let writing = if post.on.unwrap_or(true) { Writing::Forbidden } else { Writing::Allowed };
        app.hall.mute(&room, &guest, whose, writing).await
    }
);

/// Opens a table for the next game with the same players, or leads to it.
pub async fn rematch(
    State(app): State<App>,
    guest: Guest,
    client: Client,
    Path(id): Path<String>,
) -> Result<Redirect, Trouble> {
    let room = app.room(&id).await?;
    let (kind, options, mut chairs, again, manner) = {
        let state = room.state();
        if state.seating.seats_of(&guest.id).is_empty() {
            return Err(Trouble::Forbidden("You are not playing at this table."));
        }
        if !live(&state)?.is_over() {
            return Err(Trouble::NotNow("The game is not over yet.".to_owned()));
        }
        (
            state.kind()?,
            state.seating.options.clone(),
            state.seating.chairs.clone(),
            state.seating.again.clone(),
            Manner { lesson: None, ..state.seating.manner.clone() },
        )
    };
    if let Some(next) = again {
        return Ok(Redirect::to(&format!("/t/{next}")));
    }
    // Others sit down themselves when they come: nobody is put at a table unasked.
    for chair in &mut chairs {
        if matches!(chair, Chair::Guest(other, _) if *other != guest.id) {
            *chair = Chair::Link;
        }
    }
    // Whoever comes second finds the table that the first has opened.
    let next = app.hall.name_of_next(&room.id);
    let opening = Opening { manner, id: Some(next.clone()), ..Opening::default() };
    match app.open_table((&guest, client), kind, &options, chairs, opening).await {
        Ok(_) | Err(Trouble::Stale) => {}
        Err(other) => return Err(other),
    }
    let event = TableEvent::Again { table: next.to_string() };
    let work = |state: &Table| match state.seating.again {
        Some(_) => Err(Trouble::Stale),
        None => Ok(Change { events: vec![event], deciding: state.deciding() }),
    };
    match app.hall.change(&room, Given::default(), work).await {
        Ok(()) | Err(Trouble::Stale) => Ok(Redirect::to(&format!("/t/{next}"))),
        Err(other) => Err(other),
    }
}

/// The record and the moment a table was played on from, if it was: without them its own record can't be replayed.
async fn begun_from(app: &App, room: &Room) -> Result<Option<(String, usize)>, Trouble> {
    let mut after = 0;
    loop {
        let page = app.hall.store.events(&room.id, after, PAGE).await?;
        let Some(last) = page.last() else { return Ok(None) };
        after = last.seq;
        for event in &page {
            if let Ok(TableEvent::Started { from, .. }) = serde_json::from_str(&event.body) {
                return Ok(from);
            }
        }
    }
}

/// Keeps a problem report with the whole record, for whoever runs the server.
pub async fn report(
    State(app): State<App>,
    guest: Guest,
    client: Client,
    Path(id): Path<String>,
    Form(post): Form<Post>,
) -> Result<Html<String>, Trouble> {
    let room = app.room(&id).await?;
    let text: String = post.text.unwrap_or_default().chars().take(2000).collect();
    let (seq, steps, record) = {
        let state = room.state();
        // Whoever only looks on names the table and the moment; the record goes with what those report who play.
        let plays = !state.seating.seats_of(&guest.id).is_empty();
        let live = state.live.as_ref();
        (state.seq, live.map(|live| live.steps()), live.filter(|_| plays).map(|live| live.whole()))
    };
    let step = post.step.or(steps);
    let report = Report {
        number: hex(&random::<4>()),
        table: room.id.to_string(),
        at: now(),
        seq,
        step,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        by: guest.name.clone(),
        text,
        record,
        from: begun_from(&app, &room).await?,
    };
    app.hall.keep_report(&guest, client, &report).await?;
    let number = report.number;
    let words = format!(
        "Your report has the number {number}. It was saved with the record of this game (step {}) and the server's version.",
        step.unwrap_or(0)
    );
    Ok(Html(
        pages::message("Thank you", &words, &[(&format!("/t/{}", room.id), "Back to the table")])
            .into_string(),
    ))
}
