//! What the host of a table may do: remove somebody from a seat, forbid somebody to write; and how those are told.

use maud::Markup;
use table::{Seat, SeatSet, tongue};

use crate::play::{Chat, Sitting, badge};

/// Whether a guest may write at a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Voice {
    /// As one who plays, or where everyone may.
    Speaks,
    /// Not: only the players write here.
    Listens,
    /// Not: the host has forbidden it.
    Muted,
    /// Not: the host removed the guest from the table.
    Removed,
}

/// What the host of a table may do now.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Host {
    /// From which seats somebody can be removed.
    pub removable: SeatSet,
    /// The lines of the chat whose writers could be forbidden to write.
    pub heard: Vec<u64>,
    /// The lines of the chat whose writers are forbidden to write.
    pub muted: Vec<u64>,
}

/// What somebody is told whom the host removed, on the page and by every refusal.
pub const REMOVED: &str =
    "The host removed you from this table. You can still watch, but you can’t take a seat or write here.";

/// What somebody reads whom the host removed.
pub(crate) fn removed() -> Markup {
    html! {
        p class="refused-note" id="removed" role="alert" { (tongue::phrase(REMOVED)) }
    }
}

/// Removes somebody, after a question: what happens to the seat is chosen with the answer.
pub(crate) fn removing(sitting: &Sitting<'_>) -> Markup {
    let Some(host) = sitting.around.host.as_ref().filter(|host| !host.removable.is_empty()) else {
        return html! {};
    };
    let answer = |seat: Seat, then: &str, words: &str| {
        html! {
            form method="post" action={ "/t/" (sitting.around.id) "/remove" } class="f-remove" {
                input type="hidden" name="seat" value=(seat);
                input type="hidden" name="then" value=(then);
                button class="choice danger" { (tongue::phrase(words)) }
            }
        }
    };
    html! {
        p { "You opened this table, so you can remove players from it." }
        div class="row stop" {
            @for seat in host.removable.iter() {
                @let (name, id) = (sitting.name(seat), format!("remove-{seat}"));
                button type="button" class="danger" popovertarget=(id) { "Remove " (name) "…" }
                div popover id=(id) class="menu" role="alertdialog" aria-label={ "Remove " (name) } {
                    h3 { "Remove " (name) "?" }
                    p { (name) " is told so, can still watch, and can’t sit down or write here again. Who plays on?" }
                    (answer(seat, "bot", "Remove, and a bot plays on"))
                    (answer(seat, "open", "Remove, and leave the seat open"))
                    button type="button" class="quiet" popovertarget=(id) popovertargetaction="hide" { "No, go back" }
                }
            }
        }
    }
}

/// Seats of a running game that nobody has: whoever watches can take one, whoever plays can ask a bot.
pub(crate) fn open_seats(sitting: &Sitting<'_>) -> Markup {
    if sitting.ended.is_some() || sitting.around.voice == Voice::Removed {
        return html! {};
    }
    let (verb, words) =
        if sitting.around.own.is_empty() { ("sit", "Sit here") } else { ("seat-bot", "Let a bot play") };
    html! {
        @for seat in sitting.around.free.iter() {
            form method="post" action={ "/t/" (sitting.around.id) "/" (verb) } class={ "open-seat f-" (verb) } {
                input type="hidden" name="seat" value=(seat);
                (badge(seat)) span { "This seat is open." } button { (tongue::phrase(words)) }
            }
        }
    }
}

/// Beside a line of the chat: forbids its writer to write, or allows it again.
pub(crate) fn muting(sitting: &Sitting<'_>, line: &Chat) -> Markup {
    let Some(host) = &sitting.around.host else { return html! {} };
    let muted = host.muted.contains(&line.number);
    html! {
        @if muted || host.heard.contains(&line.number) {
            form method="post" action={ "/t/" (sitting.around.id) "/mute" } class="f-mute" {
                input type="hidden" name="line" value=(line.number);
                button name="on" value=(!muted) title={ @if muted { "Let " (line.name) " write here again" } @else { "Stop " (line.name) " from writing at this table" } } {
                    @if muted { "Unmute" } @else { "Mute" }
                }
            }
        }
    }
}
