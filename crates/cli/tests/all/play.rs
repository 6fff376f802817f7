//! Playing by typing.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use crate::gloria::{folder, gloria, typed};

/// A game of Lots against a random player with a fixed deal: A holds 1 and 3.
const AGAINST_RANDOM: [&str; 6] = ["play", "lots", "--seats", "human,random", "--seed", "4"];

#[test]
fn no_command_serves_the_tables() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_gloria"))
        .current_dir(folder("no-command"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut told).unwrap();
    let _ = child.kill();
    let complaint = String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap();
    // Something else may listen there on this machine; then that is what it complains of.
    let serves = told.starts_with("Gloria is at http://127.0.0.1:8080");
    assert!(serves || complaint.contains("127.0.0.1:8080"), "{told} {complaint}");
}

#[test]
fn the_example_game_is_not_for_players() {
    let run = typed(&["games"], "");
    assert!(run.out.contains("glory-to-rome") && !run.out.contains("lots"), "{}", run.out);
}

#[test]
fn whoever_says_nothing_plays_against_bots_at_the_usual_table() {
    for (words, told) in [
        (&["play", "lots"][..], "Lots: A is you, B is fair."),
        (&["play", "glory-to-rome"], "Glory to Rome: A is you, B is fair, C is fair."),
        (&["play", "glory", "--set", "players=4"], "Glory: A is you, B is fair, C is fair, D is fair."),
        (&["play", "for-glory", "--set", "players=1"], "For Glory: A is you."),
    ] {
        let run = typed(words, "quit\nquit\n");
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{words:?}");
        assert!(run.out.contains(told), "{told} is missing in:\n{}", run.out);
    }
}

#[test]
fn numbers_notation_and_every_question_work() {
    let lines = "why play 9\nwhy draw\nwhy 1\nwhy fly\nrule\nplay 9\n99\nfly\nVIEW\nlog\nlog 3\nHelp\ncard Lot 3\nlist\n1\nlog\nbury 3\nquit\nquit\n";
    let run = typed(&AGAINST_RANDOM, lines);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    for expected in [
        "Lots: A is you, B is random.",
        "A  hand: 1, 3 ·",
        "   1  draw    Take a lot from the urn",
        "LOT-2: you hold no 9. Play a number you hold.",
        "why 1\nYou may do that now.",
        "Say which: rule NUMBER, for example rule LOT-1.",
        "Type 'log' alone: nothing stands behind it.",
        "There is no 99 in the list: expected 1 to 5.",
        "'fly' is not understood: expected draw, play N, bury N or pass. Type a number from the list, or\n",
        "Nothing has been decided yet.",
        "Lot 3: Played it counts 3",
        "why ACTION",
        "Since you last decided:\n  You: draw\n     – You drew 5.\n  B: play 9",
        "   1  You: draw\n        – You drew 5.\n   2  B: play 9",
        "This game is not saved.",
    ] {
        assert!(run.out.contains(expected), "{expected} is missing in:\n{}", run.out);
    }
}

#[test]
fn when_the_game_is_over_whoever_asks_is_still_answered() {
    let lines = "draw\n".repeat(30) + "rule 2\nRULE\n\nhint\nQUIT\nlog\n";
    let run = typed(&AGAINST_RANDOM, &lines);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let (_, after) = run.out.split_once("The game is over: the urn is empty.").expect("it is over");
    for expected in [
        "\nLOT-2: ",
        "Say which: rule NUMBER, for example rule LOT-1.",
        "> \n'save FILE' keeps the game, 'log' tells it again,",
        "The game is over. 'save FILE' keeps the game,",
    ] {
        assert!(after.contains(expected), "{expected} is missing in:\n{after}");
    }
    assert!(run.out.ends_with("> QUIT\n"), "{after}");
}

#[test]
fn what_can_not_be_done_now_is_grouped_by_what_is_true_of_it() {
    let run =
        typed(&["play", "glory-to-rome", "--seats", "human,random", "--seed", "4"], "why\nquit\nquit\n");
    let why = run.out.split("> why\n").nth(1).expect("it is asked");
    for expected in [
        "lead Laborer with Jack: GTR-11: you hold no Jack. Think for a Jack first.\n    Likewise: lead Craftsman with Jack,",
        "lead Laborer with Amphitheatre: GTR-11: Amphitheatre is an Architect card.",
        "    By the same rule: lead Laborer with Bridge,",
    ] {
        assert!(why.contains(expected), "{expected} is missing in:\n{why}");
    }
}

