//! A room is what its log says, whoever runs it.

use gloria_room::{LOG_VERSION, LogError, Logged, Refused, Room, Stamp, TableEvent, Wish};
use table::SeatSet;

use crate::kept::{ANN, BOB, Kept, kinds, opened};

#[test]
fn what_was_planned_and_taken_is_what_the_log_folds_to() {
    let mut kept = Kept::begun();
    for _ in 0..60 {
        let act = kept.act();
        kept.wish(act, Stamp::default()).unwrap();
    }
    let said = Wish::Say { guest: ("ann".to_owned(), "Ann".to_owned()), seat: None, text: "Ave".to_owned() };
    kept.wish(said, Stamp::default()).unwrap();
    let again = Room::fold(kinds, &kept.log).unwrap();
    assert_eq!((again.seq, again.moved, again.since), (kept.room.seq, kept.room.moved, kept.room.since));
    assert_eq!(again.brief(), kept.room.brief());
    assert_eq!(again.game.unwrap().whole(), kept.game().whole(), "the same record, hashes and all");
    // A log that was changed is noticed.
    let mut changed = false;
    for logged in &mut kept.log {
        if let TableEvent::Move { drawn, .. } = &mut logged.event
            && let Some(first) = drawn.first_mut().filter(|_| !changed)
        {
            *first ^= 1;
            changed = true;
        }
    }
    assert!(changed, "something was drawn");
    assert!(matches!(Room::fold(kinds, &kept.log), Err(LogError::OtherDraws(_))));
}

#[test]
fn a_game_begins_once_with_the_last_who_sits_down() {
    let kept = Kept::begun();
    assert_eq!(kept.log.len(), 3);
    assert!(matches!(kept.log[2].event, TableEvent::Started { .. }));
    assert_eq!(kept.room.brief().turn.len(), 1);
    assert_eq!(kept.room.since, 11, "the time is the one that was given");
}

#[test]
fn what_was_worked_out_for_another_moment_is_not_taken() {
    let mut kept = Kept::begun();
    let act = kept.act();
    let early = kept.room.plan(act.clone(), Stamp::default(), 50).unwrap().unwrap();
    let late = kept.room.plan(act, Stamp::default(), 51).unwrap().unwrap();
    assert_eq!(kept.game().steps(), 0, "planning changes nothing");
    kept.room.take(early).unwrap();
    assert_eq!(kept.game().steps(), 1);
    assert_eq!(kept.room.take(late), Err(LogError::Moved));
    assert_eq!(kept.game().steps(), 1);
}

#[test]
fn a_wish_for_an_older_table_is_stale_and_a_repeated_one_harmless() {
    let mut kept = Kept::begun();
    let (act, seen) = (kept.act(), Some(kept.room.seq));
    let stamp = |request: &str| Stamp { seen, request: Some(request.to_owned()), of: None };
    assert_eq!(kept.wish(act.clone(), stamp("one")), Ok(true));
    assert_eq!(kept.wish(act.clone(), stamp("one")), Ok(false), "done before");
    assert_eq!(kept.wish(act.clone(), stamp("two")), Err(Refused::Stale));
    let Wish::Act { action: done, seat, by } = act else { unreachable!("it is an action") };
    let Wish::Act { action: other, .. } = kept.act() else { unreachable!("it is an action") };
    if done != other {
        let other = Wish::Act { seat, action: other, by };
        assert_eq!(kept.wish(other, stamp("one")), Err(Refused::Reused(done)));
    }
    // What is read back from the log is known as well.
    let again = Room::fold(kinds, &kept.log).unwrap();
    let act = Wish::Act { seat, action: "nonsense".to_owned(), by };
    assert_eq!(again.plan(act, stamp("one"), 99).map(|change| change.is_some()), Ok(false));
}

#[test]
fn a_seat_is_asked_for_by_whoever_has_it_when_it_is_done() {
    let mut kept = Kept::begun();
    let of = |guest: &str, seat| Stamp { of: Some((guest.to_owned(), seat)), ..Stamp::default() };
    assert_eq!(kept.wish(Wish::Resign(ANN), of("bob", ANN)), Err(Refused::NotYours));
    assert_eq!(kept.wish(Wish::Resign(ANN), of("ann", ANN)), Ok(true));
    assert_eq!(kept.room.deciding(), Some(SeatSet::NONE));
    assert_eq!(kept.wish(Wish::Resign(BOB), of("bob", BOB)), Err(Refused::Over));
}

#[test]
fn logs_of_others_are_refused_with_a_reason() {
    let why = |log: &[Logged]| Room::fold(kinds, log).unwrap_err().to_string();
    assert_eq!(why(&[]), "the log is empty");
    let said = TableEvent::Again { table: "x".to_owned() };
    assert!(why(&[Logged { event: said, at: 1, request: None }]).contains("does not begin"));
    let mut other = opened();
    if let TableEvent::Opened { game, .. } = &mut other.event {
        *game = "chess".to_owned();
    }
    assert_eq!(why(&[other]), "there is no game 'chess'");
    let mut old = opened();
    if let TableEvent::Opened { rules, .. } = &mut old.event {
        *rules = Some(0);
    }
    assert!(why(&[old]).starts_with("it was played by version 0 of the rules of Glory to Rome"));
    let undone = Logged { event: TableEvent::Undone { seat: ANN }, at: 2, request: None };
    assert_eq!(why(&[opened(), undone]), "the game has not begun");
}

#[test]
fn what_a_newer_version_has_written_is_refused_and_never_misread() {
    let said = r#"{"kind":"heard","seat":"A"}"#;
    assert_eq!(TableEvent::read(3, said), Ok(TableEvent::Heard { seat: ANN }));
    assert_eq!(
        TableEvent::read(3, &TableEvent::Heard { seat: ANN }.write()),
        Ok(TableEvent::Heard { seat: ANN })
    );
    let newer = TableEvent::read(3, &format!("{} {said}", LOG_VERSION + 1)).unwrap_err();
    assert_eq!(newer, LogError::Newer { seq: 3, version: LOG_VERSION + 1 });
    assert!(newer.to_string().contains("is being brought up to date"), "{newer}");
    // Something new in it, or a new kind of it, is no older event either.
    for other in [r#"{"kind":"heard","seat":"A","twice":true}"#, r#"{"kind":"sung"}"#, "2{}", ""] {
        assert!(matches!(TableEvent::read(3, other), Err(LogError::Unread { seq: 3, .. })), "{other}");
    }
    let setting =
        r#"{"kind":"opened","game":"x","options":{},"chairs":[],"manner":{"hints":true,"fast":true}}"#;
    assert!(matches!(TableEvent::read(1, setting), Err(LogError::Unread { .. })));
}
