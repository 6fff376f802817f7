//! What every page has around it.

use maud::{DOCTYPE, Markup};

use table::tongue;

use crate::assets;

/// Who is looking at the page.
#[derive(Clone, Debug)]
pub struct Guest<'a> {
    /// The chosen name.
    pub name: &'a str,
    /// How many of the guest's games wait for a decision, and the first of them.
    pub waiting: Option<(usize, String)>,
}

/// A whole page.
pub fn page(title: &str, guest: Option<&Guest<'_>>, class: &str, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang=(tongue::spoken().code()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (tongue::phrase(title)) " · Gloria" }
                link rel="stylesheet" href=(assets::style_path());
                link rel="stylesheet" href=(assets::lessons_path());
                link rel="icon" type="image/svg+xml" href=(assets::icon_path());
                link rel="manifest" href="/manifest.webmanifest";
                script src=(assets::script_path()) defer {}
                script src=(assets::links_path()) defer {}
                script src=(assets::sheet_path()) defer {}
            }
            body class=(class) data-say-trying=(tongue::phrase("Not connected. Trying again…"))
                data-say-kept=(tongue::phrase("Not connected. Your choice is kept and sent as soon as the connection is back…"))
                data-say-failed=(tongue::phrase("That did not work. Please try again."))
                data-say-moment=(tongue::phrase("{0} of {1}")) data-say-pause=(tongue::phrase("Pause"))
                data-say-play=(tongue::phrase("Play")) {
                a class="skip" href="#main" { "Skip to the content" }
                header class="top" {
                    a class="brand" href="/" {
                        svg class="laurel" viewBox="0 0 32 32" aria-hidden="true" { use href=(assets::art("laurel")) {} }
                        span { "Gloria" }
                    }
                    nav aria-label="Main" {
                        a href="/" { "Tables" }
                        a href="/learn" { "Learn" }
                        a class="wide" href="/api" { "For bots" }
                    }
                    @if let Some(guest) = guest {
                        @if let Some((number, next)) = &guest.waiting {
                            a class="next" href=(next) data-count=(number) title="Go to the game that has waited longest (.)" { (number) span class="wide" { @if *number == 1 { " game" } @else { " games" } } @if *number == 1 { " waits" } @else { " wait" } }
                        }
                        a class="who" href="/me" title="Your name and settings" { (guest.name) }
                    }
                }
                main id="main" { (body) }
                (sheet())
            }
        }
    }
}

/// Where the script shows a card: small beside it, or open with what can be done.
fn sheet() -> Markup {
    html! {
        div id="sheet" class="menu sheet" popover="manual" role="dialog" aria-label="A card" tabindex="-1" {
            div class="shown" {}
            section class="now" hidden { h3 { "Now" } div {} }
            p class="row" { a class="button all" href="/" { "In the list of cards" } button type="button" class="close" { "Close" } }
        }
        div id="peek" class="sheet" popover="manual" inert {
            div class="shown" {}
            div class="now" hidden { h3 { "Now" } div {} }
        }
    }
}

/// A page that says one thing: an error, a confirmation.
pub fn message(title: &str, text: &str, links: &[(&str, &str)]) -> Markup {
    let body = html! {
        section class="message slab" {
            svg class="column" viewBox="0 0 32 32" aria-hidden="true" { use href=(assets::art("laurel")) {} }
            h1 { (tongue::phrase(title)) }
            p { (text) }
            p { @for (href, words) in links { a class="button" href=(href) { (tongue::phrase(words)) } " " } }
        }
    };
    page(title, None, "plain-page", &body)
}
