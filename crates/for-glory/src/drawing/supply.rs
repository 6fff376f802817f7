//! The supply, the own hand, and cards offered to choose from.

use crate::action::Action;
use crate::cards::Kind;
use crate::effect::Deck;
use crate::pile::Half;
use maud::Markup;
use pages::html;

use super::{Place, called, card_face, motion_name, says, strip};
use table::tongue::phrase;
use table::{many, say};

/// A small card that shows its text when pointed at.
fn small(desk: &Place<'_>, key: &str, kind: Kind, price: u8) -> Markup {
    let card = desk.rules.set.card(kind);
    let label = say!("{}, costs {}. {}", table::card(&card.name), many(price, "coin"), says(card));
    desk.spot(
        key,
        "small-card",
        &desk.plain(&label),
        &html! { (card_face(card, price)) span class="tip" { (says(card).to_string()) } },
    )
}

/// The face-up cards of the three supply decks.
pub(super) fn supply(desk: &Place<'_>) -> Markup {
    let public = &desk.view.public;
    let seat = desk.view.viewer.seat().unwrap_or(public.active);
    html! {
        section class={ "supply" @if strip::step(desk) > 0 { " quiet" } } aria-label="The supply" tabindex="0" {
            @for deck in Deck::ALL {
                div class="deck" {
                    (desk.spot(&format!("deck:{}", deck.name()), "deck-head", &desk.plain(&say!("The {} deck", deck.name())), &html! { h3 { (phrase(deck.name())) } }))
                    div class="cards" {
                        @let row = &public.rows[deck.index()];
                        @for (at, kind) in row.iter().enumerate() {
                            @let key = format!("row:{}", kind.0);
                            @let price = desk.view.table().price(desk.rules, seat, *kind);
                            @if row.as_slice()[..at].contains(kind) {
                                div class={ "spot small-card twin" @if desk.offers(&key) { " live" } } data-twin=(key) { (card_face(desk.rules.set.card(*kind), price)) }
                            } @else { (small(desk, &key, *kind, price)) }
                        }
                    }
                }
            }
        }
    }
}

/// Cards to choose from that lie neither in hand nor in the supply: champions to draft, a discard pile.
pub(super) fn offer(desk: &Place<'_>) -> Markup {
    let named = desk.choices.iter().filter(|choice| choice.refusal.is_none());
    let kinds: Vec<Kind> = named
        .filter_map(|choice| if let Action::Choose(kind) = choice.action { Some(kind) } else { None })
        .filter(|kind| desk.view.held.count(Half::First, *kind) == 0)
        .collect();
    html! {
        @if !kinds.is_empty() {
            section class="offer" aria-label="Cards to choose from" {
                @for kind in kinds {
                    @let card = desk.rules.set.card(kind);
                    div class="hold" { (desk.spot(&format!("choose:{}", kind.0), "hold-card", &called(&card.name), &card_face(card, card.cost))) }
                }
            }
        }
    }
}

/// The own hand.
pub(super) fn hand(desk: &Place<'_>) -> Markup {
    let held = &desk.view.held;
    html! {
        section class="hand" tabindex="0" aria-label="Your hand" {
            @for kind in held.kinds(Half::First) {
                @let (card, count) = (desk.rules.set.card(kind), held.count(Half::First, kind));
                @let there = desk.view.public.sand.iter().filter(|(_, it)| desk.view.viewer.is(it.owner) && it.kind == kind).count();
                div class="hold" data-move=[desk.view.viewer.seat().map(|seat| motion_name(seat, kind, there))] {
                    (desk.spot(&format!("hand:{}", kind.0), "hold-card", &called(&card.name), &html! {
                        (card_face(card, 0)) @if count > 1 { b class="times" { "×" (count) } }
                        @if says(card).to_string().len() > 60 { span class="tip" { (says(card).to_string()) } }
                    }))
                }
            }
            @if held.total(Half::First) == 0 { p class="idle" { "Your hand is empty." } }
        }
    }
}
