//! A tournament: how it stands, who meets whom; and the form that opens one.

use maud::Markup;
use table::{Info, many, tongue};

use crate::layout::{Guest, page};
use crate::share::share;

/// Somebody's place.
#[derive(Clone, Debug)]
pub struct TournamentRow {
    /// Their place.
    pub place: usize,
    /// What they are called.
    pub name: String,
    /// Their page, if they have one.
    pub link: Option<String>,
    /// Their points.
    pub points: String,
    /// The points of those whom they met.
    pub opponents: String,
    /// How many tables they won.
    pub wins: usize,
    /// How many they played.
    pub tables: usize,
    /// Whether they have left.
    pub left: bool,
}

/// A table of a round.
#[derive(Clone, Debug)]
pub struct TournamentTable {
    /// Where it is; nothing for somebody who has nobody to play with.
    pub link: Option<String>,
    /// Who sits there, once it is over with the place.
    pub names: Vec<(String, Option<usize>)>,
}

/// What the one who looks can do.
#[allow(clippy::struct_excessive_bools)] // Each is a button.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TournamentDeeds {
    /// Take part.
    pub join: bool,
    /// Take part no more.
    pub leave: bool,
    /// Let it begin.
    pub start: bool,
}

/// A tournament as its page shows it.
#[derive(Clone, Debug)]
pub struct TournamentPage<'a> {
    /// Its name in addresses.
    pub id: &'a str,
    /// What it is called.
    pub title: &'a str,
    /// What is played and how, each in a few words.
    pub settings: Vec<String>,
    /// The round that is played, of how many; 0 before the first.
    pub round: (usize, usize),
    /// Whether it is over.
    pub over: bool,
    /// Everybody, best first.
    pub rows: Vec<TournamentRow>,
    /// The tables of every round, the newest first.
    pub tables: Vec<(usize, Vec<TournamentTable>)>,
    /// The table where the one who looks has to play.
    pub mine: Option<String>,
    /// What they can do.
    pub deeds: TournamentDeeds,
    /// Its whole address, to be given to others.
    pub link: &'a str,
    /// Changes when the page does.
    pub stamp: String,
}

fn button(id: &str, verb: &str, class: &str, words: &'static str) -> Markup {
    html! { form method="post" action={ "/tournaments/" (id) "/" (verb) } { button class=(class) { (tongue::phrase(words)) } } }
}

fn table_row(table: &TournamentTable) -> Markup {
    html! {
        li {
            @for (at, (name, place)) in table.names.iter().enumerate() {
                @if at > 0 { span class="soft" { "–" } }
                span { (name) @if let Some(place) = place { @if table.link.is_some() { " " small { "(" (place) ")" } } } }
            }
            @match &table.link {
                Some(link) => { a href=(link) { @if table.names.iter().all(|(_, place)| place.is_some()) { "View" } @else { "Go to the table" } } }
                None => { span class="soft" { "has nobody to play with, and a win for it" } }
            }
        }
    }
}

