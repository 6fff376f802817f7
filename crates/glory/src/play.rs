//! Action -> state: the turn, in rulebook order.

use table::{Chance, Seat, SeatSet};

use crate::action::{Action, Held};
use crate::cards::{Kingdom, bits};
use crate::effect::{Aspect, Once, Window};
use crate::frame::{Fight, Foe, Frame, NOTHING};
use crate::map::Kind;
use crate::quest::{Deed, Task};
use crate::rules::Rules;
use crate::state::{Ending, QuestLies, State, Used};

impl State {
    /// Takes a legal action of the deciding seat and runs on until somebody must decide.
    pub(crate) fn take<C: Chance>(&mut self, rules: &Rules, seat: Seat, action: Action, chance: &mut C) {
        match action {
            Action::Hero(board) => self.choose_hero(rules, seat, board, chance),
            Action::Roll => self.roll(rules, chance),
            Action::Buy(kind) => self.buy(rules, kind, chance),
            Action::Use(held) => self.use_card(rules, held),
            Action::Go { end, via } => self.go(rules, end, via),
            Action::March(end) => self.march(rules, end),
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
            Action::Pass => self.pass(rules, chance),
            Action::Engage => self.engage(rules, chance),
            Action::Withdraw => self.withdraw(),
            Action::Prepare => self.prepare(),
            Action::Stand => self.strike(rules, chance),
            Action::Keep(kind) => self.keep(rules, kind),
            Action::Choose(which) => self.choose(which),
            Action::Face(face) => {
                self.public.stack.pop();
                self.set_die(|_| face);
            }
            Action::End => self.turn_to(Frame::Close),
            Action::Resign => self.die(rules, seat),
        }
        self.settle(rules, chance);
    }

