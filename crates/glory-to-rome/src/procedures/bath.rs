//! GTR-57: a client hired at the Bath acts at once.

use super::prelude::*;

locals! {
    /// A client hired at the Bath acts: in which role? `spared`: as in [`ClientActs`].
    BathRole { seat: Seat, client: Material, spared: bool }
}

impl Procedure for BathRole {
    const HERE: Here = ("GTR-57", "you are choosing the new client's role");

    fn moves<O: Offers>(self, state: &State, rules: &Rules, offer: &mut O) {
        for role in state.public.bath_roles(self.seat, self.client, rules) {
            offer.free(Action::ActAs(role));
        }
        offer.decline(Action::Skip);
    }

    fn act<C: Chance>(self, state: &mut State, _: &Rules, action: Action, _: &mut C) {
        let Action::ActAs(role) = action else { return };
        let Self { seat, client, spared } = self;
        state.turn_to(ClientActs { spared, ..ClientActs::new(seat, client, role, 1) });
    }

    fn go_on<C: Chance>(self, state: &mut State, _: &Rules, _: &mut C) {
        state.done();
        if self.spared {
            state.spare(self.seat, self.client);
        }
    }

    fn crumb(self, _: &Public) -> Text {
        say!("Bath: in which role does the new {} act?", self.client.role())
    }

    fn explain(self, _: &Rules, _: &Public, action: Action) -> Text {
        let Action::ActAs(role) = action else { return say!("The new client does not act") };
        say!("Take {} action at once", a(role))
    }
}

impl Public {
    /// The roles in which a client hired at the Bath may act (GTR-57, ruling 40).
    pub(crate) fn bath_roles(
        &self,
        seat: Seat,
        colour: Material,
        rules: &Rules,
    ) -> impl Iterator<Item = Role> + use<> {
        let mut functions = self.functions[seat].0;
        if !rules.bath_ludus {
            functions.remove(Card::LUDUS_MAGNA);
        }
        if !rules.bath_storeroom {
            functions.remove(Card::STOREROOM);
        }
        Role::ALL.into_iter().filter(move |role| crate::state::acts_as(functions, colour, *role))
    }
}