/// A tournament's page.
pub fn tournament(guest: &Guest<'_>, it: &TournamentPage<'_>) -> Markup {
    let (now, all) = it.round;
    let body = html! {
        div data-poll=(it.stamp) {
            section class="hero back" {
                h1 { (it.title) }
                p { @for (at, words) in it.settings.iter().enumerate() { @if at > 0 { " · " } (words) } }
                p role="status" {
                    @if it.over { "The tournament is over." }
                    @else if now == 0 { "Waiting for players. " (many(it.rows.len() as i64, "player")) " so far." }
                    @else { "Round " (now) " of " (all) "." }
                }
                div class="row center" {
                    @if let Some(mine) = &it.mine { a class="button main" href=(mine) { "Go to your table" } }
                    @if it.deeds.start { (button(it.id, "start", "main", "Start the tournament")) }
                    @if it.deeds.join { (button(it.id, "join", "main", "Take part")) }
                    @if it.deeds.leave { (button(it.id, "leave", "", "Leave the tournament")) }
                }
            }
            section class="slab league cup" {
                h2 { "Standings" }
                @if it.rows.is_empty() { p { "Nobody takes part yet." } }
                @else {
                    div class="wide-table" tabindex="0" role="region" aria-label="Standings" {
                        table {
                            thead { tr { th { "Place" } th { "Player" } th { "Points" } th title="The points of those they met, which tells those of equal points apart" { "Opponents" } th { "Wins" } th { "Games" } } }
                            tbody {
                                @for row in &it.rows {
                                    tr {
                                        td { (row.place) }
                                        th scope="row" { @if let Some(link) = &row.link { a href=(link) { (row.name) } } @else { (row.name) } @if row.left { " " small { "left" } } }
                                        td { (row.points) } td { (row.opponents) } td { (row.wins) } td { (row.tables) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
            @for (number, tables) in &it.tables {
                section class="slab" {
                    h2 { "Round " (number) }
                    ul class="results" { @for table in tables { (table_row(table)) } }
                }
            }
        }
        @if !it.over {
            section class="slab new-table" {
                h2 { "Invite players" }
                p class="meaning" { "Whoever opens this link can take part. Tables open by themselves when a round begins; whoever does not come loses by the clock." }
                (share("link", it.link, "The link to this tournament"))
            }
        }
    };
    page(it.title, Some(guest), "lobby", &body)
}

/// A tournament in the list of one's own.
#[derive(Clone, Debug)]
pub struct TournamentListing {
    /// Its name in addresses.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// Where it stands.
    pub status: String,
}

/// One's own tournaments, and the form that opens one.
pub fn tournaments(
    guest: &Guest<'_>,
    games: &[(Info, (usize, usize))],
    own: &[TournamentListing],
    fault: Option<&str>,
) -> Markup {
    let most = games.iter().map(|(_, (_, most))| *most).max().unwrap_or(2);
    let body = html! {
        @if !own.is_empty() {
            section class="slab list new-table" {
                h2 { "Your tournaments" }
                ul {
                    @for one in own {
                        li { a href={ "/tournaments/" (one.id) } { strong { (one.title) } span class="status" { (one.status) } span class="go" { "View" } } }
                    }
                }
            }
        }
        form class="slab new-table" method="post" action="/tournaments" {
            h1 { "New tournament" }
            p class="meaning" { "You get a link for the players. When you start it, everybody’s tables open by themselves, round after round." }
            @if let Some(fault) = fault { p class="refused-note" role="alert" { (fault) } }
            div class="field" {
                label for="title" { "Title" }
                input id="title" name="title" maxlength="60" required autocomplete="off";
            }
            div class="field" {
                label for="game" { "Game" }
                select id="game" name="game" { @for (info, _) in games { option value=(info.name) { (tongue::phrase(info.title)) } } }
            }
            div class="field" {
                label for="players" { "Players at a table" }
                select id="players" name="players" { @for number in 2..=most { option value=(number) { (number) } } }
            }
            fieldset class="manner" {
                legend { "Who meets whom" }
                label class="choose" { input type="radio" name="mode" value="swiss" checked; " Swiss: in every round those meet who have done alike" }
                p class="counts" { label class="count" { input type="number" name="rounds" value="3" min="1" max="12" inputmode="numeric"; " rounds" } }
                label class="choose" { input type="radio" name="mode" value="roundrobin"; " Round robin: everybody meets everybody once; for two at a table" }
            }
            fieldset class="manner" {
                legend { "Pace" }
                label class="choose" { input type="radio" name="pace" value="live" checked; " Live: 20 minutes each, and 15 seconds more for each turn" }
                label class="choose" { input type="radio" name="pace" value="slow"; " Slow: a day for each turn, and two days extra" }
            }
            label class="choose" { input type="checkbox" name="rated" value="on"; " Rated: results count for everybody’s rating" }
            button class="main" { "Open the tournament" }
        }
    };
    page("Tournaments", Some(guest), "plain-page", &body)
}
