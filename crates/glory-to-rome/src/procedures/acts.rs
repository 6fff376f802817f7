//! GTR-13: a player's part of the turn: own actions and clients', one after the other.

use super::prelude::*;

/// What a player has given up of the turn's actions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Stopped {
    /// Nothing.
    Nothing,
    /// The actions of the led role.
    Role,
    /// Those of a Watermill's Architects too (GTR-113).
    All,
}

locals! {
    /// A player's actions of the led role: own ones left, and what was given up.
    Acts { seat: Seat, own: u8, stopped: Stopped }
}

impl Acts {
    /// Whether actions of the led role are left: own ones, or clients'.
    fn main_is_left(self, public: &Public, led: Role) -> bool {
        self.stopped == Stopped::Nothing && (self.own > 0 || public.next_client(self.seat, led).is_some())
    }

    /// GTR-113: whether a Watermill's Architects are left, who act after the Laborers.
    fn mill_is_left(self, public: &Public, led: Role) -> bool {
        led == Role::Laborer
            && self.stopped != Stopped::All
            && public.plays(self.seat)
            && public.can(self.seat, powers().architects_after_laborers)
            && public.next_client(self.seat, Role::Architect).is_some()
    }

    /// The role of the next action, and how many own ones are left in it; nothing if all is done.
    fn coming(self, public: &Public) -> Option<(Role, u8)> {
        let led = public.role?;
        if self.main_is_left(public, led) {
            Some((led, self.own))
        } else {
            self.mill_is_left(public, led).then_some((Role::Architect, 0))
        }
    }

    /// Whether it matters who takes it. Legionary actions are one reveal (GTR-24).
    fn matters(self, public: &Public, coming: Option<(Role, u8)>) -> bool {
        coming.is_some_and(|(role, own)| role != Role::Legionary && public.asks_actor(self.seat, own, role))
    }

    fn proceed(self, state: &mut State, coming: Option<(Role, u8)>) {
        let seat = self.seat;
        match coming {
            None => state.done(),
            Some((Role::Legionary, own)) => state.gather_legion(seat, own),
            Some((role, own)) if own > 0 => {
                state.turn_to(Self { own: own - 1, ..self });
                state.begin(role, seat);
            }
            Some((role, _)) => {
                if let Some(colour) = state.public.next_client(seat, role) {
                    state.use_client(seat, colour, role);
                }
            }
        }
    }
}

impl Procedure for Acts {
    const HERE: Here = ("GTR-13", "you are choosing who acts next");

    #[inline]
    fn asks(self, public: &Public) -> bool {
        self.matters(public, self.coming(public))
    }

    fn go_on<C: Chance>(self, state: &mut State, _: &Rules, _: &mut C) {
        self.proceed(state, self.coming(&state.public));
    }

    /// Both at once: it comes up after every action.
    fn advance<C: Chance>(self, state: &mut State, _: &Rules, _: &mut C) -> bool {
        let coming = self.coming(&state.public);
        let asks = self.matters(&state.public, coming);
        if !asks {
            self.proceed(state, coming);
        }
        asks
    }

    fn moves<O: Offers>(self, state: &State, _: &Rules, offer: &mut O) {
        if let Some((role, own)) = self.coming(&state.public) {
            actors(&state.public, self.seat, own, role, offer);
        }
        offer.free(Action::Stop);
    }

    fn act<C: Chance>(self, state: &mut State, _: &Rules, action: Action, _: &mut C) {
        let (Self { seat, own, .. }, coming) = (self, self.coming(&state.public));
        match (action, coming) {
            (Action::Act, Some((role, _))) => {
                state.turn_to(Self { own: own - 1, ..self });
                state.begin(role, seat);
            }
            (Action::Use(colour), Some((role, _))) => state.use_client(seat, colour, role),
            _ => {
                let main = coming.is_some_and(|(role, _)| Some(role) == state.public.role);
                state.turn_to(Self {
                    seat,
                    own: 0,
                    stopped: if main { Stopped::Role } else { Stopped::All },
                });
            }
        }
    }

