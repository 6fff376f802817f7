//! How deep procedures nest: chains built to be as deep as cards allow, against the bound; and what happens beyond it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use gloria_for_glory::{Action, Rules, State};
use table::scenario::SetupLine;
use table::{Game, Light, Options, Refusal, Rulebook, Staged, Turn};

fn stage(rules: &Rules, setup: &str) -> State {
    let lines: Vec<_> = (1..)
        .zip(setup.lines())
        .filter_map(|(line, text)| {
            let (key, value) = text.split_once(':')?;
            Some(SetupLine { line, key: key.trim().to_owned(), value: value.trim().to_owned() })
        })
        .collect();
    State::stage(rules, &lines).unwrap_or_else(|fault| panic!("line {}: {}", fault.line, fault.message))
}

/// Follows the deepest of all ways on from a position, a few hundred at a time; answers the deepest state met.
fn deepest(rules: &Rules, start: &State, steps: usize) -> State {
    let mut best = *start;
    let mut front = vec![*start];
    let mut met = BTreeSet::new();
    for step in 0..steps {
        let mut next: Vec<State> = Vec::new();
        for state in &front {
            let Turn::Decide(seats) = state.turn(rules) else { continue };
            let seat = seats.first().unwrap();
            let mut legal = Vec::new();
            state.legal(rules, seat, &mut legal);
            legal.retain(|action| !matches!(action, Action::Stops(_) | Action::Buy(_) | Action::EndTurn));
            for action in legal {
                let mut state = *state;
                state.play_unchecked(rules, seat, action, &mut Light::new(step as u64));
                assert_eq!(state.full(), None, "nothing is without room in the house set");
                if met.insert(format!("{:?}", state.public())) {
                    next.push(state);
                }
            }
        }
        // Stable, so that of equal depth the first ways stay.
        next.sort_by_key(|state| std::cmp::Reverse(state.depth().now));
        if let Some(first) = next.first().filter(|state| state.depth().now > best.depth().now) {
            best = *first;
        }
        next.truncate(60);
        front = next;
    }
    best
}

/// All cards of the house set that answer a defeat, an entry or an attack with damage, in one battle.
const CHAINS: [(&str, &str); 4] = [
    (
        "players=2",
        "near: A Gregarius, B Arbelas, A Arbelas, B Arbelas, B Tiro (damage 1), A Tiro (damage 1)
         A hand: Vengeance, Javelin, Riposte
         B hand: Vengeance, Parry, Riposte
         arenas: Capua, Salona, Verona
         tokens: far B
         A patrons: Unscrupulous Consul, Vestalis
         B patrons: Unscrupulous Consul, Vestalis
         acts: A
         phase: battle near",
    ),
    (
        "players=2",
        "near: A Cestus, B Provocator, B Arbelas, A Arbelas, B Tiro (damage 1)
         A hand: Veles, Vengeance, 3 Business as Usual
         B hand: Vengeance, Ambush, Counterattack
         arenas: Capua, Casinum, Salona
         tokens: far A
         A patrons: 2 Unscrupulous Consul, Matrona
         B patrons: Unscrupulous Consul, Tribune, Vestalis
         acts: A
         phase: battle near",
    ),
    (
        "players=3",
        "lasting: A Essedarius, B Arbelas, C Arbelas, A Arbelas, B Tiro (damage 1), C Tiro (damage 1)
         A hand: Vengeance, Pierce, 2 Business as Usual
         B hand: Vengeance, Riposte, Cloud of Dust, 2 Business as Usual
         C hand: Parry, Divine Shield
         C arenas: Salona
         A patrons: 2 Unscrupulous Consul
         B patrons: 2 Tribune
         C patrons: Unscrupulous Consul, Vestalis
         acts: A
         favor: C
         phase: battle lasting",
    ),
    (
        "players=1",
        "near: A Arbelas, B Arbelas, A Tiro (damage 1), B Tiro, A Arbelas
         A hand: Vengeance, Pierce, Javelin, Riposte
         A arenas: Salona
         A patrons: 2 Unscrupulous Consul
         acts: A
         phase: battle near",
    ),
];

