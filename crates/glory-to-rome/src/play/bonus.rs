//! What completing a structure sets off.

use table::{Chance, Seat, SeatSet};

use crate::action::{Action, Place};
use crate::cards::{Card, Material};
use crate::effect::{Completion, Purchase, powers};
use crate::event::Event;
use crate::frame::{Frame, Revels, Used};
use crate::play::build::{Finish, Means};
use crate::play::role::Gained;
use crate::rules::Rules;
use crate::state::{Ending, Public, State};

/// What a stolen structure costs (GTR-83, GTR-116).
pub(crate) const RANSOM: u8 = 3;

/// What a stolen Aerarium's bonus costs: as much as its own Site is worth (GTR-115).
pub(crate) const AWARD: u8 = 2;

impl Public {
    /// Whether the seat may steal this structure: an opponent's, finished, of a name not yet in play here (GTR-83).
    pub(crate) fn can_be_stolen(&self, thief: Seat, at: usize) -> bool {
        let structure = &self.structures[at];
        structure.owner != thief && structure.finished && !self.names(thief).has(structure.card)
    }

    /// Whether the seat has Sites enough to pay this much.
    pub(crate) fn can_pay(&self, seat: Seat, price: u8) -> bool {
        self.boards[seat].sites.value() >= u16::from(price)
    }
}

impl State {
    /// The completion bonus of `card`, a structure of `owner`, used by `seat`.
    pub(crate) fn bonus<C: Chance>(
        &mut self,
        seat: Seat,
        owner: Seat,
        card: Card,
        rules: &Rules,
        chance: &mut C,
    ) {
        // GTR-51 and its like: the count is fixed now, this Site included.
        let left = self.public.influence(seat);
        let Some(completion) = powers().completion(card) else { return };
        match completion {
            Completion::Repeat(bonus) => self.push(Frame::Bonus { seat, bonus, left }),
            Completion::Hire => self.push(Frame::patron(seat, Used::DOMUS)),
            Completion::Enlist => self.push(Frame::Enlist { seat, owner, card }),
            Completion::EndGame => self.public.ending = Ending::Catacomb,
            Completion::SiteFor(Purchase::Structure) => {
                self.push(Frame::Prison { seat, own_site: owner == seat });
            }
            Completion::SiteFor(Purchase::Bonus) => {
                self.push(Frame::Aerarium { seat, own_site: owner == seat });
            }
            Completion::Revel => self.bacchanalia(seat, left, rules, chance),
        }
    }

    /// GTR-83: a structure changes hands, and its completion bonus fires again.
    pub(crate) fn prison<C: Chance>(
        &mut self,
        seat: Seat,
        own_site: bool,
        rules: &Rules,
        action: Action,
        chance: &mut C,
    ) {
        self.pop();
        let Action::Steal(victim, card) = action else { return };
        if own_site {
            self.give_site(seat, victim, Material::Stone, chance);
            self.steal(seat, victim, card, rules, chance);
        } else {
            let buys = Purchase::Structure;
            self.push(Frame::Ransom { seat, victim, card, owed: RANSOM, buys });
        }
    }

    /// GTR-116: Sites worth at least three pay for a structure, Sites worth at least two for a stolen Aerarium's bonus.
    #[allow(clippy::too_many_arguments)] // The frame's locals, spelled out.
    pub(crate) fn pay<C: Chance>(
        &mut self,
        seat: Seat,
        victim: Seat,
        card: Card,
        owed: u8,
        buys: Purchase,
        rules: &Rules,
        action: Action,
        chance: &mut C,
    ) {
        let Action::Pay(site) = action else { return };
        self.give_site(seat, victim, site, chance);
        if owed > site.value() {
            self.set_top(Frame::Ransom { seat, victim, card, owed: owed - site.value(), buys });
            return;
        }
        self.pop();
        match buys {
            Purchase::Structure => self.steal(seat, victim, card, rules, chance),
            Purchase::Bonus => self.award(seat, victim, card, rules, chance),
        }
    }

    /// A Site changes hands, and its influence with it.
    fn give_site<C: Chance>(&mut self, from: Seat, to: Seat, site: Material, chance: &mut C) {
        self.public.boards[from].sites.take(site);
        self.public.boards[to].sites[site] += 1;
        if from != to {
            let boards = &self.public.boards;
            let (left, now) = (boards[from].influence(), boards[to].influence());
            chance.note(|| Event::SiteGiven { from, to, site, left, now });
        }
    }

    fn steal<C: Chance>(&mut self, seat: Seat, victim: Seat, card: Card, rules: &Rules, chance: &mut C) {
        let Some(at) = self.public.find(victim, card) else { return };
        self.public.structures[at].owner = seat;
        chance.note(|| Event::Stolen { seat, victim, card });
        self.refresh(rules);
        match powers().completion(card) {
            // Ruling 65: a stolen Prison's own Site is gone, so other Sites pay.
            Some(Completion::SiteFor(Purchase::Structure)) => {
                self.push(Frame::Prison { seat, own_site: false });
            }
            // Ruling 98: so with a stolen Aerarium.
            Some(Completion::SiteFor(Purchase::Bonus)) => {
                self.push(Frame::Aerarium { seat, own_site: false });
            }
            None => {}
            Some(
                Completion::Repeat(_)
                | Completion::Hire
                | Completion::Enlist
                | Completion::EndGame
                | Completion::Revel,
            ) => self.bonus(seat, seat, card, rules, chance),
        }
    }

