//! GL-23: a card offers one of two lists of effects.

use super::prelude::*;

/// The hero chooses one of two lists.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Choose {
    /// The first, which may have a price.
    pub first: Script,
    /// The second.
    pub second: Script,
}

impl Choose {
    const fn chosen(self, which: u8) -> Script {
        if which == 0 { self.first } else { self.second }
    }

    /// Whether the price of the first list can be paid.
    fn can_pay(self, public: &Public, rules: &Rules) -> bool {
        let prices = rules.kingdom.scripts.get(self.first).iter().map(|effect| effect.price());
        prices.max().is_none_or(|price| public.hero().coins >= u16::from(price))
    }
}

impl Procedure for Choose {
    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, offer: &mut O) {
        offer.unless(Action::Choose(0), || (!self.can_pay(&state.public, rules)).then_some(Why::CantPay));
        offer.free(Action::Choose(1));
        using::moves(state, rules, state.public.active, Window::Other, offer);
    }

    fn act<C: Chance>(self, state: &mut State, _: &Rules, action: Action, _: &mut C) {
        if let Action::Choose(which) = action {
            state.turn_to(Follow::all(self.chosen(which)));
        }
    }

    fn crumb(self, rules: &Rules, view: &View) -> Text {
        let [first, second] = [self.first, self.second].map(|script| rules.kingdom.script_text(script));
        say!("{} chooses: (1) {first} (2) {second}", view.public.active)
    }

    fn explain(self, rules: &Rules, _: &View, action: Action) -> Text {
        let Action::Choose(which) = action else { return Text::new() };
        rules.kingdom.script_text(self.chosen(which))
    }
}
