//! Thinking (GTR-15), and the buildings around it.

use table::{Chance, Seat, SeatSet};

use crate::action::Action;
use crate::effect::powers;
use crate::event::Event;
use crate::frame::Frame;
use crate::rules::Rules;
use crate::state::State;

impl State {
    /// What a Think decides: discards first, then a Jack or cards.
    pub(crate) fn think<C: Chance>(&mut self, seat: Seat, rules: &Rules, action: Action, chance: &mut C) {
        match action {
            Action::ThinkJack => {
                self.take_jack(seat);
                self.after_think(seat, rules);
            }
            Action::ThinkDraw => {
                self.think_and_draw(seat, chance);
                self.after_think(seat, rules);
            }
            Action::Discard(card) => {
                self.spend(seat, card);
                self.public.pool[card.material()] += 1;
                self.push(Frame::Think { seat, optional: false, drawing: true });
            }
            Action::DiscardJack => {
                self.public.boards[seat].jacks -= 1;
                self.public.jacks += 1;
                self.push(Frame::Think { seat, optional: false, drawing: true });
            }
            Action::DiscardHand => {
                self.discard_hand(seat);
                // The hand is turned up for all to see.
                chance.learned(SeatSet::all(rules.players));
                self.push(Frame::Think { seat, optional: false, drawing: true });
            }
            _ => self.forgo(),
        }
    }

    pub(crate) fn take_jack(&mut self, seat: Seat) {
        self.public.jacks -= 1;
        self.public.boards[seat].jacks += 1;
    }

    /// GTR-15: up to the refill size, or one card at or above it; as many as there are.
    fn think_and_draw<C: Chance>(&mut self, seat: Seat, chance: &mut C) {
        let (hand, refill) = (self.public.boards[seat].hand(), self.public.refill(seat));
        let wanted = if hand < refill { refill - hand } else { 1 };
        let mut drawn = Vec::new();
        for _ in 0..wanted.min(self.public.deck) {
            let card = self.draw_card(chance);
            self.gain(seat, card);
            if chance.listens() {
                drawn.push(card);
            }
        }
        chance.note(|| Event::Drew { seat, cards: drawn });
        chance.learned(SeatSet::one(seat));
    }

    /// GTR-95: a Jack on top of the Think.
    fn after_think(&mut self, seat: Seat, rules: &Rules) {
        let _ = rules;
        if self.public.can(seat, powers().jack_after_think) && self.public.jacks > 0 && !self.ends_by_deck() {
            self.push(Frame::Tribunal { seat });
        }
    }
}
