//! In another language nothing of For Glory is left in English: whatever is said goes through the language that is spoken.

use std::borrow::Cow;

use gloria_for_glory::event::Happening;
use gloria_for_glory::{Rules, State};
use table::tongue::{Tongue, speaking};
use table::{Chance, Game, Light, Options, Rulebook, Seat, Tape, Tell, Text, Turn, Viewer, say};

/// English in capitals: a small letter was not asked for.
#[derive(Debug)]
struct Shouting;

impl Tongue for Shouting {
    fn phrase<'w>(&self, english: &'w str) -> Cow<'w, str> {
        english.to_uppercase().into()
    }

    fn noun<'w>(&self, one: &'w str, _: i64) -> Cow<'w, str> {
        one.to_uppercase().into()
    }

    fn name<'w>(&self, name: &'w str) -> Cow<'w, str> {
        name.to_uppercase().into()
    }

    fn article(&self, _: &str) -> Cow<'static, str> {
        "A".into()
    }
}

/// What is not said in the language that is spoken, if anything.
fn untold(said: &str) -> Option<String> {
    said.contains(char::is_lowercase).then(|| said.to_owned())
}

fn check(said: &Text) {
    assert_eq!(untold(&said.to_string()), None);
}

/// Everything that a table of this many players is told in a random game.
fn told(players: &str, seed: u64) {
    let options = Options::new().with("players", players).with("champions", "draft").with("expansion", "on");
    let rules = Rules::from_options(&options).unwrap();
    for (_, text) in State::cards(&rules) {
        check(&text);
    }
    let mut luck = Light::new(seed);
    let mut chooser = luck.fork();
    let mut tape = Tape::listening(&mut luck);
    let mut state = State::new(&rules, &mut tape);
    let view = state.view(&rules, Viewer::Seat(Seat::new(0)));
    State::opening(&rules, &view, &tape.events::<Happening>()).iter().for_each(check);
    let (mut legal, mut named) = (Vec::new(), Vec::new());
    while let Turn::Decide(seats) = state.turn(&rules) {
        let seat = seats.first().expect("somebody decides");
        let before = state.view(&rules, Viewer::Seat(seat));
        State::prompt(&rules, &before).iter().for_each(check);
        assert_eq!(untold(&State::table(&rules, &before, 100)), None);
        legal.clear();
        named.clear();
        state.legal(&rules, seat, &mut legal);
        state.candidates(&rules, seat, &mut named);
        for action in &named {
            check(&State::label(&rules, *action));
            check(&State::explain(&rules, &before, *action));
            if let Some(refusal) = state.refusal(&rules, seat, *action) {
                check(&refusal.words());
            }
        }
        let action = legal[chooser.below(legal.len() as u32) as usize];
        check(&state.tell(&rules, seat, action, Viewer::Spectator));
        let mut tape = Tape::listening(&mut luck);
        state.play_unchecked(&rules, seat, action, &mut tape);
        let after = state.view(&rules, Viewer::Seat(seat));
        State::news(&rules, &before, &after, &tape.events::<Happening>()).iter().for_each(check);
    }
    for part in state.tally(&rules).iter().flatten() {
        check(&part.what);
    }
}

#[test]
fn nothing_is_left_in_english() {
    for (players, seed) in [("1", 1), ("2", 2), ("3", 3), ("4", 4)] {
        speaking(&Shouting, || told(players, seed));
    }
}

#[test]
fn words_that_were_not_asked_for_are_found() {
    let planted = speaking(&Shouting, || say!("{} pays", "the bank".to_owned()).to_string());
    assert_eq!(untold(&planted), Some("the bank PAYS".to_owned()));
    assert_eq!(untold("A PAYS 2 COIN"), None);
}
