//! Records: what is written reads back; undo stops at new information; every kind of bad file is refused with its line.

use gloria_lots::{Lots, Rules};
use gloria_table::{
    Chance, Entry, Game, Light, Options, Record, Rulebook, Script, Seat, SeatSet, Seed, Summary, Told, Turn,
    UndoRefusal, Viewer,
};

fn rules() -> Rules {
    Rules::from_options(&Options::new()).unwrap()
}

fn names() -> Vec<String> {
    vec!["Ann".to_owned(), "Bob".to_owned()]
}

/// A whole game at random from a seed, with one decision taken back, the seed told at the end.
fn finished() -> Record<Lots> {
    let seed = Seed::from_number(3);
    let mut luck = seed.chance();
    let mut chooser = Light::new(3);
    let mut record = Record::<Lots>::start(rules(), names(), Some(seed.commitment()), &mut luck);
    let mut undone = false;
    while let Turn::Decide(seats) = record.state().turn(record.rules()) {
        let seat = seats.first().unwrap();
        let mut legal = Vec::new();
        record.state().legal(record.rules(), seat, &mut legal);
        let action = legal[chooser.below(legal.len() as u32) as usize];
        record.play(seat, action, &mut luck).unwrap();
        if !undone && record.may_undo(seat).is_ok() {
            record.undo(seat).unwrap();
            undone = true;
        }
    }
    assert!(undone && record.reveal(&seed));
    record
}

fn read(text: &str) -> Result<Record<Lots>, String> {
    Record::read(text).map_err(|error| error.to_string())
}

/// The error for this text.
fn error(text: &str) -> String {
    read(text).expect_err("the file is bad")
}

/// The text with its line `line` (from 1) changed.
fn changed(text: &str, line: usize, change: impl Fn(&str) -> String) -> String {
    let lines = text.lines().enumerate();
    lines.map(|(at, old)| if at + 1 == line { change(old) } else { old.to_owned() } + "\n").collect()
}

/// The number (from 1) and text of the first line that has this in it.
fn line_with<'a>(text: &'a str, part: &str) -> (usize, &'a str) {
    let (at, line) =
        text.lines().enumerate().find(|(_, line)| line.contains(part)).expect("there is such a line");
    (at + 1, line)
}

#[test]
fn a_record_reads_back_and_its_draws_come_from_the_seed() {
    let record = finished();
    let again = read(&record.write()).unwrap();
    assert_eq!(again.state(), record.state());
    assert_eq!(again.entries(), record.entries());
    assert_eq!(again.names(), record.names());
    assert_eq!(again.write(), record.write());
    assert_eq!(again.check_seed(), Ok(()));
    assert_eq!(Summary::read(&record.write()).unwrap().game, "lots");
}

#[test]
fn no_letter_of_a_record_can_be_changed() {
    let text = finished().write();
    for (at, old) in text.char_indices().filter(|(_, old)| !old.is_whitespace()) {
        for new in ["0", "x", "A"] {
            if !old.to_string().eq_ignore_ascii_case(new) {
                let mut edited = text.clone();
                edited.replace_range(at..at + old.len_utf8(), new);
                assert!(read(&edited).is_err(), "{old} became {new} at {at} in:\n{edited}");
            }
        }
    }
}

#[test]
fn no_part_of_a_record_is_a_record() {
    let text = finished().write();
    for end in 0..text.trim_end().len() {
        assert!(read(&text[..end]).is_err(), "cut at {end}: {}", &text[..end]);
    }
    let (last, _) = line_with(&text, "close ");
    let cut: String = text.lines().take(last - 4).map(|line| line.to_owned() + "\n").collect();
    let expected = "the file stops here: expected more lines and a closing line 'close N'";
    assert_eq!(error(&cut), format!("line {}: {expected}", last - 4));
}

#[test]
fn no_line_of_a_log_can_be_left_out_or_doubled() {
    let text = finished().write();
    let lines: Vec<_> = text.lines().collect();
    // An option said or unsaid at its default is the same table, and what is told at the end may be told or not.
    let free = ["set", "winners", "seed"];
    for at in 0..lines.len() {
        if free.iter().any(|word| lines[at].starts_with(word)) {
            continue;
        }
        let without: Vec<_> = lines.iter().enumerate().filter(|(other, _)| *other != at).collect();
        let without: String = without.iter().map(|(_, line)| (**line).to_owned() + "\n").collect();
        assert!(read(&without).is_err(), "without line {}: {}", at + 1, lines[at]);
        let mut doubled = lines.clone();
        doubled.insert(at, lines[at]);
        assert!(read(&(doubled.join("\n") + "\n")).is_err(), "line {} twice", at + 1);
    }
}

