//! FG-3: cards are discarded from hand, for a cost or because a text says so; or leave the game, for a cost (FG-144).

use super::prelude::*;

/// Where cards of a hand go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Fate {
    /// To the discard pile.
    Pile,
    /// Out of the game.
    Gone,
}

/// Cards that leave a hand, of their owner's choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Discard {
    /// Who discards.
    pub seat: Seat,
    /// How many more.
    pub left: u8,
    /// Where they go.
    pub to: Fate,
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
        Some(match (action, self.to) {
            (Action::Choose(kind), _) => Why::NotInHand(kind),
            (_, Fate::Pile) => Why::MustDiscard,
            (_, Fate::Gone) => Why::MustRemove,
        })
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, seat: Seat, action: Action, chance: &mut C) {
        let Action::Choose(kind) = action else { return };
        state.turn_to(Self { left: self.left - 1, ..self });
        match self.to {
            Fate::Pile => {
                state.reveal_from_hand(seat, kind);
                state.discard(seat, kind);
                chance.note(|| Happening::Discards(seat, kind, DiscardWhy::Chosen));
                chance.learned(SeatSet::all(rules.players));
            }
            Fate::Gone => state.cull(rules, seat, kind, chance),
        }
    }

    fn crumb(self, rules: &Rules, _: &State) -> Text {
        let (seat, cards) = (who(rules, self.seat), many(self.left, "card"));
        match self.to {
            Fate::Pile => say!("{seat} discards {cards}"),
            Fate::Gone => say!("{seat} removes {cards} from the game"),
        }
    }

    fn explain(self, rules: &Rules, _: &State, _: Seat, action: Action) -> Text {
        let Action::Choose(kind) = action else { return Text::new() };
        match self.to {
            Fate::Pile => say!("Discard {}.", name(rules, kind)),
            Fate::Gone => say!("Remove {} from the game.", name(rules, kind)),
        }
    }
}
