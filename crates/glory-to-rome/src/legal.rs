//! Frame -> actions.

use table::Seat;

use crate::action::{Action, Place, Play, Supply};
use crate::ask::{is_awardable, is_razable};
use crate::cards::{Card, CardSet, Material, Role};
use crate::effect::powers;
use crate::frame::{Frame, Revels, Used};
use crate::play::{Means, architect_supplies};
use crate::rules::Rules;
use crate::state::{Public, State};
use crate::zone::{Cards, Demands};

impl State {
    #[allow(clippy::too_many_lines)] // One arm for each procedure, in the order of `Frame`.
    pub(crate) fn list_legal(&self, rules: &Rules, out: &mut Vec<Action>) {
        let public = &self.public;
        match public.top() {
            Frame::Idle
            | Frame::Round { .. }
            | Frame::Levies { .. }
            | Frame::ClientActs { .. }
            | Frame::Bonus { .. } => {}
            Frame::Lead { spoken } => {
                self.leads(rules, out);
                self.thinks(public.leader, rules, out);
                if rules.surrender && !spoken {
                    let now = public.boards[public.leader].surrendered;
                    let others = public.others(public.leader).filter(|other| now != Some(*other));
                    out.extend(others.map(Action::Surrender));
                }
            }
            Frame::Follow { seat } => {
                self.follows(seat, rules, out);
                self.thinks(seat, rules, out);
            }
            Frame::Petition { seat, material, .. } => {
                out.extend(self.hand(seat).kinds_of(material).iter().map(Action::AddOrder));
            }
            Frame::Palace { seat } => self.palace_adds(seat, rules, out),
            Frame::Think { seat, optional, drawing } => {
                if drawing {
                    self.draws(out);
                } else {
                    self.thinks(seat, rules, out);
                }
                if optional {
                    out.push(Action::Skip);
                }
            }
            Frame::Tribunal { .. } => out.extend([Action::TakeJack, Action::Skip]),
            Frame::Acts { seat, own, stopped } => {
                let role = self.role_of_acts(seat, own, stopped);
                let own = if self.main_is_left(seat, own, stopped) { own } else { 0 };
                public.actors(seat, own, role, out);
                out.push(Action::Stop);
            }
            Frame::Second { seat, role } => {
                let own = self.acts_below().map_or(0, |(_, own)| own);
                let own = if public.role == Some(role) { own } else { 0 };
                public.actors(seat, own, role, out);
            }
            Frame::BathRole { seat, client, .. } => {
                out.extend(public.bath_roles(seat, client, rules).map(Action::ActAs));
                out.push(Action::Skip);
            }
            Frame::Patron { seat, used, .. } => self.hires(seat, used, out),
            Frame::Laborer { seat, used } => self.labors(seat, used, out),
            Frame::Architect { seat } => {
                self.lays(seat, self.hand(seat).kinds(), Role::Architect, rules, out);
                for structure in public.unfinished(seat) {
                    for supply in architect_supplies(public, seat) {
                        let material = supply.material();
                        if public.fits_by(structure, material, Means::Architect) {
                            out.push(Action::Add(supply, structure.card));
                            if public.may_stay_open(structure, material, Means::Architect) {
                                out.push(Action::AddUnfinished(supply, structure.card));
                            }
                        }
                    }
                }
                self.prepares(seat, Role::Architect, out);
                out.push(Action::Skip);
            }
            Frame::Craftsman { seat } => {
                let hand = self.hand(seat).kinds();
                self.lays(seat, hand, Role::Craftsman, rules, out);
                public.adds(seat, hand, Means::Craftsman, out);
                if public.deck > 0 && public.can(seat, powers().crafts_from_deck) {
                    out.push(Action::Look);
                }
                if public.can(seat, powers().dismantles) {
                    out.extend(public.finished(seat).map(|structure| Action::Dismantle(structure.card)));
                }
                self.prepares(seat, Role::Craftsman, out);
                out.push(Action::Skip);
            }
            Frame::Fountain { seat } => {
                let drawn = self.secret.drawn.get().map_or(CardSet::NONE, |card| CardSet::of(&[card]));
                self.lays(seat, drawn, Role::Craftsman, rules, out);
                public.adds(seat, drawn, Means::Craftsman, out);
                out.push(Action::Keep);
            }
            Frame::Stairway { seat } => {
                for structure in public.raisable(seat) {
                    for supply in architect_supplies(public, seat) {
                        if structure.is_of(supply.material()) {
                            out.push(Action::Raise(structure.owner, structure.card, supply));
                        }
                    }
                }
                out.push(Action::Skip);
            }
            Frame::Solarium { seat, card } => {
                if let Some(at) = public.find(seat, card) {
                    out.extend(public.structures[at].materials.kinds().map(Action::Recover));
                }
                out.push(Action::Skip);
            }
            Frame::Demand { seat, most, demands } => self.demands(seat, most, demands, out),
            Frame::FromPool { at, .. } => {
                let material = Material::at(usize::from(at / 32));
                out.extend([Action::Take(material), Action::Leave(material)]);
            }
            Frame::Give { seat, to, left } => self.gives(seat, to, left, out),
            Frame::Slay { victim, left, .. } => {
                let clients = &public.boards[victim].clients;
                let fitting = left.kinds().filter(|colour| clients.has(*colour));
                out.extend(fitting.map(|colour| Action::Slay(victim, colour)));
                out.push(Action::Skip);
            }
            Frame::Raze { victim, left, .. } => {
                let razable = public.unfinished(victim).filter(|structure| is_razable(structure, left));
                out.extend(razable.map(|structure| Action::Raze(victim, structure.card)));
                out.push(Action::Skip);
            }
            Frame::Merchant { seat, used } => self.sells(seat, used, out),
            Frame::Bank { client, .. } => out.extend([Action::Bank(client), Action::Skip]),
            Frame::BankLegion { seat, .. } => {
                out.extend(public.bankable(seat).map(Action::Bank));
                out.push(Action::Skip);
            }
            Frame::Prison { seat, .. } => {
                for (at, structure) in public.structures.iter().enumerate() {
                    if public.can_be_stolen(seat, at) {
                        out.push(Action::Steal(structure.owner, structure.card));
                    }
                }
                out.push(Action::Skip);
            }
            Frame::Ransom { seat, .. } => out.extend(public.boards[seat].sites.kinds().map(Action::Pay)),
            Frame::Aerarium { .. } => {
                let fitting = public.structures.iter().filter(|structure| is_awardable(structure));
                out.extend(fitting.map(|structure| Action::Award(structure.owner, structure.card)));
                out.push(Action::Skip);
            }
            Frame::Enlist { owner, card, .. } => {
                if let Some(at) = public.find(owner, card) {
                    out.extend(public.structures[at].materials.kinds().map(Action::Enlist));
                }
                out.push(Action::Skip);
            }
            Frame::Bacchanalia { seat, pile, used } => self.revels(seat, pile, used, out),
            Frame::Senate { seat } => {
                let played = public.others(seat).filter(|other| public.camps[*other].jacks > 0);
                out.extend(played.map(Action::Claim));
                out.push(Action::Skip);
            }
            Frame::Sewer { seat } => {
                out.extend(public.camps[seat].orders.kinds().map(Action::Sewer));
                out.push(Action::Skip);
            }
        }
    }

