//! GTR-119: Legionary clients that have acted may go into the vault, as many as there were demands.

use super::prelude::*;
use super::triclinium::{HERE, client_to_vault};

locals! {
    /// Legionary clients that have acted may go into the vault, as many as there were demands.
    BankLegion { seat: Seat, left: u8 }
}

impl BankLegion {
    /// The colours of clients that acted as Legionaries.
    fn bankable(self, public: &Public) -> impl Iterator<Item = Material> {
        let board = &public.boards[self.seat];
        let acted = |colour: &Material| board.acted.has(*colour) && board.clients.has(*colour);
        public.colours_for(self.seat, Role::Legionary).filter(acted)
    }
}

impl Procedure for BankLegion {
    const HERE: Here = HERE;
    const CRUMB: &'static str = "Triclinium: put clients into the vault?";

    fn asks(self, public: &Public) -> bool {
        self.left > 0 && public.has_vault_room(self.seat) && self.bankable(public).next().is_some()
    }

    fn moves<O: Offers>(self, state: &State, _: &Rules, offer: &mut O) {
        offer.all(self.bankable(&state.public).map(Action::Bank));
        offer.decline(Action::Skip);
    }

    fn act<C: Chance>(self, state: &mut State, _: &Rules, action: Action, chance: &mut C) {
        let Action::Bank(colour) = action else { return };
        client_to_vault(state, self.seat, colour, chance);
        state.turn_to(Self { left: self.left - 1, ..self });
    }

    fn crumb_below(self, _: &Public) -> Text {
        Text::new()
    }

    fn explain(self, _: &Rules, _: &Public, action: Action) -> Text {
        if let Action::Bank(colour) = action { into_vault(colour) } else { say!("Keep the other clients") }
    }
}
