//! The supply, the own hand, and cards offered to choose from.

use std::borrow::Cow;

use crate::action::Action;
use crate::cards::Kind;
use crate::effect::Deck;
use crate::pile::Half;
use crate::procedures::Frame;
use maud::Markup;
use pages::{html, slug};

use super::{Place, called, face_of, lies_in_deck, motion_name, said, strip};
use table::tongue::phrase;
use table::{many, say};

/// A small card that shows its text when pointed at.
fn small(desk: &Place<'_>, key: &str, kind: Kind, price: u8) -> Markup {
    let card = desk.rules.set.card(kind);
    let says = said(desk, kind);
    let label = say!("{}, costs {}. {}", table::card(&card.name), many(price, "coin"), Cow::from(&*says));
    desk.spot(
        key,
        "small-card",
        &desk.plain(&label),
        &html! {
            (desk.named(&format!("face-{}", slug(key)), &price, || face_of(desk, kind, price)))
            (tip(desk, key, kind))
        },
    )
}

/// The places of a row and of its deck.
fn keys(deck: Deck, row: &[(Kind, u8)]) -> Vec<String> {
    let cards = row.iter().map(|(kind, _)| format!("row:{}", kind.0));
    cards.chain([format!("deck:{}", deck.name())]).collect()
}

/// What a card says, where it is pointed at.
pub(super) fn tip(desk: &Place<'_>, key: &str, kind: Kind) -> Markup {
    desk.named(&format!("tip-{}", slug(key)), &(), || html! { span class="tip" { (said(desk, kind)) } })
}

/// The face-up cards of the three supply decks.
pub(super) fn supply(desk: &Place<'_>) -> Markup {
    let public = &desk.view.public;
    let seat = desk.view.viewer.seat().unwrap_or(public.active);
    let (table, quiet) = (desk.view.table(), strip::step(desk) > 0);
    let priced = |deck: Deck| -> Vec<(Kind, u8)> {
        public.rows[deck.index()].iter().map(|kind| (*kind, table.price(desk.rules, seat, *kind))).collect()
    };
    let rows = Deck::ALL.map(priced);
    desk.open("supply", &["row:", "deck:"], &(&rows, quiet), || html! {
        section id="supply" class={ "supply" @if quiet { " quiet" } } aria-label="The supply" tabindex="0" {
            @for (deck, row) in Deck::ALL.into_iter().zip(&rows) {
                @let keys = keys(deck, row);
                @let spots: Vec<&str> = keys.iter().map(String::as_str).collect();
                (desk.part(&format!("row-{}", deck.index()), &spots, row, || html! { div id={ "row-" (deck.index()) } class="deck" {
                    (desk.spot(&format!("deck:{}", deck.name()), "deck-head", &desk.plain(&say!("The {} deck", deck.name())), &html! { h3 { (phrase(deck.name())) } }))
                    div class="cards" {
                        @for (at, (kind, price)) in row.iter().enumerate() {
                            @let key = format!("row:{}", kind.0);
                            @if row[..at].iter().any(|(before, _)| before == kind) {
                                div class={ "spot small-card twin" @if desk.offers(&key) { " live" } } data-twin=(key) { (face_of(desk, *kind, *price)) }
                            } @else { (small(desk, &key, *kind, *price)) }
                        }
                    }
                } }))
            }
        }
    })
}

/// Cards to choose from that lie neither in hand nor in the supply: champions to draft, a discard pile, a deck.
pub(super) fn offer(desk: &Place<'_>) -> Markup {
    let apart = lies_in_deck(desk.rules, desk.view);
    let looks = matches!(desk.view.public.stack.last(), Some(Frame::Look(_)));
    let named = desk.choices.iter().filter(|choice| choice.refusal.is_none());
    let kinds: Vec<Kind> = named
        .filter_map(|choice| if let Action::Choose(kind) = choice.action { Some(kind) } else { None })
        .filter(|kind| apart || desk.view.held.count(Half::First, *kind) == 0)
        .collect();
    html! {
        @if !kinds.is_empty() {
            (desk.frame("offer", || html! { section id="offer" class="offer" aria-label="Cards to choose from" {
                h3 { @if looks { "Cards from the top of the deck" } @else if apart { "Cards of the deck" } @else { "Cards to choose from" } }
                @for kind in kinds {
                    @let card = desk.rules.set.card(kind);
                    div class="hold" { (desk.spot(&format!("choose:{}", kind.0), "hold-card", &called(&card.name), &face_of(desk, kind, card.cost))) }
                }
            } }))
        }
    }
}

/// The own hand.
pub(super) fn hand(desk: &Place<'_>) -> Markup {
    let held = &desk.view.held;
    let mine = desk.view.public.sand.iter().filter(|(_, it)| desk.view.viewer.is(it.owner));
    let sent: Vec<Kind> = mine.map(|(_, it)| it.kind).collect();
    let kinds: Vec<(Kind, u8)> =
        held.kinds(Half::First).map(|kind| (kind, held.count(Half::First, kind))).collect();
    desk.part("hand", &["hand:"], &(kinds, sent), || html! {
        section id="hand" class="hand" tabindex="0" aria-label="Your hand" {
            @for kind in held.kinds(Half::First) {
                @let (card, count) = (desk.rules.set.card(kind), held.count(Half::First, kind));
                @let there = desk.view.public.sand.iter().filter(|(_, it)| desk.view.viewer.is(it.owner) && it.kind == kind).count();
                @let key = format!("hand:{}", kind.0);
                @let id = format!("held-{}", kind.0);
                (desk.part(&id, &[&key], &(count, there), || html! { div id=(id) class="hold" data-move=[desk.view.viewer.seat().map(|seat| motion_name(seat, kind, there))] {
                    (desk.spot(&key, "hold-card", &called(&card.name), &html! {
                        (desk.named(&format!("face-{id}"), &(), || face_of(desk, kind, 0))) @if count > 1 { b class="times" { "×" (count) } }
                        @if said(desk, kind).len() > 60 { (tip(desk, &key, kind)) }
                    }))
                } }))
            }
            @if held.total(Half::First) == 0 { p class="idle" { "Your hand is empty." } }
        }
    })
}
