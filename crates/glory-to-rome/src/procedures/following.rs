//! GTR-31: which action comes directly after the one under way, which an out-of-town Site takes besides.

use super::prelude::*;

/// Whether another action of the same role follows directly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Following {
    /// It does: from this place in the stack.
    Surely(usize),
    /// It may, if the player leaves out what lies between, or hires a client who acts at the Bath.
    Perhaps,
    /// It can't.
    Never,
}

/// What a procedure that waits has to come, seen from an action of some role.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
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

impl Next {
    /// A hire, if there can be one.
    pub(super) const fn hires(may: bool) -> Self {
        if may { Self::Hires } else { Self::Passes }
    }
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
        let fountain = role == Role::Craftsman && self.no_look(seat).is_none();
        // Below the shortest stack in which something can lie between there are the turn, the player's part of it and that.
        self.stack.len() > 4
            && !self.out_of_town.is_empty()
            && (self.boards[seat].orders > 0 || fountain)
            && !self.can(seat, powers().out_of_town_at_once)
            && self.half != Some((seat, role))
            && self.following(seat, role) == Following::Perhaps
    }

    /// Whether an action of this role follows directly after the one under way (GTR-31, ruling 46). Any procedure that
    /// can still do something lies between; one that can't is passed over.
    fn following(&self, seat: Seat, role: Role) -> Following {
        let (mut between, mut hires) = (false, false);
        // The top is the action under way.
        for (at, frame) in self.stack.as_slice().iter().enumerate().rev().skip(1) {
            match frame.next(self, seat, role) {
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
}

impl State {
    /// GTR-31: an out-of-town Site takes the next action too.
    pub(crate) fn pay_for_site(&mut self, seat: Seat, role: Role, place: Place) {
        let half = self.public.half.take();
        if place == Place::Town
            || self.public.can(seat, powers().out_of_town_at_once)
            || half == Some((seat, role))
        {
            return;
        }
        let Following::Surely(at) = self.public.following(seat, role) else { return };
        match &mut self.public.stack[at] {
            Frame::ClientActs(ClientActs { left, .. }) | Frame::Bonus(Bonus { left, .. }) => *left -= 1,
            _ => return self.wait_at(at + 1, Second { seat, role }),
        }
        if role == Role::Architect {
            // The second Architect action has its Stairway too (GTR-90).
            self.wait_at(at + 1, Stairway { seat });
        }
    }
}
