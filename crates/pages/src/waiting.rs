//! A table where seats are still open.

use maud::{Markup, html};
use table::Seat;

use crate::layout::{Guest, page};
use crate::play::badge;
use crate::qr;

/// A table that has not started.
#[derive(Clone, Debug)]
pub struct Waiting<'a> {
    /// The table's name in addresses.
    pub id: &'a str,
    /// The seq of its last event.
    pub seq: u64,
    /// The game's title.
    pub title: &'a str,
    /// The options that differ from the usual.
    pub options: String,
    /// Each seat: who sits there, if anyone.
    pub seats: Vec<Option<String>>,
    /// Whether the guest sits here.
    pub seated: bool,
    /// The whole address to share.
    pub link: String,
}

/// The part that changes.
pub fn waiting(table: &Waiting<'_>) -> Markup {
    html! {
        div id="table" class="waiting" data-seq=(table.seq) {
            section class="slab" {
                h1 { (table.title) }
                @if !table.options.is_empty() { p class="options" { (table.options) } }
                ol class="chairs" {
                    @for (at, name) in table.seats.iter().enumerate() {
                        li {
                            @if let Some(seat) = Seat::checked(at) {
                                (badge(seat))
                                @match name {
                                    Some(name) => { span class="name" { (name) } }
                                    None if !table.seated => {
                                        form method="post" action={ "/t/" (table.id) "/sit" } {
                                            input type="hidden" name="seat" value=(seat);
                                            button class="main" { "Sit here" }
                                        }
                                    }
                                    None => {
                                        span class="name open" { "open" }
                                        form method="post" action={ "/t/" (table.id) "/seat-bot" } {
                                            input type="hidden" name="seat" value=(seat);
                                            button { "Let an automatic player sit here" }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
                p role="status" { "The game starts when every seat is taken." }
            }
            section class="slab invite" {
                h2 { "Share this link" }
                p { "Whoever opens it can take a seat. No account is needed." }
                p { input class="link" readonly value=(table.link) aria-label="The link to this table" data-copy; }
                (qr::code(&table.link))
            }
        }
    }
}

/// The whole page.
pub fn waiting_page(guest: &Guest<'_>, table: &Waiting<'_>) -> Markup {
    let body = html! {
        div id="live" data-live={ "/t/" (table.id) "/live" } { (waiting(table)) }
        p id="offline" class="offline" hidden { "Connection lost: trying again…" }
    };
    page(table.title, Some(guest), "plain-page", &body)
}
