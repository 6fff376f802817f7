//! A table where seats are still open.

use maud::Markup;
use table::{Seat, SeatSet, tongue};

use crate::host::removed;
use crate::layout::{Guest, page};
use crate::play::{badge, offline};
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
    /// What is played, in words: how many, and what differs from the usual.
    pub settings: Vec<String>,
    /// Each seat: who sits there, if anyone.
    pub seats: Vec<Option<String>>,
    /// Whether the guest sits here.
    pub seated: bool,
    /// Whether the host removed the guest.
    pub removed: bool,
    /// Whom the guest may remove, as the host.
    pub removable: SeatSet,
    /// The whole address to share.
    pub link: String,
}

/// The part that changes.
pub fn waiting(table: &Waiting<'_>) -> Markup {
    html! {
        div id="table" class="waiting" data-seq=(table.seq) {
            section class="slab" {
                h1 { (tongue::phrase(table.title)) }
                @if !table.settings.is_empty() { p class="options" { (table.settings.join(" · ")) } }
                ol class="chairs" {
                    @for (at, name) in table.seats.iter().enumerate() {
                        li {
                            @if let Some(seat) = Seat::checked(at) {
                                (badge(seat))
                                @match name {
                                    Some(name) => {
                                        span class="name" { (name) }
                                        @if table.removable.contains(seat) {
                                            form method="post" action={ "/t/" (table.id) "/remove" } {
                                                input type="hidden" name="seat" value=(seat);
                                                button class="danger" title={ (name) " can’t sit down at this table again." } { "Remove" }
                                            }
                                        }
                                    }
                                    None if table.removed => { span class="name open" { "Open seat" } }
                                    None if !table.seated => {
                                        form method="post" action={ "/t/" (table.id) "/sit" } {
                                            input type="hidden" name="seat" value=(seat);
                                            button class="main" { "Sit here" }
                                        }
                                    }
                                    None => {
                                        span class="name open" { "Open seat" }
                                        form method="post" action={ "/t/" (table.id) "/seat-bot" } {
                                            input type="hidden" name="seat" value=(seat);
                                            button { "Add a bot" }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
                @if table.removed { (removed()) }
                p role="status" { @if table.seated { "Waiting for the others. The game starts as soon as every seat is taken." } @else { "The game starts as soon as every seat is taken." } }
            }
            section class="slab invite" {
                h2 { "Invite your friends" }
                p { "Send them this link, or let them scan the code. Whoever opens it can take a seat. No account needed." }
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
        (offline())
    };
    page(table.title, Some(guest), "plain-page", &body)
}
