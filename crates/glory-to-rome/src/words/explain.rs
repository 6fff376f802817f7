//! What a decision would do, for the one who decides.

use table::Seat;

use super::{actions_in, building_of, demanded, number};
use crate::action::{Action, Place, Play, Supply};
use crate::cards::{Card, Material, Role};
use crate::effect::{self, Completion, powers};
use crate::frame::{Bonus, Frame, Stopped, Used};
use crate::rules::Rules;
use crate::state::Public;
use crate::view::View;

#[allow(clippy::too_many_lines)] // One line for each thing a player can do, in the order of `Action`.
pub(super) fn explain(rules: &Rules, view: &View, action: Action) -> String {
    let public = &view.public;
    let seat = view.viewer.seat().unwrap_or_default();
    match action {
        Action::Lead(role, play) => explain_play(public, seat, role, play),
        Action::Follow(play) => {
            public.role.map(|role| explain_play(public, seat, role, play)).unwrap_or_default()
        }
        Action::AddOrder(_) | Action::AddJack | Action::AddPetition(..) => match public.top() {
            Frame::Palace { .. } => "One more action".to_owned(),
            _ => "Part of the petition".to_owned(),
        },
        Action::Enough => "Play no more cards".to_owned(),
        Action::Surrender(to) => surrender(public, seat, to),
        Action::ThinkJack => "Take a Jack".to_owned(),
        Action::ThinkDraw => draw(public, seat),
        Action::Discard(card) => format!("Discard {card} to the Pool, then think"),
        Action::DiscardJack => "Put a Jack back to its pile, then think".to_owned(),
        Action::DiscardHand => "Discard your whole hand, then think".to_owned(),
        Action::TakeJack => "Take a Jack as well".to_owned(),
        Action::Act => "Use your own action".to_owned(),
        Action::Use(colour) => format!("Let your {} act", colour.role()),
        Action::Stop => stop(public),
        Action::ActAs(role) => format!("Take {} action at once", role.with_article()),
        Action::HirePool(_) | Action::HireHand(_) => {
            let (now, room) = (public.boards[seat].clients.len() + 1, public.client_limit(seat));
            format!("A new client: {now} of {room}")
        }
        Action::HireDeck => {
            format!("A new client, whatever card comes{}", ends_if(public.deck == 1))
        }
        Action::LaborPool(_) | Action::LaborHand(_) => "Into your stockpile".to_owned(),
        Action::SellStock(material) => into_vault(material),
        Action::SellDeck => format!("A card nobody sees into your vault{}", ends_if(public.deck == 1)),
        Action::SellHand(card) => format!("{}, unseen by the others", into_vault(card.material())),
        Action::Lay(card, site, place) => explain_lay(rules, public, seat, card, site, place),
        Action::Add(supply, name) => explain_add(rules, public, seat, supply, name),
        Action::AddUnfinished(_, name) => {
            let have = public.find(seat, name).map_or(0, |at| public.structures[at].materials.len() + 1);
            format!("Leave it unfinished all the same: {}", number(have, "material"))
        }
        Action::Look => format!("Draw the card to build with{}", ends_if(public.deck == 1)),
        Action::Keep => "Into your hand; this uses the action".to_owned(),
        Action::Dismantle(card) => format!("{card} back to your hand, its materials to your stockpile"),
        Action::Prepare => {
            "Save this action for an out-of-town Site, together with one of its role that directly follows"
                .to_owned()
        }
        Action::Raise(_, card, _) => format!("From then on it works for everyone: {}", effect::text(card)),
        Action::Recover(material) => format!("{material} back to your stockpile"),
        Action::Demand(material) => format!("Show a {material} card: one demand for {material}"),
        Action::DemandWith(card) => format!("Show it: one demand for {}", card.material()),
        Action::Reveal => reveal(public),
        Action::Take(_) => "From the Pool into your stockpile".to_owned(),
        Action::Leave(_) => "Leave it in the Pool".to_owned(),
        Action::Give(_) | Action::GiveStock(_) => "Hand it over".to_owned(),
        Action::Glory => glory(public, seat),
        Action::Slay(_, colour) => into_vault(colour),
        Action::Raze(owner, card) => {
            let site = public.find(owner, card).map_or(0, |at| public.structures[at].site.value());
            format!("Its card goes to your stockpile, its Site to your influence: +{site}")
        }
        Action::Bank(colour) => into_vault(colour),
        Action::Steal(victim, card) => steal(public, victim, card),
        Action::Pay(site) => format!("Give away a Site worth {} influence", site.value()),
        Action::Award(to, card) => award(public, seat, to, card),
        Action::Enlist(material) => format!("{} as a new client", capital(&material.role().with_article())),
        Action::RevelStock(_) => "Into your stockpile".to_owned(),
        Action::RevelClient(card) => {
            format!("{} as a new client", capital(&card.role().with_article()))
        }
        Action::RevelVault(card) => into_vault(card.material()),
        Action::Claim(_) => "Into your hand".to_owned(),
        Action::Sewer(_) => "Into your stockpile instead of the Pool".to_owned(),
        Action::Skip => skip(public),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn into_vault(material: Material) -> String {
    format!("Into your vault: {}", number(material.value(), "point"))
}

/// A warning, where the action ends the game.
fn ends_if(ends: bool) -> &'static str {
    if ends { " – this ends the game!" } else { "" }
}

fn explain_play(public: &Public, seat: Seat, role: Role, play: Play) -> String {
    let jack = match play {
        Play::Order(_) | Play::Petition(..) => "",
        Play::Jack => " for your Jack",
    };
    format!("You get {}{jack}{}", actions_in(public, seat, role), nothing_to_do(public, seat, role))
}

/// A hint where the role's actions would have nothing to work on, as the table lies now.
fn nothing_to_do(public: &Public, seat: Seat, role: Role) -> &'static str {
    let board = &public.boards[seat];
    let can = |among| public.can(seat, among);
    match role {
        Role::Laborer if public.pool.is_empty() && !can(powers().labors_from_hand) => {
            " – but the Pool is empty"
        }
        Role::Merchant if !public.has_vault_room(seat) => " – but your vault is full",
        Role::Merchant
            if board.stock.is_empty() && !can(powers().sells_from_deck) && !can(powers().sells_from_hand) =>
        {
            " – but your stockpile is empty"
        }
        Role::Patron if !public.has_client_room(seat) => " – but you have no room for clients",
        Role::Patron
            if public.pool.is_empty() && !can(powers().hires_from_deck) && !can(powers().hires_from_hand) =>
        {
            " – but the Pool is empty"
        }
        Role::Laborer
        | Role::Craftsman
        | Role::Architect
        | Role::Legionary
        | Role::Merchant
        | Role::Patron => "",
    }
}

