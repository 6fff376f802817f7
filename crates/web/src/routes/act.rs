//! What is posted at a table.
//!
//! A form becomes a [`Wish`], the wish is granted or refused, and the answer says which: the table itself is shown by the page's
//! stream, or by the page that a plain form leads to.

use std::time::Duration;

use axum::extract::{Form, FromRequest, FromRequestParts as _, Request};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Redirect, Response};
use pages::Reply;
use room::{By, Chair, Instead, Look, Seating, Stamp, TableEvent, TableSettings, Whose, Wish};
use serde::Deserialize;
use table::{Seat, Viewer};

use super::table::{fragment, link, waiting_told, whole};
use super::{App, AtTable};
use crate::client::Client;
use crate::driving::Hinted;
use crate::guest::{Guest, hex, random};
use crate::report::Report;
use crate::table::{PAGE, Table, now};
use crate::tables::{Done, Opening};
use crate::trouble::Trouble;
use crate::words;

/// The longest line of chat and of a request's name.
const LINE: usize = 300;

/// How long a post for a hint waits for it where no stream shows it.
const HINT: Duration = Duration::from_secs(12);

/// The fields of every form at a table; each verb uses some.
#[derive(Debug, Default, Deserialize)]
pub struct Fields {
    seq: Option<u64>,
    pub(super) seat: Option<String>,
    action: Option<String>,
    request: Option<String>,
    text: Option<String>,
    on: Option<bool>,
    pub(super) level: Option<String>,
    step: Option<usize>,
    line: Option<u64>,
    answer: Option<usize>,
    then: Option<String>,
    about: Option<String>,
    /// What somebody wants to be called who sits down.
    pub(super) name: Option<String>,
    /// Who may look on.
    pub(super) who: Option<String>,
}

impl Fields {
    pub(super) fn seat(&self) -> Option<Seat> {
        self.seat.as_deref().and_then(Seat::from_letter)
    }

    /// The seat that the post is about, where that is somebody else's.
    fn about(&self) -> Result<Seat, Trouble> {
        self.about.as_deref().and_then(Seat::from_letter).ok_or(Trouble::Missing("seat"))
    }

    /// What a post that speaks for no particular state of the table hangs on: that it was not done before.
    fn stamp(&self) -> Stamp {
        let request = self.request.as_ref().filter(|request| request.len() <= LINE);
        Stamp { request: request.map(|request| format!("post {request}")), ..Stamp::default() }
    }
}

/// Who reads the answer to a post.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reader {
    /// A browser that goes to another page.
    Browser,
    /// Our script, which shows the table it is answered.
    Script,
    /// Our script, whose stream shows it every change: it needs to know only that there was one.
    Stream,
}

/// A form posted at a table: who posts it, where, what, and who reads the answer.
pub struct Posted {
    pub(super) here: AtTable,
    pub(super) fields: Fields,
    reader: Reader,
    headers: HeaderMap,
}

impl FromRequest<App> for Posted {
    type Rejection = Trouble;

    async fn from_request(request: Request, app: &App) -> Result<Self, Trouble> {
        let (mut parts, body) = request.into_parts();
        let guest = Guest::from_request_parts(&mut parts, app).await?;
        let table = app.tables.table(&AtTable::path(&mut parts, app).await?).await?;
        let here = AtTable { app: app.clone(), guest, table };
        let headers = parts.headers.clone();
        let form = Form::<Fields>::from_request(Request::from_parts(parts, body), app).await;
        let Form(fields) = form.map_err(|rejection| Trouble::Bad(rejection.body_text()))?;
        // What was seen is what is here: then nothing has to be asked, and the log decides. Otherwise another server may know more.
        let known = {
            let room = here.table.room();
            fields.seq.is_some_and(|seq| (room.moved..=room.seq).contains(&seq))
        };
        if !known {
            here.app.tables.freshen(&here.table).await?;
        }
        let here = here.admitted()?;
        let reader = match headers.get("x-gloria").map(HeaderValue::as_bytes) {
            None => Reader::Browser,
            Some(b"stream") => Reader::Stream,
            Some(_) => Reader::Script,
        };
        Ok(Self { here, fields, reader, headers })
    }
}

