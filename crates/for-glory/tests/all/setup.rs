//! Setup, limits, and what belongs to no position: FG-8, FG-20 to FG-22, FG-120, FG-121.

use gloria_for_glory::cards::Home;
use gloria_for_glory::effect::Deck;
use gloria_for_glory::pile::Half;
use gloria_for_glory::{Action, Rules, State};
use table::scenario::SetupLine;
use table::{Game, Light, Options, Rulebook, Seat, Staged, Turn};

fn rules(options: &Options) -> Rules {
    Rules::from_options(options).unwrap()
}

fn copies(rules: &Rules, home: Home) -> u32 {
    rules
        .set
        .cards()
        .filter(|(_, card)| card.home == home && !card.expansion)
        .map(|(_, card)| u32::from(card.copies))
        .sum()
}

#[test]
fn the_house_set_has_the_printed_counts() {
    // FG-8, ruling 11, ruling 16.
    let rules = rules(&Options::new());
    assert_eq!(copies(&rules, Home::Supply(Deck::Gladiators)), 57);
    assert_eq!(copies(&rules, Home::Supply(Deck::Training)), 45);
    assert_eq!(copies(&rules, Home::Supply(Deck::Economy)), 50);
    assert_eq!(copies(&rules, Home::Starting), 14);
    assert_eq!(rules.set.arenas().count(), 16);
    assert_eq!(rules.boasts, [6, 10, 15, 19, 24]);
    let more = |deck| {
        let cards = rules.set.cards().filter(|(_, card)| card.expansion && card.home == Home::Supply(deck));
        cards.map(|(_, card)| u32::from(card.copies)).sum::<u32>()
    };
    assert_eq!(Deck::ALL.map(more), [15, 15, 15]);
    assert_eq!(rules.set.champions(), 4);
    let own = options_boasts("5+9");
    assert_eq!(own.boasts, [5, 9]);
}

fn options_boasts(text: &str) -> Rules {
    rules(&Options::new().with("boasts_2p", text))
}

#[test]
fn the_table_is_set_up_for_two() {
    // FG-20, FG-21, FG-22, ruling 6.
    let rules = rules(&Options::new());
    for seed in 0..40 {
        let state = State::new(&rules, &mut Light::new(seed));
        let public = state.public();
        for seat in Seat::all(2) {
            let ludus = &public.ludi[seat];
            assert_eq!((ludus.hand, ludus.deck, ludus.coins, ludus.glory), (7, 7, 5, 0));
        }
        assert!(public.rows.iter().all(|row| row.len() == 3));
        assert!(public.arenas.iter().all(Option::is_some));
        assert_eq!(public.arena_deck.count_ones(), 13);
        assert_eq!((public.glory, public.tokens), ([1, 1, 2], [None, None]));
        assert_eq!(public.favor, public.active.next(2), "the second player has the Crowd's Favor");
    }
}

#[test]
fn the_first_player_is_drawn_or_fixed() {
    // Ruling 5 (ruling 5).
    let drawn = rules(&Options::new());
    let first = |rules: &Rules, seed| State::new(rules, &mut Light::new(seed)).public().active;
    let seats: std::collections::BTreeSet<_> = (0..40).map(|seed| first(&drawn, seed)).collect();
    assert_eq!(seats.len(), 2);
    let fixed = rules(&Options::new().with("first_player", "A"));
    assert!((0..40).all(|seed| first(&fixed, seed) == Seat::new(0)));
}

#[test]
fn the_turn_limit_ends_the_game() {
    // FG-120.
    let rules = rules(&Options::new().with("turn_limit", "20"));
    let mut luck = Light::new(1);
    let mut state = State::new(&rules, &mut luck);
    let mut turns = 0;
    while let Turn::Decide(seats) = state.turn(&rules) {
        state.play(&rules, seats.first().unwrap(), Action::EndTurn, &mut luck).unwrap();
        turns += 1;
    }
    assert_eq!(turns, 20);
    let outcome = state.outcome(&rules).unwrap();
    assert_eq!((outcome.winners.len(), outcome.reason), (2, "most glory at the turn limit"));
}

fn stage(rules: &Rules, lines: &[(&str, &str)]) -> State {
    let lines: Vec<_> = lines
        .iter()
        .map(|(key, value)| SetupLine { line: 1, key: (*key).to_owned(), value: (*value).to_owned() })
        .collect();
    State::stage(rules, &lines).unwrap()
}

#[test]
fn a_battle_without_harm_is_a_draw() {
    // FG-121: in this set Tiro has no attack, so two of them could fight for ever.
    let folder = std::env::temp_dir().join(format!("for-glory-harmless-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    for entry in std::fs::read_dir(data).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let (before, after) = text.split_once("name = \"Tiro\"").unwrap_or((&text, ""));
        let changed = format!("{before}name = \"Tiro\"{}", after.replacen("attack = 1", "attack = 0", 1));
        let changed = if after.is_empty() { text.clone() } else { changed };
        std::fs::write(folder.join(path.file_name().unwrap()), changed).unwrap();
    }
    let rules = rules(&Options::new().with("cards", &folder.display().to_string()));
    std::fs::remove_dir_all(&folder).unwrap();
    let mut state = stage(&rules, &[("near", "A Tiro, B Tiro"), ("phase", "battle near")]);
    let mut luck = Light::new(1);
    let mut attacks = 0;
    while state.public().turns == 1 {
        let Turn::Decide(seats) = state.turn(&rules) else {
            panic!("nobody wins");
        };
        let seat = seats.first().unwrap();
        let mut legal = Vec::new();
        state.legal(&rules, seat, &mut legal);
        attacks += usize::from(matches!(legal[0], Action::Attack(_)));
        state.play_unchecked(&rules, seat, legal[0], &mut luck);
        assert!(attacks < 100, "the battle ends");
    }
    assert_eq!(attacks, 42, "each attacks in the first round and after each of the 20 readyings");
    assert!(Seat::all(2).all(|seat| state.public().ludi[seat].glory == 0));
}

