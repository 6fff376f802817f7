//! What is told of past turns (GTR-26, ruling 111).

use gloria_glory_to_rome::{Rules, State};
use table::scenario::SetupLine;
use table::{Game, Light, Options, Record, Rulebook, Seat, Staged, Text, Viewer};

/// A sells from the stockpile and, with a Basilica, from hand; then the turn goes on, and the next begins.
fn sold(memory: &str) -> Record<State> {
    let options = Options::new().with("players", "2").with("open_memory", memory);
    let rules = Rules::from_options(&options).expect("the options are valid");
    let lines = [
        ("A hand", "Jack, Wall"),
        ("A built", "Basilica"),
        ("A stockpile", "Stone"),
        ("B stockpile", "Brick"),
        ("B clients", "Merchant"),
    ];
    let lines = lines.map(|(key, value)| SetupLine { line: 1, key: key.to_owned(), value: value.to_owned() });
    let state = State::stage(&rules, &lines).expect("the position is possible");
    let mut record = Record::from_position(rules, vec!["Ann".to_owned(), "Ben".to_owned()], state);
    play(&mut record, 0, "lead merchant with Jack");
    play(&mut record, 1, "think for a Jack");
    play(&mut record, 0, "sell Stone");
    play(&mut record, 0, "sell Wall from hand");
    record
}

fn play(record: &mut Record<State>, seat: usize, text: &str) {
    let action = State::read(record.rules(), text).expect("it is notation");
    record.play(Seat::new(seat), action, &mut Light::new(1)).expect("it is legal");
}

/// The log of both players, and of who looks on.
fn logs(record: &Record<State>) -> [Vec<String>; 3] {
    [Viewer::Seat(Seat::new(0)), Viewer::Seat(Seat::new(1)), Viewer::Spectator]
        .map(|viewer| record.told(viewer))
}

#[test]
fn a_log_tells_a_sale_in_its_own_turn_and_not_later() {
    let mut record = sold("off");
    let [own, other, spectator] = logs(&record);
    assert_eq!(own[2..], ["A sell Stone", "A sell Wall from hand"]);
    assert_eq!(other[2..], ["A sell Stone", "A sell ? from hand"]);
    assert_eq!(spectator, other);
    // B's Merchant acts, then the turn is over.
    play(&mut record, 1, "sell Brick");
    assert_eq!(record.state().public().turn, 2);
    for log in logs(&record) {
        assert_eq!(log[2..], ["A sell ?", "A sell ? from hand", "B sell ?"]);
    }
    // What happened does not name the card either, so that replays and the browser's log do not.
    for viewer in [Viewer::Seat(Seat::new(0)), Viewer::Spectator] {
        let news = Text::joined(record.news(3, viewer), " ").to_string();
        assert!(!news.is_empty() && !news.contains("Stone"), "{news}");
    }
}

#[test]
fn with_open_memory_and_at_the_end_it_tells_all() {
    let mut open = sold("on");
    play(&mut open, 1, "sell Brick");
    let [own, other, _] = logs(&open);
    assert_eq!(own[2..], ["A sell Stone", "A sell Wall from hand", "B sell Brick"]);
    assert_eq!(other[2..], ["A sell Stone", "A sell ? from hand", "B sell Brick"]);
    let mut over = sold("off");
    play(&mut over, 1, "sell Brick");
    play(&mut over, 1, "surrender to A");
    let [own, ..] = logs(&over);
    assert_eq!(own[2..5], ["A sell Stone", "A sell Wall from hand", "B sell Brick"]);
}
