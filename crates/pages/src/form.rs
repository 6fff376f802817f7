//! A new table: a form made from what the game can be set to.

use maud::{Markup, html};
use table::{Info, OptionKind, OptionSpec, Seat};

use crate::layout::{Guest, page};
use crate::play::badge;

/// The levels of automatic players.
#[derive(Clone, Debug)]
pub struct Levels {
    /// Each name and what it is like, gentlest first.
    pub all: Vec<(&'static str, &'static str)>,
    /// The one that is chosen unless another is.
    pub usual: &'static str,
}

fn words(name: &str) -> String {
    let mut text = name.replace('_', " ");
    if let Some(first) = text.get_mut(0..1) {
        first.make_ascii_uppercase();
    }
    text
}

fn field(spec: &OptionSpec) -> Markup {
    let id = format!("o-{}", spec.name);
    html! {
        div class="field" {
            label for=(id) { (words(spec.name)) }
            @match spec.kind {
                OptionKind::Choice(choices) => {
                    select id=(id) name={ "o." (spec.name) } {
                        @for choice in choices { option value=(choice) selected[*choice == spec.default] { (choice) } }
                    }
                }
                OptionKind::Number(low, high) => {
                    input id=(id) type="number" name={ "o." (spec.name) } min=(low) max=(high) value=(spec.default);
                }
                OptionKind::Several(choices) => {
                    fieldset id=(id) {
                        @for choice in choices {
                            label class="check" {
                                input type="checkbox" name={ "s." (spec.name) } value=(choice)
                                    checked[spec.default == "all" || spec.default.split('+').any(|one| one == *choice)];
                                " " (choice)
                            }
                        }
                    }
                }
                // Free text can name a folder of the server: it is for the terminal only.
                OptionKind::Text(_) => {}
            }
            p class="meaning" { (spec.meaning) }
        }
    }
}

/// The form. `range` is how many can play; who sits on seats beyond the chosen number is not asked.
pub fn new_table(
    guest: &Guest<'_>,
    info: &Info,
    specs: &[OptionSpec],
    range: (usize, usize),
    levels: &Levels,
    fault: Option<&str>,
) -> Markup {
    let players = specs.iter().find(|spec| spec.name == "players");
    let usual = players.and_then(|spec| spec.default.parse().ok()).unwrap_or(range.0);
    let others: Vec<_> = specs
        .iter()
        .filter(|spec| spec.name != "players" && !matches!(spec.kind, OptionKind::Text(_)))
        .collect();
    let (first, rest) = others.split_at(others.len().min(1));
    let body = html! {
        form class="slab new-table" method="post" action={ "/new/" (info.name) } {
            h1 { "New table: " (info.title) }
            @if let Some(fault) = fault { p class="refused-note" role="alert" { (fault) } }
            fieldset class="seats" {
                legend { "Who plays?" }
                @for at in 0..range.1 {
                    div class="field" {
                        @if let Some(seat) = Seat::checked(at) { (badge(seat)) }
                        label class="hidden" for={ "seat-" (at) } { "Seat " (at + 1) }
                        select id={ "seat-" (at) } name="seat" {
                            option value="me" selected[at == 0] { "me" }
                            option value="open" { "open: anyone with the link, or from the list" }
                            option value="link" { "by link only" }
                            @for (level, like) in &levels.all {
                                option value={ "bot:" (level) } selected[at > 0 && at < usual && *level == levels.usual] {
                                    "automatic: " (level) ", " (like)
                                }
                            }
                            option value="none" selected[at >= usual] disabled[at < range.0] { "nobody" }
                        }
                        input name="called" maxlength="24" placeholder="name" aria-label={ "Name at seat " (at + 1) ", where it is me" } autocomplete="off";
                    }
                }
                p class="meaning" { "Several seats for me: you play on one device and pass it around; give each player a name." }
            }
            fieldset class="manner" {
                legend { "How?" }
                label class="check" { input type="checkbox" name="hints" value="on" checked; " Hints may be asked for" }
                label class="choose" { input type="radio" name="slow" value="off" checked; " Live: everybody stays at the table until the end" }
                label class="choose" { input type="radio" name="slow" value="on"; " Slow: over hours or days, whenever you look in" }
                p class="meaning" { "There is no clock in either, and nobody is put out for being late. At a slow table decisions with only one answer are made for you, and lists show how long it has waited for whom; nothing is sent to you, so look in at “Your games”." }
            }
            @for spec in first { (field(spec)) }
            @if !rest.is_empty() {
                details { summary { "More rules" } @for spec in rest { (field(spec)) } }
            }
            button class="main" { "Open the table" }
        }
    };
    page(&format!("New table: {}", info.title), Some(guest), "plain-page", &body)
}
