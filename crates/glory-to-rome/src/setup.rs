//! GTR-2 to GTR-5: setting up.

use table::{Chance, Seat, SeatSet};

use crate::event::Event;
use crate::rules::{Rules, Version};
use crate::state::{Public, Secret, State};
use crate::zone::Materials;

/// GTR-2: Jacks in all.
pub(crate) const JACKS: u8 = 6;

/// An empty table: nothing dealt, all Sites and Jacks in place.
pub(crate) fn empty(rules: &Rules) -> State {
    let (in_town, out_of_town) = rules.sites();
    let deck = rules.deck();
    let public = Public {
        players: rules.players as u8,
        turn: 1,
        deck: deck.len(),
        jacks: JACKS,
        in_town: Materials::each(in_town),
        out_of_town: Materials::each(out_of_town),
        ..Public::default()
    };
    State { public, secret: Secret { deck: table::Hidden::new(deck), ..Secret::default() } }
}

/// GTR-2 to GTR-5: a fresh game.
pub(crate) fn deal<C: Chance>(rules: &Rules, chance: &mut C) -> State {
    let mut state = empty(rules);
    let (orders, jacks) = match rules.version {
        Version::Republic => (5, 0),
        Version::Imperium => (4, 1),
    };
    for seat in state.public.seats() {
        for _ in 0..orders {
            let card = state.draw_card(chance);
            state.gain(seat, card);
        }
        state.public.jacks -= jacks;
        state.public.boards[seat].jacks += jacks;
    }
    chance.note(|| Event::Dealt { orders, jacks });
    state.public.leader = starting_player(&mut state, chance);
    if rules.training {
        // GTR-5: half the draw pile leaves the game, unseen.
        state.public.deck -= state.public.deck / 2;
        chance.note(|| Event::PutAside { left: state.public.deck });
    }
    state.start_turn();
    state.settle(rules, chance);
    state
}

/// GTR-4: the alphabetically first card starts; those who tie are dealt further cards.
fn starting_player<C: Chance>(state: &mut State, chance: &mut C) -> Seat {
    let mut tied: SeatSet = state.public.seats().collect();
    loop {
        let mut first = None;
        let mut best = SeatSet::NONE;
        for seat in tied.iter() {
            let card = state.draw_card(chance);
            chance.note(|| Event::FirstCard { seat, card });
            state.public.seen.add(card);
            state.public.pool[card.material()] += 1;
            if first.is_none_or(|first| card < first) {
                first = Some(card);
                best = SeatSet::one(seat);
            } else if first == Some(card) {
                best = best.with(seat);
            }
        }
        tied = best;
        let card = first.unwrap_or_default();
        if let (1, Some(seat)) = (tied.len(), tied.first()) {
            chance.note(|| Event::Starts { seat, card });
            return seat;
        }
        chance.note(|| Event::Tied { seats: tied, card });
    }
}
