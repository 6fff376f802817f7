//! Positions for scenario files: in the middle of turns, and with every word counted.

use gloria_for_glory::{Action, Rules, State};
use table::scenario::{self, SetupLine, Verdict};
use table::{Game, Light, Options, Rulebook, Seat, Staged, Tell, Viewer};

fn run(setup: &str, lines: &str) -> Verdict {
    let text = format!("# A position\n\n```scenario\ngame: for-glory\n{setup}\n---\n{lines}\n```\n");
    let blocks = scenario::blocks(&text).unwrap();
    scenario::run::<State>(&blocks[0])
}

fn passes(setup: &str, lines: &str) {
    match run(setup, lines) {
        Verdict::Passed => {}
        Verdict::Failed(fault) | Verdict::Malformed(fault) => panic!("{setup}\n{}", fault.message),
    }
}

fn malformed(setup: &str, expected: &str) {
    match run(setup, "expect frame: machinations") {
        Verdict::Malformed(fault) => assert!(fault.message.contains(expected), "{}", fault.message),
        Verdict::Passed | Verdict::Failed(_) => panic!("{setup} was taken"),
    }
}

const BATTLE: &str = "near: A Cestus, A Tiro, B Crupellarius\nA hand: Javelin\nacts: A\nphase: battle near";

/// FG-64, FG-67, FG-121.
#[test]
fn a_combat_turn_can_be_half_done() {
    passes(
        &format!("{BATTLE}\ndone: attack"),
        "expect done: attack\nA attack with A Tiro => FG-64\nA may: pass | play Javelin",
    );
    passes(&format!("{BATTLE}\ndone: tactic"), "A play Javelin => FG-64\nA pass => FG-64");
    passes(&format!("{BATTLE}\npasses: 1\nrounds: 3"), "expect passes: 1\nexpect rounds: 3");
}

/// FG-65, FG-70.
#[test]
fn an_attack_or_its_damage_can_be_under_way() {
    let windows = "near: A Andabata, B Cestus (blessings 1, assigned 2), B Tiro\nB hand: Parry, Feint\nacts: A\nphase: battle near";
    passes(
        &format!("{windows}\ndamage: by A Andabata"),
        "expect frame: window\nB play Feint => FG-73\nB play Parry\nexpect near: A Andabata, B Cestus, B Tiro",
    );
    let attack =
        "near: A Andabata, B Cestus, B Tiro\nB hand: Feint\nacts: A\nphase: battle near\nattacks: A Andabata";
    passes(attack, "expect turn: B\nB play Feint\nexpect near: A Andabata (exhausted), B Cestus, B Tiro");
    malformed(windows, "nothing dealt it");
}

/// FG-50.
#[test]
fn somebody_may_have_passed_in_late_registration() {
    passes(
        "favor: B\nA hand: Cestus\nA coins: 3\nB hand: Cestus\nB coins: 3\nphase: registration\npassed: A",
        "expect turn: B\nB enter Cestus into near\nexpect B glory: 1",
    );
}

/// What a scenario says and nobody reads is an error.
#[test]
fn counts_that_say_nothing_are_refused() {
    malformed("arenas: 2 Capua", "'2 Capua' is too many");
    malformed("arenas: Capua, Capua", "there is only one Capua");
    malformed("arenas: Capua, Verona, Ostia, Casinum", "room for 3 arenas");
    malformed("A arenas: 2 Capua", "'2 Capua' is too many");
    malformed("exhausted: 3 Capua", "'3 Capua' is too many");
    malformed("tokens: 2 near A", "'2 near A' is too many");
    malformed("set: players=1\norders: 2 1", "'2 1' is too many");
    malformed("done: attack", "does not fit this phase");
    malformed(&format!("{BATTLE}\ndone: lunch"), "does not fit this phase or its value");
    malformed(&format!("{BATTLE}\nattacks: C Cestus"), "does not fit this phase or its value");
}

/// FG-43, FG-85.
#[test]
fn places_tokens_and_bloodlust_are_facts_of_a_seat() {
    passes(
        "set: players=3\nlasting: A Andabata, B Tiro (damage 1)\ntokens: near A, far A\nround: 3\nacts: A\nfavor: C\nphase: battle lasting",
        "expect A bloodlust: 3\nexpect A tokens: 2\nexpect B tokens: 0\nexpect B place: none\nA attack with A Andabata\nexpect A place: 1\nexpect B place: 2\nexpect C place: 3",
    );
}

/// Ruling 69: tokens never run out, however many somebody saves.
#[test]
fn coins_are_not_lost_beyond_a_byte() {
    passes("A coins: 255\nA hand: Lucrative Investment", "A play Lucrative Investment\nexpect A coins: 257");
}

/// FG-122: a scheme that would come to nothing may be played, and says so before.
#[test]
fn a_scheme_for_nothing_is_warned_of() {
    let rules = Rules::from_options(&Options::new()).unwrap();
    let said = |discard: &str| {
        let line =
            |key: &str, value: &str| SetupLine { line: 1, key: key.to_owned(), value: value.to_owned() };
        let lines = [line("A hand", "Recruiting Drive"), line("A discard", discard)];
        let state = State::stage(&rules, &lines).unwrap();
        let view = state.view(&rules, Viewer::Seat(Seat::new(0)));
        let kind = rules.set.find("Recruiting Drive").unwrap();
        State::explain(&rules, &view, Action::Play(kind)).to_string()
    };
    assert!(said("Business as Usual").starts_with("Nothing would come of it now. "));
    assert!(!said("Cestus").contains("Nothing would come of it"), "{}", said("Cestus"));
}