/// GTR-40: what surrender comes to, with those who have surrendered already.
fn surrender(public: &Public, seat: Seat, to: Seat) -> String {
    let mut others = public.others(to).filter(|other| *other != seat);
    if others.all(|other| public.boards[other].surrendered == Some(to)) {
        format!("You give up: this ends the game, and the winner is {to}")
    } else {
        format!("You give up; once all others do so too, the winner is {to}")
    }
}

fn draw(public: &Public, seat: Seat) -> String {
    let (have, size) = (public.boards[seat].hand(), public.refill(seat));
    let wanted = if have < size { size - have } else { 1 };
    if wanted < public.deck {
        return format!("Draw {} of the {} left", number(wanted, "card"), public.deck);
    }
    let last = if public.deck == 1 { "card".to_owned() } else { format!("{} cards", public.deck) };
    format!("Draw the last {last}{}", ends_if(true))
}

fn stop(public: &Public) -> String {
    let role = match (public.top(), public.role) {
        (Frame::Acts { stopped: Stopped::Nothing, .. }, Some(role)) => role,
        _ => Role::Architect,
    };
    format!("Give up the {role} actions that are left")
}

/// GTR-24: making no demand gives the actions up.
fn reveal(public: &Public) -> String {
    let Frame::Demand { most, demands, .. } = public.top() else { return String::new() };
    if demands.is_empty() {
        let lost = if most == 1 { "action is" } else { "actions are" };
        return format!("Demand nothing: your Legionary {lost} lost");
    }
    let unused = most.saturating_sub(demands.len());
    let unused =
        if unused == 0 { String::new() } else { format!("; {} left unused", number(unused, "more action")) };
    format!("Demand {}{unused}", demanded(demands))
}

fn glory(public: &Public, seat: Seat) -> String {
    match public.top() {
        Frame::Give { to, .. } if public.is_shielded(seat, to) => {
            "Give nothing more: you are protected".to_owned()
        }
        _ => "You have nothing to give".to_owned(),
    }
}

/// GTR-83, GTR-116: who gets what for a stolen structure.
fn steal(public: &Public, victim: Seat, card: Card) -> String {
    let price = match public.top() {
        Frame::Prison { own_site: true, .. } => {
            let value = Material::Stone.value();
            format!("The Prison's Site, and so {value} influence, goes to {victim}")
        }
        _ => format!("You pay with Sites worth {}, which go to {victim}", crate::play::RANSOM),
    };
    format!("{price}. You get: {}", effect::text(card))
}

/// GTR-115: who gets what for a completion bonus.
fn award(public: &Public, seat: Seat, to: Seat, card: Card) -> String {
    let price = match public.top() {
        _ if to == seat => "You pay nothing".to_owned(),
        Frame::Aerarium { own_site: true, .. } => {
            let value = Material::Concrete.value();
            format!("The Aerarium's Site, and so {value} influence, goes to {to}")
        }
        _ => format!("You pay with Sites worth {}, which go to {to}", crate::play::AWARD),
    };
    format!("{price}. You use: {}", effect::text(card))
}