#[test]
fn the_head_is_checked() {
    let text = finished().write();
    assert_eq!(error("# My diary\n"), "line 1: this is not a record: expected 'gloria-record 1'");
    assert_eq!(error(""), "line 1: this is not a record: expected 'gloria-record 1'");
    assert_eq!(
        error(&changed(&text, 1, |_| "gloria-record 9".to_owned())),
        "line 1: 'gloria-record 9' is a format this version can't read: expected 'gloria-record 1'"
    );
    assert_eq!(error(&changed(&text, 2, |_| "game chess".to_owned())), "line 2: expected a game of lots");
    assert_eq!(
        error(&changed(&text, 3, |_| "rules 7".to_owned())),
        "line 3: written under rules version 7: this version plays 1"
    );
    let (set, _) = line_with(&text, "set players=");
    assert_eq!(
        error(&changed(&text, set, |_| "set players=6".to_owned())),
        "line 5: option 'players' can't be '6': expected 2 to 5"
    );
    assert_eq!(
        error(&changed(&text, set, |_| "set players=3".to_owned())),
        "line 7: 2 seats are named: expected 3"
    );
    let (bob, _) = line_with(&text, "seat B");
    assert!(
        error(&changed(&text, bob, |_| "seat C Bob".to_owned()))
            .starts_with("line 7: seats are out of order")
    );
}

#[test]
fn an_edited_name_or_commitment_breaks_the_chain() {
    let text = finished().write();
    let (opening, _) = line_with(&text, "opening");
    let expected =
        format!("line {opening}: this line was changed after it was written: its link does not fit");
    assert_eq!(error(&text.replace("seat A Ann", "seat A Eve")), expected);
    let (at, line) = line_with(&text, "commitment");
    let other = format!("commitment {}", Seed::from_number(4).commitment());
    assert_ne!(line, other);
    assert_eq!(error(&changed(&text, at, |_| other.clone())), expected);
}

#[test]
fn an_edited_action_is_named_with_its_line() {
    let text = finished().write();
    let (at, _) = line_with(&text, " draw | ");
    let message = error(&changed(&text, at, |line| line.replace(" draw ", " fly ")));
    assert_eq!(message, format!("line {at}: 'fly' is not understood: expected draw, play N, bury N or pass"));
    let (at, _) = line_with(&text, " bury ");
    let message = error(&changed(&text, at, |line| line.replace(" bury ", " play ")));
    assert_eq!(
        message,
        format!("line {at}: this line was changed after it was written: its link does not fit")
    );
    let message = error(&changed(&text, at, |line| line.replace(" A ", " B ").replace(" B ", " E ")));
    assert_eq!(message, format!("line {at}: this action is not allowed here: LOT-1: it is not your turn."));
}

#[test]
fn an_edited_draw_is_named_with_its_line() {
    let text = finished().write();
    let (at, line) = line_with(&text, " draw | ");
    let drawn = line.split('|').nth(1).unwrap().trim();
    let with = |drawn: &str| {
        let new = drawn.to_owned();
        error(&changed(&text, at, |line| {
            let parts: Vec<_> = line.split('|').collect();
            format!("{}| {new} |{}", parts[0], parts[2])
        }))
    };
    let other = if drawn == "0" { "1" } else { "0" };
    assert_eq!(
        with(other),
        format!("line {at}: this line was changed after it was written: its link does not fit")
    );
    assert_eq!(
        with("99"),
        format!(
            "line {at}: the draws do not fit the rules: the scripted draw 99 can't come up: no such card is left to draw"
        )
    );
    assert_eq!(with("many"), format!("line {at}: 'many' is not a draw: expected a number"));
    assert_eq!(
        with(""),
        format!("line {at}: the draws do not fit the rules: more was drawn than the script holds")
    );
    assert_eq!(
        with(&format!("{drawn} 3")),
        format!("line {at}: 1 more draws are recorded than the rules ask for")
    );
}