/// A state as the first seat sees it, and what this seat is told of each legal action.
fn explained(setup: &[(&str, &str)], actions: &[&str]) -> Vec<(String, String)> {
    let rules = Rules::from_options(&Options::new()).unwrap();
    let line = |(key, value): &(&str, &str)| SetupLine {
        line: 1,
        key: (*key).to_owned(),
        value: (*value).to_owned(),
    };
    let mut state = State::stage(&rules, &setup.iter().map(line).collect::<Vec<_>>()).unwrap();
    for text in actions {
        let action = State::read(&rules, text).unwrap();
        state.play(&rules, Seat::new(0), action, &mut Light::new(1)).unwrap();
    }
    let (view, mut legal) = (state.view(&rules, Viewer::Seat(Seat::new(0))), Vec::new());
    state.legal(&rules, Seat::new(0), &mut legal);
    let told =
        |action: Action| (State::write(&rules, action), State::explain(&rules, &view, action).to_string());
    legal.into_iter().map(told).collect()
}

/// FG-71: of two gladiators that a text names, the first is asked for with other words than the second.
#[test]
fn a_text_with_two_targets_says_which_is_asked_for() {
    let setup = [
        ("near", "A Cestus, A Tiro (damage 1), B Tiro (damage 1)"),
        ("A hand", "Blood Debt"),
        ("acts", "A"),
        ("phase", "battle near"),
    ];
    let first = explained(&setup, &["play Blood Debt"]);
    assert!(first.iter().all(|(_, told)| told.starts_with("Take it from here. ")), "{first:?}");
    let second = explained(&setup, &["play Blood Debt", "target B's Tiro"]);
    assert!(second.len() > 1, "{second:?}");
    assert!(second.iter().all(|(_, told)| told.starts_with("It goes here, from B's Tiro. ")), "{second:?}");
}

/// A tactic that would do something 0 times says so before.
#[test]
fn a_tactic_for_nothing_is_warned_of() {
    let said = |glory: &str| {
        let setup = [
            ("near", "A Cestus, B Tiro"),
            ("A arenas", "Aquileia"),
            ("A glory", glory),
            ("acts", "A"),
            ("phase", "battle near"),
        ];
        let found = explained(&setup, &[]);
        found.into_iter().find(|(action, _)| action == "use Aquileia").expect("it may be used").1
    };
    assert!(said("0").starts_with("Nothing would come of it now. "), "{}", said("0"));
    assert!(!said("1").contains("Nothing would come of it"), "{}", said("1"));
}

/// With three or four there is no near and no far arena, and nobody is told of any.
#[test]
fn with_three_there_is_one_arena_to_speak_of() {
    let rules = Rules::from_options(&Options::new().with("players", "3")).unwrap();
    let line = SetupLine { line: 1, key: "A hand".to_owned(), value: "Cestus, Cull".to_owned() };
    let state = State::stage(&rules, &[line]).unwrap();
    let mut named = Vec::new();
    state.candidates(&rules, Seat::new(0), &mut named);
    let named: Vec<_> = named.into_iter().map(|action| State::write(&rules, action)).collect();
    assert!(named.contains(&"send Cestus to the arena".to_owned()), "{named:?}");
    assert!(!named.iter().any(|it| it.contains("near arena") || it.contains("far arena")), "{named:?}");
    for (text, rule) in [("send Cestus to the near arena", "FG-36"), ("send Cull to the near arena", "FG-35")]
    {
        let action = State::read(&rules, text).unwrap();
        assert_eq!(state.refusal(&rules, Seat::new(0), action).unwrap().rule, rule, "{text}");
    }
}

/// FG-37, FG-38: what it costs in influence to exhaust a patron is said before.
#[test]
fn influence_that_goes_with_a_patron_is_told_before() {
    let said = |near: &str| {
        let rules = Rules::from_options(&Options::new()).unwrap();
        let line =
            |key: &str, value: &str| SetupLine { line: 1, key: key.to_owned(), value: value.to_owned() };
        let lines = [
            line("A patrons", "Architectus, Matrona"),
            line("A arenas", "Ostia"),
            line("exhausted", "Ostia"),
            line("near", near),
        ];
        let state = State::stage(&rules, &lines).unwrap();
        let (view, mut legal) = (state.view(&rules, Viewer::Seat(Seat::new(0))), Vec::new());
        state.legal(&rules, Seat::new(0), &mut legal);
        let words = |action: Action| State::explain(&rules, &view, action).to_string();
        let found: Vec<_> =
            legal.into_iter().filter(|it| State::write(&rules, *it) == "use Architectus").collect();
        let [action] = found[..] else { panic!("{found:?}") };
        words(action)
    };
    assert!(said("B Cestus").ends_with(" Influence 2 becomes 1."), "{}", said("B Cestus"));
    let heavy = said("A Spiculus, A Arbelas");
    assert!(
        heavy.ends_with(
            "Influence 2 becomes 1, but your gladiators need 2: you will have to give up one or more of them."
        ),
        "{heavy}"
    );
}
