//! The scenario runner says pass only when everything is as expected, and names the line otherwise.

use gloria_lots::Lots;
use gloria_table::scenario::{Fault, Verdict, blocks, run};

/// Runs the only block of a file with this setup and script.
fn verdict(setup: &str, script: &str) -> Verdict {
    let text = format!("# A heading (LOT-2)\n\n```scenario\ngame: lots\n{setup}\n---\n{script}\n```\n");
    let blocks = blocks(&text).unwrap();
    assert_eq!((blocks.len(), blocks[0].line, blocks[0].heading.as_str()), (1, 3, "A heading (LOT-2)"));
    run::<Lots>(&blocks[0])
}

fn failed(line: usize, message: &str) -> Verdict {
    Verdict::Failed(Fault::new(line, message))
}

fn malformed(line: usize, message: &str) -> Verdict {
    Verdict::Malformed(Fault::new(line, message))
}

const SETUP: &str = "A hand: 3, 2 7\nB hand: 9";

#[test]
fn everything_as_expected_passes() {
    let script = "
        A legal: draw | play 3 | bury 3 | play 7 | bury 7
        A may: draw | bury 7
        A may not: play 9
        A play 9 => LOT-2
        B draw => LOT-1
        A sees B hand: 1 lots
        B sees B hand: 9
        A bury 7     # a comment
        A undo
        expect turn: A
        draws: 5
        A draw
        A undo => refused
        expect A hand: 2 7, 5, 3
        expect turn: B
        expect urn: 13
        expect winners: none yet
        expect over: not over";
    assert_eq!(verdict(SETUP, script), Verdict::Passed);
}

#[test]
fn the_end_of_a_game_can_be_expected() {
    let setup = "
        A played: 1, 2, 3, 4, 5, 6, 7, 8
        B played: 1, 2, 3, 4, 5, 6, 7, 8
        A buried: 9";
    let script = "A draw\nexpect turn: over\nexpect over: the urn is empty\nexpect winners: A\nexpect score A: 54\nexpect score B: 36";
    assert_eq!(verdict(setup, script), Verdict::Passed);
    assert_eq!(verdict(setup, "A draw\nexpect score B: 37"), failed(11, "score B: 36; expected: 37"));
}

#[test]
fn what_is_not_as_expected_fails_with_its_line() {
    for (script, message) in [
        ("A play 9", "A may not play 9: LOT-2: you hold no 9. Play a number you hold."),
        ("A play 3 => LOT-2", "expected a refusal by LOT-2, but A may play 3"),
        (
            "A play 9 => LOT-1",
            "expected a refusal by LOT-1, got LOT-2: you hold no 9. Play a number you hold.",
        ),
        (
            "A legal: draw | play 3",
            "A may: draw | play 3 | play 7 | bury 3 | bury 7; expected: draw | play 3",
        ),
        ("A may: play 9", "A may not play 9; legal: draw | play 3 | play 7 | bury 3 | bury 7"),
        ("A may not: draw", "A may draw; legal: draw | play 3 | play 7 | bury 3 | bury 7"),
        ("A sees B hand: 9", "A sees B hand: 1 lots; expected: 9"),
        ("expect turn: B", "turn: A; expected: B"),
        ("expect A hand: 3, 7", "A hand: 3, 2 7; expected: 3, 7"),
        ("A undo", "there is nothing to undo yet"),
        ("draws: 5", "1 of the draws announced by 'draws:' never came"),
    ] {
        assert_eq!(verdict(SETUP, script), failed(8, message), "{script}");
    }
    assert_eq!(verdict(SETUP, "A bury 3\nA undo => refused"), failed(9, "A could undo"));
}

#[test]
fn what_cannot_be_run_is_malformed_with_its_line() {
    for (script, message) in [
        ("A jump", "'jump' is not understood: expected draw, play N, bury N or pass"),
        ("C draw", "'C' is no seat of this table: expected A, B, …"),
        ("draw", "'draw' is not understood: expected 'SEAT ACTION'"),
        ("expect turn", "'expect turn' is not an expectation: expected 'expect NAME: VALUE'"),
        ("expect weather: fine", "there is no fact 'weather' to expect"),
        ("A sees B weather: fine", "a view has no 'B weather'"),
        ("draws: 12", "'12' is no lot: expected a number from 1 to 9"),
        ("draws: 7\nA draw", "the scripted draw 6 can't come up: no such card is left to draw"),
        ("A undo please", "expected 'SEAT undo' or 'SEAT undo => refused'"),
    ] {
        let line = 8 + script.matches('\n').count();
        assert_eq!(verdict(SETUP, script), malformed(line, message), "{script}");
    }
    for (setup, line, message) in [
        ("A hand: 2 7\nB hand: 7", 3, "the position is impossible: there are 3 lots of 7: expected 2"),
        ("A hand: 3 7", 5, "'3 7' has too many lots of 7: expected at most 2"),
        ("A hat: 7", 5, "'A hat' can't be set up: expected turn, 'A hand', 'A played' or 'A buried'"),
        ("turn: D", 5, "'D' is no seat: expected A, B, …"),
        ("set: players=6", 3, "option 'players' can't be '6': expected 2 to 5"),
        ("set: wind=on", 3, "lots has no option 'wind': expected one of players, fault, gift"),
    ] {
        assert_eq!(verdict(setup, "expect turn: A"), malformed(line, message), "{setup}");
    }
}

