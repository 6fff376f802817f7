//! How good each action looks to the seat that decides.

use crate::View;
use crate::action::Source;
use crate::cards::Type;
use crate::effect::{Seen, Toll};
use crate::procedures::Frame;
use crate::procedures::using::ability;
use crate::state::Place;
use crate::{Action, Rules};
use table::Seat;

use super::outlook::{balance, find, might, printed_might, worth};
use super::weights as w;
use bots::Weights;

/// Weighs every legal action.
pub fn weigh(
    weights: &Weights,
    rules: &Rules,
    view: &View,
    seat: Seat,
    legal: &[Action],
    out: &mut Vec<f32>,
) {
    out.extend(legal.iter().map(|action| weigh_one(weights, rules, view, seat, *action)));
}

fn weigh_one(weights: &Weights, rules: &Rules, view: &View, seat: Seat, action: Action) -> f32 {
    let card = |kind| rules.set.card(kind);
    match action {
        Action::Buy(kind) => {
            let sort = match card(kind).kind {
                Type::Income => w::BUY_INCOME,
                Type::Scheme | Type::SchemeTactic => w::BUY_SCHEME,
                Type::Patron => w::BUY_PATRON,
                Type::Gladiator => w::BUY_GLADIATOR,
                Type::Tactic => w::BUY_TACTIC,
                Type::Reaction => w::BUY_REACTION,
            };
            weights[w::BUY] + weights[w::BUY_COST] * f32::from(card(kind).cost) + weights[sort]
        }
        Action::Play(kind) => match card(kind).kind {
            Type::Patron => weights[w::PLAY_PATRON] + 0.1 * f32::from(card(kind).influence),
            Type::Scheme | Type::SchemeTactic | Type::Income => weights[w::PLAY_SCHEME],
            Type::Tactic | Type::Gladiator => weights[w::PLAY_TACTIC],
            Type::Reaction => weights[w::PLAY_REACTION],
        },
        Action::Enter(kind, place) => enter(weights, rules, view, seat, printed_might(card(kind)), place),
        Action::Reserve(_) => weights[w::RESERVE],
        Action::Upgrade(_) => weights[w::UPGRADE],
        Action::Use(source, at) => {
            let weight = match source {
                Source::Patron(_) => weights[w::USE_PATRON],
                Source::Gladiator(_) | Source::Departed(_) => weights[w::USE_GLADIATOR],
                Source::Arena(_) => weights[w::USE_ARENA],
            };
            // Another gladiator's life (FG-144) is more than most abilities are worth.
            match ability(rules, source.bearer(), at).cost.defeat {
                Toll::Another => weight - 1.5,
                Toll::Nothing | Toll::Itself => weight,
            }
        }
        // It goes in any case; the others may still add to what it would prevent.
        Action::Blessing(_) => -1.0,
        Action::Redeem => weights[w::REDEEM],
        // When to be asked is for people; a player of this kind wants to be asked.
        Action::Stops(_) => -20.0,
        Action::EndTurn => weights[w::END],
        Action::Attack(fighter) => 1.0 + weights[w::ATTACK] * f32::from(card(fighter.kind).attack),
        Action::Pass | Action::Decline => 0.0,
        Action::Target(fighter) => target(weights, rules, view, seat, fighter),
        // Of the own deck the cheap cards go, so that others are drawn (FG-141).
        Action::Choose(kind) if thins_own_deck(view) => 1.0 - 0.5 * worth(rules, kind),
        Action::Choose(kind) => weights[w::CHOOSE] + weights[w::CHOOSE_COST] * worth(rules, kind),
        Action::Row(_) | Action::Patron(..) | Action::Arena(_) | Action::Opponent(_) | Action::First(..) => {
            0.0
        }
        Action::Place(place) => {
            if place.is_fleeting() {
                0.0
            } else {
                0.1
            }
        }
        Action::Pay(incomes) => {
            weights[w::PAY_INCOME] * incomes.iter().map(|count| f32::from(*count)).sum::<f32>()
        }
        Action::Accept => weights[w::ACCEPT],
        // Which of several effects: only the position afterwards tells.
        Action::Mode(_) => 0.0,
    }
}

/// Whether a player looks at the own deck to discard of it.
fn thins_own_deck(view: &View) -> bool {
    matches!(view.public.stack.last(), Some(Frame::Look(look)) if look.seat == look.owner && look.then == Seen::Discard)
}

/// What putting a gladiator of this might into an arena is worth.
fn enter(weights: &Weights, rules: &Rules, view: &View, seat: Seat, more: f32, place: Place) -> f32 {
    let (own, others) = balance(rules, view, seat, place);
    let mut sum = weights[w::ENTER] + weights[w::ENTER_MIGHT] * more;
    if others > own {
        sum += if own + more >= others { weights[w::ENTER_BEHIND] } else { weights[w::ENTER_HOPELESS] };
    }
    if place == Place::Lasting {
        sum += weights[w::ENTER_LASTING];
    }
    if view.public.stack.iter().any(|frame| matches!(frame, Frame::Register(_))) {
        sum += weights[w::REGISTER];
    }
    sum
}

/// What naming a gladiator is worth: mostly it is to be hurt.
fn target(weights: &Weights, rules: &Rules, view: &View, seat: Seat, fighter: crate::action::Fighter) -> f32 {
    let Some(gladiator) = find(view, fighter) else { return 0.0 };
    let card = rules.set.card(gladiator.kind);
    let sign = if gladiator.owner == seat { -1.0 } else { 1.0 };
    let left = f32::from(card.health.saturating_sub(gladiator.damage + gladiator.assigned)).max(0.5);
    sign * (weights[w::TARGET_OPPOSING]
        + weights[w::TARGET_KILL] / left
        + weights[w::TARGET_MIGHT] * might(card, gladiator))
}
