//! Clocks, and those who are not there.

use gloria_room::{Away, Late, Logged, Pace, Refused, Room, Stamp, TableEvent, TableSettings, Who, Wish};
use table::{Seat, SeatSet};

use crate::kept::{ANN, BOB, Kept, kinds};

const LEVEL: &str = "fair";

fn live(late: Late) -> TableSettings {
    TableSettings { pace: Pace::Live { bank: 60, increment: 5 }, late, ..TableSettings::default() }
}

fn decider(kept: &Kept) -> Seat {
    kept.game().deciding().first().unwrap()
}

fn late(seat: Seat) -> Wish {
    Wish::Late { seat, level: LEVEL.to_owned() }
}

fn vote(seat: Seat, out: Seat) -> Wish {
    Wish::Vote { seat, out, level: LEVEL.to_owned() }
}

fn of(seat: Seat) -> Stamp {
    let guest = if seat == ANN { "ann" } else { "bob" };
    Stamp { of: Some((guest.to_owned(), seat)), ..Stamp::default() }
}

const fn other(seat: Seat) -> Seat {
    if seat.index() == 0 { BOB } else { ANN }
}

#[test]
fn clocks_are_what_the_log_says() {
    let mut kept = Kept::begun_with(live(Late::Bot));
    let mut undone = 0;
    for turn in 0..80 {
        kept.now += 300 + turn * 7 % 500;
        let act = kept.act();
        let seat = decider(&kept);
        kept.wish(act, Stamp::default()).unwrap();
        if turn % 5 == 0 && kept.wish(Wish::Undo(seat), Stamp::default()).is_ok() {
            undone += 1;
        }
    }
    assert!(undone > 0, "something was taken back");
    let again = Room::fold(kinds, &kept.log).unwrap();
    assert_eq!(again.clocks, kept.room.clocks);
    assert_eq!(again.brief(), kept.room.brief());
    let clocks = again.clocks.unwrap();
    assert_eq!(kept.room.brief().deadline, clocks.deadline());
    assert_eq!(clocks.running(), kept.game().deciding(), "two people play");
    let left: u64 = [ANN, BOB].iter().map(|seat| clocks.stands(*seat, kept.now).left()).sum();
    assert!(left < 2 * 60_000 + 80 * 5_000, "{left}");
    // Without a clock nobody is late.
    let free = Kept::begun();
    assert_eq!((&free.room.clocks, free.room.brief().deadline), (&None, None));
    assert_eq!(free.room.late_seats(u64::MAX), SeatSet::NONE);
}

#[test]
fn a_bot_decides_for_whoever_is_out_of_time_until_they_come_back() {
    let mut kept = Kept::begun_with(live(Late::Bot));
    let seat = decider(&kept);
    kept.now += 59_000;
    assert_eq!(kept.wish(late(seat), Stamp::default()), Err(Refused::NotLate));
    kept.now += 1_000;
    assert_eq!(kept.wish(late(other(seat)), Stamp::default()), Err(Refused::NotLate), "it does not run");
    assert_eq!(kept.room.late_seats(kept.now), SeatSet::one(seat));
    assert_eq!(kept.wish(late(seat), Stamp::default()), Ok(true));
    assert_eq!(kept.wish(late(seat), Stamp::default()), Err(Refused::NotLate), "once");
    let brief = kept.room.brief();
    assert_eq!((brief.deadline, brief.waits.len()), (None, 0), "nobody is waited for");
    let next = kept.room.automatic().unwrap();
    assert_eq!((next.seat, next.who), (seat, Who::Bot(LEVEL.to_owned())));
    assert!(kept.room.seating.chat.last().unwrap().text.contains("out of time"));
    // The bot may decide, the player may not before being back.
    let act = kept.act();
    assert_eq!(kept.wish(act.clone(), of(seat)), Err(Refused::Minded));
    assert_eq!(kept.wish(Wish::Return(other(seat)), of(other(seat))), Err(Refused::NotMinded));
    assert_eq!(kept.wish(Wish::Return(seat), of(seat)), Ok(true));
    assert!(kept.room.automatic().is_none());
    let back = kept.room.clocks.as_ref().unwrap().stands(seat, kept.now);
    assert!(back.runs && back.left() == 60_000, "a moment to look around: {back:?}");
    assert_eq!(kept.wish(act, of(seat)), Ok(true));
    let again = Room::fold(kinds, &kept.log).unwrap();
    assert_eq!((again.clocks.clone(), again.brief()), (kept.room.clocks.clone(), kept.room.brief()));
}

