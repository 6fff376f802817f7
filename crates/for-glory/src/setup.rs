//! FG-20 to FG-24, FG-90, FG-91: setup.

use table::{BySeat, Chance, Seat, SeatSet};

use crate::cards::{ARENAS, ArenaId, Home, Kind};
use crate::effect::Deck;
use crate::event::{FavorWhy, Happening};
use crate::pile::Half;
use crate::procedures::Draft;
use crate::rules::{Champions, Difficulty, FirstPlayer, Rules};
use crate::state::{Place, Public, State};

/// Coin tokens at the start (FG-20).
const STARTING_COINS: u8 = 5;

impl State {
    /// A table with everything in its place and nothing dealt.
    pub(crate) fn undealt(rules: &Rules) -> Self {
        let supply = rules.set.undealt(rules);
        let arena_deck = rules.set.arenas().fold(0, |deck, (id, _)| deck | id.bit());
        let magnus = rules.magnus();
        let public = Public { supply, glory: [1, 1, 2], arena_deck, magnus, ..Public::default() };
        Self { public, held: BySeat::default(), seen: BySeat::default() }
    }

    /// FG-20 to FG-22.
    pub(crate) fn set_up<C: Chance>(rules: &Rules, chance: &mut C) -> Self {
        let mut state = Self::undealt(rules);
        let first = match rules.choice.first_player {
            // FG-24: the player goes first.
            _ if rules.magnus().is_some() => Seat::default(),
            FirstPlayer::Random => Seat::new(chance.below(rules.sides as u32) as usize),
            FirstPlayer::SeatA => Seat::default(),
        };
        chance.note(|| Happening::Starts(first));
        state.shuffle_orders(rules);
        for (order, seat) in first.round(rules.players).enumerate() {
            state.give_starting_deck(rules, seat);
            // FG-23: later players have more with three or four.
            let more = if rules.is_multi() { order as u8 } else { 0 };
            state.ludus_mut(seat).coins = u16::from(STARTING_COINS + more);
        }
        for deck in Deck::ALL {
            state.refill(rules, deck, chance);
        }
        for place in Place::ALL {
            // FG-23: with three or four there is one arena; its deck lies face up.
            if !(rules.is_multi() && place.is_fleeting()) {
                state.turn_up_arena(place, chance);
            }
        }
        if rules.is_multi() {
            state.public.glory = [0; 3];
        }
        // FG-22: the last in turn order, with two the second player.
        state.public.favor = first.previous(rules.sides);
        chance.note(|| Happening::Favor(state.public.favor, FavorWhy::Setup));
        state.public.active = first;
        chance.learned(SeatSet::all(rules.players));
        match rules.choice.champions {
            Champions::Off => state.start(rules, chance),
            Champions::Random => {
                let mut free = [1_u8; 8];
                free[rules.set.champions().min(8)..].fill(0);
                for seat in first.round(rules.players) {
                    let total = free.iter().map(|one| u32::from(*one)).sum();
                    let number = chance.pick(&free, total);
                    free[number] = 0;
                    state.give_champion(rules, seat, rules.set.champion(number), chance);
                }
                state.start(rules, chance);
            }
            Champions::Draft => {
                let last = first.previous(rules.players);
                state.public.push(Draft { seat: last });
            }
        }
        state
    }

    /// FG-91: level 1 goes into the starting deck.
    pub(crate) fn give_champion<C: Chance>(
        &mut self,
        rules: &Rules,
        seat: Seat,
        champion: Option<Kind>,
        chance: &mut C,
    ) {
        let Some(kind) = champion else { return };
        debug_assert_eq!(rules.set.card(kind).home, Home::Champion(1), "level 1 is given");
        let ludus = self.ludus_mut(seat);
        ludus.champion = Some(kind);
        chance.note(|| Happening::Champion(seat, kind));
        ludus.put_in_deck(kind);
    }

    /// Everyone draws seven, and the first turn begins.
    pub(crate) fn start<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        for seat in self.public.active.round(rules.players) {
            self.draw(seat, 7, chance);
        }
        self.begin_turn(self.public.active, chance);
    }

    /// The starting deck of a seat, all of it in the deck.
    pub(crate) fn give_starting_deck(&mut self, rules: &Rules, seat: Seat) {
        let ludus = self.ludus_mut(seat);
        for (kind, copies) in &rules.set.starting {
            ludus.piles.add_many(Half::Second, *kind, *copies);
            ludus.deck += copies;
        }
    }

    /// FG-24: the Ludus Magnus deck for the difficulty.
    pub(crate) fn shuffle_orders(&mut self, rules: &Rules) {
        if rules.magnus().is_none() {
            return;
        }
        for (at, order) in rules.set.orders().iter().enumerate() {
            let left_out = match rules.choice.difficulty {
                Difficulty::All => false,
                Difficulty::Hard => order.stars == 1,
                Difficulty::Easy => order.stars == 3,
                Difficulty::Plain => matches!(order.stars, 1 | 3),
            };
            if !left_out {
                self.public.orders.left |= 1 << at;
            }
        }
    }

    /// A card drawn from the arena deck, if there is one.
    pub(crate) fn turn_up_arena<C: Chance>(&mut self, place: Place, chance: &mut C) {
        if self.public.arena_deck == 0 {
            return;
        }
        let weights: [u8; ARENAS] = std::array::from_fn(|at| (self.public.arena_deck >> at & 1) as u8);
        let id = ArenaId(chance.pick(&weights, self.public.arena_deck.count_ones()) as u8);
        self.public.arena_deck &= !id.bit();
        self.public.arenas[place.index()] = Some(id);
        chance.note(|| Happening::ArenaUp(place, id));
    }
}
