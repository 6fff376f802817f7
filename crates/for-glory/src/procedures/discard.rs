//! FG-3: cards are discarded from hand, for a cost or because a text says so.

use super::prelude::*;

/// Cards to be discarded from hand, of their owner's choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Discard {
    /// Who discards.
    pub seat: Seat,
    /// How many more.
    pub left: u8,
}

impl Procedure for Discard {
    const INTERRUPTIBLE: bool = true;

    seat_decides!();

    fn asks(self, state: &State, _: &Rules) -> bool {
        self.left > 0 && state.ludus(self.seat).hand > 0
    }

    fn moves<O: Offer<Action, Why>>(self, state: &State, _: &Rules, seat: Seat, offer: &mut O) {
        offer.all(state.held(seat).kinds(Half::First).map(Action::Choose));
    }

    fn against(self, _: &State, _: &Rules, _: Seat, action: Action) -> Option<Why> {
        Some(if let Action::Choose(kind) = action { Why::NotInHand(kind) } else { Why::MustDiscard })
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, seat: Seat, action: Action, chance: &mut C) {
        let Action::Choose(kind) = action else { return };
        state.turn_to(Self { left: self.left - 1, ..self });
        state.reveal_from_hand(seat, kind);
        state.discard(seat, kind);
        chance.note(|| Happening::Discards(seat, kind, DiscardWhy::Chosen));
        chance.learned(SeatSet::all(rules.players));
    }

    fn crumb(self, rules: &Rules, _: &State) -> Text {
        say!("{} discards {}", who(rules, self.seat), many(self.left, "card"))
    }

    fn explain(self, rules: &Rules, _: &State, _: Seat, action: Action) -> Text {
        let Action::Choose(kind) = action else { return Text::new() };
        say!("Discard {}.", name(rules, kind))
    }
}