#[test]
fn where_the_table_agreed_so_the_game_is_lost_by_time() {
    let mut kept = Kept::begun_with(live(Late::Resign));
    let seat = decider(&kept);
    kept.now += 60_000;
    assert_eq!(kept.wish(late(seat), Stamp::default()), Ok(true));
    assert!(kept.room.brief().over);
    assert!(matches!(kept.log.last().unwrap().event, TableEvent::Resigned { seat: lost } if lost == seat));
    assert_eq!(kept.room.brief().deadline, None, "no clock runs any more");
}

#[test]
fn the_others_vote_for_a_bot_once_they_have_waited() {
    let mut kept = Kept::begun();
    let seat = decider(&kept);
    let rest = other(seat);
    let early = kept.wish(vote(rest, seat), of(rest));
    assert_eq!(early, Err(Refused::NotAbsent { wait: 300_000 }));
    assert_eq!(
        early.unwrap_err().to_string(),
        "You can do that once the table has waited for them for 5 minutes."
    );
    kept.now += 300_000;
    assert_eq!(kept.wish(vote(seat, seat), of(seat)), Err(Refused::NoVote), "nobody votes about themselves");
    assert_eq!(
        kept.wish(vote(seat, rest), of(seat)),
        Err(Refused::NotAbsent { wait: 300_000 }),
        "the table does not wait for them"
    );
    assert_eq!(kept.wish(vote(rest, seat), of(rest)), Ok(true));
    let minded = TableEvent::Minded { seat, level: LEVEL.to_owned(), why: Away::Voted };
    assert_eq!(kept.log.last().unwrap().event, minded);
    // A minded player is asked nothing: a wish to take something back is granted at once.
    let act = kept.act();
    kept.wish(act, Stamp::default()).unwrap();
    while decider(&kept) != rest {
        let act = kept.act();
        kept.wish(act, Stamp::default()).unwrap();
    }
    let act = kept.act();
    kept.wish(act, of(rest)).unwrap();
    kept.wish(Wish::AskBack(rest), of(rest)).unwrap();
    assert!(matches!(kept.log.last().unwrap().event, TableEvent::TakenBack { .. }));
    assert_eq!(kept.wish(Wish::Return(seat), of(seat)), Ok(true));
}

#[test]
fn one_is_reminded_once_and_not_at_once() {
    let mut kept = Kept::begun();
    let seat = decider(&kept);
    let nudge = Wish::Nudge { seat: other(seat), whom: seat };
    assert_eq!(kept.wish(nudge.clone(), of(other(seat))), Err(Refused::NotAbsent { wait: 60_000 }));
    kept.now += 60_000;
    assert!(kept.room.may_be_nudged(seat, kept.now));
    assert_eq!(kept.wish(Wish::Nudge { seat, whom: seat }, of(seat)), Err(Refused::OwnSeat));
    assert_eq!(kept.wish(nudge.clone(), of(other(seat))), Ok(true));
    assert_eq!(kept.wish(nudge, of(other(seat))), Err(Refused::Nudged));
    let act = kept.act();
    kept.wish(act, of(seat)).unwrap();
    assert_eq!(kept.room.seating.nudged, SeatSet::NONE);
}

#[test]
fn a_table_that_was_away_takes_nothing_off_anybodys_clock() {
    let mut kept = Kept::begun_with(live(Late::Bot));
    let seat = decider(&kept);
    let begun = kept.now;
    let away = vec![(1, 5), (begun + 10_000, begun + 500_000), (begun + 510_000, begun + 600_000)];
    assert_eq!(kept.room.unpaused(&away), away[1..], "what was before the clock ran is past");
    kept.now = begun + 600_000 - 1;
    assert_eq!(kept.wish(Wish::Pause { away: away.clone() }, Stamp::default()), Ok(true));
    assert_eq!(kept.wish(Wish::Pause { away }, Stamp::default()), Err(Refused::Stale), "once");
    let clocks = kept.room.clocks.clone().unwrap();
    assert_eq!(clocks.stands(seat, begun + 600_000).left(), 60_000 - 20_000);
    assert_eq!(clocks.deadline(), Some(begun + 640_000));
    assert_eq!(Room::fold(kinds, &kept.log).unwrap().clocks, Some(clocks));
    assert_eq!(kept.wish(late(seat), Stamp::default()), Err(Refused::NotLate));
}