/// An answer to a post.
pub(super) type Answer = Result<Response, Trouble>;

impl Posted {
    /// The guest's own seat that the post speaks for.
    pub(super) fn seat(&self) -> Result<Seat, Trouble> {
        let (room, guest) = (self.here.table.room(), &self.here.guest.id);
        let own = room.seating.seats_of(guest);
        let seat = self.fields.seat().or(own.first().filter(|_| own.len() == 1));
        Ok(seat.filter(|seat| own.contains(*seat)).ok_or_else(|| room.seating.not_theirs(guest))?)
    }

    /// Whether something is to be on: a form that does not say so means no.
    pub(super) fn on(&self) -> bool {
        self.fields.on.unwrap_or(false)
    }

    /// Grants a wish of the guest's own seat.
    pub(super) async fn wish(self, wish: impl FnOnce(Seat) -> Wish) -> Answer {
        let stamp = self.fields.stamp();
        self.wish_at(stamp, wish).await
    }

    /// The same where it hangs on the table that was seen.
    async fn wish_seen(self, wish: impl FnOnce(Seat) -> Wish) -> Answer {
        let stamp = Stamp { seen: self.fields.seq, ..self.fields.stamp() };
        self.wish_at(stamp, wish).await
    }

    async fn wish_at(self, stamp: Stamp, wish: impl FnOnce(Seat) -> Wish) -> Answer {
        let seat = self.seat()?;
        let stamp = Stamp { of: Some((self.here.guest.id.clone(), seat)), ..stamp };
        let wish = wish(seat);
        let done = self.here.app.tables.grant(&self.here.table, wish, stamp).await;
        self.answer(done)
    }

    /// Whether it was done; what was refused is shown with the table as it stands.
    pub(super) fn answer(&self, done: Result<Done, Trouble>) -> Answer {
        let refused = match done {
            Ok(Done::Now | Done::Before) => None,
            Err(trouble) if trouble.shows_at_the_table() => Some(trouble),
            Err(other) => return Err(other),
        };
        match (self.reader, refused) {
            (Reader::Browser, None) => Ok(Redirect::to(&self.next_page()).into_response()),
            (Reader::Browser, Some(trouble)) => {
                let reply = Reply { refused: Some(trouble.words()), ..Reply::default() };
                whole(&self.here, self.fields.seat(), &self.headers, &reply, trouble.status())
            }
            (Reader::Script | Reader::Stream, refused) => Ok(self.scripted(refused.as_ref())),
        }
    }

    /// The answer to our script.
    fn scripted(&self, refused: Option<&Trouble>) -> Response {
        let (table, guest) = (&self.here.table, &self.here.guest);
        let room = table.room();
        let asked = self.fields.seat();
        let deciding = room.deciding().unwrap_or_default();
        let passes = match room.look(&guest.id, None) {
            // The same player goes on, or has to hand the device over.
            Look::Curtain(_) => !asked.is_some_and(|seat| deciding.contains(seat)),
            Look::As(_) => false,
        };
        if passes {
            let go = HeaderValue::from_str(&format!("/t/{}", table.id))
                .expect("a table's name is letters and digits");
            return ([(HeaderName::from_static("x-gloria-go"), go)], "").into_response();
        }
        if refused.is_none() && self.reader == Reader::Stream {
            let seq = [(HeaderName::from_static("x-gloria-seq"), HeaderValue::from(room.seq))];
            return (StatusCode::NO_CONTENT, seq).into_response();
        }
        if room.game.is_none() {
            let link = link(&self.headers, table.id.as_str());
            let markup = waiting_told(&self.here, &room, link, refused.map(Trouble::words));
            let status = refused.map_or(StatusCode::OK, Trouble::status);
            return (status, Html(markup.into_string())).into_response();
        }
        let viewer = match room.look(&guest.id, asked) {
            Look::As(viewer) => viewer,
            Look::Curtain(_) => Viewer::Spectator,
        };
        let status = refused.map_or(StatusCode::OK, Trouble::status);
        let reply = Reply { refused: refused.map(Trouble::words), ..Reply::default() };
        match fragment(&self.here, &room, viewer, &reply) {
            Some(markup) => (status, Html(markup.into_string())).into_response(),
            None => status.into_response(),
        }
    }

