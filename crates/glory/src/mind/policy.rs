//! How good each action looks to the seat that decides.

use std::cmp::Ordering;

use crate::{Action, Foe, Frame, Held, Rules, Step, View, Window};
use table::Seat;

use super::battles;
use super::outlook::Outlook;
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
    let outlook = Outlook::new(weights, rules, view, seat);
    out.extend(legal.iter().map(|action| weigh_one(&outlook, *action)));
}

/// What a coin is worth that a scenario asks for (E12), when there are nearly enough.
const KEPT: f32 = 0.6;
/// What the monster that a scenario asks for is worth besides its glory (E12).
const QUARRY: f32 = 2.0;

fn weigh_one(outlook: &Outlook<'_>, action: Action) -> f32 {
    let (weights, view, rules) = (outlook.weights, outlook.view, outlook.rules);
    let kingdom = &*rules.kingdom;
    match action {
        Action::Hero(board) => kingdom.heroes.get(board as usize).map_or(0.0, |board| {
            weights[w::HERO_HEALTH] * f32::from(board.health)
                + weights[w::HERO_POWER] * f32::from(board.power)
                + weights[w::HERO_STRIKE]
                    * (f32::from(board.strike) + 0.4 * f32::from(board.boon.passive.fury))
        }),
        Action::Roll | Action::Pass | Action::Withdraw | Action::End | Action::Choose(_) => 0.0,
        Action::Buy(kind) => kingdom.goods.get(kind as usize).map_or(0.0, |good| {
            let price = f32::from(good.price);
            weights[w::BUY] + weights[w::BUY_PRICE] * price + outlook.boon(&good.boon)
                - KEPT * price * outlook.saved()
        }),
        Action::Use(held) => use_of(outlook, held),
        Action::Go { end, .. } => outlook.space(end),
        Action::March(end) => outlook.space(end) - weights[w::MARCH] * (1.0 + outlook.hurt),
        Action::Halt => outlook.space(view.public.heroes[outlook.seat].space),
        Action::Name(lair) => name(outlook, lair),
        Action::Look(_) | Action::Read(_) => weights[w::LOOK],
        Action::Engage => engage(outlook),
        Action::Prepare => match standing(outlook) {
            Some(Ordering::Greater) => -1.0,
            Some(Ordering::Less | Ordering::Equal) | None => 0.5,
        },
        Action::Duel(seat) => {
            let strike = |seat: Seat| view.public.fighter(kingdom, seat).numbers().0;
            0.3 * f32::from(strike(outlook.seat) - strike(seat)) + 0.1 - 0.3 * outlook.hurt
        }
        Action::Sell { kind, .. } => {
            // A good that gives nothing lasting is worth less than its price.
            kingdom
                .goods
                .get(kind as usize)
                .map_or(-1.0, |good| 0.1 * f32::from(good.price) - 0.3 - outlook.boon(&good.boon))
        }
        Action::Race => -0.2,
        Action::Against(seat) => against(outlook, seat),
        Action::Complete if matches!(view.public.top(), Frame::Trade(_)) => {
            let Frame::Trade(trade) = view.public.top() else { return 0.0 };
            let good = &kingdom.goods[trade.kind as usize];
            weights[w::BUY] + weights[w::BUY_PRICE] * f32::from(good.price) + outlook.boon(&good.boon)
        }
        Action::Give(_) | Action::Complete => weights[w::TOWN_DONE],
        Action::Stand => 0.0,
        Action::Keep(kind) => {
            kingdom.abilities.get(kind as usize).map_or(0.0, |card| outlook.boon(&card.boon))
        }
        Action::Face(face) => 0.5 * f32::from(face),
        Action::Resign => -100.0,
    }
}

/// What guessing a lair's monster is worth: the one seen here is right, one seen elsewhere is wrong.
fn name(outlook: &Outlook<'_>, lair: u8) -> f32 {
    let (view, weights) = (outlook.view, outlook.weights);
    let space = outlook.rules.kingdom.map.space(view.public.heroes[outlook.seat].space);
    match view.lairs.get(space.place as usize).copied().flatten() {
        Some(here) if here == lair => 2.0 + weights[w::NAME],
        Some(_) => -weights[w::NAME],
        None if view.lairs.contains(&Some(lair)) => -weights[w::NAME],
        None => weights[w::NAME],
    }
}