/// Ruling 38 keeps damage windows from nesting; what is left is far from the bound (`state::DEPTH`).
#[test]
fn the_deepest_chains_of_the_house_set_stay_far_from_the_bound() {
    let mut most = 0;
    for (options, setup) in CHAINS {
        let (name, value) = options.split_once('=').unwrap();
        let rules = Rules::from_options(&Options::new().with(name, value).with("expansion", "on")).unwrap();
        let deep = deepest(&rules, &stage(&rules, setup), 36);
        let depth = deep.depth();
        println!("{options}: {} of {} frames: {:?}", depth.now, depth.most, deep.public().stack);
        most = most.max(depth.now);
        assert!(depth.now + 8 <= depth.most, "{depth:?}");
    }
    assert!(most >= 12, "the chains are deep: {most}");
}

/// A set in which every gladiator strikes back as it falls, and hard.
fn endless_set() -> Rules {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("for-glory-endless");
    fs::create_dir_all(&folder).unwrap();
    for file in gloria_for_glory::load::FILES {
        let mut text = fs::read_to_string(source.join(file)).unwrap();
        if file == "training.toml" {
            let at = text.find("name = \"Vengeance\"").unwrap();
            let card = text.split_off(at).replacen("copies = 2", "copies = 15", 1);
            text = text.replace("count = 45", "count = 58") + &card;
        }
        if file == "gladiators.toml" {
            let at = text.find("name = \"Arbelas\"").unwrap();
            let card = text.split_off(at);
            let card = card.replacen("copies = 3", "copies = 15", 1).replacen("attack = 2", "attack = 9", 1);
            text = text.replace("count = 57", "count = 69") + &card;
        }
        fs::write(folder.join(file), text).unwrap();
    }
    Rules::from_options(&Options::new().with("cards", &folder.display().to_string())).unwrap()
}

/// Nothing vanishes: what has no room is refused, the position stays, and whatever does not lead there goes on.
#[test]
fn what_has_no_room_is_refused_and_harms_nothing() {
    let rules = endless_set();
    let sides: Vec<_> = (0..15).map(|at| if at % 2 == 0 { "B Arbelas" } else { "A Arbelas" }).collect();
    let setup = format!(
        "near: A Tiro, {}\nA hand: 7 Vengeance\nB hand: 8 Vengeance\nacts: A\nphase: battle near",
        sides.join(", ")
    );
    let mut state = stage(&rules, &setup);
    let mut luck = Light::new(1);
    for _ in 0..200 {
        let Turn::Decide(seats) = state.turn(&rules) else {
            panic!("the battle ended before it was too deep")
        };
        let seat = seats.first().unwrap();
        let mut legal = Vec::new();
        state.legal(&rules, seat, &mut legal);
        let before = state;
        // Always at the other side's next Arbelas: each falls inside the fall of the one before.
        let at_a_foe = |it: &&Action| matches!(it, Action::Target(fighter) if fighter.owner != seat);
        let reacts = |it: &&Action| matches!(it, Action::Play(_) | Action::Use(..));
        let action = *legal.iter().find(at_a_foe).or(legal.iter().find(reacts)).unwrap_or(&legal[0]);
        match state.play(&rules, seat, action, &mut luck) {
            Ok(()) => assert_eq!(state.full(), None),
            Err(refusal) => {
                assert_eq!(refusal.rule, Refusal::NO_ROOM, "{refusal:?}");
                assert!(
                    refusal.fact.to_string().contains("one more effect inside all the others"),
                    "{refusal:?}"
                );
                assert_eq!(state, before, "a refused action changes nothing");
                assert!(state.depth().now + 3 > state.depth().most, "it was full: {:?}", state.depth());
                let mut beyond = state;
                beyond.play_unchecked(&rules, seat, action, &mut luck);
                assert!(beyond.invariants(&rules).unwrap_err().to_string().contains("no room"));
                return;
            }
        }
    }
    panic!("it never became too deep");
}
