//! The example game brings all that a game brings, and is in the list by one line.

use gloria_games::{NAMES, Playable, Visit, each, examples, with, with_example};
use table::{Light, Options, Rulebook as _, Viewer, numbered};

/// What plugs into a game is there and works.
struct Whole;

impl Visit for Whole {
    type Answer = &'static str;
    fn visit<G: Playable>(&mut self) -> &'static str {
        let name = G::INFO.name;
        assert!(numbered(G::RULES, G::INFO.prefix).len() > 4, "{name}: numbered rules");
        assert!(!G::LESSONS.is_empty(), "{name}: a lesson");
        assert_eq!(G::tuned().values().len(), G::WEIGHTS.len(), "{name}: a mind");
        let rules = G::Rules::from_options(&Options::new()).unwrap();
        let state = G::new(&rules, &mut Light::new(1));
        let view = state.view(&rules, Viewer::Spectator);
        let names: Vec<String> = (0..rules.players()).map(|seat| format!("player {seat}")).collect();
        let board = G::board(&pages::Desk::new(&rules, &view, &names, &[])).into_string();
        assert!(board.contains("class=\"") && !board.contains("<pre"), "{name}: a drawing of its own");
        name
    }
}

#[test]
fn every_game_brings_everything() {
    assert_eq!(each(&mut Whole).collect::<Vec<_>>(), NAMES);
    assert_eq!(examples(&mut Whole).collect::<Vec<_>>(), ["lots"]);
}

#[test]
fn an_example_is_known_by_name_and_never_listed() {
    assert!(!NAMES.contains(&"lots") && with("lots", &mut Whole).is_none());
    assert_eq!(with_example("lots", &mut Whole), Some("lots"));
    assert_eq!(with_example("glory", &mut Whole), Some("glory"));
    assert!(with_example("chess", &mut Whole).is_none());
}
