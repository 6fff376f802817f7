//! What things are worth to one seat now: materials, cards, structures, clients, and an action of each role.

use crate::cards::{Card, Material, Role};
use crate::state::Public;
use crate::structure::Structure;
use crate::view::View;
use crate::zone::Materials;
use table::Seat;

use super::weights as w;
use bots::Weights;

/// More than anything that does not win at once.
const WIN: f32 = 20.0;

/// About as many cards as the draw pile has at the start.
const FULL: f32 = 120.0;

/// What share of the game is left, by the draw pile and by the Sites in town.
pub fn time_left(public: &Public) -> f32 {
    let sites = 6.0 * f32::from(public.players);
    let by_deck = f32::from(public.deck) / FULL;
    let by_sites = f32::from(public.in_town.len()) / sites * 1.5;
    by_deck.min(by_sites).min(1.0)
}

/// What things are worth to one seat.
pub struct Outlook<'a> {
    /// The numbers to judge by.
    pub weights: &'a Weights,
    /// What the seat sees.
    pub view: &'a View,
    /// Whose outlook it is.
    pub seat: Seat,
    /// What share of the game is left.
    pub left: f32,
    /// What a material in the stockpile is worth, by material.
    pub stock: [f32; 6],
    /// What a client is worth, by colour.
    pub clients: [f32; 6],
}

impl<'a> Outlook<'a> {
    /// Works it out from the seat's view.
    pub fn new(weights: &'a Weights, view: &'a View, seat: Seat) -> Self {
        let public = &view.public;
        let left = time_left(public);
        let mut outlook = Self { weights, view, seat, left, stock: [0.0; 6], clients: [0.0; 6] };
        outlook.clients = outlook.worth_of_clients();
        outlook.stock = outlook.worth_of_stock();
        outlook
    }

    fn worth_of_clients(&self) -> [f32; 6] {
        let public = &self.view.public;
        let own = &public.boards[self.seat].clients;
        // GTR-67: with a Forum, what it still lacks is worth more.
        let forum = public.has(self.seat, Card::FORUM) || public.has(self.seat, Card::FORUM_ROMANUM);
        Material::ALL.map(|colour| {
            let several = 1.0 + f32::from(own[colour]);
            let missing = if forum && own[colour] == 0 { self.weights[w::FORUM] } else { 0.0 };
            let wins = if own[colour] == 0 && self.lacks_for_forum() == Some(1) { WIN } else { 0.0 };
            self.weights[w::CLIENT + colour.index()] * self.left / several.sqrt() + missing + wins
        })
    }

    /// How many clients and materials a Forum that stands still lacks (GTR-67, GTR-68).
    fn lacks_for_forum(&self) -> Option<usize> {
        let public = &self.view.public;
        let board = &public.boards[self.seat];
        let lacking = |held: &Materials| Material::ALL.iter().filter(|it| !held.has(**it)).count();
        if public.has(self.seat, Card::FORUM) {
            Some(lacking(&board.clients))
        } else if public.has(self.seat, Card::FORUM_ROMANUM) {
            Some(lacking(&board.clients) + lacking(&board.stock))
        } else {
            None
        }
    }

    fn worth_of_stock(&self) -> [f32; 6] {
        let public = &self.view.public;
        let board = &public.boards[self.seat];
        let sells = if public.has_vault_room(self.seat) { 1.0 } else { 0.4 };
        let mut stock = Material::ALL.map(|material| {
            let fresh = if board.stock[material] == 0 { 1.0 } else { 0.7 };
            self.weights[w::STOCK] * f32::from(material.value()) * sells * fresh
        });
        if public.has(self.seat, Card::FORUM_ROMANUM) && self.lacks_for_forum() == Some(1) {
            for material in Material::ALL.into_iter().filter(|it| !board.stock.has(*it)) {
                stock[material.index()] += WIN;
            }
        }
        for structure in public.unfinished(self.seat) {
            let worth = self.weights[w::NEED] * self.structure(structure.card, structure.site)
                / f32::from(structure.cost());
            let lacking = lacking(structure);
            for material in Material::ALL {
                if public.fits(structure, material) && board.stock[material] < lacking {
                    stock[material.index()] += worth;
                }
            }
        }
        stock
    }

    /// What a finished structure of this card on this Site is worth.
    pub fn structure(&self, card: Card, site: Material) -> f32 {
        let points = self.weights[w::POINT] * f32::from(site.value());
        let function = self.weights[w::BUILDING + card.index()];
        let lasting = if card == Card::STATUE { 1.0 } else { self.left };
        let ending = if card == Card::CATACOMB { self.ending() } else { 0.0 };
        points + function * lasting + ending
    }

    /// What it is worth that the game ends now.
    pub fn ending(&self) -> f32 {
        let public = &self.view.public;
        let points = |seat: Seat| {
            let board = &public.boards[seat];
            f32::from(board.influence()) + 2.5 * f32::from(board.vault)
        };
        let others = public.others(self.seat).map(points).fold(0.0, f32::max);
        self.weights[w::ENDING] * (points(self.seat) - others - 0.5).clamp(-3.0, 3.0)
    }

