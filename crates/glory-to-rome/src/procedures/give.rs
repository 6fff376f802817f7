//! GTR-24: a victim of demands gives what it holds, unless Palisade (GTR-82) or Wall (GTR-98) protects it.

use super::prelude::*;

locals! {
    /// A victim gives cards: so much is still demanded.
    Give { seat: Seat, to: Seat, left: Demands }
}

impl Give {
    /// Why a stockpile card can't be given: it is only by choice, protected, to a Bridge (GTR-98).
    fn no_stock(self, public: &Public, material: Material) -> Option<Why> {
        let Self { seat, to, left } = self;
        if left.of(material) == 0 {
            Some(Why::NotDemanded(material))
        } else if !public.is_shielded(seat, to) || !public.can(to, powers().loots_stock) {
            Some(Why::StockByChoice)
        } else {
            (!public.boards[seat].stock.has(material)).then_some(Why::NotInStock("GTR-59", material))
        }
    }

    /// The stockpile cards that may be given by choice.
    fn stock(self, public: &Public) -> impl Iterator<Item = Material> {
        Material::ALL.into_iter().filter(move |material| self.no_stock(public, *material).is_none())
    }
}

impl Procedure for Give {
    const HERE: Here = ("GTR-24", "you are answering a demand");

    fn asks(self, public: &Public) -> bool {
        !self.left.is_empty() && (public.boards[self.seat].orders > 0 || self.stock(public).next().is_some())
    }

    fn moves<O: Offers>(self, state: &State, _: &Rules, offer: &mut O) {
        let (Self { seat, to, left }, public) = (self, &state.public);
        let hand = state.hand(seat);
        let mut given = CardSet::NONE;
        for material in left.kinds() {
            let fitting = hand.kinds_of(material);
            offer.all(fitting.iter().map(Action::Give));
            given = given.or(fitting);
        }
        offer.all(self.stock(public).map(Action::GiveStock));
        offer.unless(Action::Glory, || {
            let holds = !given.is_empty() && !public.is_shielded(seat, to);
            holds.then_some(Why::HoldsDemanded { to, left })
        });
        if O::NAMES_ALL {
            hand.kinds()
                .minus(given)
                .iter()
                .for_each(|card| offer.refused(Action::Give(card), || Why::CardNotDemanded(card)));
        }
        offer.others(|action| match action {
            Action::Give(card) => Some(Why::NotHeld("GTR-24", card)),
            Action::GiveStock(material) => self.no_stock(public, material),
            _ => None,
        });
    }

    fn declines(self, public: &Public, action: Action) -> bool {
        matches!(action, Action::Glory) && public.is_shielded(self.seat, self.to)
    }

    fn act<C: Chance>(self, state: &mut State, _: &Rules, action: Action, chance: &mut C) {
        let Self { seat, to, left } = self;
        let material = match action {
            Action::Give(card) => {
                chance.note(|| Event::Given { seat, to, card });
                state.spend(seat, card);
                state.public.boards[seat].lost = true;
                card.material()
            }
            Action::GiveStock(material) => {
                chance.note(|| Event::StockGiven { seat, to, material, number: 1 });
                state.public.boards[seat].stock.take(material);
                material
            }
            _ => {
                chance.note(|| Event::NothingGiven { seat, left, reason: Reason::None });
                state.done();
                // Everyone now knows that none of these is in the hand.
                let board = &mut state.public.boards[seat];
                for material in left.kinds() {
                    board.lacks |= 1 << material.index();
                    board.shown[material] = 0;
                }
                return;
            }
        };
        state.public.boards[to].stock[material] += 1;
        state.turn_to(Self { left: left.minus(material), ..self });
    }

    /// Nobody can give anything more, or the one who could is protected.
    fn go_on<C: Chance>(self, state: &mut State, _: &Rules, chance: &mut C) {
        let Self { seat, left, .. } = self;
        let reason = if self.asks(&state.public) { Reason::Shielded } else { Reason::None };
        state.done();
        if !left.is_empty() {
            chance.note(|| Event::NothingGiven { seat, left, reason });
        }
    }

    fn crumb(self, _: &Public) -> Text {
        say!("{} answers {} demand for {}", self.seat, whose(self.to), demanded(self.left))
    }

    fn explain(self, _: &Rules, public: &Public, action: Action) -> Text {
        text![match action {
            Action::Glory if public.is_shielded(self.seat, self.to) => "Give nothing more: you are protected",
            Action::Glory => "You have nothing to give",
            _ => "Hand it over",
        }]
    }
}
