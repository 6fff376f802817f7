//! Legionary actions: demands, and what answers them (GTR-24).

use table::{Chance, Seat};

use crate::action::Action;
use crate::cards::{Material, Role};
use crate::effect::powers;
use crate::event::Event;
use crate::frame::{Frame, Levy};
use crate::rules::Rules;
use crate::state::State;
use crate::zone::Demands;

impl State {
    /// All Legionary actions of a turn are one reveal (GTR-24): own ones and clients' together.
    pub(crate) fn gather_legion(&mut self, seat: Seat, own: u8) {
        let each = self.public.client_actions(seat, Role::Legionary);
        let mut most = own;
        for colour in self.public.colours_for(seat, Role::Legionary) {
            let ready = self.public.ready_clients(seat, colour);
            self.public.boards[seat].acted[colour] += ready;
            most = most.saturating_add(ready * each);
        }
        if let Some(Frame::Acts { own, .. }) = self.public.frames.last_mut() {
            *own = 0;
        }
        if self.public.plays(seat) && self.public.can(seat, powers().banks_clients) {
            self.push(Frame::BankLegion { seat, left: 0 });
        }
        self.push(Frame::Demand { seat, most, demands: Demands::default() });
    }

    pub(crate) fn demand(&mut self, seat: Seat, most: u8, demands: Demands, action: Action) {
        match action {
            Action::Demand(material) => {
                let board = &mut self.public.boards[seat];
                board.demanded[material] += 1;
                // Everyone sees the card, which stays in the hand; after a sale from hand only those of this demand surely do.
                let held = if board.filched { demands.of(material) + 1 } else { board.demanded[material] };
                board.shown[material] = board.shown[material].max(held);
                self.set_top(Frame::Demand { seat, most, demands: demands.plus(material) });
            }
            Action::DemandWith(card) => {
                // GTR-112: an unfinished structure is shown in place of a card.
                let Some(at) = self.public.find(seat, card) else { return };
                self.public.structures[at].shown = true;
                let material = card.material();
                self.set_top(Frame::Demand { seat, most, demands: demands.plus(material) });
            }
            _ => {
                self.pop();
                if demands.is_empty() {
                    self.forgo();
                    return;
                }
                self.public.half = None;
                if let Some(Frame::BankLegion { left, .. }) = self.public.frames.last_mut() {
                    *left = demands.len();
                }
                self.push(Frame::FromPool { seat, at: 0, demands });
            }
        }
    }

    /// Finds the next demanded card that the Pool has; answers whether the demander is asked about it.
    pub(crate) fn pool_step(&mut self, seat: Seat, at: u8, demands: Demands) -> bool {
        let (mut colour, mut asked) = (at / 32, at % 32);
        while colour < 6 {
            let material = Material::at(colour as usize);
            if asked < demands.of(material) && self.public.pool.has(material) {
                self.set_top(Frame::FromPool { seat, at: colour * 32 + asked, demands });
                return true;
            }
            colour += 1;
            asked = 0;
        }
        self.set_top(Frame::Levies { seat, levy: Levy::Cards, step: 1, demands });
        false
    }

    pub(crate) fn take_demanded(&mut self, seat: Seat, at: u8, demands: Demands, action: Action) {
        if let Action::Take(material) = action {
            self.public.pool.take(material);
            self.public.boards[seat].stock[material] += 1;
        }
        self.set_top(Frame::FromPool { seat, at: at + 1, demands });
    }

