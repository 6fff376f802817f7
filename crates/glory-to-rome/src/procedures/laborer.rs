//! GTR-21: a Laborer action, with Dock (GTR-65).

use super::prelude::*;

locals! {
    /// A Laborer action.
    Laborer { seat: Seat, used: Used }
}

impl Laborer {
    /// Why nothing can be taken from the Pool and from hand.
    #[inline]
    fn closed(self, public: &Public) -> [Option<Why>; 2] {
        let Self { seat, used } = self;
        let dock = public.lacks(seat, powers().labors_from_hand);
        [used.twice(Used::MAIN, Why::TookFromPool), dock.or(used.twice(Used::HAND, Why::TookFromHand))]
    }
}

impl Procedure for Laborer {
    const HERE: Here = ("GTR-21", "you are taking a Laborer action");
    const CRUMB: &'static str = "Laborer action: take a material";

    fn asks(self, public: &Public) -> bool {
        let [pool, hand] = self.closed(public);
        (pool.is_none() && !public.pool.is_empty()) || (hand.is_none() && public.boards[self.seat].orders > 0)
    }

    fn moves<O: Offers>(self, state: &State, _: &Rules, offer: &mut O) {
        let [pool, hand] = self.closed(&state.public);
        from_pile(offer, &state.public.pool, pool, Action::LaborPool, |of| Why::NotInPool("GTR-21", of));
        from_hand(offer, state.hand(self.seat), hand, "GTR-65", Action::LaborHand);
        offer.decline(Action::Skip);
    }

    fn act<C: Chance>(self, state: &mut State, _: &Rules, action: Action, chance: &mut C) {
        let Self { seat, used } = self;
        let part = match action {
            Action::LaborHand(card) => {
                state.gather(seat, card.material(), Origin::Hand(card), chance);
                state.spend(seat, card);
                Used::HAND
            }
            Action::LaborPool(material) => {
                state.gather(seat, material, Origin::Pool, chance);
                state.public.pool.take(material);
                Used::MAIN
            }
            _ => return,
        };
        state.public.half = None;
        state.turn_to(Self { seat, used: used.with(part) });
    }

    fn go_on<C: Chance>(self, state: &mut State, _: &Rules, _: &mut C) {
        state.done();
        if self.used.nothing() {
            state.forgo();
        }
    }

    fn explain(self, _: &Rules, _: &Public, action: Action) -> Text {
        if action == Action::Skip { self.used.skip() } else { say!("Into your stockpile") }
    }
}
