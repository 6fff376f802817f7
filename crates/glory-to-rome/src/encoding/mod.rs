//! Glory to Rome.

mod actions;
mod procedure;

use crate::action::Action;
use crate::cards::{CARDS, Card, CardSet, Material};
use crate::state::{Board, Public};
use crate::zone::{Materials, Tally};
use crate::{Rules, State, View};
use table::{MAX_SEATS, Seat, Viewer};

use encode::Encoded;
use encode::{Ladder, Pen, Speller, Spelling, Verb, from_here, ladder, seat_from};

impl Encoded for State {
    const VERSION: u32 = 1;
    const VERBS: &'static [Verb] = actions::VERBS;

    fn viewer(view: &View) -> Viewer {
        view.viewer
    }

    fn say<S: Speller>(rules: &Rules, decider: Seat, action: Action, speller: &S) -> S::Said {
        actions::say(rules, decider, action, speller)
    }

    fn unspell(rules: &Rules, decider: Seat, spelling: &Spelling) -> Option<Action> {
        actions::unspell(rules, decider, spelling)
    }

    fn trace<P: Pen>(rules: &Rules, view: &View, viewer: Seat, before: Option<&View>, pen: &mut P) {
        let public = &view.public;
        let was = before.map(|before| &before.public);
        table_of(rules, public, was, viewer, pen);
        pen.part("own");
        let alike = |before: &View| {
            let own = |view: &View| (view.viewer, view.filched, view.gone, view.drawn);
            own(before) == own(view) && before.hand == view.hand
        };
        pen.block(|| before.is_some_and(alike), |pen| own(view, pen));
        let built = was.is_some_and(|was| was.structures.as_slice() == public.structures.as_slice());
        pen.sides(public.players.into());
        for steps in 0..MAX_SEATS {
            pen.group("seat", steps);
            let seat = seat_from(viewer, steps, public.players.into());
            if seat.is_some() || !pen.blank(SIDE) {
                seated(public, was, seat, built, pen);
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
    ladder: &Ladder,
    most: u16,
    pen: &mut P,
) {
    pen.flags(names.0, 6 * ladder.len());
    reached(counts.counts(), ladder, pen);
    pen.tally(names.1, counts.counts(), most);
}

/// The flags of the steps that each of six counts reaches.
fn reached<P: Pen>(counts: &[u8; 6], ladder: &Ladder, pen: &mut P) {
    let steps = |(at, count): (usize, &u8)| ladder.reached((*count).into()) << (at * ladder.len());
    pen.set_bits(0, counts.iter().enumerate().map(steps).fold(0, |all, one| all | one));
}

/// What lies in the middle.
fn table_of<P: Pen>(rules: &Rules, public: &Public, was: Option<&Public>, viewer: Seat, pen: &mut P) {
    let from = |seat: Seat| from_here(viewer, seat, public.players.into());
    pen.part("table");
    pen.amount("turn", public.turn.into(), 100);
    pen.one_of("leader", MAX_SEATS, Some(from(public.leader)));
    pen.one_of("role led", 6, public.role.map(|role| role as usize));
    pen.steps("draw pile at least", public.deck.into(), ladder![2, 5, 10, 15, 20, 30, 40, 60, 80]);
    pen.amount("draw pile", public.deck.into(), 150);
    pen.steps("Jacks left", public.jacks.into(), ladder![1, 2, 3, 4, 5, 6]);
    let as_before = |alike: fn(&Public, &Public) -> bool| was.is_some_and(|was| alike(was, public));
    let pool = || as_before(|was, public| was.pool == public.pool);
    pen.block(pool, |pen| {
        materials(("Pool at least", "Pool"), &public.pool, ladder![1, 2, 3, 4, 6], 12, pen);
    });
    let sites = || as_before(|was, now| was.in_town == now.in_town && was.out_of_town == now.out_of_town);
    pen.block(sites, |pen| sites_left(public, pen));
    let cards = || as_before(|was, now| was.seen == now.seen && was.revealed == now.revealed);
    pen.block(cards, |pen| seen(public, pen));
    pen.one_of("saved action of", MAX_SEATS, public.half.map(|(seat, _)| from(seat)));
    pen.one_of("saved action's role", 6, public.half.map(|(_, role)| role as usize));
    pen.flag("over", public.is_over());
    pen.steps("petition takes", rules.petition().into(), ladder![3]);
}

/// The Sites that are left.
fn sites_left<P: Pen>(public: &Public, pen: &mut P) {
    let names = ("Sites in town at least", "Sites in town");
    materials(names, &public.in_town, ladder![1, 2, 3, 4], 6, pen);
    let names = ("Sites out of town at least", "Sites out of town");
    materials(names, &public.out_of_town, ladder![1, 2, 3, 4], 6, pen);
    let sites = public.in_town.len();
    pen.steps("Sites in town, in all", sites.into(), ladder![1, 2, 3, 4, 5, 6, 8, 10, 12]);
}

/// The cards that everyone has seen go.
fn seen<P: Pen>(public: &Public, pen: &mut P) {
    pen.tally("seen of each material", &Material::ALL.map(|material| public.seen.of(material)), 36);
    pen.flags("turned up", CARDS);
    if public.revealed.iter().any(|pile| *pile != Tally::default()) {
        for card in Card::all() {
            pen.set_if(card.index(), public.revealed.iter().any(|pile| pile.count(card) > 0));
        }
    }
}

/// What the viewer alone knows.
fn own<P: Pen>(view: &View, pen: &mut P) {
    pen.bits("hand", CARDS, view.hand.kinds());
    pen.shares("further copies in hand", CARDS, 8);
    for (card, count) in view.hand.iter().filter(|(_, count)| *count > 1) {
        pen.share(card.index(), u32::from(count) - 1, 8);
    }
    pen.flags("hand of each material at least", 6 * 3);
    reached(&Material::ALL.map(|material| view.hand.of(material)), ladder![1, 2, 3], pen);
    pen.tally("sold unseen", view.filched.counts(), 8);
    pen.tally("shown and sold since", view.gone.counts(), 8);
    pen.one_of("drawn at the Fountain", CARDS, view.drawn.map(Card::index));
}

/// A side of the table; all 0 where nobody sits. What stands in the structures may be as it was.
fn seated<P: Pen>(public: &Public, was: Option<&Public>, seat: Option<Seat>, built: bool, pen: &mut P) {
    let nobody = Board::default();
    let board = seat.map_or(&nobody, |seat| &public.boards[seat]);
    let as_before = |alike: fn(Seat, &Public, &Public) -> bool| {
        was.zip(seat).is_some_and(|(was, seat)| alike(seat, was, public))
    };
    let hand = |seat: Seat, was: &Public, now: &Public| {
        let counts = |public: &Public| (public.boards[seat].orders, public.boards[seat].jacks);
        counts(was) == counts(now)
    };
    pen.block(
        || as_before(hand),
        |pen| {
            pen.flag("seated", seat.is_some());
            pen.steps("Order cards at least", board.orders.into(), ladder![1, 2, 3, 4, 5, 6, 7, 9, 12]);
            pen.amount("Order cards", board.orders.into(), 24);
            pen.steps("Jacks", board.jacks.into(), ladder![1, 2, 3, 4, 5, 6]);
        },
    );
    pen.block(|| as_before(same_holdings), |pen| holdings(public, seat, board, pen));
    pen.block(|| as_before(same_turn), |pen| turn(public, seat, board, pen));
    let built = || built && as_before(|seat, was, now| was.functions[seat] == now.functions[seat]);
    pen.block(built, |pen| {
        pen.bits("functions", CARDS, seat.map_or(CardSet::NONE, |seat| public.functions[seat].0));
        structures(public, seat, pen);
    });
}

/// Whether all that [`holdings`] looks at is as it was.
fn same_holdings(seat: Seat, was: &Public, now: &Public) -> bool {
    let piles = |public: &Public| {
        let Board { stock, clients, fresh, acted, sites, vault, open, .. } = public.boards[seat];
        ([stock, clients, fresh, acted, sites, open], vault)
    };
    piles(was) == piles(now)
        && was.functions[seat] == now.functions[seat]
        && was.influence(seat) == now.influence(seat)
}

/// What a player has on the table, and what it allows.
fn holdings<P: Pen>(public: &Public, seat: Option<Seat>, board: &Board, pen: &mut P) {
    materials(("stockpile at least", "stockpile"), &board.stock, ladder![1, 2, 3, 4], 10, pen);
    materials(("clients at least", "clients"), &board.clients, ladder![1, 2, 3], 8, pen);
    materials(("Sites won at least", "Sites won"), &board.sites, ladder![1, 2, 3], 6, pen);
    pen.flags("clients that can act", 6 * 2);
    let ready = |material| seat.map_or(0, |seat| public.ready_clients(seat, material));
    reached(&Material::ALL.map(ready), ladder![1, 2], pen);
    pen.steps("clients in all", board.clients.len().into(), ladder![1, 2, 3, 4, 5, 6, 8, 10]);
    let room = seat.map_or(0, |seat| public.client_limit(seat).saturating_sub(board.clients.len()));
    pen.steps("room for clients", room.into(), ladder![1, 2, 3, 5]);
    vault(public, seat, board, pen);
    let influence = seat.map_or(0, |seat| public.influence(seat));
    pen.steps("influence at least", influence.into(), ladder![3, 4, 5, 6, 7, 8, 10, 12, 15, 18]);
    pen.amount("influence", influence.into(), 40);
    let refill = seat.map_or(0, |seat| public.refill(seat));
    pen.steps("refills to", refill.into(), ladder![6, 7, 9]);
}

/// What is known of a vault.
fn vault<P: Pen>(public: &Public, seat: Option<Seat>, board: &Board, pen: &mut P) {
    pen.steps("vault at least", board.vault.into(), ladder![1, 2, 3, 4, 5, 6, 8, 10]);
    pen.amount("vault", board.vault.into(), 24);
    let room = seat.map_or(0, |seat| public.vault_limit(seat).saturating_sub(board.vault));
    pen.steps("room in the vault", room.into(), ladder![1, 2, 3, 5]);
    materials(("known in the vault at least", "known in the vault"), &board.open, ladder![1, 2], 8, pen);
}

/// Whether all that [`turn`] looks at is as it was.
fn same_turn(seat: Seat, was: &Public, now: &Public) -> bool {
    let facts = |public: &Public| {
        let Board { demanded, shown, lacks, lost, filched, crafted, surrendered, .. } = public.boards[seat];
        ((demanded, shown, lacks), (lost, filched, crafted, surrendered), public.camps[seat])
    };
    facts(was) == facts(now)
        && was.plays(seat) == now.plays(seat)
        && was.known.as_slice() == now.known.as_slice()
}

/// What a player did this turn, and what everyone knows of the hand.
fn turn<P: Pen>(public: &Public, seat: Option<Seat>, board: &Board, pen: &mut P) {
    pen.flag("plays", seat.is_some_and(|seat| public.plays(seat)));
    let camp = seat.map(|seat| public.camps[seat]).unwrap_or_default();
    pen.tally("camp", camp.orders.counts(), 4);
    pen.steps("Jacks in camp", camp.jacks.into(), ladder![1, 2, 3]);
    pen.steps("actions of the camp", camp.actions.into(), ladder![1, 2, 3, 4]);
    pen.tally("shown for demands", board.demanded.counts(), 4);
    pen.tally("known in hand", board.shown.counts(), 4);
    pen.bits("known not in hand", 6, board.lacks & 0b11_1111);
    let known = public.known.iter().filter(|known| Some(known.seat) == seat);
    pen.bits("known in hand by name", CARDS, known.map(|known| known.card).collect::<CardSet>());
    pen.flags("lost a card, sold unseen, crafted, surrendered", 4);
    pen.set_if(0, board.lost);
    pen.set_if(1, board.filched);
    pen.set_if(2, board.crafted);
    pen.set_if(3, board.surrendered.is_some());
}

/// Foundations by how much they still need, and what is finished.
fn structures<P: Pen>(public: &Public, seat: Option<Seat>, pen: &mut P) {
    const NEEDS: usize = 3;
    let (mut started, mut finished, mut open) = ([0_u64; 3], CardSet::NONE, CardSet::NONE);
    let (mut statue, mut counts) = (None, [0_u32; 2]);
    for structure in public.structures.iter().filter(|structure| Some(structure.owner) == seat) {
        counts[usize::from(structure.finished)] += 1;
        if structure.public {
            open.insert(structure.card);
        }
        if structure.finished {
            finished.insert(structure.card);
            continue;
        }
        if structure.card == Card::STATUE {
            statue = statue.or(Some(structure.site.index()));
        }
        let needs = structure.cost().saturating_sub(structure.materials.len()).clamp(1, NEEDS as u8);
        let place = structure.card.index() * NEEDS + usize::from(needs) - 1;
        started[place / 64] |= 1 << (place % 64);
    }
    pen.flags("under way, needs 1, 2 or 3", CARDS * NEEDS);
    for (word, set) in started.iter().enumerate() {
        pen.set_bits(word * 64, *set);
    }
    pen.one_of("Statue's Site", 6, statue);
    pen.bits("finished", CARDS, finished);
    pen.bits("open to all", CARDS, open);
    pen.steps("finished, in all", counts[1], ladder![1, 2, 3, 4, 6, 8]);
    pen.steps("under way, in all", counts[0], ladder![1, 2, 3, 4]);
}
