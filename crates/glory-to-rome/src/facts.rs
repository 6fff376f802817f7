//! The facts that scenario files look at.

use table::{Say, Seat, Text, say};

use crate::cards::{Card, Material};
use crate::state::{Board, Public};
use crate::structure::Structure;
use crate::words::counts;
use crate::zone::{Cards, Materials};

/// How cards that are only their colour are named.
pub(crate) type Naming = fn(Material) -> &'static str;

/// Clients are named by their role.
pub(crate) fn by_role(colour: Material) -> &'static str {
    colour.role().name()
}

/// A board's piles, by what they are called in scenarios, and how what lies there is named.
pub(crate) fn pile<'a>(board: &'a mut Board, what: &str) -> Option<(&'a mut Materials, Naming)> {
    Some(match what {
        "stockpile" => (&mut board.stock, Material::name),
        "demanded" => (&mut board.demanded, Material::name),
        "sites" => (&mut board.sites, Material::name),
        "clients" => (&mut board.clients, by_role),
        "acted" => (&mut board.acted, by_role),
        "hired" => (&mut board.fresh, by_role),
        _ => return None,
    })
}

pub(crate) fn table(public: &Public, name: &str) -> Option<String> {
    Some(match name {
        "pool" => materials(&public.pool, 0),
        "deck" => public.deck.to_string(),
        "jacks" => public.jacks.to_string(),
        "leader" => public.leader.to_string(),
        "role" => public.role.map_or("none", |role| role.name()).to_owned(),
        "in town" => materials(&public.in_town, 0),
        "out of town" => materials(&public.out_of_town, 0),
        _ => return None,
    })
}

pub(crate) fn board(public: &Public, seat: Seat, what: &str) -> Option<String> {
    let (mut board, camp) = (public.boards[seat], &public.camps[seat]);
    if let Some((pile, naming)) = pile(&mut board, what) {
        return Some(list(named(pile, naming), 0, 0));
    }
    Some(match what {
        "influence" => board.influence().to_string(),
        "built" => structures(public.finished(seat)),
        "building" => structures(public.unfinished(seat)),
        "camp" => list(named(&camp.orders, Material::name), camp.jacks, 0),
        "client limit" => public.client_limit(seat).to_string(),
        "vault limit" => public.vault_limit(seat).to_string(),
        "refill" => public.refill(seat).to_string(),
        _ => {
            let name = what.strip_prefix("under ").and_then(Card::from_name)?;
            materials(&public.structures[public.find(seat, name)?].materials, 0)
        }
    })
}

fn structures<'a>(structures: impl Iterator<Item = &'a Structure>) -> String {
    let text = structures.map(|structure| {
        let Structure { card, site, materials: under, .. } = structure;
        let on = (*site != card.material()).then(|| say!(" on {site}"));
        let open = (structure.finished && structure.public).then(|| say!(" (public)"));
        let under = (!structure.finished && !under.is_empty()).then(|| say!(" [{}]", materials(under, 0)));
        (say!("{card}{on}{open}{under}"), 1)
    });
    list(text, 0, 0)
}

fn named(pile: &Materials, naming: Naming) -> impl Iterator<Item = (&'static str, u8)> {
    pile.kinds().map(move |material| (naming(material), pile[material]))
}

/// What can be named, Jacks, and how many cards can't.
fn list<T: Say>(parts: impl Iterator<Item = (T, u8)>, jacks: u8, hidden: u8) -> String {
    let more = [(say!("Jack"), jacks, jacks > 0), (say!("{hidden} hidden"), 1, hidden > 0)];
    let more = more.into_iter().filter(|(.., there)| *there).map(|(what, count, _)| (what, count));
    let list = counts(parts.map(|(what, count)| (Text::of(what), count)).chain(more));
    if list.is_empty() { "none".to_owned() } else { list.to_string() }
}

pub(crate) fn materials(pile: &Materials, hidden: u8) -> String {
    list(named(pile, Material::name), 0, hidden)
}

pub(crate) fn hand(cards: &Cards, jacks: u8, hidden: u8) -> String {
    list(cards.iter(), jacks, hidden)
}
