//! The turn is over: the last awards, then the next hero.

use super::prelude::*;

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
        if !state.reached(rules, chance) && !state.award(rules, chance) {
            next_turn(state, rules, chance);
        }
    }

    fn crumb(self, _: &Rules, view: &View) -> Text {
        text![view.public.active, " has ended the turn"]
    }
}

/// So many rounds pass from one event to the next.
const EVENT_EVERY: u16 = 3;

/// GL-54: another event than the one before begins, each as likely; it holds for every hero until the next.
fn new_event<C: Chance>(state: &mut State, rules: &Rules, chance: &mut C) {
    let (kingdom, before) = (&*rules.kingdom, u32::from(state.public.event));
    let count = kingdom.events.len() as u32;
    let others = count - u32::from(before < count);
    if others == 0 {
        return;
    }
    let drawn = chance.below(others);
    let event = if drawn >= before { drawn + 1 } else { drawn };
    state.public.event = event as u8;
    chance.learned(State::everyone(rules));
    chance.note(|| Event::Begins(event as u8));
    for seat in Seat::all(rules.players) {
        if state.public.heroes[seat].alive {
            // What raised the most health may be over.
            state.cap_health(kingdom, seat, chance);
        }
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
            if rules.events && round % EVENT_EVERY == 1 {
                new_event(state, rules, chance);
            }
        }
        if state.public.heroes[seat].alive {
            break;
        }
    }
    let public = &mut state.public;
    public.active = seat;
    (public.marched, public.duelled, public.sold) = (false, false, false);
    public.rolled = 0;
    public.used_trigger = Used::default();
    public.used_battle = Used::default();
    public.used_turn = Used::default();
    public.only(Start);
}
