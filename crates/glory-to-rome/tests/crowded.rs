//! Random play from positions crowded with buildings, which random games hardly ever reach.

use std::collections::BTreeSet;

mod told;

use glory_to_rome::cards::{Card, Material};
use glory_to_rome::event::Event;
use glory_to_rome::{Rules, State};
use table::scenario::SetupLine;
use table::{Chance, Game, Light, Options, Rulebook, Seat, Staged, Tape, Tell, Turn, Viewer};

use told::{KINDS, hides_secrets, kind, reads_well};

/// How many positions are tried; those with more cards of a kind than there are do not count.
const POSITIONS: u64 = 300;

fn pick(chance: &mut Light, from: u32, to: u32) -> u32 {
    from + chance.below(to - from + 1)
}

fn pile(chance: &mut Light, most: u32, name: fn(Material) -> &'static str) -> String {
    let parts: Vec<_> = Material::ALL
        .into_iter()
        .map(|material| format!("{} {}", chance.below(most + 1), name(material)))
        .collect();
    parts.join(", ")
}

/// Setup lines in which everyone has many buildings, some of them stolen, public or under way.
fn crowded(rules: &Rules, chance: &mut Light) -> Vec<SetupLine> {
    let mut cards: Vec<Card> = Vec::new();
    for card in Card::all() {
        cards.extend(std::iter::repeat_n(card, rules.copies(card).into()));
    }
    chance.shuffle(&mut cards);
    let mut lines = Vec::new();
    let mut sites = [6_u8; 6];
    let mut set = |key: String, value: String| lines.push(SetupLine { line: 1, key, value });
    for seat in Seat::all(rules.players()) {
        let (mut built, mut building) = (Vec::new(), Vec::new());
        let mut names = Vec::new();
        let endings = [Card::CATACOMB, Card::FORUM, Card::FORUM_ROMANUM, Card::PLEBIAN_COUNCIL];
        for _ in 0..pick(chance, 4, 12) {
            let Some(card) = cards.pop() else { break };
            let left = &mut sites[card.material().index()];
            if names.contains(&card) || endings.contains(&card) || *left == 0 {
                continue;
            }
            names.push(card);
            *left -= 1;
            match chance.below(6) {
                0 => built.push(format!("{card} [{}] (public)", card.material())),
                1 => {
                    // Its Site stayed with the one it was stolen from.
                    let victim = seat.next(rules.players());
                    set(format!("{victim} influence"), card.material().name().to_owned());
                    built.push(format!("{card} [{}] (stolen)", card.material()));
                }
                2 | 3 => built.push(format!("{card} [{}]", card.material())),
                _ => {
                    let have = chance.below(u32::from(card.material().value()));
                    building.push(format!("{card} [{have} {}]", card.material()));
                }
            }
        }
        set(format!("{seat} built"), built.join(", "));
        set(format!("{seat} building"), building.join(", "));
        let hand: Vec<_> = (0..pick(chance, 2, 7)).filter_map(|_| cards.pop()).map(Card::name).collect();
        set(format!("{seat} hand"), hand.join(", "));
        set(format!("{seat} stockpile"), pile(chance, 1, Material::name));
        set(format!("{seat} clients"), pile(chance, 1, |material| material.role().name()));
    }
    set("pool".to_owned(), pile(chance, 3, Material::name));
    set("deck".to_owned(), pick(chance, 1, 90).to_string());
    lines
}

fn options(chance: &mut Light) -> Options {
    let mut options = Options::new().with("geek", "all");
    options.set("players", &pick(chance, 2, 5).to_string());
    for (name, values) in [
        ("version", ["republic", "imperium"]),
        ("latrine_jack", ["on", "off"]),
        ("bath_trigger", ["client", "patron"]),
        ("gate_statue", ["on", "off"]),
        ("watch_post_site", ["keep", "return"]),
        ("open_memory", ["on", "off"]),
    ] {
        options.set(name, values[chance.below(2) as usize]);
    }
    options
}

/// Plays on from a state, with all invariants and what is told checked at each decision.
fn play_on(rules: &Rules, mut state: State, chance: &mut Light, hear: &mut dyn FnMut(&Event)) -> usize {
    let mut legal = Vec::new();
    let mut last = "setting up".to_owned();
    for decision in 0..400 {
        if let Err(broken) = state.invariants(rules) {
            panic!("after {last}: {broken}");
        }
        let Turn::Decide(seats) = state.turn(rules) else {
            assert!(state.outcome(rules).is_some());
            return decision;
        };
        let seat = seats.first().expect("somebody decides");
        legal.clear();
        state.legal(rules, seat, &mut legal);
        assert!(!legal.is_empty(), "{seat} decides but has no legal action: {:?}", state.public().top());
        let action = legal[chance.below(legal.len() as u32) as usize];
        let before: Vec<_> =
            Seat::all(rules.players()).map(|seat| state.view(rules, Viewer::Seat(seat))).collect();
        for view in &before {
            State::prompt(rules, view).split(" › ").for_each(reads_well);
            let imagined = State::imagine(rules, view, chance);
            imagined.invariants(rules).expect("an imagined state keeps the invariants");
            assert_eq!(imagined.view(rules, view.viewer), *view, "an imagined state looks the same");
        }
        for action in &legal {
            reads_well(&State::explain(rules, &before[seat.index()], *action));
        }
        if decision % 8 == 0 {
            refusals_read_well(rules, &state, seat);
        }
        assert_eq!(State::read(rules, &State::write(rules, action)), Ok(action));
        let mut tape = Tape::listening(&mut *chance);
        state.play(rules, seat, action, &mut tape).expect("a legal action is playable");
        let events = tape.events();
        last = format!("{seat}'s {action} with {} structures", state.public().structures.len());
        for view in &before {
            let after = state.view(rules, view.viewer);
            for event in &events {
                hides_secrets(rules, view, &after, event);
            }
        }
        events.iter().for_each(&mut *hear);
    }
    400
}

/// Whatever could be named and is not legal is refused in good English.
fn refusals_read_well(rules: &Rules, state: &State, seat: Seat) {
    let mut named = Vec::new();
    state.candidates(rules, seat, &mut named);
    for refusal in named.into_iter().filter_map(|action| state.refusal(rules, seat, action)) {
        assert_eq!(told::misspelt(&refusal.fact), None, "{refusal}");
        assert!(refusal.remedy.is_empty() || told::misspelt(&refusal.remedy).is_none(), "{refusal}");
    }
}

#[test]
fn crowded_positions_play_on() {
    let (mut positions, mut decisions) = (0, 0);
    let mut heard = BTreeSet::new();
    for seed in 0..POSITIONS {
        let mut chance = Light::new(seed);
        let options = options(&mut chance);
        let rules = Rules::from_options(&options).expect("the options are valid");
        let lines = crowded(&rules, &mut chance);
        let Ok(state) = State::stage(&rules, &lines) else { continue };
        // Shown only if this position fails.
        println!("seed {seed}: {options}");
        positions += 1;
        decisions += play_on(&rules, state, &mut chance, &mut |event| {
            heard.insert(kind(event));
        });
    }
    let missing: Vec<_> = KINDS.iter().filter(|kind| !heard.contains(**kind)).collect();
    assert!(missing.is_empty(), "never told: {missing:?}");
    assert!(positions > POSITIONS / 2, "only {positions} positions could be set up");
    println!("{positions} positions, {decisions} decisions");
}
