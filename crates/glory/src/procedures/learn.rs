//! GL-40: of two abilities drawn, one is kept.

use super::prelude::*;

/// A seat chooses one of two abilities.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Learn {
    /// Who.
    pub seat: Seat,
    /// One card.
    pub first: u8,
    /// The other.
    pub second: u8,
}

impl Procedure for Learn {
    fn decides(self, _: &Public) -> Seat {
        self.seat
    }

    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, offer: &mut O) {
        for card in [self.first, self.second] {
            offer.free(Action::Keep(rules.kingdom.ability_stock.kind(card)));
        }
        using::moves(state, rules, self.seat, Window::Other, offer);
        offer.others(|action| {
            let Action::Keep(kind) = action else { return None };
            Some(Why::NotDrawn(kind))
        });
    }

    /// The other is discarded (G3).
    fn act<C: Chance>(self, state: &mut State, rules: &Rules, action: Action, chance: &mut C) {
        let Action::Keep(kind) = action else { return };
        state.done();
        let takes_first = rules.kingdom.ability_stock.kind(self.first) == kind;
        let (kept, other) = if takes_first { (self.first, self.second) } else { (self.second, self.first) };
        state.public.heroes[self.seat].abilities |= 1 << kept;
        state.public.abilities.discard |= 1 << other;
        chance.note(|| Event::Learned(self.seat, kind));
    }

    fn crumb(self, _: &Rules, _: &View) -> Text {
        text![self.seat, " keeps one of two abilities"]
    }

    fn explain(self, rules: &Rules, _: &View, action: Action) -> Text {
        let Action::Keep(kind) = action else { return Text::new() };
        let ability = rules.kingdom.abilities.get(kind as usize);
        Text::of(ability.map(|ability| rules.kingdom.boon_text(&ability.boon)))
    }
}
