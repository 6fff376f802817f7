//! Patron and Merchant actions, and what hiring sets off.

use table::{Chance, Seat, SeatSet};

use crate::action::Action;
use crate::cards::{Card, Material, Role};
use crate::effect::powers;
use crate::event::{Event, Origin};
use crate::frame::{Frame, Used};
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
                self.pop();
                if used.nothing() && !used.has(Used::BATH) {
                    self.forgo();
                }
            }
        }
    }

    /// The Patron action goes on only if it can hire more, so that a chain of hires does not nest. With the last card of the
    /// draw pile the game ends in it.
    fn hired(&mut self, seat: Seat, used: Used) {
        if self.public.deck == 0 || self.public.may_hire_more(seat, used) {
            self.set_top(Frame::Patron { seat, used });
        } else {
            self.pop();
        }
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
        if !bathes || !self.public.can(seat, powers().new_clients_act) || self.public.deck == 0 {
            return;
        }
        if domus {
            // Ruling 18: each client acts once, so at the Bath a Domus's client spends its action.
            self.public.boards[seat].acted[colour] += 1;
        }
        let mut roles = self.public.bath_roles(seat, colour, rules);
        match (roles.next(), roles.next()) {
            (Some(role), None) => {
                self.push(Frame::ClientActs { seat, client: colour, role, left: 1, acted: false });
            }
            _ => self.push(Frame::BathRole { seat, client: colour }),
        }
    }

    /// GTR-25: a Merchant action, with Atrium (GTR-54) and Basilica (GTR-56).
    pub(crate) fn sell<C: Chance>(&mut self, seat: Seat, used: Used, action: Action, chance: &mut C) {
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
