//! A link to be passed on: copied, shared, or scanned.

use maud::Markup;
use table::tongue;

use crate::qr;

/// The link in a field, with buttons where there is a script, and as a QR code. `id` is the field's.
pub fn share(id: &str, link: &str, label: &'static str) -> Markup {
    html! {
        p { input class="link" id=(id) readonly value=(link) aria-label=(tongue::phrase(label)) data-copy; }
        p class="row scripted-only" {
            button type="button" data-copies=(id) data-say-copied=(tongue::phrase("Copied")) data-say-not=(tongue::phrase("Press Ctrl+C to copy")) { "Copy" }
            button type="button" class="share-only" data-shares=(id) { "Share…" }
            span class="soft" role="status" {}
        }
        (qr::code(link))
    }
}
