//! Ruling G7: the space has been followed, and awards are given.

use super::prelude::*;

/// The space has been followed: awards (ruling G7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct After;

impl Procedure for After {
    fn window(self) -> Option<Window> {
        None
    }

    fn asks(self, _: &State, _: &Rules) -> bool {
        false
    }

    fn moves<O: Offer<Action, Why>>(self, _: &State, _: &Rules, _: &mut O) {}

    fn go_on<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) {
        if !state.reached(rules, chance) && !state.award(rules, chance) {
            state.turn_to(End);
            state.public.used_trigger = Used::default();
        }
    }

    fn crumb(self, rules: &Rules, view: &View) -> Text {
        let space = rules.kingdom.map.space(view.public.hero().space);
        say!("{} is on {} ({})", view.public.active, table::place(&space.name), space.kind.word())
    }
}
