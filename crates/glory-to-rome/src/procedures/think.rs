//! GTR-15: a Think, with Latrine (GTR-78) and Vomitorium (GTR-97) before it.

use super::prelude::*;

locals! {
    /// A Think. `optional`: may be declined. `drawing`: the discard before it is done.
    Think { seat: Seat, optional: bool, drawing: bool }
}

impl Procedure for Think {
    const HERE: Here = ("GTR-15", "you are thinking");

    fn moves<O: Offers>(self, state: &State, rules: &Rules, offer: &mut O) {
        if self.drawing {
            draws(&state.public, offer);
        } else {
            moves(state, rules, self.seat, offer);
        }
        if self.optional {
            offer.decline(Action::Skip);
        }
        offer.others(|action| no_discard(&state.public, rules, self.seat, action));
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, action: Action, chance: &mut C) {
        state.done();
        act(state, rules, self.seat, action, chance);
    }

    fn go_on<C: Chance>(self, state: &mut State, _: &Rules, _: &mut C) {
        state.done();
        state.forgo();
    }

    fn crumb(self, _: &Public) -> Text {
        say!("{} thinks", self.seat)
    }

    fn explain(self, _: &Rules, public: &Public, action: Action) -> Text {
        explain(public, self.seat, action)
    }
}

fn draws<O: Offers>(public: &Public, offer: &mut O) {
    offer.unless(Action::ThinkJack, || (public.jacks == 0).then_some(Why::NoJackLeft));
    offer.free(Action::ThinkDraw);
}

/// What can be done by whoever thinks, be it in place of leading or following.
#[inline]
pub(super) fn moves<O: Offers>(state: &State, rules: &Rules, seat: Seat, offer: &mut O) {
    let public = &state.public;
    draws(public, offer);
    if public.can(seat, powers().discards_one) {
        offer.all(state.hand(seat).kinds().iter().map(Action::Discard));
        offer.unless(Action::DiscardJack, || no_discard(public, rules, seat, Action::DiscardJack));
    }
    if public.can(seat, powers().discards_hand) && public.boards[seat].hand() > 0 {
        offer.free(Action::DiscardHand);
    }
    offer.others(|action| no_discard(public, rules, seat, action));
}

/// Why this can't be discarded before the Think.
fn no_discard(public: &Public, rules: &Rules, seat: Seat, action: Action) -> Option<Why> {
    match action {
        Action::Discard(card) => {
            Some(public.lacks(seat, powers().discards_one).unwrap_or(Why::NotHeld("GTR-78", card)))
        }
        Action::DiscardJack => public
            .lacks(seat, powers().discards_one)
            .or((!rules.latrine_jack).then_some(Why::LatrineTakesOrders))
            .or((public.boards[seat].jacks == 0).then_some(Why::Discarded("GTR-78"))),
        Action::DiscardHand => {
            Some(public.lacks(seat, powers().discards_hand).unwrap_or(Why::Discarded("GTR-97")))
        }
        _ => None,
    }
}

/// Discards first, then a Jack or cards.
pub(super) fn act<C: Chance>(state: &mut State, rules: &Rules, seat: Seat, action: Action, chance: &mut C) {
    match action {
        Action::ThinkJack => {
            state.take_jack(seat, chance);
            return after(state, seat);
        }
        Action::ThinkDraw => {
            draw(state, seat, chance);
            return after(state, seat);
        }
        Action::Discard(card) => {
            chance.note(|| Event::Discarded { seat, cards: vec![card], jacks: 0 });
            state.spend(seat, card);
            state.public.pool[card.material()] += 1;
        }
        Action::DiscardJack => {
            chance.note(|| Event::Discarded { seat, cards: Vec::new(), jacks: 1 });
            state.public.boards[seat].jacks -= 1;
            state.public.jacks += 1;
        }
        _ => {
            chance.note(|| {
                let hand = state.hand(seat).iter();
                let cards = hand.flat_map(|(card, count)| std::iter::repeat_n(card, count.into())).collect();
                Event::Discarded { seat, cards, jacks: state.public.boards[seat].jacks }
            });
            state.discard_hand(seat);
            // The hand is turned up for all to see.
            chance.learned(SeatSet::all(rules.players));
        }
    }
    state.wait(Think { seat, optional: false, drawing: true });
}

/// How many cards a Think draws: up to the refill size, or one at or above it (GTR-15).
fn wanted(public: &Public, seat: Seat) -> u8 {
    public.refill(seat).checked_sub(public.boards[seat].hand()).filter(|wanted| *wanted > 0).unwrap_or(1)
}

/// As many as there are.
fn draw<C: Chance>(state: &mut State, seat: Seat, chance: &mut C) {
    let mut drawn = Vec::new();
    for _ in 0..wanted(&state.public, seat).min(state.public.deck) {
        let card = state.draw_card(chance);
        state.gain(seat, card);
        if chance.listens() {
            drawn.push(card);
        }
    }
    chance.note(|| Event::Drew { seat, cards: drawn });
    chance.learned(SeatSet::one(seat));
}

/// GTR-95: a Jack on top of the Think.
fn after(state: &mut State, seat: Seat) {
    let public = &state.public;
    if public.can(seat, powers().jack_after_think) && public.jacks > 0 && !public.ends_by_deck() {
        state.wait(Tribunal { seat });
    }
}

pub(super) fn explain(public: &Public, seat: Seat, action: Action) -> Text {
    match action {
        Action::ThinkJack => say!("Take a Jack"),
        Action::ThinkDraw => {
            let wanted = wanted(public, seat);
            if wanted < public.deck {
                return say!("Draw {} of the {} left", many(wanted, "card"), public.deck);
            }
            let last = if public.deck == 1 { say!("card") } else { many(public.deck, "card") };
            say!("Draw the last {last}{}", ends_if(true))
        }
        Action::Discard(card) => say!("Discard {card} to the Pool, then think"),
        Action::DiscardJack => say!("Put a Jack back to its pile, then think"),
        Action::DiscardHand => say!("Discard your whole hand, then think"),
        _ => say!("Do not think"),
    }
}
