//! What a decision itself does, told before what follows from it.

use table::{Chance, Seat};

use crate::action::{Action, Place, Supply};
use crate::cards::{Card, Material};
use crate::event::{Event, Origin, Reason, Sale};
use crate::frame::Frame;
use crate::state::State;

impl State {
    /// Says what the decision does, where somebody listens.
    pub(super) fn announce<C: Chance>(&self, action: Action, chance: &mut C) {
        if !chance.listens() {
            return;
        }
        let Some(seat) = self.public.top().seat(self.public.leader) else { return };
        if let Some(event) = self.deed(seat, action) {
            chance.note(|| event);
        }
    }

    /// What the decision does. What is drawn by it is told when it is drawn, what is stolen or paid when it changes hands.
    fn deed(&self, seat: Seat, action: Action) -> Option<Event> {
        let public = &self.public;
        let board = &public.boards[seat];
        let gathered = |material: Material, from| {
            Some(Event::Gathered { seat, material, from, now: board.stock[material] + 1 })
        };
        let hired = |colour, from| {
            let (now, room) = (board.clients.len() + 1, public.client_limit(seat));
            Some(Event::Hired { seat, colour, from, now, room })
        };
        match action {
            Action::AddOrder(_) => match (public.top(), public.role) {
                (Frame::Petition { material, left: 1, .. }, Some(role)) => {
                    Some(Event::Petitioned { seat, material, role })
                }
                _ => None,
            },
            Action::Surrender(to) => Some(Event::Surrendered { seat, to }),
            Action::ThinkJack | Action::TakeJack => {
                Some(Event::TookJack { seat, left: public.jacks.saturating_sub(1) })
            }
            Action::Discard(card) => Some(Event::Discarded { seat, cards: vec![card], jacks: 0 }),
            Action::DiscardJack => Some(Event::Discarded { seat, cards: Vec::new(), jacks: 1 }),
            Action::DiscardHand => {
                let hand = self.hand(seat).iter();
                let cards = hand.flat_map(|(card, count)| std::iter::repeat_n(card, count.into())).collect();
                Some(Event::Discarded { seat, cards, jacks: board.jacks })
            }
            Action::HirePool(colour) => hired(colour, Origin::Pool),
            Action::HireHand(card) => hired(card.material(), Origin::Hand(card)),
            Action::RevelClient(card) => hired(card.material(), Origin::TurnedUp(card)),
            Action::Enlist(material) => match public.top() {
                Frame::Enlist { card, .. } => hired(material, Origin::Under(card)),
                _ => None,
            },
            Action::LaborPool(material) | Action::Take(material) => gathered(material, Origin::Pool),
            Action::LaborHand(card) => gathered(card.material(), Origin::Hand(card)),
            Action::RevelStock(card) => gathered(card.material(), Origin::TurnedUp(card)),
            Action::SellStock(material) => Some(self.sold(seat, Sale::Stock(material))),
            Action::SellDeck => Some(self.sold(seat, Sale::Deck)),
            Action::SellHand(card) => Some(self.sold(seat, Sale::Hand(card))),
            Action::Bank(colour) => Some(self.sold(seat, Sale::Client(colour))),
            Action::RevelVault(card) => Some(self.sold(seat, Sale::TurnedUp(card))),
            Action::Lay(card, site, place) => {
                let sites = match place {
                    Place::Town => &public.in_town,
                    Place::Outskirts => &public.out_of_town,
                };
                Some(Event::Laid { seat, card, site, place, left: sites[site].saturating_sub(1) })
            }
            Action::Add(supply, card) | Action::AddUnfinished(supply, card) => self.added(seat, supply, card),
            Action::Dismantle(card) => {
                let materials = public.find(seat, card).map(|at| public.structures[at].materials)?;
                Some(Event::Dismantled { seat, card, materials })
            }
            Action::Raise(owner, card, supply) => {
                Some(Event::Opened { seat, owner, card, material: supply.material() })
            }
            Action::Recover(material) => match public.top() {
                Frame::Solarium { card, .. } => Some(Event::Recovered { seat, card, material }),
                _ => None,
            },
            Action::Claim(of) => Some(Event::Claimed { seat, of }),
            Action::Sewer(material) => {
                Some(Event::KeptOrder { seat, material, now: board.stock[material] + 1 })
            }
            Action::Reveal
            | Action::Give(_)
            | Action::GiveStock(_)
            | Action::Glory
            | Action::Slay(..)
            | Action::Raze(..) => self.demand_deed(seat, action),
            Action::Lead(..)
            | Action::Follow(_)
            | Action::AddJack
            | Action::AddPetition(..)
            | Action::Enough
            | Action::ThinkDraw
            | Action::Act
            | Action::Use(_)
            | Action::Stop
            | Action::ActAs(_)
            | Action::HireDeck
            | Action::Look
            | Action::Keep
            | Action::Prepare
            | Action::Demand(_)
            | Action::DemandWith(_)
            | Action::Leave(_)
            | Action::Steal(..)
            | Action::Pay(_)
            | Action::Award(..)
            | Action::Skip => None,
        }
    }

    /// What the decision does in a demand (GTR-24).
    fn demand_deed(&self, seat: Seat, action: Action) -> Option<Event> {
        match (self.public.top(), action) {
            (Frame::Demand { demands, .. }, Action::Reveal) => Some(Event::Demanded { seat, demands }),
            (Frame::Give { to, .. }, Action::Give(card)) => Some(Event::Given { seat, to, card }),
            (Frame::Give { to, .. }, Action::GiveStock(material)) => {
                Some(Event::StockGiven { seat, to, material, count: 1 })
            }
            (Frame::Give { to, left, .. }, Action::Glory) => {
                let shielded = self.public.is_shielded(seat, to);
                let reason = if shielded { Reason::Shielded } else { Reason::None };
                Some(Event::NothingGiven { seat, to, left, reason })
            }
            (Frame::Slay { .. }, Action::Slay(victim, colour)) => Some(Event::Slain { seat, victim, colour }),
            (Frame::Raze { .. }, Action::Raze(victim, card)) => {
                let site = self.public.find(victim, card).map(|at| self.public.structures[at].site)?;
                let influence = self.public.boards[seat].influence() + site.value();
                Some(Event::Razed { seat, victim, card, influence })
            }
            _ => None,
        }
    }

    fn sold(&self, seat: Seat, sale: Sale) -> Event {
        let (now, room) = (self.public.boards[seat].vault + 1, self.public.vault_limit(seat));
        Event::Sold { seat, sale, now, room }
    }

    fn added(&self, seat: Seat, supply: Supply, card: Card) -> Option<Event> {
        let structure = self.public.find(seat, card).map(|at| &self.public.structures[at])?;
        let (now, cost) = (structure.materials.len() + 1, structure.cost());
        Some(Event::Added { seat, supply, card, now, cost })
    }
}
