//! GTR-112: the materials under a Castra Praetoria may become clients.

use super::prelude::*;

locals! {
    /// Materials under a structure may become clients.
    Enlist { seat: Seat, owner: Seat, card: Card }
}

impl Enlist {
    fn under(self, public: &Public) -> Materials {
        public.find(self.owner, self.card).map(|at| public.structures[at].materials).unwrap_or_default()
    }
}

impl Procedure for Enlist {
    const HERE: Here = ("GTR-112", "you may make its materials clients");
    const ASKS: Asks = Asks::IfAny;

    fn offers<O: Offers>(self, public: &Public, offer: &mut O) {
        if public.has_client_room(self.seat) {
            offer.all(self.under(public).kinds().map(Action::Enlist));
        }
        offer.decline(Action::Skip);
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, action: Action, chance: &mut C) {
        let Self { seat, owner, card } = self;
        let (Action::Enlist(material), Some(at)) = (action, state.public.find(owner, card)) else { return };
        chance.note(|| state.public.hired(seat, material, Origin::Under(card)));
        state.public.structures[at].materials.take(material);
        state.gain_client(seat, material, Gained::Otherwise, rules);
    }

    fn next(self, public: &Public, seat: Seat, _: Role) -> Next {
        Next::hires(public.has_client_room(seat) && !self.under(public).is_empty())
    }

    fn crumb(self, _: &Public) -> Text {
        say!("{}: make its materials clients?", self.card)
    }

    fn explain(self, _: &Rules, _: &Public, action: Action) -> Text {
        let Action::Enlist(material) = action else { return say!("Make no more clients of it") };
        crate::words::new_client(material)
    }
}