    /// GTR-115: the Aerarium's Site buys one completion bonus; for a stolen one other Sites pay, to oneself nothing at all.
    pub(crate) fn aerarium<C: Chance>(
        &mut self,
        seat: Seat,
        own_site: bool,
        rules: &Rules,
        action: Action,
        chance: &mut C,
    ) {
        self.pop();
        let Action::Award(to, card) = action else { return };
        if !own_site && to != seat {
            let buys = Purchase::Bonus;
            self.push(Frame::Ransom { seat, victim: to, card, owed: AWARD, buys });
            return;
        }
        if own_site {
            self.give_site(seat, to, Material::Concrete, chance);
        }
        self.award(seat, to, card, rules, chance);
    }

    /// GTR-115: the completion bonus of somebody's structure, for the Aerarium's owner.
    fn award<C: Chance>(&mut self, seat: Seat, to: Seat, card: Card, rules: &Rules, chance: &mut C) {
        chance.note(|| Event::SetOff { seat, owner: to, card });
        if powers().completion(card) == Some(Completion::SiteFor(Purchase::Structure)) {
            self.push(Frame::Prison { seat, own_site: false });
        } else {
            self.bonus(seat, to, card, rules, chance);
        }
    }

    /// GTR-112: a material under the structure becomes a client.
    pub(crate) fn enlist(&mut self, seat: Seat, owner: Seat, card: Card, rules: &Rules, action: Action) {
        let Action::Enlist(material) = action else {
            self.pop();
            return;
        };
        let Some(at) = self.public.find(owner, card) else { return };
        self.public.structures[at].materials.take(material);
        self.gain_client(seat, material, Gained::Otherwise, rules);
    }

    /// GTR-117: as many cards as influence are turned up; too few, and the game just ends.
    fn bacchanalia<C: Chance>(&mut self, seat: Seat, count: u8, rules: &Rules, chance: &mut C) {
        if count > self.public.deck {
            self.public.ending = Ending::Bacchanalia;
            return;
        }
        let inside =
            self.public.frames.iter().filter(|frame| matches!(frame, Frame::Bacchanalia { .. })).count();
        // Ruling 110: there is room for one inside another. A third takes an Aerarium built anew inside the second.
        self.public.full |= inside >= self.public.revealed.len();
        let pile = u8::from(inside > 0);
        let mut cards = Vec::new();
        for _ in 0..count {
            let card = self.draw_card(chance);
            self.public.revealed[usize::from(pile)].add(card);
            if chance.listens() {
                cards.push(card);
            }
        }
        chance.learned(SeatSet::all(rules.players));
        chance.note(|| Event::TurnedUp { seat, cards });
        let used = if self.public.deck == 0 { Revels::LAST } else { Revels::default() };
        self.push(Frame::Bacchanalia { seat, pile, used });
    }

    pub(crate) fn revel<C: Chance>(
        &mut self,
        seat: Seat,
        pile: u8,
        used: Revels,
        rules: &Rules,
        action: Action,
        chance: &mut C,
    ) {
        let at = usize::from(pile);
        let next = |part| Frame::Bacchanalia { seat, pile, used: used.with(part) };
        match action {
            Action::RevelStock(card) => {
                self.use_revealed(at, card);
                self.public.boards[seat].stock[card.material()] += 1;
                self.set_top(next(Revels::STOCK));
            }
            Action::RevelClient(card) => {
                self.use_revealed(at, card);
                self.set_top(next(Revels::CLIENT));
                self.gain_client(seat, card.material(), Gained::Otherwise, rules);
            }
            Action::RevelVault(card) => {
                self.use_revealed(at, card);
                self.store_openly(seat, card.material());
                self.set_top(next(Revels::VAULT));
            }
            Action::Lay(card, site, _) => {
                self.public.revealed[at].0[card.index()] -= 1;
                self.set_top(next(Revels::LAY));
                self.lay(seat, card, site, Place::Town, rules);
            }
            Action::Add(supply, structure) => {
                if let crate::action::Supply::Card(card) = supply {
                    self.use_revealed(at, card);
                }
                self.set_top(next(Revels::ADD));
                self.add(seat, supply.material(), structure, Means::Bacchanalia, Finish::Full, rules, chance);
            }
            _ => {
                self.pop();
                self.revelled(seat, pile, chance);
            }
        }
    }

    fn use_revealed(&mut self, pile: usize, card: Card) {
        self.public.revealed[pile].0[card.index()] -= 1;
        self.public.seen.add(card);
    }

    /// What is left of a Bacchanalia goes to the hand, for all to see.
    pub(crate) fn revelled<C: Chance>(&mut self, seat: Seat, pile: u8, chance: &mut C) {
        let left = std::mem::take(&mut self.public.revealed[usize::from(pile)]);
        let mut cards = Vec::new();
        for card in Card::all() {
            for _ in 0..left.count(card) {
                self.gain_openly(seat, card);
                if chance.listens() {
                    cards.push(card);
                }
            }
        }
        if !cards.is_empty() {
            chance.note(|| Event::ToHand { seat, cards });
        }
    }
}
