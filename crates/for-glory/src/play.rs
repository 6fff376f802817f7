//! Action to state.

use table::{Chance, Seat, SeatSet, Turn};

use crate::action::{Action, Fighter, Source};
use crate::cards::{Kind, Type};
use crate::effect::Occasion;
use crate::events::{DiscardWhy, Happening};
use crate::frame::{Bearer, Frame, NOBODY, Then, Use};
use crate::pay::Payment;
use crate::pile::Half;
use crate::rules::{Rules, TokenTake};
use crate::state::{Overflow, Patron, Place, State};

/// No action sets off more than this many automatic steps; a procedure that would never end is refused here.
const STEPS: usize = 5_000;

impl State {
    /// Who decides now.
    #[inline]
    pub(crate) fn decider(&self, rules: &Rules) -> Option<Seat> {
        if self.public.end.is_some() {
            return None;
        }
        match self.public.stack.last()? {
            // What the Ludus Magnus would order falls to the player, as its ties do.
            Frame::Events { .. } if rules.magnus() == Some(self.public.active) => {
                Some(self.public.active.next(rules.sides))
            }
            Frame::Machinations | Frame::Events { .. } => Some(self.public.active),
            Frame::Attack { seat, .. } if rules.magnus() == Some(*seat) => Some(seat.next(rules.sides)),
            Frame::Magnus { .. } => rules.magnus().map(|seat| seat.next(rules.sides)),
            Frame::Register { seat, .. }
            | Frame::Attack { seat, .. }
            | Frame::Pay { seat, .. }
            | Frame::Lose { seat }
            | Frame::Discard { seat, .. }
            | Frame::Token { seat }
            | Frame::Draft { seat }
            | Frame::Reclaim { seat, .. } => Some(*seat),
            Frame::Battle(battle) => Some(battle.seat),
            Frame::Window(window) => Some(window.seat),
            Frame::Use(it) => Some(it.seat),
            Frame::Moment { seats } => self.asked_now(rules, *seats),
            Frame::Phase(_) | Frame::Damage { .. } | Frame::Check { .. } | Frame::Muster { .. } => None,
        }
    }

    #[inline]
    pub(crate) fn whose_turn(&self, rules: &Rules) -> Turn {
        // Most decisions are those of the active player's turn.
        let machinations = matches!(self.public.stack.last(), Some(Frame::Machinations));
        let decider = if machinations && self.public.end.is_none() {
            Some(self.public.active)
        } else {
            self.decider(rules)
        };
        match decider {
            Some(seat) => Turn::Decide(SeatSet::one(seat)),
            None => Turn::Over,
        }
    }

    /// Where what is used now reaches: the window's arena, the battle's, or anywhere.
    pub(crate) fn reach(&self) -> Option<Place> {
        match self.public.stack.last() {
            Some(Frame::Window(window)) => window.place,
            _ => self.battle().map(|battle| battle.place),
        }
    }

