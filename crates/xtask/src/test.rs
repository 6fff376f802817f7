//! `cargo xtask test`: everything that must pass.

use std::path::Path;

use crate::gloria::Build;
use crate::steps::{Aside, Steps, exists, gently, install, output, run as call};
use crate::{api, gloria, package, python, shipped, training, uncited, unrun, words};

/// How many states of a game every law is checked on: most for the one the vocabulary was first written for.
fn states(game: &str) -> &'static str {
    if game == "glory-to-rome" { "2000000" } else { "500000" }
}

/// Runs every step; the error names the first that failed.
pub fn run(root: &Path) -> Result<(), String> {
    let mut steps = Steps::new(root);
    steps.command("Format", &["cargo", "fmt", "--all", "--check"])?;
    steps.command(
        "Clippy, warnings denied",
        &["cargo", "clippy", "--workspace", "--all-targets", "--", "-D", "warnings"],
    )?;
    steps.step("Rooms, pages and bots for the browser (wasm32)", || wasm(root))?;
    steps.step("A browser to test in", || browser(root))?;
    steps.step("A PostgreSQL to test with", || postgres(root))?;
    let mut interpreter = None;
    steps.step("A Python to test with", || python::prepare(root).map(|python| interpreter = python))?;
    let mut trainer = None;
    steps.step("A PyTorch to train with", || training::prepare(root).map(|python| trainer = python))?;
    steps.step("Every test is one that runs", || unrun::run(root))?;
    steps.step("Every rule and ruling is cited by a scenario or a test", || uncited::run(root))?;
    let nextest = exists(root, &["cargo", "nextest", "--version"]);
    let tests: &[&str] = if nextest { &["cargo", "nextest", "run"] } else { &["cargo", "test"] };
    let tests = [tests, &["--workspace"]].concat();
    steps.command("The tests built", &[&tests[..], &["--no-run"]].concat())?;
    // The binary that the tests drive: built once for both, and an overflow in it panics.
    let gloria = gloria::binary(root, Build::Tests)?;
    let mut others = beside_the_tests(root, &gloria)?;
    if let Some(python) = trainer {
        others.push(Aside::new("A training in small", || training::smoke(root, python, &gloria)));
    }
    if let Some(python) = &interpreter {
        let title =
            "The Python package: its own tests, PettingZoo's, Gymnasium's and OpenSpiel's; the lab on Ray";
        others.insert(0, Aside::new(title, || python::suites(root, python, &gloria)));
        others.push(Aside::new("The API is what its document says", || api::check(root, python, &gloria)));
    }
    if nextest {
        // `cargo test` runs them by itself.
        let examples = || gently(root, &["cargo", "test", "--quiet", "--workspace", "--doc"]);
        others.push(Aside::new("Examples in the documentation", examples));
    }
    // The browser's tests wait for the browser much of the time, and one after the other.
    steps.beside("Tests", &tests, others)?;
    steps.finish();
    Ok(())
}

/// What is checked beside the tests, in the time that they leave.
fn beside_the_tests<'a>(root: &'a Path, gloria: &'a str) -> Result<Vec<Aside<'a>>, String> {
    let documents = || {
        let strict = "build.rustdocflags=['--deny=warnings']";
        gently(root, &["cargo", "--config", strict, "doc", "--quiet", "--workspace", "--no-deps"])
    };
    let packages = || {
        let whole = ["--workspace", "--no-verify", "--allow-dirty", "--offline"];
        gently(root, &[&["cargo", "package", "--quiet"], &whole[..]].concat())
    };
    let said = || words::check(root, gloria).map(|()| String::new());
    // The longest first. Cargo comes later: the tests need it for a moment as they begin.
    let mut others = Vec::new();
    for game in gloria::games(root, gloria)? {
        let states = states(&game);
        let title = format!("Laws of {game} on {states} states, every player count and version");
        others.push(Aside::new(title, move || gently(root, &[gloria, "fuzz", &game, "--states", states])));
    }
    others.extend([
        Aside::new(
            "Packages: installed, upgraded, removed; started alone, in the container and behind proxies",
            || package::trials(root, gloria),
        ),
        Aside::new("Licences, sources and banned crates of all we ship", || shipped::check(root)),
        Aside::new("Every sentence is one that was read", said),
        Aside::new("Scenarios", || scenarios(root, gloria)),
        Aside::new("Documentation without a warning", documents),
        Aside::new("Packages: nothing outside a crate is included by it", packages),
    ]);
    Ok(others)
}