#[test]
fn an_edited_hash_is_named_with_its_line() {
    let text = finished().write();
    let (at, _) = line_with(&text, " draw | ");
    let flip = |hash: &str| {
        if hash.starts_with('0') { hash.replacen('0', "1", 1) } else { format!("0{}", &hash[1..]) }
    };
    for which in [0, 1] {
        let edited = changed(&text, at, |line| {
            let (body, hashes) = line.rsplit_once("| ").unwrap();
            let mut hashes: Vec<_> = hashes.split(' ').map(str::to_owned).collect();
            hashes[which] = flip(&hashes[which]);
            format!("{body}| {}", hashes.join(" "))
        });
        assert_eq!(
            error(&edited),
            format!("line {at}: this line was changed after it was written: its link does not fit")
        );
    }
    assert_eq!(
        error(&changed(&text, at, |_| "1 A draw".to_owned())),
        format!("line {at}: the line is malformed: expected 'WORDS | DRAWS | STATE LINK'")
    );
}

#[test]
fn the_end_is_checked() {
    let text = finished().write();
    let (seed, _) = line_with(&text, "seed ");
    let other = format!("seed {}", Seed::from_number(4).reveal());
    assert_eq!(
        error(&changed(&text, seed, |_| other.clone())),
        format!("line {seed}: the seed does not fit the commitment, or the game is not over")
    );
    assert_eq!(
        error(&changed(&text, seed, |_| "seed 12".to_owned())),
        format!("line {seed}: the seed is malformed: expected 64 hexadecimal digits")
    );
    let (winners, _) = line_with(&text, "winners ");
    assert_eq!(
        error(&changed(&text, winners, |_| "winners A, B | by agreement".to_owned())),
        format!("line {winners}: the winners are not those that the log leads to")
    );
    let (close, line) = line_with(&text, "close ");
    let count = line.strip_prefix("close ").unwrap();
    assert_eq!(
        error(&changed(&text, close, |_| "close 7".to_owned())),
        format!("line {close}: 'close 7' does not fit: expected close {count}")
    );
    assert_eq!(
        error(&format!("{text}\n\nP.S.\n")),
        format!("line {}: there is more after the closing line: expected the end of the file", close + 3)
    );
}

#[test]
fn a_record_forged_throughout_does_not_fit_the_seed() {
    // Every line is linked and legal, but the draws are not the seed's.
    let seed = Seed::from_number(3);
    let mut luck = Light::new(8);
    let mut record = Record::<Lots>::start(rules(), names(), Some(seed.commitment()), &mut luck);
    while let Turn::Decide(seats) = record.state().turn(record.rules()) {
        record.play(seats.first().unwrap(), Lots::read(record.rules(), "draw").unwrap(), &mut luck).unwrap();
    }
    assert!(record.reveal(&seed));
    let read = read(&record.write()).unwrap();
    assert_eq!(read.check_seed(), Err(gloria_table::SeedError::Opening));
}

#[test]
fn the_seed_is_told_only_when_the_game_is_over() {
    let seed = Seed::from_number(3);
    let mut record = Record::<Lots>::start(rules(), names(), Some(seed.commitment()), &mut seed.chance());
    assert!(!record.reveal(&seed));
    assert!(!record.write().contains(&seed.reveal()));
    assert!(record.check_seed().is_err());
}

#[test]
fn undo_appends_and_never_crosses_new_information() {
    let (ann, bob) = (Seat::new(0), Seat::new(1));
    let mut record = Record::<Lots>::start(rules(), names(), None, &mut Script::exact([1, 2, 3, 4]));
    assert_eq!(record.undo(ann), Err(UndoRefusal::Nothing));
    let before = *record.state();
    let action = |text| Lots::read(&rules(), text).unwrap();
    record.play(ann, action("bury 2"), &mut Script::exact([])).unwrap();
    assert_eq!(record.undo(bob), Err(UndoRefusal::Nothing), "who never decided has nothing to take back");
    record.undo(ann).unwrap();
    assert_eq!(*record.state(), before);
    assert_eq!(record.entries().len(), 2);
    assert!(matches!(record.entries()[1], Entry::Undo(seat) if seat == ann));
    record.play(ann, action("draw"), &mut Script::exact([5])).unwrap();
    assert!(matches!(record.undo(ann), Err(UndoRefusal::Known(_))));
    record.play(bob, action("bury 4"), &mut Script::exact([])).unwrap();
    assert_eq!(record.undo(ann), Err(UndoRefusal::Other(bob)));
    let told = |viewer| record.told(viewer);
    assert_eq!(told(Viewer::Seat(bob)), ["A draw", "B bury 4"]);
    assert_eq!(told(Viewer::Seat(ann)), ["A draw", "B bury ?"]);
    assert_eq!(told(Viewer::Spectator), ["A draw", "B bury ?"]);
}

