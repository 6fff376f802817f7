//! FG-6: several things happen at once; the active player says which is reacted to first.

use super::prelude::*;

/// Things that happened at once and may be reacted to, in the active player's order (FG-6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Events {
    /// The first of the pending events that belongs to this frame.
    pub first: u8,
}

/// Something that happened and may be reacted to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Event {
    /// What.
    pub occasion: Occasion,
    /// Where; nowhere in particular if it touches several arenas.
    pub place: Option<Place>,
    /// To which gladiator, if it is still there.
    pub slot: u8,
    /// Its card.
    pub kind: Kind,
    /// Its owner.
    pub owner: Seat,
    /// Its attack as it left.
    pub value: u8,
}

impl Default for Event {
    fn default() -> Self {
        let (occasion, kind, owner) = (Occasion::Enter, Kind(0), Seat::default());
        Self { occasion, place: None, slot: 0, kind, owner, value: 0 }
    }
}

impl Event {
    /// Something about a gladiator, where it stands; its slot, if it is still there.
    pub(crate) const fn of(occasion: Occasion, slot: u8, it: &Gladiator) -> Self {
        Self { occasion, place: Some(it.place), slot, kind: it.kind, owner: it.owner, value: 0 }
    }

    /// As a player names it.
    const fn named(&self) -> (Seat, Kind) {
        (self.owner, self.kind)
    }
}

impl Events {
    /// What is still to be reacted to.
    fn pending(self, state: &State) -> &[Event] {
        let events = state.public.events.as_slice();
        &events[usize::from(self.first).min(events.len())..]
    }

    /// The window of one of the pending events opens.
    fn take(self, state: &mut State, rules: &Rules, named: (Seat, Kind)) {
        let Some(at) = self.pending(state).iter().position(|event| event.named() == named) else { return };
        let event = state.public.events.remove(usize::from(self.first) + at);
        // With the last of them nothing is left to come back to: chains of events stay as short as they can be.
        if state.public.events.len() == usize::from(self.first) {
            state.done();
        }
        state.open_window(rules, event);
    }
}

impl Procedure for Events {
    const INTERRUPTIBLE: bool = true;

    /// What the Ludus Magnus would order falls to the player, as its ties do.
    fn decides(self, state: &State, rules: &Rules) -> Option<Seat> {
        let active = state.public.active;
        Some(if rules.magnus() == Some(active) { active.next(rules.sides) } else { active })
    }

    fn asks(self, state: &State, _: &Rules) -> bool {
        let pending = self.pending(state);
        pending.iter().any(|event| event.named() != pending[0].named())
    }

    fn moves<O: Offer<Action, Why>>(self, state: &State, _: &Rules, _: Seat, offer: &mut O) {
        let pending = self.pending(state);
        for (at, event) in pending.iter().enumerate() {
            if !pending[..at].iter().any(|other| other.named() == event.named()) {
                offer.free(Action::First(event.owner, event.kind));
            }
        }
    }

    fn against(self, _: &State, _: &Rules, _: Seat, action: Action) -> Option<Why> {
        Some(if matches!(action, Action::First(..)) { Why::NotPending } else { Why::MustOrder })
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, _: Seat, action: Action, _: &mut C) {
        if let Action::First(owner, kind) = action {
            self.take(state, rules, (owner, kind));
        }
    }

    #[inline(never)]
    fn go_on<C: Chance>(self, state: &mut State, rules: &Rules, _: &mut C) {
        match self.pending(state).first().map(Event::named) {
            Some(named) => self.take(state, rules, named),
            None => state.done(),
        }
    }

    fn crumb(self, rules: &Rules, state: &State) -> Text {
        let seat = state.decides(rules).unwrap_or(state.public.active);
        say!("{} chooses what is reacted to first", who(rules, seat))
    }

    fn explain(self, _: &Rules, _: &State, _: Seat, _: Action) -> Text {
        say!("Reactions to this come first.")
    }
}

impl State {
    /// Something happened that may be reacted to.
    pub(crate) fn happen(&mut self, rules: &Rules, event: Event) {
        let window = self.window(rules, event);
        if self.opens(rules, &window) && self.public.events.push(event).is_err() {
            self.public.full = Some(Overflow::Events);
        }
    }

    /// What has happened since this event is reacted to before anything goes on.
    pub(crate) fn open_events(&mut self, first: u8) {
        if self.public.events.len() > usize::from(first) {
            self.public.push(Events { first });
        }
    }
}
