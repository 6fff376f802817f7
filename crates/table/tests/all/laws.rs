//! The laws hold for an honest game, and each is broken by the fault that is planted for it.

use gloria_lots::{Lots, Rules};
use gloria_table::testkit::{Deep, Law, Laws, Tally, Violation, check_undo};
use gloria_table::{Game, Light, Options, Record, Rulebook, Seat};

fn check(fault: &str) -> Result<Tally, Violation> {
    let mut tally = Tally::default();
    for players in ["2", "3", "5"] {
        let gift = if ["none", "costly-decline", "no-room"].contains(&fault) { "on" } else { "off" };
        let options = Options::new().with("players", players).with("fault", fault).with("gift", gift);
        let rules = Rules::from_options(&options).unwrap();
        for seed in 0..40 {
            Laws::default().check_game::<Lots>(&rules, seed, &mut tally)?;
        }
    }
    Ok(tally)
}

#[test]
fn an_honest_game_keeps_all_laws() {
    let tally = check("none").unwrap();
    assert_eq!(tally.games, 120);
    assert!(tally.states > 3_000, "{tally:?}");
}

#[test]
fn each_planted_fault_breaks_its_law() {
    for (fault, law) in [
        ("dead-end", Law::NoDeadEnds),
        ("listed-twice", Law::NoDeadEnds),
        ("stranger-asked", Law::NoDeadEnds),
        ("not-refused", Law::LegalIsPlayable),
        ("refused", Law::LegalIsPlayable),
        ("no-rule", Law::LegalIsPlayable),
        ("refusal-changes", Law::RefusalsChangeNothing),
        ("endless", Law::GamesEnd),
        ("loses-card", Law::Invariants),
        ("same-words", Law::Notation),
        ("own-luck", Law::Copies),
        ("option-lost", Law::Records),
        ("careless-imagine", Law::Imagined),
        ("dead-world", Law::Imagined),
        ("asks-by-hand", Law::LockStep),
        ("untold", Law::LockStep),
        ("secret-told", Law::LockStep),
        ("closed-window", Law::AnyTime),
        ("costly-decline", Law::Declining),
        ("news-leak", Law::News),
        ("wrong-tally", Law::Tallies),
        ("wrong-places", Law::Tallies),
        ("no-room", Law::Room),
    ] {
        match check(fault) {
            Ok(tally) => panic!("the planted fault {fault} was not found in {tally:?}"),
            Err(violation) => assert_eq!(violation.law, law, "{fault}: {violation}"),
        }
    }
}

#[test]
fn a_record_that_forgets_a_draw_breaks_the_undo_law() {
    let rules = Rules::from_options(&Options::new()).unwrap();
    let mut luck = Light::new(1);
    let mut record = Record::<Lots>::start(rules, vec!["a".into(), "b".into()], None, &mut luck);
    let before = *record.state();
    let draw = Lots::read(record.rules(), "draw").unwrap();
    record.play(Seat::new(0), draw, &mut luck).unwrap();
    let mut honest = record.clone();
    assert_eq!(check_undo(&mut honest, &before, Seat::new(0)), Ok(()));
    record.forget_luck();
    assert!(check_undo(&mut record, &before, Seat::new(0)).is_err());
}

#[test]
fn it_goes_deeper_than_a_random_game_and_finds_what_has_no_room() {
    let mut luck = Light::new(1);
    let base = Options::new().with("players", "3").with("fault", "none");
    let mut deep = Deep::<Lots>::default();
    for _ in 0..50 {
        deep.visit(&base, &mut luck).unwrap();
    }
    assert!(deep.deepest.now == 1 && deep.deepest.most == 1 && deep.decisions > 500, "{:?}", deep.deepest);
    let faulty = base.with("fault", "no-room");
    let mut deep = Deep::<Lots>::default();
    assert!((0..50).any(|_| deep.visit(&faulty, &mut luck).is_err()));
}
