//! What a page says beside its table: things that are no part of the game, and come and go without it.

use crate::Glossary;
use maud::Markup;
use table::Text;

/// What a page says beside its table.
#[derive(Clone, Copy, Debug)]
pub enum Aside<'a> {
    /// Nothing.
    Nothing,
    /// Bots owe a decision, and nobody is there to think for them.
    NobodyThinks,
    /// A hint was asked for: its place in the line, from 1; 0 once somebody thinks about it.
    InLine(u64),
    /// The hint that was asked for, best action first.
    Hint {
        /// One line for each action.
        lines: &'a [Text],
        /// The cards and rules of the table.
        glossary: &'a Glossary,
        /// Who sits where.
        names: &'a [String],
    },
}

/// The words of it, to be put in the place that every table's page has for them.
pub fn aside(aside: Aside<'_>) -> Markup {
    html! {
        @match aside {
            Aside::Nothing => { span hidden {} }
            Aside::NobodyThinks => {
                div class="coach" { p { "Nobody is thinking for the bots right now. The game goes on as soon as somebody does." } }
            }
            Aside::InLine(place) => { div class="coach" { (in_line(place)) } }
            Aside::Hint { lines, glossary, names } => {
                div class="coach" {
                    h3 { "Hint" }
                    ul { @for line in lines { li { (glossary.text(line, names)) } } }
                }
            }
        }
    }
}

/// Where a hint stands in the line.
pub(crate) fn in_line(place: u64) -> Markup {
    html! {
        h3 { "Hint" }
        @if place == 0 { p { "A strong bot is thinking about it." } }
        @else { p { "You are number " (place) " in line for a hint." } }
    }
}
