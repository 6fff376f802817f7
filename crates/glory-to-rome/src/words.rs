//! The table in words, made from views only.

mod board;
mod explain;
mod news;

use table::{Part, Seat, Tell};

use crate::action::Action;
use crate::cards::{Card, Role};
use crate::effect::{self, Completion, Purchase, powers};
use crate::event::Event;
use crate::frame::{Bonus, Frame};
use crate::rules::Rules;
use crate::score;
use crate::state::{Public, State};
use crate::view::View;
use crate::zone::{Demands, Materials};

impl Tell for State {
    type Event = Event;

    fn table(_: &Rules, view: &View, width: usize) -> String {
        board::table(view, width)
    }

    fn prompt(_: &Rules, view: &View) -> String {
        let public = &view.public;
        let mut crumbs = Vec::new();
        match public.role {
            Some(role) => crumbs.push(format!("Turn {}: {} leads {role}", public.turn, public.leader)),
            None => crumbs.push(format!("Turn {}", public.turn)),
        }
        let frames = public.frames.as_slice();
        for (at, frame) in frames.iter().enumerate() {
            crumbs.extend(crumb(public, *frame, at + 1 == frames.len()));
        }
        if public.is_over() {
            crumbs.push("The game is over".to_owned());
        }
        crumbs.join(" › ")
    }

    fn explain(rules: &Rules, view: &View, action: Action) -> String {
        explain::explain(rules, view, action)
    }

    fn news(rules: &Rules, _: &View, after: &View, events: &[Event]) -> Vec<String> {
        news::news(rules, after.viewer, events)
    }

    fn opening(rules: &Rules, view: &View, events: &[Event]) -> Vec<String> {
        news::news(rules, view.viewer, events)
    }

    fn tally(&self, rules: &Rules) -> Vec<Vec<Part>> {
        if self.public.is_over() { score::tally(self, rules) } else { Vec::new() }
    }

    fn cards(rules: &Rules) -> Vec<(String, String)> {
        let in_play = Card::all().filter(|card| rules.copies(*card) > 0);
        in_play.map(|card| (card.name().to_owned(), card_text(rules, card))).collect()
    }
}

fn card_text(rules: &Rules, card: Card) -> String {
    let (material, copies) = (card.material(), rules.copies(card));
    let stars = "●".repeat(material.value().into());
    format!(
        "{} / {material} {stars} · {copies} copies · {}\n{}",
        card.role(),
        card.rule(),
        effect::text(card)
    )
}

/// One name alone, several with their number: "Brick", "2 Brick".
fn count(count: u8, name: &str) -> String {
    if count == 1 { name.to_owned() } else { format!("{count} {name}") }
}