    /// Takes a legal action and goes on to the next decision.
    pub(crate) fn perform<C: Chance>(&mut self, rules: &Rules, seat: Seat, action: Action, chance: &mut C) {
        if self.public.stack.is_empty() {
            return;
        }
        if !self.public.log.is_empty() {
            self.public.log.clear();
        }
        match action {
            Action::Buy(kind) => self.buy(rules, seat, kind, chance),
            Action::Play(kind) => self.play_card(rules, seat, kind, chance),
            Action::Enter(kind, place) => self.enter_by(rules, seat, kind, place, chance),
            Action::Reserve(kind) => self.put_in_reserve(rules, seat, kind),
            Action::Upgrade(kind) => self.upgrade(rules, seat, kind, chance),
            Action::Use(source, ability) => self.use_by(rules, seat, source, ability, chance),
            Action::Blessing(fighter) => self.remove_blessing_by(rules, seat, fighter, chance),
            Action::Redeem => self.charge(rules, seat, self.ludus(seat).reserve, Then::Redeem, chance),
            Action::Stops(stops) => {
                self.ludus_mut(seat).stops = stops;
                self.public.stopped = true;
            }
            Action::EndTurn => self.end_turn(rules, seat, chance),
            Action::Attack(fighter) => {
                if let Some(slot) = self.find(fighter.owner, fighter.kind, fighter.nth) {
                    self.attack(seat, slot, chance);
                }
            }
            Action::Pass => self.pass(rules, seat),
            Action::Pay(payment) => self.pay_by(rules, seat, payment, chance),
            Action::First(owner, kind) => {
                if let Some(Frame::Events { first }) = self.public.stack.last() {
                    self.take_event(rules, *first, owner, kind);
                }
            }
            Action::Target(_)
            | Action::Choose(_)
            | Action::Row(_)
            | Action::Place(_)
            | Action::Patron(..)
            | Action::Arena(_)
            | Action::Opponent(_)
            | Action::Accept
            | Action::Decline => self.answer(rules, seat, action, chance),
        }
        // Most actions of a turn lead back to it, where nothing runs by itself.
        let waits = matches!(self.public.stack.last(), Some(Frame::Machinations | Frame::Pay { .. }));
        if !waits || self.public.end.is_some() || rules.token_take != TokenTake::End {
            self.settle(rules, chance);
        }
    }

    /// FG-32.
    #[inline(never)]
    fn buy<C: Chance>(&mut self, rules: &Rules, seat: Seat, kind: Kind, chance: &mut C) {
        let price = self.price(rules, seat, kind);
        self.charge(rules, seat, price, Then::Buy(kind), chance);
    }

    /// FG-92.
    #[inline(never)]
    fn upgrade<C: Chance>(&mut self, rules: &Rules, seat: Seat, kind: Kind, chance: &mut C) {
        let price = rules.set.next_level(kind).map_or(0, |next| rules.set.card(next).cost);
        self.charge(rules, seat, price, Then::Upgrade(kind), chance);
    }

    /// A payment among several was chosen (FG-10).
    #[inline(never)]
    fn pay_by<C: Chance>(&mut self, rules: &Rules, seat: Seat, payment: Payment, chance: &mut C) {
        let Some(Frame::Pay { coins, then, .. }) = self.public.stack.last().copied() else {
            return;
        };
        self.public.stack.pop();
        if payment.iter().any(|count| *count > 0) {
            chance.learned(SeatSet::all(rules.players));
        }
        self.pay(rules, seat, coins, payment, then, chance);
        self.paid(rules, seat, then, chance);
    }

    /// An answer to what the top frame asks.
    #[inline(never)]
    fn answer<C: Chance>(&mut self, rules: &Rules, seat: Seat, action: Action, chance: &mut C) {
        let Some(top) = self.public.stack.last().copied() else {
            return;
        };
        let mut slot = NOBODY;
        if let Action::Target(fighter) = action {
            slot = self.find(fighter.owner, fighter.kind, fighter.nth).unwrap_or(NOBODY);
        }
        match top {
            Frame::Use(it) => self.choose(rules, &it, action, chance),
            Frame::Attack { slot: attacker, .. } => self.strike(rules, attacker, slot, chance),
            Frame::Lose { .. } => self.give_up(rules, slot, chance),
            Frame::Discard { left, .. } => {
                if let Action::Choose(kind) = action {
                    self.set_top(Frame::Discard { seat, left: left - 1 });
                    self.reveal_from_hand(seat, kind);
                    self.discard(seat, kind);
                    chance.note(|| Happening::Discards(seat, kind, DiscardWhy::Chosen));
                    chance.learned(SeatSet::all(rules.players));
                }
            }
            Frame::Reclaim { kind, coins, .. } => {
                self.public.stack.pop();
                if action == Action::Accept {
                    self.charge(rules, seat, coins, Then::Reclaim(kind), chance);
                }
            }
            Frame::Magnus { .. } => self.break_tie(rules, action, chance),
            Frame::Draft { .. } => {
                if let Action::Choose(kind) = action {
                    self.draft(rules, seat, kind, chance);
                }
            }
            Frame::Token { .. } => {
                self.public.stack.pop();
                if action == Action::Accept {
                    self.take_token(rules, seat, chance);
                }
            }
            // What could not be paid after all is not done.
            Frame::Pay { .. } => {
                self.public.stack.pop();
            }
            Frame::Machinations
            | Frame::Phase(_)
            | Frame::Register { .. }
            | Frame::Battle(_)
            | Frame::Damage { .. }
            | Frame::Muster { .. }
            | Frame::Window(_)
            | Frame::Events { .. }
            | Frame::Check { .. }
            | Frame::Moment { .. } => {}
        }
    }

