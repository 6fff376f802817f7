//! `scenario FILE…`: Markdown files as test suites, for anyone who doubts a rule.

use std::cell::RefCell;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use serde::Serialize;
use table::scenario::{self, Block, Failure as Reported, Fault, Verdict};

use crate::failure::{Done, Failure, check, usage};
use crate::files;
use crate::on_game::{self, OnGame, Playable};
use crate::text::{self, count};

/// The arguments of `scenario`.
#[derive(clap::Args)]
pub struct Args {
    /// The files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print only what fails, and the totals.
    #[arg(long, short)]
    quiet: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The JSON of `scenario`; others rely on these keys.
#[derive(Serialize, Default)]
struct Report {
    passed: u64,
    failed: u64,
    failures: Vec<Reported>,
}

struct OneBlock<'a> {
    block: &'a Block,
    verdict: RefCell<Option<Verdict>>,
}

impl OnGame for OneBlock<'_> {
    fn on<G: Playable>(&self, _: &mut dyn Write) -> Done {
        // An engine that panics has failed this block; the others still run.
        let ran = catch_unwind(AssertUnwindSafe(|| scenario::run::<G>(self.block)));
        let panicked = |_| Verdict::Failed(Fault::new(self.block.line, "the engine panicked"));
        *self.verdict.borrow_mut() = Some(ran.unwrap_or_else(panicked));
        Ok(())
    }
}

/// How a block goes; one about a game we do not have is malformed.
fn verdict(block: &Block) -> Verdict {
    let one = OneBlock { block, verdict: RefCell::new(None) };
    let message = match on_game::run(&block.game, &one, &mut std::io::sink()) {
        Err(Failure::Usage(message) | Failure::Check(message)) => message,
        Ok(()) | Err(Failure::Closed) => String::new(),
    };
    one.verdict.into_inner().unwrap_or_else(|| Verdict::Malformed(Fault::new(block.line, message)))
}

#[derive(Default)]
struct Run {
    report: Report,
    malformed: u64,
}

impl Run {
    fn fail(&mut self, file: &Path, fault: Fault, heading: &str) -> String {
        let file = file.display().to_string();
        let line = format!("{file}:{}: {heading}: {}", fault.line, fault.message);
        self.report.failed += 1;
        let heading = heading.to_owned();
        self.report.failures.push(Reported { file, line: fault.line, heading, message: fault.message });
        line
    }

    /// Runs the blocks of one file; answers a line for each.
    fn file(&mut self, file: &Path) -> Result<Vec<(Mark, String)>, Failure> {
        let text = files::read(file)?;
        let blocks = match scenario::blocks(&text) {
            Ok(blocks) => blocks,
            Err(fault) => {
                self.malformed += 1;
                return Ok(vec![(Mark::Malformed, self.fail(file, fault, "the file"))]);
            }
        };
        let mut lines = Vec::new();
        for block in blocks {
            let (mark, line) = match verdict(&block) {
                Verdict::Passed => {
                    self.report.passed += 1;
                    (Mark::Passed, format!("{}:{}: {}", file.display(), block.line, block.heading))
                }
                Verdict::Failed(fault) => (Mark::Failed, self.fail(file, fault, &block.heading)),
                Verdict::Malformed(fault) => {
                    self.malformed += 1;
                    (Mark::Malformed, self.fail(file, fault, &block.heading))
                }
            };
            lines.push((mark, line));
        }
        Ok(lines)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Passed,
    Failed,
    Malformed,
}

impl Mark {
    const fn word(self) -> &'static str {
        match self {
            Self::Passed => "pass     ",
            Self::Failed => "FAIL     ",
            Self::Malformed => "MALFORMED",
        }
    }
}

/// Runs the files.
pub fn run(args: &Args, out: &mut dyn Write) -> Done {
    let mut run = Run::default();
    for file in &args.files {
        for (mark, line) in run.file(file)? {
            let shown = mark != Mark::Passed || !args.quiet;
            if shown && !args.json {
                writeln!(out, "{} {line}", mark.word())?;
            }
        }
    }
    let Run { report, malformed } = run;
    if args.json {
        text::json(out, &report)?;
    } else {
        writeln!(out, "{} passed, {} failed", report.passed, report.failed)?;
    }
    if malformed > 0 {
        return usage(format!("{} can't be run", count(malformed, "block")));
    }
    if report.passed + report.failed == 0 {
        return usage("there is no scenario in these files: expected a fenced block ```scenario");
    }
    if report.failed > 0 {
        return check(format!("{} failed", count(report.failed, "block")));
    }
    Ok(())
}
