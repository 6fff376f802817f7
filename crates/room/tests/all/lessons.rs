//! A lesson at a table: its script, what it draws, and what its log folds to.

use gloria_room::{By, Chair, LogError, Logged, Refused, Room, Stamp, TableEvent, TableSettings, Who, Wish};
use table::{Seed, Taught as _};

use crate::kept::{ANN, BOB, guest, kinds};

/// The log of a lesson's table that has begun.
fn begun(lesson: &str) -> Vec<Logged> {
    let kind = kinds("glory-to-rome").unwrap();
    let set_up = kind.lesson(lesson).and_then(table::lesson::Lesson::set_up);
    let opened = TableEvent::Opened {
        game: "glory-to-rome".to_owned(),
        options: [("players".to_owned(), "2".to_owned())].into(),
        chairs: vec![guest("Ann"), Chair::Bot("random".to_owned())],
        settings: TableSettings { lesson: Some(lesson.to_owned()), ..TableSettings::default() },
        rules: None,
        host: None,
    };
    let started = TableEvent::Started { seed: Seed::from_number(1).reveal(), from: None, set_up };
    [opened, started].into_iter().map(|event| Logged { event, at: 1, request: None }).collect()
}

/// Does what the script asks next, by its last way; answers whether there was something.
fn step(room: &mut Room, log: &mut Vec<Logged>) -> bool {
    let Some(step) = room.lesson_place().and_then(|place| place.step) else { return false };
    let wish = match (step.seat, room.automatic()) {
        (None, _) => Wish::Read { seat: ANN, answer: step.ways.len() - 1 },
        (Some(seat), None) => {
            Wish::Act { seat, action: step.ways.last().unwrap().says.clone(), by: By::Player }
        }
        (Some(_), Some(next)) => {
            let Who::Lesson(action) = next.who else { panic!("the script decides, not {:?}", next.who) };
            Wish::Act { seat: next.seat, action, by: By::Player }
        }
    };
    let change = room.plan(wish, Stamp::default(), 2).unwrap().unwrap();
    log.extend(change.events.iter().map(|event| Logged { event: event.clone(), at: 2, request: None }));
    room.take(change).unwrap();
    true
}

#[test]
fn every_lesson_is_played_and_its_log_folds_to_the_same() {
    for (name, _) in glory_to_rome::State::LESSONS {
        let mut log = begun(name);
        let mut room = Room::fold(kinds, &log).unwrap();
        while step(&mut room, &mut log) {
            let again = Room::fold(kinds, &log).unwrap();
            assert_eq!(again.lesson_place(), room.lesson_place(), "{name}");
            let whole = room.game.as_ref().unwrap().whole();
            assert_eq!(again.game.unwrap().whole(), whole, "{name}: hashes and all");
        }
        assert!(room.lesson_closes(), "{name}: it has come to its end");
        assert!(room.automatic().is_none(), "{name}: the others wait until it is read");
        // What was drawn by the script stands in the log, and something else is noticed.
        let drawn = log.iter_mut().find_map(|logged| {
            if let TableEvent::Move { drawn, .. } = &mut logged.event {
                Some(drawn).filter(|drawn| !drawn.is_empty())
            } else {
                None
            }
        });
        if let Some(drawn) = drawn {
            drawn.push(0);
            assert!(matches!(Room::fold(kinds, &log), Err(LogError::OtherDraws(_))), "{name}");
        }
    }
}

#[test]
fn only_the_script_is_taken_and_only_what_is_asked_is_answered() {
    let mut log = begun("first");
    let mut room = Room::fold(kinds, &log).unwrap();
    let act = |action: &str| Wish::Act { seat: ANN, action: action.to_owned(), by: By::Player };
    let refused = |room: &Room, wish: Wish| room.plan(wish, Stamp::default(), 2).unwrap_err();
    assert_eq!(refused(&room, act("think and draw")), Refused::ReadFirst);
    assert_eq!(
        refused(&room, Wish::Read { seat: ANN, answer: 1 }),
        Refused::Stale,
        "there is no such answer"
    );
    assert!(step(&mut room, &mut log) && step(&mut room, &mut log));
    let asked = vec!["lead Craftsman with Dock".to_owned()];
    assert_eq!(refused(&room, act("think and draw")), Refused::Lesson(asked));
    assert_eq!(refused(&room, Wish::Read { seat: ANN, answer: 0 }), Refused::Stale, "nothing is to be read");
}

#[test]
fn a_table_whose_lesson_is_not_known_any_more_is_like_any_other() {
    let mut log = begun("an older one");
    let room = Room::fold(kinds, &log).unwrap();
    assert!(room.lesson_place().is_none() && !room.lesson_closes());
    assert!(room.automatic().is_none_or(|next| next.seat == BOB && matches!(next.who, Who::Bot(_))));
    // Decisions that the script does not know leave it too.
    log = begun("first");
    let other = TableEvent::Move {
        seat: ANN,
        action: "think for a Jack".to_owned(),
        drawn: Vec::new(),
        by: By::Player,
    };
    for answer in [0, 0] {
        let event = TableEvent::Read { seat: ANN, answer };
        log.push(Logged { event, at: 2, request: None });
    }
    log.push(Logged { event: other, at: 2, request: None });
    let room = Room::fold(kinds, &log).unwrap();
    assert!(room.lesson_place().is_none(), "nothing is offered by a script that was left");
}
