//! Whether somebody is asked. The answer depends only on what everyone knows, so that being asked betrays nothing.

use table::Seat;

use crate::cards::{Material, Role};
use crate::effect::{Completion, Purchase, powers};
use crate::frame::{Frame, Used};
use crate::play::{AWARD, Means, RANSOM, architect_supplies};
use crate::state::Public;
use crate::structure::Structure;
use crate::zone::Demands;

impl Public {
    /// How many actions one client has in a role: two with a Circus Maximus for the role led or followed (GTR-62).
    pub(crate) fn client_actions(&self, seat: Seat, role: Role) -> u8 {
        let more = powers().client_actions.of(self.functions[seat].0).max();
        more.filter(|_| self.plays(seat) && self.role == Some(role)).unwrap_or(1)
    }

    /// Whether it matters who acts next: a Triclinium may bank whoever acted, and clients of different colours differ.
    pub(crate) fn asks_actor(&self, seat: Seat, own: u8, role: Role) -> bool {
        let colours =
            self.colours_for(seat, role).filter(|colour| self.ready_clients(seat, *colour) > 0).count();
        let triclinium = self.can(seat, powers().banks_clients) && self.plays(seat);
        colours >= 2
            || (triclinium && colours + usize::from(own > 0) >= 2)
            || self.may_wait_for_mill(seat, role)
    }

    /// Whether a client that could act as Laborer now could be kept for the Watermill instead (GTR-113, ruling 18).
    fn may_wait_for_mill(&self, seat: Seat, role: Role) -> bool {
        let ready = |colour: &Material| self.ready_clients(seat, *colour) > 0;
        role == Role::Laborer
            && self.can(seat, powers().architects_after_laborers)
            && self.plays(seat)
            && self
                .colours_for(seat, role)
                .filter(ready)
                .any(|colour| self.colours_for(seat, Role::Architect).any(|other| other == colour))
    }

    /// Whether anything can be decided in the procedure under way, as far as everyone knows.
    pub(crate) fn may_matter(&self) -> bool {
        match self.top() {
            Frame::Patron { seat, used, .. } => self.may_hire(seat, used),
            Frame::Laborer { seat, used } => {
                (!used.has(Used::MAIN) && !self.pool.is_empty())
                    || (!used.has(Used::HAND)
                        && self.can(seat, powers().labors_from_hand)
                        && self.boards[seat].orders > 0)
            }
            Frame::Merchant { seat, used } => self.may_sell(seat, used),
            Frame::Architect { seat } => {
                self.boards[seat].orders > 0
                    || self.unfinished(seat).any(|structure| {
                        architect_supplies(self, seat)
                            .any(|supply| self.fits_by(structure, supply.material(), Means::Architect))
                    })
            }
            Frame::Craftsman { seat } => {
                self.boards[seat].orders > 0
                    || (self.deck > 0 && self.can(seat, powers().crafts_from_deck))
                    || (self.can(seat, powers().dismantles) && self.finished(seat).next().is_some())
            }
            Frame::Stairway { seat } => {
                self.can(seat, powers().opens_structures)
                    && self.raisable(seat).any(|structure| {
                        architect_supplies(self, seat).any(|supply| structure.is_of(supply.material()))
                    })
            }
            Frame::Demand { seat, demands, .. } => {
                !demands.is_empty()
                    || self.boards[seat].orders > 0
                    || (self.can(seat, powers().shows_structures)
                        && self.unfinished(seat).any(|structure| !structure.shown))
            }
            Frame::Give { seat, to, left } => {
                !left.is_empty() && (self.boards[seat].orders > 0 || self.may_give_stock(seat, to, left))
            }
            Frame::Slay { seat, victim, left } => {
                self.has_vault_room(seat)
                    && left.kinds().any(|colour| self.boards[victim].clients.has(colour))
            }
            Frame::Raze { victim, left, .. } => {
                self.unfinished(victim).any(|structure| is_razable(structure, left))
            }
            Frame::BankLegion { seat, left } => {
                left > 0 && self.has_vault_room(seat) && self.bankable(seat).next().is_some()
            }
            Frame::Prison { seat, own_site } => {
                (own_site || self.can_pay(seat, RANSOM))
                    && (0..self.structures.len()).any(|at| self.can_be_stolen(seat, at))
            }
            Frame::Aerarium { seat, own_site } => {
                (own_site || self.can_pay(seat, AWARD)) && self.structures.iter().any(is_awardable)
            }
            Frame::Enlist { seat, owner, card } => {
                self.has_client_room(seat)
                    && self.find(owner, card).is_some_and(|at| !self.structures[at].materials.is_empty())
            }
            Frame::Bacchanalia { pile, used, .. } => {
                !used.all() && self.revealed[usize::from(pile)].0.iter().any(|count| *count > 0)
            }
            Frame::Senate { seat } => self.others(seat).any(|other| self.camps[other].jacks > 0),
            Frame::Sewer { seat } => !self.camps[seat].orders.is_empty(),
            Frame::Idle
            | Frame::Round { .. }
            | Frame::Lead { .. }
            | Frame::Follow { .. }
            | Frame::Petition { .. }
            | Frame::Palace { .. }
            | Frame::Think { .. }
            | Frame::Tribunal { .. }
            | Frame::Acts { .. }
            | Frame::Second { .. }
            | Frame::ClientActs { .. }
            | Frame::BathRole { .. }
            | Frame::Fountain { .. }
            | Frame::Solarium { .. }
            | Frame::FromPool { .. }
            | Frame::Levies { .. }
            | Frame::Bank { .. }
            | Frame::Bonus { .. }
            | Frame::Ransom { .. } => true,
        }
    }

