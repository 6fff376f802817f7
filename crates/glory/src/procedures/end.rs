//! GL-10: the end of a turn, when goods are bought and cards used once more.

use super::prelude::*;

/// The end of a turn: shop and cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct End;

impl Procedure for End {
    fn window(self) -> Option<Window> {
        Some(Window::End)
    }

    #[inline]
    fn asks(self, state: &State, rules: &Rules) -> bool {
        self.offers(state, rules)
    }

    #[inline]
    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, offer: &mut O) {
        offer.decline(Action::End);
        shop::moves(state, rules, offer);
        meet::moves(state, rules, offer);
        using::moves(state, rules, state.public.active, Window::End, offer);
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, action: Action, chance: &mut C) {
        meet::act(state, rules, action, chance);
    }

    fn go_on<C: Chance>(self, state: &mut State, _: &Rules, _: &mut C) {
        state.turn_to(Close);
    }

    fn crumb(self, _: &Rules, view: &View) -> Text {
        text![view.public.active, " ends the turn"]
    }

    fn explain(self, rules: &Rules, view: &View, action: Action) -> Text {
        let meeting = meet::explain(rules, view, action);
        if !meeting.is_empty() {
            return meeting;
        }
        text!["End your turn."]
    }
}
