//! GTR-119: clients that have acted may go into the vault.

use super::prelude::*;

pub(super) const HERE: Here = ("GTR-119", "your Triclinium may put clients that have acted into the vault");

locals! {
    /// A client that has acted may go into the vault.
    Bank { seat: Seat, client: Material }
}

impl Procedure for Bank {
    const HERE: Here = HERE;

    fn moves<O: Offers>(self, _: &State, _: &Rules, offer: &mut O) {
        offer.free(Action::Bank(self.client));
        offer.decline(Action::Skip);
    }

    fn act<C: Chance>(self, state: &mut State, _: &Rules, _: Action, chance: &mut C) {
        state.done();
        client_to_vault(state, self.seat, self.client, chance);
        if let Some(Frame::ClientActs(client)) = state.public.stack.last_mut() {
            client.left = 0;
        }
    }

    fn next(self, _: &Public, _: Seat, _: Role) -> Next {
        Next::Passes
    }

    fn crumb(self, _: &Public) -> Text {
        say!("Triclinium: put the {} into the vault?", self.client.role())
    }

    fn crumb_below(self, _: &Public) -> Text {
        Text::new()
    }

    fn explain(self, _: &Rules, _: &Public, action: Action) -> Text {
        if action == Action::Skip { say!("Keep the client") } else { into_vault(self.client) }
    }
}

pub(super) fn client_to_vault<C: Chance>(state: &mut State, seat: Seat, colour: Material, chance: &mut C) {
    let board = &mut state.public.boards[seat];
    board.clients.take(colour);
    if board.acted.has(colour) {
        board.acted.take(colour);
    } else if board.fresh.has(colour) {
        board.fresh.take(colour);
    }
    state.store_openly(seat, Sale::Client(colour), colour, chance);
}

impl State {
    /// Who led or followed may bank a client that has acted.
    pub(super) fn may_bank(&mut self, seat: Seat, client: Material) {
        let public = &self.public;
        if public.plays(seat) && public.can(seat, powers().banks_clients) && public.has_vault_room(seat) {
            self.wait(Bank { seat, client });
        }
    }
}