#[test]
fn the_end_of_the_input_ends_the_game_politely() {
    let run = typed(&AGAINST_RANDOM, "draw\n");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains("The input has ended, so the game stops here."), "{}", run.out);
    assert!(run.out.contains("save FILE"), "{}", run.out);
    let bytes = typed(&AGAINST_RANDOM, "\u{0}\u{7f}ü\n\n\n");
    assert_eq!((bytes.code, bytes.err.as_str()), (0, ""));
}

#[test]
fn a_saved_game_goes_on_and_verifies_at_the_end() {
    let file = folder("saved-game").join("game.txt");
    let path = file.to_str().unwrap();
    let saved = typed(&AGAINST_RANDOM, &format!("draw\nsave {path}\nquit\n"));
    assert!(saved.out.contains("Saved."), "{}", saved.out);
    let first = fs::read_to_string(&file).unwrap();
    assert!(!first.contains("\nseed "), "a live record tells no seed");
    let verify = gloria(&format!("verify {path}"));
    assert_eq!(verify.code, 0, "{verify:?}");
    assert!(verify.out.contains("not checked: the seed is not told"), "{verify:?}");
    // With the seed number the deal goes on as it would have, and every draw can be verified.
    let all = "draw\n".repeat(30);
    let rest = typed(&["play", "--load", path, "--seed", "4", "--save", path], &all);
    assert!(rest.out.contains("The game is over: the urn is empty."), "{}", rest.out);
    assert!(fs::read_to_string(&file).unwrap().starts_with(first.rsplit_once("close").unwrap().0));
    let verify = gloria(&format!("verify {path}"));
    assert_eq!(verify.code, 0, "{verify:?}");
    assert!(verify.out.contains("every draw comes from the seed"), "{verify:?}");
    let replay = gloria(&format!("replay {path} --seat A"));
    assert!(replay.out.contains("   1  A draw\n        – You drew 5.\n   2  B "), "{}", replay.out);
    assert!(replay.out.contains("  B bury ?"), "what another buries stays hidden: {}", replay.out);
}

#[test]
fn a_saved_game_goes_on_without_its_seed() {
    let file = folder("saved-without-seed").join("game.txt");
    let path = file.to_str().unwrap();
    typed(&["play", "lots", "--seats", "human,random"], &format!("draw\nsave {path}\nquit\n"));
    let rest = typed(&["play", "--load", path, "--save", path], &"draw\n".repeat(30));
    assert!(rest.out.contains("everything is drawn afresh"), "{}", rest.out);
    assert!(rest.out.contains("The game is over"), "{}", rest.out);
    let verify = gloria(&format!("verify {path}"));
    assert_eq!(verify.code, 0, "{verify:?}");
    assert!(verify.out.contains("not checked"), "{verify:?}");
}

#[test]
fn undo_takes_back_what_nobody_learned_from() {
    let hot = ["play", "lots", "--seats", "human,human", "--seed", "4"];
    let run = typed(&hot, "\nundo\nbury 1\nundo\n\ndraw\n\nundo\ndraw\n\ndraw\n\nundo\nquit\nquit\n");
    // Neither before anything was decided, nor before one's own first decision.
    assert_eq!(run.out.matches("No: there is nothing to undo yet.").count(), 2, "{}", run.out);
    assert!(run.out.contains("(A may still type 'undo' instead.)"), "{}", run.out);
    let (_, after) = run.out.split_once("Taken back: bury ?.\n").expect("it is taken back");
    let next = after.lines().nth(1).unwrap();
    assert_eq!(next, "Pass the device to A.", "whoever typed undo sees nothing of A's");
    assert!(
        run.out.contains("No: A has decided since, so your last decision can't be undone."),
        "{}",
        run.out
    );
}

#[test]
fn what_was_taken_back_stays_in_the_log_and_in_the_replay() {
    let file = folder("taken-back").join("game.txt");
    let path = file.to_str().unwrap();
    let hot = ["play", "lots", "--seats", "human,human", "--seed", "4"];
    let run = typed(&hot, &format!("\nbury 1\nundo\n\nlog\ndraw\n\nlog\nsave {path}\nquit\n"));
    // Whoever took it back reads what it was; the other, that something was, where the decision stood and among the news.
    assert_eq!(run.out.matches("(A took back: bury 1)").count(), 1, "{}", run.out);
    assert_eq!(run.out.matches("(A took back: bury ?)").count(), 2, "{}", run.out);
    let replay = gloria(&format!("replay {path} --seat A"));
    let (before, after) = replay.out.split_once("(A took back: bury 1)").expect("the replay tells it");
    assert!(!before.contains("A draw") && after.contains("A draw"), "{}", replay.out);
    let json = gloria(&format!("replay {path} --json"));
    assert!(json.out.contains("A took back: bury ?"), "{}", json.out);
}

