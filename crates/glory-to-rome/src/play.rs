//! Action -> state: each decision goes to the procedure it belongs to, then everything that needs nobody runs.

mod bonus;
mod build;
mod deed;
mod following;
mod hand;
mod legion;
mod role;
mod think;
mod turn;

use table::{Chance, Seat};

use crate::action::{Action, Play, Supply};
use crate::cards::{Card, Material, Role};
use crate::effect::powers;
use crate::frame::{Frame, Stopped, Used};
use crate::rules::Rules;
use crate::state::{Ending, State};

pub(crate) use bonus::{AWARD, RANSOM};
pub(crate) use build::{Means, architect_supplies, functions};
#[cfg(test)]
pub(crate) use role::plant;
pub(crate) use turn::{JACKS, deal, empty};

impl State {
    /// Calls a procedure. Should the stack be full, the state says so and is not played on (`Game::full`).
    pub(crate) fn push(&mut self, frame: Frame) {
        self.public.full |= self.public.frames.push(frame).is_err();
    }

    /// Returns from a procedure.
    pub(crate) fn pop(&mut self) {
        self.public.frames.pop();
    }

    /// Changes where the procedure under way stands.
    pub(crate) fn set_top(&mut self, frame: Frame) {
        if let Some(top) = self.public.frames.last_mut() {
            *top = frame;
        }
    }

    pub(crate) fn apply<C: Chance>(&mut self, rules: &Rules, action: Action, chance: &mut C) {
        self.announce(action, chance);
        match self.public.top() {
            Frame::Idle
            | Frame::Round { .. }
            | Frame::Levies { .. }
            | Frame::ClientActs { .. }
            | Frame::Bonus { .. } => {}
            Frame::Lead { .. } => self.lead(rules, action, chance),
            Frame::Follow { seat } => self.follow(seat, rules, action, chance),
            Frame::Petition { seat, material, left } => self.add_to_petition(seat, material, left, action),
            Frame::Palace { seat } => self.add_to_palace(seat, action),
            Frame::Think { seat, .. } => {
                self.pop();
                self.think(seat, rules, action, chance);
            }
            Frame::Tribunal { seat } => {
                self.pop();
                if action == Action::TakeJack {
                    self.take_jack(seat);
                }
            }
            Frame::Acts { seat, own, stopped } => self.choose_actor(seat, own, stopped, action),
            Frame::Second { seat, role } => {
                self.pop();
                self.spend_second(seat, role, action);
            }
            Frame::BathRole { seat, client, spared } => {
                self.pop();
                if let Action::ActAs(role) = action {
                    self.push(Frame::ClientActs { seat, client, role, left: 1, acted: false, spared });
                } else if spared {
                    self.spare(seat, client);
                }
            }
            Frame::Patron { seat, used, .. } => self.hire(seat, used, rules, action, chance),
            Frame::Laborer { seat, used } => self.labor(seat, used, action),
            Frame::Architect { seat } => self.build(seat, Role::Architect, rules, action, chance),
            Frame::Craftsman { seat } => self.build(seat, Role::Craftsman, rules, action, chance),
            Frame::Fountain { seat } => self.use_drawn(seat, rules, action, chance),
            Frame::Stairway { seat } => self.raise(seat, rules, action),
            Frame::Solarium { seat, card } => self.recover(seat, card, rules, action),
            Frame::Demand { seat, most, demands } => self.demand(seat, most, demands, action),
            Frame::FromPool { seat, at, demands } => self.take_demanded(seat, at, demands, action),
            Frame::Give { seat, to, left } => self.give(seat, to, left, action),
            Frame::Slay { seat, victim, left } => self.slay(seat, victim, left, action),
            Frame::Raze { seat, victim, left } => self.raze(seat, victim, left, rules, action),
            Frame::Merchant { seat, used } => self.sell(seat, used, action, chance),
            Frame::Bank { seat, .. } => self.bank(seat, action),
            Frame::BankLegion { seat, left } => self.bank_legion(seat, left, action),
            Frame::Prison { seat, own_site } => self.prison(seat, own_site, rules, action, chance),
            Frame::Ransom { seat, victim, card, owed, buys } => {
                self.pay(seat, victim, card, owed, buys, rules, action, chance);
            }
            Frame::Aerarium { seat, own_site } => self.aerarium(seat, own_site, rules, action, chance),
            Frame::Enlist { seat, owner, card } => self.enlist(seat, owner, card, rules, action),
            Frame::Bacchanalia { seat, pile, used } => self.revel(seat, pile, used, rules, action, chance),
            Frame::Senate { seat } => self.claim(seat, action),
            Frame::Sewer { seat } => self.sewer(seat, action),
        }
        self.settle(rules, chance);
    }

    fn lead<C: Chance>(&mut self, rules: &Rules, action: Action, chance: &mut C) {
        let leader = self.public.leader;
        match action {
            Action::Lead(role, play) => {
                self.pop();
                self.public.role = Some(role);
                self.play_unit(leader, play);
            }
            Action::Surrender(to) => {
                self.public.boards[leader].surrendered = Some(to);
                self.set_top(Frame::Lead { spoken: true });
                let mut others = self.public.others(to);
                if others.all(|other| self.public.boards[other].surrendered == Some(to)) {
                    self.public.ending = Ending::Surrender(to);
                }
            }
            _ => {
                self.pop();
                self.think(leader, rules, action, chance);
            }
        }
    }

