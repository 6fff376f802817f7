//! Glory to Rome.

mod actions;
mod procedure;

use crate::action::Action;
use crate::cards::{CARDS, Card, Material};
use crate::state::{Board, Public};
use crate::zone::{Materials, Tally};
use crate::{Rules, State, View};
use table::{MAX_SEATS, Seat, Viewer};

use encode::Encoded;
use encode::Pen;
use encode::{Spelling, Verb};
use encode::{from_here, seat_from};

impl Encoded for State {
    const VERSION: u32 = 1;
    const VERBS: &'static [Verb] = actions::VERBS;

    fn viewer(view: &View) -> Viewer {
        view.viewer
    }

    fn spell(rules: &Rules, decider: Seat, action: Action) -> Spelling {
        actions::spell(rules, decider, action)
    }

    fn unspell(rules: &Rules, decider: Seat, spelling: &Spelling) -> Option<Action> {
        actions::unspell(rules, decider, spelling)
    }

    fn trace<P: Pen>(rules: &Rules, view: &View, viewer: Seat, pen: &mut P) {
        let public = &view.public;
        table_of(rules, public, viewer, pen);
        own(view, pen);
        for steps in 0..MAX_SEATS {
            pen.group("seat", steps);
            let seat = seat_from(viewer, steps, public.players.into());
            if seat.is_some() || !pen.blank(SIDE) {
                seated(view, seat, pen);
            }
        }
        procedure::trace(public, viewer, pen);
    }
}

/// How many places a side of the table has.
const SIDE: usize = 594;

/// Counts of each material: flags for the steps it reaches, and a share, which tells all counts apart up to the most.
fn materials<P: Pen>(
    names: (&'static str, &'static str),
    counts: &Materials,
    steps: &[u32],
    most: u16,
    pen: &mut P,
) {
    pen.flags(names.0, 6 * steps.len());
    for material in counts.kinds() {
        pen.reach(material.index(), counts[material].into(), steps);
    }
    pen.shares(names.1, 6, most);
    for material in counts.kinds() {
        pen.share(material.index(), counts[material].into(), most);
    }
}

/// What lies in the middle.
fn table_of<P: Pen>(rules: &Rules, public: &Public, viewer: Seat, pen: &mut P) {
    let from = |seat: Seat| from_here(viewer, seat, public.players.into());
    pen.part("table");
    pen.amount("turn", public.turn.into(), 100);
    pen.one_of("leader", MAX_SEATS, Some(from(public.leader)));
    pen.one_of("role led", 6, public.role.map(|role| role as usize));
    pen.steps("draw pile at least", public.deck.into(), &[2, 5, 10, 15, 20, 30, 40, 60, 80]);
    pen.amount("draw pile", public.deck.into(), 150);
    pen.steps("Jacks left", public.jacks.into(), &[1, 2, 3, 4, 5, 6]);
    materials(("Pool at least", "Pool"), &public.pool, &[1, 2, 3, 4, 6], 12, pen);
    materials(("Sites in town at least", "Sites in town"), &public.in_town, &[1, 2, 3, 4], 6, pen);
    materials(
        ("Sites out of town at least", "Sites out of town"),
        &public.out_of_town,
        &[1, 2, 3, 4],
        6,
        pen,
    );
    let sites = public.in_town.len();
    pen.steps("Sites in town, in all", sites.into(), &[1, 2, 3, 4, 5, 6, 8, 10, 12]);
    pen.shares("seen of each material", 6, 36);
    for material in Material::ALL {
        pen.share(material.index(), public.seen.of(material).into(), 36);
    }
    pen.flags("turned up", CARDS);
    if public.revealed.iter().any(|pile| *pile != Tally::default()) {
        for card in Card::all() {
            pen.set_if(card.index(), public.revealed.iter().any(|pile| pile.count(card) > 0));
        }
    }
    pen.one_of("saved action of", MAX_SEATS, public.half.map(|(seat, _)| from(seat)));
    pen.one_of("saved action's role", 6, public.half.map(|(_, role)| role as usize));
    pen.flag("over", public.is_over());
    pen.steps("petition takes", rules.petition().into(), &[3]);
}

/// What the viewer alone knows.
fn own<P: Pen>(view: &View, pen: &mut P) {
    pen.part("own");
    pen.flags("hand", CARDS);
    for (card, _) in view.hand.iter() {
        pen.set(card.index());
    }
    pen.shares("further copies in hand", CARDS, 8);
    for (card, count) in view.hand.iter().filter(|(_, count)| *count > 1) {
        pen.share(card.index(), u32::from(count) - 1, 8);
    }
    pen.flags("hand of each material at least", 6 * 3);
    for material in Material::ALL {
        pen.reach(material.index(), view.hand.of(material).into(), &[1, 2, 3]);
    }
    pen.shares("sold unseen", 6, 8);
    for material in view.filched.kinds() {
        pen.share(material.index(), view.filched[material].into(), 8);
    }
    pen.shares("shown and sold since", 6, 8);
    for material in view.gone.kinds() {
        pen.share(material.index(), view.gone[material].into(), 8);
    }
    pen.one_of("drawn at the Fountain", CARDS, view.drawn.map(Card::index));
}

