//! All games of one guest: whose turn, since when, against whom, how they ended; put away and deleted.

use maud::Markup;
use table::tongue;

use crate::layout::{Guest, page};

/// What can be done to a game of one's own in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Put {
    /// Put away, or deleted.
    AwayOrDeleted,
    /// Put away: others still play.
    Away,
}

/// A game in the list.
#[derive(Clone, Debug)]
pub struct MyGame {
    /// The table's name in addresses.
    pub id: String,
    /// The game's title.
    pub title: String,
    /// Against whom: names, with the levels of bots.
    pub against: String,
    /// Those of them who have pages of their own: names, and the pages' addresses.
    pub players: Vec<(String, String)>,
    /// Where it stands: whose turn, or how it ended.
    pub status: String,
    /// Since when.
    pub since: Option<String>,
    /// Whether it waits for the guest.
    pub waits: bool,
    /// What can be done to it.
    pub put: Put,
}

/// All games of one guest.
#[derive(Clone, Debug, Default)]
pub struct MyGames {
    /// Those that wait for the guest, longest waiting first.
    pub waiting: Vec<MyGame>,
    /// Those that wait for somebody else, or for players.
    pub others: Vec<MyGame>,
    /// Those that are over.
    pub over: Vec<MyGame>,
    /// Those that were put away.
    pub away: Vec<MyGame>,
}

fn row(game: &MyGame, away: bool) -> Markup {
    html! {
        li class=[game.waits.then_some("waits")] {
            a href={ "/t/" (game.id) } {
                strong { (tongue::phrase(&game.title)) }
                span { (game.against) }
                span class="status" { (game.status) @if let Some(since) = &game.since { " · " (since) } }
            }
            div class="row" {
                @for (name, page) in &game.players { a href=(page) { (name) } }
                form method="post" action={ "/games/" (game.id) "/archive" } {
                    input type="hidden" name="on" value=(!away);
                    button class="quiet" aria-label={ @if away { "Take back: " } @else { "Put away: " } (tongue::phrase(&game.title)) } { @if away { "Take back" } @else { "Put away" } }
                }
                @if game.put == Put::AwayOrDeleted {
                    details class="sure" {
                        summary aria-label={ "Delete: " (tongue::phrase(&game.title)) } { "Delete…" }
                        form method="post" action={ "/games/" (game.id) "/delete" } { button class="danger" { "Yes, delete this game" } }
                    }
                }
            }
        }
    }
}

fn list(title: &str, games: &[MyGame], away: bool) -> Markup {
    html! {
        @if !games.is_empty() {
            section class="slab list mine" {
                h2 { (tongue::phrase(title)) }
                ul { @for game in games { (row(game, away)) } }
            }
        }
    }
}

/// The page with all of them.
pub fn my_games(guest: &Guest<'_>, games: &MyGames) -> Markup {
    let MyGames { waiting, others, over, away } = games;
    let none = waiting.is_empty() && others.is_empty() && over.is_empty() && away.is_empty();
    let body = html! {
        section class="hero back" {
            h1 { "Your games" }
            @if none { p { "You have no games yet. " a href="/" { "Start one" } "." } }
            @else { p { "Press " kbd { "." } " on any page to go to the game that has waited longest for you." } }
        }
        (list("Your turn", waiting, false))
        (list("Waiting for others", others, false))
        (list("Finished", over, false))
        @if !away.is_empty() {
            details class="slab list mine" {
                summary { "Put away: " (away.len()) }
                ul { @for game in away { (row(game, true)) } }
            }
        }
    };
    page("Your games", Some(guest), "lobby", &body)
}
