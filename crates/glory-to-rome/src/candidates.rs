//! What a seat could name now, legal or not: what "why not?" is asked about.

use table::Seat;

use crate::action::{Action, Place, Play, Supply};
use crate::cards::{Card, CardSet, Material, Role};
use crate::effect::powers;
use crate::frame::Frame;
use crate::rules::Rules;
use crate::state::State;

impl State {
    /// What a seat could name now, legal or not.
    pub(crate) fn list_candidates(&self, seat: Seat, rules: &Rules, out: &mut Vec<Action>) {
        let public = &self.public;
        let hand = self.hand(seat).kinds();
        self.list_legal(rules, out);
        let sites = |card: Card| -> Vec<Material> {
            if powers().any_site.has(card) { Material::ALL.to_vec() } else { vec![card.material()] }
        };
        let mut named = Vec::new();
        match public.top() {
            Frame::Lead { .. } => {
                for role in Role::ALL {
                    named.extend(hand.iter().map(|card| Action::Lead(role, Play::Order(card))));
                    named.push(Action::Lead(role, Play::Jack));
                    let size = rules.petition();
                    named.extend(
                        Material::ALL.map(|material| Action::Lead(role, Play::Petition(material, size))),
                    );
                }
                named.push(Action::ThinkJack);
            }
            Frame::Follow { .. } => {
                named.extend(hand.iter().map(|card| Action::Follow(Play::Order(card))));
                named.extend([Action::Follow(Play::Jack), Action::ThinkJack, Action::Skip]);
                named.extend(
                    Material::ALL.map(|material| Action::Follow(Play::Petition(material, rules.petition()))),
                );
            }
            Frame::Petition { .. } | Frame::Palace { .. } => named.extend(hand.iter().map(Action::AddOrder)),
            Frame::Patron { .. } => {
                named.extend(Material::ALL.map(Action::HirePool));
                named.extend(hand.iter().map(Action::HireHand));
                named.push(Action::HireDeck);
            }
            Frame::Laborer { .. } => {
                named.extend(Material::ALL.map(Action::LaborPool));
                named.extend(hand.iter().map(Action::LaborHand));
            }
            Frame::Merchant { .. } => {
                named.extend(Material::ALL.map(Action::SellStock));
                named.extend(hand.iter().map(Action::SellHand));
                named.push(Action::SellDeck);
            }
            Frame::Architect { .. } | Frame::Craftsman { .. } => {
                for card in hand.iter() {
                    for site in sites(card) {
                        named.push(Action::Lay(card, site, Place::Town));
                        named.push(Action::Lay(card, site, Place::Outskirts));
                    }
                }
                for structure in public.unfinished(seat) {
                    let to = structure.card;
                    named.extend(hand.iter().map(|card| Action::Add(Supply::Card(card), to)));
                    named.extend(Material::ALL.map(|material| Action::Add(Supply::Stock(material), to)));
                    named.extend(Material::ALL.map(|material| Action::Add(Supply::Pool(material), to)));
                }
                named.extend([Action::Look, Action::Prepare]);
                named.extend(public.finished(seat).map(|structure| Action::Dismantle(structure.card)));
            }
            Frame::Stairway { .. } => {
                for structure in &public.structures {
                    let (owner, card) = (structure.owner, structure.card);
                    named.extend(Material::ALL.map(|m| Action::Raise(owner, card, Supply::Stock(m))));
                }
            }
            Frame::Demand { .. } => {
                named.extend(Material::ALL.map(Action::Demand));
                named.extend(public.unfinished(seat).map(|structure| Action::DemandWith(structure.card)));
            }
            Frame::Give { .. } => {
                named.extend(hand.iter().map(Action::Give));
                named.push(Action::Glory);
            }
            Frame::Prison { .. } => {
                named.extend(public.structures.iter().map(|s| Action::Steal(s.owner, s.card)));
            }
            Frame::Bacchanalia { pile, .. } => {
                let tally = &public.revealed[usize::from(pile)];
                let mut cards = CardSet::NONE;
                Card::all().filter(|card| tally.count(*card) > 0).for_each(|card| cards.insert(card));
                for card in cards.iter() {
                    named.extend([
                        Action::RevelStock(card),
                        Action::RevelClient(card),
                        Action::RevelVault(card),
                    ]);
                    named.extend(sites(card).into_iter().map(|site| Action::Lay(card, site, Place::Town)));
                    let to = public
                        .unfinished(seat)
                        .map(|structure| Action::Add(Supply::Card(card), structure.card));
                    named.extend(to);
                }
            }
            _ => {}
        }
        for action in named {
            if !out.contains(&action) {
                out.push(action);
            }
        }
    }
}
