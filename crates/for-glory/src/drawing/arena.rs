//! The arenas: their cards, and the gladiators of every side on the sand.

use std::borrow::Cow;

use crate::action::{Action, Source};
use crate::cards::Kind;
use crate::effect::Stat;
use crate::state::{Gladiator, Place as Where};
use maud::Markup;
use pages::html;
use table::{Seat, Text, say};

use super::{
    Place, arena_picture, arena_said, called, motion_name, numbers, picture, preview, said, says, side,
};
use pages::assets::art;
use pages::badge;
use pages::bar;
use pages::number;

/// All three arenas.
pub(super) fn arenas(desk: &Place<'_>) -> Markup {
    html! {
        (departed(desk))
        (desk.frame("arenas", || html! { div id="arenas" class="arenas" {
            @for place in Where::ALL.into_iter().filter(|place| is_there(desk, *place)) { (arena(desk, place)) }
        } }))
    }
}

/// Whether there is such an arena: with three or four players there is only one (FG-23).
fn is_there(desk: &Place<'_>, place: Where) -> bool {
    !desk.rules.is_multi() || place == Where::Lasting
}

/// What an arena is called beside its name.
fn sort(desk: &Place<'_>, place: Where) -> Text {
    match place {
        Where::Near => say!("near Fleeting arena"),
        Where::Far => say!("far Fleeting arena"),
        Where::Lasting if desk.rules.is_multi() => say!("arena"),
        Where::Lasting => say!("Lasting arena"),
    }
}

/// A gladiator that has just left and whose ability answers that, or whose departure others may answer first: it lies beside the arenas
/// until it is passed.
#[expect(clippy::wildcard_enum_match_arm, reason = "only these two speak of who is gone")]
fn departed(desk: &Place<'_>) -> Markup {
    let mut kinds: Vec<Kind> = Vec::new();
    for choice in desk.choices {
        let sand = &desk.view.public.sand;
        let gone = |seat: Seat, kind: Kind| !sand.iter().any(|(_, it)| it.owner == seat && it.kind == kind);
        let named = match choice.action {
            Action::Use(Source::Departed(kind), _) => Some(kind),
            Action::First(seat, kind) if gone(seat, kind) => Some(kind),
            _ => None,
        };
        if let Some(kind) = named
            && !kinds.contains(&kind)
        {
            kinds.push(kind);
        }
    }
    html! {
        @for kind in kinds {
            @let card = desk.rules.set.card(kind);
            @let says = says(card).to_string();
            @let label = desk.plain(&say!("{}, which has just left: {says}", table::card(&card.name)));
            (desk.spot(&format!("departed:{}", kind.0), "thing p-wine departed", &label, &html! {
                (picture(card).small())
                span class="s-name" { (called(&card.name)) small { " has left" } }
                span class="tip" { (says) }
            }))
        }
    }
}

fn arena(desk: &Place<'_>, place: Where) -> Markup {
    let public = &desk.view.public;
    let busy = public.sand.iter().any(|(_, it)| it.place == place);
    let me = desk.view.viewer.seat();
    let first = me.unwrap_or(Seat::new(0));
    let sides: Vec<Seat> = first.round(desk.rules.sides).collect();
    let (id, key) = (format!("arena-{}", place.index()), format!("place:{}", place.name()));
    desk.part(&id, &[&key, "slot:"], &drawn_from(desk, place, &sides), || html! {
        section id=(id) class={ "arena" @if busy { " busy" } } aria-label=(say!("The {}", sort(desk, place)).to_string()) {
            (header(desk, place))
            div class={ "troops n" (sides.len()) } { @for seat in sides.iter().skip(1).chain(sides.first()) { (troop(desk, place, *seat)) } }
            @if !busy { p class="idle" { "Nobody is here." } }
        }
    })
}

/// What an arena is drawn from: its card and tokens, and every troop in the order it stands there.
fn drawn_from(desk: &Place<'_>, place: Where, sides: &[Seat]) -> impl std::hash::Hash + use<> {
    let public = &desk.view.public;
    let troops: Vec<_> = sides.iter().map(|seat| (*seat, troop_from(desk, place, *seat))).collect();
    (troops, public.arenas[place.index()], public.glory[place.index()], public.tokens)
}

/// What a troop is drawn from: who is on the sand and how strong they are, and the attack that could meet them.
fn troop_from(desk: &Place<'_>, place: Where, seat: Seat) -> impl std::hash::Hash + use<> {
    let (public, rules, table) = (&desk.view.public, desk.rules, desk.view.table());
    let of = |slot: u8, it: &Gladiator| {
        let stats = [Stat::Attack, Stat::Health, Stat::Agility].map(|stat| table.stat(rules, slot, stat));
        (slot, *it, stats, fellows(desk, slot, it))
    };
    let all = public.sand.iter().filter(|(_, it)| it.place == place && it.owner == seat);
    let all: Vec<_> = all.map(|(slot, it)| of(slot, it)).collect();
    let met = !all.is_empty() && !desk.view.viewer.is(seat) && !desk.choices.is_empty();
    let threat = met.then(|| preview::attack_under_way(rules, desk.view)).flatten();
    let initiative = (!all.is_empty()).then(|| table.initiative(rules, seat, place));
    (all, initiative, threat)
}

/// How many of the same side and kind came before.
fn fellows(desk: &Place<'_>, slot: u8, it: &Gladiator) -> usize {
    let before = desk.view.public.sand.iter().take_while(|(at, _)| *at < slot);
    before.filter(|(_, other)| other.owner == it.owner && other.kind == it.kind).count()
}

