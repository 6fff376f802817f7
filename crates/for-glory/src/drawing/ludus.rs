//! A player's side of the table: glory, coin, influence, patrons, arenas won, champion, piles.

use crate::cards::Kind;
use crate::phrase::name;
use crate::pile::Half;
use crate::stats::arenas_in;
use maud::Markup;
use pages::html;
use table::{Seat, Text, say};

use super::{Place, arena_picture, arena_says, called, paint, picture, printed, says, side};
use pages::assets::art;
use pages::badge;
use pages::bar;
use pages::number;

/// How much glory wins (FG-82).
const WINS: u8 = 6;

/// How every side stands, in one row that is always in sight.
pub(super) fn standings(desk: &Place<'_>, seats: &[Seat]) -> Markup {
    html! {
        section class={ "standings n" (seats.len()) } aria-label="How everybody stands" {
            @for seat in seats { (standing(desk, *seat)) }
        }
    }
}

fn standing(desk: &Place<'_>, seat: Seat) -> Markup {
    let public = &desk.view.public;
    let it = &public.ludi[seat];
    let active = if public.active == seat && public.end.is_none() { " asked" } else { "" };
    let (used, has) =
        (desk.view.table().requirement(desk.rules, seat), desk.view.table().influence(desk.rules, seat));
    let class = format!("side-head player seat-{}{active}", seat.index());
    let magnus = desk.rules.magnus() == Some(seat);
    desk.spot(&format!("side:{seat}"), &class, &side(desk, seat), &html! {
        (badge(seat)) @if magnus { span class="name" { (side(desk, seat)) } } @else { (desk.who(seat)) }
        @if desk.rules.is_multi() { (bloodlust(desk, seat)) } @else {
            span class="num" title=(say!("Glory: the first to {WINS} wins").to_string()) {
                svg class="tok gold" viewBox="0 0 32 32" aria-hidden="true" { use href=(art("laurel")) {} } b { (it.glory) } small { "/" (WINS) } span class="hidden" { " glory" } (bar("glory", it.glory, WINS))
            }
        }
        @if magnus { (number("hand", desk.view.table().orders_left(), "cards in its deck")) } @else {
            span class="num" title="Influence: what gladiators use, of what patrons give" {
                svg class="tok" viewBox="0 0 24 24" aria-hidden="true" { use href=(art("influence")) {} } b { (used) } small { "/" (has) } span class="hidden" { " influence used" }
            }
            (number("coin", it.coins, "coin tokens")) (number("hand", it.hand, "cards in hand"))
        }
        @if public.favor == seat { span class="stat plays" title="The Crowd's Favor" { "Favor" } }
    })
}

/// A player's own bloodlust against the boast, with three or four players (FG-43).
fn bloodlust(desk: &Place<'_>, seat: Seat) -> Markup {
    let lust = desk.view.table().bloodlust_of(desk.rules, seat);
    html! {
        @if let Some(boast) = desk.view.table().top_boast(desk.rules) {
            span class="num lust" title=(say!("Own bloodlust: at {boast} a Reigning Champion token can be taken").to_string()) {
                svg class="tok" viewBox="0 0 24 24" aria-hidden="true" { use href=(art("blood")) {} }
                b { (lust) } small { "/" (boast) } span class="hidden" { " bloodlust" } (bar("lust", lust.min(99) as u8, boast as u8))
            }
        }
    }
}

/// One side's villa and piles.
pub(super) fn ludus(desk: &Place<'_>, seat: Seat) -> Markup {
    let it = &desk.view.public.ludi[seat];
    let me = if desk.view.viewer.is(seat) { " me" } else { "" };
    html! {
        section class={ "player ludus seat-" (seat.index()) (me) } aria-label=(say!("{}'s villa", side(desk, seat)).to_string()) {
            header {
                (badge(seat)) span class="name" { (side(desk, seat)) }
                @if desk.rules.magnus() == Some(seat) {
                    span class="stat" { b { (desk.view.table().orders_left()) } small { "in its deck" } }
                } @else {
                    span class="stat" { b { (it.deck) } small { "in the deck" } } span class="stat" { b { (it.piles.total(Half::First)) } small { "discarded" } }
                }
            }
            (villa(desk, seat))
        }
    }
}

