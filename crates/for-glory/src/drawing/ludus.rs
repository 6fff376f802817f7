//! A player's side of the table: glory, coin, influence, patrons, arenas won, champion, piles.

use std::borrow::Cow;

use crate::cards::Kind;
use crate::phrase::name;
use crate::pile::Half;
use crate::stats::arenas_in;
use maud::Markup;
use pages::html;
use table::{Seat, Text, say};

use super::supply::tip;
use super::{Place, arena_picture, arena_said, called, numbers, paint, picture, said, side};
use pages::assets::art;
use pages::badge;
use pages::bar;
use pages::number;

/// How much glory wins (FG-82).
const WINS: u8 = 6;

/// How every side stands, in one row that is always in sight.
pub(super) fn standings(desk: &Place<'_>, seats: &[Seat]) -> Markup {
    html! {
        (desk.frame("standings", || html! { section id="standings" class={ "standings n" (seats.len()) } aria-label="How everybody stands" {
            @for seat in seats { (standing(desk, *seat)) }
        } }))
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
    let left = magnus.then(|| desk.view.table().orders_left());
    let id = |what: &str| format!("{what}-{seat}");
    let all = (it.glory, it.coins, it.hand, (used, has), public.favor == seat, lust(desk, seat), left);
    desk.open_spot(&format!("side:{seat}"), &(active, all), || (class, side(desk, seat).into_owned(), html! {
        (badge(seat)) @if magnus { span class="name" { (side(desk, seat)) } } @else { (desk.who(seat)) }
        @if desk.rules.is_multi() { (bloodlust(desk, seat)) } @else {
            (desk.named(&id("glory"), &it.glory, || html! { span class="num" title=(say!("Glory: the first to {WINS} wins").to_string()) {
                svg class="tok gold" viewBox="0 0 32 32" aria-hidden="true" { use href=(art("laurel")) {} } b { (it.glory) } small { "/" (WINS) } span class="hidden" { " glory" } (bar("glory", it.glory, WINS))
            } }))
        }
        @if magnus { (number("hand", desk.view.table().orders_left(), "cards in its deck")) } @else {
            (desk.named(&id("influence"), &(used, has), || html! { span class="num" title="Influence: what gladiators use, of what patrons give" {
                svg class="tok" viewBox="0 0 24 24" aria-hidden="true" { use href=(art("influence")) {} } b { (used) } small { "/" (has) } span class="hidden" { " influence used" }
            } }))
            (desk.number(&id("coins"), "coin", it.coins, "coin tokens")) (desk.number(&id("cards"), "hand", it.hand, "cards in hand"))
        }
        @if public.favor == seat { span class="stat plays" title="The Crowd's Favor" { "Favor" } }
    }))
}

/// A player's own bloodlust and the boast.
fn lust(desk: &Place<'_>, seat: Seat) -> (u32, Option<u32>) {
    (desk.view.table().bloodlust_of(desk.rules, seat), desk.view.table().top_boast(desk.rules))
}

/// A player's own bloodlust against the boast, with three or four players (FG-43).
fn bloodlust(desk: &Place<'_>, seat: Seat) -> Markup {
    let lust = desk.view.table().bloodlust_of(desk.rules, seat);
    html! {
        @if let Some(boast) = desk.view.table().top_boast(desk.rules) {
            (desk.named(&format!("lust-{seat}"), &(lust, boast), || html! { span class="num lust" title=(say!("Own bloodlust: at {boast} a Reigning Champion token can be taken").to_string()) {
                svg class="tok" viewBox="0 0 24 24" aria-hidden="true" { use href=(art("blood")) {} }
                b { (lust) } small { "/" (boast) } span class="hidden" { " bloodlust" } (bar("lust", lust.min(99) as u8, boast as u8))
            } }))
        }
    }
}

/// One side's villa and piles.
pub(super) fn ludus(desk: &Place<'_>, seat: Seat) -> Markup {
    let it = &desk.view.public.ludi[seat];
    let own = desk.view.viewer.is(seat);
    let me = if own { " me" } else { "" };
    let table = desk.view.table();
    let left = (desk.rules.magnus() == Some(seat)).then(|| table.orders_left());
    let reserve = own.then(|| desk.view.held.kinds(Half::Second).collect::<Vec<_>>());
    let from = (
        own,
        (left, it.deck, it.piles.total(Half::First), it.reserve, reserve, it.champion),
        (&it.patrons, table.arenas_of(seat), desk.view.public.tired & table.arenas_of(seat)),
    );
    let (id, patrons) = (format!("ludus-{seat}"), format!("patron:{seat}:"));
    let spots: &[&str] = if own { &[&patrons, "arena:", "reserve"] } else { &[&patrons, "arena:"] };
    desk.open(&id, spots, &from, || html! {
        section id=(id) class={ "player ludus seat-" (seat.index()) (me) } aria-label=(say!("{}'s villa", side(desk, seat)).to_string()) {
            (desk.frame(&format!("lhead-{seat}"), || html! { header id={ "lhead-" (seat) } {
                (badge(seat)) span class="name" { (side(desk, seat)) }
                @if desk.rules.magnus() == Some(seat) {
                    span class="stat" { b { (desk.view.table().orders_left()) } small { "in its deck" } }
                } @else {
                    span class="stat" { b { (it.deck) } small { "in the deck" } } span class="stat" { b { (it.piles.total(Half::First)) } small { "discarded" } }
                }
            } }))
            (desk.frame(&format!("villa-{seat}"), || villa(desk, seat)))
        }
    })
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
        div id={ "villa-" (seat) } class="things" {
            @for (kind, count, tired) in kinds { (patron(desk, seat, kind, count, tired)) }
            @for id in arenas_in(desk.view.table().arenas_of(seat)) {
                @let arena = desk.rules.set.arena(id);
                @let tired = desk.view.public.tired & id.bit() != 0;
                (desk.spot(&format!("arena:{}", id.0), if tired { "thing p-sand tired" } else { "thing p-sand" }, &desk.plain(&say!("{}: {}", table::card(&arena.name), Cow::from(&*arena_said(desk, id)))), &html! {
                    (arena_picture(&arena.name).small())
                    span class={ "s-name" (pages::girth(&arena.name)) } { (called(&arena.name)) } span class="tip" { (arena_said(desk, id)) }
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
    let (name, says) = (table::card(&card.name), said(desk, kind));
    let says = Cow::from(&*says);
    let label =
        if tired > 0 { say!("{name}, patron, exhausted: {says}") } else { say!("{name}, patron: {says}") };
    desk.spot(&format!("patron:{seat}:{}", kind.0), &format!("{class} {}", paint(card.kind)), &desk.plain(&label), &html! {
        (picture(card).small())
        span class={ "s-name" (pages::girth(&card.name)) } { (called(&card.name)) @if count > 1 { small { " ×" (count) } } }
        span class="c-numbers" { (numbers(desk, kind)) @if tired > 0 { small { @if tired < count { (tired) " " } "exhausted" } } }
        (tip(desk, &format!("patron:{seat}:{}", kind.0), kind))
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
            span class={ "s-name" (pages::girth(name)) } { (called(name)) } small { "champion" }
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
