//! Somebody's page: how well they play, how that came to be, and what they like.

use maud::Markup;
use table::{many, say, tongue};

use crate::layout::{Guest, page};
use crate::names::capital;

/// One rating, and how it came to be.
#[derive(Clone, Debug)]
pub struct PlayerLadder {
    /// The game's title.
    pub title: String,
    /// How many play.
    pub players: usize,
    /// The rating, as it is shown.
    pub rating: i64,
    /// How far off it may be.
    pub deviation: i64,
    /// Whether it is still a guess.
    pub provisional: bool,
    /// How many of the games were won.
    pub won: usize,
    /// What they took most often: of each sort of things, with how often.
    pub favourites: Vec<(String, Vec<(String, usize)>)>,
    /// The rating before the first game, with how far off it was.
    pub start: (f64, f64),
    /// Every rating after a game with how far off it was, oldest first.
    pub steps: Vec<(f64, f64)>,
    /// The last results, newest first.
    pub results: Vec<PlayerResult>,
}

/// One result.
#[derive(Clone, Debug)]
pub struct PlayerResult {
    /// Where it can be looked at, by those who may.
    pub link: Option<String>,
    /// Which place, and of how many.
    pub place: (usize, usize),
    /// The others: their names in addresses, if they have one, and what they were called.
    pub against: Vec<(String, String)>,
    /// By how much the rating changed.
    pub change: i64,
    /// How long ago.
    pub when: String,
}

/// What one can do about somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// It is oneself.
    Self_,
    /// Somebody else.
    Other,
    /// Somebody whom one has blocked.
    Blocked,
}

/// Somebody's page.
#[derive(Clone, Debug)]
pub struct PlayerPage<'a> {
    /// Their name in addresses.
    pub id: &'a str,
    /// What they are called.
    pub name: &'a str,
    /// What the one who looks can do about them.
    pub relation: Relation,
    /// Their ratings.
    pub ladders: Vec<PlayerLadder>,
}

const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 160.0;

/// How a rating came to be: a line within the band in which the true one lies, nineteen times of twenty.
fn plot(ladder: &PlayerLadder) -> Markup {
    let steps: Vec<(f64, f64)> = std::iter::once(ladder.start).chain(ladder.steps.iter().copied()).collect();
    let low = steps.iter().map(|(value, _)| value - 100.0).fold(f64::INFINITY, f64::min);
    let high = steps.iter().map(|(value, _)| value + 100.0).fold(f64::NEG_INFINITY, f64::max);
    let (low, high) = ((low / 100.0).floor() * 100.0, (high / 100.0).ceil() * 100.0);
    let across = |at: usize| 44.0 + (WIDTH - 52.0) * at as f64 / (steps.len().max(2) - 1) as f64;
    let up = |value: f64| HEIGHT - 8.0 - (HEIGHT - 16.0) * (value.clamp(low, high) - low) / (high - low);
    let point = |at: usize, value: f64| format!("{:.1},{:.1}", across(at), up(value));
    let each = |offset: f64| {
        steps.iter().enumerate().map(move |(at, (value, deviation))| (at, value + offset * deviation))
    };
    let line: Vec<String> = each(0.0).map(|(at, value)| point(at, value)).collect();
    let upper = each(2.0).map(|(at, value)| point(at, value));
    let lower: Vec<String> = each(-2.0).map(|(at, value)| point(at, value)).collect();
    let band: Vec<String> = upper.chain(lower.into_iter().rev()).collect();
    let (first, last) = (steps.first().map_or(0.0, |it| it.0), steps.last().map_or(0.0, |it| it.0));
    let label = say!(
        "Rating over {}: from {} to {}",
        many(ladder.steps.len() as i64, "game"),
        first.round() as i64,
        last.round() as i64
    );
    html! {
        svg class="plot" viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label=(label) {
            @for mark in [low, f64::midpoint(low, high), high] {
                line class="grid" x1="44" x2=(WIDTH - 8.0) y1=(format!("{:.1}", up(mark))) y2=(format!("{:.1}", up(mark))) {}
                text x="38" y=(format!("{:.1}", up(mark) + 4.0)) text-anchor="end" { (format!("{mark:.0}")) }
            }
            polygon class="band" points=(band.join(" ")) {}
            polyline points=(line.join(" ")) {}
            @if let Some((at, value)) = each(0.0).next_back() { circle r="4" cx=(format!("{:.1}", across(at))) cy=(format!("{:.1}", up(value))) {} }
        }
    }
}

/// A change with its sign.
fn signed(change: i64) -> String {
    if change < 0 { format!("−{}", -change) } else { format!("+{change}") }
}

fn ladder(ladder: &PlayerLadder) -> Markup {
    let games = ladder.steps.len();
    html! {
        section class="slab ladder" {
            h2 { (tongue::phrase(&ladder.title)) ", " (many(ladder.players as i64, "player")) }
            p class="rating" {
                strong { (ladder.rating) @if ladder.provisional { "?" } }
                " " span class="soft" { "± " (2 * ladder.deviation) " · " (many(games as i64, "game")) " · " (ladder.won) " won" }
            }
            @if ladder.provisional { p class="meaning" { "The question mark: after so few games this is still a guess." } }
            (plot(ladder))
            @if !ladder.favourites.is_empty() {
                h3 { "Most often" }
                dl class="favourites" {
                    @for (sort, names) in &ladder.favourites {
                        dt { (capital(&tongue::phrase(sort))) }
                        dd { @for (at, (name, times)) in names.iter().enumerate() { @if at > 0 { ", " } (tongue::spoken().name(name)) " (" (times) "×)" } }
                    }
                }
            }
            h3 { "Last results" }
            ul class="results" {
                @for result in &ladder.results {
                    li {
                        span class="place" { (say!("{} of {}", result.place.0, result.place.1)) }
                        span { "against " @for (at, (id, name)) in result.against.iter().enumerate() { @if at > 0 { ", " } @if id.is_empty() { (tongue::phrase(name)) } @else { a href={ "/players/" (id) } { (name) } } } }
                        span class={ "change" @if result.change < 0 { " down" } } { (signed(result.change)) }
                        span class="soft" { (result.when) }
                        @if let Some(link) = &result.link { a href=(link) { "View" } }
                    }
                }
            }
        }
    }
}

/// Somebody's page.
pub fn player(guest: &Guest<'_>, player: &PlayerPage<'_>) -> Markup {
    let act = |verb: &str| format!("/players/{}/{verb}", player.id);
    let body = html! {
        section class="hero back" {
            h1 { (player.name) }
            @match player.relation {
                Relation::Self_ => { p { "This is your page, as everybody can see it. Only rated games count for it." } }
                Relation::Other => {
                    div class="row center" {
                        form method="post" action=(act("block")) {
                            input type="hidden" name="on" value="true";
                            button title="You will not be paired with them, and you will not see what they write" { "Block" }
                        }
                    }
                }
                Relation::Blocked => {
                    p { "You have blocked this player: you will not be paired with them, and you will not see what they write." }
                    div class="row center" {
                        form method="post" action=(act("block")) {
                            input type="hidden" name="on" value="false";
                            button { "Unblock" }
                        }
                    }
                }
            }
        }
        @for one in &player.ladders { (ladder(one)) }
        @if player.relation != Relation::Self_ {
            details class="slab list" {
                summary { "Report this player" }
                form method="post" action=(act("report")) {
                    label for="report" { "What happened? Whoever runs this server reads it." }
                    textarea id="report" name="text" rows="3" maxlength="2000" required {}
                    button { "Send the report" }
                }
            }
        }
    };
    page(player.name, Some(guest), "lobby", &body)
}
