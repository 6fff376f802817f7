//! The turn: setting up, the stages in order, who acts, and everything that runs by itself.

use table::{Chance, Seat, SeatSet};

use crate::action::Action;
use crate::cards::{Material, Role};
use crate::effect::powers;
use crate::event::{Event, Reason};
use crate::frame::{Bonus, Frame, Stage, Stopped, Used};
use crate::rules::{Rules, Version};
use crate::score;
use crate::state::{Camp, Ending, Public, Secret, State};
use crate::zone::Materials;

/// GTR-2: Jacks in all.
pub(crate) const JACKS: u8 = 6;

/// An empty table: nothing dealt, all Sites and Jacks in place.
pub(crate) fn empty(rules: &Rules) -> State {
    let (in_town, out_of_town) = rules.sites();
    let deck = rules.deck();
    let public = Public {
        players: rules.players as u8,
        turn: 1,
        leader: Seat::new(0),
        role: None,
        playing: SeatSet::NONE,
        deck: deck.len(),
        jacks: JACKS,
        pool: Materials::default(),
        in_town: Materials::each(in_town),
        out_of_town: Materials::each(out_of_town),
        seen: crate::zone::Tally::default(),
        camps: table::BySeat::default(),
        boards: table::BySeat::default(),
        structures: table::List::new(),
        functions: table::BySeat::default(),
        anybodys: crate::state::Functions::default(),
        known: table::List::new(),
        revealed: Default::default(),
        half: None,
        frames: table::List::new(),
        full: false,
        ending: Ending::None,
    };
    State { public, secret: Secret { deck: table::Hidden::new(deck), ..Secret::default() } }
}

/// GTR-2 to GTR-5: a fresh game.
pub(crate) fn deal<C: Chance>(rules: &Rules, chance: &mut C) -> State {
    let mut state = empty(rules);
    let (orders, jacks) = match rules.version {
        Version::Republic => (5, 0),
        Version::Imperium => (4, 1),
    };
    for seat in state.public.seats() {
        for _ in 0..orders {
            let card = state.draw_card(chance);
            state.gain(seat, card);
        }
        for _ in 0..jacks {
            state.take_jack(seat);
        }
    }
    chance.note(|| Event::Dealt { orders, jacks });
    state.public.leader = starting_player(&mut state, chance);
    if rules.training {
        // GTR-5: half the draw pile leaves the game, unseen.
        state.public.deck -= state.public.deck / 2;
        chance.note(|| Event::PutAside { left: state.public.deck });
    }
    state.start_turn();
    state.settle(rules, chance);
    state
}

/// GTR-4: the alphabetically first card starts; those who tie are dealt further cards.
fn starting_player<C: Chance>(state: &mut State, chance: &mut C) -> Seat {
    let mut tied: SeatSet = state.public.seats().collect();
    loop {
        let mut first = None;
        let mut best = SeatSet::NONE;
        for seat in tied.iter() {
            let card = state.draw_card(chance);
            chance.note(|| Event::FirstCard { seat, card });
            state.public.seen.add(card);
            state.public.pool[card.material()] += 1;
            if first.is_none_or(|first| card < first) {
                first = Some(card);
                best = SeatSet::one(seat);
            } else if first == Some(card) {
                best = best.with(seat);
            }
        }
        tied = best;
        let card = first.unwrap_or_default();
        if let (1, Some(seat)) = (tied.len(), tied.first()) {
            chance.note(|| Event::Starts { seat, card });
            return seat;
        }
        chance.note(|| Event::Tied { seats: tied, card });
    }
}

impl State {
    /// Begins the leader's turn.
    pub(crate) fn start_turn(&mut self) {
        let leader = self.public.leader;
        let next = leader.next(self.public.players as usize);
        self.push(Frame::Round { stage: Stage::Follow, seat: next });
        self.push(Frame::Lead { spoken: false });
    }