fn explain_lay(
    rules: &Rules,
    public: &Public,
    seat: Seat,
    card: Card,
    site: Material,
    place: Place,
) -> String {
    let cost = site.value();
    let actions = match place {
        Place::Outskirts if !public.can(seat, powers().out_of_town_at_once) => ", takes two actions",
        Place::Town | Place::Outskirts => "",
    };
    let last = place == Place::Town && public.in_town.len() == 1;
    let function = if rules.training { String::new() } else { format!(". {}", effect::text(card)) };
    format!("Needs {cost} {site}{actions}{}{function}", ends_if(last))
}

fn explain_add(rules: &Rules, public: &Public, seat: Seat, supply: Supply, name: Card) -> String {
    let Some(structure) = public.find(seat, name).map(|at| &public.structures[at]) else {
        return String::new();
    };
    let (have, cost) = (structure.materials.len() + 1, structure.cost());
    // A Bacchanalia is no action, so a Scriptorium does not help it.
    let action = !matches!(public.top(), Frame::Bacchanalia { .. });
    let scriptorium = action && public.can(seat, powers().finished_by[supply.material().index()]);
    let villa = !rules.training
        && !matches!(supply, Supply::Card(_))
        && powers().finishes_at_once[Role::Architect as usize].has(name);
    if have >= cost || scriptorium || villa {
        let ends = powers().completion(name) == Some(Completion::EndGame) && !rules.training;
        return format!("Completes it: +{} influence{}", structure.site.value(), ends_if(ends));
    }
    format!("{have} of {cost}")
}

/// What declining comes to in each procedure; a bonus that is declined is given up altogether.
fn skip(public: &Public) -> String {
    let frames = public.frames.as_slice();
    if let [.., Frame::Bonus { bonus, left, .. }, top] = frames
        && *left > 0
        && is_unused_part(*bonus, *top)
    {
        let name = building_of(*bonus);
        return format!("Give up this and the {left} more that the {name} gives");
    }
    let text = match public.top() {
        Frame::Think { .. } => "Do not think",
        Frame::Tribunal { .. } => "Take no Jack",
        Frame::BathRole { .. } => "The new client does not act",
        top @ (Frame::Patron { .. } | Frame::Laborer { .. } | Frame::Merchant { .. }) if is_begun(top) => {
            "Do no more with this action"
        }
        Frame::Patron { .. }
        | Frame::Laborer { .. }
        | Frame::Architect { .. }
        | Frame::Craftsman { .. }
        | Frame::Merchant { .. } => "Leave this action unused",
        Frame::Stairway { .. } => "Open nothing",
        Frame::Solarium { .. } => "Take nothing back",
        Frame::Slay { .. } => "Take no more clients here",
        Frame::Raze { .. } => "Raze no more here",
        Frame::Bank { .. } => "Keep the client",
        Frame::BankLegion { .. } => "Keep the other clients",
        Frame::Prison { .. } => "Steal nothing and keep your Sites",
        Frame::Aerarium { .. } => "Use no bonus and keep your Sites",
        Frame::Enlist { .. } => "Make no more clients of it",
        Frame::Bacchanalia { .. } => "The cards left go to your hand",
        Frame::Senate { .. } => "Take no more Jacks",
        Frame::Sewer { .. } => "Let the cards left go to the Pool",
        Frame::Idle
        | Frame::Round { .. }
        | Frame::Lead { .. }
        | Frame::Follow { .. }
        | Frame::Petition { .. }
        | Frame::Palace { .. }
        | Frame::Acts { .. }
        | Frame::Second { .. }
        | Frame::ClientActs { .. }
        | Frame::Fountain { .. }
        | Frame::Demand { .. }
        | Frame::FromPool { .. }
        | Frame::Levies { .. }
        | Frame::Give { .. }
        | Frame::Bonus { .. }
        | Frame::Ransom { .. } => "Do nothing here",
    };
    text.to_owned()
}

/// Whether this is one of the actions of a bonus, not yet used; a Domus completed by one is not (GTR-110).
fn is_unused_part(bonus: Bonus, frame: Frame) -> bool {
    match (bonus, frame) {
        (Bonus::Craftsman, Frame::Craftsman { .. }) | (Bonus::Think, Frame::Think { .. }) => true,
        (Bonus::Laborer, Frame::Laborer { used, .. }) => used.nothing(),
        (Bonus::Patron, Frame::Patron { used, .. }) => {
            used.nothing() && !used.has(Used::DOMUS) && !used.has(Used::BATH)
        }
        (Bonus::Craftsman | Bonus::Laborer | Bonus::Patron | Bonus::Think, _) => false,
    }
}

/// Whether the action under way has been used already, at least in part.
fn is_begun(frame: Frame) -> bool {
    match frame {
        Frame::Patron { used, .. } | Frame::Laborer { used, .. } | Frame::Merchant { used, .. } => {
            !used.nothing()
        }
        _ => false,
    }
}
