//! The whole table as plain text.

use std::fmt::Write as _;

use table::Seat;

use crate::cards::Card;
use crate::state::Public;
use crate::structure::Structure;
use crate::view::View;
use crate::words::{count, jacks, number};
use crate::zone::{Cards, Materials, Tally};

pub(crate) fn table(view: &View, width: usize) -> String {
    let public = &view.public;
    let mut text = format!("{}\n", headline(public));
    let mut line = |label: &str, what: &str| wrap(&mut text, label, what, width);
    line("Pool", &materials(&public.pool, "empty"));
    line("Sites in town", &materials(&public.in_town, "none left"));
    line("Out of town", &materials(&public.out_of_town, "none left"));
    for pile in &public.revealed {
        let turned_up = tally(pile);
        if !turned_up.is_empty() {
            line("Turned up", &turned_up);
        }
    }
    let first = view.viewer.seat().unwrap_or_default();
    for seat in first.round(public.players as usize) {
        player(&mut text, view, seat, width);
    }
    text
}

fn headline(public: &Public) -> String {
    let turn = match public.role {
        Some(role) => format!("Turn {} · {} leads {role}", public.turn, public.leader),
        None => format!("Turn {} · {} to lead", public.turn, public.leader),
    };
    format!("{turn} · draw pile {} · Jacks left {}", public.deck, public.jacks)
}

/// Adds `label: what`, broken at spaces so that no line is wider than `width`.
fn wrap(text: &mut String, label: &str, what: &str, width: usize) {
    let indent = 16;
    let mut line = format!("{label:>13}  ");
    let mut empty = true;
    for word in what.split(' ') {
        if !empty && line.chars().count() + 1 + word.chars().count() > width.max(40) {
            let _ = writeln!(text, "{}", line.trim_end());
            line = " ".repeat(indent - 1);
        }
        line.push_str(if line.ends_with(' ') { "" } else { " " });
        line.push_str(word);
        empty = false;
    }
    let _ = writeln!(text, "{}", line.trim_end());
}

fn materials(pile: &Materials, empty: &str) -> String {
    let parts: Vec<_> = pile.kinds().map(|material| count(pile[material], material.name())).collect();
    if parts.is_empty() { empty.to_owned() } else { parts.join(", ") }
}

fn roles(pile: &Materials) -> String {
    let parts: Vec<_> = pile.kinds().map(|material| count(pile[material], material.role().name())).collect();
    parts.join(", ")
}

fn hand(cards: &Cards, held_jacks: u8) -> String {
    let mut parts: Vec<_> = cards
        .iter()
        .map(|(card, number)| count(number, &format!("{card} ({} · {})", card.role(), card.material())))
        .collect();
    if held_jacks > 0 {
        parts.push(jacks(held_jacks));
    }
    if parts.is_empty() { "empty".to_owned() } else { parts.join(", ") }
}

fn tally(pile: &Tally) -> String {
    let shown = Card::all().filter(|card| pile.count(*card) > 0);
    shown.map(|card| count(pile.count(card), card.name())).collect::<Vec<_>>().join(", ")
}

/// A structure; one under way with what lies under it, which Road, Gate, Solarium and Castra Praetoria care about.
fn structure(structure: &Structure) -> String {
    let site = if structure.site == structure.card.material() {
        String::new()
    } else {
        format!(" on {}", structure.site)
    };
    if structure.finished {
        let open = if structure.public { " (open to all)" } else { "" };
        return format!("{}{site}{open}", structure.card);
    }
    let (have, cost) = (structure.materials.len(), structure.cost());
    let under = if structure.materials.is_empty() {
        structure.site.name().to_owned()
    } else {
        format!("[{}]", materials(&structure.materials, ""))
    };
    format!("{}{site} {have}/{cost} {under}", structure.card)
}

fn player(text: &mut String, view: &View, seat: Seat, width: usize) {
    let public = &view.public;
    let board = &public.boards[seat];
    let you = if view.viewer.is(seat) { " (you)" } else { "" };
    let leads = if seat == public.leader { " · leader" } else { "" };
    let _ = writeln!(
        text,
        "\n{seat}{you}{leads} · influence {} · clients {}/{} · vault {}/{} · refill {}",
        board.influence(),
        board.clients.len(),
        public.client_limit(seat),
        board.vault,
        public.vault_limit(seat),
        public.refill(seat),
    );
    let mut line = |label: &str, what: &str| wrap(text, label, what, width);
    if view.viewer.is(seat) {
        line("Hand", &hand(&view.hand, board.jacks));
        if let Some(card) = view.drawn {
            line("Drawn", card.name());
        }
    } else {
        let held_jacks = if board.jacks > 0 { format!(", {}", jacks(board.jacks)) } else { String::new() };
        line("Hand", &format!("{}{held_jacks}", number(board.orders, "Order card")));
    }
    if !board.clients.is_empty() {
        line("Clients", &roles(&board.clients));
    }
    if !board.stock.is_empty() {
        line("Stockpile", &materials(&board.stock, ""));
    }
    if board.vault > 0 {
        line("Vault", &vault(view, seat));
    }
    let built: Vec<_> = public.finished(seat).map(structure).collect();
    if !built.is_empty() {
        line("Finished", &built.join(", "));
    }
    let under_way: Vec<_> = public.unfinished(seat).map(structure).collect();
    if !under_way.is_empty() {
        line("Under way", &under_way.join(", "));
    }
    let camp = &public.camps[seat];
    let mut played = Vec::new();
    if !camp.orders.is_empty() {
        played.push(roles(&camp.orders));
    }
    if camp.jacks > 0 {
        played.push(jacks(camp.jacks));
    }
    if !played.is_empty() {
        line("Played", &played.join(", "));
    }
}

fn vault(view: &View, seat: Seat) -> String {
    let board = &view.public.boards[seat];
    let mut known = board.open;
    if view.viewer.is(seat) {
        known.add_all(&view.filched);
    }
    let hidden = board.vault - known.len();
    match (known.is_empty(), hidden) {
        (true, hidden) => format!("{hidden} face down"),
        (false, 0) => materials(&known, ""),
        (false, hidden) => format!("{}, {hidden} face down", materials(&known, "")),
    }
}
