//! GTR-12: another player follows the role that was led, or thinks.

use super::prelude::*;

locals! {
    /// Another player follows or thinks (GTR-12).
    Follow { seat: Seat }
}

impl Procedure for Follow {
    const HERE: Here = ("GTR-12", "follow the led role, or think");

    fn moves<O: Offers>(self, state: &State, rules: &Rules, offer: &mut O) {
        let Self { seat } = self;
        let Some(role) = state.public.role else { return };
        camp::orders(state, seat, role, offer, |card| Action::Follow(Play::Order(card)));
        camp::jack_and_petitions(state, rules, seat, offer, |offer, play, why| {
            offer.unless(Action::Follow(play), || why);
        });
        think::moves(state, rules, seat, offer);
        offer.refused(Action::Skip, || Why::FollowerSkips);
        offer.others(|action| match action {
            Action::Follow(play) => camp::why_not(&state.public, rules, seat, play),
            Action::Lead(..) => Some(Why::Led),
            _ => None,
        });
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, action: Action, chance: &mut C) {
        state.done();
        let Action::Follow(play) = action else { return think::act(state, rules, self.seat, action, chance) };
        camp::play(state, self.seat, play);
    }

    fn crumb(self, _: &Public) -> Text {
        say!("{} follows or thinks", self.seat)
    }

    fn explain(self, _: &Rules, public: &Public, action: Action) -> Text {
        match (action, public.role) {
            (Action::Follow(play), Some(role)) => camp::explain(public, self.seat, role, play),
            _ => think::explain(public, self.seat, action),
        }
    }
}
