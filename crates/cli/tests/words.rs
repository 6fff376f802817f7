//! Every sentence of every game is committed, so that a change of wording shows in review.

use std::path::Path;
use std::process::Command;

use table::testkit::committed;

fn check(game: &str) {
    let output = Command::new(env!("CARGO_BIN_EXE_gloria")).args(["words", game]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/words/{game}.md"));
    if let Err(message) = committed(&file, &String::from_utf8(output.stdout).unwrap()) {
        panic!("{message}");
    }
}

#[test]
fn the_words_of_glory_to_rome_are_those_that_were_read() {
    check("glory-to-rome");
}

#[test]
fn the_words_of_for_glory_are_those_that_were_read() {
    check("for-glory");
}

#[test]
fn the_words_of_glory_are_those_that_were_read() {
    check("glory");
}
