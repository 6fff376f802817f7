//! What arenas and cards are worth to a side now.

use crate::Rules;
use crate::View;
use crate::action::Fighter;
use crate::cards::{Card, Kind};
use crate::state::{Gladiator, Place};
use table::Seat;

/// How much a gladiator counts in a fight: what it deals and what it takes.
pub fn might(card: &Card, gladiator: &Gladiator) -> f32 {
    let [attack, health, agility, _] = gladiator.boosts.map(f32::from);
    let left = (f32::from(card.health) + health - f32::from(gladiator.damage)).max(0.0)
        + 2.0 * f32::from(gladiator.blessings);
    let ready = match (gladiator.exhausted, gladiator.bound) {
        (false, _) => 1.0,
        (true, false) => 0.7,
        (true, true) => 0.5,
    };
    let attack = (f32::from(card.attack) + attack).max(0.0);
    (attack * ready + 0.5) + left * 0.7 + 0.2 * (f32::from(card.agility) + agility).max(0.0)
}

/// How much a card would count as a gladiator.
pub fn printed_might(card: &Card) -> f32 {
    f32::from(card.attack) + 0.5 + 0.7 * f32::from(card.health) + 0.2 * f32::from(card.agility)
}

/// How much a seat's gladiators in an arena count, and how much the strongest others do.
pub fn balance(rules: &Rules, view: &View, seat: Seat, place: Place) -> (f32, f32) {
    let mut sides = [0.0_f32; crate::state::SEATS];
    for (_, gladiator) in view.public.sand.iter().filter(|(_, gladiator)| gladiator.place == place) {
        sides[gladiator.owner.index()] += might(rules.set.card(gladiator.kind), gladiator);
    }
    let own = sides[seat.index()];
    let others = sides.iter().enumerate().filter(|(at, _)| *at != seat.index());
    (own, others.map(|(_, side)| *side).fold(0.0, f32::max))
}

/// The gladiator a player names.
pub fn find(view: &View, fighter: Fighter) -> Option<&Gladiator> {
    let same = |gladiator: &&Gladiator| gladiator.owner == fighter.owner && gladiator.kind == fighter.kind;
    let all = view.public.sand.iter().map(|(_, gladiator)| gladiator).filter(same);
    all.clone().nth(usize::from(fighter.nth.saturating_sub(1))).or_else(|| all.clone().next())
}

/// What a card is worth to have: about its price.
pub fn worth(rules: &Rules, kind: Kind) -> f32 {
    let card = rules.set.card(kind);
    f32::from(card.cost) + 0.5 * f32::from(card.value)
}
