//! Random games at every kind of table: what laws about views walk through.

use crate::{Chance as _, Game, Light, OptionKind, Options, Rulebook as _, Seat};

/// Tables with each value of each option, numbers at both ends, for every number of players.
pub fn tables<G: Game>() -> Vec<G::Rules> {
    let specs = G::Rules::specs();
    let values = |kind: OptionKind| -> Vec<String> {
        match kind {
            OptionKind::Choice(words) => words.iter().map(|word| (*word).to_owned()).collect(),
            OptionKind::Number(low, high) => vec![low.to_string(), high.to_string()],
            OptionKind::Several(_) => vec!["none".to_owned(), "all".to_owned()],
            OptionKind::Text(_) => Vec::new(),
        }
    };
    let players = specs.iter().find(|spec| spec.name == "players").map(|spec| spec.kind);
    let Some(OptionKind::Number(low, high)) = players else { panic!("a game says how many play") };
    let mut tables = Vec::new();
    for players in low..=high {
        let base = Options::new().with("players", &players.to_string());
        tables.push(base.clone());
        // A planted fault is no table that anybody plays at.
        for spec in specs.iter().filter(|spec| spec.name != "players" && spec.name != "fault") {
            tables.extend(values(spec.kind).iter().map(|value| base.clone().with(spec.name, value)));
        }
    }
    // Not every mix of options is a table.
    tables.iter().filter_map(|options| G::Rules::from_options(options).ok()).collect()
}

/// Decides for the seat, in any legal way but giving up where there is another: that would end games before anything happens in them.
pub fn wander<G: Game>(state: &mut G, rules: &G::Rules, seat: Seat, luck: &mut Light) {
    let mut legal = Vec::new();
    state.legal(rules, seat, &mut legal);
    if legal.iter().any(|action| !G::concedes(*action)) {
        legal.retain(|action| !G::concedes(*action));
    }
    let action = legal[luck.below(legal.len() as u32) as usize];
    state.play_unchecked(rules, seat, action, luck);
}