    /// Whether a Patron action could hire more in ways other than the Pool's, room aside: a completion may still make room.
    pub(crate) fn may_hire_more(&self, seat: Seat, used: Used) -> bool {
        (self.may_hire_from_pool(used) && !used.has(Used::MAIN))
            || (!used.has(Used::HAND) && self.can(seat, powers().hires_from_hand))
            || (!used.has(Used::DECK) && self.can(seat, powers().hires_from_deck))
    }

    /// Whether a Patron action in this standing can hire now.
    pub(crate) fn may_hire(&self, seat: Seat, used: Used) -> bool {
        self.has_client_room(seat)
            && ((self.may_hire_from_pool(used) && !self.pool.is_empty())
                || (!used.has(Used::HAND)
                    && self.can(seat, powers().hires_from_hand)
                    && self.boards[seat].orders > 0)
                || (!used.has(Used::DECK) && self.deck > 0 && self.can(seat, powers().hires_from_deck)))
    }

    /// GTR-55: once a card came from the deck, the Pool is closed for that action.
    #[allow(clippy::unused_self)] // Asked of the table like its neighbours.
    pub(crate) fn may_hire_from_pool(&self, used: Used) -> bool {
        !used.has(Used::MAIN) && !used.has(Used::DECK)
    }

    fn may_sell(&self, seat: Seat, used: Used) -> bool {
        self.has_vault_room(seat)
            && ((!used.has(Used::MAIN)
                && (!self.boards[seat].stock.is_empty()
                    || (self.deck > 0 && self.can(seat, powers().sells_from_deck))))
                || (!used.has(Used::HAND)
                    && self.can(seat, powers().sells_from_hand)
                    && self.boards[seat].orders > 0))
    }

    /// The opponents' finished structures that a Stairway can still open (GTR-90).
    pub(crate) fn raisable(&self, seat: Seat) -> impl Iterator<Item = &Structure> {
        self.structures
            .iter()
            .filter(move |structure| structure.owner != seat && structure.finished && !structure.public)
    }

    /// Whether a shielded player who faces a Bridge could give from the stockpile all the same (GTR-98).
    pub(crate) fn may_give_stock(&self, seat: Seat, to: Seat, left: Demands) -> bool {
        self.is_shielded(seat, to)
            && self.can(to, powers().loots_stock)
            && left.kinds().any(|material| self.boards[seat].stock.has(material))
    }

    /// The colours of clients that acted as Legionaries and may be banked (GTR-119).
    pub(crate) fn bankable(&self, seat: Seat) -> impl Iterator<Item = Material> + use<'_> {
        let board = &self.boards[seat];
        self.colours_for(seat, Role::Legionary)
            .filter(move |colour| board.acted.has(*colour) && board.clients.has(*colour))
    }
}

/// Whether a demand can raze this foundation: nothing under it, and of a demanded colour (GTR-66).
pub(crate) fn is_razable(structure: &Structure, left: Demands) -> bool {
    structure.materials.is_empty() && (left.of(structure.card.material()) > 0 || left.of(structure.site) > 0)
}

/// Whether an Aerarium can set this structure's bonus off again (GTR-115).
pub(crate) fn is_awardable(structure: &Structure) -> bool {
    let completion = powers().completion(structure.card);
    structure.finished && completion.is_some_and(|bonus| bonus != Completion::SiteFor(Purchase::Bonus))
}
