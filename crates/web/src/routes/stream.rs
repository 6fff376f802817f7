//! The stream of a page: whenever the table changes, what changed on the page.
//!
//! A stream keeps no page, only what it was told ([`pages::Told`]). An update is drawn when the connection can take it, never before: whoever
//! reads slowly gets the newest state with the next one, and nothing is queued for them. Where it is not known what the page shows, the
//! whole changing part of it is sent.

use std::convert::Infallible;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::Query;
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use pages::{Aside, Reply, Told};
use room::{Look, Room};
use table::{Seat, Viewer, speaking};
use tokio::sync::watch;

use super::AtTable;
use super::table::{Eyes, link, said_aside, visit, waiting};
use crate::client::Client;
use crate::counts::Times;
use crate::guest::Guest;
use crate::packed::{Coding, Piece};
use crate::table::Table;
use crate::tables::Tables;
use crate::trouble::Trouble;

/// How much later an onlooker is told for each who looks on besides: all of a table's onlookers together get so many updates.
const EACH: Duration = Duration::from_millis(2);

/// So few onlookers are told at once.
const FEW: usize = 20;

/// Counts a stream for as long as it is held.
pub struct StreamTicket {
    tables: Arc<Tables>,
    table: Arc<Table>,
    viewer: Viewer,
    /// On whose account it is: the guest's and the address's.
    held: Vec<String>,
}

impl StreamTicket {
    /// A ticket, if neither the house is full nor the guest nor the address has too many.
    pub fn take(
        tables: &Arc<Tables>,
        table: &Arc<Table>,
        viewer: Viewer,
        (guest, client): (&Guest, Client),
    ) -> Result<Self, Trouble> {
        let open = tables.counts.streams.fetch_add(1, Ordering::Relaxed);
        let mut ticket =
            Self { tables: Arc::clone(tables), table: Arc::clone(table), viewer, held: Vec::new() };
        ticket.place().fetch_add(1, Ordering::Relaxed);
        if open as usize >= tables.config.streams {
            return Err(Trouble::Slower);
        }
        for (key, most) in [
            (format!("guest {}", guest.id), tables.config.streams_guest),
            (format!("address {}", client.network), tables.config.streams_address),
        ] {
            let mut held = held(tables);
            let number = held.entry(key.clone()).or_default();
            if *number >= most {
                return Err(Trouble::TooMuch(
                    "So many tables are open in your windows already: close some of them first.",
                ));
            }
            *number += 1;
            drop(held);
            ticket.held.push(key);
        }
        tables.arrives(table, viewer.seat());
        Ok(ticket)
    }

    fn place(&self) -> &AtomicUsize {
        match self.viewer {
            Viewer::Seat(seat) => &self.table.streams[seat.index()],
            Viewer::Spectator => &self.table.onlookers,
        }
    }

    /// Waits until the stream has been quiet for so long that it should show that it is still there.
    pub async fn quiet(&self) {
        tokio::time::sleep(self.tables.config.quiet).await;
    }

    /// Where many look on, waits before the next update, so that those who play are not kept waiting by those who look.
    pub async fn rest(&self, stopped: &mut watch::Receiver<bool>) {
        let many = match self.viewer {
            Viewer::Seat(_) => 0,
            Viewer::Spectator => self.table.onlookers.load(Ordering::Relaxed),
        };
        if many > FEW {
            let _ = tokio::time::timeout(EACH * many as u32, stopped.wait_for(|stopped| *stopped)).await;
        }
    }
}

fn held(tables: &Tables) -> MutexGuard<'_, std::collections::HashMap<String, usize>> {
    tables.counts.held.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for StreamTicket {
    fn drop(&mut self) {
        if let Some(seat) = self.viewer.seat() {
            self.table.attendance.note(seat);
        }
        self.place().fetch_sub(1, Ordering::Release);
        self.tables.counts.streams.fetch_sub(1, Ordering::Relaxed);
        let mut held = held(&self.tables);
        for key in &self.held {
            if let Some(number) = held.get_mut(key) {
                *number -= 1;
                if *number == 0 {
                    held.remove(key);
                }
            }
        }
    }
}

/// One event of a stream as it is sent.
fn event(seq: u64, name: &str, data: &str) -> Bytes {
    let mut text = String::with_capacity(data.len() + 64);
    let _ = write!(text, "id: {seq}\nevent: {name}\n");
    for line in data.split('\n') {
        text.push_str("data: ");
        text.push_str(line);
        text.push('\n');
    }
    text.push('\n');
    Bytes::from(text)
}

