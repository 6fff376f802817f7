//! FG-35 to FG-37: where gladiators may enter, and who may send them there.

use super::prelude::*;
use crate::stats::needed;

/// Where a seat's gladiators may enter now, and what they may require together: one look for all in hand.
#[derive(Default)]
pub(super) struct Gate {
    /// Whether there is an arena.
    there: [bool; 3],
    /// Whether the other Fleeting arena holds gladiators.
    barred: [bool; 3],
    requirement: u32,
    influence: u32,
    /// What each needs less.
    less: u32,
}

impl Gate {
    /// For the gladiators of a hand.
    #[inline]
    pub(super) fn of(state: &State, rules: &Rules, seat: Seat, hand: KindSet) -> Self {
        // Influence is for those that require some.
        let (requirement, influence, less) = if hand.meets(rules.set.demanding) {
            (state.requirement(rules, seat), state.influence(rules, seat), state.relief(rules, seat))
        } else {
            (0, 0, 0)
        };
        let taken = |place| state.public.sand.at(place) != 0;
        let there = state.public.arenas.map(|arena| arena.is_some());
        Self { there, barred: [taken(Place::Far), taken(Place::Near), false], requirement, influence, less }
    }

    /// Why a gladiator may not enter an arena, if so.
    #[inline]
    pub(super) fn why_closed(&self, rules: &Rules, kind: Kind, place: Place) -> Option<Why> {
        let more = needed(rules, kind, self.less);
        let (needs, has) = (self.requirement + more, self.influence);
        if !self.there[place.index()] {
            Some(Why::NoArena)
        } else if self.barred[place.index()] {
            Some(Why::OtherFleeting)
        } else {
            (more > 0 && needs > has).then_some(Why::Influence { needs, has })
        }
    }
}

/// The arenas of the table: with three or four there is but one to enter at a time, and others are not spoken of.
#[inline]
pub(super) fn arenas(rules: &Rules) -> impl Iterator<Item = Place> {
    let all: &[Place] = if rules.is_multi() { &[Place::Lasting] } else { &Place::ALL };
    all.iter().copied()
}

/// Why a card can't be sent to an arena that was not offered for it: it is not there, it is no gladiator, or there is no such arena.
pub(super) fn why_unnamed(state: &State, rules: &Rules, seat: Seat, kind: Kind) -> Why {
    match rules.set.fact(kind).kind {
        _ if state.in_hand(seat, kind) == 0 => Why::NotInHand(kind),
        Type::Gladiator => Why::NoArena,
        Type::Income | Type::Scheme | Type::Patron | Type::Tactic | Type::Reaction | Type::SchemeTactic => {
            Why::NoGladiator(kind)
        }
    }
}

/// What entering an arena means.
pub(super) fn explain(rules: &Rules, state: &State, kind: Kind, place: Place) -> Text {
    say!("It enters {}. {}", state.arena_name(rules, place), text::unpriced(rules.set.card(kind)))
}

impl State {
    /// A gladiator of the hand enters an arena, for everyone to see.
    #[inline(never)]
    pub(crate) fn enter_from_hand<C: Chance>(
        &mut self,
        rules: &Rules,
        seat: Seat,
        kind: Kind,
        place: Place,
        chance: &mut C,
    ) {
        self.reveal_from_hand(seat, kind);
        chance.learned(SeatSet::all(rules.players));
        self.enter(rules, seat, kind, place, chance);
    }

    /// A gladiator enters an arena, ready and unhurt; its window follows.
    pub(crate) fn enter<C: Chance>(
        &mut self,
        rules: &Rules,
        seat: Seat,
        kind: Kind,
        place: Place,
        chance: &mut C,
    ) {
        let first = self.public.events.len() as u8;
        let marks = Self::marks(rules, seat, kind);
        let gladiator = Gladiator::fresh(kind, seat, place);
        match self.public.sand.enter(gladiator, marks) {
            Some(slot) => {
                chance.note(|| Happening::Enters(self.fighter(slot), place));
                // Who has somebody again is no longer out (ruling 74).
                if rules.is_multi() && self.battle().is_some() {
                    self.public.standing.retain(|out| *out != seat);
                }
                self.happen(rules, Event::of(Occasion::Enter, slot, &gladiator));
            }
            None => self.public.full = Some(Overflow::Sand),
        }
        self.open_events(first);
    }

    /// An arena of the row by its name, and which one it is.
    pub(crate) fn arena_name(&self, rules: &Rules, place: Place) -> Text {
        let what = match place {
            Place::Near => say!("the near Fleeting arena"),
            Place::Far => say!("the far Fleeting arena"),
            Place::Lasting => say!("the Lasting arena"),
        };
        match self.public.arenas[place.index()].map(|id| place_name(rules, id)) {
            Some(name) if rules.is_multi() => Text::of(name),
            Some(name) => say!("{name}, {what}"),
            None => what,
        }
    }
}
