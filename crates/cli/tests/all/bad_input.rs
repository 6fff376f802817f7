//! Bad input: one clear sentence, exit code 2, nothing lost.

use std::fs;

use crate::gloria::{folder, gloria, typed};

/// The complaint of a run that must end with exit code 2 and print nothing else.
fn complaint(words: &str) -> String {
    let run = gloria(words);
    assert_eq!(run.code, 2, "{run:?}");
    assert_eq!(run.out, "", "{run:?}");
    assert!(!run.err.contains("panicked"), "{run:?}");
    run.err.trim_end().strip_prefix("gloria: ").unwrap_or_else(|| panic!("{:?}", run.err)).to_owned()
}

#[test]
fn unknown_games_are_named() {
    for words in ["cards chess", "sim chess --seats random", "play chess --seats human", "bench chess"] {
        let message = complaint(words);
        assert!(message.starts_with("there is no game 'chess': expected"), "{message}");
    }
    for words in ["perft chess", "fuzz chess"] {
        assert!(complaint(words).starts_with("there is no game 'chess'"));
    }
}

#[test]
fn options_and_players_are_checked() {
    for command in ["cards lots", "perft lots", "fuzz lots", "bench lots --seconds 0.01"] {
        assert_eq!(
            complaint(&format!("{command} --set wind=on")),
            "lots: lots has no option 'wind': expected one of players, fault, gift"
        );
        assert_eq!(
            complaint(&format!("{command} --set players")),
            "'players' is not an option: expected name=value"
        );
        assert_eq!(
            complaint(&format!("{command} --set players=6")),
            "lots: option 'players' can't be '6': expected 2 to 5"
        );
    }
    let six = "random,random,random,random,random,random";
    assert_eq!(
        complaint(&format!("sim lots --seats {six}")),
        "lots: option 'players' can't be '6': expected 2 to 5"
    );
    assert_eq!(
        complaint(&format!("play lots --seats {six}")),
        "lots: option 'players' can't be '6': expected 2 to 5"
    );
    assert_eq!(
        complaint("sim lots --seats random,random --set players=3"),
        "2 seats are named but players=3 is set: expected as many of both"
    );
    assert_eq!(
        complaint("play lots --seats human,wizard"),
        "there is no player 'wizard': expected human, random, gentle, greedy, modest, fair, strong, master or grandmaster"
    );
    assert!(complaint("sim lots --seats human,random").starts_with("a human can't sit here"));
    assert!(complaint("cards lots Dragon").starts_with("lots has no card 'Dragon'"));
    assert!(complaint("sim lots --seats random,random --games 0").starts_with("there is nothing to do"));
    assert!(complaint("fuzz lots --jobs 0").starts_with("there is nothing to do"));
    assert_eq!(complaint("bench lots --seconds=-1"), "--seconds must be a number above 0");
}

#[test]
fn bad_usage_is_explained_with_exit_code_2() {
    for words in ["fly", "play", "sim lots", "replay", "scenario", "perft lots --depth 0"] {
        let run = gloria(words);
        assert_eq!(run.code, 2, "{words}: {run:?}");
        assert!(run.err.contains("Usage:") || run.err.contains("--help"), "{words}: {run:?}");
    }
}

/// A finished, saved game.
fn record(folder: &std::path::Path) -> String {
    let file = folder.join("game.txt");
    let path = file.to_str().unwrap();
    let run = typed(&["play", "lots", "--seats", "random,random", "--seed", "5", "--save", path], "");
    assert_eq!(run.code, 0, "{run:?}");
    fs::read_to_string(file).unwrap()
}

