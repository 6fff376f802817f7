//! In another language nothing that a player reads is left in English.

use std::borrow::Cow;

use gloria_glory_to_rome::event::Event;
use gloria_glory_to_rome::{Rules, State};
use table::tongue::{Tongue, speaking};
use table::{Chance, Game, Light, Options, Rulebook, Seat, Tape, Tell, Text, Turn, Viewer};

/// Every letter outside a hole is another one.
#[derive(Debug)]
struct Runes;

fn runes(english: &str) -> String {
    english.chars().map(|letter| if letter.is_ascii_alphabetic() { 'ᚱ' } else { letter }).collect()
}

impl Tongue for Runes {
    fn phrase<'w>(&self, english: &'w str) -> Cow<'w, str> {
        runes(english).into()
    }

    fn noun<'w>(&self, one: &'w str, _: i64) -> Cow<'w, str> {
        runes(one).into()
    }

    fn name<'w>(&self, name: &'w str) -> Cow<'w, str> {
        runes(name).into()
    }

    fn whose(&self, name: &str) -> String {
        format!("ᚱ {name}")
    }

    fn article(&self, _: &str) -> Cow<'static, str> {
        "ᚱ".into()
    }
}

/// Whether English letters are left, numbers of rules aside; seats are numbers here.
fn is_english(text: &Text) -> bool {
    text.named(Seat::index).replace("GTR-", "").chars().any(|letter| letter.is_ascii_alphabetic())
}

/// All that is said where somebody decides: what is asked, each label with what it would do, and why something can't be done.
fn said(rules: &Rules, state: &State, seat: Seat) -> Vec<Text> {
    let view = state.view(rules, Viewer::Seat(seat));
    let mut texts = State::prompt(rules, &view);
    let mut named = Vec::new();
    state.candidates(rules, seat, &mut named);
    for action in named {
        texts.extend([State::label(rules, action), State::explain(rules, &view, action)]);
        let refusal = state.refusal(rules, seat, action);
        texts.extend(refusal.into_iter().flat_map(|refusal| [refusal.fact, refusal.remedy]));
    }
    texts
}

#[test]
fn nothing_is_left_in_english() {
    let options = [("players", "3"), ("geek", "all")];
    let options = options.iter().fold(Options::new(), |all, (name, value)| all.with(name, value));
    let rules = Rules::from_options(&options).expect("the options are valid");
    let cards = || State::cards(&rules).into_iter().map(|(_, text)| text);
    assert!(cards().all(|text| is_english(&text)), "the test knows English when it reads it");
    speaking(&Runes, || {
        assert_eq!(cards().find(is_english), None);
        for seed in 0..6 {
            let mut chance = Light::new(seed);
            let mut state = State::new(&rules, &mut chance);
            while let Turn::Decide(seats) = state.turn(&rules) {
                let seat = seats.first().expect("somebody decides");
                assert_eq!(said(&rules, &state, seat).iter().find(|text| is_english(text)), None);
                let mut legal = Vec::new();
                state.legal(&rules, seat, &mut legal);
                legal.retain(|action| !State::concedes(*action));
                let action = legal[chance.below(legal.len() as u32) as usize];
                let before = state.view(&rules, Viewer::Seat(seat));
                let mut tape = Tape::listening(&mut chance);
                state.play_unchecked(&rules, seat, action, &mut tape);
                let events: Vec<Event> = tape.events();
                for viewer in [Viewer::Seat(seat), Viewer::Spectator] {
                    let news = State::news(&rules, &before, &state.view(&rules, viewer), &events);
                    assert_eq!(news.iter().find(|text| is_english(text)), None);
                }
            }
            assert!(!state.tally(&rules).iter().flatten().any(|part| is_english(&part.what)));
        }
    });
}
