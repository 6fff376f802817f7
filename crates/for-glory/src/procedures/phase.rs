//! FG-60 to FG-86: the arena phase around its battles.

use super::prelude::*;

/// An arena phase, between its steps: what comes next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Phase {
    /// Late registration is over; the Fleeting battle comes next.
    Fleeting,
    /// The Lasting battle comes next.
    Lasting,
    /// Resolution comes next.
    Resolution,
}

impl Procedure for Phase {
    /// FG-60, ruling 56: which battle comes next is decided when its turn comes.
    #[inline(never)]
    fn go_on<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) {
        match self {
            Self::Fleeting => {
                state.turn_to(Self::Lasting);
                let mut fleeting = [Place::Near, Place::Far].into_iter();
                if let Some(place) = fleeting.find(|place| state.public.sand.at(*place) != 0) {
                    state.begin_battle(rules, place, chance);
                }
            }
            Self::Lasting => {
                state.turn_to(Self::Resolution);
                // FG-60: with three or four there is always a battle, if only to give the places.
                if state.public.sand.at(Place::Lasting) != 0 || rules.is_multi() {
                    state.begin_battle(rules, Place::Lasting, chance);
                }
            }
            Self::Resolution => state.resolution(rules, chance),
        }
    }

    fn crumb(self, _: &Rules, _: &State) -> Text {
        say!("arena phase")
    }
}

impl State {
    /// FG-50: late registration, from the player after the one with the Crowd's Favor.
    pub(crate) fn begin_phase<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        let seat = self.public.favor.next(rules.sides);
        self.public.phases = self.public.phases.saturating_add(1);
        chance.note(|| Happening::Phase {
            number: self.public.phases,
            bloodlust: self.bloodlust(rules),
            boast: self.top_boast(rules).unwrap_or(0),
        });
        self.public.standing.clear();
        self.public.stack.clear();
        self.public.push(Phase::Fleeting);
        if let Some(magnus) = rules.magnus() {
            // FG-52: the Ludus Magnus first, then the player.
            let (seat, passed) = (magnus.next(rules.sides), SeatSet::one(magnus));
            self.public.push(Register { seat, passed, opened: false });
            let cards = self.registration_orders(rules, magnus);
            chance.note(|| Happening::Registers(cards));
            self.public.push(Muster { cards });
            return;
        }
        self.public.push(Register { seat, passed: SeatSet::NONE, opened: false });
    }

    /// FG-84.
    fn resolution<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        if rules.is_multi() {
            self.rewards(rules, chance);
            self.public.tokens = [None; 2];
        }
        if self.public.arenas[Place::Lasting.index()].is_none() {
            self.turn_up_arena(Place::Lasting, chance);
            chance.learned(SeatSet::all(rules.players));
        }
        for (place, full) in Place::ALL.into_iter().zip([1, 1, 2]) {
            let there = self.public.arenas[place.index()].is_some() && !rules.is_multi();
            self.public.glory[place.index()] = if there { full } else { 0 };
        }
        for slot in slots_in(self.public.sand.within(None)) {
            // Ruling 51: they are not defeated and trigger nothing.
            chance.note(|| Happening::Leaves(self.fighter(slot)));
            if let Some(gladiator) = self.public.sand.leave(slot) {
                self.discard(gladiator.owner, gladiator.kind);
            }
        }
        if !rules.is_multi() {
            self.move_favor(rules, chance);
        }
        for seat in Seat::all(rules.sides) {
            let missing = self.hand_size(rules, seat).saturating_sub(self.ludus(seat).hand);
            self.draw(seat, missing, chance);
        }
        self.begin_turn(self.public.turn.next(rules.sides), chance);
    }

    /// FG-85: arenas for all but the last, the boast for the first, the Crowd's Favor for the last.
    fn rewards<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        for (place, seat) in self.public.standing.as_slice().to_vec().into_iter().rev().enumerate() {
            if place == 0 {
                self.take_boast(rules, seat, chance);
            }
            let arenas = (rules.sides - 1).saturating_sub(place);
            if arenas == 0 {
                self.public.favor = seat;
                chance.note(|| Happening::Favor(seat, FavorWhy::LastPlace));
            }
            for _ in 0..arenas {
                if let Some(arena) = self.public.arenas[Place::Lasting.index()].take() {
                    self.ludus_mut(seat).arenas |= arena.bit();
                    chance.note(|| Happening::TakesArena(seat, arena));
                }
                self.turn_up_arena(Place::Lasting, chance);
            }
        }
        chance.learned(SeatSet::all(rules.players));
    }

    /// Ruling 66: to the seat with least glory; a tie leaves it.
    fn move_favor<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        let least = Seat::all(rules.sides).map(|seat| self.ludus(seat).glory).min().unwrap_or(0);
        let mut lowest = Seat::all(rules.sides).filter(|seat| self.ludus(*seat).glory == least);
        if let (Some(only), None) = (lowest.next(), lowest.next()) {
            if only != self.public.favor {
                chance.note(|| Happening::Favor(only, FavorWhy::LeastGlory));
            }
            self.public.favor = only;
        }
    }
}
