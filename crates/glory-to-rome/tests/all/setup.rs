//! Setting up (GTR-1 to GTR-6), which no scenario can show because scenarios start from a given position.

use gloria_glory_to_rome::cards::{Card, Material};
use gloria_glory_to_rome::state::Public;
use gloria_glory_to_rome::{Rules, State};
use table::scenario::SetupLine;
use table::{Game, Light, Options, Rulebook, Script, Seat, Staged, Viewer};

fn rules(pairs: &[(&str, &str)]) -> Rules {
    let mut options = Options::new();
    for (name, value) in pairs {
        options.set(name, value);
    }
    Rules::from_options(&options).expect("the options are valid")
}

fn start(rules: &Rules, seed: u64) -> Public {
    *State::new(rules, &mut Light::new(seed)).public()
}

/// GTR-1: 2 to 5 players; the versions are never mixed; the Geek kinds join one by one, in either version.
#[test]
fn players_versions_and_extras() {
    for players in ["1", "6", "two"] {
        let refused = Rules::from_options(&Options::new().with("players", players));
        assert_eq!(
            refused.unwrap_err().to_string(),
            format!("option 'players' can't be '{players}': expected 2 to 5")
        );
    }
    let (republic, imperium) = (rules(&[("version", "republic")]), rules(&[("version", "imperium")]));
    for (card, in_republic) in [
        (Card::CRANE, true),
        (Card::DOMUS_AUREA, true),
        (Card::FORUM_ROMANUM, true),
        (Card::TRIBUNAL, true),
        (Card::CIRCUS, false),
        (Card::COLOSSEUM, false),
        (Card::FORUM, false),
        (Card::SENATE, false),
    ] {
        assert_eq!(republic.copies(card) > 0, in_republic, "{card}");
        assert_eq!(imperium.copies(card) > 0, !in_republic, "{card}");
    }
    for version in ["republic", "imperium"] {
        assert_eq!(rules(&[("version", version)]).deck().len(), 144);
        assert_eq!(rules(&[("version", version), ("geek", "all")]).deck().len(), 180);
        let one = rules(&[("version", version), ("geek", "watch-post")]);
        assert_eq!((one.copies(Card::WATCH_POST), one.copies(Card::DOMUS)), (3, 0));
    }
}

/// GTR-2, ruling 4: five Order cards, or four and a Jack; six Jacks in all.
#[test]
fn opening_hands() {
    for players in 2..=5_u8 {
        let number = players.to_string();
        let republic = start(&rules(&[("players", &number)]), 7);
        let imperium = start(&rules(&[("players", &number), ("version", "imperium")]), 7);
        for seat in Seat::all(players.into()) {
            assert_eq!((republic.boards[seat].orders, republic.boards[seat].jacks), (5, 0));
            assert_eq!((imperium.boards[seat].orders, imperium.boards[seat].jacks), (4, 1));
        }
        assert_eq!((republic.jacks, imperium.jacks), (6, 6 - players));
    }
}

/// GTR-3, GTR-6: as many Sites of each material in town as players, the others of the six out of town.
#[test]
fn sites() {
    for players in 2..=5_u8 {
        let public = start(&rules(&[("players", &players.to_string())]), 1);
        for material in Material::ALL {
            assert_eq!(public.in_town[material], players);
            assert_eq!(public.out_of_town[material], 6 - players);
        }
    }
    for (material, value) in Material::ALL.into_iter().zip([1, 1, 2, 2, 3, 3]) {
        assert_eq!(material.value(), value);
    }
}