    /// Where a plain form leads.
    fn next_page(&self) -> String {
        let AtTable { table, guest, .. } = &self.here;
        let room = table.room();
        let several = room.seating.seats_of(&guest.id).len() > 1;
        match self.fields.seat() {
            Some(seat) if several && room.deciding().is_some_and(|seats| seats.contains(seat)) => {
                format!("/t/{}?seat={seat}", table.id)
            }
            Some(_) | None => format!("/t/{}", table.id),
        }
    }
}

/// Takes an action.
pub async fn act(post: Posted) -> Answer {
    let seat = post.seat()?;
    let fields = &post.fields;
    let action = fields.action.as_deref().filter(|text| text.len() <= LINE);
    let action = action.ok_or_else(|| Trouble::Bad(table::say!("Nothing was chosen.").to_string()))?;
    let request = match (&fields.request, fields.seq) {
        (Some(request), _) if request.len() <= LINE => Some(format!("{seat} {request}")),
        (_, Some(seq)) => Some(format!("{seat} {seq} {action}")),
        (_, None) => None,
    };
    let stamp = Stamp { seen: fields.seq, request, of: Some((post.here.guest.id.clone(), seat)) };
    let done = post.here.app.tables.act(&post.here.table, seat, action, stamp, By::Player).await;
    post.answer(done)
}

/// Takes the last decision back.
pub async fn undo(post: Posted) -> Answer {
    post.wish_seen(Wish::Undo).await
}

/// Takes back all that can be taken back alone.
pub async fn restart(post: Posted) -> Answer {
    post.wish_seen(Wish::UndoAll).await
}

/// Asks to take back more than may be taken back alone. Bots always agree.
pub async fn ask_back(post: Posted) -> Answer {
    post.wish(Wish::AskBack).await
}

/// Agrees to a wish to take something back.
pub async fn agree(post: Posted) -> Answer {
    post.wish(Wish::Agree).await
}

/// Refuses a wish, or gives up the own one.
pub async fn refuse(post: Posted) -> Answer {
    post.wish(Wish::Decline).await
}

/// Lets forced decisions answer themselves, or no longer.
pub async fn standing(post: Posted) -> Answer {
    let on = post.on();
    post.wish(|seat| Wish::Standing(seat, on)).await
}

/// Decides for oneself again, after a bot did.
pub async fn back(post: Posted) -> Answer {
    post.wish(Wish::Return).await
}

/// Wants a bot to decide for somebody whom the table has been waiting for.
pub async fn vote(post: Posted) -> Answer {
    let (out, level) = (post.fields.about()?, post.here.app.tables.config.usual.to_owned());
    post.wish(|seat| Wish::Vote { seat, out, level }).await
}

/// Reminds somebody that the table waits for them.
pub async fn nudge(post: Posted) -> Answer {
    let whom = post.fields.about()?;
    post.wish(|seat| Wish::Nudge { seat, whom }).await
}

/// Has read the closing words of the lesson.
pub async fn heard(post: Posted) -> Answer {
    post.wish(Wish::Heard).await
}

/// Has read something of a lesson, or answers a question of it.
pub async fn read(post: Posted) -> Answer {
    let answer = post.fields.answer.unwrap_or(0);
    post.wish_seen(|seat| Wish::Read { seat, answer }).await
}

