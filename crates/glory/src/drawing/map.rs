//! The kingdom's map: roads below, a button for every space above.

use std::fmt::Write as _;

use crate::{Kind, QuestLies, Space};
use maud::{Markup, PreEscaped};
use pages::html;
use table::{Seat, Text, place, say, tongue};

use super::{Place, picture, place_paint};
use pages::assets::{self, art};

/// Which way round the map is drawn: narrow screens get it turned.
#[derive(Clone, Copy)]
enum Turn {
    Wide,
    Tall,
}

/// A region's name on the land, where no place, no label and as few roads as can be lie on it.
struct Region {
    name: &'static str,
    /// Twice its column, for it may lie between two, and its row.
    at: (u8, u8),
    /// Further classes: `two` lines, on a `phone` too, where few have room.
    class: &'static str,
}

/// A region in one line, on wide screens.
const fn region(name: &'static str, at: (u8, u8)) -> Region {
    Region { name, at, class: "" }
}

/// A kingdom whose land is drawn: its name, the file of its land, and its regions.
struct Land {
    kingdom: &'static str,
    file: &'static str,
    symbols: [&'static str; 2],
    regions: &'static [Region],
}

/// The lands of the kingdoms that come with the game.
const LANDS: [Land; 2] = [
    Land {
        kingdom: "Thornmere",
        file: "terrain",
        symbols: ["thornmere-wide", "thornmere-tall"],
        regions: &[
            region("Hollow Hills", (6, 0)),
            region("Orchard Vale", (16, 0)),
            region("Cinder Peaks", (28, 0)),
            region("Quill Marches", (6, 5)),
            region("King's Plain", (19, 4)),
            Region { name: "Dun Downs", at: (26, 5), class: " phone" },
            region("Drowned Coast", (5, 10)),
            region("Harrow Fields", (16, 10)),
            region("Weeping Hills", (27, 10)),
        ],
    },
    Land {
        kingdom: "Saltmarrow",
        file: "terrain-saltmarrow",
        symbols: ["saltmarrow-wide", "saltmarrow-tall"],
        regions: &[
            region("Kelpwold", (4, 0)),
            region("Trade Wind", (14, 0)),
            region("Cinderhorn", (26, 0)),
            Region { name: "Lantern Isle", at: (11, 8), class: " two" },
            Region { name: "The Gyre", at: (20, 4), class: " phone" },
            Region { name: "The Ambers", at: (28, 7), class: " two" },
            region("Reedwater", (5, 8)),
            region("The Ebb", (12, 10)),
            Region { name: "Drowned Quarter", at: (23, 10), class: " two" },
        ],
    },
];

/// The land of a kingdom, if it is drawn.
fn land_of(kingdom: &str) -> Option<&'static Land> {
    LANDS.iter().find(|land| land.kingdom == kingdom)
}

/// The land under the roads.
fn land(land: &Land, turn: Turn) -> Markup {
    let (class, id, view) = match turn {
        Turn::Wide => ("land wide", land.symbols[0], "0 0 340 132"),
        Turn::Tall => ("land tall", land.symbols[1], "0 0 158.4 204"),
    };
    html! {
        svg class=(class) viewBox=(view) preserveAspectRatio="none" aria-hidden="true" { use href=(assets::picture(land.file, id)) width="100%" height="100%" {} }
    }
}

/// The whole map.
pub(super) fn map(desk: &Place<'_>) -> Markup {
    let map = &desk.rules.kingdom.map;
    let (_, marches) = desk.view.public.within_reach(desk.rules);
    let heroes: Vec<(Seat, u8)> = standing(desk).collect();
    let marks: Vec<_> = map.spaces.iter().map(|space| mark(desk, space)).collect();
    desk.part("realm", &["space:"], &(&marches, heroes, marks), || html! {
        section id="realm" class="realm" aria-label={ "The kingdom of " (tongue::name(&map.name)) } {
            @if let Some(drawn) = land_of(&map.name) { (land(drawn, Turn::Wide)) (land(drawn, Turn::Tall)) }
            (desk.part("roads-wide", &[], &(), || roads(desk, Turn::Wide))) (desk.part("roads-tall", &[], &(), || roads(desk, Turn::Tall)))
            @if let Some(drawn) = land_of(&map.name) { @for Region { name, at: (twice, row), class } in drawn.regions { span class={ "region x" (twice / 2) " y" (row) @if twice % 2 == 1 { " half" } (class) } aria-hidden="true" { (tongue::name(name)) } } }
            @for band in 0..map.spaces.len().div_ceil(BAND) { (stretch(desk, band, &marches)) }
        }
    })
}

