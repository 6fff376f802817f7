//! How good each action looks to the seat that decides.

use crate::Rules;
use crate::action::{Action, Place, Play, Supply};
use crate::cards::{Card, Material, Role};
use crate::procedures::Frame;
use crate::view::View;
use table::Seat;

use super::outlook::Outlook;
use super::weights as w;
use bots::Weights;

/// Weighs every legal action.
pub fn weigh(weights: &Weights, _: &Rules, view: &View, seat: Seat, legal: &[Action], out: &mut Vec<f32>) {
    let outlook = Outlook::new(weights, view, seat);
    let mut roles = [None; 6];
    out.extend(legal.iter().map(|action| weigh_one(&outlook, *action, &mut roles)));
}

/// What each role is worth, worked out when first asked for.
type Roles = [Option<f32>; 6];

#[allow(clippy::too_many_lines)] // One arm for each action, in the order of `Action`.
fn weigh_one(outlook: &Outlook<'_>, action: Action, roles: &mut Roles) -> f32 {
    let (public, seat, weights) = (&outlook.view.public, outlook.seat, outlook.weights);
    let stock = |material: Material| outlook.stock[material.index()];
    let client = |colour: Material| outlook.clients[colour.index()];
    match action {
        Action::Lead(role, play) => lead(outlook, role, roles) - play_cost(outlook, play),
        Action::Follow(play) => {
            let role = public.role.unwrap_or(Role::Laborer);
            role_worth(outlook, role, roles) + weights[w::ACT] - play_cost(outlook, play)
        }
        Action::AddOrder(card) if matches!(public.top(), Frame::Palace(_)) => {
            role_worth(outlook, public.role.unwrap_or(Role::Laborer), roles) - outlook.card(card)
        }
        Action::AddOrder(card) => -outlook.card(card),
        Action::AddJack => {
            role_worth(outlook, public.role.unwrap_or(Role::Laborer), roles) - weights[w::JACK_COST]
        }
        Action::AddPetition(_, size) => {
            let cost = f32::from(size) * weights[w::CARD_COST];
            role_worth(outlook, public.role.unwrap_or(Role::Laborer), roles) - cost
        }
        Action::Enough | Action::Skip | Action::Reveal | Action::Leave(_) => 0.0,
        Action::Surrender(_) => -100.0,
        Action::ThinkJack => weights[w::THINK] + weights[w::JACK],
        Action::ThinkDraw => {
            let more = public.refill(seat).saturating_sub(public.boards[seat].hand()).max(1);
            weights[w::THINK] + weights[w::THINK_CARD] * f32::from(more)
        }
        Action::Discard(card) => weights[w::THINK] + weights[w::THINK_CARD] - outlook.card(card),
        Action::DiscardJack | Action::DiscardHand => -1.0,
        Action::TakeJack => weights[w::JACK],
        // What an action brings is decided inside it, where it can still be skipped.
        Action::Act => 2.0,
        Action::Use(_) => 1.9,
        Action::Stop => -2.0,
        Action::ActAs(role) => role_worth(outlook, role, roles) + 0.1,
        Action::HirePool(colour) => client(colour),
        Action::HireHand(card) => client(card.material()) - outlook.card(card),
        Action::HireDeck => outlook.clients.iter().sum::<f32>() / 6.0,
        Action::LaborPool(material) => stock(material),
        Action::LaborHand(card) => stock(card.material()) - outlook.card(card),
        Action::SellStock(material) => outlook.sale(material) - 0.5 * stock(material),
        Action::SellDeck => outlook.sale(Material::Brick),
        Action::SellHand(card) => outlook.sale(card.material()) - outlook.card(card),
        Action::Lay(card, site, Place::Town) => outlook.lay(card, site),
        Action::Lay(card, site, Place::Outskirts) => outlook.lay(card, site) - weights[w::OUTSKIRTS],
        Action::Add(supply, card) => add(outlook, supply, card),
        // It is hardly ever better than to complete it.
        Action::AddUnfinished(supply, card) => add(outlook, supply, card) - 1.0,
        Action::Look => 0.5 + 0.5 * role_worth(outlook, Role::Craftsman, roles),
        Action::Keep => 0.2,
        Action::Dismantle(_) => -1.0,
        Action::Prepare => -0.2,
        Action::Raise(owner, card, supply) => {
            let function = weights[w::BUILDING + card.index()] * outlook.left;
            let others = if owner == seat { 0.3 } else { 0.7 };
            others * function - stock(supply.material())
        }
        Action::Recover(material) | Action::Take(material) | Action::Sewer(material) => {
            0.05 + stock(material)
        }
        Action::Demand(material) => 0.05 + outlook.demand(material),
        Action::DemandWith(card) => 0.05 + outlook.demand(card.material()),
        Action::Give(card) => -outlook.card(card),
        Action::GiveStock(material) => -stock(material),
        Action::Glory => 0.0,
        Action::Slay(_, colour) => 0.3 + outlook.sale(colour),
        Action::Raze(_, card) => 0.3 + stock(card.material()),
        Action::Bank(colour) => outlook.sale(colour) - client(colour),
        Action::Steal(owner, card) => {
            let site = public.find(owner, card).map_or(card.material(), |at| public.structures[at].site);
            let function = weights[w::BUILDING + card.index()] * outlook.left;
            // GTR-83: the Prison's Site, worth 3, goes to the victim.
            1.6 * function - weights[w::POINT] * 3.0 + 0.01 * f32::from(site.value())
        }
        Action::Pay(site) => -f32::from(site.value()),
        Action::Award(_, card) => {
            weights[w::BUILDING + card.index()] * outlook.left - weights[w::POINT] * 2.0
        }
        Action::Enlist(colour) => client(colour),
        Action::RevelStock(card) => stock(card.material()),
        Action::RevelClient(card) => client(card.material()),
        Action::RevelVault(card) => outlook.sale(card.material()),
        Action::Claim(_) => weights[w::JACK],
    }
}

fn role_worth(outlook: &Outlook<'_>, role: Role, roles: &mut Roles) -> f32 {
    *roles[role as usize].get_or_insert_with(|| outlook.role(role))
}

/// What leading a role brings: the own actions, less what it lets the others do.
fn lead(outlook: &Outlook<'_>, role: Role, roles: &mut Roles) -> f32 {
    let (public, seat, weights) = (&outlook.view.public, outlook.seat, outlook.weights);
    let own = role_worth(outlook, role, roles);
    let clients = f32::from(outlook.clients_for(seat, role));
    let others: f32 = public.others(seat).map(|other| f32::from(outlook.clients_for(other, role))).sum();
    let rivals = f32::from(public.players - 1);
    own * (1.0 + weights[w::REPEAT] * clients) + weights[w::ACT] - weights[w::OPPONENT] * others / rivals
}

fn play_cost(outlook: &Outlook<'_>, play: Play) -> f32 {
    match play {
        Play::Order(card) => outlook.card(card),
        Play::Jack => outlook.weights[w::JACK_COST],
        Play::Petition(_, size) => f32::from(size) * outlook.weights[w::CARD_COST],
    }
}

fn add(outlook: &Outlook<'_>, supply: Supply, card: Card) -> f32 {
    let public = &outlook.view.public;
    let Some(at) = public.find(outlook.seat, card) else { return 0.0 };
    let structure = &public.structures[at];
    let cost = match supply {
        Supply::Card(card) => 0.3 * outlook.card(card),
        Supply::Stock(material) => 0.3 * outlook.weights[w::STOCK] * f32::from(material.value()),
        Supply::Pool(_) => 0.0,
    };
    outlook.add(structure) - cost
}