/// A side of the table; all 0 where nobody sits.
fn seated<P: Pen>(view: &View, seat: Option<Seat>, pen: &mut P) {
    let public = &view.public;
    let nobody = Board::default();
    let board = seat.map_or(&nobody, |seat| &public.boards[seat]);
    pen.flag("seated", seat.is_some());
    pen.steps("Order cards at least", board.orders.into(), &[1, 2, 3, 4, 5, 6, 7, 9, 12]);
    pen.amount("Order cards", board.orders.into(), 24);
    pen.steps("Jacks", board.jacks.into(), &[1, 2, 3, 4, 5, 6]);
    materials(("stockpile at least", "stockpile"), &board.stock, &[1, 2, 3, 4], 10, pen);
    materials(("clients at least", "clients"), &board.clients, &[1, 2, 3], 8, pen);
    materials(("Sites won at least", "Sites won"), &board.sites, &[1, 2, 3], 6, pen);
    pen.flags("clients that can act", 6 * 2);
    for material in board.clients.kinds() {
        let ready = seat.map_or(0, |seat| public.ready_clients(seat, material));
        pen.reach(material.index(), ready.into(), &[1, 2]);
    }
    pen.steps("clients in all", board.clients.len().into(), &[1, 2, 3, 4, 5, 6, 8, 10]);
    let room = seat.map_or(0, |seat| public.client_limit(seat).saturating_sub(board.clients.len()));
    pen.steps("room for clients", room.into(), &[1, 2, 3, 5]);
    vault(view, seat, board, pen);
    let influence = seat.map_or(0, |seat| public.influence(seat));
    pen.steps("influence at least", influence.into(), &[3, 4, 5, 6, 7, 8, 10, 12, 15, 18]);
    pen.amount("influence", influence.into(), 40);
    let refill = seat.map_or(0, |seat| public.refill(seat));
    pen.steps("refills to", refill.into(), &[6, 7, 9]);
    turn(public, seat, board, pen);
    pen.flags("functions", CARDS);
    if let Some(seat) = seat {
        for card in public.functions[seat].0.iter() {
            pen.set(card.index());
        }
    }
    structures(public, seat, pen);
}

/// What is known of a vault.
fn vault<P: Pen>(view: &View, seat: Option<Seat>, board: &Board, pen: &mut P) {
    pen.steps("vault at least", board.vault.into(), &[1, 2, 3, 4, 5, 6, 8, 10]);
    pen.amount("vault", board.vault.into(), 24);
    let room = seat.map_or(0, |seat| view.public.vault_limit(seat).saturating_sub(board.vault));
    pen.steps("room in the vault", room.into(), &[1, 2, 3, 5]);
    materials(("known in the vault at least", "known in the vault"), &board.open, &[1, 2], 8, pen);
}

/// What a player did this turn, and what everyone knows of the hand.
fn turn<P: Pen>(public: &Public, seat: Option<Seat>, board: &Board, pen: &mut P) {
    pen.flag("plays", seat.is_some_and(|seat| public.plays(seat)));
    let camp = seat.map(|seat| public.camps[seat]).unwrap_or_default();
    pen.shares("camp", 6, 4);
    for material in camp.orders.kinds() {
        pen.share(material.index(), camp.orders[material].into(), 4);
    }
    pen.steps("Jacks in camp", camp.jacks.into(), &[1, 2, 3]);
    pen.steps("actions of the camp", camp.actions.into(), &[1, 2, 3, 4]);
    pen.shares("shown for demands", 6, 4);
    for material in board.demanded.kinds() {
        pen.share(material.index(), board.demanded[material].into(), 4);
    }
    pen.shares("known in hand", 6, 4);
    for material in board.shown.kinds() {
        pen.share(material.index(), board.shown[material].into(), 4);
    }
    pen.flags("known not in hand", 6);
    for material in 0..6 {
        pen.set_if(material, board.lacks >> material & 1 != 0);
    }
    pen.flags("known in hand by name", CARDS);
    let mut seen = 0_u64;
    for known in public.known.iter().filter(|known| Some(known.seat) == seat) {
        let card = known.card.index();
        if seen >> card & 1 == 0 {
            seen |= 1 << card;
            pen.set(card);
        }
    }
    pen.flags("lost a card, sold unseen, crafted, surrendered", 4);
    pen.set_if(0, board.lost);
    pen.set_if(1, board.filched);
    pen.set_if(2, board.crafted);
    pen.set_if(3, board.surrendered.is_some());
}

/// Foundations by how much they still need, and what is finished.
fn structures<P: Pen>(public: &Public, seat: Option<Seat>, pen: &mut P) {
    const NEEDS: usize = 3;
    let of_seat = || public.structures.iter().filter(move |structure| Some(structure.owner) == seat);
    pen.flags("under way, needs 1, 2 or 3", CARDS * NEEDS);
    for structure in of_seat().filter(|structure| !structure.finished) {
        let needs = structure.cost().saturating_sub(structure.materials.len()).clamp(1, NEEDS as u8);
        pen.set(structure.card.index() * NEEDS + usize::from(needs) - 1);
    }
    pen.one_of("Statue's Site", 6, {
        let statue = of_seat().find(|structure| structure.card == Card::STATUE && !structure.finished);
        statue.map(|structure| structure.site.index())
    });
    pen.flags("finished", CARDS);
    for structure in of_seat().filter(|structure| structure.finished) {
        pen.set(structure.card.index());
    }
    pen.flags("open to all", CARDS);
    for structure in of_seat().filter(|structure| structure.public) {
        pen.set(structure.card.index());
    }
    let finished = of_seat().filter(|structure| structure.finished).count();
    pen.steps("finished, in all", finished as u32, &[1, 2, 3, 4, 6, 8]);
    let under_way = of_seat().filter(|structure| !structure.finished).count();
    pen.steps("under way, in all", under_way as u32, &[1, 2, 3, 4]);
}