    /// The demands go round the table: for cards, then clients, then foundations.
    pub(crate) fn levy_step<C: Chance>(
        &mut self,
        seat: Seat,
        levy: Levy,
        step: u8,
        demands: Demands,
        chance: &mut C,
    ) {
        let players = self.public.players as usize;
        if usize::from(step) >= players {
            let next = match levy {
                Levy::Cards => Some(Levy::Clients),
                Levy::Clients => Some(Levy::Foundations),
                Levy::Foundations => None,
            };
            match next {
                Some(levy) => self.set_top(Frame::Levies { seat, levy, step: 1, demands }),
                None => self.pop(),
            }
            return;
        }
        self.set_top(Frame::Levies { seat, levy, step: step + 1, demands });
        let victim = Seat::new((seat.index() + usize::from(step)) % players);
        if !self.public.is_reached(victim, seat) {
            return;
        }
        let shielded = self.public.is_shielded(victim, seat);
        match levy {
            Levy::Cards => {
                if !shielded && self.public.can(seat, powers().loots_stock) {
                    self.take_stock(seat, victim, demands, chance);
                }
                self.push(Frame::Give { seat: victim, to: seat, left: demands });
            }
            Levy::Clients if !shielded && self.public.can(seat, powers().loots_clients) => {
                self.push(Frame::Slay { seat, victim, left: demands });
            }
            Levy::Foundations if !shielded && self.public.can(seat, powers().loots_foundations) => {
                self.push(Frame::Raze { seat, victim, left: demands });
            }
            Levy::Clients | Levy::Foundations => {}
        }
    }

    /// GTR-59: a Bridge also takes from the stockpile. Equal colours are equal cards, so there is nothing to choose.
    fn take_stock<C: Chance>(&mut self, seat: Seat, victim: Seat, demands: Demands, chance: &mut C) {
        for material in demands.kinds() {
            let taken = demands.of(material).min(self.public.boards[victim].stock[material]);
            self.public.boards[victim].stock[material] -= taken;
            self.public.boards[seat].stock[material] += taken;
            if taken > 0 {
                chance.note(|| Event::StockGiven { seat: victim, to: seat, material, count: taken });
            }
        }
    }

    pub(crate) fn give(&mut self, seat: Seat, to: Seat, left: Demands, action: Action) {
        match action {
            Action::Give(card) => {
                let material = card.material();
                self.spend(seat, card);
                self.public.boards[to].stock[material] += 1;
                self.public.boards[seat].lost = true;
                self.set_top(Frame::Give { seat, to, left: left.minus(material) });
            }
            Action::GiveStock(material) => {
                self.public.boards[seat].stock.take(material);
                self.public.boards[to].stock[material] += 1;
                self.set_top(Frame::Give { seat, to, left: left.minus(material) });
            }
            _ => {
                self.pop();
                if !self.public.is_shielded(seat, to) {
                    // Everyone now knows that none of these is in the hand.
                    for material in left.kinds() {
                        let board = &mut self.public.boards[seat];
                        board.lacks |= 1 << material.index();
                        board.shown[material] = 0;
                    }
                }
            }
        }
    }

    /// GTR-63: a client goes to the lions and into the vault.
    pub(crate) fn slay(&mut self, seat: Seat, victim: Seat, left: Demands, action: Action) {
        let Action::Slay(_, colour) = action else {
            self.pop();
            return;
        };
        let board = &mut self.public.boards[victim];
        board.clients.take(colour);
        // A client that was hired or has acted this turn may be the one that goes.
        board.fresh[colour] = board.fresh[colour].min(board.clients[colour]);
        board.acted[colour] = board.acted[colour].min(board.clients[colour] - board.fresh[colour]);
        self.store_openly(seat, colour);
        self.set_top(Frame::Slay { seat, victim, left: left.minus(colour) });
    }

    /// GTR-66: a foundation without materials is torn down: its card to the stockpile, its Site to the influence.
    pub(crate) fn raze(&mut self, seat: Seat, victim: Seat, left: Demands, rules: &Rules, action: Action) {
        let Action::Raze(_, card) = action else {
            self.pop();
            return;
        };
        let Some(at) = self.public.find(victim, card) else { return };
        let structure = self.public.structures.remove(at);
        let demanded = if left.of(card.material()) > 0 { card.material() } else { structure.site };
        self.public.seen.add(card);
        self.public.boards[seat].stock[card.material()] += 1;
        self.public.boards[seat].sites[structure.site] += 1;
        self.set_top(Frame::Raze { seat, victim, left: left.minus(demanded) });
        self.refresh(rules);
    }

    /// GTR-119: Legionary clients that have acted may go into the vault, as many as there were demands.
    pub(crate) fn bank_legion(&mut self, seat: Seat, left: u8, action: Action) {
        let Action::Bank(colour) = action else {
            self.pop();
            return;
        };
        self.client_to_vault(seat, colour);
        self.set_top(Frame::BankLegion { seat, left: left - 1 });
    }
}