fn villa(desk: &Place<'_>, seat: Seat) -> Markup {
    let it = &desk.view.public.ludi[seat];
    let mut kinds: Vec<(Kind, u8, u8)> = Vec::new();
    for patron in &it.patrons {
        let tired = u8::from(patron.exhausted);
        match kinds.iter_mut().find(|(kind, _, _)| *kind == patron.kind) {
            Some((_, count, exhausted)) => {
                *count += 1;
                *exhausted += tired;
            }
            None => kinds.push((patron.kind, 1, tired)),
        }
    }
    html! {
        div class="things" {
            @for (kind, count, tired) in kinds { (patron(desk, seat, kind, count, tired)) }
            @for id in arenas_in(desk.view.table().arenas_of(seat)) {
                @let arena = desk.rules.set.arena(id);
                @let tired = desk.view.public.tired & id.bit() != 0;
                (desk.spot(&format!("arena:{}", id.0), if tired { "thing p-sand tired" } else { "thing p-sand" }, &desk.plain(&say!("{}: {}", table::card(&arena.name), arena_says(arena))), &html! {
                    (arena_picture(&arena.name).small())
                    span class="s-name" { (called(&arena.name)) } span class="tip" { (arena_says(arena).to_string()) }
                }))
            }
            (champion(desk, seat))
            (reserve(desk, seat))
        }
    }
}

fn patron(desk: &Place<'_>, seat: Seat, kind: Kind, count: u8, tired: u8) -> Markup {
    let card = desk.rules.set.card(kind);
    let class = if tired == count { "thing tired" } else { "thing" };
    let (name, says) = (table::card(&card.name), says(card));
    let label =
        if tired > 0 { say!("{name}, patron, exhausted: {says}") } else { say!("{name}, patron: {says}") };
    desk.spot(&format!("patron:{seat}:{}", kind.0), &format!("{class} {}", paint(card.kind)), &desk.plain(&label), &html! {
        (picture(card).small())
        span class="s-name" { (called(&card.name)) @if count > 1 { small { " ×" (count) } } }
        span class="c-numbers" { (printed(card)) @if tired > 0 { small { @if tired < count { (tired) " " } "exhausted" } } }
        span class="tip" { (says.to_string()) }
    })
}

/// The champion, at the level it has reached.
fn champion(desk: &Place<'_>, seat: Seat) -> Markup {
    let Some(first) = desk.view.public.ludi[seat].champion else { return html! {} };
    let card = desk.rules.set.card(first);
    let name = card.name.trim_end_matches(" I");
    html! {
        a class="spot thing p-wine" href={ "/cards/for-glory?champions=draft#card-" (pages::slug(&card.name)) } {
            (picture(card).small())
            span class="s-name" { (called(name)) } small { "champion" }
        }
    }
}

fn reserve(desk: &Place<'_>, seat: Seat) -> Markup {
    let it = &desk.view.public.ludi[seat];
    if it.reserve == 0 {
        return html! {};
    }
    if !desk.view.viewer.is(seat) {
        return html! { span class="stat" title="Cards face down in reserve" { b { (it.reserve) } small { "in reserve" } } };
    }
    let cards = desk.view.held.kinds(Half::Second);
    let names = Text::joined(cards.map(|kind| Text::of(name(desk.rules, kind))), ", ");
    desk.spot(
        "reserve",
        "thing p-slate",
        &desk.plain(&say!("Your reserve: {names}")),
        &html! {
            (pages::mark("f-blank"))
            span class="s-name" { "Reserve " small { (it.reserve) } } span class="tip" { (names.to_string()) }
        },
    )
}
