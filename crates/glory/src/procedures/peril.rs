//! Ruling B15: a card is about to take the hero's last health outside a battle, and there is time for a card that may be used at
//! any time.

use super::prelude::*;

/// The hero is about to lose the last health outside a battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Peril {
    /// How much health the card takes.
    pub by: u8,
}

impl Procedure for Peril {
    fn asks(self, state: &State, rules: &Rules) -> bool {
        state.public.hero().health <= self.by && self.offers(state, rules)
    }

    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, offer: &mut O) {
        offer.decline(Action::Stand);
        using::moves(state, rules, state.public.active, Window::Other, offer);
    }

    fn go_on<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) {
        state.done();
        state.brave(rules, self.by, chance);
    }

    fn crumb(self, _: &Rules, view: &View) -> Text {
        text![view.public.active, " is about to lose ", self.by, " health and die"]
    }

    fn explain(self, _: &Rules, _: &View, _: Action) -> Text {
        text!["Take the loss and die."]
    }
}