    /// Runs everything that needs nobody.
    pub(crate) fn settle<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        while self.public.ending == Ending::Open {
            match self.public.top() {
                Frame::Roll { die: 0, extra: 0 } => self.turn_to(Frame::After),
                Frame::Arrive => {
                    if self.public.can_march(rules) || self.public.any_usable(rules, Window::Land) {
                        return;
                    }
                    self.land(rules, chance);
                }
                Frame::After => {
                    if self.award(rules, chance) {
                        continue;
                    }
                    self.turn_to(Frame::End);
                    self.public.used_trigger = Used::default();
                }
                Frame::End => {
                    if self.public.can_shop(rules) || self.public.any_usable(rules, Window::End) {
                        return;
                    }
                    self.turn_to(Frame::Close);
                }
                Frame::Close => {
                    if !self.award(rules, chance) {
                        self.next_turn(rules);
                    }
                }
                Frame::Haven => {
                    let space = self.public.hero().space;
                    let fresh =
                        |place: u8| !self.public.lairs[place as usize].seen.contains(self.public.active);
                    if self.public.closest_lairs(&rules.kingdom, space).any(fresh) {
                        return;
                    }
                    self.public.stack.pop();
                }
                Frame::Fight(fight) => {
                    if self.fight_waits(rules, &fight, chance) {
                        return;
                    }
                }
                Frame::Script { script, at } => self.follow(rules, script, at, chance),
                Frame::Hero(_)
                | Frame::Start
                | Frame::Roll { .. }
                | Frame::Name
                | Frame::Choose(..)
                | Frame::Aim(_)
                | Frame::Learn { .. } => return,
            }
        }
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
        // A3: against the turn order, so the first player chooses last.
        if seat == self.public.first {
            self.outfit(rules, chance);
        } else {
            self.turn_to(Frame::Hero(seat.previous(rules.players)));
        }
    }

    fn roll<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        let die = chance.roll(6) as u8;
        chance.learned(Self::everyone(rules));
        self.public.used_trigger = Used::default();
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
        hero.coins = hero.coins.saturating_sub(price);
        hero.goods |= 1 << card;
        self.public.row[place] = NOTHING;
        self.refill(kingdom, place, chance);
        chance.learned(Self::everyone(rules));
        self.public.note(active, Deed::Bought);
    }

    /// Puts the next good into an empty place of the row, if there is one (L4).
    pub(crate) fn refill<C: Chance>(&mut self, kingdom: &Kingdom, place: usize, chance: &mut C) {
        if let Some(card) = self.draw_good(kingdom, chance) {
            self.public.row[place] = card;
        }
    }

    /// The top of the goods deck; an empty deck is rebuilt from the discards (GL-44).
    pub(crate) fn draw_good<C: Chance>(&mut self, kingdom: &Kingdom, chance: &mut C) -> Option<u8> {
        let pile = &mut self.public.goods;
        if pile.deck == 0 {
            pile.deck = std::mem::take(&mut pile.discard);
        }
        let card = kingdom.goods_stock.draw(pile.deck, chance)?;
        pile.deck &= !(1 << card);
        Some(card)
    }

    /// Marks a card as used (B16, B17) and follows what it does.
    fn use_card(&mut self, rules: &Rules, held: Held) {
        let kingdom = &*rules.kingdom;
        let active = self.public.active;
        let public = &mut self.public;
        let script = match held {
            Held::Good(kind) => {
                let boon = &kingdom.goods[kind as usize].boon;
                let all = public.heroes[active].goods & kingdom.goods_stock.mask(kind);
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
                    spent[card as usize] = spent[card as usize].saturating_add(1);
                    if spent[card as usize] >= boon.uses {
                        self.discard_good(active, card);
                    }
                }
                for used in self.used_since() {
                    used.goods |= 1 << card;
                }
                boon.does
            }
            Held::Ability(kind) => {
                let boon = &kingdom.abilities[kind as usize].boon;
                let card =
                    (public.heroes[active].abilities & kingdom.ability_stock.mask(kind)).trailing_zeros();
                if boon.uses > 0 && card < 64 {
                    let spent = &mut public.spent_abilities.0[card as usize];
                    *spent = spent.saturating_add(1);
                    if *spent >= boon.uses {
                        self.discard_ability(active, card as u8);
                    }
                }
                for used in self.used_since() {
                    used.abilities |= 1_u64.wrapping_shl(card);
                }
                boon.does
            }
            Held::Power => {
                for used in self.used_since() {
                    used.power = true;
                }
                self.public.gift(kingdom).and_then(|boon| boon.does)
            }
        };
        // A card that is gone no longer raises the maximum.
        self.cap_health(kingdom, active);
        if let Some(script) = script {
            self.public.stack.push(Frame::Script { script, at: 0 });
        }
    }

    fn used_since(&mut self) -> [&mut Used; 3] {
        let public = &mut self.public;
        [&mut public.used_trigger, &mut public.used_battle, &mut public.used_turn]
    }

    /// A good goes to the discards, fresh again.
    pub(crate) fn discard_good(&mut self, seat: Seat, card: u8) {
        self.public.heroes[seat].goods &= !(1 << card);
        self.public.goods.discard |= 1 << card;
        self.public.spent_goods.0[card as usize] = 0;
    }

    /// An ability goes to the discards, fresh again.
    pub(crate) fn discard_ability(&mut self, seat: Seat, card: u8) {
        self.public.heroes[seat].abilities &= !(1 << card);
        self.public.abilities.discard |= 1 << card;
        self.public.spent_abilities.0[card as usize] = 0;
    }

    fn go(&mut self, rules: &Rules, end: u8, via: u8) {
        let Frame::Roll { die, extra } = self.public.top() else {
            return;
        };
        let heading = self.public.heading(rules);
        let ways = rules.kingdom.map.ways(self.public.hero().space, heading, (die + extra) as usize);
        if let Some(way) = ways.iter().find(|way| way.end == end && way.via == via) {
            self.stand_on(way.end, way.from);
            self.turn_to(Frame::Arrive);
            self.public.used_trigger = Used::default();
        }
    }

    fn march(&mut self, rules: &Rules, end: u8) {
        let active = self.public.active;
        let free = self.public.total(&rules.kingdom, active, Aspect::FreeMarch) > 0;
        let from = self.public.hero().space;
        self.public.marched = true;
        if !free {
            self.public.heroes[active].health -= 1;
        }
        self.stand_on(end, from);
    }

    pub(crate) fn stand_on(&mut self, space: u8, from: u8) {
        let hero = &mut self.public.heroes[self.public.active];
        hero.space = space;
        hero.from = from;
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
                self.public.heroes[active].health = self.public.most_health(kingdom, active);
                self.public.note(active, Deed::Castle);
            }
            Kind::Fate => self.draw_fate(rules, chance),
            Kind::Haven => {
                let more = self.public.total(kingdom, active, Aspect::Haven).max(0) as u8;
                self.heal(kingdom, active, rules.haven_heal.saturating_add(more));
                self.public.note(active, Deed::Haven(space.place));
                self.public.stack.push(Frame::Haven);
            }
            Kind::Lair => {
                self.public.note(active, Deed::Lair(space.place));
                // L11: a defeated lair is only a stop.
                if self.public.lairs[space.place as usize].won.is_none() {
                    self.public.stack.push(Frame::Name);
                }
            }
            Kind::Town => {
                self.heal(kingdom, active, rules.town_heal);
                self.public.note(active, Deed::Town(space.place));
                self.visit_town(rules, space.place, chance);
            }
        }
    }

    /// Regains health up to the maximum (L8).
    pub(crate) fn heal(&mut self, kingdom: &Kingdom, seat: Seat, by: u8) {
        let most = self.public.most_health(kingdom, seat);
        let hero = &mut self.public.heroes[seat];
        hero.health = hero.health.saturating_add(by).min(most.max(hero.health));
    }

    fn pass<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        if self.public.top() == Frame::Name {
            self.look_and_face(rules, NOTHING, chance);
        } else {
            self.public.stack.pop();
        }
    }

    /// GL-25, GL-26: named or not, the hero looks at the lair's card, and may then engage it.
    fn look_and_face<C: Chance>(&mut self, rules: &Rules, named: u8, chance: &mut C) {
        self.public.stack.pop();
        let place = rules.kingdom.map.space(self.public.hero().space).place;
        self.see_lair(place, chance);
        self.public.used_battle = Used::default();
        self.public.used_trigger = Used::default();
        self.public.stack.push(Frame::Fight(Fight { named, ..Fight::with(Foe::Lair(place)) }));
    }

    /// The active hero privately looks at a lair's card (D1).
    pub(crate) fn see_lair<C: Chance>(&mut self, place: u8, chance: &mut C) {
        let active = self.public.active;
        let lair = &mut self.public.lairs[place as usize];
        if !lair.seen.contains(active) {
            lair.seen = lair.seen.with(active);
            chance.learned(SeatSet::one(active));
        }
    }

    /// The active hero privately looks at a town's quest (Q1); deeds count from now (Q2).
    pub(crate) fn see_quest<C: Chance>(&mut self, place: u8, chance: &mut C) {
        let active = self.public.active;
        let town = &mut self.public.towns[place as usize];
        if !town.seen.contains(active) {
            town.seen = town.seen.with(active);
            chance.learned(SeatSet::one(active));
        }
    }

    /// GL-27: look at the quest, or be paid for it.
    fn visit_town<C: Chance>(&mut self, rules: &Rules, place: u8, chance: &mut C) {
        let active = self.public.active;
        let town = self.public.towns[place as usize];
        match town.lies {
            QuestLies::Gone => {}
            QuestLies::Hidden if !town.seen.contains(active) => self.see_quest(place, chance),
            QuestLies::Open(_) if !town.seen.contains(active) => {
                self.see_quest(place, chance);
            }
            QuestLies::Open(first) if first == active => {}
            QuestLies::Hidden | QuestLies::Open(_) => {
                let quest = self.secret.quests.get()[place as usize];
                if self.public.would_be_done(&rules.kingdom, active, place, quest) {
                    self.pay_out(rules, place, quest, chance);
                } else if town.lies == QuestLies::Hidden {
                    self.exclude(rules, place);
                }
            }
        }
    }

    /// Nobody was paid, so everyone can tell which quests this is not.
    fn exclude(&mut self, rules: &Rules, place: u8) {
        let active = self.public.active;
        for quest in 0..rules.kingdom.quests.len() as u8 {
            if self.public.would_be_done(&rules.kingdom, active, place, quest) {
                self.public.towns[place as usize].excluded |= 1 << quest;
            }
        }
    }

    /// GL-27, Q5, Q6, Q9: the task's things are handed over, the reward taken, the card turned or removed.
    fn pay_out<C: Chance>(&mut self, rules: &Rules, place: u8, quest: u8, chance: &mut C) {
        let active = self.public.active;
        let card = &rules.kingdom.quests[quest as usize];
        self.hand_over(&rules.kingdom, card.task);
        let first = self.public.towns[place as usize].lies == QuestLies::Hidden;
        let reward = if first {
            card.first.unwrap_or(rules.quest_first)
        } else {
            card.second.unwrap_or(rules.quest_second)
        };
        let town = &mut self.public.towns[place as usize];
        if first && rules.players > 1 {
            town.lies = QuestLies::Open(active);
            if rules.face_up_seen {
                // Q3: what lies face up has been seen by everyone.
                town.seen = Self::everyone(rules);
            }
        } else {
            town.lies = QuestLies::Gone;
        }
        chance.learned(Self::everyone(rules));
        let hero = &mut self.public.heroes[active];
        hero.coins = hero.coins.saturating_add(reward.coins);
        self.gain_glory(rules, active, reward.glory);
    }

    fn hand_over(&mut self, kingdom: &Kingdom, task: Task) {
        let active = self.public.active;
        match task {
            Task::Bring(sort) => {
                let good = |card: &u8| &kingdom.goods[kingdom.goods_stock.kind(*card) as usize];
                let fits = bits(self.public.hero().goods).filter(|card| good(card).sort == sort);
                if let Some(card) = fits.min_by_key(|card| good(card).price) {
                    self.discard_good(active, card);
                    self.cap_health(kingdom, active);
                }
            }
            Task::Pay(coins) => {
                let hero = &mut self.public.heroes[active];
                hero.coins = hero.coins.saturating_sub(coins);
            }
            Task::Slay(_)
            | Task::SlayKin(..)
            | Task::SlayWorth(_)
            | Task::Deliver
            | Task::Towns(_)
            | Task::Lairs(_)
            | Task::Havens(_)
            | Task::Report(_)
            | Task::Survive(_)
            | Task::Fates(_)
            | Task::Buy(_)
            | Task::Know(_) => {}
        }
    }

    /// Health never lies above the maximum, also when a card that raised it is gone.
    pub(crate) fn cap_health(&mut self, kingdom: &Kingdom, seat: Seat) {
        let most = self.public.most_health(kingdom, seat);
        let hero = &mut self.public.heroes[seat];
        hero.health = hero.health.min(most);
    }

    /// GL-23: a fate is drawn, followed and kept; an empty deck makes the space blank (G10).
    fn draw_fate<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        let kingdom = &*rules.kingdom;
        let active = self.public.active;
        let pile = &mut self.public.fates;
        if pile.deck == 0 {
            pile.deck = std::mem::take(&mut pile.discard);
        }
        let Some(card) = kingdom.fate_stock.draw(pile.deck, chance) else {
            return;
        };
        chance.learned(Self::everyone(rules));
        pile.deck &= !(1 << card);
        self.public.heroes[active].fates |= 1 << card;
        self.public.note(active, Deed::Fate);
        let fortune = self.public.total(kingdom, active, Aspect::Fortune).max(0) as u8;
        self.heal(kingdom, active, fortune);
        let script = kingdom.fates[kingdom.fate_stock.kind(card) as usize].does;
        self.public.stack.push(Frame::Script { script, at: 0 });
    }

    fn next_turn(&mut self, rules: &Rules) {
        let public = &mut self.public;
        let mut seat = public.active;
        for _ in 0..rules.players {
            seat = seat.next(rules.players);
            if seat == public.first {
                public.round += 1;
                // E7, E9: games that would not end.
                if rules.players == 1 && rules.turn_limit > 0 && public.round > rules.turn_limit {
                    public.ending = Ending::Turns;
                    return;
                }
                if public.round > rules.round_cap {
                    public.ending = Ending::Rounds;
                    return;
                }
            }
            if public.heroes[seat].alive {
                break;
            }
        }
        public.active = seat;
        public.marched = false;
        public.carried = false;
        public.used_trigger = Used::default();
        public.used_battle = Used::default();
        public.used_turn = Used::default();
        public.stack.clear();
        public.stack.push(Frame::Start);
    }

    /// E5: a dead hero's cards go back, fates are set aside, and somebody may be the last.
    pub(crate) fn die(&mut self, rules: &Rules, seat: Seat) {
        let public = &mut self.public;
        let hero = &mut public.heroes[seat];
        hero.alive = false;
        hero.health = 0;
        hero.coins = 0;
        let goods = std::mem::take(&mut hero.goods);
        let abilities = std::mem::take(&mut hero.abilities);
        public.fates.discard |= std::mem::take(&mut hero.fates);
        public.goods.discard |= goods;
        public.abilities.discard |= abilities;
        bits(goods).for_each(|card| public.spent_goods.0[card as usize] = 0);
        bits(abilities).for_each(|card| public.spent_abilities.0[card as usize] = 0);
        public.battle.discard |= public.card_in_play();
        public.stack.clear();
        public.stack.push(Frame::Close);
        let living: SeatSet = public.living(rules.players).collect();
        match living.first() {
            None => public.ending = Ending::Death,
            Some(last) if living.len() == 1 && rules.last_survivor_wins => {
                public.ending = Ending::Survivor(last);
            }
            Some(_) => {}
        }
    }
}
