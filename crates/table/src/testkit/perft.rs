//! Counting what can happen.

use std::fmt::Write as _;

use crate::chance::Light;
use crate::game::{Game, Rulebook as _, Turn};
use crate::options::Options;
use crate::testkit::broken::Broken;

/// How many sequences of `depth` decisions there are from here, all luck coming from `light`. A game over counts as one.
///
/// A changed count is a changed rule.
pub fn perft<G: Game>(rules: &G::Rules, state: &G, depth: u32, light: Light) -> u64 {
    let Turn::Decide(seats) = state.turn(rules) else {
        return 1;
    };
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    let mut legal = Vec::new();
    for seat in seats.iter() {
        legal.clear();
        state.legal(rules, seat, &mut legal);
        if depth == 1 {
            count += legal.len() as u64;
            continue;
        }
        for action in &legal {
            let mut after = *state;
            let mut luck = light;
            after.play_unchecked(rules, seat, *action, &mut luck);
            count += perft(rules, &after, depth - 1, luck);
        }
    }
    count
}

/// The same lines with their counts made anew. Each line: options, seed, then the counts at depths 1, 2, 3…
/// (`players=2,version=imperium 7 12 86 656`).
pub fn perft_lines<G: Game>(lines: &str) -> Result<String, Broken> {
    let mut again = String::new();
    for line in lines.lines().filter(|line| !line.is_empty()) {
        let fault = || format!("'{line}': expected options, a seed and counts");
        let mut words = line.split_whitespace();
        let (pairs, seed) = words.next().zip(words.next()).ok_or_else(fault)?;
        let mut options = Options::new();
        for pair in pairs.split(',') {
            options.set_pair(pair)?;
        }
        let rules = G::Rules::from_options(&options)?;
        let mut light = Light::new(seed.parse().map_err(|_| fault())?);
        let state = G::new(&rules, &mut light);
        let _ = write!(again, "{pairs} {seed}");
        for depth in 1..=words.count() as u32 {
            let _ = write!(again, " {}", perft(&rules, &state, depth, light));
        }
        again.push('\n');
    }
    Ok(again)
}
