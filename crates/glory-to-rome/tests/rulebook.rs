//! Runs every scenario of the Markdown files beside this one.

use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use gloria_glory_to_rome::State;
use table::scenario::{self, Verdict};

/// Every Markdown file under a folder, in the order of their names.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("the folder of the scenarios can be read");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("its entries can be read").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
}

#[test]
fn every_scenario_holds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    files(&root.join("tests"), &mut found);
    let (mut run, mut faults) = (0, Vec::new());
    for path in &found {
        let name = path.strip_prefix(root).unwrap_or(path).display();
        let text = fs::read_to_string(path).expect("a scenario file is text");
        let blocks = match scenario::blocks(&text) {
            Ok(blocks) => blocks,
            Err(fault) => {
                faults.push(format!("{name}:{}: malformed: {}", fault.line, fault.message));
                continue;
            }
        };
        for block in &blocks {
            run += 1;
            // A panic is that block's fault, and the others still run.
            let Ok(verdict) = catch_unwind(|| scenario::run::<State>(block)) else {
                faults.push(format!("{name}:{}: the engine panicked [{}]", block.line, block.heading));
                continue;
            };
            match verdict {
                Verdict::Passed => {}
                Verdict::Failed(fault) => {
                    faults.push(format!("{name}:{}: {} [{}]", fault.line, fault.message, block.heading));
                }
                Verdict::Malformed(fault) => {
                    faults.push(format!(
                        "{name}:{}: malformed: {} [{}]",
                        fault.line, fault.message, block.heading
                    ));
                }
            }
        }
    }
    assert!(run > 0, "there are scenarios to run");
    assert!(faults.is_empty(), "{} of {run} scenarios do not hold:\n{}", faults.len(), faults.join("\n"));
    println!("{run} scenarios hold");
}