#[test]
fn tokens_are_unlimited_and_the_arena_deck_may_run_out() {
    // Ruling 69 (ruling 69): coins are counted, not taken from a supply of 24. Ruling 64 (ruling 64): no deck, no Lasting arena.
    let rules = rules(&Options::new());
    let state = stage(&rules, &[("A coins", "200"), ("B coins", "200")]);
    assert_eq!(state.public().ludi[Seat::new(0)].coins, 200);
    let all: Vec<_> = rules.set.arenas().map(|(_, arena)| arena.name.clone()).collect();
    let villa = all[2..].join(", ");
    let row = format!("{}, {}", all[0], all[1]);
    let mut state = stage(
        &rules,
        &[
            ("arenas", &row),
            ("A arenas", &villa),
            ("near", "A Andabata"),
            ("favor", "B"),
            ("phase", "registration"),
        ],
    );
    let mut luck = Light::new(1);
    while let Turn::Decide(seats) = state.turn(&rules) {
        if state.public().phases == 1 && state.public().turns > 1 {
            break;
        }
        let seat = seats.first().unwrap();
        let mut legal = Vec::new();
        state.legal(&rules, seat, &mut legal);
        state.play_unchecked(&rules, seat, legal[0], &mut luck);
    }
    assert_eq!(state.public().arenas[2], None);
    assert!(state.invariants(&rules).is_ok());
}

#[test]
fn the_table_is_set_up_for_three_and_four() {
    // FG-23: 5, 6, 7, 8 coin in turn order; the last has the Crowd's Favor; one arena; their own boasts.
    for (players, boasts) in [(3, &[5, 8, 11][..]), (4, &[5, 10])] {
        let rules = rules(&Options::new().with("players", &players.to_string()));
        assert_eq!(rules.boasts, boasts);
        let state = State::new(&rules, &mut Light::new(3));
        let public = state.public();
        for (order, seat) in public.active.round(players).enumerate() {
            assert_eq!(usize::from(public.ludi[seat].coins), 5 + order);
            assert_eq!((public.ludi[seat].hand, public.ludi[seat].deck), (7, 7));
        }
        assert_eq!(public.favor, public.active.previous(players));
        assert_eq!((public.arenas[0], public.arenas[1], public.arena_deck.count_ones()), (None, None, 15));
    }
}

#[test]
fn champions_are_dealt_or_drafted() {
    // FG-90, FG-91, ruling 33: level 1 makes a deck of 15; a draft goes in reverse turn order, before anything is dealt.
    let random = rules(&Options::new().with("champions", "random"));
    let state = State::new(&random, &mut Light::new(5));
    let (one, other) = (&state.public().ludi[Seat::new(0)], &state.public().ludi[Seat::new(1)]);
    assert_eq!((one.hand, one.deck), (7, 8));
    assert!(one.champion.is_some() && other.champion.is_some() && one.champion != other.champion);

    let draft =
        rules(&Options::new().with("champions", "draft").with("players", "3").with("first_player", "A"));
    let mut luck = Light::new(5);
    let mut state = State::new(&draft, &mut luck);
    for (seat, left) in [(2, 4), (1, 3), (0, 2)] {
        let seat = Seat::new(seat);
        assert_eq!(state.turn(&draft), Turn::Decide(table::SeatSet::one(seat)));
        assert_eq!(state.public().ludi[seat].hand, 0);
        let mut legal = Vec::new();
        state.legal(&draft, seat, &mut legal);
        assert_eq!(legal.len(), left);
        state.play(&draft, seat, legal[0], &mut luck).unwrap();
    }
    assert!(
        Seat::all(3).all(|seat| state.public().ludi[seat].hand == 7 && state.public().ludi[seat].deck == 8)
    );
}

#[test]
fn views_are_written_for_programs() {
    for players in ["1", "2", "4"] {
        let rules = rules(&Options::new().with("players", players));
        let state = State::new(&rules, &mut Light::new(1));
        let view = state.view(&rules, table::Viewer::Seat(Seat::new(0)));
        let text = serde_json::to_string(&view).unwrap();
        assert!(text.contains("\"viewer\"") && text.contains("\"ludi\""), "{text}");
    }
}

/// Ruling 93: by the number of players, unless the table says otherwise.
#[test]
fn the_expansion_is_in_where_its_books_say_so() {
    let cards = |players: &str, value: Option<&str>| {
        let options = Options::new().with("players", players).with("first_player", "A");
        let rules = rules(&value.map_or(options.clone(), |value| options.with("expansion", value)));
        let state = State::new(&rules, &mut Light::new(1));
        let public = state.public();
        let rows: usize = public.rows.iter().map(table::List::len).sum();
        public.supply.total(Half::First) as usize + rows
    };
    for (players, expected) in [("1", 197), ("2", 152), ("3", 197), ("4", 197)] {
        assert_eq!(cards(players, None), expected, "{players} players");
        assert_eq!(cards(players, Some("on")), 197, "{players} players");
        assert_eq!(cards(players, Some("off")), 152, "{players} players");
    }
}
