//! GTR-31: an out-of-town Site takes a second action.

use super::prelude::*;

locals! {
    /// The second action of an out-of-town Site: whose?
    Second { seat: Seat, role: Role }
}

impl Second {
    /// The own actions left that could be taken, in the nearest player's part of a turn.
    fn own(self, public: &Public) -> Option<u8> {
        let own = public.stack.iter().rev().find_map(|frame| match frame {
            Frame::Acts(acts) => Some(acts.own),
            _ => None,
        })?;
        Some(if public.role == Some(self.role) { own } else { 0 })
    }

    fn spend(self, state: &mut State, client: Option<Material>) {
        let Self { seat, role } = self;
        state.done();
        if let Some(colour) = client {
            state.use_client(seat, colour, role);
            if let Some(Frame::ClientActs(client)) = state.public.stack.last_mut() {
                client.left -= 1;
                client.acted = true;
            }
        } else if let Some(Frame::Acts(acts)) =
            state.public.stack.iter_mut().rev().find(|frame| matches!(frame, Frame::Acts(_)))
        {
            acts.own = acts.own.saturating_sub(1);
        }
        if role == Role::Architect {
            // The second Architect action has its Stairway too (GTR-90).
            state.wait(Stairway { seat });
        }
    }
}

impl Procedure for Second {
    const HERE: Here = ("GTR-31", "you are choosing who takes the second action");
    const CRUMB: &'static str = "Out of town: who takes the second action?";

    fn asks(self, public: &Public) -> bool {
        self.own(public).is_some_and(|own| public.asks_actor(self.seat, own, self.role))
    }

    fn moves<O: Offers>(self, state: &State, _: &Rules, offer: &mut O) {
        let own = self.own(&state.public).unwrap_or_default();
        super::acts::actors(&state.public, self.seat, own, self.role, offer);
    }

    fn act<C: Chance>(self, state: &mut State, _: &Rules, action: Action, _: &mut C) {
        self.spend(state, if let Action::Use(colour) = action { Some(colour) } else { None });
    }

    fn go_on<C: Chance>(self, state: &mut State, _: &Rules, _: &mut C) {
        match self.own(&state.public) {
            None => state.done(),
            Some(0) => self.spend(state, state.public.next_client(self.seat, self.role)),
            Some(_) => self.spend(state, None),
        }
    }

    fn explain(self, _: &Rules, _: &Public, action: Action) -> Text {
        super::acts::explain(action)
    }
}