    pub(crate) fn hand(&self, seat: Seat) -> &Cards {
        self.secret.hands[seat].get()
    }

    fn leads(&self, rules: &Rules, out: &mut Vec<Action>) {
        let leader = self.public.leader;
        let hand = self.hand(leader);
        let functions = self.public.functions[leader].0;
        // GTR-64: with a Crane every card leads Architect.
        let also = functions.and(powers().leads_as_any);
        for card in hand.kinds().iter() {
            out.push(Action::Lead(card.role(), Play::Order(card)));
            if !also.is_empty() {
                let can = |role: &Role| !also.and(powers().leads_as[*role as usize]).is_empty();
                let others = Role::ALL.into_iter().filter(can).filter(|role| *role != card.role());
                out.extend(others.map(|role| Action::Lead(role, Play::Order(card))));
            }
        }
        if self.public.boards[leader].jacks > 0 {
            out.extend(Role::ALL.map(|role| Action::Lead(role, Play::Jack)));
        }
        for_each_petition(&self.public, hand, leader, rules, |material, size| {
            out.extend(Role::ALL.map(|role| Action::Lead(role, Play::Petition(material, size))));
        });
    }

    fn follows(&self, seat: Seat, rules: &Rules, out: &mut Vec<Action>) {
        let Some(role) = self.public.role else { return };
        let hand = self.hand(seat);
        out.extend(
            self.public.fitting(seat, hand, role).iter().map(|card| Action::Follow(Play::Order(card))),
        );
        if self.public.boards[seat].jacks > 0 {
            out.push(Action::Follow(Play::Jack));
        }
        for_each_petition(&self.public, hand, seat, rules, |material, size| {
            out.push(Action::Follow(Play::Petition(material, size)));
        });
    }