/// What a stream holds between two updates.
struct Watching {
    ticket: StreamTicket,
    here: AtTable,
    asked: Option<Seat>,
    /// The address of the table, as long as somebody could be invited to sit down.
    link: Option<String>,
    /// What the page shows, where that is known: the seq it stands at, and what was told of it.
    shows: Option<(u64, Arc<Told>)>,
    /// Whether the page can take updates that are less than the whole.
    takes_parts: bool,
    seen: u64,
    seqs: watch::Receiver<u64>,
    stopped: watch::Receiver<bool>,
    /// Tells when what is said beside the table may have changed, and what the page was told of it last.
    asides: watch::Receiver<u64>,
    said: String,
    /// Tells when somebody was signed out.
    outs: watch::Receiver<u64>,
    /// Whether the game had begun when the stream was opened; a page of the other kind loads anew.
    begun: bool,
    done: bool,
    coding: Coding,
}

impl Watching {
    /// The next bytes, and what goes on after them; `None` when all was sent.
    async fn next(mut self) -> Option<(Result<Bytes, Infallible>, Option<Self>)> {
        match self.piece().await {
            Some(piece) => {
                let bytes = self.coding.send(piece);
                Some((Ok(bytes), Some(self)))
            }
            None => self.coding.end().map(|bytes| (Ok(bytes), None)),
        }
    }

    /// Waits until there is something newer than what was seen; `None` when the server stops.
    async fn piece(&mut self) -> Option<Piece> {
        loop {
            if self.done || *self.stopped.borrow() {
                return None;
            }
            let now = *self.seqs.borrow_and_update();
            if now == Table::RETIRED {
                return None;
            }
            self.outs.mark_unchanged();
            // Who was signed out, or may not look any more, looks anew and is told so.
            if !self.here.may_look() {
                self.done = true;
                return Some(self.coding.piece(event(self.seen, "reload", "gone")));
            }
            if now > self.seen
                && let Some(piece) = speaking(self.here.app.tables.config.tongue, || self.draw())
            {
                return Some(piece);
            }
            self.asides.mark_unchanged();
            if let Some(said) = speaking(self.here.app.tables.config.tongue, || self.beside()) {
                return Some(self.coding.piece(said));
            }
            tokio::select! {
                _ = self.asides.changed() => continue,
                _ = self.outs.changed() => continue,
                changed = self.seqs.changed() => changed.ok()?,
                _ = self.stopped.changed() => return None,
                () = self.ticket.quiet() => return Some(self.coding.piece(Bytes::from_static(b":\n\n"))),
            }
            self.ticket.rest(&mut self.stopped).await;
        }
    }

    /// What is said beside the table, where that is news. It is no event of the table, so it has no seq.
    fn beside(&mut self) -> Option<Bytes> {
        let viewer = self.ticket.viewer;
        let said = said_aside(&self.here, &self.here.table.room(), viewer, |beside| {
            pages::aside(beside).into_string()
        });
        if said == self.said {
            return None;
        }
        self.said.clone_from(&said);
        Some(Bytes::from(format!("event: aside\ndata: {said}\n\n")))
    }

    fn draw(&mut self) -> Option<Piece> {
        let here = &self.here;
        let room = here.table.room();
        self.seen = room.seq;
        if room.game.is_some() != self.begun {
            self.done = true;
            // An event without data is dropped by browsers.
            return Some(self.coding.piece(event(room.seq, "reload", "begun")));
        }
        if room.game.is_none() {
            let markup = waiting(here, &room, self.link.clone().unwrap_or_default());
            return Some(self.coding.piece(event(room.seq, "table", &markup.into_string())));
        }
        let own = room.seating.seats_of(&here.guest.id);
        // Who has left the seat or was removed from it looks anew, as one who watches.
        if self.ticket.viewer.seat().is_some_and(|seat| !own.contains(seat)) {
            self.done = true;
            return Some(self.coding.piece(event(room.seq, "reload", "gone")));
        }
        let asked = self.asked;
        let deciding = room.deciding().unwrap_or_default();
        let others_turn = !asked.is_some_and(|seat| deciding.contains(seat))
            && deciding.iter().any(|seat| own.contains(seat));
        if own.len() > 1 && others_turn {
            self.done = true;
            return Some(self.coding.piece(event(room.seq, "go", &format!("/t/{}", here.table.id))));
        }
        let viewer = match room.look(&here.guest.id, asked) {
            Look::As(viewer) => viewer,
            Look::Curtain(_) => Viewer::Spectator,
        };
        let base = self.shows.as_ref().map(|(seq, told)| (*seq, told.as_ref()));
        let draw = || {
            let (html, told) = update(here, &room, viewer, base)?;
            let name = if html[..html.find('>')?].contains(" data-base=\"") { "parts" } else { "table" };
            Some((self.coding.piece(event(room.seq, name, &html)), Arc::new(told)))
        };
        // Whoever has no seat here and looks through nobody's eyes sees what all such see.
        let anybody = viewer == Viewer::Spectator
            && room.seating.is_anybody(&here.guest.id)
            && !here.app.tables.blocks.has_any(&here.guest.id);
        let (sent, told) = if anybody {
            let page = (base.map(|(seq, _)| seq), self.coding.name());
            here.table.shown(room.seq, page, draw)?
        } else {
            draw()?
        };
        self.shows = self.takes_parts.then_some((room.seq, told));
        Some(sent)
    }
}

