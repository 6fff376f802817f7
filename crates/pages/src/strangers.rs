//! Playing with people one does not know: looking for them, and tables of others that wait.

use maud::Markup;
use table::{Info, Text, many, say, tongue};

use crate::layout::{Guest, page};
use crate::lobby::{Listing, rows};

/// What the form for looking shows.
#[derive(Clone, Debug)]
pub struct PairForm<'a> {
    /// The games, and how many can play each: fewest and most.
    pub games: &'a [(Info, (usize, usize))],
    /// The game chosen at first.
    pub game: &'a str,
    /// What makes a repeated question harmless.
    pub token: &'a str,
    /// Where the guest's own page is, if they have one.
    pub own: Option<String>,
    /// The live game that they are playing, if they were put together for one.
    pub playing: Option<String>,
    /// Why the last question could not be asked.
    pub fault: Option<&'a str>,
}

/// The form for looking for others.
pub fn pair_form(guest: &Guest<'_>, form: &PairForm<'_>) -> Markup {
    let most = form.games.iter().map(|(_, (_, most))| *most).max().unwrap_or(2);
    if let Some(playing) = &form.playing {
        return pair_later(guest, form, playing);
    }
    let body = html! {
        form class="slab new-table" method="post" action="/pair" {
            h1 { "Find opponents" }
            p class="meaning" { "Say what you would like to play. You get a seat as soon as somebody else wants the same, or at a table that waits for players." }
            @if let Some(fault) = form.fault { p class="refused-note" role="alert" { (fault) } }
            input type="hidden" name="token" value=(form.token);
            div class="field" {
                label for="game" { "Game" }
                select id="game" name="game" {
                    @for (info, _) in form.games { option value=(info.name) selected[info.name == form.game] { (tongue::phrase(info.title)) } }
                }
            }
            div class="field" {
                label for="players" { "Players" }
                select id="players" name="players" {
                    option value="any" { "Any number" }
                    @for number in 2..=most { option value=(number) { (many(number as i64, "player")) } }
                }
            }
            fieldset class="manner" {
                legend { "Pace" }
                label class="choose" { input type="radio" name="pace" value="live" checked; " Live: 20 minutes each, and 15 seconds more for each turn" }
                label class="choose" { input type="radio" name="pace" value="slow"; " Slow: a day for each turn, and two days extra" }
            }
            label class="check" { input type="checkbox" name="rated" value="on" checked; " Rated" }
            p class="meaning" { "The result of a rated game counts for your rating, and your name, results and ratings are shown on your player page. There are no hints and no bots, and you can only undo what the others agree to." }
            div class="row" {
                button class="main" { "Find opponents" }
                a class="button" href="/tables" { "Open tables" }
                @if let Some(own) = &form.own { a class="button" href=(own) { "Your ratings" } }
            }
        }
    };
    page("Find opponents", Some(guest), "plain-page", &body)
}

/// The same for somebody who is in a live game, and so gets no other seat.
fn pair_later(guest: &Guest<'_>, form: &PairForm<'_>, playing: &str) -> Markup {
    let body = html! {
        section class="slab message" {
            h1 { "Find opponents" }
            p { "You are in a live game at the moment. When it is over you can look for the next one." }
            div class="row center" {
                a class="button main" href=(playing) { "Go to your table" }
                @if let Some(own) = &form.own { a class="button" href=(own) { "Your ratings" } }
            }
        }
    };
    page("Find opponents", Some(guest), "plain-page", &body)
}

/// What is shown to somebody who waits.
#[derive(Clone, Debug)]
pub struct PairWait<'a> {
    /// The game's name and title.
    pub game: (&'a str, &'a str),
    /// What they look for besides, each in a few words.
    pub wanted: Vec<String>,
    /// How many wait for the same besides them.
    pub others: usize,
    /// How long it took others, in milliseconds, where anybody knows.
    pub estimate: Option<u64>,
}

/// A time as somebody says it who estimates.
fn about(milliseconds: u64) -> Text {
    let seconds = milliseconds / 1000;
    match seconds {
        0..10 => say!("a few seconds"),
        10..90 => say!("about {}", many((seconds / 10 * 10) as i64, "second")),
        90..5400 => say!("about {}", many((seconds + 30) as i64 / 60, "minute")),
        5400..172_800 => say!("about {}", many((seconds + 1800) as i64 / 3600, "hour")),
        _ => say!("about {}", many((seconds + 43_200) as i64 / 86_400, "day")),
    }
}

