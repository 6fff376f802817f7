//! GTR-63: a Colosseum takes clients of those whom demands reach.

use super::prelude::*;

locals! {
    /// Clients of a victim may be taken: so much is still demanded.
    Slay { seat: Seat, victim: Seat, left: Demands }
}

impl Procedure for Slay {
    const HERE: Here = ("GTR-63", "your Colosseum may take clients");
    const ASKS: Asks = Asks::IfAny;

    fn offers<O: Offers>(self, public: &Public, offer: &mut O) {
        if public.has_vault_room(self.seat) {
            let clients = &public.boards[self.victim].clients;
            let prey = self.left.kinds().filter(|colour| clients.has(*colour));
            offer.all(prey.map(|colour| Action::Slay(self.victim, colour)));
        }
        offer.decline(Action::Skip);
        offer.others(|action| matches!(action, Action::Slay(..)).then_some(Why::NoSuchClient(self.victim)));
    }

    fn act<C: Chance>(self, state: &mut State, _: &Rules, action: Action, chance: &mut C) {
        let (Self { seat, victim, left }, Action::Slay(_, colour)) = (self, action) else { return };
        chance.note(|| Event::Slain { seat, victim, colour });
        let board = &mut state.public.boards[victim];
        board.clients.take(colour);
        // A client that was hired or has acted this turn may be the one that goes.
        board.fresh[colour] = board.fresh[colour].min(board.clients[colour]);
        board.acted[colour] = board.acted[colour].min(board.clients[colour] - board.fresh[colour]);
        state.store(seat, colour);
        state.turn_to(Self { left: left.minus(colour), ..self });
    }

    fn crumb(self, _: &Public) -> Text {
        say!("Colosseum: take {} clients? (Demanded: {})", whose(self.victim), demanded(self.left))
    }

    fn explain(self, _: &Rules, _: &Public, action: Action) -> Text {
        let Action::Slay(_, colour) = action else { return say!("Take no more clients here") };
        into_vault(colour)
    }
}
