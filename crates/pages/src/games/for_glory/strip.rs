//! The strip above the table: turn, step, window and who is asked; bloodlust; what the Ludus Magnus drew.

use for_glory::frame::{Frame, Stage};
use for_glory::state::Place as Where;
use maud::{Markup, html};

use super::{Place, preview};
use crate::assets::art;
use crate::games::bar;

const STEPS: [&str; 5] = ["Machinations", "Registration", "Fleeting battle", "Lasting battle", "Resolution"];

/// Which of the steps the table is in.
pub(super) fn step(desk: &Place<'_>) -> usize {
    let mut at = 0;
    for frame in &desk.view.public.stack {
        at = match frame {
            Frame::Machinations | Frame::Draft { .. } | Frame::Check { .. } | Frame::Token { .. } => 0,
            Frame::Register { .. } => 1,
            Frame::Battle(battle) => match battle.place {
                Where::Near | Where::Far => 2,
                Where::Lasting => 3,
            },
            Frame::Phase(Stage::Fleeting) => 2,
            Frame::Phase(Stage::Lasting) => 3,
            Frame::Phase(Stage::Resolution) => 4,
            Frame::Attack { .. }
            | Frame::Damage { .. }
            | Frame::Muster { .. }
            | Frame::Magnus { .. }
            | Frame::Window(_)
            | Frame::Use(_)
            | Frame::Pay { .. }
            | Frame::Lose { .. }
            | Frame::Events { .. }
            | Frame::Moment { .. }
            | Frame::Discard { .. }
            | Frame::Reclaim { .. } => at,
        };
    }
    at
}

/// The strip.
pub(super) fn strip(desk: &Place<'_>) -> Markup {
    let public = &desk.view.public;
    let (now, lust) = (step(desk), desk.view.bloodlust(desk.rules));
    let window = matches!(public.stack.last(), Some(Frame::Window(_) | Frame::Moment { .. }));
    html! {
        section class="strip" aria-label="Timing" {
            span class="stat" { small { "turn" } b { (public.turns) } }
            ol class="steps" {
                @for (at, name) in STEPS.iter().enumerate() { li aria-current=[(at == now).then_some("step")] { (name) } }
                @if window { li class="window" aria-current="step" { "Window" } }
            }
            span class="num lust" title="Bloodlust in all arenas, and the boast that starts the battles" {
                svg class="tok" viewBox="0 0 24 24" aria-hidden="true" { use href=(art("blood")) {} }
                b { (lust) }
                @if let Some(boast) = preview::boast(desk.rules, desk.view) { small { "/" (boast) " boast" } (bar("lust", lust.min(99) as u8, boast)) }
            }
            @for (key, word) in [("pass", "Pass"), ("accept", "Accept"), ("decline", "Decline"), ("end", "End turn")] {
                @if desk.is_live(key) { (desk.spot(key, "lever", word, &html! { (word) })) }
            }
        }
        (drawn(desk))
    }
}

/// What the Ludus Magnus drew since the last decision, card by card.
fn drawn(desk: &Place<'_>) -> Markup {
    let log = &desk.view.public.log;
    if log.iter().next().is_none() {
        return html! {};
    }
    html! {
        ol class="orders" aria-label="What the Ludus Magnus drew" {
            @for card in log {
                @match desk.rules.set.orders().get(usize::from(card.order)) {
                    Some(order) => { li title=(order.whole()) { b { "Order " (card.order + 1) } " " (order.text(card.section)) } }
                    None => { li { b { "Boast" } " a blank" } }
                }
            }
        }
    }
}
