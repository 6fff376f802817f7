//! GTR-119: Legionary clients that have acted may go into the vault, as many as there were demands.

use super::prelude::*;
use super::triclinium::{HERE, client_to_vault};

locals! {
    /// Legionary clients that have acted may go into the vault, as many as there were demands.
    BankLegion { seat: Seat, left: u8 }
}

impl Procedure for BankLegion {
    const HERE: Here = HERE;
    const CRUMB: &'static str = "Triclinium: put clients into the vault?";
    const ASKS: Asks = Asks::IfAny;

    fn offers<O: Offers>(self, public: &Public, offer: &mut O) {
        if self.left > 0 && public.has_vault_room(self.seat) {
            let board = &public.boards[self.seat];
            let acted = |colour: &Material| board.acted.has(*colour) && board.clients.has(*colour);
            offer.all(public.colours_for(self.seat, Role::Legionary).filter(acted).map(Action::Bank));
        }
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
