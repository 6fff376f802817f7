//! The position as if an offer that is declined had never been made: what declining is held against.
//!
//! Nothing here uses what declining itself does. A building's offer is taken off the stack and leaves no trace; an action left out
//! leaves its client where it stood, and a bonus without the rest of its actions (ruling 107).

use table::{Chance, Seat};

use crate::action::Action;
use crate::cards::Material;
use crate::frame::{Frame, Stopped, Used};
use crate::rules::Rules;
use crate::state::State;

/// What is offered on top of the stack, and what it takes back to have never been offered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Offer {
    /// A building's, beside whatever is under way.
    Beside,
    /// An action of whoever is beneath it.
    Action,
    /// An Architect action: its Stairway is an offer of its own.
    Architect,
    /// The action of a client at the Bath.
    Bath { client: Material, spared: bool },
}

impl State {
    /// The state as if what this action declines had never been offered; nothing if the action does more than decline.
    pub(crate) fn without_offer<C: Chance>(
        &self,
        rules: &Rules,
        action: Action,
        chance: &mut C,
    ) -> Option<Self> {
        let offer = self.offer_declined(action)?;
        let mut state = *self;
        let seat = state.public.top().seat(state.public.leader)?;
        state.public.frames.pop();
        match offer {
            Offer::Beside => {}
            Offer::Action => state.take_back_action(),
            Offer::Architect => state.take_back_architect(),
            Offer::Bath { client, spared } => state.take_back_bath(seat, client, spared),
        }
        state.settle(rules, chance);
        Some(state)
    }

    fn offer_declined(&self, action: Action) -> Option<Offer> {
        let top = self.public.top();
        match (top, action) {
            (Frame::Palace { .. }, Action::Enough) => Some(Offer::Beside),
            (Frame::Demand { demands, .. }, Action::Reveal) if demands.is_empty() => Some(Offer::Action),
            (Frame::Give { seat, to, .. }, Action::Glory) if self.public.is_shielded(seat, to) => {
                Some(Offer::Beside)
            }
            (_, Action::Skip) => offer_skipped(top),
            _ => None,
        }
    }

    /// The client on top has not acted, the bonus there is over.
    fn take_back_action(&mut self) {
        let at = self.public.frames.len() - 1;
        match self.public.frames[at] {
            Frame::ClientActs { seat, client, spared: true, .. } => {
                self.public.frames.pop();
                self.ready_again(seat, client);
            }
            Frame::ClientActs { seat, client, role, left, .. } => {
                self.public.frames[at] =
                    Frame::ClientActs { seat, client, role, left, acted: false, spared: false };
            }
            Frame::Bonus { seat, bonus, .. } => {
                self.public.frames[at] = Frame::Bonus { seat, bonus, left: 0 }
            }
            _ => {}
        }
    }

    /// The client beneath an Architect action's Stairway has not acted yet: by the Stairway it still can (GTR-90).
    fn take_back_architect(&mut self) {
        if let [.., Frame::ClientActs { acted, .. }, Frame::Stairway { .. }] =
            self.public.frames.as_mut_slice()
        {
            *acted = false;
        }
    }

    fn take_back_bath(&mut self, seat: Seat, client: Material, spared: bool) {
        if spared {
            self.ready_again(seat, client);
        }
    }

    /// A client hired by a Domus stands among those of the role led; where they have been given up, it comes next (GTR-110).
    fn ready_again(&mut self, seat: Seat, client: Material) {
        let acts = self.public.frames.iter().position(|frame| matches!(frame, Frame::Acts { .. }));
        let (Some(at), Some(role)) = (acts, self.public.role) else { return };
        if let Frame::Acts { stopped: Stopped::Nothing, .. } = self.public.frames[at] {
            self.public.boards[seat].acted[client] -= 1;
            return;
        }
        let left = self.public.client_actions(seat, role);
        let acts = Frame::ClientActs { seat, client, role, left, acted: false, spared: false };
        let inserted = self.public.frames.insert(at + 1, acts);
        inserted.expect("one frame has just been taken off");
    }
}

