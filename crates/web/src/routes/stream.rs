//! The stream of a page: the changing part of the page, again whenever the table changes.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::Query;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use pages::{Aside, Reply};
use room::Look;
use table::{Viewer, speaking};
use tokio::sync::watch;

use super::AtTable;
use super::table::{Eyes, fragment, link, said_aside, waiting};
use crate::client::Client;
use crate::guest::Guest;
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
        self.place().fetch_sub(1, Ordering::Relaxed);
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
    let mut text = format!("id: {seq}\nevent: {name}\n");
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
    eyes: Eyes,
    link: String,
    seen: u64,
    seqs: watch::Receiver<u64>,
    stopped: watch::Receiver<bool>,
    /// Tells when what is said beside the table may have changed, and what the page was told of it last.
    asides: watch::Receiver<u64>,
    said: String,
    /// Whether the game had begun when the stream was opened; a page of the other kind loads anew.
    begun: bool,
    done: bool,
}

impl Watching {
    /// Waits until there is something newer than what was seen; `None` when the server stops.
    async fn next(mut self) -> Option<(Result<Bytes, Infallible>, Self)> {
        loop {
            if self.done || *self.stopped.borrow() {
                return None;
            }
            let now = *self.seqs.borrow_and_update();
            if now == Table::RETIRED {
                return None;
            }
            if now > self.seen
                && let Some(event) = speaking(self.here.app.tables.config.tongue, || self.draw())
            {
                return Some((Ok(event), self));
            }
            self.asides.mark_unchanged();
            if let Some(event) = speaking(self.here.app.tables.config.tongue, || self.beside()) {
                return Some((Ok(event), self));
            }
            tokio::select! {
                _ = self.asides.changed() => continue,
                changed = self.seqs.changed() => changed.ok()?,
                _ = self.stopped.changed() => return None,
                () = self.ticket.quiet() => return Some((Ok(Bytes::from_static(b":\n\n")), self)),
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

    fn draw(&mut self) -> Option<Bytes> {
        let here = &self.here;
        let room = here.table.room();
        self.seen = room.seq;
        if room.game.is_some() != self.begun {
            self.done = true;
            // An event without data is dropped by browsers.
            return Some(event(room.seq, "reload", "begun"));
        }
        if room.game.is_none() {
            let markup = waiting(here, &room, self.link.clone());
            return Some(event(room.seq, "table", &markup.into_string()));
        }
        let own = room.seating.seats_of(&here.guest.id);
        // Who has left the seat or was removed from it looks anew, as one who watches.
        if self.ticket.viewer.seat().is_some_and(|seat| !own.contains(seat)) {
            self.done = true;
            return Some(event(room.seq, "reload", "gone"));
        }
        let asked = self.eyes.seat();
        let deciding = room.deciding().unwrap_or_default();
        let others_turn = !asked.is_some_and(|seat| deciding.contains(seat))
            && deciding.iter().any(|seat| own.contains(seat));
        if own.len() > 1 && others_turn {
            self.done = true;
            return Some(event(room.seq, "go", &format!("/t/{}", here.table.id)));
        }
        let viewer = match room.look(&here.guest.id, asked) {
            Look::As(viewer) => viewer,
            Look::Curtain(_) => Viewer::Spectator,
        };
        let draw = || {
            let markup = fragment(here, &room, viewer, &Reply::default())?;
            Some(event(room.seq, "table", &markup.into_string()))
        };
        // Whoever has no seat here and looks through nobody's eyes sees what all such see.
        let anybody = viewer == Viewer::Spectator && room.seating.is_anybody(&here.guest.id);
        if anybody { here.table.shown(room.seq, draw) } else { draw() }
    }
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
    let watching = Watching {
        ticket,
        eyes,
        link: link(&headers, here.table.id.as_str()),
        seen,
        seqs: here.table.watch(),
        asides: here.table.watch_asides(),
        said: pages::aside(Aside::Nothing).into_string(),
        stopped: here.app.stopped.clone(),
        here,
        begun,
        done: false,
    };
    let events = unfold(watching, Watching::next);
    // Proxies shall pass every update on at once.
    let headers = [(CONTENT_TYPE.as_str(), "text/event-stream"), ("x-accel-buffering", "no")];
    Ok((headers, Body::from_stream(events)).into_response())
}