#[test]
fn bad_records_are_refused_with_file_and_line_and_left_alone() {
    let folder = folder("bad-records");
    let good = record(&folder);
    let (close, _) = good.rsplit_once("close ").unwrap();
    let lines = good.lines().count();
    let draw = good.lines().position(|line| line.contains(" draw | ")).unwrap() + 1;
    let edited = good.replacen(" draw | ", " bury 1 | ", 1);
    let hash = good.replacen(&good.lines().nth(draw - 1).unwrap()[..20], "1 A draw | 3 | 0000000", 1);
    for (name, text, expected) in [
        ("empty", "", "line 1: this is not a record: expected 'gloria-record 1'"),
        ("prose", "Dear diary\n", "line 1: this is not a record: expected 'gloria-record 1'"),
        (
            "version",
            &good.replace("gloria-record 1", "gloria-record 2"),
            "line 1: 'gloria-record 2' is a format this version can't read: expected 'gloria-record 1'",
        ),
        ("game", &good.replace("game lots", "game chess"), "line 2: there is no game 'chess': expected"),
        (
            "rules",
            &good.replace("rules 1\n", "rules 99\n"),
            "line 3: written under rules version 99: this version plays 1",
        ),
        ("truncated", close, &format!("line {}: the file stops here: expected more lines", lines - 1)),
        ("edited", &edited, &format!("line {draw}: ")),
        ("hash", &hash, &format!("line {draw}: ")),
        (
            "six",
            &good.replace("players=2", "players=6"),
            "line 5: option 'players' can't be '6': expected 2 to 5",
        ),
        ("more", &format!("{good}and more\n"), &format!("line {}: there is more after", lines + 1)),
    ] {
        let file = folder.join(name);
        fs::write(&file, text).unwrap();
        let path = file.to_str().unwrap();
        for command in ["verify", "replay", "play --load"] {
            let message = complaint(&format!("{command} {path}"));
            assert!(message.starts_with(&format!("{path}: {expected}")), "{name}, {command}: {message}");
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), text, "{name} was changed");
    }
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let folder = folder("no-files");
    let missing = folder.join("nothing.txt");
    let missing = missing.to_str().unwrap();
    for command in ["verify", "replay", "scenario", "play --load"] {
        assert_eq!(complaint(&format!("{command} {missing}")), format!("there is no file {missing}"));
    }
    let binary = folder.join("binary");
    fs::write(&binary, [0xff, 0xfe, 0x00]).unwrap();
    let binary = binary.to_str().unwrap();
    assert_eq!(
        complaint(&format!("verify {binary}")),
        format!("{binary} is not a text file: expected UTF-8 text")
    );
    let folder = folder.to_str().unwrap();
    assert!(complaint(&format!("verify {folder}")).starts_with(&format!("{folder} can't be read: ")));
}

#[test]
fn moments_and_seats_outside_a_record_are_refused() {
    let folder = folder("moments");
    record(&folder);
    let path = folder.join("game.txt");
    let path = path.to_str().unwrap();
    assert!(complaint(&format!("replay {path} --at 999")).contains("expected --at 0 to "));
    assert_eq!(complaint(&format!("replay {path} --seat C")), "'C' is no seat of this game: expected A to B");
    assert_eq!(
        complaint(&format!("play glory --load {path} --seats human,human")),
        format!("{path} is a game of lots: expected a game of glory, or no name")
    );
    assert_eq!(
        complaint(&format!("play --load {path} --seats human,human,human")),
        "3 seats are named: expected the 2 of the loaded game"
    );
    assert_eq!(
        complaint(&format!("play --load {path} --seed 6")),
        "seed 6 is not the one this game was started with"
    );
}

