//! Cards into and out of hands, stockpiles and vaults, and what everyone knows of it.

use table::{Chance, Seat};

use crate::cards::{Card, Material};
use crate::event::{Event, Origin, Sale};
use crate::reason::Why;
use crate::state::{Known, Public, State};
use crate::zone::{Cards, Materials};

impl Public {
    /// Why no card can be drawn, if so.
    #[inline]
    pub(crate) fn no_deck(&self, rule: &'static str) -> Option<Why> {
        (self.deck == 0).then_some(Why::DeckEmpty(rule))
    }

    /// Why the seat's vault takes no more, if so.
    #[inline]
    pub(crate) fn no_vault_room(&self, seat: Seat) -> Option<Why> {
        let (have, room) = (self.boards[seat].vault, self.vault_limit(seat));
        (have >= room).then_some(Why::VaultFull { have, room })
    }

    /// A card is about to go into a vault: the news of it.
    pub(crate) fn sold(&self, seat: Seat, sale: Sale) -> Event {
        Event::Sold { seat, sale, now: self.boards[seat].vault + 1, room: self.vault_limit(seat) }
    }
}

impl State {
    /// The Order cards in a hand.
    #[inline]
    pub(crate) fn hand(&self, seat: Seat) -> &Cards {
        self.secret.hands[seat].get()
    }

    /// A card comes into the stockpile.
    pub(crate) fn gather<C: Chance>(&mut self, seat: Seat, material: Material, from: Origin, chance: &mut C) {
        let now = &mut self.public.boards[seat].stock[material];
        *now += 1;
        chance.note(|| Event::Gathered { seat, material, from, now: *now });
    }

    /// A Jack is taken.
    pub(crate) fn take_jack<C: Chance>(&mut self, seat: Seat, chance: &mut C) {
        self.public.jacks -= 1;
        self.public.boards[seat].jacks += 1;
        chance.note(|| Event::TookJack { seat, left: self.public.jacks });
    }

    /// A card everyone has seen is sold.
    pub(crate) fn store_openly<C: Chance>(
        &mut self,
        seat: Seat,
        sale: Sale,
        material: Material,
        chance: &mut C,
    ) {
        chance.note(|| self.public.sold(seat, sale));
        self.store(seat, material);
    }

    /// A card everyone has seen goes into a vault.
    pub(crate) fn store(&mut self, seat: Seat, material: Material) {
        let board = &mut self.public.boards[seat];
        board.vault += 1;
        board.open[material] += 1;
        self.secret.vaults[seat].get_mut()[material] += 1;
    }

    /// A card goes into a vault face down.
    pub(crate) fn bury(&mut self, seat: Seat, card: Card) {
        self.public.boards[seat].vault += 1;
        self.secret.vaults[seat].get_mut()[card.material()] += 1;
        self.secret.buried.get_mut().add(card);
    }

    /// A hand card is shown and leaves the hand.
    pub(crate) fn show_and_take(&mut self, seat: Seat, card: Card) {
        self.secret.hands[seat].get_mut().take(card);
        let board = &mut self.public.boards[seat];
        board.orders -= 1;
        let shown = &mut board.shown[card.material()];
        *shown = shown.saturating_sub(1);
        // The card that goes is the one shown for a demand, if one of its colour was: the others can still be shown (GTR-24).
        let demanded = &mut board.demanded[card.material()];
        if *demanded > 0 {
            *demanded -= 1;
            let gone = &mut self.secret.gone[seat].get_mut()[card.material()];
            *gone = (*gone).min(*demanded);
        }
        self.forget_known(seat, card);
    }

    /// A hand card is shown and becomes a mere material.
    pub(crate) fn spend(&mut self, seat: Seat, card: Card) {
        self.show_and_take(seat, card);
        self.public.seen.add(card);
    }

    /// A hand card leaves the hand unseen, so that what was known of the hand is less sure.
    pub(crate) fn take_unseen(&mut self, seat: Seat, card: Card) {
        self.secret.hands[seat].get_mut().take(card);
        let board = &mut self.public.boards[seat];
        board.orders -= 1;
        board.filched = true;
        for material in Material::ALL {
            board.shown[material] = board.shown[material].saturating_sub(1);
        }
        // Which colour went is secret, and so is that a card shown for a demand is no longer among those left.
        let gone = &mut self.secret.gone[seat].get_mut()[card.material()];
        *gone = (*gone + 1).min(board.demanded[card.material()]);
        self.public.known.retain(|known| known.seat != seat);
    }

    /// A card nobody else has seen comes into the hand.
    pub(crate) fn gain(&mut self, seat: Seat, card: Card) {
        self.secret.hands[seat].get_mut().add(card);
        let board = &mut self.public.boards[seat];
        board.orders += 1;
        board.lacks = 0;
    }

    /// A card everyone has seen comes into the hand.
    pub(crate) fn gain_openly(&mut self, seat: Seat, card: Card) {
        self.secret.hands[seat].get_mut().add(card);
        let board = &mut self.public.boards[seat];
        board.orders += 1;
        board.lacks &= !(1 << card.material().index());
        if self.public.known.room() == 0 {
            self.public.known.remove(0);
        }
        self.public.known.push(Known { seat, card }).expect("room was just made");
    }

    fn forget_known(&mut self, seat: Seat, card: Card) {
        if let Some(at) = self.public.known.iter().position(|known| *known == Known { seat, card }) {
            self.public.known.remove(at);
        }
    }

    /// Discards the whole hand: Order cards into the Pool, Jacks to their pile (GTR-97).
    pub(crate) fn discard_hand(&mut self, seat: Seat) {
        let hand = *self.secret.hands[seat].get();
        for (card, count) in hand.iter() {
            for _ in 0..count {
                self.public.seen.add(card);
                self.public.pool[card.material()] += 1;
            }
        }
        *self.secret.hands[seat].get_mut() = Cards::default();
        let board = &mut self.public.boards[seat];
        self.public.jacks += board.jacks;
        board.orders = 0;
        board.jacks = 0;
        board.shown = Materials::default();
        board.demanded = Materials::default();
        self.secret.gone[seat] = table::Hidden::default();
        // An empty hand lacks everything.
        board.lacks = 0;
        self.public.known.retain(|known| known.seat != seat);
    }

    /// Draws the top card of the deck. There must be one.
    pub(crate) fn draw_card<C: Chance>(&mut self, chance: &mut C) -> Card {
        self.public.deck -= 1;
        self.secret.deck.get_mut().draw(chance)
    }
}
