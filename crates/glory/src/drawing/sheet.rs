//! A hero's sheet: what the hero is worth, holds and can.

use crate::{NOTHING, bits};
use maud::Markup;
use pages::html;
use table::{Seat, Text, say, tongue, whose};

use super::{Place, ability_picture, good_picture, hero_picture, sort_paint};
use pages::Picture;
use pages::assets::art;
use pages::badge;
use pages::bar;
use pages::slug;

/// The sheet of one seat.
pub(super) fn sheet(desk: &Place<'_>, seat: Seat) -> Markup {
    let public = &desk.view.public;
    let hero = &public.heroes[seat];
    let own = desk.view.viewer.is(seat);
    let me = if own { " me" } else { "" };
    let asked = if public.ending == crate::Ending::Open && public.decides() == seat { " asked" } else { "" };
    let dead = if hero.alive { "" } else { " dead" };
    let passive = public.passive(&desk.rules.kingdom, seat);
    let most = public.most_health(&desk.rules.kingdom, seat);
    let from =
        (own, hero, asked, public.first == seat, public.spent_goods, (passive.strike, passive.power, most));
    // Only on the own sheet is anything a place.
    let spots: &[&str] = if own { &["power", "good:", "ability:"] } else { &[] };
    let id = format!("sheet-{seat}");
    desk.open(&id, spots, &from, || html! {
        section id=(id) class={ "player hero seat-" (seat.index()) (me) (asked) (dead) } data-spot={ "sheet:" (seat) } aria-label=(desk.plain(&say!("{} hero", whose(seat)))) {
            header {
                (badge(seat)) (desk.who(seat))
                span class="who" { (desk.plain(&desk.view.hero_name(desk.rules, seat))) }
                @if public.first == seat { small { "went first" } }
                @if !hero.alive { span class="stat plays" { svg class="tok" viewBox="0 0 24 24" aria-hidden="true" { use href=(art("skull")) {} } "dead" } }
            }
            @if hero.board != NOTHING { (desk.frame(&format!("vital-{seat}"), || numbers(desk, seat))) (desk.frame(&format!("things-{seat}"), || held(desk, seat))) }
        }
    })
}

/// What matters most of a hero, for a narrow strip.
pub(super) fn brief(desk: &Place<'_>, seat: Seat) -> Markup {
    let hero = &desk.view.public.heroes[seat];
    html! {
        (desk.number("my-health", "heart", format!("{}/{}", desk.view.public.health_told(&desk.rules.kingdom, seat), desk.view.public.most_health(&desk.rules.kingdom, seat)), "health"))
        (desk.number("my-glory", "laurel", hero.glory, "glory")) (desk.number("my-coins", "coin", hero.coins, "coins"))
    }
}

fn numbers(desk: &Place<'_>, seat: Seat) -> Markup {
    let (public, kingdom) = (&desk.view.public, &desk.rules.kingdom);
    let hero = &public.heroes[seat];
    let (most, health) = (public.most_health(kingdom, seat), public.health_told(kingdom, seat));
    let passive = public.passive(kingdom, seat);
    let board = &kingdom.heroes[usize::from(hero.board)];
    let strike = i16::from(board.strike) + i16::from(passive.strike);
    let power = (i16::from(board.power) + i16::from(passive.power)).max(1);
    let fates = hero.fates.count_ones();
    let id = |what: &str| format!("{what}-{seat}");
    html! {
        div id={ "vital-" (seat) } class="vital" {
            (desk.named(&id("health"), &(health, most), || html! { span class="num" title="Health" {
                svg class="tok" viewBox="0 0 24 24" aria-hidden="true" { use href=(art("heart")) {} }
                b { (health) } small { "/" (most) } span class="hidden" { " health" } (bar("health", health, most))
            } }))
            (desk.named(&id("glory"), &hero.glory, || html! { span class="num" title={ "Glory: " (desk.rules.glory_to_win) " wins the game" } {
                svg class="tok gold" viewBox="0 0 32 32" aria-hidden="true" { use href=(art("laurel")) {} }
                b { (hero.glory) } @if desk.rules.challenge.is_none() { small { "/" (desk.rules.glory_to_win) } } span class="hidden" { " glory" } (bar("glory", hero.glory, desk.rules.glory_to_win.min(40)))
            } }))
            (desk.number(&id("coins"), "coin", hero.coins, "coins"))
            (desk.number(&id("strike"), "sword", format!("{strike:+}"), "strike"))
            (desk.number(&id("power"), "fist", power, "power"))
            (desk.named(&id("fates"), &fates, || html! { span class="num" title={ "Fates kept: every " (desk.rules.fates_per_ability) " give an ability" } {
                svg class="tok" viewBox="0 0 24 24" aria-hidden="true" { use href=(art("sp-fate")) {} } b { (fates) } small { "/" (desk.rules.fates_per_ability) } span class="hidden" { " fates" }
            } }))
        }
    }
}

/// One thing a hero has: a place of its own where it is the viewer's, otherwise just a picture.
fn thing(
    desk: &Place<'_>,
    seat: Seat,
    key: &str,
    (picture, paint): (&Picture, &str),
    name: &str,
    text: &Text,
    left: Option<u8>,
) -> Markup {
    let (key_name, name, text) = (slug(name), tongue::name(name), desk.plain(text));
    let inside = html! {
        (picture.small())
        span class={ "s-name" (pages::girth(&name)) } { (name) @if let Some(left) = left { small { " ×" (left) } } }
        (desk.named(&format!("tip-{seat}-{}", slug(key)), &text, || html! { span class="tip" { (text) } }))
    };
    if desk.view.viewer.is(seat) {
        desk.spot(key, &format!("thing {paint}"), &format!("{name}: {text}"), &inside)
    } else {
        html! { div class={ "spot thing " (paint) } tabindex="0" role="group" aria-label={ (name) ": " (text) } data-card=(key_name) { (inside) } }
    }
}

fn held(desk: &Place<'_>, seat: Seat) -> Markup {
    let (public, kingdom) = (&desk.view.public, &desk.rules.kingdom);
    let hero = &public.heroes[seat];
    let board = &kingdom.heroes[usize::from(hero.board)];
    let mut goods: Vec<(u8, u8)> = Vec::new();
    for card in bits(hero.goods) {
        let kind = kingdom.goods_stock.kind(card);
        let uses = kingdom.goods[usize::from(kind)].boon.uses;
        let left = uses.saturating_sub(public.spent_goods.0[usize::from(card)]);
        match goods.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, sum)) => *sum += left.max(1),
            None => goods.push((kind, left)),
        }
    }
    html! {
        div id={ "things-" (seat) } class="things" {
            (thing(desk, seat, "power", (&hero_picture(&board.name), "p-gold"), &board.gift, &kingdom.boon_text(&board.boon), None))
            @for (kind, left) in goods {
                @let good = &kingdom.goods[usize::from(kind)];
                (thing(desk, seat, &format!("good:{kind}"), (&good_picture(good), sort_paint(good.sort)), &good.name, &kingdom.boon_text(&good.boon), (left > 1).then_some(left)))
            }
            @for card in bits(hero.abilities) {
                @let kind = kingdom.ability_stock.kind(card);
                @let ability = &kingdom.abilities[usize::from(kind)];
                (thing(desk, seat, &format!("ability:{kind}"), (&ability_picture(&ability.name), "p-teal"), &ability.name, &kingdom.boon_text(&ability.boon), None))
            }
        }
    }
}