#[test]
fn whoever_gets_the_device_sees_only_their_own() {
    let hot = ["play", "lots", "--seats", "human,human", "--seed", "4"];
    let run = typed(&hot, "\nbury 3\n\nbury 9\n\ndraw\n\nlog\nwhy\nview\nquit\nquit\n");
    let parts: Vec<_> = run.out.split("Pass the device to ").collect();
    assert!(parts.len() >= 4, "{}", run.out);
    let mut shown = [0, 0];
    for part in &parts[1..] {
        let (own, other) = if part.starts_with('A') { ("A", "B") } else { ("B", "A") };
        shown[usize::from(own == "B")] += 1;
        for line in part.lines().filter(|line| line.starts_with(&format!("{other}  hand:"))) {
            assert!(
                line.contains("hand: 1 lot ")
                    || line.contains("hand: 2 lots ")
                    || line.contains("hand: 3 lots "),
                "{line}"
            );
            assert!(line.ends_with("lot") || line.ends_with("lots"), "{line}");
        }
        assert!(
            !part.contains(&format!("{other}: bury 3")) && !part.contains(&format!("{other} bury 3")),
            "{part}"
        );
    }
    assert!(shown[0] > 1 && shown[1] > 0, "{shown:?}");
    assert!(run.out.contains("A: bury ?"), "{}", run.out);
}

#[test]
fn without_people_the_game_is_shown_as_a_spectator_sees_it() {
    let run = gloria("play lots --seats random,random,random --seed 2");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains("The game is over: the urn is empty."), "{}", run.out);
    assert!(run.out.contains("bury ?") && !run.out.contains("bury 1"), "{}", run.out);
    assert!(run.out.contains("The seed was "), "{}", run.out);
}

#[test]
fn the_seed_is_secret_until_the_end() {
    let run = typed(&AGAINST_RANDOM, "draw\nquit\nquit\n");
    assert!(run.out.contains("commitment"), "{}", run.out);
    assert!(!run.out.contains("The seed was"), "{}", run.out);
}

#[test]
fn glory_to_rome_is_played_saved_and_verified() {
    let file = folder("gtr-play").join("game.txt");
    let path = file.to_str().unwrap();
    // The first action of every list, until the game is over.
    let words = ["play", "glory-to-rome", "--seats", "human,random", "--seed", "3", "--save", path];
    let run = typed(&words, &("rule 12\nwhy skip\n".to_owned() + &"1\n".repeat(3_000)));
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains("GTR-12: "), "{}", &run.out[..3_000]);
    assert!(run.out.contains("The game is over: "), "{}", &run.out[..3_000]);
    let verify = gloria(&format!("verify {path}"));
    assert_eq!(verify.code, 0, "{verify:?}");
    assert!(verify.out.contains("every draw comes from the seed"), "{verify:?}");
    for seat in ["A", "B"] {
        let replay = gloria(&format!("replay {path} --at 20 --seat {seat}"));
        assert!(replay.out.contains(&format!("\n{seat} (you)")), "{replay:?}");
    }
}

#[test]
fn rules_and_cards_are_told() {
    let rule = gloria("rules glory-to-rome GTR-31");
    assert!(rule.out.starts_with("GTR-31: "), "{rule:?}");
    assert_eq!(rule.out, gloria("rules glory-to-rome 31").out);
    let all = gloria("rules glory-to-rome --json").json();
    assert!(all.as_array().unwrap().len() > 80, "{all}");
    let card = gloria("cards glory-to-rome dock");
    assert!(card.out.starts_with("Dock\n") && card.out.contains("GTR-65"), "{card:?}");
    let geek = gloria("cards glory-to-rome Domus --set geek=domus");
    assert_eq!(geek.code, 0, "{geek:?}");
}

#[test]
fn the_example_for_contributors_holds() {
    let run = gloria(&format!("scenario {}/../../CONTRIBUTING.md", env!("CARGO_MANIFEST_DIR")));
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    assert!(run.out.ends_with("1 passed, 0 failed\n"), "{run:?}");
}

#[test]
fn a_game_that_is_one_line_in_the_list_is_measured_judged_and_explained() {
    let run = gloria("tournament lots --players greedy,random --games 20 --seed 3");
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
    assert!(run.out.contains("greedy") && run.out.contains("random"), "{}", run.out);
    let rule = gloria("rules lots 2");
    assert!(rule.out.starts_with("LOT-2: Only a lot that is held can be played"), "{}", rule.out);
    let scenarios = gloria("scenario ../lots/tests/rulebook.md");
    assert_eq!(scenarios.code, 0, "{}", scenarios.out);
    assert!(scenarios.out.contains("5 passed, 0 failed"), "{}", scenarios.out);
}
