//! What a view of Glory to Rome shows that could be missing, and what lies where a seat can't see it.

use bots::{Lies, Thing};
use table::{Seat, Text, many, say, whose};

use crate::cards::Material;
use crate::procedures::building::functions;
use crate::rules::Rules;
use crate::state::{Functions, State};
use crate::view::View;
use crate::zone::Materials;

/// The things of a view: the own hand, and what lies before everybody.
pub fn things(rules: &Rules, view: &View) -> Vec<Thing<View>> {
    let Some(viewer) = view.viewer.seat() else { return Vec::new() };
    let mut things = Vec::new();
    for (card, _) in view.hand.iter() {
        let mut without = *view;
        without.hand.take(card);
        let board = &mut without.public.boards[viewer];
        board.orders -= 1;
        let left = without.hand.of(card.material());
        board.shown[card.material()] = board.shown[card.material()].min(left);
        without.public.known.retain(|known| known.seat != viewer || known.card != card);
        things.push(Thing { name: say!("the {card} in your hand"), without });
    }
    for seat in viewer.round(view.public.players.into()) {
        structures(rules, view, seat, &mut things);
        holdings(view, seat, &mut things);
    }
    things
}

/// Something of a seat's, as the viewer calls it.
fn of(view: &View, seat: Seat, what: &Text) -> Text {
    if view.viewer.is(seat) { say!("your {what}") } else { say!("{} {what}", whose(seat)) }
}

/// What a seat has built or is building. With a finished one goes its Site.
fn structures(rules: &Rules, view: &View, seat: Seat, things: &mut Vec<Thing<View>>) {
    for (at, structure) in view.public.structures.iter().enumerate().filter(|(_, it)| it.owner == seat) {
        let mut without = *view;
        let public = &mut without.public;
        public.structures.remove(at);
        if structure.finished && public.boards[seat].sites.has(structure.site) {
            public.boards[seat].sites.take(structure.site);
        }
        if !rules.training {
            public.functions = functions(public);
            let all = public.functions.iter().fold(Functions::default().0, |all, it| all.or(it.0));
            public.anybodys = Functions(all);
        }
        let card = structure.card;
        let what = if structure.finished { Text::of(card) } else { say!("{card} under way") };
        things.push(Thing { name: of(view, seat, &what), without });
    }
}

/// What else a seat has.
fn holdings(view: &View, seat: Seat, things: &mut Vec<Thing<View>>) {
    let board = &view.public.boards[seat];
    for material in Material::ALL.into_iter().filter(|material| board.clients.has(*material)) {
        let mut without = *view;
        let bare = &mut without.public.boards[seat];
        for pile in [&mut bare.clients, &mut bare.fresh, &mut bare.acted] {
            pile[material] = 0;
        }
        let what = match board.clients[material] {
            1 => Text::of(material.role()),
            several => many(several, material.role().name()),
        };
        things.push(Thing { name: of(view, seat, &what), without });
    }
    let mut add = |what: Text, without: View| things.push(Thing { name: of(view, seat, &what), without });
    if !board.stock.is_empty() {
        let mut without = *view;
        without.public.boards[seat].stock = Materials::default();
        add(say!("stockpile"), without);
    }
    if board.vault > 0 {
        let mut without = *view;
        let bare = &mut without.public.boards[seat];
        (bare.vault, bare.open) = (0, Materials::default());
        if view.viewer.is(seat) {
            without.filched = Materials::default();
        }
        add(say!("vault"), without);
    }
    if board.jacks > 0 {
        let mut without = *view;
        without.public.boards[seat].jacks = 0;
        add(if board.jacks == 1 { say!("Jack") } else { many(board.jacks, "Jack") }, without);
    }
}

/// The Order cards in the others' hands.
pub fn unseen(state: &State, seat: Seat) -> Vec<Lies> {
    let others = state.public.seats().filter(|other| *other != seat);
    let hand = |other: Seat| {
        let place = say!("{} hand", whose(other)).to_string();
        let lies = move |(card, count): (crate::cards::Card, u8)| Lies {
            place: place.clone(),
            card: card.name().to_owned(),
            count,
        };
        state.hand(other).iter().map(lies).collect::<Vec<_>>()
    };
    others.flat_map(hand).collect()
}
