//! What is told of a game: how it began, what happened in order, and what the scores are made of.

use std::collections::BTreeSet;

use gloria_glory_to_rome::State;
use gloria_glory_to_rome::cards::Card;
use gloria_glory_to_rome::event::Event;
use table::{Chance, Game, Light, Rulebook, Script, Seat, Tape, Tell, Text, Turn, Viewer};

use crate::told::{hides_secrets, kind, misspelt, rules};

fn strings(lines: &[Text]) -> Vec<String> {
    lines.iter().map(Text::to_string).collect()
}

/// GTR-4: the cards turned up, ties and who starts are told, and why.
#[test]
fn the_opening_says_who_starts_and_why() {
    let rules = rules(&[("players", "3")]);
    let hands = [Card::WALL, Card::VILLA, Card::TOWER, Card::SCHOOL, Card::ROAD].map(|card| [card; 3]);
    let firsts = [Card::BAR, Card::DOCK, Card::BAR, Card::LATRINE, Card::INSULA];
    let drawn = hands.concat().into_iter().chain(firsts).map(|card| card.index() as u32);
    let mut tape = Tape::listening(Script::exact(drawn));
    let state = State::new(&rules, &mut tape);
    let events: Vec<Event> = tape.events();
    let told = |viewer| strings(&State::opening(&rules, &state.view(&rules, viewer), &events));
    assert_eq!(
        told(Viewer::Spectator),
        [
            "Everyone is dealt 5 Order cards.",
            "Turned up to see who leads first: Bar for A, Dock for B, Bar for C.",
            "A tie with Bar: another card each for A, C.",
            "Turned up to see who leads first: Latrine for A, Insula for C.",
            "C leads first, since Insula comes first in the alphabet.",
        ]
    );
    assert_eq!(
        told(Viewer::Seat(Seat::new(2)))[4],
        "You lead first, since Insula comes first in the alphabet."
    );
}

/// The reader finds what was wrong before: plurals, articles, empty places.
#[test]
fn bad_english_is_seen() {
    for line in [
        "You hold 1 Brick cards",
        "You have 1 clients",
        "Into your vault: 1 points",
        "a Insula",
        "an Wall",
        "B's stockpile: –.",
    ] {
        assert!(misspelt(line).is_some(), "{line}");
    }
    for line in ["1 card", "an Insula", "1 is left", "A Catacomb was completed", "a Brick from the Pool"] {
        assert_eq!(misspelt(line), None, "{line}");
    }
}

/// GTR-5: the training game's short draw pile is told.
#[test]
fn the_training_games_opening_tells_the_short_draw_pile() {
    let rules = rules(&[("players", "2"), ("training", "on"), ("version", "imperium")]);
    let mut tape = Tape::listening(Light::new(1));
    let state = State::new(&rules, &mut tape);
    let events: Vec<Event> = tape.events();
    let told = strings(&State::opening(&rules, &state.view(&rules, Viewer::Spectator), &events));
    assert_eq!(told[0], "Everyone is dealt 4 Order cards and a Jack.");
    let left = state.public().deck;
    assert_eq!(
        told.last().map(String::as_str),
        Some(&*format!("Half the draw pile is put aside: {left} cards left."))
    );
}

/// Random games from the deal: each event is told, secrets are not, and the end says the scores and who won (GTR-42).
#[test]
fn random_games_are_told_to_the_end() {
    let mut heard = BTreeSet::new();
    for seed in 0..16_u64 {
        let players = (2 + seed % 4).to_string();
        let memory = if seed % 3 == 0 { "on" } else { "off" };
        let rules = rules(&[("players", &players), ("geek", "all"), ("open_memory", memory)]);
        let mut chance = Light::new(seed);
        let mut state = State::new(&rules, &mut chance);
        let mut legal = Vec::new();
        let mut last = Vec::new();
        while let Turn::Decide(seats) = state.turn(&rules) {
            let seat = seats.first().expect("somebody decides");
            legal.clear();
            state.legal(&rules, seat, &mut legal);
            legal.retain(|action| !State::concedes(*action));
            let action = legal[chance.below(legal.len() as u32) as usize];
            let before = state;
            let mut tape = Tape::listening(&mut chance);
            state.play_unchecked(&rules, seat, action, &mut tape);
            let events: Vec<Event> = tape.events();
            heard.extend(events.iter().map(kind));
            let viewers = Seat::all(rules.players()).map(Viewer::Seat).chain([Viewer::Spectator]);
            for viewer in viewers {
                let (was, is) = (before.view(&rules, viewer), state.view(&rules, viewer));
                for event in &events {
                    hides_secrets(&rules, &was, &is, event);
                }
                last = strings(&State::news(&rules, &was, &is, &events));
            }
        }
        let outcome = state.outcome(&rules).expect("the game is over");
        let told: Vec<_> = last.iter().skip_while(|line| !line.starts_with("The game is over: ")).collect();
        assert_eq!(*told[0], format!("The game is over: {}.", outcome.reason));
        for seat in Seat::all(rules.players()) {
            let score = format!(
                "{seat} scores {}: {} influence",
                outcome.scores[seat],
                state.public().boards[seat].influence()
            );
            assert!(told[1 + seat.index()].starts_with(&score), "{told:?}");
        }
        assert_eq!(told.len(), 1 + rules.players() + outcome.winners.len());
        assert!(
            told.last().is_some_and(|line| line.ends_with(" wins.") || line.ends_with(" shares the win."))
        );
    }
    assert!(heard.len() > 15, "{heard:?}");
}
