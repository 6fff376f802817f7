//! For Glory's strip: with three or four players it says who holds the Reigning Champion tokens, and how many are left.

use for_glory::{Rules, State};
use pages::{Desk, Drawn};
use table::{Game, Light, Options, Rulebook, Seat, Viewer};

/// The words of the tokens in the strip, where these seats hold them.
fn tokens(held: [Option<Seat>; 2]) -> String {
    let rules = Rules::from_options(&Options::new().with("players", "4")).unwrap();
    let state = State::new(&rules, &mut Light::new(1));
    let mut view = state.view(&rules, Viewer::Spectator);
    view.public.tokens = held;
    let names = ["Ann", "Bob", "Cid", "Dora"].map(str::to_owned);
    let board = State::board(&Desk::new(&rules, &view, &names, &[])).into_string();
    let part = board.split_once("class=\"token\"").expect("the strip shows the tokens").1;
    let part = part.split_once('>').expect("the tag ends").1;
    let part = part.split_once("</span></").map_or(part, |(part, _)| part);
    let mut words = String::new();
    let mut inside = true;
    for letter in part.chars() {
        match letter {
            '<' => inside = false,
            '>' => {
                inside = true;
                words.push(' ');
            }
            letter if inside => words.push(letter),
            _ => {}
        }
    }
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn free_tokens_are_counted_once_and_taken_ones_named() {
    let (ann, cid) = (Some(Seat::new(0)), Some(Seat::new(2)));
    for (held, expected) in [
        ([None, None], "Champion tokens 2 free"),
        ([ann, None], "Champion tokens A Ann 1 free"),
        ([None, cid], "Champion tokens C Cid 1 free"),
        ([ann, cid], "Champion tokens A Ann C Cid"),
    ] {
        let words = tokens(held);
        assert!(words.starts_with(expected), "{words}");
        assert_eq!(words.matches("free").count(), usize::from(expected.contains("free")), "{words}");
    }
}
