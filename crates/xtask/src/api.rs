//! The API is what its own document says: tried by Schemathesis, and played with a client generated from it.

use std::fs;
use std::path::Path;

use crate::steps::{exists, gently};

/// What it is tried with.
const NEEDED: &str = "crates/web/tests/api/requirements.txt";

/// How many requests each operation gets beside the fixed ones; more by hand (docs/api.md).
const EXAMPLES: &str = "20";

/// Tries the server `gloria`. Where there is no Python, or what is needed can't be fetched, that is said and nothing is proved.
pub fn check(root: &Path, gloria: &str) -> Result<String, String> {
    let left_out = |why: &str| Ok(format!("   left out: {why}\n"));
    if !exists(root, &["python3", "-c", "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))"])
    {
        return left_out(
            "Python 3.10 or newer with venv and pip is not here (Debian: apt-get install python3 python3-venv)",
        );
    }
    let folder = root.join("target/api");
    let (python, made) = (folder.join("bin/python").display().to_string(), folder.join("made"));
    let needed =
        fs::read_to_string(root.join(NEEDED)).map_err(|error| format!("{NEEDED} can't be read: {error}"))?;
    if fs::read_to_string(&made).is_ok_and(|made| made == needed) {
        return gently(root, &[&python, "crates/web/tests/api/check.py", gloria, EXAMPLES]);
    }
    gently(root, &["python3", "-m", "venv", "--clear", &folder.display().to_string()])?;
    let quiet = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", NEEDED];
    if gently(root, &[&[python.as_str()], &quiet[..]].concat()).is_err() {
        return left_out(&format!("what {NEEDED} names can't be fetched here"));
    }
    fs::write(&made, needed).map_err(|error| format!("{} can't be written: {error}", made.display()))?;
    gently(root, &[&python, "crates/web/tests/api/check.py", gloria, EXAMPLES])
}
