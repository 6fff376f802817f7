//! What a view of For Glory shows that could be missing, and what lies where a seat can't see it.

use bots::{Lies, Thing};
use table::{Seat, Text, many, say, whose};

use crate::cards::{ARENAS, ArenaId, Kind};
use crate::label::Piece as _;
use crate::phrase::{name, place_name};
use crate::pile::Half;
use crate::rules::Rules;
use crate::state::State;
use crate::view::View;

/// The things of a view: the own cards, and what lies before everybody.
pub fn things(rules: &Rules, view: &View) -> Vec<Thing<View>> {
    let Some(viewer) = view.viewer.seat() else { return Vec::new() };
    let mut things = Vec::new();
    for half in [Half::First, Half::Second] {
        for kind in view.held.kinds(half) {
            let mut without = view.clone();
            without.held.take(half, kind);
            let ludus = &mut without.public.ludi[viewer];
            ludus.piles.take(Half::Second, kind);
            let card = name(rules, kind);
            let name = match half {
                Half::First => {
                    ludus.hand = ludus.hand.saturating_sub(1);
                    say!("the {card} in your hand")
                }
                Half::Second => {
                    ludus.reserve = ludus.reserve.saturating_sub(1);
                    say!("the {card} in your reserve")
                }
            };
            things.push(Thing { name, without });
        }
    }
    for seat in viewer.round(rules.sides) {
        villa(rules, view, seat, &mut things);
        honours(rules, view, seat, &mut things);
        for (slot, gladiator) in view.public.sand.among(view.public.sand.of(seat)) {
            let mut without = view.clone();
            without.public.sand.leave(slot);
            let (card, place) = (name(rules, gladiator.kind), gladiator.place.said(rules));
            let what = say!("{card} in {place}");
            things.push(Thing { name: of(rules, view, seat, &what), without });
        }
    }
    things
}

/// Something of a side's, as the viewer calls it.
fn of(rules: &Rules, view: &View, seat: Seat, what: &Text) -> Text {
    match () {
        () if view.viewer.is(seat) => say!("your {what}"),
        () if rules.magnus() == Some(seat) => crate::phrase::whose(rules, seat, what),
        () => say!("{} {what}", whose(seat)),
    }
}

/// The patrons and arenas of a villa.
fn villa(rules: &Rules, view: &View, seat: Seat, things: &mut Vec<Thing<View>>) {
    let ludus = &view.public.ludi[seat];
    for (at, patron) in ludus.patrons.iter().enumerate() {
        let mut without = view.clone();
        without.public.ludi[seat].patrons.remove(at);
        let what = Text::of(name(rules, patron.kind));
        things.push(Thing { name: of(rules, view, seat, &what), without });
    }
    for id in (0..ARENAS as u8).filter(|id| ludus.arenas >> id & 1 == 1) {
        let mut without = view.clone();
        without.public.ludi[seat].arenas &= !(1 << id);
        let what = Text::of(place_name(rules, ArenaId(id)));
        things.push(Thing { name: of(rules, view, seat, &what), without });
    }
}

/// Glory, coins, tokens and the Crowd's Favor.
fn honours(rules: &Rules, view: &View, seat: Seat, things: &mut Vec<Thing<View>>) {
    let ludus = &view.public.ludi[seat];
    let mut add = |what: &Text, change: &dyn Fn(&mut View)| {
        let mut without = view.clone();
        change(&mut without);
        things.push(Thing { name: of(rules, view, seat, what), without });
    };
    if ludus.glory > 0 {
        add(&say!("{} glory", ludus.glory), &|view| view.public.ludi[seat].glory = 0);
    }
    if ludus.coins > 0 {
        add(&many(ludus.coins, "coin"), &|view| view.public.ludi[seat].coins = 0);
    }
    let tokens = view.public.tokens.iter().filter(|token| **token == Some(seat)).count();
    if tokens > 0 {
        let what = many(tokens as i64, "Reigning Champion token");
        add(&what, &|view| {
            let own = view.public.tokens.iter_mut().filter(|token| **token == Some(seat));
            own.for_each(|token| *token = None);
        });
    }
}

/// The cards in the others' hands and reserves.
pub fn unseen(state: &State, rules: &Rules, seat: Seat) -> Vec<Lies> {
    let mut lies = Vec::new();
    for other in Seat::all(rules.sides).filter(|other| *other != seat) {
        let held = state.held(other);
        for (half, place) in [(Half::First, "hand"), (Half::Second, "reserve")] {
            let place = say!("{} {place}", whose(other)).to_string();
            let card = |kind: Kind| Lies {
                place: place.clone(),
                card: rules.set.card(kind).name.clone(),
                count: held.count(half, kind),
            };
            lies.extend(held.kinds(half).map(card));
        }
    }
    lies
}
