//! GTR-13: a client's actions.

use super::prelude::*;

locals! {
    /// A client's actions: so many are left. `acted`: an action has just been done, so a Triclinium may bank the client. `spared`: a
    /// Domus hired it, and it has not used the Bath's action, so that its own in the role led is still to come (GTR-110).
    ClientActs { seat: Seat, client: Material, role: Role, left: u8, acted: bool, spared: bool }
}

impl ClientActs {
    /// A client that begins to act.
    pub(crate) const fn new(seat: Seat, client: Material, role: Role, left: u8) -> Self {
        Self { seat, client, role, left, acted: false, spared: false }
    }
}

impl Procedure for ClientActs {
    const HERE: Here = ("GTR-13", "you are choosing who acts next");
    const ASKS: Asks = Asks::Never;

    fn go_on<C: Chance>(self, state: &mut State, _: &Rules, _: &mut C) {
        let Self { seat, client, role, left, acted, spared } = self;
        if acted {
            state.turn_to(Self::new(seat, client, role, left));
            state.may_bank(seat, client);
        } else if left == 0 {
            state.done();
            if spared {
                state.spare(seat, client);
            }
        } else if role == Role::Patron && is_bathing(&state.public) {
            // A Patron hired at the Bath is its Patron action and nothing else, so that a chain of them takes little room.
            let used = if spared { Used::BATH.with(Used::SPARED) } else { Used::BATH };
            state.turn_to(Patron { seat, used, client, more: 0 });
        } else {
            state.turn_to(Self { left: left - 1, acted: true, ..self });
            state.begin(role, seat);
        }
    }

    fn next(self, public: &Public, seat: Seat, role: Role) -> Next {
        if self.left == 0 {
            Next::Passes
        } else if self.role == role {
            Next::Is
        } else if self.role == Role::Patron {
            Next::hires(public.may_hire(seat, Used::default()))
        } else {
            Next::Between
        }
    }

    fn crumb(self, _: &Public) -> Text {
        if self.client.role() == self.role {
            say!("{} client", self.role)
        } else {
            say!("{} client as {}", self.client.role(), self.role)
        }
    }
}

/// Whether the client that acts was hired at the Bath just now: it stands on what hired it.
fn is_bathing(public: &Public) -> bool {
    matches!(public.stack.as_slice(), [.., Frame::Patron(_) | Frame::Enlist(_) | Frame::Bacchanalia(_), _])
}
