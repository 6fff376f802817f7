//! FG-101, FG-109: the Ludus Magnus brings gladiators, one order after the other.

use super::prelude::*;
use crate::ludus::Into;

/// Machinations of the Ludus Magnus: so many cards (FG-52, FG-101).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Muster {
    /// How many are left to draw.
    pub cards: u8,
}

impl Procedure for Muster {
    #[inline(never)]
    fn go_on<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) {
        let Some(magnus) = rules.magnus().filter(|_| self.cards > 0) else {
            state.done();
            return;
        };
        state.turn_to(Self { cards: self.cards - 1 });
        let drawn = state.draw_order(rules, Section::Machinations, chance);
        chance.note(|| Happening::Order(drawn, Section::Machinations));
        let Some(musters) = State::order(rules, drawn).map(|order| order.muster.0) else { return };
        let each = musters.into_iter().flat_map(|it| (0..it.gladiators).map(move |_| it.into));
        for into in each {
            let place = state.muster_place(rules, magnus, into);
            if !state.is_open(place) {
                continue;
            }
            if let Some(kind) = state.take_from_supply(rules, Deck::Gladiators, chance) {
                state.note_chosen(drawn, kind);
                state.enter(rules, magnus, kind, place, chance);
            }
        }
    }

    fn crumb(self, _: &Rules, _: &State) -> Text {
        say!("the Ludus Magnus brings gladiators")
    }
}

impl State {
    /// FG-52: one card for each glory of the player and each token of its own.
    pub(crate) fn registration_orders(&self, rules: &Rules, magnus: Seat) -> u8 {
        let tokens = self.public.tokens.iter().filter(|token| **token == Some(magnus)).count() as u8;
        self.ludus(magnus.next(rules.sides)).glory + tokens
    }

    /// FG-109, ruling 87. The arena with most of the player's gladiators: a tie goes to the Lasting arena, none at all to a
    /// Fleeting one (ours).
    fn muster_place(&self, rules: &Rules, magnus: Seat, into: Into) -> Place {
        let player = magnus.next(rules.sides);
        let own = self.public.sand.of(player);
        let count = |place| (self.public.sand.at(place) & own).count_ones();
        match into {
            Into::Lasting => return Place::Lasting,
            Into::MostPlayer => {
                let fleeting = count(Place::Near).max(count(Place::Far));
                if count(Place::Lasting) > 0 && count(Place::Lasting) >= fleeting {
                    return Place::Lasting;
                }
            }
            Into::Fleeting => {}
        }
        if let Some(place) =
            [Place::Near, Place::Far].into_iter().find(|place| self.public.sand.at(*place) != 0)
        {
            return place;
        }
        match self.public.tokens {
            [Some(near), far] if near == player && far != Some(player) => Place::Near,
            [near, Some(far)] if far == player && near != Some(player) => Place::Far,
            [Some(near), None] if near == magnus => Place::Far,
            [_, _] => Place::Near,
        }
    }
}