#[test]
fn whatever_is_taken_back_is_told_with_who_took_back_what() {
    let (ann, bob) = (Seat::new(0), Seat::new(1));
    let mut record = Record::<Lots>::start(rules(), names(), None, &mut Script::exact([1, 2, 3, 4]));
    let action = |text| Lots::read(&rules(), text).unwrap();
    let told = |record: &Record<Lots>, viewer| -> Vec<(usize, String)> {
        let told = record.taken_back(viewer, 9);
        told.iter().map(|back| (back.after, back.to_string())).collect()
    };
    assert_eq!(told(&record, Viewer::Spectator), []);
    record.play(ann, action("bury 2"), &mut Script::exact([])).unwrap();
    record.undo(ann).unwrap();
    assert_eq!(told(&record, Viewer::Seat(ann)), [(0, "A took back: bury 2".to_owned())]);
    assert_eq!(
        told(&record, Viewer::Seat(bob)),
        [(0, "A took back: bury ?".to_owned())],
        "no more than was told"
    );
    record.play(ann, action("draw"), &mut Script::exact([5])).unwrap();
    record.play(bob, action("draw"), &mut Script::exact([6])).unwrap();
    assert!(record.take_back(bob) && record.take_back(bob));
    let both = (0, "B took back 2 decisions: A: draw; draw".to_owned());
    assert_eq!(told(&record, Viewer::Seat(ann)).split_off(1), [both], "in the order of the decisions");
    assert_eq!(record.taken_back(Viewer::Spectator, 1).len(), 1);
    // Two times with a decision between are two, and both are told where the game goes on.
    record.play(ann, action("draw"), &mut Script::exact([5])).unwrap();
    record.play(bob, action("bury 4"), &mut Script::exact([])).unwrap();
    record.undo(bob).unwrap();
    assert_eq!(told(&record, Viewer::Seat(bob))[2], (1, "B took back: bury 4".to_owned()));
    assert!(record.take_back(bob));
    let last = told(&record, Viewer::Seat(bob)).split_off(2);
    assert_eq!(last, [(0, "B took back: bury 4".to_owned()), (0, "B took back: A: draw".to_owned())]);
    // A file tells the same.
    let again = read(&record.write()).unwrap();
    assert_eq!(told(&again, Viewer::Seat(bob)), told(&record, Viewer::Seat(bob)));
    assert_eq!(again.undone().len(), 5);
}

#[test]
fn what_is_attempted_is_logged_as_if_it_were_played_and_only_where_it_belongs() {
    let ann = Seat::new(0);
    let start = || Record::<Lots>::start(rules(), names(), None, &mut Script::exact([1, 2, 3, 4]));
    let (mut played, mut accepted) = (start(), start());
    let draw = Lots::read(&rules(), "draw").unwrap();
    played.play(ann, draw, &mut Script::exact([5])).unwrap();
    let attempt = accepted.attempt(ann, draw, &mut Script::exact([5])).unwrap();
    assert_eq!((attempt.drawn(), attempt.state()), (&[5][..], played.state()));
    assert!(accepted.entries().is_empty(), "an attempt changes nothing");
    let again = attempt.clone();
    assert_eq!(accepted.accept(attempt), played.steps().last());
    assert_eq!(accepted.write(), played.write(), "hashes and all");
    assert_eq!(accepted.accept(again), None, "it belonged to an earlier moment");
    assert_eq!(accepted.write(), played.write());
}

#[test]
fn a_refused_action_is_not_logged() {
    let mut record = Record::<Lots>::start(rules(), names(), None, &mut Script::exact([1, 2, 3, 4]));
    let action = Lots::read(record.rules(), "play 9").unwrap();
    assert_eq!(record.play(Seat::new(0), action, &mut Script::exact([])).unwrap_err().rule, "LOT-2");
    assert!(record.entries().is_empty());
}

