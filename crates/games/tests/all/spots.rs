//! Everything a seat may do can be done where it lies on the table.

use std::collections::BTreeMap;

use pages::{Choice, Desk, Drawn, Rank};
use table::{Chance, Light, Options, Rulebook, Seat, Turn, Viewer};

/// What a seat may do, as its page has it.
fn choices<G: Drawn>(rules: &G::Rules, state: &G, seat: Seat) -> Vec<Choice<G>> {
    let view = state.view(rules, Viewer::Seat(seat));
    let mut legal = Vec::new();
    state.legal(rules, seat, &mut legal);
    let choice = |action: G::Action| Choice {
        seat,
        action,
        notation: G::write(rules, action),
        label: G::label(rules, action),
        explained: G::explain(rules, &view, action),
        refusal: None,
        fatal: false,
    };
    legal.into_iter().map(choice).collect()
}

/// Plays random games and collects the moves that lie nowhere on the board, by what they begin with.
fn lost<G: Drawn>(options: &Options, games: u64) -> BTreeMap<String, String> {
    let rules = G::Rules::from_options(options).unwrap();
    let names: Vec<String> = Seat::all(rules.players()).map(|seat| format!("player {seat}")).collect();
    let mut lost = BTreeMap::new();
    for seed in 0..games {
        let mut luck = Light::new(seed);
        let mut state = G::new(&rules, &mut luck);
        while let Turn::Decide(seats) = state.turn(&rules) {
            let seat = seats.first().expect("somebody decides");
            let offered = choices(&rules, &state, seat);
            let view = state.view(&rules, Viewer::Seat(seat));
            let board = G::board(&Desk::new(&rules, &view, &names, &offered)).into_string();
            for choice in offered.iter().filter(|choice| G::rank(choice.action) == Rank::Move) {
                let spots = G::spots(&rules, &view, seat, choice.action);
                if G::concedes(choice.action) || spots.iter().any(|key| is_live(&board, key)) {
                    continue;
                }
                let sort = choice.notation.split(' ').next().unwrap_or_default().to_owned();
                lost.entry(sort).or_insert(format!("{} (seed {seed}, at {spots:?})", choice.notation));
            }
            let moves: Vec<_> = offered.iter().filter(|choice| !G::concedes(choice.action)).collect();
            let action = moves[luck.below(moves.len() as u32) as usize].action;
            state.play_unchecked(&rules, seat, action, &mut luck);
        }
    }
    lost
}

/// Whether a thing on the board with this key is a button.
fn is_live(board: &str, key: &str) -> bool {
    let place = format!("data-spot=\"{key}\"");
    board.match_indices(&place).any(|(at, _)| {
        let tag = board[..at].rfind('<').map_or("", |start| &board[start..at]);
        tag.starts_with("<button") && tag.contains("spot live")
    })
}

/// Words that answer a question and name nothing that lies anywhere: they are in the list only.
fn only_words<G: Drawn>(options: &Options, games: u64, words: &[&str]) {
    let mut lost = lost::<G>(options, games);
    lost.retain(|sort, _| !words.contains(&sort.as_str()));
    assert!(lost.is_empty(), "{} {options}: {lost:?}", G::INFO.name);
}

#[test]
fn every_move_that_names_a_thing_lies_on_the_table() {
    for players in ["2", "3", "5"] {
        let options = Options::new().with("players", players);
        let words = ["act", "glory", "leave", "prepare", "reveal", "skip", "stop"];
        only_words::<glory_to_rome::State>(&options, 3, &words);
    }
    for players in ["1", "2", "4"] {
        let options = Options::new().with("players", players);
        only_words::<glory::State>(&options, 2, &[]);
        let options = options.with("champions", "random").with("expansion", "on");
        only_words::<for_glory::State>(&options, 6, &["do", "pay"]);
    }
}