#[test]
fn saving_never_replaces_what_is_not_this_game() {
    let folder = folder("saving");
    let diary = folder.join("diary.txt");
    fs::write(&diary, "Dear diary\n").unwrap();
    let path = diary.to_str().unwrap();
    let message = complaint(&format!("play lots --seats human,random --save {path}"));
    assert_eq!(message, format!("{path} exists and is not a record: choose another name"));
    let lines = format!("save {path}\nsave\nquit\nquit\n");
    let run = typed(&["play", "lots", "--seats", "human,random"], &lines);
    assert!(run.out.contains("Not saved: "), "{run:?}");
    assert_eq!(fs::read_to_string(&diary).unwrap(), "Dear diary\n");
    // Nor another game's record.
    let other = record(&folder);
    let file = folder.join("game.txt");
    let path = file.to_str().unwrap();
    let message = complaint(&format!("play lots --seats human,random --seed 6 --save {path}"));
    assert_eq!(message, format!("{path} holds another game: choose another name"));
    assert_eq!(fs::read_to_string(&file).unwrap(), other);
    // Nothing half-written is left behind.
    let nowhere = folder.join("nowhere/game.txt");
    let message = complaint(&format!("play lots --seats human,random --save {}", nowhere.display()));
    assert!(message.contains("can't be written: "), "{message}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
}

#[test]
fn scenarios_that_cannot_be_run_end_with_2_and_failing_ones_with_1() {
    let folder = folder("scenarios");
    let run = |name: &str, text: &str| {
        let file = folder.join(name);
        fs::write(&file, text).unwrap();
        gloria(&format!("scenario {}", file.to_str().unwrap()))
    };
    let block = |setup: &str, script: &str| {
        format!("# Rule (LOT-2)\n```scenario\ngame: lots\n{setup}\n---\n{script}\n```\n")
    };
    let good = run("good.md", &block("A hand: 3", "A play 4 => LOT-2"));
    assert_eq!((good.code, good.err.as_str()), (0, ""));
    assert!(good.out.contains("good.md:2: Rule (LOT-2)\n1 passed, 0 failed\n"), "{good:?}");
    let failing = run("failing.md", &block("A hand: 3", "A play 3 => LOT-2"));
    assert_eq!((failing.code, failing.err.as_str()), (1, "gloria: 1 block failed\n"));
    assert!(failing.out.contains("failing.md:6: Rule (LOT-2): expected a refusal by LOT-2"), "{failing:?}");
    for (name, text, expected) in [
        (
            "cards.md",
            block("A hand: 2 3\nB hand: 3", ""),
            "cards.md:2: Rule (LOT-2): the position is impossible",
        ),
        (
            "game.md",
            block("", "").replace("lots", "chess"),
            "game.md:2: Rule (LOT-2): there is no game 'chess'",
        ),
        ("open.md", "```scenario\n".to_owned(), "open.md:1: the file: this fence is never closed"),
    ] {
        let bad = run(name, &text);
        assert_eq!((bad.code, bad.err.as_str()), (2, "gloria: 1 block can't be run\n"), "{bad:?}");
        assert!(bad.out.contains(expected), "{bad:?}");
    }
    let none = run("none.md", "# Nothing here\n");
    assert_eq!(none.code, 2);
    assert!(none.err.contains("there is no scenario in these files"), "{none:?}");
}

#[test]
fn a_tuning_goes_on_only_as_it_began() {
    assert!(complaint("tune lots --teacher wizard").starts_with("--teacher: there is no player 'wizard'"));
    let state = folder("tuning").join("state.json");
    let tune = |more: &str| format!("tune lots --generations 1 --state {} {more}", state.display());
    let run = gloria(&tune("--teacher greedy"));
    assert_eq!(run.code, 0, "{run:?}");
    let kept = fs::read_to_string(&state).unwrap();
    assert_eq!(gloria(&tune("--teacher greedy")), run);
    for other in ["--seed 1", "--teacher gentle", "--teacher greedy --seed 2"] {
        let message = complaint(&tune(other));
        assert!(message.contains("holds another tuning: expected one of lots with seed"), "{message}");
    }
    fs::write(&state, "x").unwrap();
    assert!(complaint(&tune("--seed 1")).contains("holds no tuning"));
    fs::write(&state, kept).unwrap();
    assert_eq!(gloria(&tune("--teacher greedy")), run);
}

#[test]
fn a_reader_that_stops_reading_is_no_error() {
    use std::io::Read as _;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_gloria"))
        .args(["play", "lots", "--seats", "random,random,random,random,random"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
}

#[test]
fn glory_to_rome_refuses_what_it_cannot_be() {
    let six = "human,random,random,random,random,random";
    assert_eq!(
        complaint(&format!("play glory-to-rome --seats {six}")),
        "glory-to-rome: option 'players' can't be '6': expected 2 to 5"
    );
    assert_eq!(
        complaint("play glory-to-rome --seats human"),
        "glory-to-rome: option 'players' can't be '1': expected 2 to 5"
    );
    assert_eq!(
        complaint("sim glory-to-rome --seats random,random --set version=kingdom"),
        "glory-to-rome: option 'version' can't be 'kingdom': expected republic | imperium"
    );
    assert!(
        complaint("fuzz glory-to-rome --set geek=domus+dragon")
            .contains("option 'geek' can't be 'domus+dragon'")
    );
    assert!(complaint("rules glory-to-rome 999").starts_with("glory-to-rome has no rule or ruling '999'"));
}

#[test]
fn a_scenario_of_glory_to_rome_must_conserve_the_cards() {
    let file = folder("gtr-conservation").join("too-many.md");
    let block = "# Docks (GTR-1)\n```scenario\ngame: glory-to-rome\nset: players=2\nA hand: 4 Dock\nB hand: 3 Dock\n---\nexpect turn: A\n```\n";
    fs::write(&file, block).unwrap();
    let run = gloria(&format!("scenario {}", file.display()));
    assert_eq!((run.code, run.err.as_str()), (2, "gloria: 1 block can't be run\n"), "{run:?}");
    assert!(run.out.contains("MALFORMED") && run.out.contains("too-many.md:"), "{run:?}");
}

/// A copy of a game's card files in a folder of its own.
fn card_set(game: &str, set: &str) -> std::path::PathBuf {
    let copy = folder(&format!("card-set-{game}"));
    let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(game).join(set);
    for file in fs::read_dir(data).unwrap().map(Result::unwrap) {
        fs::copy(file.path(), copy.join(file.file_name())).unwrap();
    }
    copy
}

#[test]
fn card_sets_are_checked_and_flaws_named_with_their_file() {
    for (game, title, set, file) in [
        ("glory", "Glory", "data/thornmere", "battle.toml"),
        ("for-glory", "For Glory", "data", "gladiators.toml"),
    ] {
        let set = card_set(game, set);
        let shown = set.display().to_string();
        let good = gloria(&format!("cards check {shown}"));
        assert_eq!(good.code, 0, "{good:?}");
        assert!(good.out.starts_with(&format!("{shown} is a card set of {title}: ")), "{good:?}");
        let spoilt = fs::read_to_string(set.join(file)).unwrap().replace("health", "helth");
        fs::write(set.join(file), spoilt).unwrap();
        let bad = gloria(&format!("cards check {shown}"));
        assert_eq!(bad.code, 1, "{bad:?}");
        assert!(bad.out.contains(file) && bad.out.contains("lth"), "{bad:?}");
    }
    let empty = folder("card-set-empty");
    assert!(complaint(&format!("cards check {}", empty.display())).contains("holds no card files"));
    assert!(complaint("cards check").contains("expected 'gloria cards check FOLDER'"));
}

#[test]
fn self_play_is_checked() {
    let folder = folder("selfplay");
    let out = folder.display();
    assert!(
        complaint(&format!("selfplay chess --out {out} --games 1")).starts_with("there is no game 'chess'")
    );
    assert_eq!(
        complaint(&format!("selfplay lots --out {out} --games 1 --stray 2")),
        "--stray can't be 2: expected a number from 0 to 1"
    );
    assert!(complaint(&format!("selfplay lots --out {out} --games 0")).starts_with("there is nothing to do"));
    assert!(
        complaint(&format!("selfplay lots --out {out} --games 1 --players wizard"))
            .contains("no player 'wizard'")
    );
    let run =
        gloria(&format!("selfplay lots --out {out} --games 1 --per-file 2 --players greedy --threads 1"));
    assert!(run.code == 0 && run.out.starts_with("2 games of lots, "), "{run:?}");
    fs::write(folder.join("lots-1-000000.games"), "no games").unwrap();
    let again = complaint(&format!("selfplay lots --out {out} --games 1 --per-file 2 --players greedy"));
    assert!(again.ends_with("is no file of self-play: expected it to begin with GLORIAsp"), "{again}");
}
