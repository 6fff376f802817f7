//! GTR-25: a Merchant action, with Atrium (GTR-54) and Basilica (GTR-56).

use super::prelude::*;

locals! {
    /// A Merchant action.
    Merchant { seat: Seat, used: Used }
}

impl Merchant {
    /// Why nothing can be sold from the stockpile, from the draw pile and from hand.
    #[inline]
    fn closed(self, public: &Public) -> [Option<Why>; 3] {
        let (Self { seat, used }, full) = (self, public.no_vault_room(self.seat));
        let main = full.or(used.twice(Used::MAIN, Why::Sold));
        let deck = public.lacks(seat, powers().sells_from_deck).or(public.no_deck("GTR-54"));
        let hand = public.lacks(seat, powers().sells_from_hand).or(used.twice(Used::HAND, Why::SoldFromHand));
        [main, main.or(deck), full.or(hand)]
    }
}

impl Procedure for Merchant {
    const HERE: Here = ("GTR-25", "you are taking a Merchant action");
    const CRUMB: &'static str = "Merchant action: sell a material";

    fn asks(self, public: &Public) -> bool {
        let ([stock, deck, hand], board) = (self.closed(public), &public.boards[self.seat]);
        (stock.is_none() && !board.stock.is_empty()) || deck.is_none() || (hand.is_none() && board.orders > 0)
    }

    fn moves<O: Offers>(self, state: &State, _: &Rules, offer: &mut O) {
        let [stock, deck, hand] = self.closed(&state.public);
        let pile = &state.public.boards[self.seat].stock;
        from_pile(offer, pile, stock, Action::SellStock, |of| Why::NotInStock("GTR-25", of));
        offer.unless(Action::SellDeck, || deck);
        from_hand(offer, state.hand(self.seat), hand, "GTR-56", Action::SellHand);
        offer.decline(Action::Skip);
    }

    fn act<C: Chance>(self, state: &mut State, _: &Rules, action: Action, chance: &mut C) {
        let Self { seat, used } = self;
        state.public.half = None;
        let part = match action {
            Action::SellStock(material) => {
                state.public.boards[seat].stock.take(material);
                state.store_openly(seat, Sale::Stock(material), material, chance);
                Used::MAIN
            }
            Action::SellDeck => {
                // Ruling 42: nobody sees this card, its owner included.
                chance.note(|| state.public.sold(seat, Sale::Deck));
                let card = state.draw_card(chance);
                state.bury(seat, card);
                Used::MAIN
            }
            Action::SellHand(card) => {
                chance.note(|| state.public.sold(seat, Sale::Hand(card)));
                state.take_unseen(seat, card);
                state.bury(seat, card);
                state.secret.filched[seat].get_mut()[card.material()] += 1;
                Used::HAND
            }
            _ => return,
        };
        state.turn_to(Self { seat, used: used.with(part) });
    }

    fn go_on<C: Chance>(self, state: &mut State, _: &Rules, _: &mut C) {
        state.done();
        if self.used.nothing() {
            state.forgo();
        }
    }

    fn explain(self, _: &Rules, public: &Public, action: Action) -> Text {
        match action {
            Action::SellStock(material) => into_vault(material),
            Action::SellDeck => say!("A card nobody sees into your vault{}", ends_if(public.deck == 1)),
            Action::SellHand(card) => say!("{}, unseen by the others", into_vault(card.material())),
            _ => self.used.skip(),
        }
    }
}
