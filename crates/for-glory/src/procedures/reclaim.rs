//! Ruling 53: a tactic card may come back to hand once its target has been defeated.

use super::prelude::*;

/// A tactic card may come back for a price (ruling 53).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Reclaim {
    /// Who may.
    pub seat: Seat,
    /// The card.
    pub kind: Kind,
    /// The price.
    pub coins: u8,
}

/// A tactic card that watches its target until the combat turn ends (ruling 53).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Watch {
    /// The target.
    pub slot: u8,
    /// Whether it has been defeated.
    pub fallen: bool,
    /// The card.
    pub kind: Kind,
    /// Whose.
    pub seat: Seat,
    /// The price.
    pub coins: u8,
}

impl Procedure for Reclaim {
    const INTERRUPTIBLE: bool = true;

    seat_decides!();

    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, seat: Seat, offer: &mut O) {
        offer.unless(Action::Accept, || state.why_too_dear(rules, seat, self.coins));
        offer.decline(Action::Decline);
    }

    fn against(self, _: &State, _: &Rules, _: Seat, _: Action) -> Option<Why> {
        Some(Why::MustAnswer)
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, seat: Seat, _: Action, chance: &mut C) {
        state.done();
        state.charge(rules, seat, self.coins, Then::Reclaim(self.kind), chance);
    }

    fn crumb(self, rules: &Rules, _: &State) -> Text {
        let price = many(self.coins, "coin");
        say!("{} may take {} back for {price}", who(rules, self.seat), name(rules, self.kind))
    }

    fn explain(self, rules: &Rules, _: &State, _: Seat, action: Action) -> Text {
        let card = name(rules, self.kind);
        if action == Action::Accept {
            say!("Pay {} and take {card} back into your hand.", many(self.coins, "coin"))
        } else {
            say!("Leave {card} in your discard pile.")
        }
    }
}

impl State {
    /// A tactic card may come back, if it lies in the discard pile and its owner might pay.
    pub(crate) fn offer_return(&mut self, Watch { seat, kind, coins, .. }: Watch) {
        let ludus = self.ludus(seat);
        let might_pay = ludus.hand > 0 || ludus.coins >= u16::from(coins);
        if ludus.piles.count(Half::First, kind) > 0 && might_pay {
            self.public.push(Reclaim { seat, kind, coins });
        }
    }

    /// A tactic card that may come back watches the target named last, from then on (ruling 53).
    pub(crate) fn watch(&mut self, it: &Use, steps: &[Step]) {
        let price = steps
            .iter()
            .find_map(|step| if let Effect::Return { coins } = step.effect { Some(coins) } else { None });
        if let (Bearer::Card(kind), Some(coins)) = (it.bearer, price) {
            self.public.watches.clear();
            let watch = Watch { slot: it.picks[0], fallen: false, kind, seat: it.seat, coins };
            self.public.watches.push(watch).expect("the list was cleared");
        }
    }
}