/// So many spaces are one part of the page.
const BAND: usize = 8;

/// Some of the spaces: where nothing on them changed, they stay.
fn stretch(desk: &Place<'_>, band: usize, marches: &[u8]) -> Markup {
    let map = &desk.rules.kingdom.map;
    let first = band * BAND;
    let spaces = || (first as u8..).zip(map.spaces.iter().skip(first).take(BAND));
    let here: Vec<(Seat, u8)> = standing(desk).filter(|(_, at)| usize::from(*at) / BAND == band).collect();
    let known: Vec<_> = spaces().map(|(at, space)| (mark(desk, space), marches.contains(&at))).collect();
    let keys: Vec<String> = spaces().map(|(at, _)| format!("space:{at}")).collect();
    let spots: Vec<&str> = keys.iter().map(String::as_str).collect();
    let id = format!("band-{band}");
    desk.part(&id, &spots, &(here, known), || html! {
        div id=(id) class="band" { @for (at, space) in spaces() { (spot(desk, at, space, marches.contains(&at))) } }
    })
}

fn roads(desk: &Place<'_>, turn: Turn) -> Markup {
    let map = &desk.rules.kingdom.map;
    let (mut columns, mut rows) = (0, 0);
    let (mut path, mut currents, mut arrows) = (String::new(), String::new(), String::new());
    for (at, space) in (0..).zip(&map.spaces) {
        columns = columns.max(space.at.0 + 1);
        rows = rows.max(space.at.1 + 1);
        for road in &space.roads {
            let back = map.space(*road).roads.contains(&at);
            let (from, to) = (middle(space, turn), middle(map.space(*road), turn));
            let line = if back { &mut path } else { &mut currents };
            if *road > at || !back {
                let _ = write!(line, "M{} {}L{} {}", from.0, from.1, to.0, to.1);
            }
            if !back {
                arrows.push_str(&arrow(from, to, turn));
            }
        }
    }
    let (id, class, width, height) = match turn {
        Turn::Wide => ("roads-wide", "roads wide", columns, rows),
        Turn::Tall => ("roads-tall", "roads tall", rows, columns),
    };
    let mut drawn =
        format!("<path class=\"edge\" d=\"{path}{currents}\"/><path class=\"way\" d=\"{path}\"/>");
    if !currents.is_empty() {
        let _ =
            write!(drawn, "<path class=\"current\" d=\"{currents}\"/><path class=\"arrow\" d=\"{arrows}\"/>");
    }
    html! {
        svg id=(id) class=(class) viewBox={ "0 0 " (width) " " (height) } preserveAspectRatio="none" aria-hidden="true" { (PreEscaped(drawn)) }
    }
}

/// An arrow in the middle of a road that is gone one way only.
fn arrow(from: (f32, f32), to: (f32, f32), turn: Turn) -> String {
    // Cells are not square: so much of a cell is about equally far in both directions.
    let (wide, high) = match turn {
        Turn::Wide => (0.1, 0.19),
        Turn::Tall => (0.16, 0.19),
    };
    let (x, y) = (f32::midpoint(from.0, to.0), f32::midpoint(from.1, to.1));
    let way = |by: f32| if by.abs() < 0.5 { 0.0 } else { by.signum() };
    let (along, across) = (way(to.0 - from.0) * wide, way(to.1 - from.1) * high);
    let (side, up) = (across / high * wide, along / wide * high);
    format!(
        "M{:.2} {:.2}L{:.2} {:.2}L{:.2} {:.2}",
        x - along - side,
        y - across + up,
        x + along,
        y + across,
        x - along + side,
        y - across - up
    )
}

fn middle(space: &Space, turn: Turn) -> (f32, f32) {
    let (column, row) = (f32::from(space.at.0) + 0.5, f32::from(space.at.1) + 0.5);
    match turn {
        Turn::Wide => (column, row),
        Turn::Tall => (row, column),
    }
}

const fn symbol(kind: Kind) -> &'static str {
    match kind {
        Kind::Blank => "sp-blank",
        Kind::Battle => "sp-battle",
        Kind::Castle => "sp-castle",
        Kind::Fate => "sp-fate",
        Kind::Haven => "sp-haven",
        Kind::Lair => "sp-lair",
        Kind::Town => "sp-town",
    }
}