/// GTR-4, ruling 1: one card a player into the Pool, the alphabetically first starts; who ties is dealt again; all stay in the Pool.
#[test]
fn who_starts() {
    let rules = rules(&[("players", "3")]);
    let hands =
        [Card::WALL; 3].into_iter().chain([Card::VILLA; 3]).chain([Card::TOWER; 3]).chain([Card::SCHOOL; 3]);
    let hands: Vec<_> = hands.chain([Card::ROAD; 3]).map(|card| card.index() as u32).collect();
    let opening = |pool: &[Card]| {
        let mut numbers = hands.clone();
        numbers.extend(pool.iter().map(|card| card.index() as u32));
        let mut script = Script::exact(numbers);
        let state = State::new(&rules, &mut script);
        assert_eq!((script.fault(), script.left()), (None, 0));
        *state.public()
    };
    let plain = opening(&[Card::DOCK, Card::BAR, Card::CRANE]);
    assert_eq!((plain.leader, plain.pool.len()), (Seat::new(1), 3));
    // A and C tie on Bar, then C draws the earlier card; B is not dealt again.
    let tied = opening(&[Card::BAR, Card::DOCK, Card::BAR, Card::LATRINE, Card::INSULA]);
    assert_eq!((tied.leader, tied.pool.len()), (Seat::new(2), 5));
    assert_eq!(tied.pool[Material::Rubble], 4);
}

/// GTR-5, ruling 88: the training game: no functions, at most three of each Site, half the draw pile gone.
#[test]
fn training_game() {
    for players in 2..=5_u8 {
        let number = players.to_string();
        let (full, short) =
            (rules(&[("players", &number)]), rules(&[("players", &number), ("training", "on")]));
        let (full, short) = (start(&full, 3), start(&short, 3));
        assert_eq!(short.deck, full.deck - full.deck / 2);
        for material in Material::ALL {
            assert_eq!(short.in_town[material], players.min(3));
            assert_eq!(short.in_town[material] + short.out_of_town[material], 3);
        }
    }
}

/// GTR-17, GTR-26: a spectator's view tells how many cards there are, and none of them.
#[test]
fn a_view_tells_numbers_only() {
    let rules = rules(&[("players", "2")]);
    let state = State::new(&rules, &mut Light::new(5));
    let view = state.view(&rules, Viewer::Spectator);
    assert_eq!((view.public.boards[Seat::new(0)].orders, view.hand.len()), (5, 0));
    let text = serde_json::to_string(&view).expect("a view can be written as JSON");
    assert!(text.contains("\"hand\":{}"));
    let own = state.view(&rules, Viewer::Seat(Seat::new(0)));
    assert_eq!(own.hand.len(), 5);
}

/// Positions that can't be are refused with a sentence, however large their numbers.
#[test]
fn impossible_positions_are_refused() {
    let rules = rules(&[("players", "2")]);
    let many = ["40 Brick"; 7].join(", ");
    let all = "24 Rubble, 24 Wood, 24 Concrete, 24 Brick, 24 Stone, 24 Marble";
    let refused: &[(&[(&str, &str)], &str)] = &[
        (&[("pool", &many)], "80 is more than there are cards of a colour: expected at most 40"),
        (
            &[("A clients", "9 Patron, 4000000000 Patron")],
            "4000000000 is more than there are cards of a colour: expected at most 40",
        ),
        (&[("A vault", all), ("A vault", all)], "288 materials lie about: expected at most 144"),
        (
            &[("A hand", "6 Jack"), ("jacks", "6"), ("B hand", "6 Jack"), ("jacks", "250")],
            "there are only 6 Jacks",
        ),
        (&[("A built", "Dock on Marble")], "Dock stands on a Wood Site: expected none other"),
        (
            &[("A building", "Dock (stolen)")],
            "'stolen' is no note on an unfinished structure: expected out of town",
        ),
        (&[("A built", "2 Wall")], "'2 Wall': expected one of each name (GTR-30)"),
        (&[("A building", "Dock, 3 Wall")], "'3 Wall': expected one of each name (GTR-30)"),
        (&[("A camp", "Wood")], "the turn is under way: expected a line 'role: ROLE' with the role led"),
        (
            &[("role", "Craftsman"), ("A bonus", "2 Wall")],
            "Wall gives no actions: expected Amphitheatre, Foundry, Garden or School",
        ),
        (&[("A building", "Palisade [Wood]")], "1 materials finish Palisade: expected fewer than 1"),
    ];
    for (pairs, expected) in refused {
        let lines: Vec<_> = pairs
            .iter()
            .map(|(key, value)| SetupLine { line: 1, key: (*key).to_owned(), value: (*value).to_owned() })
            .collect();
        let fault = State::stage(&rules, &lines).expect_err("the position is refused");
        assert_eq!(fault.message, *expected);
    }
}
