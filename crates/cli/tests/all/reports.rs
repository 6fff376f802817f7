//! `reports`: what players sent is listed, and a record taken out of it can be replayed.

use std::fs;

use crate::gloria::{folder, gloria, typed};
use store::{Sqlite, Store as _};
use table::{Game as _, Light, Options, Record, Rulebook as _, Turn};
use web::Report;

/// A record of three decisions.
fn record() -> String {
    let rules = glory_to_rome::Rules::from_options(&Options::new()).unwrap();
    let names = (0..rules.players()).map(|at| format!("Player {at}")).collect();
    let mut luck = Light::new(5);
    let mut record = Record::<glory_to_rome::State>::start(rules, names, None, &mut luck);
    for _ in 0..3 {
        let Turn::Decide(seats) = record.state().turn(record.rules()) else { break };
        let (seat, mut legal) = (seats.first().unwrap(), Vec::new());
        record.state().legal(record.rules(), seat, &mut legal);
        record.play(seat, legal[0], &mut luck).unwrap();
    }
    record.write()
}

fn report(number: &str, text: &str) -> Report {
    Report {
        number: number.to_owned(),
        table: "abc".to_owned(),
        at: 1_794_754_740_000,
        seq: 5,
        step: Some(2),
        version: "0.1.0".to_owned(),
        by: "Ann".to_owned(),
        guest: None,
        text: text.to_owned(),
        record: Some(record()),
        from: None,
    }
}

#[test]
fn reports_are_listed_and_their_records_can_be_replayed() {
    let folder = folder("reports");
    let path = folder.join("log.db").display().to_string();
    let run = |words: &str| gloria(&format!("reports --database {path}{words}"));
    let missing = run("");
    assert_eq!(missing.code, 2, "{missing:?}");
    assert!(missing.err.contains("there is no database"), "{missing:?}");
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let put = |report: &Report| {
        let store = Sqlite::open(&folder.join("log.db")).unwrap();
        runtime.block_on(store.put_note(&report.key(), &serde_json::to_string(report).unwrap())).unwrap();
    };
    drop(Sqlite::open(&folder.join("log.db")).unwrap());
    assert_eq!(run("").out, "Nobody has reported a problem.\n");
    put(&report("0a0b0c0d", "The Wall\u{1b}[31m did not stop him.\nTwice."));
    put(&Report { record: None, step: None, ..report("11111111", "") });
    let list = run("");
    assert_eq!(list.code, 0, "{list:?}");
    assert!(
        list.out
            .contains("0a0b0c0d  Sun, 15 Nov 2026 14:59:00 GMT  table abc, step 2, version 0.1.0, by Ann"),
        "{list:?}"
    );
    assert!(list.out.contains("The Wall[31m did not stop him.") && !list.out.contains("Twice"), "{list:?}");
    assert!(!list.out.contains('\u{1b}'), "a stranger's words do not drive the terminal");
    assert!(run(" 0a0b0c0d").out.contains("Twice."));
    assert_eq!(run(" --json").json().as_array().unwrap().len(), 2);
    // Its record goes to a file that is not there yet, and can be replayed.
    let file = folder.join("found.record").display().to_string();
    let written = run(&format!(" 0a0b0c0d --record {file}"));
    assert_eq!(written.code, 0, "{written:?}");
    assert!(written.out.contains("--at 2"), "{written:?}");
    assert_eq!(fs::read_to_string(&file).unwrap(), record());
    assert_eq!(typed(&["replay", &file, "--at", "2"], "").code, 0);
    assert_eq!(run(&format!(" 0a0b0c0d --record {file}")).code, 2, "nothing is written over");
    for (words, fault) in
        [(" 99999999", "there is no report '99999999'"), (" 11111111 --record x", "has no record")]
    {
        let run = run(words);
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains(fault), "{run:?}");
    }
}