pub(super) const fn has_label(kind: Kind) -> bool {
    match kind {
        Kind::Castle | Kind::Town | Kind::Lair | Kind::Haven => true,
        Kind::Blank | Kind::Battle | Kind::Fate => false,
    }
}

/// What the viewer knows of a place, as a mark on it: done with, seen by oneself, seen by somebody.
fn mark(desk: &Place<'_>, space: &Space) -> Option<(&'static str, &'static str)> {
    let place = usize::from(space.place);
    match space.kind {
        Kind::Town => match (desk.view.public.towns[place].lies, desk.view.quests[place]) {
            (QuestLies::Gone, _) => Some(("gone", "✕")),
            (QuestLies::Open(_), _) => Some(("open", "1")),
            (QuestLies::Hidden, Some(_)) => Some(("seen", "!")),
            (QuestLies::Hidden, None) => Some(("unseen", "?")),
        },
        Kind::Lair => match (desk.view.public.lairs[place].won, desk.view.lairs[place]) {
            (Some(_), _) => Some(("gone", "✕")),
            (None, Some(_)) => Some(("seen", "!")),
            (None, None) => Some(("unseen", "?")),
        },
        Kind::Battle => {
            let here =
                desk.view.public.prowling.iter().any(|prowler| map_space(desk, prowler.space) == space.id);
            here.then_some(("seen", "!"))
        }
        Kind::Blank | Kind::Castle | Kind::Fate | Kind::Haven => None,
    }
}

/// The number of a space in its file.
fn map_space(desk: &Place<'_>, at: u8) -> u32 {
    desk.rules.kingdom.map.space(at).id
}

/// The heroes on the map, and where they stand.
fn standing(desk: &Place<'_>) -> impl Iterator<Item = (Seat, u8)> {
    let public = &desk.view.public;
    let chosen = |seat: &Seat| public.heroes[*seat].board != crate::NOTHING;
    public.living(desk.rules.players).filter(chosen).map(|seat| (seat, public.heroes[seat].space))
}

fn spot(desk: &Place<'_>, at: u8, space: &Space, marchable: bool) -> Markup {
    let key = format!("space:{at}");
    let heroes: Vec<Seat> = standing(desk).filter(|(_, space)| *space == at).map(|(seat, _)| seat).collect();
    let march = marchable && !desk.offers(&key);
    let mark = mark(desk, space);
    desk.spot_from(&key, &(heroes.as_slice(), mark, march), || {
        spot_drawn(desk, &key, space, &heroes, (mark, march))
    })
}

fn spot_drawn(
    desk: &Place<'_>,
    key: &str,
    space: &Space,
    heroes: &[Seat],
    (mark, march): (Option<(&'static str, &'static str)>, bool),
) -> (String, String, Markup) {
    let view = desk.view;
    let who = Text::joined(heroes.iter().map(Text::of), ", ");
    let here = (!heroes.is_empty()).then(|| say!(", here: {who}"));
    let label = desk.plain(&say!("{} ({}){here}", place(&space.name), space.kind.word()));
    let live = desk.offers(key);
    let class = format!(
        "sp x{} y{} k-{}{}",
        space.at.0,
        space.at.1,
        space.kind.word(),
        if march { " march" } else { "" }
    );
    let inside = html! {
        @if has_label(space.kind) && picture(&space.name).there() { span class={ "vista " (place_paint(space.kind)) } { (picture(&space.name).small()) } }
        svg class="tok" viewBox="0 0 24 24" aria-hidden="true" { use href=(art(symbol(space.kind))) {} }
        @if let Some((class, mark)) = mark { i class={ "mark " (class) } aria-hidden="true" { (mark) } }
        @if has_label(space.kind) { small { (tongue::name(&space.name)) } }
        @else if live || march { small class="no" { (tongue::name(&space.name)) } }
        @for seat in heroes {
            @let mine = view.viewer.is(*seat);
            span class={ "pawn seat-" (seat.index()) @if mine { " grip" } } data-move={ "pawn-" (seat) } data-spot=[mine.then(|| format!("pawn:{seat}"))] {
                svg viewBox="0 0 24 24" aria-hidden="true" { use href=(art("pawn")) {} }
            }
        }
    };
    (class, label, inside)
}