/// Lets onlookers look through the seat's eyes, or no longer.
pub async fn shows(post: Posted) -> Answer {
    let on = post.on();
    post.wish(|seat| Wish::Show(seat, on)).await
}

/// What a strong player would think of: shown with the table, and gone with its next change.
pub async fn hint(post: Posted) -> Answer {
    let seat = post.seat()?;
    let here = &post.here;
    // A stream shows the place in the line, and the hint when it comes; whoever has none waits for the answer.
    let patience = match post.reader {
        Reader::Stream => Duration::ZERO,
        Reader::Browser | Reader::Script => HINT,
    };
    let reply = match here.app.tables.advise(&here.table, seat, patience).await {
        Ok(Hinted::Waits(_)) if post.reader == Reader::Stream => return post.answer(Ok(Done::Now)),
        Ok(Hinted::Told(advice)) => Reply { advice, ..Reply::default() },
        Ok(Hinted::Waits(place)) => Reply { in_line: Some(place), ..Reply::default() },
        Err(trouble) => return post.answer(Err(trouble)),
    };
    match post.reader {
        Reader::Script | Reader::Stream => {
            let room = here.table.room();
            let markup = fragment(here, &room, Viewer::Seat(seat), &reply);
            Ok(Html(markup.map(maud::Markup::into_string).unwrap_or_default()).into_response())
        }
        Reader::Browser => whole(here, Some(seat), &post.headers, &reply, StatusCode::OK),
    }
}

/// Says something.
pub async fn chat(post: Posted) -> Answer {
    let Posted { here: AtTable { app, guest, table }, fields, .. } = &post;
    let said = fields.text.as_deref().unwrap_or_default();
    let text: String = said.chars().filter(|letter| !letter.is_control()).take(LINE).collect();
    let text = words::without(&app.tables.config.words, text.trim());
    let done = if text.is_empty() {
        Ok(Done::Before)
    } else if !app.tables.limits.may_say(&guest.id, &text) {
        Err(Trouble::Slower)
    } else {
        let wish = Wish::Say { guest: (guest.id.clone(), guest.name.clone()), seat: fields.seat(), text };
        app.tables.grant(table, wish, fields.stamp()).await
    };
    if done == Ok(Done::Now) && table.room().seating.seats_of(&guest.id).is_empty() {
        app.tables.has_been(&guest.id, &table.id).await?;
    }
    post.answer(done)
}

/// Leaves for good: a bot takes over.
pub async fn leave(post: Posted) -> Answer {
    let seat = post.seat()?;
    let AtTable { app, guest, table } = &post.here;
    let done = app.tables.leave(table, seat, guest).await;
    post.answer(done)
}

/// Gives the game up, which ends it: only where nobody else would be left without a game.
pub async fn resign(post: Posted) -> Answer {
    post.wish_at(Stamp::default(), Wish::Resign).await
}

/// Removes somebody from a seat; only for the host.
pub async fn remove(post: Posted) -> Answer {
    let seat = post.fields.seat().ok_or(Trouble::Missing("seat"))?;
    let AtTable { app, guest, table } = &post.here;
    let instead = match post.fields.then.as_deref() {
        Some("open") => Instead::Anybody,
        Some(_) | None => Instead::Bot(app.tables.config.usual.to_owned()),
    };
    let done = app.tables.remove(table, &guest.id, seat, instead).await;
    post.answer(done)
}

/// Forbids somebody to write here, or no longer; only for the host.
pub async fn mute(post: Posted) -> Answer {
    let AtTable { app, guest, table } = &post.here;
    let whose = match (post.fields.line, post.fields.seat()) {
        (Some(line), _) => Whose::Line(line),
        (None, Some(seat)) => Whose::Seat(seat),
        (None, None) => return Err(Trouble::Missing("line")),
    };
    let wish = Wish::Mute { host: guest.id.clone(), whose, on: post.fields.on.unwrap_or(true) };
    let done = app.tables.grant(table, wish, Stamp::default()).await;
    post.answer(done)
}