/// What using a card now is worth: mostly when, seldom which.
fn use_of(outlook: &Outlook<'_>, held: Held) -> f32 {
    let weights = outlook.weights;
    let scarce = match held {
        Held::Good(kind) => {
            let uses = outlook.rules.kingdom.goods.get(kind as usize).map_or(0, |good| good.boon.uses);
            if uses > 0 { 0.2 } else { 0.0 }
        }
        Held::Ability(_) | Held::Power => 0.0,
    };
    let when = match outlook.view.public.window() {
        Some(Window::Start) => weights[w::USE_START] + 0.5 * outlook.hurt,
        Some(Window::Roll) => weights[w::USE_ROLL],
        Some(Window::Land) => weights[w::USE_LAND],
        Some(Window::Round) => weights[w::USE_ROUND],
        Some(Window::Dice) => match standing(outlook) {
            Some(Ordering::Greater) => weights[w::USE_DICE],
            Some(Ordering::Less | Ordering::Equal) | None => weights[w::USE_DICE_LOSING],
        },
        Some(Window::End | Window::Other) => weights[w::USE_END] + 0.5 * outlook.hurt,
        None => 0.0,
    };
    when - scarce
}

/// Whom to harm: whoever stands best, and has the most to lose.
fn against(outlook: &Outlook<'_>, seat: Seat) -> f32 {
    let hero = &outlook.view.public.heroes[seat];
    0.2 * f32::from(hero.glory) + 0.1 * f32::from(hero.coins.min(20)) + 0.05 * f32::from(hero.health)
}

/// Whether the dice on the table win the round.
fn standing(outlook: &Outlook<'_>) -> Option<Ordering> {
    let Frame::Fight(fight) = outlook.view.public.top() else { return None };
    let monster = outlook.view.monster(outlook.rules, fight.foe)?;
    match fight.step {
        Step::Dice => {
            let clash = outlook.view.public.clash(&outlook.rules.kingdom, &fight, monster);
            Some(clash.compare(&fight))
        }
        Step::Choice => None,
    }
}

/// What fighting another round is worth; leaving is worth 0.
fn engage(outlook: &Outlook<'_>) -> f32 {
    let (weights, public) = (outlook.weights, &outlook.view.public);
    let Some(fight) = public.fight() else { return 0.0 };
    let Some(monster) = outlook.view.monster(outlook.rules, fight.foe) else { return -0.5 };
    let hero = &public.heroes[outlook.seat];
    let prize = match fight.foe {
        // What a scenario asks for is fought for whatever glory it pays, but dying for it is no better than elsewhere (E12).
        Foe::Card(_) if outlook.is_quarry(monster) => f32::from(monster.glory) + QUARRY,
        Foe::Card(_) if monster.pays(hero.glory) => f32::from(monster.glory),
        Foe::Card(_) => -2.0,
        Foe::Lair(_) => f32::from(outlook.rules.lair_prize(monster)),
    };
    let clash = public.clash(&outlook.rules.kingdom, fight, monster);
    let fatal = clash.loss(fight.bled).saturating_sub(fight.guard) >= hero.health && clash.wards == 0;
    let wins_game = prize > 0.0 && f32::from(hero.glory) + prize >= f32::from(outlook.rules.glory_to_win);
    let win = battles::win(&clash, fight.bled);
    // What can't be left is as dangerous at once as it is in the end (B23).
    let gripped = if monster.grips { weights[w::RISK] * (1.0 - win) } else { 0.0 };
    let risk = if fatal { weights[w::RISK] } else { gripped };
    let risk = if wins_game { 0.3 * risk } else { risk };
    weights[w::ENGAGE]
        + weights[w::EDGE] * battles::edge(&clash, fight.bled)
        + weights[w::WIN] * (win - 0.5)
        + weights[w::PRIZE] * prize
        - risk
}
