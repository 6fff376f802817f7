//! Patron and Merchant actions, and what hiring sets off.

use table::{Chance, Seat, SeatSet};

use crate::action::Action;
use crate::cards::{Card, Material, Role};
use crate::effect::powers;
use crate::event::{Event, Origin};
use crate::frame::{Frame, Stopped, Used};
use crate::rules::Rules;
use crate::state::{State, acts_as};

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

impl State {
    /// GTR-20: a Patron action, with Aqueduct (GTR-52) and Bar (GTR-55).
    pub(crate) fn hire<C: Chance>(
        &mut self,
        seat: Seat,
        used: Used,
        rules: &Rules,
        action: Action,
        chance: &mut C,
    ) {
        let gained = if used.has(Used::DOMUS) { Gained::Domus } else { Gained::Patron };
        match action {
            Action::HirePool(colour) => {
                self.public.pool.take(colour);
                self.hired(seat, used.with(Used::MAIN));
                self.gain_client(seat, colour, gained, rules);
            }
            Action::HireHand(card) => {
                self.spend(seat, card);
                self.hired(seat, used.with(Used::HAND));
                self.gain_client(seat, card.material(), gained, rules);
            }
            Action::HireDeck => {
                let card = self.draw_card(chance);
                self.public.seen.add(card);
                chance.learned(SeatSet::all(rules.players));
                chance.note(|| {
                    let (now, room) =
                        (self.public.boards[seat].clients.len() + 1, self.public.client_limit(seat));
                    Event::Hired { seat, colour: card.material(), from: Origin::Deck(card), now, room }
                });
                self.hired(seat, used.with(Used::DECK));
                self.gain_client(seat, card.material(), gained, rules);
            }
            _ => {
                if self.end_patron() {
                    self.forgo();
                }
            }
        }
    }

    /// The Patron action goes on if it can hire more, or if the client it hired acts at the Bath and may complete what lets it hire
    /// more (GTR-52, GTR-55). Actions in the same standing that wait one for the other share a frame.
    fn hired(&mut self, seat: Seat, now: Used) {
        let Frame::Patron { client, more, used, .. } = self.public.top() else { return };
        let waits = self.public.can(seat, powers().new_clients_act);
        if more > 0 {
            self.set_top(Frame::Patron { seat, used, client, more: more - 1 });
        } else {
            self.pop();
        }
        if !waits && !self.public.may_hire_more(seat, now) {
            return;
        }
        match self.public.frames.last_mut() {
            Some(Frame::Patron { seat: whose, used, client: other, more })
                if waits && *whose == seat && *used == now && *other == client =>
            {
                *more += 1;
            }
            _ => self.push(Frame::Patron { seat, used: now, client, more: 0 }),
        }
    }

    /// Ends the Patron action under way; answers whether it was left unused and the procedure that gave it is to be told. A Domus's
    /// Patron action is nobody's but its own: what completed the Domus has acted all the same (GTR-110).
    pub(crate) fn end_patron(&mut self) -> bool {
        let Frame::Patron { seat, used, client, more } = self.public.top() else { return false };
        if more > 0 {
            self.set_top(Frame::Patron { seat, used, client, more: more - 1 });
        } else {
            self.pop();
        }
        if !used.has(Used::BATH) {
            return used.nothing() && (!used.has(Used::DOMUS) || fault::is_planted());
        }
        if !used.nothing() {
            self.may_bank(seat, client);
        } else if used.has(Used::SPARED) {
            self.spare(seat, client);
        }
        false
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
        let at = self.public.frames.iter().rposition(|frame| matches!(frame, Frame::Acts { .. }));
        let Some(at) = at else { return };
        if matches!(self.public.frames[at], Frame::Acts { stopped: Stopped::Nothing, .. }) {
            return;
        }
        self.public.boards[seat].acted[colour] += 1;
        let left = self.public.client_actions(seat, role);
        let acts = Frame::ClientActs { seat, client: colour, role, left, acted: false, spared: false };
        self.insert_frame(at + 1, acts);
    }

    /// A client joins. It does not act this turn (GTR-20), but for Domus (GTR-110) and Bath (GTR-57).
    pub(crate) fn gain_client(&mut self, seat: Seat, colour: Material, gained: Gained, rules: &Rules) {
        let matches_role =
            self.public.role.is_some_and(|role| self.public.colours_for(seat, role).any(|of| of == colour));
        // GTR-110: a Domus's client acts only in the role led, so a Watermill finds no new Architect.
        let domus = gained == Gained::Domus && matches_role;
        let board = &mut self.public.boards[seat];
        board.clients[colour] += 1;
        if !domus {
            board.fresh[colour] += 1;
        }
        let bathes = rules.bath_any_client || gained != Gained::Otherwise;
        // Ruling 74: with the last card drawn the game ends before the client acts.
        if !bathes || !self.public.can(seat, powers().new_clients_act) || self.ends_by_deck() {
            if domus {
                self.join_in(seat, colour);
            }
            return;
        }
        if domus {
            // Ruling 18: each client acts once, so at the Bath a Domus's client spends its action, if it uses it there.
            self.public.boards[seat].acted[colour] += 1;
        }
        let mut roles = self.public.bath_roles(seat, colour, rules);
        match (roles.next(), roles.next()) {
            (Some(role), None) => {
                let acts =
                    Frame::ClientActs { seat, client: colour, role, left: 1, acted: false, spared: domus };
                self.push(acts);
            }
            _ => self.push(Frame::BathRole { seat, client: colour, spared: domus }),
        }
    }

    /// GTR-25: a Merchant action, with Atrium (GTR-54) and Basilica (GTR-56).
    pub(crate) fn sell<C: Chance>(&mut self, seat: Seat, used: Used, action: Action, chance: &mut C) {
        let half = std::mem::take(&mut self.public.half);
        match action {
            Action::SellStock(material) => {
                self.public.boards[seat].stock.take(material);
                self.store_openly(seat, material);
                self.set_top(Frame::Merchant { seat, used: used.with(Used::MAIN) });
            }
            Action::SellDeck => {
                // Ruling 42: nobody sees this card, its owner included.
                let card = self.draw_card(chance);
                self.bury(seat, card);
                self.set_top(Frame::Merchant { seat, used: used.with(Used::MAIN) });
            }
            Action::SellHand(card) => {
                self.take_unseen(seat, card);
                self.bury(seat, card);
                self.secret.filched[seat].get_mut()[card.material()] += 1;
                self.set_top(Frame::Merchant { seat, used: used.with(Used::HAND) });
            }
            _ => {
                self.public.half = half;
                self.pop();
                if used.nothing() {
                    self.forgo();
                }
            }
        }
    }

    /// A card goes into a vault face down.
    fn bury(&mut self, seat: Seat, card: Card) {
        self.public.boards[seat].vault += 1;
        self.secret.vaults[seat].get_mut()[card.material()] += 1;
        self.secret.buried.get_mut().add(card);
    }
}

/// A fault that tests plant: a declined Domus ends what brought it about.
mod fault {
    #[cfg(test)]
    thread_local! {
        static PLANTED: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
    }

    #[cfg(test)]
    pub(super) fn is_planted() -> bool {
        PLANTED.get()
    }

    #[cfg(not(test))]
    pub(super) const fn is_planted() -> bool {
        false
    }

    #[cfg(test)]
    pub(crate) fn plant(planted: bool) {
        PLANTED.set(planted);
    }
}
#[cfg(test)]
pub(crate) use fault::plant;

impl crate::state::Public {
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
        Role::ALL.into_iter().filter(move |role| acts_as(functions, colour, *role))
    }
}