    /// A card is played from hand (FG-33, FG-34, FG-66, FG-73).
    #[inline(never)]
    fn play_card<C: Chance>(&mut self, rules: &Rules, seat: Seat, kind: Kind, chance: &mut C) {
        self.reveal_from_hand(seat, kind);
        chance.learned(SeatSet::all(rules.players));
        let card = rules.set.card(kind);
        if card.kind == Type::Patron {
            let patron = Patron { kind, exhausted: false };
            self.add_patron(rules, seat, patron);
            return;
        }
        let ability = card.from_hand().unwrap_or(0) as u8;
        let mut it = Use::new(Bearer::Card(kind), ability, seat, self.reach(), NOBODY);
        self.count_use(rules, seat, &mut it, chance);
        self.begin_use(rules, it, chance);
    }

    /// A tactic is the combat turn's one; a reaction hands the window on.
    fn count_use<C: Chance>(&mut self, rules: &Rules, seat: Seat, it: &mut Use, chance: &mut C) {
        let timing = crate::resolve::ability(rules, it.bearer, it.ability).timing;
        match self.public.stack.last_mut() {
            Some(Frame::Battle(battle)) if timing.is_tactic() => battle.tactic = true,
            Some(Frame::Window(window)) if timing.trigger().is_some() => {
                it.subject = window.slot;
                it.value = window.value;
                window.passes = 0;
                window.seat = seat.next(rules.sides);
                chance.note(|| Happening::Reacts {
                    seat,
                    with: it.bearer,
                    occasion: window.occasion,
                    owner: window.owner,
                    kind: match window.occasion {
                        Occasion::Damage => (window.slot != NOBODY).then_some(window.kind),
                        Occasion::Tactic => None,
                        Occasion::Attack | Occasion::Enter | Occasion::Leave | Occasion::Defeat => {
                            Some(window.kind)
                        }
                    },
                });
            }
            _ => {}
        }
    }

    #[inline(never)]
    fn use_by<C: Chance>(&mut self, rules: &Rules, seat: Seat, source: Source, ability: u8, chance: &mut C) {
        let reach = self.reach();
        let mut it = match source {
            Source::Patron(kind) => Use::new(Bearer::Patron(kind), ability, seat, reach, NOBODY),
            Source::Arena(id) => Use::new(Bearer::Arena(id), ability, seat, reach, NOBODY),
            Source::Gladiator(fighter) => {
                let slot = self.find(fighter.owner, fighter.kind, fighter.nth).unwrap_or(NOBODY);
                let place = self.public.sand.get(slot).map(|it| it.place);
                Use::new(Bearer::Gladiator(fighter.kind), ability, seat, place, slot)
            }
            Source::Departed(kind) => Use::new(Bearer::Gladiator(kind), ability, seat, reach, NOBODY),
        };
        self.count_use(rules, seat, &mut it, chance);
        if let Some(Frame::Window(window)) = self.public.stack.last_mut()
            && crate::judge::is_own_trigger(rules, &it, window)
        {
            window.used |= 1 << ability;
        }
        self.begin_use(rules, it, chance);
    }

    /// FG-75: like any reaction it hands the window on.
    fn remove_blessing_by<C: Chance>(&mut self, rules: &Rules, seat: Seat, fighter: Fighter, chance: &mut C) {
        if let Some(slot) = self.find(fighter.owner, fighter.kind, fighter.nth) {
            self.remove_blessing(slot, chance);
        }
        if let Some(Frame::Window(window)) = self.public.stack.last_mut() {
            window.passes = 0;
            window.seat = seat.next(rules.sides);
        }
    }

