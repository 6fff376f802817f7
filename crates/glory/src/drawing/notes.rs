//! The notebook: what the viewer knows of quests and lairs, kept by itself.

use crate::QuestLies;
use maud::Markup;
use pages::html;
use table::{SeatSet, tongue};

use super::Place;
use pages::assets::art;

fn names(desk: &Place<'_>, seats: SeatSet) -> String {
    seats.iter().map(|seat| desk.name(seat)).collect::<Vec<_>>().join(", ")
}

fn entry(desk: &Place<'_>, space: u8, symbol: &str, inside: &Markup) -> Markup {
    html! {
        li data-spots={ "space:" (space) } {
            svg class="tok" viewBox="0 0 24 24" aria-hidden="true" { use href=(art(symbol)) {} }
            b { (tongue::name(&desk.rules.kingdom.map.space(space).name)) } " " (inside)
        }
    }
}

fn town(desk: &Place<'_>, place: usize) -> Option<Markup> {
    let (view, kingdom) = (desk.view, &desk.rules.kingdom);
    let town = &view.public.towns[place];
    if town.lies == QuestLies::Gone {
        return Some(html! { "quest completed and gone" });
    }
    let Some(quest) = view.quests[place] else {
        return (!town.seen.is_empty()).then(|| html! { "read by " (names(desk, town.seen)) });
    };
    let card = &kingdom.quests[usize::from(quest)];
    let progress = progress(desk, place);
    Some(html! {
        em { (tongue::name(&card.name)) } ": " (desk.plain(&kingdom.quest_text_at(card, place as u8)))
        @if let Some((now, needed)) = progress { b class={ "done" @if now == needed { " good" } } { " " (now) "/" (needed) } }
        @if let QuestLies::Open(first) = town.lies { small { " (completed by " (desk.name(first)) ")" } }
    })
}

/// How far the viewer has come with a town's quest, where the viewer has read it.
fn progress(desk: &Place<'_>, place: usize) -> Option<(u8, u8)> {
    let (view, kingdom) = (desk.view, &desk.rules.kingdom);
    let card = &kingdom.quests[usize::from(view.quests[place]?)];
    let seat = view.viewer.seat().filter(|seat| view.public.towns[place].seen.contains(*seat))?;
    let deeds = if card.early { &view.public.life[seat] } else { &view.public.deeds[seat][place] };
    let (now, needed) = card.progress(deeds, &view.public.standing(kingdom, seat, place as u8));
    Some((now.min(needed), needed))
}

fn lair(desk: &Place<'_>, place: usize) -> Option<Markup> {
    let lair = &desk.view.public.lairs[place];
    let Some(card) = desk.view.lairs[place] else {
        return (!lair.seen.is_empty()).then(|| html! { "seen by " (names(desk, lair.seen)) });
    };
    let monster = &desk.rules.kingdom.lairs[usize::from(card)];
    Some(html! {
        em { (tongue::name(&monster.name)) } ", " (desk.plain(&monster.numbers()))
        @if let Some(won) = lair.won { small { " (defeated by " (desk.name(won)) ")" } }
    })
}

/// A monster that stays where it was left.
fn prowler(desk: &Place<'_>, card: u8, space: u8) -> (u8, &'static str, Markup) {
    let kingdom = &desk.rules.kingdom;
    let monster = &kingdom.battle[usize::from(kingdom.battle_stock.kind(card))];
    let numbers = desk.plain(&monster.numbers());
    (space, "sp-battle", html! { em { (tongue::name(&monster.name)) } " prowls, " (numbers) })
}

/// The notebook.
pub(super) fn notes(desk: &Place<'_>) -> Markup {
    let (view, places) = (desk.view, desk.rules.kingdom.map.towns.len());
    let done: Vec<Option<(u8, u8)>> = (0..places).map(|place| progress(desk, place)).collect();
    let known = (view.quests, view.lairs, view.public.towns, view.public.lairs, done, view.public.prowling);
    desk.part("notes", &[], &known, || notebook(desk))
}

fn notebook(desk: &Place<'_>) -> Markup {
    let map = &desk.rules.kingdom.map;
    let towns: Vec<_> = map
        .towns
        .iter()
        .enumerate()
        .filter_map(|(place, at)| Some((*at, "sp-town", town(desk, place)?)))
        .collect();
    let lairs: Vec<_> = map
        .lairs
        .iter()
        .enumerate()
        .filter_map(|(place, at)| Some((*at, "sp-lair", lair(desk, place)?)))
        .collect();
    let prowlers: Vec<_> =
        desk.view.public.prowling.iter().map(|it| prowler(desk, it.card, it.space)).collect();
    let unseen = map.towns.len() + map.lairs.len() - towns.len() - lairs.len();
    html! {
        section id="notes" class="notes" aria-label="Notebook" {
            h3 { @if desk.view.viewer.seat().is_some() { "Your notebook" } @else { "Known to all" } }
            ul { @for (space, symbol, inside) in towns.iter().chain(&lairs).chain(&prowlers) { (entry(desk, *space, symbol, inside)) } }
            @if unseen == 1 { p { "Nobody has looked at 1 town or lair yet." } }
            @else if unseen > 1 { p { "Nobody has looked at " (unseen) " towns and lairs yet." } }
        }
    }
}
