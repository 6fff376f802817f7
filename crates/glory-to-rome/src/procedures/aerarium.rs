//! GTR-115: the Aerarium's Site buys one completion bonus; for a stolen one other Sites pay, to oneself nothing at all.

use super::prelude::*;

/// What a stolen Aerarium's bonus costs: as much as its own Site is worth.
const AWARD: u8 = 2;

locals! {
    /// A Site may be given for a completion bonus. `own_site`: the Aerarium's own.
    Aerarium { seat: Seat, own_site: bool }
}

impl Procedure for Aerarium {
    const HERE: Here = ("GTR-115", "your Aerarium may set off a completion bonus");
    const ASKS: Asks = Asks::IfAny;

    fn offers<O: Offers>(self, public: &Public, offer: &mut O) {
        if self.own_site || public.can_pay(self.seat, AWARD) {
            let again = public.structures.iter().filter(|structure| {
                let bonus = powers().completion(structure.card);
                structure.finished && bonus.is_some_and(|bonus| bonus != Completion::SiteFor(Purchase::Bonus))
            });
            offer.all(again.map(|structure| Action::Award(structure.owner, structure.card)));
        }
        offer.decline(Action::Skip);
        offer.others(|action| match action {
            Action::Award(owner, card) => Some(Why::NoBonus(owner, card)),
            _ => None,
        });
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, action: Action, chance: &mut C) {
        let (Self { seat, own_site }, Action::Award(to, card)) = (self, action) else { return };
        if !own_site && to != seat {
            return state.turn_to(Ransom { seat, victim: to, card, owed: AWARD, buys: Purchase::Bonus });
        }
        state.done();
        if own_site {
            state.give_site(seat, to, Material::Concrete, chance);
        }
        state.award(seat, to, card, rules, chance);
    }

    fn crumb(self, _: &Public) -> Text {
        say!("Aerarium: {} for a bonus?", if self.own_site { "give its Site" } else { "pay with Sites" })
    }

    fn explain(self, _: &Rules, _: &Public, action: Action) -> Text {
        let Action::Award(to, card) = action else { return say!("Use no bonus and keep your Sites") };
        let price = if to == self.seat {
            say!("You pay nothing")
        } else if self.own_site {
            say!("The Aerarium's Site, and so {} influence, goes to {to}", Material::Concrete.value())
        } else {
            say!("You pay with Sites worth {}, which go to {to}", AWARD)
        };
        say!("{price}. You use: {}", effect::text(card))
    }
}

impl State {
    /// The completion bonus of somebody's structure, for the Aerarium's owner.
    pub(super) fn award<C: Chance>(
        &mut self,
        seat: Seat,
        to: Seat,
        card: Card,
        rules: &Rules,
        chance: &mut C,
    ) {
        chance.note(|| Event::SetOff { seat, owner: to, card });
        if powers().completion(card) == Some(Completion::SiteFor(Purchase::Structure)) {
            self.wait(Prison { seat, own_site: false });
        } else {
            self.set_off(seat, to, card, rules, chance);
        }
    }
}
