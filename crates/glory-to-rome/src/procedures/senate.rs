//! GTR-87: a Senate takes the Jacks that opponents played.

use super::prelude::*;

locals! {
    /// Jacks of opponents may be claimed.
    Senate { seat: Seat }
}

impl Senate {
    /// The opponents who played a Jack.
    fn players_of_jacks(self, public: &Public) -> impl Iterator<Item = Seat> {
        public.others(self.seat).filter(|other| public.camps[*other].jacks > 0)
    }
}

impl Procedure for Senate {
    const HERE: Here = ("GTR-87", "your Senate may take Jacks");
    const CRUMB: &'static str = "Senate: take Jacks?";

    fn asks(self, public: &Public) -> bool {
        self.players_of_jacks(public).next().is_some()
    }

    fn moves<O: Offers>(self, state: &State, _: &Rules, offer: &mut O) {
        offer.all(self.players_of_jacks(&state.public).map(Action::Claim));
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