    /// Runs everything that needs nobody, until somebody has to decide or the game is over.
    pub(crate) fn settle<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        loop {
            self.check_endings(rules);
            if self.public.is_over() {
                self.uncover(rules, chance);
                return;
            }
            if self.step(rules, chance) {
                return;
            }
        }
    }

    /// GTR-40: the endings that are looked for after every step.
    pub(crate) fn check_endings(&mut self, rules: &Rules) {
        if self.public.is_over() {
            return;
        }
        if !self.public.anybodys.0.and(powers().winning()).is_empty() {
            self.public.ending = score::victory(self, rules);
            if self.public.is_over() {
                return;
            }
        }
        // A card drawn at the Fountain may still be used (ruling 56).
        if self.ends_by_deck() && !matches!(self.public.top(), Frame::Fountain { .. }) {
            self.public.ending = Ending::Deck;
        }
    }

    /// At the end all vaults are uncovered.
    fn uncover<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        self.public.frames.clear();
        for seat in self.public.seats() {
            self.public.boards[seat].open = *self.secret.vaults[seat].get();
            self.secret.filched[seat] = table::Hidden::default();
        }
        chance.learned(SeatSet::all(self.public.players as usize));
        chance.note(|| Event::Ended {
            ending: self.public.ending,
            winners: self.result(rules).map(|outcome| outcome.winners).unwrap_or_default(),
            tally: score::tally(self, rules),
        });
    }

    /// Takes one step that needs nobody; answers whether somebody has to decide instead. Whether somebody is asked
    /// depends only on what everyone knows.
    fn step<C: Chance>(&mut self, rules: &Rules, chance: &mut C) -> bool {
        match self.public.top() {
            Frame::Idle => unreachable!("a game that is not over has a procedure under way"),
            Frame::Round { stage, seat } => {
                self.advance(stage, seat, rules, chance);
                return false;
            }
            Frame::Acts { seat, own, stopped } => return self.next_actor(seat, own, stopped),
            Frame::ClientActs { seat, client, role, left, acted, spared } => {
                self.client_step(seat, client, role, left, acted, spared);
                return false;
            }
            Frame::Bonus { seat, bonus, left } => {
                self.bonus_step(seat, bonus, left);
                return false;
            }
            Frame::Levies { seat, levy, step, demands } => {
                self.levy_step(seat, levy, step, demands, chance);
                return false;
            }
            Frame::FromPool { seat, at, demands } => return self.pool_step(seat, at, demands),
            Frame::Second { seat, role } => return self.second_step(seat, role),
            Frame::Lead { .. }
            | Frame::Follow { .. }
            | Frame::Petition { .. }
            | Frame::Palace { .. }
            | Frame::Think { .. }
            | Frame::Tribunal { .. }
            | Frame::BathRole { .. }
            | Frame::Fountain { .. }
            | Frame::Solarium { .. }
            | Frame::Ransom { .. }
            | Frame::Bank { .. } => return true,
            Frame::Patron { .. }
            | Frame::Laborer { .. }
            | Frame::Architect { .. }
            | Frame::Craftsman { .. }
            | Frame::Stairway { .. }
            | Frame::Demand { .. }
            | Frame::Give { .. }
            | Frame::Slay { .. }
            | Frame::Raze { .. }
            | Frame::Merchant { .. }
            | Frame::BankLegion { .. }
            | Frame::Prison { .. }
            | Frame::Aerarium { .. }
            | Frame::Enlist { .. }
            | Frame::Bacchanalia { .. }
            | Frame::Senate { .. }
            | Frame::Sewer { .. } => {}
        }
        if self.public.may_matter() {
            return true;
        }
        self.leave_idle(chance);
        false
    }

    /// Leaves a procedure in which nothing can be decided.
    fn leave_idle<C: Chance>(&mut self, chance: &mut C) {
        let top = self.public.top();
        if let Frame::Patron { .. } = top {
            if self.end_patron() {
                self.unacted();
            }
            return;
        }
        self.pop();
        match top {
            Frame::Laborer { used, .. } | Frame::Merchant { used, .. } if used.nothing() => self.unacted(),
            Frame::Craftsman { .. } | Frame::Architect { .. } | Frame::Demand { .. } => self.unacted(),
            Frame::Bacchanalia { seat, pile, .. } => self.revelled(seat, pile, chance),
            Frame::Give { seat, to, left } if !left.is_empty() => {
                chance.note(|| Event::NothingGiven { seat, to, left, reason: Reason::None });
            }
            _ => {}
        }
    }

    /// A client that did nothing has not acted. Over an Architect's client its Stairway is still to come.
    pub(crate) fn unacted(&mut self) {
        let frames = self.public.frames.as_mut_slice();
        if let [.., Frame::ClientActs { acted, .. }]
        | [.., Frame::ClientActs { acted, .. }, Frame::Stairway { .. }] = frames
        {
            *acted = false;
        }
    }

    /// Whether a stage passes by because nobody has the building it is about.
    fn is_idle(&self, stage: Stage) -> bool {
        let nobody = |among| self.public.anybodys.0.and(among).is_empty();
        match stage {
            Stage::Castra => nobody(powers().thinks_if_robbed),
            Stage::Senate => nobody(powers().takes_jacks),
            Stage::Sewer => nobody(powers().keeps_orders),
            Stage::Academy => nobody(powers().thinks_if_crafted),
            Stage::Follow | Stage::Act | Stage::Clear | Stage::End => false,
        }
    }

    /// Moves the turn on: `seat` is the one whose part of `stage` comes now.
    fn advance<C: Chance>(&mut self, stage: Stage, seat: Seat, rules: &Rules, chance: &mut C) {
        let leader = self.public.leader;
        let next = seat.next(self.public.players as usize);
        if self.is_idle(stage) {
            self.set_top(Frame::Round { stage: stage.following(), seat: leader });
            return;
        }
        let (then, whose) = match stage {
            // GTR-10: a leader who thought ends the turn.
            Stage::Follow if self.public.role.is_none() => (Stage::End, leader),
            Stage::Clear => (Stage::Academy, leader),
            Stage::Follow
            | Stage::Act
            | Stage::Castra
            | Stage::Senate
            | Stage::Sewer
            | Stage::Academy
            | Stage::End => {
                if next == leader {
                    (stage.following(), leader)
                } else {
                    (stage, next)
                }
            }
        };
        self.set_top(Frame::Round { stage: then, seat: whose });
        let public = &self.public;
        match stage {
            Stage::Follow if public.role.is_none() => {}
            Stage::Follow => self.push(Frame::Follow { seat }),
            Stage::Act => {
                let own = public.camps[seat].actions;
                self.push(Frame::Acts { seat, own, stopped: Stopped::Nothing });
            }
            Stage::Castra => {
                if public.can(seat, powers().thinks_if_robbed) && public.boards[seat].lost {
                    self.push(Frame::Think { seat, optional: true, drawing: false });
                }
            }
            Stage::Senate => {
                if public.can(seat, powers().takes_jacks) {
                    self.push(Frame::Senate { seat });
                }
            }
            Stage::Sewer => {
                if public.can(seat, powers().keeps_orders) {
                    self.push(Frame::Sewer { seat });
                }
            }
            Stage::Clear => self.clear_camps(chance),
            Stage::Academy => {
                if public.can(seat, powers().thinks_if_crafted) && public.boards[seat].crafted {
                    self.push(Frame::Think { seat, optional: true, drawing: false });
                }
            }
            Stage::End => self.end_turn(rules, chance),
        }
    }

    /// GTR-14: Order cards played go to the Pool, Jacks to their pile.
    fn clear_camps<C: Chance>(&mut self, chance: &mut C) {
        let mut cleared = Materials::default();
        for seat in self.public.seats() {
            let Camp { orders, jacks, .. } = std::mem::take(&mut self.public.camps[seat]);
            cleared.add_all(&orders);
            self.public.jacks += jacks;
        }
        self.public.pool.add_all(&cleared);
        if !cleared.is_empty() {
            chance.note(|| Event::Cleared { orders: cleared });
        }
    }

    /// GTR-14: the leader card passes left. GTR-26: vaults close.
    fn end_turn<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        self.pop();
        for seat in self.public.seats() {
            let board = &mut self.public.boards[seat];
            board.fresh = Materials::default();
            board.acted = Materials::default();
            board.demanded = Materials::default();
            board.lost = false;
            board.filched = false;
            board.crafted = false;
            self.secret.gone[seat] = table::Hidden::default();
            if !rules.open_memory {
                board.open = Materials::default();
                self.secret.filched[seat] = table::Hidden::default();
            }
        }
        for structure in &mut self.public.structures {
            structure.shown = false;
        }
        self.public.role = None;
        self.public.playing = SeatSet::NONE;
        self.public.half = None;
        self.public.leader = self.public.leader.next(self.public.players as usize);
        self.public.turn = self.public.turn.saturating_add(1);
        chance.note(|| Event::TurnBegins { turn: self.public.turn, leader: self.public.leader });
        self.start_turn();
    }

    /// Whether actions of the led role are left to the seat: own ones, or clients'.
    pub(crate) fn main_is_left(&self, seat: Seat, own: u8, stopped: Stopped) -> bool {
        let Some(role) = self.public.role else { return false };
        stopped == Stopped::Nothing
            && (own > 0
                || self
                    .public
                    .colours_for(seat, role)
                    .any(|colour| self.public.ready_clients(seat, colour) > 0))
    }

    /// The role that the seat's next client acts in: the led one, or after it the Watermill's Architect (GTR-113).
    pub(crate) fn role_of_acts(&self, seat: Seat, own: u8, stopped: Stopped) -> Role {
        match self.public.role {
            Some(role) if self.main_is_left(seat, own, stopped) => role,
            _ => Role::Architect,
        }
    }

    /// GTR-13: the next action of the seat, or who takes it where that is the player's choice.
    fn next_actor(&mut self, seat: Seat, own: u8, stopped: Stopped) -> bool {
        let Some(led) = self.public.role else {
            self.pop();
            return false;
        };
        if self.main_is_left(seat, own, stopped) {
            if led == Role::Legionary {
                self.gather_legion(seat, own);
                return false;
            }
            if self.public.asks_actor(seat, own, led) {
                return true;
            }
            if own > 0 {
                self.set_top(Frame::Acts { seat, own: own - 1, stopped });
                self.begin(led, seat);
                return false;
            }
            self.use_first_client(seat, led);
            return false;
        }
        // GTR-113: a Watermill's Architects act after the Laborers.
        let mills = led == Role::Laborer
            && stopped != Stopped::All
            && self.public.plays(seat)
            && self.public.can(seat, powers().architects_after_laborers);
        let ready = |colour: &Material| self.public.ready_clients(seat, *colour) > 0;
        if mills && self.public.colours_for(seat, Role::Architect).any(|colour| ready(&colour)) {
            if self.public.asks_actor(seat, 0, Role::Architect) {
                return true;
            }
            self.use_first_client(seat, Role::Architect);
            return false;
        }
        self.pop();
        false
    }

    fn use_first_client(&mut self, seat: Seat, role: Role) {
        let colour =
            self.public.colours_for(seat, role).find(|colour| self.public.ready_clients(seat, *colour) > 0);
        if let Some(colour) = colour {
            self.use_client(seat, colour, role);
        }
    }

    /// A client comes up: one action, two with a Circus Maximus for the role led or followed (GTR-62, ruling 19).
    pub(crate) fn use_client(&mut self, seat: Seat, colour: Material, role: Role) {
        self.public.boards[seat].acted[colour] += 1;
        let left = self.public.client_actions(seat, role);
        self.push(Frame::ClientActs { seat, client: colour, role, left, acted: false, spared: false });
    }

    #[allow(clippy::fn_params_excessive_bools)] // The frame's locals, spelled out.
    fn client_step(&mut self, seat: Seat, client: Material, role: Role, left: u8, acted: bool, spared: bool) {
        if acted {
            self.set_top(Frame::ClientActs { seat, client, role, left, acted: false, spared: false });
            self.may_bank(seat, client);
            return;
        }
        if left == 0 {
            self.pop();
            if spared {
                self.spare(seat, client);
            }
            return;
        }
        // A Patron hired at the Bath is its Patron action and nothing else, so that a chain of them takes little room.
        if role == Role::Patron && self.is_bathing() {
            let used = if spared { Used::BATH.with(Used::SPARED) } else { Used::BATH };
            self.set_top(Frame::Patron { seat, used, client, more: 0 });
            return;
        }
        self.set_top(Frame::ClientActs { seat, client, role, left: left - 1, acted: true, spared });
        self.begin(role, seat);
    }

    /// GTR-119: who led or followed may bank a client that has acted.
    pub(crate) fn may_bank(&mut self, seat: Seat, client: Material) {
        let public = &self.public;
        if public.plays(seat) && public.can(seat, powers().banks_clients) && public.has_vault_room(seat) {
            self.push(Frame::Bank { seat, client });
        }
    }

    /// Whether the client that acts was hired at the Bath just now: it stands on what hired it.
    fn is_bathing(&self) -> bool {
        let frames = self.public.frames.as_slice();
        let below = frames.len().checked_sub(2).map(|at| frames[at]);
        matches!(below, Some(Frame::Patron { .. } | Frame::Enlist { .. } | Frame::Bacchanalia { .. }))
    }

    fn bonus_step(&mut self, seat: Seat, bonus: Bonus, left: u8) {
        if left == 0 {
            self.pop();
            return;
        }
        self.set_top(Frame::Bonus { seat, bonus, left: left - 1 });
        match bonus {
            Bonus::Craftsman => self.begin(Role::Craftsman, seat),
            Bonus::Laborer => self.begin(Role::Laborer, seat),
            Bonus::Patron => self.begin(Role::Patron, seat),
            Bonus::Think => self.push(Frame::Think { seat, optional: true, drawing: false }),
        }
    }

    /// Starts one action of a role.
    pub(crate) fn begin(&mut self, role: Role, seat: Seat) {
        match role {
            Role::Laborer => self.push(Frame::Laborer { seat, used: Used::default() }),
            Role::Craftsman => self.push(Frame::Craftsman { seat }),
            Role::Architect => {
                self.push(Frame::Stairway { seat });
                self.push(Frame::Architect { seat });
            }
            Role::Legionary => {
                self.push(Frame::Demand { seat, most: 1, demands: crate::zone::Demands::default() });
            }
            Role::Merchant => self.push(Frame::Merchant { seat, used: Used::default() }),
            Role::Patron => self.push(Frame::patron(seat, Used::default())),
        }
    }

    /// GTR-119: the client that has just acted goes into the vault.
    pub(crate) fn bank(&mut self, seat: Seat, action: Action) {
        self.pop();
        let Action::Bank(colour) = action else { return };
        self.client_to_vault(seat, colour);
        if let Some(Frame::ClientActs { left, .. }) = self.public.frames.last_mut() {
            *left = 0;
        }
    }

    pub(crate) fn client_to_vault(&mut self, seat: Seat, colour: Material) {
        let board = &mut self.public.boards[seat];
        board.clients.take(colour);
        if board.acted.has(colour) {
            board.acted.take(colour);
        } else if board.fresh.has(colour) {
            board.fresh.take(colour);
        }
        self.store_openly(seat, colour);
    }

    /// A card everyone has seen goes into a vault.
    pub(crate) fn store_openly(&mut self, seat: Seat, material: Material) {
        let board = &mut self.public.boards[seat];
        board.vault += 1;
        board.open[material] += 1;
        self.secret.vaults[seat].get_mut()[material] += 1;
    }
}
