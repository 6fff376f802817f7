//! GTR-73: the card drawn at the Fountain is laid, added or kept.

use super::prelude::*;

locals! {
    /// A card was drawn at the Fountain.
    Fountain { seat: Seat }
}

impl Procedure for Fountain {
    const HERE: Here = ("GTR-73", "you are using the card drawn at the Fountain");
    const CRUMB: &'static str = "Fountain: use the card drawn";

    fn moves<O: Offers>(self, state: &State, rules: &Rules, offer: &mut O) {
        let by = Means::Fountain.by(self.seat);
        let drawn = state.secret.drawn.get().map_or(CardSet::NONE, |card| CardSet::of(&[card]));
        state.lays(rules, by, drawn, offer);
        state.public.adds(by, drawn, offer);
        offer.free(Action::Keep);
        offer.others(|action| match action {
            Action::Look => Some(Why::Looked),
            _ => state.no_build(rules, by, drawn, action),
        });
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, action: Action, chance: &mut C) {
        if action != Action::Keep {
            return state.build_by_action(rules, Means::Fountain.by(self.seat), action, chance);
        }
        state.public.half = None;
        state.done();
        if let Some(card) = state.secret.drawn.get_mut().take() {
            state.gain(self.seat, card);
        }
    }

    fn explain(self, rules: &Rules, public: &Public, action: Action) -> Text {
        match action {
            Action::Keep => say!("Into your hand; this uses the action"),
            _ => public.explain_build(rules, Means::Fountain.by(self.seat), action),
        }
    }
}
