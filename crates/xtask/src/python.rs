//! The Python package and its suites: those of `PettingZoo`, `Gymnasium` and `OpenSpiel`, and ours.

use std::fs;
use std::path::{Path, PathBuf};

use crate::steps::{exists, gently, output, run};

/// What the suites need from the package index.
const NEEDED: &str = "crates/python/tests/requirements.txt";

/// What is missing, and what to install.
const MISSING: &str =
    "Python 3.10 or newer with venv and pip is not here (Debian: apt-get install python3 python3-venv)";

/// A Python with all that the suites need: made once, anew when that changes. Nothing where there is none, which is said.
pub fn prepare(root: &Path) -> Result<Option<PathBuf>, String> {
    let left_out = |why: &str| {
        println!("   left out: {why}");
        Ok(None)
    };
    let fits = ["python3", "-c", "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))"];
    if !exists(root, &fits) {
        return left_out(MISSING);
    }
    let folder = root.join("target/python/venv");
    let (python, made) = (folder.join("bin/python"), folder.join("made"));
    let needed =
        fs::read_to_string(root.join(NEEDED)).map_err(|error| format!("{NEEDED} can't be read: {error}"))?;
    let version = output(root, &["python3", "--version"])?;
    let wanted = format!("{version}{needed}");
    if fs::read_to_string(&made).is_ok_and(|made| made == wanted) {
        return Ok(Some(python));
    }
    let name = |path: &Path| path.display().to_string();
    run(root, &["python3", "-m", "venv", "--clear", &name(&folder)])?;
    let fetch = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--only-binary",
        ":all:",
        "-r",
        NEEDED,
    ];
    if run(root, &[&[name(&python).as_str()][..], &fetch].concat()).is_err() {
        return left_out(&format!("what {NEEDED} names can't be fetched here"));
    }
    fs::write(&made, wanted).map_err(|error| format!("{} can't be written: {error}", made.display()))?;
    Ok(Some(python))
}

/// The package as the tests built it: its sources beside the library. Answers the folder that it lies in.
fn package(root: &Path) -> Result<PathBuf, String> {
    let folder = root.join("target/python/package");
    let own = folder.join("gloria");
    let told = |error: std::io::Error| format!("the Python package can't be put together: {error}");
    fs::create_dir_all(&own).map_err(told)?;
    for entry in fs::read_dir(root.join("crates/python/python/gloria")).map_err(told)? {
        let path = entry.map_err(told)?.path();
        if let Some(name) = path.file_name().filter(|_| path.is_file()) {
            fs::copy(&path, own.join(name)).map_err(told)?;
        }
    }
    let (prefix, suffix) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let library = root.join(format!("target/debug/deps/{prefix}_gloria{suffix}"));
    // In place of the old one, not into it: whoever has that loaded keeps it.
    let there = own.join("_gloria.abi3.so");
    let _ = fs::remove_file(&there);
    fs::copy(&library, &there).map_err(|error| format!("{} can't be copied: {error}", library.display()))?;
    Ok(folder)
}

/// Builds the library and runs every suite.
pub fn all(root: &Path) -> Result<(), String> {
    let Some(python) = prepare(root)? else { return Ok(()) };
    run(root, &["cargo", "build", "--package", "gloria-python"])?;
    println!("{}", suites(root, &python)?);
    Ok(())
}

/// Runs every suite against the library that was built with the tests; the answer has the counts.
pub fn suites(root: &Path, python: &Path) -> Result<String, String> {
    let (folder, python) = (package(root)?, python.display().to_string());
    let path = format!("PYTHONPATH={}", folder.display());
    let tests = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "crates/python/tests"];
    let said = gently(root, &[&["env", &path, "PYTHONDONTWRITEBYTECODE=1", &python][..], &tests].concat())?;
    let counts = said.lines().last().unwrap_or_default().trim_matches(['=', ' ']).to_owned();
    Ok(format!("   {counts}\n"))
}
