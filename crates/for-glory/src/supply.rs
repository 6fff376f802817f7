//! FG-5, FG-41: cards are drawn, from a player's deck and from those of the supply.

use table::{Chance, Seat, SeatSet};

use crate::cards::{Home, Kind};
use crate::effect::Deck;
use crate::event::Happening;
use crate::pile::{Half, Lots};
use crate::rules::Rules;
use crate::state::{Overflow, State};

impl State {
    /// FG-5: draws cards. The discard pile is shuffled only when the deck is empty and a card is needed.
    pub(crate) fn draw<C: Chance>(&mut self, seat: Seat, cards: u8, chance: &mut C) {
        let (mut left, mut drew) = (cards, false);
        while left > 0 {
            if self.public.ludi[seat].deck == 0 && !self.renew_deck(seat, chance) {
                break;
            }
            let ludus = &mut self.public.ludi[seat];
            let held = self.held[seat].get_mut();
            drew = true;
            // What everyone knew stays known; what only its owner knew is drawn like any other (FG-141).
            let known = match ludus.top.pop() {
                Some(Some(kind)) => {
                    if ludus.remember(kind).is_err() {
                        self.public.full = Some(Overflow::Hand);
                    }
                    Some(kind)
                }
                Some(None) => self.seen[seat].get_mut().pop(),
                None => None,
            };
            if let Some(kind) = known {
                (ludus.deck, ludus.hand, left) = (ludus.deck - 1, ludus.hand + 1, left - 1);
                held.add(Half::First, kind);
                chance.note(|| Happening::Draws(seat, kind));
                continue;
            }
            // All that can be drawn before the next shuffle.
            let many = left.min(ludus.deck);
            let mut lots = Lots::left(&ludus.piles, held);
            for drawn in 0..many {
                let kind = lots.draw(u32::from(ludus.deck - drawn), chance);
                held.add(Half::First, kind);
                chance.note(|| Happening::Draws(seat, kind));
            }
            ludus.deck -= many;
            ludus.hand += many;
            left -= many;
        }
        if drew {
            chance.learned(SeatSet::one(seat));
        }
    }

    /// FG-5: an empty deck is made anew from the discard pile; answers whether there is a deck now.
    pub(crate) fn renew_deck<C: Chance>(&mut self, seat: Seat, chance: &mut C) -> bool {
        let ludus = self.ludus_mut(seat);
        if ludus.deck == 0 {
            ludus.deck = ludus.piles.total(Half::First) as u8;
            ludus.piles.pour(Half::First);
            if ludus.deck > 0 {
                chance.note(|| Happening::Shuffles(seat));
            }
        }
        ludus.deck > 0
    }

    /// FG-41: fills a row up to three. An empty deck is rebuilt from its own discard pile.
    pub(crate) fn refill<C: Chance>(&mut self, rules: &Rules, deck: Deck, chance: &mut C) {
        while self.public.rows[deck.index()].len() < 3 {
            let Some(kind) = self.take_from_supply(rules, deck, chance) else { return };
            chance.note(|| Happening::SupplyUp(deck, kind));
            self.public.rows[deck.index()].push(kind).expect("the row has fewer than three");
        }
    }

    /// The top card of a supply deck, if there is one.
    pub(crate) fn take_from_supply<C: Chance>(
        &mut self,
        rules: &Rules,
        deck: Deck,
        chance: &mut C,
    ) -> Option<Kind> {
        let kinds = rules.set.supply(deck);
        let mut lots = Lots::of(&self.public.supply, kinds);
        let mut total = lots.total();
        if total == 0 {
            total = self.rebuild_supply(rules, deck);
            lots = Lots::of(&self.public.supply, kinds);
            if total > 0 {
                chance.note(|| Happening::SupplyRebuilt(deck));
            }
        }
        if total == 0 {
            return None;
        }
        let kind = lots.draw(total, chance);
        self.public.supply.take(Half::First, kind);
        chance.learned(SeatSet::all(rules.players));
        Some(kind)
    }

    /// An empty supply deck is made anew from its discard pile; answers how many cards it has.
    #[cold]
    fn rebuild_supply(&mut self, rules: &Rules, deck: Deck) -> u32 {
        for kind in self.public.supply.kinds(Half::Second) {
            let inside = rules.set.card(kind).home == Home::Supply(deck);
            while inside && self.public.supply.take(Half::Second, kind) {
                self.public.supply.add(Half::First, kind);
            }
        }
        Lots::of(&self.public.supply, rules.set.supply(deck)).total()
    }

    pub(crate) fn refresh<C: Chance>(&mut self, rules: &Rules, deck: Deck, chance: &mut C) {
        chance.note(|| Happening::RowGone(deck, self.public.rows[deck.index()].as_slice().to_vec()));
        while let Some(kind) = self.public.rows[deck.index()].pop() {
            self.public.supply.add(Half::Second, kind);
        }
        self.refill(rules, deck, chance);
    }
}
