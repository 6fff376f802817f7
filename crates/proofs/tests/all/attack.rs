//! The floods on a small scale: honest players go on playing, and the harness sees what a flood without limits would do.

use std::path::PathBuf;
use std::time::Duration;

use gloria_proofs::attack::{Flood, run};
use gloria_proofs::shelf::{Plan, run as run_shelf};
use gloria_proofs::{House, Program};

fn program() -> Program {
    Program::Honest(PathBuf::from(env!("CARGO_BIN_EXE_proofs")))
}

#[test]
fn honest_players_go_on_while_strangers_talk_and_send_huge_forms() {
    for (flood, expected) in [(Flood::Chat, 403), (Flood::Forms, 413)] {
        let measured = run(&program(), flood, Duration::from_secs(2)).unwrap();
        assert_eq!(measured.refused, 0, "{flood:?}: {measured}");
        assert!(measured.under.len() > 5, "{flood:?}: {measured}");
        assert!(measured.answers.contains_key(&expected), "{flood:?}: the flood came through: {measured}");
    }
}

#[test]
fn a_house_with_many_tables_starts_and_shows_its_front_page_and_any_table() {
    let (tables, unfinished) = (3_000, 300);
    let plan = Plan { program: program(), house: House::File, tables, unfinished, pages: 20, cold: 20 };
    let measured = run_shelf(&plan).unwrap();
    assert_eq!((measured.tables, measured.pages.len(), measured.cold.len()), (3_000, 20, 20), "{measured}");
}
