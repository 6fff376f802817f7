//! Which action comes directly after the one under way: what an out-of-town Site takes besides (GTR-31).

use table::Seat;

use crate::cards::Role;
use crate::effect::powers;
use crate::frame::{Bonus, Frame, Revels, Stopped, Used};
use crate::state::Public;

/// Whether another action of the same role follows directly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Following {
    /// It does: from this place in the stack.
    Surely(usize),
    /// It may, if the player leaves out what lies between, or hires a client who acts at the Bath.
    Perhaps,
    /// It can't.
    Never,
}

impl Public {
    /// Whether an out-of-town Site can be paid for now (GTR-31): by a Tower, an action saved, or one that surely follows.
    pub(crate) fn reaches_outskirts(&self, seat: Seat, role: Role) -> bool {
        self.can(seat, powers().out_of_town_at_once)
            || self.half == Some((seat, role))
            || matches!(self.following(seat, role), Following::Surely(_))
    }

    /// Whether the action may be saved for an out-of-town Site, to be joined with a directly following one that is not sure to
    /// come (GTR-57, rulings 41 and 46). It takes a card to lay, be it one drawn at the Fountain.
    pub(crate) fn may_prepare(&self, seat: Seat, role: Role) -> bool {
        let fountain = role == Role::Craftsman && self.deck > 0 && self.can(seat, powers().crafts_from_deck);
        // Below the shortest stack in which something can lie between there are the turn, the player's part of it and that.
        self.frames.len() > 4
            && !self.out_of_town.is_empty()
            && (self.boards[seat].orders > 0 || fountain)
            && !self.can(seat, powers().out_of_town_at_once)
            && self.half != Some((seat, role))
            && self.following(seat, role) == Following::Perhaps
    }

    /// Whether an action of this role follows directly after the one under way (GTR-31, ruling 46). Any procedure that
    /// can still do something lies between; one that can't is passed over.
    pub(crate) fn following(&self, seat: Seat, role: Role) -> Following {
        let (mut between, mut hires) = (false, false);
        // The top is the action under way.
        for (at, frame) in self.frames.as_slice().iter().enumerate().rev().skip(1) {
            let next = self.next_in(seat, role, *frame);
            match next {
                Next::Passes => {}
                Next::Between => between = true,
                Next::Hires => (between, hires) = (true, true),
                Next::Is if !between => return Following::Surely(at),
                Next::Is | Next::MayBe => return Following::Perhaps,
                Next::IsNot => {
                    // A client hired in between acts at once at the Bath (GTR-57).
                    let bath = hires && self.can(seat, powers().new_clients_act);
                    return if bath { Following::Perhaps } else { Following::Never };
                }
            }
        }
        Following::Never
    }

    /// What a procedure that waits has to come.
    fn next_in(&self, seat: Seat, role: Role, frame: Frame) -> Next {
        let hires = |may: bool| if may { Next::Hires } else { Next::Passes };
        match frame {
            Frame::Stairway { .. }
            | Frame::Bank { .. }
            | Frame::ClientActs { left: 0, .. }
            | Frame::Bonus { left: 0, .. } => Next::Passes,
            Frame::ClientActs { role: acting, .. } if acting == role => Next::Is,
            Frame::ClientActs { role: Role::Patron, .. } | Frame::Bonus { bonus: Bonus::Patron, .. } => {
                hires(self.may_hire(seat, Used::default()))
            }
            Frame::Bonus { bonus: Bonus::Craftsman, .. } if role == Role::Craftsman => Next::Is,
            Frame::ClientActs { .. } | Frame::Bonus { .. } => Next::Between,
            Frame::Patron { used, .. } => hires(self.may_hire(seat, used)),
            Frame::Enlist { owner, card, .. } => {
                let under = self.find(owner, card).map(|at| self.structures[at].materials);
                hires(self.has_client_room(seat) && under.is_some_and(|under| !under.is_empty()))
            }
            Frame::Bacchanalia { pile, used, .. } => {
                let left = self.revealed[usize::from(pile)].0.iter().any(|count| *count > 0);
                if left && !used.has(Revels::CLIENT) && self.has_client_room(seat) {
                    Next::Hires
                } else if left && !used.all() {
                    Next::Between
                } else {
                    Next::Passes
                }
            }
            Frame::Acts { own, stopped, .. } => self.turn_offers(seat, own, stopped, role),
            Frame::Idle
            | Frame::Round { .. }
            | Frame::Lead { .. }
            | Frame::Follow { .. }
            | Frame::Petition { .. }
            | Frame::Palace { .. }
            | Frame::Think { .. }
            | Frame::Tribunal { .. }
            | Frame::Second { .. }
            | Frame::BathRole { .. }
            | Frame::Laborer { .. }
            | Frame::Architect { .. }
            | Frame::Craftsman { .. }
            | Frame::Fountain { .. }
            | Frame::Solarium { .. }
            | Frame::Demand { .. }
            | Frame::FromPool { .. }
            | Frame::Levies { .. }
            | Frame::Give { .. }
            | Frame::Slay { .. }
            | Frame::Raze { .. }
            | Frame::Merchant { .. }
            | Frame::BankLegion { .. }
            | Frame::Prison { .. }
            | Frame::Ransom { .. }
            | Frame::Aerarium { .. }
            | Frame::Senate { .. }
            | Frame::Sewer { .. } => Next::IsNot,
        }
    }

    /// Whether the next action of a seat's turn is of this role.
    fn turn_offers(&self, seat: Seat, own: u8, stopped: Stopped, role: Role) -> Next {
        let ready = |role| self.colours_for(seat, role).any(|colour| self.ready_clients(seat, colour) > 0);
        let Some(led) = self.role else { return Next::IsNot };
        let main = stopped == Stopped::Nothing && (own > 0 || ready(led));
        if main && led == role {
            return Next::Is;
        }
        // GTR-113: a Watermill's Architects come after the Laborers, be those left out.
        let mill = role == Role::Architect
            && led == Role::Laborer
            && stopped != Stopped::All
            && self.plays(seat)
            && self.can(seat, powers().architects_after_laborers)
            && ready(Role::Architect);
        let hires = || {
            led == Role::Patron
                && self.can(seat, powers().new_clients_act)
                && self.may_hire(seat, Used::default())
        };
        match (main, mill) {
            (false, true) => Next::Is,
            (true, true) => Next::MayBe,
            (true, false) if hires() => Next::MayBe,
            (true | false, false) => Next::IsNot,
        }
    }
}

/// What a procedure that waits has to come, seen from an action of some role.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// Nothing: what is beneath it comes next.
    Passes,
    /// Something that can be left out.
    Between,
    /// A hire, which can be left out, or bring a client who acts.
    Hires,
    /// An action of that role.
    Is,
    /// One of that role, if something is left out or hires first.
    MayBe,
    /// No action of that role.
    IsNot,
}
