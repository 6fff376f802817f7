//! The others' moves at one's own pace, and what happened as a film: what the script does it with.

use maud::Markup;

/// The others' moves at one's own pace; the script does it.
pub(crate) fn pacing() -> Markup {
    html! {
        span id="pacing" class="pacing scripted-only" {
            button type="button" id="film" hidden title="What happened since you last decided, as a short film" { "What happened" }
            button type="button" id="pause" aria-pressed="false" title="Hold the others’ moves; yours are never held" { "Pause" }
            button type="button" id="step" hidden { "Next move " b {} }
        }
    }
}

/// What the script shows under a film of what happened.
pub(crate) fn film() -> Markup {
    html! {
        div id="film-box" class="film" hidden {
            progress aria-label="How far the film is" {}
            span class="caption" {}
            button type="button" id="film-skip" { "Skip" }
        }
    }
}
