//! How strong each side stands.

use crate::Rules;
use crate::View;
use crate::cards::Type;
use crate::pile::Half;
use crate::state::Place;
use table::{BySeat, Seat};

use super::outlook::balance;
use super::weights as w;
use bots::Weights;

/// How strong each seat stands, as the view shows it. Alone, the Ludus Magnus is the other side.
pub fn strength(weights: &Weights, rules: &Rules, view: &View) -> BySeat<f32> {
    let mut strength = BySeat::default();
    for seat in Seat::all(rules.players) {
        strength[seat] = side(weights, rules, view, seat);
    }
    if let Some(magnus) = rules.magnus() {
        let glory = f32::from(view.public.ludi[magnus].glory);
        let threat = weights[w::V_GLORY] * glory + weights[w::V_GLORY_LATE] * glory * glory / 6.0;
        strength[Seat::new(0)] += weights[w::V_ALONE] - threat;
    }
    let active = view.public.active;
    if active.index() < rules.players {
        strength[active] += weights[w::V_TURN];
    }
    strength
}

fn side(weights: &Weights, rules: &Rules, view: &View, seat: Seat) -> f32 {
    let public = &view.public;
    let ludus = &public.ludi[seat];
    let glory = f32::from(ludus.glory);
    let mut sum = weights[w::V_GLORY] * glory
        + weights[w::V_GLORY_LATE] * glory * glory / 6.0
        + weights[w::V_COINS] * f32::from(ludus.coins)
        + weights[w::V_HAND] * f32::from(ludus.hand)
        + weights[w::V_RESERVE] * f32::from(ludus.reserve)
        + weights[w::V_ARENAS] * ludus.arenas.count_ones() as f32;
    let mut cards = 0.0;
    for half in [Half::First, Half::Second] {
        for kind in ludus.piles.kinds(half) {
            let count = f32::from(ludus.piles.count(half, kind));
            let card = rules.set.card(kind);
            cards += count;
            sum += count * weights[w::V_CARDS] * f32::from(card.cost);
            match card.kind {
                Type::Income => sum += count * weights[w::V_INCOME] * (f32::from(card.value) - 1.0),
                Type::Gladiator => {
                    sum += count * weights[w::V_GLADIATORS] * f32::from(card.attack + card.health) / 4.0;
                }
                Type::Scheme | Type::Patron | Type::Tactic | Type::Reaction | Type::SchemeTactic => {}
            }
        }
    }
    sum += weights[w::V_THIN] * cards;
    for patron in &ludus.patrons {
        sum += weights[w::V_PATRONS]
            + weights[w::V_INFLUENCE] * f32::from(rules.set.card(patron.kind).influence);
    }
    let tokens = public.tokens.iter().filter(|token| **token == Some(seat)).count();
    sum += weights[w::V_TOKENS] * tokens as f32;
    if public.favor == seat {
        sum += weights[w::V_FAVOR];
    }
    for place in Place::ALL {
        let (own, others) = balance(rules, view, seat, place);
        if own + others > 0.0 {
            let weight = if place.is_fleeting() { weights[w::V_FLEETING] } else { weights[w::V_LASTING] };
            sum += weight * (own - others) / (own + others + 4.0) + weights[w::V_BLOOD] * own;
        }
    }
    sum
}