/// How the next game's table is kept: as this one, but for what only this one is. Where a bot sits by now nothing counts any more.
fn kept_again(seating: &Seating) -> TableSettings {
    let bots = seating.chairs.iter().any(|chair| chair.level().is_some());
    let rated = seating.settings.rated && !bots;
    TableSettings { lesson: None, newcomer: false, tournament: None, rated, ..seating.settings.clone() }
}

/// Opens a table for the next game with the same players, or leads to it.
pub async fn rematch(here: AtTable, client: Client) -> Result<Redirect, Trouble> {
    let AtTable { app, guest, table } = here;
    let (kind, options, mut chairs, again, settings) = {
        let room = table.room();
        if room.seating.seats_of(&guest.id).is_empty() {
            return Err(Trouble::Forbidden("You are not playing at this table."));
        }
        if !room.begun()?.is_over() {
            return Err(Trouble::NotNow("The game is not over yet."));
        }
        (
            room.kind,
            room.seating.options.clone(),
            room.seating.chairs.clone(),
            room.seating.again.clone(),
            kept_again(&room.seating),
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
    let next = app.tables.name_of_next(&table.id);
    let opening = Opening { settings, id: Some(next.clone()), ..Opening::default() };
    match app.open_table((&guest, client), kind, &options, chairs, opening).await {
        Ok(_) | Err(Trouble::Stale) => {}
        Err(other) => return Err(other),
    }
    match app.tables.grant(&table, Wish::PlayAgain { table: next.to_string() }, Stamp::default()).await {
        Ok(_) | Err(Trouble::Stale) => Ok(Redirect::to(&format!("/t/{next}"))),
        Err(other) => Err(other),
    }
}

/// The record and the moment a table was played on from, if it was: without them its own record can't be replayed.
async fn begun_from(app: &App, table: &Table) -> Result<Option<(String, usize)>, Trouble> {
    let mut after = 0;
    loop {
        let page = app.tables.store.events(&table.id, after, PAGE).await?;
        let Some(last) = page.last() else { return Ok(None) };
        after = last.seq;
        for event in &page {
            if let Ok(TableEvent::Started { from, .. }) = TableEvent::read(event.seq, &event.body) {
                return Ok(from);
            }
        }
    }
}

/// Keeps a problem report with the whole record, for whoever runs the server.
pub async fn report(client: Client, posted: Posted) -> Result<Html<String>, Trouble> {
    let Posted { here: AtTable { app, guest, table }, fields, .. } = posted;
    let text: String = fields.text.unwrap_or_default().chars().take(2000).collect();
    let (seq, steps, record) = {
        let room = table.room();
        // Whoever only looks on names the table and the moment; the record goes with what those report who play.
        let plays = !room.seating.seats_of(&guest.id).is_empty();
        let game = room.game.as_ref();
        (room.seq, game.map(|game| game.steps()), game.filter(|_| plays).map(|game| game.whole()))
    };
    let step = fields.step.or(steps);
    let report = Report {
        number: hex(&random::<4>()),
        table: table.id.to_string(),
        at: now(),
        seq,
        step,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        by: guest.name.clone(),
        guest: Some(guest.id.clone()),
        text,
        record,
        from: begun_from(&app, &table).await?,
    };
    app.tables.keep_report(&guest, client, &report).await?;
    let number = report.number;
    let words = table::say!(
        "Your report has the number {number}. It was saved with the record of this game (step {}) and the server's version.",
        step.unwrap_or(0)
    )
    .to_string();
    Ok(Html(
        pages::message("Thank you", &words, &[(&format!("/t/{}", table.id), "Back to the table")])
            .into_string(),
    ))
}
