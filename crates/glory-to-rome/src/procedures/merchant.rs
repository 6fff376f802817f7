//! GTR-25: a Merchant action, with Atrium (GTR-54) and Basilica (GTR-56).

use super::prelude::*;

/// A Merchant action.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Merchant {
    pub seat: Seat,
    pub used: Used,
}

impl Procedure for Merchant {
    const HERE: Here = ("GTR-25", "you are taking a Merchant action");
    const CRUMB: &'static str = "Merchant action: sell a material";

    seat_decides!();

    fn asks(self, public: &Public) -> bool {
        let (Self { seat, used }, board) = (self, &public.boards[self.seat]);
        public.has_vault_room(seat)
            && ((!used.has(Used::MAIN)
                && (!board.stock.is_empty()
                    || (public.deck > 0 && public.can(seat, powers().sells_from_deck))))
                || (!used.has(Used::HAND) && public.can(seat, powers().sells_from_hand) && board.orders > 0))
    }

    fn moves<O: Offer<Action, Why>>(self, state: &State, _: &Rules, offer: &mut O) {
        let (Self { seat, used }, public) = (self, &state.public);
        let full = public.no_vault_room(seat);
        let closed = full.or(used.twice(Used::MAIN, Why::Sold));
        let stock = &public.boards[seat].stock;
        from_pile(offer, stock, closed, Action::SellStock, |of| Why::NotInStock("GTR-25", of));
        offer.unless(Action::SellDeck, || {
            closed.or(public.lacks(seat, powers().sells_from_deck)).or(public.no_deck("GTR-54"))
        });
        let needs = public.lacks(seat, powers().sells_from_hand);
        let closed = full.or(needs).or(used.twice(Used::HAND, Why::SoldFromHand));
        from_hand(offer, state.hand(seat), closed, "GTR-56", Action::SellHand);
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
