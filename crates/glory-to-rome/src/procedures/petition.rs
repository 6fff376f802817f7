//! GTR-11: the cards of a petition are chosen, one after the other.

use super::prelude::*;

locals! {
    /// The cards of a petition of a material are chosen: so many are left to add.
    Petition { seat: Seat, material: Material, left: u8 }
}

impl Procedure for Petition {
    const HERE: Here = ("GTR-11", "you are choosing the cards of your petition");

    fn moves<O: Offers>(self, state: &State, _: &Rules, offer: &mut O) {
        let (hand, material) = (state.hand(self.seat), self.material);
        cards(offer, hand.kinds(), hand.kinds_of(material), Action::AddOrder, |card| Why::OtherPetition {
            card,
            material,
        });
        offer.others(|action| match action {
            Action::AddOrder(card) => Some(Why::NotHeld("GTR-11", card)),
            _ => None,
        });
    }

    fn act<C: Chance>(self, state: &mut State, _: &Rules, action: Action, chance: &mut C) {
        let (Action::AddOrder(card), Some(role)) = (action, state.public.role) else { return };
        let Self { seat, material, left } = self;
        camp::put_order(state, seat, card);
        if left > 1 {
            state.turn_to(Self { left: left - 1, ..self });
        } else {
            chance.note(|| Event::Petitioned { seat, material, role });
            state.done();
        }
    }

    fn crumb(self, _: &Public) -> Text {
        say!("Petition of {}: {} to add", self.material, many(self.left, "card"))
    }

    fn explain(self, _: &Rules, _: &Public, _: Action) -> Text {
        say!("Part of the petition")
    }
}