    /// What keeping a card in hand is worth.
    pub fn card(&self, card: Card) -> f32 {
        let public = &self.view.public;
        let spare = f32::from(self.view.hand.of(card.material()).max(1));
        let mut worth = self.weights[w::CARD_COST] / spare.sqrt();
        if public.in_town.has(card.material()) && public.find(self.seat, card).is_none() {
            worth += self.weights[w::CARD_BUILDING] * self.structure(card, card.material());
        }
        worth
    }

    /// What adding one material to a structure is worth.
    pub fn add(&self, structure: &Structure) -> f32 {
        let worth = self.structure(structure.card, structure.site);
        match lacking(structure) {
            0 | 1 => self.weights[w::COMPLETE] * worth,
            several => self.weights[w::PROGRESS] * worth / f32::from(several),
        }
    }

    /// What laying this foundation is worth.
    pub fn lay(&self, card: Card, site: Material) -> f32 {
        let public = &self.view.public;
        let board = &public.boards[self.seat];
        let under_way = public.unfinished(self.seat).count() as f32;
        let materials = f32::from(self.view.hand.of(site).saturating_sub(1) + board.stock[site]);
        let ready = (materials / f32::from(site.value())).min(1.0);
        let worth = self.structure(card, site)
            * (self.weights[w::LAY] + self.weights[w::LAY_MATERIAL] * ready)
            / (1.0 + self.weights[w::CROWDED].max(0.0) * under_way);
        // GTR-40: the last Site in town ends the game.
        if public.in_town.len() == 1 { worth + self.ending() } else { worth }
    }

    /// What selling a material is worth, wherever it comes from.
    pub fn sale(&self, material: Material) -> f32 {
        let points = f32::from(material.value()) + self.weights[w::MAJORITY];
        self.weights[w::POINT] * points * (1.0 + self.weights[w::LATE] * (1.0 - self.left))
    }

    /// What demanding a material is worth.
    pub fn demand(&self, material: Material) -> f32 {
        let public = &self.view.public;
        let pool = if public.pool.has(material) { 1.0 } else { 0.0 };
        let mut taken = pool;
        for other in public.others(self.seat) {
            if public.is_reached(other, self.seat) && !public.is_shielded(other, self.seat) {
                let board = &public.boards[other];
                let likely = f32::from(board.orders) / 6.0;
                let known = if board.shown[material] > 0 { 1.0 } else { likely.min(0.8) };
                let known = if board.lacks >> material.index() & 1 == 1 { 0.0 } else { known };
                taken += known * (1.0 + self.weights[w::HARM]);
            }
        }
        (self.weights[w::DEMAND] + self.stock[material.index()]) * taken
    }

    /// What one action of a role is worth.
    pub fn role(&self, role: Role) -> f32 {
        let (public, seat) = (&self.view.public, self.seat);
        let board = &public.boards[seat];
        let best = |worths: &mut dyn Iterator<Item = f32>| worths.fold(0.0, f32::max);
        let hand = &self.view.hand;
        match role {
            Role::Laborer => best(&mut public.pool.kinds().map(|m| self.stock[m.index()])),
            Role::Craftsman => {
                let adds = public.unfinished(seat).filter_map(|structure| {
                    let fits = |m: &Material| hand.of(*m) > 0 && public.fits(structure, *m);
                    Material::ALL.iter().any(fits).then(|| self.add(structure))
                });
                best(&mut adds.chain(self.best_lay()))
            }
            Role::Architect => {
                let archway = public.has(seat, Card::ARCHWAY);
                let adds = public.unfinished(seat).filter_map(|structure| {
                    let there = |m: Material| board.stock.has(m) || archway && public.pool.has(m);
                    let fits = |m: &Material| there(*m) && public.fits(structure, *m);
                    Material::ALL.iter().any(fits).then(|| self.add(structure))
                });
                best(&mut adds.chain(self.best_lay()))
            }
            Role::Legionary => {
                let held = Material::ALL.into_iter().filter(|m| hand.of(*m) > 0);
                best(&mut held.map(|m| self.demand(m)))
            }
            Role::Merchant if public.has_vault_room(seat) => {
                let stock = board.stock.kinds().map(|m| self.sale(m));
                let deck = public.has(seat, Card::ATRIUM).then(|| self.sale(Material::Brick));
                let from_hand = public.has(seat, Card::BASILICA) && !hand.is_empty();
                let basilica = if from_hand { self.sale(Material::Brick) } else { 0.0 };
                basilica + best(&mut stock.chain(deck))
            }
            Role::Merchant => 0.0,
            Role::Patron if public.has_client_room(seat) => {
                best(&mut public.pool.kinds().map(|m| self.clients[m.index()]))
            }
            Role::Patron => 0.0,
        }
    }

    fn best_lay(&self) -> Option<f32> {
        let public = &self.view.public;
        let free = self.view.hand.kinds().minus(public.names(self.seat));
        let fitting = free.iter().filter(|card| public.in_town.has(card.material()));
        fitting.map(|card| self.lay(card, card.material())).reduce(f32::max)
    }

    /// How many of the seat's clients would act in a role.
    pub fn clients_for(&self, seat: Seat, role: Role) -> u8 {
        let public = &self.view.public;
        public.colours_for(seat, role).map(|colour| public.ready_clients(seat, colour)).sum()
    }
}

/// How many materials a structure lacks.
pub fn lacking(structure: &Structure) -> u8 {
    structure.cost().saturating_sub(structure.materials.len())
}