    fn next(self, public: &Public, seat: Seat, role: Role) -> Next {
        let Some(led) = public.role else { return Next::IsNot };
        let main = self.main_is_left(public, led);
        if main && led == role {
            return Next::Is;
        }
        // GTR-113: a Watermill's Architects come after the Laborers, be those left out.
        let mill = role == Role::Architect && self.mill_is_left(public, led);
        let hires = || {
            let bath = led == Role::Patron && public.can(seat, powers().new_clients_act);
            bath && public.may_hire(seat, Used::default())
        };
        match (main, mill) {
            (false, true) => Next::Is,
            (true, true) => Next::MayBe,
            (true, false) if hires() => Next::MayBe,
            (true | false, false) => Next::IsNot,
        }
    }

    fn crumb(self, _: &Public) -> Text {
        say!("{} chooses who acts next", self.seat)
    }

    fn crumb_below(self, _: &Public) -> Text {
        say!("{} acts", self.seat)
    }

    fn explain(self, _: &Rules, public: &Public, action: Action) -> Text {
        match action {
            Action::Stop => {
                let led = public.role.filter(|_| self.stopped == Stopped::Nothing);
                say!("Give up the {} actions that are left", led.unwrap_or(Role::Architect))
            }
            _ => explain(action),
        }
    }
}

/// Who can act next in a role: the player, where own actions are left, and clients.
pub(super) fn actors<O: Offers>(public: &Public, seat: Seat, own: u8, role: Role, offer: &mut O) {
    if own > 0 {
        offer.free(Action::Act);
    }
    for colour in public.colours_for(seat, role).filter(|colour| public.ready_clients(seat, *colour) > 0) {
        offer.free(Action::Use(colour));
    }
}

pub(super) fn explain(action: Action) -> Text {
    let Action::Use(colour) = action else { return say!("Use your own action") };
    say!("Let your {} act", colour.role())
}

impl Public {
    /// The first colour of clients that can still act in a role.
    #[inline]
    pub(crate) fn next_client(&self, seat: Seat, role: Role) -> Option<Material> {
        self.colours_for(seat, role).find(|colour| self.ready_clients(seat, *colour) > 0)
    }

    /// Whether it matters who acts next: a Triclinium may bank whoever acted, clients of different colours differ, and one that could
    /// act as Laborer now could be kept for the Watermill instead (GTR-113, ruling 18).
    pub(crate) fn asks_actor(&self, seat: Seat, own: u8, role: Role) -> bool {
        let ready = |colour: &Material| self.ready_clients(seat, *colour) > 0;
        let colours = self.colours_for(seat, role).filter(ready).count();
        let can = |among| self.can(seat, among) && self.plays(seat);
        let waits = |colour: Material| self.colours_for(seat, Role::Architect).any(|other| other == colour);
        colours >= 2
            || (can(powers().banks_clients) && colours + usize::from(own > 0) >= 2)
            || (role == Role::Laborer
                && can(powers().architects_after_laborers)
                && self.colours_for(seat, role).filter(ready).any(waits))
    }
}

impl State {
    /// Starts one action of a role.
    pub(crate) fn begin(&mut self, role: Role, seat: Seat) {
        match role {
            Role::Laborer => self.wait(Laborer { seat, used: Used::default() }),
            Role::Craftsman => self.wait(Craftsman { seat }),
            Role::Architect => {
                self.wait(Stairway { seat });
                self.wait(Architect { seat });
            }
            Role::Legionary => self.wait(Demand { seat, most: 1, demands: Demands::default() }),
            Role::Merchant => self.wait(Merchant { seat, used: Used::default() }),
            Role::Patron => self.wait(Patron::action(seat, Used::default())),
        }
    }
}