#[test]
fn logs_without_clocks_read_as_they_were_written() {
    let settings = TableSettings { hints: true, ..TableSettings::default() };
    let event = TableEvent::Opened {
        game: "glory-to-rome".to_owned(),
        options: [].into(),
        chairs: Vec::new(),
        settings,
        rules: None,
        host: None,
    };
    let text = event.write();
    assert!(!text.contains("pace") && !text.contains("late"), "{text}");
    assert_eq!(TableEvent::read(1, &text), Ok(event));
    let minded = TableEvent::Minded { seat: BOB, level: LEVEL.to_owned(), why: Away::Late };
    assert_eq!(minded.write(), r#"{"kind":"minded","seat":"B","level":"fair","why":"late"}"#);
    let logged = Logged { event: minded.clone(), at: 1, request: None };
    assert_eq!(TableEvent::read(1, &logged.event.write()), Ok(minded));
}

#[test]
fn who_is_away_is_told_by_the_log() {
    let mut kept = Kept::begun();
    let seat = decider(&kept);
    let gone = |seat: Seat| Wish::Gone { seat, since: 4 };
    assert_eq!(kept.wish(Wish::Came(seat), Stamp::default()), Err(Refused::Stale), "nobody is away");
    assert_eq!(kept.wish(gone(seat), Stamp::default()), Ok(true));
    assert_eq!(kept.wish(gone(seat), Stamp::default()), Err(Refused::Stale), "once");
    assert_eq!(kept.wish(gone(other(seat)), Stamp::default()), Ok(true));
    assert_eq!(Room::fold(kinds, &kept.log).unwrap().seating.away, [(ANN, 4), (BOB, 4)].into());
    assert_eq!(kept.wish(Wish::Came(other(seat)), Stamp::default()), Ok(true));
    // Whoever decides is there, whatever their browser says; it is not one of their decisions that a bot makes.
    let act = kept.act();
    let stays = kept.room.moved;
    kept.wish(act, of(seat)).unwrap();
    assert!(kept.room.moved > stays && kept.room.seating.away.is_empty());
    let again = Room::fold(kinds, &kept.log).unwrap();
    assert_eq!((again.seating.away.len(), again.brief()), (0, kept.room.brief()));
    // It is no move: what was seen before can still be decided, and the same is waited for.
    let (moved, since) = (kept.room.moved, kept.room.since);
    kept.wish(gone(seat), Stamp::default()).unwrap();
    assert_eq!((kept.room.moved, kept.room.since), (moved, since));
    let minded = decider(&kept);
    kept.now += 300_000;
    kept.wish(vote(other(minded), minded), of(other(minded))).unwrap();
    let _ = kept.wish(gone(minded), Stamp::default());
    let act = kept.act();
    kept.wish(act, Stamp::default()).unwrap();
    assert!(kept.room.seating.away.contains_key(&minded), "a bot decided");
    kept.wish(Wish::Return(minded), of(minded)).unwrap();
    assert!(!kept.room.seating.away.contains_key(&minded));
}

#[test]
fn nobody_needs_to_know_who_is_away_where_nobody_else_plays() {
    let mut kept = Kept::of(TableSettings::default());
    assert!(!kept.room.heeds(ANN), "the game has not begun");
    let seed = table::Seed::from_number(3).reveal();
    let bot = gloria_room::Chair::Bot(LEVEL.to_owned());
    kept.wish(Wish::Sit { seat: BOB, chair: bot, seed }, Stamp::default()).unwrap();
    assert!(!kept.room.heeds(ANN) && !kept.room.heeds(BOB));
    assert_eq!(kept.wish(Wish::Gone { seat: ANN, since: 4 }, Stamp::default()), Err(Refused::Stale));
    assert!(Kept::begun().room.heeds(ANN));
}
