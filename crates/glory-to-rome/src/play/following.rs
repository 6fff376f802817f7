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
        // A client hired in between acts at once at the Bath (GTR-57).
        let bath = self.can(seat, powers().new_clients_act);
        let (mut between, mut perhaps) = (false, false);
        // The top is the action under way.
        for (at, frame) in self.frames.as_slice().iter().enumerate().rev().skip(1) {
            let comes = match *frame {
                Frame::Stairway { .. } | Frame::Bank { .. } => continue,
                Frame::ClientActs { left: 0, .. } | Frame::Bonus { left: 0, .. } => continue,
                Frame::ClientActs { role: acting, .. } if acting == role => true,
                Frame::ClientActs { role: Role::Patron, .. } | Frame::Bonus { bonus: Bonus::Patron, .. } => {
                    let hires = self.may_hire(seat, Used::default());
                    between |= hires;
                    perhaps |= hires && bath;
                    continue;
                }
                Frame::Bonus { bonus: Bonus::Craftsman, .. } if role == Role::Craftsman => true,
                Frame::ClientActs { .. } | Frame::Bonus { .. } => {
                    between = true;
                    continue;
                }
                Frame::Patron { used, .. } => {
                    let hires = self.may_hire(seat, used);
                    between |= hires;
                    perhaps |= hires && bath;
                    continue;
                }
                Frame::Enlist { owner, card, .. } => {
                    let left =
                        self.find(owner, card).is_some_and(|at| !self.structures[at].materials.is_empty());
                    let enlists = left && self.has_client_room(seat);
                    between |= enlists;
                    perhaps |= enlists && bath;
                    continue;
                }
                Frame::Bacchanalia { pile, used, .. } => {
                    let left = self.revealed[usize::from(pile)].0.iter().any(|count| *count > 0);
                    between |= left && !used.all();
                    perhaps |= bath && left && !used.has(Revels::CLIENT) && self.has_client_room(seat);
                    continue;
                }
                Frame::Acts { seat: whose, own, stopped } => {
                    debug_assert_eq!(whose, seat, "only one player acts at a time");
                    let next = self.turn_offers(seat, own, stopped, role);
                    perhaps |= next == Next::MayBe;
                    next == Next::Is
                }
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
                | Frame::Sewer { .. } => false,
            };
            return match (comes, between, perhaps) {
                (true, false, _) => Following::Surely(at),
                (true, true, _) | (false, _, true) => Following::Perhaps,
                (false, _, false) => Following::Never,
            };
        }
        Following::Never
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

/// Whether the next action of a player's turn is of some role.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Is,
    MayBe,
    IsNot,
}
