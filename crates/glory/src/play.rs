//! Action -> state: the turn, in rulebook order.

use table::{Chance, Seat, SeatSet};

use crate::action::{Action, Held};
use crate::boon::Aspect;
use crate::cards::{Kingdom, bits};
use crate::effect::{Once, Window};
use crate::event::{Cause, Deck, Event, Travel};
use crate::frame::{Fight, Foe, Frame, NOTHING};
use crate::map::Kind;
use crate::quest::Deed;
use crate::rules::Rules;
use crate::state::{Ending, State, Used};

impl State {
    /// Takes a legal action of the deciding seat and runs on until somebody must decide.
    pub(crate) fn take<C: Chance>(&mut self, rules: &Rules, seat: Seat, action: Action, chance: &mut C) {
        match action {
            Action::Hero(board) => self.choose_hero(rules, seat, board, chance),
            Action::Roll => self.roll(rules, chance),
            Action::Buy(kind) => self.buy(rules, kind, chance),
            Action::Use(held) => self.use_card(rules, seat, held, chance),
            Action::Go { end, via } => self.go(rules, end, via, chance),
            Action::March(end) => self.march(rules, end, chance),
            Action::Halt => self.land(rules, chance),
            Action::Name(lair) => self.look_and_face(rules, lair, chance),
            Action::Look(place) => {
                self.public.stack.pop();
                self.see_lair(place, chance);
            }
            Action::Read(place) => {
                self.public.stack.pop();
                self.see_quest(place, chance);
            }
            Action::Give(kind) => self.give(rules, kind, chance),
            Action::Complete => self.complete(rules, chance),
            Action::Pass => self.pass(rules, chance),
            Action::Engage => self.engage(rules, chance),
            Action::Withdraw => self.withdraw(chance),
            Action::Prepare => self.prepare(),
            Action::Stand => self.stand(rules, chance),
            Action::Keep(kind) => self.keep(rules, kind, chance),
            Action::Choose(which) => self.choose(which),
            Action::Face(face) => {
                self.public.stack.pop();
                self.turn_die(|_| face, chance);
            }
            Action::End => self.turn_to(Frame::Close),
            Action::Resign => self.die(rules, seat, Cause::GaveUp, chance),
        }
        self.settle(rules, chance);
    }

