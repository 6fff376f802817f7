//! Lessons: what is read of them, how they are walked, and what is found wrong with them.

use gloria_lots::Lots;
use table::lesson::{Lesson, check};
use table::testkit::lessons;
use table::{Seat, Taught};

const HEAD: &str = "title: T\nabout: a\nminutes: 1\nlearned: l\nset: players=2\n";
const STAGED: &str = "A hand: 3, 8\nB hand: 2\n";

fn read(setup: &str, script: &str) -> Result<Lesson, String> {
    Lesson::read("x", &format!("{HEAD}{setup}---\n{script}")).map_err(|error| error.to_string())
}

/// What is wrong with a lesson on this position, if it can be read.
fn wrong(script: &str) -> Vec<String> {
    let lesson = read(STAGED, &format!("{script}\nend | So.")).expect("it can be read");
    check::<Lots>(&lesson).iter().map(ToString::to_string).collect()
}

const CHOICE: &str = "page [urn] | Look.\nchoose | Which?\n- A bury 8 | Good.\nB play 2\n- A play 8 | Less.\n\
                      B bury 2\njoin\nA play 3 | And this.\nask | How much?\n- Three | Right.\n- Four | No.\njoin\nend | {B} lost.";

#[test]
fn every_own_lesson_can_be_played() {
    for (name, text) in Lots::LESSONS {
        assert_eq!(check::<Lots>(&Lesson::read(name, text).unwrap()), []);
    }
}

#[test]
fn what_a_game_must_keep_to_in_its_lessons_is_told() {
    let good = format!("{HEAD}{}{STAGED}---\n{CHOICE}", "learned: l\n".repeat(3));
    assert_eq!(lessons::<Lots>(&[("one", &good)]).unwrap(), 1);
    let told = |texts: &[(&str, &str)]| lessons::<Lots>(texts).unwrap_err().to_string();
    let short = format!("{HEAD}{STAGED}---\n{CHOICE}");
    let led = good.replace(CHOICE, "A play 3 | This.\nend | So.");
    let broken = good.replace("A bury 8", "A bury 7");
    for (texts, expected) in [
        (vec![("one", "nothing")], "one can't be read"),
        (vec![("one", &*broken)], "one: "),
        (vec![("one", &*led)], "one: nothing is left to choose"),
        (vec![("one", &*short)], "one: what was learned is not said at the end"),
        (vec![("one", &*good), ("two", &*good)], "two: another lesson is called T"),
    ] {
        assert!(told(&texts).starts_with(expected), "{}: expected {expected}", told(&texts));
    }
}

#[test]
fn a_lesson_is_walked_by_what_is_decided_and_read() {
    let lesson = read(STAGED, CHOICE).unwrap();
    assert_eq!(check::<Lots>(&lesson), []);
    assert_eq!(lesson.choices(), 1);
    let (a, b) = (Seat::new(0), Seat::new(1));
    let made = |all: &[(Seat, &str)]| -> Vec<(Seat, String)> {
        all.iter().map(|(seat, action)| (*seat, (*action).to_owned())).collect()
    };
    let first = lesson.walk(&[], &[]).unwrap();
    assert_eq!((first.text, first.told, first.of), ("Look.", 1, 4));
    assert_eq!(first.step.unwrap().look, "urn");
    let second = lesson.walk(&[], &[(0, 0)]).unwrap();
    assert_eq!((second.text, second.told), ("Which?", 2));
    let waits = made(&[(a, "play 8")]);
    let third = lesson.walk(&waits, &[(0, 0)]).unwrap();
    assert_eq!((third.reply, third.text), ("Less.", ""), "while the other moves the reply stays");
    let joined = made(&[(a, "play 8"), (b, "bury 2")]);
    let fourth = lesson.walk(&joined, &[(0, 0)]).unwrap();
    assert_eq!((fourth.reply, fourth.text, fourth.told), ("Less.", "And this.", 3));
    let all = made(&[(a, "bury 8"), (b, "play 2"), (a, "play 3")]);
    let end = lesson.walk(&all, &[(0, 0), (3, 1)]).unwrap();
    assert_eq!((end.step, end.reply, end.text, end.told, end.of), (None, "No.", "{B} lost.", 4, 4));
    let after = made(&[(a, "bury 8"), (b, "play 2"), (a, "play 3"), (b, "draw")]);
    assert!(lesson.walk(&after, &[(0, 0), (3, 0)]).unwrap().left);
    assert_eq!(lesson.walk(&made(&[(a, "draw")]), &[(0, 0)]), None, "that is not the script");
}

#[test]
fn what_cannot_be_read_is_told_by_line() {
    for (script, told) in [
        ("Z go | where\nend | e", "line 7: 'Z' is not understood"),
        ("A draw\nend | e", "line 7: the learner is told nothing"),
        ("A draw | d\nB draw | no\nend | e", "line 8: others' moves have no words"),
        ("choose | c\n- A draw | one\njoin\nend | e", "line 9: one way is no choice"),
        ("choose | c\n- A draw | one\n- A play 3 | two\nend | e", "line 10: a choice is never joined"),
        ("choose | c\nask | a\nend | e", "line 8: a choice within a choice"),
        ("choose | c\n- B draw | one\njoin\nend | e", "line 8: expected a move of A"),
        ("- A draw | one\nend | e", "line 7: nothing is chosen here"),
        ("A draw | d", "line 7: the lesson has no end"),
        ("A draw | d\ndraws: 3\nend | e", "line 9: there are draws without a move"),
        ("A draw | d\nexpect so\nend | e", "line 8: expected 'expect NAME: VALUE'"),
    ] {
        let error = read("", script).expect_err(script);
        assert!(error.contains(told), "{script}: {error}");
    }
    let nothing = Lesson::read("x", "so\n---\n").unwrap_err().to_string();
    assert!(nothing.contains("line 1: 'so' is not understood"), "{nothing}");
}

#[test]
fn what_cannot_be_played_is_told_by_line() {
    for (script, told) in [
        ("A bury 7 | b", "line 9: A may not bury 7"),
        ("B draw", "line 9: it is not for B to decide: turn A"),
        ("A sing | b", "line 9: "),
        ("A  bury  8 | b", "line 9: "),
        ("draws: 9, 9\nA draw | d", "line 10: the draws that are said before it can't come"),
        ("A draw | to {Z}", "line 9: braces stand around a seat's letter"),
        ("A draw | d\nexpect A hand: 5", "line 10: A hand: "),
        ("A draw | d\nexpect nothing: 5", "line 10: there is no fact 'nothing'"),
        (
            "choose | c\n- A bury 8 | one\n- A bury 3 | two\njoin\nB draw\nA bury 3 | b",
            "line 14: A may not bury 3",
        ),
    ] {
        let found = wrong(script);
        assert!(found.iter().any(|flaw| flaw.contains(told)), "{script}: {found:?}");
    }
    let unplaced = read("A hand: 99\n", "A draw | d\nend | e").unwrap();
    assert!(check::<Lots>(&unplaced)[0].to_string().contains("line 6"), "the position");
    let dealt = read("", "draws: 3\nA draw | d\nend | e").unwrap();
    assert!(check::<Lots>(&dealt)[0].to_string().contains("only where the position is set up"));
}