    /// FG-35, FG-50: a gladiator enters from hand.
    #[inline(never)]
    fn enter_by<C: Chance>(&mut self, rules: &Rules, seat: Seat, kind: Kind, place: Place, chance: &mut C) {
        let Some(top) = self.public.stack.last().copied() else {
            return;
        };
        match top {
            Frame::Use(it) => self.choose(rules, &it, Action::Enter(kind, place), chance),
            Frame::Register { passed, .. } => {
                let cost = self.registration_cost(rules, seat);
                // One at a time: the turn goes on to the next seat once it is paid (FG-50).
                // FG-51: with three or four, everyone has one turn for any number.
                if rules.players == 2 {
                    self.set_top(Frame::Register { seat: seat.next(rules.sides), passed, opened: false });
                }
                self.charge(rules, seat, cost, Then::Register(kind, place), chance);
            }
            Frame::Machinations => {
                self.reveal_from_hand(seat, kind);
                chance.learned(SeatSet::all(rules.players));
                self.enter(rules, seat, kind, place, chance);
            }
            Frame::Phase(_)
            | Frame::Battle(_)
            | Frame::Attack { .. }
            | Frame::Damage { .. }
            | Frame::Muster { .. }
            | Frame::Magnus { .. }
            | Frame::Window(_)
            | Frame::Pay { .. }
            | Frame::Lose { .. }
            | Frame::Events { .. }
            | Frame::Moment { .. }
            | Frame::Discard { .. }
            | Frame::Check { .. }
            | Frame::Token { .. }
            | Frame::Draft { .. }
            | Frame::Reclaim { .. } => {}
        }
    }

    /// FG-39.
    fn put_in_reserve(&mut self, rules: &Rules, seat: Seat, kind: Kind) {
        let reservable = self.reservable(rules, seat);
        let held = self.held[seat].get_mut();
        held.take(Half::First, kind);
        held.add(Half::Second, kind);
        let ludus = self.ludus_mut(seat);
        ludus.hand = ludus.hand.saturating_sub(1);
        ludus.reserve += 1;
        ludus.blur(reservable);
    }

    fn pass(&mut self, rules: &Rules, seat: Seat) {
        let Some(top) = self.public.stack.last().copied() else {
            return;
        };
        match top {
            Frame::Register { passed, opened, .. } => {
                self.set_top(Frame::Register { seat, passed: passed.with(seat), opened });
            }
            Frame::Battle(battle) => self.end_combat_turn(rules, battle),
            Frame::Window(mut window) => {
                window.passes += 1;
                window.seat = seat.next(rules.sides);
                self.set_top(Frame::Window(window));
            }
            Frame::Moment { seats } => self.set_top(Frame::Moment { seats: seats.without(seat) }),
            Frame::Machinations
            | Frame::Phase(_)
            | Frame::Attack { .. }
            | Frame::Damage { .. }
            | Frame::Muster { .. }
            | Frame::Magnus { .. }
            | Frame::Use(_)
            | Frame::Pay { .. }
            | Frame::Lose { .. }
            | Frame::Events { .. }
            | Frame::Discard { .. }
            | Frame::Check { .. }
            | Frame::Token { .. }
            | Frame::Draft { .. }
            | Frame::Reclaim { .. } => {}
        }
    }

