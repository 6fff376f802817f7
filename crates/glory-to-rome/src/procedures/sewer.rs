//! GTR-88: a Sewer keeps the Order cards that its owner played.

use super::prelude::*;

locals! {
    /// Cards played may go to the stockpile.
    Sewer { seat: Seat }
}

impl Procedure for Sewer {
    const HERE: Here = ("GTR-88", "your Sewer may keep cards played");
    const CRUMB: &'static str = "Sewer: keep cards played?";
    const ASKS: Asks = Asks::IfAny;

    fn offers<O: Offers>(self, public: &Public, offer: &mut O) {
        offer.all(public.camps[self.seat].orders.kinds().map(Action::Sewer));
        offer.decline(Action::Skip);
    }

    fn act<C: Chance>(self, state: &mut State, _: &Rules, action: Action, chance: &mut C) {
        let (Self { seat }, Action::Sewer(material)) = (self, action) else { return };
        state.public.camps[seat].orders.take(material);
        let stock = &mut state.public.boards[seat].stock;
        stock[material] += 1;
        chance.note(|| Event::KeptOrder { seat, material, now: stock[material] });
    }

    fn explain(self, _: &Rules, _: &Public, action: Action) -> Text {
        let skip = action == Action::Skip;
        text![if skip {
            "Let the cards left go to the Pool"
        } else {
            "Into your stockpile instead of the Pool"
        }]
    }
}
