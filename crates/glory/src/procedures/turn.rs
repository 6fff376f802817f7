//! GL-10: a turn's own steps. The start and the end of it, when goods are bought and cards used, and what follows each.

use super::prelude::*;

/// The start of a turn: shop, cards, roll (GL-10).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Start;

impl Procedure for Start {
    fn window(self) -> Option<Window> {
        Some(Window::Start)
    }

    #[inline]
    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, offer: &mut O) {
        offer.free(Action::Roll);
        shop::moves(state, rules, offer);
        using::moves(state, rules, state.public.active, Window::Start, offer);
        offer.free(Action::Resign);
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, action: Action, chance: &mut C) {
        let active = state.public.active;
        if action == Action::Resign {
            state.die(rules, active, Cause::GaveUp, chance);
            return;
        }
        let die = chance.roll(6) as u8;
        chance.learned(State::everyone(rules));
        chance.note(|| Event::Rolled(active, die));
        state.public.used_trigger = Used::default();
        state.public.rolled = die;
        state.public.struck = None;
        state.turn_to(Roll { die, extra: 0 });
    }

    fn crumb(self, _: &Rules, view: &View) -> Text {
        text![view.public.active, " starts a turn"]
    }

    fn explain(self, _: &Rules, _: &View, action: Action) -> Text {
        if action == Action::Resign {
            text!["Give up: your hero dies and you lose."]
        } else {
            text!["Roll the die and move."]
        }
    }
}

/// The space has been followed: awards (ruling G7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct After;

impl Procedure for After {
    fn window(self) -> Option<Window> {
        None
    }

    fn asks(self, _: &State, _: &Rules) -> bool {
        false
    }

    fn moves<O: Offer<Action, Why>>(self, _: &State, _: &Rules, _: &mut O) {}

    fn go_on<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) {
        if !state.award(rules, chance) {
            state.turn_to(End);
            state.public.used_trigger = Used::default();
        }
    }

    fn crumb(self, rules: &Rules, view: &View) -> Text {
        let space = rules.kingdom.map.space(view.public.hero().space);
        text![view.public.active, " is on ", table::place(&space.name), format!(" ({})", space.kind.word())]
    }
}

/// The end of a turn: shop and cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct End;

impl Procedure for End {
    fn window(self) -> Option<Window> {
        Some(Window::End)
    }

    #[inline]
    fn asks(self, state: &State, rules: &Rules) -> bool {
        self.offers(state, rules)
    }

    #[inline]
    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, offer: &mut O) {
        offer.decline(Action::End);
        shop::moves(state, rules, offer);
        using::moves(state, rules, state.public.active, Window::End, offer);
    }

    fn go_on<C: Chance>(self, state: &mut State, _: &Rules, _: &mut C) {
        state.turn_to(Close);
    }

    fn crumb(self, _: &Rules, view: &View) -> Text {
        text![view.public.active, " ends the turn"]
    }

    fn explain(self, _: &Rules, _: &View, _: Action) -> Text {
        text!["End your turn."]
    }
}

/// The last awards, then the next hero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Close;

impl Procedure for Close {
    fn window(self) -> Option<Window> {
        None
    }

    fn asks(self, _: &State, _: &Rules) -> bool {
        false
    }

    fn moves<O: Offer<Action, Why>>(self, _: &State, _: &Rules, _: &mut O) {}

    fn go_on<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) {
        if !state.award(rules, chance) {
            next_turn(state, rules, chance);
        }
    }

    fn crumb(self, _: &Rules, view: &View) -> Text {
        text![view.public.active, " has ended the turn"]
    }
}

fn next_turn<C: Chance>(state: &mut State, rules: &Rules, chance: &mut C) {
    let mut seat = state.public.active;
    for _ in 0..rules.players {
        seat = seat.next(rules.players);
        if seat == state.public.first {
            state.public.round += 1;
            // E7, E9: games that would not end.
            if rules.players == 1 && rules.turn_limit > 0 && state.public.round > rules.turn_limit {
                state.finish(Ending::Turns, chance);
                return;
            }
            if state.public.round > rules.round_cap {
                state.finish(Ending::Rounds, chance);
                return;
            }
            let round = state.public.round;
            chance.note(|| Event::NewRound(round));
        }
        if state.public.heroes[seat].alive {
            break;
        }
    }
    let public = &mut state.public;
    public.active = seat;
    public.marched = false;
    public.rolled = 0;
    public.used_trigger = Used::default();
    public.used_battle = Used::default();
    public.used_turn = Used::default();
    public.only(Start);
}