    /// Runs everything that needs nobody.
    pub(crate) fn settle<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        while self.public.ending == Ending::Open && !self.waits(rules) {
            self.go_on(rules, chance);
        }
    }

    /// Whether what lies on top offers somebody something to decide.
    #[inline]
    fn waits(&self, rules: &Rules) -> bool {
        let public = &self.public;
        let Some(frame) = public.stack.last() else {
            return true;
        };
        match *frame {
            Frame::Hero(_)
            | Frame::Start
            | Frame::Name
            | Frame::Quest(_)
            | Frame::Choose(..)
            | Frame::Where(..)
            | Frame::Aim(_)
            | Frame::Learn { .. } => true,
            Frame::Roll { die, extra } => die + extra > 0,
            Frame::Arrive => public.can_march(rules) || public.any_usable(rules, Window::Land),
            Frame::End => public.can_shop(rules) || public.any_usable(rules, Window::End),
            Frame::Haven => {
                let fresh = |place: u8| !public.lairs[place as usize].seen.contains(public.active);
                public.closest_lairs(&rules.kingdom, public.hero().space).any(fresh)
            }
            Frame::Fight(ref fight) => self.fight_waits(rules, fight),
            Frame::Peril(by) => public.hero().health <= by && public.any_usable(rules, Window::Other),
            Frame::After | Frame::Close | Frame::Script { .. } => false,
        }
    }

    /// Does what comes next where nothing is offered, or what is offered is left.
    pub(crate) fn go_on<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        match self.public.top() {
            Frame::Roll { .. } => self.turn_to(Frame::After),
            Frame::Arrive => self.land(rules, chance),
            Frame::After => {
                if !self.award(rules, chance) {
                    self.turn_to(Frame::End);
                    self.public.used_trigger = Used::default();
                }
            }
            Frame::End => self.turn_to(Frame::Close),
            Frame::Close => {
                if !self.award(rules, chance) {
                    self.next_turn(rules, chance);
                }
            }
            Frame::Haven | Frame::Quest(_) => {
                self.public.stack.pop();
            }
            Frame::Name => self.look_and_face(rules, NOTHING, chance),
            Frame::Fight(fight) => self.fight_on(rules, &fight, chance),
            Frame::Script { script, at } => self.follow(rules, script, at, chance),
            Frame::Peril(by) => {
                self.public.stack.pop();
                self.brave(rules, by, chance);
            }
            Frame::Hero(_)
            | Frame::Start
            | Frame::Choose(..)
            | Frame::Where(..)
            | Frame::Aim(_)
            | Frame::Learn { .. } => {}
        }
    }

    /// Where an action only declines what is offered: the state without the offer.
    pub(crate) fn without_offer<C: Chance>(
        &self,
        rules: &Rules,
        action: Action,
        chance: &mut C,
    ) -> Option<Self> {
        if !matches!(action, Action::Pass | Action::Halt | Action::End | Action::Stand) {
            return None;
        }
        let mut state = *self;
        state.go_on(rules, chance);
        state.settle(rules, chance);
        Some(state)
    }

    /// Replaces the top frame.
    pub(crate) fn turn_to(&mut self, frame: Frame) {
        if let Some(top) = self.public.stack.last_mut() {
            *top = frame;
        }
    }

    /// Everyone at the table.
    pub(crate) fn everyone(rules: &Rules) -> SeatSet {
        SeatSet::all(rules.players)
    }

    fn choose_hero<C: Chance>(&mut self, rules: &Rules, seat: Seat, board: u8, chance: &mut C) {
        self.public.heroes[seat].board = board;
        chance.note(|| Event::Board(seat, board));
        // A3: against the turn order, so the first player chooses last.
        if seat == self.public.first {
            self.outfit(rules, chance);
        } else {
            self.turn_to(Frame::Hero(seat.previous(rules.players)));
        }
    }

    fn roll<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        let die = chance.roll(6) as u8;
        let active = self.public.active;
        chance.learned(Self::everyone(rules));
        chance.note(|| Event::Rolled(active, die));
        self.public.used_trigger = Used::default();
        self.public.rolled = die;
        self.public.struck = None;
        self.turn_to(Frame::Roll { die, extra: 0 });
    }

    /// GL-22, L3: a good is paid, taken and replaced at once.
    fn buy<C: Chance>(&mut self, rules: &Rules, kind: u8, chance: &mut C) {
        let kingdom = &*rules.kingdom;
        let active = self.public.active;
        let price = self.public.price(kingdom, active, kind);
        let place = self
            .public
            .row
            .iter()
            .position(|card| *card != NOTHING && kingdom.goods_stock.kind(*card) == kind);
        let Some(place) = place else {
            return;
        };
        let card = self.public.row[place];
        let hero = &mut self.public.heroes[active];
        hero.coins = hero.coins.saturating_sub(u16::from(price));
        hero.goods |= 1 << card;
        chance.note(|| Event::Bought(active, kind, price));
        self.public.row[place] = NOTHING;
        self.refill(kingdom, place, chance);
        chance.learned(Self::everyone(rules));
        self.public.note(active, Deed::Bought);
    }

    /// Puts the next good into an empty place of the row, if there is one (L4).
    pub(crate) fn refill<C: Chance>(&mut self, kingdom: &Kingdom, place: usize, chance: &mut C) {
        if let Some(card) = self.draw_good(kingdom, chance) {
            self.public.row[place] = card;
            chance.note(|| Event::LaidOut(kingdom.goods_stock.kind(card)));
        }
    }

    /// The top of the goods deck; an empty deck is rebuilt from the discards (GL-44).
    pub(crate) fn draw_good<C: Chance>(&mut self, kingdom: &Kingdom, chance: &mut C) -> Option<u8> {
        let pile = &mut self.public.goods;
        if pile.deck == 0 {
            pile.renew(Deck::Goods, chance);
        }
        let card = kingdom.goods_stock.draw(pile.deck, chance)?;
        pile.deck &= !(1 << card);
        Some(card)
    }

    /// Marks a card as used (B16, B17) and follows what it does.
    fn use_card<C: Chance>(&mut self, rules: &Rules, seat: Seat, held: Held, chance: &mut C) {
        let kingdom = &*rules.kingdom;
        let boon = match held {
            Held::Good(kind) => {
                let boon = &kingdom.goods[kind as usize].boon;
                self.use_good(kingdom, seat, kind, chance);
                boon
            }
            Held::Ability(kind) => {
                let boon = &kingdom.abilities[kind as usize].boon;
                self.use_ability(kingdom, seat, kind, chance);
                boon
            }
            Held::Power => {
                for used in self.used_since() {
                    used.power = used.power.with(seat);
                }
                let Some(boon) = self.public.gift(kingdom, seat) else {
                    return;
                };
                boon
            }
        };
        // A card that is gone no longer raises the maximum.
        self.cap_health(kingdom, seat, chance);
        let Some(script) = boon.does else {
            return;
        };
        if boon.any_time() {
            // It asks for nothing, so it is done at once, whatever waits and whoever decides.
            for effect in kingdom.scripts.get(script) {
                self.at_once(rules, seat, *effect, chance);
            }
        } else {
            self.public.wait(Frame::Script { script, at: 0 });
        }
    }

    fn use_good<C: Chance>(&mut self, kingdom: &Kingdom, seat: Seat, kind: u8, chance: &mut C) {
        let public = &mut self.public;
        let boon = &kingdom.goods[kind as usize].boon;
        let all = public.heroes[seat].goods & kingdom.goods_stock.mask(kind);
        // A copy not used for this trigger; among those the one with the most uses spent.
        let blocked = match boon.once {
            _ if boon.uses > 0 => 0,
            Once::Trigger => public.used_trigger.goods,
            Once::Battle => public.used_battle.goods,
            Once::Turn => public.used_turn.goods,
        };
        let spent = &mut public.spent_goods.0;
        let Some(card) = bits(all & !blocked).max_by_key(|card| spent[*card as usize]) else {
            return;
        };
        if boon.uses > 0 {
            spent[card as usize] += 1;
            if spent[card as usize] >= boon.uses {
                self.discard_good(kingdom, seat, card, chance);
            }
        }
        for used in self.used_since() {
            used.goods |= 1 << card;
        }
    }

    fn use_ability<C: Chance>(&mut self, kingdom: &Kingdom, seat: Seat, kind: u8, chance: &mut C) {
        let public = &mut self.public;
        let boon = &kingdom.abilities[kind as usize].boon;
        let Some(card) = bits(public.heroes[seat].abilities & kingdom.ability_stock.mask(kind)).next() else {
            return;
        };
        if boon.uses > 0 {
            let spent = &mut public.spent_abilities.0[card as usize];
            *spent += 1;
            if *spent >= boon.uses {
                self.discard_ability(kingdom, seat, card, chance);
            }
        }
        for used in self.used_since() {
            used.abilities |= 1 << card;
        }
    }

    fn used_since(&mut self) -> [&mut Used; 3] {
        let public = &mut self.public;
        [&mut public.used_trigger, &mut public.used_battle, &mut public.used_turn]
    }

    /// A good goes to the discards, fresh again.
    pub(crate) fn drop_good(&mut self, seat: Seat, card: u8) {
        self.public.heroes[seat].goods &= !(1 << card);
        self.public.goods.discard |= 1 << card;
        self.public.spent_goods.0[card as usize] = 0;
    }

    /// A used-up good is discarded (B17).
    pub(crate) fn discard_good<C: Chance>(
        &mut self,
        kingdom: &Kingdom,
        seat: Seat,
        card: u8,
        chance: &mut C,
    ) {
        self.drop_good(seat, card);
        chance.note(|| Event::LostGood(seat, kingdom.goods_stock.kind(card)));
    }

    /// An ability goes to the discards, fresh again.
    pub(crate) fn discard_ability<C: Chance>(
        &mut self,
        kingdom: &Kingdom,
        seat: Seat,
        card: u8,
        chance: &mut C,
    ) {
        self.public.heroes[seat].abilities &= !(1 << card);
        self.public.abilities.discard |= 1 << card;
        self.public.spent_abilities.0[card as usize] = 0;
        chance.note(|| Event::LostAbility(seat, kingdom.ability_stock.kind(card)));
    }

    fn go<C: Chance>(&mut self, rules: &Rules, end: u8, via: u8, chance: &mut C) {
        match self.public.top() {
            Frame::Roll { die, extra } => {
                let heading = self.public.heading(rules);
                let ways = rules.kingdom.map.ways(self.public.hero().space, heading, (die + extra) as usize);
                if let Some(way) = ways.iter().find(|way| way.end == end && way.via == via) {
                    self.stand_on(way.end, way.from, Travel::Steps, chance);
                    self.turn_to(Frame::Arrive);
                    self.public.used_trigger = Used::default();
                }
            }
            Frame::Where(_, landing) => {
                self.public.stack.pop();
                self.bring(rules, end, landing, chance);
            }
            Frame::Hero(_)
            | Frame::Start
            | Frame::Arrive
            | Frame::After
            | Frame::End
            | Frame::Close
            | Frame::Name
            | Frame::Haven
            | Frame::Quest(_)
            | Frame::Fight(_)
            | Frame::Script { .. }
            | Frame::Choose(..)
            | Frame::Peril(_)
            | Frame::Aim(_)
            | Frame::Learn { .. } => {}
        }
    }

    fn march<C: Chance>(&mut self, rules: &Rules, end: u8, chance: &mut C) {
        let active = self.public.active;
        let free = self.public.total(&rules.kingdom, active, Aspect::FreeMarch) > 0;
        let from = self.public.hero().space;
        self.public.marched = true;
        self.stand_on(end, from, Travel::March, chance);
        if !free {
            self.hurt(active, 1, chance);
        }
    }

    pub(crate) fn stand_on<C: Chance>(&mut self, space: u8, from: u8, travel: Travel, chance: &mut C) {
        let active = self.public.active;
        let hero = &mut self.public.heroes[active];
        hero.space = space;
        hero.from = travel.from(from);
        chance.note(|| Event::Moved(active, space, travel));
    }

    /// The move is over: the space is followed (GL-14).
    fn land<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        self.turn_to(Frame::After);
        self.resolve(rules, chance);
    }

    /// Follows the space the hero stands on.
    pub(crate) fn resolve<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        let kingdom = &*rules.kingdom;
        let active = self.public.active;
        let space = kingdom.map.space(self.public.hero().space);
        match space.kind {
            Kind::Blank => {}
            Kind::Battle => self.meet_monster(rules, chance),
            Kind::Castle => {
                self.heal(kingdom, active, u8::MAX, chance);
                self.public.note(active, Deed::Castle);
            }
            Kind::Fate => self.draw_fate(rules, chance),
            Kind::Haven => {
                self.heal(kingdom, active, self.public.haven_heal(rules, active), chance);
                self.public.note(active, Deed::Haven(space.place));
                self.public.wait(Frame::Haven);
            }
            Kind::Lair => {
                self.public.note(active, Deed::Lair(space.place));
                // L11: a defeated lair is only a stop.
                if self.public.lairs[space.place as usize].won.is_none() {
                    self.public.wait(Frame::Name);
                }
            }
            Kind::Town => {
                self.heal(kingdom, active, rules.town_heal, chance);
                self.public.note(active, Deed::Town(space.place));
                self.visit_town(rules, space.place, chance);
            }
        }
    }

    fn pass<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        if self.public.top() == Frame::Name {
            self.look_and_face(rules, NOTHING, chance);
        } else {
            self.public.stack.pop();
        }
    }

    /// The dice count as they are (GL-32), or a card's blow is taken.
    fn stand<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        if let Frame::Peril(by) = self.public.top() {
            self.public.stack.pop();
            self.brave(rules, by, chance);
        } else {
            self.strike(rules, chance);
        }
    }

    /// GL-25, GL-26: named or not, the hero looks at the lair's card, and may then engage it.
    fn look_and_face<C: Chance>(&mut self, rules: &Rules, named: u8, chance: &mut C) {
        self.public.stack.pop();
        let place = rules.kingdom.map.space(self.public.hero().space).place;
        self.see_lair(place, chance);
        self.public.used_battle = Used::default();
        self.public.used_trigger = Used::default();
        self.public.wait(Frame::Fight(Fight { named, ..Fight::with(Foe::Lair(place)) }));
    }

    /// The active hero privately looks at a lair's card (D1).
    pub(crate) fn see_lair<C: Chance>(&mut self, place: u8, chance: &mut C) {
        let active = self.public.active;
        let card = self.secret.lairs.get()[place as usize];
        let lair = &mut self.public.lairs[place as usize];
        if !lair.seen.contains(active) {
            lair.seen = lair.seen.with(active);
            chance.learned(SeatSet::one(active));
            chance.note(|| Event::SawLair(active, place, card));
        }
    }

    /// GL-23: a fate is drawn, followed and kept; an empty deck makes the space blank (G10).
    fn draw_fate<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        let kingdom = &*rules.kingdom;
        let active = self.public.active;
        let pile = &mut self.public.fates;
        if pile.deck == 0 {
            pile.renew(Deck::Fates, chance);
        }
        let Some(card) = kingdom.fate_stock.draw(pile.deck, chance) else {
            chance.note(|| Event::Empty(Deck::Fates));
            return;
        };
        chance.learned(Self::everyone(rules));
        pile.deck &= !(1 << card);
        let kind = kingdom.fate_stock.kind(card);
        chance.note(|| Event::Fate(active, kind));
        self.public.heroes[active].fates |= 1 << card;
        self.public.note(active, Deed::Fate);
        let fortune = self.public.total(kingdom, active, Aspect::Fortune).max(0) as u8;
        self.heal(kingdom, active, fortune, chance);
        self.public.wait(Frame::Script { script: kingdom.fates[kind as usize].does, at: 0 });
    }

    fn next_turn<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        let mut seat = self.public.active;
        for _ in 0..rules.players {
            seat = seat.next(rules.players);
            if seat == self.public.first {
                self.public.round += 1;
                // E7, E9: games that would not end.
                if rules.players == 1 && rules.turn_limit > 0 && self.public.round > rules.turn_limit {
                    self.finish(Ending::Turns, chance);
                    return;
                }
                if self.public.round > rules.round_cap {
                    self.finish(Ending::Rounds, chance);
                    return;
                }
                let round = self.public.round;
                chance.note(|| Event::NewRound(round));
            }
            if self.public.heroes[seat].alive {
                break;
            }
        }
        let public = &mut self.public;
        public.active = seat;
        public.marched = false;
        public.rolled = 0;
        public.used_trigger = Used::default();
        public.used_battle = Used::default();
        public.used_turn = Used::default();
        public.only(Frame::Start);
    }
}