/// The page of somebody who waits. It looks by itself whether they have a seat.
pub fn pair_wait(guest: &Guest<'_>, wait: &PairWait<'_>) -> Markup {
    let (name, title) = wait.game;
    let body = html! {
        section class="slab message" data-poll="open" {
            h1 { "Looking for opponents…" }
            p { strong { (tongue::phrase(title)) } @for words in &wait.wanted { " · " (words) } }
            p role="status" {
                @match wait.estimate {
                    Some(estimate) => { "This took others " (about(estimate)) ". " }
                    None => { "Nobody has looked for this lately, so it may take a while. " }
                }
                @match wait.others {
                    0 => { "Nobody else is looking for the same at the moment." }
                    others => { (many(others as i64, "other player")) " are looking for the same." }
                }
            }
            p class="soft" { "Keep this page open: it goes to your table by itself." }
            noscript { p { a href="/pair/wait" { "Look again" } } }
            div class="row center" {
                form method="post" action={ "/quick/" (name) } target="_blank" { button class="main" title="Opens in another tab" { "Play against bots meanwhile" } }
                form method="post" action="/pair/leave" { button { "Stop looking" } }
            }
        }
    };
    page("Looking for opponents", Some(guest), "plain-page", &body)
}

/// The page of somebody whose table is just being opened.
pub fn pair_soon(guest: &Guest<'_>) -> Markup {
    let body = html! {
        section class="slab message" data-poll="asked" {
            h1 { "Opponents found" }
            p role="status" { "Your table is being opened. This page goes there by itself." }
            noscript { p { a href="/pair/wait" { "Look again" } } }
        }
    };
    page("Opponents found", Some(guest), "plain-page", &body)
}

/// Which open tables are wanted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Of this game.
    pub game: Option<String>,
    /// For so many players.
    pub players: Option<usize>,
    /// At this pace: `live`, `slow` or `free`.
    pub pace: Option<String>,
    /// Rated, or not.
    pub rated: Option<bool>,
    /// With at least so many free seats.
    pub free: Option<usize>,
}

/// One choice of a filter.
fn choice(
    id: &'static str,
    words: &'static str,
    chosen: Option<&str>,
    choices: &[(String, String)],
) -> Markup {
    html! {
        label for=(id) { (tongue::phrase(words)) }
        select id=(id) name=(id) {
            option value="" { "Any" }
            @for (value, words) in choices { option value=(value) selected[chosen == Some(value.as_str())] { (words) } }
        }
    }
}

/// Tables of others that wait for players.
pub fn open_tables(
    guest: &Guest<'_>,
    games: &[(Info, (usize, usize))],
    filter: &Filter,
    tables: &[Listing],
) -> Markup {
    let most = games.iter().map(|(_, (_, most))| *most).max().unwrap_or(2);
    let titles: Vec<(String, String)> = games
        .iter()
        .map(|(info, _)| (info.name.to_owned(), tongue::phrase(info.title).into_owned()))
        .collect();
    let numbers = |first: usize| -> Vec<(String, String)> {
        (first..=most).map(|number| (number.to_string(), number.to_string())).collect()
    };
    let said = |value: &str, words: Text| (value.to_owned(), words.to_string());
    let paces = [
        said("live", say!("Live, with a clock")),
        said("slow", say!("Slow, over days")),
        said("free", say!("Without a clock")),
    ];
    let rated = [said("yes", say!("Rated")), said("no", say!("Not rated"))];
    let (players, free) = (filter.players.map(|it| it.to_string()), filter.free.map(|it| it.to_string()));
    let is_rated = filter.rated.map(|rated| if rated { "yes" } else { "no" });
    let body = html! {
        section class="hero back" {
            h1 { "Open tables" }
            p { "Tables of others that wait for players. " a href="/pair" { "Find opponents" } " looks through them for you." }
        }
        form class="slab filters" method="get" action="/tables" {
            div { (choice("game", "Game", filter.game.as_deref(), &titles)) }
            div { (choice("players", "Players", players.as_deref(), &numbers(2))) }
            div { (choice("pace", "Pace", filter.pace.as_deref(), &paces)) }
            div { (choice("rated", "Rated", is_rated, &rated)) }
            div { (choice("free", "Free seats, at least", free.as_deref(), &numbers(1))) }
            button { "Show" }
        }
        section class="slab list" {
            h2 { "Waiting for players" }
            @if tables.is_empty() { p { "No table like this waits at the moment." } }
            @else { (rows(tables, "Join")) }
        }
    };
    page("Open tables", Some(guest), "lobby", &body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_rough() {
        for (time, said) in [
            (3_000, "a few seconds"),
            (47_000, "about 40 seconds"),
            (100_000, "about 2 minutes"),
            (7_200_000, "about 2 hours"),
            (200_000_000, "about 2 days"),
        ] {
            assert_eq!(about(time).to_string(), said);
        }
    }
}