    /// What was paid for happens.
    pub(crate) fn paid<C: Chance>(&mut self, rules: &Rules, seat: Seat, then: Then, chance: &mut C) {
        match then {
            Then::GoOn => {}
            Then::Buy(kind) => {
                if let Some((deck, at)) = self.row_of(kind) {
                    self.public.rows[deck.index()].remove(at);
                    chance.note(|| Happening::Buys(seat, kind, self.price(rules, seat, kind)));
                    self.discard(seat, kind);
                }
            }
            Then::Redeem => {
                self.held[seat].get_mut().pour(Half::Second);
                chance.note(|| Happening::Redeems(seat, self.ludus(seat).reserve));
                let ludus = self.ludus_mut(seat);
                ludus.hand += std::mem::take(&mut ludus.reserve);
                ludus.gather();
            }
            Then::Register(kind, place) => {
                self.reveal_from_hand(seat, kind);
                chance.learned(SeatSet::all(rules.players));
                self.enter(rules, seat, kind, place, chance);
            }
            Then::Upgrade(kind) => {
                if let Some(next) = rules.set.next_level(kind) {
                    self.reveal_from_hand(seat, kind);
                    chance.learned(SeatSet::all(rules.players));
                    self.discard(seat, next);
                    chance.note(|| Happening::Upgrades(seat, kind, next));
                }
            }
            Then::Reclaim(kind) => {
                if self.ludus_mut(seat).piles.take(Half::First, kind) {
                    self.put_in_hand(seat, kind);
                    chance.note(|| Happening::Reclaims(seat, kind));
                }
            }
        }
    }

    /// Runs whatever needs nobody, until somebody decides or the game is over.
    #[inline(never)]
    pub(crate) fn settle<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        for _ in 0..STEPS {
            if self.public.end.is_some() {
                self.tidy_up();
                return;
            }
            if !self.advance(rules, chance) {
                return;
            }
        }
        self.public.full = Some(Overflow::Steps);
    }

    /// One automatic step of the top frame. Answers whether there was one. Every step is a call of its own: woven into each other, what
    /// the rare ones look at would be looked at for all.
    #[inline]
    fn advance<C: Chance>(&mut self, rules: &Rules, chance: &mut C) -> bool {
        let Some(top) = self.public.stack.last() else {
            return false;
        };
        match *top {
            Frame::Machinations => {
                rules.is_multi()
                    && rules.token_take == TokenTake::AtOnce
                    && self.token_step(rules, self.public.active, chance)
            }
            Frame::Pay { .. } | Frame::Reclaim { .. } | Frame::Token { .. } | Frame::Draft { .. } => false,
            Frame::Check { seat } => {
                self.check_for_phase(rules, seat, chance);
                true
            }
            Frame::Phase(stage) => {
                self.advance_phase(rules, stage, chance);
                true
            }
            Frame::Register { seat, passed, opened } => {
                self.advance_registration(rules, seat, passed, opened)
            }
            Frame::Battle(battle) => self.advance_battle(rules, &battle, chance),
            Frame::Attack { .. } => {
                let top = *top;
                self.advance_attack(rules, top, chance)
            }
            Frame::Muster { cards } => {
                self.advance_muster(rules, cards, chance);
                true
            }
            Frame::Magnus { section, order, opened } => {
                self.advance_magnus(rules, section, order, opened, chance)
            }
            // FG-105: the Ludus Magnus answers before anything else comes of the damage.
            Frame::Damage { .. } => {
                if !(rules.magnus().is_some() && self.magnus_reacts(rules, chance)) {
                    self.resolve_damage(rules, chance);
                }
                true
            }
            Frame::Window(window) => {
                let answers = rules.magnus().is_some() && window.occasion == Occasion::Damage;
                answers && self.magnus_reacts(rules, chance) || self.advance_window(rules, &window)
            }
            Frame::Use(it) => self.advance_use(rules, &it, chance),
            Frame::Lose { seat } => self.advance_loss(rules, seat),
            Frame::Events { first } => self.advance_events(rules, first),
            Frame::Moment { seats } => self.advance_moment(rules, seats),
            Frame::Discard { seat, left } => {
                let done = left == 0 || self.ludus(seat).hand == 0;
                if done {
                    self.public.stack.pop();
                }
                done
            }
        }
    }

    /// The game is over: cards half played go to their discard piles.
    fn tidy_up(&mut self) {
        while let Some(frame) = self.public.stack.pop() {
            if let Frame::Use(it) = frame
                && let Bearer::Card(kind) = it.bearer
            {
                self.discard(it.seat, kind);
            }
        }
    }
}
