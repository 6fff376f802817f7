//! FG-90: champions are drafted.

use super::prelude::*;

/// Champions are drafted, the last in turn order first (FG-90).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Draft {
    /// Who chooses.
    pub seat: Seat,
}

impl Procedure for Draft {
    seat_decides!();

    /// First levels that nobody has.
    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, _: Seat, offer: &mut O) {
        let free = |kind| Seat::all(rules.sides).all(|seat| state.ludus(seat).champion != Some(kind));
        let champions =
            rules.set.cards().filter(|(kind, card)| card.home == Home::Champion(1) && free(*kind));
        offer.all(champions.map(|(kind, _)| Action::Choose(kind)));
    }

    fn against(self, _: &State, _: &Rules, _: Seat, _: Action) -> Option<Why> {
        Some(Why::NoChampion)
    }

    /// The next seat in reverse turn order follows, or the game begins.
    fn act<C: Chance>(self, state: &mut State, rules: &Rules, seat: Seat, action: Action, chance: &mut C) {
        let Action::Choose(kind) = action else { return };
        state.give_champion(rules, seat, Some(kind), chance);
        if seat == state.public.active {
            state.start(rules, chance);
        } else {
            state.turn_to(Self { seat: seat.previous(rules.players) });
        }
    }

    fn crumb(self, rules: &Rules, _: &State) -> Text {
        say!("{} chooses a champion", who(rules, self.seat))
    }

    fn explain(self, rules: &Rules, _: &State, _: Seat, action: Action) -> Text {
        let Action::Choose(kind) = action else { return Text::new() };
        say!("Take this champion. {}", text::card(rules.set.card(kind)))
    }
}
