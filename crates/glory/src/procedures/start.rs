//! GL-10: the start of a turn, when goods are bought, cards used and the die rolled.

use super::prelude::*;

/// The start of a turn: shop, cards, roll (GL-10).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Start;

impl Procedure for Start {
    fn window(self) -> Option<Window> {
        Some(Window::Start)
    }

    #[inline]
    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, offer: &mut O) {
        offer.free(Action::Roll);
        shop::moves(state, rules, offer);
        using::moves(state, rules, state.public.active, Window::Start, offer);
        offer.free(Action::Resign);
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, action: Action, chance: &mut C) {
        let active = state.public.active;
        if action == Action::Resign {
            state.die(rules, active, Cause::GaveUp, chance);
            return;
        }
        let die = chance.roll(6) as u8;
        chance.learned(State::everyone(rules));
        chance.note(|| Event::Rolled(active, die));
        state.public.used_trigger = Used::default();
        state.public.rolled = die;
        state.public.struck = None;
        state.turn_to(Roll { die, extra: 0 });
    }

    fn crumb(self, _: &Rules, view: &View) -> Text {
        text![view.public.active, " starts a turn"]
    }

    fn explain(self, _: &Rules, _: &View, action: Action) -> Text {
        if action == Action::Resign {
            text!["Give up: your hero dies and you lose."]
        } else {
            text!["Roll the die and move."]
        }
    }
}
