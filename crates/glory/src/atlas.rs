//! The map drawn in letters, from the coordinates in the data.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use table::Seat;

use crate::map::{Kind, Map};
use crate::procedures::NOTHING;
use crate::rules::Rules;
use crate::state::Public;

const fn letter(kind: Kind) -> char {
    match kind {
        Kind::Blank => 'o',
        Kind::Battle => 'x',
        Kind::Castle => 'C',
        Kind::Fate => '*',
        Kind::Haven => 'H',
        Kind::Lair => 'L',
        Kind::Town => 'T',
    }
}

/// The map: roads, spaces by kind, heroes by seat, and the ends within reach in brackets, by number or first letters.
pub(crate) fn draw(rules: &Rules, public: &Public, width: usize) -> String {
    let map = &rules.kingdom.map;
    let columns = map.spaces.iter().map(|space| space.at.0 as usize).max().unwrap_or(0) + 1;
    let rows = map.spaces.iter().map(|space| space.at.1 as usize).max().unwrap_or(0) + 1;
    // Wide columns leave room for longer labels; a narrow screen gets a list instead of a map.
    let wide = [5, 4].into_iter().find(|wide| columns * wide <= width);
    let Some(wide) = wide else {
        return list(rules, public);
    };
    let mut canvas = vec![vec![' '; columns * wide]; rows * 2 - 1];
    for space in &map.spaces {
        for road in space.roads.iter().chain(&space.entries) {
            trace(&mut canvas, wide, space.at, map.space(*road).at);
        }
    }
    let reach = reach(rules, public, wide - 2);
    for (at, space) in (0..).zip(&map.spaces) {
        let (column, row) = (space.at.0 as usize * wide + 1, space.at.1 as usize * 2);
        let heroes: String = (public.living(rules.players))
            .filter(|seat| public.heroes[*seat].space == at)
            .map(Seat::letter)
            .collect();
        let mark = if heroes.is_empty() { String::new() } else { format!("@{heroes}") };
        let text = match (reach.get(&at), mark.is_empty()) {
            (Some(label), true) => label.clone(),
            // A hero who stands there is shown too, within the brackets.
            (Some(label), false) => marked(label, &mark, wide),
            (None, false) => mark,
            (None, true) if space.kind.stops() && space.kind != Kind::Castle => {
                format!("{}{}", letter(space.kind), label(map, at, wide - 2))
            }
            (None, true) => letter(space.kind).to_string(),
        };
        for (offset, letter) in text.chars().take(wide).enumerate() {
            if let Some(cell) = canvas[row].get_mut(column - 1 + offset + usize::from(text.len() == 1)) {
                *cell = letter;
            }
        }
    }
    let mut text: String =
        canvas.iter().map(|row| row.iter().collect::<String>().trim_end().to_owned() + "\n").collect();
    text.push_str(
        "C castle, T town, L lair, H haven, x battle, * fate, o blank, @ hero
",
    );
    if !reach.is_empty() {
        text.push_str(
            "[ ] within reach, ( ) with a march
",
        );
    }
    text
}

/// A label in brackets with the heroes who stand there, in so many letters: without the label where it does not fit whole, without the
/// brackets where even these do not.
fn marked(label: &str, mark: &str, wide: usize) -> String {
    let brackets = ['[', ']', '(', ')'];
    let (open, close) = if label.starts_with('(') { ('(', ')') } else { ('[', ']') };
    let whole = label.trim_matches(brackets).to_owned() + mark;
    let fits = |text: &str| text.chars().count() + 2 <= wide;
    match [whole.as_str(), mark].into_iter().find(|text| fits(text)) {
        Some(text) => format!("{open}{text}{close}"),
        None => mark.to_owned(),
    }
}

/// Roads between neighbours on the grid; a longer or slanted road is left to the list of ends.
fn trace(canvas: &mut [Vec<char>], wide: usize, one: (u8, u8), other: (u8, u8)) {
    let (column, row) = (one.0 as usize * wide + 1, one.1 as usize * 2);
    let far = (other.0 as usize * wide + 1, other.1 as usize * 2);
    if row == far.1 && column < far.0 {
        for cell in &mut canvas[row][column + 1..far.0] {
            *cell = '-';
        }
    } else if column == far.0 && row < far.1 {
        for line in &mut canvas[row + 1..far.1] {
            line[column] = '|';
        }
    } else if row < far.1 {
        let middle = usize::midpoint(column, far.0);
        canvas[row + 1][middle] = if far.0 > column { '\\' } else { '/' };
    }
}

/// The ends within reach, each with its label: in square brackets by the steps alone, in round ones with a march.
fn reach(rules: &Rules, public: &Public, letters: usize) -> BTreeMap<u8, String> {
    let (steps, marches) = public.within_reach(rules);
    let map = &rules.kingdom.map;
    let steps = steps.into_iter().map(|end| (end, format!("[{}]", label(map, end, letters))));
    let marches = marches.into_iter().map(|end| (end, format!("({})", label(map, end, letters))));
    steps.chain(marches).collect()
}

/// A label of so many letters: the number, or the start of the name.
fn label(map: &Map, at: u8, letters: usize) -> String {
    map.space(at).name.chars().filter(char::is_ascii_alphanumeric).take(letters).collect()
}

/// Where the heroes stand, for screens too narrow for the map.
fn list(rules: &Rules, public: &Public) -> String {
    let map = &rules.kingdom.map;
    let mut text = String::new();
    let chosen = |seat: &Seat| public.heroes[*seat].board != NOTHING;
    for seat in public.living(rules.players).filter(chosen) {
        let space = map.space(public.heroes[seat].space);
        let roads: Vec<_> = space
            .roads
            .iter()
            .map(|road| format!("{} ({})", map.space(*road).name, map.kind(*road).word()))
            .collect();
        let _ =
            writeln!(text, "{seat} on {} ({}); roads to {}", space.name, space.kind.word(), roads.join(", "));
    }
    text
}
