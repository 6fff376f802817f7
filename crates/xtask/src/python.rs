//! One Python for everything that is tried with it: the package and its suites (those of `PettingZoo`, `Gymnasium` and `OpenSpiel`, and ours), and the API.

use std::fs;
use std::path::{Path, PathBuf};

use crate::gloria::{self, Build};
use crate::steps::{exists, gently, output, run};

/// What is needed from the package index.
const NEEDED: [&str; 2] = ["crates/python/tests/requirements.txt", "crates/web/tests/api/requirements.txt"];

/// What is needed besides to try many machines; there is not one for every Python.
const RAY: &str = "crates/python/tests/requirements-ray.txt";

/// What is missing, and what to install.
const MISSING: &str =
    "Python 3.10 or newer with venv and pip is not here (Debian: apt-get install python3 python3-venv)";

/// A Python with all that is needed: made once, anew when that changes. Nothing where there is none, which is said.
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
    let mut wanted = output(root, &["python3", "--version"])?;
    for needed in NEEDED {
        wanted += &read(root, needed)?;
    }
    let with_ray = format!("{wanted}{}", read(root, RAY)?);
    let there = fs::read_to_string(&made).unwrap_or_default();
    if there == with_ray {
        return Ok(Some(python));
    }
    let keep = |made_of: &str| {
        fs::write(&made, made_of).map_err(|error| format!("{} can't be written: {error}", made.display()))
    };
    if there != wanted {
        run(root, &["python3", "-m", "venv", "--clear", &folder.display().to_string()])?;
        if !fetch(root, &python, &NEEDED) {
            return left_out(&format!("what {} name can't be fetched here", NEEDED.join(" and ")));
        }
        keep(&wanted)?;
    }
    if fetch(root, &python, &[RAY]) {
        keep(&with_ray)?;
    } else {
        println!(
            "   left out: gloria.lab on Ray, which can't be fetched for this Python (pip install -r {RAY})"
        );
    }
    Ok(Some(python))
}

fn read(root: &Path, needed: &str) -> Result<String, String> {
    fs::read_to_string(root.join(needed)).map_err(|error| format!("{needed} can't be read: {error}"))
}

/// Fetches what these files name, and says whether all of it could be had.
fn fetch(root: &Path, python: &Path, files: &[&str]) -> bool {
    let python = python.display().to_string();
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:"];
    let named: Vec<&str> = files.iter().flat_map(|file| ["-r", *file]).collect();
    run(root, &[&[python.as_str()][..], &pip, &named].concat()).is_ok()
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

/// Builds the library, and the binary that its figures are compared with, and runs every suite.
pub fn all(root: &Path) -> Result<(), String> {
    let Some(python) = prepare(root)? else { return Ok(()) };
    run(root, &["cargo", "build", "--package", "gloria-python", "--package", "gloria-cli"])?;
    let gloria = gloria::binary(root, Build::Tests)?;
    println!("{}", suites(root, &python, &gloria)?);
    Ok(())
}

/// Runs every suite against the library that was built with the tests; the answer has the counts.
pub fn suites(root: &Path, python: &Path, gloria: &str) -> Result<String, String> {
    let (folder, python) = (package(root)?, python.display().to_string());
    let (path, gloria) = (format!("PYTHONPATH={}", folder.display()), format!("GLORIA={gloria}"));
    let tests = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "crates/python/tests"];
    let with = ["env", &path, &gloria, "PYTHONDONTWRITEBYTECODE=1", &python];
    let said = gently(root, &[&with[..], &tests].concat())?;
    let counts = said.lines().last().unwrap_or_default().trim_matches(['=', ' ']).to_owned();
    Ok(format!("   {counts}\n"))
}
