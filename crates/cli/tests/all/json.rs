//! The JSON keys that others rely on, and the exit codes of checks.

use std::fs;

use crate::gloria::{folder, gloria, keys, typed};

#[test]
fn bench_has_its_keys() {
    let run = gloria("bench lots --seconds 0.001 --json");
    let lines = run.json();
    let players: Vec<_> =
        lines.as_array().unwrap().iter().map(|line| line["players"].as_u64().unwrap()).collect();
    assert_eq!(players, [2, 3, 4, 5]);
    for line in lines.as_array().unwrap() {
        let mut expected = [
            "game",
            "players",
            "decisions_per_second",
            "copy_ns",
            "legal_ns",
            "play_ns",
            "view_ns",
            "imagine_ns",
            "state_bytes",
        ];
        expected.sort_unstable();
        assert_eq!(keys(line), expected);
        assert!(line["decisions_per_second"].as_f64().unwrap() > 0.0);
        assert!(line["copy_ns"].as_f64().unwrap() > 0.0);
    }
}

#[test]
fn sim_has_its_keys_and_adds_up_whatever_the_number_of_jobs() {
    let run = |jobs: u8| {
        let words =
            format!("sim lots --seats random,random,random --games 300 --seed 9 --jobs {jobs} --json");
        gloria(&words).json()
    };
    let (one, three) = (run(1), run(3));
    let mut expected = [
        "game",
        "players",
        "games",
        "seconds",
        "games_per_second",
        "decisions",
        "decisions_per_second",
        "length",
        "wins",
        "draws",
    ];
    expected.sort_unstable();
    assert_eq!(keys(&one), expected);
    assert_eq!(keys(&one["length"]), ["max", "median", "min"]);
    let wins = one["wins"].as_array().unwrap();
    let won: u64 = wins.iter().map(|wins| wins.as_u64().unwrap()).sum();
    assert_eq!((wins.len(), won + one["draws"].as_u64().unwrap()), (3, 300));
    for key in ["game", "players", "games", "decisions", "length", "wins", "draws"] {
        assert_eq!(one[key], three[key], "{key}");
    }
}

#[test]
fn scenario_has_its_keys() {
    let file = folder("scenario-json").join("two.md");
    let text = "# One\n```scenario\ngame: lots\n---\nexpect turn: A\n```\n# Two\n```scenario\ngame: lots\n---\nexpect turn: B\n```\n";
    fs::write(&file, text).unwrap();
    let run = gloria(&format!("scenario {} --json", file.display()));
    let report = run.json();
    assert_eq!((run.code, keys(&report)), (1, vec!["failed", "failures", "passed"]));
    assert_eq!((report["passed"].as_u64(), report["failed"].as_u64()), (Some(1), Some(1)));
    let failure = &report["failures"][0];
    assert_eq!(keys(failure), ["file", "heading", "line", "message"]);
    assert_eq!((failure["line"].as_u64(), failure["heading"].as_str()), (Some(11), Some("Two")));
}

#[test]
fn games_cards_perft_replay_and_verify_print_json() {
    assert!(gloria("games --json").json().is_array());
    let cards = gloria("cards lots --json").json();
    assert_eq!((cards.as_array().unwrap().len(), keys(&cards[0])), (9, vec!["name", "text"]));
    let perft = gloria("perft lots --depth 3 --json").json();
    assert_eq!(perft["counts"], serde_json::json!([5, 25, 95]));
    let file = folder("replay-json").join("game.txt");
    let path = file.to_str().unwrap();
    typed(&["play", "lots", "--seats", "random,random", "--seed", "5", "--save", path], "");
    let replay = gloria(&format!("replay {path} --at 3 --seat B --json")).json();
    assert_eq!((replay["at"].as_u64(), replay["log"].as_array().unwrap().len()), (Some(3), 3));
    assert_eq!(replay["view"]["viewer"], "B");
    let verify = gloria(&format!("verify {path} --json")).json();
    assert_eq!(
        (&verify["over"], &verify["chain"], &verify["seed"]),
        (&true.into(), &true.into(), &true.into())
    );
}

