//! GTR-87: a Senate takes the Jacks that opponents played.

use super::prelude::*;

locals! {
    /// Jacks of opponents may be claimed.
    Senate { seat: Seat }
}

impl Procedure for Senate {
    const HERE: Here = ("GTR-87", "your Senate may take Jacks");
    const CRUMB: &'static str = "Senate: take Jacks?";
    const ASKS: Asks = Asks::IfAny;

    fn offers<O: Offers>(self, public: &Public, offer: &mut O) {
        let others = public.others(self.seat).filter(|other| public.camps[*other].jacks > 0);
        offer.all(others.map(Action::Claim));
        offer.decline(Action::Skip);
    }

    fn act<C: Chance>(self, state: &mut State, _: &Rules, action: Action, chance: &mut C) {
        let (Self { seat }, Action::Claim(of)) = (self, action) else { return };
        chance.note(|| Event::Claimed { seat, of });
        state.public.camps[of].jacks -= 1;
        state.public.boards[seat].jacks += 1;
    }

    fn explain(self, _: &Rules, _: &Public, action: Action) -> Text {
        text![if action == Action::Skip { "Take no more Jacks" } else { "Into your hand" }]
    }
}
