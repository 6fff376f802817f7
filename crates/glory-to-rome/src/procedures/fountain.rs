//! GTR-73: the card drawn at the Fountain is laid, added or kept.

use super::prelude::*;

locals! {
    /// A card was drawn at the Fountain.
    Fountain { seat: Seat }
}

impl Procedure for Fountain {
    const HERE: Here = ("GTR-73", "you are using the card drawn at the Fountain");
    const CRUMB: &'static str = "Fountain: use the card drawn";

    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, offer: &mut O) {
        let drawn = state.secret.drawn.get().map_or(CardSet::NONE, |card| CardSet::of(&[card]));
        state.lays(rules, self.seat, Means::Fountain, drawn, offer);
        state.public.adds(self.seat, drawn, Means::Fountain, offer);
        offer.free(Action::Keep);
        offer.others(|action| match action {
            Action::Look => Some(Why::Looked),
            _ => state.no_build(rules, self.seat, Means::Fountain, drawn, action),
        });
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, action: Action, chance: &mut C) {
        if action != Action::Keep {
            return state.build_by_action(rules, self.seat, Means::Fountain, action, chance);
        }
        state.public.half = None;
        state.done();
        if let Some(card) = state.secret.drawn.get_mut().take() {
            state.gain(self.seat, card);
        }
    }

    fn explain(self, rules: &Rules, public: &Public, action: Action) -> Text {
        let Action::Keep = action else {
            return public.explain_build(rules, self.seat, Means::Fountain, action);
        };
        say!("Into your hand; this uses the action")
    }
}
