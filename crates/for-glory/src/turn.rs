//! Setup, machinations turns and the arena phase around its battles.

use table::{BySeat, Chance, List, Seat, SeatSet};

use crate::cards::{ARENAS, ArenaId, Home, Kind};
use crate::effect::Deck;
use crate::events::{DiscardWhy, FavorWhy, Happening};
use crate::frame::{Frame, Stage};
use crate::magnus::Orders;
use crate::pile::{Half, Lots};
use crate::rules::{Champions, Difficulty, FirstPlayer, Rules};
use crate::state::{End, Overflow, Place, Public, Sand, State, slots_in};

/// Coin tokens at the start (FG-20).
const STARTING_COINS: u8 = 5;
/// Glory that wins (FG-82).
pub(crate) const GLORY: u8 = 6;

impl State {
    /// A table with everything in its place and nothing dealt.
    pub(crate) fn undealt(rules: &Rules) -> Self {
        let supply = rules.set.undealt(rules);
        let mut arena_deck = 0;
        for (id, _) in rules.set.arenas() {
            arena_deck |= id.bit();
        }
        let first = Seat::default();
        Self {
            public: Public {
                ludi: BySeat::default(),
                supply,
                rows: [List::new(); 3],
                sand: Sand::default(),
                arenas: [None; 3],
                glory: [1, 1, 2],
                tokens: [None; 2],
                token_done: false,
                standing: List::new(),
                arena_deck,
                tired: 0,
                boasts: 0,
                favor: first,
                active: first,
                turn: first,
                turns: 0,
                phases: 0,
                stopped: false,
                removed: 0,
                stack: List::new(),
                events: List::new(),
                watches: List::new(),
                magnus: rules.magnus(),
                orders: Orders::default(),
                log: List::new(),
                end: None,
                full: None,
            },
            held: BySeat::default(),
        }
    }

