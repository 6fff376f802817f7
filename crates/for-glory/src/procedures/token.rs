//! FG-43: with three or four players, Reigning Champion tokens are taken for bloodlust.

use super::prelude::*;

/// The second Reigning Champion token may be taken (FG-43).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Token {
    /// Who may.
    pub seat: Seat,
}

impl Procedure for Token {
    const INTERRUPTIBLE: bool = true;

    seat_decides!();

    fn moves<O: Offer<Action, Why>>(self, _: &State, _: &Rules, _: Seat, offer: &mut O) {
        offer.free(Action::Accept);
        offer.decline(Action::Decline);
    }

    fn against(self, _: &State, _: &Rules, _: Seat, _: Action) -> Option<Why> {
        Some(Why::MustAnswer)
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, seat: Seat, _: Action, chance: &mut C) {
        state.done();
        if let Some(token) = state.public.tokens.iter_mut().find(|token| token.is_none()) {
            *token = Some(seat);
            chance.note(|| Happening::Token {
                seat,
                bloodlust: state.bloodlust_of(rules, seat),
                boast: state.top_boast(rules).unwrap_or(0),
            });
        }
    }

    fn crumb(self, rules: &Rules, _: &State) -> Text {
        say!("{} may take the second Reigning Champion token", who(rules, self.seat))
    }

    fn explain(self, _: &Rules, _: &State, _: Seat, action: Action) -> Text {
        Text::of(if action == Action::Accept {
            "Take the second Reigning Champion token, which starts the arena phase."
        } else {
            "Leave the token for now."
        })
    }
}

impl State {
    /// The bloodlust that the top boast asks for.
    pub(crate) fn top_boast(&self, rules: &Rules) -> Option<u32> {
        rules.boasts.get(usize::from(self.public.boasts)).map(|boast| u32::from(*boast))
    }

    /// Which round it is, with three or four players (FG-86).
    pub(crate) fn round(&self, rules: &Rules) -> u8 {
        let fights = self.public.stack.iter().any(|frame| matches!(frame, Frame::Phase(_)));
        (self.public.phases + u8::from(!fights)).min(rules.rounds())
    }

    /// FG-43: the first token is taken, the second may be, one in a turn. Answers whether anything happened.
    pub(crate) fn token_step<C: Chance>(&mut self, rules: &Rules, seat: Seat, chance: &mut C) -> bool {
        let free = self.public.tokens.iter().position(Option::is_none);
        let (Some(free), Some(boast)) = (free, self.top_boast(rules)) else {
            return false;
        };
        let bloodlust = self.bloodlust_of(rules, seat);
        if self.public.token_done || bloodlust < boast {
            return false;
        }
        self.public.token_done = true;
        if self.public.tokens.contains(&Some(seat)) {
            self.public.push(Token { seat });
        } else {
            self.public.tokens[free] = Some(seat);
            chance.note(|| Happening::Token { seat, bloodlust, boast });
        }
        true
    }
}
