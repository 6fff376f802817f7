//! The pictures: everything that has one has its own, and the files hold pictures and nothing else.

use std::collections::{BTreeMap, BTreeSet};

use gloria_games::{self as games, Playable, Visit};
use pages::{Plate, assets};

/// The pictures of a game, and the file they are in.
struct Look;

impl Visit for Look {
    type Answer = (&'static str, Vec<Plate>);
    fn visit<G: Playable>(&mut self) -> Self::Answer {
        (G::INFO.name, G::plates())
    }
}

fn file(game: &str) -> &'static str {
    let name = format!("art-{game}.svg");
    assets::FILES.iter().find(|(file, _, _)| *file == name).map_or("", |(_, _, content)| *content)
}

/// The symbols of a file: what each is called, and what is drawn in it.
fn symbols(svg: &str) -> Vec<(&str, &str)> {
    let each = svg.split("<symbol id=\"").skip(1);
    each.filter_map(|text| {
        let (id, rest) = text.split_once('"')?;
        let (_, rest) = rest.split_once('>')?;
        Some((id, rest.split_once("</symbol>")?.0))
    })
    .collect()
}

/// What is wrong with a set of pictures.
fn wrong(svg: &str, plates: &[Plate]) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut drawn: BTreeMap<&str, &str> = BTreeMap::new();
    for (id, drawing) in symbols(svg) {
        if let Some(other) = drawn.insert(drawing, id) {
            wrong.push(format!("{id} is drawn like {other}"));
        }
    }
    let ids: BTreeSet<&str> = drawn.values().copied().collect();
    let shown: BTreeSet<&str> = plates.iter().map(|plate| plate.picture.id.as_str()).collect();
    wrong.extend(shown.difference(&ids).map(|id| format!("{id} has no picture")));
    wrong.extend(ids.difference(&shown).map(|id| format!("{id} is shown nowhere")));
    let names: BTreeSet<&str> = plates.iter().map(|plate| plate.name.as_str()).collect();
    if names.len() != shown.len() || plates.len() != shown.len() {
        wrong.push(format!("{} names share {} pictures", plates.len(), shown.len()));
    }
    wrong
}

/// Whether a text is what such a file may be: elements that are closed in their order, and nothing that reaches out of it.
fn is_a_plain_drawing(svg: &str) -> Result<(), String> {
    let mut open = Vec::new();
    for tag in svg.split('<').skip(1) {
        let (tag, between) = tag.split_once('>').ok_or_else(|| format!("{tag}: not closed"))?;
        if !between.trim().is_empty() {
            return Err(format!("words in a picture: {between}"));
        }
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        if !["svg", "symbol", "g", "path"].contains(&name) {
            return Err(format!("{name} has no place in a picture"));
        }
        for attribute in tag.split_terminator('"').step_by(2).skip(usize::from(tag.starts_with('/'))) {
            let attribute = attribute.trim_start_matches(name).trim().trim_matches('/').trim_end_matches('=');
            let known = [
                "",
                "xmlns",
                "id",
                "viewBox",
                "preserveAspectRatio",
                "overflow",
                "display",
                "d",
                "fill",
                "fill-rule",
                "opacity",
                "transform",
            ];
            if !known.contains(&attribute) && !attribute.starts_with("stroke") {
                return Err(format!("{attribute} has no place in a picture"));
            }
        }
        if tag.contains("url(") || tag.contains("NaN") {
            return Err(format!("{tag}: reaches out, or is no number"));
        }
        if let Some(closed) = tag.strip_prefix('/') {
            if open.pop() != Some(closed) {
                return Err(format!("{closed} is closed where it is not open"));
            }
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    if open.is_empty() { Ok(()) } else { Err(format!("left open: {open:?}")) }
}

#[test]
fn everything_has_a_picture_of_its_own() {
    for (game, plates) in games::each(&mut Look).filter(|(_, plates)| !plates.is_empty()) {
        // A game's kingdoms have sets of their own: no page needs more than one, and what they share.
        let sets: BTreeSet<&str> = plates.iter().map(|plate| plate.picture.game).collect();
        assert!(sets.contains(game), "{game}");
        for set in sets {
            let of_set: Vec<Plate> =
                plates.iter().filter(|plate| plate.picture.game == set).cloned().collect();
            assert_eq!(wrong(file(set), &of_set), Vec::<String>::new(), "{set}");
            println!("{set}: {} pictures", of_set.len());
        }
        let names: BTreeSet<&str> = plates.iter().map(|plate| plate.name.as_str()).collect();
        assert_eq!(names.len(), plates.len(), "{game}: no two have one name");
    }
}

#[test]
fn a_missing_or_copied_picture_is_noticed() {
    let (game, plates) = games::each(&mut Look).next().unwrap();
    let whole = file(game);
    let (first, second) = (symbols(whole)[0], symbols(whole)[1]);
    let without = whole.replace(&format!("id=\"{}\"", first.0), "id=\"nobody\"");
    assert_eq!(
        wrong(&without, &plates),
        [format!("{} has no picture", first.0), "nobody is shown nowhere".to_owned()]
    );
    let copied = whole.replacen(second.1, first.1, 1);
    assert!(
        wrong(&copied, &plates)[0].ends_with(&format!("is drawn like {}", first.0)),
        "{:?}",
        wrong(&copied, &plates)
    );
}

#[test]
fn the_files_hold_drawings_and_nothing_else() {
    for (name, _, content) in assets::FILES.iter().filter(|(name, _, _)| name.starts_with("art-")) {
        assert_eq!(is_a_plain_drawing(content), Ok(()), "{name}");
    }
    for (fault, why) in [
        ("<svg><script></script></svg>", "script has no place in a picture"),
        ("<svg><path d=\"\" onclick=\"x\"/></svg>", "onclick has no place in a picture"),
        ("<svg><path fill=\"url(#a)\"/></svg>", "path fill=\"url(#a)\"/: reaches out, or is no number"),
        ("<svg><g></svg>", "svg is closed where it is not open"),
        ("<svg><path href=\"https://a\"/></svg>", "href has no place in a picture"),
    ] {
        assert_eq!(is_a_plain_drawing(fault), Err(why.to_owned()));
    }
}

/// The pictures that a page of the rules for people shows, by name.
fn shown(page: &str) -> Vec<&str> {
    let fenced = page.split("```pictures\n").skip(1).filter_map(|rest| rest.split("```").next());
    fenced.flat_map(str::lines).filter_map(|line| Some(line.split_once(':')?.0.trim())).collect()
}

/// The names that the pages of a game show and that have no picture.
struct Unpictured;

impl Visit for Unpictured {
    type Answer = Vec<String>;
    fn visit<G: Playable>(&mut self) -> Self::Answer {
        let plates = G::plates();
        let all: Vec<&str> = G::GUIDE.iter().flat_map(|(_, page)| shown(page)).collect();
        assert!(all.len() > 8, "{}: {} pictures", G::INFO.name, all.len());
        let missing = all.into_iter().filter(|name| !plates.iter().any(|plate| plate.name == *name));
        missing.map(str::to_owned).collect()
    }
}

#[test]
fn the_rules_for_people_show_pictures_that_are_there() {
    assert_eq!(games::each(&mut Unpictured).flatten().collect::<Vec<_>>(), Vec::<String>::new());
    assert_eq!(shown("so\n```pictures\nDock: A dock\nNobody: x\n```\n"), ["Dock", "Nobody"]);
}