    /// FG-20 to FG-22.
    pub(crate) fn set_up<C: Chance>(rules: &Rules, chance: &mut C) -> Self {
        let mut state = Self::undealt(rules);
        let first = match rules.first_player {
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
        match rules.champions {
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
                state.public.push(Frame::Draft { seat: last });
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
        let Some(kind) = champion else {
            return;
        };
        debug_assert_eq!(rules.set.card(kind).home, Home::Champion(1), "level 1 is given");
        let ludus = self.ludus_mut(seat);
        ludus.champion = Some(kind);
        chance.note(|| Happening::Champion(seat, kind));
        ludus.piles.add(Half::Second, kind);
        ludus.deck += 1;
    }

    /// A champion is drafted; the next seat in reverse turn order follows, or the game begins.
    pub(crate) fn draft<C: Chance>(&mut self, rules: &Rules, seat: Seat, kind: Kind, chance: &mut C) {
        self.give_champion(rules, seat, Some(kind), chance);
        if seat == self.public.active {
            self.start(rules, chance);
        } else {
            self.set_top(Frame::Draft { seat: seat.previous(rules.players) });
        }
    }

    /// Everyone draws seven, and the first turn begins.
    fn start<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        for seat in self.public.active.round(rules.players) {
            self.draw(seat, 7, chance);
        }
        self.begin_turn(self.public.active, chance);
    }

    /// The starting deck of a seat, all of it in the deck.
    pub(crate) fn give_starting_deck(&mut self, rules: &Rules, seat: Seat) {
        let ludus = self.ludus_mut(seat);
        for (kind, copies) in rules.set.starting() {
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
            let left_out = match rules.difficulty {
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
        let mut weights = [0; ARENAS];
        for (at, weight) in weights.iter_mut().enumerate() {
            *weight = (self.public.arena_deck >> at & 1) as u8;
        }
        let id = ArenaId(chance.pick(&weights, self.public.arena_deck.count_ones()) as u8);
        self.public.arena_deck &= !id.bit();
        self.public.arenas[place.index()] = Some(id);
        chance.note(|| Happening::ArenaUp(place, id));
    }

    /// FG-5: draws cards. The discard pile is shuffled only when the deck is empty and a card is needed.
    pub(crate) fn draw<C: Chance>(&mut self, seat: Seat, cards: u8, chance: &mut C) {
        let (mut left, mut drew) = (cards, false);
        while left > 0 {
            let ludus = &mut self.public.ludi[seat];
            if ludus.deck == 0 {
                ludus.deck = ludus.piles.total(Half::First) as u8;
                ludus.piles.pour(Half::First);
                if ludus.deck == 0 {
                    break;
                }
                chance.note(|| Happening::Shuffles(seat));
            }
            let held = self.held[seat].get_mut();
            drew = true;
            if let Some(kind) = ludus.top.pop() {
                if ludus.remember(kind).is_err() {
                    self.public.full = Some(Overflow::Hand);
                }
                (ludus.deck, ludus.hand, left) = (ludus.deck - 1, ludus.hand + 1, left - 1);
                held.add(Half::First, kind);
                chance.note(|| Happening::Draws(seat, kind));
                continue;
            }
            // All that can be drawn before the next shuffle.
            let many = left.min(ludus.deck);
            let mut lots = Lots::left(&ludus.piles, held);
            for drawn in 0..many {
                let kind = lots.draw(u32::from(ludus.deck - drawn), chance);
                held.add(Half::First, kind);
                chance.note(|| Happening::Draws(seat, kind));
            }
            ludus.deck -= many;
            ludus.hand += many;
            left -= many;
        }
        if drew {
            chance.learned(SeatSet::one(seat));
        }
    }

    /// FG-41: fills a row up to three. An empty deck is rebuilt from its own discard pile.
    pub(crate) fn refill<C: Chance>(&mut self, rules: &Rules, deck: Deck, chance: &mut C) {
        while self.public.rows[deck.index()].len() < 3 {
            let Some(kind) = self.take_from_supply(rules, deck, chance) else {
                return;
            };
            chance.note(|| Happening::SupplyUp(deck, kind));
            self.public.rows[deck.index()].push(kind).expect("the row has fewer than three");
        }
    }

    /// The top card of a supply deck, if there is one.
    pub(crate) fn take_from_supply<C: Chance>(
        &mut self,
        rules: &Rules,
        deck: Deck,
        chance: &mut C,
    ) -> Option<Kind> {
        let kinds = rules.set.supply(deck);
        let mut lots = Lots::of(&self.public.supply, kinds);
        let mut total = lots.total();
        if total == 0 {
            total = self.rebuild_supply(rules, deck);
            lots = Lots::of(&self.public.supply, kinds);
            if total > 0 {
                chance.note(|| Happening::SupplyRebuilt(deck));
            }
        }
        if total == 0 {
            return None;
        }
        let kind = lots.draw(total, chance);
        self.public.supply.take(Half::First, kind);
        chance.learned(SeatSet::all(rules.players));
        Some(kind)
    }

    /// An empty supply deck is made anew from its discard pile; answers how many cards it has.
    #[cold]
    fn rebuild_supply(&mut self, rules: &Rules, deck: Deck) -> u32 {
        for kind in self.public.supply.kinds(Half::Second) {
            let inside = rules.set.card(kind).home == Home::Supply(deck);
            while inside && self.public.supply.take(Half::Second, kind) {
                self.public.supply.add(Half::First, kind);
            }
        }
        Lots::of(&self.public.supply, rules.set.supply(deck)).total()
    }

    /// FG-30: a machinations turn begins; own patrons and arenas are readied.
    pub(crate) fn begin_turn<C: Chance>(&mut self, seat: Seat, chance: &mut C) {
        chance.note(|| Happening::Turn(seat));
        self.public.active = seat;
        self.public.turn = seat;
        self.public.turns += 1;
        self.public.stopped = false;
        self.public.token_done = false;
        for patron in &mut self.ludus_mut(seat).patrons {
            patron.exhausted = false;
        }
        self.public.tired &= !self.arenas_of(seat);
        self.public.stack.clear();
        if self.public.magnus == Some(seat) {
            // FG-101: one card, then the check.
            self.public.push(Frame::Check { seat });
            self.public.push(Frame::Muster { cards: 1 });
            return;
        }
        self.public.push(Frame::Machinations);
    }

    /// FG-41 and FG-42: the hand is discarded, the supply refilled, cards drawn, and bloodlust checked.
    #[inline(never)]
    pub(crate) fn end_turn<C: Chance>(&mut self, rules: &Rules, seat: Seat, chance: &mut C) {
        if self.ludus(seat).hand > 0 {
            chance.learned(SeatSet::all(rules.players));
        }
        if chance.listens() {
            for kind in self.held(seat).kinds(Half::First) {
                for _ in 0..self.in_hand(seat, kind) {
                    chance.note(|| Happening::Discards(seat, kind, DiscardWhy::TurnEnd));
                }
            }
        }
        self.discard_hand(seat);
        for deck in Deck::ALL {
            self.refill(rules, deck, chance);
        }
        let cards = self.hand_size(rules, seat);
        self.draw(seat, cards, chance);
        self.set_top(Frame::Check { seat });
        // What lasts until a turn ends does not wait for a battle.
        self.public.sand.for_each_mut(|gladiator| gladiator.fury = 0);
        if rules.is_multi() {
            self.token_step(rules, seat, chance);
        }
    }

    /// FG-42, FG-43: the holder of the Crowd's Favor starts the arena phase.
    #[inline(never)]
    pub(crate) fn check_for_phase<C: Chance>(&mut self, rules: &Rules, seat: Seat, chance: &mut C) {
        let ready = if rules.is_multi() {
            self.public.tokens.iter().all(Option::is_some)
        } else {
            self.top_boast(rules).is_some_and(|boast| self.bloodlust(rules) >= boast)
        };
        if self.public.favor == seat && ready {
            self.begin_phase(rules, chance);
        } else if self.public.turns >= rules.turn_limit {
            self.public.end = Some(End::Turns);
            chance.note(|| Happening::Over(End::Turns));
        } else {
            self.begin_turn(seat.next(rules.sides), chance);
        }
    }

    /// The bloodlust that the top boast asks for.
    fn top_boast(&self, rules: &Rules) -> Option<u32> {
        rules.boasts.get(usize::from(self.public.boasts)).map(|boast| u32::from(*boast))
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
            self.public.push(Frame::Token { seat });
        } else {
            self.public.tokens[free] = Some(seat);
            chance.note(|| Happening::Token { seat, bloodlust, boast });
        }
        true
    }

    /// The second token is taken.
    pub(crate) fn take_token<C: Chance>(&mut self, rules: &Rules, seat: Seat, chance: &mut C) {
        if let Some(token) = self.public.tokens.iter_mut().find(|token| token.is_none()) {
            *token = Some(seat);
            chance.note(|| Happening::Token {
                seat,
                bloodlust: self.bloodlust_of(rules, seat),
                boast: self.top_boast(rules).unwrap_or(0),
            });
        }
    }

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
        self.public.push(Frame::Phase(Stage::Fleeting));
        if let Some(magnus) = rules.magnus() {
            // FG-52: the Ludus Magnus first, then the player.
            let (seat, passed) = (magnus.next(rules.sides), SeatSet::one(magnus));
            self.public.push(Frame::Register { seat, passed, opened: false });
            let cards = self.registration_orders(rules, magnus);
            chance.note(|| Happening::Registers(cards));
            self.public.push(Frame::Muster { cards });
            return;
        }
        self.public.push(Frame::Register { seat, passed: SeatSet::NONE, opened: false });
    }

    /// Late registration goes on: who has passed is out.
    #[inline(never)]
    pub(crate) fn advance_registration(
        &mut self,
        rules: &Rules,
        seat: Seat,
        passed: SeatSet,
        opened: bool,
    ) -> bool {
        if passed.len() == rules.sides {
            self.public.stack.pop();
            return true;
        }
        if passed.contains(seat) {
            self.set_top(Frame::Register { seat: seat.next(rules.sides), passed, opened: false });
            return true;
        }
        self.public.active = seat;
        if !opened {
            self.set_top(Frame::Register { seat, passed, opened: true });
            self.open_moment(rules, seat);
            return true;
        }
        let ludus = self.ludus(seat);
        if ludus.hand == 0 && !self.has_moment(rules, seat) {
            self.set_top(Frame::Register { seat, passed: passed.with(seat), opened: true });
            return true;
        }
        false
    }

    /// FG-60, ruling 56: which battle comes next is decided when its turn comes.
    #[inline(never)]
    pub(crate) fn advance_phase<C: Chance>(&mut self, rules: &Rules, stage: Stage, chance: &mut C) {
        match stage {
            Stage::Fleeting => {
                self.set_top(Frame::Phase(Stage::Lasting));
                let place = Place::ALL
                    .into_iter()
                    .find(|place| place.is_fleeting() && self.public.sand.at(*place) != 0);
                if let Some(place) = place {
                    self.begin_battle(rules, place, chance);
                }
            }
            Stage::Lasting => {
                self.set_top(Frame::Phase(Stage::Resolution));
                // FG-60: with three or four there is always a battle, if only to give the places.
                let fought = self.public.sand.at(Place::Lasting) != 0;
                if fought || rules.is_multi() {
                    self.begin_battle(rules, Place::Lasting, chance);
                }
            }
            Stage::Resolution => self.resolution(rules, chance),
        }
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
            if place == 0 && usize::from(self.public.boasts) < rules.boasts.len() {
                let boast = rules.boasts[usize::from(self.public.boasts)];
                chance.note(|| Happening::TakesBoast(seat, boast));
                self.public.boasts += 1;
                self.discard(seat, rules.set.boast());
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

    /// Replaces the frame that is being worked on.
    pub(crate) fn set_top(&mut self, frame: Frame) {
        if let Some(top) = self.public.stack.last_mut() {
            *top = frame;
        }
    }
}