/// What is sent to somebody whose page stands at this seq and was told this, and what was told then.
fn update(here: &AtTable, room: &Room, viewer: Viewer, base: Option<(u64, &Told)>) -> Option<(String, Told)> {
    let reply = Reply::default();
    let nothing = Told::default();
    let (seq, told) = base.map_or((None, &nothing), |(seq, told)| (Some(seq), told));
    here.app.tables.counts.drawn.fetch_add(1, Ordering::Relaxed);
    let visit = visit(here, viewer, &reply);
    Times::time(&here.app.tables.counts.times.drawing, || room.update(visit, told, seq))
}

/// What a page that was drawn at this seq shows, if that is how the table stands.
fn shown_at(here: &AtTable, asked: Option<Seat>, seen: u64) -> Option<(u64, Arc<Told>)> {
    let room = here.table.room();
    let Look::As(viewer) = room.look(&here.guest.id, asked) else { return None };
    if room.seq != seen {
        return None;
    }
    let (_, told) = update(here, &room, viewer, None)?;
    Some((seen, Arc::new(told)))
}

/// The stream of one page. It resumes after the seq the page shows: by `Last-Event-ID`, or by the address.
pub async fn stream(
    here: AtTable,
    client: Client,
    Query(eyes): Query<Eyes>,
    headers: HeaderMap,
) -> Result<Response, Trouble> {
    let seen =
        headers.get("last-event-id").and_then(|value| value.to_str().ok()).and_then(|text| text.parse().ok());
    let seen = seen.or(eyes.after).unwrap_or(0);
    let (viewer, begun) = {
        let room = here.table.room();
        let own = room.seating.seats_of(&here.guest.id);
        // Who looks through somebody else's eyes is not there in their place.
        let viewer = match room.look(&here.guest.id, eyes.seat()) {
            Look::As(Viewer::Seat(seat)) if own.contains(seat) => Viewer::Seat(seat),
            Look::As(_) | Look::Curtain(_) => Viewer::Spectator,
        };
        (viewer, room.game.is_some())
    };
    let ticket = StreamTicket::take(&here.app.tables, &here.table, viewer, (&here.guest, client))?;
    let asked = eyes.seat();
    // A page of another version may look otherwise than we would draw it.
    let ours = eyes.parts.as_deref() == Some(pages::assets::version());
    let tongue = here.app.tables.config.tongue;
    let shows = if ours && begun { speaking(tongue, || shown_at(&here, asked, seen)) } else { None };
    let watching = Watching {
        ticket,
        asked,
        link: (!begun).then(|| link(&headers, here.table.id.as_str())),
        shows,
        takes_parts: eyes.parts.is_some(),
        seen,
        seqs: here.table.watch(),
        asides: here.table.watch_asides(),
        outs: here.app.tables.outs.watch(),
        said: pages::aside(Aside::Nothing).into_string(),
        stopped: here.app.stopped.clone(),
        here,
        begun,
        done: false,
        coding: Coding::accepted(&headers),
    };
    let coding = watching.coding.name();
    let events = unfold(Some(watching), async |watching| watching?.next().await);
    // Proxies shall pass every update on at once.
    let headers = [(CONTENT_TYPE.as_str(), "text/event-stream"), ("x-accel-buffering", "no")];
    let mut response = (headers, Body::from_stream(events)).into_response();
    if let Some(coding) = coding {
        response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    response.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding, cookie"));
    Ok(response)
}