/// The inner loop: what finds most mistakes within a minute or so once everything is built.
pub fn quick(root: &Path) -> Result<(), String> {
    let mut steps = Steps::new(root);
    steps.command("Format", &["cargo", "fmt", "--all", "--check"])?;
    steps.command(
        "Clippy, warnings denied",
        &["cargo", "clippy", "--workspace", "--all-targets", "--", "-D", "warnings"],
    )?;
    if exists(root, &["cargo", "nextest", "--version"]) {
        let words =
            ["cargo", "nextest", "run", "--workspace", "--profile", "quick", "--status-level", "fail"];
        steps.command("Quick tests (nextest)", &words)?;
    } else {
        let words = [
            "cargo",
            "test",
            "-p",
            "gloria-table",
            "-p",
            "gloria-glory-to-rome",
            "-p",
            "gloria-for-glory",
            "-p",
            "gloria-glory",
        ];
        steps.command("Tests of the engines", &words)?;
    }
    steps.step("Every test is one that runs", || unrun::run(root))?;
    steps.step("Every rule and ruling is cited by a scenario or a test", || uncited::run(root))?;
    steps.finish();
    Ok(())
}

fn scenarios(root: &Path, gloria: &str) -> Result<String, String> {
    let files = uncited::scenario_files(root)?;
    if files.is_empty() {
        return Ok("   there are none yet\n".to_owned());
    }
    let mut words = vec![gloria, "scenario", "--quiet"];
    words.extend(files.iter().filter_map(|file| file.to_str()));
    gently(root, &words)
}

/// The target of a browser that runs tables itself.
const WASM: &str = "wasm32-unknown-unknown";

/// What a table needs compiles for the browser: no files, no threads of its own, no clock. The target is fetched where it is missing;
/// where it can't be had, that is said and nothing is proved.
fn wasm(root: &Path) -> Result<(), String> {
    let there = || {
        output(root, &["rustc", "--print", "target-libdir", "--target", WASM])
            .is_ok_and(|folder| Path::new(folder.trim()).is_dir())
    };
    if !there() {
        // What is missing is told below, whyever it could not be fetched.
        let _ = call(root, &["rustup", "target", "add", WASM]);
    }
    if !there() {
        println!(
            "   left out: the target {WASM} is not installed and can't be fetched here (rustup target add {WASM})"
        );
        return Ok(());
    }
    let packages = ["--package", "gloria-room", "--package", "gloria-pages", "--package", "gloria-bots"];
    call(root, &[&["cargo", "check", "--quiet", "--target", WASM][..], &packages].concat())
}

/// The tests in a real browser need Debian's chromium: installed where we may, asked for otherwise.
fn browser(root: &Path) -> Result<(), String> {
    let there = || exists(root, &["chromium", "--version"]) && exists(root, &["chromedriver", "--version"]);
    if there() {
        return Ok(());
    }
    // A browser without a font would measure nothing.
    install(root, &["chromium", "chromium-driver", "fonts-liberation"])?;
    if there() { Ok(()) } else { Err("install the Debian packages chromium and chromium-driver".to_owned()) }
}

/// Tests start clusters of their own, which end with them, so a running PostgreSQL is neither needed nor touched: only its programs.
fn postgres(root: &Path) -> Result<(), String> {
    // A client alone has a folder there too.
    let server = || {
        let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        versions.into_iter().any(|version| version.path().join("bin/initdb").exists())
            || output(root, &["pg_config", "--bindir"])
                .is_ok_and(|bin| Path::new(bin.trim()).join("initdb").exists())
    };
    let there = || server() && exists(root, &["openssl", "version"]);
    if there() {
        return Ok(());
    }
    install(root, &["postgresql", "openssl"])?;
    if there() { Ok(()) } else { Err("install the Debian packages postgresql and openssl".to_owned()) }
}
