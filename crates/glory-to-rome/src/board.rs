//! The whole table as plain text.

use table::{Seat, Text, many, say};

use crate::cards::Card;
use crate::state::Public;
use crate::structure::Structure;
use crate::view::View;
use crate::words::{count, counts, jacks};
use crate::zone::{Materials, Tally};

pub(crate) fn table(view: &View, width: usize) -> String {
    let public = &view.public;
    let mut lines = Lines { text: format!("{}\n", headline(public)), width };
    lines.add("Pool", &or(materials(&public.pool), "empty"));
    lines.add("Sites in town", &or(materials(&public.in_town), "none left"));
    lines.add("Out of town", &or(materials(&public.out_of_town), "none left"));
    for pile in &public.revealed {
        lines.add("Turned up", &tally(pile));
    }
    for seat in view.viewer.seat().unwrap_or_default().round(public.players as usize) {
        player(&mut lines, view, seat);
    }
    lines.text
}

/// Text of at most so many columns.
struct Lines {
    text: String,
    width: usize,
}

impl Lines {
    /// Adds `label  what`, broken at spaces; nothing where there is nothing.
    fn add(&mut self, label: &'static str, what: &Text) {
        if !what.is_empty() {
            let line = table::wrap(&format!("{:>13}  {what}", Text::of(label)), self.width.max(40), 15);
            self.text += &(line + "\n");
        }
    }
}

fn headline(public: &Public) -> Text {
    let Public { turn, leader, deck, jacks, .. } = public;
    let role = public.role.map(|role| say!("leads {role}"));
    let leads = role.unwrap_or_else(|| say!("to lead"));
    say!("Turn {turn} · {leader} {leads} · draw pile {deck} · Jacks left {jacks}")
}

fn or(what: Text, nothing: &'static str) -> Text {
    if what.is_empty() { Text::of(nothing) } else { what }
}

fn list(parts: impl IntoIterator<Item = Text>) -> Text {
    Text::joined(parts, ", ")
}

fn materials(pile: &Materials) -> Text {
    counts(pile.kinds().map(|material| (material, pile[material])))
}

fn roles(pile: &Materials) -> Text {
    counts(pile.kinds().map(|material| (material.role(), pile[material])))
}

fn tally(pile: &Tally) -> Text {
    counts(Card::all().map(|card| (card, pile.count(card))).filter(|(_, count)| *count > 0))
}

/// A structure; one under way with what lies under it, which Road, Gate, Solarium and Castra Praetoria care about.
fn structure(structure: &Structure) -> Text {
    let Structure { card, site, materials: under, .. } = structure;
    let on = (*site != card.material()).then(|| say!(" on {site}"));
    if structure.finished {
        let open = structure.public.then(|| say!(" (open to all)"));
        return say!("{card}{on}{open}");
    }
    let (have, cost) = (under.len(), structure.cost());
    let under = if under.is_empty() { Text::of(site) } else { say!("[{}]", materials(under)) };
    say!("{card}{on} {have}/{cost} {under}")
}

fn player(lines: &mut Lines, view: &View, seat: Seat) {
    let (public, me) = (&view.public, view.viewer.is(seat));
    let board = &public.boards[seat];
    let you = me.then(|| say!(" (you)"));
    let leads = (seat == public.leader).then(|| say!(" · leader"));
    let clients = say!("clients {}/{}", board.clients.len(), public.client_limit(seat));
    let vault = say!("vault {}/{}", board.vault, public.vault_limit(seat));
    let (influence, refill) = (board.influence(), public.refill(seat));
    let head = say!("{seat}{you}{leads} · influence {influence} · {clients} · {vault} · refill {refill}");
    lines.text += &["\n", &head.to_string(), "\n"].concat();
    let held_jacks = |count: u8| (count > 0).then(|| jacks(count));
    let hand = if me {
        let cards = view.hand.iter();
        let cards =
            cards.map(|(card, number)| count(number, say!("{card} ({} · {})", card.role(), card.material())));
        or(list(cards.chain(held_jacks(board.jacks))), "empty")
    } else {
        list([many(board.orders, "Order card")].into_iter().chain(held_jacks(board.jacks)))
    };
    lines.add("Hand", &hand);
    lines.add("Drawn", &view.drawn.filter(|_| me).map(Text::of).unwrap_or_default());
    lines.add("Clients", &roles(&board.clients));
    lines.add("Stockpile", &materials(&board.stock));
    let known = view.known_vault(seat);
    let hidden = board.vault - known.len();
    let hidden = (hidden > 0).then(|| say!("{hidden} face down"));
    let shown = Some(materials(&known)).filter(|shown| !shown.is_empty());
    lines.add("Vault", &list(shown.into_iter().chain(hidden)));
    lines.add("Finished", &list(public.finished(seat).map(structure)));
    lines.add("Under way", &list(public.unfinished(seat).map(structure)));
    let orders = Some(roles(&public.camps[seat].orders)).filter(|orders| !orders.is_empty());
    lines.add("Played", &list(orders.into_iter().chain(held_jacks(public.camps[seat].jacks))));
}