#[test]
fn a_take_back_by_consent_crosses_new_information_reads_back_and_verifies() {
    let (ann, bob) = (Seat::new(0), Seat::new(1));
    let seed = Seed::from_number(9);
    let mut chance = seed.chance();
    let mut record = Record::<Lots>::start(rules(), names(), Some(seed.commitment()), &mut chance);
    assert!(!record.take_back(ann), "there is nothing to take back yet");
    let before = *record.state();
    let draw = Lots::read(&rules(), "draw").unwrap();
    record.play(ann, draw, &mut chance).unwrap();
    record.play(bob, draw, &mut chance).unwrap();
    assert!(record.take_back(ann) && record.take_back(ann));
    assert_eq!(*record.state(), before);
    assert_eq!(record.entries().len(), 4);
    while let Turn::Decide(seats) = record.state().turn(record.rules()) {
        record.play(seats.first().unwrap(), draw, &mut chance).unwrap();
    }
    assert!(record.reveal(&seed));
    let again = read(&record.write()).unwrap();
    assert_eq!(again.entries(), record.entries());
    assert_eq!(again.check_seed(), Ok(()));
}

#[test]
fn a_game_given_up_is_over_reads_back_and_verifies() {
    let (ann, bob) = (Seat::new(0), Seat::new(1));
    let seed = Seed::from_number(9);
    let mut chance = seed.chance();
    let mut record = Record::<Lots>::start(rules(), names(), Some(seed.commitment()), &mut chance);
    let draw = Lots::read(&rules(), "draw").unwrap();
    record.play(ann, draw, &mut chance).unwrap();
    assert!(!record.is_over() && record.outcome().is_none() && !record.reveal(&seed));
    assert!(!record.resign(Seat::new(2)), "nobody sits there");
    assert!(record.resign(ann));
    assert_eq!(record.resigned(), Some(ann));
    assert!(record.is_over());
    assert_eq!(record.outcome().unwrap().winners, SeatSet::one(bob));
    // Nothing comes after it.
    assert_eq!(record.play(bob, draw, &mut chance).unwrap_err().rule, "table");
    assert_eq!(record.undo(ann).unwrap_err(), UndoRefusal::Resigned(ann));
    assert!(!record.take_back(bob) && !record.resign(bob));
    assert_eq!(record.entries().len(), 2);
    assert!(record.reveal(&seed));
    let text = record.write();
    let again = read(&text).unwrap();
    assert_eq!((again.entries(), again.resigned()), (record.entries(), Some(ann)));
    assert_eq!(again.check_seed(), Ok(()));
    // Who gave up can't be changed afterwards, nor who won by it.
    let (line, _) = line_with(&text, "resigned");
    assert!(error(&changed(&text, line, |old| old.replace(" A ", " B "))).contains("line"));
    let (line, _) = line_with(&text, "winners");
    assert!(error(&changed(&text, line, |old| old.replace('B', "A"))).contains("winners"));
    let whole = finished().write();
    let (line, _) = line_with(&whole, "winners");
    let late =
        changed(&whole, line, |old| format!("{} B resigned | | 0 0\n{old}", finished().entries().len() + 1));
    assert!(error(&late).contains("nothing to give up"), "{}", error(&late));
}

#[test]
fn nothing_is_taken_back_once_the_game_is_over() {
    let mut chooser = Light::new(5);
    let mut luck = Light::new(6);
    let mut record = Record::<Lots>::start(rules(), names(), None, &mut luck);
    let mut last = Seat::new(0);
    while let Turn::Decide(seats) = record.state().turn(record.rules()) {
        last = seats.first().unwrap();
        let mut legal = Vec::new();
        record.state().legal(record.rules(), last, &mut legal);
        let action = legal[chooser.below(legal.len() as u32) as usize];
        record.play(last, action, &mut luck).unwrap();
    }
    let entries = record.entries().len();
    assert_eq!(record.may_undo(last), Err(UndoRefusal::Over));
    assert_eq!(record.undo(last), Err(UndoRefusal::Over));
    assert!(!record.take_back(last), "consent does not help: the seed may be known");
    assert_eq!(record.entries().len(), entries);
}

#[test]
fn who_has_seen_something_new_is_named() {
    let seats = |seats: &[usize]| seats.iter().map(|at| Seat::new(*at)).collect();
    let told = |seen: &[usize]| {
        let told = Told { by: Seat::new(0), seats: seats(seen), chance: false };
        UndoRefusal::Known(told).to_string()
    };
    assert_eq!(told(&[2]), "C has seen something new, so your last decision can't be undone");
    assert_eq!(told(&[1, 2]), "B, C have seen something new, so your last decision can't be undone");
}
