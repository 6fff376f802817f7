//! A list of effects, followed one by one.

use super::prelude::*;

/// A list of effects is being followed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Follow {
    /// The list.
    pub script: Script,
    /// The next effect.
    pub at: u8,
}

impl Follow {
    /// A list from its first effect on.
    pub const fn all(script: Script) -> Self {
        Self { script, at: 0 }
    }
}

impl Procedure for Follow {
    fn window(self) -> Option<Window> {
        None
    }

    fn asks(self, _: &State, _: &Rules) -> bool {
        false
    }

    fn moves<O: Offer<Action, Why>>(self, _: &State, _: &Rules, _: &mut O) {}

    fn go_on<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) {
        let Some(effect) = rules.kingdom.scripts.get(self.script).get(self.at as usize) else {
            state.done();
            return;
        };
        state.turn_to(Self { at: self.at + 1, ..self });
        state.perform(rules, *effect, chance);
    }

    fn crumb(self, _: &Rules, _: &View) -> Text {
        Text::new()
    }
}