fn header(desk: &Place<'_>, place: Where) -> Markup {
    let sort = sort(desk, place);
    let public = &desk.view.public;
    let card = public.arenas[place.index()].map(|id| desk.rules.set.arena(id));
    let name = card.map_or_else(|| say!("No arena"), |arena| table::card(&arena.name).into());
    let says = public.arenas[place.index()].map(|id| arena_said(desk, id));
    let says = Cow::from(says.as_deref().unwrap_or_default());
    let glory = public.glory[place.index()];
    let token = public.tokens.get(place.index()).copied().flatten().filter(|_| !desk.rules.is_multi());
    desk.spot(
        &format!("place:{}", place.name()),
        "arena-head",
        &desk.plain(&say!("{name}, {sort}, {glory} glory. {says}")),
        &html! {
            (card.map_or_else(|| pages::mark("f-blank"), |arena| arena_picture(&arena.name).small()))
            span class="s-name" { @if card.is_some() { b { (name.to_string()) } small { " " (sort.to_string()) } } @else { (sort.to_string()) } }
            span class="laurels" { @for _ in 0..glory { svg class="tok gold" viewBox="0 0 32 32" aria-hidden="true" { use href=(art("laurel")) {} } } }
            @if let Some(holder) = token { span class="token" title="Reigning Champion" { (badge(holder)) small { "champion" } } }
            span class="tip" { (says) }
        },
    )
}

fn troop(desk: &Place<'_>, place: Where, seat: Seat) -> Markup {
    let all: Vec<(u8, &Gladiator)> =
        desk.view.public.sand.iter().filter(|(_, it)| it.place == place && it.owner == seat).collect();
    if all.is_empty() {
        return html! {};
    }
    let id = format!("troop-{}-{seat}", place.index());
    let keys: Vec<String> = all.iter().map(|(slot, _)| format!("slot:{slot}")).collect();
    let spots: Vec<&str> = keys.iter().map(String::as_str).collect();
    desk.open(&id, &spots, &troop_from(desk, place, seat), || html! {
            div id=(id) class={ "troop seat-" (seat.index()) } {
                span class="lead" title=(say!("{}: initiative", side(desk, seat)).to_string()) { (badge(seat)) (number("wing", desk.view.table().initiative(desk.rules, seat, place), "initiative")) }
                @for (slot, it) in &all { (gladiator(desk, *slot, it)) }
            }
    })
}

/// What a gladiator has more or less of a stat as long as it stays (FG-134).
fn said_change(stat: Stat, boost: i8) -> String {
    let (much, stat) = (boost.unsigned_abs(), stat.name());
    if boost < 0 { say!("−{much} {stat}").to_string() } else { say!("+{much} {stat}").to_string() }
}

fn gladiator(desk: &Place<'_>, slot: u8, it: &Gladiator) -> Markup {
    let (rules, view) = (desk.rules, desk.view);
    let card = rules.set.card(it.kind);
    let stat = |stat| view.table().stat(rules, slot, stat);
    let (attack, health, agility) = (stat(Stat::Attack), stat(Stat::Health), stat(Stat::Agility));
    let left = health.saturating_sub(it.damage);
    let key = format!("slot:{slot}");
    let state = if it.exhausted { "exhausted" } else { "ready" };
    let name = table::card(&card.name);
    let threat = desk
        .offers(&key)
        .then(|| preview::attack_under_way(rules, view))
        .flatten()
        .filter(|_| !view.viewer.is(it.owner))
        .map(|damage| (damage, damage >= left));
    let coming = (it.assigned > 0).then(|| say!(", {} damage assigned", it.assigned));
    let stats = say!("attack {attack}, health {left} of {health}, agility {agility}{coming}");
    let label = desk.plain(&say!("{}'s {name}, {state}: {stats}", side(desk, it.owner)));
    let inside = html! {
        (picture(card).small())
        span class={ "s-name" (pages::girth(&card.name)) } { (called(&card.name)) }
        span class="c-numbers" { (desk.number(&format!("n-attack-{slot}"), "sword", attack, "attack")) (desk.number(&format!("n-health-{slot}"), "heart", left, "health left")) (desk.number(&format!("n-agility-{slot}"), "wing", agility, "agility")) }
        (bar("health", left, health))
        span class="marks" {
            @if it.exhausted { i class="m-tired" { "exhausted" } }
            @if it.assigned > 0 { i class="m-hit" { (say!("−{} coming", it.assigned).to_string()) } }
            @if it.blessings > 0 { i class="m-bless" { (say!("blessed ×{}", it.blessings).to_string()) } }
            @if it.bound { i class="m-tired" { (say!("bound").to_string()) } }
            @for changes in [it.boosts, it.passing.all()] {
                @for (stat, change) in Stat::ALL.into_iter().zip(changes).filter(|(_, change)| *change != 0) {
                    i class="m-fury" { (said_change(stat, change)) }
                }
            }
            @if let Some((damage, dies)) = threat { i class="m-hit" { "−" (damage) @if dies { " defeats it" } } }
        }
        (desk.named(&format!("tip-slot-{slot}"), &it.kind, || html! { span class="tip" { b { (called(&card.name)) } " " (numbers(desk, it.kind)) " " (said(desk, it.kind)) } }))
    };
    let class = format!("glad {state} p-wine seat-{}", it.owner.index());
    html! { div class="hold" data-move=(motion_name(it.owner, it.kind, fellows(desk, slot, it))) { (desk.spot(&key, &class, &label, &inside)) } }
}
