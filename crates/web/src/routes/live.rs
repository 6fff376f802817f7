//! Live updates: the changing part of the page, again whenever the table changes.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use table::Viewer;
use tokio::sync::watch;

use super::App;
use super::table::{Eyes, Look, fragment, link, look, waiting};
use crate::guest::Guest;
use crate::hall::Hall;
use crate::room::{Room, Said};
use crate::trouble::Trouble;

/// Counts a stream for as long as it is held.
pub struct Ticket {
    hall: Arc<Hall>,
    room: Arc<Room>,
    viewer: Viewer,
}

impl Ticket {
    /// A ticket, if the house is not full.
    pub fn take(hall: &Arc<Hall>, room: &Arc<Room>, viewer: Viewer) -> Result<Self, Trouble> {
        let open = hall.counts.streams.fetch_add(1, Ordering::Relaxed);
        let ticket = Self { hall: Arc::clone(hall), room: Arc::clone(room), viewer };
        ticket.place().fetch_add(1, Ordering::Relaxed);
        if open as usize >= hall.config.streams { Err(Trouble::Slower) } else { Ok(ticket) }
    }

    fn place(&self) -> &AtomicUsize {
        match self.viewer {
            Viewer::Seat(seat) => &self.room.present[seat.index()],
            Viewer::Spectator => &self.room.onlookers,
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.place().fetch_sub(1, Ordering::Relaxed);
        self.hall.counts.streams.fetch_sub(1, Ordering::Relaxed);
    }
}

/// What a stream holds between two updates.
struct Watching {
    ticket: Ticket,
    guest: Guest,
    eyes: Eyes,
    link: String,
    seen: u64,
    seqs: watch::Receiver<u64>,
    stopped: watch::Receiver<bool>,
    /// Whether the game had begun when the stream was opened; a page of the other kind loads anew.
    begun: bool,
    done: bool,
}

impl Watching {
    /// Waits until there is something newer than what was seen; `None` when the server stops.
    async fn next(mut self) -> Option<(Result<Event, Infallible>, Self)> {
        loop {
            if self.done || *self.stopped.borrow() {
                return None;
            }
            let now = *self.seqs.borrow_and_update();
            if now > self.seen
                && let Some(event) = self.draw()
            {
                return Some((Ok(event), self));
            }
            tokio::select! {
                changed = self.seqs.changed() => changed.ok()?,
                _ = self.stopped.changed() => return None,
            }
        }
    }

    fn draw(&mut self) -> Option<Event> {
        let room = Arc::clone(&self.ticket.room);
        let state = room.state();
        self.seen = state.seq;
        let event = Event::default().id(state.seq.to_string());
        if state.live.is_some() != self.begun {
            self.done = true;
            // An event without data is dropped by browsers.
            return Some(event.event("reload").data("begun"));
        }
        if state.live.is_none() {
            let (markup, _) = waiting(&room, &state, &self.guest, self.link.clone()).ok()?;
            return Some(event.event("table").data(markup.into_string()));
        }
        let own = state.seating.seats_of(&self.guest.id);
        let asked = self.eyes.seat();
        let deciding = state.deciding().unwrap_or_default();
        let others_turn = !asked.is_some_and(|seat| deciding.contains(seat))
            && deciding.iter().any(|seat| own.contains(seat));
        if own.len() > 1 && others_turn {
            self.done = true;
            return Some(event.event("go").data(format!("/t/{}", room.id)));
        }
        let viewer = match look(&state, &self.guest, asked) {
            Look::As(viewer) => viewer,
            Look::Curtain(_) => Viewer::Spectator,
        };
        let markup = fragment(&room, &state, &self.guest, viewer, &Said::default())?;
        Some(event.event("table").data(markup.into_string()))
    }
}

/// The stream of one page. It resumes after the seq the page shows: by `Last-Event-ID`, or by the address.
pub async fn live(
    State(app): State<App>,
    guest: Guest,
    Path(id): Path<String>,
    Query(eyes): Query<Eyes>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Trouble> {
    let room = app.room(&id).await?;
    let seen =
        headers.get("last-event-id").and_then(|value| value.to_str().ok()).and_then(|text| text.parse().ok());
    let seen = seen.or(eyes.after).unwrap_or(0);
    let (viewer, begun) = {
        let state = room.state();
        let own = state.seating.seats_of(&guest.id);
        // Who looks through somebody else's eyes is not there in their place.
        let viewer = match look(&state, &guest, eyes.seat()) {
            Look::As(Viewer::Seat(seat)) if own.contains(seat) => Viewer::Seat(seat),
            Look::As(_) | Look::Curtain(_) => Viewer::Spectator,
        };
        (viewer, state.live.is_some())
    };
    let ticket = Ticket::take(&app.hall, &room, viewer)?;
    let watching = Watching {
        ticket,
        guest,
        eyes,
        link: link(&headers, room.id.as_str()),
        seen,
        seqs: room.watch(),
        stopped: app.stopped.clone(),
        begun,
        done: false,
    };
    let keep = KeepAlive::new().interval(Duration::from_secs(20));
    Ok(Sse::new(stream::unfold(watching, Watching::next)).keep_alive(keep))
}