#[test]
fn a_broken_invariant_fails_where_it_breaks() {
    let verdict = verdict("set: fault=loses-card\nA hand: 3", "draws: 5\nA draw\nB draw\nA play 3");
    let Verdict::Failed(fault) = verdict else {
        panic!("{verdict:?}");
    };
    assert_eq!(
        (fault.line, fault.message.as_str()),
        (11, "an invariant broke: there are 1 lots of 3: expected 2")
    );
}

#[test]
fn a_file_that_is_no_suite_is_a_fault() {
    let fault = |text: &str| blocks(text).unwrap_err().to_string();
    assert_eq!(
        fault("text\n```scenario\ngame: lots\n---"),
        "line 2: this fence is never closed: expected a line ```"
    );
    assert_eq!(
        fault("```scenario\ngame: lots\n```"),
        "line 1: this block has no script: expected a line --- after the setup"
    );
    assert_eq!(
        fault("```scenario\n---\n```"),
        "line 1: the block names no game: expected a line 'game: NAME'"
    );
    assert_eq!(
        fault("```scenario\ngame: lots\nhello\n---\n```"),
        "line 3: 'hello' is not a setup line: expected 'key: value'"
    );
    assert_eq!(
        fault("```scenario\ngame: lots\nset: players\n---\n```"),
        "line 3: 'players' is not an option: expected name=value"
    );
    assert_eq!(blocks("no block at all\n```text\nnot ours\n```\n").unwrap(), []);
}

#[test]
fn defaults_hold_for_every_later_block() {
    let text = "```defaults\ngame: lots\nA hand: 7\n```\n# One\n```scenario\n---\nexpect A hand: 7\n```\n# Two\n```scenario\nA hand: 8\n---\nexpect A hand: 8\n```\n";
    let blocks = blocks(text).unwrap();
    let headings: Vec<_> = blocks.iter().map(|block| (block.line, block.heading.as_str())).collect();
    assert_eq!(headings, [(6, "One"), (11, "Two")]);
    for block in &blocks {
        assert_eq!(run::<Lots>(block), Verdict::Passed);
    }
}

#[test]
fn questions_news_words_of_refusals_counts_and_tallies_can_be_expected() {
    let script = "
        A is asked: A draws, plays or buries
        B is not asked
        A play 9 => LOT-2; fact: you hold no 9; remedy: a number you hold
        expect count A hand: 3
        A sees B hand: 1 card
        B sees A hand: 3 cards
        draws: 5
        A draw
        A is told: You drew 5
        B is told: A drew a lot
        B is not told: 5
        expect tally A: none yet";
    assert_eq!(verdict(SETUP, script), Verdict::Passed);
    for (script, message) in [
        ("A is asked: demand", "A is asked 'A draws, plays or buries'; expected: demand"),
        ("B is asked: anything", "B is not asked anything"),
        ("A is not asked", "A is asked 'A draws, plays or buries'"),
        ("A play 9 => LOT-2; fact: you hold no 8", "the fact is 'you hold no 9'; expected: you hold no 8"),
        ("A play 9 => LOT-2; remedy: pass", "the remedy is 'Play a number you hold'; expected: pass"),
        ("expect count A hand: 2", "count A hand: 3; expected: 2"),
        ("B sees A hand: 2 cards", "B sees A hand: 3 lots; expected: 2 cards"),
        ("A is told: anything", "A is told ''; expected: anything"),
    ] {
        assert_eq!(verdict(SETUP, script), failed(8, message), "{script}");
    }
    for (script, message) in [
        ("A play 9 => LOT-2; why: not", "'why' is no part of a refusal: expected fact or remedy"),
        ("expect count wind: 2", "there is no fact 'wind' to count"),
        ("A is happy", "expected 'is asked: TEXT', 'is not asked', 'is told: TEXT' or 'is not told: TEXT'"),
    ] {
        assert_eq!(verdict(SETUP, script), malformed(8, message), "{script}");
    }
}

#[test]
fn the_parts_of_a_score_can_be_expected() {
    let setup = "A played: 1, 2, 3, 4, 5, 6, 7, 8\nB played: 1, 2, 3, 4, 5, 6, 7, 8\nA buried: 9";
    assert_eq!(verdict(setup, "A draw\nexpect tally A: 36 played, 18 buried"), Verdict::Passed);
    let message = "tally B: 36 played, 0 buried; expected: 36 played";
    assert_eq!(verdict(setup, "A draw\nexpect tally B: 36 played"), failed(10, message));
}

#[test]
fn a_game_can_begin_with_its_own_deal() {
    assert_eq!(verdict("deal: 2 7, 1, 9", "expect A hand: 2 7\nexpect B hand: 1, 9"), Verdict::Passed);
    assert_eq!(verdict("deal:", "expect count A hand: 2\nexpect urn: 14"), Verdict::Passed);
    let message = "'A hand' can't be set up beside 'deal:': expected nothing else";
    assert_eq!(verdict("deal: 7\nA hand: 3", "expect turn: A"), malformed(6, message));
    let message = "1 of the draws of 'deal:' never came";
    assert_eq!(verdict("deal: 5, 6, 7, 8, 9", "expect turn: A"), malformed(5, message));
    let message = "the scripted draw 4 can't come up: no such card is left to draw";
    assert_eq!(verdict("deal: 3 5", "expect turn: A"), malformed(5, message));
}
