//! GL-23: a card offers one of several lists of effects.

use super::prelude::*;

/// The hero chooses one of several lists.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Choose {
    /// The lists; all but the last may have a price.
    pub choices: Choices,
}

impl Procedure for Choose {
    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, offer: &mut O) {
        let coins = state.public.hero().coins;
        let dear = |script: Script| {
            let prices = rules.kingdom.scripts.get(script).iter().map(|effect| effect.price());
            prices.max().is_some_and(|price| coins < u16::from(price))
        };
        for (which, script) in (0..).zip(self.choices) {
            offer.unless(Action::Choose(which), || dear(script).then_some(Why::CantPay));
        }
        using::moves(state, rules, state.public.active, Window::Other, offer);
    }

    fn act<C: Chance>(self, state: &mut State, _: &Rules, action: Action, _: &mut C) {
        if let Action::Choose(which) = action
            && let Some(script) = self.choices.get(which)
        {
            state.turn_to(Follow::all(script));
        }
    }

    fn crumb(self, rules: &Rules, view: &View) -> Text {
        say!("{} chooses: {}", view.public.active, rules.kingdom.choices_text(self.choices))
    }

    fn explain(self, rules: &Rules, _: &View, action: Action) -> Text {
        let Action::Choose(which) = action else { return Text::new() };
        Text::of(self.choices.get(which).map(|script| rules.kingdom.script_text(script)))
    }
}
