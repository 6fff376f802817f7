//! The facts that scenario files look at.

use std::fmt::Write as _;

use table::Seat;

use crate::cards::{Card, Material};
use crate::state::Public;
use crate::structure::Structure;
use crate::zone::{Cards, Materials};

pub(crate) fn hidden(known: &str, count: u8) -> String {
    match (known, count) {
        (_, 0) => known.to_owned(),
        ("none", count) => format!("{count} hidden"),
        (known, count) => format!("{known}, {count} hidden"),
    }
}

pub(crate) fn table_fact(public: &Public, name: &str) -> Option<String> {
    Some(match name {
        "pool" => materials(&public.pool),
        "deck" => public.deck.to_string(),
        "jacks" => public.jacks.to_string(),
        "leader" => public.leader.to_string(),
        "role" => public.role.map_or("none".to_owned(), |role| role.name().to_owned()),
        "in town" => materials(&public.in_town),
        "out of town" => materials(&public.out_of_town),
        _ => return None,
    })
}

pub(crate) fn board_fact(public: &Public, seat: Seat, what: &str) -> Option<String> {
    let board = &public.boards[seat];
    let camp = &public.camps[seat];
    Some(match what {
        "stockpile" => materials(&board.stock),
        "acted" => list(Material::ALL.map(|colour| (board.acted[colour], colour.role().name()))),
        "hired" => list(Material::ALL.map(|colour| (board.fresh[colour], colour.role().name()))),
        "clients" => list(Material::ALL.map(|colour| (board.clients[colour], colour.role().name()))),
        "influence" => board.influence().to_string(),
        "sites" => materials(&board.sites),
        "built" => structures(public.finished(seat)),
        "building" => structures(public.unfinished(seat)),
        "camp" => {
            let mut parts = Material::ALL.map(|material| (camp.orders[material], material.name())).to_vec();
            parts.push((camp.jacks, "Jack"));
            list(parts)
        }
        "client limit" => public.client_limit(seat).to_string(),
        "vault limit" => public.vault_limit(seat).to_string(),
        "refill" => public.refill(seat).to_string(),
        _ => {
            let name = what.strip_prefix("under ").and_then(Card::from_name)?;
            let at = public.find(seat, name)?;
            materials(&public.structures[at].materials)
        }
    })
}

fn structures<'a>(structures: impl Iterator<Item = &'a Structure>) -> String {
    let texts: Vec<_> = structures
        .map(|structure| {
            let mut text = structure.card.name().to_owned();
            if structure.site != structure.card.material() {
                let _ = write!(text, " on {}", structure.site);
            }
            if structure.finished {
                if structure.public {
                    text += " (public)";
                }
            } else if !structure.materials.is_empty() {
                let _ = write!(text, " [{}]", materials(&structure.materials));
            }
            text
        })
        .collect();
    if texts.is_empty() { "none".to_owned() } else { texts.join(", ") }
}

fn list<'a>(parts: impl IntoIterator<Item = (u8, &'a str)>) -> String {
    let parts: Vec<_> = parts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, name)| if count == 1 { name.to_owned() } else { format!("{count} {name}") })
        .collect();
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}

pub(crate) fn materials(pile: &Materials) -> String {
    list(Material::ALL.map(|material| (pile[material], material.name())))
}

pub(crate) fn hand(cards: &Cards, jacks: u8) -> String {
    let mut parts: Vec<_> = cards.iter().map(|(card, count)| (count, card.name())).collect();
    parts.push((jacks, "Jack"));
    list(parts)
}
