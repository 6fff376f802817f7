//! Positions with right answers: `strong` finds one in at least 95 of 100 searches.
//!
//! A puzzle is a scenario: what leads to the decision, then `SEAT may: ANSWER | ANSWER`, and often a line that proves the answer.
//! So the scenario runner checks that the position is possible and the answers are legal, and this test that they are found.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use bots::{Budget, Mind, Question, choices, named};
use gloria_games::{Playable, Visit, each};
use table::scenario::{self, Block, Verdict};
use table::{Items, Rulebook as _, Script, Seat, Staged, Viewer};

/// How many seeds each puzzle is put to.
const SEEDS: u64 = 20;

/// A decision, and what is right.
struct Puzzle<G: Mind> {
    rules: G::Rules,
    state: G,
    seat: Seat,
    legal: Vec<G::Action>,
    answers: Vec<G::Action>,
}

/// Plays a block up to its first `may:` line, which holds the answers.
fn puzzle<G: Mind + Staged>(block: &Block) -> Puzzle<G> {
    let rules = G::Rules::from_options(&block.options).unwrap();
    let mut state = G::stage(&rules, &block.setup).unwrap();
    let mut luck = Script::then_light([], 1);
    for (line, text) in &block.script {
        if let Some(draws) = text.strip_prefix("draws:") {
            for (count, name) in Items::parts(draws) {
                let number = G::wish(&rules, name).unwrap();
                (0..count).for_each(|_| luck.add(number));
            }
            continue;
        }
        let (seat, rest) = text.split_once(' ').unwrap();
        let seat = Seat::from_letter(seat).unwrap();
        if let Some(list) = rest.trim().strip_prefix("may:") {
            let mut legal = Vec::new();
            choices(&rules, &state, seat, &mut legal);
            let answers = list.split('|').map(|text| G::read(&rules, text.trim()).unwrap()).collect();
            return Puzzle { rules, state, seat, legal, answers };
        }
        let action = G::read(&rules, rest.trim()).unwrap();
        state
            .play(&rules, seat, action, &mut luck)
            .unwrap_or_else(|refusal| panic!("line {line}: {refusal}"));
    }
    panic!("line {}: expected a line 'SEAT may: ANSWER | …'", block.line)
}

/// What a player answers, by how often.
fn answers<G: Mind>(name: &str, puzzle: &Puzzle<G>) -> BTreeMap<String, u64> {
    let Puzzle { rules, state, seat, legal, .. } = puzzle;
    let mut found = BTreeMap::new();
    for seed in 1..=SEEDS {
        let look = || state.view(rules, Viewer::Seat(*seat));
        let asked = Question::new(rules, *seat, &look, legal, Budget::OWN, seed);
        let action = named::<G>(name).unwrap().choose(&asked);
        *found.entry(G::write(rules, action)).or_default() += 1;
    }
    found
}

fn solve<G: Playable>() {
    let file = format!("../{}/puzzles.md", G::INFO.name);
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&file)).unwrap();
    let blocks = scenario::blocks(&text).unwrap_or_else(|fault| panic!("{file}: {fault}"));
    let (mut faults, mut right) = (Vec::new(), 0);
    for block in &blocks {
        let place = format!("{file}:{} '{}'", block.line, block.heading);
        match scenario::run::<G>(block) {
            Verdict::Passed => {}
            Verdict::Failed(fault) | Verdict::Malformed(fault) => {
                faults.push(format!("{place}: {fault}"));
                continue;
            }
        }
        let puzzle = puzzle::<G>(block);
        assert!(puzzle.answers.len() < puzzle.legal.len(), "{place}: every action is an answer");
        let found = answers("strong", &puzzle);
        let is_right =
            |text: &&String| puzzle.answers.iter().any(|answer| G::write(&puzzle.rules, *answer) == **text);
        let hits: u64 = found.keys().filter(is_right).map(|text| found[text]).sum();
        right += hits;
        if hits * 100 < SEEDS * 95 {
            faults.push(format!("{place}: {hits} of {SEEDS} are right, in {found:?}"));
        }
    }
    assert!(faults.is_empty(), "{} of {} unsolved:\n{}", faults.len(), blocks.len(), faults.join("\n"));
    assert!(blocks.len() >= 12 && right >= blocks.len() as u64 * SEEDS * 95 / 100);
}

/// Solves the puzzles of a game.
struct Solve;

impl Visit for Solve {
    type Answer = ();
    fn visit<G: Playable>(&mut self) {
        solve::<G>();
    }
}

#[test]
fn strong_solves_the_puzzles_of_every_game() {
    each(&mut Solve).for_each(drop);
}
