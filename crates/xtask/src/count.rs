//! `cargo xtask count`: instructions per decision, which do not change with the machine's load.

use std::path::Path;

use crate::gloria::{self, Build};
use crate::steps::{exists, output, run as call};

/// The file of committed figures: a Markdown table of games and counts.
const FIGURES: &str = "docs/performance.md";

/// How much more than the committed figure is a regression.
const MOST: f64 = 1.05;

/// The arguments of `count`.
#[derive(clap::Args)]
pub struct Args {
    /// Fail if a game takes over 5 % more than its figure in docs/performance.md.
    #[arg(long)]
    check: bool,
    /// How many games to play.
    #[arg(long, default_value_t = 40)]
    games: u32,
}

/// Counts and compares.
pub fn run(args: &Args, root: &Path) -> Result<(), String> {
    if !exists(root, &["valgrind", "--version"]) {
        return Err("valgrind is not installed: expected it on the path".to_owned());
    }
    call(root, &["cargo", "build", "--quiet", "--release", "--package", "gloria-cli"])?;
    let gloria = gloria::binary(root, Build::Release)?;
    let figures = std::fs::read_to_string(root.join(FIGURES)).unwrap_or_default();
    let mut worse = Vec::new();
    for game in gloria::games(root, &gloria)? {
        let per_decision = measure(root, &gloria, &game, args.games)?;
        let Some(committed) = figure(&figures, &game) else {
            println!("{game}: {per_decision:.0} instructions per decision ({FIGURES} has no figure yet)");
            continue;
        };
        let change = 100.0 * (per_decision / committed - 1.0);
        println!(
            "{game}: {per_decision:.0} instructions per decision, {change:+.1} % against {committed:.0}"
        );
        if per_decision > committed * MOST {
            worse.push(game);
        }
    }
    if args.check && !worse.is_empty() {
        return Err(format!("over 5 % more instructions than in {FIGURES}: {}", worse.join(", ")));
    }
    Ok(())
}

/// Instructions per decision, start-up taken off.
fn measure(root: &Path, gloria: &str, game: &str, games: u32) -> Result<f64, String> {
    let (idle, _) = callgrind(root, gloria, game, 0)?;
    let (busy, decisions) = callgrind(root, gloria, game, games)?;
    if decisions == 0 {
        return Err(format!("{game}: no decision was made"));
    }
    Ok(busy.saturating_sub(idle) as f64 / decisions as f64)
}

/// The instructions and the decisions of so many games.
fn callgrind(root: &Path, gloria: &str, game: &str, games: u32) -> Result<(u64, u64), String> {
    let file = std::env::temp_dir().join(format!("gloria-callgrind-{}-{games}", std::process::id()));
    let name = file.to_str().ok_or("the folder for temporary files has a name that is not text")?;
    let (out, games) = (format!("--callgrind-out-file={name}"), games.to_string());
    let words =
        ["valgrind", "--quiet", "--tool=callgrind", &out, gloria, "workload", game, "--games", &games];
    let decisions = output(root, &words)?;
    let profile = std::fs::read_to_string(&file).map_err(|error| format!("{name} can't be read: {error}"))?;
    // It has served its purpose; a file left in the temporary folder harms nobody.
    let _ = std::fs::remove_file(&file);
    let counted =
        profile.lines().find_map(|line| line.strip_prefix("summary: ").or(line.strip_prefix("totals: ")));
    let counted = counted.and_then(|count| count.trim().parse().ok());
    let decisions = decisions.trim().parse().ok();
    counted.zip(decisions).ok_or_else(|| "callgrind's count can't be read".to_owned())
}

/// The committed figure of a game: the second column of its row, `| game | 1,234 |`.
fn figure(figures: &str, game: &str) -> Option<f64> {
    let row = figures.lines().find_map(|line| {
        let mut cells = line.trim().strip_prefix('|')?.split('|').map(str::trim);
        (cells.next()?.trim_matches('`') == game).then(|| cells.next())?
    })?;
    row.replace(',', "").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_from_the_table() {
        let page = "| game | instructions per decision |\n|---|---|\n| `glory` | 1,234 | x |\n";
        assert_eq!(figure(page, "glory"), Some(1234.0));
        assert_eq!(figure(page, "rome"), None);
        assert_eq!(figure("", "glory"), None);
    }
}
