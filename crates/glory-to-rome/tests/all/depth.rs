//! Nothing is left out for want of room (ruling 110): a search that builds the deepest chains it can, against the bound.

use gloria_glory_to_rome::procedures::DEPTH;
use gloria_glory_to_rome::{Rules, State};
use table::scenario::SetupLine;
use table::{Chance, Game, Light, Options, Refusal, Rulebook, Seat, Staged, Turn};

/// How many positions a search keeps at each step, and how many it makes of each.
const KEPT: usize = 48;
const TRIED: usize = 10;
const STEPS: usize = 260;

/// Everything that nests lies ready, one material short: bonuses that bring actions, a Bath that lets their clients act, a Watch Post
/// and a Scriptorium to build them again, a Ludus Magna and a Storeroom so that every client can act in many roles, and opponents'
/// structures to steal and to set off.
const READY: &[(&str, &str)] = &[
    // Marble completed most of them, so that enough of everything is left.
    (
        "A built",
        "Bath [Marble], Aqueduct [Marble], Bar, Tower [Concrete], Watch Post [Stone], Scriptorium [Stone], Ludus Magna [Marble], Triclinium [Marble], Stairway [Marble], Fountain [Marble]",
    ),
    (
        "A building",
        "Amphitheatre [Concrete], Garden [2 Stone], Domus, Prison [2 Stone], Aerarium [Concrete], Bacchanalia [2 Stone], Castra Praetoria [Brick]",
    ),
    (
        "A hand",
        "2 Temple, 2 Statue, Palace, Basilica, 2 Wall, 2 Bridge, 2 Villa, Sewer, 2 Dock, 2 Market, Road, Insula",
    ),
    ("A stockpile", "3 Marble, 2 Stone, 2 Concrete, Brick, 3 Rubble"),
    ("A clients", "2 Patron, Architect, Craftsman, Merchant"),
    ("B built", "Amphitheatre [Concrete], Domus, School [Brick], Foundry [Brick], Gate [Brick]"),
    ("B influence", "Wood"),
    ("pool", "6 Marble, 3 Wood, 3 Concrete, 2 Stone, 2 Brick"),
];

fn position(rules: &Rules, role: &str) -> State {
    let turn = [("role", role), ("A camp", "2 Jack")];
    let lines: Vec<_> = turn
        .iter()
        .chain(READY)
        .map(|(key, value)| SetupLine { line: 1, key: (*key).to_owned(), value: (*value).to_owned() })
        .collect();
    let state = State::stage(rules, &lines).expect("the position is possible");
    state.invariants(rules).expect("the position is possible");
    state
}

/// Keeps the deepest positions of each step; answers the deepest of all.
fn deepest(rules: &Rules, start: &State, chance: &mut Light) -> (usize, Vec<String>) {
    let mut kept = vec![*start];
    let (mut most, mut stack) = (0, Vec::new());
    let mut legal = Vec::new();
    for _ in 0..STEPS {
        let mut next: Vec<(usize, u32, State)> = Vec::new();
        for state in &kept {
            let Turn::Decide(seats) = state.turn(rules) else { continue };
            let seat = seats.first().expect("somebody decides");
            legal.clear();
            state.legal(rules, seat, &mut legal);
            for _ in 0..TRIED {
                let action = legal[chance.below(legal.len() as u32) as usize];
                let mut tried = *state;
                tried
                    .play(rules, seat, action, chance)
                    .expect("there is room for what a legal action sets off");
                let depth = tried.depth();
                assert!(depth.now <= depth.most, "the stack is deeper than its bound");
                if depth.now > most {
                    most = depth.now;
                    stack = tried.public().stack.iter().map(|frame| format!("{frame:?}")).collect();
                }
                // Only the turn begun is looked at: afterwards the stack is empty anyway.
                if tried.public().turn == start.public().turn {
                    next.push((depth.now, chance.below(1 << 20), tried));
                }
            }
        }
        next.sort_by_key(|(depth, luck, _)| (std::cmp::Reverse(*depth), *luck));
        next.dedup_by(|a, b| a.2 == b.2);
        kept = next.into_iter().take(KEPT).map(|(_, _, state)| state).collect();
        if kept.is_empty() {
            break;
        }
    }
    (most, stack)
}

#[test]
fn the_deepest_chains_fit() {
    let (mut most, mut bound, mut deep) = (0, 0, Vec::new());
    for sites in ["keep", "return"] {
        let options = Options::new().with("players", "2").with("geek", "all").with("watch_post_site", sites);
        let rules = Rules::from_options(&options).expect("the options are valid");
        for (seed, role) in ["Patron", "Craftsman", "Architect"].into_iter().enumerate() {
            let start = position(&rules, role);
            bound = start.depth().most;
            let (found, stack) = deepest(&rules, &start, &mut Light::new(seed as u64));
            println!("{role} led, Sites {sites}: {found} of {bound}");
            if found > most {
                (most, deep) = (found, stack);
            }
        }
    }
    println!("deepest: {most} of {bound}\n{}", deep.join("\n"));
    assert!(most >= 16, "the search goes {most} deep only: it no longer drives towards the bound");
    assert!(most < bound, "the deepest chain found, {most}, leaves no room below {bound}");
}

/// Where there is no room for what an action sets off, it is refused and changes nothing; the others can still be taken.
#[test]
fn what_has_no_room_is_refused() {
    let options = Options::new().with("players", "2").with("geek", "all");
    let rules = Rules::from_options(&options).expect("the options are valid");
    // The turn, the player's part of it and these leave room for one action, and for none inside it.
    let bonuses = ["1 Amphitheatre"; DEPTH - 3].join(", ");
    let lines = [
        ("role", "Craftsman"),
        ("A camp", "Jack"),
        ("A bonus", &bonuses),
        ("A hand", "Market"),
        ("A building", "Domus"),
        ("A built", "Bath"),
        ("pool", "Wood"),
    ];
    let lines = lines.map(|(key, value)| SetupLine { line: 1, key: key.to_owned(), value: value.to_owned() });
    let mut state = State::stage(&rules, &lines).expect("it can be set up");
    let (seat, mut luck) = (Seat::new(0), Light::new(1));
    let mut play = |state: &mut State, text| {
        let action = State::read(&rules, text).expect("it is notation");
        state.play(&rules, seat, action, &mut luck)
    };
    play(&mut state, "add Market to Domus")
        .expect("the Domus takes the place of the action that completed it");
    let before = state;
    let refusal = play(&mut state, "hire Craftsman from pool").expect_err("the Bath has no place above it");
    assert_eq!(refusal.rule, Refusal::NO_ROOM);
    assert_eq!(state, before);
    assert_eq!(state.full(), None);
    play(&mut state, "skip").expect("declining needs no room");
    assert_eq!(state.invariants(&rules), Ok(()));
}
