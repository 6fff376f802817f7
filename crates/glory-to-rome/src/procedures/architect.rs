//! GTR-22: an Architect action: a foundation, or a material from the stockpile.

use super::prelude::*;

locals! {
    /// An Architect action.
    Architect { seat: Seat }
}

impl Procedure for Architect {
    const HERE: Here = ("GTR-22", "you are taking an Architect action");
    const CRUMB: &'static str = "Architect action: lay a foundation, or build from the stockpile";

    fn asks(self, public: &Public) -> bool {
        let Self { seat } = self;
        public.boards[seat].orders > 0
            || public.unfinished(seat).any(|structure| {
                public
                    .supplies(seat)
                    .any(|supply| public.fits_by(structure, supply.material(), Means::Architect))
            })
    }

    fn moves<O: Offers>(self, state: &State, rules: &Rules, offer: &mut O) {
        let (Self { seat }, public, by) = (self, &state.public, Means::Architect.by(self.seat));
        let hand = state.hand(seat).kinds();
        state.lays(rules, by, hand, offer);
        for structure in public.unfinished(seat) {
            public.supplies(seat).for_each(|supply| public.add(structure, supply, Means::Architect, offer));
            if O::NAMES_ALL {
                for supply in Supply::all().chain(hand.iter().map(Supply::Card)) {
                    if let Some(why) = public.no_supply(seat, supply, "GTR-22") {
                        offer.refused(Action::Add(supply, structure.card), || why);
                    }
                }
            }
        }
        public.prepares(seat, Role::Architect, offer);
        offer.decline(Action::Skip);
        offer.others(|action| match action {
            Action::Look => Some(Why::FountainCrafts),
            Action::Dismantle(_) => Some(Why::WatchPostCrafts),
            Action::Raise(..) => {
                Some(public.lacks(seat, powers().opens_structures).unwrap_or(Why::StairwayAfter))
            }
            _ => state.no_build(rules, by, hand, action),
        });
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, action: Action, chance: &mut C) {
        state.build_by_action(rules, Means::Architect.by(self.seat), action, chance);
    }

    fn go_on<C: Chance>(self, state: &mut State, _: &Rules, _: &mut C) {
        state.done();
        state.forgo();
    }

    fn explain(self, rules: &Rules, public: &Public, action: Action) -> Text {
        public.explain_build(rules, Means::Architect.by(self.seat), action)
    }
}
