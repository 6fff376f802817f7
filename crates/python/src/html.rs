//! What a notebook shows: the board as the pages draw it, and the scores of a finished game.

use pages::{assets, html};
use table::{Outcome, Seat, Viewer};

use crate::any::Position;

/// The colours of seats in a plot.
const COLOURS: [&str; 5] = ["#9c2b2e", "#2f6f8f", "#5a7d2a", "#8a5a9e", "#b8862b"];
/// The size of a plot, and the room around it.
const WIDTH: f32 = 640.0;
const HEIGHT: f32 = 260.0;
const ROOM: f32 = 34.0;

/// The board as a viewer's page shows it, in a frame of its own, so that neither style touches the other.
pub fn board(position: &dyn Position, viewer: Viewer) -> String {
    let page = page(position, viewer);
    html! {
        iframe class="gloria" srcdoc=(page) style="width:100%;height:640px;border:1px solid #8884" sandbox="allow-popups" title="The table" {}
    }
    .into_string()
}

/// The same as a page that needs nothing else.
fn page(position: &dyn Position, viewer: Viewer) -> String {
    // Pictures are taken from the page itself.
    let mut board = position.board(viewer);
    let mut art = String::new();
    for (address, content) in assets::named_in(&board) {
        board = board.replace(&format!("{address}#"), "#");
        art.push_str(content);
    }
    let style = assets::STYLE;
    let asked = position.asked(viewer);
    let crumbs = html! { p class="crumbs-line" { (asked) } }.into_string();
    format!(
        "<!doctype html><meta charset=\"utf-8\"><style>{style}</style><body class=\"at-replay\"><div hidden>{art}</div>\
         <main><div class=\"replay\">{crumbs}<div class=\"board\">{board}</div></div></main></body>"
    )
}

/// The scores of a finished game, decision by decision, as a picture.
pub fn scores(names: &[String], standings: &[Vec<i32>], outcome: &Outcome) -> String {
    let most = standings.iter().flatten().copied().max().unwrap_or(0).max(1);
    let least = standings.iter().flatten().copied().min().unwrap_or(0).min(0);
    let last = standings.len().saturating_sub(1).max(1);
    let x = |at: usize| ROOM + (WIDTH - 2.0 * ROOM) * at as f32 / last as f32;
    let y =
        |score: i32| HEIGHT - ROOM - (HEIGHT - 2.0 * ROOM) * (score - least) as f32 / (most - least) as f32;
    let line = |seat: usize| {
        let points = standings.iter().enumerate().filter_map(|(at, scores)| Some((at, *scores.get(seat)?)));
        points.map(|(at, score)| format!("{:.1},{:.1}", x(at), y(score))).collect::<Vec<_>>().join(" ")
    };
    let winners: Vec<&str> =
        outcome.winners.iter().filter_map(|seat| names.get(seat.index())).map(String::as_str).collect();
    let title = match winners.as_slice() {
        [] => format!("Nobody won: {}", outcome.reason),
        won => format!("Won by {}: {}", won.join(" and "), outcome.reason),
    };
    let seats = Seat::all(names.len());
    html! {
        svg class="gloria" xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } width=(WIDTH) role="img" aria-label=(title) font-family="sans-serif" font-size="12" {
            text x=(ROOM) y="18" fill="currentColor" font-weight="bold" { (title) }
            @for score in [least, most] {
                line x1=(ROOM) x2=(WIDTH - ROOM) y1=(y(score)) y2=(y(score)) stroke="currentColor" stroke-opacity=".25" {}
                text x=(ROOM - 6.0) y=(y(score) + 4.0) text-anchor="end" fill="currentColor" { (score) }
            }
            text x=(WIDTH - ROOM) y=(HEIGHT - 8.0) text-anchor="end" fill="currentColor" { (last) " decisions" }
            @for seat in seats {
                polyline points=(line(seat.index())) fill="none" stroke=(COLOURS[seat.index()]) stroke-width="2" {}
                text x=(ROOM + 110.0 * seat.index() as f32) y=(HEIGHT - 8.0) fill=(COLOURS[seat.index()]) { (names[seat.index()]) }
            }
        }
    }
    .into_string()
}
