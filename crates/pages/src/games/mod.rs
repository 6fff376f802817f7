//! How each game is drawn: one file or folder each.

mod for_glory;
mod glory;
mod glory_to_rome;

use maud::{Markup, html};

/// A bar that is so much of so much full.
pub(crate) fn bar(class: &str, now: u8, most: u8) -> Markup {
    let most = most.max(1);
    html! {
        svg class={ "bar " (class) } viewBox={ "0 0 " (most) " 4" } preserveAspectRatio="none" aria-hidden="true" {
            rect class="all" width=(most) height="4" {}
            rect class="now" width=(now.min(most)) height="4" {}
        }
    }
}