    fn follow<C: Chance>(&mut self, seat: Seat, rules: &Rules, action: Action, chance: &mut C) {
        self.pop();
        match action {
            Action::Follow(play) => self.play_unit(seat, play),
            _ => self.think(seat, rules, action, chance),
        }
    }

    /// Plays the first card, Jack or petition to lead or follow (GTR-11).
    fn play_unit(&mut self, seat: Seat, play: Play) {
        self.public.playing = self.public.playing.with(seat);
        // GTR-81: with a Palace more may be added.
        if self.public.can(seat, powers().plays_several) {
            self.push(Frame::Palace { seat });
        }
        self.put_on_camp(seat, play);
    }

    /// Puts a card, Jack or petition on the camp: one action (GTR-14, GTR-81).
    fn put_on_camp(&mut self, seat: Seat, play: Play) {
        self.public.camps[seat].actions += 1;
        match play {
            Play::Order(card) => self.order_to_camp(seat, card),
            Play::Jack => {
                self.public.boards[seat].jacks -= 1;
                self.public.camps[seat].jacks += 1;
            }
            Play::Petition(material, left) => self.push(Frame::Petition { seat, material, left }),
        }
    }

    fn order_to_camp(&mut self, seat: Seat, card: Card) {
        self.spend(seat, card);
        self.public.camps[seat].orders[card.material()] += 1;
    }

    fn add_to_petition(&mut self, seat: Seat, material: Material, left: u8, action: Action) {
        let Action::AddOrder(card) = action else { return };
        self.order_to_camp(seat, card);
        if left > 1 {
            self.set_top(Frame::Petition { seat, material, left: left - 1 });
        } else {
            self.pop();
        }
    }

    fn add_to_palace(&mut self, seat: Seat, action: Action) {
        match action {
            Action::AddOrder(card) => self.put_on_camp(seat, Play::Order(card)),
            Action::AddJack => self.put_on_camp(seat, Play::Jack),
            Action::AddPetition(material, size) => self.put_on_camp(seat, Play::Petition(material, size)),
            _ => self.pop(),
        }
    }

    fn choose_actor(&mut self, seat: Seat, own: u8, stopped: Stopped, action: Action) {
        match action {
            Action::Act => {
                self.set_top(Frame::Acts { seat, own: own - 1, stopped });
                if let Some(role) = self.public.role {
                    self.begin(role, seat);
                }
            }
            Action::Use(colour) => {
                let role = self.role_of_acts(seat, own, stopped);
                self.use_client(seat, colour, role);
            }
            _ => {
                let stopped =
                    if self.main_is_left(seat, own, stopped) { Stopped::Role } else { Stopped::All };
                self.set_top(Frame::Acts { seat, own: 0, stopped });
            }
        }
    }

    fn labor(&mut self, seat: Seat, used: Used, action: Action) {
        match action {
            Action::LaborPool(material) => {
                self.public.pool.take(material);
                self.public.boards[seat].stock[material] += 1;
                self.public.half = None;
                self.set_top(Frame::Laborer { seat, used: used.with(Used::MAIN) });
            }
            Action::LaborHand(card) => {
                self.spend(seat, card);
                self.public.boards[seat].stock[card.material()] += 1;
                self.public.half = None;
                self.set_top(Frame::Laborer { seat, used: used.with(Used::HAND) });
            }
            _ => self.end_action(used),
        }
    }

    /// Ends an action that the player does not use, or does not use further.
    fn end_action(&mut self, used: Used) {
        self.pop();
        if used.nothing() {
            self.forgo();
        }
    }

    /// The procedure under way is told that its action was skipped: a client did not act, a bonus is over.
    pub(crate) fn forgo(&mut self) {
        match self.public.frames.last_mut() {
            Some(Frame::ClientActs { acted, .. }) => *acted = false,
            Some(Frame::Bonus { left, .. }) => *left = 0,
            _ => {}
        }
    }

    fn claim(&mut self, seat: Seat, action: Action) {
        match action {
            Action::Claim(of) => {
                self.public.camps[of].jacks -= 1;
                self.public.boards[seat].jacks += 1;
            }
            _ => self.pop(),
        }
    }

    fn sewer(&mut self, seat: Seat, action: Action) {
        match action {
            Action::Sewer(material) => {
                self.public.camps[seat].orders.take(material);
                self.public.boards[seat].stock[material] += 1;
            }
            _ => self.pop(),
        }
    }

    /// Takes a material from where it comes from; a named card comes from hand.
    fn take_supply(&mut self, seat: Seat, supply: Supply) {
        match supply {
            Supply::Card(card) => self.spend(seat, card),
            Supply::Stock(material) => self.public.boards[seat].stock.take(material),
            Supply::Pool(material) => self.public.pool.take(material),
        }
    }
}