#[test]
fn beliefs_are_told_of_a_moment_and_of_many_games() {
    let file = folder("belief-json").join("game.txt");
    let path = file.to_str().unwrap();
    typed(&["play", "lots", "--seats", "random,random", "--seed", "5", "--save", path], "");
    let belief = gloria(&format!("belief {path} --at 2 --seat B --json")).json();
    assert_eq!((belief["at"].as_u64(), belief["seat"].as_str()), (Some(2), Some("B")));
    let of = &belief["beliefs"][0];
    assert_eq!(keys(of), ["card", "chance", "expected", "place", "truth", "uniform"]);
    assert_eq!(of["place"], "A's hand");
    let told = gloria(&format!("belief {path} --at 2 --seat B"));
    assert!(
        told.out
            .starts_with("Lots: what B can believe after 2 decisions\n  card  believed  true\nA's hand\n"),
        "{told:?}"
    );
    assert!(told.out.contains(" %  yes") && told.out.contains(" %  no"), "{told:?}");
    let many = |worlds: u32| {
        gloria(&format!("belief lots --games 60 --every 3 --worlds {worlds} --player random --json")).json()
    };
    let (few, more) = (many(5), many(400));
    assert_eq!((few["games"].as_u64(), more["games"].as_u64()), (Some(60), Some(60)));
    // What is counted in more worlds fits the truth better, and then better than to believe nothing.
    assert!(more["log_loss"].as_f64() < few["log_loss"].as_f64(), "{more} {few}");
    assert!(more["log_loss"].as_f64() < more["uniform_log_loss"].as_f64(), "{more}");
    for (words, fault) in [
        (format!("belief {path} --at 999"), "expected --at 0 to "),
        (format!("belief {path} --seat C"), "'C' is no seat of this game: expected A to B"),
        (format!("belief {path} --set players=3"), "a record has options of its own"),
        ("belief lots --at 3".to_owned(), "--at is a moment of a record"),
        ("belief nowhere.txt".to_owned(), "there is no file nowhere.txt"),
    ] {
        let run = gloria(&words);
        assert!(run.code == 2 && run.err.contains(fault), "{run:?}");
    }
}

#[test]
fn a_broken_law_ends_with_exit_code_1_and_can_be_seen_again() {
    let run = gloria("fuzz lots --set fault=loses-card --states 1000 --jobs 1 --json");
    let report = run.json();
    assert_eq!(run.code, 1, "{run:?}");
    let broken = report["broken"].as_str().unwrap();
    assert!(broken.starts_with("law Invariants broken after "), "{broken}");
    let (_, again) = broken.split_once("(again: gloria ").unwrap();
    let again = gloria(again.strip_suffix(')').unwrap());
    assert_eq!(again.code, 1);
    assert!(again.err.contains(broken.split(',').next().unwrap()), "{again:?}");
}

#[test]
fn an_honest_game_keeps_every_law_on_as_many_states_as_asked() {
    let run = gloria("fuzz lots --set fault=none --states 400 --json");
    let report = run.json();
    assert_eq!((run.code, &report["broken"]), (0, &serde_json::Value::Null));
    assert!(report["states"].as_u64().unwrap() >= 400);
    let tables = report["tables"].as_array().unwrap();
    assert_eq!(tables.len(), 4);
    assert!(tables.iter().all(|table| table["games"].as_u64() > Some(0)), "{tables:?}");
}

/// What parts find together is what one run finds, byte for byte, by the command too.
#[test]
fn parts_are_merged_to_what_one_run_finds() {
    let folder = folder("parts");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    for (command, whole) in [
        ("tournament lots --players greedy,random --games 60 --seed 5", "--json"),
        ("balance lots --player random --games 50 --seed 5", "--json"),
        ("balance lots --by-lot --player random --games 50 --seed 5", "--json"),
    ] {
        let alone = gloria(&format!("{command} {whole}")).json();
        let mut files = Vec::new();
        for number in 1..=2 {
            let file = path(&format!("{}-{number}", command.replace(' ', "")));
            gloria(&format!("{command} --shard {number}/2 --state {file}"));
            files.push(file);
        }
        assert_eq!(gloria(&format!("merge {} --json", files.join(" "))).json(), alone, "{command}");
        let told = gloria(&format!("merge {}", files[0]));
        assert!(told.err.contains("part 2 of 2 is missing"), "{}", told.err);
    }
}

/// What one player in a thousand took is no finding: only what is known to some points is told, with how well it is known.
#[test]
fn a_balance_tells_what_enough_players_took() {
    let few = gloria("balance lots --player random --games 3 --seed 5");
    assert!(few.out.contains("too few games to tell"), "{}", few.out);
    let many = gloria("balance lots --player random --games 300 --seed 5");
    let told: Vec<&str> = many.out.lines().filter(|line| line.contains("taken by")).collect();
    let close = |line: &&&str| {
        let after = line.split_once(" ± ").unwrap().1;
        after.split_once(' ').unwrap().0.parse::<f64>().unwrap() <= 15.0
    };
    assert!(!told.is_empty() && told.iter().filter(close).count() == told.len(), "{}", many.out);
}