    fn palace_adds(&self, seat: Seat, rules: &Rules, out: &mut Vec<Action>) {
        let Some(role) = self.public.role else { return };
        let hand = self.hand(seat);
        out.extend(self.public.fitting(seat, hand, role).iter().map(Action::AddOrder));
        if self.public.boards[seat].jacks > 0 {
            out.push(Action::AddJack);
        }
        if rules.palace_petition {
            for_each_petition(&self.public, hand, seat, rules, |material, size| {
                out.push(Action::AddPetition(material, size));
            });
        }
        out.push(Action::Enough);
    }

    /// GTR-15, with Latrine (GTR-78) and Vomitorium (GTR-97) before it.
    fn thinks(&self, seat: Seat, rules: &Rules, out: &mut Vec<Action>) {
        self.draws(out);
        let board = &self.public.boards[seat];
        if self.public.can(seat, powers().discards_one) {
            out.extend(self.hand(seat).kinds().iter().map(Action::Discard));
            if rules.latrine_jack && board.jacks > 0 {
                out.push(Action::DiscardJack);
            }
        }
        if self.public.can(seat, powers().discards_hand) && board.hand() > 0 {
            out.push(Action::DiscardHand);
        }
    }

    fn draws(&self, out: &mut Vec<Action>) {
        if self.public.jacks > 0 {
            out.push(Action::ThinkJack);
        }
        out.push(Action::ThinkDraw);
    }

    fn hires(&self, seat: Seat, used: Used, out: &mut Vec<Action>) {
        let public = &self.public;
        if public.has_client_room(seat) {
            if public.may_hire_from_pool(used) {
                out.extend(public.pool.kinds().map(Action::HirePool));
            }
            if !used.has(Used::HAND) && public.can(seat, powers().hires_from_hand) {
                out.extend(self.hand(seat).kinds().iter().map(Action::HireHand));
            }
            if !used.has(Used::DECK) && public.deck > 0 && public.can(seat, powers().hires_from_deck) {
                out.push(Action::HireDeck);
            }
        }
        out.push(Action::Skip);
    }

    fn labors(&self, seat: Seat, used: Used, out: &mut Vec<Action>) {
        if !used.has(Used::MAIN) {
            out.extend(self.public.pool.kinds().map(Action::LaborPool));
        }
        if !used.has(Used::HAND) && self.public.can(seat, powers().labors_from_hand) {
            out.extend(self.hand(seat).kinds().iter().map(Action::LaborHand));
        }
        out.push(Action::Skip);
    }

    fn sells(&self, seat: Seat, used: Used, out: &mut Vec<Action>) {
        let public = &self.public;
        if public.has_vault_room(seat) {
            if !used.has(Used::MAIN) {
                out.extend(public.boards[seat].stock.kinds().map(Action::SellStock));
                if public.deck > 0 && public.can(seat, powers().sells_from_deck) {
                    out.push(Action::SellDeck);
                }
            }
            if !used.has(Used::HAND) && public.can(seat, powers().sells_from_hand) {
                out.extend(self.hand(seat).kinds().iter().map(Action::SellHand));
            }
        }
        out.push(Action::Skip);
    }

    /// GTR-30, GTR-31: where each of these cards can be laid.
    fn lays(&self, seat: Seat, cards: CardSet, role: Role, rules: &Rules, out: &mut Vec<Action>) {
        let public = &self.public;
        let cards = cards.minus(public.names(seat));
        if cards.is_empty() {
            return;
        }
        let outskirts = public.reaches_outskirts(seat, role);
        let mut on = |card: Card, site: Material| {
            let town = public.in_town.has(site);
            if town {
                out.push(Action::Lay(card, site, Place::Town));
            }
            if outskirts && public.out_of_town.has(site) && (!town || rules.out_of_town_choice) {
                out.push(Action::Lay(card, site, Place::Outskirts));
            }
        };
        for card in cards.iter() {
            // GTR-91: a Statue stands on any Site.
            if powers().any_site.has(card) && !rules.training {
                for site in Material::ALL {
                    on(card, site);
                }
            } else {
                on(card, card.material());
            }
        }
    }

    fn prepares(&self, seat: Seat, role: Role, out: &mut Vec<Action>) {
        if self.public.may_prepare(seat, role) {
            out.push(Action::Prepare);
        }
    }

    fn demands(&self, seat: Seat, most: u8, demands: Demands, out: &mut Vec<Action>) {
        if demands.len() < most {
            out.extend(Material::ALL.into_iter().filter(|of| self.may_show(seat, *of)).map(Action::Demand));
            if self.public.can(seat, powers().shows_structures) {
                let fresh = self.public.unfinished(seat).filter(|structure| !structure.shown);
                out.extend(fresh.map(|structure| Action::DemandWith(structure.card)));
            }
        }
        out.push(Action::Reveal);
    }

