//! The front door: start a game in one click, find a table, go on with one's own.

use maud::Markup;
use table::tongue;

use crate::assets;
use crate::layout::{Guest, page};
use crate::learn::{Taught, in_short};

/// A table in a list.
#[derive(Clone, Debug)]
pub struct Listing {
    /// The table's name in addresses.
    pub id: String,
    /// The game's title.
    pub title: String,
    /// Who sits there.
    pub names: Vec<String>,
    /// How many seats are open.
    pub open: usize,
    /// Where it stands, in a few words.
    pub status: String,
    /// Whether it waits for the guest.
    pub waits: bool,
    /// Whether the game is over.
    pub over: bool,
}

/// What the lobby shows.
#[derive(Clone, Debug)]
pub struct Lobby<'a> {
    /// The games, how many can play each (fewest and most), and the lessons of each.
    pub games: &'a [(Taught<'a>, (usize, usize))],
    /// The guest's own tables.
    pub own: Vec<Listing>,
    /// Tables with open seats.
    pub open: Vec<Listing>,
    /// Games under way that anyone may watch.
    pub running: Vec<Listing>,
}

/// How many of a guest's own tables are shown before the rest is folded away.
const FIRST: usize = 4;

pub(crate) fn rows(tables: &[Listing], verb: &str) -> Markup {
    html! {
        ul {
            @for table in tables {
                li class=[table.waits.then_some("waits")] {
                    a href={ "/t/" (table.id) } {
                        strong { (tongue::phrase(&table.title)) }
                        span { (table.names.join(", ")) }
                        span class="status" { (table.status) }
                        span class="go" { @if table.over { "View" } @else { (tongue::phrase(verb)) } }
                    }
                }
            }
        }
    }
}

fn list(title: &str, tables: &[Listing], verb: &str) -> Markup {
    html! {
        @if !tables.is_empty() { section class="slab list" { h2 { (tongue::phrase(title)) } (rows(tables, verb)) } }
    }
}

/// The guest's own tables: the first few, and the rest on demand.
fn own(tables: &[Listing]) -> Markup {
    let (first, rest) = tables.split_at(tables.len().min(FIRST));
    html! {
        @if !first.is_empty() {
            section class="slab list" {
                h2 { "Your games" }
                (rows(first, "Continue"))
                @if !rest.is_empty() { details { summary { (rest.len()) " more" } (rows(rest, "Continue")) } }
                p { a href="/games" { "All your games" } }
            }
        }
    }
}

/// The front page.
pub fn lobby(guest: &Guest<'_>, lobby: &Lobby<'_>) -> Markup {
    let back = !lobby.own.is_empty();
    let body = html! {
        section class={ "hero" @if back { " back" } } {
            h1 { "Sit down and play" }
            @if !back {
                p { "Three tabletop games, played exactly by their rules: against bots, or with friends by a link. No account, nothing to install." }
                p { "New here? Each game has a " a href="/learn" { "first lesson" } " of about ten minutes, and two more on what makes it deep." }
            }
        }
        // Who has games under way came for them.
        (own(&lobby.own))
        div class="games" {
            @for (taught, (fewest, most)) in lobby.games {
                @let game = taught.info;
                article class={ "slab game game-" (game.name) } {
                    (title_picture(game.name))
                    h2 { (tongue::phrase(game.title)) }
                    p { (tongue::phrase(game.summary)) }
                    @if !game.summary.contains("players") {
                        p class="players" { @if fewest == most { (most) } @else { (fewest) "–" (most) } " players" }
                    }
                    div class="row" {
                        form method="post" action={ "/quick/" (game.name) } { button class="main" title="Against bots, at once" { "Play now" } }
                        a class="button" href={ "/new/" (game.name) } { "With friends…" }
                    }
                    (in_short(taught))
                    p class="links" {
                        a href={ "/guide/" (game.name) } { "Rules" } " · " a href={ "/cards/" (game.name) } { "Cards" } " · " a href={ "/new/" (game.name) "?with=bots" } { "Set up a game" }
                    }
                }
            }
        }
        section class="slab list" {
            h2 { "Play with strangers" }
            div class="row" {
                a class="button" href="/pair" { "Find opponents" }
                a class="button" href="/tables" { "Open tables" }
                a class="button" href="/tournaments" { "Tournaments" }
            }
        }
        (list("Open tables", &lobby.open, "Join"))
        (list("Games under way", &lobby.running, "Watch"))
        details class="slab list" {
            summary { "Open a record file" }
            form method="post" action="/open" enctype="application/x-www-form-urlencoded" {
                label { "Choose a record you downloaded: " input type="file" data-into="record" accept=".record,text/plain"; }
                label { "Or paste its text:" textarea id="record" name="record" rows="2" required {} }
                button { "Open" }
            }
        }
    };
    page("Tables", Some(guest), "lobby", &body)
}

/// The title picture of a game.
pub(crate) fn title_picture(game: &str) -> Markup {
    html! {
        svg class="poster pic" viewBox="0 0 156 60" preserveAspectRatio="xMidYMid slice" aria-hidden="true" {
            use href=(assets::picture("titles", game)) {}
        }
    }
}
