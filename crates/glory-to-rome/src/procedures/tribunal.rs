//! GTR-95: a Jack after a Think.

use super::prelude::*;

locals! {
    /// A Jack may be taken after a Think.
    Tribunal { seat: Seat }
}

impl Procedure for Tribunal {
    const HERE: Here = ("GTR-95", "the Tribunal offers you a Jack");
    const CRUMB: &'static str = "Tribunal: take a Jack too?";

    fn moves<O: Offers>(self, _: &State, _: &Rules, offer: &mut O) {
        offer.free(Action::TakeJack);
        offer.decline(Action::Skip);
    }

    fn act<C: Chance>(self, state: &mut State, _: &Rules, _: Action, chance: &mut C) {
        state.done();
        state.take_jack(self.seat, chance);
    }

    fn explain(self, _: &Rules, _: &Public, action: Action) -> Text {
        text![if action == Action::Skip { "Take no Jack" } else { "Take a Jack as well" }]
    }
}
