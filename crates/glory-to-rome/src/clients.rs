//! Clients: how they are gained, and when they act (GTR-13, GTR-20, GTR-57, GTR-62, GTR-110).

use table::Seat;

use crate::cards::{Material, Role};
use crate::effect::powers;
use crate::event::{Event, Origin};
use crate::procedures::{BathRole, ClientActs, Frame, Stopped};
use crate::reason::Why;
use crate::rules::Rules;
use crate::state::{Public, State};

/// How a client is gained: the Bath's option tells them apart (GTR-57).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gained {
    /// By a Patron action.
    Patron,
    /// By a Domus, whose client may act this turn (GTR-110).
    Domus,
    /// In another way: Castra Praetoria, Bacchanalia.
    Otherwise,
}

impl Public {
    /// Why the seat can't gain a client, if so.
    #[inline]
    pub(crate) fn no_client_room(&self, seat: Seat) -> Option<Why> {
        let (have, room) = (self.boards[seat].clients.len(), self.client_limit(seat));
        (have >= room).then_some(Why::ClientsFull { have, room })
    }

    /// A client is about to be gained: the news of it.
    pub(crate) fn hired(&self, seat: Seat, colour: Material, from: Origin) -> Event {
        let (now, room) = (self.boards[seat].clients.len() + 1, self.client_limit(seat));
        Event::Hired { seat, colour, from, now, room }
    }

    /// How many actions one client has in a role: two with a Circus Maximus for the role led or followed (GTR-62).
    pub(crate) fn client_actions(&self, seat: Seat, role: Role) -> u8 {
        let more = powers().client_actions.of(self.functions[seat].0).max();
        more.filter(|_| self.plays(seat) && self.role == Some(role)).unwrap_or(1)
    }
}

impl State {
    /// A client comes up: one action, two with a Circus Maximus for the role led or followed (GTR-62, ruling 19).
    pub(crate) fn use_client(&mut self, seat: Seat, colour: Material, role: Role) {
        self.public.boards[seat].acted[colour] += 1;
        self.wait(ClientActs::new(seat, colour, role, self.public.client_actions(seat, role)));
    }

    /// A client joins. It does not act this turn (GTR-20), but for Domus (GTR-110) and Bath (GTR-57).
    pub(crate) fn gain_client(&mut self, seat: Seat, colour: Material, gained: Gained, rules: &Rules) {
        let public = &mut self.public;
        let fits = public.role.is_some_and(|role| public.colours_for(seat, role).any(|of| of == colour));
        // GTR-110: a Domus's client acts only in the role led, so a Watermill finds no new Architect.
        let domus = gained == Gained::Domus && fits;
        let board = &mut public.boards[seat];
        board.clients[colour] += 1;
        if !domus {
            board.fresh[colour] += 1;
        }
        let bathes = rules.bath_any_client || gained != Gained::Otherwise;
        // Ruling 74: with the last card drawn the game ends before the client acts.
        if !bathes || !public.can(seat, powers().new_clients_act) || public.ends_by_deck() {
            if domus {
                self.join_in(seat, colour);
            }
            return;
        }
        if domus {
            // Ruling 18: each client acts once, so at the Bath a Domus's client spends its action, if it uses it there.
            public.boards[seat].acted[colour] += 1;
        }
        let mut roles = public.bath_roles(seat, colour, rules);
        match (roles.next(), roles.next()) {
            (Some(role), None) => {
                self.wait(ClientActs { spared: domus, ..ClientActs::new(seat, colour, role, 1) });
            }
            _ => self.wait(BathRole { seat, client: colour, spared: domus }),
        }
    }

    /// GTR-110: a client hired by a Domus left the Bath's action unused, so its own in the role led is still to come.
    pub(crate) fn spare(&mut self, seat: Seat, colour: Material) {
        self.public.boards[seat].acted.take(colour);
        self.join_in(seat, colour);
    }

    /// GTR-110: a client hired by a Domus acts with the others of the role led. Where the player has given those up for a
    /// Watermill's Architects, it acts after what is under way.
    fn join_in(&mut self, seat: Seat, colour: Material) {
        let Some(role) = self.public.role else { return };
        let acts = self.public.stack.iter().rposition(|frame| matches!(frame, Frame::Acts(_)));
        if let Some(at) = acts
            && let Frame::Acts(acts) = self.public.stack[at]
            && acts.stopped != Stopped::Nothing
        {
            self.public.boards[seat].acted[colour] += 1;
            let left = self.public.client_actions(seat, role);
            self.wait_at(at + 1, ClientActs::new(seat, colour, role, left));
        }
    }
}
