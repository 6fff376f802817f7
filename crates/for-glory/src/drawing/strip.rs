//! The strip above the table: turn, step, window and who is asked; bloodlust; what the Ludus Magnus drew.

use crate::procedures::{Frame, Phase};
use crate::state::Place as Where;
use maud::Markup;
use pages::html;

use super::{Place, side};
use pages::assets::art;
use pages::badge;
use pages::bar;
use table::say;
use table::tongue::phrase;

const STEPS: [&str; 5] =
    ["Machinations", "Late registration", "Fleeting battle", "Lasting battle", "Resolution"];

/// The names of the steps; with three or four players there is one battle.
fn steps(desk: &Place<'_>) -> impl Iterator<Item = (usize, &'static str)> {
    let multi = desk.rules.is_multi();
    STEPS
        .into_iter()
        .enumerate()
        .filter(move |(at, _)| !(multi && *at == 2))
        .map(move |(at, name)| if multi && at == 3 { (at, "Battle") } else { (at, name) })
}

/// Which of the steps the table is in: none once the game is over, when nothing can be bought any more either.
pub(super) fn step(desk: &Place<'_>) -> usize {
    if desk.view.public.end.is_some() {
        return STEPS.len();
    }
    let mut at = 0;
    for frame in &desk.view.public.stack {
        at = match frame {
            Frame::Machinations(_) | Frame::Draft(_) | Frame::Check(_) | Frame::Token(_) => 0,
            Frame::Register(_) => 1,
            Frame::Battle(battle) => match battle.place {
                Where::Near | Where::Far => 2,
                Where::Lasting => 3,
            },
            Frame::Phase(Phase::Fleeting) => 2,
            Frame::Phase(Phase::Lasting) => 3,
            Frame::Phase(Phase::Resolution) => 4,
            Frame::Attack(_)
            | Frame::Damage(_)
            | Frame::Muster(_)
            | Frame::Magnus(_)
            | Frame::Window(_)
            | Frame::Use(_)
            | Frame::Pay(_)
            | Frame::Lose(_)
            | Frame::Events(_)
            | Frame::Moment(_)
            | Frame::Discard(_)
            | Frame::Look(_)
            | Frame::Sacrifice(_)
            | Frame::Reclaim(_) => at,
        };
    }
    at
}

/// What can be pulled on the strip.
const LEVERS: [(&str, &str); 4] =
    [("pass", "Pass"), ("accept", "Accept"), ("decline", "Decline"), ("end", "End turn")];

/// What the strip is drawn from.
fn drawn_from(desk: &Place<'_>, now: usize, window: bool) -> impl std::hash::Hash + use<> {
    let (table, rules) = (desk.view.table(), desk.rules);
    let lust = (!rules.is_multi()).then(|| (table.bloodlust(rules), table.top_boast(rules)));
    let round = rules.is_multi().then(|| table.round(rules));
    (desk.view.public.turns, round, now, window, desk.view.public.tokens, lust)
}

/// The strip.
pub(super) fn strip(desk: &Place<'_>) -> Markup {
    let public = &desk.view.public;
    let now = step(desk);
    let window = matches!(public.stack.last(), Some(Frame::Window(_) | Frame::Moment(_)));
    html! {
        (desk.open("strip", &LEVERS.map(|(key, _)| key), &drawn_from(desk, now, window), || html! { section id="strip" class="strip" aria-label="Timing" {
            span class="stat" { small { "turn" } b { (public.turns) } }
            @if desk.rules.is_multi() { span class="stat" { small { "round" } b { (desk.view.table().round(desk.rules)) "/" (desk.rules.rounds()) } } }
            ol class="steps" {
                @for (at, name) in steps(desk) { li aria-current=[(at == now).then_some("step")] { (phrase(name)) } }
                @if window { li class="window" aria-current="step" { "Reactions" } }
            }
            @if desk.rules.is_multi() { (tokens(desk)) } @else { (bloodlust(desk)) }
            @for (key, word) in LEVERS {
                @if desk.offers(key) { (desk.spot(key, "lever", &phrase(word), &html! { (phrase(word)) })) }
            }
        } }))
        (drawn(desk))
    }
}

/// How far the crowd is from a battle (FG-42).
fn bloodlust(desk: &Place<'_>) -> Markup {
    let lust = desk.view.table().bloodlust(desk.rules);
    html! {
        @if let Some(boast) = desk.view.table().top_boast(desk.rules) {
            span class="num lust" title=(say!("Bloodlust in all arenas: at {boast} an arena phase begins").to_string()) {
                svg class="tok" viewBox="0 0 24 24" aria-hidden="true" { use href=(art("blood")) {} }
                b { (lust) } small { " " (say!("of {boast} bloodlust").to_string()) } (bar("lust", lust.min(99) as u8, boast as u8))
            }
        }
    }
}

/// The Reigning Champion tokens, with three or four players: once both are taken, the battle begins (FG-43).
fn tokens(desk: &Place<'_>) -> Markup {
    let tokens = desk.view.public.tokens;
    // The two are alike: how many are left is said once, not token by token.
    let free = tokens.iter().filter(|token| token.is_none()).count();
    html! {
        span class="token" title="Reigning Champion tokens: when both are taken, an arena phase begins" {
            small { "Champion tokens" }
            @for seat in tokens.into_iter().flatten() { (badge(seat)) span class="hidden" { (side(desk, seat)) } }
            @if free > 0 { small { (say!("{free} free").to_string()) } }
        }
    }
}

/// What the Ludus Magnus drew since the last decision, card by card.
fn drawn(desk: &Place<'_>) -> Markup {
    let log = &desk.view.public.log;
    if log.iter().next().is_none() {
        return html! {};
    }
    desk.part("orders", &[], log, || html! {
        ol id="orders" class="orders" aria-label="What the Ludus Magnus drew" {
            @for card in log {
                @match desk.rules.set.orders().get(usize::from(card.order)) {
                    Some(order) => { li title=(order.whole().to_string()) { (super::order_picture(card.section).small()) b { (say!("Order {}", card.order + 1).to_string()) } ": " (order.text(card.section).to_string()) } }
                    None => { li { b { "Boast" } ": does nothing" } }
                }
            }
        }
    })
}