    /// Whether the seat holds a card of this colour that has not been shown for a demand this turn (GTR-24, ruling 25).
    pub(crate) fn may_show(&self, seat: Seat, material: Material) -> bool {
        let gone = self.secret.gone[seat].get()[material];
        self.hand(seat).of(material) > self.public.boards[seat].demanded[material] - gone
    }

    fn gives(&self, seat: Seat, to: Seat, left: Demands, out: &mut Vec<Action>) {
        let before = out.len();
        for material in left.kinds() {
            out.extend(self.hand(seat).kinds_of(material).iter().map(Action::Give));
        }
        let shielded = self.public.is_shielded(seat, to);
        if self.public.may_give_stock(seat, to, left) {
            let stock = &self.public.boards[seat].stock;
            out.extend(left.kinds().filter(|material| stock.has(*material)).map(Action::GiveStock));
        }
        if shielded || out.len() == before {
            out.push(Action::Glory);
        }
    }

    fn revels(&self, seat: Seat, pile: u8, used: Revels, out: &mut Vec<Action>) {
        let public = &self.public;
        let tally = &public.revealed[usize::from(pile)];
        let mut cards = CardSet::NONE;
        Card::all().filter(|card| tally.count(*card) > 0).for_each(|card| cards.insert(card));
        if !used.has(Revels::STOCK) {
            out.extend(cards.iter().map(Action::RevelStock));
        }
        if !used.has(Revels::CLIENT) && public.has_client_room(seat) {
            out.extend(cards.iter().map(Action::RevelClient));
        }
        if !used.has(Revels::VAULT) && public.has_vault_room(seat) {
            out.extend(cards.iter().map(Action::RevelVault));
        }
        if !used.has(Revels::LAY) {
            for card in cards.minus(public.names(seat)).iter() {
                let sites = Material::ALL.into_iter();
                let fitting = sites.filter(|site| powers().any_site.has(card) || *site == card.material());
                let free = fitting.filter(|site| public.in_town.has(*site));
                out.extend(free.map(|site| Action::Lay(card, site, Place::Town)));
            }
        }
        if !used.has(Revels::ADD) {
            public.adds(seat, cards, Means::Bacchanalia, out);
        }
        out.push(Action::Skip);
    }
}

impl Public {
    /// The hand cards that can lead or follow a role: of its colour, or all for Architect with a Crane (GTR-64).
    pub(crate) fn fitting(&self, seat: Seat, hand: &Cards, role: Role) -> CardSet {
        if self.can(seat, powers().leads_as[role as usize]) {
            hand.kinds()
        } else {
            hand.kinds_of(role.material())
        }
    }

    fn actors(&self, seat: Seat, own: u8, role: Role, out: &mut Vec<Action>) {
        if own > 0 {
            out.push(Action::Act);
        }
        let ready = self.colours_for(seat, role).filter(|colour| self.ready_clients(seat, *colour) > 0);
        out.extend(ready.map(Action::Use));
    }

    /// Each of these cards into each structure it fits.
    fn adds(&self, seat: Seat, cards: CardSet, means: Means, out: &mut Vec<Action>) {
        for structure in self.unfinished(seat) {
            for material in Material::ALL {
                let of = cards.and(CardSet::of_material(material));
                if !of.is_empty() && self.fits_by(structure, material, means) {
                    out.extend(of.iter().map(|card| Action::Add(Supply::Card(card), structure.card)));
                    if self.may_stay_open(structure, material, means) {
                        let open = |card| Action::AddUnfinished(Supply::Card(card), structure.card);
                        out.extend(of.iter().map(open));
                    }
                }
            }
        }
    }
}

/// Every petition the seat can make: its colour and size (GTR-11, GTR-61, ruling 3).
pub(crate) fn for_each_petition(
    public: &Public,
    hand: &Cards,
    seat: Seat,
    rules: &Rules,
    mut each: impl FnMut(Material, u8),
) {
    let sizes = petition_sizes(public, seat, rules);
    let (fewest, most) = (*sizes.start(), *sizes.end());
    for material in Material::ALL {
        for size in fewest..=most.min(hand.of(material)) {
            each(material, size);
        }
    }
}

/// The sizes of petition the seat may make.
pub(crate) fn petition_sizes(public: &Public, seat: Seat, rules: &Rules) -> std::ops::RangeInclusive<u8> {
    let usual = rules.petition();
    let fewest = powers().petition.of(public.functions[seat].0).min().unwrap_or(usual);
    fewest.min(usual)..=usual
}