/// A number of things with the right ending: "1 card", "2 cards".
pub(crate) fn number(count: impl Into<u32>, one: &str) -> String {
    let count = count.into();
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

fn jacks(count: u8) -> String {
    if count == 1 { "a Jack".to_owned() } else { format!("{count} Jacks") }
}

/// The parts as a sentence has them: "Dock, Bar and Road".
pub(crate) fn joined(parts: &[String], last: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// What a pile holds, as a sentence has it; "nothing" if it is empty.
fn pile(pile: &Materials) -> String {
    let parts: Vec<_> = pile.kinds().map(|material| count(pile[material], material.name())).collect();
    if parts.is_empty() { "nothing".to_owned() } else { joined(&parts, "and") }
}

/// What is demanded: "2 Brick and Wood".
pub(crate) fn demanded(demands: Demands) -> String {
    let mut asked = Materials::default();
    demands.kinds().for_each(|material| asked[material] = demands.of(material));
    pile(&asked)
}

/// The building whose completion repeats this.
fn building_of(bonus: Bonus) -> &'static str {
    let of = |card: &Card| powers().completion(*card) == Some(Completion::Repeat(bonus));
    Card::all().find(of).map_or("the building", Card::name)
}

/// One step of the breadcrumbs. Procedures that only pass by say nothing.
fn crumb(public: &Public, frame: Frame, is_top: bool) -> Option<String> {
    let text = match frame {
        Frame::Idle | Frame::Round { .. } | Frame::Levies { .. } => return None,
        Frame::Lead { .. } => format!("{} leads a role or thinks", public.leader),
        Frame::Follow { seat } => format!("{seat} follows or thinks"),
        Frame::Petition { material, left, .. } => {
            format!("Petition of {material}: {} to add", number(left, "card"))
        }
        Frame::Palace { .. } => "Palace: play more cards?".to_owned(),
        Frame::Think { seat, .. } => format!("{seat} thinks"),
        Frame::Tribunal { .. } => "Tribunal: take a Jack too?".to_owned(),
        Frame::Acts { seat, .. } if is_top => format!("{seat} chooses who acts next"),
        Frame::Acts { seat, .. } => format!("{seat} acts"),
        Frame::Second { .. } => "Out of town: who takes the second action?".to_owned(),
        Frame::ClientActs { client, role, .. } if client.role() == role => format!("{role} client"),
        Frame::ClientActs { client, role, .. } => format!("{} client as {role}", client.role()),
        Frame::BathRole { client, .. } => {
            format!("Bath: in which role does the new {} act?", client.role())
        }
        Frame::Patron { .. } => "Patron action: hire a client".to_owned(),
        Frame::Laborer { .. } => "Laborer action: take a material".to_owned(),
        Frame::Architect { .. } => {
            "Architect action: lay a foundation, or build from the stockpile".to_owned()
        }
        Frame::Craftsman { .. } => "Craftsman action: lay a foundation, or build from hand".to_owned(),
        Frame::Fountain { .. } => "Fountain: use the card drawn".to_owned(),
        Frame::Stairway { .. } if is_top => "Stairway: open an opponent's structure?".to_owned(),
        Frame::Stairway { .. } => return None,
        Frame::Solarium { card, .. } => format!("Solarium: take a material back from {card}?"),
        Frame::Demand { most, demands, .. } if demands.is_empty() => {
            format!("Legionary: up to {}", number(most, "demand"))
        }
        Frame::Demand { most, demands, .. } => {
            format!("Legionary: {} of {} ({})", demands.len(), number(most, "demand"), demanded(demands))
        }
        Frame::FromPool { at, .. } => format!("Demand: take {} from the Pool?", asked_material(at)),
        Frame::Give { seat, to, left } => format!("{seat} answers {to}'s demand for {}", demanded(left)),
        Frame::Slay { victim, left, .. } => {
            format!("Colosseum: take {victim}'s clients? (Demanded: {})", demanded(left))
        }
        Frame::Raze { victim, left, .. } => {
            format!("Domus Aurea: raze {victim}'s foundations? (Demanded: {})", demanded(left))
        }
        Frame::Merchant { .. } => "Merchant action: sell a material".to_owned(),
        Frame::Bank { client, .. } if is_top => {
            format!("Triclinium: put the {} into the vault?", client.role())
        }
        Frame::BankLegion { .. } if is_top => "Triclinium: put clients into the vault?".to_owned(),
        Frame::Bank { .. } | Frame::BankLegion { .. } => return None,
        Frame::Bonus { bonus, left: 0, .. } => format!("{}: the last action", building_of(bonus)),
        Frame::Bonus { bonus, left, .. } => format!("{}: {left} more after this", building_of(bonus)),
        Frame::Prison { .. } => "Prison: steal a structure?".to_owned(),
        Frame::Ransom { victim, card, owed, buys: Purchase::Structure, .. } => {
            format!("Prison: pay Sites worth {owed} for {victim}'s {card}")
        }
        Frame::Ransom { victim, card, owed, buys: Purchase::Bonus, .. } => {
            format!("Aerarium: pay Sites worth {owed} for the bonus of {victim}'s {card}")
        }
        Frame::Aerarium { own_site: true, .. } => "Aerarium: give its Site for a bonus?".to_owned(),
        Frame::Aerarium { own_site: false, .. } => "Aerarium: pay with Sites for a bonus?".to_owned(),
        Frame::Enlist { card, .. } => format!("{card}: make its materials clients?"),
        Frame::Bacchanalia { .. } => "Bacchanalia: use the cards turned up".to_owned(),
        Frame::Senate { .. } => "Senate: take Jacks?".to_owned(),
        Frame::Sewer { .. } => "Sewer: keep cards played?".to_owned(),
    };
    Some(text)
}

/// The material the Pool is asked for: see [`Frame::FromPool`].
fn asked_material(at: u8) -> &'static str {
    crate::cards::Material::at(usize::from(at / 32).min(5)).name()
}

/// How many actions a seat would have in a role: its own and its clients'.
fn actions_in(public: &Public, seat: Seat, role: Role) -> String {
    let clients: u8 = public.colours_for(seat, role).map(|colour| public.ready_clients(seat, colour)).sum();
    let each = powers().client_actions.of(public.functions[seat].0).max().unwrap_or(1);
    match clients * each {
        0 => "1 action".to_owned(),
        1 => "2 actions, 1 of them by a client".to_owned(),
        by_clients => format!("{} actions, {by_clients} of them by clients", 1 + by_clients),
    }
}