/// What leaving out the procedure on top declines.
fn offer_skipped(top: Frame) -> Option<Offer> {
    match top {
        Frame::Patron { used, .. } if !used.nothing() => None,
        Frame::Patron { used, .. } if used.has(Used::DOMUS) => Some(Offer::Beside),
        Frame::Patron { used, client, .. } if used.has(Used::BATH) => {
            Some(Offer::Bath { client, spared: used.has(Used::SPARED) })
        }
        Frame::BathRole { client, spared, .. } => Some(Offer::Bath { client, spared }),
        Frame::Laborer { used, .. } | Frame::Merchant { used, .. } if !used.nothing() => Some(Offer::Beside),
        Frame::Patron { .. }
        | Frame::Laborer { .. }
        | Frame::Merchant { .. }
        | Frame::Craftsman { .. }
        | Frame::Think { .. } => Some(Offer::Action),
        Frame::Architect { .. } => Some(Offer::Architect),
        Frame::Tribunal { .. }
        | Frame::Stairway { .. }
        | Frame::Solarium { .. }
        | Frame::Slay { .. }
        | Frame::Raze { .. }
        | Frame::Bank { .. }
        | Frame::BankLegion { .. }
        | Frame::Prison { .. }
        | Frame::Aerarium { .. }
        | Frame::Enlist { .. }
        | Frame::Senate { .. }
        | Frame::Sewer { .. } => Some(Offer::Beside),
        // What is left of a Bacchanalia goes to the hand, so ending it is more than declining. The others have no `skip`.
        Frame::Bacchanalia { .. }
        | Frame::Idle
        | Frame::Round { .. }
        | Frame::Lead { .. }
        | Frame::Follow { .. }
        | Frame::Petition { .. }
        | Frame::Palace { .. }
        | Frame::Acts { .. }
        | Frame::Second { .. }
        | Frame::ClientActs { .. }
        | Frame::Fountain { .. }
        | Frame::Demand { .. }
        | Frame::FromPool { .. }
        | Frame::Levies { .. }
        | Frame::Give { .. }
        | Frame::Ransom { .. }
        | Frame::Bonus { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use table::scenario::SetupLine;
    use table::{Game, Light, Options, Rulebook, Staged};

    use super::*;

    /// A Domus completed by one of an Amphitheatre's actions offers its Patron action: declining it leads where no offer leads, and
    /// does not if it ends the Amphitheatre as well (GTR-110, GTR-51, ruling 107).
    #[test]
    fn declining_a_domus_is_held_against_no_domus() {
        let options = Options::new().with("players", "2").with("geek", "all");
        let rules = Rules::from_options(&options).expect("the options are valid");
        let lines = [
            ("role", "Craftsman"),
            ("A camp", "Jack"),
            ("A own", "0"),
            ("A bonus", "3 Amphitheatre"),
            ("A hand", "Market, Bar"),
            ("A building", "Domus"),
            ("pool", "Stone"),
        ];
        let lines =
            lines.map(|(key, value)| SetupLine { line: 1, key: key.to_owned(), value: value.to_owned() });
        let mut state = State::stage(&rules, &lines).expect("the position is possible");
        let (seat, mut luck) = (Seat::new(0), Light::new(1));
        let add = State::read(&rules, "add Market to Domus").expect("it is notation");
        state.play(&rules, seat, add, &mut luck).expect("it is legal");
        let differs = || {
            let without = state.unoffered(&rules, seat, Action::Skip, &mut Light::new(1));
            let mut declined = state;
            declined.play_unchecked(&rules, seat, Action::Skip, &mut Light::new(1));
            without.expect("skipping only declines") != declined
        };
        assert!(!differs(), "declining the Domus does more than decline");
        crate::play::plant(true);
        let caught = differs();
        crate::play::plant(false);
        assert!(caught, "a fault in declining goes unseen");
    }
}
